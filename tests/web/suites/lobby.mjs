// The first page: what one can continue, remove and begin with one click, and tables with whoever is here.
import assert from "node:assert/strict";
import {dealt, makeTable, playNow, tableOf, visitor} from "../browser.mjs";
import {play} from "../player.mjs";
import {accessible, calm, fits, test} from "../suite.mjs";

/** @import {Page} from "playwright-core" */

/** @param {Page} page */
async function toLobby(page) {
    await page.locator(".brand").click();
    await page.locator(".tile").first().waitFor();
}

/**
 * Which lists are too narrow for their longest choice. Runs in the page.
 * @param {Element[]} lists
 */
function cutOff(lists) {
    return lists.flatMap(list => {
        const whole = /** @type {HTMLSelectElement} */ (list.cloneNode(true));
        whole.style.cssText = "position: absolute; width: max-content; max-width: none";
        list.after(whole);
        const needed = whole.offsetWidth,
            longest = [...whole.options].map(({text}) => text).sort((a, b) => b.length - a.length)[0];
        whole.remove();
        return needed > list.clientWidth + 2 ? [`“${longest}” needs ${needed} px and has ${list.clientWidth}`] : [];
    });
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
        await page.getByRole("button", {name: "Abandon Primero · English"}).click();
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

test("no choice in the form of a table is cut off, in any language", async ({browser, address, games, languages}) => {
    for (const language of languages) {
        const page = await visitor(browser, address, {language, width: 360, height: 640});
        for (const game of games) {
            await page.locator(`.tile-${game} > .row .button`).nth(1).click();
            await page.locator("form.make").waitFor();
            for (const [width, height] of [
                [360, 640],
                [768, 1024],
                [1280, 800],
            ]) {
                await page.setViewportSize({width, height});
                assert.deepEqual(await page.locator("form.make select").evaluateAll(cutOff), [], `${language}, ${width}`);
            }
            await page.keyboard.press("Escape");
            await page.locator("form.make").waitFor({state: "detached"});
        }
        calm(page);
    }
});

test("the settings and a table before its match fit the smallest phone", async ({browser, address, languages}) => {
    for (const language of languages) {
        const page = await visitor(browser, address, {language, width: 360, height: 640});
        /** @param {string} place */
        const excess = place => page.locator(place).evaluate(box => box.scrollWidth - box.clientWidth);
        await page.locator(".bar .button").last().click();
        assert.ok((await excess("dialog .dialog-body")) <= 0, `settings, ${language}`);
        await page.keyboard.press("Escape");
        await makeTable(page, "primo", {variant: "six"});
        assert.ok((await excess(".waiting-card")) <= 0, `a table that waits, ${language}`);
        calm(page);
    }
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

test("matches are kept: found by a word, with their result, replay and record", async ({browser, address}) => {
    for (const width of [360, 1280]) {
        const page = await visitor(browser, address, {width, height: 800, touch: width < 500});
        await playNow(page, "primiera");
        const table = await tableOf(page);
        await toLobby(page);
        await page.getByRole("button", {name: /^Abandon Primiera/}).click();
        await page.locator(".own").waitFor({state: "detached"});
        await page.getByRole("button", {name: "My matches"}).click();
        const row = page.locator(`.match-row a[href="/t/${table}"]`);
        await row.waitFor();
        assert.match(await row.innerText(), /Primiera/);
        assert.match(await row.innerText(), /unfinished/);
        await fits(page, `history, ${width}`);
        await accessible(page, "history");
        await page.getByLabel("Search my matches").fill("nothing like it");
        await row.waitFor({state: "detached"});
        await page.getByLabel("Search my matches").fill("primiera");
        await row.waitFor();
        const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".match-row [download]").click()]);
        assert.ok(download.suggestedFilename().endsWith(`${table}.jsonl`), download.suggestedFilename());
        await page.reload(); // the address is one of its own
        await row.waitFor();
        await row.click();
        await page.locator(".afterwards").waitFor();
        calm(page);
    }
});

test("an address that leads nowhere has a page with a way back", async ({browser, address}) => {
    const page = await visitor(browser, address);
    const answer = await page.goto(`${address}no/such/place`);
    assert.equal(answer?.status(), 404);
    assert.match(answer?.headers()["content-type"] ?? "", /html/);
    await page.getByText("There is nothing at this address.").waitFor();
    await accessible(page, "nowhere");
    await page.getByRole("button", {name: "Go to the home page"}).click();
    await page.locator(".tile").first().waitFor();
    // Programs still get a code.
    const code = await fetch(`${address}no/such/place`);
    assert.equal(code.status, 404);
    assert.deepEqual(await code.json(), {error: "not-found"});
});

test("a link is shown with the game of its table and a picture, and nothing else", async ({browser, address, games}) => {
    const page = await visitor(browser, address);
    await makeTable(page, "royalflush", {people: 2});
    const html = await (await fetch(page.url(), {headers: {"Accept-Language": "de"}})).text();
    assert.match(html, /og:title" content="Royal Flush · Araldo"/);
    assert.match(html, /og:description" content="Spiel an diesem Tisch mit/);
    const picture = html.match(/og:image" content="([^"]+)"/)?.[1] ?? "";
    assert.equal(picture, `${address}assets/previews/royalflush.png`);
    assert.ok(!html.includes("Guest"), "nobody's name");
    for (const game of [...games, "araldo"]) {
        const image = await fetch(`${address}assets/previews/${game}.png`);
        assert.equal(image.headers.get("content-type"), "image/png");
    }
    assert.match(await (await fetch(address)).text(), /og:title" content="Araldo"/);
});

test("a reload brings back the chart, the score of the last round and the talk", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await page.locator("input[value='easy']").check({force: true});
    await makeTable(page, "primero", {people: 2, options: {deals: 40}, seats: {1: "bot:easy"}});
    await play(page, {seed: 3, enough: async () => (await page.locator(".log .heading").count()) > 2});
    await page.locator("#tab-talk").click();
    await page.locator(".talk .button, .phrases .button").first().click();
    await page.reload();
    await dealt(page);
    await page.locator("#tab-talk").click();
    await page.getByText("Hello!").first().waitFor();
    await page.locator("#tab-score").click();
    await page.locator(".chart").waitFor();
    calm(page);
});

test("a bot is offered for somebody who keeps the table waiting, and the room says when", async ({browser, address}) => {
    // As if the time had come; the room knows better.
    /** @param {string} said */
    const hears = said => said.replace(/"replace":\{"seat":(\d),"at":\d+\}/, '"replace":{"seat":$1,"at":1}');
    const anna = await visitor(browser, address, {hears}),
        bruno = await visitor(browser, address, {hears});
    await makeTable(anna, "primero", {people: 2});
    await bruno.goto(anna.url());
    await bruno.getByRole("button", {name: "Sit here"}).click();
    await bruno.getByRole("button", {name: "Ready", exact: true}).click();
    await anna.getByRole("button", {name: "Ready", exact: true}).click();
    const waits = await Promise.any(
        [anna, bruno].map(page =>
            page
                .locator(".stand-in .button")
                .waitFor()
                .then(() => page),
        ),
    );
    await accessible(waits, "somebody is waited for");
    await waits.locator(".stand-in .button").click();
    await waits.getByText("Give this player a little more time.").waitFor();
    assert.equal(await (waits === anna ? bruno : anna).locator(".stand-in").count(), 0, "not for oneself");
});
