// Primo on the page: letters to compose a word from, what lies in front of each player, and the special cards.
import {h, heard} from "../../dom.js";
import {message, plural} from "../../messages.js";
import {packs, cardElement, picture, chip} from "../../cards.js";
import {cardRow} from "../../hand.js";
import {announce} from "../../ui.js";
import {readCards, readSeats} from "../../position.js";
import {boxOf, centred, Flyer, pause, ratioOf} from "../../flight.js";
import {specials} from "../../cards/letters.js";
import {backs, handOf} from "../common.js";
import {lengthOf, needed, readWord, settledOf, solo, topOf, wordChip, wordsOf, writtenOf} from "./view.js";
import {tell} from "./tell.js";

const pack = packs.letters;
const isLetter = card => /^[A-Z*]$/.test(card);

// ---- the table

function front(scene, seat) {
    const cards = readCards(readSeats(scene.position.fields.fronts)[seat]).cards;
    const pencils = cards.filter(card => card === "crayon" || card === "gomme"),
        top = pencils.at(-1);
    const shown = [top, ...cards.filter(card => card !== "crayon" && card !== "gomme")].filter(Boolean);
    return (
        shown.length > 0 &&
        h(
            "div",
            {class: "front"},
            shown.map(card => cardElement(pack, card, {class: "mini", title: pack.name(card)})),
        )
    );
}

