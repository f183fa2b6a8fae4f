// The first page: a quick game, a new table, tables waiting for players, and your own tables.
import {h, refill} from "./dom.js";
import {message, messageIn, plural} from "./messages.js";
import {button, complain, dialog, field, segments, select, several, toggle} from "./ui.js";
import {keepSetting, setting} from "./settings.js";
import {freshSalt} from "./salt.js";
import {picture} from "./cards.js";
import {icon} from "./icons.js";
import {games} from "./games/games.js";
/** @import {Game, Option, ChoiceSet} from "./games/game.d.ts" */
/** @import {Room} from "./page.d.ts" */
/** @import {Agreed, Agreement, GameFacts, Level, Place, Seat, TableRow, VariantFacts} from "./protocol.d.ts" */
/** @import {ChangesMessage, ListMessage} from "./protocol.d.ts" */

const clocks = [0, 20, 40, 60, 120];

/** @type {Level[]} */
const levels = ["easy", "medium", "strong"];

/** @param {Level} level */
export const levelName = level =>
    ({easy: message("easy"), medium: message("medium"), strong: message("strong")})[level] ?? level;
/** The level of the bots that "Play now" seats. */
const chosenLevel = () => levels.find(level => level === setting("level")) ?? "medium";
/** @param {number} seconds */
export const clockName = seconds =>
    seconds ? plural("{n} second a move", "{n} seconds a move", seconds) : message("no clock");

