// Shows the rules of the variant that is played, in the reader's language, with pictures of the cards.
// The text is the one that `araldo rules` prints; docs/translating.md describes its form.
import {cardElement, chip} from "./cards.js";
import {h} from "./dom.js";
import {drawingOf, gameName} from "./known.js";
import {message, language} from "./messages.js";
import {addressOf} from "./place.js";
import {optionsInForce} from "./options.js";
import {dialog} from "./ui.js";
import {gameFacts} from "./welcome.js";
/** @import {Pack} from "./cards.js" */
/** @import {Child} from "./elements.d.ts" */
/** @import {Agreed} from "./protocol.d.ts" */

/** @typedef {Pick<Agreed, "game" | "variant" | "people" | "options">} Played */
/** @typedef {{text: string, start: number, end: number}} Cell part of a table's line, and the columns that it fills */

const item = /^(- |\d+\. )/;

// ---- what is for which variant

/**
 * Whether "heralds robot", "not solo" or "terminal" means a variant.
 * @param {string} words
 * @param {string} variant
 */
function means(words, variant) {
    const [first, ...rest] = words.split(" ");
    return first === "not" ? !rest.includes(variant) : [first, ...rest].includes(variant);
}

/**
 * The lines of a block that are for a variant: a line that begins with @ says for which the rest of the block is, or the next item.
 * @param {string[]} lines
 * @param {string} variant
 */
function linesFor(lines, variant) {
    let kept = true;
    return lines.filter((line, i) => {
        if (line.startsWith("@ ")) kept = means(line.slice(2), variant);
        else if (item.test(line) && !lines[i - 1]?.startsWith("@ ")) kept = true;
        return kept && !line.startsWith("@ ");
    });
}

// ---- words and cards

/**
 * The variants' names in quotes, as they are typed, become those of the form.
 * @param {string} text
 * @param {string} game
 */
function withLabels(text, game) {
    return gameFacts(game).variants.reduce(
        (so_far, {name, label}) =>
            so_far.replace(new RegExp(`(?<=[“«„]\u00a0?)${name}(?=\u00a0?[”»“])`, "g"), message(label || name)),
        text,
    );
}

/** How cards are written in tables and examples. */
const written = {
    italian: /\b(?:10|[1-9])[SBCD]\b/g,
    french: /\b[2-9TJQKA][cdhs]\b/g,
    letters: /\b[A-Z]{4}\b|\b[A-Z](?= \d|\))/g, // "E 11", "ROUE", "(M)"
};

/**
 * A text with its cards drawn.
 * @param {string} text
 * @param {Pack} pack
 * @returns {Child[]}
 */
function withCards(text, pack) {
    /** @type {Child[]} */
    const parts = [];
    let done = 0;
    for (const {0: found, index} of text.matchAll(written[pack.kind])) {
        const cards = pack.kind === "letters" ? [...found].map(letter => chip(pack, letter)) : cardElement(pack, found);
        parts.push(text.slice(done, index), cards);
        done = index + found.length;
    }
    return [...parts, text.slice(done)];
}

// ---- tables

/**
 * The cells of a line: two blanks part them.
 * @param {string} line
 * @returns {Cell[]}
 */
const cellsOf = line =>
    [...line.matchAll(/[^ ]+(?: [^ ]+)*/g)].map(({0: text, index}) => ({text, start: index, end: index + text.length}));

/**
 * The rows of a table; a line that begins under a later cell of the row above goes on with it.
 * @param {string[]} lines
 */
function rowsOf(lines) {
    /** @type {Cell[][]} */
    const rows = [];
    for (const line of lines) {
        const cells = cellsOf(line),
            above = rows.at(-1)?.find((cell, i) => i > 0 && cell.start === cells[0].start);
        if (above && cells.length === 1) above.text += ` ${cells[0].text}`;
        else rows.push(cells);
    }
    return rows;
}

/**
 * Where the columns are: cells that overlap are in the same one.
 * @param {Cell[][]} rows
 */
