// What a table tells at a glance: values, examples, names, unseen cards, who is ahead and who are partners.
import assert from "node:assert/strict";
import {makeTable, playNow, visitor} from "../browser.mjs";
import {over, play} from "../player.mjs";
import {calm, test} from "../suite.mjs";

/** @import {Page} from "playwright-core" */

/**
 * @param {Page} page
 * @param {string} selector
 */
const count = (page, selector) => page.locator(selector).count();

test("Primero shows what one's cards are worth, and where the hand stands on the ladder", async ({browser, address}) => {
    const page = await visitor(browser, address, {seed: 5});
    await playNow(page, "primero");
    await page.locator(".felt.my-turn .hand .card").first().waitFor();
    assert.equal(await count(page, ".ladder li"), 5, "five kinds of hands");
    assert.equal(await count(page, ".hand .inscription"), await count(page, ".hand .card"), "points on each card");
    const value = (await page.locator(".plate.me .badge").last().innerText()).trim(),
        lit = await page.locator(".ladder .lit").allInnerTexts();
    assert.match(value, /–|numerus|primero|supremus|fluxus|chorus/);
    assert.equal(lit.length, value.includes("–") ? 0 : 1, `${value} is lit: ${lit.join()}`);
    for (const words of lit) for (const word of words.split(/\s+/)) assert.ok(value.includes(word), `${word} of ${value}`);
    calm(page);
});

test("Royal Flush prints an example on every board, and how many cards are missing", async ({browser, address}) => {
    const page = await visitor(browser, address, {seed: 5});
    await playNow(page, "royalflush");
    await page.locator(".felt.my-turn").waitFor();
    const boards = await count(page, ".board");
    assert.ok(boards >= 9);
    for (let board = 0; board < boards; board++) {
        const place = page.locator(".board").nth(board),
            chips = await place.locator(".board-example .chip").count();
        assert.ok(chips >= 2 && chips <= 7, `an example of ${chips} cards`);
        const can = (await place.getAttribute("class"))?.includes("can"),
            short = await place.locator(".short").count();
        assert.equal(short, can ? 0 : 1, "either it can be scored, or cards are missing");
    }
    calm(page);
});

test("Primo names its special cards, says what they do, and why one cannot write", async ({browser, address}) => {
    const page = await visitor(browser, address, {seed: 5});
    await makeTable(page, "primo", {variant: "duel", seats: {1: "bot:easy"}});
    await page.locator(".felt.my-turn").waitFor();
    await page.locator(".plate.me .plate-notes", {hasText: "cannot write: no Pencil"}).waitFor();
    const specials = page.locator(".hand .card[title]");
    assert.equal(await specials.count(), await count(page, ".hand .inscription"), "named and explained");
    for (const title of await specials.evaluateAll(cards => cards.map(card => card.getAttribute("title") ?? "")))
        assert.match(title, /^[A-Z][A-Za-z ]+: .+\.$/);
    calm(page);
});

test("Primiera counts the cards one has not seen, if that is wanted", async ({browser, address}) => {
    const page = await visitor(browser, address, {seed: 5});
    await makeTable(page, "primiera", {variant: "two", seats: {1: "bot:easy"}});
    await page.locator(".felt.my-turn").waitFor();
    const listed = await count(page, ".unseen .chip"),
        shown = (await count(page, ".hand .card")) + (await count(page, ".lying")),
        piles = await page
            .locator(".badge:nth-child(2) dd")
            .evaluateAll(figures => figures.reduce((sum, figure) => sum + Number(figure.textContent), 0));
    assert.equal(listed + shown + piles, 40, "every other card lies open or has been seen");
    assert.equal(Number(await page.locator(".unseen h3 small").innerText()), listed);
    await page.locator(".bar > .button").last().click();
    await page.getByLabel("Count the cards for me").uncheck({force: true});
    await page.reload();
    await page.locator(".felt.my-turn").waitFor();
    assert.equal(await count(page, ".unseen"), 0, "it can be switched off");
    calm(page);
});

test("Primiera shows who is ahead, ties partners together, and counts with the cards that earned it", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address, {seed: 5});
    await makeTable(page, "primiera", {variant: "heralds", seats: {1: "bot:easy", 2: "bot:easy", 3: "bot:easy"}});
    let led = 0,
        tied = 0;
    await play(page, {
        seed: 2,
        enough: async now => {
            led = Math.max(led, await count(now, ".leads li"));
            tied = Math.max(tied, await count(now, ".tie"));
            return (await count(now, ".result")) > 0 || over(now);
        },
    });
    assert.equal(led, 4, "the four points");
    const paired = await count(page, ".plate.team-0");
    assert.equal(paired, tied ? 2 : 0, "a line where there are partners");
    // A round without a point that cards can prove is possible, and then there is nothing beside it.
    const rows = await page
        .locator(".result .scores tr")
        .evaluateAll(all => all.map(row => [row.querySelectorAll(".won").length, row.querySelectorAll(".proof").length]));
    const [, , coins, , primiera] = rows;
    assert.equal(coins[0], coins[1], "coins beside the team that has most");
    assert.equal(primiera[0], primiera[1], "the best primiera beside its team");
    calm(page);
});

