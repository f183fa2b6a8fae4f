// The offer to let a bot play for somebody who keeps the table waiting, once the room allows it.
import {h} from "./dom.js";
import {message} from "./messages.js";
import {button} from "./ui.js";
import {seatName} from "./stage.js";
/** @import {TablePage} from "./table.js" */

/** @type {WeakMap<TablePage, number>} */
const alarms = new WeakMap();

/**
 * Draws the page again when the time has come.
 * @param {TablePage} page
 * @param {number} milliseconds
 */
function later(page, milliseconds) {
    clearTimeout(alarms.get(page));
    alarms.set(
        page,
        setTimeout(() => page.draw(), milliseconds + 50),
    );
}

/** @param {TablePage} page */
export function standIn(page) {
    const {phase, replace, seats, you} = page.state;
    if (phase !== "playing" || !page.seated || !replace || replace.seat === you.seat) return null;
    const left = replace.at - Date.now() - page.room.connection.drift,
        {seat} = replace;
    if (left > 0) {
        later(page, left);
        return null;
    }
    return h(
        "div",
        {class: "row strip stand-in"},
        h("span", {class: "stretch"}, message("{player} is keeping the table waiting.", {player: seatName(seats, seat)})),
        button(message("Let a bot play"), () => page.request({do: "replace", seat}), {cls: "small", picture: "bot"}),
    );
}
