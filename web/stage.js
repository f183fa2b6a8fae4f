// The table as seen from one seat: the seats, the middle, the hand. Live tables and replays both draw with it.
import {h, heard} from "./dom.js";
import {message, plural, fillNodes} from "./messages.js";
import {readPosition} from "./position.js";
import {seatColours} from "./score.js";
import {levelName} from "./newtable.js";
import {icon} from "./icons.js";
import {characterOf, faceOf} from "./characters.js";
import {drawingOf} from "./known.js";
import {standard} from "./options.js";
import {gameFacts, variantFacts} from "./welcome.js";
import {chips} from "./cards.js";
/** @import {Child} from "./elements.d.ts" */
/** @import {Offered, Scene} from "./games/game.d.ts" */
/** @import {Played} from "./page.d.ts" */
/** @import {GameEvent, Level, Seat} from "./protocol.d.ts" */

/**
 * @param {Seat[]} seats
 * @param {number} seat
 */
export function seatName(seats, seat) {
    const sitter = seats[seat];
    if (!sitter) return message("Seat {number}", {number: seat + 1});
    if (sitter.who === "robot") return message("Robot");
    if (sitter.who === "open") return message("open");
    if (sitter.who === "person") return sitter.name;
    return characterOf(sitter, seat)?.name() ?? message("Bot {number}", {number: seat + 1});
}

/**
 * What is known of a table when it is drawn.
 * @typedef {object} Sight
 * @property {string} game
 * @property {string} view
 * @property {Seat[]} seats
 * @property {number | null} [you]
 * @property {number | null} [eyes] the seat to look from; else one's own
 * @property {number[]} [actors]
 * @property {number[]} [points]
 * @property {string[] | null} [legal]
 * @property {boolean} [more]
 * @property {GameEvent | null} [glance]
 * @property {string | null} [hint]
 * @property {number[]} [winners]
 * @property {object} [memory]
 * @property {(move: string) => void} [act]
 * @property {Offered[] | null} [offered]
 * @property {(title: string, list: Offered[]) => void} [offer]
 * @property {() => void} [redraw]
 * @property {(level: Level) => Played} [share]
 */

/**
 * What the games' parts draw and speak with.
 * @param {Sight} sight
 * @returns {Scene}
 */
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
    glance = null,
    hint = null,
    winners = [],
    memory = {},
    act = () => {},
    offered = null,
    offer = () => {},
    redraw = () => {},
    share = level => ({level, percent: 100}),
}) {
    const position = readPosition(view),
        drawing = drawingOf(game),
        {sides} = variantFacts(game, position.variant);
    const bottom = eyes ?? 0,
        people = seats.filter(({who}) => who !== "robot").length;
    return {
        game: drawing,
        pack: drawing.pack,
        known: gameFacts(game),
        position,
        seats,
        you,
        eyes,
        bottom,
        actors,
        points,
        legal: legal ?? [],
        more,
        glance,
        hint,
        winners,
        memory,
        act,
        offered,
        offer,
        redraw,
        share,
        may: legal !== null && legal.length > 0,
        isYou: seat => seat === you,
        partners: (seat, other) => sides > 0 && other !== null && seat !== other && seat % sides === other % sides,
        option: key => position.fields[key] ?? standard({game, variant: position.variant, people}, key),
        name: seat => seatName(seats, seat),
        label: seat => (seat === you ? message("you") : seatName(seats, seat)),
        labels: list => list.map(seat => (seat === you ? message("you") : seatName(seats, seat))).join(", "),
        chip: card => chips(drawing.pack, [card]),
        chips: cards => chips(drawing.pack, cards),
        say: (text, values) => h("span", {}, fillNodes(text, values)),
        who: (seat, yours, others, values = {}) =>
            h("span", {}, fillNodes(seat === you ? yours : others, {...values, player: seatName(seats, seat)})),
    };
}

/**
 * Seats from the left round the table to the right, without the one at the bottom.
 * @param {Scene} scene
 */
