// Moves a match against bots from this browser's room to the server, where it goes on, on any of the reader's devices.
// The server plays the log again before it takes it. The copy in this browser goes only when the server has said that it has
// the match; sent again, for instance because that answer was lost, it is still one match there.
import {explain} from "./codes.js";
import {message} from "./messages.js";
import {removeTable} from "./newtable.js";
import {keepSetting, setting} from "./settings.js";
import {notice} from "./ui.js";

/** @import {Room} from "./page.d.ts" */
/** @import {RoomCode} from "./protocol.d.ts" */

/**
 * How long the log of each match was when it was sent first, until the copy here is gone: if the answer is lost and the reader
 * plays on here, the server has another match than this one.
 * @returns {Record<string, number>}
 */
const sentBefore = () => JSON.parse(setting("moving"));

/**
 * @param {string} table
 * @param {number | null} length
 */
function noteSent(table, length) {
    const {[table]: _, ...others} = sentBefore();
    keepSetting("moving", JSON.stringify(length === null ? others : {...others, [table]: length}));
}

/** @typedef {{table: string, again: boolean} | {error: RoomCode, line?: string}} Answer */

/**
 * @param {string} log
 * @returns {Promise<Answer>}
 */
async function send(log) {
    const answer = await fetch("/arrive", {method: "POST", headers: {"Content-Type": "application/jsonl"}, body: log});
    return answer.json();
}

/**
 * Its copy here goes, and the page shows the server's.
 * @type {(here: Room, server: Room, table: string, moved: string) => Promise<void>}
 */
async function follow(here, server, table, moved) {
    if (await removeTable(here, table)) await here.forget?.(table);
    noteSent(table, null);
    server.go(server.address(moved));
    notice(
        message(
            "This game is now on the server. To continue on another device, choose “Play on another device” in the settings.",
        ),
    );
}

/**
 * Moves the match, and goes where it is then. Whatever goes wrong, it stays here and the reader is told.
 * @type {(here: Room, server: Room, table: string) => Promise<void>}
 */
export async function moveToServer(here, server, table) {
    try {
        const log = server.connection.up ? await here.log?.(table) : null;
        if (!log) throw new Error("no connection");
        const before = sentBefore()[table];
        if (before === undefined) noteSent(table, log.length);
        const answer = await send(log);
        if ("error" in answer) {
            console.warn(`the server did not take the match: ${answer.line ?? answer.error}`);
            if (before === undefined) noteSent(table, null);
            notice(explain(answer.error), {bad: true});
        } else if (answer.again && before !== log.length) {
            notice(
                message(
                    "The server already has an earlier version of this game: you will find it in your list of tables. The game here stays as it is.",
                ),
                {bad: true},
            );
        } else {
            await follow(here, server, table, answer.table);
        }
    } catch {
        notice(message("This needs a connection to the server."), {bad: true});
    }
}
