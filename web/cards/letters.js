// Primo's cards: letters on white, blue, red or black, with dots for the colour's strength, and the special cards.
import {ink, gold, goldDark} from "./suits.js";
import {inSans, inSerif} from "./glyphs.js";
import {backOf} from "./backs.js";
import {largeIndices} from "./looks.js";

export const viewBox = "0 0 100 128";
/** @type {Record<string, {paper: string, print: string, edge: string, dots: number, letters: string}>} */
const colours = {
    white: {paper: "#fffdf6", print: "#2a2320", edge: "#cfc6b2", dots: 0, letters: "EAINORSTUL"},
    blue: {paper: "#2f6fb5", print: "#ffffff", edge: "#1d4d84", dots: 1, letters: "DMCP"},
    red: {paper: "#bf342c", print: "#ffffff", edge: "#84201a", dots: 2, letters: "BFGHV"},
    black: {paper: "#26262b", print: "#ffffff", edge: "#000000", dots: 3, letters: "JKQWXYZ"},
};
/** @param {string} letter */
export const colourOf = letter => Object.keys(colours).find(colour => colours[colour].letters.includes(letter)) ?? "white";

const line = `stroke="${ink}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"`;
/** @type {(x: number, y: number, r: number) => string} */
const star = (x, y, r) =>
    `<path d="${Array.from({length: 10}, (_, i) => {
        const angle = Math.PI * (i / 5 - 0.5),
            far = i % 2 ? r * 0.45 : r;
        return `${i ? "L" : "M"}${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
    }).join("")}Z" fill="${gold}" stroke="${goldDark}" stroke-width="3" stroke-linejoin="round"/>`;
const steam = `<path d="M-12-30q-6-8 0-15t0-14M6-30q-6-8 0-15t0-14" fill="none" stroke="#8b7a63" stroke-width="4" stroke-linecap="round"/>`;

/**
 * Each in a square from -50 to 50.
 * @type {Record<string, string>}
 */
const signs = {
    "*": star(0, 2, 44),
    crayon: `<g transform="rotate(40)"><path d="M-11-40H11V26L0 48-11 26Z" fill="${gold}" ${line}/><path d="M-11 26 0 48 11 26Z" fill="#f3cfa4" ${line}/><path d="M-3.5 41 0 48 3.5 41Z" fill="${ink}"/><path d="M-11-40H11V-28H-11Z" fill="#d77a72" ${line}/><path d="M-11-28H11V-20H-11Z" fill="#b9bec6" ${line}/><path d="M-3-18V27M4-18V27" stroke="${goldDark}" stroke-width="2"/></g>`,
    gomme: `<g transform="rotate(-24)"><rect x="-40" y="-20" width="80" height="40" rx="8" fill="#ef9a94" ${line}/><path d="M-10-20H32A8 8 0 0 1 40-12V12A8 8 0 0 1 32 20H-10Z" fill="#3b6ea8" ${line}/><path d="M2-20V20M28-20V20" stroke="#fffdf6" stroke-width="4"/></g><path d="M-44 42H-14M-4 46H14" stroke="#a9a094" stroke-width="4" stroke-linecap="round"/>`,
    pause: `${steam.replaceAll("-30", "-14")}<path d="M-34-8H24V16C24 36 12 42-5 42S-34 36-34 16Z" fill="#fffdf6" ${line}/><path d="M24-2C44-4 44 24 22 22" fill="none" ${line}/><ellipse cx="-5" cy="-8" rx="29" ry="7" fill="#6d4527" ${line}/>`,
    fantome: `<path d="M-34 44V-6C-34-32-18-46 0-46S34-32 34-6V44L22 34 11 44 0 34-11 44-22 34Z" fill="#eef0f6" ${line}/><ellipse cx="-11" cy="-10" rx="5" ry="7" fill="${ink}"/><ellipse cx="12" cy="-10" rx="5" ry="7" fill="${ink}"/><ellipse cx="0" cy="11" rx="6" ry="8" fill="${ink}"/>`,
    magicien: `<path d="M-24-34H24L28 22H-28Z" fill="#3a2a55" ${line}/><path d="M-28 8H28V20H-28Z" fill="#c2412d" ${line}/><ellipse cy="24" rx="46" ry="11" fill="#3a2a55" ${line}/><ellipse cy="-34" rx="24" ry="6" fill="#594580" ${line}/>${star(2, -12, 11)}<path d="M30-16 46-44" stroke="${ink}" stroke-width="5" stroke-linecap="round"/>`,
    marqueur: `<g transform="rotate(40)"><path d="M-14-44H14V14H-14Z" fill="#2b2f38" ${line}/><path d="M-14-4H14V8H-14Z" fill="#c2412d" ${line}/><path d="M-12 14H12L8 32H-8Z" fill="#5b616d" ${line}/><path d="M-7 32H7L4 47-5 42Z" fill="#c2412d" ${line}/></g>`,
    cafetiere: `<path d="M-20-26H18L28 42H-30Z" fill="#b9bec6" ${line}/><path d="M-24 6H23L28 42H-30Z" fill="#8f959f" ${line}/><path d="M18-22 42-28 34-4 22 4Z" fill="#b9bec6" ${line}/><path d="M-22-18C-46-18-46 26-28 24" fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round"/><path d="M-22-26C-18-38 14-38 20-26Z" fill="#8f959f" ${line}/><circle cx="-1" cy="-41" r="6" fill="${ink}"/>`,
};
export const specials = Object.keys(signs).filter(name => name !== "*");

/** @param {string} card */
function drawLetter(card) {
    const {paper, print, edge, dots} = colours[colourOf(card)];
    const marks = Array.from({length: dots}, (_, i) => `<circle cx="${84 - i * 12}" cy="16" r="4" fill="${print}"/>`).join("");
    return `<rect x="1.5" y="1.5" width="97" height="125" rx="12" fill="${paper}" stroke="${edge}" stroke-width="2"/>
        <rect x="8" y="8" width="84" height="112" rx="7" fill="none" stroke="${print}" stroke-width="1.5" opacity=".28"/>
        ${inSerif(card, 50, largeIndices() ? 100 : 92, largeIndices() ? 100 : 78, print)}${largeIndices() ? "" : inSans(card, 18, 28, 19, print)}${marks}`;
}

/** @param {string} card */
export function draw(card) {
    if (/^[A-Z]$/.test(card)) return drawLetter(card);
    const paper = card === "*" ? "#fdf1cf" : "#f1e7d6";
    return `<rect x="1.5" y="1.5" width="97" height="125" rx="12" fill="${paper}" stroke="#bda777" stroke-width="2"/>
        <rect x="8" y="8" width="84" height="112" rx="7" fill="#fffdf6" stroke="#d9c9a2" stroke-width="1.5"/>
        <g transform="translate(50 64) scale(${card === "*" ? 0.84 : 0.74})">${signs[card]}</g>`;
}

export const back = () => backOf("weave", 128);
