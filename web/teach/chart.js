// How many people had each result of a deal, as a picture that also says so in words.
import {drawing, escapeMarkup} from "../dom.js";
import {language, message} from "../messages.js";

const binsMost = 15,
    width = 480,
    row = 20,
    longest = 280, // bar
    nameRoom = 70,
    margin = 4,
    edge = 16, // of a picture that stands alone
    sharp = 3; // its pixels for each of the page's

/** @param {number} score */
export const shownScore = score => score.toLocaleString(language(), {signDisplay: "exceptZero"}).replace("-", "−");

/**
 * Results that lie close together share a bar.
 * @param {[number, number][]} scores
 * @param {number} own
 * @param {number | null} rival
 */
function binsOf(scores, own, rival) {
    const known = [...scores.map(([score]) => score), own, rival ?? own],
        least = Math.min(...known),
        size = Math.max(1, Math.ceil((Math.max(...known) - least + 1) / binsMost)),
        bins = Array.from({length: Math.floor((Math.max(...known) - least) / size) + 1}, (_, i) => ({
            from: least + i * size,
            to: least + i * size + size - 1,
            people: 0,
        }));
    for (const [score, people] of scores) bins[Math.floor((score - least) / size)].people += people;
    return bins.reverse();
}

/**
 * @param {number} from
 * @param {number} to
 */
const label = (from, to) => (from === to ? shownScore(from) : `${shownScore(from)} … ${shownScore(to)}`);

/**
 * The rows of the chart, each from `top` on: what its bar stands for, how long it is, and what is said beside it.
 * @param {[number, number][]} scores
 * @param {number} own
 * @param {number | null} rival
 */
function rowsOf(scores, own, rival) {
    const bins = binsOf(scores, own, rival),
        most = Math.max(1, ...bins.map(({people}) => people));
    return bins.map(({from, to, people}) => {
        const mine = own >= from && own <= to,
            marks = [
                mine && message("you"),
                rival !== null && rival >= from && rival <= to && message("strong"),
                people && people,
            ].filter(Boolean);
        return {
            name: label(from, to),
            people,
            long: Math.round((people / most) * longest),
            colour: mine ? "#b3261e" : "#6b7f99",
            beside: marks.join(" · "),
        };
    });
}

/**
 * @param {[number, number][]} scores each result, and how many people had it
 * @param {number} own
 * @param {number | null} rival strong's
 */
export function chart(scores, own, rival) {
    const rows = rowsOf(scores, own, rival),
        said = rows
            .filter(({people}) => people)
            .map(({name, people}) => `${name}${message(": ")}${people}`)
            .join("; "),
        lines = rows.map(({name, long, colour, beside}, i) => {
            const y = margin + i * row;
            return (
                `<text x="${nameRoom}" y="${y + 14}" text-anchor="end" font-size="13" fill="currentColor">${escapeMarkup(name)}</text>` +
                `<rect x="${nameRoom + 8}" y="${y + 3}" width="${long}" height="${row - 6}" fill="${colour}"/>` +
                `<text x="${nameRoom + 14 + long}" y="${y + 14}" font-size="13" fill="currentColor">${escapeMarkup(beside)}</text>`
            );
        }),
        drawn = drawing(
            lines.join(""),
            `0 0 ${width} ${2 * margin + rows.length * row}`,
            message("Everyone’s results: {results}", {results: said}),
        );
    drawn.setAttribute("font-family", "sans-serif");
    drawn.classList.add("daily-chart");
    return drawn;
}

/**
 * The same as a picture to be sent, which stands alone: with a title above it and lines of text below.
 * @param {[number, number][]} scores
 * @param {number} own
 * @param {number | null} rival
 * @param {string} title
 * @param {string[]} below
 * @returns {Promise<Blob>}
 */
export function picture(scores, own, rival, title, below) {
    const rows = rowsOf(scores, own, rival),
        canvas = document.createElement("canvas"),
        pen = canvas.getContext("2d"),
        room = width - 2 * edge,
        top = edge + 1.6 * row,
        height = top + rows.length * row + (below.length + 0.5) * row + edge;
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    if (!pen) return Promise.reject(new Error("nothing to draw on"));
    pen.scale(sharp, sharp);
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, width, height);
    /** @type {(words: string, x: number, y: number, font?: string, align?: CanvasTextAlign) => void} */
    const write = (words, x, y, font = "13px sans-serif", align = "left") => {
        pen.font = font;
        pen.textAlign = align;
        pen.fillStyle = "#222";
        pen.fillText(words, x, y, room);
    };
    write(title, edge, edge + 14, "600 15px sans-serif");
    for (const [i, {name, long, colour, beside}] of rows.entries()) {
        const y = top + i * row;
        write(name, nameRoom, y + 14, undefined, "right");
        pen.fillStyle = colour;
        pen.fillRect(nameRoom + 8, y + 3, long, row - 6);
        write(beside, nameRoom + 14 + long, y + 14);
    }
    for (const [i, words] of below.entries()) write(words, edge, top + (rows.length + i + 1) * row + 6);
    return new Promise((resolve, reject) => {
        canvas.toBlob(made => (made ? resolve(made) : reject(new Error("no picture"))), "image/png");
    });
}
