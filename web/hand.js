// Cards to act with, by tap or click, by dragging, or by keyboard alone.
// One card of the row is in the tab order; the arrow keys move among them.
import {findAll, h} from "./dom.js";
import {cardElement} from "./cards.js";
/** @import {Pack} from "./cards.js" */

const dragFrom = 9; // pixels before a press becomes a drag

/**
 * A card of the row.
 * @typedef {object} HandCard
 * @property {string} card
 * @property {string} [key] tells equal cards apart, for the focus
 * @property {string} [label] read out; else the name of the card
 * @property {boolean} [off] whether nothing can be done with it now
 * @property {boolean} [marked] whether the hint means it
 * @property {boolean} [chosen] for cards that are chosen before they are played
 * @property {() => void} act plays or chooses it
 * @property {(on: boolean) => void} [look] shows what it would do, while the pointer or the focus is on it
 */

/**
 * `drop` takes a card that was dragged onto an element with data-drop.
 * @template {HandCard} Entry
 * @param {Pack} pack
 * @param {string} label
 * @param {Entry[]} cards
 * @param {{drop?: (entry: Entry, target: HTMLElement) => void, cls?: string}} options
 */
export function cardRow(pack, label, cards, {drop, cls = ""} = {}) {
    const row = h("div", {
        class: `hand ${cls} ${cards.some(entry => !entry.off) ? "live" : ""}`,
        role: "toolbar",
        "aria-label": label,
        vars: {count: cards.length},
    });
    cards.forEach((entry, i) => row.append(cardButton(pack, entry, i, drop)));
    row.addEventListener("keydown", event => walk(row, event));
    row.addEventListener("focusin", event => event.target instanceof Element && only(row, event.target.closest(".card")));
    return row;
}

/**
 * @template {HandCard} Entry
 * @param {Pack} pack
 * @param {Entry} entry
 * @param {number} i its place in the row
 * @param {((entry: Entry, target: HTMLElement) => void) | undefined} drop
 */
function cardButton(pack, entry, i, drop) {
    let dragged = () => false;
    const element = cardElement(pack, entry.card, {
        class: ["playing", entry.off && "off", entry.marked && "marked", entry.chosen && "chosen"].filter(Boolean).join(" "),
        "aria-label": entry.label ?? pack.name(entry.card),
        "aria-disabled": entry.off ? "true" : null,
        "aria-pressed": entry.chosen === undefined ? null : String(entry.chosen),
        tabindex: i ? "-1" : "0",
        data: {focus: entry.key ?? `hand-${entry.card}-${i}`},
        onclick: () => {
            if (!entry.off && !dragged()) entry.act();
        },
        onpointerenter: () => entry.look?.(true),
        onpointerleave: () => entry.look?.(false),
        onfocus: () => entry.look?.(true),
        onblur: () => entry.look?.(false),
    });
    if (drop && !entry.off) dragged = draggable(element, target => drop(entry, target));
    return element;
}

/**
 * Puts one card of the row into the tab order.
 * @param {HTMLElement} row
 * @param {Element | null} card
 */
function only(row, card) {
    if (!card) return;
    for (const other of findAll(row, ".card")) other.tabIndex = other === card ? 0 : -1;
}

/**
 * @param {HTMLElement} row
 * @param {KeyboardEvent} event
 */
function walk(row, event) {
    const cards = findAll(row, ".card"),
        from = cards.findIndex(card => card === document.activeElement);
    /** @type {Record<string, number>} */
    const steps = {ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: cards.length - 1};
    const to = steps[event.key];
    if (from < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    cards[(to + cards.length) % cards.length].focus();
}

/**
 * @param {PointerEvent} event
 * @param {HTMLElement} element
 * @returns {HTMLElement | null}
 */
function targetAt(event, element) {
    element.classList.add("lifted");
    const below = document.elementsFromPoint(event.clientX, event.clientY).filter(found => !element.contains(found));
    return below.map(found => /** @type {HTMLElement | null} */ (found.closest("[data-drop]"))).find(Boolean) ?? null;
}

/**
 * Returns whether it is being dragged.
 * @param {HTMLElement} element
 * @param {(target: HTMLElement) => void} drop
 */
function draggable(element, drop) {
    let dragged = false;
    /** @type {{x: number, y: number} | null} */
    let start = null;
    /** @type {HTMLElement | null} */
    let over = null;
    /** @param {HTMLElement | null} target */
    const aim = target => {
        if (over === target) return;
        over?.classList.remove("aimed");
        over = target;
        over?.classList.add("aimed");
    };
    const finish = () => {
        start = null;
        aim(null);
        element.classList.remove("dragging", "lifted");
        element.style.translate = "";
        setTimeout(() => {
            dragged = false;
        });
    };
    element.addEventListener("pointerdown", event => {
        if (event.button === 0) start = {x: event.clientX, y: event.clientY};
    });
    element.addEventListener("pointermove", event => {
        if (!start) return;
        const x = event.clientX - start.x,
            y = event.clientY - start.y;
        if (!dragged && Math.hypot(x, y) < dragFrom) return;
        if (!dragged) element.setPointerCapture(event.pointerId);
        dragged = true;
        element.classList.add("dragging");
        element.style.translate = `${x}px ${y}px`;
        aim(targetAt(event, element));
    });
    element.addEventListener("pointerup", () => {
        const target = dragged ? over : null;
        finish();
        if (target) drop(target);
    });
    element.addEventListener("pointercancel", finish);
    element.addEventListener("dragstart", event => event.preventDefault());
    return () => dragged;
}
