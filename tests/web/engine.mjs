// Plays matches in the page's own room, as the worker runs it, without a browser: node engine.mjs MODULE WORDS FOLDER prints TAP.
// A line to the room plays whole matches of every game against bots; their records go to FOLDER, to be verified.
import {readFile, writeFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
/** @import {LocalRoom as LocalRoomType} from "../../web/engine/room.js" */

const [moduleFile, wordsFile, folder] = process.argv.slice(2),
    messagesAtOnce = 30;
/** @type {{LocalRoom: typeof LocalRoomType}} */
const {LocalRoom} = await import(pathToFileURL(resolve("web/engine/room.js")).href);
const module = await WebAssembly.compile(new Uint8Array(await readFile(moduleFile)));

let failed = false;
/** @type {(name: string, good: boolean, why?: unknown) => void} */
const check = (name, good, why = "") => {
    failed ||= !good;
    console.log(good ? `ok ${name}` : `not ok ${name} - ${String(why)}`);
};

/** A person at the room: says something, and hears what the room says. */
class Line {
    /** @type {any[]} */
    #heard = [];
    #wake = () => {};
    #keys = 0;

    /**
     * @param {LocalRoomType} room
     * @param {number} number
     */
    constructor(room, number) {
        this.room = room;
        this.number = number;
    }

    /** @param {string} text */
    hear(text) {
        this.#heard.push(JSON.parse(text));
        this.#wake();
    }

    get quiet() {
        return this.#heard.length === 0;
    }

    /** @returns {Promise<any>} */
    async next() {
        while (this.quiet)
            await new Promise(resolve_ => {
                this.#wake = () => resolve_(undefined);
            });
        return this.#heard.shift();
    }

    /** @param {object} message */
    say(message) {
        return this.room.message(this.number, JSON.stringify(message));
    }

    /** @param {object} message */
    async ask(message) {
        const key = `key-${this.#keys++}`;
        this.say({...message, key});
        for (;;) {
            const said = await this.next();
            if (said.key !== key) continue;
            if (said.say === "error") throw new Error(said.code);
            return said;
        }
    }
}

const words = await readFile(wordsFile);
let fetched = 0,
    cut = true; // the connection is
/** @type {Map<number, Line>} */
const lines = new Map();
const room = new LocalRoom(module, {
    send: (line, text) => lines.get(line)?.hear(text),
    close: () => {},
    share: () => {},
    unkept: () => {},
    taken: () => {},
    fetchWords: async () => {
        if (cut) throw new Error("no connection");
        fetched++;
        return new Uint8Array(words);
    },
});
await room.open(0);

/** @param {number} number */
async function comeIn(number) {
    const line = new Line(room, number);
    lines.set(number, line);
    room.connect(number, "Ada", 0);
    line.say({do: "hello", version: 1});
    const welcome = await line.next();
    return {line, welcome};
}

/**
 * Plays the table to its end, always with a move from the list. The room allows so many messages at once: then a new line comes.
 * @param {string} table
 */
async function play(table) {
    let moves = 0,
        acted = -1;
    for (let number = 10; ; number++) {
        const {line} = await comeIn(number);
        /** @type {any} */
        const state = {};
        line.say({do: "enter", table, since: null});
        for (let left = messagesAtOnce; left > 0;) {
            const said = await line.next();
            if (said.say === "table" || said.say === "entry") Object.assign(state, said);
            if (said.say === "error") throw new Error(said.code);
            if (state.phase === "over") return moves;
            if (!line.quiet || state.phase !== "playing" || !state.legal || acted === state.n) continue;
            acted = state.n;
            left--;
            line.say({do: "move", key: `move-${moves}`, table, move: state.legal[moves++ % state.legal.length]});
        }
        room.disconnect(number);
    }
}

/**
 * The levels at which a strong bot first plays, and the shares of their iterations, in percent, on a device where every thought
 * seems to take so long.
 * @type {(milliseconds: number, count: number) => Promise<string[]>}
 */
async function sharesWhere(milliseconds, count) {
    /** @type {string[]} */
    const shares = [];
    const {now} = performance;
    let time = 0;
    performance.now = () => (time += milliseconds); // the module looks at it before and after a thought
    const slow = new LocalRoom(module, {
        send: (_, text) => void heard.hear(text),
        close: () => {},
        share: ({plays, percent}) => void shares.push(`${plays} ${percent}`),
        unkept: () => {},
        taken: () => {},
        fetchWords: async () => new Uint8Array(words),
    });
    const heard = new Line(slow, 1);
    await slow.open(0, false);
    slow.connect(1, "Ada", 0);
    heard.say({do: "hello", version: 1});
    const {table} = await heard.ask({
        do: "create",
        ...{game: "primero", variant: "english", people: 2, options: {}, seats: ["me", "bot:strong"]},
        ...{clock: 0, public: false, chat: false},
    });
    await heard.ask({do: "ready", table, on: true, salt: "00112233445566778899aabbccddeeff"});
    heard.say({do: "enter", table, since: null});
    /** @type {any} */
    const state = {};
    for (let acted = -1; shares.length < count && state.phase !== "over";) {
        const said = await heard.next();
        if (said.say === "table" || said.say === "entry") Object.assign(state, said);
        if (!heard.quiet || !state.legal || state.phase !== "playing" || acted === state.n) continue;
        acted = state.n;
        heard.say({do: "move", key: `m-${acted}`, table, move: state.legal[0]});
    }
    slow.stop();
    performance.now = now;
    return shares;
}

const {line, welcome} = await comeIn(1);
check("the room in the page says welcome", welcome.say === "welcome" && welcome.games.length > 3, JSON.stringify(welcome));
check("no words are fetched before a game needs them", fetched === 0);
/** @param {any} game */
const create = ({name, variants: [{name: variant, min}]}) =>
    line.ask({
        do: "create",
        ...{game: name, variant, people: min, options: {}, seats: ["me", ...Array(min - 1).fill("bot:easy")]},
        ...{clock: 0, public: false, chat: false},
    });
/** @type {string[]} */
const refused = [];
for (const game of welcome.games)
    await create(game).then(
        ({table}) => line.say({do: "exit", table}),
        error => refused.push(`${game.name}: ${error.message}`),
    );
check("a game whose words cannot be fetched is refused", refused.join() === "primo: words", refused);
cut = false;
for (const game of welcome.games) {
    const {table} = await create(game);
    await line.ask({do: "ready", table, on: true, salt: "00112233445566778899aabbccddeeff"});
    const moves = await play(table);
    const record = await room.record(table),
        replay = await room.replay(table, "all");
    await writeFile(join(folder, `${game.name}.jsonl`), record ?? "");
    check(`${game.name} in the page's room: ${moves} moves to the end`, record !== null && record.split("\n").length > moves);
    check(`${game.name} in the page's room can be replayed`, JSON.parse(replay ?? "{}").steps?.length > moves);
    line.say({do: "exit", table});
}
check("the words are fetched once", fetched === 1, fetched);

// Strong thinks 10,000 iterations about Primero, easy 8. Where those 8 take 24 ms, a 32nd of 10,000 fits into a second; and
// after six thoughts that were quick, twice as many are tried. However slow the device, a bot thinks as much as easy does.
const slow = await sharesWhere(24, 2);
check("a slow device thinks less, and more again once it proves quick", slow.join() === "strong 4,strong 7", slow);
const slowest = await sharesWhere(1500, 1);
check("the slowest device plays the easiest level", slowest.join() === "easy 100", slowest);

// A name with accents written in two ways, and with something invisible in it, as tests/room/test_names.c has them.
await line.ask({do: "rename", face: 3, name: "  Zoe\u0308\u200b \u00a0Q "});
line.say({do: "hello", version: 1});
const {welcome: renamed} = await comeIn(2);
check("names are normalised by the browser's Unicode", renamed.name === "Zo\u00eb Q", JSON.stringify(renamed.name));
line.say({do: "nonsense", 'a"b\\': [1.5, -2, {"\u00e9": null}]});
for (let said = await line.next(); said.say !== "bye" && said.say !== "error";) said = await line.next();
check("what is not a message is refused", true);
process.exit(failed ? 1 : 0);