test("in Primo's teams the partner's words stand in one's own slots, and nobody else's", async ({browser, address}) => {
    const page = await visitor(browser, address);
    /** What the plates of the four seats show of their words, for a position. */
    const slots = await page.evaluate(async file => {
        const {makeScene, plate} = await import(file),
            seats = Array.from({length: 4}, () => ({who: "bot", level: "easy"}));
        const view = "primo:teams seat=0 turn=0 hands=A/?/?/? words=-/TAXI/SEL/- pile=9";
        const scene = makeScene({game: "primo", view, seats, you: 0});
        return seats.map((_, seat) =>
            [...plate(scene, seat).querySelectorAll(".slots .word > .sr")].map(word => word.textContent),
        );
    }, "/assets/stage.js");
    assert.deepEqual(slots, [["SEL"], ["TAXI"], ["SEL"], ["TAXI"]]);
    calm(page);
});

test("many ways to use the top discard share one button in Primo, which asks for whom", async ({browser, address}) => {
    const page = await visitor(browser, address);
    const found = await page.evaluate(async file => {
        const {makeScene} = await import(file),
            seats = Array.from({length: 6}, () => ({who: "bot", level: "easy"})),
            view = "primo:six seat=0 turn=0 hands=A/?/?/?/?/? words=-/-/-/-/-/- discards=fantome pile=9",
            legal = ["draw", ...[1, 2, 3, 4].map(seat => `take+fantome:${seat}`)];
        /** @type {{move: string}[]} */
        let offered = [];
        const offer = (/** @type {string} */ _, /** @type {{move: string}[]} */ list) => {
            offered = list;
        };
        const scene = makeScene({game: "primo", view, seats, you: 0, legal, offer}),
            buttons = [...scene.game.hand(scene).querySelectorAll(".moves .button")];
        buttons[1].click();
        return [buttons.map(button => button.textContent), offered.map(({move}) => move)];
    }, "/assets/stage.js");
    assert.deepEqual(found, [
        ["draw a card", "Ghost from the discards"],
        ["take+fantome:1", "take+fantome:2", "take+fantome:3", "take+fantome:4"],
    ]);
    calm(page);
});

test("in Primo no more cards are chosen to give than are wanted, and a hint marks those it would give", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address);
    const found = await page.evaluate(async file => {
        const {makeScene} = await import(file),
            seats = Array.from({length: 3}, () => ({who: "bot", level: "easy"})),
            view = "primo:three seat=0 turn=1 give=0:1 hands=A,E,E,X/?/? words=-/-/- pile=9",
            memory = {},
            legal = ["give:A", "give:E", "give:X"];
        const draw = () => {
            const scene = makeScene({game: "primo", view, seats, you: 0, legal, memory, hint: "give:E"});
            return /** @type {HTMLElement} */ (scene.game.hand(scene));
        };
        /** @param {HTMLElement} place */
        const cards = place => [...place.querySelectorAll(".hand .card")];
        const marked = cards(draw()).map(card => card.classList.contains("marked"));
        const chosen = [0, 3].map(i => {
            /** @type {HTMLElement} */ (cards(draw())[i]).click();
            return cards(draw()).map(card => card.classList.contains("chosen"));
        });
        return {marked, chosen};
    }, "/assets/stage.js");
    assert.deepEqual(found, {
        marked: [false, true, false, false],
        chosen: [
            [true, false, false, false],
            [false, false, false, true],
        ],
    });
    calm(page);
});

test("lessons, puzzles and replays from a seat show the hand at a glance, too", async ({browser, address}) => {
    const page = await visitor(browser, address, {seed: 5});
    await playNow(page, "primero");
    await page.locator(".felt.my-turn .hand .card").first().waitFor();
    await page.getByRole("button", {name: "More"}).click();
    await page.getByRole("button", {name: "Propose ending the match"}).click();
    await page.getByRole("button", {name: "Replay"}).click();
    await page.locator("[data-focus='replay-first']").click();
    assert.equal(await count(page, ".replay .ladder"), 0, "nobody's eyes");
    await page.locator("[data-focus='replay-eyes']").selectOption("0");
    await page.locator(".replay .ladder").waitFor();
    await page.locator(".replay .mine .badge", {hasText: "hand"}).waitFor();
    await page.keyboard.press("Escape");
    for (const place of [".tile-primero .tile-learn .button", ".tile-primero .puzzles"]) {
        await page.goto(address);
        await page.locator(place).first().click();
        await page.locator(".ladder li").first().waitFor();
        await page.locator(".plate.me .badge", {hasText: "hand"}).waitFor();
    }
    calm(page);
});
