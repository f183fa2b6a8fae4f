// The odds trainer of Primero: a hand is dealt, a chance is estimated, and the exact answer comes from counting.
import {h} from "../dom.js";
import {fillNodes, language, message} from "../messages.js";
import {button, field} from "../ui.js";
import {cardElement, chips, packs} from "../cards.js";
import {scoreTable} from "../score.js";
import {Trainer} from "./trainer.js";

/** @import {Room} from "../page.d.ts" */
/** @import {OddsQuestion} from "./teach.d.ts" */

const near = 5; // percentage points: an estimate as close as this is a good one

/** @param {number} share */
const percentWords = share =>
    share.toLocaleString(language(), {style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1});

class OddsTrainer extends Trainer {
    /** @type {OddsQuestion | null} */
    #question = null;
    #guess = 50;
    #answered = false;

    /**
     * @param {Room} app
     * @param {HTMLElement} place
     */
    constructor(app, place) {
        super(app, place, "primero", message("Odds trainer"));
        this.#next();
    }

    async #next() {
        /** @type {OddsQuestion | null} */
        const question = await this.ask("teacher_odds");
        if (!question) return;
        this.#question = question;
        this.#guess = 50;
        this.#answered = false;
        this.#show();
        this.place.querySelector("input")?.focus();
    }

    #answer() {
        if (this.#answered) return;
        this.#answered = true;
        this.count(this.#off <= near);
        this.#show();
        this.tell();
    }

    /** How far the estimate is from the truth, in whole percentage points. */
    get #off() {
        const {good, all} = /** @type {OddsQuestion} */ (this.#question);
        return Math.round(Math.abs(this.#guess - (100 * good) / all));
    }

    #show() {
        const {kind, hand, thrown, goal} = /** @type {OddsQuestion} */ (this.#question),
            words =
                kind === "draw"
                    ? message("You hold these four cards and exchange {cards}. How likely are you to get a {hand} or better?")
                    : message("You hold these four cards. How likely are they to beat another player’s four cards?");
        this.draw(
            h("p", {class: "lead"}, fillNodes(words, {cards: chips(packs.french, thrown), hand: goal})),
            h(
                "div",
                {class: "trainer-cards"},
                hand.map(card => cardElement(packs.french, card, {class: thrown.includes(card) ? "thrown" : ""})),
            ),
            h(
                "form",
                {
                    class: "stack",
                    onsubmit: event => {
                        event.preventDefault();
                        this.#answer();
                    },
                },
                field(
                    message("Your estimate: {percent}%", {percent: this.#guess}),
                    h("input", {
                        type: "range",
                        min: 0,
                        max: 100,
                        value: this.#guess,
                        disabled: this.#answered,
                        "aria-valuetext": `${this.#guess}%`,
                        data: {focus: "guess"},
                        oninput: ({currentTarget: slider}) => {
                            if (!(slider instanceof HTMLInputElement)) return;
                            this.#guess = Number(slider.value);
                            this.#show();
                        },
                    }),
                ),
                !this.#answered && h("div", {class: "row"}, h("button", {class: "button primary"}, message("Answer"))),
            ),
            this.#answered && this.#truth(),
        );
    }

    #truth() {
        const {kind, good, all, types} = /** @type {OddsQuestion} */ (this.#question),
            well = this.#off <= near;
        return h(
            "section",
            {class: "stack trainer-answer"},
            h(
                "p",
                {class: well ? "coach-right" : "coach-wrong"},
                message("It is {percent}: {good} of the {all} ways the unseen cards can fall.", {
                    percent: percentWords(good / all),
                    good: good.toLocaleString(language()),
                    all: all.toLocaleString(language()),
                }),
                " ",
                message("Percentage points off: {number}.", {number: this.#off}),
            ),
            h("p", {class: "soft"}, message("You see 4 of the 40 cards; each of the other 36 is equally likely.")),
            scoreTable(
                kind === "draw" ? message("What you may end up with") : message("What the other player may hold"),
                [message("Kind of hand"), message("Ways"), message("Chance")],
                types
                    .filter(({count}) => count > 0)
                    .map(({name, count}) => [name, count.toLocaleString(language()), percentWords(count / all)]),
            ),
            h(
                "div",
                {class: "row"},
                button(message("Next question"), () => void this.#next(), {primary: true}),
            ),
        );
    }
}

/**
 * Returns the function that leaves it.
 * @param {Room} app
 * @param {HTMLElement} place
 */
export function openOdds(app, place) {
    const page = new OddsTrainer(app, place);
    return () => page.leave();
}
