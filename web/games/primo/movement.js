// How cards move in Primo: words to the middle and home, draws, throws and special cards.
import {find} from "../../dom.js";
import {packs} from "../../cards.js";
import {boxOf, centred, Flyer, pause, ratioOf} from "../../flight.js";
import {specials} from "../../cards/letters.js";
/** @import {Box} from "../../flight.js" */
/** @import {PrimoEvent, WordEvent} from "./events.d.ts" */
/** @import {Scene} from "./primo.js" */

const pack = packs.letters;

/**
 * @param {WordEvent} event
 * @param {Scene} scene
 * @param {HTMLElement} place
 */
async function flyWord(event, scene, place) {
    const to = boxOf(find(place, `.plate[data-seat="${event.seat}"] .slots`)),
        middleBox = boxOf(find(place, ".middle"));
    const home = boxOf(find(place, event.seat === scene.bottom ? ".hand" : `.plate[data-seat="${event.seat}"]`));
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

/**
 * @param {string} card
 * @param {Box | null} from
 * @param {Box | null} to
 * @param {boolean} faded
 */
async function flyCard(card, from, to, faded) {
    if (!from || !to) return;
    const flyer = new Flyer(pack, card, from);
    await flyer.to(to, {length: 380, fade: faded});
    flyer.land();
}

/**
 * @param {PrimoEvent[]} events
 * @param {Scene} scene
 * @param {HTMLElement} place
 * @param {boolean} quick
 */
export async function fly(events, scene, place, quick) {
    if (quick) return;
    const ratio = ratioOf(pack);
    /** @param {string} selector */
    const at = selector => boxOf(find(place, selector));
    /** @param {number} seat */
    const seatBox = seat => at(`.plate[data-seat="${seat}"]`);
    /** @param {number} seat */
    const homeOf = seat => (seat === scene.bottom ? at(".hand") : null) ?? seatBox(seat);
    for (const event of events) {
        const home = "seat" in event ? homeOf(event.seat) : null;
        if (event.event === "word") await flyWord(event, scene, place);
        else if (!home) continue;
        else if (event.event === "draw")
            await flyCard("?", at(".heap .card"), centred(home, 46, ratio), event.seat !== scene.bottom);
        else if (event.event === "throw") {
            const heap = at("[data-drop='discard']");
            await flyCard(event.card, centred(home, 50, ratio), heap && centred(heap, 64, ratio), false);
        } else if (specials.includes(event.event)) {
            const to = "to" in event ? event.to : "seat" in event ? event.seat : 0,
                target = seatBox(Array.isArray(to) ? to[0] : to);
            if (target) await flyCard(event.event, centred(home, 60, ratio), centred(target, 46, ratio), true);
        }
    }
}
