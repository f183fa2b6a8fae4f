// Tests of the room in the page: whole matches with the network cut, coming back to them, new versions, and what may be missing.
import assert from "node:assert/strict";
import {mkdtempSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {beginShort, boxOf, dealt, playNow, visitor} from "../browser.mjs";
import {clicked, play} from "../player.mjs";
import {openProxy} from "../proxy.mjs";
import {calm, test, testEach} from "../suite.mjs";

/** @import {Page} from "playwright-core" */
/** @import {Device} from "../browser.mjs" */
/** @import {Cuttable} from "../proxy.mjs" */
/** @import {World} from "../suite.mjs" */

/**
 * Somebody whose browser has the engine, and keeps the page.
 * @param {World} world
 * @param {string} address
 * @param {Device} device
 */
async function comeIn({browser}, address, device = {}) {
    const page = await visitor(browser, address, {...device, here: true});
    await page.locator("html[data-engine=ready]").waitFor();
    await page.evaluate(async () => {
        const {active} = await navigator.serviceWorker.ready;
        if (active?.state === "activated") return;
        await new Promise(resolve => {
            active?.addEventListener("statechange", resolve);
        });
    });
    return page;
}

/** @param {Page} page */
const isHere = page => /#t\/[a-z0-9]+$/.test(page.url());

/**
 * Does something with a room that can be cut off.
 * @param {World} world
 * @param {(proxy: Cuttable) => Promise<void>} run
 */
async function withProxy({address}, run) {
    const proxy = await openProxy(address);
    try {
        await run(proxy);
    } finally {
        proxy.close();
    }
}

/**
 * The record of the match that is over, and what `araldo verify` says about it.
 * @param {World} world
 * @param {Page} page
 */
async function verified({verify}, page) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download the record").click()]);
    const path = join(mkdtempSync(join(tmpdir(), "araldo-")), "record.jsonl");
    await download.saveAs(path);
    return verify(path);
}

testEach("{game}: a whole match on a phone with the network cut", async (world, game) => {
    await withProxy(world, async proxy => {
        const page = await comeIn(world, proxy.address, {width: 390, height: 844});
        proxy.cut();
        await page.reload();
        await page.locator(".tile").first().waitFor();
        await beginShort(page, game);
        assert.ok(isHere(page), page.url());
        await play(page, {seed: 5, hints: 4});
        assert.match(await verified(world, page), /fairness: good/);
        await page.getByRole("button", {name: "Replay"}).click();
        await page.locator(".replay").waitFor();
    });
});

test("a newcomer has one name in both rooms", async world => {
    const page = await comeIn(world, world.address);
    await playNow(page, "primiera");
    assert.ok(isHere(page), page.url());
    const name = await page.locator(".my-name").innerText();
    assert.equal(await page.locator(".plate.me").getAttribute("aria-label"), `${name}, you`);
    calm(page);
});

test("a game in the page goes on after closing the browser", async world => {
    await withProxy(world, async proxy => {
        const page = await comeIn(world, proxy.address);
        await playNow(page, "primiera");
        await play(page, {enough: clicked(6)});
        await page.locator(".felt.my-turn").waitFor(); // the bots have answered
        const place = page.url();
        const seen = await page.locator(".felt .hand").last().innerText();
        proxy.cut();
        const context = page.context();
        await page.close();
        const again = await context.newPage();
        await again.goto(proxy.address);
        await again.locator(".table-row").first().click();
        await dealt(again);
        assert.equal(again.url(), place);
        assert.equal(await again.locator(".felt .hand").last().innerText(), seen);
        await again.reload();
        await dealt(again);
        await play(again, {enough: clicked(2)});
    });
});

test("with the network cut: rules, languages, settings, past matches, and what needs a server says so", async world => {
    await withProxy(world, async proxy => {
        const page = await comeIn(world, proxy.address);
        proxy.cut();
        await page.reload();
        await beginShort(page, "primero");
        await play(page, {seed: 5});
        await page.getByRole("button", {name: "Back to the tables"}).click();
        for (const game of world.games) {
            await page.locator(`.tile-${game} .tile-title button`).click();
            await page.locator(".rules h3").first().waitFor();
            await page.keyboard.press("Escape");
        }
        await page.getByRole("button", {name: "Play with whoever is here"}).click();
        await page.getByText("This needs a connection to the server.").waitFor();
        for (const language of world.languages) {
            await page.locator(".bar button").last().click();
            await page.locator("dialog select").first().selectOption(language);
            await page.locator(`html[lang=${language}]`).waitFor({state: "attached"});
        }
        await page.reload();
        await page.locator(`html[lang=${world.languages.at(-1)}]`).waitFor({state: "attached"});
        await page.locator(".to-history").click();
        await page.locator(".match-row").waitFor();
    });
});

