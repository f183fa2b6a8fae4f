// Drives a real Chromium: what the tests do with its pages again and again.
import {chromium} from "playwright-core";
/** @import {Browser, Locator, Page} from "playwright-core" */

const patience = 60_000; // the machine may be busy

export async function openBrowser() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}

/** @type {WeakMap<Page, string[]>} */
const faults = new WeakMap();

/**
 * What has gone wrong in a page's scripts and requests.
 * @param {Page} page
 */
export const faultsOf = page => faults.get(page) ?? [];

/**
 * A page of somebody new: cookies and settings of their own. Whatever goes wrong in its scripts fails the test.
 * @param {Browser} browser
 * @param {string} address
 * @param {{width?: number, height?: number, language?: string, touch?: boolean}} device
 */
export async function visitor(browser, address, {width = 1280, height = 800, language = "en", touch = false} = {}) {
    const context = await browser.newContext({
        viewport: {width, height},
        locale: language,
        reducedMotion: "reduce",
        hasTouch: touch,
        acceptDownloads: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    /** @type {string[]} */
    const found = [];
    faults.set(page, found);
    page.on("pageerror", error => found.push(`script: ${error.message}`));
    page.on("console", said => said.type() === "error" && found.push(`console: ${said.text()}`));
    page.on("response", answer => answer.status() >= 400 && found.push(`${answer.status()} ${answer.url()}`));
    await page.goto(address);
    await page.locator(".tile").first().waitFor();
    return page;
}

/**
 * Where an element is on the screen.
 * @param {Locator} locator
 */
export async function boxOf(locator) {
    const box = await locator.boundingBox();
    if (!box) throw new Error("it cannot be seen");
    return box;
}

/**
 * The felt lies there before the first view of the game comes: with cards it names the game.
 * @param {Page} page
 */
export const dealt = page => page.locator(".felt[data-game]").waitFor();

/**
 * @param {Page} page
 * @param {string} game
 */
export async function playNow(page, game) {
    await page.locator(`.tile-${game} .button.primary`).click();
    await dealt(page);
}

/**
 * Makes a table through the form: variant, options by their place in the form, who sits where.
 * @typedef {object} Wanted
 * @property {string} [variant]
 * @property {number} [people]
 * @property {Record<number, number>} [options]
 * @property {Record<number, string>} [seats]
 * @property {boolean} [free] whether people may talk in their own words
 */

/**
 * @param {Page} page
 * @param {string} game
 * @param {Wanted} wanted
 */
export async function makeTable(page, game, {variant, people, options = {}, seats = {}, free = true} = {}) {
    await page.locator(`.tile-${game} .button`).nth(1).click();
    const form = page.locator("form.make");
    await form.waitFor();
    if (variant) await form.locator("#make-variant").selectOption(variant);
    if (people) await form.locator("#make-people").selectOption(String(people));
    for (const [place, value] of Object.entries(options)) await form.locator(`#make-option-${place}`).fill(String(value));
    for (const [seat, who] of Object.entries(seats)) await form.locator(`#make-seat-${seat}`).selectOption(who);
    if (!free) await form.getByRole("switch").last().uncheck();
    await form.locator(".button.primary.big").click();
    await form.waitFor({state: "detached"});
    await page.locator(".felt[data-game], .felt.waiting").waitFor();
}

/** @param {Page} page */
export async function tableOf(page) {
    await page.waitForURL(/\/t\/[a-z0-9]+$/);
    return new URL(page.url()).pathname.slice("/t/".length);
}
