// Deals of the day as this browser knows them: their addresses, what was played, and sending results when there is a connection.
import {addressOf, hasServer, root} from "../place.js";
import {keepSetting, setting} from "../settings.js";
import {CannotTell, Teacher} from "./teacher.js";

/**
 * @typedef {object} Deal
 * @property {string} game
 * @property {string} day as 2026-11-18
 * @property {number} board from 1
 */

/**
 * What was played of a deal: all moves so far, and the result once it is over. `sent`: the server has it, or has refused it.
 * @typedef {object} Played
 * @property {string[]} moves
 * @property {number | null} score
 * @property {number | null} rival strong's result
 * @property {"no" | "yes" | "refused"} sent
 */

/**
 * What everybody made of a deal.
 * @typedef {object} Results
 * @property {[number, number][]} scores each result, and how many people had it
 * @property {number} people
 * @property {number | null} own
 * @property {number | null} percentile
 */

/**
 * A deal that people have played.
 * @typedef {object} PlayedDeal
 * @property {string} day
 * @property {number} board
 * @property {number} people how many
 * @property {number | null} own the reader's result
 */

export const boards = 4;
const keptMost = 60; // deals that are remembered here

/** The day here, as 2026-11-18. */
export function today() {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-");
}

/**
 * Without a board it is the reader's own.
 * @param {Omit<Deal, "board"> & {board?: number}} deal
 */
export const dealAddress = ({game, day, board}) => `#daily/${game}/${day}${board ? `/${board}` : ""}`;
/** @param {Deal} deal */
const keyOf = ({game, day, board}) => `${day}/${game}/${board}`;
/** @param {Deal} deal */
const textsOf = ({game, day, board}) => [game, day, String(board)];

/** @returns {Record<string, Partial<Played>>} */
function all() {
    try {
        const kept = JSON.parse(setting("deals"));
        return kept && typeof kept === "object" ? kept : {};
    } catch {
        return {};
    }
}

/**
 * @param {Deal} deal
 * @returns {Played}
 */
export const playedOf = deal => ({moves: [], score: null, rival: null, sent: "no", ...all()[keyOf(deal)]});

/**
 * @param {Deal} deal
 * @param {Partial<Played>} changed
 */
export function keepPlayed(deal, changed) {
    const kept = all(),
        key = keyOf(deal);
    const now = {...playedOf(deal), ...changed};
    kept[key] = now;
    const oldest = Object.keys(kept).sort(); // by day
    for (const old of oldest.slice(0, Math.max(0, oldest.length - keptMost))) if (old !== key) delete kept[old];
    keepSetting("deals", JSON.stringify(kept));
    return now;
}

// Boards are shared out by a number of this browser, so that it makes no difference whether there is a connection.
function me() {
    if (!setting("dealer")) keepSetting("dealer", crypto.randomUUID?.() ?? String(Math.random()));
    return setting("dealer");
}

/**
 * The deal of a day that is one's own.
 * @param {Teacher} teacher
 * @param {string} game
 * @param {string} day
 * @returns {Promise<Deal>}
 */
export async function ownDeal(teacher, game, day) {
    const {board} = await teacher.ask("", "teacher_deal_board", [me(), day]);
    return {game, day, board};
}

/**
 * The table after the moves so far, the person's next move, and what the bots answer.
 * @param {Teacher} teacher
 * @param {Deal} deal
 * @param {string[]} moves
 * @param {string} move
 */
export const askDeal = (teacher, deal, moves, move) =>
    teacher.ask(deal.game, "teacher_deal", [...textsOf(deal), moves.join(" "), move]);

/**
 * @param {Teacher} teacher
 * @param {Deal} deal
 * @returns {Promise<{score: number}>}
 */
export const askRival = (teacher, deal) => teacher.ask(deal.game, "teacher_deal_rival", textsOf(deal));

/**
 * What everybody made of a deal; null without a server or a connection.
 * @param {Deal} deal
 * @returns {Promise<Results | null>}
 */
export async function resultsOf(deal) {
    if (!hasServer) return null;
    try {
        const answer = await fetch(addressOf(`daily/${keyOf(deal)}`), {cache: "no-store"});
        return answer.ok ? await answer.json() : null;
    } catch {
        return null; // there is no connection
    }
}

/**
 * The deals of a month that people have played; none without a server or a connection.
 * @param {string} game
 * @param {string} month as 2026-11
 * @returns {Promise<PlayedDeal[]>}
 */
export async function playedDeals(game, month) {
    if (!hasServer) return [];
    try {
        const answer = await fetch(addressOf(`daily/${month}/${game}`), {cache: "no-store"});
        return answer.ok ? (await answer.json()).deals : [];
    } catch {
        return []; // there is no connection
    }
}

/**
 * Sends the record of a deal that is over.
 * @param {Deal} deal
 * @returns {Promise<void>}
 */
async function send(deal) {
    const teacher = new Teacher();
    try {
        const {lines} = await teacher.ask(deal.game, "teacher_deal_record", [...textsOf(deal), playedOf(deal).moves.join(" ")]),
            answer = await fetch(addressOf(`daily/${keyOf(deal)}`), {method: "POST", body: `${lines.join("\n")}\n`});
        if (answer.ok) keepPlayed(deal, {sent: "yes"});
        else if (answer.status === 422) keepPlayed(deal, {sent: "refused"});
    } finally {
        teacher.stop();
    }
}

/** @type {Promise<void> | null} */
let sending = null;

async function sendEach() {
    for (const [key, {score = null, sent = "no"}] of Object.entries(all())) {
        const [day, game, board] = key.split("/");
        if (score === null || sent !== "no") continue;
        try {
            await send({game, day, board: Number(board)});
        } catch (error) {
            console.warn(error);
            // What this version of the page cannot play again, the server would not accept either; the others wait for a connection.
            if (!(error instanceof CannotTell)) return;
            keepPlayed({game, day, board: Number(board)}, {sent: "refused"});
        }
    }
}

/** Sends the results that the server does not have yet. */
export async function sendResults() {
    if (!hasServer) return;
    if (sending) await sending;
    sending = sendEach();
    await sending;
    sending = null;
}

addEventListener("online", () => sendResults());

/** @param {Deal} deal */
export const dealLink = deal => new URL(dealAddress(deal), root).href;
