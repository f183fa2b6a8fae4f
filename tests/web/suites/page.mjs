// What people do with the page: whole matches, two browsers, keyboard, phones, languages, forms.
import assert from "node:assert/strict";
import {beginShort, boxOf, dealt, faultsOf, makeTable, playNow, tableOf, visitor} from "../browser.mjs";
import {clicked, over, play} from "../player.mjs";
import {openProxy} from "../proxy.mjs";
import {accessible, calm, fits, test, testEach} from "../suite.mjs";

/** @import {Locator, Page} from "playwright-core" */
/** @import {World} from "../suite.mjs" */
/** @import {GameFacts} from "../../../web/protocol.d.ts" */

// ---- a whole match of each game by clicking, and what comes afterwards

/**
 * @param {Page} page
 * @param {World["verify"]} verify
 */
async function downloadRecord(page, verify) {
    const table = await tableOf(page);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".afterwards a[download]").click()]);
    assert.match(verify(await download.path()), /fairness: good/, "the record verifies, its cards included");
    assert.ok(download.suggestedFilename().endsWith(`${table}.jsonl`), download.suggestedFilename());
}

/**
 * A game has its own drawing where the page has one, and the plain table otherwise.
 * @param {Page} page
 * @param {string} game
 */
async function drawn(page, game) {
    const drawings = await page.evaluate(async list => Object.keys((await import(list)).games), "/assets/games/games.js");
    assert.equal(
        await page.locator(".plain-position").count(),
        drawings.includes(game) ? 0 : 1,
        "its drawing, or the plain table",
    );
}

testEach("a whole match of {game} by clicking, its record verified", async ({browser, address, verify}, game) => {
    const page = await visitor(browser, address);
    await beginShort(page, game);
    await drawn(page, game);
    await accessible(page, `table of ${game}`);
    await play(page, {seed: 7, hints: game === "primo" ? 60 : 4});
    await accessible(page, `${game}, afterwards`);
    await downloadRecord(page, verify);
    calm(page);
});

// ---- a game that the page has no drawing for

test("a whole match at the plain table, its replay and record", async ({browser, address, verify, games}) => {
    const page = await visitor(browser, address, {without: ["primiera"]});
    assert.equal(await page.locator(".tile").count(), games.length, "every game of the room is offered");
    await makeTable(page, "primiera", {variant: "two", options: {target: 3}, seats: {1: "bot:easy"}});
    await page.locator(".plain-position").waitFor();
    await accessible(page, "plain table");
    await play(page, {seed: 8, hints: 4});
    await accessible(page, "plain table, afterwards");
    await page.getByRole("button", {name: "Replay"}).click();
    await page.locator("dialog .plain-position").waitFor();
    await page.getByRole("button", {name: "To the end"}).click();
    await page.keyboard.press("Escape");
    await downloadRecord(page, verify);
    calm(page);
});

testEach("{game} at the plain table", async ({browser, address}, game) => {
    const page = await visitor(browser, address, {without: [game]});
    await playNow(page, game);
    await page.locator(".plain-position").waitFor();
    await play(page, {seed: 9, enough: clicked(15)});
    await page.waitForFunction(() => document.querySelectorAll(".log li").length > 3);
    calm(page);
});

test("the plain table by keyboard, on a phone, in every language", async ({browser, address, games, languages}) => {
    for (const language of languages) {
        const page = await visitor(browser, address, {language, width: 390, height: 844, touch: true, without: games});
        await fits(page, "first page, plain");
        await page.locator(".tile-primiera .button.primary").focus();
        await page.keyboard.press("Enter");
        const move = page.locator(".felt.my-turn .plain-moves .button").first();
        await move.waitFor();
        await fits(page, `plain table, ${language}`);
        const {height} = await boxOf(move);
        assert.ok(height >= 44, `a finger hits a move: ${height} px`);
        const before = await page.locator(".log li").count();
        await move.focus();
        await page.keyboard.press("Enter");
        await page.waitForFunction(count => document.querySelectorAll(".log li").length > count, before);
        await move.waitFor(); // the focus has gone on to the next move
        assert.ok(await page.evaluate(() => document.activeElement?.matches(".plain-moves .button")), "focus on the next move");
        const catalogue = await page.evaluate(tag => fetch(`/messages/${tag}.json`).then(answer => answer.json()), language);
        const said = catalogue["Your turn"] ?? "Your turn";
        assert.equal((await page.locator("#prompt").innerText()).trim(), said);
        // What is read out of a card is its name, in the reader's language.
        const name = await page.locator(".plain-moves .chip .sr").first().innerText();
        assert.match(name, /\p{L}{3,}/u);
        await accessible(page, `plain table, ${language}`);
        await page.locator(".brand").click();
        await page.locator(".table-row", {hasText: "Primiera"}).waitFor(); // the list of tables shows it too
        calm(page);
        await page.context().close();
    }
});

