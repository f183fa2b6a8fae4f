// The deal of the day at a real table: the same cards, bots and dice for everybody; then one's result beside everyone else's.
import {h} from "../dom.js";
import {message, plural} from "../messages.js";
import {hasServer, root} from "../place.js";
import {announce, button, copy, field, notice, select} from "../ui.js";
import {gameFacts} from "../welcome.js";
import {TablePage} from "../table.js";
import {kept, update} from "../update.js";
import {TaughtRoom, tableId} from "./room.js";
import {CannotTell, Teacher} from "./teacher.js";
import {Calendar, dayWords} from "./calendar.js";
import {chart, picture, shownScore} from "./chart.js";
import {
    askDeal,
    askRival,
    boards,
    dealAddress,
    dealLink,
    keepPlayed,
    ownDeal,
    playedOf,
    resultsOf,
    sendResults,
    today,
} from "./deals.js";

/** @import {Child} from "../elements.d.ts" */
/** @import {Choice} from "../games/game.d.ts" */
/** @import {MakeRoom} from "../here.js" */
/** @import {Room} from "../page.d.ts" */
/** @import {Deal, Results} from "./deals.js" */
/** @import {DealtTable} from "./teach.d.ts" */

const againMs = 10_000; // before a result that could not be sent is tried again

class DailyPage {
    #teacher = new Teacher();
    #rival = new Teacher(); // strong thinks apart, so that nobody waits for it
    #left = false;
    #thinking = false;
    #again = 0; // the timer of another try to send the result
    /** @type {TablePage | null} */
    #table = null;
    /** @type {TaughtRoom | null} */
    #taught = null;
    /** @type {Results | null} */
    #results = null;

    /**
     * @param {Room} app
     * @param {MakeRoom} makeRoom
     * @param {HTMLElement} place
     * @param {Deal} deal
     */
    constructor(app, makeRoom, place, deal) {
        this.app = app;
        this.makeRoom = makeRoom;
        this.place = place;
        this.deal = deal;
        this.played = playedOf(deal);
        this.title = gameFacts(deal.game).title;
        this.calendar = new Calendar(deal, () => this.#draw());
        document.title = `${message("Deal of the day")} · ${this.title}`;
        if (this.played.score !== null) this.#finished();
        this.#draw();
    }

    // ---- before and after: no card is shown

    #draw() {
        if (this.#left) return;
        if (this.#table) {
            if (this.#table.known) this.#table.draw();
            return;
        }
        update(
            this.place,
            this.app.header(h("span", {class: "stretch"})),
            h(
                "main",
                {class: "lobby daily", id: "main"},
                h("h1", {}, message("Deal of the day")),
                h("p", {class: "lead daily-name"}, this.#name()),
                this.played.score === null ? this.#offer() : this.#result(),
                this.#others(),
                kept(this.calendar.element),
            ),
        );
    }

    #name() {
        const {game, day, board} = this.deal;
        return message("{game}, {day}, board {board}", {game: gameFacts(game).title, day: dayWords(day), board});
    }

    /** @returns {Child} */
    #offer() {
        return [
            h(
                "p",
                {},
                message(
                    "The same cards, the same bots and the same luck for everyone. Your result is your final lead over the best opposing side.",
                ),
            ),
            h(
                "p",
                {class: "row wrap"},
                button(this.played.moves.length ? message("Continue the deal") : message("Play the deal"), () => this.#play(), {
                    primary: true,
                    big: true,
                    picture: "play",
                }),
            ),
        ];
    }

