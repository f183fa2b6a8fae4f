// Replays a match step by step: from one seat, as a watcher, or with all cards open.
import {h, typing} from "./dom.js";
import {update} from "./update.js";
import {message} from "./messages.js";
import {button, dialog, field, notice, select} from "./ui.js";
import {arena, makeScene, plate, seatName, telling} from "./stage.js";
import {practiceAddress, reviewAddress} from "./teach/ways.js";
/** @import {Child} from "./elements.d.ts" */

/** @import {Choice} from "./games/game.d.ts" */
/** @import {IconName} from "./icons.js" */
/** @import {Room} from "./page.d.ts" */
/** @import {Replay, ReplayStep, Seat, TableMessage} from "./protocol.d.ts" */

const pace = 1100;

/** @type {(seats: Seat[], seat: number) => Choice} */
const seenBy = (seats, seat) => [String(seat), message("as {player} saw it", {player: seatName(seats, seat)})];

/**
 * A match to walk through; `bottom` is the seat at the bottom where nobody's eyes are used, `more` what can be done with the shown step.
 * @typedef {{game: string, seats: Seat[], bottom: number, more?: (view: string, last: boolean) => Child}} Match
 */

/**
 * What is shown: the steps as `eyes` see them, and which of them.
 * @typedef {object} Show
 * @property {(ReplayStep & {view: string})[]} steps
 * @property {number} current
 * @property {string} eyes
 * @property {ReturnType<typeof setInterval> | undefined} timer while it plays by itself
 */

/**
 * @typedef {object} Controls
 * @property {(step: number) => void} go
 * @property {() => void} run starts or stops it playing by itself
 * @property {(eyes: string) => void} load
 */

/**
 * Walks through a match in a box.
 * @param {HTMLElement} box
 * @param {Match} match
 * @param {(eyes: string) => Promise<ReplayStep[] | null>} tell its steps as `eyes` see them; null if they cannot be had
 */
export function walk(box, match, tell) {
    /** @type {Show} */
    const show = {steps: [], current: 0, eyes: "all", timer: undefined};
    /** @param {string} eyes */
    const load = async eyes => {
        const steps = await tell(eyes);
        if (!steps) return notice(message("The replay cannot be shown right now."), {bad: true});
        show.steps = steps.flatMap(step => (step.view ? [{...step, view: step.view}] : []));
        show.eyes = eyes;
        show.current = Math.min(show.current, show.steps.length - 1);
        draw();
    };
    /** @param {number} step */
    const go = step => {
        show.current = Math.max(0, Math.min(show.steps.length - 1, step));
        draw();
    };
    const run = () => {
        if (show.timer) stop();
        else show.timer = setInterval(() => (show.current + 1 < show.steps.length ? go(show.current + 1) : stop()), pace);
        draw();
    };
    const stop = () => {
        clearInterval(show.timer);
        show.timer = undefined;
        draw();
    };
    const draw = () => drawReplay(box, show, match, {go, run, load});
    /** @param {KeyboardEvent} event */
    const hear = event => {
        /** @type {Record<string, number>} */
        const steps = {ArrowRight: show.current + 1, ArrowLeft: show.current - 1, Home: 0, End: show.steps.length - 1};
        const to = steps[event.key];
        if (to === undefined || typing(event)) return;
        event.preventDefault();
        go(to);
    };
    return {show, load, go, stop, hear};
}

/**
 * @param {Room} room
 * @param {TableMessage} state
 */
export async function replay(room, state) {
    const box = h("div", {class: "replay"});
    const {table, game, seats, winners, you} = state;
    /** @type {Match["more"]} */
    const more = (view, last) => [
        !last &&
            button(message("Play on from here"), () => room.go(practiceAddress(view, you.seat ?? undefined)), {
                picture: "play",
                cls: "small",
            }),
        winners?.length &&
            seats.length > 1 &&
            button(message("Review"), () => room.go(reviewAddress(room, table, you.seat)), {picture: "chart", cls: "small"}),
    ];
    const walker = walk(box, {game, seats, bottom: you.seat ?? 0, more}, async eyes => {
        const answer = await room.replay(table, eyes);
        if (answer === null) return null;
        /** @type {Replay} */
        const {steps} = JSON.parse(answer);
        return steps;
    });
    await walker.load("all");
    if (!walker.show.steps.length) return;
    const shown = dialog(message("Replay"), () => box, {wide: true, cls: "full"});
    shown.addEventListener("close", () => walker.stop());
    shown.addEventListener("keydown", walker.hear);
}

/**
 * @param {HTMLElement} box
 * @param {Show} show
 * @param {Match} match
 * @param {Controls} controls
 */
function drawReplay(box, show, {game, seats, bottom, more}, {go, run, load}) {
    const step = show.steps[show.current],
        seated = /^\d+$/.test(show.eyes) ? Number(show.eyes) : null;
    const scene = makeScene({
        game,
        view: step.view,
        seats,
        you: null,
        eyes: seated ?? bottom,
        points: step.points,
        glance: step.glance,
    });
    const events = scene.game.gather?.(step.events) ?? step.events,
        words = events.map(event => telling(scene, event)).filter(Boolean);
    /** @type {Choice[]} */
    const eyes = [
        ["all", message("all cards face up")],
        ["onlooker", message("as a spectator")],
        ...seats.map((_, seat) => seenBy(seats, seat)),
    ];
    /** @type {(name: string, picture: IconName, label: string, act: () => void) => HTMLElement} */
    const control = (name, picture, label, act) => {
        const made = button("", act, {picture, label, quiet: true});
        made.dataset.focus = `replay-${name}`;
        return made;
    };
    const range = h("input", {
        type: "range",
        class: "stretch",
        min: 0,
        max: show.steps.length - 1,
        value: show.current,
        "aria-label": message("Step"),
        "aria-valuetext": message("step {at} of {all}", {at: show.current + 1, all: show.steps.length}),
        data: {focus: "replay-range"},
        oninput: ({currentTarget: slider}) => slider instanceof HTMLInputElement && go(Number(slider.value)),
    });
    update(
        box,
        show.steps.length > 1 &&
            h(
                "div",
                {class: "row wrap replay-bar"},
                control("first", "first", message("To the beginning"), () => go(0)),
                control("back", "back", message("One step back"), () => go(show.current - 1)),
                control("run", show.timer ? "pause" : "play", show.timer ? message("Stop") : message("Play"), run),
                control("next", "next", message("One step forward"), () => go(show.current + 1)),
                control("last", "last", message("To the end"), () => go(show.steps.length - 1)),
                range,
                h("span", {class: "soft"}, message("step {at} of {all}", {at: show.current + 1, all: show.steps.length})),
                field(message("View"), select(eyes, show.eyes, load, {data: {focus: "replay-eyes"}})),
                more?.(step.view, show.current === show.steps.length - 1),
            ),
        h(
            "div",
            {class: "felt replay-felt", data: {game}},
            arena(scene),
            h("div", {class: "mine"}, plate(scene, scene.bottom), h("div", {class: "acting"}, scene.game.hand(scene))),
        ),
        h(
            "div",
            {class: "replay-words", role: "status", tabindex: "0"},
            words.length ? words.map(word => h("p", {}, word)) : h("p", {}, " "),
        ),
    );
}
