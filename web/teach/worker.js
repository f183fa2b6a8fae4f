// The worker in which the module that teaches runs, apart from the one that plays.
import {Module, fetchModule, fetchWords} from "../engine/module.js";

/** @import {Answered, Asked} from "./teach.d.ts" */

let pieces = "",
    why = "";
/** @type {Promise<Module> | null} */
let opening = null;
let hasWords = false;

const port = {
    write: () => {},
    send: () => {},
    close: () => {},
    load: () => {},
    share: () => {},
    /** @param {string} reason */
    damaged: reason => {
        why = reason;
    },
    /** @param {string} text */
    told: text => {
        pieces += text;
    },
};

/** @param {string} url */
const open = async url => new Module(await fetchModule(url), port);

/**
 * @param {Asked} asked
 * @returns {Promise<Answered>}
 */
async function answer({ask, module, words, call, texts, numbers}) {
    try {
        opening ??= open(module);
        const opened = await opening;
        if (words && !hasWords) {
            opened.setWords(await fetchWords(words));
            hasWords = true;
        }
        pieces = why = "";
        const made = opened.call(call, texts, ...numbers);
        return {ask, text: made === 0 ? null : pieces, made, why, refused: made === 0};
    } catch (error) {
        opening = null;
        return {ask, text: null, made: 0, why: String(error), refused: false};
    }
}

// One after the other: what is told is collected in one place.
/** @type {Promise<void>} */
let last = Promise.resolve();

/** @param {MessageEvent<Asked>} event */
onmessage = ({data}) => {
    last = last.then(async () => postMessage(await answer(data)));
};