test("the plain table finds a move among many, and takes one that was written out", async ({browser, address, games}) => {
    const page = await visitor(browser, address, {without: games});
    const line = page.locator(".plain-search"),
        moves = page.locator(".plain-moves .button");
    // Most hands have many moves; with one that has few there is nothing to find, and another is dealt.
    for (let deals = 0; deals < 12 && !(await line.count()); deals++) {
        if (deals) await page.goto(address);
        await makeTable(page, "primo", {variant: "solo"});
        await moves.first().waitFor();
    }
    await line.waitFor();
    await line.fill("left");
    await page.waitForFunction(() =>
        [...document.querySelectorAll(".plain-moves .button")].every(each => each.textContent.startsWith("leftover:")),
    );
    const move = (await moves.first().innerText()).trim();
    await line.fill("no such move");
    await page.waitForFunction(() => !document.querySelector(".plain-moves .button"));
    await line.fill(move);
    await line.press("Enter");
    await page.locator(".log li", {hasText: "leftover"}).first().waitFor();
    // The next search starts empty, if there are so many moves again that there is one.
    await page.waitForFunction(() =>
        [...document.querySelectorAll("input.plain-search")].every(each => !(/** @type {HTMLInputElement} */ (each).value)),
    );
    calm(page);
});

// ---- two people, one of whom loses the connection

test("two browsers at one table, a connection lost in the middle", async ({browser, address}) => {
    const proxy = await openProxy(address);
    try {
        const ada = await visitor(browser, address),
            bruno = await visitor(browser, proxy.address);
        await makeTable(ada, "primiera", {variant: "two", options: {target: 3}});
        const table = await tableOf(ada);
        await bruno.goto(`${proxy.address}t/${table}`);
        await bruno.getByRole("button", {name: "Sit here"}).click();
        for (const page of [bruno, ada]) await page.getByRole("button", {name: "Ready", exact: true}).click();
        await ada.locator(".felt.my-turn, .hand").first().waitFor();
        /** @param {(page: Page) => Promise<boolean>} enough */
        const both = enough => Promise.all([play(ada, {seed: 3, enough}), play(bruno, {seed: 4, enough})]);
        /** @param {Page} page */
        const moves = async page => Number(await page.locator(".log li, .log p").count());
        const before = await moves(ada);
        await both(async page => (await moves(page)) > before + 6 || (await over(page)));
        proxy.cut();
        await ada.waitForTimeout(700);
        // Ada may still play if it is her turn; Bruno hears nothing of it until he is back.
        if (await ada.locator(".felt.my-turn").count())
            await play(ada, {seed: 5, enough: async page => !(await page.locator(".felt.my-turn").count())});
        proxy.mend();
        await both(over);
        assert.equal((await ada.locator(".standing, .afterwards h2").count()) > 0, true);
        const [hers, his] = await Promise.all(
            [ada, bruno].map(page =>
                page.evaluate(() => fetch(`/record/${location.pathname.split("/").pop()}.jsonl`).then(answer => answer.text())),
            ),
        );
        assert.equal(hers, his);
        calm(ada);
    } finally {
        proxy.close();
    }
});

test("a press is not lost when the table is drawn again in the middle of it", async ({browser, address}) => {
    let comings = 0;
    /** @param {string} said */
    const hears = said => {
        if (JSON.parse(said).say === "here") comings++;
        return said;
    };
    const ada = await visitor(browser, address, {hears}),
        bruno = await visitor(browser, address);
    await makeTable(ada, "primiera", {variant: "two"});
    await bruno.goto(`${address}t/${await tableOf(ada)}`);
    await bruno.getByRole("button", {name: "Sit here"}).click();
    for (const page of [bruno, ada]) await page.getByRole("button", {name: "Ready", exact: true}).click();
    await dealt(ada);
    const rules = ada.getByRole("button", {name: "Rules"}),
        {x, y, width, height} = await boxOf(rules);
    await ada.mouse.move(x + width / 2, y + height / 2);
    await ada.mouse.down();
    const before = comings;
    await bruno.context().close(); // Ada's page draws that he is away
    while (comings === before) await ada.waitForTimeout(30);
    await ada.evaluate(
        () =>
            new Promise(done => {
                requestAnimationFrame(() => requestAnimationFrame(done));
            }),
    );
    await ada.mouse.up();
    await ada.locator("dialog[open]").waitFor();
    calm(ada);
});

