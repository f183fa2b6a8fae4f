// Cards to act with, by tap or click, by dragging, or by keyboard alone.
// One card of the row is in the tab order; the arrow keys move among them.
import {h} from "./dom.js";
import {cardElement} from "./cards.js";

const dragFrom = 9; // pixels before a press becomes a drag

// cards: [{card, key, label, off, marked, chosen, act}]; act() plays or chooses it. `drop(card, element)` takes a card that was
// dragged onto an element with data-drop.
export function cardRow(pack, label, cards, {drop, cls = ""} = {}) {
    const row = h("div", {
        class: `hand ${cls} ${cards.some(entry => !entry.off) ? "live" : ""}`,
        role: "toolbar",
        "aria-label": label,
        vars: {count: cards.length},
    });
    cards.forEach((entry, i) => row.append(cardButton(pack, entry, i, drop)));
    row.addEventListener("keydown", event => walk(row, event));
    row.addEventListener("focusin", event => only(row, event.target.closest(".card")));
    return row;
}

function cardButton(pack, entry, i, drop) {
    const element = cardElement(pack, entry.card, {
        class: ["playing", entry.off && "off", entry.marked && "marked", entry.chosen && "chosen"].filter(Boolean).join(" "),
        "aria-label": entry.label ?? pack.name(entry.card),
        "aria-disabled": entry.off ? "true" : null,
        "aria-pressed": entry.chosen === undefined ? null : String(entry.chosen),
        tabindex: i ? "-1" : "0",
        data: {focus: entry.key ?? `hand-${entry.card}-${i}`},
        onclick: () => {
            if (!entry.off && !element.dragged) entry.act();
        },
        onpointerenter: () => entry.look?.(true),
        onpointerleave: () => entry.look?.(false),
        onfocus: () => entry.look?.(true),
        onblur: () => entry.look?.(false),
    });
    if (drop && !entry.off) draggable(element, entry, drop);
    return element;
}

function only(row, card) {
    if (!card) return;
    for (const other of row.querySelectorAll(".card")) other.tabIndex = other === card ? 0 : -1;
}

function walk(row, event) {
    const cards = [...row.querySelectorAll(".card")],
        at = cards.indexOf(document.activeElement);
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1}[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    cards[(to + cards.length) % cards.length].focus();
}

function targetAt(event, element) {
    element.classList.add("lifted");
    const below = document.elementsFromPoint(event.clientX, event.clientY).filter(found => !element.contains(found));
    return below.map(found => found.closest("[data-drop]")).find(Boolean) ?? null;
}

function draggable(element, entry, drop) {
    let start = null,
        over = null;
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
            element.dragged = false;
        });
    };
    element.addEventListener("pointerdown", event => {
        if (event.button === 0) start = {x: event.clientX, y: event.clientY};
    });
    element.addEventListener("pointermove", event => {
        if (!start) return;
        const x = event.clientX - start.x,
            y = event.clientY - start.y;
        if (!element.dragged && Math.hypot(x, y) < dragFrom) return;
        if (!element.dragged) element.setPointerCapture(event.pointerId);
        element.dragged = true;
        element.classList.add("dragging");
        element.style.translate = `${x}px ${y}px`;
        aim(targetAt(event, element));
    });
    element.addEventListener("pointerup", () => {
        const target = element.dragged ? over : null;
        finish();
        if (target) drop(entry, target);
    });
    element.addEventListener("pointercancel", finish);
    element.addEventListener("dragstart", event => event.preventDefault());
}
