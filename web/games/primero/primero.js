// Primero on the page: purses and the pot, vying, bidding and exchanging.
import {byId, find, h} from "../../dom.js";
import {message, messageIn, plural} from "../../messages.js";
import {packs, cardElement} from "../../cards.js";
import {cardRow} from "../../hand.js";
import {select} from "../../ui.js";
import {readNumbers, readSet} from "../../position.js";
import {boxOf, centred, still} from "../../flight.js";
import {scoreTable} from "../../score.js";
import {backs, handOf, sees, tellDeal, tellEnd} from "../common.js";

/** @import {HandCard} from "../../hand.js" */
/** @import {Position} from "../../position.js" */
/** @import {SoundName} from "../../sound.js" */
/** @import {Game, Scene as AnyScene, Tellers} from "../game.d.ts" */
/** @import {FactsEvent, GlanceEvent, LadderStep, PotEvent, PrimeroEvent, RaiseEvent, RoundEvent, ScoreEvent, SeeEvent, ShowEvent, ThrowEvent} from "./events.d.ts" */

/**
 * What has been chosen but not played yet, and the hands shown at the end of the last deal.
 * @typedef {object} Memory
 * @property {number} [amount] to vie
 * @property {string} [type] of a bid
 * @property {number} [points] of a bid
 * @property {string[]} [thrown] cards to exchange
 * @property {(ShowEvent & {won: boolean})[]} [shows]
 * @property {PotEvent[]} [pots] who got what at the end of the last deal
 * @property {string} [bid] the bid of that deal
 */
/** @typedef {AnyScene<Memory>} Scene */

const pack = packs.french;

// ---- reading the view

/** @type {(position: Position, key: string, seat: number) => boolean} */
const flag = ({fields}, key, seat) => readSet(fields[key]).has(seat);
/** @type {(position: Position, key: string, seat: number) => number} */
const number = ({fields}, key, seat) => readNumbers(fields[key])[seat] ?? 0;
/** @param {string} text */
const bidWords = text => text.replace(".", " ");
/** @param {Position} position */
const inMiddle = ({fields}) => readNumbers(fields.paid).reduce((sum, paid) => sum + paid, 0) + Number(fields.pot ?? 0);
/**
 * How many coins it takes to see.
 * @param {Scene} scene
 */
const toSee = scene => {
    const {position, bottom} = scene,
        owed =
            Math.max(...readNumbers(position.fields.paid), Number(position.fields.base ?? 0)) -
            number(position, "paid", bottom);
    return Math.min(owed, number(position, "purses", bottom));
};

/** @param {Scene} scene */
const factsOf = ({known}) => /** @type {FactsEvent} */ (known.facts);
/** @param {Scene} scene */
const glanceOf = ({glance}) => /** @type {GlanceEvent | null} */ (glance);
/** @type {(scene: Scene, card: string) => number} */
const worthOf = (scene, card) => factsOf(scene).worth.find(each => each.card === card)?.points ?? 0;

// ---- the table

/**
 * A kind of hand on the ladder; one's own says its points.
 * @param {LadderStep} step
 * @param {GlanceEvent} glance
 */
function rung({type, least, most}, {type: own, points, counts}) {
    const mine = type === own;
    return h(
        "li",
        {class: `${mine ? "lit" : ""} ${mine && counts === 0 ? "short" : ""}`, "aria-current": mine ? "true" : null},
        h("strong", {}, type),
        h("small", {}, mine ? points : least === most ? least : `${least}–${most}`),
    );
}

/**
 * The kinds of hands from low to high, and where one's own stands.
 * @param {Scene} scene
 */
function ladder(scene) {
    const glance = glanceOf(scene);
    return (
        glance &&
        h(
            "ol",
            {class: "tally ladder", "aria-label": message("Hands from lowest to highest, with yours marked")},
            factsOf(scene).ladder.map(step => rung(step, glance)),
        )
    );
}

/**
 * What one's cards make.
 * @param {GlanceEvent} glance
 */
const valueWords = ({type, points}) => (type === "nothing" ? "–" : `${type} ${points}`);

/** @param {number} count */
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

/**
 * @param {Scene} scene
 * @param {number} seat
 */
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

/**
 * @param {Scene} scene
 * @param {number} seat
 */
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

