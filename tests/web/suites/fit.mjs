// Whole matches at every size of screen and in every language: nothing is cut off, sticks out or lies over something else.
// `make test` takes a sample of each game; with ARALDO_SOAK=1 every variant is played to its end in every language.
import assert from "node:assert/strict";
import {boxOf, makeTable, visitor} from "../browser.mjs";
import {over, play} from "../player.mjs";
import {misfits, sizes} from "../measure.mjs";
import {calm, test, testEach} from "../suite.mjs";

/** @import {Page} from "playwright-core" */
/** @import {GameFacts, VariantFacts} from "../../../web/protocol.d.ts" */

const whole = process.env.ARALDO_SOAK === "1",
    sample = sizes.filter(([width]) => [360, 844, 1024, 1280, 2560].includes(width));

/**
 * The variant with the most seats.
 * @param {GameFacts} facts
 */
const fullest = ({variants}) => variants.reduce((most, variant) => (variant.max >= most.max ? variant : most));

/**
 * A table of a variant with as many people as it takes, all of them bots but one.
 * @param {Page} page
 * @param {string} game
 * @param {VariantFacts} variant
 * @param {GameFacts} facts
 */
async function fullTable(page, game, {name, min, max}, facts) {
    const seats = Object.fromEntries(Array.from({length: max - 1}, (_, i) => [i + 1, "bot:easy"]));
    await makeTable(page, game, {
        variant: facts.variants.length > 1 ? name : undefined,
        people: max > min ? max : undefined,
        seats,
    });
}

/**
 * Plays on, and looks at the table at these sizes every few clicks.
 * @param {Page} page
 * @param {{looks: number, clicks: number, seed: number, at: number[][], where: string}} how
 */
async function walk(page, {looks, clicks, seed, at, where}) {
    for (let look = 0; look < looks && !(await over(page)); look++) {
        let done = 0;
        await page.setViewportSize({width: 1280, height: 800});
        await play(page, {seed: seed + look, hints: 10, enough: async now => done++ >= clicks || (await over(now))});
        await page.locator(".felt.my-turn, .result, .afterwards").first().waitFor();
        for (const size of at) assert.deepEqual(await misfits(page, size), [], where);
    }
}

testEach("{game} fits on every screen, with all its seats taken", async (world, game) => {
    const {browser, address, welcome, games, languages} = world,
        facts = /** @type {GameFacts} */ (welcome.games.find(({name}) => name === game)),
        [longest] = ["de", "fr", "it", "es"].slice(games.indexOf(game) % 4);
    for (const variant of whole ? facts.variants : [fullest(facts)])
        for (const language of whole ? languages : [longest]) {
            const page = await visitor(browser, address, {language, seed: 3});
            await fullTable(page, game, variant, facts);
            await page.locator(".felt[data-game]").waitFor();
            const looks = whole ? 1000 : 2;
            await walk(page, {
                looks,
                clicks: 12,
                seed: 3,
                at: whole ? sizes : sample,
                where: `${game}:${variant.name}, ${language}`,
            });
            calm(page);
            await page.context().close();
        }
});

/**
 * Puts each sentence with which a game may ask for a move into its place, in one language; those that need more room than it
 * has. Runs in the page.
 * @param {{game: string, language: string, values: Record<string, string>}} given
 */
async function tooLong({game, language, values}) {
    const [{games}, {anyOf, message, plural, speak}] = await Promise.all([
        import(`${location.origin}/assets/games/games.js`),
        import(`${location.origin}/assets/messages.js`),
    ]);
    await speak(language);
    values.lengths = anyOf([4, 5, 6, 7]);
    // The texts of messages are constants: the source of the function has them all.
    const calls = String(games[game].prompt).matchAll(/\b(?:message|plural)\(\s*"([^"]+)"(?:,\s*"([^"]+)")?/g),
        texts = [...calls].map(([, one, many]) => (many ? plural(one, many, 12, values) : message(one, values))),
        prompt = /** @type {HTMLElement} */ (document.querySelector("#prompt")),
        place = /** @type {HTMLElement} */ (prompt.closest(".says"));
    if (!texts.length) return ["the game asks for nothing"];
    prompt.textContent = "";
    const room = place.offsetHeight; // it grows rather than cover anything, but then the table moves
    return [...texts, message("Waiting for {names}.", values)].filter(text => {
        prompt.textContent = text;
        return place.offsetHeight > room;
    });
}