// ---- by keyboard alone

test("a round by keyboard alone", async ({browser, address}) => {
    const page = await visitor(browser, address);
    /** @param {string} selector */
    const focused = selector => page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector);
    /** @param {string} selector */
    const tabTo = async selector => {
        for (let i = 0; i < 80; i++) {
            if (await focused(selector)) return;
            await page.keyboard.press("Tab");
        }
        throw new Error(`Tab does not lead to ${selector}`);
    };
    await tabTo(".tile-primiera .button.primary");
    await page.keyboard.press("Enter");
    await page.locator(".hand .card").first().waitFor();
    let played = 0;
    for (const until = Date.now() + 120_000; played < 8 && Date.now() < until;) {
        await page.locator(".felt.my-turn").waitFor();
        const cards = await page.locator(".hand .card").count();
        if (await page.locator(".choice").count()) {
            await page.keyboard.press("1");
        } else {
            await tabTo(".hand .card");
            await page.keyboard.press("ArrowRight");
            await page.keyboard.press("Enter");
        }
        // It is played, though the turn may have come round since; or it asks what to take.
        await page.waitForFunction(
            before =>
                !document.querySelector(".felt.my-turn") ||
                document.querySelectorAll(".hand .card").length !== before ||
                document.querySelector(".choice"),
            cards,
        );
        if (!(await page.locator(".choice").count())) played++;
    }
    assert.ok(played >= 8, `${played} cards played`);
    await page.keyboard.press("?");
    await page.locator("dialog[open] kbd").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({state: "detached"});
    calm(page);
});

// ---- small screens

for (const {name, width, height} of [
    {name: "a phone upright", width: 360, height: 740},
    {name: "a phone sideways", width: 740, height: 360},
])
    test(`every game on ${name}`, async ({browser, address, games}) => {
        for (const game of games) {
            const page = await visitor(browser, address, {width, height, touch: true});
            await fits(page, "first page");
            await playNow(page, game);
            await page.locator(".felt.my-turn").waitFor();
            await fits(page, game);
            assert.deepEqual(
                await page.evaluate(
                    () =>
                        [...document.querySelectorAll(".hand .card")]
                            .map(card => card.getBoundingClientRect())
                            .filter(box => box.left < -1 || box.right > innerWidth + 1 || box.top > innerHeight).length,
                ),
                0,
                `${game}: a card of the hand is out of sight`,
            );
            await play(page, {seed: 11, enough: clicked(12)});
            await fits(page, `${game} after some moves`);
            calm(page);
            await page.context().close();
        }
    });

// ---- languages

test("each language, by the browser and by hand", async ({browser, address, languages}) => {
    const heads = new Set();
    for (const language of languages) {
        const page = await visitor(browser, address, {language});
        assert.equal(await page.locator("html").getAttribute("lang"), language);
        heads.add(await page.locator("h1").first().innerText());
        const catalogue = await page.evaluate(tag => fetch(`/messages/${tag}.json`).then(answer => answer.json()), language);
        if (language !== "en")
            assert.equal(await page.locator("h1").first().innerText(), catalogue["A card room for you and your friends"]);
        await playNow(page, "primiera");
        await page.locator(".felt.my-turn").waitFor();
        await play(page, {seed: 2, enough: clicked(6)});
        await page.keyboard.press("r");
        const rules = page.locator("dialog[open]");
        await rules.waitFor();
        assert.ok((await rules.innerText()).length > 1500, `${language}: the rules are at hand`);
        calm(page);
        await page.context().close();
    }
    assert.equal(heads.size, languages.length, "each language has its own title");
});