/** @param {Scene} scene */
function middle(scene) {
    const {fields} = scene.position,
        pot = inMiddle(scene.position);
    const last = scene.memory.shows ?? [];
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
        ladder(scene),
        last.length > 0 &&
            h(
                "ul",
                {class: "shows", "aria-label": message("Cards shown in the last deal")},
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

/**
 * In the English form a vie is always the stake of the table.
 * @type {(move: string, scene: Scene) => number}
 */
const amountOf = (move, scene) => Number(move.split(":")[1] ?? scene.option("stake"));

/** @param {Scene} scene */
function actions(scene) {
    const legal = scene.legal,
        memory = scene.memory;
    const raises = legal.filter(move => /^(re)?vie(:|$)/.test(move)),
        kind = raises[0]?.split(":")[0],
        amounts = raises.map(move => amountOf(move, scene));
    const hinted = scene.hint?.startsWith(`${kind}:`) ? amountOf(scene.hint, scene) : undefined;
    const amount = [memory.amount, hinted].find(each => each !== undefined && amounts.includes(each)) ?? amounts[0];
    const cost = toSee(scene);
    /** @type {Record<string, [string, string]>} */
    const words = {
        see: [message("See"), cost ? plural("bet {n} coin", "bet {n} coins", cost) : message("for free")],
        pass: [message("Pass"), message("stay in without paying for now")],
        fold: [message("Fold"), message("leave the deal; what you have bet stays in the pot")],
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
    const range = h("input", {
        type: "range",
        min: Math.min(...amounts),
        max: Math.max(...amounts),
        value: amount,
        "aria-label": message("Coins"),
        data: {focus: "amount"},
        oninput: ({currentTarget: slider}) => {
            if (!(slider instanceof HTMLInputElement)) return;
            memory.amount = Number(slider.value);
            scene.redraw();
        },
    });
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
                            ? plural("bet {n} coin", "bet {n} coins", amount)
                            : plural("see, and bet {n} more coin", "see, and bet {n} more coins", amount),
                    ),
                ),
            ),
            amounts.length > 1 && [range, h("output", {class: "amount", "aria-hidden": "true"}, String(amount))],
        );
    return h("div", {class: "moves"}, simple[0] && legal.includes("see") ? [simple.shift(), raise, simple] : [raise, simple]);
}

/** @param {Scene} scene */
function bidding(scene) {
    const bids = scene.legal.filter(move => move.startsWith("bid:")).map(move => move.slice(4).split("."));
    const memory = scene.memory,
        offered = [...new Set(bids.map(([name]) => name))]; // from low to high, as they are listed
    const [hintedType, hintedPoints] = scene.hint?.startsWith("bid:") ? scene.hint.slice(4).split(".") : [];
    const type = [memory.type, hintedType].find(name => name && offered.includes(name)) ?? offered[0];
    const points = bids.filter(([name]) => name === type).map(([, value]) => Number(value));
    const value = [memory.points, Number(hintedPoints)].find(count => count && points.includes(count)) ?? points[0];
    const bid = `bid:${type}.${value}`;
    return h(
        "div",
        {class: "moves bidding"},
        h(
            "label",
            {},
            h("span", {class: "sr"}, message("Type")),
            select(
                offered.map(name => [name, name]),
                type,
                name => {
                    memory.type = name;
                    scene.redraw();
                },
                {data: {focus: "bid-type"}},
            ),
        ),
        h(
            "label",
            {},
            h("span", {class: "sr"}, message("Points")),
            select(
                points.map(count => [count, count]),
                value,
                count => {
                    memory.points = count;
                    scene.redraw();
                },
                {data: {focus: "bid-points"}},
            ),
        ),
        h(
            "button",
            {
                type: "button",
                class: `button primary ${scene.hint === bid ? "marked" : ""}`,
                data: {focus: "bid"},
                onclick: () => scene.act(bid),
            },
            message("Bid {bid}", {bid: `${type} ${value}`}),
        ),
    );
}

/**
 * Cards are chosen one by one; the throw that is offered is the one of the legal list that has just these cards.
 * @param {Scene} scene
 * @param {string[]} cards
 */
