// Cards to act with, by tap or click, by dragging, or by keyboard alone.
// One card of the row is in the tab order; the arrow keys move among them.
import {drawing, escapeMarkup, findAll, h} from "./dom.js";
import {cardElement} from "./cards.js";
import {setting} from "./settings.js";
import {message} from "./messages.js";
import {announce, notice} from "./ui.js";
import {ratioOf} from "./flight.js";
/** @import {Pack} from "./cards.js" */
/** @import {Attributes} from "./elements.d.ts" */

const dragFrom = 9; // pixels before a press becomes a drag

/**
 * A card of the row.
 * @typedef {object} HandCard
 * @property {string} card
 * @property {string} [key] tells equal cards apart, for the focus
 * @property {string} [label] read out; else the name of the card
 * @property {boolean} [off] whether nothing can be done with it now
 * @property {boolean} [marked] whether the hint means it
 * @property {string | number} [inscription] written on it: its points, or its name
 * @property {string} [help] what it does, in a sentence
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
    const row = inOrder(cards.map((entry, i) => ({entry, key: entry.key ?? `hand-${entry.card}-${i}`}))),
        active = document.activeElement,
        focused = active instanceof HTMLElement ? row.findIndex(({key}) => key === active.dataset.focus) : -1;
    if (!row.some(({key, entry}) => key === armed && !entry.off)) armed = null;
    return h(
        "div",
        {
            class: `hand ${cls} ${cards.length > 12 ? "many crowd" : cards.length > 9 ? "many" : ""} ${cards.some(entry => !entry.off) ? "live" : ""}`,
            role: "toolbar",
            "aria-label": label,
            vars: {count: cards.length, half: Math.ceil(cards.length / 2), tall: ratioOf(pack)},
            onkeydown: walk,
            onfocusin: only,
        },
        row.map(({entry, key}, i) => cardButton(pack, entry, {key, first: i === Math.max(0, focused), drop})),
    );
}

const ranks = "A23456789TJQK";
/** @param {string} card */
const rankOf = card => Number.parseInt(card, 10) || ranks.indexOf(card[0]) + 1;

/**
 * The room sends a hand suit by suit; some people would rather see equal ranks together.
 * @template {{entry: HandCard}} Place
 * @param {Place[]} row
 */
const inOrder = row =>
    setting("sort") === "rank" && row.every(({entry}) => /^([1-9]|10|[AJQKT])[SBCDhcds]$/.test(entry.card))
        ? row.toSorted((a, b) => rankOf(a.entry.card) - rankOf(b.entry.card))
        : row;

// With confirmation, the first tap only lifts a card: its key, until it is tapped again or another one is.
/** @type {string | null} */
let armed = null;

/**
 * @param {HTMLElement} card
 * @param {string} key
 */
function arm(card, key) {
    for (const other of findAll(document, ".card.armed")) other.classList.remove("armed");
    armed = key;
    card.classList.add("armed");
    announce(message("Tap again to play this card."));
}

/**
 * @param {HandCard} entry
 * @param {string} key
 * @param {PointerEvent} event
 */
function press(entry, key, event) {
    if (drag?.moved) return;
    if (entry.off) return entry.help && notice(entry.help);
    const asks = setting("confirm") === "on" && event.pointerType === "touch" && entry.chosen === undefined;
    if (asks && armed !== key && event.currentTarget instanceof HTMLElement) return arm(event.currentTarget, key);
    armed = null;
    entry.act();
}

const letterWidth = 11, // of a hundred, which is a card's width
    bandWidth = 92;

/**
 * A name across the foot of a card, narrowed where it is long: it never breaks and never sticks out.
 * @param {string} name
 */
function nameBand(name) {
    const squeeze = name.length * letterWidth > bandWidth ? ` textLength="${bandWidth}" lengthAdjust="spacingAndGlyphs"` : "";
    const band = drawing(
        `<rect width="100" height="27" rx="8"/><text x="50" y="20" text-anchor="middle"${squeeze}>${escapeMarkup(name)}</text>`,
        "0 0 100 27",
    );
    band.classList.add("inscription", "band");
    return band;
}

/**
 * @template {HandCard} Entry
 * @param {Pack} pack
 * @param {Entry} entry
 * @param {{key: string, first: boolean, drop?: (entry: Entry, target: HTMLElement) => void}} place
 */
