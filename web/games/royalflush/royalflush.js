// Royal Flush on the page: the boards with their fields, the display, the pile, and combinations laid card by card.
import {find, h} from "../../dom.js";
import {message, messageIn, plural} from "../../messages.js";
import {packs, cardElement, picture} from "../../cards.js";
import {cardRow} from "../../hand.js";
import {readCards, readNumbers, readSeats} from "../../position.js";
import {boxOf, centred, Flyer, pause, ratioOf} from "../../flight.js";
import {scoreTable, seatColours} from "../../score.js";
import {backs, handOf, tellDeal} from "../common.js";

/** @import {HandCard} from "../../hand.js" */
/** @import {Position} from "../../position.js" */
/** @import {SoundName} from "../../sound.js" */
/** @import {Game, Scene, Tellers} from "../game.d.ts" */
/** @import {BoardFacts, BuyEvent, EndEvent, FactsEvent, GlanceEvent, RoundEndEvent, RoyalFlushEvent, ScoreEvent, SeatRound, TakeEvent} from "./events.d.ts" */

const pack = packs.french;

// ---- what is printed on the boards

/** @param {Scene} scene */
const factsOf = ({known}) => /** @type {FactsEvent} */ (known.facts);
/**
 * How many cards the hand lacks for a board; undefined where that is not known or nothing can be scored.
 * @type {(scene: Scene, board: string) => number | undefined}
 */
const missingFor = ({glance}, board) =>
    /** @type {GlanceEvent | null} */ (glance)?.boards.find(each => each.board === board)?.missing;
/** @type {(scene: Scene, board: string) => string} */
const boardName = (scene, board) => message(factsOf(scene).boards.find(each => each.board === board)?.label ?? board);

// ---- reading the view

/** @param {Scene} scene */
function boardsOf(scene) {
    const named = scene.position.fields.boards?.replace(/^random:/, "").split(",");
    return factsOf(scene).boards.filter(({board, first, always}) => always || (named ? named.includes(board) : first));
}

/**
 * The seats that hold fields of each board.
 * @param {Position} position
 * @returns {Record<string, number[]>}
 */
function heldOf({fields}) {
    return Object.fromEntries(
        readSeats(fields.fields).map(entry => {
            const [board, seats] = entry.split(":");
            return [board, seats.split(",").map(Number)];
        }),
    );
}

/** @type {(scene: Scene, seat: number) => number} */
const piecesLeft = (scene, seat) =>
    factsOf(scene).pieces -
    Object.values(heldOf(scene.position))
        .flat()
        .filter(held => held === seat).length;
/** @type {(scene: Scene, move: string) => boolean} */
const has = (scene, move) => scene.may && scene.legal.includes(move);
/** @param {Scene} scene */
const paid = scene => scene.position.fields.step === "taken";

// ---- the table

/**
 * @param {Scene} scene
 * @param {BoardFacts} facts
 */
function boardElement(scene, {board, example, fields: values}) {
    const held = heldOf(scene.position)[board] ?? [],
        move = `score:${board}`,
        can = has(scene, move),
        laying = scene.position.fields.laid?.startsWith(`${board}:`);
    const next = values[held.length],
        name = boardName(scene, board);
    const label = can ? plural("score {board} for {n} point", "score {board} for {n} points", next, {board: name}) : null;
    const fields = values.map((value, i) => {
        const owner = held[i];
        return h(
            "span",
            {
                class: `field-of-board ${owner === undefined ? "" : "held"} ${can && i === held.length ? "next" : ""}`,
                vars: owner === undefined ? {} : {seat: seatColours[owner]},
            },
            owner === undefined
                ? value
                : [
                      h(
                          "span",
                          {class: "piece", title: scene.name(owner)},
                          scene.seats[owner]?.who === "person" ? [...scene.name(owner)][0]?.toUpperCase() : owner + 1,
                      ),
                      h("small", {}, value),
                  ],
        );
    });
    const missing = missingFor(scene, board),
        short = missing ? plural("{n} card short", "{n} cards short", missing) : "";
    const words = [
        h(
            "span",
            {class: "board-name"},
            name,
            short &&
                h(
                    "small",
                    {class: `short short-${Math.min(missing ?? 0, 3)}`, title: short, "aria-hidden": "true"},
                    `−${missing}`,
                ),
        ),
        h("span", {class: "board-fields"}, fields),
        h("span", {class: "board-example", "aria-hidden": "true"}, example.split(",").map(scene.chip)),
    ];
    const holders = held.map((owner, i) => `${values[i]} ${scene.label(owner)}`).join(", ");
    return can
        ? h(
              "button",
              {
                  type: "button",
                  class: `board can ${scene.hint === move ? "marked" : ""}`,
                  data: {board, focus: `board-${board}`, drop: move},
                  onclick: () => scene.act(move),
              },
              words,
              h("span", {class: "sr"}, label),
          )
        : h(
              "div",
              {
                  class: `board ${laying ? "laying" : ""} ${next === undefined ? "closed" : ""}`,
                  role: "img",
                  "aria-label": [`${name}${message(": ")}${values.join(", ")}`, holders, short].filter(Boolean).join("; "),
                  data: {board},
              },
              words,
          );
}

