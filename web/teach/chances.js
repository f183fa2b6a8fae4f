// The chance of winning, decision by decision, as a chart: mistakes are told apart by shape as well as colour.
import {drawing, escapeMarkup, h} from "../dom.js";
import {message} from "../messages.js";

/** @import {Decision} from "./teach.d.ts" */

const wide = 640,
    narrow = 340, // on a phone, so that its words are as large
    height = 230,
    left = 44,
    right = 16,
    top = 14,
    bottom = 26,
    labelRoom = 48; // for the number of a move

/** @param {number} chance */
const y = chance => height - bottom - (height - top - bottom) * chance;

/** @type {Record<Decision["verdict"], (x: number, y: number) => string>} */
const marks = {
    fine: (px, py) => `<circle cx="${px}" cy="${py}" r="2.2" class="chance-fine"/>`,
    only: (px, py) => `<circle cx="${px}" cy="${py}" r="5.5" class="chance-only"/>`,
    mistake: (px, py) => `<path d="M${px - 6} ${py - 5}h12l-6 10z" class="chance-mistake"/>`,
    blunder: (px, py) => `<path d="M${px} ${py - 8}l8 8-8 8-8-8z" class="chance-blunder"/>`,
};

/** @param {number} width */
const grid = width =>
    [0, 0.25, 0.5, 0.75, 1]
        .map(
            chance =>
                `<path d="M${left} ${y(chance)}H${width - right}" class="chart-grid"/><text x="${left - 7}" y="${y(chance) + 4}" text-anchor="end" class="chart-text">${Math.round(chance * 100)}%</text>`,
        )
        .join("");

/**
 * @param {Decision[]} decisions those judged so far
 * @param {number} count all of them
 * @param {number} chosen which of them is looked at
 * @param {boolean | null} won how it ended; null while it is not known
 * @param {(index: number) => void} choose
 */
export function chancesChart(decisions, count, chosen, won, choose) {
    const width = innerWidth < wide ? narrow : wide,
        room = width - left - right;
    /** @param {number} i */
    const x = i => left + (room * i) / Math.max(1, count);
    // With the best move, and with the one that was made: from there to the next decision it is the others and the cards.
    const points = decisions.flatMap(({before, after}, i) => [
            [x(i), y(before)],
            [x(i + 0.4), y(after)],
        ]),
        ended = won !== null && decisions.length === count;
    if (ended) points.push([x(count), y(won ? 1 : 0)]);
    const every = Math.max(1, Math.ceil((count * labelRoom) / room)),
        ticks = decisions
            .filter((_, i) => i % every === 0)
            .map(
                ({move}, i) =>
                    `<text x="${x(i * every)}" y="${height - 8}" text-anchor="middle" class="chart-text">${move}</text>`,
            ),
        end = ended
            ? `<text x="${width - right - 4}" y="${won ? y(1) + 15 : y(0) - 7}" text-anchor="end" class="chart-label">${escapeMarkup(won ? message("won") : message("lost"))}</text>`
            : "",
        at = decisions[chosen] ? `<path d="M${x(chosen)} ${top}V${height - bottom}" class="chance-chosen"/>` : "";
    const picture = drawing(
        grid(width) +
            ticks.join("") +
            at +
            `<polyline points="${points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ")}" class="chance-line"/>` +
            decisions.map(({before, verdict}, i) => marks[verdict](x(i), y(before))).join("") +
            end,
        `0 0 ${width} ${height}`,
        message("The chance of winning, decision by decision, as in the table below."),
    );
    /** @param {MouseEvent} event */
    const pressed = ({clientX, currentTarget: box}) => {
        if (!(box instanceof HTMLElement) || !decisions.length) return;
        const shown = box.getBoundingClientRect(),
            place = ((clientX - shown.left) / shown.width) * width;
        choose(Math.max(0, Math.min(decisions.length - 1, Math.round(((place - left) / room) * count))));
    };
    return h("div", {class: "chances-picture", onclick: pressed}, picture);
}

/** What the shapes mean. */
export const chancesKey = () =>
    h(
        "ul",
        {class: "chances-key"},
        /** @type {[Decision["verdict"], string][]} */ ([
            ["only", message("the only good move")],
            ["mistake", message("mistake")],
            ["blunder", message("blunder")],
        ]).map(([verdict, words]) => h("li", {}, drawing(marks[verdict](10, 10), "0 0 20 20"), words)),
    );
