// Tests of looking back and practising: reviews of matches of both rooms, trying again, positions, and builds that cannot teach.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {makeTable, visitor} from "../browser.mjs";
import {clicked, play} from "../player.mjs";
import {accessible, calm, fits, test} from "../suite.mjs";

/** @import {Page} from "playwright-core" */

const phone = {width: 360, height: 640, touch: true},
    duel = {people: 2, options: {deals: 2}, seats: {1: "bot:easy"}};

/**
 * The record of a match between bots of which the first has a person's name.
 * @param {string} araldo
 * @param {string[]} how
 */
function recorded(araldo, ...how) {
    const path = join(tmpdir(), `review-${process.pid}-${how[0].replace(":", "-")}.jsonl`);
    execFileSync(araldo, ["sim", ...how, "--seed", "5", "--record", path], {stdio: "ignore"});
    return readFileSync(path, "utf8").replace('"easy"', '"Rosa"');
}

/** @param {Page} page */
async function reviewed(page) {
    await page.locator(".review-luck").waitFor();
    assert.equal(await page.locator(".review-progress").count(), 0);
}

test("a match on the server is reviewed from its end, tried again from there, and walked through from a replay", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address);
    await makeTable(page, "primero", duel);
    await play(page);
    await page.locator(".afterwards").getByRole("button", {name: "Replay"}).click();
    await page.locator(".replay-bar").getByRole("button", {name: "Play on from here"}).waitFor();
    await page.locator(".replay-bar").getByRole("button", {name: "Review"}).click();
    await reviewed(page);
    await accessible(page, "a review");
    await page.locator(".review-sum", {hasText: /Decisions: [1-9]/}).waitFor();
    await page.locator(".review-luck p", {hasText: /^Your play (cost|earned) you [0-9.]+ coins\.$/}).waitFor();
    await page.locator(".review-luck p", {hasText: /^The cards (cost|earned) you [0-9.]+ coins\.$/}).waitFor();
    const slider = page.getByRole("slider", {name: "Decision"});
    await slider.focus();
    await page.keyboard.press("End");
    const all = Number(await slider.getAttribute("max")) + 1;
    assert.equal(await slider.getAttribute("aria-valuetext"), `decision ${all} of ${all}`);
    await page.keyboard.press("Home");
    await page.locator(".review-look .felt .hand .card").first().waitFor();
    await page
        .locator(".review-look")
        .getByRole("button", {name: /^Try again/})
        .click();
    await page.locator(".coach.practice").waitFor();
    await play(page);
    await page.locator(".coach-say", {hasText: "The match is over."}).waitFor();
    await page.locator(".coach").getByRole("button", {name: "Once more"}).click();
    await page.locator(".felt.my-turn").waitFor();
    calm(page);
});

test("a match in the browser is reviewed from My matches on a phone, with a table of every decision", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address, {...phone, here: true});
    await page.locator("html[data-engine=ready]").waitFor();
    await makeTable(page, "primero", duel);
    await play(page);
    await page.goto(new URL("/history", address).href);
    await page.getByRole("button", {name: /^Review of Primero/}).click();
    await reviewed(page);
    await page.locator(".review-all summary").click();
    const rows = page.locator(".review-all tbody tr");
    assert.match(await rows.first().innerText(), /\d+% → \d+%/);
    await fits(page, "a review on a phone");
    await rows.last().getByRole("button").click();
    const all = await rows.count();
    assert.equal(await page.getByRole("slider", {name: "Decision"}).inputValue(), String(all - 1));
    await page.reload();
    await reviewed(page);
    calm(page);
});

test("a long review comes step by step, can be stopped and gone on with, and names what was better", async ({
    browser,
    address,
    araldo,
}) => {
    const page = await visitor(browser, address),
        record = recorded(araldo, "primiera:two", "--seats", "easy,medium");
    await page.route("**/record/long.jsonl", route => route.fulfill({body: record}));
    await page.goto(`${address}#review/long`);
    await page.reload();
    const bar = page.getByRole("progressbar");
    await page.locator(".chances").waitFor();
    await page.getByRole("button", {name: "Stop"}).click();
    await page.getByRole("button", {name: "Continue"}).waitFor();
    // One decision may still have been under way.
    await page.getByRole("slider", {name: "Decision"}).focus();
    const at = Number(await bar.getAttribute("value")),
        all = Number(await bar.getAttribute("max"));
    assert.ok(at > 0 && at < all, `${at} of ${all}`);
    await page.getByRole("button", {name: "Continue"}).click();
    await page.getByRole("button", {name: "Stop"}).waitFor();
    await page.locator(".review-list .verdict-mistake, .review-list .verdict-blunder").first().waitFor();
    await page
        .getByText(/The chance of winning fell from \d+% to \d+%\./)
        .first()
        .waitFor();
    calm(page);
});

test("a review in every language, and one line for a record that is damaged", async ({browser, address, araldo, languages}) => {
    const page = await visitor(browser, address),
        record = recorded(araldo, "primo:duel", "--seats", "easy,medium");
    await page.route("**/record/whole.jsonl", route => route.fulfill({body: record}));
    await page.route("**/record/cut.jsonl", route => route.fulfill({body: record.slice(0, record.length / 2)}));
    for (const tag of languages) {
        await page.evaluate(chosen => localStorage.setItem("araldo.language", chosen), tag);
        await page.goto(`${address}#review/whole`);
        await page.reload();
        await page.locator(".review-look .review-said").waitFor();
        assert.equal(await page.locator("html").getAttribute("lang"), tag);
    }
    await page.evaluate(() => localStorage.setItem("araldo.language", "en"));
    await page.goto(`${address}#review/cut`);
    await page.reload();
    await page.getByRole("alert").filter({hasText: "This match cannot be reviewed: "}).waitFor();
    calm(page);
});

