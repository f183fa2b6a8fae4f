// What passes between the engine's module, the room around it, its store, the worker and the page.
import type {Level} from "../protocol.d.ts";

/** room/room.h's Write. */
export interface Write {
    kind: number;
    table: string;
    person: string;
    n: number;
    at: number;
    text: string;
    secret: Uint8Array | null;
    createKey: string;
    phase: number;
}

/** room/room.h's Load. */
export interface Load {
    kind: number;
    ticket: number;
    table: string;
    from: number;
    to: number;
    createKey: string;
    person: string;
}

export type Ids = string[];

export interface LogEntry {
    n: number;
    at: number;
    text: string;
}

/** A table's log, or the part from a snapshot on. */
export interface Log {
    table: string;
    /** null: there is no such table. */
    secret: Uint8Array | null;
    snapshot: string | null;
    begins: number;
    entries: LogEntry[];
}

/** Bots of this level play like those of another, or the same, with so many percent of its iterations: the device is slow. */
export interface Share {
    game: string;
    level: Level;
    plays: Level;
    percent: number;
}

/** What the module wants done. */
export interface Port {
    write(write: Write): void;
    send(connection: number, text: string): void;
    close(connection: number, code: number): void;
    load(load: Load): void;
    damaged(reason: string): void;
    told(text: string): void;
    share(share: Share): void;
}

/** A table as it is kept, without its log. */
export interface KeptTable {
    id: string;
    secret: Uint8Array;
    createKey: string;
    game: string;
    created: number;
    phase: number;
    members: string[];
}

/** What the page says to the worker. */
export type ToWorker =
    | {do: "open"; module: string; words: string; pace: number; keeps: boolean}
    | {do: "connect"; line: number; name: string; face: number}
    | {do: "message"; line: number; text: string}
    | {do: "disconnect"; line: number}
    | {do: "record"; ask: number; table: string}
    | {do: "replay"; ask: number; table: string; eyes: string}
    | {do: "log"; ask: number; table: string}
    | {do: "forget"; ask: number; table: string}
    | {do: "show"; ask: number; text: string; eyes: string};

/** What the worker says to the page. */
export type FromWorker =
    | {say: "opened"}
    | {say: "failed"; why: string}
    | {say: "message"; line: number; text: string}
    | {say: "close"; line: number; code: number}
    | {say: "answer"; ask: number; text: string | null}
    /** Nothing is kept: the game goes on in memory. */
    | {say: "unkept"}
    /** Another window plays at these tables now. */
    | {say: "taken"}
    | ({say: "share"} & Share);
