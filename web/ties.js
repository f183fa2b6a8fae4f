// The line between partners: drawn under the plates of two seats of one team, and moved along when the table changes its size.
import {find, findAll, h} from "./dom.js";
/** @import {Child} from "./elements.d.ts" */
/** @import {Scene} from "./games/game.d.ts" */

/**
 * A line for every two seats that the cards have made partners.
 * @param {Scene} scene
 * @returns {Child}
 */
export function ties(scene) {
    const teams = scene.seats.map((_, seat) => scene.game.team?.(scene, seat) ?? null);
    return teams.flatMap((team, seat) => {
        const mate = team === null ? -1 : teams.indexOf(team, seat + 1);
        return mate < 0
            ? []
            : [h("i", {class: `tie tie-${team}`, "aria-hidden": "true", data: {key: `tie-${team}`, ends: `${seat},${mate}`}})];
    });
}

/**
 * Lays each line from the middle of one plate to that of the other.
 * @param {HTMLElement} felt
 */
export function layTies(felt) {
    const origin = felt.getBoundingClientRect();
    for (const tie of findAll(felt, ".tie")) {
        const [a, b] = (tie.dataset.ends ?? "").split(",").map(seat => {
            const box = find(felt, `.plate[data-seat="${seat}"]`)?.getBoundingClientRect();
            return box && {x: box.left + box.width / 2 - origin.left, y: box.top + box.height / 2 - origin.top};
        });
        if (!a || !b) continue;
        tie.style.left = `${a.x}px`;
        tie.style.top = `${a.y}px`;
        tie.style.width = `${Math.hypot(b.x - a.x, b.y - a.y)}px`;
        tie.style.rotate = `${Math.atan2(b.y - a.y, b.x - a.x)}rad`;
    }
}
