// The document inside <araldo-table>: shows the record or the position that the element hands over, and steps through it.
import {byId, h} from "../dom.js";
import {Connection} from "../connection.js";
import {Engine, findFiles} from "../engine/link.js";
import {errorWords, languages, message, preferred, speak} from "../messages.js";
import {applyTheme} from "../settings.js";
import {walk} from "../replay.js";
import {keepWelcome} from "../welcome.js";

/** @import {Replay, Seat} from "../protocol.d.ts" */

/** @typedef {{araldo: "show", text: string, language: string, eyes: string, step: number}} Wanted */

/**
 * An engine that keeps nothing, and so takes no tables from another window; null if the browser cannot run it.
 * @returns {Promise<Engine | null>}
 */
async function openEngine() {
    const files = await findFiles();
    if (!files) return null;
    return new Promise(resolve => {
        const engine = new Engine(files, 0, {unkept: () => {}, share: () => {}, failed: () => resolve(null)}, false);
        const connection = new Connection(() => engine.open("", 0));
        connection.on("up", welcome => {
            keepWelcome(welcome);
            resolve(engine);
        });
        connection.open();
    });
}

const opening = openEngine();

/** @param {string} reason */
const complain = reason =>
    byId("page").replaceChildren(
        h(
            "p",
            {class: "show-fault", role: "alert"},
            reason ? message("This cannot be shown: {reason}", {reason: errorWords(reason)}) : message("This cannot be shown."),
        ),
    );

/**
 * A position names nobody.
 * @type {(seat: Seat, index: number) => Seat}
 */
const named = (seat, index) =>
    seat.who === "open"
        ? {
              who: "person",
              person: "",
              name: message("Seat {number}", {number: index + 1}),
              here: true,
              ready: true,
              absent: false,
          }
        : seat;

/** @type {() => void} */
let leave = () => {};

/** @param {Wanted} wanted */
async function show({text, language, eyes, step}) {
    const tag = language.slice(0, 2).toLowerCase(),
        engine = await opening;
    leave();
    await speak(tag in languages ? tag : preferred());
    if (!engine) return complain(message("This browser cannot run the games: they need WebAssembly and module workers."));
    /** @param {string} from */
    const tell = async from => {
        /** @type {Replay & {error?: string}} */
        const told = JSON.parse((await engine.show(text, from)) ?? "{}");
        return told.steps ? told : told.error || null;
    };
    const first = text ? await tell(eyes) : null;
    if (first === null || typeof first === "string") return complain(first ?? "");
    const box = h("div", {class: "replay show"}),
        seats = first.seats.map(named);
    byId("page").replaceChildren(box);
    const walker = walk(box, {game: first.game, seats, bottom: 0}, async from => {
        const told = await tell(from);
        return told && typeof told === "object" ? told.steps : null;
    });
    await walker.load(eyes);
    walker.go(step);
    document.addEventListener("keydown", walker.hear);
    leave = () => {
        document.removeEventListener("keydown", walker.hear);
        walker.stop();
    };
}

applyTheme();
addEventListener("message", event => event.source === parent && event.data?.araldo === "show" && show(event.data));
parent.postMessage("araldo ready", "*");
