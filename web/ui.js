// Pieces that every part of the page uses: buttons, dialogs, notices, and screen-reader announcements.
import {h, append} from "./dom.js";
import {icon} from "./icons.js";
import {message} from "./messages.js";
import {Refused} from "./connection.js";
import {explain} from "./codes.js";
import {playSound} from "./sound.js";

export function button(words, onclick, {picture, quiet, big, primary, danger, label, pressed, disabled, title, cls = ""} = {}) {
    const kind = [cls, quiet && "quiet", big && "big", primary && "primary", danger && "danger", !words && "round"]
        .filter(Boolean)
        .join(" ");
    return h(
        "button",
        {
            type: "button",
            class: `button ${kind}`,
            onclick,
            "aria-label": label,
            title: title ?? (words ? null : label),
            "aria-pressed": pressed === undefined ? null : String(pressed),
            disabled,
        },
        picture && icon(picture),
        words && h("span", {}, words),
    );
}

let dialogs = 0;

// A dialog that goes when it is closed; `build` gets the function that closes it.
export function dialog(title, build, {wide, cls = ""} = {}) {
    const id = `dialog-${++dialogs}`;
    const close = () => box.close();
    const box = h(
        "dialog",
        {class: `dialog ${wide ? "wide" : ""} ${cls}`, "aria-labelledby": id, onclose: () => box.remove()},
        h(
            "div",
            {class: "dialog-head"},
            h("h2", {id}, title),
            button("", close, {picture: "close", quiet: true, label: message("Close")}),
        ),
        h("div", {class: "dialog-body"}),
    );
    // A click beside it closes it.
    box.addEventListener("pointerdown", event => event.target === box && close());
    append(box.lastChild, [build(close)]);
    document.body.append(box);
    box.showModal();
    return box;
}

export function notice(words, {bad} = {}) {
    const place = document.getElementById("notices");
    const note = h("p", {class: `notice ${bad ? "bad" : ""}`}, words);
    place.append(note);
    setTimeout(() => note.remove(), bad ? 7000 : 4500);
    // A dialog covers the notices: they move into it.
    const open = [...document.querySelectorAll("dialog[open]")].pop();
    if (open && place.parentElement !== open) open.append(place);
    else if (!open && place.parentElement !== document.body) document.body.append(place);
}

export function complain(error, words) {
    if (!(error instanceof Refused)) throw error;
    playSound("refuse");
    notice(words || explain(error.code), {bad: true});
}

const announcerLimit = 30;

export function announce(words) {
    const place = document.getElementById("announcer");
    place.append(h("p", {}, words.replace(/\s+/g, " ")));
    while (place.childElementCount > announcerLimit) place.firstChild.remove();
}

export function field(label, control, hint) {
    return h(
        "label",
        {class: "field"},
        h("span", {class: "field-label"}, label),
        control,
        hint && h("span", {class: "field-hint"}, hint),
    );
}

export function select(options, chosen, onchange, attributes = {}) {
    return h(
        "select",
        {...attributes, onchange: event => onchange(event.target.value)},
        options.map(([value, words]) => h("option", {value, selected: String(value) === String(chosen)}, words)),
    );
}

// A choice among few, as one row of buttons.
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

// Any number out of few, as one row of buttons; or always `count` of them: the one chosen longest ago makes room.
export function several(label, options, chosen, onchange, {count, id, hint}) {
    let order = options.map(([value]) => value).filter(value => chosen.includes(value));
    const change = value => {
        const before = order;
        if (!order.includes(value)) order = [...order, value].slice(count ? -count : 0);
        else if (!count) order = order.filter(other => other !== value);
        for (const input of place.querySelectorAll("input")) input.checked = order.includes(input.value);
        for (const [other, words] of options)
            if (count && before.includes(other) && !order.includes(other))
                announce(message("{choice} has made room.", {choice: words}));
        onchange(order);
    };
    const place = h(
        "fieldset",
        {class: "segments", "aria-describedby": hint ? `${id}-hint` : null},
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

export function toggle(label, on, onchange, hint) {
    return h(
        "label",
        {class: "toggle"},
        h("input", {type: "checkbox", role: "switch", checked: on, onchange: event => onchange(event.target.checked)}),
        h("span", {class: "toggle-words"}, label, hint && h("small", {}, hint)),
    );
}

export async function copy(words) {
    try {
        await navigator.clipboard.writeText(words);
        notice(message("Copied."));
    } catch {
        notice(words);
    }
}
