// How the page looks and sounds: packs, backs, felt, contrast, large print, the bots' faces, volume.
import assert from "node:assert/strict";
import {makeTable, playNow, visitor} from "../browser.mjs";
import {accessible, calm, test} from "../suite.mjs";

/** @import {Page} from "playwright-core" */

/**
 * @param {Page} page
 * @param {string} legend
 * @param {string} words
 */
const choose = (page, legend, words) =>
    page.getByRole("group", {name: legend}).getByLabel(words, {exact: true}).check({force: true});

/** @param {Page} page */
const hand = page => page.locator(".hand .card svg").first().innerHTML();

test("another look shows at once, on the table and in the preview, and stays", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await playNow(page, "primiera");
    await page.locator(".hand .card").first().waitFor();
    const before = await hand(page);
    await page.getByRole("button", {name: "Settings"}).first().click();
    const preview = () => page.locator(".look-preview .card svg").first().innerHTML(),
        seen = new Set([await preview()]);
    for (const look of ["Piacenza", "Treviso"]) {
        await choose(page, "Italian cards", look);
        seen.add(await preview());
    }
    assert.equal(seen.size, 3, "three packs, three pictures");
    const treviso = await hand(page);
    assert.notEqual(treviso, before, "the table behind the dialog changed too");
    await page.getByRole("switch", {name: "Large print"}).check({force: true});
    assert.notEqual(await hand(page), treviso);
    await choose(page, "Card backs", "Night sky");
    await choose(page, "Table", "Walnut");
    assert.equal(await page.locator("html").getAttribute("data-felt"), "walnut");
    await choose(page, "Contrast", "High");
    await accessible(page, "settings with high contrast");
    await page.keyboard.press("Escape");
    await accessible(page, "a walnut table with high contrast");
    const large = await hand(page);
    await page.reload();
    await page.locator(".hand .card").first().waitFor();
    assert.equal(await hand(page), large, "kept");
    calm(page);
});

test("bots have names and faces by their level, and introduce themselves", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await page.locator("input[value='easy']").check({force: true});
    await playNow(page, "primiera");
    const plates = page.locator(".plate:not(.me)");
    await plates.first().waitFor();
    const names = await plates.locator(".plate-name").allInnerTexts();
    assert.equal(new Set(names).size, 3, `three different bots: ${names}`);
    assert.ok(!names.some(name => /\d/.test(name)), `names, not numbers: ${names}`);
    assert.equal(await plates.locator(".avatar.has-face svg").count(), 3);
    await page
        .locator(".log li", {hasText: `${names[0].trim().split("\n")[0]}: `})
        .first()
        .waitFor({state: "attached"});
    calm(page);
});

test("no sound before the first gesture, and none at volume 0", async ({browser, address}) => {
    const page = await visitor(browser, address);
    const made = await page.evaluate(async file => {
        let count = 0;
        const Real = globalThis.AudioContext;
        globalThis.AudioContext = class extends Real {
            constructor() {
                super();
                count++;
            }
        };
        const {playSound} = await import(file);
        const seen = [];
        localStorage.setItem("araldo.volume", "0");
        playSound("card");
        seen.push(count);
        localStorage.setItem("araldo.volume", "50");
        playSound("card");
        seen.push(navigator.userActivation.hasBeenActive ? 0 : count);
        return seen;
    }, "/assets/sound.js");
    assert.deepEqual(made, [0, 0]);
    await page.locator("body").click({position: {x: 3, y: 3}});
    await page.getByRole("button", {name: "Settings"}).first().click();
    await page.locator("input[type=range]").fill("30");
    assert.equal(await page.evaluate(() => localStorage.getItem("araldo.volume")), "30");
});

test("every sound has its event, and the end sounds as it went", async ({browser, address}) => {
    const page = await visitor(browser, address);
    const {made, ends} = await page.evaluate(async () => {
        const [{games}, {sounds, endSound}] = await Promise.all([
            import(`${location.origin}/assets/games/games.js`),
            import(`${location.origin}/assets/sound.js`),
        ]);
        const events = ["round", "deal", "lay", "table", "play", "teams", "take", "buy", "score", "vie", "see", "pass", "fold"],
            more = ["pot", "draw", "word", "throw", "crayon", "gomme", "pause", "star", "exchange"],
            played = [{takes: []}, {takes: ["7D"]}, {takes: ["7D"], sweep: true}];
        const heard = Object.values(games).flatMap(game =>
            [...events, ...more].flatMap(event => played.map(how => game.sound?.({event, ...how}))),
        );
        const rest = Object.keys(sounds).filter(name => !heard.includes(name));
        return {
            made: rest,
            ends: [endSound(0, [0, 2], 4), endSound(1, [0, 2], 4), endSound(null, [0], 2), endSound(0, [0], 1)],
        };
    });
    assert.deepEqual(made.sort(), ["end", "lose", "talk", "turn", "win"]); // which come from the table itself
    assert.deepEqual(ends, ["win", "lose", "end", "end"]);
    calm(page);
});

test("a hand by rank; on a touch screen a card asks for a second tap", async ({browser, address}) => {
    const page = await visitor(browser, address, {width: 390, height: 844, touch: true});
    await page.evaluate(() => {
        localStorage.setItem("araldo.sort", "rank");
        localStorage.setItem("araldo.confirm", "on");
    });
    await playNow(page, "primiera");
    const cards = page.locator(".hand .card");
    await page.locator(".hand.live .card").first().waitFor();
    const ranks = (await cards.evaluateAll(list => list.map(card => Number.parseInt(card.dataset.card ?? "", 10)))).filter(
        Boolean,
    );
    assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
    );
    const first = cards.first(),
        held = await cards.count();
    await first.tap();
    await page.locator(".hand .card.armed").waitFor();
    assert.equal(await cards.count(), held, "the first tap plays nothing");
    await page.locator(".hand .card.armed").tap();
    await page.waitForFunction(count => document.querySelectorAll(".hand .card").length < count, held);
    calm(page);
});

test("a person picks a portrait, and others see it", async ({browser, address}) => {
    const ada = await visitor(browser, address);
    await ada.locator("button.who").click();
    await ada.getByRole("radio", {name: "queen of hearts"}).check({force: true});
    await accessible(ada, "choosing a portrait");
    await ada.getByRole("button", {name: "Save"}).click();
    await ada.locator("dialog").waitFor({state: "detached"});
    await makeTable(ada, "primero", {people: 2});
    await ada.locator(".seat-row .avatar.has-face svg").first().waitFor();
    const seen = await ada.locator(".seat-row .avatar.has-face svg").first().innerHTML();
    const bruno = await visitor(browser, address);
    await bruno.goto(ada.url());
    await bruno.locator(".seat-row .avatar.has-face svg").first().waitFor();
    assert.equal(await bruno.locator(".seat-row .avatar.has-face svg").first().innerHTML(), seen);
    calm(ada);
    calm(bruno);
});
