// Composing a word of Primo: which cards it takes, which move it is, and why it cannot be laid.
import {h} from "../../dom.js";
import {anyOf, message} from "../../messages.js";
import {packs, picture} from "../../cards.js";
import {announce} from "../../ui.js";
import {handOf} from "../common.js";
import {isLetter, needed, readWord, solo, topOf, writtenOf} from "./view.js";
/** @import {Memory, Scene} from "./primo.js" */

/** @typedef {{letter: string, star: boolean, missing: boolean}} Spelled a letter of the word that is written, and whether there is a card for it */

const pack = packs.letters;

/**
 * Which cards make the word that is written: letters of the hand (and of the top discard), stars for what is missing.
 * @param {string} text
 * @param {string[]} cards
 * @returns {{letters: Spelled[], pool: string[]}}
 */
export function spell(text, cards) {
    const pool = [...cards];
    /** @type {Spelled[]} */
    const out = [];
    const letters = text
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .toUpperCase()
        .replaceAll("Œ", "OE")
        .replaceAll("Æ", "AE");
    for (const {letter, star} of readWord(letters)) {
        const at = pool.indexOf(star ? "*" : letter),
            joker = at < 0 && !star ? pool.indexOf("*") : -1;
        if (at >= 0) pool.splice(at, 1);
        else if (joker >= 0) pool.splice(joker, 1);
        out.push({letter, star: star || (at < 0 && joker >= 0), missing: at < 0 && joker < 0});
    }
    return {letters: out, pool};
}

/** @param {{letter: string, star: boolean}[]} spelled */
const notation = spelled => spelled.map(({letter, star}) => (star ? `*${letter}` : letter)).join("");

/**
 * What is wrong with what is written, whatever the list of words says.
 * @param {Scene} scene
 * @param {Spelled[]} spelled
 */
function fault(scene, spelled) {
    const missing = spelled.filter(letter => letter.missing).map(({letter}) => letter),
        lengths = needed(scene);
    if (missing.length) return message("You do not have these letters: {letters}.", {letters: missing.join(" ")});
    if (!lengths.includes(spelled.length)) return message("Words must have {lengths} letters.", {lengths: anyOf(lengths)});
    const top = takesTop(scene) ? topOf(scene.position) : null;
    /** @param {Spelled} letter */
    const uses = ({letter, star}) => (top === "*" ? star : !star && letter === top);
    return top && !spelled.some(uses)
        ? message("Before you draw, a word must use the top discard, {letter}.", {letter: top})
        : "";
}

/**
 * The move for what is written: one of the legal list where that is whole, else written out for the room to judge.
 * @param {Scene} scene
 * @param {Spelled[]} spelled
 */
function wordMove(scene, spelled) {
    const text = notation(spelled),
        prefixes = ["word:", "take+word:"];
    const listed = prefixes.map(prefix => prefix + text).find(move => scene.legal.includes(move));
    if (listed) return listed;
    const bare = bareWord(text);
    const same = scene.legal.find(move => /word:/.test(move) && bareWord(move) === bare);
    if (same) return same;
    if (!scene.more || fault(scene, spelled)) return null;
    return (scene.legal.includes("draw") ? "take+word:" : "word:") + text;
}

/** @param {string} move */
const bareWord = move => move.replace(/^.*word:/, "").replaceAll("*", "");
/** @param {string} move */
export const notAWord = move => message("{word} is not in the dictionary.", {word: bareWord(move)});

/**
 * Why what is written cannot be laid. While it may yet become a word it is too early to say.
 * @param {Scene} scene
 * @param {Spelled[]} spelled
 */
function doubt(scene, spelled) {
    const length = spelled.length,
        bare = bareWord(notation(spelled)),
        early =
            length < Math.min(...needed(scene)) ||
            scene.legal.some(move => /word:/.test(move) && bareWord(move).startsWith(bare));
    if (!length || (early && !spelled.some(({missing}) => missing)) || wordMove(scene, spelled)) return "";
    if (!solo(scene.position) && writtenOf(scene, scene.bottom).includes(length))
        return message("You already have a word of {length} letters.", {length});
    return fault(scene, spelled) || notAWord(bare);
}

/** @param {Scene} scene */
export const maySpell = scene => scene.may && (scene.more || scene.legal.some(move => /^(take\+)?word:/.test(move)));
/** @param {Scene} scene */
export const takesTop = scene => scene.legal.includes("draw");

/**
 * Read out once the typing pauses.
 * @param {Memory} memory
 * @param {string} words
 */
function sayLater(memory, words) {
    if (words === memory.doubt) return;
    memory.doubt = words;
    clearTimeout(memory.doubtTimer);
    if (words) memory.doubtTimer = setTimeout(() => announce(words), 800);
}

/**
 * The line where a word is written; null while none can be.
 * @param {Scene} scene
 */
export function composer(scene) {
    if (!maySpell(scene)) return null;
    const {memory} = scene,
        top = takesTop(scene) ? topOf(scene.position) : undefined,
        cards = [...handOf(scene.position, scene.bottom).cards, ...(top ? [top] : [])].filter(isLetter);
    const spelled = spell(memory.word ?? "", cards).letters,
        move = spelled.length ? wordMove(scene, spelled) : null;
    const lay = () => {
        if (!move) return;
        memory.word = "";
        scene.act(move);
    };
    const why = doubt(scene, spelled);
    sayLater(memory, why);
    const input = h("input", {
        type: "text",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        class: "word-input",
        "aria-label": message("Write a word"),
        "aria-describedby": why ? "doubt" : null,
        placeholder: message("Write a word"),
        maxlength: 2 * Math.max(...needed(scene)), // a star before each letter
        value: memory.word ?? "",
        data: {focus: "word"},
        oninput: ({currentTarget: line}) => {
            memory.word = line instanceof HTMLInputElement ? line.value.replace(/[^\p{L}*]/gu, "") : "";
            scene.redraw();
        },
        onkeydown: event => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            lay();
        },
    });
    const write = h(
        "button",
        {
            type: "button",
            class: `button primary ${move && scene.hint === move ? "marked" : ""}`,
            disabled: !move,
            data: {focus: "write"},
            onclick: lay,
        },
        message("Lay the word"),
    );
    const line = h(
        "div",
        {class: "composer", data: {drop: "word"}},
        h(
            "div",
            {class: "composed", "aria-hidden": "true"},
            spelled.map(({letter, star, missing}, i) =>
                h(
                    "button",
                    {
                        type: "button",
                        tabindex: "-1",
                        class: `card letters ${missing ? "missing" : ""} ${star ? "star" : ""}`,
                        onclick: () => {
                            memory.word = notation(spelled.filter((_, at) => at !== i));
                            scene.redraw();
                        },
                    },
                    picture(pack, letter),
                ),
            ),
        ),
        input,
        write,
        memory.word &&
            h(
                "button",
                {
                    type: "button",
                    class: "button quiet",
                    data: {focus: "clear"},
                    onclick: () => {
                        memory.word = "";
                        scene.redraw();
                    },
                },
                message("Clear"),
            ),
    );
    return h("div", {class: "composing"}, line, why && h("p", {class: "doubt", id: "doubt"}, why));
}
