// Practice: playing on from any position against bots, at a real table. A position is typed, pasted, or comes from elsewhere on the page.
import {h} from "../dom.js";
import {update} from "../update.js";
import {message} from "../messages.js";
import {announce, button, field, select} from "../ui.js";
import {keepSetting} from "../settings.js";
import {reasonWords} from "../board.js";
import {chosenLevel, levelName} from "../newtable.js";
import {TablePage} from "../table.js";
import {TaughtRoom, tableId} from "./room.js";
import {CannotTell, Teacher} from "./teacher.js";
import {practiceAddress} from "./ways.js";

/** @import {Child} from "../elements.d.ts" */
/** @import {Choice} from "../games/game.d.ts" */
/** @import {MakeRoom} from "../here.js" */
/** @import {Room} from "../page.d.ts" */
/** @import {CountedReason, Reason} from "../protocol.d.ts" */
/** @import {PracticeTable, TaughtMove} from "./teach.d.ts" */

/** @param {unknown} error */
const reasonOf = error => (error instanceof CannotTell ? error.message : String(error));

/** The game that a position or a record names: Primo needs its words. */
const gameOf = (/** @type {string} */ text) => (/^\s*(primo:|\{[^\n]*"game":\s*"primo")/.test(text) ? "primo" : "");

// ---- the form

class PracticeForm {
    #teacher = new Teacher();
    #left = false;
    #text = "";
    #move = 1;
    #trouble = "";

    /**
     * @param {Room} app
     * @param {HTMLElement} place
     * @param {string} text
     * @param {string} trouble what was wrong with it
     */
    constructor(app, place, text, trouble) {
        this.app = app;
        this.place = place;
        this.#text = text;
        this.#trouble = trouble;
        document.title = `${message("Practice")} · Araldo`;
        this.#draw();
        if (trouble) announce(trouble);
    }

    get #isRecord() {
        return this.#text.trimStart().startsWith("{");
    }

    /** @param {SubmitEvent} event */
    async #submit(event) {
        event.preventDefault();
        const text = this.#text.trim();
        if (!this.#isRecord) return this.app.go(practiceAddress(text || " "));
        try {
            const {position, seat} = await this.#teacher.ask(gameOf(text), "teacher_position", [`${text}\n`], this.#move);
            if (!this.#left) this.app.go(practiceAddress(position, seat));
        } catch (error) {
            if (this.#left) return;
            this.#trouble = message("This record cannot be used: {reason}", {reason: reasonOf(error)});
            this.#draw();
        }
    }

    #draw() {
        const text = h("textarea", {
            id: "practice-text",
            rows: 8,
            spellcheck: "false",
            autocapitalize: "none",
            value: this.#text,
            oninput: ({currentTarget: area}) => {
                if (!(area instanceof HTMLTextAreaElement)) return;
                const was = this.#isRecord;
                this.#text = area.value;
                if (was !== this.#isRecord) this.#draw();
            },
        });
        update(
            this.place,
            this.app.header(h("span", {class: "stretch"})),
            h(
                "main",
                {class: "lobby practice-form"},
                h("h1", {}, message("Practice")),
                h("p", {class: "lead"}, message("Play on from any position against bots.")),
                this.#trouble && h("p", {class: "coach-wrong", role: "alert"}, this.#trouble),
                h(
                    "form",
                    {class: "stack", onsubmit: event => void this.#submit(event)},
                    field(
                        message("A position, or the record of a match"),
                        text,
                        message(
                            "A position is one line that begins with its game, as in {example}. Write ? for hidden cards: they are dealt at random.",
                            {example: "primiera:two"},
                        ),
                    ),
                    this.#isRecord &&
                        field(
                            message("From move"),
                            h("input", {
                                type: "number",
                                min: 1,
                                value: this.#move,
                                oninput: ({currentTarget: input}) => {
                                    if (input instanceof HTMLInputElement) this.#move = Number(input.value);
                                },
                            }),
                        ),
                    h("div", {class: "row"}, h("button", {class: "button primary"}, message("Play on from here"))),
                ),
            ),
        );
    }

    leave() {
        this.#left = true;
        this.#teacher.stop();
    }
}

// ---- the table

class PracticePage {
    #teacher = new Teacher();
    #left = false;
    #game = "";
    #practice = 0; // the module's number for it
    #games = 0; // counted, so that what an earlier one still says is not heard
    #level = chosenLevel();
    #over = false;
    #busy = false;
    /** @type {(Reason | CountedReason)[]} */
    #advice = [];
    #trouble = "";
    /** @type {TablePage | null} */
    #table = null;
    /** @type {TaughtMove | PracticeTable | null} */
    #now = null;
    /** @type {PracticeForm | null} */
    #form = null;

    /**
     * @param {Room} app
     * @param {MakeRoom} makeRoom
     * @param {HTMLElement} place
     * @param {string} position
     * @param {number} seat
     */
    constructor(app, makeRoom, place, position, seat) {
        this.app = app;
        this.place = place;
        this.position = position;
        this.seat = seat;
        this.taught = new TaughtRoom(
            makeRoom,
            app.welcome,
            {played: move => void this.#played(move), stuck: () => void this.#hint()},
            () => this.#words(),
        );
        place.append(h("p", {class: "loading"}, message("Taking a seat…")));
        document.title = `${message("Practice")} · Araldo`;
        this.#begin();
    }

    async #begin() {
        const number = ++this.#games;
        this.#teacher.stop(); // whatever a bot still thinks about
        this.#over = this.#busy = false;
        this.#advice = [];
        this.#trouble = "";
        this.#game = gameOf(this.position);
        try {
            const {told, made} = await this.#teacher.open(
                this.#game,
                "teacher_practice_open",
                [this.position.trim(), this.#level],
                this.seat,
            );
            if (this.#left || number !== this.#games) return;
            this.#practice = made;
            this.#set(told);
            await this.#bots(number);
        } catch (error) {
            if (!this.#left && number === this.#games) this.#giveUp(error);
        }
    }

    /** @param {PracticeTable} told */
    #set(told) {
        const {view, actors, points, legal, legal_more, winners, glance, ...rest} = told;
        this.#now = told;
        this.taught.level = this.#level;
        this.taught.set(rest, {view, actors, points, legal, legal_more, winners, glance});
        if (this.#table) return this.#draw();
        this.place.replaceChildren();
        this.#table = new TablePage(this.taught.room, this.place, tableId);
        this.#table.enter();
    }

    /** @param {unknown} error */
    #giveUp(error) {
        console.warn(error);
        this.#table?.leave();
        this.#table = null;
        this.place.replaceChildren();
        this.#form = new PracticeForm(
            this.app,
            this.place,
            this.position.trim(),
            message("This position cannot be played: {reason}", {reason: reasonOf(error)}),
        );
    }

    // Shows a move at the table.
    /** @param {TaughtMove} move */
    #take(move) {
        this.#now = move;
        this.#over = Boolean(move.winners?.length);
        this.taught.play(move, {}, this.#over ? "over" : "playing");
    }

    // The bots play until it is the reader's turn.
    /** @param {number} number */
    async #bots(number) {
        this.#busy = true;
        while (!this.#over && this.#now?.actors?.some(actor => actor !== this.#seat)) {
            const move = await this.#teacher.ask(this.#game, "teacher_practice_bot", [], this.#practice);
            if (this.#left || number !== this.#games) return;
            this.#take(move);
        }
        this.#busy = false;
        this.#draw();
    }

    get #seat() {
        return this.#table?.known ? this.#table.state.you.seat : this.seat;
    }

    /** @param {string} move */
    async #played(move) {
        if (this.#over || this.#busy) return;
        const number = this.#games;
        this.#advice = [];
        this.#trouble = "";
        this.#busy = true;
        try {
            const told = await this.#teacher.ask(this.#game, "teacher_practice_move", [move], this.#practice);
            if (this.#left || number !== this.#games) return;
            this.#take(told);
            await this.#bots(number);
        } catch (error) {
            if (this.#left || number !== this.#games) return;
            this.#busy = false;
            this.#trouble = reasonOf(error);
            this.#draw();
        }
    }

    async #hint() {
        if (this.#over || this.#busy) return;
        const number = this.#games,
            {move, reasons} = await this.#teacher.ask(this.#game, "teacher_practice_hint", [], this.#practice);
        if (this.#left || number !== this.#games) return;
        this.#advice = reasons;
        this.taught.mark(move);
        this.#draw();
        announce(this.place.querySelector(".coach-words")?.textContent ?? "");
    }

    #draw() {
        if (this.#table?.known) this.#table.draw();
    }

    /** @returns {Child} */
    #words() {
        const scene = this.#table?.scene,
            /** @type {Choice[]} */
            choices = this.app.welcome.levels.map(level => [level, levelName(level)]);
        return h(
            "section",
            {class: "coach practice", "aria-label": message("Practice")},
            h(
                "div",
                {class: "coach-words"},
                !this.#over &&
                    h("p", {class: "coach-say"}, message("Play on from here: the match continues just as at any other table.")),
                this.#over && h("p", {class: "coach-say"}, message("The match is over.")),
                this.#trouble && h("p", {class: "coach-wrong", role: "alert"}, this.#trouble),
                scene &&
                    this.#advice.length > 0 &&
                    h(
                        "p",
                        {class: "coach-answer"},
                        this.#advice.map(part => [reasonWords(scene, part), " "]),
                    ),
            ),
            h(
                "div",
                {class: "row wrap coach-row"},
                field(
                    message("Bots"),
                    select(choices, this.#level, level => this.#change(level), {data: {focus: "practice-level"}}),
                ),
                h("span", {class: "stretch"}),
                button(message("Another position"), () => this.app.go(practiceAddress()), {quiet: true, cls: "small"}),
                button(message("Once more"), () => void this.#begin(), {picture: "again", cls: "small", primary: this.#over}),
            ),
        );
    }

    /** @param {string} level */
    #change(level) {
        keepSetting("level", level);
        this.#level = chosenLevel();
        void this.#begin();
    }

    leave() {
        this.#left = true;
        this.#form?.leave();
        this.#teacher.stop();
        this.#table?.leave();
    }
}

/**
 * Returns the function that leaves it.
 * @param {Room} app
 * @param {MakeRoom} makeRoom
 * @param {HTMLElement} place
 * @param {{position: string, seat: number}} from without a position, the form for one
 */
export function openPractice(app, makeRoom, place, {position, seat}) {
    const page = position ? new PracticePage(app, makeRoom, place, position, seat) : new PracticeForm(app, place, "", "");
    return () => page.leave();
}
