// Measures a table once it has been drawn, and again whenever its size changes.
// It places the lines between partners and the hint, and finds what a small screen has to scroll to.
import {find, findAll} from "./dom.js";
import {layTies} from "./ties.js";

const gap = 6; // pixels between a hint and what it recommends

/**
 * Lifts the hint above whatever it recommends on the table, so that it never covers the card or board to be clicked.
 * @param {HTMLElement} felt
 */
function liftHint(felt) {
    const hint = find(felt, ".hint");
    if (!hint) return;
    hint.style.translate = "";
    const {left, right, top, bottom} = hint.getBoundingClientRect();
    const covered = findAll(felt, ".marked")
        .map(element => element.getBoundingClientRect())
        .filter(box => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
    if (!covered.length) return;
    const room = top - felt.getBoundingClientRect().top - gap,
        wanted = bottom - Math.min(...covered.map(box => box.top)) + gap;
    hint.style.translate = `0 ${-Math.max(0, Math.min(wanted, room))}px`;
}

/** @type {WeakMap<Element, string>} */
const sought = new WeakMap(); // what was scrolled to, and at which size: the reader may have scrolled on

/**
 * Brings what is recommended on the table into sight, once at every size.
 * @param {HTMLElement} felt
 */
function showMarked(felt) {
    const marked = find(felt, ".arena .marked"),
        size = `${felt.clientWidth}x${felt.clientHeight}`;
    if (!marked || sought.get(marked) === size) return;
    sought.set(marked, size);
    marked.scrollIntoView({block: "nearest", inline: "nearest"});
}

/** @param {HTMLElement} felt */
function lay(felt) {
    layTies(felt);
    showMarked(felt);
    liftHint(felt);
}

const watcher = new ResizeObserver(entries => {
    for (const {target} of entries) if (target instanceof HTMLElement) lay(target);
});

/**
 * Lays out the table that has just been drawn, now and whenever its size changes.
 * @param {HTMLElement} place
 */
export function layOut(place) {
    const felt = find(place, ".felt");
    if (!felt) return;
    watcher.disconnect();
    watcher.observe(felt); // lays it out at once, too
}
