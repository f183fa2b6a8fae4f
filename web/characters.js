// Portraits: court cards for people, and for bots masks of the Italian comedy, six for each level, with names and temperaments.
import {message} from "./messages.js";
import {drawing} from "./dom.js";
import {packs} from "./cards.js";
import {fourColours, naples} from "./cards/suits.js";
import {figure} from "./cards/figures.js";
/** @import {Seat} from "./protocol.d.ts" */
/** @import {Figure} from "./cards/figures.js" */
/** @import {Suit} from "./cards/suits.js" */

const ink = "#2a2320";
const skin = "#f3cfa4";
const line = `stroke="${ink}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"`;

/** @typedef {keyof typeof hats} Hat */
/** @typedef {keyof typeof collars} Collar */
/** @typedef {"none" | "black" | "brown" | "white"} Mask */

/**
 * @typedef {object} Character
 * @property {() => string} name
 * @property {() => string} temper
 * @property {Hat} hat
 * @property {Collar} collar
 * @property {Mask} mask
 * @property {string} dress the colour of the clothes
 * @property {string} trim the colour of hat and ribbons
 * @property {string} [hair] "" for none to be seen
 * @property {boolean} [beard]
 * @property {boolean} [beak] a long, hooked nose
 */

// Everything is drawn in a square of 64, the face in its middle.
const hats = {
    /** @param {string} trim */
    cap: trim => `<path d="M15 26C14 10 50 10 49 26 40 22 24 22 15 26Z" fill="${trim}" ${line}/>`,
    /** @param {string} trim */
    cone: trim => `<path d="M17 24C22 4 32-2 40 1 44 8 46 16 47 24 37 20 27 20 17 24Z" fill="${trim}" ${line}/>`,
    /** @param {string} trim */
    brim: trim =>
        `<path d="M6 25C14 17 50 17 58 25 48 29 16 29 6 25Z" fill="${trim}" ${line}/><path d="M19 21C19 8 45 8 45 21Z" fill="${trim}" ${line}/>`,
    /** @param {string} trim */
    feather: trim =>
        `<path d="M10 25C17 18 47 18 54 25 45 28 19 28 10 25Z" fill="${trim}" ${line}/><path d="M20 21C21 10 43 10 44 21Z" fill="${trim}" ${line}/><path d="M42 18C48 4 60 6 62 12 57 12 58 17 53 18 50 21 46 21 42 18Z" fill="#fffaf0" ${line}/>`,
    /** @param {string} trim */
    bicorne: trim => `<path d="M7 23C10 12 20 7 32 7S54 12 57 23C48 17 40 19 32 22 24 19 16 17 7 23Z" fill="${trim}" ${line}/>`,
    /** @param {string} trim */
    bonnet: trim =>
        `<path d="M14 34C10 14 22 8 32 8S54 14 50 34C47 20 40 18 32 18S17 20 14 34Z" fill="#fffaf0" ${line}/><path d="M22 12C26 9 38 9 42 12L40 16C36 13 28 13 24 16Z" fill="${trim}" ${line}/>`,
    /** @param {string} trim */
    skull: trim => `<path d="M17 25C18 11 46 11 47 25 38 21 26 21 17 25Z" fill="${trim}" ${line}/>`,
    /** @param {string} trim */
    ribbon: trim =>
        `<path d="M24 12C16 4 14 14 20 17 26 19 30 15 32 13 34 15 38 19 44 17 50 14 48 4 40 12Z" fill="${trim}" ${line}/>`,
};

const collars = {
    ruff: `<path d="M12 54C10 48 16 47 18 49 20 46 25 46 26 49 29 46 34 46 37 49 39 46 44 46 46 49 48 47 54 48 52 54 40 60 24 60 12 54Z" fill="#fffaf0" ${line}/>`,
    points: `<path d="M19 50 26 58 32 51 38 58 45 50 38 47H26Z" fill="#fffaf0" ${line}/>`,
    plain: `<path d="M22 50C27 55 37 55 42 50" fill="none" stroke="#fffaf0" stroke-width="4"/>`,
    lace: `<path d="M27 49H37L35 62 32 58 29 62Z" fill="#fffaf0" ${line}/>`,
};

/** @type {Record<Mask, string>} */
const masks = {
    none: "",
    black: `<path d="M18.5 31C24 27 40 27 45.5 31 46 37 42 39 38 38 35 37 33 36 32 36S29 37 26 38C22 39 18 37 18.5 31Z" fill="${ink}"/>`,
    brown: `<path d="M18.5 31C24 27 40 27 45.5 31 46 37 42 39 38 38 35 37 33 36 32 36S29 37 26 38C22 39 18 37 18.5 31Z" fill="#6d4527" ${line}/>`,
    white: "",
};

