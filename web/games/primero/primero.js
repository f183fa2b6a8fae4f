// Primero on the page: purses and the pot, vying, bidding and exchanging.
import {h} from "../../dom.js";
import {message, plural} from "../../messages.js";
import {packs, cardElement} from "../../cards.js";
import {cardRow} from "../../hand.js";
import {readNumbers, readSet} from "../../position.js";
import {boxOf, centred, still} from "../../flight.js";
import {scoreTable} from "../../score.js";
import {backs, handOf, sees, tellDeal, tellEnd} from "../common.js";

const pack = packs.french;
const types = ["numerus", "primero", "supremus", "fluxus", "chorus"];

// ---- reading the view

const flag = ({fields}, key, seat) => readSet(fields[key]).has(seat);
const number = ({fields}, key, seat) => readNumbers(fields[key])[seat] ?? 0;
const bidWords = text => text?.replace(".", " ");
const inMiddle = ({fields}) => readNumbers(fields.paid).reduce((sum, paid) => sum + paid, 0) + Number(fields.pot ?? 0);
const toSee = scene => {
    const {position, bottom} = scene,
        owed =
            Math.max(...readNumbers(position.fields.paid), Number(position.fields.base ?? 0)) -
            number(position, "paid", bottom);
    return Math.min(owed, number(position, "purses", bottom));
};

// ---- the table

function coins(count) {
    const stacks = Math.min(6, Math.ceil(count / 8));
    return h(
        "div",
        {class: "coins", "aria-hidden": "true"},
        Array.from({length: stacks}, (_, i) =>
            h("span", {class: "coin-stack", vars: {high: Math.min(8, Math.ceil(count - i * 8))}}),
        ),
    );
}

function shownHand(scene, seat) {
    const {cards} = handOf(scene.position, seat);
    return cards.length > 0 && seat !== scene.bottom
        ? h(
              "div",
              {class: "open-cards"},
              cards.map(card => cardElement(pack, card, {class: "mini"})),
          )
        : null;
}

function beside(scene, seat) {
    const held = handOf(scene.position, seat),
        paid = number(scene.position, "paid", seat);
    return h(
        "div",
        {class: "beside"},
        seat !== scene.bottom && (shownHand(scene, seat) ?? backs(held.hidden)),
        paid > 0 && h("span", {class: "stake"}, coins(paid), h("strong", {}, paid)),
    );
}

function middle(scene) {
    const {fields} = scene.position,
        pot = inMiddle(scene.position);
    const last = scene.memory?.shows ?? [];
    return h(
        "div",
        {class: "primero-middle"},
        h(
            "div",
            {class: "pot", data: {pot: ""}},
            pot > 0 && coins(pot),
            h("p", {}, h("span", {}, message("In the pot")), " ", h("strong", {}, pot)),
        ),
        fields.bid && h("p", {class: "bid"}, h("span", {}, message("Bid")), " ", h("strong", {}, bidWords(fields.bid))),
        last.length > 0 &&
            h(
                "ul",
                {class: "shows", "aria-label": message("Shown at the end of the last deal")},
                last.map(show =>
                    h(
                        "li",
                        {class: show.won ? "won" : ""},
                        h("strong", {}, scene.label(show.seat)),
                        h(
                            "div",
                            {class: "laid-cards"},
                            show.cards.map(card => cardElement(pack, card, {})),
                        ),
                        h("span", {}, `${show.type} ${show.points}`),
                    ),
                ),
            ),
    );
}

// ---- acting

// In the English form a vie is always the stake of the table.
const amountOf = (move, {position}) => Number(move.split(":")[1] ?? position.fields.stake ?? 1);

