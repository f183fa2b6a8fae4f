// The table during a match: the bar, the felt with its seats, the prompt, hints and choices.
import {find, h} from "./dom.js";
import {language, message, plural} from "./messages.js";
import {button} from "./ui.js";
import {arena, plate, seatName} from "./stage.js";
import {gameName} from "./known.js";
import {afterwards, menu} from "./panels.js";
import {showRules} from "./rules.js";
import {hintsGiven} from "./newtable.js";
import {standIn} from "./standin.js";
import {ties} from "./ties.js";
/** @import {Child} from "./elements.d.ts" */
/** @import {Scene} from "./games/game.d.ts" */
/** @import {AdviceMessage, CountedReason, Expectation, Proposal, Reason, ReasonValue} from "./protocol.d.ts" */
/** @import {TablePage} from "./table.js" */

/** @param {TablePage} page */
export function bar(page) {
    const {state: s, scene} = page,
        playing = s.phase === "playing" && page.seated;
    return page.room.header(
        h("h1", {class: "bar-title"}, h("span", {}, gameName(s)), scene && h("small", {}, scene.game.situation(scene))),
        playing &&
            hintsGiven(s) &&
            button("", () => page.room.connection.say({do: "hint", table: page.id}), {
                picture: "bulb",
                quiet: true,
                label: message("Hint"),
                disabled: !page.mayAct || page.pending,
            }),
        playing &&
            button("", () => page.request({do: "undo"}), {
                picture: "undo",
                quiet: true,
                label: message("Take back"),
                disabled: !s.undo || page.pending,
            }),
        button("", () => showRules(s), {picture: "book", quiet: true, label: message("Rules")}),
        button("", () => menu(page), {picture: "menu", quiet: true, label: message("More")}),
    );
}

/** @param {TablePage} page */
export function board(page) {
    const {scene, state: s} = page;
    if (!scene) return h("main", {class: "felt"});
    const clock = s.deadline !== null;
    const felt = h(
        "main",
        {class: `felt ${scene.may ? "my-turn" : ""}`, data: {game: s.game}},
        ties(scene),
        arena(scene, {clock}),
        h(
            "div",
            {class: "mine"},
            plate(scene, scene.bottom, {clock}),
            s.phase === "over" ? afterwards(page, scene) : acting(page, scene),
        ),
        s.phase === "playing" && roundResult(page),
    );
    if (page.bubble)
        find(felt, `.plate[data-seat="${page.bubble.seat}"]`)?.append(
            h("p", {class: "bubble", "aria-hidden": "true"}, page.bubble.words),
        );
    return felt;
}

/** @param {TablePage} page */
const nextWords = ({scene}) => (scene?.game.next ? scene.game.next() : message("Continue"));

/**
 * The score of the round that has just ended, until one goes on.
 * @param {TablePage} page
 * @returns {Child}
 */
function roundResult(page) {
    return (
        page.counting &&
        h(
            "section",
            {class: "result", "aria-label": message("Score for the round")},
            h("div", {class: "result-score"}, page.counted()),
            button(nextWords(page), () => page.goOn(), {primary: true}),
        )
    );
}

/**
 * @param {TablePage} page
 * @param {Scene} scene
 */
function acting(page, scene) {
    const {state: s} = page,
        {seat: mine} = s.you,
        me = mine === null ? null : s.seats[mine];
    const waits = (s.actors ?? []).filter(seat => seat !== mine);
    const words =
        page.mayAct && !page.pending
            ? scene.game.prompt(scene)
            : waits.length
              ? message("Waiting for {names}.", {names: waits.map(seat => seatName(s.seats, seat)).join(", ")})
              : " ";
    return h(
        "div",
        {class: "acting"},
        me?.who === "person" &&
            me.absent &&
            h(
                "div",
                {class: "row strip"},
                h("span", {class: "stretch"}, message("A bot is playing for you.")),
                // TRANSLATORS: a button of one player: choose words that have no gender
                button(message("I’m back"), () => page.request({do: "back"}), {primary: true, cls: "small"}),
            ),
        standIn(page),
        s.proposal && vote(page, scene, s.proposal),
        !page.seated &&
            h(
                "p",
                {class: "strip"},
                scene.known.round
                    ? (scene.game.watching?.() ?? message("You are watching: play is shown with a delay."))
                    : message("You are watching."),
            ),
        h(
            "div",
            {class: "says"},
            h(
                "div",
                {class: "says-inner"},
                h(
                    "div",
                    {class: "says-above"},
                    page.hint && !page.room.coach && hintWords(page, scene, page.hint),
                    choices(page),
                ),
                !page.options && (page.seated || !scene.known.round) && h("p", {class: "prompt", id: "prompt"}, words),
            ),
        ),
        scene.game.hand(scene),
    );
}

