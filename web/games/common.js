// What several games say and show in the same way.
import {h} from "../dom.js";
import {message, plural} from "../messages.js";
import {readCards} from "../position.js";
/** @import {Position} from "../position.js" */
/** @import {DealEvent} from "./events.d.ts" */
/** @import {Scene} from "./game.d.ts" */

/**
 * Whether the reader sees the cards of an event.
 * @param {string[]} cards
 */
export const sees = cards => cards.length > 0 && cards[0] !== "?";

/**
 * The cards that were dealt, told to whoever sees them.
 * @param {DealEvent} event
 * @param {Scene} scene
 */
export function tellDeal(event, scene) {
    if (!sees(event.cards)) return null;
    return scene.who(event.seat, message("You are dealt {cards}."), message("{player} is dealt {cards}."), {
        cards: scene.chips(event.cards),
    });
}

/**
 * @param {{winners: number[]}} event
 * @param {Scene} scene
 */
export function tellEnd(event, scene) {
    return scene.say(
        plural("The match is over. Winner: {names}.", "The match is over. Winners: {names}.", event.winners.length, {
            names: scene.labels(event.winners),
        }),
    );
}

/**
 * Backs of cards, as many as there are, drawn small.
 * @param {number} count
 */
export function backs(count, most = 12) {
    return h(
        "span",
        {class: "backs", "aria-hidden": "true"},
        Array.from({length: Math.min(count, most)}, () => h("i", {})),
    );
}

/**
 * A hand that is only looked at, such as another's in a replay.
 * @param {Position} position
 * @param {number} seat
 */
export const handOf = (position, seat) => readCards((position.fields.hands ?? "").split("/")[seat]);
