// Chat: phrases that every reader sees in their own language, free text where the table allows it, and mute.
import {h} from "./dom.js";
import {message} from "./messages.js";
import {button, complain} from "./ui.js";
import {keepSetting, setting} from "./settings.js";
import {limits} from "./welcome.js";
/** @import {Room} from "./page.d.ts" */
/** @import {PersonSeat, Phrase, TableMessage} from "./protocol.d.ts" */

/** @type {Record<Phrase, () => string>} */
const phrases = {
    hello: () => message("Hello!"),
    "good-luck": () => message("Good luck!"),
    "well-played": () => message("Well played!"),
    thanks: () => message("Thank you!"),
    sorry: () => message("Sorry!"),
    moment: () => message("One moment, please."),
    hurry: () => message("It is your turn!"),
    oops: () => message("Oops!"),
    yes: () => message("Yes."),
    no: () => message("No."),
    again: () => message("Another game?"),
    bye: () => message("Goodbye!"),
};

/** @param {Phrase} code */
export const phraseWords = code => phrases[code]?.() ?? code;

/** @returns {Set<string>} persons */
export const muted = () => new Set(JSON.parse(setting("muted")));

/**
 * @param {string} person
 * @param {boolean} on
 */
function setMuted(person, on) {
    const all = muted();
    if (on) all.add(person);
    else all.delete(person);
    keepSetting("muted", JSON.stringify([...all]));
}

const talkLine = () =>
    h("input", {
        type: "text",
        maxlength: limits().talk,
        "aria-label": message("Say something"),
        placeholder: message("Say something"),
        autocomplete: "off",
        data: {focus: "talk-line"},
    });

/**
 * The panel: what was said, phrases, and a line to write where that is allowed.
 * @param {Room} room
 * @param {TableMessage} state
 * @param {{name: string, words: string}[]} said
 * @param {() => void} redraw
 */
export function talkPanel(room, state, said, redraw) {
    const {table, you} = state;
    /** @param {Phrase} phrase */
    const sayPhrase = phrase => room.connection.ask({do: "talk", table, phrase}).catch(complain);
    /** @type {(line: HTMLInputElement, text: string) => void} */
    const sayText = (line, text) => {
        room.connection.ask({do: "talk", table, text}).catch(error => {
            line.value ||= text; // not lost: it can be said again
            complain(error);
        });
    };
    /** @param {SubmitEvent} event */
    const submit = event => {
        event.preventDefault();
        const line = event.currentTarget instanceof HTMLFormElement && event.currentTarget.querySelector("input");
        if (!line) return;
        const text = line.value.trim();
        if (text) sayText(line, text);
        line.value = "";
    };
    /** @type {PersonSeat[]} */
    const persons = state.seats.filter(seat => seat.who === "person").filter(seat => seat.person !== room.person);
    const silent = muted();
    return h(
        "div",
        {class: "talk stack"},
        h(
            "div",
            {class: "said"},
            said.map(({name, words}) => h("p", {}, h("strong", {}, name), " ", words)),
        ),
        you.seat !== null &&
            h(
                "div",
                {class: "phrases"},
                room.welcome.phrases.map(code => button(phraseWords(code), () => sayPhrase(code), {cls: "small"})),
            ),
        state.chat &&
            you.seat !== null &&
            h("form", {class: "row", onsubmit: submit}, talkLine(), h("button", {class: "button"}, message("Send"))),
        persons.length > 0 &&
            h(
                "ul",
                {class: "mutes"},
                persons.map(seat =>
                    h(
                        "li",
                        {class: "row"},
                        h("span", {class: "stretch"}, seat.name),
                        button(
                            silent.has(seat.person) ? message("Unmute") : message("Mute"),
                            () => {
                                setMuted(seat.person, !silent.has(seat.person));
                                redraw();
                            },
                            {
                                cls: "small",
                                quiet: true,
                                pressed: silent.has(seat.person),
                                picture: silent.has(seat.person) ? "mute" : "sound",
                            },
                        ),
                    ),
                ),
            ),
    );
}