/** @param {Game} game */
function fan(game) {
    return h(
        "div",
        {class: "fan", "aria-hidden": "true"},
        game.showpiece.map(card => h("div", {class: `card ${game.pack.kind}`}, picture(game.pack, card))),
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
 * @param {Room} room
 * @param {Game} game
 */
function playNow(room, game) {
    /** @type {Place[]} */
    const seats = ["me", ...Array(game.playNow.people - 1).fill(`bot:${chosenLevel()}`)];
    return begin(room, {
        game: game.name,
        variant: game.playNow.variant,
        people: game.playNow.people,
        options: {},
        seats,
        clock: 0,
        public: false,
        chat: false,
    });
}

/**
 * @param {Room} room
 * @param {Game} game
 */
function tile(room, game) {
    return h(
        "li",
        {class: `tile tile-${game.name}`},
        fan(game),
        h("div", {class: "tile-words"}, h("h2", {}, game.title()), h("p", {}, game.blurb())),
        h(
            "div",
            {class: "row"},
            button(message("Play now"), () => playNow(room, game), {
                primary: true,
                big: true,
                picture: "play",
                label: `${message("Play now")}, ${game.title()}`,
            }),
            button(message("With friends"), () => makeTable(room, game.name), {
                big: true,
                quiet: true,
                label: `${message("With friends")}, ${game.title()}`,
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
 * What the room knows of the planned game and variant.
 * @param {GameFacts[]} known
 * @param {Agreement} plan
 * @returns {{variants: VariantFacts[], variant: VariantFacts}}
 */
function factsOf(known, plan) {
    const variants = known.find(game => game.name === plan.game)?.variants ?? [],
        variant = variants.find(each => each.name === plan.variant);
    if (!variant) throw new Error(`the room does not know ${plan.game}:${plan.variant}`);
    return {variants, variant};
}

/**
 * @param {Room} room
 * @param {string} first the game to begin with
 */
function makeTable(room, first) {
    const known = room.welcome.games;
    /** @type {Agreement} */
    const plan = {game: first, variant: "", people: 2, options: {}, seats: [], clock: 0, public: false, chat: true};
    /** @param {string} name */
    const setGame = name => {
        plan.game = name;
        setVariant(games[name].playNow.variant);
    };
    /** @param {string} name */
    const setVariant = name => {
        plan.variant = name;
        plan.options = {};
        const {min, max} = factsOf(known, plan).variant;
        setPeople(Math.min(max, Math.max(min, games[plan.game].playNow.people)));
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
        close => {
            const form = h("form", {
                class: "stack make",
                onsubmit: event => {
                    event.preventDefault();
                    close();
                    begin(room, {...plan, options: {...plan.options}});
                },
            });
            const draw = () => {
                const focused = document.activeElement?.id;
                refill(form, makeForm(plan, known, {setGame, setVariant, setPeople, draw}));
                if (focused) document.getElementById(focused)?.focus();
            };
            draw();
            return form;
        },
        {wide: true},
    );
}

/**
 * Of what was chosen, what is still there to be chosen: seats may have gone, and with them an option.
 * @param {Agreement} plan
 */
function keepOffered(plan) {
    for (const option of games[plan.game].options(plan)) {
        const {key} = option;
        if ("choices" in option || !("sets" in option) || !plan.options[key]) continue;
        const offered = option.sets.flatMap(each => each.choices.map(([choice]) => choice));
        plan.options[key] = plan.options[key]
            .split(",")
            .filter(value => offered.includes(value))
            .join(",");
        if (!plan.options[key]) delete plan.options[key];
    }
    const keys = games[plan.game].options(plan).map(option => option.key);
    for (const key of Object.keys(plan.options)) if (!keys.includes(key)) delete plan.options[key];
}

/**
 * @param {Agreement} plan
 * @param {GameFacts[]} known
 * @param {Changes} changes
 */
function makeForm(plan, known, {setGame, setVariant, setPeople, draw}) {
    const game = games[plan.game],
        {variants, variant: facts} = factsOf(known, plan);
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
    const seatName = i => (i === 0 ? message("Seat 1, your own") : message("Seat {number}", {number: i + 1}));
    return [
        segments(
            message("Game"),
            known.map(({name}) => [name, games[name].title()]),
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
                        variants.map(variant => [variant.name, game.variantName(variant.name)]),
                        plan.variant,
                        then(setVariant),
                        {id: "make-variant"},
                    ),
                    game.variantHint(plan.variant),
                ),
            facts.min < facts.max &&
                field(
                    message("Players"),
                    select(
                        Array.from({length: facts.max - facts.min + 1}, (_, i) => [facts.min + i, facts.min + i]),
                        plan.people,
                        then(setPeople),
                        {id: "make-people"},
                    ),
                ),
            game.options(plan).map((option, i) => optionField(option, plan, i, draw)),
        ),
        h(
            "fieldset",
            {class: "seats-form"},
            h("legend", {}, message("Who sits where")),
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
                message("Clock"),
                select(
                    clocks.map(seconds => [seconds, clockName(seconds)]),
                    plan.clock,
                    seconds => {
                        plan.clock = seconds;
                    },
                    {id: "make-clock"},
                ),
                message("When it runs out, a bot makes that move."),
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
                    message("Shown in the list of open tables; else only the link leads there."),
                ),
                toggle(
                    message("Free talk"),
                    plan.chat,
                    on => {
                        plan.chat = on;
                    },
                    message("Else there are the ready-made phrases."),
                ),
            ),
        ),
        h(
            "div",
            {class: "row end"},
            h("button", {class: "button primary big"}, icon("check"), h("span", {}, message("Make the table"))),
        ),
    ];
}

/** @returns {[Place, string][]} */
const seatChoices = () => [
    ["open", message("open: for whoever has the link")],
    ...levels.map(
        level => /** @type {[Place, string]} */ ([`bot:${level}`, message("bot, {level}", {level: levelName(level)})]),
    ),
];

/**
 * A number, one of the choices, or several of each set; where there are both choices and sets, the choice "named" brings the
 * sets along.
 * @param {Option} option
 * @param {Agreement} plan
 * @param {number} i
 * @param {() => void} draw
 */
function optionField(option, plan, i, draw) {
    const value = plan.options[option.key] ?? option.standard,
        id = `make-option-${i}`;
    /** @param {string} to */
    const set = to => {
        if (to === "" || to === option.standard) delete plan.options[option.key];
        else plan.options[option.key] = to;
        keepOffered(plan); // one option may hang on another
    };
    /** @param {string} to */
    const redraw = to => {
        set(to);
        draw();
    };
    if ("choices" in option) {
        const named = !option.choices.some(([choice]) => choice === value);
        /** @param {string} to */
        const pick = to => redraw(to === "named" ? (option.named ?? []).join(",") : to);
        return [
            field(option.label, select(option.choices, named ? "named" : value, pick, {id}), !named && option.hint),
            named && optionSets(option.sets ?? [], option.hint, value, set, id),
        ];
    }
    if ("sets" in option) return optionSets(option.sets, option.hint, value, redraw, id);
    const input = h("input", {type: "number", id, min: option.min, max: option.max, value, oninput: () => set(input.value)});
    return field(option.label, input, option.hint);
}

/**
 * @param {ChoiceSet[]} sets
 * @param {string | undefined} hint
 * @param {string} value
 * @param {(value: string) => void} set
 * @param {string} id
 */
function optionSets(sets, hint, value, set, id) {
    const parts = sets.map(({choices}) =>
        choices.map(([choice]) => choice).filter(choice => value.split(",").includes(choice)),
    );
    return h(
        "div",
        {class: "sets"},
        sets.map(({label, choices, count}, i) =>
            several(
                label,
                choices,
                parts[i],
                chosen => {
                    parts[i] = choices.map(([choice]) => choice).filter(choice => chosen.includes(choice));
                    set(parts.flat().join(","));
                },
                {count, id: `${id}-${i}`, hint: sets.length === 1 && hint},
            ),
        ),
    );
}

// ---- lists of tables

/** @param {Pick<Agreed, "game" | "variant">} row */
export function tableName(row) {
    const game = games[row.game];
    return game.hasVariants ? `${game.title()} · ${game.variantName(row.variant)}` : game.title();
}

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
    const open = row.seats.filter(seat => seat.who === "open").length;
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
                games[row.game].showpiece
                    .slice(0, 2)
                    .map(card => h("span", {class: `card ${games[row.game].pack.kind}`}, picture(games[row.game].pack, card))),
            ),
            h(
                "span",
                {class: "table-row-words"},
                h("strong", {}, tableName(row)),
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
        /** @type {(a: TableRow, b: TableRow) => number} */
        const order = (a, b) =>
            (b.turn ? 1 : 0) - (a.turn ? 1 : 0) ||
            (a.phase === "over" ? 1 : 0) - (b.phase === "over" ? 1 : 0) ||
            b.created - a.created;
        const own = [...mine.values()].sort(order),
            open = [...tables.values()].sort(order);
        const none = message("No table is waiting just now. Make one, and send its link to your friends.");
        refill(
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
                h("h1", {}, message("A card room for four games")),
                h("p", {class: "lead"}, message("Sit down against the bots at once, or send friends a link.")),
                segments(
                    message("The bots play"),
                    levels.map(level => [level, levelName(level)]),
                    chosenLevel(),
                    value => keepSetting("level", value),
                ),
            ),
            h(
                "ul",
                {class: "tiles"},
                Object.values(games).map(game => tile(room, game)),
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
