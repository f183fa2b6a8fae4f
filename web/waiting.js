// A table before its match: the seats, the link for friends, and what its maker can arrange.
import {h} from "./dom.js";
import {message, messageIn} from "./messages.js";
import {button, copy, select} from "./ui.js";
import {clockName, hintsName, levelName} from "./newtable.js";
import {drawingOf, gameName} from "./known.js";
import {optionWords} from "./options.js";
import {seatName} from "./stage.js";
import {freshSalt} from "./salt.js";
import {picture} from "./cards.js";
import {icon} from "./icons.js";
import {faceOf} from "./characters.js";
/** @import {Room} from "./page.d.ts" */
/** @import {Level, Seat, TableMessage, TableRequest, Without} from "./protocol.d.ts" */

/** @typedef {(wanted: Without<TableRequest, "key" | "table">) => void} Asks sends a request about this table */

/** @param {Seat} sitter */
function seatState(sitter) {
    if (sitter.who === "open") return message("open");
    if (sitter.who === "robot") return message("plays automatically");
    if (sitter.who === "bot") return message("bot, {level}", {level: levelName(sitter.level)});
    const ready = sitter.ready ? message("ready") : message("not ready yet");
    return sitter.here ? ready : `${ready} · ${message("away")}`;
}

/**
 * @param {Room} room
 * @param {TableMessage} state
 * @param {number} seat
 * @param {Asks} request
 */
function seatRow(room, state, seat, request) {
    const sitter = state.seats[seat],
        face = faceOf(sitter, seat),
        {seat: mine, maker} = state.you;
    /** @type {["" | "open" | `bot:${Level}`, string][]} */
    const changes = [["", message("Change…")]];
    if (sitter.who !== "open") changes.push(["open", message("open the seat")]);
    for (const level of room.welcome.levels) changes.push([`bot:${level}`, message("bot, {level}", {level: levelName(level)})]);
    return h(
        "li",
        {class: `seat-row ${sitter.who}`},
        h(
            "span",
            {class: `avatar ${face ? "has-face" : ""}`, vars: {seat: `var(--seat-${seat})`}, "aria-hidden": "true"},
            face ??
                (sitter.who === "person" ? [...sitter.name][0]?.toUpperCase() : icon(sitter.who === "open" ? "plus" : "bot")),
        ),
        h(
            "span",
            {class: "stretch"},
            h(
                "strong",
                {},
                sitter.who === "open"
                    ? message("Seat {number}", {number: seat + 1})
                    : seat === mine && sitter.who === "person"
                      ? message("{name} (you)", {name: sitter.name})
                      : seatName(state.seats, seat),
            ),
            h("small", {}, seatState(sitter)),
        ),
        sitter.who === "open" &&
            mine === null &&
            button(message("Sit here"), () => request({do: "sit", seat}), {primary: true, cls: "small"}),
        maker &&
            seat !== mine &&
            sitter.who !== "robot" &&
            select(changes, "", to => to && request({do: "seat", seat, to}), {
                "aria-label": message("Change seat {number}", {number: seat + 1}),
                class: "small",
            }),
        maker &&
            seat + 1 < state.seats.length &&
            state.seats[seat + 1].who !== "robot" &&
            sitter.who !== "robot" &&
            button("", () => request({do: "swap", seats: [seat, seat + 1]}), {
                picture: "swap",
                quiet: true,
                cls: "turned",
                label: message("Swap seats {one} and {other}", {one: seat + 1, other: seat + 2}),
            }),
    );
}

/**
 * @param {Room} room
 * @param {TableMessage} state
 * @param {Asks} request
 */
export function waitingRoom(room, state, request) {
    const {seat: mine, maker} = state.you,
        seated = mine !== null;
    const me = seated ? state.seats[mine] : null,
        ready = me?.who === "person" && me.ready,
        open = state.seats.some(sitter => sitter.who === "open");
    const link = location.href,
        {pack, showpiece} = drawingOf(state.game);
    const agreed = [clockName(state.clock), state.public ? message("public") : message("by link only")];
    // Hints concern only tables where more than one person can sit.
    if (state.seats.filter(({who}) => who === "person" || who === "open").length > 1) agreed.push(hintsName(state.hints));
    agreed.push(...optionWords(state));
    return h(
        "main",
        {class: "felt waiting"},
        h(
            "section",
            {class: "waiting-card"},
            h(
                "div",
                {class: "fan", "aria-hidden": "true"},
                showpiece.map(card => h("div", {class: `card ${pack.kind}`}, picture(pack, card))),
            ),
            h("h2", {}, gameName(state)),
            h("p", {class: "soft"}, agreed.join(" · ")),
            h(
                "ul",
                {class: "seat-list"},
                state.seats.map((_, seat) => seatRow(room, state, seat, request)),
            ),
            open &&
                h(
                    "div",
                    {class: "invite stack"},
                    h("p", {}, message("Send this link to the people you want to play with:")),
                    h(
                        "div",
                        {class: "row wrap"},
                        h("code", {class: "link-box stretch"}, link),
                        button(message("Copy"), () => copy(link), {picture: "copy"}),
                        "share" in navigator &&
                            button(
                                message("Share"),
                                () => navigator.share({title: "Araldo", text: gameName(state), url: link}).catch(() => {}),
                                {picture: "share"},
                            ),
                    ),
                ),
            h(
                "div",
                {class: "row wrap end"},
                maker &&
                    open &&
                    button(message("Fill the open seats with bots"), () => request({do: "fill", level: "medium"}), {
                        picture: "bot",
                    }),
                seated && button(message("Stand up"), () => request({do: "stand"}), {quiet: true}),
                seated &&
                    button(
                        // TRANSLATORS: two buttons of one player: choose words that have no gender
                        ready ? messageIn("button", "Not ready") : messageIn("button", "Ready"),
                        () => request(ready ? {do: "ready", on: false} : {do: "ready", on: true, salt: freshSalt()}),
                        {primary: !ready, big: true, picture: ready ? undefined : "check", pressed: ready},
                    ),
            ),
            h("p", {class: "soft small"}, message("The match begins when all seats are taken and everybody is ready.")),
        ),
    );
}
