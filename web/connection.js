// The connection to a room, on the server or in this page: a line that reconnects by itself and resends what was not answered.
// A request that changes something carries a key and waits for its answer; after a break it is sent again with the same key, so
// that it counts once. Requests about a table wait until this connection has entered it, because the room does not know it
// before.

/** @import {ClientMessage, DoneMessage, ErrorMessage, Remark, Request, RoomMessage, WelcomeMessage, Without} from "./protocol.d.ts" */

const firstWait = 400,
    longestWait = 15000,
    noWayIn = ["no-such-table", "table-damaged", "too-many-tables", "watchers-full", "room-full", "too-late"],
    keyLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * What can be listened to: the line itself, and the room's messages by their `say` but those that the connection settles.
 * @typedef {{up: WelcomeMessage, down: {code: number, was: boolean}} & {
 *     [Message in Exclude<RoomMessage, WelcomeMessage | DoneMessage> as Message["say"]]: Message
 * }} Heard
 */

/**
 * What is used of a WebSocket; the room in the page has lines of its own (web/engine/link.js).
 * @typedef {object} Line
 * @property {number} readyState
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/** @returns {Line} */
export const lineToServer = () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);

/** Why a line is not opened again by itself: the server does not know us; another window has the tables. */
const staysClosed = [4401, 4409];

/**
 * A request without its answer; `sent`: on this line.
 * @typedef {object} Asked
 * @property {Request} message
 * @property {boolean} sent
 * @property {(answer: DoneMessage) => void} resolve
 * @property {(refused: Refused) => void} reject
 */

function freshKey(length = 16) {
    return Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => keyLetters[byte & 63]).join("");
}

export class Refused extends Error {
    /**
     * @param {ErrorMessage["code"]} code
     * @param {ErrorMessage["facts"]} facts
     */
    constructor(code, facts = {}) {
        super(code);
        this.code = code;
        this.facts = facts;
    }
}

