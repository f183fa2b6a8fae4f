// Cards as elements: a face or a back, with an accessible name. Each game says which pack it uses.
import {drawing, h, heard} from "./dom.js";
import {message, messageIn, NC_} from "./messages.js";
import * as italian from "./cards/italian.js";
import * as french from "./cards/french.js";
import * as letters from "./cards/letters.js";
import {sign} from "./cards/suits.js";

const number = {
    1: NC_("rank of a card", "ace"),
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
const rankName = rank => messageIn("rank of a card", number[rank]);

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

const suitedPack = {
    name: card => (card === "**" ? message("joker") : suited(card.slice(-1), rankName(card.slice(0, -1)))),
    chip: card => (card === "**" ? {rank: "★"} : {rank: card.slice(0, -1).replace("T", "10"), suit: card.slice(-1)}),
};

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

// The drawing alone; "?" is a back.
const drawn = new Map();
export function picture(pack, card) {
    const key = `${pack.kind}/${card}`;
    if (!drawn.has(key)) drawn.set(key, drawing(card === "?" ? pack.back() : pack.draw(card), pack.viewBox));
    return drawn.get(key).cloneNode(true);
}

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

// A card inside a sentence: seen as "7" and a sign, read out as "seven of coins".
export function chip(pack, card) {
    if (card === "?") return h("span", {class: "chip"}, "?");
    const {rank, suit, colour, special: name} = pack.chip(card);
    if (name) return h("span", {class: "chip special"}, pack.name(card));
    const face = h("span", {class: "chip-face", "aria-hidden": "true", data: {rank}});
    const icon = suit && drawing(sign(suit, 0, 0, 100), "-52 -52 104 104");
    return h("span", {class: `chip ${colour ?? ""} suit-${suit ?? "none"}`}, heard(pack.name(card)), face, icon);
}

// Cards with blanks between them.
export const chips = (pack, cards) =>
    h(
        "span",
        {class: "chips"},
        cards.flatMap((card, i) => (i ? [" ", chip(pack, card)] : [chip(pack, card)])),
    );
