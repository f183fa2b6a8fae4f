// The table as seen from one seat: the seats, the middle, the hand. Live tables and replays both draw with it.
import {h, heard} from "./dom.js";
import {message, plural, fillNodes, N_} from "./messages.js";
import {readPosition} from "./position.js";
import {seatColours} from "./score.js";
import {levelName} from "./lobby.js";
import {icon} from "./icons.js";
import {games} from "./games/games.js";
import {chip, chips} from "./cards.js";

const botNames = [N_("Bot 1"), N_("Bot 2"), N_("Bot 3"), N_("Bot 4"), N_("Bot 5"), N_("Bot 6")];

export function seatName(seats, seat) {
    const at = seats[seat];
    if (!at) return message("Seat {number}", {number: seat + 1});
    if (at.who === "robot") return message("Robot");
    if (at.who === "open") return message("open");
    return at.name || message(botNames[seat]);
}

// What the games' parts draw and speak with.
export function makeScene({
    game,
    view,
    seats,
    you = null,
    eyes = you,
    actors = [],
    points = [],
    legal = null,
    more = false,
    hint = null,
    act = () => {},
    offer = () => {},
    winners = [],
}) {
    const position = readPosition(view),
        rules = games[game];
    const bottom = eyes ?? 0;
    return {
        game: rules,
        pack: rules.pack,
        position,
        seats,
        you,
        eyes,
        bottom,
        actors,
        points,
        legal: legal ?? [],
        more,
        hint,
        act,
        offer,
        winners,
        may: legal !== null && legal !== undefined && legal.length > 0,
        isYou: seat => seat === you,
        name: seat => seatName(seats, seat),
        // In lists of names.
        label: seat => (seat === you ? message("you") : seatName(seats, seat)),
        labels: list => list.map(seat => (seat === you ? message("you") : seatName(seats, seat))).join(", "),
        chip: card => chip(rules.pack, card),
        chips: cards => chips(rules.pack, cards),
        // A sentence with cards in it.
        say: (text, values) => h("span", {}, fillNodes(text, values)),
        // "You …" or "{player} …".
        who: (seat, yours, others, values = {}) =>
            h("span", {}, fillNodes(seat === you ? yours : others, {...values, player: seatName(seats, seat)})),
    };
}

// Seats from the left round the table to the right, without the one at the bottom.
function around(scene) {
    const order = scene.game.order(scene.position, scene.seats.length),
        at = order.indexOf(scene.bottom);
    const others = at < 0 ? order : [...order.slice(at + 1), ...order.slice(0, at)];
    return scene.game.clockwise ? others : others.reverse();
}

function avatar(scene, seat) {
    const at = scene.seats[seat],
        bot = at?.who === "bot" || at?.who === "robot" || at?.absent;
    return h(
        "span",
        {class: `avatar ${bot ? "is-bot" : ""}`, vars: {seat: seatColours[seat]}, "aria-hidden": "true"},
        bot ? icon("bot") : [...scene.name(seat)][0]?.toUpperCase(),
    );
}

export function plate(scene, seat, {clock} = {}) {
    const at = scene.seats[seat] ?? {},
        turn = scene.actors.includes(seat),
        won = scene.winners.includes(seat);
    const notes = [...scene.game.notes(scene, seat)];
    if (at.absent) notes.push(message("a bot plays for them"));
    else if (at.who === "person" && at.here === false) notes.push(message("away"));
    if (at.who === "bot" && at.level) notes.unshift(levelName(at.level));
    return h(
        "section",
        {
            class: `plate ${turn ? "turn" : ""} ${won ? "won" : ""} ${scene.isYou(seat) ? "me" : ""}`,
            "aria-label": scene.isYou(seat) ? message("{name}, you", {name: scene.name(seat)}) : scene.name(seat),
            data: {seat},
        },
        h(
            "div",
            {class: "plate-head"},
            avatar(scene, seat),
            h(
                "div",
                {class: "plate-words"},
                h(
                    "strong",
                    {class: "plate-name"},
                    scene.name(seat),
                    won && icon("crown"),
                    turn && heard(` (${message("to play")})`),
                ),
                notes.length > 0 && h("small", {class: "plate-notes"}, notes.join(" · ")),
            ),
            turn && clock && h("span", {class: "plate-clock", data: {clock: ""}, role: "timer", "aria-live": "off"}),
        ),
        h(
            "dl",
            {class: "badges"},
            scene.game
                .badges(scene, seat)
                .map(({label, value, kind}) =>
                    h("div", {class: `badge ${kind ?? ""}`}, h("dt", {}, label), h("dd", {}, value)),
                ),
        ),
        scene.game.beside?.(scene, seat),
    );
}

// The whole arena; `more` are elements that lie over the middle.
export function arena(scene, {clock, over} = {}) {
    const others = around(scene),
        sides = others.length > 1 && !scene.game.wide;
    const left = sides ? others.slice(0, 1) : [],
        right = sides ? others.slice(-1) : [];
    const top = sides ? others.slice(1, -1) : others;
    const group = (place, seats) =>
        seats.length > 0 &&
        h(
            "div",
            {class: `seats seats-${place}`},
            seats.map(seat => plate(scene, seat, {clock})),
        );
    return h(
        "div",
        {class: `arena others-${others.length} ${scene.game.wide ? "wide" : ""} game-${scene.game.name}`},
        group("left", left),
        group("top", top),
        group("right", right),
        h("div", {class: "middle", data: {drop: "table"}}, scene.game.middle(scene), over),
    );
}

// Words for an event, as an element; null where it needs none.
export function telling(scene, event) {
    const words = scene.game.tell[event.event]?.(event, scene);
    return words ?? null;
}

export const winnersWords = (scene, winners) =>
    plural("The match is over. The winner: {names}.", "The match is over. The winners: {names}.", winners.length, {
        names: scene.labels(winners),
    });
