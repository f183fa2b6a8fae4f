// Which lessons there are, and how far the reader has come in each.
import {keepSetting, setting} from "../settings.js";

/** Of each game the first is for those who have never played it. The files are lessons/NAME.txt. */
const files = {
    "primiera:heralds": "primiera.heralds",
    "primiera:robot": "primiera.robot",
    "royalflush:standard": "royalflush",
    "primero:english": "primero.english",
    "primero:italian": "primero.italian",
    "primo:duel": "primo.duel",
    "primo:solo": "primo.solo",
    "primo:teams": "primo.teams",
    "primo:three": "primo.three",
};

/** @typedef {keyof typeof files} LessonName */

/** @type {(name: string) => name is LessonName} */
export const isLesson = name => name in files;

/** @param {LessonName} name */
export const lessonFile = name => `lessons/${files[name]}.txt`;

/**
 * The lessons of a game.
 * @param {string} game
 * @returns {LessonName[]}
 */
export const lessonsOf = game =>
    Object.keys(files)
        .filter(isLesson)
        .filter(name => name.startsWith(`${game}:`));

/** @param {LessonName} name */
export const lessonAddress = name => `#learn/${name}`;

/**
 * How far somebody has come: the step to go on with, and whether the lesson was finished or skipped.
 * @typedef {{step: number, done: boolean}} Progress
 */

/** @returns {Record<string, Progress>} */
function kept() {
    try {
        const all = JSON.parse(setting("lessons"));
        return all && typeof all === "object" ? all : {};
    } catch {
        return {};
    }
}

/**
 * @param {LessonName} name
 * @returns {Progress}
 */
export function progressOf(name) {
    const {step, done} = kept()[name] ?? {};
    return {step: Number.isInteger(step) && step > 0 ? step : 0, done: done === true};
}

/**
 * @param {LessonName} name
 * @param {Progress} progress
 */
export const keepProgress = (name, progress) => keepSetting("lessons", JSON.stringify({...kept(), [name]: progress}));
