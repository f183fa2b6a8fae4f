// The sentences for the room's codes: the room sends codes and facts, never sentences.
import {h} from "./dom.js";
import {message, plural} from "./messages.js";
import {limits} from "./welcome.js";

/** @import {RoomCode, ServerCode} from "./protocol.d.ts" */

/**
 * What only the room in this page says: it cannot fetch the words that a game needs (web/engine/room.js).
 * @typedef {"words"} HereCode
 */

/** @type {Record<RoomCode | ServerCode | HereCode, () => string>} */
const sayings = {
    "not-your-turn": () => message("It is not your turn."),
    "illegal-move": () => message("That move is not possible now."),
    "no-such-table": () => message("There is no such table."),
    "table-damaged": () => message("The stored match is damaged and cannot be read. The rest of the room is not affected."),
    "no-such-seat": () => message("There is no such seat."),
    "seat-taken": () => message("Somebody else has taken that seat."),
    "not-seated": () => message("You have no seat at this table."),
    "already-seated": () => message("You already have a seat at this table."),
    "not-maker": () => message("Only the person who opened the table can do that."),
    "too-many-tables": () => message("You are at too many tables: leave one first."),
    "room-full": () => message("The room is full: no more tables can be opened right now."),
    "watchers-full": () => message("Too many people are watching this table."),
    "too-fast": () => message("Slow down, please: too many messages at once."),
    "bad-message": () => message("The server did not understand that. Reloading the page may help."),
    "not-json": () => message("The server did not understand that. Reloading the page may help."),
    "unknown-do": () => message("The server did not understand that. Reloading the page may help."),
    "hello-first": () => message("The server did not understand that. Reloading the page may help."),
    protocol: () => message("The server did not understand that. Reloading the page may help."),
    version: () => message("This page is out of date: please reload it."),
    session: () => message("The server no longer recognises you: choose a name and come in again."),
    "chat-off": () => message("Only the ready-made phrases can be used at this table."),
    "hints-off": () => message("This table was opened without hints."),
    "too-soon": () => message("Give this player a little more time."),
    "cannot-undo": () => message("That can no longer be taken back."),
    "not-over": () => message("The match is not over yet."),
    "not-playing": () => message("There is no match in progress at this table."),
    "not-entered": () => message("You are not at this table."),
    "too-late": () => message("Too late: the game has moved on."),
    "bad-talk": () => message("That cannot be said here."),
    "already-proposed": () => message("That has already been proposed."),
    connections: () => message("You have too many pages of this room open."),
    "already-started": () => message("The match has already begun."),
    "bad-name": () => message("A name must have 1 to {max} characters.", {max: limits().name}),
    "bad-options": () => message("These options do not go together."),
    "no-such-game": () => message("That game or variant is not played here."),
    "bad-people": () => message("That variant cannot be played with that many players."),
    "bad-seats": () => message("Those seats do not fit the game."),
    "bad-clock": () => message("That time limit is not allowed."),
    "no-proposal": () => message("There is no vote in progress."),
    flood: () => message("Slow down, please: too many messages at once."),
    shutdown: () => message("The server is restarting. Your tables are safe."),
    "arrival-wrong": () => message("The server could not verify this game, so it stays in this browser."),
    "arrival-over": () => message("Only a match in progress can be moved to the server."),
    "arrival-long": () => message("This match is too long to move to the server. You can finish it here."),
    busy: () => message("The server is busy. Try again in a moment."),
    words: () => message("This needs a connection to the server."),
    store: () => message("The server could not save that. Try again in a moment."),
};

/** @param {RoomCode | ServerCode} code */
export const explain = code => sayings[code]?.() ?? message("That did not work ({code}).", {code});

/**
 * What a list of one's matches says of those that are missing from it.
 * @param {number} count
 */
export const damagedWords = count =>
    count > 0 &&
    h(
        "p",
        {class: "empty damaged"},
        plural(
            "{n} of your matches is damaged and cannot be read. The others are not affected.",
            "{n} of your matches are damaged and cannot be read. The others are not affected.",
            count,
        ),
    );
