// The past deals of the day, a month at a time: how many people have played each day, and which days the reader has played.
import {h, heard} from "../dom.js";
import {language, message, plural} from "../messages.js";
import {hasServer} from "../place.js";
import {button} from "../ui.js";
import {update} from "../update.js";
import {shownScore} from "./chart.js";
import {boards, dealAddress, playedDeals, playedOf, today} from "./deals.js";

/** @import {Deal, PlayedDeal} from "./deals.js" */

const firstMonth = "2000-01",
    /** Sundays begin the week where this language is mostly spoken. */
    sundayFirst = new Set(["en"]);

/** @type {(day: string, format: Intl.DateTimeFormatOptions) => string} */
const worded = (day, format) => new Intl.DateTimeFormat(language(), {...format, timeZone: "UTC"}).format(new Date(day));

/** @param {string} day */
export const dayWords = day => worded(day, {dateStyle: "long"});

/** @type {(day: string) => string} */
const monthOf = day => day.slice(0, 7);

/** @type {(month: string, by: number) => string} */
function monthAfter(month, by) {
    const date = new Date(`${month}-01`);
    date.setUTCMonth(date.getUTCMonth() + by);
    return monthOf(date.toISOString());
}

/**
 * The month in weeks of seven days; null for those of other months.
 * @param {string} month
 * @returns {(string | null)[][]}
 */
function weeksOf(month) {
    const first = new Date(`${month}-01`),
        count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate(),
        before = (first.getUTCDay() + (sundayFirst.has(language()) ? 0 : 6)) % 7,
        days = Array.from({length: count}, (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`),
        cells = [...Array(before).fill(null), ...days];
    while (cells.length % 7) cells.push(null);
    return Array.from({length: cells.length / 7}, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

export class Calendar {
    element = h("section", {class: "daily-past", "aria-labelledby": "daily-past"});
    /** @type {Map<string, PlayedDeal[]>} by month, as far as they were asked for */
    #played = new Map();
    #month;

    /**
     * @param {Deal} deal the one that the page is about
     * @param {() => void} told is called when it is known who has played
     */
    constructor(deal, told) {
        this.deal = deal;
        this.told = told;
        this.#month = monthOf(deal.day);
        this.#turn(0);
    }

    /** How many people have played a board of the page's day. @param {number} board */
    people(board) {
        return this.#of(this.deal.day).find(played => played.board === board)?.people ?? 0;
    }

    /** Looks again: a result may have been sent. */
    async refresh() {
        const month = this.#month;
        this.#played.set(month, await playedDeals(this.deal.game, month));
        this.#draw();
        this.told();
    }

    /** @param {number} by months */
    #turn(by) {
        this.#month = monthAfter(this.#month, by);
        this.#draw();
        this.refresh();
    }

    /** @param {string} day */
    #of(day) {
        return (this.#played.get(monthOf(day)) ?? []).filter(played => played.day === day);
    }

    /**
     * The reader's results of a day, as the server or this browser knows them.
     * @param {string} day
     */
    #own(day) {
        const {game} = this.deal,
            sent = this.#of(day);
        return Array.from({length: boards}, (_, i) => i + 1).flatMap(board => {
            const score = sent.find(played => played.board === board)?.own ?? playedOf({game, day, board}).score;
            return score === null ? [] : [{board, score}];
        });
    }

    /**
     * Where most people can be compared with: the board that most have played, of those that are new to the reader.
     * @param {string} day
     */
    #addressOf(day) {
        const {game} = this.deal,
            own = this.#own(day),
            most = this.#of(day)
                .filter(({board}) => !own.some(result => result.board === board))
                .sort((a, b) => b.people - a.people)[0];
        return dealAddress({game, day, board: (most ?? own[0])?.board});
    }

    /** @param {string | null} day */
    #cell(day) {
        if (!day || day > today()) return h("td", {}, day && h("span", {class: "soft"}, String(Number(day.slice(8)))));
        const people = this.#of(day).reduce((sum, played) => sum + played.people, 0),
            own = this.#own(day),
            words = [
                dayWords(day),
                people && plural("{n} result", "{n} results", people),
                own.length && `${message("you")}${message(": ")}${own.map(({score}) => shownScore(score)).join(", ")}`,
            ],
            said = words.filter(Boolean).join("; ");
        return h(
            "td",
            {},
            h(
                "a",
                {
                    href: this.#addressOf(day),
                    class: own.length ? "own" : "",
                    "aria-current": day === this.deal.day ? "date" : null,
                },
                heard(said),
                h(
                    "span",
                    {class: "daily-cell", "aria-hidden": "true", title: said},
                    h("span", {class: "daily-date"}, String(Number(day.slice(8)))),
                    h("span", {class: "daily-people"}, people ? String(people) : ""),
                ),
            ),
        );
    }

    #draw() {
        const weeks = weeksOf(this.#month),
            someWeek = Array.from({length: 7}, (_, i) => `2024-09-0${(sundayFirst.has(language()) ? 0 : 1) + i + 1}`); // from a Sunday
        update(
            this.element,
            h("h2", {id: "daily-past"}, message("Past deals")),
            hasServer &&
                h("p", {class: "soft"}, message("Play any past deal and compare your result with everyone who has played it.")),
            h(
                "div",
                {class: "row daily-turn"},
                button("", () => this.#turn(-1), {
                    picture: "back",
                    quiet: true,
                    cls: "before",
                    label: message("Previous month"),
                    disabled: this.#month <= firstMonth,
                }),
                h("h3", {"aria-live": "polite"}, worded(`${this.#month}-01`, {month: "long", year: "numeric"})),
                button("", () => this.#turn(1), {
                    picture: "next",
                    quiet: true,
                    cls: "after",
                    label: message("Next month"),
                    disabled: this.#month >= monthOf(today()),
                }),
            ),
            h(
                "table",
                {class: "daily-month"},
                h(
                    "thead",
                    {},
                    h(
                        "tr",
                        {},
                        someWeek.map(day =>
                            h(
                                "th",
                                {scope: "col", "aria-label": worded(day, {weekday: "long"})},
                                worded(day, {weekday: "narrow"}),
                            ),
                        ),
                    ),
                ),
                h(
                    "tbody",
                    {},
                    weeks.map(week =>
                        h(
                            "tr",
                            {},
                            week.map(day => this.#cell(day)),
                        ),
                    ),
                ),
            ),
        );
    }
}
