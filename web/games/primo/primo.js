// Primo on the page: letters to compose a word from, what lies in front of each player, and the special cards.
import {h, heard} from "../../dom.js";
import {anyOf, message, messageIn, plural} from "../../messages.js";
import {packs, cardElement, picture, chip} from "../../cards.js";
import {cardRow} from "../../hand.js";
import {readCards, readSeats} from "../../position.js";
import {specials} from "../../cards/letters.js";
import {scoreTable} from "../../score.js";
import {backs, handOf} from "../common.js";
import {glanceOf, helpOf, isLetter, lengthOf, needed, settledOf, solo, topOf, wordChip, wordsOf, writtenOf} from "./view.js";
import {composer, maySpell, notAWord, spell, takesTop} from "./compose.js";
import {fly} from "./movement.js";
import {tell} from "./tell.js";
/** @import {HandCard} from "../../hand.js" */
/** @import {SoundName} from "../../sound.js" */
/** @import {Game, Scene as AnyScene} from "../game.d.ts" */
/** @import {PrimoEvent} from "./events.d.ts" */

/**
 * What is written or chosen but not played yet.
 * @typedef {object} Memory
 * @property {string} [word] as it is typed
 * @property {string} [doubt] why the word cannot be laid, as it was said last
 * @property {ReturnType<typeof setTimeout>} [doubtTimer]
 * @property {string[]} [gifts] keys of the cards to give
 */
/** @typedef {AnyScene<Memory>} Scene */

const pack = packs.letters;

/**
 * The name of a card, and what it does.
 * @param {string} card
 * @param {Scene} scene
 */
function withHelp(card, scene) {
    const help = helpOf(scene, card);
    return help ? message("{card}: {help}", {card: pack.name(card), help}) : pack.name(card);
}

