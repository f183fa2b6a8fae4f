// The first page: a quick game, a new table, tables waiting for players, and your own tables.
import {find, h, refill} from "./dom.js";
import {update} from "./update.js";
import {message, messageIn, plural} from "./messages.js";
import {button, complain, dialog, field, segments, select, toggle} from "./ui.js";
import {keepSetting, setting} from "./settings.js";
import {freshSalt} from "./salt.js";
import {picture} from "./cards.js";
import {icon} from "./icons.js";
import {drawingOf, gameName} from "./known.js";
import {chosenOptions, keepOffered, optionFields} from "./options.js";
import {showRules} from "./rules.js";
import {gameFacts, gamesOffered, levels, limits, variantFacts} from "./welcome.js";
/** @import {Game} from "./games/game.d.ts" */
/** @import {Room} from "./page.d.ts" */
/** @import {Agreement, GameFacts, Level, Place, Seat, TableRow, VariantFacts} from "./protocol.d.ts" */
/** @import {ChangesMessage, ListMessage} from "./protocol.d.ts" */

const clocks = [0, 20, 40, 60, 120];

/** @param {Level} level */
export const levelName = level =>
    ({easy: message("easy"), medium: message("medium"), strong: message("strong")})[level] ?? level;
/** The level of the bots that "Play now" seats. */
const chosenLevel = () => levels().find(level => level === setting("level")) ?? "medium";
/** @param {number} seconds */
export const clockName = seconds =>
    seconds ? plural("{n} second per move", "{n} seconds per move", seconds) : message("no time limit");

/** @param {Game} drawing */
function fan({pack, showpiece}) {
    return h(
        "div",
        {class: "fan", "aria-hidden": "true"},
        showpiece.map(card => h("div", {class: `card ${pack.kind}`}, picture(pack, card))),
    );
}

/**
 * Whoever makes a table with bots alone sits down ready: two clicks and it begins.
 * @param {Room} room
 * @param {Agreement} plan
 */
async function begin(room, plan) {
    try {
        const {table} = await room.connection.ask({do: "create", ...plan});
        if (!table) return;
        if (plan.seats.every(seat => seat !== "open"))
            await room.connection.ask({do: "ready", table, on: true, salt: freshSalt()});
        room.go(`/t/${table}`);
    } catch (error) {
        complain(error);
    }
}

/**
 * As many as the drawing suggests, if the variant is for so many.
 * @param {string} game
 * @param {VariantFacts} variant
 */
const usualPeople = (game, {min, max}) => Math.min(max, Math.max(min, drawingOf(game).company ?? min));

/**
 * @param {Room} room
 * @param {GameFacts} facts
 */
function playNow(room, {name: game, variants: [variant]}) {
    const people = usualPeople(game, variant);
    /** @type {Place[]} */
    const seats = ["me", ...Array(people - 1).fill(`bot:${chosenLevel()}`)];
    return begin(room, {game, variant: variant.name, people, options: {}, seats, clock: 0, public: false, chat: false});
}

/** @param {VariantFacts[]} variants */
function playersWords(variants) {
    const min = Math.min(...variants.map(variant => variant.min)),
        max = Math.max(...variants.map(variant => variant.max));
    return min < max ? message("For {min} to {max} players.", {min, max}) : plural("For {n} player.", "For {n} players.", max);
}

/**
 * @param {Room} room
 * @param {GameFacts} facts
 */
function tile(room, facts) {
    const {name, title, variants} = facts,
        drawing = drawingOf(name);
    return h(
        "li",
        {class: `tile tile-${name}`},
        fan(drawing),
        h("div", {class: "tile-words"}, h("h2", {}, title), h("p", {}, drawing.blurb?.() ?? playersWords(variants))),
        h(
            "div",
            {class: "row"},
            button(message("Play now"), () => playNow(room, facts), {
                primary: true,
                big: true,
                picture: "play",
                label: `${message("Play now")}, ${title}`,
            }),
            button(message("With friends"), () => makeTable(room, name), {
                big: true,
                quiet: true,
                label: `${message("With friends")}, ${title}`,
            }),
        ),
    );
}

// ---- a table of one's own

/**
 * The ways to change a plan.
 * @typedef {object} Changes
 * @property {(name: string) => void} setGame
 * @property {(name: string) => void} setVariant
 * @property {(count: number) => void} setPeople
 * @property {() => void} draw the form again
 */

/**
 * @param {Room} room
 * @param {string} first the game to begin with
 */