function around(scene) {
    const order = scene.game.order(scene.position, scene.seats.length),
        mine = order.indexOf(scene.bottom);
    const others = mine < 0 ? order : [...order.slice(mine + 1), ...order.slice(0, mine)];
    return scene.game.clockwise ? others : others.reverse();
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function avatar(scene, seat) {
    const sitter = scene.seats[seat],
        bot = sitter?.who === "bot" || sitter?.who === "robot" || (sitter?.who === "person" && sitter.absent),
        face = sitter?.who === "person" && sitter.absent ? null : faceOf(sitter, seat);
    return h(
        "span",
        {
            class: `avatar ${face ? "has-face" : bot ? "is-bot" : ""}`,
            vars: {seat: seatColours[seat]},
            title: characterOf(sitter, seat)?.temper(),
            "aria-hidden": "true",
        },
        face ?? (bot ? icon("bot") : [...scene.name(seat)][0]?.toUpperCase()),
    );
}

/**
 * The level at which a bot really plays, and how much of its thinking a slow device allows.
 * @param {Played} played
 */
const thinkingWords = ({level, percent}) =>
    percent < 100 ? message("{level}, thinking at {percent}%", {level: levelName(level), percent}) : levelName(level);

/**
 * Why a bot plays at another level than was chosen.
 * @param {Seat | undefined} sitter
 * @param {Played | null} played
 */
const slowWords = (sitter, played) =>
    sitter?.who === "bot" &&
    played &&
    played.level !== sitter.level &&
    message("This device is slow: bots at level “{chosen}” play here like those at level “{level}”.", {
        chosen: levelName(sitter.level),
        level: levelName(played.level),
    });

/**
 * The plate of a seat: who sits there and how they stand. `clock`: whether time runs for who is to act.
 * @param {Scene} scene
 * @param {number} seat
 * @param {{clock?: boolean}} look
 */
export function plate(scene, seat, {clock} = {}) {
    const sitter = scene.seats[seat],
        turn = scene.actors.includes(seat),
        won = scene.winners.includes(seat),
        team = scene.game.team?.(scene, seat) ?? null;
    const notes = [...scene.game.notes(scene, seat)];
    if (sitter?.who === "person" && sitter.absent) notes.push(message("a bot is playing for them"));
    else if (sitter?.who === "person" && !sitter.here) notes.push(message("away"));
    const played = sitter?.who === "bot" ? scene.share(sitter.level) : null;
    if (played) notes.unshift(thinkingWords(played));
    return h(
        "section",
        {
            class: `plate ${turn ? "turn" : ""} ${won ? "won" : ""} ${scene.isYou(seat) ? "me" : ""} ${team === null ? "" : `team-${team}`}`,
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
                notes.length > 0 && h("small", {class: "plate-notes", title: slowWords(sitter, played)}, notes.join(" · ")),
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

/**
 * The whole arena.
 * @param {Scene} scene
 * @param {{clock?: boolean}} look
 */
export function arena(scene, {clock} = {}) {
    const others = around(scene),
        sides = others.length > 1 && !scene.game.wide;
    const left = sides ? others.slice(0, 1) : [],
        right = sides ? others.slice(-1) : [];
    const top = sides ? others.slice(1, -1) : others;
    /** @type {(place: string, seats: number[]) => Child} */
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
        h("div", {class: "middle", data: {drop: "table"}}, scene.game.middle(scene)),
    );
}

/**
 * Words for an event, as an element; null where it needs none.
 * @param {Scene} scene
 * @param {GameEvent} event
 */
export function telling(scene, event) {
    const tell = scene.game.tell[event.event] ?? scene.game.tellAny;
    return tell?.(event, scene) ?? null;
}

/** @type {(scene: Scene, winners: number[]) => string} */
export const winnersWords = (scene, winners) =>
    plural("The match is over. Winner: {names}.", "The match is over. Winners: {names}.", winners.length, {
        names: scene.labels(winners),
    });
