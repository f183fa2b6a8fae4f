// The WebAssembly module and its memory: the functions it needs of its host, and those it offers, with JavaScript's own values.
// The layouts of json_t and StoredEntry are those of offline/standin/jansson.h and room/room.h on a machine of 32 bits.

/** @import {Ids, Log, Port} from "./engine.d.ts" */
/** @import {Level} from "../protocol.d.ts" */

const jsonBytes = 24,
    entryBytes = 24,
    idBytes = 17,
    secretBytes = 32,
    longest = 2 ** 53;
/** In the order of json_type. */
const types = {object: 0, array: 1, string: 2, integer: 3, real: 4, true: 5, false: 6, null: 7};
/** In the order of uc_general_category_t. */
const categories = [
    /\p{M}/u,
    /\p{Cc}/u,
    /\p{Cf}/u,
    /\p{Co}/u,
    /\p{White_Space}/u,
    /\p{Default_Ignorable_Code_Point}/u,
    /\p{Noncharacter_Code_Point}/u,
];

const encoder = new TextEncoder(),
    decoder = new TextDecoder("utf-8", {fatal: true});

/** @param {string} url */
export async function fetchFile(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return answer;
}

/** @param {string} url */
export const fetchWords = async url => new Uint8Array(await (await fetchFile(url)).arrayBuffer());

/**
 * Compiles a module while it arrives, unless the host does not say what kind of file it is.
 * @param {string} url
 */
export async function fetchModule(url) {
    const answer = await fetchFile(url);
    return answer.headers.get("Content-Type") === "application/wasm"
        ? WebAssembly.compileStreaming(answer)
        : WebAssembly.compile(await answer.arrayBuffer());
}

/** @param {unknown} value */
function typeOf(value) {
    if (value === null) return types.null;
    if (Array.isArray(value)) return types.array;
    if (typeof value === "number") return Number.isSafeInteger(value) ? types.integer : types.real;
    if (typeof value === "boolean") return value ? types.true : types.false;
    return typeof value === "string" ? types.string : types.object;
}

/**
 * A parsed document as nodes in the order of reading, the texts behind them. `text` and `key` are places among the texts.
 * @typedef {{type: number, length: number, key: number, text: number, number: number, first: number, next: number}} Flat
 */

/** @param {unknown} document */
function flatten(document) {
    /** @type {Flat[]} */
    const nodes = [];
    /** @type {Uint8Array[]} */
    const texts = [];
    let bytes = 0;
    /** @param {string} words */
    const keep = words => {
        const text = encoder.encode(words),
            place = bytes;
        texts.push(text);
        bytes += text.length + 1;
        return place;
    };
    /**
     * @param {unknown} value
     * @param {string | null} key
     */
    const add = (value, key) => {
        /** @type {Flat} */
        const node = {type: typeOf(value), length: 0, key: -1, text: -1, number: 0, first: -1, next: -1};
        const place = nodes.push(node) - 1;
        if (key !== null) node.key = keep(key);
        if (typeof value === "string") node.text = keep(value);
        if (typeof value === "number") node.number = value;
        if (value === null || typeof value !== "object") return place;
        let last = -1;
        for (const [name, inside] of Object.entries(value)) {
            const added = add(inside, Array.isArray(value) ? null : name);
            if (last < 0) node.first = added;
            else nodes[last].next = added;
            last = added;
            node.length++;
        }
        return place;
    };
    add(document, null);
    return {nodes, texts, bytes};
}

export class Module {
    /** @type {Record<string, Function>} */
    #exports = {};
    /** @type {WebAssembly.Memory} */
    #memory;
    #engine = 0;

    /**
     * @param {WebAssembly.Module} module
     * @param {Port} port
     */
    constructor(module, port) {
        const instance = new WebAssembly.Instance(module, {
            host: this.#host(port),
            wasi_snapshot_preview1: this.#system(),
        });
        this.#exports = /** @type {Record<string, Function>} */ (instance.exports);
        this.#memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        this.#exports._initialize();
    }

