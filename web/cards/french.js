// French cards, and the joker.
import {sign, ink, gold} from "./suits.js";
import {backOf} from "./backs.js";
import {frenchLook, largeIndices} from "./looks.js";
import {figure, twoHeads} from "./figures.js";
/** @import {Figure} from "./figures.js" */
import {inSerif} from "./glyphs.js";

export const viewBox = "0 0 100 144";
/** @type {Record<string, Figure>} */
const court = {J: "page", Q: "queen", K: "king"};

const l = 43,
    m = 60,
    r = 77;
/** @type {Record<string, [x: number, y: number][]>} */
const places = {
    2: [
        [m, 40],
        [m, 108],
    ],
    3: [
        [m, 36],
        [m, 74],
        [m, 112],
    ],
    4: [
        [l, 42],
        [r, 42],
        [l, 106],
        [r, 106],
    ],
    5: [
        [l, 40],
        [r, 40],
        [m, 74],
        [l, 108],
        [r, 108],
    ],
    6: [
        [l, 36],
        [r, 36],
        [l, 74],
        [r, 74],
        [l, 112],
        [r, 112],
    ],
    7: [
        [l, 36],
        [r, 36],
        [m, 55],
        [l, 74],
        [r, 74],
        [l, 112],
        [r, 112],
    ],
    8: [
        [l, 36],
        [r, 36],
        [m, 55],
        [l, 74],
        [r, 74],
        [m, 93],
        [l, 112],
        [r, 112],
    ],
    9: [
        [l, 32],
        [r, 32],
        [l, 59],
        [r, 59],
        [m, 74],
        [l, 89],
        [r, 89],
        [l, 116],
        [r, 116],
    ],
    T: [
        [l, 32],
        [r, 32],
        [m, 45],
        [l, 59],
        [r, 59],
        [l, 89],
        [r, 89],
        [m, 103],
        [l, 116],
        [r, 116],
    ],
};
/** @type {Record<string, number>} */
const size = {2: 34, 3: 30, 4: 30, 5: 27, 6: 26, 7: 24, 8: 22, 9: 21, T: 20};
const paper = `<rect x="1" y="1" width="98" height="142" rx="10" fill="#fffdf8" stroke="#cfc8b8" stroke-width="1.5"/>`;

function joker() {
    return `${paper}<g transform="translate(50 78)"><path d="M-30 8C-34-30-18-42-10-18-4-50 18-50 12-18 24-42 38-28 30 8Z" fill="#7a3d8e" stroke="${ink}" stroke-width="2.5" stroke-linejoin="round"/>
        <path d="M-10-18C-4-50 18-50 12-18L10 8H-8Z" fill="#c2412d" stroke="${ink}" stroke-width="2.5" stroke-linejoin="round"/>
        <circle cx="-26" cy="-33" r="6" fill="${gold}" stroke="${ink}" stroke-width="2"/><circle cx="3" cy="-46" r="6" fill="${gold}" stroke="${ink}" stroke-width="2"/><circle cx="32" cy="-30" r="6" fill="${gold}" stroke="${ink}" stroke-width="2"/>
        <path d="M-31 6H31V16H-31Z" fill="${gold}" stroke="${ink}" stroke-width="2.5"/><path d="M-22 16C-22 44-8 52 0 52S22 44 22 16Z" fill="#f3cfa4" stroke="${ink}" stroke-width="2.5"/>
        <circle cx="-8" cy="26" r="2.6" fill="${ink}"/><circle cx="8" cy="26" r="2.6" fill="${ink}"/><path d="M-10 36Q0 47 10 36" fill="none" stroke="#8a3b2c" stroke-width="3" stroke-linecap="round"/></g>
        <path d="M14 8 17 17H26L19 22 22 31 14 25.5 6 31 9 22 2 17H11Z" fill="#7a3d8e"/>`;
}

/** @param {string} card */
export function draw(card) {
    if (card === "**") return joker();
    const look = frenchLook(),
        rank = card[0],
        suit = look.suits[card[1]],
        {colour, soft} = suit;
    const words = rank === "T" ? "10" : rank;
    if (largeIndices()) {
        const body = court[rank] ? figure(court[rank], suit, 14, 58, 0.8, {}) : sign(suit, 60, 98, 66);
        return `${paper}${inSerif(words, rank === "T" ? 31 : 25, 52, rank === "T" ? 46 : /[2-9]/.test(rank) ? 62 : 50, colour, rank === "T" ? 1.6 : 0)}
            ${body}${sign(suit, 82, 27, 30)}`;
    }
    const ground = `<rect x="27" y="12" width="66" height="121" rx="5" fill="${soft}"/>`;
    const body =
        rank === "A"
            ? sign(suit, 56, 78, 60)
            : court[rank]
              ? look.mirrored
                  ? ground +
                    twoHeads(court[rank], suit, 27, 12, 66, 121) +
                    sign(suit, 36, 22, 14) +
                    sign(suit, 84, 123, 14, 180)
                  : `${ground}${figure(court[rank], suit, 25, 46.6, 0.83, {})}${sign(suit, 81, 26, 22)}`
              : places[rank].map(([x, y]) => sign(suit, x, y, size[rank], y > 74 ? 180 : 0)).join("");
    return `${paper}${body}
        ${inSerif(words, rank === "T" ? 15 : 14, 31, rank === "T" ? 22 : /[2-9]/.test(rank) ? 33 : 27, colour, rank === "T" ? 1.6 : 0)}
        ${sign(suit, 14, 48, 22)}`;
}

export const back = () => backOf("scales", 144);
