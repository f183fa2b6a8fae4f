// Replays a match step by step: from one seat, as a watcher, or with all cards open.
import {h} from "./dom.js";
import {message} from "./messages.js";
import {button, dialog, field, notice, select} from "./ui.js";
import {arena, makeScene, plate, seatName, telling} from "./stage.js";
import {games} from "./games/games.js";

const pace = 1100;

export async function replay(room, id, state) {
    const box = h("div", {class: "replay"});
    const show = {steps: [], at: 0, eyes: "all", timer: null};
    const load = async eyes => {
        const answer = await fetch(`/replay/${id}.json?eyes=${eyes}`);
        if (!answer.ok) return notice(message("The replay cannot be shown just now."), {bad: true});
        show.steps = (await answer.json()).steps.filter(step => step.view);
        show.eyes = eyes;
        show.at = Math.min(show.at, show.steps.length - 1);
        draw();
    };
    const go = at => {
        show.at = Math.max(0, Math.min(show.steps.length - 1, at));
        draw();
    };
    const run = () => {
        if (show.timer) stop();
        else show.timer = setInterval(() => (show.at + 1 < show.steps.length ? go(show.at + 1) : stop()), pace);
        draw();
    };
    const stop = () => {
        clearInterval(show.timer);
        show.timer = null;
        draw();
    };
    const draw = () => drawReplay(box, show, state, {go, run, load});
    await load("all");
    if (!show.steps.length) return;
    const shown = dialog(message("Replay"), () => box, {wide: true, cls: "full"});
    shown.addEventListener("close", () => clearInterval(show.timer));
    shown.addEventListener("keydown", event => {
        const to = {ArrowRight: show.at + 1, ArrowLeft: show.at - 1, Home: 0, End: show.steps.length - 1}[event.key];
        if (to === undefined || /^(select|input)$/i.test(event.target.tagName)) return;
        event.preventDefault();
        go(to);
    });
}

function drawReplay(box, show, state, {go, run, load}) {
    const step = show.steps[show.at],
        seated = /^\d+$/.test(show.eyes) ? Number(show.eyes) : null;
    const scene = makeScene({
        game: state.game,
        view: step.view,
        seats: state.seats,
        you: null,
        eyes: seated ?? state.you?.seat ?? 0,
        actors: [],
        points: step.points ?? [],
        legal: null,
    });
    scene.memory = {};
    const words = step.events.map(event => telling(scene, event)).filter(Boolean);
    const focused = document.activeElement?.dataset?.focus;
    const eyes = [
        ["all", message("all cards open")],
        ["onlooker", message("from beside the table")],
        ...state.seats.map((_, seat) => [String(seat), message("as {player} saw it", {player: seatName(state.seats, seat)})]),
    ];
    const control = (name, picture, label, act) => {
        const made = button("", act, {picture, label, quiet: true});
        made.dataset.focus = `replay-${name}`;
        return made;
    };
    box.replaceChildren(
        h(
            "div",
            {class: "row wrap replay-bar"},
            control("first", "first", message("To the beginning"), () => go(0)),
            control("back", "back", message("One step back"), () => go(show.at - 1)),
            control("run", show.timer ? "pause" : "play", show.timer ? message("Stop") : message("Play by itself"), run),
            control("next", "next", message("One step on"), () => go(show.at + 1)),
            control("last", "last", message("To the end"), () => go(show.steps.length - 1)),
            h("input", {
                type: "range",
                class: "stretch",
                min: 0,
                max: show.steps.length - 1,
                value: show.at,
                "aria-label": message("Step"),
                "aria-valuetext": message("step {at} of {all}", {at: show.at + 1, all: show.steps.length}),
                data: {focus: "replay-range"},
                oninput: event => go(Number(event.target.value)),
            }),
            h("span", {class: "soft"}, message("step {at} of {all}", {at: show.at + 1, all: show.steps.length})),
            field(message("Seen"), select(eyes, show.eyes, load, {data: {focus: "replay-eyes"}})),
        ),
        h(
            "div",
            {class: "felt replay-felt", data: {game: state.game}},
            arena(scene),
            h("div", {class: "mine"}, plate(scene, scene.bottom), h("div", {class: "acting"}, games[state.game].hand(scene))),
        ),
        h("div", {class: "replay-words", role: "status"}, words.length ? words.map(word => h("p", {}, word)) : h("p", {}, " ")),
    );
    if (focused) box.querySelector(`[data-focus="${focused}"]`)?.focus();
}
