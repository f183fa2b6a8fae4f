// The connection to the room: a WebSocket that reconnects by itself and resends what was not answered.
// A request that changes something carries a key and waits for its answer; after a break it is sent again with the same key, so
// that it counts once. Requests about a table wait until this connection has entered it, because the room does not know it
// before.

const firstWait = 400,
    longestWait = 15000,
    noWayIn = ["no-such-table", "too-many-tables", "watchers-full"],
    keyLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function freshKey(length = 16) {
    return Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => keyLetters[byte & 63]).join("");
}

export class Refused extends Error {
    constructor(code, facts = {}) {
        super(code);
        this.code = code;
        this.facts = facts;
    }
}

export class Connection {
    #socket = null;
    #wait = firstWait;
    #timer = null;
    #waiting = new Map(); // key: {message, sent, resolve, reject}; sent: on this line
    #tables = new Map(); // those of this line: id: has it been entered?
    #listeners = new Map();
    #greeted = false;
    welcome = null;
    drift = 0; // the room's clock less ours

    constructor() {
        addEventListener("online", () => this.#soon(0));
        document.addEventListener("visibilitychange", () => document.hidden || this.#socket || this.#soon(0));
    }

    // Returns the function that stops listening.
    on(what, listener) {
        if (!this.#listeners.has(what)) this.#listeners.set(what, new Set());
        this.#listeners.get(what).add(listener);
        return () => this.#listeners.get(what).delete(listener);
    }

    #emit(what, value) {
        for (const listener of this.#listeners.get(what) ?? []) listener(value);
    }

    open() {
        clearTimeout(this.#timer);
        if (this.#socket) return;
        const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
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

    #closed(socket, code) {
        if (socket !== this.#socket) return;
        const was = this.#greeted;
        this.#socket = null;
        this.#lost();
        this.#emit("down", {code, was});
        if (code !== 4401) this.#soon(this.#wait * (0.75 + Math.random() / 2));
        this.#wait = Math.min(this.#wait * 2, longestWait);
    }

    #lost() {
        this.#greeted = false;
        this.#tables.clear();
        for (const asked of this.#waiting.values()) asked.sent = false;
    }

    #soon(milliseconds) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.open(), milliseconds);
    }

    #hear(said) {
        if (said.say === "welcome") {
            this.welcome = said;
            this.drift = said.now - Date.now();
            this.#greeted = true;
            this.#wait = firstWait;
            this.#emit("up", said);
            this.#sendWaiting();
        }
        const asked = said.key && this.#waiting.get(said.key);
        if (asked && (said.say === "done" || said.say === "error")) {
            this.#waiting.delete(said.key);
            if (asked.message.do === "create" && said.table) this.#tables.set(said.table, true);
            if (said.say === "done") asked.resolve(said);
            else asked.reject(new Refused(said.code, said.facts));
        } else if (said.say === "error") {
            if (noWayIn.includes(said.code)) this.#giveUp(said);
            this.#emit("error", said);
        } else if (said.say === "table") {
            this.#emit("table", said);
            this.#tables.set(said.table, true);
            this.#sendWaiting();
        } else {
            this.#emit(said.say, said);
        }
    }

    #write(message) {
        if (this.#greeted && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    }

    // What waits and can be sent; for the rest its table is entered first.
    #sendWaiting() {
        for (const asked of this.#waiting.values()) {
            const {table} = asked.message;
            if (asked.sent || !this.#greeted) continue;
            if (!table || this.#tables.get(table)) {
                asked.sent = true;
                this.#write(asked.message);
            } else if (!this.#tables.has(table)) this.say("enter", {table, since: null});
        }
    }

    // Who is not let in does not say which table it was: what waits for one is refused.
    #giveUp({code, facts}) {
        for (const [key, {message, sent, reject}] of this.#waiting) {
            if (sent || !message.table) continue;
            this.#waiting.delete(key);
            reject(new Refused(code, facts));
        }
    }

    // Said once; lost if the line is down, for what is asked again on coming back anyway.
    say(what, fields = {}) {
        if (what === "enter" && this.#greeted && !this.#tables.has(fields.table)) this.#tables.set(fields.table, false);
        if (what === "exit") this.#tables.delete(fields.table);
        this.#write({do: what, ...fields});
    }

    // Changes something: settled by its answer, however often the line breaks before it.
    ask(what, fields = {}) {
        const message = {do: what, key: freshKey(), ...fields};
        return new Promise((resolve, reject) => {
            this.#waiting.set(message.key, {message, sent: false, resolve, reject});
            this.#sendWaiting();
        });
    }
}