function actions(scene) {
    const legal = scene.legal,
        memory = scene.memory;
    const raises = legal.filter(move => /^(re)?vie(:|$)/.test(move)),
        kind = raises[0]?.split(":")[0],
        amounts = raises.map(move => amountOf(move, scene));
    const amount = amounts.includes(memory.amount) ? memory.amount : amounts[0];
    const cost = toSee(scene);
    const words = {
        see: [message("See"), cost ? plural("put up {n} coin", "put up {n} coins", cost) : message("for nothing")],
        pass: [message("Pass"), message("stay in without paying for now")],
        fold: [message("Fold"), message("leave the deal; what you have put up stays there")],
    };
    const simple = ["see", "pass", "fold"]
        .filter(move => legal.includes(move))
        .map(move =>
            h(
                "button",
                {
                    type: "button",
                    class: `button act ${move === "see" ? "primary" : ""} ${scene.hint === move ? "marked" : ""}`,
                    data: {focus: move},
                    onclick: () => scene.act(move),
                },
                h("span", {}, words[move][0], h("small", {}, words[move][1])),
            ),
        );
    const raise =
        raises.length > 0 &&
        h(
            "span",
            {class: "raise"},
            h(
                "button",
                {
                    type: "button",
                    class: `button act ${legal.includes("see") ? "" : "primary"} ${scene.hint?.startsWith(kind) ? "marked" : ""}`,
                    data: {focus: "raise"},
                    onclick: () => scene.act(raises[amounts.indexOf(amount)]),
                },
                h(
                    "span",
                    {},
                    kind === "vie" ? message("Vie") : message("Revie"),
                    h(
                        "small",
                        {},
                        kind === "vie"
                            ? plural("put up {n} coin", "put up {n} coins", amount)
                            : plural("see, and put up {n} coin more", "see, and put up {n} coins more", amount),
                    ),
                ),
            ),
            amounts.length > 1 &&
                h("input", {
                    type: "range",
                    min: Math.min(...amounts),
                    max: Math.max(...amounts),
                    value: amount,
                    "aria-label": message("Coins"),
                    data: {focus: "amount"},
                    oninput: event => {
                        memory.amount = Number(event.target.value);
                        scene.redraw();
                    },
                }),
        );
    return h("div", {class: "moves"}, simple[0] && legal.includes("see") ? [simple.shift(), raise, simple] : [raise, simple]);
}

function bidding(scene) {
    const bids = scene.legal.filter(move => move.startsWith("bid:")).map(move => move.slice(4).split("."));
    const memory = scene.memory,
        offered = types.filter(type => bids.some(([name]) => name === type));
    const type = offered.includes(memory.type) ? memory.type : offered[0];
    const points = bids.filter(([name]) => name === type).map(([, value]) => Number(value));
    const value = points.includes(memory.points) ? memory.points : points[0];
    return h(
        "div",
        {class: "moves bidding"},
        h(
            "label",
            {},
            h("span", {class: "sr"}, message("Type")),
            h(
                "select",
                {
                    data: {focus: "bid-type"},
                    onchange: event => {
                        memory.type = event.target.value;
                        scene.redraw();
                    },
                },
                offered.map(name => h("option", {value: name, selected: name === type}, name)),
            ),
        ),
        h(
            "label",
            {},
            h("span", {class: "sr"}, message("Points")),
            h(
                "select",
                {
                    data: {focus: "bid-points"},
                    onchange: event => {
                        memory.points = Number(event.target.value);
                        scene.redraw();
                    },
                },
                points.map(count => h("option", {value: count, selected: count === value}, count)),
            ),
        ),
        h(
            "button",
            {type: "button", class: "button primary", data: {focus: "bid"}, onclick: () => scene.act(`bid:${type}.${value}`)},
            message("Bid {bid}", {bid: `${type} ${value}`}),
        ),
    );
}

// Cards are chosen one by one; the throw that is offered is the one of the legal list that has just these cards.
function exchanging(scene, cards) {
    const memory = scene.memory;
    memory.thrown = (memory.thrown ?? []).filter(card => cards.includes(card));
    const throws = scene.legal.filter(move => move.startsWith("throw:"));
    const fitting = throws.find(move => {
        const list = move.slice(6).split(",");
        return list.length === memory.thrown.length && list.every(card => memory.thrown.includes(card));
    });
    return h(
        "div",
        {class: "moves"},
        memory.thrown.length > 0 &&
            h(
                "button",
                {
                    type: "button",
                    class: `button primary ${scene.hint === fitting ? "marked" : ""}`,
                    disabled: !fitting,
                    data: {focus: "throw"},
                    onclick: () => {
                        memory.thrown = [];
                        scene.act(fitting);
                    },
                },
                plural("Exchange {n} card", "Exchange {n} cards", memory.thrown.length),
            ),
        scene.legal.includes("keep") &&
            h(
                "button",
                {
                    type: "button",
                    class: `button ${memory.thrown.length ? "" : "primary"} ${scene.hint === "keep" ? "marked" : ""}`,
                    data: {focus: "keep"},
                    onclick: () => {
                        memory.thrown = [];
                        scene.act("keep");
                    },
                },
                message("Keep all"),
            ),
    );
}

