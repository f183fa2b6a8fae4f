// Drives a real Chromium: what the tests do with its pages again and again.
import {chromium} from "playwright-core";

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

// A page of somebody new: cookies and settings of their own. Whatever goes wrong in its scripts fails the test.
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
    page.faults = [];
    page.on("pageerror", error => page.faults.push(`script: ${error.message}`));
    page.on("console", said => said.type() === "error" && page.faults.push(`console: ${said.text()}`));
    page.on("response", answer => answer.status() >= 400 && page.faults.push(`${answer.status()} ${answer.url()}`));
    await page.goto(address);
    await page.locator(".tile").first().waitFor();
    return page;
}

// The felt lies there before the first view of the game comes: with cards it names the game.
export const dealt = page => page.locator(".felt[data-game]").waitFor();

export async function playNow(page, game) {
    await page.locator(`.tile-${game} .button.primary`).click();
    await dealt(page);
}

// Makes a table through the form: variant, options by their place in the form, who sits where.
export async function makeTable(page, game, {variant, people, options = {}, seats = [], free = true} = {}) {
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

export async function tableOf(page) {
    await page.waitForURL(/\/t\/[a-z0-9]+$/);
    return new URL(page.url()).pathname.split("/").pop();
}