function makeTable(room, first) {
    /** @type {Agreement} */
    const plan = {game: first, variant: "", people: 2, options: {}, seats: [], clock: 0, public: false, chat: true};
    /** @param {string} name */
    const setGame = name => {
        plan.game = name;
        setVariant(gameFacts(name).variants[0].name);
    };
    /** @param {string} name */
    const setVariant = name => {
        plan.variant = name;
        plan.options = {};
        setPeople(usualPeople(plan.game, variantFacts(plan.game, name)));
    };
    /** @param {number} count */
    const setPeople = count => {
        plan.people = count;
        plan.seats = Array.from({length: plan.people}, (_, i) => plan.seats[i] ?? (i ? "open" : "me"));
        keepOffered(plan);
    };
    setGame(first);
    dialog(
        message("A new table"),
        () => {
            let asked = false;
            /** @param {Event} event */
            const submit = async event => {
                event.preventDefault();
                const wrong = find(form, "[aria-invalid='true']");
                wrong?.focus();
                if (wrong || asked) return;
                asked = true; // the form goes on the way to the table, and stays if the room refuses
                await begin(room, {...plan, options: chosenOptions(plan)});
                asked = false;
            };
            const form = h("form", {class: "stack make", novalidate: true, onsubmit: submit});
            const draw = () => {
                const focused = document.activeElement?.id;
                refill(form, makeForm(plan, {setGame, setVariant, setPeople, draw}));
                if (focused) document.getElementById(focused)?.focus();
            };
            draw();
            return form;
        },
        {wide: true},
    );
}

/**
 * @param {Agreement} plan
 * @param {Changes} changes
 */
function makeForm(plan, {setGame, setVariant, setPeople, draw}) {
    const {variants} = gameFacts(plan.game),
        {hint, min, max} = variantFacts(plan.game, plan.variant);
    /**
     * @template Value
     * @param {(value: Value) => void} change
     * @returns {(value: Value) => void}
     */
    const then = change => value => {
        change(value);
        draw();
    };
    /** @param {number} i */
    const seatName = i => (i === 0 ? message("Seat 1, yours") : message("Seat {number}", {number: i + 1}));
    return [
        segments(
            message("Game"),
            gamesOffered().map(({name, title}) => [name, title]),
            plan.game,
            then(setGame),
        ),
        h(
            "div",
            {class: "columns"},
            variants.length > 1 &&
                field(
                    message("Variant"),
                    select(
                        variants.map(({name, label}) => [name, label ? message(label) : name]),
                        plan.variant,
                        then(setVariant),
                        {id: "make-variant"},
                    ),
                    hint && message(hint),
                ),
            min < max &&
                field(
                    message("Players"),
                    select(
                        Array.from({length: max - min + 1}, (_, i) => [min + i, min + i]),
                        plan.people,
                        then(setPeople),
                        {id: "make-people"},
                    ),
                ),
            optionFields(plan, draw),
        ),
        h(
            "fieldset",
            {class: "seats-form"},
            h("legend", {}, message("Seats")),
            plan.seats.map((seat, i) =>
                field(
                    seatName(i),
                    i === 0
                        ? h("output", {}, message("you"))
                        : select(
                              seatChoices(),
                              seat,
                              value => {
                                  plan.seats[i] = value;
                                  draw();
                              },
                              {id: `make-seat-${i}`},
                          ),
                ),
            ),
        ),
        h(
            "div",
            {class: "columns"},
            field(
                message("Time limit"),
                select(
                    clocks.filter(seconds => seconds <= limits().clock).map(seconds => [seconds, clockName(seconds)]),
                    plan.clock,
                    seconds => {
                        plan.clock = seconds;
                    },
                    {id: "make-clock"},
                ),
                message("When time runs out, a bot makes the move."),
            ),
            h(
                "div",
                {class: "stack"},
                toggle(
                    message("Public"),
                    plan.public,
                    on => {
                        plan.public = on;
                    },
                    message("Listed among the open tables; otherwise it can only be reached by its link."),
                ),
                toggle(
                    message("Free chat"),
                    plan.chat,
                    on => {
                        plan.chat = on;
                    },
                    message("Otherwise only the ready-made phrases can be used."),
                ),
            ),
        ),
        h(
            "div",
            {class: "row end"},
            button(message("Rules"), () => showRules(plan), {picture: "book", quiet: true}),
            h("button", {class: "button primary big"}, icon("check"), h("span", {}, message("Open the table"))),
        ),
    ];
}

/** @returns {[Place, string][]} */
const seatChoices = () => [
    ["open", message("open to anyone with the link")],
    ...levels().map(
        level => /** @type {[Place, string]} */ ([`bot:${level}`, message("bot, {level}", {level: levelName(level)})]),
    ),
];

// ---- lists of tables

/** @param {Seat} seat */
function seatWords(seat) {
    if (seat.who === "open") return message("open");
    return seat.who === "person" ? seat.name : messageIn("seat", "bot");
}