/** The longest value of each place in these sentences. */
const longValues = {
    length: "7",
    board: "Double Three of a Kind",
    names: "Donatello, Elisabetta, Giovanni, Margherita, Costanza",
};

testEach("every prompt of {game} has room in its place", async ({browser, address, welcome, languages}, game) => {
    const facts = /** @type {GameFacts} */ (welcome.games.find(({name}) => name === game)),
        page = await visitor(browser, address, {seed: 3});
    await fullTable(page, game, fullest(facts), facts);
    await page.locator(".felt.my-turn #prompt").waitFor();
    for (const language of languages)
        for (const [width, height] of whole ? sizes : sample) {
            await page.setViewportSize({width, height});
            assert.deepEqual(
                await page.evaluate(tooLong, {game, language, values: longValues}),
                [],
                `${width}x${height}, ${language}`,
            );
        }
    calm(page);
});

/**
 * Puts another position on the table, and the score of a round above it. Runs in the page.
 * @param {{game: string, view: string, names: string[]} & Crowd} given
 */
async function showRound({game, view, names, memory, legal, glance, round}) {
    const {makeScene, arena} = await import(`${location.origin}/assets/stage.js`),
        seats = names.map(name => ({who: "person", name, here: true, absent: false, face: 0})),
        scene = makeScene({game, view, seats, you: 0, memory, legal, glance}),
        box = document.createElement("section"),
        button = document.createElement("button");
    document.querySelector(".felt .arena")?.replaceWith(arena(scene));
    document.querySelector(".felt .hand-area")?.replaceWith(scene.game.hand(scene));
    if (!round) return;
    box.className = "result";
    button.className = "button primary";
    button.textContent = "→";
    box.append(scene.game.result(round, scene), button);
    document.querySelector(".felt")?.append(box);
}

const names = ["Elisabetta", "Margherita", "Maximilian", "Costanza", "Giovannino", "Bartolomea"],
    open = "2h,2d,2s,4h,5c,5d,5h,5s,7h,7d,8h,8c,9h,Th,Td,Ah",
    spaces = ["perfecttriplepair", "straightflush", "bigstraight", "bigflush", "fullhouse"],
    show = {event: "show", cards: ["7h", "6h", "Ah", "5h"], type: "supremus", points: 55, won: true};

/**
 * @typedef {object} Crowd
 * @property {string} [variant] else the one with the most seats
 * @property {Record<string, string>} fields of the view
 * @property {object} [memory]
 * @property {string[]} [legal]
 * @property {object} [glance]
 * @property {object} [round] the event that has its score
 */

/**
 * As much as a table can have to show.
 * @type {Record<string, Crowd>}
 */
const crowded = {
    primiera: {
        variant: "robot",
        fields: {table: "2C,3C,4C,5C,6C,7S", teams: "0+1/2+3"},
        glance: {
            event: "glance",
            unseen: [],
            teams: [
                {seats: [2, 3], cards: 12, coins: 4, seven: true, primiera: 84, won: ["cards", "coins", "seven", "primiera"]},
                {seats: [0, 1], cards: 10, coins: 3, seven: false, primiera: null, won: []},
            ],
        },
    },
    royalflush: {
        fields: {hands: [open.slice(0, -3), ...Array.from({length: 4}, () => `${open},?8`)].join("/")},
        round: {
            event: "roundend",
            round: 1,
            seats: [0, 1, 2, 3, 4].map(seat => ({seat, fields: spaces.map(board => ({board, value: 13})), points: 65})),
            totals: [165, 165, 165, 165, 165],
            chips: [5, 5, 5, 5, 5],
        },
    },
    primero: {
        fields: {bid: "chorus.40", pot: "67"},
        memory: {
            shows: [0, 1, 2].map(seat => ({...show, seat})),
            pots: [{event: "pot", coins: 67, from: [0, 1, 2], why: "carried", to: [], shares: [0, 0, 0, 0, 0, 0]}],
            bid: "chorus.40",
        },
        round: {event: "score", totals: [166, 71, 105, 75, 47, 69]},
    },
    primo: {
        variant: "four",
        fields: {
            hands: "E,E,G,I,O,gomme/?6/?6/?6",
            words: "-/FOC,NAOS/REM,NAOS,TITUBE/DIA",
            thrown: "gomme",
        },
        legal: ["draw", "take+gomme:1", "take+gomme:2"],
    },
};