/** @param {Scene} scene */
function display(scene) {
    const cards = (scene.position.fields.display ?? "").split(",");
    return cards.map((card, i) => {
        if (card === "-") return h("span", {class: "card french gap", "aria-hidden": "true"});
        const move = `take:${card}`,
            can = has(scene, move);
        const label = can
            ? paid(scene)
                ? message("take {card}, for a chip", {card: pack.name(card)})
                : message("take {card}", {card: pack.name(card)})
            : pack.name(card);
        return cardElement(pack, card, {
            class: `shown ${can ? "can" : ""} ${scene.hint === move ? "marked" : ""}`,
            "aria-label": label,
            data: {focus: `display-${i}`},
            ...(can ? {onclick: () => scene.act(move)} : {}),
        });
    });
}

/** @param {Scene} scene */
function pile(scene) {
    const {fields} = scene.position,
        left = readCards(fields.pile).count,
        can = has(scene, "draw");
    const label = can
        ? paid(scene)
            ? message("draw from the pile, for a chip")
            : message("draw from the pile")
        : message("Draw pile");
    const content = [picture(pack, "?"), h("span", {class: "pile-count"}, left)];
    return can
        ? h(
              "button",
              {
                  type: "button",
                  class: `card french draw-pile can ${scene.hint === "draw" ? "marked" : ""}`,
                  "aria-label": `${label}, ${left}`,
                  data: {focus: "draw"},
                  onclick: () => scene.act("draw"),
              },
              content,
          )
        : h("div", {class: "card french draw-pile", role: "img", "aria-label": `${label}${message(": ")}${left}`}, content);
}

/**
 * The combination that is being laid, in the place of the display, which nobody needs meanwhile.
 * @param {Scene} scene
 * @param {string} laid
 */
function combination(scene, laid) {
    const [board, cards] = laid.split(":");
    return h(
        "div",
        {class: "display laid-out", role: "group", "aria-label": boardName(scene, board)},
        readCards(cards).cards.map(card => cardElement(pack, card, {})),
        h("span", {class: "card french gap", "aria-hidden": "true"}),
    );
}

/** @param {Scene} scene */
function middle(scene) {
    const {laid} = scene.position.fields,
        discards = readCards(scene.position.fields.discards).count;
    return h(
        "div",
        {class: "royal"},
        h(
            "div",
            {class: "boards", role: "group", "aria-label": message("Boards")},
            boardsOf(scene).map(board => boardElement(scene, board)),
        ),
        laid
            ? combination(scene, laid)
            : h(
                  "div",
                  {class: "display", role: "group", "aria-label": message("Display")},
                  pile(scene),
                  display(scene),
                  h("span", {class: "soft-on-felt discards"}, plural("{n} discard", "{n} discards", discards)),
              ),
    );
}

// ---- acting

