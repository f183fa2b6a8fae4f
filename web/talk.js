// Chat: phrases that every reader sees in their own language, free text where the table allows it, and mute.
import {h} from "./dom.js";
import {message} from "./messages.js";
import {button, complain} from "./ui.js";
import {keepSetting, setting} from "./settings.js";

const textLength = 200;

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

export const phraseWords = code => phrases[code]?.() ?? code;

export const muted = () => new Set(JSON.parse(setting("muted")));

export function setMuted(person, on) {
    const all = muted();
    if (on) all.add(person);
    else all.delete(person);
    keepSetting("muted", JSON.stringify([...all]));
}

export const talkLine = () =>
    h("input", {
        type: "text",
        maxlength: textLength,
        "aria-label": message("Say something"),
        placeholder: message("Say something"),
        autocomplete: "off",
        data: {focus: "talk-line"},
    });

// The panel: what was said, phrases, and a line to write where that is allowed.
export function talkPanel(room, id, state, said, line, redraw) {
    const send = async fields => {
        try {
            await room.connection.ask("talk", {table: id, ...fields});
        } catch (error) {
            if (fields.text && !line.value) line.value = fields.text; // not lost: it can be said again
            complain(error);
        }
    };
    const submit = event => {
        event.preventDefault();
        const text = line.value.trim();
        if (text) send({text});
        line.value = "";
    };
    const persons = state.seats.filter(seat => seat.who === "person" && seat.person !== room.person);
    const silent = muted();
    return h(
        "div",
        {class: "talk stack"},
        h("div", {class: "said"}, said),
        state.you?.seat !== null &&
            state.you?.seat !== undefined &&
            h(
                "div",
                {class: "phrases"},
                (room.welcome.phrases ?? []).map(code => button(phraseWords(code), () => send({phrase: code}), {cls: "small"})),
            ),
        state.chat &&
            state.you?.seat !== null &&
            state.you?.seat !== undefined &&
            h("form", {class: "row", onsubmit: submit}, line, h("button", {class: "button"}, message("Say it"))),
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
                            silent.has(seat.person) ? message("Hear again") : message("Mute"),
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