test("where the page cannot review, it says so and offers the record", async ({browser, address, araldo}) => {
    const page = await visitor(browser, address),
        record = recorded(araldo, "primo:duel", "--seats", "easy,medium");
    await page.route("**/assets/engine/files.json", route => route.fulfill({json: {module: null, words: null, teacher: null}}));
    await page.route("**/record/whole.jsonl", route => route.fulfill({body: record}));
    await page.goto(`${address}#review/whole`);
    await page.reload();
    await page.getByRole("alert").filter({hasText: "araldo review FILE"}).waitFor();
    const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", {name: "Download the record"}).click(),
    ]);
    assert.equal(readFileSync(await saved.path(), "utf8"), record);
    calm(page);
});

test("practice from a typed position, a record and a puzzle; what cannot be is one line", async ({
    browser,
    address,
    araldo,
}) => {
    const page = await visitor(browser, address, phone),
        record = recorded(araldo, "primiera:two", "--seats", "easy,medium"),
        text = page.locator("#practice-text"),
        go = page.getByRole("button", {name: "Play on from here"});
    await page.goto(`${address}#practice`);
    await page.reload();
    await text.fill("primiera:two nonsense");
    await go.click();
    await page.getByRole("alert").filter({hasText: "This position cannot be played: "}).waitFor();
    await accessible(page, "the form of practice");
    await fits(page, "the form of practice");
    await text.fill(record.slice(0, record.length / 2));
    await go.click();
    await page.getByRole("alert").filter({hasText: "This record cannot be used: "}).waitFor();
    await text.fill(record);
    await page.getByLabel("From move").fill("9");
    await go.click();
    await page.locator(".coach.practice").waitFor();
    await fits(page, "practice");
    await play(page, {enough: clicked(6)});
    await page.getByLabel("Bots").selectOption("easy");
    await page.locator(".felt.my-turn").waitFor();
    await page.goto(`${address}#puzzles/primero`);
    await page.reload();
    await page.getByRole("button", {name: "Show the answer"}).click();
    await go.click();
    await page.locator(".coach.practice").waitFor();
    await page.locator(".felt.my-turn").waitFor();
    calm(page);
});

test("what cannot be practised is said in the reader's language, with its reason", async ({browser, address}) => {
    const page = await visitor(browser, address, {language: "de"});
    await page.goto(`${address}#practice`);
    await page.reload();
    for (const [position, reason] of [
        ["scopa:two", "unbekanntes Spiel „scopa“; zur Wahl stehen primiera, "],
        ["primiera:two nonsense", "„nonsense“ hat nicht die Form Name=Wert"],
    ]) {
        await page.locator("#practice-text").fill(position);
        await page.getByRole("button", {name: "Ab hier weiterspielen"}).click();
        await page
            .getByRole("alert")
            .filter({hasText: `Diese Stellung lässt sich nicht spielen: ${reason}`})
            .waitFor();
    }
    calm(page);
});

test("the odds trainer by keyboard on a phone: an estimate, the exact answer, the next question, and the score is kept", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address, phone);
    await page.locator(".tile-primero .trainer-way").click();
    const slider = page.getByRole("slider");
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("Your estimate: 51%").waitFor();
    await accessible(page, "the odds trainer");
    await fits(page, "the odds trainer");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const answer = page.locator(".trainer-answer");
    await answer.waitFor();
    const [, off = ""] = /Percentage points off: (\d+)\./.exec(await answer.innerText()) ?? [];
    assert.ok(off, await answer.innerText());
    const {solved} = await page.evaluate(() => JSON.parse(localStorage.getItem("araldo.trainers") ?? "{}").primero);
    assert.equal(solved, Number(off) <= 5 ? 1 : 0);
    await fits(page, "the answer of the odds trainer");
    await page.getByRole("button", {name: "Next question"}).click();
    await page.getByText("Your estimate: 50%").waitFor();
    calm(page);
});

test("the word trainer: tries that cannot be, the longest word, and what was possible", async ({browser, address}) => {
    const page = await visitor(browser, address, phone);
    await page.locator(".tile-primo .trainer-way").click();
    const word = page.getByLabel("Your word");
    await word.fill("anticonstitutionnel");
    await page.keyboard.press("Enter");
    await page.getByText("anticonstitutionnel cannot be made from these letters.").first().waitFor();
    await page.locator(".trainer-cards .card").first().click();
    assert.equal((await word.inputValue()).length, 1);
    await accessible(page, "the word trainer");
    await fits(page, "the word trainer");
    await page.getByRole("button", {name: "Show the answer"}).click();
    await page.locator(".trainer-words").waitFor();
    const [longest] = (await page.locator(".trainer-words").innerText()).split(", ");
    assert.ok(longest.length >= 5, longest);
    await page.getByRole("button", {name: "New letters"}).click();
    await word.waitFor();
    calm(page);
});