/**
 * The server has a new version of the page, and the browser finds it.
 * @param {Page} page
 * @param {Cuttable} proxy
 */
async function publish(page, proxy, fresh = "0123456789abcdef") {
    proxy.change([]);
    const worker = await (await fetch(`${proxy.address}sw.js`)).text(),
        version = /"version":"([0-9a-f]+)"/.exec(worker)?.[1] ?? "";
    assert.equal(version.length, 16);
    proxy.change([
        [version, fresh],
        ["If-None-Match", "X-None-Matched"],
    ]);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
}

test("a new version is offered and never forced into a game", async world => {
    await withProxy(world, async proxy => {
        const page = await comeIn(world, proxy.address);
        await playNow(page, "primero");
        await play(page, {enough: clicked(3)});
        const place = page.url();
        await publish(page, proxy);
        await page.getByText("A new version of Araldo is ready. Games in progress are kept.").waitFor();
        await page.setViewportSize({width: 390, height: 844});
        const offer = await boxOf(page.locator(".update-offer")),
            hand = await boxOf(page.locator(".felt .hand").last());
        assert.ok(offer.y + offer.height <= hand.y, "the offer leaves the hand free");
        await play(page, {enough: clicked(2)}); // it goes on as before
        assert.equal(page.url(), place);
        const earlier = await page.locator(".update-offer").elementHandle();
        await publish(page, proxy, "fedcba9876543210"); // and a newer one yet takes its place
        await earlier?.waitForElementState("hidden");
        const update = page.getByRole("button", {name: "Update now"});
        await Promise.all([page.waitForEvent("load"), update.click()]);
        await dealt(page);
        assert.equal(page.url(), place);
        assert.deepEqual(await page.evaluate(() => caches.keys()), ["araldo / fedcba9876543210"]);
        await play(page, {enough: clicked(2)});
    });
});

// A full disk, and a browser that allows no storage at all: neither to the worker nor to the page.
const full = `throw new DOMException("full", "QuotaExceededError")`,
    refused = `throw new DOMException("no", "SecurityError")`;
for (const {why, trouble, fault} of [
    {
        why: "full",
        trouble: `Storage.prototype.setItem = () => { ${full}; };`,
        fault: `IDBObjectStore.prototype.add = () => { ${full}; };`,
    },
    {
        why: "refused",
        trouble: `Object.defineProperty(window, "localStorage", {get() { ${refused}; }});`,
        fault: `indexedDB.open = () => { ${refused}; }; navigator.locks.request = async () => { ${refused}; };`,
    },
])
    test(`storage ${why}: the page says so, and the game goes on in memory`, async ({browser, address}) => {
        const page = await visitor(browser, address, {here: true, trouble, fault});
        const said = page.getByText("This browser cannot save your games").waitFor();
        await page.locator("html[data-engine=ready]").waitFor();
        await page.locator("input[value='easy']").check({force: true});
        await playNow(page, "primero");
        await said;
        await page.locator(".plate-notes", {hasText: "easy"}).first().waitFor();
        await play(page, {enough: clicked(6)});
        assert.ok(isHere(page), page.url());
        calm(page);
    });

test("a room in the page that stumbles is opened again, and its game goes on", async ({browser, address}) => {
    const page = await visitor(browser, address, {here: true, fault: "// nothing"});
    await page.locator("html[data-engine=ready]").waitFor();
    await playNow(page, "primero");
    await play(page, {enough: clicked(2)});
    const place = page.url(),
        [engine] = page.workers();
    let stumbled = false;
    engine.on("close", () => {
        stumbled = true;
    });
    await engine.evaluate(() => {
        performance.now = () => {
            throw new Error("stumbled"); // the module asks for the time before it thinks
        };
    });
    await play(page, {enough: async () => stumbled});
    await dealt(page);
    const lines = page.locator(".log li"),
        told = await lines.count();
    await play(page, {enough: async () => (await lines.count()) > told + 3});
    assert.equal(page.url(), place);
});