function columnsOf(rows) {
    /** @type {{start: number, end: number}[]} */
    const columns = [];
    for (const {start, end} of rows.flat().sort((a, b) => a.start - b.start)) {
        const last = columns.at(-1);
        if (last && start < last.end) last.end = Math.max(last.end, end);
        else columns.push({start, end});
    }
    return columns;
}

/**
 * @param {Cell[]} cells
 * @param {Pack} pack
 */
const example = (cells, pack) =>
    h(
        "p",
        {class: "example"},
        cells.map(({text}) => [h("span", {}, withCards(text, pack)), " "]),
    );

/**
 * @param {string[]} lines
 * @param {Pack} pack
 */
function table(lines, pack) {
    const rows = rowsOf(lines),
        columns = columnsOf(rows.filter(cells => cells.length > 1));
    if (rows.length === 1 || !columns.length) return rows.map(cells => example(cells, pack));
    /** @type {(cells: Cell[], column: {start: number, end: number}) => string} */
    const textIn = (cells, {start, end}) => cells.find(cell => cell.start >= start && cell.start < end)?.text ?? "";
    const figures = columns.map(column => rows.every(cells => cells.length === 1 || textIn(cells, column).length <= 2));
    /** @param {Cell[]} cells */
    const row = cells => {
        if (cells.length === 1) return h("tr", {}, h("th", {colspan: columns.length}, withCards(cells[0].text, pack)));
        return h(
            "tr",
            {},
            columns.map((column, i) => {
                const words = withCards(textIn(cells, column), pack);
                return i ? h("td", {class: figures[i] && "figure"}, words) : h("th", {}, words);
            }),
        );
    };
    return h("div", {class: "rules-table", tabindex: "0"}, h("table", {}, h("tbody", {}, rows.map(row))));
}

// ---- the text

/**
 * @param {string[]} lines
 * @returns {Child}
 */
function list(lines) {
    /** @type {string[]} */
    const items = [];
    for (const line of lines) {
        if (item.test(line)) items.push(line.replace(item, ""));
        else items[items.length - 1] += ` ${line.trim()}`;
    }
    return h(
        lines[0].startsWith("-") ? "ul" : "ol",
        {},
        items.map(words => h("li", {}, words)),
    );
}

/**
 * @param {Played} played
 * @returns {Child}
 */
function options(played) {
    const inForce = optionsInForce(played);
    if (!inForce.length) return null;
    return [
        h("h3", {}, message("At this table")),
        h(
            "ul",
            {},
            inForce.map(words => h("li", {}, words)),
        ),
    ];
}

/**
 * @param {string} text
 * @param {Played} played
 * @returns {Child[]}
 */
function readRules(text, played) {
    const {pack} = drawingOf(played.game);
    /** @type {Child[]} */
    const parts = [];
    let shown = true, // whether the section is for this variant
        opened = false; // whether there was a section yet
    for (const block of withLabels(text, played.game).trim().split(/\n\n+/)) {
        const lines = linesFor(block.split("\n"), played.variant),
            heading = /\n-+$/.test(block) && !item.test(block);
        if (/\n=+$/.test(block)) continue; // the dialog has the title
        if (heading) {
            if (!opened) parts.push(options(played));
            opened = true;
            shown = lines.length > 0;
        }
        if (!shown || !lines.length) continue;
        if (heading) parts.push(h("h3", {}, lines[0]));
        else if (lines[0].startsWith("    ")) parts.push(table(lines, pack));
        else if (item.test(lines[0])) parts.push(list(lines));
        else parts.push(h("p", {}, lines.join(" ")));
    }
    return parts;
}

/** @param {Played} played */
export async function showRules(played) {
    const answer = await fetch(addressOf(`rules/${played.game}.${language()}.txt`));
    const rules = answer.ok ? readRules(await answer.text(), played) : message("The rules cannot be shown right now.");
    dialog(gameName(played), () => h("article", {class: "rules"}, rules), {wide: true});
}