test("the rules are those of the variant, with cards and without what is typed", async ({
    browser,
    address,
    languages,
    welcome,
}) => {
    for (const language of languages) {
        const page = await visitor(browser, address, {language, width: 390, height: 800});
        for (const {name: game, variants, options} of welcome.games)
            for (const {name: variant, min: people} of variants) {
                const where = `${language}, ${game}:${variant}`;
                await page.evaluate(
                    async ([file, ...rest]) => {
                        const [name, way, count] = rest;
                        document.querySelector("dialog[open]")?.remove();
                        await (await import(file)).showRules({game: name, variant: way, people: Number(count), options: {}});
                    },
                    ["/assets/rules.js", game, variant, String(people)],
                );
                const rules = page.locator("dialog[open] .rules"),
                    text = await rules.innerText();
                assert.ok(text.length > 1000, `${where}: the rules are there`);
                assert.match(text, /†/, where);
                assert.doesNotMatch(text, /@|\b(10|[1-9])[SBCD]\b|\*\*|undefined/, `${where}: nothing for terminals`);
                for (const {name, label} of variants)
                    if (label && name !== label.toLowerCase()) assert.doesNotMatch(text, new RegExp(`[“«„]\\s?${name}`), where);
                for (const {key} of options) assert.ok(!text.includes(`${key}=`), where);
                assert.equal(await rules.locator("h3 + h3, h3:last-child").count(), 0, `${where}: no section is empty`);
                await fits(page, where);
            }
        calm(page);
        await page.context().close();
    }
});

// ---- by dragging

test("a card is dragged onto the table, and nothing more can be done until it lies there", async ({browser, address}) => {
    const proxy = await openProxy(address);
    try {
        const page = await visitor(browser, proxy.address);
        await playNow(page, "primiera");
        await page.locator(".felt.my-turn").waitFor();
        const cards = await page.locator(".hand .card").count();
        const card = await boxOf(page.locator(".hand .card").nth(2)),
            table = await boxOf(page.locator("[data-drop='table']").first());
        proxy.cut(); // the move is on its way until the line is back
        await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2);
        await page.mouse.down();
        await page.mouse.move(table.x + table.width / 2, table.y + table.height / 2, {steps: 8});
        await page.mouse.up();
        await page.waitForFunction(() => !document.querySelector(".felt.my-turn"));
        assert.ok(await page.getByRole("button", {name: "Hint"}).isDisabled());
        assert.equal(await page.locator(".hand .card").count(), cards);
        proxy.mend();
        await page.waitForFunction(count => document.querySelectorAll(".hand .card").length < count, cards);
    } finally {
        proxy.close();
    }
});

// ---- help, taking back, watching, talk

test("hints say why, steps are taken back", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await playNow(page, "primiera");
    await play(page, {
        seed: 5,
        enough: async () => (await page.locator(".lying").count()) > 0 && (await page.locator(".felt.my-turn").count()) > 0,
    });
    await page.keyboard.press("h");
    const hint = page.locator(".hint");
    await hint.waitFor();
    const said = await hint.innerText();
    assert.ok(said.length > 20, "a hint in words");
    assert.match(said, /chance of winning the match is about \d+%\.$/, "and what the move is expected to bring");
    const cards = await page.locator(".hand .card").count();
    await play(page, {
        seed: 6,
        enough: async () =>
            (await page.locator(".hand .card").count()) < cards && (await page.locator(".felt.my-turn").count()) > 0,
    });
    const left = await page.locator(".hand .card").count();
    await page.getByRole("button", {name: "Take back"}).click();
    await page.waitForFunction(count => document.querySelectorAll(".hand .card").length === count, left + 1);
    calm(page);
});

test("a hint never covers what it recommends, and can be closed", async ({browser, address}) => {
    const page = await visitor(browser, address, {seed: 3});
    await makeTable(page, "royalflush", {people: 2, seats: {1: "bot:easy"}});
    for (let turn = 0; turn < 6; turn++) {
        await page.setViewportSize({width: 1280, height: 800});
        await play(page, {seed: turn, enough: async now => (await now.locator(".felt.my-turn").count()) > 0});
        const places = () =>
            page
                .locator(".plate, .board, .display, .hand, .prompt")
                .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().toJSON()));
        const before = await places();
        await page.keyboard.press("h");
        await page.locator(".hint").waitFor();
        assert.deepEqual(await places(), before, "a hint moves nothing");
        for (const [width, height] of [
            [1280, 800],
            [1280, 600],
        ]) {
            await page.setViewportSize({width, height});
            const covered = await page.evaluate(
                () =>
                    [...document.querySelectorAll(".felt .marked")].filter(element => {
                        const {left, top, width: wide, height: high} = element.getBoundingClientRect();
                        return document.elementFromPoint(left + wide / 2, top + high / 2)?.closest(".hint");
                    }).length,
            );
            assert.equal(covered, 0, `turn ${turn}, ${width}x${height}`);
        }
        const [ink, cross] = await Promise.all(
            [".hint", ".hint-close"].map(place => page.locator(place).evaluate(element => getComputedStyle(element).color)),
        );
        assert.equal(cross, ink, "what closes it can be seen");
        if (turn % 2) await page.keyboard.press("Escape");
        else await page.locator(".hint-close").click();
        await page.locator(".hint").waitFor({state: "detached"});
        await play(page, {seed: turn, enough: clicked(1)});
    }
    calm(page);
});

