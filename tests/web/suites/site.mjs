// Tests of the static site: `araldo site` writes it, a plain web server has it below a path, and the browser plays by itself.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {beginShort, dealt, patience, playNow, visitor} from "../browser.mjs";
import {openPlainServer} from "../plain.mjs";
import {clicked, play} from "../player.mjs";
import {accessible, calm, fits, test} from "../suite.mjs";

/** @import {World} from "../suite.mjs" */

/**
 * Does something with the static site on a plain web server.
 * @param {World} world
 * @param {(server: Awaited<ReturnType<typeof openPlainServer>>) => Promise<void>} run
 */
async function withSite({araldo}, run) {
    const folder = join(mkdtempSync(join(tmpdir(), "araldo-")), "site");
    execFileSync(araldo, ["site", folder]);
    const server = await openPlainServer(folder, "/club/cards/");
    try {
        await run(server);
    } finally {
        server.close();
    }
}

test("the static site below a path: a whole match, every game, and no server afterwards", async world => {
    await withSite(world, async server => {
        const page = await visitor(world.browser, server.address, {here: true});
        await accessible(page, "first page of the static site");
        await fits(page, "first page of the static site");
        assert.equal(await page.getByText("Open tables").count(), 0);
        await beginShort(page, "primero");
        await play(page, {seed: 5});
        await page.getByRole("button", {name: "Back to the tables"}).click();
        await page.getByRole("button", {name: "My matches"}).click();
        await page.locator(".match-row").waitFor();
        assert.equal(page.url(), `${server.address}#history`);
        for (const game of world.games) {
            await page.goto(`${server.address}index.html`);
            await page.locator(".tile").first().waitFor();
            await playNow(page, game);
            await play(page, {enough: clicked(2)});
            assert.ok(page.url().startsWith(`${server.address}#t/`), page.url());
        }
        const place = page.url();
        await page.goto(`${server.address}#learn/primero:english`); // in the module that teaches
        await page.locator(".coach").waitFor();
        await page.goto(place);
        await dealt(page);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
        calm(page);
        server.close();
        await page.reload();
        await dealt(page);
        assert.equal(page.url(), place);
    });
});

test("the static site in a browser without WebAssembly says what it needs", async world => {
    await withSite(world, async server => {
        const context = await world.browser.newContext({locale: "it"}),
            page = await context.newPage();
        await page.addInitScript(() => {
            Reflect.deleteProperty(globalThis, "WebAssembly");
        });
        await page.goto(server.address);
        await page.getByText("WebAssembly").waitFor();
        assert.equal(await page.locator("html").getAttribute("lang"), "it");
    });
});

test("<araldo-table> in another page: a record by keyboard, every language, a position, and what it cannot show", async world => {
    await withSite(world, async server => {
        const context = await world.browser.newContext({locale: "en", reducedMotion: "reduce"}),
            page = await context.newPage();
        page.setDefaultTimeout(patience);
        await page.goto(`${server.address}sample.html`);
        const record = page.locator("araldo-table").first(),
            frame = page.frameLocator("araldo-table iframe").first(),
            step = frame.locator(".replay-bar .soft");
        await step.filter({hasText: "step 1 of 37"}).waitFor();
        await frame.getByRole("slider").focus();
        await frame.locator("body").press("ArrowRight");
        await step.filter({hasText: "step 2 of 37"}).waitFor();
        await frame.getByRole("status").getByText("Ada plays").waitFor();
        await frame.locator("body").press("End");
        await step.filter({hasText: "step 37 of 37"}).waitFor();
        await frame.getByRole("combobox").selectOption("1");
        await frame.locator("body").press("Home");
        await frame.locator(".mine .plate[aria-label='Bruno']").waitFor();
        await frame.locator(".arena .open-cards").waitFor({state: "detached"});
        for (const language of world.languages) {
            await record.evaluate((table, tag) => table.setAttribute("lang", tag), language);
            await frame.locator(`xpath=/html[@lang="${language}"]`).waitFor({state: "attached"});
        }
        const inside = page.frames().find(found => found.url().endsWith("show.html"));
        assert.ok(inside);
        await accessible(inside, "a table within a page");
        const position = page.frameLocator("araldo-table iframe").last();
        await position.locator(".felt .middle .card").first().waitFor();
        assert.equal(await position.locator("html").getAttribute("lang"), "it");
        assert.equal(await position.getByRole("slider").count(), 0);
        await record.evaluate(table => {
            table.setAttribute("lang", "en");
            table.setAttribute("record", "index.html");
        });
        await frame.getByRole("alert").getByText("This cannot be shown").waitFor();
    });
});
