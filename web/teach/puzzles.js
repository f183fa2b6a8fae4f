// Puzzles at a real table: a position with exactly one best move, one after the other, with themes, streaks and one for each day.
import {h} from "../dom.js";
import {message, messageIn} from "../messages.js";
import {addressOf} from "../place.js";
import {announce, button, notice, select} from "../ui.js";
import {keepSetting, setting} from "../settings.js";
import {reasonWords} from "../board.js";
import {gameFacts} from "../welcome.js";
import {TablePage} from "../table.js";
import {TaughtRoom, tableId} from "./room.js";
import {Teacher} from "./teacher.js";
import {practiceAddress} from "./ways.js";

/** @import {Child} from "../elements.d.ts" */
/** @import {Choice} from "../games/game.d.ts" */
/** @import {MakeRoom} from "../here.js" */
/** @import {Room} from "../page.d.ts" */
/** @import {Puzzle} from "./teach.d.ts" */

/** The hardest rating: how many of the bots that were asked missed it (teach/puzzle.h). */
const hardest = 7;
const daily = "day",
    any = "any";

/**
 * What is kept of a game's puzzles: how many were solved at the first try, how many in a row, the longest row, the day whose
 * puzzle was solved last, and where one is in each theme.
 * @typedef {{solved: number, row: number, best: number, day: string, at: Record<string, number>}} Kept
 */

/** @param {string} theme as the puzzles' files have it */
const themeName = theme =>
    ({
        ending: message("the last cards"),
        leave: message("what to leave on the table"),
        sweep: messageIn("puzzles", "sweeps"),
        seven: message("the seven of coins"),
        board: message("the best board"),
        take: message("which card to take"),
        bid: message("making the bid"),
        draw: message("the best exchange"),
        see: message("see or fold"),
        win: message("the winning move"),
        long: message("the longest word"),
    })[theme] ?? theme;

/** @returns {Record<string, Partial<Kept>>} */
function keptAll() {
    try {
        const all = JSON.parse(setting("puzzles"));
        return all && typeof all === "object" ? all : {};
    } catch {
        return {};
    }
}

/**
 * @param {string} game
 * @returns {Kept}
 */
const keptOf = game => ({solved: 0, row: 0, best: 0, day: "", at: {}, ...keptAll()[game]});

/** The day here, as 2026-11-18. */
const today = () => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-");
};

class PuzzlePage {
    #teacher = new Teacher();
    #left = false;
    /** @type {string[]} */
    #lines = [];
    /** @type {Puzzle | null} */
    #puzzle = null;
    /** @type {TablePage | null} */
    #table = null;
    #theme = daily;
    /** @type {"asked" | "missed" | "solved" | "shown"} */
    #state = "asked";
    #tried = false; // a wrong move was made, or the answer shown

    /**
     * @param {Room} app
     * @param {MakeRoom} makeRoom
     * @param {HTMLElement} place
     * @param {string} game
     */
    constructor(app, makeRoom, place, game) {
        this.app = app;
        this.place = place;
        this.game = game;
        this.kept = keptOf(game);
        if (this.kept.day === today()) this.#theme = any;
        this.taught = new TaughtRoom(
            makeRoom,
            app.welcome,
            {played: move => this.#played(move), stuck: () => this.#show()},
            () => this.#words(),
        );
        place.append(h("p", {class: "loading"}, message("Taking a seat…")));
        document.title = `${message("Puzzles")} · ${gameFacts(game).title}`;
        this.#open();
    }

    async #open() {
        try {
            const answer = await fetch(addressOf(`puzzles/${this.game}.txt`));
            if (!answer.ok) throw new Error(`${answer.status}`);
            this.#lines = (await answer.text()).split("\n").filter(Boolean);
            await this.#next();
        } catch (error) {
            this.#giveUp(error);
        }
    }

    /** @param {unknown} error */
    #giveUp(error) {
        if (this.#left) return;
        console.warn(error);
        notice(message("The puzzles cannot be shown right now."), {bad: true});
        this.app.go("/");
    }

    /** The puzzles of the chosen theme, the easiest first. */
    get #list() {
        const rating = (/** @type {string} */ line) => Number(line.split(" ")[1]);
        return this.#lines
            .filter(line => this.#theme === any || line.startsWith(`${this.#theme} `))
            .sort((one, other) => rating(one) - rating(other));
    }