test("a hint tells the coins it expects, with their sign", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await playNow(page, "primero");
    await page.locator(".felt.my-turn").waitFor();
    await page.keyboard.press("h");
    const hint = page.locator(".hint");
    await hint.waitFor();
    assert.match(await hint.innerText(), /Expected result of this deal: ([+−]\d+\.\d|0\.0) coins\.$/);
    calm(page);
});

test("a watcher sees no hand; talk translates itself", async ({browser, address}) => {
    const ada = await visitor(browser, address),
        carla = await visitor(browser, address, {language: "it"});
    await makeTable(ada, "primiera", {variant: "two", seats: {1: "bot:easy"}, options: {target: 5}});
    const table = await tableOf(ada);
    await ada.locator(".felt.my-turn").waitFor();
    await carla.goto(`${address}t/${table}`);
    await dealt(carla);
    /** @param {Page} page */
    const hand = page => page.locator(".hand .card").count();
    assert.ok((await hand(ada)) > 0);
    assert.equal(await hand(carla), 0);
    await carla.locator(".strip", {hasText: "ogni smazzata"}).waitFor(); // each round is shown when it is over
    assert.equal(await carla.locator(".plate.turn").count(), 0, "nobody seems to be waited for");
    await ada.keyboard.press("t");
    const phrase = ada.locator(".phrases button").first(),
        words = (await phrase.innerText()).trim();
    const catalogue = await carla.evaluate(() => fetch("/messages/it.json").then(answer => answer.json()));
    await phrase.click();
    await carla.locator("#tab-talk").click();
    assert.notEqual(catalogue[words], words);
    await carla.locator(".side-pane").getByText(catalogue[words]).first().waitFor();
    calm(ada);
    calm(carla);
});

testEach("the form for {game} has a field for every option, in each variant", async ({browser, address, welcome}, game) => {
    const page = await visitor(browser, address),
        {variants, options} = /** @type {GameFacts} */ (welcome.games.find(({name}) => name === game));
    await page.locator(`.tile-${game} > .row .button`).nth(1).click();
    const form = page.locator("form.make"),
        fields = form.locator("[id^='make-option-']:is(input:not([type='checkbox']), select, fieldset)");
    await form.waitFor();
    for (const {name, label} of variants) {
        if (variants.length > 1) await form.locator("#make-variant").selectOption(name);
        const wanted = options.filter(({variants: only, needs}) => (!only || only.includes(name)) && !needs);
        assert.deepEqual(
            await fields.evaluateAll(found => found.map(({id}) => id)),
            wanted.map(({key}) => `make-option-${key}`),
            label ?? name,
        );
    }
    calm(page);
});

test("boards by name and children, as the table's maker wants them", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await page.locator(".tile-royalflush > .row .button").nth(1).click();
    const form = page.locator("form.make"),
        /** @type {(name: string) => Locator} */
        chip = name => form.getByRole("checkbox", {name, exact: true});
    await form.locator("#make-people").selectOption("3");
    await form.locator("#make-option-boards").selectOption("");
    await accessible(page, "boards by name");
    const force = {force: true}; // the words cover the box
    assert.deepEqual([await chip("Pair").isChecked(), await chip("Perfect Pair").isChecked()], [true, true]);
    await chip("Double Pair").check(force);
    await chip("Three of a Kind").check(force); // Pair and Perfect Pair, the first two, have made room
    assert.deepEqual([await chip("Pair").isChecked(), await chip("Perfect Pair").isChecked()], [false, false]);
    await chip("seat 3").check(force);
    await form.locator("#make-option-jokers").selectOption("each-round");
    await form.locator("#make-people").selectOption("2"); // seat 3 goes, and with it the only child and its jokers
    await form.locator("#make-seat-1").selectOption("bot:easy");
    await form.locator(".button.primary.big").click();
    await dealt(page);
    const boards = page.locator(".board-name"); // not the labels: a board that one can claim at once is a button
    for (const board of ["Three of a Kind", "Double Pair", "Full House", "Royal Flush"])
        await boards.filter({hasText: new RegExp(`^${board}(−\\d+)?$`)}).waitFor();
    assert.equal(await boards.filter({hasText: /^Pair/}).count(), 0);
    calm(page);
});

