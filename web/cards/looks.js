// The looks of the packs: regional Italian cards, French cards in four colours or two, card backs, and large indices.
import {fourColours, naples, piacenza, treviso, twoColours} from "./suits.js";
import {setting} from "../settings.js";
/** @import {Suits} from "./suits.js" */

/**
 * @typedef {object} Look
 * @property {string} name
 * @property {Suits} suits
 * @property {boolean} framed a thin line inside the edge
 * @property {boolean} mirrored courts have two heads
 */

/** @type {Look[]} */
export const italianLooks = [
    {name: "naples", suits: naples, framed: false, mirrored: false},
    {name: "piacenza", suits: piacenza, framed: true, mirrored: false},
    {name: "treviso", suits: treviso, framed: true, mirrored: true},
];

/** @type {Look[]} */
export const frenchLooks = [
    {name: "four", suits: fourColours, framed: false, mirrored: false},
    {name: "two", suits: twoColours, framed: true, mirrored: true},
];

export const backNames = ["own", "lozenges", "scales", "weave", "stars"];

/** @type {(looks: Look[], chosen: string) => Look} */
const among = (looks, chosen) => looks.find(({name}) => name === chosen) ?? looks[0];

export const italianLook = () => among(italianLooks, setting("italian"));
export const frenchLook = () => among(frenchLooks, setting("french"));
export const largeIndices = () => setting("indices") === "large";

/** @param {string} suit */
export const suitOf = suit => italianLook().suits[suit] ?? frenchLook().suits[suit];

// What the drawings depend on: equal words, equal pictures.
export const lookKey = () =>
    ["italian", "french", "back", "indices"].map(name => setting(/** @type {"back"} */ (name))).join("/");
