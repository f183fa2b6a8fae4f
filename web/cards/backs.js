// The backs of the cards: a pattern in a frame with the herald's banner, for packs of any height.
import {setting} from "../settings.js";

/** @typedef {{paper: string, edge: string, line: string, thread: string}} Dye */

/** @type {(columns: number, rows: number, draw: (column: number, row: number) => string) => string} */
const grid = (columns, rows, draw) =>
    Array.from({length: columns * rows}, (_, i) => draw(i % columns, Math.floor(i / columns))).join("");

/** @type {Record<string, {dye: Dye, pattern: (height: number) => string}>} */
const designs = {
    lozenges: {
        dye: {paper: "#7f2a22", edge: "#5c1c16", line: "#e7c88b", thread: "#c98d5d"},
        pattern: height =>
            grid(
                4,
                Math.floor((height - 20) / 20),
                (x, y) => `<path d="M${20 + x * 20} ${12 + y * 20.5}l10 10-10 10-10-10Z"/>`,
            ),
    },
    scales: {
        dye: {paper: "#21385f", edge: "#14233e", line: "#e7d3a0", thread: "#7f97c4"},
        pattern: height =>
            grid(
                6,
                Math.floor((height - 24) / 11),
                (x, y) => `<path d="M${25 + x * 14 - (y % 2) * 7} ${14 + y * 11}a7 7 0 0 1-14 0"/>`,
            ),
    },
    weave: {
        dye: {paper: "#1f4a3f", edge: "#12312a", line: "#e7d3a0", thread: "#6f9c8e"},
        pattern: height =>
            grid(7, Math.floor((height - 22) / 11), (x, y) =>
                (x + y) % 2
                    ? `<path d="M${12 + x * 11} ${17 + y * 11}h9"/>`
                    : `<path d="M${16.5 + x * 11} ${12.5 + y * 11}v9"/>`,
            ),
    },
    stars: {
        dye: {paper: "#2b2440", edge: "#171226", line: "#d9c6f0", thread: "#8f7fb8"},
        pattern: height =>
            grid(5, Math.floor((height - 20) / 16), (x, y) => {
                const left = 18 + x * 16 - (y % 2) * 4,
                    top = 18 + y * 16;
                return `<path d="M${left - 4} ${top}h8M${left} ${top - 4}v8M${left - 2.4} ${top - 2.4}l4.8 4.8M${left + 2.4} ${top - 2.4}l-4.8 4.8"/>`;
            }),
    },
};

/**
 * The back of a card 100 wide, in the design that was chosen or else the pack's own.
 * @param {string} own
 * @param {number} height
 */
export function backOf(own, height) {
    const {dye, pattern} = designs[setting("back")] ?? designs[own];
    const middle = height / 2;
    return `<rect x="1" y="1" width="98" height="${height - 2}" rx="10" fill="${dye.paper}" stroke="${dye.edge}" stroke-width="1.5"/>
        <rect x="7" y="7" width="86" height="${height - 14}" rx="6" fill="none" stroke="${dye.line}" stroke-width="1.8"/>
        <g fill="none" stroke="${dye.thread}" stroke-width="1.5" stroke-linecap="round" opacity=".8">${pattern(height)}</g>
        <path d="M36 ${middle - 26}H64V${middle + 24}L50 ${middle + 15} 36 ${middle + 24}Z" fill="${dye.line}"/><circle cx="50" cy="${middle - 8}" r="8" fill="${dye.paper}"/>`;
}