test("numbers have the room's bounds, which follow from others, and the form says so in place", async world => {
    const {browser, address, welcome} = world,
        page = await visitor(browser, address),
        rules = welcome.games.find(({name}) => name === "primero")?.options ?? [];
    /** @param {string} key */
    const ruleOf = key => {
        const rule = rules.find(each => each.key === key);
        if (rule?.kind !== "number") throw new Error(`${key} is not a number`);
        return rule;
    };
    await page.locator(".tile-primero > .row .button").nth(1).click();
    const form = page.locator("form.make"),
        make = form.locator(".button.primary.big");
    /** @param {string} key */
    const option = key => form.locator(`#make-option-${key}`);
    /** @param {string} key */
    const shown = async key => [await option(key).inputValue(), await option(key).getAttribute("max")].map(Number);
    const deals = ruleOf("deals"),
        rest = ruleOf("rest");
    for (const people of [2, 6]) {
        await form.locator("#make-people").selectOption(String(people));
        assert.deepEqual(await shown("deals"), [deals.default * people, deals.max], "so many for each player");
    }
    await option("stake").fill("3");
    assert.deepEqual(await shown("rest"), [rest.default * 3, rest.max * 3], "counted in stakes");
    await option("rest").fill("2");
    assert.match(await form.locator("#make-option-rest-hint").innerText(), /from 3 to/);
    assert.equal(await option("rest").getAttribute("aria-invalid"), "true");
    await accessible(page, "a number out of bounds");
    await make.click();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "make-option-rest", "the form stays, and shows where");
    await option("rest").fill("");
    await option("deals").fill("5");
    for (let seat = 1; seat < 6; seat++) await form.locator(`#make-seat-${seat}`).selectOption("bot:easy");
    await form.locator("#make-seat-1").selectOption("open"); // so that the table waits and says what was agreed on
    await make.click();
    const agreed = page.locator(".waiting-card .soft").first();
    await agreed.waitFor();
    const said = `${ruleOf("stake").label}: 3 · ${deals.label}: 5`;
    assert.ok((await agreed.innerText()).endsWith(said), said);
    calm(page);
});

test("what the room refuses leaves the form open", async ({browser, address}) => {
    const page = await visitor(browser, address, {hears: said => said.replaceAll('"max":999,', '"max":5000,')});
    await page.locator(".tile-primiera > .row .button").nth(1).click();
    const form = page.locator("form.make");
    await form.locator("#make-option-target").fill("3000");
    await form.locator(".button.primary.big").click();
    await page.locator(".notice.bad").waitFor();
    assert.equal(await form.locator("#make-option-target").inputValue(), "3000");
    await form.locator("#make-option-target").fill("999");
    await form.locator(".button.primary.big").click();
    await page.locator(".felt.waiting").waitFor();
    calm(page);
});

test("the page says why a word cannot be laid", async ({browser, address}) => {
    const page = await visitor(browser, address, {width: 360, height: 740});
    const input = page.locator(".word-input"),
        why = page.locator(".doubt");
    // Three letters of the hand that are neither a word nor its beginning. With stars there are too many words for the page to
    // know them all: then another table.
    const nonsense = async () => {
        const cards = await page
            .locator(".hand .card")
            .evaluateAll(found => found.map(card => card.getAttribute("data-card") ?? ""));
        const letters = cards.filter(card => /^[A-Z]$/.test(card));
        for (const a of letters)
            for (const b of letters)
                for (const c of letters) {
                    if (new Set([a, b, c]).size < 3) continue;
                    await input.fill(a + b + c);
                    if (await why.count()) return a + b + c;
                }
        return "";
    };
    let refused = "";
    for (let tries = 0; tries < 8 && !refused; tries++) {
        await page.goto(address);
        await makeTable(page, "primo", {variant: "solo"});
        await input.fill("WWWW");
        assert.match(await why.innerText(), /You do not have these letters: W/);
        refused = await nonsense();
    }
    assert.equal(await why.innerText(), `${refused} is not in the dictionary.`);
    assert.equal(await input.getAttribute("aria-describedby"), "doubt");
    assert.ok(await page.locator("[data-focus='write']").isDisabled());
    const {x, width} = await boxOf(page.locator("[data-focus='clear']"));
    assert.ok(x + width <= 360, "the last button is whole");
    await fits(page, "a word that cannot be laid");
    await accessible(page, "a word that cannot be laid");
    calm(page);
});

