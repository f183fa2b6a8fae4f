// Tests of learning on the page: introductions by clicking, a wrong try, leaving and coming back, and builds that cannot teach.
import assert from "node:assert/strict";
import {visitor} from "../browser.mjs";
import {accessible, calm, fits, test, testEach} from "../suite.mjs";

/** @import {Page} from "playwright-core" */

const phone = {width: 390, height: 844, touch: true};

/** @param {Page} page */
const stepOf = async page => Number(/step (\d+) of/.exec(await page.locator(".coach-row").innerText())?.[1]);

/**
 * Does what is marked until the lesson is over, or until a step.
 * @param {Page} page
 * @param {number} [until]
 */
async function follow(page, until = Infinity) {
    const marked = page.locator(".felt.my-turn .marked:enabled, .choice .option, .coach .button.primary").first(),
        farewell = page.locator(".coach .button.primary", {hasText: "Play now"});
    for (;;) {
        await marked.waitFor();
        if ((await farewell.count()) || (await stepOf(page)) >= until) return;
        await marked.click({timeout: 3000}).catch(() => {}); // it may go away in the meantime
    }
}

/**
 * @param {Page} page
 * @param {string} game
 */
async function learn(page, game) {
    await page.locator(`.tile-${game} .tile-learn .button`).first().click();
    await page.locator(".coach-say").waitFor();
}

testEach("{game}: the introduction by clicking on a phone, to its end, is remembered", async ({browser, address}, game) => {
    const page = await visitor(browser, address, phone);
    await learn(page, game);
    await fits(page, `the introduction of ${game}`);
    await follow(page);
    await page.locator(".coach-say", {hasText: "The lesson is over. Enjoy the game!"}).waitFor();
    await page.locator(".brand").click();
    await page.locator(`.tile-${game} .tile-learn .button`, {hasText: "Introduction"}).first().waitFor();
    calm(page);
});

test("an introduction answers a wrong try with the rule, is left and gone on with, and can be skipped", async ({
    browser,
    address,
}) => {
    const page = await visitor(browser, address);
    await learn(page, "primiera");
    await accessible(page, "the introduction");
    await page.locator(".felt.my-turn .hand .card").first().click();
    await page.locator(".coach-wrong", {hasText: "That is allowed, but it does not take an eight."}).waitFor();
    assert.equal(await stepOf(page), 1);
    await follow(page, 2);
    await page.locator(".coach-right").waitFor();
    await page.locator(".brand").click();
    await page.locator(".tile-primiera .tile-learn .button", {hasText: "Continue the introduction"}).click();
    await page.locator(".coach-say").waitFor();
    assert.equal(await stepOf(page), 2);
    await page.reload();
    await page.locator(".coach-say").waitFor();
    assert.equal(await stepOf(page), 2);
    await page.getByRole("button", {name: "Skip the introduction"}).click();
    await page.locator(".tile-primiera .tile-learn .button", {hasText: "Introduction"}).first().waitFor();
    calm(page);
});

test("introductions to other variants by clicking, to their end", async ({browser, address}) => {
    const page = await visitor(browser, address, phone);
    for (const lesson of ["primiera:robot", "primero:italian", "primo:solo", "primo:teams", "primo:three"]) {
        await page.goto(`${address}#learn/${lesson}`);
        await page.reload();
        await page.locator(".coach-say").waitFor();
        await fits(page, `the introduction to ${lesson}`);
        await follow(page);
        await page.locator(".coach-say", {hasText: "The lesson is over. Enjoy the game!"}).waitFor();
    }
    calm(page);
});

test("introductions in every language, those of other variants too", async ({browser, address, languages}) => {
    const page = await visitor(browser, address);
    for (const [i, tag] of languages.entries()) {
        await page.evaluate(chosen => localStorage.setItem("araldo.language", chosen), tag);
        await page.goto(`${address}#learn/${["primiera:robot", "primero:italian"][i % 2]}`);
        await page.reload();
        await page.locator(".coach-say").waitFor();
        await page.locator(".felt.my-turn").waitFor();
        assert.equal(await page.locator("html").getAttribute("lang"), tag);
    }
    calm(page);
});

test("where the page cannot teach, it offers nothing", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await page.route("**/assets/engine/files.json", route => route.fulfill({json: {module: null, words: null, teacher: null}}));
    const [asked] = await Promise.all([page.waitForResponse("**/assets/engine/files.json"), page.reload()]);
    await asked.finished();
    await page.locator(".tile").first().waitFor();
    assert.equal(await page.locator(".tile-learn .button").count(), 0);
    calm(page);
});

testEach("{game}: puzzles by keyboard, a miss, the answer, and the next one", async ({browser, address}, game) => {
    const page = await visitor(browser, address, phone);
    await page.locator(`.tile-${game} .puzzles`).focus();
    await page.keyboard.press("Enter");
    const say = page.locator(".coach-say");
    await say.waitFor();
    await fits(page, `the puzzles of ${game}`);
    const theme = page.locator(".coach select");
    assert.equal(await theme.inputValue(), "day");
    await theme.selectOption("any");
    const show = page.getByRole("button", {name: "Show the answer"});
    await show.focus();
    await page.keyboard.press("Enter");
    await page.locator(".coach-answer").waitFor();
    await page.getByText("Current streak: 0. Longest streak: 0. Solved: 0.").waitFor();
    await page.getByRole("button", {name: "Next puzzle"}).click();
    await show.waitFor();
    assert.equal(await page.locator(".coach-answer").count(), 0);
    await page.locator(".felt.my-turn").waitFor();
    calm(page);
});

test("a puzzle solved at the first try counts, a wrong try ends the row, and both are kept", async ({browser, address}) => {
    const page = await visitor(browser, address);
    await page.locator(".tile-royalflush .puzzles").click();
    await page.locator(".coach select").selectOption("board");
    const question = page.locator(".coach-say", {hasText: "Which board scores the most this turn?"});
    await question.waitFor();
    await accessible(page, "a puzzle");
    await page.evaluate(() =>
        localStorage.setItem("araldo.puzzles", JSON.stringify({royalflush: {row: 4, best: 4, solved: 9}})),
    );
    await page.reload();
    await page.locator(".coach select").selectOption("board");
    await question.waitFor();
    await page.locator(".felt.my-turn .board.can").first().click();
    await page.locator(".coach-right, .coach-wrong").first().waitFor();
    const right = (await page.locator(".coach-right").count()) > 0,
        {row, best, solved} = await page.evaluate(() => JSON.parse(localStorage.getItem("araldo.puzzles") ?? "{}").royalflush);
    assert.deepEqual([row, best, solved], right ? [5, 5, 10] : [0, 4, 9]);
    calm(page);
});
