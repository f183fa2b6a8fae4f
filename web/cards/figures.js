// The court cards: half-length figures of plain shapes in their suit's colours, drawn in a box 84 wide and 104 high.
import {sign, ink, gold, goldDark} from "./suits.js";
/** @import {Suit} from "./suits.js" */

/** @typedef {"page" | "knight" | "queen" | "king"} Figure */

const skin = "#f3cfa4";
const line = `stroke="${ink}" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"`;

/** @type {(x: number, y: number, look?: number) => string} */
const face = (x, y, look = 0) => `
    <ellipse cx="${x}" cy="${y}" rx="13" ry="15.5" fill="${skin}" ${line}/>
    <circle cx="${x - 5 + look}" cy="${y - 2}" r="1.7" fill="${ink}"/><circle cx="${x + 5 + look}" cy="${y - 2}" r="1.7" fill="${ink}"/>
    <path d="M${x + look} ${y - 1}v5h2" fill="none" stroke="${ink}" stroke-width="1.4" stroke-linecap="round"/>
    <circle cx="${x - 7.5 + look}" cy="${y + 4}" r="2.4" fill="#e8a98a"/><circle cx="${x + 7.5 + look}" cy="${y + 4}" r="2.4" fill="#e8a98a"/>`;
/** @type {(x: number, y: number) => string} */
const mouth = (x, y) =>
    `<path d="M${x - 4} ${y}q4 3.4 8 0" fill="none" stroke="#8a3b2c" stroke-width="1.8" stroke-linecap="round"/>`;

/**
 * @param {Suit} suit
 * @param {Figure} kind
 */
function robe(suit, kind) {
    const {colour, soft} = suit;
    const folds =
        kind === "king" || kind === "queen"
            ? `<path d="M26 104 34 62h16l8 42Z" fill="#fffaf0" ${line}/><path d="M36 74h12M35 84h14M33.5 94h17" stroke="${colour}" stroke-width="2.4"/>`
            : `<path d="M42 58V104" stroke="${ink}" stroke-width="2"/><path d="M42 58H18C12 70 10 88 9 104H42Z" fill="${soft}" ${line}/>`;
    const shoulders = `<path d="M9 104C9 84 13 68 22 60 30 55 54 55 62 60 71 68 75 84 75 104Z" fill="${colour}" ${line}/>`;
    const collar =
        kind === "king"
            ? `<path d="M22 60C30 72 54 72 62 60 58 54 26 54 22 60Z" fill="#fffaf0" ${line}/><path d="M30 62v3M38 65v3M46 65v3M54 62v3" stroke="${ink}" stroke-width="2" stroke-linecap="round"/>`
            : kind === "queen"
              ? `<path d="M28 57C33 66 51 66 56 57" fill="none" stroke="${gold}" stroke-width="4"/><circle cx="42" cy="65" r="3.4" fill="#b8372b" stroke="${goldDark}" stroke-width="1.5"/>`
              : `<path d="M28 58 35 66 42 58 49 66 56 58 50 53H34Z" fill="${gold}" ${line}/>`;
    return shoulders + folds + collar;
}

/** @type {(y: number) => string} */
const crown =
    y => `<path d="M26 ${y} 23 ${y - 18} 32 ${y - 9} 42 ${y - 22} 52 ${y - 9} 61 ${y - 18} 58 ${y}Z" fill="${gold}" ${line}/>
    <path d="M26 ${y}h32v5H26Z" fill="${goldDark}" ${line}/><circle cx="42" cy="${y - 7}" r="2.8" fill="#b8372b"/>
    <circle cx="23" cy="${y - 19}" r="2.4" fill="${gold}" ${line}/><circle cx="42" cy="${y - 23}" r="2.4" fill="${gold}" ${line}/><circle cx="61" cy="${y - 19}" r="2.4" fill="${gold}" ${line}/>`;

/** @param {Suit} suit */
function page(suit) {
    const {colour} = suit;
    return `${robe(suit, "page")}
        <path d="M27 44C23 26 34 22 42 22S61 26 57 44C60 52 57 57 53 57V36H31V57C27 57 24 52 27 44Z" fill="#9b5b23" ${line}/>
        ${face(42, 41)}${mouth(42, 50)}
        <path d="M25 31C26 17 36 12 44 13 55 13 61 21 60 31 48 26 36 26 25 31Z" fill="${colour}" ${line}/>
        <path d="M25 31C36 26 48 26 60 31V35C48 31 36 31 25 35Z" fill="${gold}" ${line}/>
        <path d="M52 16C58 2 70 3 76 9 70 10 73 14 69 15 71 18 66 20 57 21Z" fill="#fffaf0" ${line}/>`;
}

