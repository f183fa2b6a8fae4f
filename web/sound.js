// Short synthesised sounds with nothing to load, and one switch to turn them off.
import {setting} from "./settings.js";

/** @type {AudioContext | null} */
let kept = null;

function audio() {
    if (setting("sound") !== "on") return null;
    kept ??= new AudioContext();
    if (kept.state === "suspended") kept.resume();
    return kept.state === "closed" ? null : kept;
}

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
        volume = context.createGain();
    source.type = shape;
    source.frequency.value = pitch;
    volume.gain.setValueAtTime(0, time);
    volume.gain.linearRampToValueAtTime(loudness, time + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, time + length);
    source.connect(volume).connect(context.destination);
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
        volume = context.createGain();
    source.buffer = buffer;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    volume.gain.value = loudness;
    source.connect(filter).connect(volume).connect(context.destination);
    source.start(time);
}

/** @satisfies {Record<string, (context: AudioContext, time: number) => void>} */
const sounds = {
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
