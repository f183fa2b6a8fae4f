// The first page: what one can continue, remove and begin with one click, and tables with whoever is here.
import assert from "node:assert/strict";
import {dealt, makeTable, playNow, tableOf, visitor} from "../browser.mjs";
import {accessible, calm, fits, test} from "../suite.mjs";

/** @import {Page} from "playwright-core" */

/** @param {Page} page */
async function toLobby(page) {
    await page.locator(".brand").click();
    await page.locator(".tile").first().waitFor();
}

test("a match begun is on top of the first page, and one tap gives it up", async ({browser, address}) => {
    for (const width of [360, 1280]) {
        const page = await visitor(browser, address, {width, height: 800, touch: width < 500});
        await playNow(page, "primero");
        const table = await tableOf(page);
        await toLobby(page);
        const row = page.locator(`.own a[href="/t/${table}"]`);
        await row.waitFor();
        const order = await page
            .locator("main > *")
            .evaluateAll(parts => parts.map(part => part.querySelector(".own") !== null));
        assert.equal(order.indexOf(true), 0, "before everything else");
        await fits(page, `first page with a match, ${width}`);
        await accessible(page, "first page with a match");
        await page.getByRole("button", {name: "Give up Primero · English"}).click();
        await row.waitFor({state: "detached"});
        // It is over for the room as well.
        await page.reload();
        await page.locator(".tile").first().waitFor();
        await page.waitForFunction(() => document.querySelector(".tables:not(.own)"));
        assert.equal(await page.locator(".own").count(), 0);
        calm(page);
    }
});

test("every tile tells the goal, opens the rules, and begins each variant with one click", async ({
    browser,
    address,
    games,
}) => {
    const page = await visitor(browser, address);
    for (const game of games) {
        const tile = page.locator(`.tile-${game}`);
        assert.match(await tile.locator(".goal").innerText(), /^Goal: .+\.$/);
        await tile.getByRole("button", {name: /^Rules/}).click();
        await page.locator("dialog .rules").waitFor();
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({state: "detached"});
    }
    await page.locator(".tile-primero .variants summary").click();
    await page.getByRole("button", {name: "Primero, Italian"}).click();
    await dealt(page);
    assert.match(await page.locator("header").innerText(), /Italian/);
    calm(page);
});

test("two people who want to play with whoever is here meet at one table", async ({browser, address}) => {
    const anna = await visitor(browser, address),
        bruno = await visitor(browser, address);
    await anna.getByRole("button", {name: "Play with whoever is here"}).click();
    const titles = await anna.locator("dialog .row .button").allInnerTexts();
    if (titles.length) await anna.locator("dialog .row .button", {hasText: "Royal Flush"}).click();
    const table = await tableOf(anna);
    await anna.locator(".felt.waiting, .felt[data-game]").first().waitFor();
    await bruno.locator(`a[href="/t/${table}"]`).waitFor(); // the list changed by itself
    await bruno.getByRole("button", {name: "Play with whoever is here"}).click();
    assert.equal(await tableOf(bruno), table);
    calm(anna);
    calm(bruno);
});

test("what was agreed on about hints is seen by all, and held by the room", async ({browser, address}) => {
    const anna = await visitor(browser, address),
        bruno = await visitor(browser, address);
    await makeTable(anna, "primero", {people: 2});
    await anna.locator(".waiting-card", {hasText: "no hints"}).waitFor();
    await bruno.goto(anna.url());
    await bruno.locator(".waiting-card", {hasText: "no hints"}).waitFor();
    await bruno.getByRole("button", {name: "Sit here"}).click();
    await bruno.getByRole("button", {name: "Ready", exact: true}).click();
    await anna.getByRole("button", {name: "Ready", exact: true}).click();
    await dealt(anna);
    await dealt(bruno);
    for (const page of [anna, bruno]) assert.equal(await page.getByRole("button", {name: "Hint", exact: true}).count(), 0);
    // Alone with bots there always are hints.
    await toLobby(anna);
    await playNow(anna, "primero");
    await anna.getByRole("button", {name: "Hint", exact: true}).waitFor();
    calm(anna);
    calm(bruno);
});
