// The word trainer of Primo: letters are dealt, and the longest word is to be found.
import {h} from "../dom.js";
import {message} from "../messages.js";
import {button, field} from "../ui.js";
import {cardElement, packs} from "../cards.js";
import {scoreTable} from "../score.js";
import {Trainer} from "./trainer.js";

/** @import {Room} from "../page.d.ts" */
/** @import {LettersDealt} from "./teach.d.ts" */

class WordTrainer extends Trainer {
    /** @type {LettersDealt | null} */
    #dealt = null;
    #word = "";
    #said = ""; // about the last try
    #found = 0; // letters of the longest word found
    #over = false;

    /**
     * @param {Room} app
     * @param {HTMLElement} place
     */
    constructor(app, place) {
        super(app, place, "primo", message("Word trainer"));
        this.#next();
    }

    async #next() {
        /** @type {LettersDealt | null} */
        const dealt = await this.ask("teacher_letters");
        if (!dealt) return;
        this.#dealt = dealt;
        this.#word = this.#said = "";
        this.#found = 0;
        this.#over = false;
        this.#show();
        this.place.querySelector("input")?.focus();
    }

    async #try() {
        const {letters, longest} = /** @type {LettersDealt} */ (this.#dealt),
            word = this.#word.trim();
        if (!word || this.#over) return;
        /** @type {{fits: boolean, known: boolean, length: number, written: string} | null} */
        const told = await this.ask("teacher_word", [letters, word]);
        if (!told || this.#over) return;
        const {fits, known, length, written} = told;
        this.#word = "";
        if (!fits) this.#said = message("{word} cannot be made from these letters.", {word});
        else if (!known) this.#said = message("{word} is not in the dictionary.", {word});
        else if (length < longest) {
            this.#found = Math.max(this.#found, length);
            this.#said = message("{word} has {number} letters. There is a longer word.", {word: written, number: length});
        } else
            return this.#end(true, message("{word} has {number} letters. No word is longer.", {word: written, number: length}));
        this.#show();
        this.tell();
    }

    /**
     * @param {boolean} well
     * @param {string} words
     */
    #end(well, words) {
        if (well) this.#found = /** @type {LettersDealt} */ (this.#dealt).longest;
        this.#over = true;
        this.#said = words;
        this.count(well);
        this.#show();
        this.tell();
    }

    /** @param {string} letter */
    #add(letter) {
        this.#word += letter.toLowerCase();
        this.#show();
    }

    #show() {
        const {letters, longest} = /** @type {LettersDealt} */ (this.#dealt);
        this.draw(
            h("p", {class: "lead"}, message("What is the longest word you can lay?")),
            h(
                "div",
                {class: "trainer-cards letters-row"},
                [...letters].map((letter, i) =>
                    cardElement(packs.letters, letter, {
                        onclick: () => this.#add(letter),
                        "aria-disabled": this.#over ? "true" : null,
                        data: {focus: `letter-${i}`},
                    }),
                ),
            ),
            !this.#over &&
                h(
                    "form",
                    {
                        class: "row wrap trainer-form",
                        onsubmit: event => {
                            event.preventDefault();
                            void this.#try();
                        },
                    },
                    field(
                        message("Your word"),
                        h("input", {
                            type: "text",
                            value: this.#word,
                            maxlength: 20,
                            autocomplete: "off",
                            autocapitalize: "none",
                            spellcheck: "false",
                            lang: "fr",
                            data: {focus: "word"},
                            oninput: ({currentTarget: input}) => {
                                if (input instanceof HTMLInputElement) this.#word = input.value;
                            },
                        }),
                    ),
                    h("button", {class: "button primary"}, message("Lay the word")),
                    button(
                        message("Show the answer"),
                        () => this.#end(false, message("The longest word has {number} letters.", {number: longest})),
                        {quiet: true},
                    ),
                ),
            this.#said &&
                h(
                    "div",
                    {class: "stack trainer-answer"},
                    h("p", {class: this.#over && this.#found === longest ? "coach-right" : "coach-wrong"}, this.#said),
                    this.#over && this.#possible(),
                ),
        );
    }

    #possible() {
        const {words, counts} = /** @type {LettersDealt} */ (this.#dealt);
        return [
            h("p", {class: "trainer-words", lang: "fr"}, words.join(", ")),
            scoreTable(
                message("What was possible"),
                [message("Letters"), message("Words")],
                counts.flatMap((count, length) => (count ? [[length, count]] : [])).reverse(),
            ),
            h(
                "div",
                {class: "row"},
                button(message("New letters"), () => void this.#next(), {primary: true}),
            ),
        ];
    }
}

/**
 * Returns the function that leaves it.
 * @param {Room} app
 * @param {HTMLElement} place
 */
export function openWords(app, place) {
    const page = new WordTrainer(app, place);
    return () => page.leave();
}