// ---- the table

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function front(scene, seat) {
    const cards = readCards(readSeats(scene.position.fields.fronts)[seat]).cards;
    const pencils = cards.filter(card => card === "crayon" || card === "gomme"),
        top = pencils.at(-1);
    const shown = [...(top ? [top] : []), ...cards.filter(card => card !== "crayon" && card !== "gomme")];
    return (
        shown.length > 0 &&
        h(
            "div",
            {class: "front"},
            shown.map(card => cardElement(pack, card, {class: "mini", title: withHelp(card, scene)})),
        )
    );
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function wordSlots(scene, seat) {
    const words = wordsOf(scene.position, seat),
        mates = scene.seats.map((_, other) => other).filter(other => scene.partners(other, seat)),
        theirs = mates.flatMap(mate => wordsOf(scene.position, mate)),
        settled = settledOf(scene.position);
    return h(
        "ul",
        {class: "slots", "aria-label": message("words")},
        needed(scene).map(length => {
            const word = [...words, ...theirs].find(each => lengthOf(each) === length),
                shared = word !== undefined && !words.includes(word);
            return h(
                "li",
                {
                    class: shared ? "full shared" : word ? "full" : settled.includes(length) ? "settled" : "",
                    title: shared ? message("written by your team") : null,
                },
                word
                    ? wordChip(word)
                    : h(
                          "span",
                          {class: "slot-empty"},
                          settled.includes(length) ? `✓ ${length}` : length,
                          heard(message("letters")),
                      ),
            );
        }),
    );
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function beside(scene, seat) {
    if (solo(scene.position)) return null;
    const held = handOf(scene.position, seat);
    const own = seat === scene.bottom;
    return h(
        "div",
        {class: "beside primo-beside"},
        wordSlots(scene, seat),
        h(
            "div",
            {class: "row"},
            front(scene, seat),
            !own && held.hidden > 0 && backs(held.hidden),
            !own &&
                held.cards.length > 0 &&
                h(
                    "div",
                    {class: "open-cards"},
                    held.cards.map(card => cardElement(pack, card, {class: "mini"})),
                ),
        ),
    );
}

/** @param {Scene} scene */
function pile(scene) {
    const count = readCards(scene.position.fields.pile).count,
        can = scene.may && scene.legal.includes("draw");
    const content = [picture(pack, "?"), h("span", {class: "pile-count"}, count)];
    return h(
        "figure",
        {class: "heap"},
        can
            ? h(
                  "button",
                  {
                      type: "button",
                      class: `card letters can ${scene.hint === "draw" ? "marked" : ""}`,
                      "aria-label": `${message("draw a card")}, ${count}`,
                      data: {focus: "draw"},
                      onclick: () => scene.act("draw"),
                  },
                  content,
              )
            : h(
                  "div",
                  {
                      class: "card letters",
                      role: "img",
                      "aria-label": `${messageIn("draw pile", "Pile")}${message(": ")}${count}`,
                  },
                  content,
              ),
        h("figcaption", {}, messageIn("draw pile", "Pile")),
    );
}

/** @param {Scene} scene */
function discard(scene) {
    const top = topOf(scene.position),
        can = top && isLetter(top) && maySpell(scene) && takesTop(scene),
        marked = can && scene.hint?.startsWith("take+word:") && hintedCards(scene).includes(top);
    return h(
        "figure",
        {class: "heap"},
        top
            ? cardElement(pack, top, {
                  class: `top-discard ${can ? "can" : ""} ${marked ? "marked" : ""}`,
                  data: {drop: "discard", focus: "top-discard"},
                  onclick: can ? () => pressLetter(top, scene) : undefined,
              })
            : h("div", {class: "card letters gap", data: {drop: "discard"}}),
        h("figcaption", {}, message("Top discard")),
    );
}

/** @param {Scene} scene */
function middle(scene) {
    if (solo(scene.position)) {
        const left = readCards(scene.position.fields.leftovers).cards,
            words = wordsOf(scene.position, 0);
        return h(
            "div",
            {class: "primo-middle"},
            h("div", {class: "heaps"}, pile(scene)),
            h(
                "div",
                {class: "solo-words"},
                h("strong", {}, message("Words")),
                words.length ? words.map(wordChip) : h("span", {class: "soft-on-felt"}, "–"),
            ),
            h("p", {}, message("Left over"), " ", left.length ? scene.chips(left) : "–"),
        );
    }
    return h("div", {class: "primo-middle"}, h("div", {class: "heaps"}, pile(scene), discard(scene)));
}

// ---- acting

/**
 * What kind of move it is.
 * @param {string} move
 */
const actOf = move => move.replace(/^take\+/, "").split(":")[0];

/**
 * @param {string} move
 * @param {Scene} scene
 */
function targetWords(move, scene) {
    const [act, who, count] = move.replace(/^take\+/, "").split(":"),
        player = who === undefined ? "" : scene.name(Number(who));
    switch (act) {
        case "crayon":
            return who === undefined ? message("put it in front of you") : message("put it in front of {player}", {player});
        case "marqueur":
        case "cafetiere":
            return message("put it in front of you");
        case "gomme":
            return message("put it on {player}’s Pencil", {player});
        case "pause":
            return message("{player} misses a turn", {player});
        case "fantome":
            return plural("swap {n} card with {player}", "swap {n} cards with {player}", 1, {player});
        case "magicien":
            return plural("swap {n} card with {player}", "swap {n} cards with {player}", Number(count), {player});
        case "tornado":
            return message("a Tornado against {seats}", {
                seats: who
                    .split(",")
                    .map(seat => scene.name(Number(seat)))
                    .join(", "),
            });
        default:
            return "";
    }
}

/**
 * What can be done with one card of the hand: throw it, play it, set it aside, give it.
 * @param {string} card
 * @param {Scene} scene
 */
function movesOf(card, scene) {
    const acts = card === "magicien" ? ["magicien", "tornado"] : [card];
    return scene.legal.filter(
        move =>
            !move.startsWith("take+") &&
            (move === `throw:${card}` ||
                move === `leftover:${card}` ||
                (specials.includes(card) && acts.includes(actOf(move)))),
    );
}

/**
 * @param {string} move
 * @param {Scene} scene
 */
function moveWords(move, scene) {
    const act = actOf(move),
        rest = move
            .replace(/^take\+/, "")
            .split(":")
            .slice(1),
        taken = move.startsWith("take+");
    /** @param {string} text */
    const listOf = text => scene.chips(text.split(","));
    switch (act) {
        case "draw":
            return message("draw a card");
        case "pass":
            return message("pass: you have no cards, and there are none to draw");
        case "accept":
            return message("agree");
        case "refuse":
            return message("refuse");
        case "word":
            return h(
                "span",
                {},
                taken ? message("lay a word with the top discard") : message("lay a word"),
                message(": "),
                wordChip(rest[0]),
            );
        case "throw":
            return scene.say(message("discard {cards}"), {cards: listOf(rest[0])});
        case "leftover":
            return scene.say(message("set {card} aside"), {card: listOf(rest[0])});
        case "give":
            return scene.say(message("give {cards}"), {cards: listOf(rest[0])});
        case "propose":
            return message("propose putting all {length}-letter words back", {length: rest[0]});
        case "erase":
            return scene.say(message("rub out {word}"), {
                word: wordChip(wordsOf(scene.position, scene.bottom).find(word => lengthOf(word) === Number(rest[0])) ?? ""),
            });
        case "star":
            return scene.say(message("win back a star with {letter}"), {letter: scene.chip(rest[2].split("=")[1])});
        default: {
            const name = pack.name(act === "tornado" ? "magicien" : act),
                card = h("strong", {}, taken ? message("{card} from the discards", {card: name}) : name),
                outcome = targetWords(move, scene);
            return outcome ? scene.say(message("{card}: {outcome}"), {card, outcome}) : card;
        }
    }
}

/**
 * @param {string} card
 * @param {Scene} scene
 */
function pressLetter(card, scene) {
    scene.memory.word = `${scene.memory.word ?? ""}${card}`;
    scene.redraw();
}

/**
 * How many cards are to be given: as many as the list's moves have.
 * @param {Scene} scene
 */
const giftsWanted = ({legal}) => legal.find(move => move.startsWith("give:"))?.split(",").length ?? 0;

/**
 * @param {Scene} scene
 * @param {string[]} cards
 */
function giving(scene, cards) {
    const {memory} = scene,
        want = giftsWanted(scene);
    memory.gifts = (memory.gifts ?? []).filter(key => Number(key.split("#")[1]) < cards.length);
    const chosen = memory.gifts.map(key => key.split("#")[0]).sort();
    const move = scene.legal.find(each => each.startsWith("give:") && each.slice(5).split(",").sort().join() === chosen.join());
    return h(
        "div",
        {class: "moves"},
        h(
            "button",
            {
                type: "button",
                class: "button primary",
                disabled: !move,
                data: {focus: "give"},
                onclick: () => {
                    memory.gifts = [];
                    if (move) scene.act(move);
                },
            },
            plural("Give {n} card", "Give {n} cards", want),
        ),
    );
}

/** @param {Scene} scene */
const isStarLast = ({memory}) => (memory.word ?? "").endsWith("*");

/**
 * What comes next in the word of the hint, a card or the letter of a star; null if something else has been written.
 * @param {Scene} scene
 */
function hintedLetter({hint, memory}) {
    const word = hint?.match(/^(?:take\+)?word:([A-Z*]+)$/)?.[1],
        written = (memory.word ?? "").toUpperCase();
    return word?.startsWith(written) ? word[written.length] : null;
}

/**
 * The cards of the hand that the hint begins with: the next letter of its word, the card it plays, those it gives.
 * @param {Scene} scene
 * @returns {string[]}
 */
function hintedCards(scene) {
    const {hint} = scene,
        act = hint ? actOf(hint) : "";
    if (!hint) return [];
    if (act === "give") return hint.slice("give:".length).split(",");
    if (act === "word") return isStarLast(scene) ? [] : [hintedLetter(scene) ?? ""];
    const thrown = hint.match(/^(?:throw|leftover):(\w+|\*)$/)?.[1];
    if (thrown) return maySpell(scene) ? [] : [thrown]; // else it is marked in the row of what can be thrown
    return specials.includes(act) ? [act] : [];
}

/** @param {Scene} scene */
function hand(scene) {
    const {cards} = handOf(scene.position, scene.bottom),
        {memory} = scene;
    const gives = scene.may && scene.legal.some(move => move.startsWith("give:"));
    const used = maySpell(scene) ? spell(memory.word ?? "", cards.filter(isLetter)) : null;
    const pool = used ? [...used.pool] : null;
    const hinted = hintedCards(scene);
    /** @type {(HandCard & {moves: string[]})[]} */
    const entries = cards.map((card, i) => {
        const key = `${card}#${i}`,
            moves = scene.may ? movesOf(card, scene) : [],
            letter = isLetter(card);
        const inWord = letter && pool !== null && !take(pool, card);
        return {
            card,
            key: `card-${key}`,
            marked: !inWord && take(hinted, card),
            off: !scene.may || (!gives && !moves.length && !(letter && maySpell(scene))),
            chosen: gives ? (memory.gifts ?? []).includes(key) : inWord || undefined,
            moves,
            label: withHelp(card, scene),
            ...(specials.includes(card) ? {inscription: pack.name(card), help: withHelp(card, scene)} : {}),
            act: () => {
                if (gives) {
                    const gifts = memory.gifts ?? [];
                    memory.gifts = gifts.includes(key)
                        ? gifts.filter(other => other !== key)
                        : [...gifts, key].slice(-giftsWanted(scene)); // one too many takes the place of the first
                    return scene.redraw();
                }
                if (letter && maySpell(scene) && !inWord) return pressLetter(card, scene);
                offerMoves(card, moves, scene);
            },
        };
    });
    return h(
        "div",
        {class: "hand-area"},
        h(
            "div",
            {class: "controls"},
            others(scene),
            gives ? giving(scene, cards) : composer(scene),
            scene.may && !gives && (isStarLast(scene) ? starBar(scene) : throwBar(scene, cards)),
        ),
        cardRow(pack, message("Your hand"), entries, {drop: (entry, target) => dropped(entry, target, scene)}),
    );
}

/**
 * Takes one such card out of a list; false if there is none.
 * @param {string[]} pool
 * @param {string} card
 */
function take(pool, card) {
    const at = pool.indexOf(card);
    if (at >= 0) pool.splice(at, 1);
    return at >= 0;
}

/**
 * @param {string} card
 * @param {string[]} moves
 * @param {Scene} scene
 */
function offerMoves(card, moves, scene) {
    if (!moves.length) return;
    const throws = moves.filter(move => move.startsWith("throw:") || move.startsWith("leftover:")),
        plays = moves.filter(move => !throws.includes(move));
    if (moves.length === 1 && !throws.length) scene.act(moves[0]);
    else
        scene.offer(
            withHelp(card, scene),
            [...plays, ...throws].map(move => ({words: moveWords(move, scene), move})),
        );
}

/**
 * @param {HandCard & {moves: string[]}} entry
 * @param {HTMLElement} target
 * @param {Scene} scene
 */
function dropped(entry, target, scene) {
    const throwing = entry.moves.find(move => move.startsWith("throw:") || move.startsWith("leftover:"));
    if (target.dataset.drop === "discard" && throwing) scene.act(throwing);
    else if (target.dataset.drop === "word" && isLetter(entry.card)) pressLetter(entry.card, scene);
    else entry.act();
}

/**
 * Letters go into the word when they are tapped; to throw one there is a row of its own.
 * @param {Scene} scene
 * @param {string[]} cards
 */
function throwBar(scene, cards) {
    const kind = scene.legal.some(move => move.startsWith("leftover:")) ? "leftover" : "throw";
    const choices = [...new Set(cards)].filter(card => scene.legal.includes(`${kind}:${card}`));
    if (!choices.length || !maySpell(scene)) return null;
    return h(
        "div",
        {class: "moves throws", role: "group", "aria-label": kind === "throw" ? message("Discard") : message("Set aside")},
        h("span", {class: "soft-on-felt"}, kind === "throw" ? message("Discard") : message("Set aside")),
        choices.map(card =>
            h(
                "button",
                {
                    type: "button",
                    class: `button small ${scene.hint === `${kind}:${card}` ? "marked" : ""}`,
                    data: {focus: `throw-${card}`},
                    "aria-label":
                        kind === "throw"
                            ? message("discard {cards}", {cards: pack.name(card)})
                            : message("set {card} aside", {card: pack.name(card)}),
                    onclick: () => scene.act(`${kind}:${card}`),
                },
                chip(pack, card),
            ),
        ),
    );
}

/**
 * A star was tapped: which letter is it?
 * @param {Scene} scene
 */
function starBar(scene) {
    const hinted = hintedLetter(scene);
    return h(
        "div",
        {class: "moves star-letters", role: "group", "aria-label": message("The Star stands for the letter")},
        [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map(letter =>
            h(
                "button",
                {
                    type: "button",
                    class: `button small ${letter === hinted ? "marked" : ""}`,
                    data: {focus: `star-${letter}`},
                    onclick: () => pressLetter(letter, scene),
                },
                letter,
            ),
        ),
    );
}

/**
 * Moves without a card of the hand: drawing, stars, erasing, votes, and special cards off the discards.
 * @param {Scene} scene
 */
function others(scene) {
    if (!scene.may) return null;
    const moves = scene.legal.filter(
        move =>
            !/^(take\+)?word:|^throw:|^leftover:|^give:/.test(move) &&
            !(specials.includes(actOf(move)) && !move.startsWith("take+")) &&
            !/^tornado/.test(move),
    );
    const taking = moves.filter(move => move.startsWith("take+")),
        shared = taking.length > 1 ? taking : []; // one button for them, which asks which
    return (
        moves.length > 0 &&
        h(
            "div",
            {class: "moves"},
            moves.filter(move => !shared.includes(move)).map(move => moveButton(move, scene)),
            shared.length > 0 && takingButton(shared, scene),
        )
    );
}

/**
 * @param {string} move
 * @param {Scene} scene
 */
const moveButton = (move, scene) =>
    h(
        "button",
        {
            type: "button",
            class: `button ${move === "draw" || move === "accept" ? "primary" : ""} ${scene.hint === move ? "marked" : ""}`,
            data: {focus: move},
            onclick: () => scene.act(move),
        },
        moveWords(move, scene),
        move.startsWith("star:") && starWords(move, scene),
    );

/**
 * The special card on the discards, where there are many ways to use it.
 * @param {string[]} moves
 * @param {Scene} scene
 */
function takingButton(moves, scene) {
    const card = actOf(moves[0]) === "tornado" ? "magicien" : actOf(moves[0]);
    return h(
        "button",
        {
            type: "button",
            class: `button ${scene.hint && moves.includes(scene.hint) ? "marked" : ""}`,
            data: {focus: "taking"},
            onclick: () =>
                scene.offer(
                    withHelp(card, scene),
                    moves.map(move => ({words: h("span", {}, targetWords(move, scene)), move})),
                ),
        },
        message("{card} from the discards", {card: pack.name(card)}),
    );
}

/**
 * @param {string} move
 * @param {Scene} scene
 */
function starWords(move, scene) {
    const [, owner, length] = move.split(":"),
        word = wordsOf(scene.position, Number(owner)).find(each => lengthOf(each) === Number(length)) ?? "";
    return h(
        "small",
        {},
        scene.isYou(Number(owner))
            ? scene.say(message("in your {word}"), {word: wordChip(word)})
            : scene.say(message("in {player}’s {word}"), {word: wordChip(word), player: scene.name(Number(owner))}),
    );
}

/** @param {Scene} scene */
function prompt(scene) {
    const {position, legal} = scene,
        {fields} = position;
    if (solo(position)) return message("Lay a word, or set a card aside.");
    if (fields.vote)
        return message("Return all {length}-letter words to the discards? They still count as written.", {
            length: fields.vote.split(":")[0],
        });
    if (fields.give) return plural("Choose {n} card to give.", "Choose {n} cards to give.", Number(fields.give.split(":")[1]));
    const glance = glanceOf(scene),
        gommed = glance?.barred === "eraser",
        lengths = anyOf(glance?.lacks ?? []);
    const plays = legal.some(move => specials.includes(actOf(move)) || move.startsWith("tornado"));
    if (!fields.drawn) {
        if (gommed && legal.some(move => move.startsWith("erase:")))
            return message("There is an Eraser on your Pencil: rub out a word, or draw.");
        return legal.some(move => move.startsWith("take+"))
            ? message("Your turn: draw, or use the top discard at once.")
            : message("Your turn: draw a card.");
    }
    if (gommed)
        return plays
            ? message("Cover the Eraser with a Pencil or the Marker, or discard a card.")
            : message("There is an Eraser on your Pencil, so you cannot write. Discard a card.");
    if (maySpell(scene))
        return plays
            ? message("Lay a word, play a special card, or discard a card.")
            : message("Lay a word, or discard a card.");
    if (glance?.barred === "pencil")
        return plays
            ? message("You need a Pencil in front of you to write. Play a special card, or discard a card.")
            : message("You need a Pencil in front of you to write. Discard a card.");
    return plays
        ? message("No word of {lengths} letters in your hand. Play a special card, or discard a card.", {lengths})
        : message("No word of {lengths} letters in your hand. Discard a card.", {lengths});
}

// ---- the game

/**
 * @param {PrimoEvent} event
 * @param {Scene} scene
 */
function resultOf(event, scene) {
    if (event.event !== "end") return null;
    if ("leftovers" in event)
        return scoreTable(
            message("Result"),
            [message("letters"), message("words")],
            [
                ...Object.entries(event.by_length).map(([length, count]) => [length, count]),
                [message("total"), h("strong", {}, event.words)],
                [message("Left over"), event.leftovers.length ? scene.chips(event.leftovers) : "–"],
            ],
            [...Object.keys(event.by_length).map(() => ""), "sum best", ""],
        );
    return h(
        "ul",
        {class: "stack"},
        event.teams.map(team =>
            h(
                "li",
                {},
                h("strong", {}, scene.labels(team.seats)),
                message(": "),
                team.written.length ? team.written.join(", ") : "–",
            ),
        ),
    );
}

/** @type {Record<string, SoundName>} */
const sounds = {word: "word", throw: "card", draw: "card", crayon: "card", gomme: "refuse", pause: "refuse", star: "coin"};

/** @type {Game<PrimoEvent, Memory>} */
export const primo = {
    name: "primo",
    refused: move => (/word:/.test(move) ? notAWord(move) : null),
    pack,
    clockwise: true,
    wide: true,
    showpiece: ["P", "crayon", "Z"],
    goal: () => message("Goal: be the first to write words of three, four, five and six letters."),
    blurb: () => message("A race with letters: write four French words, and beware of the erasers."),
    order: (_, seats) => Array.from({length: seats}, (_seat, i) => i),
    situation: ({position}) =>
        solo(position)
            ? plural("{n} card", "{n} cards", readCards(position.fields.pile).count)
            : message("turn {n}", {n: Number(position.fields.turns ?? 0) + 1}),
    badges: (scene, seat) =>
        solo(scene.position)
            ? [{label: message("words"), value: wordsOf(scene.position, 0).length, kind: "points"}]
            : [
                  {label: message("words"), value: wordsOf(scene.position, seat).length, kind: "points"},
                  {label: message("cards"), value: handOf(scene.position, seat).count},
              ],
    notes: (scene, seat) => {
        if (scene.partners(seat, scene.eyes)) return [message("partner")];
        const barred = seat === scene.eyes ? glanceOf(scene)?.barred : null;
        if (!barred) return [];
        return [barred === "eraser" ? message("cannot write: Eraser") : message("cannot write: no Pencil")];
    },
    beside,
    middle,
    hand,
    prompt,
    moveWords,
    tell,
    fly,
    // The last word that a team lacked.
    moment: (event, scene) =>
        event.event === "word" &&
        !solo(scene.position) &&
        new Set([...writtenOf(scene, event.seat), event.word.length]).size === needed(scene).length,
    sound: event => sounds[event.event],
    result: resultOf,
};
