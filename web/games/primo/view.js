// Reads a view of Primo: words and their stars, the top discard, which lengths count.
import {h, heard} from "../../dom.js";
import {message} from "../../messages.js";
import {packs, chip} from "../../cards.js";
import {readCards, readSeats} from "../../position.js";

/** @import {Position} from "../../position.js" */
/** @import {FactsEvent, GlanceEvent} from "./events.d.ts" */
/** @import {Scene} from "./primo.js" */

const pack = packs.letters;

/** @type {(card: string) => boolean} */
export const isLetter = card => /^[A-Z*]$/.test(card);

/** @type {(position: Position, seat: number) => string[]} */
export const wordsOf = ({fields}, seat) => {
    const text = readSeats(fields.words)[seat];
    return !text || text === "-" ? [] : text.split(",");
};
/**
 * "TA*XI" as its cards.
 * @param {string} text
 * @returns {{letter: string, star: boolean}[]}
 */
export const readWord = text => [...text.matchAll(/(\*?)([A-Z])/g)].map(([, star, letter]) => ({letter, star: star === "*"}));
/** @param {string} word */
export const lengthOf = word => readWord(word).length;
/** @param {Position} position */
export const topOf = ({fields}) => readCards(fields.thrown).cards.at(-1);
/** @param {Position} position */
export const solo = ({variant}) => variant === "solo";
/**
 * The lengths that words may have.
 * @param {Scene} scene
 */
export function needed({known, position}) {
    const {solo: alone, extreme, normal} = /** @type {FactsEvent} */ (known.facts);
    return solo(position) ? alone : position.fields.extreme ? extreme : normal;
}
/**
 * Where the reader stands; null for watchers, and in a replay where nobody’s eyes are used.
 * @param {Scene} scene
 */
export const glanceOf = ({glance}) => /** @type {GlanceEvent | null} */ (glance);
/**
 * What a special card does, in a sentence; undefined for letters.
 * @param {Scene} scene
 * @param {string} card
 */
export function helpOf({known}, card) {
    const help = /** @type {FactsEvent} */ (known.facts).specials.find(each => each.card === card)?.help;
    return help && message(help);
}
/** @param {Position} position */
export const settledOf = ({fields}) => (fields.settled ? fields.settled.split(",").map(Number) : []);

/**
 * The lengths that a seat's team has written.
 * @param {Scene} scene
 * @param {number} seat
 */
export function writtenOf({position, partners}, seat) {
    const mates = readSeats(position.fields.words)
        .map((_, other) => other)
        .filter(other => other === seat || partners(other, seat));
    return [...settledOf(position), ...mates.flatMap(mate => wordsOf(position, mate).map(lengthOf))];
}

/** @param {string} word */
export function wordChip(word) {
    return h(
        "span",
        {class: "word"},
        heard(
            readWord(word)
                .map(({letter}) => letter)
                .join(""),
        ),
        h(
            "span",
            {"aria-hidden": "true", class: "word-letters"},
            readWord(word).map(({letter, star}) => {
                const shown = chip(pack, letter);
                if (star) shown.classList.add("star");
                return shown;
            }),
        ),
    );
}
