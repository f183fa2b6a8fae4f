// Parses positions and views as the engine writes them (docs/protocol.md): "game:variant key=value …". No rules here.

/**
 * @typedef {object} Position
 * @property {string} game
 * @property {string} variant
 * @property {Record<string, string | undefined>} fields
 */

/**
 * @param {string} text
 * @returns {Position}
 */
export function readPosition(text) {
    const [head, ...tokens] = text.trim().split(/\s+/);
    const [game, variant] = head.split(":");
    /** @type {Position["fields"]} */
    const fields = {};
    for (const token of tokens) {
        const at = token.indexOf("=");
        fields[token.slice(0, at)] = token.slice(at + 1);
    }
    return {game, variant, fields};
}

/**
 * "7D,1S,?3" as its cards and how many are hidden.
 * @param {string | undefined} text
 */
export function readCards(text) {
    /** @type {string[]} */
    const cards = [];
    let hidden = 0;
    for (const piece of !text || text === "-" ? [] : text.split(",")) {
        if (/^\?\d+$/.test(piece)) hidden += Number(piece.slice(1));
        else if (piece === "?") hidden++;
        else cards.push(piece);
    }
    return {cards, hidden, count: cards.length + hidden};
}

/** @type {(text: string | undefined) => string[]} */
export const readSeats = text => (text ? text.split("/") : []);
/** @type {(text: string | undefined) => number[]} */
export const readNumbers = text => readSeats(text).map(Number);
/**
 * A set of seats, "0/2".
 * @param {string | undefined} text
 */
export const readSet = text => new Set(readNumbers(text));
