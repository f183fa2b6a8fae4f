// What every part of the page gets from web/app.js: the line to the room, who is here, and the ways to other parts.
import type {Child} from "./elements.d.ts";
import type {Connection} from "./connection.js";
import type {Level, WelcomeMessage} from "./protocol.d.ts";

/** The level at which a bot really plays, and how many percent of that level's thinking it does. */
export interface Played {
    level: Level;
    percent: number;
}

/** A room: the server's, or the one in this page (web/engine/). */
export interface Room {
    connection: Connection;
    /** Whether it is the one in this page, where only the reader and bots play. */
    readonly isHere: boolean;
    /** The room in this page, as the server's room knows it; null where there is none. */
    here: Room | null;
    /** The address of a table, within the page. */
    address(table: string): string;
    /** The record of a match that is over, as lines of JSON; null if it cannot be had. */
    record(table: string): Promise<string | null>;
    /** Its replay as JSON, as `eyes` see it; null if it cannot be had. */
    replay(table: string, eyes: string): Promise<string | null>;
    /** How bots of this level really play: a slow device allows less than was chosen. */
    share(game: string, level: Level): Played;
    /** The room in this page, for a match that is under way: what the server needs to go on with it, null if it cannot be had; */
    log?(table: string): Promise<string | null>;
    /** and a match that has moved there is forgotten here. */
    forget?(table: string): Promise<void>;
    /** Moves a match from this page's room to the server; where there is one. */
    move?(table: string): Promise<void>;
    /** What a teacher says at its table, where somebody learns. */
    coach?(): Child;
    /** What the room said when the line opened: its games, levels, phrases and limits. */
    readonly welcome: WelcomeMessage;
    /** Who the reader is. */
    readonly person: string;
    readonly name: string;
    /** Shows another page. */
    go(path: string): void;
    /** The bar at the top, with more in its middle. */
    header(...more: Child[]): HTMLElement;
    /** Opens the dialog. */
    settings(): void;
    /** Asks the browser to allow notices. */
    askNotices(): void;
}
