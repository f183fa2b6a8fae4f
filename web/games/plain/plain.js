// The plain table, for any game that the page has no drawing for.
// It shows the position field by field, the events as the room tells them, and a button for each legal move. All it knows is the
// notation that games share (core/position.h).
import {h, heard} from "../../dom.js";
import {message, plural} from "../../messages.js";
import {packs} from "../../cards.js";
/** @import {Pack} from "../../cards.js" */
/** @import {Child} from "../../elements.d.ts" */
/** @import {GameEvent} from "../../protocol.d.ts" */
/** @import {Game, Scene as AnyScene} from "../game.d.ts" */

/**
 * What is looked for among the moves.
 * @typedef {{search?: string}} Memory
 */
/** @typedef {AnyScene<Memory>} Scene */

const shownMost = 60, // buttons at once
    searchFrom = 13; // moves from which a line to find them pays

// ---- notation

/**
 * Most games play with one of the two common packs, and then their cards have names; any other card is its own text.
 * @param {string} card
 */
function packOf(card) {
    if (/^([2-9TJQKA][hcds]|\*\*)$/.test(card)) return packs.french;
    return /^([1-9]|10)[SBCD]$/.test(card) ? packs.italian : null;
}

/** @type {Pack} */
const pack = {
    ...packs.french, // for its back
    name: card => packOf(card)?.name(card) ?? card,
    chip: card => packOf(card)?.chip(card) ?? {special: card},
};

/** @param {number} count */
function hidden(count) {
    return h(
        "span",
        {class: "chip special"},
        h("span", {"aria-hidden": "true"}, count === 1 ? "?" : `? × ${count}`),
        heard(count === 1 ? message("a hidden card") : plural("{n} hidden card", "{n} hidden cards", count)),
    );
}

/**
 * With blanks between them.
 * @param {Child[]} nodes
 */
const spaced = nodes => nodes.flatMap((node, i) => (i ? [" ", node] : [node]));

/**
 * "7D,1S,?3": a card or some that are hidden as chips, other words as chips where there are several.
 * @param {string} text
 * @param {Scene} scene
 */
function items(text, scene) {
    if (text === "-" || text === "") return "–";
    const list = text.split(",");
    const nodes = list.map(item => {
        const unknown = item.match(/^\?(\d*)$/);
        if (unknown) return hidden(Number(unknown[1] || 1));
        return packOf(item) || list.length > 1 ? scene.chip(item) : item;
    });
    return h("span", {class: "chips"}, spaced(nodes));
}

/**
 * "7D=3S+4B": its cards as chips, all else as it is written.
 * @param {string} text
 * @param {Scene} scene
 */
const written = (text, scene) =>
    h(
        "span",
        {},
        text.split(/([:=+,/])/).map(piece => (packOf(piece) ? scene.chip(piece) : piece)),
    );

/** @param {string} key */
const keyWords = key => key.replaceAll("_", " ");

const seatKeys = ["seat", "by", "seats", "winners", "dealer", "turn", "last"]; // these are seats in every game

/** @type {(key: string, value: number, scene: Scene) => boolean} */
const isSeat = (key, value, scene) => seatKeys.includes(key) && value in scene.seats;

// ---- the table

/**
 * One part for each seat where the value is made so, else the parts in a row.
 * @param {string} key
 * @param {string} text
 * @param {Scene} scene
 */
function valueOf(key, text, scene) {
    const parts = text.split("/");
    if (/^\d+$/.test(text) && isSeat(key, Number(text), scene)) return scene.label(Number(text));
    if (parts.length === 1) return items(text, scene);
    const bySeat = parts.length === scene.seats.length && !/[:+]/.test(text);
    return h(
        "ul",
        {class: "plain-parts"},
        parts.map((part, seat) =>
            h("li", {}, bySeat && h("span", {class: "plain-name"}, scene.label(seat)), items(part, scene)),
        ),
    );
}

const ownKeys = ["view", "chance"]; // whose view it is and how often it was dealt: nothing to play by

/** @param {Scene} scene */
function middle(scene) {
    const fields = Object.entries(scene.position.fields).filter(([key]) => !ownKeys.includes(key));
    return h(
        "section",
        {class: "plain-position", "aria-label": message("The position"), tabindex: "0", data: {focus: "position"}},
        h(
            "dl",
            {},
            fields.map(([key, value]) =>
                h("div", {}, h("dt", {lang: "en"}, keyWords(key)), h("dd", {}, valueOf(key, value ?? "", scene))),
            ),
        ),
    );
}

// ---- acting

/** @type {(legal: string[], wanted: string) => string[]} */
const found = (legal, wanted) => legal.filter(move => move.toLowerCase().includes(wanted.toLowerCase()));

/**
 * A line that narrows the moves down. Where the room has not sent all of them, one can be typed for the room to judge.
 * @param {Scene} scene
 * @param {(move: string) => void} play
 */
