// A guided first game at a real table: what is said, what may be played, and what becomes of it.
import {h} from "../dom.js";
import {language, message} from "../messages.js";
import {addressOf, root} from "../place.js";
import {announce, button, notice} from "../ui.js";
import {playNow} from "../newtable.js";
import {variantFacts} from "../welcome.js";
import {TablePage} from "../table.js";
import {TaughtRoom, tableId} from "./room.js";
import {Teacher} from "./teacher.js";
import {keepProgress, lessonAddress, lessonFile, lessonsOf, progressOf} from "./lessons.js";

/** @import {Child} from "../elements.d.ts" */
/** @import {MakeRoom} from "../here.js" */
/** @import {Room} from "../page.d.ts" */
/** @import {LessonName} from "./lessons.js" */
/** @import {Lesson, LessonStep} from "./teach.d.ts" */

class LessonPage {
    #teacher = new Teacher();
    #left = false;
    /** @type {TablePage | null} */
    #table = null;
    #step = 0;
    #praise = ""; // what was said to the last right move
    #blame = ""; // what was said to a wrong one
    #waits = false; // for the learner, before another position is set up
    #over = false;

    /**
     * @param {Room} app
     * @param {MakeRoom} makeRoom
     * @param {HTMLElement} place
     * @param {LessonName} name
     */
    constructor(app, makeRoom, place, name) {
        this.app = app;
        this.place = place;
        this.name = name;
        this.game = name.split(":")[0];
        this.makeRoom = makeRoom;
        place.append(h("p", {class: "loading"}, message("Taking a seat…")));
        this.#open();
    }

    async #open() {
        try {
            const answer = await fetch(addressOf(lessonFile(this.name)));
            if (!answer.ok) throw new Error(`${answer.status}`);
            /** @type {Lesson} */
            const lesson = await this.#teacher.ask(this.game, "teacher_lesson", [await answer.text(), language()]);
            if (!this.#left) this.#begin(lesson);
        } catch (error) {
            console.warn(error);
            if (this.#left) return;
            notice(message("The introduction cannot be shown right now."), {bad: true});
            this.app.go("/");
        }
        this.#teacher.stop();
    }

    /** @param {Lesson} lesson */
    #begin(lesson) {
        this.lesson = lesson;
        const {step, done} = progressOf(this.name);
        this.#step = done || step >= lesson.steps.length ? 0 : step;
        this.taught = new TaughtRoom(
            this.makeRoom,
            this.app.welcome,
            {played: move => this.#played(move), stuck: () => this.#mark()},
            () => this.#words(),
        );
        this.#setUp();
        this.place.replaceChildren();
        this.#table = new TablePage(this.taught.room, this.place, tableId);
        this.#table.enter();
        this.#mark();
        document.title = `${lesson.title} · Araldo`;
        announce(this.#now.say);
    }

    /** @returns {LessonStep} */
    get #now() {
        if (!this.lesson) throw new Error("the lesson has not come yet");
        return this.lesson.steps[this.#step];
    }

    #setUp() {
        const {seat, people, seats, view, actors, points, legal, legal_more, winners, glance} = this.#now,
            {game, variant} = /** @type {Lesson} */ (this.lesson);
        this.taught?.set({game, variant, people, seats, seat}, {view, actors, points, legal, legal_more, winners, glance});
    }

    // Points at what is meant.
    #mark() {
        if (!this.#over && !this.#waits) this.taught?.mark(this.#now.answers[0].move);
    }

    /** @param {string} move */
    #played(move) {
        const step = this.#now,
            answer = step.answers.find(right => right.move === move);
        if (!answer || this.#over || this.#waits) {
            this.#blame = step.wrong;
            this.#praise = "";
            this.#draw(step.wrong);
            this.#mark();
            return;
        }
        const steps = /** @type {Lesson} */ (this.lesson).steps,
            next = steps.at(this.#step + 1) ?? null,
            goesOn = next && !next.begins;
        this.#praise = step.right;
        this.#blame = "";
        for (const [i, entry] of answer.entries.entries()) {
            const last = i === answer.entries.length - 1;
            if (last && goesOn) {
                const {view, actors, points, legal, legal_more, winners, glance} = next;
                this.taught?.play(entry, {view, actors, points, legal, legal_more, winners, glance});
            } else this.taught?.play(entry, {legal: null, legal_more: false, ...(last && {actors: []})});
        }
        if (next) this.#step++;
        this.#over = !next;
        this.#waits = Boolean(next?.begins);
        keepProgress(this.name, {step: this.#over ? 0 : this.#step, done: this.#over || progressOf(this.name).done});
        this.#draw(goesOn ? `${step.right} ${next.say}` : step.right);
        this.#mark();
    }

    #goOn() {
        this.#waits = false;
        this.#praise = "";
        this.#setUp();
        this.#draw(this.#now.say);
        this.#mark();
    }

    #again() {
        this.#step = 0;
        this.#over = false;
        this.#goOn();
    }

    #skip() {
        keepProgress(this.name, {step: this.#step, done: true});
        this.app.go("/");
    }

    /** @param {string} words to be read out */
    #draw(words) {
        announce(words);
        if (this.#table?.known) this.#table.draw();
    }

    // ---- what is said

    /** @returns {Child} */
    #words() {
        const count = this.lesson?.steps.length ?? 0;
        return h(
            "section",
            {class: "coach", "aria-label": message("Introduction")},
            h(
                "div",
                {class: "coach-words"},
                this.#praise && h("p", {class: "coach-right"}, this.#praise),
                this.#blame && h("p", {class: "coach-wrong"}, this.#blame),
                !this.#over && !this.#waits && h("p", {class: "coach-say"}, this.#now.say),
                this.#over && h("p", {class: "coach-say"}, message("The lesson is over. Enjoy the game!")),
            ),
            h(
                "div",
                {class: "row wrap coach-row"},
                h("span", {class: "soft"}, message("step {at} of {all}", {at: this.#step + (this.#waits ? 0 : 1), all: count})),
                h("span", {class: "stretch"}),
                this.#over ? this.#farewell() : this.#ways(),
            ),
        );
    }

    /** @returns {Child} */
    #ways() {
        return [
            this.#waits && button(message("Continue"), () => this.#goOn(), {primary: true, cls: "small"}),
            button(message("Skip the introduction"), () => this.#skip(), {quiet: true, cls: "small"}),
        ];
    }

    /** @returns {Child} */
    #farewell() {
        const lessons = lessonsOf(this.game),
            next = lessons.at(lessons.indexOf(this.name) + 1) ?? null,
            [, variant] = this.name.split(":");
        return [
            button(message("Once more"), () => this.#again(), {quiet: true, cls: "small", picture: "again"}),
            next && button(message("Next lesson"), () => this.app.go(root.pathname + lessonAddress(next)), {cls: "small"}),
            button(message("Play now"), () => playNow(this.app, this.game, variantFacts(this.game, variant)), {
                primary: true,
                cls: "small",
                picture: "play",
            }),
        ];
    }

    leave() {
        this.#left = true;
        this.#teacher.stop();
        this.#table?.leave();
    }
}

/**
 * Returns the function that leaves it.
 * @param {Room} app
 * @param {MakeRoom} makeRoom
 * @param {HTMLElement} place
 * @param {LessonName} name
 */
export function openLesson(app, makeRoom, place, name) {
    const page = new LessonPage(app, makeRoom, place, name);
    return () => page.leave();
}
