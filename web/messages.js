// The words of the page, in the reader's language.
// Messages are written in English in the sources, and that text is their name; translations come from the same catalogues as
// the program's (/messages/LANG.json). tools/pot.sh finds them by the words message, messageIn, plural, N_ and NC_, always with
// the text itself as a constant.
import {keepSetting, setting} from "./settings.js";

/** @type {Record<string, string>} */
export const languages = {en: "English", it: "Italiano", fr: "Français", es: "Español", de: "Deutsch"};

/** @type {Record<string, string | string[]>} */
let catalogue = {}; // a list has the plural forms of a message
let pluralForms = ""; // a digit for each number from 0 to 199: server/catalogue.h
let spoken = "en";

export const language = () => spoken;
/** @param {string} text */
export const N_ = text => text;
/** @type {(context: string, text: string) => string} */
export const NC_ = (_context, text) => text;

// The one chosen by hand, else the first of the browser's that we speak.
export function preferred() {
    const chosen = setting("language");
    if (chosen in languages) return chosen;
    const found = (navigator.languages ?? [navigator.language]).map(tag => tag.slice(0, 2).toLowerCase());
    return found.find(tag => tag in languages) ?? "en";
}

/**
 * The header of a catalogue has no name.
 * @param {{"": {plural: string}, [text: string]: unknown}} words
 */
function readCatalogue({"": header, ...messages}) {
    catalogue = /** @type {typeof catalogue} */ (messages);
    pluralForms = header.plural;
}

/**
 * @param {string} code of the language
 * @param {boolean} byHand whether a person chose it: then it is kept
 */
export async function speak(code, byHand = false) {
    if (byHand) keepSetting("language", code);
    const answer = code === "en" ? null : await fetch(new URL(`../messages/${code}.json`, import.meta.url));
    readCatalogue(answer?.ok ? await answer.json() : {"": {plural: ""}});
    spoken = code;
    document.documentElement.lang = code;
}

/** @typedef {Record<string, string | number>} Values for the {places} of a text */

/**
 * Puts values into the {places} of a text.
 * @param {string} text
 * @param {Values} values
 */
export function fill(text, values = {}) {
    return text.replace(/\{([a-z_]+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/**
 * The same where the values may be elements: a list of what to append.
 * @param {string} text
 * @param {Record<string, string | number | Node>} values
 */
export function fillNodes(text, values = {}) {
    return text.split(/\{([a-z_]+)\}/).map((part, i) => (i % 2 ? (values[part] ?? `{${part}}`) : part));
}

/**
 * Of several plural forms the one for n. From 100 on only the last two digits of a number decide.
 * @param {string | string[] | undefined} entry
 * @param {number} n
 */
function form(entry, n) {
    if (!Array.isArray(entry)) return entry;
    return entry[Number(pluralForms[n < 200 ? n : 100 + (n % 100)])];
}

/**
 * @param {string} text
 * @param {Values} [values]
 */
export function message(text, values) {
    const found = catalogue[text];
    return fill((Array.isArray(found) ? found[0] : found) ?? text, values);
}

/**
 * @param {string} context tells messages apart that are the same in English
 * @param {string} text
 * @param {Values} [values]
 */
export function messageIn(context, text, values) {
    const found = catalogue[`${context}\u0004${text}`];
    return fill((Array.isArray(found) ? found[0] : found) ?? text, values);
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} n chooses between them, and is the value of {n}
 * @param {Values} [values]
 */
export function plural(one, many, n, values) {
    return fill(form(catalogue[one], n) ?? (n === 1 ? one : many), {n, ...values});
}

// ---- errors: the module's are one line of English, and known by their words, as in core/message.c

/** Fewer letters around its places do not tell which message a line is. */
const ownLettersMin = 10;

/**
 * The message that a line is, with its places filled; "" if it is none.
 * @param {string} line
 */
function translated(line) {
    let best = "",
        most = 0;
    for (const [text, told] of Object.entries(catalogue)) {
        const parts = text.split(/\{([a-z_]+)\}/),
            own = parts.filter((_part, i) => i % 2 === 0),
            words = own.join("");
        if (typeof told !== "string" || words.length <= most) continue;
        if (own.length > 1 && words.replace(/[^a-z]/gi, "").length < ownLettersMin) continue;
        const escaped = own.map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")),
            found = line.match(new RegExp(`^${escaped.join("(.*?)")}$`, "s"));
        if (!found) continue;
        best = fill(told, Object.fromEntries(own.slice(1).map((_part, i) => [parts[2 * i + 1], found[i + 1]])));
        most = words.length;
    }
    return best;
}

/**
 * An error in the reader's language, also behind words such as "line 3: ".
 * @param {string} line
 */
export function errorWords(line) {
    for (let at = 0, colon = 0; colon >= 0; at = colon + 2) {
        const words = translated(line.slice(at));
        if (words) return line.slice(0, at) + words;
        colon = line.indexOf(": ", at);
    }
    return line;
}

/**
 * Words of which any will do: "3, 4 or 5".
 * @param {(string | number)[]} words
 */
export const anyOf = words =>
    words.length < 2
        ? String(words[0] ?? "")
        : message("{list} or {last}", {list: words.slice(0, -1).join(", "), last: words[words.length - 1]});
