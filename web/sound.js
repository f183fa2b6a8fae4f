// Short synthesised sounds with nothing to load, and one switch to turn them off.
import {setting} from "./settings.js";

let context = null;

function audio() {
    if (setting("sound") !== "on") return null;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    return context.state === "closed" ? null : context;
}

function tone(at, pitch, length, loudness, shape = "sine") {
    const source = context.createOscillator(),
        volume = context.createGain();
    source.type = shape;
    source.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(volume).connect(context.destination);
    source.start(at);
    source.stop(at + length);
}

// A card on the table: a breath of noise.
function rustle(at, length, pitch, loudness) {
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
    source.start(at);
}

const sounds = {
    card: at => rustle(at, 0.09, 2400, 0.5),
    take: at => {
        rustle(at, 0.08, 2000, 0.4);
        rustle(at + 0.09, 0.12, 1500, 0.5);
    },
    deal: at => {
        for (let i = 0; i < 4; i++) rustle(at + i * 0.06, 0.06, 2600, 0.28);
    },
    turn: at => {
        tone(at, 659, 0.18, 0.09);
        tone(at + 0.11, 880, 0.3, 0.09);
    },
    sweep: at => [523, 659, 784, 1047].forEach((pitch, i) => tone(at + i * 0.07, pitch, 0.3, 0.08, "triangle")),
    coin: at => {
        tone(at, 1760, 0.12, 0.05, "triangle");
        tone(at + 0.05, 2349, 0.18, 0.05, "triangle");
    },
    talk: at => tone(at, 988, 0.12, 0.05),
    end: at => [392, 523, 659, 784].forEach((pitch, i) => tone(at + i * 0.13, pitch, 0.6, 0.09, "triangle")),
    refuse: at => tone(at, 180, 0.18, 0.09, "triangle"),
};

export function playSound(name) {
    try {
        const now = audio();
        if (now && sounds[name]) sounds[name](now.currentTime + 0.01);
    } catch {
        // A browser without sound plays without.
    }
}