function searchLine(scene, play) {
    const {memory, legal, more} = scene;
    const words = more ? message("Find a move, or type another") : message("Find a move");
    return h("input", {
        type: "text",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        class: "plain-search",
        "aria-label": words,
        placeholder: words,
        value: memory.search ?? "",
        data: {focus: "search"},
        oninput: ({currentTarget: line}) => {
            memory.search = line instanceof HTMLInputElement ? line.value : "";
            scene.redraw();
        },
        onkeydown: event => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            const wanted = (memory.search ?? "").trim(),
                fitting = found(legal, wanted);
            if (legal.includes(wanted)) play(wanted);
            else if (fitting.length === 1) play(fitting[0]);
            else if (more && wanted && !fitting.length) play(wanted);
        },
    });
}

/** @param {Scene} scene */
function hand(scene) {
    const {legal, memory, hint} = scene;
    if (!scene.may) return null;
    const search = legal.length >= searchFrom || scene.more,
        fitting = search ? found(legal, (memory.search ?? "").trim()) : legal,
        shown = fitting.slice(0, shownMost),
        left = fitting.length - shown.length;
    /** @param {string} move */
    const play = move => {
        memory.search = "";
        scene.act(move);
    };
    /** @param {string} move */
    const moveButton = move =>
        h(
            "button",
            {
                type: "button",
                class: `button ${hint === move ? "marked" : ""}`,
                data: {focus: `move-${move}`},
                onclick: () => play(move),
            },
            written(move, scene),
        );
    return h(
        "div",
        {class: "hand-area"},
        search && searchLine(scene, play),
        h("div", {class: "moves plain-moves", role: "group", "aria-label": message("Your moves")}, shown.map(moveButton)),
        left > 0 &&
            h(
                "p",
                {class: "soft-on-felt"},
                plural("{n} more move: type above to find it.", "{n} more moves: type above to find them.", left),
            ),
    );
}

// ---- telling: the kind of the event and its fields, as this seat may know them

/**
 * @param {string} key
 * @param {unknown} value
 * @param {Scene} scene
 * @returns {Child}
 */
function told(key, value, scene) {
    if (value === null) return "–";
    if (typeof value === "boolean") return value ? message("yes") : message("no");
    if (typeof value === "number") return isSeat(key, value, scene) ? scene.label(value) : value;
    if (value === "?") return key === "card" ? hidden(1) : "?";
    if (typeof value === "string") return key === "move" || packOf(value) ? written(value, scene) : value;
    if (Array.isArray(value)) return toldList(key, value, scene);
    return typeof value === "object" && ["(", toldFields(value, scene), ")"];
}

/**
 * @param {string} key
 * @param {unknown[]} list
 * @param {Scene} scene
 * @returns {Child}
 */
function toldList(key, list, scene) {
    if (!list.length) return "–";
    if (list.every(each => each === "?")) return hidden(list.length);
    if (list.every(each => typeof each === "string")) return scene.chips(list);
    return spaced(list.map(each => told(key, each, scene)));
}

/**
 * @param {object} fields
 * @param {Scene} scene
 * @returns {Child[]}
 */
const toldFields = (fields, scene) =>
    Object.entries(fields).map(([key, value], i) => [
        i ? ", " : "",
        h("span", {class: "plain-key", lang: "en"}, keyWords(key)),
        " ",
        told(key, value, scene),
    ]);

/**
 * @param {GameEvent} event
 * @param {Scene} scene
 */
function tellAny(event, scene) {
    const {event: kind, seat, move, ...fields} = /** @type {GameEvent & Record<string, unknown>} */ (event);
    if (kind === "shuffle") return null; // nobody learns anything from it
    /** @type {Child[]} */
    const parts = typeof seat === "number" ? [scene.label(seat)] : [];
    if (Object.keys(fields).length > 0) parts.push(toldFields(fields, scene));
    else if (typeof move === "string" && move !== kind) parts.push(told("move", move, scene)); // elsewhere the fields say it
    const rest = parts.flatMap((part, i) => [i ? ", " : ": ", part]);
    return h("span", {}, h("strong", {lang: "en"}, keyWords(kind)), rest);
}

/** @type {Game<GameEvent, Memory>} */
export const plain = {
    name: "plain",
    pack,
    clockwise: true,
    wide: true,
    showpiece: ["?", "?", "?"],
    order: (_, seats) => Array.from({length: seats}, (_seat, i) => i),
    situation: () => "",
    badges: (scene, seat) => [{label: message(scene.known.unit), value: scene.points[seat] ?? 0, kind: "points"}],
    notes: (scene, seat) => (scene.partners(seat, scene.you) ? [message("partner")] : []),
    middle,
    hand,
    prompt: () => message("Your turn"),
    moveWords: written,
    tell: {},
    tellAny,
    sound: event => ("move" in event ? "card" : undefined),
};
