// Primiera on the page: the row on the table, captures, Heralds and the score of a round.
import {find, findAll, h, heard} from "../../dom.js";
import {message, messageIn, plural} from "../../messages.js";
import {packs, cardElement, chips} from "../../cards.js";
import {cardRow} from "../../hand.js";
import {setting} from "../../settings.js";
import {readCards, readNumbers, readSeats} from "../../position.js";
import {boxOf, centred, Flyer, pause, ratioOf} from "../../flight.js";
import {scoreTable} from "../../score.js";
import {backs, handOf, tellDeal, tellEnd} from "../common.js";

/** @import {Child} from "../../elements.d.ts" */
/** @import {HandCard} from "../../hand.js" */
/** @import {Position} from "../../position.js" */
/** @import {SoundName} from "../../sound.js" */
/** @import {Game, Scene, Tellers} from "../game.d.ts" */
/** @import {CardsEvent, GlanceEvent, Item, LayEvent, PlayEvent, PrimieraEvent, ScoreEvent, TeamScore, TeamsEvent} from "./events.d.ts" */

/**
 * A move as the engine writes it ("7D", "7D=3S+4B", "turn"): the card, and what it takes.
 * @typedef {{card: string, takes: string[], move: string}} Move
 */

const pack = packs.italian;

// ---- reading

/**
 * @param {string} move
 * @returns {Move}
 */
function readMove(move) {
    const [card, takes] = move.split("=");
    return {card, takes: takes ? takes.split("+") : [], move};
}

/** @param {Position} position */
const handsOf = ({fields}) => readSeats(fields.hands).map(readCards);

// ---- the table

/** @param {Scene} scene */
const robotOf = ({seats}) => seats.findIndex(({who}) => who === "robot");

