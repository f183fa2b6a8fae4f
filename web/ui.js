// Pieces that every part of the page uses: buttons, dialogs, notices, and screen-reader announcements.
import {append, byId, findAll, h} from "./dom.js";
import {icon} from "./icons.js";
import {message} from "./messages.js";
import {Refused} from "./connection.js";
import {explain} from "./codes.js";
import {playSound} from "./sound.js";
/** @import {Attributes, Child} from "./elements.d.ts" */
/** @import {Choice} from "./games/game.d.ts" */
/** @import {IconName} from "./icons.js" */

/**
 * @typedef {object} ButtonLook
 * @property {IconName} [picture]
 * @property {boolean} [quiet]
 * @property {boolean} [big]
 * @property {boolean} [primary]
 * @property {boolean} [danger]
 * @property {string} [label] read out instead of the words
 * @property {boolean} [pressed]
 * @property {boolean} [disabled]
 * @property {string} [cls] more classes
 */

/**
 * @param {string} words "" for a round button with a picture alone
 * @param {() => void} onclick
 * @param {ButtonLook} look
 */
export function button(words, onclick, {picture, quiet, big, primary, danger, label, pressed, disabled, cls = ""} = {}) {
    const kind = [cls, quiet && "quiet", big && "big", primary && "primary", danger && "danger", !words && "round"]
        .filter(Boolean)
        .join(" ");
    return h(
        "button",
        {
            type: "button",
            class: `button ${kind}`,
            onclick: () => onclick(),
            "aria-label": label,
            title: words ? null : label,
            "aria-pressed": pressed === undefined ? null : String(pressed),
            disabled,
        },
        picture && icon(picture),
        words && h("span", {}, words),
    );
}

let dialogs = 0;

/**
 * A dialog that goes when it is closed; `build` gets the function that closes it.
 * @param {string} title
 * @param {(close: () => void) => Child} build
 * @param {{wide?: boolean, cls?: string}} look
 */
export function dialog(title, build, {wide, cls = ""} = {}) {
    const id = `dialog-${++dialogs}`;
    const close = () => box.close();
    const body = h("div", {class: "dialog-body"});
    const box = h(
        "dialog",
        {class: `dialog ${wide ? "wide" : ""} ${cls}`, "aria-labelledby": id, onclose: () => box.remove()},
        h(
            "div",
            {class: "dialog-head"},
            h("h2", {id}, title),
            button("", close, {picture: "close", quiet: true, label: message("Close")}),
        ),
        body,
    );
    // A click beside it closes it.
    box.addEventListener("pointerdown", event => event.target === box && close());
    append(body, [build(close)]);
    document.body.append(box);
    box.showModal();
    return box;
}

/**
 * @param {string} words
 * @param {{bad?: boolean}} look
 */
export function notice(words, {bad} = {}) {
    const place = byId("notices");
    const note = h("p", {class: `notice ${bad ? "bad" : ""}`}, words);
    place.append(note);
    setTimeout(() => note.remove(), bad ? 7000 : 4500);
    // A dialog covers the notices: they move into it.
    const open = findAll(document, "dialog[open]").pop();
    if (open && place.parentElement !== open) open.append(place);
    else if (!open && place.parentElement !== document.body) document.body.append(place);
}

/**
 * Takes notices back because the page itself says the same.
 * @param {string} words
 */
export function retract(words) {
    for (const note of findAll(byId("notices"), ".notice")) if (note.textContent === words) note.remove();
}

/**
 * Says why the room refused something.
 * @param {unknown} error
 * @param {string | null} [words] instead of those of its code
 */
export function complain(error, words) {
    if (!(error instanceof Refused)) throw error;
    playSound("refuse");
    notice(words || explain(error.code), {bad: true});
}

const announcerLimit = 30;

/**
 * Reads words out.
 * @param {string} words
 */
export function announce(words) {
    const place = byId("announcer");
    place.append(h("p", {}, words.replace(/\s+/g, " ")));
    while (place.childElementCount > announcerLimit) place.firstChild?.remove();
}

/**
 * @param {string} label
 * @param {Child} control
 * @param {string | false | null} [hint]
 */
export function field(label, control, hint) {
    return h(
        "label",
        {class: "field"},
        h("span", {class: "field-label"}, label),
        control,
        hint && h("span", {class: "field-hint"}, hint),
    );
}

/**
 * @template {string | number} Value
 * @param {[value: Value, words: string | number][]} options
 * @param {Value} chosen
 * @param {(value: Value) => void} onchange
 * @param {Attributes} attributes
 */
export function select(options, chosen, onchange, attributes = {}) {
    return h(
        "select",
        {
            ...attributes,
            onchange: ({currentTarget: control}) =>
                control instanceof HTMLSelectElement && onchange(options[control.selectedIndex][0]),
        },
        options.map(([value, words]) => h("option", {value, selected: value === chosen}, words)),
    );
}

/**
 * A choice among few, as one row of buttons.
 * @param {string} label
 * @param {Choice[]} options
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function segments(label, options, chosen, onchange) {
    const name = `segment-${++dialogs}`;
    return h(
        "fieldset",
        {class: "segments"},
        h("legend", {}, label),
        options.map(([value, words]) =>
            h(
                "label",
                {},
                h("input", {type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value)}),
                h("span", {}, words),
            ),
        ),
    );
}

/**
 * Any number out of few, as one row of buttons; or always `count` of them: the one chosen longest ago makes room.
 * @param {string} label
 * @param {Choice[]} options
 * @param {string[]} chosen
 * @param {(chosen: string[]) => void} onchange
 * @param {{count?: number, id: string, hint?: string | false}} look
 */
export function several(label, options, chosen, onchange, {count, id, hint}) {
    let order = options.map(([value]) => value).filter(value => chosen.includes(value));
    /** @param {string} value */
    const change = value => {
        const before = order;
        if (!order.includes(value)) order = [...order, value].slice(count ? -count : 0);
        else if (!count) order = order.filter(other => other !== value);
        for (const input of place.querySelectorAll("input")) input.checked = order.includes(input.value);
        for (const [other, words] of options)
            if (count && before.includes(other) && !order.includes(other))
                announce(message("{choice} was deselected to make room.", {choice: words}));
        onchange(order);
    };
    const place = h(
        "fieldset",
        {class: "segments", id, "aria-describedby": hint ? `${id}-hint` : null},
        h("legend", {}, label),
        options.map(([value, words]) =>
            h(
                "label",
                {},
                h("input", {
                    type: "checkbox",
                    id: `${id}-${value}`,
                    value,
                    checked: order.includes(value),
                    onchange: () => change(value),
                }),
                h("span", {}, words),
            ),
        ),
        hint && h("span", {class: "field-hint", id: `${id}-hint`}, hint),
    );
    return place;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} onchange
 * @param {string} [hint]
 */
export function toggle(label, on, onchange, hint) {
    const input = h("input", {type: "checkbox", role: "switch", checked: on, onchange: () => onchange(input.checked)});
    return h("label", {class: "toggle"}, input, h("span", {class: "toggle-words"}, label, hint && h("small", {}, hint)));
}

/** @param {string} words */
export async function copy(words) {
    try {
        await navigator.clipboard.writeText(words);
        notice(message("Copied."));
    } catch {
        notice(words);
    }
}
