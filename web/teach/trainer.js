// What the two trainers share: the page around a question, the score kept in the browser, and the module that asks.
import {h} from "../dom.js";
import {update} from "../update.js";
import {message} from "../messages.js";
import {announce, notice} from "../ui.js";
import {keepSetting, setting} from "../settings.js";
import {Teacher} from "./teacher.js";

/** @import {Child} from "../elements.d.ts" */
/** @import {Room} from "../page.d.ts" */

/** @typedef {{solved: number, row: number, best: number}} Score how many were answered well, how many in a row, and the longest row */

/** @returns {Record<string, Partial<Score>>} */
function keptAll() {
    try {
        const all = JSON.parse(setting("trainers"));
        return all && typeof all === "object" ? all : {};
    } catch {
        return {};
    }
}

export class Trainer {
    #teacher = new Teacher();
    #left = false;

    /**
     * @param {Room} app
     * @param {HTMLElement} place
     * @param {string} game
     * @param {string} title
     */
    constructor(app, place, game, title) {
        this.app = app;
        this.place = place;
        this.game = game;
        this.title = title;
        /** @type {Score} */
        this.score = {solved: 0, row: 0, best: 0, ...keptAll()[game]};
        document.title = `${title} · Araldo`;
        this.draw(h("p", {class: "loading"}, message("Loading…")));
    }

    /**
     * Asks the module; null if it cannot tell, which is then said, or if the page was left meanwhile.
     * @param {string} call
     * @param {string[]} texts
     * @returns {Promise<any>}
     */
    async ask(call, texts = []) {
        try {
            const told = await this.#teacher.ask(this.game, call, texts);
            return this.#left ? null : told;
        } catch (error) {
            if (this.#left) return null;
            console.warn(error);
            notice(message("The trainer cannot be shown right now."), {bad: true});
            this.app.go("/");
            return null;
        }
    }

    /** @param {boolean} well */
    count(well) {
        const {solved, row, best} = this.score;
        this.score = well ? {solved: solved + 1, row: row + 1, best: Math.max(best, row + 1)} : {solved, row: 0, best};
        keepSetting("trainers", JSON.stringify({...keptAll(), [this.game]: this.score}));
    }

    /** @param {...Child} children */
    draw(...children) {
        update(
            this.place,
            this.app.header(h("span", {class: "stretch"})),
            h(
                "main",
                {class: "lobby trainer"},
                h("h1", {}, this.title),
                h(
                    "p",
                    {class: "soft"},
                    message("Current streak: {row}. Longest streak: {best}. Solved: {solved}.", this.score),
                ),
                children,
            ),
        );
    }

    /** Reads out what became of an answer. */
    tell() {
        announce(this.place.querySelector(".trainer-answer")?.textContent ?? "");
    }

    leave() {
        this.#left = true;
        this.#teacher.stop();
    }
}
