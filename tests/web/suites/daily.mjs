// Tests of the deal of the day: played to its end with the network cut, left and resumed, then sent and compared.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {visitor} from "../browser.mjs";
import {clicked, play} from "../player.mjs";
import {openProxy} from "../proxy.mjs";
import {accessible, calm, fits, test} from "../suite.mjs";

/** @import {Page} from "playwright-core" */

const phone = {width: 390, height: 844, touch: true};

/** @param {Page} page */
const hasResult = async page => (await page.locator(".daily-score").count()) > 0;

/** @param {Page} page */
const settled = page =>
    page.evaluate(async () => {
        const {active} = await navigator.serviceWorker.ready;
        if (active?.state === "activated") return;
        await new Promise(resolve => {
            active?.addEventListener("statechange", resolve);
        });
    });

test("the deal of the day to its end with the network cut, resumed on the way; then its result is sent and compared", async ({
    browser,
    address,
}) => {
    const proxy = await openProxy(address);
    try {
        const page = await visitor(browser, proxy.address, {...phone, here: true});
        await page.locator("html[data-engine=ready]").waitFor();
        await settled(page);
        await page.locator(".tile-primo .deal-of-day").waitFor();
        proxy.cut();
        await page.reload();
        await page.locator(".tile-primo .deal-of-day").click();
        const begin = page.getByRole("button", {name: "Play the deal"});
        await begin.waitFor();
        assert.equal(await page.locator(".card").count(), 0); // no card before it is played
        await fits(page, "the deal of the day, before it is played");
        await begin.click();
        await page.locator(".daily-coach").waitFor();
        await fits(page, "the deal of the day");
        await play(page, {seed: 3, enough: clicked(4)});
        const place = page.url();
        await page.reload();
        await page.getByRole("button", {name: "Continue the deal"}).click();
        await play(page, {seed: 4, enough: hasResult});
        await page.getByText("The result will be sent as soon as there is a connection.").first().waitFor();
        await page.getByText("The strong bot, with the same cards:").first().waitFor();
        proxy.mend();
        await page.reload();
        await page.getByText("You are the first to play this board.").first().waitFor();
        assert.equal(page.url(), place);
        assert.equal(await page.locator(".card").count(), 0);
        await page.locator(".daily-chart").waitFor();
        assert.match((await page.locator(".daily-chart").getAttribute("aria-label")) ?? "", /^Everyone’s results: .*: 1$/);
        await page.locator(".daily-month a.own[aria-current=date]", {hasText: "1 result; you"}).waitFor();
        assert.match(await page.locator(".daily-others select option:checked").innerText(), /^[1-4] · 1 result$/);
        await fits(page, "the result of the day");
        await accessible(page, "the result of the day");
        const [saved] = await Promise.all([
                page.waitForEvent("download"),
                page.getByRole("button", {name: "Save the picture"}).click(),
            ]),
            picture = readFileSync(await saved.path());
        assert.match(saved.suggestedFilename(), /^araldo-primo-\d{4}-\d\d-\d\d-[1-4]\.png$/);
        assert.equal(picture.subarray(1, 4).toString("latin1"), "PNG");
        assert.equal(picture.readUInt32BE(16), 1440); // its width
    } finally {
        proxy.close();
    }
});

test("the deal of the day by its link shows no card; other boards and days are reached by keyboard", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address);
    await page.goto(`${address}#daily/primiera/2026-11-02/3`);
    await page.getByText("Primiera, November 2, 2026, board 3").waitFor();
    assert.equal(await page.locator(".card").count(), 0);
    await accessible(page, "the deal of the day");
    await page.getByLabel("Board").selectOption("4");
    await page.getByText("Primiera, November 2, 2026, board 4").waitFor();
    await page.getByRole("button", {name: "Previous month"}).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", {name: "October 2026"}).waitFor();
    await page.getByRole("link", {name: "October 5, 2026"}).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/^Primiera, October 5, 2026, board [1-4]$/).waitFor();
    await page.getByRole("button", {name: "Play the deal"}).focus();
    await page.keyboard.press("Enter");
    await page.locator(".daily-coach").waitFor();
    await page.locator(".felt .hand .card").first().waitFor();
    calm(page);
});

test("a deal begun with another version of the page begins again, and a result that it cannot repeat holds up no other", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address, {here: true});
    await page.evaluate(() =>
        localStorage.setItem(
            "araldo.deals",
            JSON.stringify({
                "2026-11-02/primiera/1": {moves: ["nonsense"], score: 2, rival: 1, sent: "no"},
                "2026-11-02/primiera/3": {moves: ["nonsense"], score: null, rival: null, sent: "no"},
            }),
        ),
    );
    await page.goto(`${address}#daily/primiera/2026-11-02/1`);
    await page.reload();
    await page.getByText("The server did not accept the result").first().waitFor();
    await page.goto(`${address}#daily/primiera/2026-11-02/3`);
    await page.reload();
    await page.getByRole("button", {name: "Continue the deal"}).click();
    await page.locator(".felt .hand .card").first().waitFor();
});