test("a new version waits for a game that cannot be saved", async world => {
    await withProxy(world, async proxy => {
        const page = await comeIn(world, proxy.address),
            engine = page.workers().find(worker => worker.url().includes("/engine/worker.js"));
        await engine?.evaluate(() => {
            IDBObjectStore.prototype.add = () => {
                throw new DOMException("full", "QuotaExceededError");
            };
        });
        const said = page.getByText("This browser cannot save your games").waitFor();
        await playNow(page, "primero");
        await said;
        await publish(page, proxy);
        await page.getByText("This browser cannot save your game in progress: finish it before you update.").waitFor();
        await play(page, {enough: clicked(2)});
        // Neither another window nor an update asked for there ends it.
        const other = await page.context().newPage();
        await other.goto(proxy.address);
        await other.locator("html[data-engine=ready]").waitFor();
        await Promise.all([other.waitForEvent("load"), other.getByRole("button", {name: "Update now"}).click()]);
        await other.locator("html[data-engine=ready]").waitFor();
        await play(page, {enough: clicked(2)});
        assert.equal(await page.locator(".update-offer").count(), 1, "it was not loaded again");
    });
});

test("on a slow device a plate says at which level its bot really plays", async ({browser, address}) => {
    const slow = "let time = 0; performance.now = () => (time += 1500);"; // the module looks at it before and after a thought
    const page = await visitor(browser, address, {here: true, fault: slow});
    await page.locator("html[data-engine=ready]").waitFor();
    await page.locator("input[value='strong']").check({force: true});
    await playNow(page, "primero");
    const notes = page.locator(".plate-notes[title]").first();
    await play(page, {enough: () => notes.isVisible()});
    assert.match(await notes.innerText(), /^easy\b/);
    assert.match((await notes.getAttribute("title")) ?? "", /“strong” play here like those at level “easy”/);
    calm(page);
});

test("a dialog stays open when the room in the page opens", async ({browser, address}) => {
    const page = await visitor(browser, address, {here: true, fault: "// nothing"});
    let release = () => {};
    /** @type {Promise<void>} */
    const released = new Promise(resolve => {
        release = resolve;
    });
    await page.route("**/engine/araldo.wasm*", async route => {
        await released;
        await route.continue();
    });
    await page.reload();
    await page.getByRole("button", {name: "Settings"}).click();
    await page.locator("dialog[open]").waitFor();
    assert.equal(await page.locator("html[data-engine]").count(), 0, "the room is not open yet");
    release();
    await page.locator("html[data-engine=ready]").waitFor();
    assert.equal(await page.locator("dialog[open]").count(), 1);
    calm(page);
});

test("without WebAssembly the server thinks", async ({browser, address}) => {
    const page = await visitor(browser, address, {here: true});
    await page.addInitScript(() => {
        Reflect.deleteProperty(globalThis, "WebAssembly");
    });
    await page.reload();
    await page.locator("html[data-engine=none]").waitFor();
    await playNow(page, "primero");
    assert.match(page.url(), /\/t\/[a-z0-9]+$/);
    calm(page);
});

test("two windows: the one opened last has the tables, and coming back takes them over", async world => {
    const page = await comeIn(world, world.address);
    await playNow(page, "primiera");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await dealt(other);
    await page.getByText("open in another window").waitFor();
    await play(other, {enough: clicked(2)});
    calm(page);
});

test("a short break goes unnoticed, and one that lasts is said", async world => {
    await withProxy(world, async proxy => {
        const page = await visitor(world.browser, proxy.address);
        await page.clock.install();
        await page.reload();
        await page.locator(".my-name:not(:empty)").first().waitFor();
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)); // from here on time passes only as we say
        await page.evaluate(() => {
            const said = Object.assign(window, {said: /** @type {string[]} */ ([])}).said;
            new MutationObserver(changes => {
                for (const {addedNodes} of changes) for (const note of addedNodes) said.push(note.textContent ?? "");
            }).observe(/** @type {Node} */ (document.getElementById("notices")), {childList: true});
        });
        const said = () => page.evaluate(() => /** @type {{said: string[]}} */ (/** @type {unknown} */ (window)).said);
        proxy.cut();
        await page.locator("body.offline").waitFor();
        proxy.mend();
        await page.clock.runFor(1000);
        await page.locator("body:not(.offline)").waitFor();
        await page.clock.runFor(10000);
        assert.deepEqual(await said(), []);
        proxy.cut();
        await page.locator("body.offline").waitFor();
        await page.clock.runFor(3000);
        await page.getByText("Connection lost. Trying again…").waitFor();
        assert.deepEqual(await said(), ["Connection lost. Trying again…"]);
    });
});