function wordSlots(scene, seat) {
    const words = wordsOf(scene.position, seat),
        settled = settledOf(scene.position);
    return h(
        "ul",
        {class: "slots", "aria-label": message("words")},
        needed(scene.position).map(length => {
            const word = words.find(each => lengthOf(each) === length);
            return h(
                "li",
                {class: word ? "full" : settled.includes(length) ? "settled" : ""},
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
            : h("div", {class: "card letters", role: "img", "aria-label": `${message("Pile")}: ${count}`}, content),
        h("figcaption", {}, message("Pile")),
    );
}

function discard(scene) {
    const top = topOf(scene.position);
    return h(
        "figure",
        {class: "heap"},
        top
            ? cardElement(pack, top, {class: "top-discard", data: {drop: "discard"}})
            : h("div", {class: "card letters gap", data: {drop: "discard"}}),
        h("figcaption", {}, message("Top discard")),
    );
}

function middle(scene) {
    if (solo(scene.position)) {
        const left = readCards(scene.position.fields.leftovers).cards;
        return h(
            "div",
            {class: "primo-middle"},
            h("div", {class: "heaps"}, pile(scene)),
            h("div", {class: "solo-words"}, h("strong", {}, message("Words")), wordsOf(scene.position, 0).map(wordChip)),
            h("p", {}, message("Left over"), " ", left.length ? scene.chips(left) : "–"),
        );
    }
    const {give} = scene.position.fields;
    return h(
        "div",
        {class: "primo-middle"},
        h("div", {class: "heaps"}, pile(scene), discard(scene)),
        give && h("p", {class: "soft-on-felt"}, scene.actors.map(scene.name).join(", ")),
    );
}

// ---- composing

// Which cards make the word that is written: letters of the hand (and of the top discard), stars for what is missing.
function spell(text, cards) {
    const pool = [...cards],
        out = [];
    const letters = text
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .toUpperCase()
        .replaceAll("Œ", "OE")
        .replaceAll("Æ", "AE");
    for (const {letter, star} of readWord(letters)) {
        const at = pool.indexOf(star ? "*" : letter),
            joker = at < 0 && !star ? pool.indexOf("*") : -1;
        if (at >= 0) pool.splice(at, 1);
        else if (joker >= 0) pool.splice(joker, 1);
        out.push({letter, star: star || (at < 0 && joker >= 0), missing: at < 0 && joker < 0});
    }
    return {letters: out, pool};
}

const notation = spelled => spelled.map(({letter, star}) => (star ? `*${letter}` : letter)).join("");

// What is wrong with what is written, whatever the list of words says.
function fault(scene, spelled) {
    const missing = spelled.filter(letter => letter.missing).map(({letter}) => letter),
        lengths = solo(scene.position) ? [3, 4, 5, 6, 7] : needed(scene.position);
    if (missing.length) return message("You do not have {letters}.", {letters: missing.join(" ")});
    if (!lengths.includes(spelled.length)) return message("Words have {lengths} letters.", {lengths: lengths.join(", ")});
    const top = takesTop(scene) ? topOf(scene.position) : null,
        uses = ({letter, star}) => (top === "*" ? star : !star && letter === top);
    return top && !spelled.some(uses)
        ? message("Before you draw, a word must use the top discard, {letter}.", {letter: top})
        : "";
}

// The move for what is written: one of the legal list where that is whole, else written out for the room to judge.
function wordMove(scene, spelled) {
    const text = notation(spelled),
        prefixes = ["word:", "take+word:"];
    const listed = prefixes.map(prefix => prefix + text).find(move => scene.legal.includes(move));
    if (listed) return listed;
    const bare = bareWord(text);
    const same = scene.legal.find(move => /word:/.test(move) && bareWord(move) === bare);
    if (same) return same;
    if (!scene.more || fault(scene, spelled)) return null;
    return (scene.legal.includes("draw") ? "take+word:" : "word:") + text;
}

const bareWord = move => move.replace(/^.*word:/, "").replaceAll("*", "");
const notAWord = move => message("{word} is not in the list of words.", {word: bareWord(move)});

// Why what is written cannot be laid. While it may yet become a word it is too early to say.
function doubt(scene, spelled) {
    const length = spelled.length,
        bare = bareWord(notation(spelled)),
        early = length < 3 || scene.legal.some(move => /word:/.test(move) && bareWord(move).startsWith(bare));
    if (!length || (early && !spelled.some(({missing}) => missing)) || wordMove(scene, spelled)) return "";
    if (!solo(scene.position) && writtenOf(scene.position, scene.bottom).includes(length))
        return message("You have a word of {length} letters already.", {length});
    return fault(scene, spelled) || notAWord(bare);
}

const maySpell = scene => scene.may && (scene.more || scene.legal.some(move => /^(take\+)?word:/.test(move)));
const takesTop = scene => scene.legal.includes("draw");

// Read out once the typing pauses.
function sayLater(memory, words) {
    if (words === memory.doubt) return;
    memory.doubt = words;
    clearTimeout(memory.doubtTimer);
    if (words) memory.doubtTimer = setTimeout(() => announce(words), 800);
}

function composer(scene) {
    if (!maySpell(scene)) return null;
    const memory = scene.memory,
        cards = [
            ...handOf(scene.position, scene.bottom).cards.filter(isLetter),
            ...(takesTop(scene) && topOf(scene.position) && isLetter(topOf(scene.position)) ? [topOf(scene.position)] : []),
        ];
    const spelled = spell(memory.word ?? "", cards).letters,
        move = spelled.length ? wordMove(scene, spelled) : null;
    const input = (memory.input ??= h("input", {
        type: "text",
        maxlength: 14,
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        class: "word-input",
        data: {focus: "word"},
    }));
    input.setAttribute("aria-label", message("Write a word"));
    input.placeholder = message("Write a word");
    input.value = memory.word ?? "";
    input.oninput = () => {
        memory.word = input.value.replace(/[^\p{L}*]/gu, "");
        scene.redraw();
    };
    input.onkeydown = event => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        if (move) {
            memory.word = "";
            scene.act(move);
        }
    };
    const write = h(
        "button",
        {
            type: "button",
            class: "button primary",
            disabled: !move,
            data: {focus: "write"},
            onclick: () => {
                memory.word = "";
                scene.act(move);
            },
        },
        message("Lay the word"),
    );
    const why = doubt(scene, spelled);
    sayLater(memory, why);
    if (why) input.setAttribute("aria-describedby", "doubt");
    else input.removeAttribute("aria-describedby");
    const line = h(
        "div",
        {class: "composer", data: {drop: "word"}},
        h(
            "div",
            {class: "composed", "aria-hidden": "true"},
            spelled.map(({letter, star, missing}, i) =>
                h(
                    "button",
                    {
                        type: "button",
                        tabindex: "-1",
                        class: `card letters ${missing ? "missing" : ""} ${star ? "star" : ""}`,
                        onclick: () => {
                            memory.word = notation(spelled.filter((_, at) => at !== i));
                            scene.redraw();
                        },
                    },
                    picture(pack, letter),
                ),
            ),
        ),
        input,
        write,
        memory.word &&
            h(
                "button",
                {
                    type: "button",
                    class: "button quiet",
                    data: {focus: "clear"},
                    onclick: () => {
                        memory.word = "";
                        scene.redraw();
                    },
                },
                message("Clear"),
            ),
    );
    return why ? h("div", {class: "composing"}, line, h("p", {class: "doubt", id: "doubt"}, why)) : line;
}

// ---- special cards and the rest

const actOf = move => move.replace(/^take\+/, "").split(":")[0];

function targetWords(move, scene) {
    const [act, who, count] = move.replace(/^take\+/, "").split(":"),
        player = who === undefined ? "" : scene.name(Number(who));
    switch (act) {
        case "crayon":
            return who === undefined ? message("lay it before you") : message("lay it before {player}", {player});
        case "marqueur":
        case "cafetiere":
            return message("lay it before you");
        case "gomme":
            return message("put it on the Pencil of {player}", {player});
        case "pause":
            return message("{player} misses a turn", {player});
        case "fantome":
            return plural("swap {n} card with {player}", "swap {n} cards with {player}", 1, {player});
        case "magicien":
            return plural("swap {n} card with {player}", "swap {n} cards with {player}", Number(count), {player});
        case "tornado":
            return message("a Tornado over {seats}", {
                seats: who
                    .split(",")
                    .map(seat => scene.name(Number(seat)))
                    .join(", "),
            });
        default:
            return "";
    }
}

// What can be done with one card of the hand: throw it, play it, set it aside, give it.
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

function moveWords(move, scene) {
    const act = actOf(move),
        rest = move
            .replace(/^take\+/, "")
            .split(":")
            .slice(1),
        taken = move.startsWith("take+");
    const listOf = text => scene.chips(text.split(","));
    switch (act) {
        case "draw":
            return message("draw a card");
        case "pass":
            return message("pass: no card, and none to draw");
        case "accept":
            return message("agree");
        case "refuse":
            return message("refuse");
        case "word":
            return h(
                "span",
                {},
                taken ? message("lay a word with the top discard") : message("lay a word"),
                ": ",
                wordChip(rest[0]),
            );
        case "throw":
            return scene.say(message("throw {cards}"), {cards: listOf(rest[0])});
        case "leftover":
            return scene.say(message("set {card} aside"), {card: listOf(rest[0])});
        case "give":
            return scene.say(message("give {cards}"), {cards: listOf(rest[0])});
        case "propose":
            return message("propose to put all words of {length} letters back", {length: rest[0]});
        case "erase":
            return scene.say(message("rub out {word}"), {
                word: wordChip(wordsOf(scene.position, scene.bottom).find(word => lengthOf(word) === Number(rest[0])) ?? ""),
            });
        case "star":
            return scene.say(message("win back a star with {letter}"), {letter: scene.chip(rest[2].split("=")[1])});
        default: {
            const name = pack.name(act === "tornado" ? "magicien" : act);
            return h(
                "span",
                {},
                h("strong", {}, taken ? message("{card} off the discards", {card: name}) : name),
                ` ${targetWords(move, scene)}`,
            );
        }
    }
}

function pressLetter(card, scene) {
    scene.memory.word = `${scene.memory.word ?? ""}${card}`;
    scene.redraw();
}

// Giving: as many cards as the list's moves have.
function giving(scene, cards) {
    const gifts = scene.legal.filter(move => move.startsWith("give:")).map(move => move.slice(5).split(",").sort());
    const memory = scene.memory,
        want = gifts[0]?.length ?? 0;
    memory.gifts = (memory.gifts ?? []).filter(key => Number(key.split("#")[1]) < cards.length);
    const chosen = memory.gifts.map(key => key.split("#")[0]).sort();
    const ready = gifts.some(list => list.join() === chosen.join());
    return h(
        "div",
        {class: "moves"},
        h(
            "button",
            {
                type: "button",
                class: "button primary",
                disabled: !ready,
                data: {focus: "give"},
                onclick: () => {
                    const move = scene.legal.find(
                        each => each.startsWith("give:") && each.slice(5).split(",").sort().join() === chosen.join(),
                    );
                    memory.gifts = [];
                    scene.act(move);
                },
            },
            plural("Give {n} card", "Give {n} cards", want),
        ),
    );
}

function hand(scene) {
    const {cards} = handOf(scene.position, scene.bottom),
        memory = scene.memory ?? {};
    const gives = scene.may && scene.legal.some(move => move.startsWith("give:"));
    const used = maySpell(scene) ? spell(memory.word ?? "", cards.filter(isLetter)) : null;
    const pool = used ? [...used.pool] : null;
    const hinted = scene.hint
        ? (scene.hint.match(/^(?:throw|leftover):(\w+|\*)$/)?.[1] ??
          (specials.includes(actOf(scene.hint)) ? actOf(scene.hint) : null))
        : null;
    let marked = false;
    const entries = cards.map((card, i) => {
        const key = `${card}#${i}`,
            moves = scene.may ? movesOf(card, scene) : [],
            letter = isLetter(card);
        const inWord = letter && pool !== null && !take(pool, card);
        const mark = card === hinted && !marked;
        if (mark) marked = true;
        return {
            card,
            key: `card-${key}`,
            marked: mark,
            off: !scene.may || (!gives && !moves.length && !(letter && maySpell(scene))),
            chosen: gives ? (memory.gifts ?? []).includes(key) : inWord || undefined,
            moves,
            label: pack.name(card),
            act: () => {
                if (gives) {
                    memory.gifts = (memory.gifts ?? []).includes(key)
                        ? memory.gifts.filter(other => other !== key)
                        : [...(memory.gifts ?? []), key];
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
        others(scene),
        gives ? giving(scene, cards) : composer(scene),
        cardRow(pack, message("Your hand"), entries, {drop: (entry, target) => dropped(entry, target, scene)}),
        scene.may && !gives && throwBar(scene, cards),
    );
}

// Takes one such card out of a list; false if there is none.
function take(pool, card) {
    const at = pool.indexOf(card);
    if (at >= 0) pool.splice(at, 1);
    return at >= 0;
}

function offerMoves(card, moves, scene) {
    if (!moves.length) return;
    const throws = moves.filter(move => move.startsWith("throw:") || move.startsWith("leftover:")),
        plays = moves.filter(move => !throws.includes(move));
    if (moves.length === 1 && !throws.length) scene.act(moves[0]);
    else
        scene.offer(
            pack.name(card),
            [...plays, ...throws].map(move => ({words: moveWords(move, scene), move})),
        );
}

function dropped(entry, target, scene) {
    const throwing = entry.moves?.find(move => move.startsWith("throw:") || move.startsWith("leftover:"));
    if (target.dataset.drop === "discard" && throwing) scene.act(throwing);
    else if (target.dataset.drop === "word" && isLetter(entry.card)) pressLetter(entry.card, scene);
    else entry.act();
}

// Letters go into the word when they are tapped; to throw one there is a row of its own.
function throwBar(scene, cards) {
    const kind = scene.legal.some(move => move.startsWith("leftover:")) ? "leftover" : "throw";
    const choices = [...new Set(cards)].filter(card => scene.legal.includes(`${kind}:${card}`));
    if (!choices.length || !maySpell(scene)) return null;
    return h(
        "div",
        {class: "moves throws", role: "group", "aria-label": kind === "throw" ? message("Throw") : message("Set aside")},
        h("span", {class: "soft-on-felt"}, kind === "throw" ? message("Throw") : message("Set aside")),
        choices.map(card =>
            h(
                "button",
                {
                    type: "button",
                    class: "button small",
                    data: {focus: `throw-${card}`},
                    "aria-label":
                        kind === "throw"
                            ? message("throw {cards}", {cards: pack.name(card)})
                            : message("set {card} aside", {card: pack.name(card)}),
                    onclick: () => scene.act(`${kind}:${card}`),
                },
                chip(pack, card),
            ),
        ),
    );
}

// Moves without a card of the hand: drawing, stars, erasing, votes, and special cards off the discards.
function others(scene) {
    if (!scene.may) return null;
    const moves = scene.legal.filter(
        move =>
            !/^(take\+)?word:|^throw:|^leftover:|^give:/.test(move) &&
            !(specials.includes(actOf(move)) && !move.startsWith("take+")) &&
            !/^tornado/.test(move),
    );
    return (
        moves.length > 0 &&
        h(
            "div",
            {class: "moves"},
            moves.map(move =>
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
                ),
            ),
        )
    );
}

function starWords(move, scene) {
    const [, owner, length] = move.split(":"),
        word = wordsOf(scene.position, Number(owner)).find(each => lengthOf(each) === Number(length)) ?? "";
    return h(
        "small",
        {},
        scene.isYou(Number(owner))
            ? scene.say(message("in your {word}"), {word: wordChip(word)})
            : scene.say(message("in {word} of {player}"), {word: wordChip(word), player: scene.name(Number(owner))}),
    );
}

function prompt(scene) {
    const {position, legal} = scene,
        {fields} = position;
    if (solo(position)) return message("Make a word, or set a card aside.");
    if (fields.vote)
        return message("Shall all words of {length} letters go back to the discards? They count as written.", {
            length: fields.vote.split(":")[0],
        });
    if (fields.give) return plural("Choose {n} card to give.", "Choose {n} cards to give.", Number(fields.give.split(":")[1]));
    const fronts = readCards(readSeats(fields.fronts)[scene.bottom]).cards.filter(
            card => card === "crayon" || card === "gomme",
        ),
        gommed = fronts.at(-1) === "gomme";
    if (!fields.drawn) {
        if (gommed && legal.some(move => move.startsWith("erase:")))
            return message("An Eraser lies on your Pencil: rub out a word, or draw.");
        return topOf(position)
            ? message("Your turn: draw, or use the top discard at once.")
            : message("Your turn: draw a card.");
    }
    if (gommed) return message("Cover the Eraser with a Pencil or the Marker, or throw a card.");
    return maySpell(scene)
        ? message("Lay a word, play a special card, or throw a card.")
        : message("Play a special card, or throw a card.");
}

// ---- movement

async function flyWord(event, scene, place) {
    const to = boxOf(place.querySelector(`.plate[data-seat="${event.seat}"] .slots`)),
        middleBox = boxOf(place.querySelector(".middle"));
    const home = boxOf(
        event.seat === scene.bottom ? place.querySelector(".hand") : place.querySelector(`.plate[data-seat="${event.seat}"]`),
    );
    if (!home || !middleBox) return;
    const width = Math.min(64, middleBox.width / event.word.length - 4),
        ratio = ratioOf(pack);
    const flyers = [...event.word].map(letter => new Flyer(pack, letter, centred(home, width, ratio)));
    await Promise.all(
        flyers.map((flyer, i) =>
            flyer.to(centred(middleBox, width, ratio, (i - (flyers.length - 1) / 2) * (width + 4)), {
                length: 360,
                delay: i * 60,
            }),
        ),
    );
    await pause(650);
    await Promise.all(
        flyers.map((flyer, i) => flyer.to(centred(to ?? home, width * 0.4, ratio), {length: 320, delay: i * 25, fade: true})),
    );
    for (const flyer of flyers) flyer.land();
}

async function flyCard(card, from, to, faded) {
    if (!from || !to) return;
    const flyer = new Flyer(pack, card, from);
    await flyer.to(to, {length: 380, fade: faded});
    flyer.land();
}

async function fly(events, scene, place, quick) {
    if (quick) return;
    const ratio = ratioOf(pack),
        at = selector => boxOf(place.querySelector(selector)),
        seatBox = seat => at(`.plate[data-seat="${seat}"]`);
    for (const event of events) {
        const home =
            event.seat === undefined
                ? null
                : event.seat === scene.bottom
                  ? (at(".hand") ?? seatBox(event.seat))
                  : seatBox(event.seat);
        if (event.event === "word") await flyWord(event, scene, place);
        else if (event.event === "draw" && home)
            await flyCard("?", at(".heap .card"), centred(home, 46, ratio), event.seat !== scene.bottom);
        else if (event.event === "throw" && home)
            await flyCard(
                event.card,
                centred(home, 50, ratio),
                at("[data-drop='discard']") && centred(at("[data-drop='discard']"), 64, ratio),
                false,
            );
        else if (specials.includes(event.event) && home) {
            const target = seatBox(Array.isArray(event.to) ? event.to[0] : (event.to ?? event.seat));
            if (target) await flyCard(event.event, centred(home, 60, ratio), centred(target, 46, ratio), true);
        }
    }
}

function resultOf(event, scene) {
    if (event.event !== "end" || event.leftovers || !event.teams) return null;
    return h(
        "ul",
        {class: "stack"},
        event.teams.map(team =>
            h("li", {}, h("strong", {}, scene.labels(team.seats)), ": ", team.written.length ? team.written.join(", ") : "–"),
        ),
    );
}

export const primo = {
    name: "primo",
    refused: move => /word:/.test(move) && notAWord(move),
    pack,
    clockwise: true,
    wide: true,
    hasVariants: true,
    showpiece: ["P", "crayon", "Z"],
    playNow: {variant: "duel", people: 2},
    title: () => "Primo",
    blurb: () => message("A race with letters: write four French words, and mind the erasers."),
    variantName: name =>
        ({
            duel: () => message("Duel"),
            three: () => message("Three players"),
            four: () => message("Four players"),
            teams: () => message("Two teams"),
            five: () => message("Five players"),
            six: () => message("Six players"),
            solo: () => message("Solo"),
        })[name]?.() ?? name,
    variantHint: name =>
        ({
            teams: () => message("Partners sit opposite."),
            five: () => message("Two pairs and one alone."),
            six: () => message("Three pairs."),
            solo: () => message("Alone against the pile."),
        })[name]?.() ?? null,
    options: plan =>
        plan.variant === "solo"
            ? []
            : [
                  {
                      key: "extreme",
                      label: message("Extreme"),
                      standard: "",
                      choices: [
                          ["", message("no")],
                          ["yes", message("yes")],
                      ],
                      hint: message("Words of four to seven letters; stronger words rub out weaker ones."),
                  },
                  ...(plan.variant === "duel"
                      ? [
                            {
                                key: "parade",
                                label: message("Marker and Coffee Pot"),
                                standard: "",
                                choices: [
                                    ["", message("left out")],
                                    ["yes", message("in the pile")],
                                ],
                            },
                        ]
                      : []),
              ],
    order: (position, seats) => Array.from({length: seats}, (_, i) => i),
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
    notes: (scene, seat) =>
        scene.position.variant === "teams" && scene.you !== null && seat === (scene.you + 2) % 4 ? [message("partner")] : [],
    beside,
    middle,
    hand,
    prompt,
    moveWords,
    tell,
    fly,
    sound: event =>
        ({word: "sweep", throw: "card", draw: "card", crayon: "card", gomme: "refuse", pause: "refuse", star: "coin", end: ""})[
            event.event
        ],
    totals: () => null,
    result: resultOf,
};
