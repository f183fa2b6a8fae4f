// Cards in flight: copies above the page that move between places, and none for people who ask for less motion.
import {calm, h} from "./dom.js";
import {picture} from "./cards.js";

const layer = () => document.getElementById("flight");
export const still = () => calm() || document.hidden;
export const pause = milliseconds =>
    new Promise(done => {
        if (still()) done();
        else setTimeout(done, milliseconds);
    });

export const boxOf = element => {
    const box = element?.getBoundingClientRect();
    return box && box.width ? {x: box.left, y: box.top, width: box.width, height: box.height} : null;
};

// The box of a card of that width around the middle of another box.
export const centred = (box, width, ratio, shift = 0) => ({
    x: box.x + box.width / 2 - width / 2 + shift,
    y: box.y + box.height / 2 - (width * ratio) / 2,
    width,
    height: width * ratio,
});

export const ratioOf = pack => {
    const [, , width, height] = pack.viewBox.split(" ").map(Number);
    return height / width;
};

const place = box => `translate(${box.x}px, ${box.y}px)`;

// A card that has taken off: it stays where its last flight ended until it lands.
export class Flyer {
    constructor(pack, card, box) {
        this.box = box;
        this.element = h("div", {class: `card flyer ${pack.kind}`}, picture(pack, card));
        this.element.style.width = `${box.width}px`;
        this.element.style.transform = place(box);
        layer().append(this.element);
    }

    async to(box, {length = 320, delay = 0, fade = false, turn = 0} = {}) {
        const scale = box.width / this.box.width;
        const flight = this.element.animate(
            [
                {transform: this.element.style.transform, opacity: 1},
                {transform: `${place(box)} scale(${scale}) rotate(${turn}deg)`, opacity: fade ? 0.15 : 1},
            ],
            {duration: length, delay, easing: "cubic-bezier(.3,.7,.25,1)", fill: "forwards"},
        );
        this.element.style.transform = `${place(box)} scale(${scale}) rotate(${turn}deg)`;
        await flight.finished.catch(() => {});
    }

    land() {
        this.element.remove();
    }
}

export const clearSky = () => layer().replaceChildren();