function hand(scene) {
    const {cards} = handOf(scene.position, scene.bottom),
        {step} = scene.position.fields,
        exchange = scene.may && step === "exchange";
    const hinted = scene.hint?.startsWith("throw:") ? scene.hint.slice(6).split(",") : [];
    const memory = scene.memory ?? {};
    const controls = !scene.may ? null : step === "bid" ? bidding(scene) : exchange ? exchanging(scene, cards) : actions(scene);
    const entries = cards.map(card => ({
        card,
        key: `card-${card}`,
        off: !exchange,
        marked: hinted.includes(card),
        chosen: exchange ? (memory.thrown ?? []).includes(card) : undefined,
        act: () => {
            const most = Math.max(...scene.legal.filter(move => move.startsWith("throw:")).map(move => move.split(",").length));
            memory.thrown = memory.thrown.includes(card)
                ? memory.thrown.filter(other => other !== card)
                : [...memory.thrown, card].slice(-most);
            scene.redraw();
        },
    }));
    return h("div", {class: "hand-area"}, controls, cardRow(pack, message("Your hand"), entries, {drop: entry => entry.act()}));
}

function prompt(scene) {
    const {fields, variant} = scene.position;
    if (fields.step === "bid") return message("Name your bid: a type, then its points.");
    if (fields.step === "exchange") {
        if (!scene.legal.includes("keep")) return message("Here you must exchange one or two cards.");
        return variant === "italian"
            ? message("Exchange one or two cards, or keep all.")
            : message("Exchange as many cards as you like, or keep all.");
    }
    if (!scene.legal.includes("see")) return message("Your turn: nobody has vied in this phase.");
    const cost = toSee(scene);
    return cost
        ? plural("Your turn: it takes {n} coin to see.", "Your turn: it takes {n} coins to see.", cost)
        : message("Your turn: without coins you see for nothing.");
}

function moveWords(move, scene) {
    const [kind, what] = move.split(":");
    switch (kind) {
        case "vie":
            return plural("put up {n} coin", "put up {n} coins", amountOf(move, scene));
        case "revie":
            return plural("see, and put up {n} coin more", "see, and put up {n} coins more", amountOf(move, scene));
        case "bid":
            return message("Bid {bid}", {bid: bidWords(what)});
        case "throw":
            return scene.say(message("throw {cards}"), {cards: scene.chips(what.split(","))});
        case "keep":
            return message("exchange nothing");
        case "see":
            return message("See");
        case "pass":
            return message("Pass");
        default:
            return message("Fold");
    }
}

// ---- telling

const allIn = event => (event.all_in ? [" ", h("strong", {class: "shout"}, message("All in!"))] : []);

function tellRaise(event, scene) {
    const {amount: n} = event,
        player = scene.name(event.seat),
        you = scene.isYou(event.seat);
    const words =
        event.event === "vie"
            ? you
                ? plural("You vie {n} coin.", "You vie {n} coins.", n)
                : plural("{player} vies {n} coin.", "{player} vies {n} coins.", n, {player})
            : you
              ? plural("You see and revie {n} coin.", "You see and revie {n} coins.", n)
              : plural("{player} sees and revies {n} coin.", "{player} sees and revies {n} coins.", n, {player});
    return h("span", {}, words, allIn(event));
}

function tellSee(event, scene) {
    const {paid: n} = event,
        player = scene.name(event.seat),
        you = scene.isYou(event.seat);
    const words =
        n === 0
            ? you
                ? message("You see for nothing.")
                : message("{player} sees for nothing.", {player})
            : you
              ? plural("You see for {n} coin.", "You see for {n} coins.", n)
              : plural("{player} sees for {n} coin.", "{player} sees for {n} coins.", n, {player});
    return h("span", {}, words, n ? allIn(event) : []);
}

function tellThrow(event, scene) {
    if (event.count === 0)
        return scene.who(event.seat, message("You keep all your cards."), message("{player} exchanges nothing."));
    if (sees(event.cards))
        return scene.who(event.seat, message("You throw {cards}."), message("{player} throws {cards}."), {
            cards: scene.chips(event.cards),
        });
    return scene.say(
        plural("{player} exchanges {n} card.", "{player} exchanges {n} cards.", event.count, {player: scene.name(event.seat)}),
    );
}

