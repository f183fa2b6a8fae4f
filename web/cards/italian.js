// The forty Italian cards, with number, suit and primiera value in the corners.
// The ones are Heralds; the arrow on their banner says who become partners.
import {sign} from "./suits.js";
import {backOf} from "./backs.js";
import {italianLook, largeIndices} from "./looks.js";
import {figure, twoHeads} from "./figures.js";
/** @import {Figure} from "./figures.js" */
/** @import {Look} from "./looks.js" */
/** @import {Suit} from "./suits.js" */
import {inSans, inSerif} from "./glyphs.js";

/** @type {Record<number, number>} */
const value = {1: 16, 2: 12, 3: 13, 4: 14, 5: 15, 6: 18, 7: 21, 8: 10, 9: 10, 10: 10};
/** @type {Record<number, Figure>} */
const court = {8: "page", 9: "knight", 10: "king"};

const left = 45,
    middle = 62,
    right = 79;
/** @type {Record<number, [x: number, y: number][]>} */
const places = {
    2: [
        [middle, 46],
        [middle, 108],
    ],
    3: [
        [middle, 34],
        [middle, 77],
        [middle, 120],
    ],
    4: [
        [left, 46],
        [right, 46],
        [left, 108],
        [right, 108],
    ],
    5: [
        [left, 40],
        [right, 40],
        [middle, 77],
        [left, 114],
        [right, 114],
    ],
    6: [
        [left, 34],
        [right, 34],
        [left, 77],
        [right, 77],
        [left, 120],
        [right, 120],
    ],
    7: [
        [left, 34],
        [right, 34],
        [left, 79],
        [right, 79],
        [left, 122],
        [right, 122],
        [middle, 56],
    ],
};
/** @type {Record<number, number>} */
const sizes = {2: 52, 3: 42, 4: 42, 5: 38, 6: 38, 7: 34};
/** @type {Record<string, number>} */
const breadth = {S: 1, B: 1, C: 0.86, D: 0.82}; // round signs need less

/** @type {Record<string, string>} */
const arrow = {
    C: `<path d="M0-13 8-3H3V3H8L0 13-8 3H-3V-3H-8Z"/>`,
    B: `<path d="M-15 0-3-10V-4H15V4H-3V10Z"/>`,
    D: `<path d="M15 0 3-10V-4H-15V4H3V10Z"/>`,
    S: `<circle r="5"/><circle r="11" fill="none" stroke="#fffaf0" stroke-width="3"/>`,
};

/**
 * @param {Suit} suit
 * @param {string} letter
 */
function herald(suit, letter) {
    const {colour, soft} = suit;
    return `<path d="M27 14H91V130L59 148 27 130Z" fill="${soft}" stroke="${colour}" stroke-width="2.5" stroke-linejoin="round"/>
        <path d="M27 14H91V21H27Z" fill="${colour}"/>
        ${sign(suit, 59, 66, letter === "S" || letter === "B" ? 80 : 58)}
        <path d="M27 108H91V130L59 148 27 130Z" fill="${colour}"/>
        <g transform="translate(59 126)" fill="#fffaf0">${arrow[letter]}</g>`;
}

/**
 * @param {Figure} kind
 * @param {string} letter
 * @param {Look} look
 */
function courtCard(kind, letter, look) {
    const suit = look.suits[letter],
        ground = `<rect x="27" y="12" width="66" height="136" rx="5" fill="${suit.soft}"/>`;
    return ground + (look.mirrored ? twoHeads(kind, suit, 26, 12, 66, 136) : figure(kind, suit, 25, 34, 0.84, {letter}));
}

export const viewBox = "0 0 100 160";

/** @param {string} card */
export function draw(card) {
    const rank = Number(card.slice(0, -1)),
        letter = card.slice(-1),
        look = italianLook(),
        suit = look.suits[letter],
        large = largeIndices();
    const body =
        rank === 1
            ? large
                ? `<g transform="translate(25 39) scale(.76)">${herald(suit, letter)}</g>`
                : herald(suit, letter)
            : large
              ? court[rank]
                  ? figure(court[rank], suit, 14, 60, 0.92, {})
                  : sign(suit, 62, 108, 70 * breadth[letter])
              : court[rank]
                ? courtCard(court[rank], letter, look)
                : places[rank].map(([x, y]) => sign(suit, x, y, sizes[rank] * breadth[letter])).join("");
    const frame = look.framed
        ? `<rect x="4.5" y="4.5" width="91" height="151" rx="7" fill="none" stroke="${suit.colour}" stroke-width="1" opacity=".55"/>`
        : "";
    const index = large
        ? inSerif(rank, rank === 10 ? 30 : 24, 50, rank === 10 ? 46 : 58, suit.colour, rank === 10 ? 1.6 : 0) +
          (rank > 1 ? sign(suit, 82, 28, 34) : "")
        : inSerif(rank, rank === 10 ? 15 : 14, 31, rank === 10 ? 22 : 33, suit.colour, rank === 10 ? 1.6 : 0) +
          sign(suit, 14, 50, 24);
    return `<rect x="1" y="1" width="98" height="158" rx="10" fill="#fffaf0" stroke="#cdbf9f" stroke-width="1.5"/>${frame}${body}
        ${index}
        <g class="card-worth"><rect x="${rank > 1 ? 71 : 4}" y="136" width="25" height="19" rx="9.5" fill="#fffaf0" stroke="${suit.colour}" stroke-width="1.5"/>
        ${inSans(value[rank], rank > 1 ? 83.5 : 16.5, 151, 15, suit.colour)}</g>`;
}

export const back = () => backOf("lozenges", 160);
