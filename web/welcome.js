// What the room said when it let us in: its limits and its games.
/** @import {GameFacts, VariantFacts, WelcomeMessage} from "./protocol.d.ts" */

/** @type {WelcomeMessage | null} */
let welcome = null;

/** @param {WelcomeMessage} said */
export function keepWelcome(said) {
    welcome = said;
}

function heard() {
    if (!welcome) throw new Error("the room has not said welcome yet");
    return welcome;
}

export const limits = () => heard().limits;
export const levels = () => heard().levels;
export const gamesOffered = () => heard().games;

/**
 * @param {string} name
 * @returns {GameFacts}
 */
export function gameFacts(name) {
    const found = heard().games.find(game => game.name === name);
    if (!found) throw new Error(`the room does not know ${name}`);
    return found;
}

/**
 * @param {string} game
 * @param {string} name
 * @returns {VariantFacts}
 */
export function variantFacts(game, name) {
    const found = gameFacts(game).variants.find(variant => variant.name === name);
    if (!found) throw new Error(`the room does not know ${game}:${name}`);
    return found;
}
