// What every part of the page gets from web/app.js: the line to the room, who is here, and the ways to other parts.
import type {Child} from "./elements.d.ts";
import type {Connection} from "./connection.js";
import type {WelcomeMessage} from "./protocol.d.ts";

export interface Room {
    connection: Connection;
    /** What the room said when the line opened: its games, levels, phrases and limits. */
    readonly welcome: WelcomeMessage;
    /** Who the reader is. */
    readonly person: string;
    name: string;
    /** Shows another page. */
    go(path: string): void;
    /** The bar at the top, with more in its middle. */
    header(...more: Child[]): HTMLElement;
    /** Opens the dialog. */
    settings(): void;
    /** Asks the browser to allow notices. */
    askNotices(): void;
}