test("a link makes another device the same person's, once", async ({browser, address}) => {
    const ada = await visitor(browser, address),
        phone = await visitor(browser, address),
        late = await visitor(browser, address);
    /** @param {Page} page */
    const name = page => page.locator(".my-name").first().innerText();
    await ada.getByRole("button", {name: "Settings"}).click();
    await ada.getByRole("button", {name: "Play on another device"}).click();
    const link = await ada.locator(".link-box").innerText();
    assert.equal((await fetch(link)).status, 200, "somebody shows what lies behind the link");
    assert.notEqual(await name(phone), await name(ada));
    /** @type {(page: Page, answer: string) => Promise<void>} */
    const follow = async (page, answer) => {
        await page.goto(link);
        await page.getByRole("button", {name: answer, exact: true}).click();
        await page.locator(".tile").first().waitFor();
    };
    const was = await name(phone);
    await follow(phone, "No");
    assert.equal(await name(phone), was, "nobody becomes somebody else unasked");
    await follow(phone, "Play as that person");
    await follow(late, "Play as that person");
    assert.equal(await name(phone), await name(ada));
    assert.notEqual(await name(late), await name(ada));
    await late.getByText("This link has already been used or has expired").waitFor();
    for (const page of [ada, phone, late]) assert.equal(new URL(page.url()).pathname, "/");
    for (const page of [ada, phone]) calm(page);
    assert.ok(
        faultsOf(late).every(fault => fault.includes("410")),
        "nothing but the used link",
    );
});

test("devices are listed and logged out, the other one first", async ({browser, address}) => {
    const ada = await visitor(browser, address),
        phone = await visitor(browser, address);
    /** @param {Page} page */
    const name = page => page.locator(".my-name").first().innerText();
    const called = await name(ada);
    await ada.getByRole("button", {name: "Settings"}).click();
    await ada.getByRole("button", {name: "Play on another device"}).click();
    await phone.goto(await ada.locator(".link-box").innerText());
    await phone.getByRole("button", {name: "Play as that person"}).click();
    await phone.locator(".my-name", {hasText: called}).waitFor();
    await ada.keyboard.press("Escape");
    await ada.getByRole("button", {name: "Your devices"}).click();
    const rows = ada.locator(".device");
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    await accessible(ada, "the devices");
    await rows.filter({hasNotText: "This device"}).getByRole("button").click();
    await rows.nth(1).waitFor({state: "detached"});
    await phone.waitForFunction(was => document.querySelector(".my-name")?.textContent !== was, called);
    assert.equal(await name(ada), called);
    await rows.getByRole("button").click();
    await ada.getByText("Unless you are logged in somewhere else").waitFor();
    await ada.locator("dialog").last().getByRole("button", {name: "Log out", exact: true}).click();
    await ada.waitForFunction(
        was =>
            !document.querySelector("dialog") &&
            ![was, "", undefined].includes(document.querySelector(".my-name")?.textContent),
        called,
    );
    for (const page of [ada, phone]) calm(page);
});

test("the first page and its forms are accessible, light and dark", async ({browser, address}) => {
    for (const scheme of /** @type {const} */ (["light", "dark"])) {
        const page = await visitor(browser, address);
        await page.emulateMedia({colorScheme: scheme});
        await accessible(page, `first page, ${scheme}`);
        await page.locator(".tile-primo > .row .button").nth(1).click();
        await page.locator("form.make").waitFor();
        await accessible(page, `a new table, ${scheme}`);
        await page.keyboard.press("Escape");
        calm(page);
        await page.context().close();
    }
});
