// The table page's tests: what stays in place while others act, and what a table looks like from first card to last.
import assert from "node:assert/strict";
import {boxOf, dealt, makeTable, playNow, tableOf, visitor} from "../browser.mjs";
import {misfits, sizes} from "../measure.mjs";
import {clicked, play} from "../player.mjs";
import {calm, test} from "../suite.mjs";

/** @import {Page} from "playwright-core" */
/** @import {Wanted} from "../browser.mjs" */
/** @import {World} from "../suite.mjs" */

/**
 * Two people at a table of Primiera, the cards dealt.
 * @param {World} world
 * @param {Wanted} wanted
 */
async function pair({browser, address}, wanted = {}) {
    const ada = await visitor(browser, address),
        bruno = await visitor(browser, address);
    await makeTable(ada, "primiera", {variant: "two", ...wanted});
    await bruno.goto(`${address}t/${await tableOf(ada)}`);
    await bruno.getByRole("button", {name: "Sit here"}).click();
    for (const page of [bruno, ada]) await page.getByRole("button", {name: "Ready", exact: true}).click();
    for (const page of [bruno, ada]) await dealt(page);
    return {ada, bruno};
}

/**
 * Says a phrase, and waits until the other page shows it.
 * @param {Page} speaker
 * @param {Page} hearer
 */
async function talk(speaker, hearer) {
    await speaker.locator("#tab-talk").click();
    const before = await hearer.locator(".tab .count").count();
    await speaker.locator(".phrases button").first().click();
    assert.equal(before, 0);
    await hearer.locator(".tab .count").waitFor();
}

// ---- others act, and what one is doing goes on

test("the log shows its newest line, unless the reader has scrolled back", async ({browser, address}) => {
    const page = await visitor(browser, address, {seed: 3});
    await playNow(page, "primiera");
    await play(page, {enough: clicked(20)});
    const below = () => page.locator(".side-pane").evaluate(pane => pane.scrollHeight - pane.clientHeight - pane.scrollTop);
    assert.ok((await below()) < 5, `${await below()} px below`);
    await page.locator(".side-pane").evaluate(pane => {
        pane.scrollTop = 0;
    });
    const before = await below();
    await play(page, {enough: clicked(6)});
    assert.ok((await below()) > before, "it stays where the reader is");
});

test("a card that is being dragged stays in hand while others act, and can be dropped", async world => {
    const {ada, bruno} = await pair(world);
    const [mover, other] = (await ada.locator(".felt.my-turn").count()) ? [ada, bruno] : [bruno, ada];
    await mover.locator(".felt.my-turn").waitFor();
    const card = mover.locator(".hand .card").nth(1),
        name = await card.getAttribute("data-card"),
        from = await boxOf(card),
        middle = await boxOf(mover.locator(".middle"));
    await mover.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mover.mouse.down();
    await mover.mouse.move(from.x + 40, from.y - 60, {steps: 4});
    await mover.locator(".card.dragging").waitFor();
    await talk(other, mover);
    assert.equal(await mover.locator(".card.dragging").getAttribute("data-card"), name, "it is still held");
    await mover.mouse.move(middle.x + middle.width / 2, middle.y + middle.height / 2, {steps: 4});
    await mover.locator(".middle.aimed, .middle .aimed").first().waitFor();
    await mover.mouse.up();
    await mover.waitForFunction(
        played =>
            !document.querySelector(`.hand [data-card="${played}"]`) ||
            document.querySelector(".choice") /* it takes one of several */,
        name,
    );
    calm(mover);
    calm(other);
});

