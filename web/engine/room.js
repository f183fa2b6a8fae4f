// The room in the page: takes inputs, steps the module, commits to the store, then delivers; between turns bots think.
// It is what server/server.c is to the room on a server, without sockets and threads.
import {Module} from "./module.js";
import {Store, Taken} from "./store.js";

/** @import {Load, Port, Share, Write} from "./engine.d.ts" */

const viewerWhole = 0xff,
    onlooker = 7,
    timerMost = 2 ** 31 - 1;

/** @param {string} eyes */
const seatOf = eyes => (eyes === "all" ? viewerWhole : eyes === "onlooker" ? onlooker : Number(eyes));

/**
 * What the room tells those around it.
 * @typedef {object} Outside
 * @property {(line: number, text: string) => void} send
 * @property {(line: number, code: number) => void} close
 * @property {(share: Share) => void} share
 * @property {() => void} unkept nothing is kept any longer
 * @property {() => void} taken another window has the tables: this room has stopped
 * @property {() => Promise<Uint8Array>} fetchWords
 */

export class LocalRoom {
    /** @type {Module} */
    #module;
    #store = new Store();
    /** @type {Outside} */
    #outside;
    /** @type {(() => void)[]} */
    #inputs = [];
    /** @type {Write[]} */
    #writes = [];
    /** @type {(() => void)[]} */
    #sends = [];
    /** @type {Load[]} */
    #loads = [];
    /** @type {string[]} */
    #told = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #now = 0;
    #busy = false;
    #stopped = false;
    /** @type {Promise<void> | null} */
    #words = null;

    /**
     * @param {WebAssembly.Module} module
     * @param {Outside} outside
     */
    constructor(module, outside) {
        /** @type {Port} */
        const port = {
            write: write => this.#writes.push(write),
            send: (line, text) => this.#sends.push(() => outside.send(line, text)),
            close: (line, code) => this.#sends.push(() => outside.close(line, code)),
            load: load => this.#loads.push(load),
            damaged: reason => console.error(`a table cannot be read: ${reason}`),
            told: text => this.#told.push(text),
            share: share => outside.share(share),
        };
        this.#outside = outside;
        this.#module = new Module(module, port);
    }

    /**
     * @param {number} pace of bots, in milliseconds
     * @param {boolean} keeps whether games are kept
     */
    async open(pace, keeps = true) {
        await this.#store.open(this.#outside.unkept, keeps);
        this.#module.open(pace);
    }

    /** False once the browser has refused to keep what was written. */
    get keeps() {
        return this.#store.keeps;
    }