/** @type {(scene: Scene, key: string, seat: number) => number} */
const count = ({position}, key, seat) => readCards(readSeats(position.fields[key])[seat]).count;

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function partnerOf({position}, seat) {
    const pair = (position.fields.teams ?? "")
        .split("/")
        .map(team => team.split("+").map(Number))
        .find(team => team.length === 2 && team.includes(seat));
    return pair?.find(other => other !== seat) ?? null;
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function sweepsOf({position}, seat) {
    const pile = new Set(readCards(readSeats(position.fields.piles)[seat]).cards);
    return readCards(position.fields.sweeps).cards.filter(card => pile.has(card));
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function pileOf(scene, seat) {
    const cards = count(scene, "piles", seat),
        swept = sweepsOf(scene, seat);
    return h(
        "div",
        {class: "pile", data: {pile: seat}, "aria-hidden": "true"},
        cards > 0 && cardElement(pack, "?", {role: "presentation"}),
        swept.map(card => h("div", {class: "swept"}, cardElement(pack, card, {role: "presentation"}))),
    );
}

/**
 * What stands beside a seat: the cards in hand, face up where they are seen, and the pile.
 * @param {Scene} scene
 * @param {number} seat
 */
function beside(scene, seat) {
    const held = handOf(scene.position, seat),
        {fields} = scene.position;
    const stock = seat === robotOf(scene) ? readCards(fields.stock).count : 0;
    const laid = readSeats(fields.laid)[seat];
    const open = held.cards.length > 0 && seat !== scene.bottom;
    return h(
        "div",
        {class: "beside"},
        seat !== scene.bottom &&
            (open
                ? h(
                      "div",
                      {class: "open-cards"},
                      held.cards.map(card => cardElement(pack, card, {class: "mini"})),
                  )
                : backs(held.hidden + stock)),
        laid &&
            laid !== "-" &&
            h(
                "div",
                {class: "laid"},
                cardElement(pack, laid === "?" ? "?" : laid, {class: "mini", "aria-label": message("a face-down card")}),
            ),
        pileOf(scene, seat),
    );
}

/**
 * A card on the table. While it is asked which cards to take, those that can be taken answer.
 * @param {string} card
 * @param {Scene} scene
 */
function lying(card, scene) {
    const ways = (scene.offered ?? []).filter(({cards}) => cards?.includes(card));
    const answer = () => (ways.length === 1 ? scene.act(ways[0].move) : scene.offer(message("Which of these?"), ways));
    return cardElement(pack, card, {
        data: {drop: card},
        class: `lying ${ways.length ? "asked" : ""}`,
        ...(ways.length ? {onclick: answer, "aria-label": message("take {card}", {card: pack.name(card)})} : {}),
    });
}

/** @param {Scene} scene */
function middle(scene) {
    const {fields} = scene.position,
        row = readCards(fields.table).cards;
    const laying = fields.laid !== undefined;
    const {teams} = fields,
        partners = teams && !["open", "alone"].includes(teams);
    return h(
        "div",
        {class: "primiera-middle"},
        row.length > 0 &&
            h(
                "div",
                {
                    class: "row-of-cards",
                    role: "list",
                    "aria-label": message("On the table"),
                    vars: {rows: row.length <= 5 ? 1 : row.length <= 12 ? 2 : 3, columns: Math.min(row.length, 6)},
                },
                row.map(card => h("div", {role: "listitem", class: "slot", data: {key: card}}, lying(card, scene))),
            ),
        row.length === 0 &&
            h(
                "p",
                {class: "bare"},
                laying ? message("All four cards are turned up together.") : message("The table is empty."),
            ),
        teams &&
            h(
                "p",
                {class: "teams"},
                partners
                    ? teams
                          .split("/")
                          .map(team => scene.labels(team.split("+").map(Number)))
                          .join(` ${messageIn("between two teams", "against")} `)
                    : teams === "alone"
                      ? message("Everybody plays alone.")
                      : message("No Herald has been played yet."),
            ),
        leads(scene),
    );
}

// ---- at a glance

/** @param {Scene} scene */
const glanceOf = ({glance}) => /** @type {GlanceEvent | null} */ (glance);

/**
 * Who is ahead in one of the four points, and by which figure.
 * @param {Scene} scene
 * @param {GlanceEvent} glance
 * @param {Item} item
 * @param {Child} head
 */
function leader(scene, {teams}, item, head) {
    const ahead = teams.find(({won}) => won.includes(item)),
        mine = ahead !== undefined && scene.you !== null && ahead.seats.includes(scene.you);
    const figure = ahead && item !== "seven" ? [" ", ahead[item]] : null;
    const who = ahead ? (mine ? message("you") : scene.name(ahead.seats[0])) : "–";
    return h(
        "li",
        {class: mine ? "lit" : "", title: ahead && scene.labels(ahead.seats)},
        h("strong", {}, head),
        h("small", {}, h("span", {class: "lead-name"}, who), figure),
    );
}

/**
 * The four points as they would be counted now. Everybody has seen what was captured.
 * @param {Scene} scene
 */
function leads(scene) {
    const glance = glanceOf(scene);
    return (
        glance?.teams.some(({cards}) => cards > 0) &&
        h(
            "ul",
            {class: "tally leads", "aria-label": message("Who is ahead in this round")},
            leader(scene, glance, "cards", message("cards")),
            leader(scene, glance, "coins", messageIn("Italian suit", "coins")),
            leader(scene, glance, "seven", scene.chip("7D")),
            leader(scene, glance, "primiera", message("primiera")),
        )
    );
}

const suits = ["S", "B", "C", "D"];

/**
 * The cards that are still out, suit by suit.
 * @param {Scene} scene
 */
function overview(scene) {
    const unseen = glanceOf(scene)?.unseen ?? [];
    if (!unseen.length || setting("counter") !== "on") return null;
    return h(
        "section",
        {class: "overview unseen", "aria-label": message("Cards you have not seen")},
        h("h3", {}, message("Cards you have not seen"), " ", h("small", {}, unseen.length)),
        suits
            .map(suit => unseen.filter(card => card.endsWith(suit)))
            .map(left => left.length > 0 && h("p", {class: "unseen-suit"}, scene.chips(left))),
    );
}

// ---- acting

/**
 * Whose cards are played: one's own, or those of the robot whose partner one is.
 * @param {Scene} scene
 */
function cardsToPlay(scene) {
    const hands = handsOf(scene.position),
        own = hands[scene.bottom]?.cards ?? [],
        wanted = scene.legal.map(move => readMove(move).card);
    const others = scene.may && !wanted.every(card => own.includes(card) || card === "turn");
    return {cards: others ? hands[robotOf(scene)].cards : own, others};
}

/**
 * @param {Scene} scene
 * @param {Pick<Move, "takes">} move
 */
function outcome(scene, {takes}) {
    if (scene.position.fields.laid !== undefined) return message("lay it face down");
    if (!takes.length) return message("stays on the table");
    const all = readCards(scene.position.fields.table).count === takes.length;
    const names = takes.map(card => pack.name(card)).join(", ");
    return all ? message("takes {cards}, clearing the table", {cards: names}) : message("takes {cards}", {cards: names});
}

/**
 * Marks the cards on the table that a card would take.
 * @param {boolean} on
 * @param {string[]} takes
 */
function look(on, takes) {
    for (const card of findAll(document, ".felt .lying"))
        card.classList.toggle("target", on && takes.includes(card.dataset.card ?? ""));
}

/** @param {Scene} scene */
function hand(scene) {
    const {cards, others} = cardsToPlay(scene),
        moves = scene.legal.map(readMove),
        hinted = scene.hint && readMove(scene.hint).card;
    /**
     * @param {string} card
     * @param {string | null} wish a card to take
     */
    const play = (card, wish = null) => {
        const ways = moves.filter(move => move.card === card),
            fitting = wish ? ways.filter(way => way.takes.includes(wish)) : ways;
        const left = fitting.length ? fitting : ways;
        if (left.length === 1) scene.act(left[0].move);
        else if (left.length)
            scene.offer(
                message("{card}: what does it take?", {card: pack.name(card)}),
                left.map(way => ({
                    words: h("span", {}, chips(pack, way.takes)),
                    move: way.move,
                    label: outcome(scene, way),
                    cards: way.takes,
                })),
            );
    };
    /** @type {HandCard[]} */
    const entries = cards.map(card => {
        const ways = moves.filter(move => move.card === card);
        return {
            card,
            off: ways.length === 0 || !scene.may,
            marked: card === hinted,
            key: `card-${card}`,
            label:
                ways.length && scene.may
                    ? `${pack.name(card)}, ${ways.map(way => outcome(scene, way)).join(`; ${messageIn("between choices", "or")} `)}`
                    : pack.name(card),
            act: () => play(card),
            look: on =>
                look(
                    on,
                    ways.flatMap(way => way.takes),
                ),
        };
    });
    return h(
        "div",
        {class: "hand-area"},
        others && h("p", {class: "soft-on-felt"}, message("The cards of your partner, the Robot")),
        cardRow(pack, others ? message("The cards of your partner, the Robot") : message("Your hand"), entries, {
            drop: (entry, {dataset: {drop = "table"}}) => play(entry.card, drop === "table" ? null : drop),
        }),
        moves.some(({card}) => card === "turn") &&
            h(
                "button",
                {type: "button", class: "button primary", onclick: () => scene.act("turn")},
                message("turn up the top card"),
            ),
    );
}

/** @param {Scene} scene */
function prompt(scene) {
    if (scene.position.fields.laid !== undefined)
        return message("Lay one of your cards face down; all four are turned up together.");
    if (cardsToPlay(scene).others) return message("Your partner, the Robot, plays next: choose one of its cards.");
    return message("Your turn: play a card.");
}

/**
 * @param {string} move
 * @param {Scene} scene
 */
function moveWords(move, scene) {
    const {card, takes} = readMove(move);
    if (card === "turn") return message("turn up the top card");
    return scene.say(message("{card}: {outcome}"), {card: scene.chip(card), outcome: outcome(scene, {takes})});
}

// ---- telling

/**
 * @param {PlayEvent} event
 * @param {Scene} scene
 */
function tellPlay(event, scene) {
    const values = {card: scene.chip(event.card), cards: scene.chips(event.takes)},
        swept = event.sweep ? [" ", h("strong", {class: "shout"}, message("A sweep!"))] : [];
    if (event.by !== undefined && event.by !== event.seat) {
        const both = {...values, actor: scene.label(event.by), player: scene.name(event.seat)};
        return h(
            "span",
            {},
            scene.say(
                event.takes.length
                    ? message("{actor}, playing for {player}: {card} takes {cards}.")
                    : message("{actor}, playing for {player}: {card} stays on the table."),
                both,
            ),
            swept,
        );
    }
    const words = event.takes.length
        ? scene.who(
              event.seat,
              message("You play {card} and take {cards}."),
              message("{player} plays {card} and takes {cards}."),
              values,
          )
        : scene.who(
              event.seat,
              message("You play {card}; it stays on the table."),
              message("{player} plays {card}; it stays on the table."),
              values,
          );
    return h("span", {}, words, swept);
}

/**
 * @param {TeamsEvent} event
 * @param {Scene} scene
 */
function tellTeams(event, scene) {
    const card = scene.chip(event.card);
    if (event.teams.length !== 2)
        return scene.say(message("{card} is the first Herald played: everybody plays alone."), {card});
    return scene.say(message("{card} is the first Herald played. Partners: {one} against {other}."), {
        card,
        one: scene.labels(event.teams[0]),
        other: scene.labels(event.teams[1]),
    });
}

/**
 * @param {LayEvent} event
 * @param {Scene} scene
 */
function tellLay(event, scene) {
    if (event.card === "?") return scene.say(message("{player} lays a card face down."), {player: scene.name(event.seat)});
    return scene.who(event.seat, message("You lay {card} face down."), message("{player} lays {card} face down."), {
        card: scene.chip(event.card),
    });
}

/** @type {Tellers<PrimieraEvent>} */
const tell = {
    round: (event, scene) =>
        scene.who(event.dealer, message("Round {round}: you deal."), message("Round {round}: {player} deals."), {
            round: event.round,
        }),
    deal: tellDeal,
    lay: tellLay,
    table: (event, scene) => scene.say(message("On the table: {cards}."), {cards: scene.chips(event.cards)}),
    play: tellPlay,
    teams: tellTeams,
    open: (event, scene) =>
        scene.say(message("{player} now has a partner, and its cards are turned face up: {cards}."), {
            player: scene.name(event.seat),
            cards: scene.chips(event.cards),
        }),
    rest: (event, scene) =>
        scene.who(event.seat, message("You take what is left: {cards}."), message("{player} takes what is left: {cards}."), {
            cards: scene.chips(event.cards),
        }),
    score: (event, scene) =>
        h(
            "span",
            {},
            message("Score for the round: {list}", {
                list: event.teams.map(team => `${scene.labels(team.seats)}${message(": ")}+${team.points}`).join(" · "),
            }),
        ),
    end: tellEnd,
};

/**
 * The round item by item: what each team has, and what it is worth.
 * @param {ScoreEvent} event
 * @param {Scene} scene
 */
function countOf(event, scene) {
    const yes = () => h("span", {class: "won"}, h("span", {"aria-hidden": "true"}, "✓"), heard(message("yes")));
    /** @param {string[] | undefined} cards */
    const proof = cards => cards !== undefined && cards.length > 0 && h("span", {class: "proof"}, scene.chips(cards));
    /** @type {(team: TeamScore, key: "cards" | "coins" | "primiera") => Child} */
    const cell = (team, key) => {
        const value = team[key];
        if (value === null) return "–";
        if (!team.earned?.won.includes(key)) return value;
        return [h("span", {class: "won"}, `${value} ✓`), key !== "cards" && proof(team.earned[key])];
    };
    /** @type {(team: TeamScore) => string | number} */
    const total = ({seats}) => {
        const all = seats.map(seat => event.totals[seat]);
        return all.every(each => each === all[0])
            ? all[0]
            : seats.map(seat => `${scene.label(seat)}${message(": ")}${event.totals[seat]}`).join(", ");
    };
    const {teams} = event;
    return scoreTable(
        message("Score for the round"),
        ["", ...teams.map(team => scene.labels(team.seats))],
        [
            [message("cards"), ...teams.map(team => cell(team, "cards"))],
            [messageIn("Italian suit", "coins"), ...teams.map(team => cell(team, "coins"))],
            [scene.chip("7D"), ...teams.map(team => (team.seven ? yes() : "–"))],
            [message("primiera"), ...teams.map(team => cell(team, "primiera"))],
            [
                message("sweeps"),
                ...teams.map(team =>
                    team.sweeps ? [h("span", {class: "won"}, team.sweeps), proof(team.earned?.sweeps)] : "–",
                ),
            ],
            [message("points"), ...teams.map(team => h("strong", {}, `+${team.points}`))],
            [message("total"), ...teams.map(total)],
        ],
        ["", "", "", "", "", "sum best", ""],
    );
}

// ---- movement: the card goes to the table, what it takes is lifted, and all fly to the pile

/**
 * @param {PlayEvent} event
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
async function flyPlay(event, place, quick) {
    /** @param {string} selector */
    const at = selector => find(place, selector);
    const shown =
        at(`.hand [data-card="${event.card}"]`) ??
        at(`.plate[data-seat="${event.seat}"] .open-cards [data-card="${event.card}"]`);
    if (quick) {
        // The last card of a round must not lie in the hand while the score is shown.
        shown?.classList.add("gone");
        for (const card of event.takes) at(`.lying[data-card="${card}"]`)?.classList.add("gone");
        return;
    }
    const from = boxOf(shown) ?? boxOf(at(`.plate[data-seat="${event.seat}"] .avatar`));
    const middleBox = boxOf(at(".middle"));
    if (!from || !middleBox) return;
    const ratio = ratioOf(pack),
        sample = boxOf(at(".lying")),
        width = sample?.width ?? 72;
    const taken = event.takes.flatMap(card => {
        const element = at(`.lying[data-card="${card}"]`),
            box = boxOf(element);
        return element && box ? [{card, element, box}] : [];
    });
    const target = taken.length
        ? centred(taken[0].box, width, ratio, width * 0.3)
        : centred(boxOf(at(".row-of-cards .slot:last-of-type")) ?? middleBox, width, ratio, sample ? width * 1.08 : 0);
    const flyer = new Flyer(pack, event.card, shown ? from : centred(from, width * 0.6, ratio));
    shown?.classList.add("gone");
    await flyer.to(target, {length: 340});
    if (taken.length) {
        for (const {element} of taken) element.classList.add("target");
        await pause(320);
        const pile = boxOf(at(`[data-pile="${event.seat}"]`)) ?? boxOf(at(`.plate[data-seat="${event.seat}"]`)) ?? middleBox;
        const home = centred(pile, width * 0.5, ratio);
        const flyers = taken.map(({card, element, box}) => {
            element.classList.add("gone");
            return new Flyer(pack, card, box);
        });
        await Promise.all([flyer, ...flyers].map((each, i) => each.to(home, {length: 420, delay: i * 40, fade: true})));
        for (const each of flyers) each.land();
    }
    flyer.land();
}

/**
 * What is left on the table goes to whoever captured last.
 * @param {CardsEvent} event
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
async function flyRest(event, place, quick) {
    const home = boxOf(find(place, `[data-pile="${event.seat}"]`)) ?? boxOf(find(place, `.plate[data-seat="${event.seat}"]`));
    const left = findAll(place, ".lying:not(.gone)");
    for (const card of left) card.classList.add("gone");
    if (quick || !home) return;
    await pause(300);
    await Promise.all(
        left.map(async (element, i) => {
            const from = boxOf(element);
            if (!from) return;
            const flyer = new Flyer(pack, element.dataset.card ?? "?", from);
            await flyer.to(centred(home, from.width * 0.5, ratioOf(pack)), {length: 460, delay: i * 60, fade: true});
            flyer.land();
        }),
    );
    await pause(250);
}

/**
 * @param {PrimieraEvent[]} events
 * @param {Scene} scene
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
async function fly(events, scene, place, quick) {
    for (const event of events) {
        if (event.event === "play") await flyPlay(event, place, quick);
        if (event.event === "rest") await flyRest(event, place, quick);
    }
    if (quick) return;
    const lay = events.filter(event => event.event === "lay").find(event => event.seat === scene.you);
    const laid = lay && find(place, `.hand [data-card="${lay.card}"]`),
        to = boxOf(find(place, ".middle")),
        from = boxOf(laid);
    if (!lay || !from || !to) return;
    const flyer = new Flyer(pack, lay.card, from);
    laid?.classList.add("gone");
    await flyer.to(centred(to, from.width, ratioOf(pack)), {length: 300});
    flyer.land();
}

/** @type {Record<string, SoundName>} */
const sounds = {lay: "card", round: "deal", table: "card", teams: "herald"};

/** @param {PrimieraEvent} event */
function soundOf(event) {
    if (event.event === "play") return event.sweep ? "sweep" : event.takes.length ? "take" : "card";
    return sounds[event.event];
}

/** @type {Game<PrimieraEvent>} */
export const primiera = {
    name: "primiera",
    pack,
    clockwise: false,
    showpiece: ["1C", "7D", "10S"],
    goal: () => message("Goal: win the most cards, the most coins, the seven of coins and the best primiera."),
    blurb: () =>
        message("Capture cards from the table with an Italian pack; the first Herald played decides who your partner is."),
    // The robot is the last seat, and sits between the two others that are not the dealer.
    order: ({variant, fields}, seats) => {
        if (variant !== "robot") return Array.from({length: seats}, (_, i) => i);
        const dealer = Number(fields.dealer),
            robot = seats - 1;
        return [(dealer + 1) % robot, robot, (dealer + 2) % robot, dealer];
    },
    watching: () => messageIn("Primiera", "You are watching: each round is shown when it is over."),
    situation: ({position: {fields}}) =>
        plural("round {round}, to {n} point", "round {round}, to {n} points", Number(fields.target), {
            round: fields.round ?? "",
        }),
    badges: (scene, seat) => [
        {label: message("points"), value: readNumbers(scene.position.fields.scores)[seat] ?? 0, kind: "points"},
        {label: message("pile"), value: count(scene, "piles", seat)},
        {label: message("sweeps"), value: sweepsOf(scene, seat).length},
    ],
    notes: (scene, seat) =>
        [
            Number(scene.position.fields.dealer) === seat && message("dealer"),
            (scene.partners(seat, scene.you) || (scene.you !== null && partnerOf(scene, seat) === scene.you)) &&
                message("partner"),
        ].filter(note => note !== false),
    beside,
    middle,
    overview,
    hand,
    prompt,
    moveWords,
    tell,
    fly,
    moment: event => event.event === "teams" || (event.event === "play" && event.sweep),
    team: ({position}, seat) => {
        const at = (position.fields.teams ?? "").split("/").findIndex(team => team.split("+").includes(String(seat)));
        return position.fields.teams?.includes("+") && at >= 0 ? at : null;
    },
    sound: soundOf,
    next: () => messageIn("Primiera", "Next round"),
    totals: event => (event.event === "score" ? event.totals : null),
    result: (event, scene) => (event.event === "score" ? countOf(event, scene) : null),
};