    // ---- memory

    get #bytes() {
        return new Uint8Array(this.#memory.buffer);
    }

    get #view() {
        return new DataView(this.#memory.buffer);
    }

    /**
     * @param {number} at
     * @param {number} length
     */
    #read(at, length) {
        return decoder.decode(this.#bytes.subarray(at, at + length));
    }

    /** @param {number} at */
    #word(at) {
        return at ? this.#read(at, this.#bytes.indexOf(0, at) - at) : "";
    }

    /**
     * @param {number} at
     * @returns {Level}
     */
    #level(at) {
        const word = this.#word(at);
        return word === "easy" || word === "medium" ? word : "strong";
    }

    /** @param {number} length */
    #take(length) {
        const at = this.#exports.engine_take(Math.max(length, 1));
        if (!at) throw new Error("the engine is out of memory");
        return at;
    }

    /**
     * Calls with copies of these in memory, a zero byte behind each.
     * @template Result
     * @param {(string | Uint8Array)[]} values
     * @param {(...places: number[]) => Result} call
     * @returns {Result}
     */
    #with(values, call) {
        const all = values.map(value => (typeof value === "string" ? encoder.encode(value) : value)),
            block = this.#take(all.reduce((sum, bytes) => sum + bytes.length + 1, 0)),
            memory = this.#bytes;
        let at = block;
        const places = all.map(bytes => {
            const place = at;
            memory.set(bytes, at);
            memory[at + bytes.length] = 0;
            at += bytes.length + 1;
            return place;
        });
        try {
            return call(...places);
        } finally {
            this.#exports.engine_give(block);
        }
    }

    /**
     * Calls with a log in memory, as an array of StoredEntry.
     * @template Result
     * @param {Log["entries"]} entries
     * @param {(place: number) => Result} call
     * @returns {Result}
     */
    #withEntries(entries, call) {
        const texts = entries.map(({text}) => encoder.encode(text)),
            block = this.#take(texts.reduce((sum, text) => sum + entryBytes + text.length + 1, 0)),
            view = this.#view,
            memory = this.#bytes;
        let words = block + entries.length * entryBytes;
        for (const [index, {n, at}] of entries.entries()) {
            const place = block + index * entryBytes,
                text = texts[index];
            view.setUint32(place, n, true);
            view.setBigInt64(place + 8, BigInt(at), true);
            view.setUint32(place + 16, words, true);
            view.setUint32(place + 20, text.length, true);
            memory.set(text, words);
            memory[words + text.length] = 0;
            words += text.length + 1;
        }
        try {
            return call(block);
        } finally {
            this.#exports.engine_give(block);
        }
    }

    // ---- what the module calls

    /** @param {Port} port */
    #host(port) {
        return {
            /** @type {(...values: any[]) => void} */
            write: (kind, table, person, n, at, text, length, secret, createKey, phase) =>
                port.write({
                    kind,
                    table: this.#word(table),
                    person: this.#word(person),
                    n,
                    at,
                    text: text ? this.#read(text, length) : "",
                    secret: secret ? this.#bytes.slice(secret, secret + secretBytes) : null,
                    createKey: String(createKey),
                    phase,
                }),
            /** @type {(connection: number, at: number, length: number) => void} */
            send: (connection, at, length) => port.send(connection, this.#read(at, length)),
            /** @type {(connection: number, code: number) => void} */
            close: (connection, code) => port.close(connection, code),
            /** @type {(...values: any[]) => void} */
            load: (kind, ticket, table, from, to, createKey, person) =>
                port.load({
                    kind,
                    ticket,
                    table: this.#word(table),
                    from,
                    to: to >>> 0,
                    createKey: String(createKey),
                    person: this.#word(person),
                }),
            /** @type {(at: number, count: number) => void} */
            random: (at, count) => {
                crypto.getRandomValues(this.#bytes.subarray(at, at + count));
            },
            /** @type {(at: number) => void} */
            damaged: at => port.damaged(this.#word(at)),
            /** @type {(at: number, length: number) => void} */
            told: (at, length) => port.told(this.#read(at, length)),
            /** @type {(game: number, level: number, plays: number, percent: number) => void} */
            share: (game, level, plays, percent) =>
                port.share({game: this.#word(game), level: this.#level(level), plays: this.#level(plays), percent}),
            /** @type {(at: number, length: number) => number} */
            json_parse: (at, length) => {
                try {
                    return this.#plant(JSON.parse(this.#read(at, length)));
                } catch {
                    return 0;
                }
            },
            /** @type {(at: number, length: number, into: number) => number} */
            unicode_compose: (at, length, into) => {
                try {
                    const composed = encoder.encode(this.#read(at, length).normalize("NFC")),
                        place = this.#take(composed.length);
                    this.#bytes.set(composed, place);
                    this.#view.setUint32(into, composed.length, true);
                    return place;
                } catch {
                    return 0;
                }
            },
            /** @type {(character: number, category: number) => number} */
            unicode_is: (character, category) => Number(categories[category].test(String.fromCodePoint(character))),
        };
    }

    /**
     * Writes a document into memory as a tree of json_t, in one block that begins with its root.
     * @param {unknown} document
     */
    #plant(document) {
        const {nodes, texts, bytes} = flatten(document),
            words = nodes.length * jsonBytes,
            block = this.#take(words + bytes),
            view = this.#view,
            memory = this.#bytes;
        /** @type {(node: number) => number} */
        const placeOf = node => (node < 0 ? 0 : block + node * jsonBytes);
        /** @type {(text: number) => number} */
        const textOf = text => (text < 0 ? 0 : block + words + text);
        for (const [index, node] of nodes.entries()) {
            const at = placeOf(index);
            view.setUint32(at, node.type, true);
            view.setUint32(at + 4, node.length, true);
            view.setUint32(at + 8, textOf(node.key), true);
            view.setUint32(at + 12, placeOf(node.next), true);
            if (node.type === types.integer) view.setBigInt64(at + 16, BigInt(node.number), true);
            else if (node.type === types.real) view.setFloat64(at + 16, node.number, true);
            else view.setUint32(at + 16, node.text < 0 ? placeOf(node.first) : textOf(node.text), true);
        }
        let at = block + words;
        for (const text of texts) {
            memory.set(text, at);
            memory[at + text.length] = 0;
            at += text.length + 1;
        }
        return block;
    }

    // WASI: a clock, and files of which none is open.
    #system() {
        const badFile = 8;
        return {
            /** @type {(clock: number, precision: bigint, into: number) => number} */
            clock_time_get: (_clock, _precision, into) => {
                this.#view.setBigInt64(into, BigInt(Math.round(performance.now() * 1e6)), true);
                return 0;
            },
            fd_close: () => badFile,
            fd_seek: () => badFile,
            fd_write: () => badFile,
        };
    }

    // ---- what the worker calls

    /** @param {number} pace of bots, in milliseconds */
    open(pace) {
        this.#engine = this.#exports.engine_open(pace);
        if (!this.#engine) throw new Error("the engine is out of memory");
    }

    /** @type {(connection: number, person: string, name: string, face: number, now: number) => void} */
    connect(connection, person, name, face, now) {
        this.#with([person, name], (...places) => this.#exports.engine_connect(this.#engine, connection, ...places, face, now));
    }

    /** @type {(connection: number, text: string, now: number) => void} */
    message(connection, text, now) {
        const bytes = encoder.encode(text);
        this.#with([bytes], place => this.#exports.engine_message(this.#engine, connection, place, bytes.length, now));
    }

    /** @type {(connection: number, now: number) => void} */
    disconnect(connection, now) {
        this.#exports.engine_disconnect(this.#engine, connection, now);
    }

    /** @param {number} now */
    tick(now) {
        this.#exports.engine_tick(this.#engine, now);
    }

    /** When the next tick is due; null if nothing waits for time. */
    get due() {
        const due = this.#exports.engine_due(this.#engine);
        return due < longest ? due : null;
    }

    committed() {
        this.#exports.engine_committed(this.#engine);
    }

    /** @param {number} now */
    rolledBack(now) {
        this.#exports.engine_rolled_back(this.#engine, now);
    }

    /** Whether the room has asked a bot since the last commit. */
    get asks() {
        return this.#exports.engine_asks(this.#engine) !== 0;
    }

    /** Whether there is a question for a bot to think about. */
    get asked() {
        return this.#exports.engine_asked(this.#engine) !== 0;
    }

    think() {
        this.#exports.engine_think(this.#engine);
    }

    /** @param {number} now */
    answer(now) {
        this.#exports.engine_answer(this.#engine, now);
    }

    /** @type {(ticket: number, log: Log, now: number) => void} */
    loaded(ticket, {table, secret, snapshot, begins, entries}, now) {
        this.#with([table, secret ?? "", snapshot ?? ""], (id, key, text) =>
            this.#withEntries(entries, place =>
                this.#exports.engine_loaded(
                    this.#engine,
                    ticket,
                    id,
                    secret ? key : 0,
                    snapshot === null ? 0 : text,
                    snapshot === null ? 0 : encoder.encode(snapshot).length,
                    begins,
                    place,
                    entries.length,
                    now,
                ),
            ),
        );
    }

    /** @type {(ticket: number, ids: Ids, now: number) => void} */
    found(ticket, ids, now) {
        const bytes = new Uint8Array(ids.length * idBytes);
        for (const [index, id] of ids.entries()) bytes.set(encoder.encode(id), index * idBytes);
        this.#with([bytes], place => this.#exports.engine_found(this.#engine, ticket, place, ids.length, now));
    }

    /**
     * The record of a match that is over, piece by piece to the port's `told`; false if it cannot be told.
     * @type {(log: Log) => boolean}
     */
    record({table, secret, entries}) {
        if (!secret) return false;
        return this.#with([table, secret], (id, key) =>
            this.#withEntries(entries, place => this.#exports.engine_record(id, key, place, entries.length) !== 0),
        );
    }

    /**
     * The same for its replay.
     * @type {(log: Log, eyes: number) => boolean}
     */
    replay({table, secret, entries}, eyes) {
        if (!secret) return false;
        return this.#with([table, secret], (id, key) =>
            this.#withEntries(entries, place => this.#exports.engine_replay(id, key, place, entries.length, eyes) !== 0),
        );
    }

    /**
     * A record or a position of others, told like a replay; if it is not valid, only the reason is told.
     * @type {(text: string, eyes: number) => boolean}
     */
    show(text, eyes) {
        const bytes = encoder.encode(text);
        return this.#with([bytes], place => this.#exports.engine_show(place, bytes.length, eyes) !== 0);
    }

    /** @param {string} text of a record or a position */
    showNeedsWords(text) {
        const bytes = encoder.encode(text);
        return this.#with([bytes], place => this.#exports.engine_show_needs_words(place, bytes.length) !== 0);
    }

    /**
     * Calls a function of the module that teaches (offline/teacher.c) with texts, each with its length, and then numbers.
     * @param {string} name
     * @param {string[]} texts
     * @param {...number} numbers
     * @returns {number}
     */
    call(name, texts, ...numbers) {
        const all = texts.map(text => encoder.encode(text));
        return this.#with(all, (...places) =>
            this.#exports[name](...places.flatMap((place, i) => [place, all[i].length]), ...numbers),
        );
    }

    /** @param {string} game */
    needsWords(game) {
        return this.#with([game], place => this.#exports.engine_needs_words(place) !== 0);
    }

    /** @param {Uint8Array} words */
    setWords(words) {
        if (words.length !== this.#exports.engine_words_length()) throw new Error("these are not the engine's words");
        this.#bytes.set(words, this.#exports.engine_words());
    }
}
