// The store of the room in the page: IndexedDB, with a copy in memory of the tables that are in use.
// What a turn of the room wrote is one transaction. If the browser refuses to keep it (storage is full, or blocked), the copy in
// memory goes on alone. If another window has written the same entry before us, its room owns the tables.

/** @import {Ids, KeptTable, Load, Log, LogEntry, Write} from "./engine.d.ts" */

/** In the order of room/room.h. */
const writes = ["table", "entry", "snapshot", "phase", "name", "member", "device"],
    loads = ["part", "made", "mine", "played"],
    phaseOver = 2,
    mineMost = 32,
    playedMost = 20;

/** Another window has the tables. */
export class Taken extends Error {}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
const answered = request =>
    new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
    const request = indexedDB.open("araldo", 1);
    request.onupgradeneeded = () => {
        request.result.createObjectStore("tables", {keyPath: "id"});
        request.result.createObjectStore("entries");
        request.result.createObjectStore("snapshots");
        request.result.createObjectStore("facts");
    };
    return answered(request);
}

const freshPerson = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, "0")).join("");

export class Store {
    /** @type {IDBDatabase | null} */
    #database = null;
    /** @type {Map<string, KeptTable>} */
    #tables = new Map();
    /** @type {Map<string, {entries: LogEntry[], snapshots: LogEntry[]}>} */
    #logs = new Map(); // of the tables in use
    keeps = true;
    #unkept = () => {};
    person = "";

    /**
     * @param {() => void} unkept called once, when nothing is kept any longer
     * @param {boolean} keeps false: all stays in memory
     */
    async open(unkept, keeps) {
        this.#unkept = unkept;
        this.keeps = keeps;
        this.person = keeps ? "" : freshPerson();
        if (!keeps) return;
        try {
            this.#database = await openDatabase();
            this.#database.onversionchange = () => this.#database?.close();
            const look = this.#database.transaction(["tables", "facts"]);
            const [tables, person] = await Promise.all([
                answered(look.objectStore("tables").getAll()),
                answered(look.objectStore("facts").get("person")),
            ]);
            for (const table of tables) this.#tables.set(table.id, table);
            this.person = person ?? freshPerson();
            if (person) return;
            const keep = this.#database.transaction("facts", "readwrite");
            keep.objectStore("facts").put(this.person, "person");
            await this.#done(keep);
        } catch {
            this.person ||= freshPerson();
            this.#giveUp();
        }
    }

