// Shows a game's rules in the reader's language: plain text with headings, lists and tables (docs/translating.md).
import {h} from "./dom.js";
import {message, language} from "./messages.js";
import {dialog} from "./ui.js";

/** @param {string[]} lines */
function paragraph(lines) {
    if (lines[1] && /^=+$/.test(lines[1])) return null; // the title stands on the dialog
    if (lines[1] && /^-+$/.test(lines[1]) && lines.length === 2) return h("h3", {}, lines[0]);
    if (lines.every(line => line.startsWith("    ")))
        return h("pre", {tabindex: "0"}, lines.map(line => line.slice(4)).join("\n"));
    if (/^(- |\d+\. )/.test(lines[0])) {
        /** @type {string[]} */
        const items = [];
        for (const line of lines) {
            if (/^(- |\d+\. )/.test(line)) items.push(line.replace(/^(- |\d+\. )/, ""));
            else items[items.length - 1] += ` ${line.trim()}`;
        }
        return h(
            lines[0].startsWith("-") ? "ul" : "ol",
            {},
            items.map(item => h("li", {}, item)),
        );
    }
    return h("p", {}, lines.join(" "));
}

/** @param {string} text */
function readRules(text) {
    return text
        .split(/\n\s*\n/)
        .map(block => block.split("\n").filter(line => line.trim()))
        .filter(lines => lines.length)
        .map(paragraph)
        .filter(Boolean);
}

/** @param {string} game */
export async function showRules(game) {
    const answer = await fetch(`/rules/${game}.${language()}.txt`);
    const text = answer.ok ? await answer.text() : message("The rules cannot be shown right now.");
    dialog(text.split("\n")[0], () => h("article", {class: "rules"}, readRules(text)), {wide: true});
}
