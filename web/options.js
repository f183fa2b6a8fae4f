// The options of a table as the room declares them: what each allows, and its field in the form for a new table.
import {h} from "./dom.js";
import {language, message} from "./messages.js";
import {field, select, several} from "./ui.js";
import {gameFacts} from "./welcome.js";
/** @import {Child} from "./elements.d.ts" */
/** @import {Choice} from "./games/game.d.ts" */
/** @import {Agreed, GroupedWord, NumberRule, OptionRule, Options, OptionWord} from "./protocol.d.ts" */
/** @import {SeatsRule, WordRule, WordsRule} from "./protocol.d.ts" */

/** @typedef {{game: string, variant: string}} Played */
/** @typedef {Played & {people: number, options: Options}} Plan a table so far, with the options that were touched, as text */

/** @param {Played} played */
const inVariant = ({game, variant}) => gameFacts(game).options.filter(({variants}) => !variants || variants.includes(variant));
/** @param {Plan} plan */
const inPlay = plan => inVariant(plan).filter(({needs}) => !needs || plan.options[needs]);

// ---- numbers: bounds and default may be multiples of another number, or of how many play

/** @typedef {{min: number, max: number, usual: number}} Bounds */

/**
 * @param {string | null} key
 * @param {Plan} plan
 */
function factor(key, plan) {
    if (!key) return 1;
    if (key === "people") return plan.people;
    const rule = inVariant(plan).find(each => each.key === key);
    return rule?.kind === "number" ? numberOf(rule, plan) : 1;
}

/**
 * @param {NumberRule} rule
 * @param {Plan} plan
 * @returns {Bounds}
 */
function boundsOf(rule, plan) {
    const times = factor(rule.bounds_factor, plan);
    return {min: rule.min * times, max: rule.max * times, usual: rule.default * factor(rule.default_factor, plan)};
}

/** @type {(text: string, bounds: Bounds) => boolean} */
const isWithin = (text, {min, max}) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

/**
 * @param {NumberRule} rule
 * @param {Plan} plan
 */
function numberOf(rule, plan) {
    const bounds = boundsOf(rule, plan),
        given = plan.options[rule.key];
    return given !== undefined && isWithin(given, bounds) ? Number(given) : bounds.usual;
}

// ---- values

/**
 * What an option is unless somebody changes it.
 * @param {OptionRule} rule
 * @param {Plan} plan
 */
function standardOf(rule, plan) {
    if (rule.kind === "number") return String(boundsOf(rule, plan).usual);
    return rule.kind === "seats" ? "" : rule.words[0].word;
}

/**
 * The default of an option, at a table without wishes.
 * @param {Played & {people: number}} table
 * @param {string} key
 */
export function standard(table, key) {
    const rule = inVariant(table).find(each => each.key === key);
    return rule ? standardOf(rule, {...table, options: {}}) : "";
}

/**
 * What the room has to be told: all that differs from the default.
 * @param {Plan} plan
 * @returns {Options}
 */
export function chosenOptions(plan) {
    const differing = inPlay(plan).filter(rule => (plan.options[rule.key] ?? "") !== "" && !isStandard(rule, plan));
    return Object.fromEntries(differing.map(({key}) => [key, plan.options[key]]));
}

/** @type {(rule: OptionRule, plan: Plan) => boolean} */
const isStandard = (rule, plan) => plan.options[rule.key] === standardOf(rule, plan);

/**
 * Drops what can no longer be chosen: seats may be gone, and an option may need another.
 * @param {Plan} plan
 */
export function keepOffered(plan) {
    for (const {key, kind} of inVariant(plan)) {
        if (kind !== "seats" || !plan.options[key]) continue;
        const left = plan.options[key].split(",").filter(seat => Number(seat) < plan.people);
        change(plan, key, left.join(","));
    }
    const keys = inPlay(plan).map(({key}) => key);
    for (const key of Object.keys(plan.options)) if (!keys.includes(key)) delete plan.options[key];
}

/**
 * @param {Plan} plan
 * @param {string} key
 * @param {string} value
 */
function change(plan, key, value) {
    if (value === "") delete plan.options[key];
    else plan.options[key] = value;
}

/**
 * The options of a table in words: "Points to win: 5".
 * @param {Pick<Agreed, "game" | "variant" | "options">} table
 */
export function optionWords(table) {
    return Object.entries(table.options).map(([key, value]) => {
        const rule = inVariant(table).find(each => each.key === key);
        return rule ? pair(rule, value) : `${key} ${value}`;
    });
}

/**
 * All options of a table in words, also those that nobody has changed.
 * @param {Pick<Agreed, "game" | "variant" | "people" | "options">} table
 */
export function optionsInForce(table) {
    return inPlay(table).map(rule => pair(rule, table.options[rule.key] ?? standardOf(rule, table)));
}

/** @param {string} seat */
const seatWords = seat => message("seat {number}", {number: Number(seat) + 1});

/** @type {(rule: OptionRule, value: string) => string} */
const pair = (rule, value) => message("{option}: {value}", {option: message(rule.label), value: valueWords(rule, value)});

/**
 * @param {OptionRule} rule
 * @param {string} value
 */
function valueWords(rule, value) {
    if (rule.kind === "number") return value;
    if (value === "") return message("nobody");
    /** @param {string} piece */
    const words = piece =>
        rule.kind === "seats" ? seatWords(piece) : message(rule.words.find(({word}) => word === piece)?.label ?? piece);
    return value.split(",").map(words).join(", ");
}

// ---- the form

/**
 * The fields of all options in play; `redraw` draws the form again.
 * @param {Plan} plan
 * @param {() => void} redraw
 * @returns {Child[]}
 */