function tellPot(event, scene) {
    const n = event.coins,
        names = scene.labels(event.to);
    switch (event.why) {
        case "hand":
            return plural("{n} coin for the best hand: {names}.", "{n} coins for the best hand: {names}.", n, {names});
        case "alone":
            return plural("{n} coin for the only one left: {names}.", "{n} coins for the only one left: {names}.", n, {names});
        case "back":
            return plural("{n} coin goes back: {names}.", "{n} coins go back: {names}.", n, {names});
        case "carried":
            return plural(
                "Nobody makes the bid: {n} coin stays for the next deal.",
                "Nobody makes the bid: {n} coins stay for the next deal.",
                n,
            );
        case "highest":
            return plural(
                "Nobody makes the bid, and no deal follows. {n} coin for the highest hand: {names}.",
                "Nobody makes the bid, and no deal follows. {n} coins for the highest hand: {names}.",
                n,
                {names},
            );
        default:
            return plural(
                "{n} coin is shared by those who were dealt in: {names}.",
                "{n} coins are shared by those who were dealt in: {names}.",
                n,
                {names},
            );
    }
}

function tellRound(event, scene) {
    const carried = event.pot ? ` ${plural("{n} coin is carried over.", "{n} coins are carried over.", event.pot)}` : "";
    return h(
        "span",
        {},
        scene.who(event.dealer, message("Deal {deal}: you are the dealer."), message("Deal {deal}: {player} is the dealer."), {
            deal: event.round,
        }),
        carried,
    );
}

function tellShow(event, scene) {
    const values = {cards: scene.chips(event.cards), hand: `${event.type} ${event.points}`};
    return h(
        "span",
        {},
        scene.who(event.seat, message("You show {cards}: {hand}."), message("{player} shows {cards}: {hand}."), values),
        event.makes === false ? ` ${message("It does not make the bid.")}` : "",
    );
}

const tell = {
    lift: (event, scene) =>
        scene.say(message("Lifted for the deal: {list}."), {
            list: h(
                "span",
                {},
                event.seats.flatMap((seat, i) => [i ? ", " : "", scene.label(seat), " ", scene.chip(event.cards[i])]),
            ),
        }),
    round: tellRound,
    ante: event =>
        h(
            "span",
            {},
            plural("The ante is paid; {n} coin lies in the pot.", "The ante is paid; {n} coins lie in the pot.", event.pot),
        ),
    phase: () => h("span", {}, message("Phase 2: two more cards to everybody still in.")),
    deal: tellDeal,
    draw: (event, scene) =>
        sees(event.cards)
            ? scene.who(event.seat, message("You draw {cards}."), message("{player} draws {cards}."), {
                  cards: scene.chips(event.cards),
              })
            : null,
    throw: tellThrow,
    vie: tellRaise,
    revie: tellRaise,
    see: tellSee,
    pass: (event, scene) => scene.who(event.seat, message("You pass."), message("{player} passes.")),
    fold: (event, scene) => scene.who(event.seat, message("You fold."), message("{player} folds.")),
    bid: (event, scene) =>
        scene.who(event.seat, message("You bid {bid}."), message("{player} bids {bid}."), {
            bid: h("strong", {}, `${event.type} ${event.points}`),
        }),
    show: tellShow,
    pot: (event, scene) => h("span", {}, tellPot(event, scene)),
    void: () => h("span", {}, message("All have passed: the deal is void.")),
    score: (event, scene) =>
        h(
            "span",
            {},
            message("Purses: {list}", {list: event.totals.map((total, seat) => `${scene.label(seat)} ${total}`).join(" · ")}),
        ),
    end: tellEnd,
};

// ---- movement: coins to the pot, and from it to whoever wins them

async function flyCoin(place, from, to, count) {
    const layer = document.getElementById("flight");
    const start = boxOf(from),
        end = boxOf(to);
    if (!start || !end) return;
    await Promise.all(
        Array.from({length: Math.min(count, 6)}, async (_, i) => {
            const coin = h("span", {class: "coin flyer"});
            layer.append(coin);
            const a = centred(start, 22, 1, i * 4 - 10),
                b = centred(end, 22, 1, i * 5 - 12);
            await coin
                .animate([{transform: `translate(${a.x}px, ${a.y}px)`}, {transform: `translate(${b.x}px, ${b.y}px)`}], {
                    duration: 380,
                    delay: i * 45,
                    easing: "cubic-bezier(.3,.7,.25,1)",
                    fill: "both",
                })
                .finished.catch(() => {});
            coin.remove();
        }),
    );
}