/** @param {TableRow} row */
function phaseWords(row) {
    if (row.turn) return message("Your turn");
    return {waiting: message("waiting"), playing: message("playing"), over: message("over")}[row.phase];
}

/**
 * @param {Room} room
 * @param {TableRow} row
 * @param {boolean} mine
 */
function tableRow(room, row, mine) {
    const {pack, showpiece} = drawingOf(row.game),
        open = row.seats.filter(seat => seat.who === "open").length;
    return h(
        "li",
        {class: `table-row ${row.turn ? "turn" : ""}`},
        h(
            "a",
            {
                href: `/t/${row.table}`,
                onclick: event => {
                    event.preventDefault();
                    room.go(`/t/${row.table}`);
                },
            },
            h(
                "span",
                {class: "mini-fan", "aria-hidden": "true"},
                showpiece.slice(0, 2).map(card => h("span", {class: `card ${pack.kind}`}, picture(pack, card))),
            ),
            h(
                "span",
                {class: "table-row-words"},
                h("strong", {}, gameName(row)),
                h("small", {}, row.seats.map(seatWords).join(" · ")),
            ),
            h(
                "span",
                {class: "table-row-state"},
                mine ? phaseWords(row) : open ? plural("{n} seat free", "{n} seats free", open) : message("watch"),
                row.clock ? h("small", {}, clockName(row.clock)) : null,
            ),
        ),
    );
}

/**
 * @param {Room} room
 * @param {string} title
 * @param {TableRow[]} rows
 * @param {boolean} mine
 * @param {string} empty what to say where there is none
 */
function list(room, title, rows, mine, empty) {
    return h(
        "section",
        {class: "tables"},
        h("h2", {}, title),
        rows.length
            ? h(
                  "ul",
                  {},
                  rows.map(row => tableRow(room, row, mine)),
              )
            : h("p", {class: "empty"}, empty),
    );
}

/**
 * Returns the function that leaves it.
 * @param {Room} room
 * @param {HTMLElement} place
 */
export function lobby(room, place) {
    const {connection} = room;
    /** @type {Map<string, TableRow>} */
    const tables = new Map();
    /** @type {Map<string, TableRow>} */
    const mine = new Map();
    const lists = h("div", {class: "lists", "aria-live": "off"});
    /** @param {TableRow} row */
    const keep = row => {
        if (row.yours !== null) mine.set(row.table, row);
        if (row.phase !== "over" && row.public && row.yours === null) tables.set(row.table, row);
        else tables.delete(row.table);
    };
    const draw = () => {
        if (!lists.isConnected) return; // another page is shown by now
        /** @type {(a: TableRow, b: TableRow) => number} */
        const order = (a, b) =>
            (b.turn ? 1 : 0) - (a.turn ? 1 : 0) ||
            (a.phase === "over" ? 1 : 0) - (b.phase === "over" ? 1 : 0) ||
            b.created - a.created;
        const own = [...mine.values()].sort(order),
            open = [...tables.values()].sort(order);
        const none = message("No table is waiting right now. Open one, and send the link to your friends.");
        update(
            lists,
            own.length > 0 && list(room, message("My tables"), own, true, ""),
            list(room, message("Open tables"), open, false, none),
        );
        const turns = own.filter(row => row.turn).length;
        document.title = turns ? `(${turns}) Araldo` : "Araldo";
    };
    /** @param {ListMessage | ChangesMessage} said */
    const hear = said => {
        if ("tables" in said) {
            tables.clear();
            mine.clear();
            for (const row of [...said.tables, ...said.mine]) keep(row);
        } else {
            for (const row of said.changed) keep(row);
            for (const id of said.gone) {
                tables.delete(id);
                mine.delete(id);
            }
        }
        draw();
    };
    const subscribe = () => connection.say({do: "lobby", on: true});
    const stops = [connection.on("lobby", hear), connection.on("up", subscribe)];
    place.append(
        room.header(h("span", {class: "stretch"})),
        h(
            "main",
            {class: "lobby"},
            h(
                "section",
                {class: "hero"},
                h("h1", {}, message("A card room for you and your friends")),
                h("p", {class: "lead"}, message("Play against bots right away, or send your friends a link.")),
                segments(
                    message("Bot level"),
                    levels().map(level => [level, levelName(level)]),
                    chosenLevel(),
                    value => keepSetting("level", value),
                ),
            ),
            h(
                "ul",
                {class: "tiles"},
                gamesOffered().map(facts => tile(room, facts)),
            ),
            lists,
        ),
    );
    draw();
    subscribe();
    return () => {
        for (const stop of stops) stop();
        connection.say({do: "lobby", on: false});
    };
}