for (const [game, {variant, fields, ...crowd}] of Object.entries(crowded))
    test(`${game} with all that a round can show fits every screen, and so does its score`, async ({
        browser,
        address,
        welcome,
    }) => {
        let view = "";
        /** @param {string} said */
        const hears = said => {
            view = JSON.parse(said).view ?? view;
            return said;
        };
        const page = await visitor(browser, address, {language: "de", hears}),
            facts = /** @type {GameFacts} */ (welcome.games.find(({name}) => name === game));
        await fullTable(page, game, facts.variants.find(({name}) => name === variant) ?? fullest(facts), facts);
        await page.locator(".felt.my-turn").waitFor();
        for (const [key, value] of Object.entries(fields))
            view = view.includes(` ${key}=`)
                ? view.replace(new RegExp(` ${key}=\\S+`), ` ${key}=${value}`)
                : `${view} ${key}=${value}`;
        const seated = await page.locator(".plate").count();
        await page.evaluate(showRound, {game, view, fields, names: names.slice(0, seated), ...crowd});
        const cells = page.locator(".result .scores th, .result .scores td");
        for (const size of sizes) {
            const where = size.join("x");
            assert.deepEqual(await misfits(page, size), []);
            if (!crowd.round) continue;
            const {left, right, bottom} = await page.locator(".result").evaluate(box => box.getBoundingClientRect().toJSON());
            for (const box of await cells.evaluateAll(list => list.map(cell => cell.getBoundingClientRect().toJSON())))
                assert.ok(box.left >= left && box.right <= right, `every column is seen at ${where}`);
            const goOn = await boxOf(page.locator(".result > .button"));
            assert.ok(goOn.y + goOn.height <= bottom, `the way on is seen at ${where}`);
        }
        calm(page);
    });

test("of many answers every one can be reached on every screen, and the question stays", async ({
    browser,
    address,
    welcome,
}) => {
    const swaps = [1, 2, 3].flatMap(seat => [1, 2, 3, 4, 5].map(count => `magicien:${seat}:${count}`)),
        legal = [...swaps, "tornado:1", "tornado:2", "tornado:3", "tornado:1,2", "tornado:1,3", "tornado:1,2,3"];
    /** @param {string} text */
    const hears = text => {
        const said = JSON.parse(text);
        if (!said.view || !said.legal?.length) return text;
        return JSON.stringify({...said, legal, view: said.view.replace(/ hands=[^/]+/, " hands=magicien,E,G,I,O,N")});
    };
    const page = await visitor(browser, address, {language: "de", hears}),
        facts = /** @type {GameFacts} */ (welcome.games.find(({name}) => name === "primo"));
    await fullTable(page, "primo", /** @type {VariantFacts} */ (facts.variants.find(({name}) => name === "four")), facts);
    await page.locator(".felt.my-turn .hand [data-card='magicien']").click();
    const options = page.locator(".choice .option");
    await options.last().waitFor();
    assert.ok((await options.count()) >= legal.length);
    for (const size of sizes) {
        assert.deepEqual(await misfits(page, size), []);
        for (const option of [options.first(), options.last()]) await option.click({trial: true, timeout: 5000});
    }
    calm(page);
});

/**
 * Whether a finger would touch this element where it is now. Runs in the page.
 * @param {Element} element
 */
function inSight(element) {
    const {left, top, width, height} = element.getBoundingClientRect(),
        hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && element.contains(hit);
}

testEach("an introduction to {game} fits a phone, and what it points at is in sight", async ({browser, address}, game) => {
    const page = await visitor(browser, address, {language: "de", touch: true});
    await page.locator(`.tile-${game} .tile-learn .button`).first().click();
    const marked = page.locator(".felt.my-turn .marked:enabled").first();
    await marked.waitFor();
    for (const [width, height] of [
        [360, 640],
        [390, 844],
        [844, 390],
    ]) {
        assert.deepEqual(await misfits(page, [width, height]), []);
        assert.ok(await marked.evaluate(inSight), `in sight at ${width}x${height}`);
    }
    calm(page);
});

/**
 * Whether a replay shows the whole table and the hand. Runs in the page.
 * @param {Element} felt
 */
