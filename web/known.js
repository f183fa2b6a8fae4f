// The games by name: what people call them, and the page's drawing of each.
// A game without a drawing gets the plain one, so nothing else on the page has to ask whether it knows a game.
import {message, messageIn} from "./messages.js";
import {gameFacts, variantFacts} from "./welcome.js";
import {games} from "./games/games.js";
import {plain} from "./games/plain/plain.js";
/** @import {Game} from "./games/game.d.ts" */
/** @import {Agreed} from "./protocol.d.ts" */

/**
 * @param {string} name
 * @returns {Game}
 */
export const drawingOf = name => games[name] ?? plain;

/**
 * "Primiera · Scopone", for a table or whatever else has a game and a variant.
 * @param {Pick<Agreed, "game" | "variant">} table
 */
export function gameName({game, variant}) {
    const {title} = gameFacts(game),
        {label} = variantFacts(game, variant);
    return label ? `${title} · ${message(label)}` : title;
}

/**
 * What the game calls one deal of a match, "round" or "deal"; "" where a match has only one.
 * @param {Pick<Agreed, "game">} table
 */
export function roundName({game}) {
    const {title, round} = gameFacts(game);
    return round ? messageIn(title, round) : "";
}
