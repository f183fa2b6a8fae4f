// A table before, during and after a match, drawn from the room's views, events and legal moves.
// It knows no rules: the games' parts draw what the room sends.
import {find, findAll, h} from "./dom.js";
import {update} from "./update.js";
import {message} from "./messages.js";
import {announce, button, complain, retract} from "./ui.js";
import {endSound, playSound, signalTurn} from "./sound.js";
import {characterOf} from "./characters.js";
import {makeScene, seatName, telling} from "./stage.js";
import {banner, clearSky, pause, still} from "./flight.js";
import {muted, phraseWords} from "./talk.js";
import {gameName} from "./known.js";
import {waitingRoom} from "./waiting.js";
import {bar, board} from "./board.js";
import {side} from "./panels.js";
import {layOut} from "./layout.js";
import {shortcut} from "./keys.js";
import {explain} from "./codes.js";
import {Refused} from "./connection.js";
/** @import {Offered, Scene} from "./games/game.d.ts" */
/** @import {Room} from "./page.d.ts" */
/** @import {AdviceMessage, EndEntry, Entry, EntryMessage, GameEvent, HereMessage, HistoryMessage, Step} from "./protocol.d.ts" */
/** @import {Said, TableMessage, TableRequest, TalkPhraseEntry, TalkTextEntry, Without} from "./protocol.d.ts" */
/** @import {Round} from "./score.js" */

const logLimit = 400,
    hurryFrom = 3,
    forcedAfter = 260,
    watchedPace = 700,
    watchedCount = 6000, // how long the score of a round is shown to watchers, and
    timedCount = 8000; // to players whose clock may be running

/**
 * What waits for its turn to be shown: the whole table, a hint, an entry, or a step of a round that watchers may see now.
 * @typedef {{n: number, whole: TableMessage} | {hint: AdviceMessage} | EntryMessage | (Step & {slowly: true})} Pending
 */

/** Why there may be nothing to show. */
const closed = ["no-such-table", "table-damaged", "room-full", "too-late", "watchers-full"];

/**
 * Returns the function that leaves it.
 * @param {Room} room
 * @param {HTMLElement} place
 * @param {string} id
 */
export function table(room, place, id) {
    const page = new TablePage(room, place, id);
    page.enter();
    return () => page.leave();
}

export class TablePage {
    /** @type {TableMessage | null} */
    #state = null;
    #seen = -1; // the number of the last entry that has come
    /** @type {Pending[]} */
    #queue = [];
    #busy = false;
    #travels = false; // the answer to a move of ours has not come yet,
    #renewed = false; // and the whole table came meanwhile: it may be in there
    #following = false; // the focus was on the felt
    #memory = {}; // the game's
    pending = false; // a move of ours has not come back yet
    /** @type {Scene | null} */
    scene = null;
    /** @type {AdviceMessage | null} */
    hint = null;
    /** @type {{title: string, list: Offered[]} | null} */
    options = null; // a question about which of several moves
    log = h("ol", {class: "log", "aria-label": message("Game log")});
    /** @type {{name: string, words: string}[]} */
    said = [];
    unread = 0;
    /** @type {{seat: number, words: string} | null} */
    bubble = null;
    /** @type {Round[]} */
    rounds = [];
    counting = false; // whether the score of the round that has just ended is shown,
    goOn = () => {}; // and what shows the next one
    /** @type {() => HTMLElement | null} */
    counted = () => null; // the score of the last round that has ended
    /** @type {string | undefined} */
    rematch; // the table of the next match
    /** @type {"log" | "talk" | "score"} */
    tab = "log";
    drawer = false;
    /** @type {(() => void)[]} */
    #stops = [];
    #left = false; // for another page: what was on its way is not drawn any more

