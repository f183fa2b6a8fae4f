// Primo's events as sentences.
import {h} from "../../dom.js";
import {message, plural} from "../../messages.js";
import {packs} from "../../cards.js";
import {sees} from "../common.js";
import {wordChip} from "./view.js";

/** @import {Tellers} from "../game.d.ts" */
/** @import {PrimoEvent, Word} from "./events.d.ts" */
/** @import {Memory, Scene} from "./primo.js" */

const pack = packs.letters;

/** @param {Word} event */
function eventWord(event) {
    const marked = [...event.word].map((letter, i) => (event.stars.includes(i + 1) ? `*${letter}` : letter)).join("");
    return h("span", {}, wordChip(marked), event.accented ? ` (${event.accented})` : "");
}

/**
 * What one player does to another: how the actor, the one it is done to, and all others read it.
 * @param {() => string} yours
 * @param {() => string} toYou
 * @param {() => string} others
 * @returns {(event: {seat: number, to: number, cards?: string[]}, scene: Scene) => HTMLElement}
 */
const targeted = (yours, toYou, others) => (event, scene) => {
    const values = {
        player: scene.name(event.seat),
        target: scene.name(event.to),
        cards: event.cards ? scene.chips(event.cards) : "",
    };
    return scene.say(scene.isYou(event.seat) ? yours() : scene.isYou(event.to) ? toYou() : others(), values);
};
/**
 * @param {string} name of the card
 * @returns {(event: {seat: number}, scene: Scene) => HTMLElement}
 */
const laysDown = name => (event, scene) =>
    scene.who(
        event.seat,
        message("You play a special card: {special}."),
        message("{player} plays a special card: {special}."),
        {
            special: pack.name(name),
        },
    );

/** @type {Tellers<PrimoEvent, Memory>} */
export const tell = {
    begin: (event, scene) => scene.who(event.seat, message("You begin."), message("{player} begins.")),
    draw: (event, scene) =>
        scene.isYou(event.seat) ? null : scene.say(message("{player} draws a card."), {player: scene.name(event.seat)}),
    pass: (event, scene) => scene.who(event.seat, message("You pass."), message("{player} passes.")),
    word: (event, scene) =>
        event.take
            ? scene.who(
                  event.seat,
                  message("You write {word} with the top discard."),
                  message("{player} writes {word} with the top discard."),
                  {word: eventWord(event)},
              )
            : scene.who(event.seat, message("You write {word}."), message("{player} writes {word}."), {word: eventWord(event)}),
    erased: (event, scene) =>
        scene.who(event.seat, message("It rubs out your {word}."), message("It rubs out {player}’s {word}."), {
            word: eventWord(event),
        }),
    erase: (event, scene) =>
        scene.who(
            event.seat,
            message("You rub out {word} with the Eraser."),
            message("{player} rubs out {word} with the Eraser."),
            {word: eventWord(event)},
        ),
    star: (event, scene) =>
        scene.who(
            event.seat,
            message("You win back a star with {letter}."),
            message("{player} wins back a star with {letter}."),
            {letter: scene.chip(event.letter)},
        ),
    throw: (event, scene) =>
        scene.who(event.seat, message("You discard {cards}."), message("{player} discards {cards}."), {
            cards: scene.chip(event.card),
        }),
    leftover: (event, scene) =>
        scene.who(event.seat, message("You set {card} aside."), message("{player} sets {card} aside."), {
            card: scene.chip(event.card),
        }),
    crayon: (event, scene) =>
        event.to === event.seat
            ? laysDown("crayon")(event, scene)
            : targeted(
                  () => message("You put a Pencil in front of {target}."),
                  () => message("{player} puts a Pencil in front of you."),
                  () => message("{player} puts a Pencil in front of {target}."),
              )(event, scene),
    gomme: targeted(
        () => message("You put an Eraser on {target}’s Pencil."),
        () => message("{player} puts an Eraser on your Pencil."),
        () => message("{player} puts an Eraser on {target}’s Pencil."),
    ),
    pause: targeted(
        () => message("You put a Coffee Break in front of {target}."),
        () => message("{player} puts a Coffee Break in front of you."),
        () => message("{player} puts a Coffee Break in front of {target}."),
    ),
    fantome: targeted(
        () => message("You play the Ghost and swap a card with {target}."),
        () => message("{player} plays the Ghost and swaps a card with you."),
        () => message("{player} plays the Ghost and swaps a card with {target}."),
    ),
    magicien: targeted(
        () => message("You play the Magician and swap cards with {target}."),
        () => message("{player} plays the Magician and swaps cards with you."),
        () => message("{player} plays the Magician and swaps cards with {target}."),
    ),
    marqueur: laysDown("marqueur"),
    cafetiere: laysDown("cafetiere"),
    missed: (event, scene) => scene.who(event.seat, message("You miss a turn."), message("{player} misses a turn.")),
    tornado: (event, scene) =>
        scene.who(
            event.seat,
            message("You start a Tornado. Hands shuffled into the discards: {names}."),
            message("{player} starts a Tornado. Hands shuffled into the discards: {names}."),
            {names: scene.labels(event.to)},
        ),
    top: (event, scene) => scene.say(message("The top discard is now {card}."), {card: scene.chip(event.card)}),
    renew: () => h("span", {}, message("The discards are shuffled into a new pile.")),
    propose: (event, scene) =>
        scene.who(
            event.seat,
            message("You propose putting all {length}-letter words back."),
            message("{player} proposes putting all {length}-letter words back."),
            {length: event.length},
        ),
    vote: (event, scene) => scene.who(event.seat, message("You have voted."), message("{player} has voted.")),
    votes: (event, scene) =>
        event.settled
            ? h(
                  "span",
                  {},
                  message("Everybody agrees: the {length}-letter words go back to the discards.", {length: event.length}),
              )
            : scene.say(message("Refused by {names}."), {names: scene.labels(event.refused)}),
    deal: (event, scene) =>
        sees(event.cards)
            ? scene.who(event.seat, message("You get {cards}."), message("{player} gets {cards}."), {
                  cards: scene.chips(event.cards),
              })
            : null,
    give: (event, scene) =>
        sees(event.cards)
            ? targeted(
                  () => message("You give {cards}."),
                  () => message("You are given {cards}."),
                  () => message("{player} gives {cards}."),
              )(event, scene)
            : null,
    takes: (event, scene) => {
        if (!sees(event.cards)) return null;
        const values = {player: scene.name(event.seat), cards: scene.chips(event.cards)};
        return scene.say(
            scene.isYou(event.seat)
                ? message("You take {cards}.")
                : scene.isYou(event.from)
                  ? message("{player} takes {cards} from you.")
                  : message("{player} takes {cards}."),
            values,
        );
    },
    end: (event, scene) => {
        if ("leftovers" in event)
            return h(
                "span",
                {},
                plural("All the cards have been played: {n} word.", "All the cards have been played: {n} words.", event.words),
                " ",
                plural("{n} card is left over.", "{n} cards are left over.", event.leftovers.length),
            );
        return h(
            "span",
            {},
            plural("The match is over. Winner: {names}.", "The match is over. Winners: {names}.", event.winners.length, {
                names: scene.labels(event.winners),
            }),
        );
    },
};
