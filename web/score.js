// Scores: a table of items, and the points by round as a chart that is also readable as a table.
import {drawing, escapeMarkup, h} from "./dom.js";
import {message} from "./messages.js";
/** @import {Child} from "./elements.d.ts" */

const strokes = ["", "7 4", "2 4", "10 3 2 3", "1 3", "12 5"];
export const seatColours = [
    "var(--seat-0)",
    "var(--seat-1)",
    "var(--seat-2)",
    "var(--seat-3)",
    "var(--seat-4)",
    "var(--seat-5)",
];

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {Child[][]} rows lists of cells; the first of each is its head
 * @param {string[]} marks classes of the rows that stand out: "best", "sum"
 */
export function scoreTable(caption, heads, rows, marks = []) {
    return h(
        "table",
        {class: "scores"},
        caption && h("caption", {}, caption),
        h(
            "thead",
            {},
            h(
                "tr",
                {},
                heads.map(head => (head ? h("th", {scope: "col"}, head) : h("td", {}))),
            ),
        ),
        h(
            "tbody",
            {},
            rows.map((cells, r) =>
                h(
                    "tr",
                    {class: marks[r] ?? ""},
                    cells.map((cell, i) => (i ? h("td", {}, cell) : h("th", {scope: "row"}, cell))),
                ),
            ),
        ),
    );
}

const labelGap = 16, // between the lines of labels
    wide = 520, // drawn for a wide place,
    phone = 600, // pixels of a screen
    narrow = 340, // or for a phone and the side of the table, where its labels would be too small to read
    ruler = document.createElement("canvas").getContext("2d");

/**
 * A name and a value that take no more room than there is: a name that is too long ends in an ellipsis.
 * @param {string} name
 * @param {number} value
 * @param {number} room
 */
function label(name, value, room) {
    if (ruler) ruler.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
    for (let letters = [...name]; letters.length; letters = letters.slice(0, -1)) {
        const words = `${letters.join("").trim()}${letters.length < [...name].length ? "…" : ""} ${value}`;
        if (!ruler || ruler.measureText(words).width <= room) return words;
    }
    return String(value);
}

/** @typedef {{label: string, totals: number[], start?: number[]}} Round the scores after it, and those before the first */

/**
 * A line for each seat, told apart by stroke and label as well.
 * @param {Round[]} rounds
 * @param {string[]} names of the seats
 * @param {string} word what a round of this game is called
 * @param {{aside?: boolean}} place whether it is at the side of the table
 */
export function chart(rounds, names, word, {aside = innerWidth < phone} = {}) {
    if (rounds.length < 1) return null;
    const all = [{label: "0", totals: names.map((_, seat) => rounds[0].start?.[seat] ?? 0)}, ...rounds];
    const width = aside ? narrow : wide,
        height = aside ? 220 : 240,
        left = 32,
        right = aside ? 116 : 140, // room for a name and a number
        top = 16,
        bottom = 30;
    const values = all.flatMap(round => round.totals),
        most = Math.max(1, ...values),
        least = Math.min(0, ...values);
    /** @param {number} i */
    const x = i => left + ((width - left - right) * i) / Math.max(1, all.length - 1);
    /** @param {number} value */
    const y = value => height - bottom - ((height - top - bottom) * (value - least)) / (most - least);
    const step = Math.max(1, Math.ceil((most - least) / 5));
    const grid = [];
    for (let value = Math.ceil(least / step) * step; value <= most; value += step)
        grid.push(
            `<path d="M${left} ${y(value)}H${width - right}" class="chart-grid"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end" class="chart-text">${value}</text>`,
        );
    const every = Math.ceil(all.length / (aside ? 6 : 9));
    const ticks = all.map((round, i) =>
        i % every
            ? ""
            : `<text x="${x(i)}" y="${height - 9}" text-anchor="middle" class="chart-text">${escapeMarkup(round.label)}</text>`,
    );
    // Labels at the lines' ends, pushed apart where they would meet.
    const {totals: last} = all[all.length - 1];
    const ends = names
        .map((name, seat) => ({name, seat, value: last[seat], height: y(last[seat])}))
        .sort((a, b) => a.height - b.height);
    ends.forEach((end, i) => {
        const lowest = height - bottom - (ends.length - 1 - i) * labelGap; // so that those below have room too
        end.height = Math.min(Math.max(end.height, i ? ends[i - 1].height + labelGap : 0), lowest);
    });
    const lines = names.map(
        (_, seat) =>
            `<polyline points="${all.map((round, i) => `${x(i)},${y(round.totals[seat])}`).join(" ")}" fill="none" stroke="${seatColours[seat]}" stroke-width="2.5" stroke-dasharray="${strokes[seat]}" stroke-linejoin="round"/>${all.map((round, i) => `<circle cx="${x(i)}" cy="${y(round.totals[seat])}" r="3" fill="${seatColours[seat]}"/>`).join("")}`,
    );
    const labels = ends.map(
        end =>
            `<text x="${width - right + 9}" y="${end.height + 4}" class="chart-label" fill="${seatColours[end.seat]}">${escapeMarkup(label(end.name, end.value, right - 14))}</text>`,
    );
    return h(
        "figure",
        {class: "chart"},
        drawing(
            grid.join("") + ticks.join("") + lines.join("") + labels.join(""),
            `0 0 ${width} ${height}`,
            message("The points so far, as in the table below."),
        ),
        h(
            "details",
            {},
            h("summary", {}, message("As a table")),
            scoreTable(
                "",
                [word, ...names],
                rounds.map(round => [round.label, ...round.totals]),
            ),
        ),
    );
}