/** @param {Scene} scene */
function hand(scene) {
    const cards = handOf(scene.position, scene.bottom).cards,
        lays = scene.legal.filter(move => move.startsWith("lay:")).map(move => move.slice(4));
    const laying = lays.length > 0,
        hinted = scene.hint?.startsWith("lay:") ? scene.hint.slice(4) : null;
    /** @type {Map<string, number>} */
    const seen = new Map();
    /** @type {HandCard[]} */
    const entries = cards.map(card => {
        const copy = seen.get(card) ?? 0;
        seen.set(card, copy + 1);
        return {
            card,
            key: `card-${card}-${copy}`,
            off: !laying || !lays.includes(card),
            marked: card === hinted,
            act: () => scene.act(`lay:${card}`),
            label: laying && lays.includes(card) ? message("lay {card}", {card: pack.name(card)}) : pack.name(card),
        };
    });
    const buttons = [
        {move: "exchange", words: message("exchange the display, for a chip")},
        {move: "done", words: message("stop here")},
        {move: "pass", words: messageIn("Royal Flush", "pass")},
    ].filter(({move}) => has(scene, move));
    return h(
        "div",
        {class: "hand-area"},
        h(
            "div",
            {class: "controls"},
            h(
                "div",
                {class: "moves"},
                buttons.map(({move, words}) =>
                    h(
                        "button",
                        {
                            type: "button",
                            class: `button ${move === "done" ? "primary" : ""} ${scene.hint === move ? "marked" : ""}`,
                            data: {focus: move},
                            onclick: () => scene.act(move),
                        },
                        words,
                    ),
                ),
            ),
        ),
        cardRow(pack, message("Your hand"), entries, {drop: entry => entry.act()}),
    );
}

/** @param {Scene} scene */
function prompt(scene) {
    const {fields} = scene.position;
    if (fields.laid) {
        const [board, cards] = fields.laid.split(":"),
            name = boardName(scene, board);
        return readCards(cards).count
            ? message("{board}: which card next?", {board: name})
            : message("{board}: which is the lowest card?", {board: name});
    }
    if (fields.step === "exchanged") return message("New display: take a card.");
    if (fields.step === "taken") return message("Another card costs a chip. Buy one, or stop here?");
    if (has(scene, "pass")) return message("There is nothing to take, and you cannot score.");
    return message("Your turn: take a card, or score.");
}

/**
 * @param {string} move
 * @param {Scene} scene
 */
function moveWords(move, scene) {
    const [kind, what] = move.split(":");
    switch (kind) {
        case "take":
            return scene.say(paid(scene) ? message("take {card}, for a chip") : message("take {card}"), {
                card: scene.chip(what),
            });
        case "lay":
            return scene.say(message("lay {card}"), {card: scene.chip(what)});
        case "score":
            return message("score {board}", {board: boardName(scene, what)});
        case "draw":
            return paid(scene) ? message("draw from the pile, for a chip") : message("draw from the pile");
        case "exchange":
            return message("exchange the display, for a chip");
        case "done":
            return message("stop here");
        default:
            return messageIn("Royal Flush", "pass");
    }
}

// ---- telling

/**
 * @param {TakeEvent | BuyEvent} event
 * @param {Scene} scene
 */
function tellTake(event, scene) {
    const bought = event.event === "buy",
        open = event.from === "display";
    const values = {card: scene.chip(event.card)};
    if (event.card === "?")
        return scene.say(bought ? message("{player} pays a chip and draws a card.") : message("{player} draws a card."), {
            player: scene.name(event.seat),
        });
    if (open)
        return bought
            ? scene.who(
                  event.seat,
                  message("You pay a chip and take {card} from the display."),
                  message("{player} pays a chip and takes {card} from the display."),
                  values,
              )
            : scene.who(
                  event.seat,
                  message("You take {card} from the display."),
                  message("{player} takes {card} from the display."),
                  values,
              );
    return bought
        ? scene.who(
              event.seat,
              message("You pay a chip and draw {card}."),
              message("{player} pays a chip and draws {card}."),
              values,
          )
        : scene.who(event.seat, message("You draw {card}."), message("{player} draws {card}."), values);
}

/**
 * @param {ScoreEvent} event
 * @param {Scene} scene
 */