function cardButton(pack, entry, {key, first, drop}) {
    const element = cardElement(pack, entry.card, {
        class: ["playing", entry.off && "off", entry.marked && "marked", entry.chosen && "chosen", key === armed && "armed"]
            .filter(Boolean)
            .join(" "),
        "aria-label": entry.label ?? pack.name(entry.card),
        title: entry.help,
        "aria-disabled": entry.off ? "true" : null,
        "aria-pressed": entry.chosen === undefined ? null : String(entry.chosen),
        tabindex: first ? "0" : "-1",
        data: {focus: key},
        onclick: event => press(entry, key, event),
        onpointerenter: () => entry.look?.(true),
        onpointerleave: () => entry.look?.(false),
        onfocus: () => entry.look?.(true),
        onblur: () => entry.look?.(false),
        ...(drop ? dragging(target => !entry.off && drop(entry, target)) : {}),
    });
    if (typeof entry.inscription === "string") element.append(nameBand(entry.inscription));
    else if (entry.inscription !== undefined)
        element.append(h("span", {class: "inscription", "aria-hidden": "true"}, entry.inscription));
    return element;
}

/**
 * Puts one card of the row into the tab order.
 * @param {FocusEvent} event
 */
function only({currentTarget: row, target}) {
    const card = target instanceof Element && target.closest(".card");
    if (!card || !(row instanceof HTMLElement)) return;
    for (const other of findAll(row, ".card")) other.tabIndex = other === card ? 0 : -1;
}

/** @param {KeyboardEvent} event */
function walk(event) {
    const row = event.currentTarget;
    if (!(row instanceof HTMLElement)) return;
    const cards = findAll(row, ".card"),
        from = cards.findIndex(card => card === document.activeElement);
    /** @type {Record<string, number>} */
    const steps = {ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: cards.length - 1};
    const to = steps[event.key];
    if (from < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    cards[(to + cards.length) % cards.length].focus();
}

// ---- dragging: one card at a time, whatever is drawn meanwhile

/**
 * @typedef {object} Drag
 * @property {HTMLElement} card
 * @property {number} x where it was taken
 * @property {number} y
 * @property {boolean} moved far enough not to be a click
 * @property {HTMLElement | null} over what it would be dropped on
 */

/** @type {Drag | null} */
let drag = null;

/**
 * @param {Drag} now
 * @param {HTMLElement | null} target
 */
function aim(now, target) {
    if (now.over === target) return;
    now.over?.classList.remove("aimed");
    now.over = target;
    target?.classList.add("aimed");
}

/**
 * @param {PointerEvent} event
 * @param {HTMLElement} card
 * @returns {HTMLElement | null}
 */
function targetAt(event, card) {
    card.classList.add("lifted");
    const below = document.elementsFromPoint(event.clientX, event.clientY).filter(found => !card.contains(found));
    return below.map(found => /** @type {HTMLElement | null} */ (found.closest("[data-drop]"))).find(Boolean) ?? null;
}

/** Lets go of the card, and returns what it lay over. */
function letGo() {
    const now = drag;
    if (!now) return null;
    const over = now.moved ? now.over : null;
    aim(now, null);
    now.card.classList.remove("dragging", "lifted");
    now.card.style.translate = "";
    // The click that ends a drag comes next, and is none.
    setTimeout(() => {
        if (drag === now) drag = null;
    });
    return over;
}

/** @param {PointerEvent} event */
function take({button, currentTarget: card, clientX: x, clientY: y}) {
    if (button === 0 && card instanceof HTMLElement) drag = {card, x, y, moved: false, over: null};
}

/** @param {PointerEvent} event */
function carry(event) {
    if (!drag || drag.card !== event.currentTarget || !event.buttons) return;
    const x = event.clientX - drag.x,
        y = event.clientY - drag.y,
        {card} = drag;
    if (!drag.moved && Math.hypot(x, y) < dragFrom) return;
    if (!drag.moved) card.setPointerCapture(event.pointerId);
    drag.moved = true;
    card.classList.add("dragging");
    card.style.translate = `${x}px ${y}px`;
    aim(drag, targetAt(event, card));
}

/**
 * What a card that can be dragged listens to. It can be taken before one's turn, and is dropped where that is a move by then.
 * @param {(target: HTMLElement) => void} drop
 * @returns {Attributes}
 */
const dragging = drop => ({
    onpointerdown: take,
    onpointermove: carry,
    onpointerup: () => {
        const over = letGo();
        if (over) drop(over);
    },
    onpointercancel: letGo,
    ondragstart: event => event.preventDefault(),
});