test("focus, text being typed, open lists and scroll positions survive what others do", async world => {
    const {ada, bruno} = await pair(world);
    await ada.locator("#tab-talk").click();
    const line = ada.locator("[data-focus='talk-line']");
    await line.fill("half a sen");
    await line.press("ArrowLeft");
    await ada.evaluate(() => {
        const marked = ["[data-focus='talk-line']", ".hand .card", ".plate", ".side-pane", ".middle"];
        Object.assign(globalThis, {marked: marked.map(selector => document.querySelector(selector))});
    });
    const said = await ada.locator(".said p").count();
    await bruno.locator("#tab-talk").click();
    await bruno.locator(".phrases button").first().click();
    await ada.waitForFunction(before => document.querySelectorAll(".said p").length > before, said);
    assert.deepEqual(
        await ada.evaluate(() => {
            const {marked} = /** @type {{marked: HTMLInputElement[]}} */ (/** @type {unknown} */ (globalThis)),
                [input] = marked;
            return {
                value: input.value,
                cursor: input.selectionStart,
                focused: document.activeElement === input,
                there: marked.every(each => each.isConnected),
            };
        }),
        {value: "half a sen", cursor: 9, focused: true, there: true},
    );
    calm(ada);
    calm(bruno);
});

test("cards that stay are the same elements after a trick, and what moves goes on moving", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await playNow(page, "primiera");
    await page.locator(".felt.my-turn").waitFor();
    const before = await page.locator(".log li").count();
    await page.evaluate(() => {
        const cards = [...document.querySelectorAll(".hand .card")];
        cards[3].animate([{opacity: 1}, {opacity: 0.99}], {duration: 600_000});
        Object.assign(globalThis, {cards});
    });
    await page.locator(".hand .card").nth(0).click();
    if (await page.locator(".choice").count()) await page.locator(".choice .option").first().click();
    await page.waitForFunction(
        count => document.querySelectorAll(".log li").length > count && document.querySelectorAll(".hand .card").length === 9,
        before,
    );
    assert.deepEqual(
        await page.evaluate(() => {
            const {cards} = /** @type {{cards: Element[]}} */ (/** @type {unknown} */ (globalThis));
            return [cards.filter(card => card.isConnected).length, cards[3].getAnimations().length];
        }),
        [9, 1],
    );
    calm(page);
});

// ---- the end of a match by agreement

test("a proposal to end the match says who has not answered yet, and fits every screen", async world => {
    const {ada, bruno} = await pair(world),
        name = await bruno.locator(".plate.me .plate-name").evaluate(place => place.firstChild?.textContent);
    await ada.getByRole("button", {name: "More"}).click();
    await ada.getByRole("button", {name: "Propose ending the match"}).click();
    await ada.locator(".vote", {hasText: `Still to answer: ${name}. The match goes on until everybody has agreed`}).waitFor();
    await bruno.locator(".vote", {hasText: "Still to answer: you."}).waitFor();
    assert.equal(await ada.locator(".vote .button").count(), 0, "Ada has answered");
    for (const page of [ada, bruno]) for (const size of sizes) assert.deepEqual(await misfits(page, size), []);
    await bruno.getByRole("button", {name: "Yes, end it"}).click();
    await ada.locator(".afterwards").waitFor();
    calm(ada);
    calm(bruno);
});

// ---- the end of a round

test("a round ends with a pause: the old table, the score, and then the new hand", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await makeTable(page, "primiera", {variant: "two", options: {target: 21}, seats: {1: "bot:easy"}});
    await play(page, {seed: 2, enough: async now => (await now.locator(".result").count()) > 0});
    assert.equal(await page.locator(".hand .card:visible").count(), 0, "no new hand yet");
    assert.ok(await page.locator(".log li", {hasText: "Score for the round"}).count(), "the log has the score");
    await page.getByRole("button", {name: "Next round"}).click();
    await page.locator(".hand .card").first().waitFor();
    assert.equal(await page.locator(".result").count(), 0);
    calm(page);
});

