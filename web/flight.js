// Cards in flight: copies above the page that move between places, and none for people who ask for less motion.
import {byId, calm, h} from "./dom.js";
import {setting} from "./settings.js";
import {picture} from "./cards.js";
/** @import {Pack} from "./cards.js" */
/** @import {Child} from "./elements.d.ts" */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const layer = () => byId("flight");
/** How long things take, as a factor, by the speed that the person chose. */
export const slowness = () => ({slow: 1.7, fast: 0.5})[setting("speed")] ?? 1;
export const still = () => calm() || document.hidden || setting("speed") === "off";
/**
 * @param {number} milliseconds
 * @param {boolean} [always] also for people who ask for less motion: a time to read, not to move
 * @returns {Promise<void>}
 */
export const pause = (milliseconds, always = false) =>
    new Promise(done => {
        if (still() && !always) done();
        else setTimeout(done, always ? milliseconds : milliseconds * slowness());
    });

/**
 * Where an element is on the screen; null if it cannot be seen.
 * @param {Element | null | undefined} element
 * @returns {Box | null}
 */
export const boxOf = element => {
    const box = element?.getBoundingClientRect();
    return box && box.width ? {x: box.left, y: box.top, width: box.width, height: box.height} : null;
};

/**
 * The box of a card of that width around the middle of another box.
 * @param {Box} box
 * @param {number} width
 * @param {number} ratio
 * @returns {Box}
 */
export const centred = (box, width, ratio, shift = 0) => ({
    x: box.x + box.width / 2 - width / 2 + shift,
    y: box.y + box.height / 2 - (width * ratio) / 2,
    width,
    height: width * ratio,
});

/**
 * Of height to width.
 * @param {Pack} pack
 */
export const ratioOf = pack => {
    const [, , width, height] = pack.viewBox.split(" ").map(Number);
    return height / width;
};

/** @param {Box} box */
const place = box => `translate(${box.x}px, ${box.y}px)`;

// A card that has taken off: it stays where its last flight ended until it lands.
export class Flyer {
    /**
     * @param {Pack} pack
     * @param {string} card
     * @param {Box} box
     */
    constructor(pack, card, box) {
        this.box = box;
        this.element = h("div", {class: `card flyer ${pack.kind}`}, picture(pack, card));
        this.element.style.width = `${box.width}px`;
        this.element.style.transform = place(box);
        layer().append(this.element);
    }

    /**
     * @param {Box} box
     * @param {{length?: number, delay?: number, fade?: boolean, turn?: number}} how
     */
    async to(box, {length = 320, delay = 0, fade = false, turn = 0} = {}) {
        const scale = box.width / this.box.width;
        const flight = this.element.animate(
            [
                {transform: this.element.style.transform, opacity: 1},
                {transform: `${place(box)} scale(${scale}) rotate(${turn}deg)`, opacity: fade ? 0.15 : 1},
            ],
            {duration: length * slowness(), delay: delay * slowness(), easing: "cubic-bezier(.3,.7,.25,1)", fill: "forwards"},
        );
        this.element.style.transform = `${place(box)} scale(${scale}) rotate(${turn}deg)`;
        await flight.finished.catch(() => {});
    }

    land() {
        this.element.remove();
    }
}

/**
 * Words across the table for a great moment. A click or a key ends it.
 * @param {Child} words
 */
export async function banner(words) {
    if (still()) return;
    const box = h("div", {class: "banner", "aria-hidden": "true"}, words),
        stop = new AbortController();
    layer().append(box);
    const shown = box.animate(
        [
            {opacity: 0, scale: 0.7},
            {opacity: 1, scale: 1, offset: 0.14},
            {opacity: 1, scale: 1, offset: 0.86},
            {opacity: 0, scale: 1.06},
        ],
        {duration: 1500 * slowness(), easing: "ease-out"},
    );
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => shown.finish(), {signal: stop.signal});
    await shown.finished.catch(() => {});
    stop.abort();
    box.remove();
}

export const clearSky = () => layer().replaceChildren();
