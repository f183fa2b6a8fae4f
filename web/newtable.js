// Opening a table: at once against bots, with whoever is here, or by the form for a new one.
import {find, h, refill} from "./dom.js";
import {message, plural} from "./messages.js";
import {Refused} from "./connection.js";
import {button, complain, dialog, field, notice, segments, select, toggle} from "./ui.js";
import {setting} from "./settings.js";
import {freshSalt} from "./salt.js";
import {icon} from "./icons.js";
import {drawingOf} from "./known.js";
import {chosenOptions, keepOffered, optionFields} from "./options.js";
import {showRules} from "./rules.js";
import {gameFacts, gamesOffered, levels, limits, variantFacts} from "./welcome.js";
/** @import {Room} from "./page.d.ts" */
/** @import {Agreement, GameFacts, Hints, Level, Place, TableMessage, TableRow, VariantFacts} from "./protocol.d.ts" */

const clocks = [0, 20, 40, 60, 120];

/** @param {Level} level */
export const levelName = level =>
    ({easy: message("easy"), medium: message("medium"), strong: message("strong")})[level] ?? level;
/** The level of the bots that "Play now" seats. */
export const chosenLevel = () => levels().find(level => level === setting("level")) ?? "medium";
/** @param {number} seconds */
export const clockName = seconds =>
    seconds ? plural("{n} second per move", "{n} seconds per move", seconds) : message("no time limit");

/**
 * Whether the room can be asked now; the reader is told if it cannot.
 * @param {Pick<Room, "connection">} room
 */
export function canAsk({connection}) {
    if (!connection.up) notice(message("This needs a connection to the server."), {bad: true});
    return connection.up;
}

/**
 * Whoever makes a table with bots alone sits down ready: two clicks and it begins. If it is private, it is in this page where it
 * can be.
 * @param {Room} room
 * @param {Agreement} plan
 */
export async function begin(room, plan) {
    const alone = plan.seats.every(seat => seat !== "open"),
        home = alone && !plan.public && room.here ? room.here : room;
    if (!canAsk(home)) return;
    try {
        const {table} = await home.connection.ask({do: "create", ...plan});
        if (!table) return;
        if (alone) await home.connection.ask({do: "ready", table, on: true, salt: freshSalt()});
        room.go(home.address(table));
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
 * A match against bots, at once.
 * @param {Room} room
 * @param {string} game
 * @param {VariantFacts} variant
 */
export function playNow(room, game, variant) {
    const people = usualPeople(game, variant);
    /** @type {Place[]} */
    const seats = ["me", ...Array(people - 1).fill(`bot:${chosenLevel()}`)];
    return begin(room, {game, variant: variant.name, people, options: {}, seats, clock: 0, public: false, chat: false});
}

/**
 * Sits down at the first of these tables that still has a seat.
 * @param {Room} room
 * @param {TableRow[]} rows
 */
async function join(room, rows) {
    for (const {table, seats} of rows) {
        try {
            await room.connection.ask({do: "sit", table, seat: seats.findIndex(({who}) => who === "open")});
            await room.connection.ask({do: "ready", table, on: true, salt: freshSalt()});
            return table;
        } catch (error) {
            if (!(error instanceof Refused)) throw error; // somebody was faster
            room.connection.say({do: "exit", table});
        }
    }
    return null;
}

/**
 * Plays with whoever is here: at a table that waits for players, or at a new one that all can see.
 * @param {Room} room
 * @param {TableRow[]} rows the open tables
 * @param {GameFacts} facts the game of a new table
 */
export async function playWithOthers(room, rows, {name: game, variants: [variant]}) {
    const waiting = rows.filter(row => row.phase === "waiting" && row.seats.some(({who}) => who === "open"));
    try {
        let table = await join(room, waiting);
        if (!table) {
            const people = usualPeople(game, variant);
            /** @type {Place[]} */
            const seats = ["me", ...Array(people - 1).fill("open")];
            const made = await room.connection.ask({
                do: "create",
                ...{game, variant: variant.name, people, options: {}, seats, clock: 60, public: true, chat: true},
            });
            table = made.table ?? null;
            if (table) await room.connection.ask({do: "ready", table, on: true, salt: freshSalt()});
        }
        if (table) room.go(`/t/${table}`);
    } catch (error) {
        complain(error);
    }
}

/**
 * Takes a table off one's list.
 * @param {Room} room
 * @param {string} table
 */
export async function removeTable(room, table) {
    try {
        await room.connection.ask({do: "remove", table});
        room.connection.say({do: "exit", table});
        return true;
    } catch (error) {
        complain(error);
        return false;
    }
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
export function makeTable(room, first) {
    /** @type {Place} */
    const others = room.isHere ? `bot:${chosenLevel()}` : "open";
    /** @type {Agreement} */
    const plan = {
        game: first,
        variant: "",
        people: 2,
        options: {},
        seats: [],
        clock: 0,
        public: false,
        chat: true,
        hints: "off",
    };
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
        plan.seats = Array.from({length: plan.people}, (_, i) => plan.seats[i] ?? (i ? others : "me"));
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
                refill(form, makeForm(room, plan, {setGame, setVariant, setPeople, draw}));
                if (focused) document.getElementById(focused)?.focus();
            };
            draw();
            return form;
        },
        {wide: true},
    );
}

/**
 * @param {Room} room
 * @param {Agreement} plan
 * @param {Changes} changes
 */
function makeForm(room, plan, {setGame, setVariant, setPeople, draw}) {
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
    const seatName = i => (i === 0 ? message("Seat 1 (you)") : message("Seat {number}", {number: i + 1}));
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
                              seatChoices(room),
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
            plan.seats.includes("open") &&
                field(
                    message("Hints"),
                    select(
                        hintChoices(),
                        plan.hints ?? "off",
                        hints => {
                            plan.hints = hints;
                        },
                        {id: "make-hints"},
                    ),
                    message("Announced: everybody is told who asks for one. Everybody at the table can see this setting."),
                ),
            !room.isHere &&
                h(
                    "div",
                    {class: "stack"},
                    toggle(
                        message("Public"),
                        plan.public,
                        on => {
                            plan.public = on;
                        },
                        message("The table is listed among the open tables. Otherwise people need its link."),
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

/** @type {(room: Room) => [Place, string][]} */
const seatChoices = room => [
    ...(room.isHere ? [] : [/** @type {[Place, string]} */ (["open", message("open to anyone with the link")])]),
    ...levels().map(
        level => /** @type {[Place, string]} */ ([`bot:${level}`, message("bot, {level}", {level: levelName(level)})]),
    ),
];

/** @type {Record<Hints, () => string>} */
const hintWords = {
    off: () => message("no hints"),
    announced: () => message("hints, and everybody is told who asks"),
    on: () => message("hints for everybody"),
};
/** @param {Hints} hints */
export const hintsName = hints => hintWords[hints]();
/**
 * Whether the room gives hints at this table: among people only if that was agreed on.
 * @param {Pick<TableMessage, "hints" | "seats">} table
 */
export const hintsGiven = ({hints, seats}) => hints !== "off" || seats.filter(({who}) => who === "person").length < 2;
/** @returns {[Hints, string][]} */
const hintChoices = () => [
    ["off", hintsName("off")],
    ["announced", message("hints, announced")],
    ["on", hintsName("on")],
];
