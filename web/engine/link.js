// The page's end of its own room: starts the worker, and opens lines to it that look like WebSockets.
import {addressOf} from "../place.js";

/** @import {FromWorker, Share, ToWorker} from "./engine.d.ts" */

/** The codes of room/codes.h, and those of the worker. */
export const closedByOther = 4409;

/** What `tools/page_files.sh` says about this build: without a module the server thinks for everybody. */
/** @typedef {{module: string | null, words: string | null, teacher: string | null}} Files */

/**
 * What may be heard of the worker apart from the room's messages.
 * @typedef {object} Listeners
 * @property {() => void} unkept nothing is kept any longer
 * @property {() => void} failed the browser cannot run it
 * @property {(share: Share) => void} share
 */

/** What a Connection uses of a WebSocket. */
export class Line {
    /** @type {number} */
    readyState = WebSocket.CONNECTING;
    /** @type {(() => void) | null} */
    onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    onmessage = null;
    /** @type {((event: {code: number}) => void) | null} */
    onclose = null;

    /** @param {(message: string | null) => void} say null: the line is closed */
    constructor(say) {
        this.say = say;
    }

    opened() {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
    }

    /** @param {number} code */
    closed(code) {
        if (this.readyState === WebSocket.CLOSED) return;
        this.readyState = WebSocket.CLOSED;
        this.onclose?.({code});
    }

    /** @param {string} text */
    send(text) {
        this.say(text);
    }

    close() {
        this.say(null);
        this.closed(1000);
    }
}

/**
 * What this build has, if the browser can run it.
 * @returns {Promise<Files | null>}
 */
export async function findFiles() {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") return null;
    try {
        const answer = await fetch(addressOf("assets/engine/files.json"));
        /** @type {Files} */
        const files = answer.ok ? await answer.json() : {module: null, words: null, teacher: null};
        return files.module && files.words ? files : null;
    } catch {
        return null;
    }
}

export class Engine {
    /** @type {Worker | null} */
    #worker = null;
    #opened = false;
    /** @type {Map<number, {line: Line, name: string, face: number}>} */
    #lines = new Map();
    #numbers = 0;
    /** @type {Map<number, (text: string | null) => void>} */
    #asks = new Map();

    /**
     * @param {Files} files
     * @param {number} pace of bots, in milliseconds
     * @param {Listeners} listeners
     * @param {boolean} keeps whether games are kept: one window at a time has those
     */
    constructor(files, pace, listeners, keeps = true) {
        this.keeps = keeps;
        this.files = files;
        this.pace = pace;
        this.listeners = listeners;
    }

    /** @param {ToWorker} wanted */
    #post(wanted) {
        this.#worker?.postMessage(wanted);
    }

    #start() {
        const {module, words} = this.files;
        if (this.#worker || !module || !words) return;
        const worker = new Worker(addressOf("assets/engine/worker.js"), {type: "module"});
        this.#worker = worker;
        worker.onmessage = ({data}) => worker === this.#worker && this.#hear(data);
        worker.onerror = () => worker === this.#worker && this.#hear({say: "failed", why: "the worker has stopped"});
        this.#post({
            do: "open",
            module: addressOf(`assets/engine/${module}`),
            words: addressOf(`assets/engine/${words}`),
            pace: this.pace,
            keeps: this.keeps,
        });
    }

    /** @param {number} code why all lines are closed */
    #stop(code) {
        const lines = [...this.#lines.values()],
            asks = [...this.#asks.values()];
        this.#worker?.terminate();
        this.#worker = null;
        this.#opened = false;
        this.#lines.clear();
        this.#asks.clear();
        for (const answer of asks) answer(null);
        for (const {line} of lines) line.closed(code);
    }

    /** @param {FromWorker} said */
    #hear(said) {
        switch (said.say) {
            case "opened":
                this.#opened = true;
                for (const number of this.#lines.keys()) this.#connect(number);
                break;
            case "failed":
                console.warn(`the engine does not run in this browser: ${said.why}`);
                this.#stop(1006);
                this.listeners.failed();
                break;
            case "message":
                this.#lines.get(said.line)?.line.onmessage?.({data: said.text});
                break;
            case "close":
                this.#lines.get(said.line)?.line.closed(said.code);
                this.#lines.delete(said.line);
                break;
            case "answer":
                this.#asks.get(said.ask)?.(said.text);
                this.#asks.delete(said.ask);
                break;
            case "unkept":
                this.listeners.unkept();
                break;
            case "taken":
                this.#stop(closedByOther);
                break;
            case "share":
                this.listeners.share(said);
                break;
        }
    }

    /** @param {number} number */
    #connect(number) {
        const found = this.#lines.get(number);
        if (!found) return;
        this.#post({do: "connect", line: number, name: found.name, face: found.face});
        found.line.opened();
    }

    /**
     * @param {string} name of the person
     * @param {number} face their portrait
     * @returns {Line}
     */
    open(name, face) {
        const number = ++this.#numbers;
        const line = new Line(text => {
            if (text !== null) return this.#post({do: "message", line: number, text});
            this.#lines.delete(number);
            return this.#post({do: "disconnect", line: number});
        });
        this.#lines.set(number, {line, name, face});
        this.#start();
        if (this.#opened) queueMicrotask(() => this.#connect(number));
        return line;
    }

    /**
     * @param {(ask: number) => ToWorker} wanted
     * @returns {Promise<string | null>}
     */
    #ask(wanted) {
        const ask = ++this.#numbers;
        return new Promise(resolve => {
            if (this.#worker) this.#asks.set(ask, resolve);
            else resolve(null);
            this.#post(wanted(ask));
        });
    }

    /**
     * The record of a match that is over; null if there is none.
     * @param {string} table
     */
    record(table) {
        return this.#ask(ask => ({do: "record", ask, table}));
    }

    /**
     * A record or a position of others, told like a replay; {"error": …} if it is not valid.
     * @type {(text: string, eyes: string) => Promise<string | null>}
     */
    show(text, eyes) {
        return this.#ask(ask => ({do: "show", ask, text, eyes}));
    }

    /**
     * A match that is under way, as a server takes it: its secret, and the entries of its log; null if there is none.
     * @param {string} table
     */
    log(table) {
        return this.#ask(ask => ({do: "log", ask, table}));
    }

    /**
     * Keeps nothing more of a table that is over.
     * @param {string} table
     */
    async forget(table) {
        await this.#ask(ask => ({do: "forget", ask, table}));
    }

    /** @type {(table: string, eyes: string) => Promise<string | null>} */
    replay(table, eyes) {
        return this.#ask(ask => ({do: "replay", ask, table, eyes}));
    }
}
