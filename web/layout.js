// What is measured once the table has been drawn, and again whenever its size changes: lines between partners, and the hint's place.
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

/** @param {HTMLElement} felt */
function lay(felt) {
    layTies(felt);
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