    // Our own time never goes back.
    #time() {
        this.#now = Math.max(this.#now, Date.now());
        return this.#now;
    }

    // ---- what happens

    /** @type {(line: number, name: string, face: number) => void} */
    connect(line, name, face) {
        this.#take(() => this.#module.connect(line, this.#store.person, name, face, this.#time()));
    }

    /** @type {(line: number, text: string) => Promise<void>} */
    async message(line, text) {
        const {do: what, game, key} = JSON.parse(text);
        if (what === "create" && !(await this.#hasWords(game)))
            return this.#outside.send(line, JSON.stringify({say: "error", key, code: "words", facts: {}}));
        return this.#take(() => this.#module.message(line, text, this.#time()));
    }

    /** @param {number} line */
    disconnect(line) {
        this.#take(() => this.#module.disconnect(line, this.#time()));
    }

    /** @param {() => void} input */
    #take(input) {
        this.#inputs.push(input);
        this.#turn();
    }

    stop() {
        this.#stopped = true;
        clearTimeout(this.#timer);
    }

    // ---- one turn after another

    async #turn() {
        if (this.#busy || this.#stopped) return;
        this.#busy = true;
        clearTimeout(this.#timer);
        try {
            while (!this.#stopped) {
                for (const input of this.#inputs.splice(0)) input();
                if (await this.#settle()) continue;
                if (this.#inputs.length) continue;
                if (this.#module.asked) await this.#think();
                else break;
            }
        } finally {
            this.#busy = false;
        }
        this.#wait();
    }

    #wait() {
        const {due} = this.#module;
        if (this.#stopped || due === null) return;
        const wait = Math.min(Math.max(due - Date.now(), 0), timerMost);
        this.#timer = setTimeout(() => this.#take(() => this.#module.tick(this.#time())), wait);
    }

    // Commits what was written, delivers what was sent, reads what is wanted; false if there was nothing to do.
    async #settle() {
        const turn = this.#writes.splice(0),
            sends = this.#sends.splice(0),
            loads = this.#loads.splice(0);
        if (!turn.length && !sends.length && !loads.length && !this.#module.asks) return false;
        try {
            if (turn.length) await this.#store.commit(turn);
        } catch (error) {
            if (!(error instanceof Taken)) throw error;
            this.stop();
            this.#outside.taken();
            return false;
        }
        this.#module.committed();
        for (const send of sends) send();
        for (const load of loads) await this.#load(load);
        return true;
    }

    /** @param {Load} load */
    async #load(load) {
        if (!this.#store.wantsPart(load)) return this.#module.found(load.ticket, this.#store.ids(load), this.#time());
        const log = await this.#store.part(load);
        if (!(await this.#hasWords(this.#store.gameOf(load.table)))) log.secret = null; // for now there is no such table
        return this.#module.loaded(load.ticket, log, this.#time());
    }

    // The worker is blocked while a bot thinks. What came in meanwhile is heard before its move.
    async #think() {
        await new Promise(resolve => {
            setTimeout(resolve); // what was sent is delivered first
        });
        this.#module.think();
        this.#module.answer(this.#time());
    }

    // ---- words

    /**
     * Fetches the words if the game needs them; false if they cannot be had.
     * @param {string} game
     */
    async #hasWords(game) {
        if (typeof game !== "string" || !this.#module.needsWords(game)) return true;
        this.#words ??= this.#outside.fetchWords().then(words => this.#module.setWords(words));
        try {
            await this.#words;
            return true;
        } catch {
            this.#words = null; // the next try may succeed
            return false;
        }
    }

    // ---- matches that move to a server

    /**
     * A match that is under way: its id and secret in a line, then the entries of its log.
     * @param {string} table
     */
    async log(table) {
        const {secret, entries} = await this.#store.whole(table);
        if (!secret || !entries.length || this.#store.isOver(table)) return null;
        const hex = Array.from(secret, byte => byte.toString(16).padStart(2, "0")).join("");
        return [JSON.stringify({table, secret: hex}), ...entries.map(({text}) => text), ""].join("\n");
    }

    /** @param {string} table */
    async forget(table) {
        if (this.#store.isOver(table)) await this.#store.forget(table);
    }

    // ---- matches that are over

    /**
     * A record or a position of others, told like a replay; {"error": …} if it is not valid, null if the words cannot be had.
     * @type {(text: string, eyes: string) => Promise<string | null>}
     */
    async show(text, eyes) {
        if (this.#module.showNeedsWords(text) && !(await this.#hasWords("primo"))) return null;
        this.#told = [];
        const good = this.#module.show(text, seatOf(eyes));
        return good ? this.#told.join("") : JSON.stringify({error: this.#told.at(-1)});
    }

    /**
     * A record as lines of JSON; null if there is none.
     * @param {string} table
     */
    record(table) {
        return this.#tell(table, log => this.#module.record(log));
    }

    /**
     * A replay as JSON, from the eyes of a seat, of an onlooker, or with all cards open.
     * @type {(table: string, eyes: string) => Promise<string | null>}
     */
    replay(table, eyes) {
        return this.#tell(table, log => this.#module.replay(log, seatOf(eyes)));
    }

    /**
     * @param {string} table
     * @param {(log: import("./engine.d.ts").Log) => boolean} tell
     */
    async #tell(table, tell) {
        if (!this.#store.isOver(table)) return null;
        if (!(await this.#hasWords(this.#store.gameOf(table)))) return null;
        const log = await this.#store.whole(table);
        this.#told = [];
        return tell(log) ? this.#told.join("") : null;
    }
}