    /**
     * @param {Room} room
     * @param {HTMLElement} place
     * @param {string} id
     */
    constructor(room, place, id) {
        this.room = room;
        this.place = place;
        this.id = id;
        const {connection} = room;
        /** @param {KeyboardEvent} event */
        const pressed = event => shortcut(this, event);
        const ticking = setInterval(() => this.tick(), 250);
        addEventListener("keydown", pressed);
        this.#stops.push(
            connection.on("table", said => said.table === id && this.#whole(said)),
            connection.on("entry", said => said.table === id && this.#take(said)),
            connection.on("history", said => said.table === id && this.#history(said)),
            connection.on("here", said => said.table === id && this.#here(said)),
            // In its turn: what was said before may still be on its way to the table.
            connection.on("hint", said => said.table === id && this.#wait({hint: said})),
            connection.on("up", () => this.enter()),
            connection.on("error", said => closed.includes(said.code) && !this.#state && this.#missing(said.code)),
            () => removeEventListener("keydown", pressed),
            () => clearInterval(ticking),
        );
        place.append(h("p", {class: "loading"}, message("Taking a seat…")));
    }

    /** The table as it is known; before that there is nothing to draw. */
    get state() {
        if (!this.#state) throw new Error("the table has not come yet");
        return this.#state;
    }

    get known() {
        return this.#state !== null;
    }

    get seated() {
        return this.state.you.seat !== null;
    }

    get mayAct() {
        return this.#state?.phase === "playing" && (this.#state.legal?.length ?? 0) > 0;
    }

    enter() {
        this.room.connection.say({do: "enter", table: this.id, since: this.#state ? this.#seen : null});
    }

    leave() {
        this.#left = true;
        for (const stop of this.#stops) stop();
        clearSky();
        this.room.connection.say({do: "exit", table: this.id});
    }

    /** @param {import("./protocol.d.ts").ErrorMessage["code"]} code */
    #missing(code) {
        update(
            this.place,
            this.room.header(h("span", {class: "stretch"})),
            h(
                "main",
                {class: "lobby nowhere"},
                h("h1", {}, explain(code)),
                h(
                    "div",
                    {class: "row"},
                    button(message("Back to the tables"), () => this.room.go("/"), {primary: true, picture: "home"}),
                ),
            ),
        );
        retract(explain(code));
    }

    // ---- what the room says

    /** @param {TableMessage} said */
    #whole(said) {
        // What is being played out before watchers is seen to its end first.
        if (said.you.watching && (this.#busy || this.#queue.length) && this.#state?.view) this.#wait({n: said.n, whole: said});
        else this.#setWhole(said);
    }

    /** @param {TableMessage} said */
    #setWhole(said) {
        const first = !this.#state;
        this.#state = said;
        this.#seen = Math.max(this.#seen, said.n);
        this.rematch = said.rematch ?? this.rematch;
        this.#queue = this.#queue.filter(waiting => "n" in waiting && waiting.n > said.n);
        this.pending = this.#renewed = this.#travels;
        this.options = null;
        if (this.hint && this.hint.n !== said.n) this.hint = null; // it spoke of another position
        this.goOn();
        if (said.view) this.rebuild();
        if (first && said.view) this.#recall(said);
        if (first && said.view) {
            this.#introduce();
            for (const event of this.scene?.game.gather?.(said.recent ?? []) ?? said.recent ?? []) this.#note(event, false);
            if (said.phase === "over") this.#fetchRounds();
        }
        this.draw();
        this.#turnNotice(false);
    }

    /**
     * What was missed is told at once; a round that watchers may see now is played out before them.
     * @param {HistoryMessage} said
     */
    #history(said) {
        if (this.#state?.you.watching) {
            for (const step of said.steps) this.#queue.push({...step, slowly: true});
            this.#seen = Math.max(this.#seen, said.to);
            this.#work();
            return;
        }
        for (const {n, view, entry, events} of said.steps) {
            if (n <= this.#seen) continue;
            this.#seen = n;
            if (view && this.#state) this.#state.view = view;
            if (this.#state?.view) this.rebuild();
            for (const event of events) this.#note(event, false);
            this.#noteEntry(entry);
        }
    }

    /** @param {EntryMessage} said */
    #take(said) {
        if (said.n <= this.#seen) return;
        if (this.#state && said.n > this.#seen + 1 && !this.#state.you.watching) {
            this.enter();
            return;
        }
        this.#seen = said.n;
        this.#wait(said);
    }

    /**
     * Who has come or gone.
     * @param {HereMessage} said
     */
    #here(said) {
        if (!this.#state) return;
        Object.assign(this.#state, {seats: said.seats, replace: said.replace});
        if (!this.#busy) {
            this.rebuild();
            this.draw();
        }
    }

    /** @param {Pending} waiting */
    #wait(waiting) {
        this.#queue.push(waiting);
        this.#work();
    }

    async #work() {
        if (this.#busy || !this.#state) return;
        this.#busy = true;
        for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
            try {
                if ("whole" in next) this.#setWhole(next.whole);
                else if ("hint" in next) this.#showHint(next.hint);
                else await this.#step(next);
            } catch (error) {
                console.error(error);
                clearSky();
            }
        }
        this.#busy = false;
    }

    /** @param {EntryMessage | (Step & {slowly: true})} next */
    async #step(next) {
        const {n, entry} = next,
            events = this.scene?.game.gather?.(next.events) ?? next.events,
            slowly = "slowly" in next,
            moved = entry.entry === "move" || entry.entry === "start",
            own = entry.entry === "move" && entry.seat === this.state.you.seat,
            state = this.state;
        if (moved && this.scene && next.view) {
            if (own) this.options = null;
            if (own || !this.mayAct) this.hint = null;
            const quick = still() || (this.#queue.length >= hurryFrom && !slowly);
            await this.scene.game.fly?.(events, this.scene, this.place, quick);
            for (const event of quick ? [] : events) await this.#moment(event, this.scene);
        }
        const told = await this.#count(events, slowly);
        for (const card of findAll(this.place, ".gone")) card.classList.remove("gone");
        const was = this.mayAct;
        // While it was played out the whole table may have come, as it is after later steps.
        if (this.state === state) {
            this.#change(next);
            this.state.n = n;
        }
        if (entry.entry === "undo") {
            this.hint = this.options = null;
            this.enter();
        }
        if (own || entry.entry === "start") this.pending = false; // ours has come back
        this.rebuild();
        for (const event of events.slice(told)) this.#note(event, true);
        this.#noteEntry(entry);
        this.draw();
        this.#turnNotice(was);
        if (slowly) await pause(watchedPace);
        if (this.state.phase === "over" && events.some(event => event.event === "end")) {
            playSound(endSound(this.state.you.seat, this.state.winners ?? [], this.state.seats.length));
            this.#fetchRounds();
        }
    }

    /**
     * @param {GameEvent} event
     * @param {Scene} scene
     */
    async #moment(event, scene) {
        const {seat} = this.state.you;
        if (event.event === "end" && "winners" in event && Array.isArray(event.winners) && seat !== null) {
            if (event.winners.includes(seat) && scene.seats.length > 1) await banner(message("You won!"));
        } else if (scene.game.moment?.(event, scene)) await banner(telling(scene, event));
    }

    /**
     * At the end of a round that is not the last: tells what happened until then, and shows the score over the old table until
     * one goes on, for people to see what the last card did. Returns how many events are told by then.
     * @param {GameEvent[]} events
     * @param {boolean} watched
     */
    async #count(events, watched) {
        const {scene} = this,
            at = events.findIndex(event => scene?.game.result?.(event, scene)) + 1;
        if (!at || document.hidden || events.some(({event}) => event === "end")) return 0;
        for (const event of events.slice(0, at)) this.#note(event, true);
        this.counting = true;
        this.state.actors = [];
        this.rebuild();
        this.draw();
        if (this.#following || document.activeElement === document.body) find(this.place, ".result .button")?.focus();
        const gone = new Promise(resolve => {
            this.goOn = () => resolve(true);
        });
        const patience = watched || !this.seated ? watchedCount : this.state.deadline === null ? 0 : timedCount;
        await (patience ? Promise.race([gone, pause(patience, true)]) : gone);
        this.goOn = () => {};
        this.counting = false;
        return at;
    }

    /**
     * Takes over those parts of the table that an entry changed.
     * @param {EntryMessage | Step} next
     */
    #change(next) {
        if (!("say" in next)) {
            if (next.view) this.state.view = next.view;
            return;
        }
        const {say, entry, events, ...changed} = next;
        Object.assign(this.state, changed);
    }

    /** Makes the scene from what is known now. */
    rebuild() {
        const s = this.state;
        if (!s.view) return;
        this.scene = makeScene({
            game: s.game,
            view: s.view,
            seats: s.seats,
            you: s.you.seat,
            actors: s.phase === "over" || s.behind ? [] : s.actors, // nobody waits for those of a round ago
            points: s.points,
            legal: s.phase === "playing" && !this.pending ? s.legal : null,
            more: s.legal_more,
            glance: s.glance,
            hint: this.hint?.move,
            winners: s.phase === "over" ? s.winners : [],
            memory: this.#memory,
            act: move => this.move(move),
            offered: this.options?.list,
            offer: (title, list) => this.offer(title, list),
            redraw: () => this.draw(),
            share: level => this.room.share(s.game, level),
        });
    }

    // ---- what has happened

    /**
     * @param {GameEvent} event
     * @param {boolean} fresh whether it has happened just now
     */
    #note(event, fresh) {
        const {scene} = this;
        if (!scene) return;
        const words = telling(scene, event);
        if (words) this.#write(words, fresh, event.event === "round" ? "heading" : "");
        const totals = scene.game.totals?.(event);
        if (totals)
            this.rounds.push({
                label: String(Number(this.rounds.at(-1)?.label ?? 0) + 1),
                totals,
                start: scene.game.start?.(scene),
            });
        const result = scene.game.result?.(event, scene);
        if (result) this.counted = () => this.scene?.game.result?.(event, this.scene) ?? null;
        const sound = scene.game.sound?.(event);
        if (fresh && sound) playSound(sound);
    }

    /**
     * @param {string | HTMLElement} words
     * @param {boolean} fresh
     * @param {string} cls
     */
    #write(words, fresh, cls = "") {
        const followed = this.#logFollowed;
        this.log.append(h("li", {class: cls}, words));
        while (this.log.childElementCount > logLimit) this.log.firstChild?.remove();
        if (followed) this.#followLog();
        if (fresh) announce(typeof words === "string" ? words : words.textContent);
    }

    /** @param {Entry} entry */
    #noteEntry(entry) {
        const words = this.#entryWords(entry);
        if (words) this.#write(words, true, "aside");
        if (entry.entry === "start") this.#introduce();
        if (entry.entry === "rematch") this.rematch = entry.table;
        if (entry.entry === "talk") this.#talk(entry);
    }

    /** A line for each bot with a character. */
    #introduce() {
        for (const [seat, sitter] of this.state.seats.entries()) {
            const character = characterOf(sitter, seat);
            if (character)
                this.#write(message("{name}: {temper}", {name: character.name(), temper: character.temper()}), false, "aside");
        }
    }

    /** @param {Entry} entry */
    #entryWords(entry) {
        const player = "seat" in entry ? seatName(this.state.seats, entry.seat) : "";
        switch (entry.entry) {
            case "absent":
                return message("A bot is now playing for {player}.", {player});
            case "back":
                return message("{player} is back.", {player});
            case "undo":
                return message("{player} takes back their last move.", {player});
            case "propose":
                return message("{player} proposes ending the match here.", {player});
            case "end":
                return this.#endWords(entry.why);
            case "hint":
                return message("{player} asks for a hint.", {player});
            case "sit":
                return message("{player} sits down.", {player});
            case "stand":
                return message("Somebody has left their seat.");
            case "rematch":
                return message("A new match is being set up.");
            case "move":
                if (entry.by !== "clock") return null;
                return message("Time ran out: a bot played for {player}.", {player});
            default:
                return null;
        }
    }

    /** @param {EndEntry["why"]} why */
    #endWords(why) {
        if (why === "agreed") return message("The match was ended by agreement.");
        return why === "left"
            ? message("The table was closed.")
            : message("Nobody has been here for a long time: the match is over.");
    }

    /**
     * What happened before this page was opened: the totals of the rounds, the score of the last one, and the talk.
     * @param {TableMessage} said
     */
    #recall({scores, ended = [], talk = []}) {
        const {scene} = this;
        if (!scene) return;
        const start = scene.game.start?.(scene),
            rounds = (scores?.totals ?? []).map((totals, i) => ({label: String((scores?.first ?? 1) + i), totals, start}));
        // The last of them is told by its own event.
        this.rounds = ended.some(event => scene.game.totals?.(event)) ? rounds.slice(0, -1) : rounds;
        for (const event of ended) this.#note(event, false);
        for (const line of talk) this.#hear(line);
    }