    async #line() {
        if (this.#theme === daily) {
            const {number} = await this.#teacher.ask(this.game, "teacher_puzzle_of_day", [today()], this.#lines.length);
            return this.#lines[number];
        }
        const list = this.#list;
        return list[(this.kept.at[this.#theme] ?? 0) % list.length];
    }

    // Sets the table for the next one.
    async #next() {
        /** @type {Puzzle} */
        const puzzle = await this.#teacher.ask(this.game, "teacher_puzzle", [await this.#line()]);
        if (this.#left) return;
        this.#puzzle = puzzle;
        this.#state = "asked";
        this.#tried = false;
        this.#set(true);
        if (!this.#table) {
            this.place.replaceChildren();
            this.#table = new TablePage(this.taught.room, this.place, tableId);
            this.#table.enter();
        }
        this.#draw();
    }

    /** @param {boolean} live whether a move may be made */
    #set(live) {
        if (!this.#puzzle) return;
        const {view, actors, points, legal, legal_more, winners, glance, ...rest} = this.#puzzle;
        this.taught.set(rest, {
            view,
            actors: live ? actors : [],
            points,
            legal: live ? legal : null,
            legal_more: live && legal_more,
            winners,
            glance,
        });
    }

    /** @param {string} move */
    #played(move) {
        if (!this.#puzzle || this.#state === "solved" || this.#state === "shown") return;
        if (move === this.#puzzle.best) this.#end("solved");
        else {
            this.#miss();
            this.#state = "missed";
            this.#draw();
        }
    }

    #miss() {
        if (!this.#tried) this.#keep({row: 0});
        this.#tried = true;
    }

    #show() {
        this.#miss();
        this.taught.mark(this.#puzzle?.best ?? "");
        this.#end("shown");
    }

    /** @param {"solved" | "shown"} how */
    #end(how) {
        const {solved, row, best, at} = this.kept;
        this.#state = how;
        if (how === "solved" && !this.#tried) this.#keep({solved: solved + 1, row: row + 1, best: Math.max(best, row + 1)});
        if (this.#theme === daily) this.#keep({day: today()});
        else this.#keep({at: {...at, [this.#theme]: (at[this.#theme] ?? 0) + 1}});
        if (how === "solved") this.#set(false);
        this.#draw();
    }

    /** @param {Partial<Kept>} changed */
    #keep(changed) {
        this.kept = {...this.kept, ...changed};
        keepSetting("puzzles", JSON.stringify({...keptAll(), [this.game]: this.kept}));
    }

    #draw() {
        if (!this.#table?.known) return;
        this.#table.draw();
        announce(this.place.querySelector(".coach-words")?.textContent ?? "");
    }

    // ---- what is said

    /** @returns {Child} */
    #words() {
        return h(
            "section",
            {class: "coach puzzle", "aria-label": message("Puzzles")},
            h("div", {class: "coach-words"}, this.#said()),
            h(
                "div",
                {class: "row wrap coach-row"},
                this.#themes(),
                h(
                    "span",
                    {class: "soft puzzle-score"},
                    message("Current streak: {row}. Longest streak: {best}. Solved: {solved}.", {
                        row: this.kept.row,
                        best: this.kept.best,
                        solved: this.kept.solved,
                    }),
                ),
                h("span", {class: "stretch"}),
                this.#ways(),
            ),
        );
    }

    /** @returns {Child} */
    #said() {
        const scene = this.#table?.scene,
            puzzle = this.#puzzle;
        if (!scene || !puzzle) return null;
        const over = this.#state === "solved" || this.#state === "shown";
        return [
            h(
                "p",
                {class: "coach-say"},
                puzzle.question.map(part => reasonWords(scene, part)),
                " ",
                h(
                    "small",
                    {class: "soft"},
                    message("Difficulty {rating} of {hardest}", {rating: puzzle.rating + 1, hardest: hardest + 1}),
                ),
            ),
            this.#state === "missed" && h("p", {class: "coach-wrong"}, message("There is a better move. Try again.")),
            over &&
                h(
                    "p",
                    {class: this.#state === "solved" ? "coach-right" : "coach-answer"},
                    scene.game.moveWords(puzzle.best, scene),
                    ". ",
                    puzzle.reason.map(part => reasonWords(scene, part)),
                ),
        ];
    }

    #themes() {
        /** @type {Choice[]} */
        const themes = [
            [daily, message("the puzzle of the day")],
            [any, message("all themes")],
            ...[...new Set(this.#lines.map(line => line.split(" ")[0]))].map(
                theme => /** @type {Choice} */ ([theme, themeName(theme)]),
            ),
        ];
        return select(themes, this.#theme, theme => this.#choose(theme), {
            "aria-label": message("Theme"),
            data: {focus: "theme"},
        });
    }

    /** @param {string} theme */
    #choose(theme) {
        this.#theme = theme;
        this.#next().catch(error => this.#giveUp(error));
    }

    /** @returns {Child} */
    #ways() {
        const over = this.#state === "solved" || this.#state === "shown";
        return over
            ? [
                  button(message("Play on from here"), () => this.#playOn(), {quiet: true, cls: "small"}),
                  button(message("Next puzzle"), () => this.#choose(this.#theme === daily ? any : this.#theme), {
                      primary: true,
                      cls: "small",
                  }),
              ]
            : button(message("Show the answer"), () => this.#show(), {quiet: true, cls: "small"});
    }

    #playOn() {
        if (this.#puzzle?.view) this.app.go(practiceAddress(this.#puzzle.view, this.#puzzle.seat));
    }

    leave() {
        this.#left = true;
        this.#teacher.stop();
        this.#table?.leave();
    }
}

/**
 * Returns the function that leaves it.
 * @param {Room} app
 * @param {MakeRoom} makeRoom
 * @param {HTMLElement} place
 * @param {string} game
 */
export function openPuzzles(app, makeRoom, place, game) {
    const page = new PuzzlePage(app, makeRoom, place, game);
    return () => page.leave();
}
