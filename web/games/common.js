// What several games say and show in the same way.
import {h} from "../dom.js";
import {message, plural} from "../messages.js";
import {readCards} from "../position.js";

export const sees = cards => cards?.length > 0 && cards[0] !== "?";

// The cards that were dealt, told to whoever sees them.
export function tellDeal(event, scene) {
    if (!sees(event.cards)) return null;
    return scene.who(event.seat, message("You are dealt {cards}."), message("{player} is dealt {cards}."), {
        cards: scene.chips(event.cards),
    });
}

export function tellEnd(event, scene) {
    return scene.say(
        plural("The match is over. The winner: {names}.", "The match is over. The winners: {names}.", event.winners.length, {
            names: scene.labels(event.winners),
        }),
    );
}

// Backs of cards, as many as there are, drawn small.
export function backs(count, most = 12) {
    return h(
        "span",
        {class: "backs", "aria-hidden": "true"},
        Array.from({length: Math.min(count, most)}, () => h("i", {})),
    );
}

// A hand that is only looked at, such as another's in a replay.
export const handOf = (position, seat) => readCards((position.fields.hands ?? "").split("/")[seat]);
