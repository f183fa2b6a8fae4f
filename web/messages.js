// The words of the page, in the reader's language.
// Messages are written in English in the sources, and that text is their name; translations come from the same catalogues as
// the program's (/messages/LANG.json). tools/pot.sh finds them by the words message, messageIn, plural, N_ and NC_, always with
// the text itself as a constant.

export const languages = {en: "English", it: "Italiano", fr: "Français", es: "Español", de: "Deutsch"};

const kept = "araldo.language";
let catalogue = {};
let pluralForms = ""; // a digit for each number from 0 to 199: server/catalogue.h
let spoken = "en";

export const language = () => spoken;
export const N_ = text => text;
export const NC_ = (context, text) => text;

// The one chosen by hand, else the first of the browser's that we speak.
export function preferred() {
    const chosen = localStorage.getItem(kept);
    if (chosen in languages) return chosen;
    const found = (navigator.languages ?? [navigator.language]).map(tag => tag.slice(0, 2).toLowerCase());
    return found.find(tag => tag in languages) ?? "en";
}

export async function speak(code, byHand = false) {
    if (byHand) localStorage.setItem(kept, code);
    let words = {};
    if (code !== "en") {
        const answer = await fetch(`/messages/${code}.json`);
        if (answer.ok) words = await answer.json();
    }
    const {"": header, ...messages} = words;
    catalogue = messages;
    pluralForms = header?.plural ?? "";
    spoken = code;
    document.documentElement.lang = code;
}

// Puts values into the {places} of a text. With `asNodes` the values may be elements and a list of nodes comes back.
export function fill(text, values = {}) {
    return text.replace(/\{([a-z_]+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

export function fillNodes(text, values = {}) {
    return text.split(/\{([a-z_]+)\}/).map((part, i) => (i % 2 ? (values[part] ?? `{${part}}`) : part));
}

// From 100 on only the last two digits of a number decide.
function form(entry, n) {
    if (!Array.isArray(entry)) return entry;
    return entry[Number(pluralForms[n < 200 ? n : 100 + (n % 100)])];
}

export function message(text, values) {
    const found = catalogue[text];
    return fill((Array.isArray(found) ? found[0] : found) ?? text, values);
}

export function messageIn(context, text, values) {
    return fill(catalogue[`${context}\u0004${text}`] ?? text, values);
}

export function plural(one, many, n, values) {
    return fill(form(catalogue[one], n) ?? (n === 1 ? one : many), {n, ...values});
}