/**
 * @param {TablePage} page
 * @param {Scene} scene
 * @param {Proposal} proposal
 */
function vote(page, scene, {yes, asked}) {
    const {seat} = page.state.you;
    return h(
        "div",
        {class: "row strip vote"},
        h(
            "span",
            {class: "stretch"},
            message("End the match here? In favour: {names}.", {names: scene.labels(yes)}),
            asked.length > 0 &&
                h(
                    "small",
                    {},
                    message(
                        "Still to answer: {names}. The match goes on until everybody has agreed. Once a bot plays for somebody, they have only a few minutes left to answer.",
                        {names: scene.labels(asked)},
                    ),
                ),
        ),
        seat !== null &&
            !yes.includes(seat) && [
                button(message("Yes, end it"), () => page.request({do: "vote", yes: true}), {cls: "small"}),
                button(message("No, play on"), () => page.request({do: "vote", yes: false}), {cls: "small", primary: true}),
            ],
    );
}

/**
 * The question about which of several moves, while there is one.
 * @param {TablePage} page
 */
function choices(page) {
    if (!page.options) return null;
    const {title, list} = page.options;
    return h(
        "div",
        {class: "choice", role: "group", "aria-label": title},
        h("p", {class: "prompt", id: "prompt"}, title),
        h(
            "div",
            {class: "choice-list"},
            list.map(({words, move, label}, i) =>
                h(
                    "button",
                    {
                        type: "button",
                        class: "button option",
                        "aria-label": label,
                        data: {number: i + 1},
                        onclick: () => page.move(move),
                    },
                    h("kbd", {"aria-hidden": "true"}, i + 1),
                    words,
                ),
            ),
            button("", () => page.forgetOffer(), {
                picture: "close",
                quiet: true,
                label: message("Choose a different card"),
                cls: "small",
            }),
        ),
    );
}

// ---- hints

/**
 * What the bot that gives the hint expects of its move.
 * @param {Expectation | null} expects
 */
function outlook(expects) {
    if (!expects) return "";
    /** @type {(value: number, options: Intl.NumberFormatOptions) => string} */
    const shown = (value, options) => value.toLocaleString(language(), options).replace("-", "−");
    /** @type {Intl.NumberFormatOptions} */
    const signed = {minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero"};
    switch (expects.kind) {
        case "win":
            return message("Your chance of winning the match is about {percent}%.", {
                percent: shown(expects.value * 100, {maximumFractionDigits: 0}),
            });
        case "points":
            return message("Expected lead in this round: {points} points.", {points: shown(expects.value, signed)});
        case "coins":
            return message("Expected result of this deal: {coins} coins.", {coins: shown(expects.value, signed)});
        default:
            return "";
    }
}

/**
 * A reason as a sentence.
 * @param {Scene} scene
 * @param {Reason | CountedReason} part
 */
export function reasonWords(scene, part) {
    /** @param {ReasonValue} word */
    const value = word => {
        if (typeof word !== "object") return word;
        if ("cards" in word) return scene.chips(word.cards);
        return "seat" in word ? seatName(scene.seats, word.seat) : message(word.message);
    };
    const values = Object.fromEntries(Object.entries(part.values).map(([key, word]) => [key, value(word)]));
    return scene.say("plural" in part ? plural(part.message, part.plural, part.n) : message(part.message), values);
}

/**
 * @param {TablePage} page
 * @param {Scene} scene
 * @param {AdviceMessage} hint
 */
function hintWords(page, scene, {move, reason, expects}) {
    return h(
        "p",
        {class: "hint", role: "note"},
        button("", () => page.forgetHint(), {picture: "close", quiet: true, label: message("Close"), cls: "small hint-close"}),
        h("strong", {}, message("Hint:")),
        " ",
        scene.game.moveWords(move, scene),
        ". ",
        reason.map(part => [reasonWords(scene, part), " "]),
        outlook(expects),
    );
}
