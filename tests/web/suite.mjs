// What every suite of the page's tests uses: the list of tests, what each is given, and checks that apply to any page.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {faultsOf} from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @import {Browser, Frame, Page} from "playwright-core" */
/** @import {WelcomeMessage} from "../../web/protocol.d.ts" */

/**
 * @typedef {object} World
 * @property {Browser} browser
 * @property {string} address
 * @property {string} araldo the program
 * @property {(path: string) => string} verify says what `araldo verify` says about a record
 * @property {WelcomeMessage} welcome what the room says to a newcomer
 * @property {string[]} games the names of its games
 * @property {string[]} languages the page's, by their tags
 */

/** @type {{name: string, each: boolean, run: (world: World, game: string) => Promise<void>}[]} */
export const tests = [];
/** @type {(name: string, run: (world: World) => Promise<void>) => void} */
export const test = (name, run) => void tests.push({name, each: false, run});
/** @type {(name: string, run: (world: World, game: string) => Promise<void>) => void} */
export const testEach = (name, run) => void tests.push({name, each: true, run}); // for every game of the room, {game} in the name
/** @param {Page} page */
export const calm = page => assert.deepEqual(faultsOf(page), []);

// ---- accessibility: what axe finds serious or worse is a fault

/**
 * @param {Page | Frame} page
 * @param {string} where
 */
export async function accessible(page, where) {
    // Run as an extension would be: the page's own policy forbids foreign scripts, and must.
    await page.evaluate(axe);
    const {violations} = await page.evaluate(() => {
        const {axe: found} = /** @type {{axe: typeof import("axe-core")}} */ (/** @type {unknown} */ (globalThis));
        return found.run(document, {resultTypes: ["violations"]});
    });
    const grave = violations.filter(({impact}) => impact === "serious" || impact === "critical");
    assert.deepEqual(
        grave.map(({id, nodes}) => `${where}: ${id}: ${nodes[0].html.slice(0, 120)}`),
        [],
    );
}

/**
 * Nothing sticks out to the side.
 * @param {Page} page
 * @param {string} where
 */
export async function fits(page, where) {
    const {wide, seen} = await page.evaluate(() => ({wide: document.documentElement.scrollWidth, seen: innerWidth}));
    assert.ok(wide <= seen, `${where}: ${wide} px wide on a screen of ${seen}`);
}