function wholeReplay(felt) {
    const {bottom, right} = felt.getBoundingClientRect(),
        [arena] = felt.getElementsByClassName("arena"),
        close = document.querySelector(".full .dialog-head .button")?.getBoundingClientRect();
    return {
        // What lies above one's own place may scroll on the smallest screens, as it may during a match.
        arena: (innerWidth < 900 && innerHeight < 700) || arena.scrollHeight <= arena.clientHeight + 1,
        hand: [...felt.querySelectorAll(".hand .card svg")].every(card => {
            const box = card.getBoundingClientRect();
            return box.bottom <= bottom + 1 && box.right <= right + 1;
        }),
        // Nothing lies under the way out.
        close: [...document.querySelectorAll(".replay-bar > *")].every(control => {
            const box = control.getBoundingClientRect();
            return !close || box.right <= close.left || box.top >= close.bottom || box.bottom <= close.top;
        }),
    };
}

test("a replay on a phone shows the whole table and the hand", async ({browser, address, welcome}) => {
    for (const {name: game, variants} of welcome.games) {
        const page = await visitor(browser, address, {language: "de", seed: 5}),
            facts = {...welcome.games[0], variants};
        const most = variants.reduce((best, variant) => (variant.max > best.max ? variant : best));
        await fullTable(page, game, most, facts);
        await page.locator(".felt.my-turn").waitFor();
        // A match with something to replay.
        const told = await page.locator(".log li").count();
        await play(page, {seed: 5, enough: async now => (await now.locator(".log li").count()) > told});
        await page.locator(".bar button.round").nth(3).click();
        await page.locator(".menu .button:has-text('vorschlagen')").click();
        await page.locator(".afterwards .button").nth(1).click();
        await page.locator("[data-focus='replay-first']").click(); // the cards that were dealt, always the same
        await page.locator("[data-focus='replay-eyes']").selectOption("0");
        for (const [width, height] of [...(whole ? sizes : sample), [390, 640]]) {
            await page.setViewportSize({width, height});
            assert.deepEqual(
                await page.locator(".replay-felt").evaluate(wholeReplay),
                {arena: true, hand: true, close: true},
                `${game}, ${width}x${height}`,
            );
        }
        calm(page);
        await page.context().close();
    }
});

test("the score of a round and the end of a match are whole on every screen", async ({browser, address}) => {
    const page = await visitor(browser, address, {language: "de", seed: 4});
    await makeTable(page, "primiera", {variant: "two", options: {target: 3}, seats: {1: "bot:easy"}});
    await play(page, {seed: 4, enough: async now => (await now.locator(".result").count()) > 0 || over(now)});
    /** @param {string} place */
    const points = place =>
        page
            .locator(`${place} .scores`)
            .first()
            .evaluate(table => {
                const {left, right} = /** @type {Element} */ (
                    table.closest(".result, .afterwards, .side-pane")
                ).getBoundingClientRect();
                return [...table.querySelectorAll("th, td")].every(cell => {
                    const box = cell.getBoundingClientRect();
                    return box.left >= left && box.right <= right;
                });
            });
    for (const size of sizes) {
        assert.deepEqual(await misfits(page, size), []);
        if (await page.locator(".result").count())
            assert.ok(await points(".result"), `every column is seen at ${size.join("x")}`);
    }
    await page.setViewportSize({width: 1280, height: 800});
    await play(page, {seed: 5});
    for (const size of sample) {
        assert.deepEqual(await misfits(page, size), []);
        assert.ok(await points(".afterwards"), `every column of the last round is seen at ${size.join("x")}`);
    }
    // On a phone the log, chat and score are opened below: they leave the table little room.
    await page.setViewportSize({width: 360, height: 640});
    await page.locator("#tab-log").click();
    assert.deepEqual(await misfits(page, [360, 640]), []);
    await page.locator("#tab-log").click();
    for (const [width, height] of [
        [1280, 800],
        [1440, 900],
        [1920, 1080],
    ]) {
        await page.setViewportSize({width, height});
        if (!(await page.locator("#tab-score[aria-selected='true']").count())) await page.locator("#tab-score").click();
        await page.locator(".side-pane .chart").waitFor();
        assert.deepEqual(await misfits(page, [width, height]), []);
        assert.ok(await points(".side-pane"), `the score tab shows its points at ${width}`);
        assert.equal(await page.locator(".side-pane").evaluate(pane => pane.scrollTop), 0, "from its top");
    }
    calm(page);
});