/**
 * What the player sees of the game: the own hand, what lies on the table, and the score.
 * @param {Page} page
 */
const seen = async page => ({
    hand: await page.locator(".felt .hand").last().innerText(),
    plates: await page.locator(".plate-name").allInnerTexts(),
});

/** Runs in the page: how many tables its own room keeps. */
const tablesKept = () =>
    new Promise(resolve => {
        indexedDB.open("araldo").onsuccess = ({target}) => {
            const {result: database} = /** @type {IDBOpenDBRequest} */ (target);
            database.transaction("tables").objectStore("tables").count().onsuccess = ({target: counted}) => {
                resolve(/** @type {IDBRequest<number>} */ (counted).result);
                database.close();
            };
        };
    });

/** Runs in the page: what its own room keeps of the tables' logs is damaged. */
const damageKept = () =>
    new Promise(resolve => {
        indexedDB.open("araldo").onsuccess = ({target}) => {
            const {result: database} = /** @type {IDBOpenDBRequest} */ (target),
                change = database.transaction(["entries", "snapshots"], "readwrite");
            for (const name of change.objectStoreNames)
                change.objectStore(name).openCursor().onsuccess = ({target: found}) => {
                    const {result: cursor} = /** @type {IDBRequest<IDBCursorWithValue | null>} */ (found);
                    cursor?.update({...cursor.value, text: `?${cursor.value.text}`});
                    cursor?.continue();
                };
            change.oncomplete = () => {
                database.close();
                resolve(null);
            };
        };
    });

test("a damaged match does not vanish from the lists without a word", async world => {
    const page = await comeIn(world, world.address);
    await playNow(page, "primiera");
    await page.goto(world.address);
    await page.getByRole("button", {name: "Abandon"}).click();
    await page.locator(".own .table-row").waitFor({state: "detached"});
    await playNow(page, "primero");
    const table = page.url();
    await page.evaluate(damageKept);
    await page.goto(world.address);
    await page.getByText("1 of your matches is damaged and cannot be read.").waitFor();
    await page.goto(new URL("/history", world.address).href);
    await page.getByText("1 of your matches is damaged and cannot be read.").waitFor();
    await page.goto(table);
    await page.getByRole("heading", {name: "The stored match is damaged and cannot be read."}).waitFor();
    assert.equal(await page.locator(".notice").count(), 0, "what the page says is not said once more");
});

test("a game begun without a connection moves to the server, once, and goes on there on another device", async world => {
    await withProxy(world, async proxy => {
        const page = await comeIn(world, proxy.address);
        proxy.cut();
        await page.reload();
        await beginShort(page, "primiera");
        assert.ok(isHere(page), page.url());
        await play(page, {enough: clicked(2)});
        await page.locator(".felt.my-turn").waitFor(); // the bots have answered
        const before = await seen(page);
        await page.getByRole("button", {name: "More"}).click();
        await page.getByRole("button", {name: "Move to the server"}).click();
        await page.getByText("This needs a connection to the server.").waitFor();
        assert.ok(isHere(page), "without a connection it stays");
        proxy.mend();
        await page.locator("body:not(.offline)").waitFor();
        await page.getByRole("button", {name: "More"}).click();
        await page.getByRole("button", {name: "Move to the server"}).click();
        await page.getByText("This game is now on the server.").waitFor();
        await dealt(page);
        assert.match(new URL(page.url()).pathname, /^\/t\/[a-z0-9]+$/);
        assert.deepEqual(await seen(page), before);
        const place = page.url();
        assert.equal(await page.evaluate(tablesKept), 0, "the browser has no copy any more");
        await page.goto(proxy.address);
        await page.locator(`.table-row a[href="${new URL(place).pathname}"]`).waitFor();
        await page.getByRole("button", {name: "Settings"}).click();
        await page.getByRole("button", {name: "Play on another device"}).click();
        const link = await page.locator(".link-box").innerText();
        const phone = await visitor(world.browser, proxy.address);
        await phone.goto(link);
        await phone.getByRole("button", {name: "Play as that person"}).click();
        await phone.locator(".table-row").first().click();
        await dealt(phone);
        assert.equal(phone.url(), place);
        assert.deepEqual(await seen(phone), before);
        await play(phone, {seed: 5});
        assert.match(await verified(world, phone), /fairness: good/);
        calm(phone);
    });
});
