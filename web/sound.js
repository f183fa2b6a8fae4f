// Short synthesised sounds with nothing to load, as loud as the person wants; and a phone's buzz at one's turn.
import {setting} from "./settings.js";

/** @type {AudioContext | null} */
let kept = null;

/** @type {GainNode | null} */
let output = null;

/** From 0 to 1. */
const volume = () => Math.min(1, Math.max(0, Number(setting("volume")) / 100 || 0));

// Silent until the first gesture: browsers insist on it, and so would anybody.
function audio() {
    if (setting("sound") !== "on" || !volume() || navigator.userActivation?.hasBeenActive === false) return null;
    kept ??= new AudioContext();
    if (kept.state === "suspended") kept.resume();
    if (kept.state === "closed") return null;
    if (!output) {
        output = kept.createGain();
        output.connect(kept.destination);
    }
    output.gain.value = volume() ** 2 * 2; // ears hear in proportions; 70 is as loud as it was written below
    return kept;
}

/** Where every sound goes. @param {AudioContext} context */
const speaker = context => output ?? context.destination;

/**
 * @param {AudioContext} context
 * @param {number} time when it begins, in the context's seconds
 * @param {number} pitch
 * @param {number} length
 * @param {number} loudness
 * @param {OscillatorType} shape
 */
function tone(context, time, pitch, length, loudness, shape = "sine") {
    const source = context.createOscillator(),
        loud = context.createGain();
    source.type = shape;
    source.frequency.value = pitch;
    loud.gain.setValueAtTime(0, time);
    loud.gain.linearRampToValueAtTime(loudness, time + 0.012);
    loud.gain.exponentialRampToValueAtTime(0.0001, time + length);
    source.connect(loud).connect(speaker(context));
    source.start(time);
    source.stop(time + length);
}

/**
 * A card on the table: a breath of noise.
 * @param {AudioContext} context
 * @param {number} time
 * @param {number} length
 * @param {number} pitch
 * @param {number} loudness
 */
function rustle(context, time, length, pitch, loudness) {
    const frames = Math.ceil(context.sampleRate * length),
        buffer = context.createBuffer(1, frames, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
    const source = context.createBufferSource(),
        filter = context.createBiquadFilter(),
        loud = context.createGain();
    source.buffer = buffer;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    loud.gain.value = loudness;
    source.connect(filter).connect(loud).connect(speaker(context));
    source.start(time);
}

/** @satisfies {Record<string, (context: AudioContext, time: number) => void>} */
export const sounds = {
    card: (context, time) => rustle(context, time, 0.09, 2400, 0.5),
    take: (context, time) => {
        rustle(context, time, 0.08, 2000, 0.4);
        rustle(context, time + 0.09, 0.12, 1500, 0.5);
    },
    deal: (context, time) => {
        for (let i = 0; i < 4; i++) rustle(context, time + i * 0.06, 0.06, 2600, 0.28);
    },
    turn: (context, time) => {
        tone(context, time, 659, 0.18, 0.09);
        tone(context, time + 0.11, 880, 0.3, 0.09);
    },
    sweep: (context, time) =>
        [523, 659, 784, 1047].forEach((pitch, i) => tone(context, time + i * 0.07, pitch, 0.3, 0.08, "triangle")),
    coin: (context, time) => {
        tone(context, time, 1760, 0.12, 0.05, "triangle");
        tone(context, time + 0.05, 2349, 0.18, 0.05, "triangle");
    },
    talk: (context, time) => tone(context, time, 988, 0.12, 0.05),
    end: (context, time) =>
        [392, 523, 659, 784].forEach((pitch, i) => tone(context, time + i * 0.13, pitch, 0.6, 0.09, "triangle")),
    refuse: (context, time) => tone(context, time, 180, 0.18, 0.09, "triangle"),
    // A fanfare for the Herald.
    herald: (context, time) => {
        for (const [i, pitch] of [392, 392, 587].entries())
            tone(context, time + i * 0.12, pitch, i === 2 ? 0.7 : 0.16, 0.06, "sawtooth");
    },
    word: (context, time) => [0, 0.06, 0.12].forEach(later => tone(context, time + later, 1320, 0.05, 0.05, "square")),
    knock: (context, time) => [0, 0.14].forEach(later => rustle(context, time + later, 0.05, 320, 1.4)),
    win: (context, time) =>
        [523, 659, 784, 1047, 1319].forEach((pitch, i) => tone(context, time + i * 0.11, pitch, 0.7, 0.08, "triangle")),
    lose: (context, time) =>
        [440, 392, 330].forEach((pitch, i) => tone(context, time + i * 0.16, pitch, 0.5, 0.07, "triangle")),
};

/** @typedef {keyof typeof sounds} SoundName */

/** @param {SoundName} name */
export function playSound(name) {
    try {
        const context = audio();
        if (context) sounds[name](context, context.currentTime + 0.01);
    } catch {
        // A browser without sound plays without.
    }
}

/**
 * What the end of a match sounds like to whoever sits at a seat, or watches.
 * @param {number | null} seat
 * @param {number[]} winners
 * @param {number} seats how many there are: alone, nobody loses
 * @returns {SoundName}
 */
export function endSound(seat, winners, seats) {
    if (seat === null || seats < 2 || !winners.length) return "end";
    return winners.includes(seat) ? "win" : "lose";
}

/** It is this person's turn. */
export function signalTurn() {
    playSound("turn");
    if (setting("vibrate") === "on") navigator.vibrate?.(60);
}
