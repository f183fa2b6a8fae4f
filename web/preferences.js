// The dialog of settings: every choice shows at once, on the cards of the preview and on the page behind it.
import {h} from "./dom.js";
import {message, messageIn, languages, language} from "./messages.js";
import {dialog, field, segments, select, toggle} from "./ui.js";
import {applyTheme, keepSetting, setting} from "./settings.js";
import {backNames, frenchLooks, italianLooks} from "./cards/looks.js";
import {packs, picture, repaint} from "./cards.js";
import {playSound} from "./sound.js";
import {hasServer} from "./place.js";
/** @import {Child} from "./elements.d.ts" */
/** @import {SettingName} from "./settings.js" */

const samples = /** @type {const} */ ([
    ["italian", "7D"],
    ["italian", "1C"],
    ["italian", "9S"],
    ["italian", "?"],
    ["french", "Qh"],
    ["french", "9s"],
    ["letters", "K"],
]);

const preview = () =>
    h(
        "div",
        {class: "look-preview", role: "img", "aria-label": message("Preview")},
        samples.map(([kind, card]) => h("div", {class: `card ${kind}`}, picture(packs[kind], card))),
    );

/** @param {string} name */
function lookName(name) {
    switch (name) {
        case "naples":
            return message("Naples");
        case "piacenza":
            return message("Piacenza");
        case "treviso":
            return message("Treviso");
        case "four":
            return message("Four colours");
        default:
            return message("Red and black");
    }
}

/** @param {string} name */
function backName(name) {
    switch (name) {
        case "own":
            return message("Each pack’s own");
        case "lozenges":
            return message("Red diamonds");
        case "scales":
            return message("Blue waves");
        case "weave":
            return message("Green weave");
        default:
            return message("Night sky");
    }
}

/**
 * A row of buttons for a setting.
 * @param {SettingName} name
 * @param {string} label
 * @param {[value: string, words: string][]} choices
 */
const choose = (name, label, choices) =>
    segments(label, choices, setting(name), value => {
        keepSetting(name, value);
        applyTheme();
        repaint();
    });

/**
 * A switch for a setting that is "on" or something else.
 * @param {SettingName} name
 * @param {string} label
 * @param {string} [hint]
 * @param {{on?: string, off?: string}} [values]
 */
const flip = (name, label, hint, {on = "on", off = "off"} = {}) =>
    toggle(
        label,
        setting(name) === on,
        yes => {
            keepSetting(name, yes ? on : off);
            applyTheme();
            repaint();
        },
        hint,
    );

function loudness() {
    const slider = h("input", {
        type: "range",
        min: 0,
        max: 100,
        step: 5,
        value: setting("volume"),
        onchange: () => {
            keepSetting("volume", slider.value);
            playSound("take");
        },
    });
    return field(message("Volume"), slider);
}

/**
 * @param {string} title
 * @param {...Child} content
 */
const part = (title, ...content) => h("section", {class: "stack settings-part"}, h("h3", {}, title), ...content);

const look = () =>
    part(
        message("Cards and table"),
        preview(),
        choose(
            "italian",
            message("Italian cards"),
            italianLooks.map(({name}) => [name, lookName(name)]),
        ),
        choose(
            "french",
            message("French cards"),
            frenchLooks.map(({name}) => [name, lookName(name)]),
        ),
        choose(
            "back",
            message("Card backs"),
            backNames.map(name => [name, backName(name)]),
        ),
        choose("felt", message("Table"), [
            ["green", message("Green")],
            ["blue", message("Blue")],
            ["wine", message("Burgundy")],
            ["slate", message("Slate")],
            ["walnut", message("Walnut")],
        ]),
        flip("indices", message("Large print"), message("Bigger numbers and fewer pictures on the cards."), {
            on: "large",
            off: "normal",
        }),
    );

/**
 * @param {object} page
 * @param {(code: string) => void} page.changeLanguage
 * @param {() => Child} page.more what else belongs at the end
 */
export function preferences({changeLanguage, more}) {
    return dialog(
        message("Settings"),
        () =>
            h(
                "div",
                {class: "stack settings"},
                field(message("Language"), select(Object.entries(languages), language(), changeLanguage)),
                choose("theme", message("Colours"), [
                    ["auto", message("Same as device")],
                    ["light", message("Light")],
                    ["dark", message("Dark")],
                ]),
                choose("contrast", message("Contrast"), [
                    ["auto", message("Same as device")],
                    ["more", message("High")],
                ]),
                look(),
                part(
                    message("Sounds"),
                    flip("sound", message("Sounds")),
                    loudness(),
                    "vibrate" in navigator && flip("vibrate", message("Vibrate when it is my turn")),
                ),
                part(
                    message("At the table"),
                    choose("speed", message("Animations"), [
                        ["slow", messageIn("animations", "Slow")],
                        ["normal", messageIn("animations", "Normal")],
                        ["fast", messageIn("animations", "Fast")],
                        ["off", messageIn("animations", "Off")],
                    ]),
                    choose("sort", message("Sort my hand"), [
                        ["suit", message("By suit")],
                        ["rank", message("By rank")],
                    ]),
                    flip(
                        "counter",
                        message("Count the cards for me"),
                        message("In Primiera, the cards you have not seen yet are listed beside the table."),
                    ),
                    flip(
                        "confirm",
                        message("Tap twice to play"),
                        message("On a touch screen the first tap lifts a card, the second plays it."),
                    ),
                    hasServer &&
                        flip(
                            "here",
                            message("Play against bots in this browser"),
                            message(
                                "Works without a connection. When this is off, the bots run on the server. Takes effect the next time you open the page.",
                            ),
                        ),
                    choose("pace", message("Pace of the bots in this browser"), [
                        ["900", messageIn("pace", "calm")],
                        ["300", messageIn("pace", "quick")],
                        ["0", messageIn("pace", "instant")],
                    ]),
                    flip(
                        "shortcuts",
                        message("Keyboard shortcuts"),
                        message("Single-key shortcuts at the table; press ? there for a list."),
                    ),
                ),
                more(),
            ),
        {wide: true},
    );
}
