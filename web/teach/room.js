// A room with one table, for somebody who learns: it speaks the protocol of any room, so the table is the real one.
// A teacher decides what becomes of the moves.
import {Connection} from "../connection.js";
import {Line} from "../engine/link.js";
import {root} from "../place.js";

/** @import {MakeRoom} from "../here.js" */
/** @import {Room} from "../page.d.ts" */
/** @import {ClientMessage, Level, Phase, RoomMessage, Seat, TableMessage, WelcomeMessage} from "../protocol.d.ts" */
/** @import {Sight, TaughtMove} from "./teach.d.ts" */

/** The table's id: there is only one, and its address is the teacher's. */
export const tableId = "lesson";

/**
 * What is at the table.
 * @typedef {object} Setting
 * @property {string} game
 * @property {string} variant
 * @property {number} people
 * @property {number} seats people and those that the game plays itself
 * @property {number} seat the learner's
 */

/**
 * Who teaches.
 * @typedef {object} Coach
 * @property {(move: string) => void} played the learner has made a move, which is legal or not
 * @property {() => void} stuck the learner asks for a hint
 */

export class TaughtRoom {
    #line = new Line(text => text !== null && this.#hear(JSON.parse(text)));
    /** @type {TableMessage | null} */
    #table = null;
    #n = 0;
    /** @type {Level} */
    level = "medium"; // of the others, as their plates say

    /**
     * @param {MakeRoom} makeRoom
     * @param {WelcomeMessage} welcome
     * @param {Coach} coach
     * @param {NonNullable<Room["coach"]>} words what the teacher says, drawn at the table
     */
    constructor(makeRoom, welcome, coach, words) {
        this.welcome = welcome;
        this.coach = coach;
        const connection = new Connection(() => this.#line);
        this.room = makeRoom({
            connection,
            isHere: true,
            address: () => `${root.pathname}${location.hash}`,
            record: async () => null,
            replay: async () => null,
            share: (_, level) => ({level, percent: 100}),
        });
        this.room.coach = words;
        connection.open();
        this.#line.opened();
    }

    /** @param {RoomMessage} said */
    #say(said) {
        this.#line.onmessage?.({data: JSON.stringify(said)});
    }

    /** @param {ClientMessage} message */
    #hear(message) {
        switch (message.do) {
            case "hello":
                this.#say(this.welcome);
                break;
            case "enter":
                if (this.#table) this.#say(this.#table);
                break;
            case "move":
                this.#say({say: "done", key: message.key});
                this.coach.played(message.move);
                break;
            case "hint":
                this.coach.stuck();
                break;
            default:
                if ("key" in message) this.#say({say: "done", key: message.key});
        }
    }

    /**
     * Sets the table.
     * @param {Setting} setting
     * @param {Sight} sight
     */
    set({game, variant, people, seats, seat}, sight) {
        const {person, name, face} = this.welcome;
        /** @type {(at: number) => Seat} */
        const sitter = at => {
            if (at >= people) return {who: "robot"};
            if (at !== seat) return {who: "bot", level: this.level};
            return {
                who: "person",
                person: person ?? "",
                name: this.room.name || name,
                face,
                here: true,
                ready: true,
                absent: false,
            };
        };
        this.#table = {
            say: "table",
            table: tableId,
            n: ++this.#n,
            phase: "playing",
            created: Date.now(),
            commitment: "",
            seats: Array.from({length: seats}, (_, at) => sitter(at)),
            you: {seat, maker: true, watching: false},
            proposal: null,
            game,
            variant,
            people,
            options: {},
            maker: person ?? "",
            public: false,
            chat: false,
            clock: 0,
            hints: "on",
            deadline: null,
            now: Date.now(),
            undo: false,
            turn: 0,
            ...sight,
        };
        this.#say(this.#table);
    }

    /**
     * Plays a move at the table.
     * @param {TaughtMove} move
     * @param {Partial<Sight>} instead of what the move leads to
     * @param {Phase} phase
     */
    play({seat, events, ...sight}, instead = {}, phase = "playing") {
        if (!this.#table) return;
        const changed = {...sight, ...instead};
        Object.assign(this.#table, changed, {n: ++this.#n, phase});
        this.#say({
            say: "entry",
            table: tableId,
            n: this.#n,
            entry: {entry: "move", at: Date.now(), seat, by: seat === this.#table.you.seat ? "person" : "bot"},
            events,
            phase,
            ...changed,
        });
    }

    /**
     * Marks the cards of a move.
     * @param {string} move
     */
    mark(move) {
        this.#say({say: "hint", table: tableId, n: this.#n, move, expects: null, reason: []});
    }
}