function exchanging(scene, cards) {
    const {memory} = scene,
        thrown = (memory.thrown ?? []).filter(card => cards.includes(card));
    memory.thrown = thrown;
    const throws = scene.legal.filter(move => move.startsWith("throw:"));
    const fitting = throws.find(move => {
        const list = move.slice(6).split(",");
        return list.length === thrown.length && list.every(card => thrown.includes(card));
    });
    /** @param {string} move */
    const act = move => {
        memory.thrown = [];
        scene.act(move);
    };
    return h(
        "div",
        {class: "moves"},
        thrown.length > 0 &&
            h(
                "button",
                {
                    type: "button",
                    class: `button primary ${scene.hint === fitting ? "marked" : ""}`,
                    disabled: !fitting,
                    data: {focus: "throw"},
                    onclick: () => fitting && act(fitting),
                },
                plural("Exchange {n} card", "Exchange {n} cards", thrown.length),
            ),
        scene.legal.includes("keep") &&
            h(
                "button",
                {
                    type: "button",
                    class: `button ${thrown.length ? "" : "primary"} ${scene.hint === "keep" ? "marked" : ""}`,
                    data: {focus: "keep"},
                    onclick: () => act("keep"),
                },
                message("Keep them all"),
            ),
    );
}

/** @param {Scene} scene */
function hand(scene) {
    const {cards} = handOf(scene.position, scene.bottom),
        {step} = scene.position.fields,
        exchange = scene.may && step === "exchange";
    const hinted = scene.hint?.startsWith("throw:") ? scene.hint.slice(6).split(",") : [];
    const {memory} = scene,
        thrown = memory.thrown ?? [];
    const controls = !scene.may ? null : step === "bid" ? bidding(scene) : exchange ? exchanging(scene, cards) : actions(scene);
    /** @type {HandCard[]} */
    const entries = cards.map(card => ({
        card,
        key: `card-${card}`,
        off: !exchange,
        inscription: worthOf(scene, card),
        label: `${pack.name(card)}, ${plural("{n} point", "{n} points", worthOf(scene, card))}`,
        marked: hinted.includes(card) && !thrown.includes(card),
        chosen: exchange ? thrown.includes(card) : undefined,
        act: () => {
            const most = Math.max(...scene.legal.filter(move => move.startsWith("throw:")).map(move => move.split(",").length));
            memory.thrown = thrown.includes(card) ? thrown.filter(other => other !== card) : [...thrown, card].slice(-most);
            scene.redraw();
        },
    }));
    return h(
        "div",
        {class: "hand-area"},
        h("div", {class: "controls"}, controls),
        cardRow(pack, message("Your hand"), entries, {drop: entry => entry.act()}),
    );
}

/** @param {Scene} scene */
function prompt(scene) {
    const {fields, variant} = scene.position;
    if (fields.step === "bid") return message("Choose your bid: a type of hand, then its points.");
    if (fields.step === "exchange") {
        if (!scene.legal.includes("keep")) return message("You must exchange one or two cards.");
        return variant === "italian"
            ? message("Exchange one or two cards, or keep them all.")
            : message("Exchange as many cards as you like, or keep them all.");
    }
    if (!scene.legal.includes("see")) return message("Your turn: nobody has vied yet in this phase.");
    const cost = toSee(scene);
    return cost
        ? plural("Your turn: seeing costs {n} coin.", "Your turn: seeing costs {n} coins.", cost)
        : message("Your turn: with no coins left, you see for free.");
}

/**
 * @param {string} move
 * @param {Scene} scene
 */
function moveWords(move, scene) {
    const [kind, what] = move.split(":");
    switch (kind) {
        case "vie":
            return plural("bet {n} coin", "bet {n} coins", amountOf(move, scene));
        case "revie":
            return plural("see, and bet {n} more coin", "see, and bet {n} more coins", amountOf(move, scene));
        case "bid":
            return message("Bid {bid}", {bid: bidWords(what)});
        case "throw":
            return scene.say(message("exchange {cards}"), {cards: scene.chips(what.split(","))});
        case "keep":
            return message("keep all your cards");
        case "see":
            return message("See");
        case "pass":
            return message("Pass");
        default:
            return message("Fold");
    }
}

// ---- telling

/** @param {{all_in: boolean}} event */
const allIn = event => (event.all_in ? [" ", h("strong", {class: "shout"}, message("All in!"))] : []);

/**
 * @param {RaiseEvent} event
 * @param {Scene} scene
 */
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

/**
 * @param {SeeEvent} event
 * @param {Scene} scene
 */
function tellSee(event, scene) {
    const {paid: n} = event,
        player = scene.name(event.seat),
        you = scene.isYou(event.seat);
    const words =
        n === 0
            ? you
                ? message("You see for free.")
                : message("{player} sees for free.", {player})
            : you
              ? plural("You see for {n} coin.", "You see for {n} coins.", n)
              : plural("{player} sees for {n} coin.", "{player} sees for {n} coins.", n, {player});
    return h("span", {}, words, n ? allIn(event) : []);
}