/** @type {Record<string, Character[]>} */
const characters = {
    easy: [
        {
            name: () => message("Harlequin"),
            temper: () => message("Plays whichever card looks like fun."),
            hat: "bicorne",
            collar: "points",
            mask: "black",
            dress: "#b8372b",
            trim: "#2f6b34",
            hair: "",
        },
        {
            name: () => message("Pierrot"),
            temper: () => message("Sighs over every card he has to give away."),
            hat: "skull",
            collar: "ruff",
            mask: "white",
            dress: "#eef0f6",
            trim: "#26262b",
            hair: "",
        },
        {
            name: () => message("Columbine"),
            temper: () => message("Notices everything and forgets it by the next deal."),
            hat: "bonnet",
            collar: "lace",
            mask: "none",
            dress: "#c2617e",
            trim: "#c2617e",
            hair: "#9b5b23",
        },
        {
            name: () => message("Pulcinella"),
            temper: () => message("Thinks about supper rather than the score."),
            hat: "cone",
            collar: "plain",
            mask: "black",
            dress: "#f4ead8",
            trim: "#fffaf0",
            hair: "",
            beak: true,
        },
        {
            name: () => message("Tartaglia"),
            temper: () => message("Takes his time, then takes the wrong card."),
            hat: "cap",
            collar: "ruff",
            mask: "none",
            dress: "#3f7a3c",
            trim: "#5b9450",
            hair: "#8b7a63",
        },
        {
            name: () => message("Gianduja"),
            temper: () => message("Plays for the company, and says so."),
            hat: "brim",
            collar: "lace",
            mask: "none",
            dress: "#8a5a2a",
            trim: "#6d4527",
            hair: "#5a3408",
        },
    ],
    medium: [
        {
            name: () => message("Brighella"),
            temper: () => message("Never overlooks a card that can be taken."),
            hat: "cap",
            collar: "plain",
            mask: "brown",
            dress: "#e9e4d4",
            trim: "#2f6b34",
            hair: "#26262b",
            beard: true,
        },
        {
            name: () => message("Pantalone"),
            temper: () => message("Counts every coin, and most of the cards."),
            hat: "skull",
            collar: "plain",
            mask: "brown",
            dress: "#b8372b",
            trim: "#26262b",
            hair: "#c9c0b2",
            beard: true,
            beak: true,
        },
        {
            name: () => message("Rosaura"),
            temper: () => message("Plays a tidy game and expects one from you."),
            hat: "ribbon",
            collar: "lace",
            mask: "none",
            dress: "#2c5f9e",
            trim: "#2c5f9e",
            hair: "#5a3408",
        },
        {
            name: () => message("Stenterello"),
            temper: () => message("Timid until the last few cards."),
            hat: "bicorne",
            collar: "lace",
            mask: "none",
            dress: "#4a7fb0",
            trim: "#26262b",
            hair: "#b9772e",
        },
        {
            name: () => message("Corallina"),
            temper: () => message("Quick to notice when you slip."),
            hat: "bonnet",
            collar: "points",
            mask: "none",
            dress: "#d2640f",
            trim: "#d2640f",
            hair: "#26262b",
        },
        {
            name: () => message("Meneghino"),
            temper: () => message("Honest, patient and hard to hurry."),
            hat: "brim",
            collar: "ruff",
            mask: "none",
            dress: "#1f6b4b",
            trim: "#7f2a22",
            hair: "#7b7f86",
        },
    ],
    strong: [
        {
            name: () => message("Balanzone"),
            temper: () => message("Remembers every card since the deal, and will tell you so."),
            hat: "brim",
            collar: "ruff",
            mask: "black",
            dress: "#26262b",
            trim: "#26262b",
            hair: "#c9c0b2",
            beard: true,
        },
        {
            name: () => message("Isabella"),
            temper: () => message("Sees the end of the deal before you have sorted your hand."),
            hat: "feather",
            collar: "ruff",
            mask: "none",
            dress: "#7a3d8e",
            trim: "#7a3d8e",
            hair: "#9b5b23",
        },
        {
            name: () => message("Spavento"),
            temper: () => message("Attacks first and is usually right."),
            hat: "feather",
            collar: "plain",
            mask: "brown",
            dress: "#93610a",
            trim: "#26262b",
            hair: "#26262b",
            beard: true,
            beak: true,
        },
        {
            name: () => message("Scaramouche"),
            temper: () => message("Smiles when you believe you are winning."),
            hat: "cap",
            collar: "plain",
            mask: "none",
            dress: "#26262b",
            trim: "#34343c",
            hair: "#26262b",
            beard: true,
        },
        {
            name: () => message("Smeraldina"),
            temper: () => message("Guesses what you hold, and guesses well."),
            hat: "ribbon",
            collar: "points",
            mask: "none",
            dress: "#1c6142",
            trim: "#1c6142",
            hair: "#b8372b",
        },
        {
            name: () => message("Mezzetino"),
            temper: () => message("Plays softly and leaves you nothing."),
            hat: "cone",
            collar: "ruff",
            mask: "none",
            dress: "#8a2f22",
            trim: "#e9d9c0",
            hair: "#6d4527",
        },
    ],
};