/** @param {Suit} suit */
function knight(suit) {
    const {colour, soft} = suit;
    return `<g transform="translate(9 -3) scale(.86)">${robe(suit, "page")}
        <path d="M28 42C25 22 36 17 42 17S60 22 57 42L56 54H29Z" fill="#c9ced6" ${line}/>
        ${face(42, 41)}${mouth(42, 50)}
        <path d="M27 36C27 20 35 15 42 15S57 20 57 36L46 32 42 36 38 32Z" fill="#aab4c1" ${line}/>
        <path d="M42 15C38 2 52-3 64 3 59 5 61 9 56 10 56 14 48 13 42 15Z" fill="${colour}" ${line}/></g>
        <path d="M4 104C2 82 10 70 20 63L18 53 26 59C40 60 48 68 52 78L56 86C56 92 50 95 46 91L36 87C34 94 36 99 38 104Z" fill="#f4ead8" ${line}/>
        <path d="M20 63C12 72 9 84 12 104H4C2 82 10 70 20 63Z" fill="${colour}" ${line}/>
        <circle cx="33" cy="71" r="2.3" fill="${ink}"/><circle cx="51" cy="87" r="1.6" fill="${ink}"/>
        <path d="M28 62 26 88M26 80 46 83" fill="none" stroke="${goldDark}" stroke-width="2.6"/><circle cx="27" cy="81" r="3" fill="${soft}" stroke="${goldDark}" stroke-width="1.6"/>`;
}

/** @param {Suit} suit */
function queen(suit) {
    return `<path d="M24 40C20 20 33 18 42 18S64 20 60 40C66 58 64 68 58 72H26C20 68 18 58 24 40Z" fill="#b9772e" ${line}/>
        ${robe(suit, "queen")}<path d="M36 50h12v9H36Z" fill="${skin}"/>
        ${face(42, 40)}${mouth(42, 49)}
        <path d="M29 36C30 25 38 24 42 24S54 25 55 36C50 28 46 27 42 27S34 28 29 36Z" fill="#b9772e" ${line}/>${crown(24)}`;
}

/** @param {Suit} suit */
function king(suit) {
    return `${robe(suit, "king")}
        <path d="M28 38C26 28 34 24 42 24S58 28 56 38L58 52C56 68 48 74 42 74S28 68 26 52Z" fill="#7b7f86" ${line}/>
        ${face(42, 40)}
        <path d="M29 45C33 47 37 44 42 46.5 47 44 51 47 55 45 56 58 50 68 42 70 34 68 28 58 29 45Z" fill="#9a9ea5" ${line}/>
        <path d="M38 53q4 3 8 0" fill="none" stroke="#7a2d22" stroke-width="2.2" stroke-linecap="round"/>${crown(26)}`;
}

const figures = {page, knight, queen, king};

/**
 * What a whole card shows below the waist.
 * @param {Figure} kind
 * @param {Suit} suit
 */
function skirt(kind, suit) {
    const {colour, soft} = suit;
    const inner =
        kind === "king" || kind === "queen"
            ? `<path d="M26 102 20 136H64L58 102Z" fill="#fffaf0" ${line}/><path d="M31 108H53M30 117H54M28 126H56" stroke="${colour}" stroke-width="2.4"/>`
            : `<path d="M9 102 4 136H42V102Z" fill="${soft}" ${line}/>`;
    const horse = `<path d="M4 102 3 136H44L38 102Z" fill="#f4ead8" ${line}/><path d="M4 102 3 136H13L12 102Z" fill="${colour}" ${line}/><path d="M24 112 26 136" stroke="${ink}" stroke-width="2"/>`;
    const cloth = `<path d="M9 102 4 136H80L75 102Z" fill="${colour}" ${line}/>`;
    return kind === "knight"
        ? `<path d="M40 86 44 136H82C82 112 76 96 70 84Z" fill="${colour}" ${line}/>${horse}`
        : cloth + inner;
}

/**
 * The figure at x, y, 104 high. With the letter of its suit it is a whole one, 136 high, and holds the sign.
 * @param {Figure} kind
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {{letter?: string}} look
 */
export function figure(kind, suit, x, y, scale, {letter}) {
    const held = letter
        ? `<circle cx="69" cy="76" r="6" fill="${skin}" ${line}/>${sign(suit, 72, 60, 34, letter === "S" || letter === "B" ? 8 : 0)}`
        : "";
    return `<g transform="translate(${x} ${y}) scale(${scale})">${letter ? skirt(kind, suit) : ""}${figures[kind](suit)}${held}</g>`;
}

/**
 * The figure above and, upside down, below the middle of a box.
 * @param {Figure} kind
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function twoHeads(kind, suit, x, y, width, height) {
    const scale = height / 2 / 104,
        half = figure(kind, suit, x + (width - 84 * scale) / 2, y, scale, {}),
        middle = y + height / 2;
    return `${half}<g transform="rotate(180 ${x + width / 2} ${middle})">${half}</g>
        <path d="M${x} ${middle}H${x + width}" stroke="${suit.colour}" stroke-width="2"/>`;
}
