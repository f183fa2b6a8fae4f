// Keyboard shortcuts at a table, and the dialog that lists them.
import {find, findAll, h, typing} from "./dom.js";
import {message} from "./messages.js";
import {dialog, toggle} from "./ui.js";
import {keepSetting, setting} from "./settings.js";
import {showRules} from "./rules.js";
/** @import {TablePage} from "./table.js" */

export function showKeys() {
    const keys = [
        ["← →", message("move from card to card")],
        ["Enter", message("play the card or confirm the choice")],
        ["1 2 3 …", message("choose by number")],
        ["Esc", message("cancel the choice or close the hint")],
        ["H", message("Hint")],
        ["U", message("Take back")],
        ["R", message("Rules")],
        ["L", message("Game log")],
        ["T", message("Chat")],
        ["S", message("Score")],
        ["?", message("Keys")],
    ];
    dialog(message("Keys"), () =>
        h(
            "div",
            {class: "stack"},
            h(
                "dl",
                {class: "keys"},
                keys.map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words))),
            ),
            toggle(message("Keyboard shortcuts"), setting("shortcuts") === "on", on =>
                keepSetting("shortcuts", on ? "on" : "off"),
            ),
        ),
    );
}

/**
 * Presses the button of the bar with this label.
 * @param {TablePage} page
 * @param {string} label
 */
function press(page, label) {
    for (const button of page.place.querySelectorAll("button"))
        if (button.closest(".bar") && button.getAttribute("aria-label") === label && !button.disabled) return button.click();
}

/**
 * A digit takes a choice, or goes to a card of the hand.
 * @param {TablePage} page
 * @param {KeyboardEvent} event
 */
function pressDigit(page, event) {
    const found =
        find(page.place, `.choice [data-number="${event.key}"]`) ?? findAll(page.place, ".hand .card")[Number(event.key) - 1];
    if (!found) return;
    event.preventDefault();
    found.focus();
    if (found.closest(".choice")) found.click();
}

/**
 * @param {TablePage} page
 * @param {KeyboardEvent} event
 */
export function shortcut(page, event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && (page.options || page.hint)) {
        if (page.options) page.forgetOffer();
        else page.forgetHint();
        return;
    }
    if (typing(event) || setting("shortcuts") !== "on" || !page.known) return;
    if (/^[1-9]$/.test(event.key)) {
        pressDigit(page, event);
        return;
    }
    /** @type {Record<string, () => void>} */
    const doing = {
        h: () => press(page, message("Hint")),
        u: () => press(page, message("Take back")),
        r: () => showRules(page.state),
        "?": () => showKeys(),
        l: () => find(page.place, "#tab-log")?.click(),
        t: () => find(page.place, "#tab-talk")?.click(),
        s: () => find(page.place, "#tab-score")?.click(),
    };
    const act = doing[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
}
