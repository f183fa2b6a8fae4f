// The review of a finished match: what each decision cost, what was better and why, and what was luck.
// The module that teaches judges in its own worker, one decision at a time, so the page can show them as they come.
import {h} from "../dom.js";
import {update} from "../update.js";
import {language, message} from "../messages.js";
import {announce, button, field, select} from "../ui.js";
import {reasonWords} from "../board.js";
import {arena, makeScene, plate, seatName} from "../stage.js";
import {gameName} from "../known.js";
import {saveRecord} from "../panels.js";
import {scoreTable} from "../score.js";
import {chancesChart, chancesKey} from "./chances.js";
import {CannotTell, Teacher, teacherFiles} from "./teacher.js";
import {practiceAddress, reviewAddress} from "./ways.js";

/** @import {Child} from "../elements.d.ts" */
/** @import {Choice, Scene} from "../games/game.d.ts" */
/** @import {Room} from "../page.d.ts" */
/** @import {Seat} from "../protocol.d.ts" */
/** @import {Decision, Luck, Reviewed, ReviewStep} from "./teach.d.ts" */

const shownMost = 3; // of the costliest moves, and of those praised

/** @param {number} chance */
const percent = chance => Math.round(chance * 100);

/** @type {(number: number, signed?: boolean) => string} */
const tenths = (number, signed = true) =>
    number
        .toLocaleString(language(), {
            minimumFractionDigits: 1,
            maximumFractionDigits: 1,
            ...(signed && {signDisplay: "exceptZero"}),
        })
        .replace("-", "−");

/**
 * Who sat there, as a table knows it.
 * @param {Reviewed["seats"][number]} sitter
 * @returns {Seat}
 */
function seatOf({who, name = "", level = "medium"}) {
    if (who === "robot") return {who};
    if (who === "bot") return {who, level};
    return {who, person: "", name, face: 0, here: true, ready: true, absent: false};
}

/**
 * What was luck, in two sentences.
 * @param {Luck} luck
 * @param {boolean} coins
 */
function luckWords({cards, play}, coins) {
    const dealt = {number: tenths(Math.abs(cards), false)},
        played = {number: tenths(Math.abs(play), false)};
    if (coins)
        return [
            play < 0
                ? message("Your play cost you {number} coins.", played)
                : message("Your play earned you {number} coins.", played),
            cards < 0
                ? message("The cards cost you {number} coins.", dealt)
                : message("The cards earned you {number} coins.", dealt),
        ];
    return [
        play < 0
            ? message("Your play cost you {number} points.", played)
            : message("Your play earned you {number} points.", played),
        cards < 0
            ? message("The cards cost you {number} points.", dealt)
            : message("The cards earned you {number} points.", dealt),
    ];
}

/**
 * How both numbers come about.
 * @param {Luck} luck
 * @param {boolean} coins
 */
function luckDetails({made, cards, play}, coins) {
    const values = {made: tenths(made), cards: tenths(cards), play: tenths(play)};
    return coins
        ? message(
              "Lead in coins: {made}. Of this, {cards} came from the cards (as strong bots in every seat would play them) and {play} from the play.",
              values,
          )
        : message(
              "Lead in points: {made}. Of this, {cards} came from the cards (as strong bots in every seat would play them) and {play} from the play.",
              values,
          );
}

class ReviewPage {
    #teacher = new Teacher();
    #left = false;
    #running = false;
    #review = 0; // the module's number for it
    /** @type {Reviewed | null} */
    #match = null;
    /** @type {Seat[]} */
    #seats = [];
    /** @type {Decision[]} */
    #decisions = [];
    /** @type {Luck | null} */
    #luck = null;
    #done = 0;
    #chosen = -1; // the decision that is looked at
    #picked = false; // the reader has chosen it
    #trouble = ""; // why there is no review

    /**
     * @param {Room} app
     * @param {Room} home of the match
     * @param {HTMLElement} place
     * @param {string} table
     * @param {number} seat -1: the first person's
     */
    constructor(app, home, place, table, seat) {
        this.app = app;
        this.home = home;
        this.place = place;
        this.table = table;
        this.seat = seat;
        document.title = `${message("Review")} · Araldo`;
        this.#draw();
        this.#open();
    }

