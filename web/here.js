// The room in this page: tables with bots alone, which the reader's own browser keeps and thinks for.
import {Connection} from "./connection.js";
import {Engine, closedByOther, findFiles} from "./engine/link.js";
import {message} from "./messages.js";
import {hasServer, root} from "./place.js";
import {notice} from "./ui.js";
import {setting} from "./settings.js";

/** @import {Played, Room} from "./page.d.ts" */

let kept = true;

/** False once the browser has refused to save a game of this page. */
export const gamesAreKept = () => kept;

/**
 * What both kinds of room have in common, given what they do not.
 * @typedef {(own: Pick<Room, "connection" | "isHere" | "address" | "record" | "replay" | "share" | "log" | "forget">) => Room} MakeRoom
 */

/**
 * Opens it; null if this build has no engine, the browser cannot run it, or the reader does not want it.
 * @param {MakeRoom} makeRoom
 * @param {() => string} name of the reader
 * @returns {Promise<Room | null>}
 */
export async function openHere(makeRoom, name) {
    const files = setting("here") === "on" || !hasServer ? await findFiles() : null;
    if (!files) return null;
    /** @type {Map<string, Played>} */
    const shares = new Map();
    return new Promise(resolve => {
        const engine = new Engine(files, Number(setting("pace")), {
            unkept() {
                kept = false;
                notice(
                    message(
                        "This browser cannot save your games: its storage is full or blocked. You can go on playing, but your game will be gone once you close the page.",
                    ),
                    {bad: true},
                );
            },
            failed: () => resolve(null),
            share: ({game, level, plays, percent}) => shares.set(`${game} ${level}`, {level: plays, percent}),
        });
        const connection = new Connection(() => engine.open(name(), Number(setting("face"))));
        const room = makeRoom({
            connection,
            isHere: true,
            address: table => `${root.pathname}#t/${table}`,
            record: table => engine.record(table),
            log: table => engine.log(table),
            forget: table => engine.forget(table),
            replay: (table, eyes) => engine.replay(table, eyes),
            share: (game, level) => shares.get(`${game} ${level}`) ?? {level, percent: 100},
        });
        connection.on("up", () => resolve(room));
        connection.on("down", ({code}) => {
            if (code === closedByOther)
                notice(
                    message(
                        "Your games in this browser are now open in another window. They will continue here when you come back to this one.",
                    ),
                );
        });
        connection.open();
    });
}
