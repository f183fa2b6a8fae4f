// Replays a match step by step: from one seat, as a watcher, or with all cards open.
import {h, typing} from "./dom.js";
import {update} from "./update.js";
import {message} from "./messages.js";
import {button, dialog, field, notice, select} from "./ui.js";
import {arena, makeScene, plate, seatName, telling} from "./stage.js";

/** @import {Choice} from "./games/game.d.ts" */
/** @import {IconName} from "./icons.js" */
/** @import {Room} from "./page.d.ts" */
/** @import {Replay, ReplayStep, TableMessage} from "./protocol.d.ts" */

const pace = 1100;

/** @type {(state: TableMessage, seat: number) => Choice} */
const seenBy = (state, seat) => [String(seat), message("as {player} saw it", {player: seatName(state.seats, seat)})];

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
 * @param {Room} room
 * @param {TableMessage} state
 */
export async function replay(room, state) {
    const box = h("div", {class: "replay"});
    /** @type {Show} */
    const show = {steps: [], current: 0, eyes: "all", timer: undefined};
    /** @param {string} eyes */
    const load = async eyes => {
        const answer = await room.replay(state.table, eyes);
        if (answer === null) return notice(message("The replay cannot be shown right now."), {bad: true});
        /** @type {Replay} */
        const match = JSON.parse(answer);
        show.steps = match.steps.flatMap(step => (step.view ? [{...step, view: step.view}] : []));
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
    const draw = () => drawReplay(box, show, state, {go, run, load});
    await load("all");
    if (!show.steps.length) return;
    const shown = dialog(message("Replay"), () => box, {wide: true, cls: "full"});
    shown.addEventListener("close", () => clearInterval(show.timer));
    shown.addEventListener("keydown", event => {
        /** @type {Record<string, number>} */
        const steps = {ArrowRight: show.current + 1, ArrowLeft: show.current - 1, Home: 0, End: show.steps.length - 1};
        const to = steps[event.key];
        if (to === undefined || typing(event)) return;
        event.preventDefault();
        go(to);
    });
}

/**
 * @param {HTMLElement} box
 * @param {Show} show
 * @param {TableMessage} state
 * @param {Controls} controls
 */
function drawReplay(box, show, state, {go, run, load}) {
    const step = show.steps[show.current],
        seated = /^\d+$/.test(show.eyes) ? Number(show.eyes) : null;
    const scene = makeScene({
        game: state.game,
        view: step.view,
        seats: state.seats,
        you: null,
        eyes: seated ?? state.you.seat ?? 0,
        points: step.points,
    });
    const events = scene.game.gather?.(step.events) ?? step.events,
        words = events.map(event => telling(scene, event)).filter(Boolean);
    /** @type {Choice[]} */
    const eyes = [
        ["all", message("all cards face up")],
        ["onlooker", message("as a spectator")],
        ...state.seats.map((_, seat) => seenBy(state, seat)),
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
        ),
        h(
            "div",
            {class: "felt replay-felt", data: {game: state.game}},
            arena(scene),
            h("div", {class: "mine"}, plate(scene, scene.bottom), h("div", {class: "acting"}, scene.game.hand(scene))),
        ),
        h("div", {class: "replay-words", role: "status"}, words.length ? words.map(word => h("p", {}, word)) : h("p", {}, " ")),
    );
}
