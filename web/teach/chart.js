// How many people had each result of a deal, as a picture that also says so in words.
import {drawing, escapeMarkup} from "../dom.js";
import {language, message} from "../messages.js";

const binsMost = 15,
    width = 480,
    row = 20;

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
 * @param {[number, number][]} scores each result, and how many people had it
 * @param {number} own
 * @param {number | null} rival strong's
 * @param {string} [title] for a picture that stands alone
 */
export function chart(scores, own, rival, title = "") {
    const bins = binsOf(scores, own, rival),
        most = Math.max(1, ...bins.map(({people}) => people)),
        top = title ? 2 * row : 4,
        height = top + bins.length * row + 4,
        said = bins
            .filter(({people}) => people)
            .map(({from, to, people}) => `${label(from, to)}${message(": ")}${people}`)
            .join("; "),
        lines = bins.map(({from, to, people}, i) => {
            const y = top + i * row,
                mine = own >= from && own <= to,
                marks = [
                    mine && message("you"),
                    rival !== null && rival >= from && rival <= to && message("strong"),
                    people && people,
                ].filter(Boolean);
            return (
                `<text x="70" y="${y + 14}" text-anchor="end" font-size="13" fill="currentColor">${label(from, to)}</text>` +
                `<rect x="78" y="${y + 3}" width="${Math.round((people / most) * 280)}" height="${row - 6}" fill="${mine ? "#b3261e" : "#6b7f99"}"/>` +
                `<text x="${84 + Math.round((people / most) * 280)}" y="${y + 14}" font-size="13" fill="currentColor">${escapeMarkup(marks.join(" · "))}</text>`
            );
        }),
        heading =
            title && `<text x="4" y="20" font-size="15" font-weight="600" fill="currentColor">${escapeMarkup(title)}</text>`,
        picture = drawing(
            heading + lines.join(""),
            `0 0 ${width} ${height}`,
            message("Everyone’s results: {results}", {results: said}),
        );
    picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    picture.setAttribute("font-family", "sans-serif");
    picture.classList.add("daily-chart");
    return picture;
}

/**
 * @param {number} from
 * @param {number} to
 */
const label = (from, to) => (from === to ? shownScore(from) : `${shownScore(from)} … ${shownScore(to)}`);
