// Drives a real Chromium: what the tests do with its pages again and again.
import {existsSync} from "node:fs";
import {chromium} from "playwright-core";
/** @import {Browser, Locator, Page, Route} from "playwright-core" */
/** @import {WelcomeMessage} from "../../web/protocol.d.ts" */

export const patience = 60_000; // for one thing to happen: the machine may be busy

/**
 * The browser that CHROMIUM names, or else one of the system's. Debian's chromium-headless-shell is the same Chromium without the
 * window around the page: a third of the processor time goes into that window, even when nobody can see it.
 */
const browserPath = () =>
    process.env.CHROMIUM ??
    ["chromium-headless-shell", "chromium", "chromium-browser"].map(name => `/usr/bin/${name}`).find(existsSync);

export async function openBrowser() {
    return chromium.launch({
        executablePath: browserPath(),
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
 * What the room says to a newcomer: the tests take the list of games from it, as the page does.
 * @param {Browser} browser
 * @param {string} address
 * @returns {Promise<WelcomeMessage>}
 */
export async function welcomeOf(browser, address) {
    const context = await browser.newContext(),
        page = await context.newPage();
    /** @type {Promise<WelcomeMessage>} */
    const heard = new Promise(resolve => {
        page.on("websocket", line =>
            line.on("framereceived", ({payload}) => {
                const said = JSON.parse(String(payload));
                if (said.say === "welcome") resolve(said);
            }),
        );
    });
    await page.goto(address);
    const welcome = await heard;
    await context.close();
    return welcome;
}

/**
 * The tags of the page's languages; tests/core/test_plural.sh compares its list with the program's.
 * @param {Browser} browser
 * @param {string} address
 * @returns {Promise<string[]>}
 */
export async function languagesOf(browser, address) {
    const context = await browser.newContext(),
        page = await context.newPage();
    await page.goto(address);
    const tags = await page.evaluate(async file => Object.keys((await import(file)).languages), "/assets/messages.js");
    await context.close();
    return tags;
}

/**
 * @typedef {object} Device
 * @property {number} [width]
 * @property {number} [height]
 * @property {string} [language]
 * @property {boolean} [touch]
 * @property {string[]} [without] games whose drawings the page does not have
 * @property {(said: string) => string} [hears] changes what the room says on its way to the page
 * @property {string} [trouble] a script that the page begins with
 * @property {string} [fault] a script that the worker of the engine begins with; the browser then does not keep the page
 * @property {number} [seed] plays against bots in the browser, where chance is this: the same deals every time
 * @property {boolean} [here] plays against bots in the browser, which keeps the page; otherwise the server thinks for them
 */

/**
 * Replaces chance by numbers that are the same every time, in the page and in the worker where its room runs.
 * @param {number} seed
 */
function loadDice(seed) {
    let state = seed;
    const roll = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state >>> 24;
    };
    Object.defineProperty(crypto, "getRandomValues", {
        value: (/** @type {Uint8Array} */ list) => {
            const {buffer, byteOffset, byteLength} = list;
            new Uint8Array(buffer, byteOffset, byteLength).forEach((_, i, bytes) => {
                bytes[i] = roll();
            });
            return list;
        },
    });
}

/**
 * A page of somebody new: cookies and settings of their own. Whatever goes wrong in its scripts fails the test.
 * @param {Browser} browser
 * @param {string} address
 * @param {Device} device
 */
export async function visitor(browser, address, device = {}) {
    const {width = 1280, height = 800, language = "en", touch = false, without = [], hears, trouble, seed} = device,
        fault = seed === undefined ? device.fault : `(${loadDice})(${seed});`,
        here = device.here ?? seed !== undefined;
    const context = await browser.newContext({
        viewport: {width, height},
        locale: language,
        reducedMotion: "reduce",
        hasTouch: touch,
        acceptDownloads: true,
        serviceWorkers: here && !fault ? "allow" : "block",
    });
    await context.addInitScript(
        choice => {
            localStorage.setItem("araldo.here", choice);
            localStorage.setItem("araldo.pace", "0");
        },
        here ? "on" : "off",
    );
    if (seed !== undefined) await context.addInitScript(loadDice, seed);
    if (trouble) await context.addInitScript(trouble);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    /** @type {string[]} */
    const found = [];
    faults.set(page, found);
    if (without.length) await page.route("**/assets/games/games.js", route => withoutDrawings(route, without));
    if (fault)
        await page.route("**/assets/engine/worker.js", async route => {
            const answer = await route.fetch();
            await route.fulfill({response: answer, body: `${fault}\n${await answer.text()}`});
        });
    if (hears)
        await page.routeWebSocket("**/ws", line => {
            line.connectToServer().onMessage(said => line.send(hears(String(said))));
        });
    page.on("pageerror", error => found.push(`script: ${error.message}`));
    page.on("console", said => said.type() === "error" && found.push(`console: ${said.text()}`));
    page.on("response", answer => answer.status() >= 400 && found.push(`${answer.status()} ${answer.url()}`));
    await page.goto(address);
    await page.locator(".tile").first().waitFor();
    if (seed !== undefined) await page.locator("html[data-engine=ready]").waitFor();
    return page;
}

/**
 * The page as it is before somebody has drawn these games: their rows are missing from its list of drawings.
 * @param {Route} route
 * @param {string[]} games
 */
async function withoutDrawings(route, games) {
    const answer = await route.fetch(),
        missing = games.join("|");
    const body = (await answer.text())
        .replace(new RegExp(`^import \\{(${missing})\\}.*\n`, "gm"), "")
        .replace(/(?<=export const games = )\{(.*)\}/, (_, names) => {
            const left = String(names)
                .split(", ")
                .filter(name => !games.includes(name));
            return `{${left.join(", ")}}`;
        });
    await route.fulfill({response: answer, body});
}

/**
 * Where an element is on the screen. The page may be drawing itself again just now: then the new element counts.
 * @param {Locator} locator
 */
export async function boxOf(locator) {
    for (;;) {
        await locator.waitFor();
        const box = await locator.boundingBox();
        if (box) return box;
    }
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
 * Makes a table through the form: variant, numbers among the options by key, who sits where.
 * @typedef {object} Wanted
 * @property {string} [variant]
 * @property {number} [people]
 * @property {Record<string, number>} [options]
 * @property {Record<number, string>} [seats]
 * @property {boolean} [free] whether people may talk in their own words
 */

/**
 * @param {Page} page
 * @param {string} game
 * @param {Wanted} wanted
 */
export async function makeTable(page, game, {variant, people, options = {}, seats = {}, free = true} = {}) {
    await page.locator(`.tile-${game} > .row .button`).nth(1).click();
    const form = page.locator("form.make");
    await form.waitFor();
    if (variant) await form.locator("#make-variant").selectOption(variant);
    if (people) await form.locator("#make-people").selectOption(String(people));
    for (const [key, value] of Object.entries(options)) await form.locator(`#make-option-${key}`).fill(String(value));
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

/**
 * The longer matches by the form, shortened by their options; any other by two clicks.
 * @type {Record<string, Wanted>}
 */
const short = {
    primiera: {options: {target: 5}, seats: {1: "bot:easy", 2: "bot:easy", 3: "bot:easy"}},
    royalflush: {people: 2, seats: {1: "bot:easy"}},
    primero: {people: 2, options: {deals: 3}, seats: {1: "bot:easy"}},
};

/**
 * @param {Page} page
 * @param {string} game
 */
export async function beginShort(page, game) {
    await page.locator("input[value='easy']").check({force: true});
    if (short[game]) await makeTable(page, game, short[game]);
    else await playNow(page, game);
    await page.locator(".felt.my-turn, .felt .prompt").first().waitFor();
}