    async #open() {
        try {
            const record = await this.home.record(this.table).catch(() => null),
                files = await teacherFiles();
            if (this.#left) return;
            if (record === null) return this.#giveUp(message("There is no record of this match, or it is not over yet."));
            if (!files)
                return this.#giveUp(
                    message("This browser cannot review matches. Download the record and run: araldo review FILE"),
                );
            const {game = ""} = JSON.parse(record.slice(0, record.indexOf("\n"))),
                {told, made} = await this.#teacher.open(game, "teacher_review_open", [record], this.seat);
            this.#review = made;
            this.#begin(told);
        } catch (error) {
            this.#fail(error);
        }
    }

    /** @param {Reviewed} match */
    #begin(match) {
        if (this.#left) return;
        this.#match = match;
        this.#seats = match.seats.map(seatOf);
        document.title = `${message("Review")} · ${gameName(match)}`;
        this.#run();
    }

    async #run() {
        if (this.#running || !this.#match) return;
        const {game, steps} = this.#match;
        this.#running = true;
        this.#draw();
        try {
            while (this.#running && !this.#left && this.#done < steps)
                this.#take(await this.#teacher.ask(game, "teacher_review_step", [], this.#review));
        } catch (error) {
            this.#fail(error);
        }
        this.#running = false;
        if (this.#left) return;
        this.#draw();
        if (this.#done === steps) announce(this.place.querySelector(".review-sum")?.textContent ?? "");
    }

    /** @param {ReviewStep} step */
    #take({done, decision, luck}) {
        if (this.#left) return;
        this.#done = done;
        if (decision) this.#decisions.push(decision);
        if (luck) this.#luck = luck;
        // Until the reader chooses, the costliest is looked at.
        if (!this.#picked) this.#chosen = Math.max(0, this.#decisions.indexOf(this.#costliest[0] ?? this.#decisions[0]));
        this.#draw();
    }

    /** @param {unknown} error */
    #fail(error) {
        if (this.#left) return;
        console.warn(error);
        this.#giveUp(
            error instanceof CannotTell
                ? message("This match cannot be reviewed: {reason}", {reason: error.message})
                : message("This match cannot be reviewed right now."),
        );
    }

    /** @param {string} words */
    #giveUp(words) {
        this.#trouble = words;
        this.#running = false;
        this.#draw();
        announce(words);
    }

    /** The mistakes, those that cost most first. */
    get #costliest() {
        return this.#decisions
            .filter(({verdict}) => verdict === "mistake" || verdict === "blunder")
            .sort((one, other) => other.cost - one.cost)
            .slice(0, shownMost);
    }

    /** @param {number} index */
    #choose(index) {
        this.#chosen = index;
        this.#picked = true;
        this.#draw();
    }

    /**
     * Looks at a decision that is listed elsewhere on the page.
     * @param {Decision} decision
     */
    #look(decision) {
        this.#choose(this.#decisions.indexOf(decision));
        this.place.querySelector(".review-look")?.scrollIntoView({block: "nearest"});
    }

    // ---- a decision in words

    /**
     * The table at a decision.
     * @param {Decision} decision
     * @returns {Scene}
     */
    #scene({view, points, legal, best}) {
        const {game, seat} = /** @type {Reviewed} */ (this.#match);
        return makeScene({game, view, seats: this.#seats, you: seat, points, legal, hint: best});
    }

    /** @param {Decision} decision */
    #said(decision) {
        const scene = this.#scene(decision),
            {move: number, played, best, before, after, verdict} = decision,
            made = scene.game.moveWords(played, scene),
            values = {number, before: percent(before), after: percent(after)};
        if (verdict === "only")
            return scene.say(message("Well played: move {number}, {played}, was the only good one."), {
                ...values,
                played: made,
            });
        if (verdict === "fine")
            return scene.say(message("Move {number}: {played}. The chance of winning is then {after}%."), {
                ...values,
                played: made,
            });
        return h(
            "span",
            {},
            h("strong", {class: "review-verdict"}, verdict === "blunder" ? message("Blunder") : message("Mistake")),
            message(": "),
            scene.say(
                message("move {number}, {played}. Better: {best}. The chance of winning fell from {before}% to {after}%."),
                {...values, played: made, best: scene.game.moveWords(best, scene)},
            ),
        );
    }

    /** @param {Decision} decision */
    #reasons(decision) {
        const scene = this.#scene(decision);
        return (
            decision.reasons.length > 0 &&
            h(
                "ul",
                {class: "review-reasons"},
                decision.reasons.map(part => h("li", {}, reasonWords(scene, part))),
            )
        );
    }

    /** @param {Decision} decision */
    #again({position, move}) {
        const seat = /** @type {Reviewed} */ (this.#match).seat;
        return button(message("Try again from here"), () => this.app.go(practiceAddress(position, seat)), {
            picture: "again",
            cls: "small",
            label: message("Try again from here, move {number}", {number: move}),
        });
    }

    // ---- the page

    #draw() {
        update(
            this.place,
            this.app.header(h("span", {class: "stretch"})),
            h(
                "main",
                {class: "lobby review"},
                h("h1", {}, message("Review"), this.#match && h("small", {}, gameName(this.#match))),
                this.#trouble ? this.#apology() : this.#match ? this.#body() : h("p", {class: "loading"}, message("Loading…")),
            ),
        );
    }

    #apology() {
        return [
            h("p", {class: "lead", role: "alert"}, this.#trouble),
            h(
                "div",
                {class: "row wrap"},
                button(message("Download the record"), () => saveRecord(this.home, this.table), {picture: "down"}),
                button(message("Back to the tables"), () => this.app.go("/"), {quiet: true, picture: "home"}),
            ),
        ];
    }

    /** @returns {Child} */
    #body() {
        return [
            this.#head(),
            this.#progress(),
            this.#decisions.length > 0 && this.#chart(),
            this.#decisions[this.#chosen] && this.#detail(this.#decisions[this.#chosen]),
            this.#costs(),
            this.#praise(),
            this.#decisions.length > 0 && this.#list(),
        ];
    }

    #head() {
        const {seat, unit} = /** @type {Reviewed} */ (this.#match),
            coins = unit === "coins";
        /** @param {Decision["verdict"]} verdict */
        const count = verdict => this.#decisions.filter(one => one.verdict === verdict).length;
        /** @type {Choice[]} */
        const seats = this.#seats.flatMap((sitter, at) =>
            sitter.who === "robot" ? [] : [/** @type {Choice} */ ([String(at), seatName(this.#seats, at)])],
        );
        return h(
            "section",
            {class: "stack review-sum"},
            h(
                "p",
                {class: "lead"},
                message("{name}. Decisions: {all}. Mistakes: {mistakes}. Blunders: {blunders}.", {
                    name: seatName(this.#seats, seat),
                    all: this.#decisions.length,
                    mistakes: count("mistake"),
                    blunders: count("blunder"),
                }),
            ),
            this.#luck &&
                h(
                    "div",
                    {class: "review-luck"},
                    luckWords(this.#luck, coins).map(words => h("p", {}, words)),
                    h("p", {class: "soft"}, luckDetails(this.#luck, coins)),
                ),
            h("p", {class: "soft"}, message("Every decision is judged only by what could be known at the time.")),
            field(
                message("Whose decisions"),
                select(seats, String(seat), chosen => this.app.go(reviewAddress(this.home, this.table, Number(chosen))), {
                    data: {focus: "seat"},
                }),
            ),
        );
    }

    #progress() {
        const {steps} = /** @type {Reviewed} */ (this.#match),
            words = message("Reviewing every decision: {done} of {all}", {done: this.#done, all: steps});
        if (this.#done >= steps) return null;
        return h(
            "div",
            {class: "row review-progress"},
            h("label", {class: "stretch stack"}, words, h("progress", {max: steps, value: this.#done})),
            this.#running
                ? button(message("Stop"), () => this.#pause(), {picture: "pause"})
                : button(message("Continue"), () => this.#run(), {picture: "play"}),
        );
    }

    #pause() {
        this.#running = false;
        this.#draw();
    }

    #chart() {
        const {winners, seat, decisions: all} = /** @type {Reviewed} */ (this.#match),
            chosen = Math.max(0, this.#chosen);
        return h(
            "section",
            {class: "chances", "aria-label": message("Chance of winning")},
            h("h2", {}, message("Chance of winning")),
            chancesChart(this.#decisions, all, chosen, winners.includes(seat), index => this.#choose(index)),
            h("input", {
                type: "range",
                class: "chances-range",
                min: 0,
                max: this.#decisions.length - 1,
                value: chosen,
                "aria-label": message("Decision"),
                "aria-valuetext": message("decision {at} of {all}", {at: chosen + 1, all}),
                data: {focus: "decision"},
                oninput: ({currentTarget: slider}) => slider instanceof HTMLInputElement && this.#choose(Number(slider.value)),
            }),
            chancesKey(),
        );
    }

    /** @param {Decision} decision */
    #detail(decision) {
        const {game} = /** @type {Reviewed} */ (this.#match),
            scene = this.#scene(decision),
            still = {...scene, legal: [], may: false};
        return h(
            "section",
            {class: "review-look", "aria-label": message("The table at this decision")},
            h("p", {role: "status", class: `review-said verdict-${decision.verdict}`}, this.#said(decision)),
            decision.verdict !== "fine" && this.#reasons(decision),
            decision.coins >= 0.1 &&
                h("p", {class: "soft"}, message("Effect on this deal, in coins: {coins}.", {coins: tenths(-decision.coins)})),
            h("div", {class: "row"}, this.#again(decision)),
            h(
                "div",
                {class: "felt replay-felt review-felt", data: {game}},
                arena(still),
                h("div", {class: "mine"}, plate(still, still.bottom), h("div", {class: "acting"}, still.game.hand(still))),
            ),
        );
    }

    #costs() {
        const worst = this.#costliest,
            over = this.#done >= /** @type {Reviewed} */ (this.#match).steps;
        if (!worst.length) return over && h("p", {class: "lead"}, message("Not a single mistake: well played!"));
        return h(
            "section",
            {class: "stack"},
            h("h2", {}, message("The costliest moves")),
            h(
                "ol",
                {class: "review-list"},
                worst.map(decision =>
                    h(
                        "li",
                        {class: `verdict-${decision.verdict}`, data: {key: decision.move}},
                        h("p", {}, this.#said(decision)),
                        this.#reasons(decision),
                        h("div", {class: "row wrap"}, this.#show(decision), this.#again(decision)),
                    ),
                ),
            ),
        );
    }

    #praise() {
        const right = this.#decisions.filter(({verdict}) => verdict === "only").slice(0, shownMost);
        return (
            right.length > 0 &&
            h(
                "ul",
                {class: "review-list praise"},
                right.map(decision => h("li", {class: "verdict-only"}, h("p", {}, this.#said(decision)), this.#show(decision))),
            )
        );
    }

    /** @param {Decision} decision */
    #show(decision) {
        return button(message("Show the table"), () => this.#look(decision), {
            picture: "eye",
            quiet: true,
            cls: "small",
            label: message("Show the table, move {number}", {number: decision.move}),
        });
    }

    #list() {
        /** @type {Record<Decision["verdict"], string>} */
        const words = {
            fine: "",
            only: message("the only good move"),
            mistake: message("mistake"),
            blunder: message("blunder"),
        };
        return h(
            "details",
            {class: "review-all"},
            h("summary", {}, message("As a table")),
            h(
                "div",
                {class: "review-scroll", tabindex: "0", role: "group", "aria-label": message("Every decision")},
                scoreTable(
                    message("Every decision"),
                    [message("Move"), message("Played"), message("Better"), message("Chance of winning"), message("Cost"), ""],
                    this.#decisions.map(decision => {
                        const scene = this.#scene(decision),
                            {move, played, best, before, after, cost, verdict} = decision;
                        return [
                            button(String(move), () => this.#look(decision), {
                                quiet: true,
                                cls: "small",
                                label: message("Show the table, move {number}", {number: move}),
                            }),
                            scene.game.moveWords(played, scene),
                            best === played ? "" : scene.game.moveWords(best, scene),
                            `${percent(before)}% → ${percent(after)}%`,
                            tenths(-100 * cost),
                            words[verdict],
                        ];
                    }),
                    this.#decisions.map(({verdict}) => `verdict-${verdict}`),
                ),
            ),
        );
    }

    leave() {
        this.#left = true;
        this.#teacher.stop();
    }
}

/**
 * Returns the function that leaves it.
 * @param {Room} app
 * @param {Room} home of the match
 * @param {HTMLElement} place
 * @param {string} table
 * @param {number} seat
 */
export function openReview(app, home, place, table, seat) {
    const page = new ReviewPage(app, home, place, table, seat);
    return () => page.leave();
}
