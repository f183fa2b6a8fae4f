// The sentences for the room's codes: the room sends codes and facts, never sentences.
import {message} from "./messages.js";
import {limits} from "./welcome.js";

/** @import {RoomCode, ServerCode} from "./protocol.d.ts" */

/** @type {Record<RoomCode | ServerCode, () => string>} */
const sayings = {
    "not-your-turn": () => message("It is not your turn."),
    "illegal-move": () => message("That move is not possible now."),
    "no-such-table": () => message("There is no such table."),
    "no-such-seat": () => message("There is no such seat."),
    "seat-taken": () => message("Somebody else has taken that seat."),
    "not-seated": () => message("You have no seat at this table."),
    "already-seated": () => message("You have a seat at this table already."),
    "not-maker": () => message("Only whoever made the table can do that."),
    "too-many-tables": () => message("You are at too many tables: leave one first."),
    "room-full": () => message("The room is full: no more tables can be made now."),
    "watchers-full": () => message("Too many people are watching this table."),
    "too-fast": () => message("Slowly, please: too many messages at once."),
    "bad-message": () => message("The room did not understand that. Loading the page again may help."),
    "not-json": () => message("The room did not understand that. Loading the page again may help."),
    "unknown-do": () => message("The room did not understand that. Loading the page again may help."),
    "hello-first": () => message("The room did not understand that. Loading the page again may help."),
    protocol: () => message("The room did not understand that. Loading the page again may help."),
    version: () => message("The room speaks another version: load the page again."),
    session: () => message("The room does not know you any more: choose a name and come in again."),
    "chat-off": () => message("At this table only the ready-made phrases can be said."),
    "cannot-undo": () => message("That can no longer be taken back."),
    "not-over": () => message("The match is not over yet."),
    "not-playing": () => message("No match is being played at this table."),
    "not-entered": () => message("You are not at this table."),
    "too-late": () => message("Too late: the game has gone on meanwhile."),
    "bad-talk": () => message("That cannot be said here."),
    "already-proposed": () => message("That has been proposed already."),
    connections: () => message("You have too many pages open here."),
    "already-started": () => message("The match has already begun."),
    "bad-name": () => message("A name has 1 to {max} characters.", {max: limits().name}),
    "bad-options": () => message("These options do not fit together."),
    "no-such-game": () => message("That game or variant is not played here."),
    "bad-people": () => message("That variant is not for so many players."),
    "bad-seats": () => message("These seats do not fit the game."),
    "bad-clock": () => message("That clock is not possible."),
    "no-proposal": () => message("There is nothing to vote on."),
    flood: () => message("Slowly, please: too many messages at once."),
    shutdown: () => message("The room is closing for a moment. Your tables are kept."),
    busy: () => message("The room is busy. Try again in a moment."),
    store: () => message("The room could not save that. Try again in a moment."),
};

/** @param {RoomCode | ServerCode} code */
export const explain = code => sayings[code]?.() ?? message("That did not work ({code}).", {code});
