// Tests of the static site: `araldo site` writes it, a plain web server has it below a path, and the browser plays by itself.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {beginShort, dealt, playNow, visitor} from "../browser.mjs";
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
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
        calm(page);
        const place = page.url();
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
