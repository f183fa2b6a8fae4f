// The page's end of the module that teaches: starts its worker when it is first needed, and asks it.
import {findFiles} from "../engine/link.js";
import {errorWords} from "../messages.js";
import {addressOf} from "../place.js";

/** @import {Answered, Asked} from "./teach.d.ts" */

/** What the module told, and what it returned. */
/** @typedef {{text: string, made: number}} Told */

/** Why the module will not tell something, now or later: one line. */
export class CannotTell extends Error {}

/** @type {ReturnType<typeof findFiles> | null} */
let finding = null;

/** What this build has for teaching; null where it cannot teach, because it has no module or the browser cannot run one. */
export async function teacherFiles() {
    finding ??= findFiles();
    const files = await finding;
    return files?.teacher ? {module: files.teacher, words: files.words} : null;
}

export class Teacher {
    /** @type {Worker | null} */
    #worker = null;
    /** @type {Map<number, {resolve: (told: Told) => void, reject: (why: Error) => void}>} */
    #asks = new Map();
    #numbers = 0;

    #start() {
        if (this.#worker) return this.#worker;
        const worker = new Worker(addressOf("assets/teach/worker.js"), {type: "module"});
        worker.onmessage = ({data}) => this.#hear(data);
        worker.onerror = () => this.stop();
        this.#worker = worker;
        return worker;
    }

    /** @param {Answered} answered */
    #hear({ask, text, made, why, refused}) {
        const asked = this.#asks.get(ask);
        this.#asks.delete(ask);
        if (text === null) asked?.reject(refused ? new CannotTell(errorWords(why)) : new Error(why));
        else asked?.resolve({text, made});
    }

    /** Ends whatever the worker does. */
    stop() {
        this.#worker?.terminate();
        this.#worker = null;
        for (const {reject} of this.#asks.values()) reject(new Error("stopped"));
        this.#asks.clear();
    }

    /**
     * @param {string} game whose words it may need
     * @param {string} call
     * @param {string[]} texts
     * @param {number[]} numbers
     * @returns {Promise<Told>}
     */
    async #call(game, call, texts, numbers) {
        const files = await teacherFiles();
        if (!files) throw new Error("there is no module that teaches");
        const ask = ++this.#numbers,
            words = game === "primo" && files.words ? addressOf(`assets/engine/${files.words}`) : null;
        /** @type {Asked} */
        const asked = {ask, module: addressOf(`assets/engine/${files.module}`), words, call, texts, numbers};
        return new Promise((resolve, reject) => {
            this.#asks.set(ask, {resolve, reject});
            this.#start().postMessage(asked);
        });
    }

    /**
     * Calls a function of the module; what it told, as JSON.
     * @param {string} game whose words it may need
     * @param {string} call
     * @param {string[]} texts
     * @param {...number} numbers
     * @returns {Promise<any>}
     */
    async ask(game, call, texts, ...numbers) {
        const {text} = await this.#call(game, call, texts, numbers);
        return JSON.parse(text);
    }

    /**
     * The same for a function that opens something: what it told, and the number by which further calls know what was opened.
     * @param {string} game
     * @param {string} call
     * @param {string[]} texts
     * @param {...number} numbers
     * @returns {Promise<{told: any, made: number}>}
     */
    async open(game, call, texts, ...numbers) {
        const {text, made} = await this.#call(game, call, texts, numbers);
        return {told: JSON.parse(text), made};
    }
}