/**
 * The character of a bot: the same at the same seat and level. Bots outside the levels have none.
 * @param {Seat | undefined} sitter
 * @param {number} seat
 */
export function characterOf(sitter, seat) {
    return sitter?.who === "bot" ? characters[sitter.level]?.[seat % characters.easy.length] : undefined;
}

// A person may look like one of the court cards: the Italian ones first, then the French.
/** @type {[kind: Figure, suit: Suit][]} */
const court = [
    ...Object.values(naples).flatMap(suit =>
        /** @type {Figure[]} */ (["page", "knight", "king"]).map(kind => /** @type {[Figure, Suit]} */ ([kind, suit])),
    ),
    ...Object.values(fourColours).flatMap(suit =>
        /** @type {Figure[]} */ (["page", "queen", "king"]).map(kind => /** @type {[Figure, Suit]} */ ([kind, suit])),
    ),
];

/** @param {number} face from 1 on */
export const courtPortrait = face => drawing(figure(...court[(face - 1) % court.length], 0, 0, 1, {}), "6 0 72 72");

/** @param {number} face from 1 on */
export function courtName(face) {
    const letters = "SBCDhdcs",
        suit = letters[Math.floor((face - 1) / 3)],
        rank = (suit >= "a" ? ["J", "Q", "K"] : ["8", "9", "10"])[(face - 1) % 3];
    return (suit >= "a" ? packs.french : packs.italian).name(rank + suit);
}

/** @param {Character} character */
function portrait({hat, collar, mask, dress, trim, hair = "", beard, beak}) {
    const face = mask === "white" ? "#fbf6ef" : skin;
    const long = hair && (hat === "bonnet" || hat === "ribbon" || (hat === "feather" && !beard));
    const locks =
        hair && `<path d="M16 ${long ? 52 : 40}C10 20 22 12 32 12S54 20 48 ${long ? 52 : 40}Z" fill="${hair}" ${line}/>`;
    const nose = beak
        ? `<path d="M32 32C38 33 43 39 40 44 37 41 34 41 31 41Z" fill="${mask === "black" ? ink : mask === "brown" ? "#6d4527" : face}" ${line}/>`
        : `<path d="M32 33v6h2.5" fill="none" ${line}/>`;
    const light = mask === "black" || mask === "brown" ? "#fffaf0" : ink;
    const whiskers =
        beard && hair
            ? `<path d="M23 42C26 40 30 40 32 42 34 40 38 40 41 42 41 52 36 56 32 56S23 52 23 42Z" fill="${hair}" ${line}/>`
            : "";
    return drawing(
        `<path d="M6 64C7 54 16 49 32 49S57 54 58 64Z" fill="${dress}" ${line}/>${locks}
        <ellipse cx="32" cy="34" rx="14" ry="16.5" fill="${face}" ${line}/>${whiskers}${masks[mask]}
        <circle cx="26.5" cy="33" r="1.9" fill="${light}"/><circle cx="37.5" cy="33" r="1.9" fill="${light}"/>${nose}
        <path d="M28 45q4 2.6 8 0" fill="none" stroke="#8a3b2c" stroke-width="1.8" stroke-linecap="round"/>${collars[collar]}${hats[hat](trim)}`,
        "0 0 64 64",
    );
}

/**
 * The portrait of whoever sits at a seat: a bot's character, or the court card a person chose.
 * @param {Seat | undefined} sitter
 * @param {number} seat
 */
export function faceOf(sitter, seat) {
    const character = characterOf(sitter, seat);
    if (character) return portrait(character);
    return sitter?.who === "person" && sitter.face ? courtPortrait(sitter.face) : null;
}
