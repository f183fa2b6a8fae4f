// What the first page offers for learning a game; nothing where this build or browser cannot teach.
import {h} from "../dom.js";
import {message} from "../messages.js";
import {root} from "../place.js";
import {button} from "../ui.js";
import {lessonAddress, lessonsOf, progressOf} from "./lessons.js";
import {teacherFiles} from "./teacher.js";

/** @import {Room} from "../page.d.ts" */
/** @import {GameFacts} from "../protocol.d.ts" */
/** @import {LessonName} from "./lessons.js" */

/** @param {LessonName} name */
function words(name) {
    const {step, done} = progressOf(name);
    if (done) return message("Introduction");
    return step > 0 ? message("Continue the introduction") : message("Learn to play");
}

/** @returns {Record<string, {words: string, address: string} | undefined>} by game */
const trainers = () => ({
    primero: {words: message("Odds trainer"), address: "#odds"},
    primo: {words: message("Word trainer"), address: "#words"},
});

/**
 * The introductions to a game, at first as a button beside "Play now", then as something smaller; and its puzzles.
 * @param {Room} room
 * @param {GameFacts} facts
 */
export function introductions(room, {name: game, title, variants}) {
    const place = h("div", {class: "tile-learn"});
    teacherFiles().then(files => {
        if (!files) return;
        const lessons = lessonsOf(game);
        for (const [i, lesson] of lessons.entries()) {
            const variant = variants.find(({name}) => lesson === `${game}:${name}`),
                label = lessons.length > 1 && variant?.label ? message(variant.label) : "",
                known = progressOf(lesson).done || i > 0;
            if (!variant) continue;
            if (i > 0 && !progressOf(lessons[0]).done) break; // one thing after the other
            const said = words(lesson);
            place.append(
                button(
                    label && known ? `${said}${message(": ")}${label}` : said,
                    () => room.go(root.pathname + lessonAddress(lesson)),
                    {
                        picture: "bulb",
                        quiet: known,
                        big: !known,
                        cls: known ? "small" : "",
                        label: `${said}, ${title}${label ? `, ${label}` : ""}`,
                    },
                ),
            );
        }
        place.append(
            button(message("Puzzles"), () => room.go(`${root.pathname}#puzzles/${game}`), {
                picture: "check",
                quiet: true,
                cls: "small puzzles",
                label: `${message("Puzzles")}, ${title}`,
            }),
            button(message("Deal of the day"), () => room.go(`${root.pathname}#daily/${game}`), {
                picture: "play",
                quiet: true,
                cls: "small deal-of-day",
                label: `${message("Deal of the day")}, ${title}`,
            }),
        );
        const trainer = trainers()[game];
        if (trainer)
            place.append(
                button(trainer.words, () => room.go(root.pathname + trainer.address), {
                    picture: "bulb",
                    quiet: true,
                    cls: "small trainer-way",
                }),
            );
    });
    return place;
}