    // Other boards and other days.
    #others() {
        const {game, day, board} = this.deal,
            /** @type {Choice[]} */
            choices = Array.from({length: boards}, (_, i) => {
                const people = this.calendar.people(i + 1);
                return [String(i + 1), people ? `${i + 1} · ${plural("{n} result", "{n} results", people)}` : String(i + 1)];
            }),
            go = (/** @type {Deal} */ deal) => this.app.go(root.pathname + dealAddress(deal));
        return h(
            "div",
            {class: "row wrap daily-others"},
            field(
                message("Day"),
                h("input", {
                    type: "date",
                    value: day,
                    max: today(),
                    onchange: event => {
                        const chosen = /** @type {HTMLInputElement} */ (event.target).value;
                        if (/^\d{4}-\d\d-\d\d$/.test(chosen) && chosen <= today()) go({game, day: chosen, board});
                    },
                }),
            ),
            field(
                message("Board"),
                select(choices, String(board), chosen => go({game, day, board: Number(chosen)})),
            ),
        );
    }

    // ---- at the table

    async #play() {
        try {
            await this.#step("").catch(error => {
                // Begun with another version of the page, whose moves are no longer possible: from the beginning.
                if (!(error instanceof CannotTell) || !this.played.moves.length) throw error;
                this.played = keepPlayed(this.deal, {moves: []});
                return this.#step("");
            });
        } catch (error) {
            console.warn(error);
            if (this.#left) return;
            notice(message("The deal cannot be shown right now."), {bad: true});
        }
    }

    /**
     * Makes the person's move, if there is one, and the bots' after it.
     * @param {string} move
     */
    async #step(move) {
        if (this.#thinking) return;
        this.#thinking = true;
        try {
            /** @type {DealtTable} */
            const dealt = await askDeal(this.#teacher, this.deal, this.played.moves, move);
            if (this.#left) return;
            if (!this.#taught) this.#sit(dealt);
            for (const {move: _, ...entry} of dealt.entries) this.#taught?.play(entry);
            this.played = keepPlayed(this.deal, {
                moves: [...this.played.moves, ...dealt.entries.map(entry => entry.move)],
                score: dealt.score,
            });
        } finally {
            this.#thinking = false;
        }
        if (this.played.score !== null) this.#finished();
        this.#draw();
    }

    /** @param {DealtTable} dealt */
    #sit({view, actors, points, legal, legal_more, winners, glance, ...setting}) {
        this.#taught = new TaughtRoom(
            this.makeRoom,
            this.app.welcome,
            {
                played: move => {
                    this.#step(move).catch(error => {
                        console.warn(error);
                        this.#draw();
                    });
                },
                stuck: () => notice(message("There are no hints in the deal of the day.")),
            },
            () => this.#words(),
        );
        this.#taught.set(setting, {view, actors, points, legal, legal_more, winners, glance});
        this.place.replaceChildren();
        this.#table = new TablePage(this.#taught.room, this.place, tableId);
        this.#table.enter();
    }

    /** @returns {Child} */
    #words() {
        return h(
            "section",
            {class: "coach daily-coach", "aria-label": message("Deal of the day")},
            h(
                "div",
                {class: "coach-words"},
                h("p", {class: "soft"}, `${message("Deal of the day")}${message(": ")}${this.#name()}`),
                this.played.score !== null && this.#result(),
            ),
            this.played.score !== null &&
                h(
                    "div",
                    {class: "row wrap coach-row"},
                    button(message("Go to the home page"), () => this.app.go(root.pathname), {quiet: true, cls: "small"}),
                ),
        );
    }

    // ---- the result

    async #finished() {
        const {rival} = this.played;
        if (rival === null)
            askRival(this.#rival, this.deal).then(
                ({score}) => {
                    this.played = keepPlayed(this.deal, {rival: score});
                    this.#draw();
                },
                error => console.warn(error),
            );
        addEventListener("online", this.#compare);
        await this.#compare();
    }

    #compare = async () => {
        clearTimeout(this.#again);
        await sendResults().catch(error => console.warn(error));
        this.#results = await resultsOf(this.deal);
        if (this.#left) return;
        this.played = playedOf(this.deal);
        this.calendar.refresh();
        if (hasServer && this.played.sent === "no") this.#again = setTimeout(this.#compare, againMs);
        this.#draw();
        announce(this.#summary().join(" "));
    };

    /** The result as sentences: for the page, for screen readers, and to be shared. */
    #told() {
        const {score, rival} = this.played,
            said = [message("Your result: {score}.", {score: shownScore(score ?? 0)})];
        if (rival !== null) said.push(message("The strong bot, with the same cards: {score}.", {score: shownScore(rival)}));
        if (this.#results && this.#results.percentile !== null)
            said.push(
                message("Better than {percent}% of the others. Results on this board: {people}.", {
                    percent: this.#results.percentile,
                    people: this.#results.people,
                }),
            );
        return said;
    }

    /** The same, and what became of it on the way to the server. */
    #summary() {
        const {sent} = this.played,
            said = this.#told();
        if (sent === "yes" && this.#results && this.#results.percentile === null)
            said.push(message("You are the first to play this board."));
        if (sent === "refused")
            said.push(message("The server did not accept the result: the match cannot have been played this way."));
        else if (hasServer && sent === "no") said.push(message("The result will be sent as soon as there is a connection."));
        return said;
    }

    /** @returns {Child} */
    #result() {
        const {score, rival} = this.played;
        return h(
            "div",
            {class: "daily-result"},
            this.#summary().map((sentence, i) => h("p", {class: i ? "" : "daily-score"}, sentence)),
            this.#results?.people ? chart(this.#results.scores, score ?? 0, rival) : null,
            h(
                "div",
                {class: "row wrap"},
                button(message("Share"), () => this.#share(), {picture: "share", cls: "small"}),
                button(message("Save the picture"), () => this.#save(), {picture: "down", quiet: true, cls: "small"}),
            ),
        );
    }

    /** Words and a link; neither tells a card. */
    #shared() {
        return [`${message("Deal of the day")}${message(": ")}${this.#name()}.`, ...this.#told(), dealLink(this.deal)].join(
            "\n",
        );
    }

    async #share() {
        const text = this.#shared();
        if (!navigator.share) return copy(text);
        try {
            const files = [await this.#picture()];
            await navigator.share(navigator.canShare?.({text, files}) ? {text, files} : {text});
        } catch (error) {
            if (error instanceof DOMException && error.name === "AbortError") return; // they changed their mind
            await copy(text);
        }
    }

    /** Everyone's results, or one's own as long as they are not known. */
    async #picture() {
        const {score, rival} = this.played,
            own = score ?? 0,
            {game, day, board} = this.deal,
            scores = this.#results?.people ? this.#results.scores : /** @type {[number, number][]} */ ([[own, 1]]),
            title = `${message("Deal of the day")}${message(": ")}${this.#name()}`,
            below = [...this.#told(), dealLink(this.deal)];
        return new File([await picture(scores, own, rival, title, below)], `araldo-${game}-${day}-${board}.png`, {
            type: "image/png",
        });
    }

    async #save() {
        const file = await this.#picture(),
            address = URL.createObjectURL(file);
        h("a", {href: address, download: file.name}).click();
        setTimeout(() => URL.revokeObjectURL(address), 1000);
    }

    leave() {
        this.#left = true;
        removeEventListener("online", this.#compare);
        clearTimeout(this.#again);
        this.#teacher.stop();
        this.#rival.stop();
        this.#table?.leave();
    }
}

/**
 * Opens the deal that the address names, or today's own. Returns the function that leaves it.
 * @param {Room} app
 * @param {MakeRoom} makeRoom
 * @param {HTMLElement} place
 * @param {{game: string, day?: string, board?: number}} wanted
 */
export async function openDaily(app, makeRoom, place, {game, day, board}) {
    const teacher = new Teacher(),
        deal = day && board ? {game, day, board} : await ownDeal(teacher, game, day ?? today());
    teacher.stop();
    const page = new DailyPage(app, makeRoom, place, deal);
    return () => page.leave();
}
