// A player that clicks what can be clicked: what the hint marks, or anything.
import {patience} from "./browser.mjs";

/** @import {Page} from "playwright-core" */

/**
 * Numbers that are the same every time: each is rolled once the one before it was taken.
 * @param {number} seed
 */
function dice(seed) {
    const next = (/** @type {number} */ state) => (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let state = next(seed >>> 0);
    return {
        /** The next number, from 0 to below 1. */
        get shown() {
            return state / 2 ** 32;
        },
        take() {
            const {shown} = this;
            state = next(state);
            return shown;
        },
    };
}

const acts = [
    ".result .button.primary",
    ".choice .option",
    ".felt.my-turn .marked:enabled",
    ".felt.my-turn button:enabled:not([aria-disabled='true']):not([data-focus='clear'])",
];

/**
 * Chooses among what the first of these selectors finds that finds anything, and returns a place where a finger would touch it.
 * Runs in the page: asking for it piece by piece takes several times as long as the click.
 * @param {{selectors: string[], roll: number}} how
 */
function aim({selectors, roll}) {
    const found = selectors.map(selector => [...document.querySelectorAll(selector)]).find(list => list.length);
    if (!found) return {problem: "nothing to click", chosen: false};
    const element = found[Math.floor(roll * found.length)];
    element.scrollIntoView({block: "nearest", inline: "nearest"});
    const {left, top, width, height} = element.getBoundingClientRect();
    for (const part of [0.5, 0.2, 0.8]) {
        const x = left + width * part,
            y = top + height / 2,
            hit = document.elementFromPoint(x, y);
        if (hit && element.contains(hit)) return {x, y, chosen: true};
    }
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return {problem: `${above?.outerHTML.slice(0, 80)} covers ${element.outerHTML.slice(0, 80)}`, chosen: true};
}

/**
 * One click, if there is anything to do. Returns what kept it from being made, or an empty text.
 * @param {Page} page
 * @param {ReturnType<typeof dice>} roll
 * @param {boolean} hinted
 */
async function act(page, roll, hinted) {
    const selectors = acts.filter(selector => hinted || !selector.includes(".marked"));
    try {
        const {x, y, problem = "", chosen} = await page.evaluate(aim, {selectors, roll: roll.shown});
        if (chosen) roll.take();
        if (x !== undefined) await page.mouse.click(x, y);
        return problem;
    } catch (error) {
        return String(error); // the page went elsewhere in the meantime: look again
    }
}

/** @param {Page} page */
async function askHint(page) {
    const bulb = page.locator(".bar button").first();
    if (!(await page.locator(".felt.my-turn").count()) || !(await bulb.isEnabled().catch(() => false))) return false;
    await bulb.click({timeout: 3000}).catch(() => {});
    return page
        .locator(".marked, .hint")
        .first()
        .waitFor({timeout: 3000})
        .then(
            () => true,
            () => false,
        );
}

/**
 * Plays until `enough(page)` says so; how many clicks that took.
 * @param {Page} page
 * @param {{seed?: number, enough?: (page: Page) => Promise<boolean>, hints?: number, clicks?: number}} how
 */
export async function play(page, {seed = 1, enough = over, hints = 0, clicks = 4000} = {}) {
    const roll = dice(seed);
    let made = 0,
        last = Date.now(),
        problem = "";
    while (!(await enough(page))) {
        if (made > clicks || Date.now() > last + 2 * patience)
            throw new Error(
                `no end after ${made} clicks: ${await page
                    .locator("#prompt")
                    .innerText()
                    .catch(() => "?")}; ${problem}`,
            );
        const hinted = roll.take() * 100 < hints && (await askHint(page));
        problem = await act(page, roll, hinted);
        if (problem) await page.waitForTimeout(30);
        else {
            made++;
            last = Date.now();
        }
    }
    return made;
}

/** @param {Page} page */
export const over = async page => (await page.locator(".afterwards").count()) > 0;
/** @param {number} count */
export const clicked = count => {
    let seen = 0;
    return async () => seen++ >= count;
};