function tellScore(event, scene) {
    const values = {cards: scene.chips(event.cards), board: h("strong", {}, boardName(scene, event.board))};
    return scene.isYou(event.seat)
        ? scene.say(
              plural("You score {board} with {cards}: {n} point.", "You score {board} with {cards}: {n} points.", event.value),
              values,
          )
        : scene.say(
              plural(
                  "{player} scores {board} with {cards}: {n} point.",
                  "{player} scores {board} with {cards}: {n} points.",
                  event.value,
                  {player: scene.name(event.seat)},
              ),
              values,
          );
}

/**
 * @param {RoundEndEvent} event
 * @param {Scene} scene
 */
function roundOf(event, scene) {
    /** @param {SeatRound} seat */
    const fields = seat => seat.fields.map(field => `${boardName(scene, field.board)} ${field.value}`).join(", ") || "–";
    const best = Math.max(...event.seats.map(seat => seat.points));
    return scoreTable(
        message("Round {round} is over.", {round: event.round}),
        [message("spaces"), message("points"), message("chips"), message("total")],
        event.seats.map(seat => [
            [scene.label(seat.seat), h("small", {class: "spaces"}, fields(seat))],
            h("strong", {}, `+${seat.points}`),
            event.chips[seat.seat],
            event.totals[seat.seat],
        ]),
        event.seats.map(seat => (seat.points === best && best > 0 ? "best" : "")),
    );
}

/**
 * @param {EndEvent} event
 * @param {Scene} scene
 */
function tellEnd(event, scene) {
    const totals = event.totals.map((total, seat) => `${scene.label(seat)}${message(": ")}${total}`).join(" · ");
    return h(
        "span",
        {},
        `${message("Counting 2 points for each chip:")} ${totals}. `,
        plural("The match is over. Winner: {names}.", "The match is over. Winners: {names}.", event.winners.length, {
            names: scene.labels(event.winners),
        }),
    );
}

/** @type {Tellers<RoyalFlushEvent>} */
const tell = {
    boards: (event, scene) =>
        scene.say(message("The boards: {boards}."), {boards: event.boards.map(board => boardName(scene, board)).join(", ")}),
    round: (event, scene) =>
        scene.who(event.first, message("Round {round}: you begin."), message("Round {round}: {player} begins."), {
            round: event.round,
        }),
    jokers: (event, scene) =>
        scene.isYou(event.seat)
            ? scene.say(plural("You get {n} joker.", "You get {n} jokers.", event.count))
            : scene.say(
                  plural("{player} gets {n} joker.", "{player} gets {n} jokers.", event.count, {
                      player: scene.name(event.seat),
                  }),
              ),
    deal: tellDeal,
    display: (event, scene) =>
        scene.say(message("The display shows {cards}."), {cards: scene.chips(event.display.filter(card => card !== null))}),
    exchange: (event, scene) =>
        scene.who(
            event.seat,
            message("You pay a chip and exchange the display."),
            message("{player} pays a chip and exchanges the display."),
        ),
    take: tellTake,
    buy: tellTake,
    reshuffle: () => h("span", {}, message("The discards are shuffled into a new pile.")),
    pass: (event, scene) => scene.who(event.seat, message("You pass."), message("{player} passes.")),
    score: tellScore,
    roundend: (event, scene) =>
        h(
            "span",
            {},
            `${message("Round {round} is over.", {round: event.round})} `,
            event.seats.map(seat => `${scene.label(seat.seat)}${message(": ")}+${seat.points}`).join(" · "),
        ),
    end: tellEnd,
};

// ---- movement

/**
 * @param {TakeEvent | BuyEvent} event
 * @param {Scene} scene
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
async function flyTake(event, scene, place, quick) {
    /** @param {string} selector */
    const at = selector => find(place, selector);
    const source = event.from === "display" ? at(`.display .shown[data-card="${event.card}"]`) : at(".draw-pile");
    const from = boxOf(source),
        home = event.seat === scene.bottom ? boxOf(at(".hand")) : boxOf(at(`.plate[data-seat="${event.seat}"]`));
    if (quick || !from || !home) return;
    const flyer = new Flyer(pack, event.card, from);
    if (event.from === "display") source?.classList.add("gone");
    await flyer.to(centred(home, event.seat === scene.bottom ? from.width : from.width * 0.45, ratioOf(pack)), {
        length: 420,
        fade: event.seat !== scene.bottom,
    });
    flyer.land();
}

