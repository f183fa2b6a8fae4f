// A player that clicks what can be clicked: what the hint marks, or anything.
import {patience} from "./browser.mjs";

/** @import {Page} from "playwright-core" */

/**
 * Numbers that are the same every time.
 * @param {number} seed
 * @returns {(bound: number) => number}
 */
export function dice(seed) {
    let state = seed >>> 0;
    return bound => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * bound);
    };
}

const acts = [
    ".result .button.primary",
    ".choice .option",
    ".felt.my-turn .marked:enabled",
    ".felt.my-turn button:enabled:not([aria-disabled='true']):not([data-focus='clear'])",
];

/**
 * One click, if there is anything to do. Returns what kept it from being made, or an empty text.
 * @param {Page} page
 * @param {(bound: number) => number} roll
 * @param {boolean} hinted
 */
async function act(page, roll, hinted) {
    for (const selector of acts) {
        if (selector.includes(".marked") && !hinted) continue;
        const found = page.locator(selector),
            count = await found.count();
        if (!count) continue;
        const chosen = found.nth(roll(count));
        try {
            await chosen.click({timeout: 3000});
            return "";
        } catch (error) {
            return String(error); // it went away in the meantime: look again
        }
    }
    return "nothing to click";
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
        const hinted = roll(100) < hints && (await askHint(page));
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