export function optionFields(plan, redraw) {
    /** @type {(() => void)[]} */
    const numbers = []; // each shows what a number is after another has changed
    return inPlay(plan).map(rule => {
        /** @param {string} value */
        const set = value => {
            change(plan, rule.key, value);
            keepOffered(plan);
        };
        /** @param {string} value */
        const setAndRedraw = value => {
            set(value);
            redraw();
        };
        switch (rule.kind) {
            case "number":
                return numberField(rule, plan, set, numbers);
            case "word":
                return wordField(rule, plan, setAndRedraw);
            case "words":
                return wordsField(rule, plan, set, setAndRedraw);
            default:
                return seatsField(rule, plan, setAndRedraw);
        }
    });
}

/** @param {OptionRule} rule */
const idOf = rule => `make-option-${rule.key}`;

/**
 * @param {NumberRule} rule
 * @param {Plan} plan
 * @param {(value: string) => void} set
 * @param {(() => void)[]} numbers
 */
function numberField(rule, plan, set, numbers) {
    const id = idOf(rule),
        hint = h("span", {class: "field-hint", id: `${id}-hint`});
    const changed = () => {
        set(input.validity.badInput ? "?" : input.value);
        for (const show of numbers) show();
    };
    const show = () => {
        const bounds = boundsOf(rule, plan),
            given = plan.options[rule.key],
            good = given === undefined || isWithin(given, bounds);
        input.min = String(bounds.min);
        input.max = String(bounds.max);
        input.placeholder = String(bounds.usual);
        if (given === undefined && document.activeElement !== input) input.value = String(bounds.usual);
        input.setAttribute("aria-invalid", String(!good));
        hint.textContent = boundsWords(rule, bounds, good);
    };
    const input = h("input", {
        type: "number",
        id,
        step: 1,
        value: plan.options[rule.key] ?? "",
        "aria-describedby": hint.id,
        oninput: changed,
        onblur: show,
    });
    numbers.push(show);
    show();
    return h("label", {class: "field"}, h("span", {class: "field-label"}, message(rule.label)), input, hint);
}

/**
 * @param {NumberRule} rule
 * @param {Bounds} bounds
 * @param {boolean} good whether the number is within them
 */
function boundsWords(rule, bounds, good) {
    const min = bounds.min.toLocaleString(language()),
        max = bounds.max.toLocaleString(language());
    if (!good) return message("A whole number from {min} to {max}, please.", {min, max});
    return [rule.hint && message(rule.hint), message("{min} to {max}", {min, max})].filter(Boolean).join(" ");
}

/**
 * @param {OptionWord[]} words
 * @returns {Choice[]}
 */
const choicesOf = words => words.map(({word, label}) => [word, message(label)]);

/**
 * @param {WordRule} rule
 * @param {Plan} plan
 * @param {(value: string) => void} set
 */
function wordField(rule, plan, set) {
    const value = plan.options[rule.key] ?? standardOf(rule, plan),
        control = select(choicesOf(rule.words), value, set, {id: idOf(rule)});
    return field(message(rule.label), control, rule.hint && message(rule.hint));
}

/**
 * One word for the whole, or so many of each group by name.
 * @param {WordsRule} rule
 * @param {Plan} plan
 * @param {(value: string) => void} set
 * @param {(value: string) => void} setAndRedraw
 * @returns {Child[]}
 */
function wordsField(rule, plan, set, setAndRedraw) {
    const numbers = [...new Set(rule.words.map(({group}) => group))].filter(Boolean),
        groups = numbers.map(number => rule.words.filter(({group}) => group === number)),
        whole = rule.words.filter(({group}) => !group);
    const value = plan.options[rule.key] ?? standardOf(rule, plan),
        named = !whole.some(({word}) => word === value),
        firstOnes = groups.flatMap(group => group.slice(0, rule.per_group)).map(({word}) => word);
    /** @type {Choice[]} */
    const choices = [...choicesOf(whole), ["", message("your choice of {n} per group", {n: rule.per_group})]];
    const all = groups.map(group => group.map(({label}) => message(label)).join(", ")).join(" · ");
    const control = select(choices, named ? "" : value, word => setAndRedraw(word || firstOnes.join(",")), {id: idOf(rule)});
    return [
        field(message(rule.label), control, !named && (rule.hint ? message(rule.hint) : all)),
        named && groupFields(rule, groups, value.split(","), set),
    ];
}

/**
 * @param {WordsRule} rule
 * @param {GroupedWord[][]} groups
 * @param {string[]} chosen
 * @param {(value: string) => void} set
 */
function groupFields(rule, groups, chosen, set) {
    const parts = groups.map(group => group.map(({word}) => word).filter(word => chosen.includes(word)));
    return h(
        "div",
        {class: "sets"},
        groups.map((group, i) =>
            several(
                message("Group {number}", {number: i + 1}),
                choicesOf(group),
                parts[i],
                now => {
                    parts[i] = group.map(({word}) => word).filter(word => now.includes(word));
                    set(parts.flat().join(","));
                },
                {count: rule.per_group, id: `${idOf(rule)}-${i}`},
            ),
        ),
    );
}

/**
 * @param {SeatsRule} rule
 * @param {Plan} plan
 * @param {(value: string) => void} set
 */
function seatsField(rule, plan, set) {
    const seats = Array.from({length: plan.people}, (_, i) => String(i)),
        chosen = (plan.options[rule.key] ?? "").split(",");
    /** @type {Choice[]} */
    const choices = seats.map(seat => [seat, seatWords(seat)]);
    return h(
        "div",
        {class: "sets"},
        several(message(rule.label), choices, chosen, now => set(seats.filter(seat => now.includes(seat)).join(",")), {
            id: idOf(rule),
            hint: rule.hint ? message(rule.hint) : false,
        }),
    );
}