export class Connection {
    /** @type {Line | null} */
    #socket = null;
    #openLine;
    #wanted = false; // until it is opened for the first time, nothing opens it
    #wait = firstWait;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** @type {Map<string, Asked>} */
    #waiting = new Map(); // by key
    /** @type {Map<string, boolean>} */
    #tables = new Map(); // those of this line: id: has it been entered?
    /** @type {{[What in keyof Heard]: Set<(value: Heard[What]) => void>}} */
    #listeners = {
        up: new Set(),
        down: new Set(),
        error: new Set(),
        lobby: new Set(),
        table: new Set(),
        entry: new Set(),
        history: new Set(),
        here: new Set(),
        hint: new Set(),
        matches: new Set(),
        match: new Set(),
        device: new Set(),
        bye: new Set(),
    };
    #greeted = false;
    /** @type {WelcomeMessage | null} */
    welcome = null;
    /** Whether the room hears us now. */
    get up() {
        return this.#greeted;
    }

    drift = 0; // the room's clock less ours

    /** @param {() => Line} openLine */
    constructor(openLine) {
        this.#openLine = openLine;
        addEventListener("online", () => this.#soon(0));
        document.addEventListener("visibilitychange", () => document.hidden || this.#socket || this.#soon(0));
    }

    /**
     * Returns the function that stops listening.
     * @template {keyof Heard} What
     * @param {What} what
     * @param {(value: Heard[What]) => void} listener
     * @returns {() => void}
     */
    on(what, listener) {
        this.#listeners[what].add(listener);
        return () => this.#listeners[what].delete(listener);
    }

    /**
     * @template {keyof Heard} What
     * @param {What} what
     * @param {Heard[What]} value
     */
    #emit(what, value) {
        for (const listener of this.#listeners[what]) listener(value);
    }

    open() {
        this.#wanted = true;
        clearTimeout(this.#timer);
        if (this.#socket) return;
        const socket = this.#openLine();
        this.#socket = socket;
        socket.onopen = () => socket.send(JSON.stringify({do: "hello", version: 1}));
        socket.onmessage = event => this.#hear(JSON.parse(event.data));
        socket.onclose = event => this.#closed(socket, event.code);
    }

    // A new line at once, as after the person has changed.
    reopen() {
        const old = this.#socket;
        this.#socket = null;
        this.#lost();
        if (old) {
            old.onclose = null;
            old.close();
        }
        this.open();
    }

    /**
     * @param {Line} socket
     * @param {number} code
     */
    #closed(socket, code) {
        if (socket !== this.#socket) return;
        const was = this.#greeted;
        this.#socket = null;
        this.#lost();
        this.#emit("down", {code, was});
        if (!staysClosed.includes(code)) this.#soon(this.#wait * (0.75 + Math.random() / 2));
        this.#wait = Math.min(this.#wait * 2, longestWait);
    }

    #lost() {
        this.#greeted = false;
        this.#tables.clear();
        for (const asked of this.#waiting.values()) asked.sent = false;
    }

    /** @param {number} milliseconds */
    #soon(milliseconds) {
        clearTimeout(this.#timer);
        if (this.#wanted) this.#timer = setTimeout(() => this.open(), milliseconds);
    }

    /** @param {RoomMessage} said */
    #hear(said) {
        switch (said.say) {
            case "welcome":
                this.welcome = said;
                this.drift = said.now - Date.now();
                this.#greeted = true;
                this.#wait = firstWait;
                this.#emit("up", said);
                this.#sendWaiting();
                break;
            case "done":
            case "error":
                this.#settle(said);
                break;
            case "table":
                this.#emit("table", said);
                this.#tables.set(said.table, true);
                this.#sendWaiting();
                break;
            default:
                this.#emit(said.say, said);
        }
    }

    /** @param {DoneMessage | ErrorMessage} said */
    #settle(said) {
        const asked = said.key ? this.#waiting.get(said.key) : undefined;
        if (asked) this.#waiting.delete(asked.message.key);
        if (said.say === "done") {
            if (asked?.message.do === "create" && said.table) this.#tables.set(said.table, true);
            asked?.resolve(said);
        } else if (asked) {
            asked.reject(new Refused(said.code, said.facts));
        } else {
            if (noWayIn.includes(said.code)) this.#giveUp(said);
            this.#emit("error", said);
        }
    }

    /** @param {ClientMessage} message */
    #write(message) {
        if (this.#greeted && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    }

    // What waits and can be sent; for the rest its table is entered first.
    #sendWaiting() {
        for (const asked of this.#waiting.values()) {
            const table = "table" in asked.message ? asked.message.table : null;
            if (asked.sent || !this.#greeted) continue;
            if (!table || this.#tables.get(table)) {
                asked.sent = true;
                this.#write(asked.message);
            } else if (!this.#tables.has(table)) this.say({do: "enter", table, since: null});
        }
    }

    /**
     * The room does not say which table could not be entered: all that wait for one are refused.
     * @param {ErrorMessage} said
     */
    #giveUp({code, facts}) {
        for (const [key, {message, sent, reject}] of this.#waiting) {
            if (sent || !("table" in message)) continue;
            this.#waiting.delete(key);
            reject(new Refused(code, facts));
        }
    }

    /**
     * Said once; lost if the line is down, for what is said again on coming back anyway.
     * @param {Remark} message
     */
    say(message) {
        if (message.do === "enter" && this.#greeted && !this.#tables.has(message.table)) this.#tables.set(message.table, false);
        if (message.do === "exit") this.#tables.delete(message.table);
        this.#write(message);
    }

    /**
     * Changes something: settled by its answer, however often the line breaks before it.
     * @param {Without<Request, "key">} wanted
     * @returns {Promise<DoneMessage>}
     */
    ask(wanted) {
        /** @type {Request} */
        const message = {...wanted, key: freshKey()};
        return new Promise((resolve, reject) => {
            this.#waiting.set(message.key, {message, sent: false, resolve, reject});
            this.#sendWaiting();
        });
    }
}