    /**
     * Adds a line to the talk, unless its speaker is muted.
     * @param {Said} line
     */
    #hear({seat, phrase, text = ""}) {
        const speaker = this.state.seats[seat],
            name = seatName(this.state.seats, seat),
            words = phrase ? phraseWords(phrase) : text;
        if (speaker?.who === "person" && muted().has(speaker.person)) return null;
        this.said.push({name, words});
        return {name, words};
    }

    /** @param {TalkPhraseEntry | TalkTextEntry} entry */
    #talk(entry) {
        const {you} = this.state,
            line = this.#hear(entry);
        if (!line) return;
        const {name, words} = line;
        announce(`${name}${message(": ")}${words}`);
        if (entry.seat !== you.seat) {
            playSound("talk");
            this.bubble = {seat: entry.seat, words};
            setTimeout(() => {
                this.bubble = null;
                find(this.place, ".bubble")?.remove();
            }, 5000);
        }
        if (this.tab !== "talk") this.unread++;
    }

    async #fetchRounds() {
        try {
            const record = await this.room.record(this.id),
                {scene} = this;
            if (record === null || !scene) return;
            /** @type {GameEvent[]} */
            const events = record
                .trim()
                .split("\n")
                .map(line => JSON.parse(line));
            this.rounds = events
                .map(event => scene.game.totals?.(event) ?? null)
                .filter(totals => totals !== null)
                .map((totals, i) => ({label: String(i + 1), totals, start: scene.game.start?.(scene)}));
            this.draw();
        } catch {
            /* the score stands without it */
        }
    }

    /** @param {boolean} was whether it was one's turn before */
    #turnNotice(was) {
        const now = this.mayAct;
        const name = gameName(this.state);
        document.title = now ? `● ${message("Your turn")} · ${name}` : name;
        if (!now || was || !this.scene) return;
        signalTurn();
        announce(this.scene.game.prompt(this.scene));
        if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
        try {
            new Notification(message("Your turn"), {body: name, tag: this.id, icon: "/assets/icon.svg"});
        } catch {
            /* some phones want a worker for it: there remain title and sound */
        }
    }

    // ---- what one does

    /**
     * Sends a request about this table; null if the room refuses it, which is then said.
     * @param {Without<TableRequest, "key" | "table">} wanted
     */
    async request(wanted) {
        try {
            return await this.room.connection.ask({...wanted, table: this.id});
        } catch (error) {
            complain(error);
            return null;
        }
    }

    /** @param {string} move */
    async move(move) {
        if (this.pending) return;
        this.pending = this.#travels = true;
        this.#renewed = false;
        this.options = null;
        this.rebuild();
        this.draw(); // however long the line is: nothing more can be done now
        try {
            await this.room.connection.ask({do: "move", table: this.id, move});
            this.#travels = false;
            if ((this.#busy || this.#queue.length) && !this.#renewed) return; // it is being shown
        } catch (error) {
            this.#travels = false;
            const illegal = error instanceof Refused && error.code === "illegal-move";
            complain(error, illegal ? this.scene?.game.refused?.(move) : null);
        }
        if (!this.pending) return;
        this.pending = false;
        this.rebuild();
        this.draw();
    }

    /**
     * Asks which of several moves.
     * @param {string} title
     * @param {Offered[]} list
     */
    offer(title, list) {
        this.options = {title, list};
        this.rebuild();
        this.draw();
        find(this.place, ".choice button")?.focus();
    }

    /** Forgets the question about which of several moves. */
    forgetOffer() {
        this.options = null;
        this.rebuild();
        this.draw();
    }

    /** Takes the hint off the table. */
    forgetHint() {
        this.hint = null;
        this.rebuild();
        this.draw();
    }

    /** @param {AdviceMessage} said */
    #showHint(said) {
        if (said.n !== this.state.n) return;
        this.hint = said;
        this.rebuild();
        this.draw();
        announce(find(this.place, ".hint")?.textContent ?? "");
    }

    async rematchNow() {
        const next = this.rematch ?? (await this.request({do: "rematch"}))?.table;
        if (next) this.room.go(this.room.address(next));
    }

    async goAway() {
        if (this.state.phase === "playing" && this.seated) await this.request({do: "leave"});
        this.room.go("/");
    }

    // ---- the page

    draw() {
        if (this.#left) return;
        const s = this.state,
            active = document.activeElement;
        if (active !== document.body) this.#following = Boolean(active?.closest(".felt"));
        const body = s.phase === "waiting" ? waitingRoom(this.room, s, wanted => this.request(wanted)) : board(this);
        const followed = this.#logFollowed;
        update(
            this.place,
            h(
                "div",
                {class: `table-page phase-${s.phase} ${this.drawer ? "drawer-open" : ""} ${this.room.coach ? "taught" : ""}`},
                bar(this),
                this.room.coach?.(),
                body,
                side(this),
            ),
        );
        if (followed) this.#followLog();
        if (this.#following && document.activeElement === document.body) this.#refocus();
        layOut(this.place);
        this.tick();
        this.#forced();
    }

    // The log shows its newest line, unless the reader has scrolled back.
    get #logFollowed() {
        const pane = this.log.parentElement;
        return !pane || pane.scrollTop + pane.clientHeight > pane.scrollHeight - 40;
    }

    #followLog() {
        const pane = this.log.parentElement;
        if (pane) pane.scrollTop = pane.scrollHeight;
    }

    // What had the focus is gone: it goes on to what can be done next.
    #refocus() {
        const places = [
            ".choice button",
            ".moves .button.primary",
            ".moves .button",
            ".hand.live .card[tabindex='0']",
            ".display .can",
            ".hand .card[tabindex='0']",
        ];
        places
            .map(place => find(this.place, `.felt ${place}:not(:disabled)`))
            .find(Boolean)
            ?.focus({preventScroll: true});
    }

    // A step that was decided before needs no asking.
    #forced() {
        const {n, legal} = this.state;
        if (this.pending || !this.scene || !this.mayAct || !legal || !this.scene.game.forced?.(this.scene)) return;
        setTimeout(() => {
            if (this.state.n === n && this.mayAct) this.move(legal[0]);
        }, forcedAfter);
    }

    tick() {
        const places = findAll(this.place, "[data-clock]");
        if (!places.length || !this.#state?.deadline) return;
        const left = Math.max(0, Math.ceil((this.#state.deadline - (Date.now() + this.room.connection.drift)) / 1000));
        for (const place of places) {
            place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
            place.classList.toggle("short", left <= 5);
        }
    }
}
