// A table before its match: the seats, the link for friends, and what its maker can arrange.
import {h} from "./dom.js";
import {message} from "./messages.js";
import {button, copy, select} from "./ui.js";
import {clockName, levelName, tableName} from "./lobby.js";
import {seatName} from "./stage.js";
import {freshSalt} from "./salt.js";
import {picture} from "./cards.js";
import {icon} from "./icons.js";
import {games} from "./games/games.js";

function seatState(at) {
    if (at.who === "open") return message("open");
    if (at.who === "robot") return message("plays by itself");
    if (at.who === "bot") return message("bot, {level}", {level: levelName(at.level)});
    return [at.ready ? message("ready") : message("not ready yet"), at.here === false && message("away")]
        .filter(Boolean)
        .join(" · ");
}

function seatRow(state, seat, request) {
    const at = state.seats[seat],
        {seat: mine, maker} = state.you,
        seated = mine !== null && mine !== undefined;
    const changes = [
        ["", message("Change…")],
        at.who !== "open" && ["open", message("open the seat")],
        ...["easy", "medium", "strong"].map(level => [`bot:${level}`, message("bot, {level}", {level: levelName(level)})]),
    ].filter(Boolean);
    return h(
        "li",
        {class: `seat-row ${at.who}`},
        h(
            "span",
            {class: "avatar", vars: {seat: `var(--seat-${seat})`}, "aria-hidden": "true"},
            at.who === "person" ? [...at.name][0]?.toUpperCase() : icon(at.who === "open" ? "plus" : "bot"),
        ),
        h(
            "span",
            {class: "stretch"},
            h(
                "strong",
                {},
                at.who === "open"
                    ? message("Seat {number}", {number: seat + 1})
                    : seat === mine
                      ? message("{name} (you)", {name: at.name})
                      : seatName(state.seats, seat),
            ),
            h("small", {}, seatState(at)),
        ),
        at.who === "open" &&
            (seated ? null : button(message("Sit here"), () => request("sit", {seat}), {primary: true, cls: "small"})),
        maker &&
            seat !== mine &&
            at.who !== "robot" &&
            select(changes, "", to => to && request("seat", {seat, to}), {
                "aria-label": message("Change seat {number}", {number: seat + 1}),
                class: "small",
            }),
        maker &&
            seat + 1 < state.seats.length &&
            state.seats[seat + 1].who !== "robot" &&
            at.who !== "robot" &&
            button("", () => request("swap", {seats: [seat, seat + 1]}), {
                picture: "swap",
                quiet: true,
                cls: "turned",
                label: message("Swap seats {one} and {other}", {one: seat + 1, other: seat + 2}),
            }),
    );
}

export function waitingRoom(room, state, request) {
    const {seat: mine, maker} = state.you,
        seated = mine !== null && mine !== undefined;
    const ready = seated && state.seats[mine]?.ready,
        open = state.seats.some(at => at.who === "open");
    const link = location.href,
        game = games[state.game];
    const wishes = Object.entries(state.options ?? {}).map(([key, value]) => `${key} ${value}`);
    return h(
        "main",
        {class: "felt waiting"},
        h(
            "section",
            {class: "waiting-card"},
            h(
                "div",
                {class: "fan", "aria-hidden": "true"},
                game.showpiece.map(card => h("div", {class: `card ${game.pack.kind}`}, picture(game.pack, card))),
            ),
            h("h2", {}, tableName(state)),
            h(
                "p",
                {class: "soft"},
                [clockName(state.clock), state.public ? message("public") : message("by link only"), ...wishes].join(" · "),
            ),
            h(
                "ul",
                {class: "seat-list"},
                state.seats.map((_, seat) => seatRow(state, seat, request)),
            ),
            open &&
                h(
                    "div",
                    {class: "invite stack"},
                    h("p", {}, message("Send this link to whom you want to play with:")),
                    h(
                        "div",
                        {class: "row wrap"},
                        h("code", {class: "link-box stretch"}, link),
                        button(message("Copy"), () => copy(link), {picture: "copy"}),
                        navigator.share &&
                            button(
                                message("Share"),
                                () => navigator.share({title: "Araldo", text: tableName(state), url: link}).catch(() => {}),
                                {picture: "share"},
                            ),
                    ),
                ),
            h(
                "div",
                {class: "row wrap end"},
                maker &&
                    open &&
                    button(message("Bots on the open seats"), () => request("fill", {level: "medium"}), {picture: "bot"}),
                seated && button(message("Stand up"), () => request("stand"), {quiet: true}),
                seated &&
                    button(
                        ready ? message("Not ready after all") : message("I am ready"),
                        () => request("ready", {on: !ready, salt: freshSalt()}),
                        {primary: !ready, big: true, picture: ready ? undefined : "check", pressed: Boolean(ready)},
                    ),
            ),
            h("p", {class: "soft small"}, message("The match begins when all seats are taken and everybody is ready.")),
        ),
    );
}