    // What was kept before can still be read.
    #giveUp() {
        this.keeps = false;
        this.#unkept();
    }

    /** @param {IDBTransaction} transaction */
    #done(transaction) {
        return new Promise((resolve, reject) => {
            transaction.oncomplete = resolve;
            transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
        });
    }

    // ---- writing

    /**
     * Keeps all of a turn, or, if another window has the tables, nothing of it.
     * @param {Write[]} turn
     */
    async commit(turn) {
        for (const write of turn) if (write.kind !== writes.indexOf("table")) await this.#log(write.table);
        if (this.keeps) {
            try {
                await this.#keep(turn, new Set(turn.map(write => write.table)));
            } catch (error) {
                if (error instanceof DOMException && error.name === "ConstraintError") throw new Taken();
                this.#giveUp();
            }
        }
        for (const write of turn) this.#apply(write, this.#tables, this.#logs);
    }

    /**
     * @param {Write[]} turn
     * @param {Set<string>} changed
     */
    #keep(turn, changed) {
        const database = /** @type {IDBDatabase} */ (this.#database);
        const transaction = database.transaction(["tables", "entries", "snapshots"], "readwrite", {durability: "strict"}),
            entries = transaction.objectStore("entries"),
            snapshots = transaction.objectStore("snapshots");
        /** @type {Map<string, KeptTable>} */
        const tables = new Map();
        for (const id of changed) {
            const table = this.#tables.get(id);
            if (table) tables.set(id, structuredClone(table));
        }
        for (const write of turn) {
            const {kind, table, n, at, text} = write;
            this.#apply(write, tables, null);
            if (writes[kind] === "entry") entries.add({n, at, text}, [table, n]);
            if (writes[kind] === "snapshot") snapshots.put({n, at, text}, [table, n]);
        }
        for (const table of tables.values()) transaction.objectStore("tables").put(table);
        return this.#done(transaction);
    }

    /**
     * @param {Write} write
     * @param {Map<string, KeptTable>} tables
     * @param {Map<string, {entries: LogEntry[], snapshots: LogEntry[]}> | null} logs
     */
    #apply({kind, table: id, person, n, at, text, secret, createKey, phase}, tables, logs) {
        const table = tables.get(id);
        switch (writes[kind]) {
            case "table":
                if (secret) tables.set(id, {id, secret, createKey, game: "", created: at, phase: 0, members: []});
                logs?.set(id, {entries: [], snapshots: []});
                break;
            case "entry":
                if (table && n === 0) Object.assign(table, {game: JSON.parse(text).game, created: at});
                logs?.get(id)?.entries.push({n, at, text});
                break;
            case "snapshot":
                logs?.get(id)?.snapshots.push({n, at, text});
                break;
            case "phase":
                if (table) table.phase = phase;
                break;
            case "member":
                if (table && !table.members.includes(person)) table.members.push(person);
                break;
            default: // a name is the page's, and there is no other device
        }
    }

    /**
     * Keeps nothing more of a table.
     * @param {string} id
     */
    async forget(id) {
        this.#tables.delete(id);
        this.#logs.delete(id);
        if (!this.keeps || !this.#database) return;
        const range = IDBKeyRange.bound([id, 0], [id, Infinity]),
            transaction = this.#database.transaction(["tables", "entries", "snapshots"], "readwrite");
        transaction.objectStore("tables").delete(id);
        transaction.objectStore("entries").delete(range);
        transaction.objectStore("snapshots").delete(range);
        await this.#done(transaction);
    }

    // ---- reading

    /** @param {string} id */
    async #log(id) {
        let log = this.#logs.get(id);
        if (log || !this.#tables.has(id)) return log;
        log = {entries: [], snapshots: []};
        if (this.#database) {
            const range = IDBKeyRange.bound([id, 0], [id, Infinity]),
                look = this.#database.transaction(["entries", "snapshots"]);
            [log.entries, log.snapshots] = await Promise.all([
                answered(look.objectStore("entries").getAll(range)),
                answered(look.objectStore("snapshots").getAll(range)),
            ]);
        }
        this.#logs.set(id, log);
        return log;
    }

    /**
     * A table's whole log.
     * @param {string} id
     * @returns {Promise<Log>}
     */
    async whole(id) {
        const log = await this.#log(id);
        return {
            table: id,
            secret: (log && this.#tables.get(id)?.secret) ?? null,
            snapshot: null,
            begins: 0,
            entries: log?.entries ?? [],
        };
    }

    /**
     * The last snapshot before entry `from`, which counts from the end if it is negative, and the entries after it up to `to`.
     * @param {Load} load
     * @returns {Promise<Log>}
     */
    async part({table, from, to}) {
        const log = await this.whole(table),
            first = from < 0 ? log.entries.length + from : from;
        const snapshot = this.#logs.get(table)?.snapshots.findLast(({n}) => n < first) ?? null,
            begins = snapshot ? snapshot.n + 1 : 0;
        return {
            ...log,
            snapshot: snapshot?.text ?? null,
            begins,
            entries: log.entries.filter(({n}) => n >= begins && n <= to),
        };
    }

    /**
     * The ids of tables: the one that a message made, or a person's, the latest first: those that are not over, or those that are,
     * from before `table` on.
     * @param {Load} load
     * @returns {Ids}
     */
    ids({kind, table: last, createKey, person}) {
        const tables = [...this.#tables.values()];
        if (loads[kind] === "made") return tables.filter(table => table.createKey === createKey).map(({id}) => id);
        const over = loads[kind] === "played",
            before = this.#tables.get(last)?.created ?? Infinity;
        return tables
            .filter(({phase, members}) => (phase === phaseOver) === over && members.includes(person))
            .filter(({created}) => created < before)
            .sort((a, b) => b.created - a.created)
            .slice(0, over ? playedMost : mineMost)
            .map(({id}) => id);
    }

    /** @param {Load} load */
    wantsPart({kind}) {
        return loads[kind] === "part";
    }

    /** @param {string} id */
    gameOf(id) {
        return this.#tables.get(id)?.game ?? "";
    }

    /** @param {string} id */
    isOver(id) {
        return this.#tables.get(id)?.phase === phaseOver;
    }
}
