// Cards as elements: a face or a back, with an accessible name. Each game says which pack it uses.
import {drawing, h, heard} from "./dom.js";
import {message, messageIn, NC_} from "./messages.js";
import * as italian from "./cards/italian.js";
import * as french from "./cards/french.js";
import * as letters from "./cards/letters.js";
import {sign} from "./cards/suits.js";
import {lookKey, suitOf} from "./cards/looks.js";
/** @import {Attributes} from "./elements.d.ts" */

/**
 * A way to draw and to name cards.
 * @typedef {object} Pack
 * @property {"italian" | "french" | "letters"} kind a class of its elements
 * @property {string} viewBox
 * @property {(card: string) => string} draw the face as markup
 * @property {() => string} back
 * @property {(card: string) => string} name as it is read out
 * @property {(card: string) => Chip} chip
 */

/**
 * What a card is within a sentence: a rank with the sign of a suit, a letter of a colour, or a special card by its name.
 * @typedef {{rank: string, suit?: string, colour?: string} | {special: string}} Chip
 */

/** @type {Record<string, string>} */
const number = {
    1: NC_("rank of a card", "one"),
    2: NC_("rank of a card", "two"),
    3: NC_("rank of a card", "three"),
    4: NC_("rank of a card", "four"),
    5: NC_("rank of a card", "five"),
    6: NC_("rank of a card", "six"),
    7: NC_("rank of a card", "seven"),
    8: NC_("rank of a card", "eight"),
    9: NC_("rank of a card", "nine"),
    10: NC_("rank of a card", "ten"),
    T: NC_("rank of a card", "ten"),
    J: NC_("rank of a card", "jack"),
    Q: NC_("rank of a card", "queen"),
    K: NC_("rank of a card", "king"),
    A: NC_("rank of a card", "ace"),
};
/** @param {string} rank */
const rankName = rank => messageIn("rank of a card", number[rank]);

/**
 * @param {string} suit
 * @param {string} rank
 */
function suited(suit, rank) {
    switch (suit) {
        case "S":
            return message("{rank} of swords", {rank});
        case "B":
            return messageIn("Italian suit", "{rank} of clubs", {rank});
        case "C":
            return message("{rank} of cups", {rank});
        case "D":
            return message("{rank} of coins", {rank});
        case "h":
            return message("{rank} of hearts", {rank});
        case "c":
            return messageIn("French suit", "{rank} of clubs", {rank});
        case "d":
            return message("{rank} of diamonds", {rank});
        default:
            return message("{rank} of spades", {rank});
    }
}

/** @param {string} card */
function special(card) {
    switch (card) {
        case "*":
            return message("Star");
        case "crayon":
            return message("Pencil");
        case "gomme":
            return message("Eraser");
        case "pause":
            return message("Coffee Break");
        case "fantome":
            return message("Ghost");
        case "magicien":
            return message("Magician");
        case "marqueur":
            return message("Marker");
        default:
            return message("Coffee Pot");
    }
}

/** @type {Pick<Pack, "name" | "chip">} */
const suitedPack = {
    name: card => (card === "**" ? message("joker") : suited(card.slice(-1), rankName(card.slice(0, -1)))),
    chip: card => (card === "**" ? {rank: "★"} : {rank: card.slice(0, -1).replace("T", "10"), suit: card.slice(-1)}),
};

/** @satisfies {Record<string, Pack>} */
export const packs = {
    italian: {...italian, ...suitedPack, kind: "italian"},
    french: {...french, ...suitedPack, kind: "french"},
    letters: {
        ...letters,
        kind: "letters",
        name: card => (/^[A-Z]$/.test(card) ? card : special(card)),
        chip: card => (/^[A-Z]$/.test(card) ? {rank: card, colour: letters.colourOf(card)} : {special: card}),
    },
};

/** @type {Map<string, string>} */
const drawn = new Map();

/**
 * @param {Pack} pack
 * @param {string} card
 */
function markup(pack, card) {
    const key = `${lookKey()}/${pack.kind}/${card}`;
    const kept = drawn.get(key) ?? (card === "?" ? pack.back() : pack.draw(card));
    drawn.set(key, kept);
    return kept;
}

/**
 * The drawing alone; "?" is a back.
 * @param {Pack} pack
 * @param {string} card
 */
export function picture(pack, card) {
    const shown = drawing(markup(pack, card), pack.viewBox);
    shown.setAttribute("data-face", `${pack.kind}/${card}`);
    return shown;
}

/** Draws every card and sign on the page again, after another look was chosen. */
export function repaint() {
    for (const shown of document.querySelectorAll("svg[data-face]")) {
        const [kind, card] = (shown.getAttribute("data-face") ?? "").split("/");
        const pack = Object.values(packs).find(other => other.kind === kind);
        const fresh = pack ? picture(pack, card) : drawing(sign(suitOf(card), 0, 0, 100), "");
        shown.replaceChildren(...fresh.childNodes);
    }
}

/**
 * A card as an element: a button where it can be clicked.
 * @param {Pack} pack
 * @param {string} card
 * @param {Attributes} attributes
 */
export function cardElement(pack, card, attributes = {}) {
    const {class: more = "", ...rest} = attributes;
    const tag = rest.onclick ? "button" : "div";
    const name = rest["aria-label"] ?? (card === "?" ? message("a hidden card") : pack.name(card));
    const base = tag === "button" ? {type: "button"} : {role: "img"};
    return h(
        tag,
        {class: `card ${pack.kind} ${more}`, ...base, ...rest, "aria-label": name, data: {card, ...rest.data}},
        picture(pack, card),
    );
}

/**
 * A card inside a sentence: seen as "7" and a sign, read out as "seven of coins".
 * @param {Pack} pack
 * @param {string} card
 */
export function chip(pack, card) {
    if (card === "?") return h("span", {class: "chip"}, "?");
    const shown = pack.chip(card);
    if ("special" in shown) return h("span", {class: "chip special"}, pack.name(card));
    const {rank, suit, colour} = shown;
    const face = h("span", {class: "chip-face", "aria-hidden": "true", data: {rank}});
    const icon = suit && drawing(sign(suitOf(suit), 0, 0, 100), "-52 -52 104 104");
    if (icon) icon.setAttribute("data-face", `sign/${suit}`);
    return h("span", {class: `chip ${colour ?? ""} suit-${suit ?? "none"}`}, heard(pack.name(card)), face, icon);
}

/**
 * Cards with blanks between them.
 * @param {Pack} pack
 * @param {string[]} cards
 */
export const chips = (pack, cards) =>
    h(
        "span",
        {class: "chips"},
        cards.flatMap((card, i) => (i ? [" ", chip(pack, card)] : [chip(pack, card)])),
    );