async function fly(events, scene, place, quick) {
    const at = seat => place.querySelector(`.plate[data-seat="${seat}"]`),
        pot = place.querySelector(".pot");
    const shows = events.filter(event => event.event === "show"),
        winners = new Set(events.filter(event => event.event === "pot").flatMap(event => event.to));
    if (events.some(event => event.event === "score"))
        scene.memory.shows = shows.map(show => ({...show, won: winners.has(show.seat)}));
    else if (events.some(event => event.seat === scene.you && event.move)) scene.memory.shows = [];
    if (quick || still()) return;
    for (const event of events) {
        if (["vie", "revie", "see"].includes(event.event) && event.paid) await flyCoin(place, at(event.seat), pot, event.paid);
        if (event.event === "pot") await Promise.all(event.to.map(seat => flyCoin(place, pot, at(seat), 6)));
    }
}

function standing({position}, seat) {
    if (position.fields.over) return null;
    if (flag(position, "folded", seat)) return message("folded");
    if (handOf(position, seat).count === 0) return message("sits out");
    return number(position, "purses", seat) === 0 ? message("all in") : null;
}

function resultOf(event, scene) {
    const shows = scene.memory.shows ?? [];
    const show = seat => shows.find(each => each.seat === seat);
    return scoreTable(
        message("The deal is over."),
        ["", message("hand"), message("purse")],
        event.totals.map((total, seat) => [
            scene.label(seat),
            show(seat) ? h("span", {}, scene.chips(show(seat).cards), ` ${show(seat).type} ${show(seat).points}`) : "–",
            total,
        ]),
        event.totals.map((_, seat) => Boolean(show(seat)?.won)),
    );
}

export const primero = {
    name: "primero",
    pack,
    rounds: true,
    clockwise: false,
    hasVariants: true,
    showpiece: ["7h", "6c", "As"],
    playNow: {variant: "english", people: 4},
    title: () => "Primero",
    blurb: () => message("The Renaissance ancestor of poker: four cards, bets and bluffs."),
    variantName: name => ({english: () => message("English"), italian: () => message("Italian")})[name]?.() ?? name,
    variantHint: name =>
        name === "italian"
            ? message("Free stakes; with every bet you name a hand.")
            : message("Fixed stakes; the best hand wins."),
    options: plan => [
        {key: "purse", label: message("Coins to start with"), min: 1, max: 9999, standard: "100"},
        {key: "ante", label: message("Ante"), min: 0, max: 100, standard: "0"},
        ...(plan.variant === "english"
            ? [
                  {key: "stake", label: message("A vie costs"), min: 1, max: 100, standard: "1"},
                  {key: "rest", label: message("At most in a phase"), min: 1, max: 400, standard: "4"},
              ]
            : [{key: "limit", label: message("Highest vie"), min: 1, max: 100, standard: "10"}]),
        {key: "deals", label: message("Deals"), min: 1, max: 99, standard: String(4 * plan.people)},
        {
            key: "ties",
            label: message("Equal hands"),
            standard: "",
            choices: [
                ["", message("the eldest wins")],
                ["split", message("share")],
            ],
        },
    ],
    order: (position, seats) => Array.from({length: seats}, (_, i) => i),
    situation: ({position: {fields}}) =>
        fields.over ? message("over") : message("deal {deal}, phase {phase}", {deal: fields.deal, phase: fields.phase}),
    badges: ({position}, seat) => [
        {label: message("purse"), value: number(position, "purses", seat), kind: "points"},
        {label: message("put up"), value: number(position, "paid", seat)},
    ],
    notes: (scene, seat) =>
        [Number(scene.position.fields.dealer) === seat && message("dealer"), standing(scene, seat)].filter(Boolean),
    beside,
    middle,
    hand,
    prompt,
    moveWords,
    tell,
    fly,
    sound: event =>
        ({vie: "coin", revie: "coin", see: "coin", deal: "", draw: "card", round: "deal", pot: "coin", fold: "card"})[
            event.event
        ],
    totals: event => (event.event === "score" ? event.totals : null),
    start: scene => scene.seats.map(() => Number(scene.position.fields.purse ?? 100)),
    result: (event, scene) => (event.event === "score" ? resultOf(event, scene) : null),
};
