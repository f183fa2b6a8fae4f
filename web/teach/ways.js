// The addresses of reviews and of practice, for the parts of the page that lead there.
import {root} from "../place.js";

/** @import {Room} from "../page.d.ts" */

/**
 * The review of a finished match; without a seat, that of the first person.
 * @param {Room} room
 * @param {string} table
 * @param {number | null} [seat]
 */
export const reviewAddress = (room, table, seat) =>
    `${root.pathname}#review/${room.isHere ? "here/" : ""}${table}${typeof seat === "number" ? `/${seat}` : ""}`;

/**
 * The parts of such an address; null if it is another one.
 * @param {string} hash
 */
export function readReview(hash) {
    const [, here, table, seat] = hash.match(/^#review\/(here\/)?([A-Za-z0-9_-]+)(?:\/([0-9]))?$/) ?? [];
    return table ? {isHere: Boolean(here), table, seat: seat === undefined ? -1 : Number(seat)} : null;
}

/**
 * Playing on from a position; without one, the form for it.
 * @param {string} [position]
 * @param {number} [seat] the reader's
 */
export function practiceAddress(position, seat) {
    if (!position) return `${root.pathname}#practice`;
    const values = new URLSearchParams({position, ...(seat !== undefined && {seat: String(seat)})});
    return `${root.pathname}#practice?${values}`;
}

/**
 * The parts of such an address; null if it is another one.
 * @param {string} hash
 */
export function readPractice(hash) {
    const [, words] = hash.match(/^#practice(?:\?(.*))?$/s) ?? [];
    if (words === undefined && hash !== "#practice") return null;
    const values = new URLSearchParams(words ?? ""),
        seat = values.get("seat") ?? "";
    return {position: values.get("position") ?? "", seat: /^[0-9]$/.test(seat) ? Number(seat) : -1};
}