/**
 * @param {ScoreEvent} event
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
async function flyScore(event, place, quick) {
    const board = boxOf(find(place, `.board[data-board="${event.board}"]`)),
        home = boxOf(find(place, `.plate[data-seat="${event.seat}"]`));
    const middleBox = boxOf(find(place, ".middle"));
    if (quick || !board || !home || !middleBox) return;
    const width = 64,
        ratio = ratioOf(pack),
        spread = Math.min(width * 0.8, middleBox.width / event.cards.length);
    const flyers = event.cards.map(card => new Flyer(pack, card, centred(home, width, ratio)));
    await Promise.all(
        flyers.map((flyer, i) =>
            flyer.to(centred(middleBox, width, ratio, (i - (flyers.length - 1) / 2) * spread), {length: 380, delay: i * 45}),
        ),
    );
    await pause(500);
    await Promise.all(
        flyers.map((flyer, i) => flyer.to(centred(board, width * 0.4, ratio), {length: 380, delay: i * 25, fade: true})),
    );
    for (const flyer of flyers) flyer.land();
}

/**
 * @param {RoyalFlushEvent[]} events
 * @param {Scene} scene
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
async function fly(events, scene, place, quick) {
    for (const event of events) {
        if (event.event === "take" || event.event === "buy") await flyTake(event, scene, place, quick);
        if (event.event === "score") await flyScore(event, place, quick);
    }
}

/**
 * Cards that all have seen others take.
 * @param {Scene} scene
 * @param {number} seat
 */
function beside(scene, seat) {
    if (seat === scene.bottom) return null;
    const held = handOf(scene.position, seat);
    return h(
        "div",
        {class: "beside"},
        held.hidden > 0 && backs(held.hidden),
        held.cards.length > 0 &&
            h(
                "div",
                {class: "open-cards"},
                held.cards.map(card => cardElement(pack, card, {class: "mini"})),
            ),
    );
}

/** @type {Record<string, SoundName>} */
const sounds = {take: "card", buy: "coin", exchange: "coin", score: "sweep", round: "deal", lay: "card"};

/** @type {Game<RoyalFlushEvent>} */
export const royalflush = {
    name: "royalflush",
    pack,
    clockwise: true,
    wide: true,
    showpiece: ["Qh", "As", "Td"],
    company: 3,
    goal: () => message("Goal: get your pieces onto the boards before the best spaces are taken."),
    blurb: () => message("Collect poker combinations and get onto the boards first."),
    order: (_, seats) => Array.from({length: seats}, (_seat, i) => i),
    watching: () => messageIn("Royal Flush", "You are watching: each round is shown when it is over."),
    situation: scene =>
        message("round {round} of {rounds}", {round: scene.position.fields.round ?? "", rounds: factsOf(scene).rounds}),
    badges: (scene, seat) => [
        {
            label: message("points"),
            value: scene.points[seat] ?? readNumbers(scene.position.fields.scores)[seat],
            kind: "points",
        },
        {label: message("chips"), value: readNumbers(scene.position.fields.chips)[seat]},
        {label: message("pieces"), value: piecesLeft(scene, seat)},
        ...(seat === scene.bottom ? [] : [{label: message("hand"), value: handOf(scene.position, seat).count}]),
    ],
    notes: (scene, seat) => (Number(scene.position.fields.dealer) === seat ? [message("dealer")] : []),
    beside,
    middle,
    hand,
    prompt,
    moveWords,
    tell,
    fly,
    moment: event => event.event === "score" && event.board === "royalflush",
    forced: scene => Boolean(scene.position.fields.laid) && scene.legal.length === 1,
    sound: event => sounds[event.event],
    next: () => messageIn("Royal Flush", "Next round"),
    totals: event => (event.event === "roundend" ? event.totals : null),
    result: (event, scene) => (event.event === "roundend" ? roundOf(event, scene) : null),
};