test("cards on the table answer which of them to take", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await makeTable(page, "primiera", {variant: "two", options: {target: 999}, seats: {1: "bot:easy"}});
    await play(page, {seed: 2, enough: async now => (await now.locator(".choice").count()) > 0});
    const cards = await page.locator(".hand .card").count();
    for (let clicks = 0; clicks < 3 && (await page.locator(".choice").count()); clicks++)
        await page.locator(".lying.asked").nth(clicks).click();
    await page.waitForFunction(before => document.querySelectorAll(".hand .card").length !== before, cards);
    calm(page);
});

test("a hint goes when the move it follows is taken back", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await playNow(page, "primiera");
    await page.locator(".felt.my-turn").waitFor();
    const cards = await page.locator(".hand .card").count();
    await play(page, {
        seed: 6,
        enough: async now =>
            (await now.locator(".hand .card").count()) < cards && (await now.locator(".felt.my-turn").count()) > 0,
    });
    await page.keyboard.press("h");
    await page.locator(".hint").waitFor();
    const held = await page.locator(".hand .card").count();
    await page.getByRole("button", {name: "Take back"}).click();
    await page.waitForFunction(count => document.querySelectorAll(".hand .card").length > count, held);
    assert.equal(await page.locator(".hint").count(), 0);
    calm(page);
});

test("partners are marked where the seats decide them", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await makeTable(page, "primiera", {variant: "classic", seats: {1: "bot:easy", 2: "bot:easy", 3: "bot:easy"}});
    await dealt(page);
    assert.match(await page.locator(".plate[data-seat='2'] .plate-notes").innerText(), /partner/);
    assert.doesNotMatch(await page.locator(".plate[data-seat='1'] .plate-notes").innerText(), /partner/);
    calm(page);
});

test("sums that go the same way are one, and Primo alone ends with its words", async ({browser, address}) => {
    const page = await visitor(browser, address);
    const [pots, words, why] = await page.evaluate(
        async ([primero, primo]) => {
            const {primero: one} = await import(primero),
                {primo: other} = await import(primo);
            const pot = {event: "pot", from: [], why: "carried", to: [], shares: [0, 0]};
            const end = {event: "end", reason: "cards", words: 3, by_length: {3: 1, 4: 2}, leftovers: ["A"]};
            const scene = {chips: (/** @type {string[]} */ cards) => cards.join()};
            return [
                one.gather([
                    {...pot, coins: 40},
                    {...pot, coins: 30},
                    {...pot, coins: 2},
                ]),
                other.result(end, scene).textContent,
                one.tell.pot({...pot, coins: 72}, {labels: () => "", position: {fields: {bid: "chorus.60"}}, memory: {}})
                    .textContent,
            ];
        },
        ["/assets/games/primero/primero.js", "/assets/games/primo/primo.js"],
    );
    assert.deepEqual(
        pots.map((/** @type {{coins: number}} */ {coins}) => coins),
        [72],
    );
    assert.match(words, /3142total3/);
    assert.equal(why, "Nobody makes chorus 60: 72 coins stay in the pot for the next deal.");
});

// ---- great moments

test("a great moment has its banner, which a key ends, and nobody who asked for less motion sees it", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address);
    /** Shows a banner, and returns whether it was there and how long it stayed. */
    const show = () =>
        page.evaluate(async file => {
            const {banner} = await import(file),
                began = performance.now(),
                ended = banner("A sweep!"),
                seen = document.querySelector(".banner") !== null;
            dispatchEvent(new KeyboardEvent("keydown", {key: "x"}));
            await ended;
            return {seen, soon: performance.now() - began < 1000, left: document.querySelectorAll(".banner").length};
        }, "/assets/flight.js");
    assert.deepEqual(await show(), {seen: false, soon: true, left: 0});
    await page.emulateMedia({reducedMotion: "no-preference"});
    assert.deepEqual(await show(), {seen: true, soon: true, left: 0});
    await page.evaluate(() => localStorage.setItem("araldo.speed", "off"));
    assert.deepEqual(await show(), {seen: false, soon: true, left: 0});
    calm(page);
});