/**
 * @param {ThrowEvent} event
 * @param {Scene} scene
 */
function tellThrow(event, scene) {
    if (event.count === 0)
        return scene.who(event.seat, message("You keep all your cards."), message("{player} keeps all their cards."));
    if (sees(event.cards))
        return scene.who(event.seat, message("You exchange {cards}."), message("{player} exchanges {cards}."), {
            cards: scene.chips(event.cards),
        });
    return scene.say(
        plural("{player} exchanges {n} card.", "{player} exchanges {n} cards.", event.count, {player: scene.name(event.seat)}),
    );
}

/**
 * @param {PotEvent} event
 * @param {Scene} scene
 */
function tellPot(event, scene) {
    const {bid} = scene.position.fields.bid ? scene.position.fields : scene.memory,
        n = event.coins,
        names = scene.labels(event.to);
    switch (event.why) {
        case "hand":
            return plural("{n} coin to the best hand: {names}.", "{n} coins to the best hand: {names}.", n, {names});
        case "alone":
            return plural("{n} coin to the last player in: {names}.", "{n} coins to the last player in: {names}.", n, {names});
        case "back":
            return plural("{n} coin returned: {names}.", "{n} coins returned: {names}.", n, {names});
        case "carried":
            if (bid)
                return plural(
                    "Nobody makes {bid}: {n} coin stays in the pot for the next deal.",
                    "Nobody makes {bid}: {n} coins stay in the pot for the next deal.",
                    n,
                    {bid: bidWords(bid)},
                );
            return plural(
                "Nobody makes the bid: {n} coin stays in the pot for the next deal.",
                "Nobody makes the bid: {n} coins stay in the pot for the next deal.",
                n,
            );
        case "highest":
            return plural(
                "Nobody makes the bid, and this was the last deal. {n} coin to the highest hand: {names}.",
                "Nobody makes the bid, and this was the last deal. {n} coins to the highest hand: {names}.",
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

/**
 * Coins that go the same way for the same reason are one sum, though the pot has layers.
 * @param {PrimeroEvent[]} events
 */
function joinPots(events) {
    /** @type {PrimeroEvent[]} */
    const joined = [];
    for (const event of events) {
        const same =
            event.event === "pot"
                ? joined.findIndex(
                      other => other.event === "pot" && other.why === event.why && other.to.join() === event.to.join(),
                  )
                : -1;
        const before = joined[same];
        if (event.event === "pot" && before?.event === "pot")
            joined[same] = {
                ...before,
                coins: before.coins + event.coins,
                shares: before.shares.map((share, seat) => share + event.shares[seat]),
            };
        else joined.push(event);
    }
    return joined;
}

/**
 * @param {RoundEvent} event
 * @param {Scene} scene
 */
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

/**
 * @param {ShowEvent} event
 * @param {Scene} scene
 */
function tellShow(event, scene) {
    const values = {cards: scene.chips(event.cards), hand: `${event.type} ${event.points}`};
    return h(
        "span",
        {},
        scene.who(event.seat, message("You show {cards}: {hand}."), message("{player} shows {cards}: {hand}."), values),
        event.makes === false ? ` ${message("It does not make the bid.")}` : "",
    );
}

/** @type {Tellers<PrimeroEvent, Memory>} */
const tell = {
    lift: (event, scene) =>
        scene.say(message("Cut for the deal: {list}."), {
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
            plural(
                "The ante is paid: there is {n} coin in the pot.",
                "The ante is paid: there are {n} coins in the pot.",
                event.pot,
            ),
        ),
    phase: () => h("span", {}, message("Phase 2: two more cards for everybody still in.")),
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
    void: () => h("span", {}, message("Everybody has passed: the deal is void.")),
    score: (event, scene) =>
        h(
            "span",
            {},
            message("Purses: {list}", {
                list: event.totals.map((total, seat) => `${scene.label(seat)}${message(": ")}${total}`).join(" · "),
            }),
        ),
    end: tellEnd,
};

// ---- movement: coins to the pot, and from it to whoever wins them

/**
 * @param {Element | null} from
 * @param {Element | null} to
 * @param {number} count
 */
async function flyCoin(from, to, count) {
    const layer = byId("flight");
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

/**
 * @param {PrimeroEvent[]} events
 * @param {Scene} scene
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
async function fly(events, scene, place, quick) {
    /** @param {number} seat */
    const plateOf = seat => find(place, `.plate[data-seat="${seat}"]`);
    const pot = find(place, ".pot");
    const shows = events.filter(event => event.event === "show"),
        winners = new Set(events.filter(event => event.event === "pot").flatMap(event => event.to));
    if (events.some(event => event.event === "score")) {
        const raised = events.filter(event => event.event === "bid").at(-1);
        scene.memory.shows = shows.map(show => ({...show, won: winners.has(show.seat)}));
        scene.memory.pots = events.filter(event => event.event === "pot");
        scene.memory.bid = raised ? `${raised.type}.${raised.points}` : scene.position.fields.bid;
    } else if (events.some(event => "seat" in event && event.seat === scene.you && "move" in event)) scene.memory.shows = [];
    if (quick || still()) return;
    for (const event of events) {
        if (event.event === "vie" || event.event === "revie" || event.event === "see")
            await flyCoin(plateOf(event.seat), pot, event.paid);
        if (event.event === "pot") await Promise.all(event.to.map(seat => flyCoin(pot, plateOf(seat), 6)));
    }
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function standing({position}, seat) {
    if (position.fields.over) return null;
    if (flag(position, "folded", seat)) return message("folded");
    if (handOf(position, seat).count === 0) return message("sitting out");
    return number(position, "purses", seat) === 0 ? message("all in") : null;
}

/**
 * @param {Scene} scene
 * @param {ShowEvent | undefined} show
 */
const shownWords = (scene, show) => (show ? h("span", {}, scene.chips(show.cards), ` ${show.type} ${show.points}`) : "–");

/**
 * @param {ScoreEvent} event
 * @param {Scene} scene
 */
function resultOf(event, scene) {
    const shows = scene.memory.shows ?? [];
    /** @param {number} seat */
    const show = seat => shows.find(each => each.seat === seat);
    return h(
        "div",
        {class: "stack"},
        scoreTable(
            message("The deal is over."),
            ["", message("hand"), message("purse")],
            event.totals.map((total, seat) => [scene.label(seat), shownWords(scene, show(seat)), total]),
            event.totals.map((_, seat) => (show(seat)?.won ? "best" : "")),
        ),
        (scene.memory.pots ?? []).map(pot => h("p", {}, tellPot(pot, scene))),
    );
}

/** @type {Record<string, SoundName>} */
const sounds = {vie: "coin", revie: "coin", see: "coin", draw: "card", round: "deal", pot: "coin", fold: "card", pass: "knock"};

/** @type {Game<PrimeroEvent, Memory>} */
export const primero = {
    name: "primero",
    pack,
    clockwise: false,
    showpiece: ["7h", "6c", "As"],
    company: 4,
    goal: () => message("Goal: end the match with the fullest purse."),
    blurb: () => message("The Renaissance ancestor of poker: four cards, bets and bluffs."),
    order: (_, seats) => Array.from({length: seats}, (_seat, i) => i),
    watching: () => messageIn("Primero", "You are watching: each deal is shown when it is over."),
    situation: ({position: {fields}}) =>
        fields.over
            ? message("over")
            : message("deal {deal}, phase {phase}", {deal: fields.deal ?? "", phase: fields.phase ?? ""}),
    badges: (scene, seat) => {
        const {position, eyes} = scene,
            glance = seat === eyes ? glanceOf(scene) : null;
        return [
            {label: message("purse"), value: number(position, "purses", seat), kind: "points"},
            {label: message("bet"), value: number(position, "paid", seat)},
            ...(glance ? [{label: message("hand"), value: valueWords(glance)}] : []),
        ];
    },
    notes: (scene, seat) =>
        [Number(scene.position.fields.dealer) === seat ? message("dealer") : null, standing(scene, seat)].filter(
            note => note !== null,
        ),
    beside,
    middle,
    hand,
    prompt,
    moveWords,
    tell,
    fly,
    gather: joinPots,
    moment: event => event.event === "pot" && (event.why === "hand" || event.why === "highest"),
    sound: event => sounds[event.event],
    next: () => message("Next deal"),
    totals: event => (event.event === "score" ? event.totals : null),
    start: scene => scene.seats.map(() => Number(scene.option("purse"))),
    result: (event, scene) => (event.event === "score" ? resultOf(event, scene) : null),
};
