// A table before, during and after a match, drawn from the room's views, events and legal moves.
// It knows no rules: the games' parts draw what the room sends.
import {h, typing} from "./dom.js";
import {language, message, plural} from "./messages.js";
import {announce, button, complain} from "./ui.js";
import {setting} from "./settings.js";
import {playSound} from "./sound.js";
import {arena, makeScene, plate, seatName, telling} from "./stage.js";
import {clearSky, pause, still} from "./flight.js";
import {muted, phraseWords} from "./talk.js";
import {tableName} from "./lobby.js";
import {waitingRoom} from "./waiting.js";
import {afterwards, menu, showKeys, side} from "./panels.js";
import {showRules} from "./rules.js";
import {explain} from "./codes.js";

const logLimit = 400,
    hurryFrom = 3,
    forcedAfter = 260,
    watchedPace = 700;

// What the bot that gives the hint reckons with.
function outlook(expects) {
    if (!expects || typeof expects.value !== "number") return "";
    const shown = (value, options) => value.toLocaleString(language(), options),
        signed = {minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero"};
    switch (expects.kind) {
        case "win":
            return message("Chance to win: {percent} %.", {percent: shown(expects.value * 100, {maximumFractionDigits: 0})});
        case "points":
            return message("Expected: {value} points.", {value: shown(expects.value, signed)});
        case "coins":
            return message("Expected: {value} coins.", {value: shown(expects.value, signed)});
        default:
            return "";
    }
}

export function table(room, place, id) {
    const page = new TablePage(room, place, id);
    page.enter();
    return () => page.leave();
}

class TablePage {
    state = null;
    seen = -1; // the number of the last entry that has come
    scene = null;
    queue = [];
    busy = false;
    pending = false; // a move of ours has not come back yet
    travels = false; // nor has its answer,
    renewed = false; // and the whole table came meanwhile: it may be in there
    hint = null;
    options = null; // a question about which of several moves: {title, list}
    log = h("ol", {class: "log", "aria-label": message("What has happened")});
    said = [];
    unread = 0;
    rounds = [];
    result = null; // the score of the round that has just ended
    tab = "log";
    drawer = false;
    stops = [];

    constructor(room, place, id) {
        Object.assign(this, {room, place, id});
        const {connection} = room;
        const mine = listener => said => said.table === id && listener(said);
        this.stops.push(
            connection.on(
                "table",
                mine(said => this.whole(said)),
            ),
            connection.on(
                "entry",
                mine(said => this.take(said)),
            ),
            connection.on(
                "history",
                mine(said => this.history(said)),
            ),
            connection.on(
                "hint",
                mine(said => {
                    this.queue.push({hint: said}); // in its turn: what was said before may still be on its way to the table
                    this.work();
                }),
            ),
            connection.on(
                "here",
                mine(said => this.here(said)),
            ),
            connection.on("up", () => this.enter()),
            connection.on("error", said => said.code === "no-such-table" && !this.state && this.missing()),
        );
        this.keys = event => this.shortcut(event);
        addEventListener("keydown", this.keys);
        this.ticking = setInterval(() => this.tick(), 250);
        place.append(h("p", {class: "loading"}, message("Sitting down…")));
    }

    enter() {
        this.room.connection.say("enter", {table: this.id, since: this.state ? this.seen : null});
    }

    leave() {
        for (const stop of this.stops) stop();
        removeEventListener("keydown", this.keys);
        clearInterval(this.ticking);
        clearSky();
        this.room.connection.say("exit", {table: this.id});
    }

    missing() {
        this.place.replaceChildren(
            this.room.header(h("span", {class: "stretch"})),
            h(
                "main",
                {class: "lobby"},
                h("h1", {}, explain("no-such-table")),
                button(message("To the tables"), () => this.room.go("/"), {primary: true, picture: "home"}),
            ),
        );
    }

    // ---- what the room says

    whole(said) {
        // What is being played out before watchers is seen to its end first.
        if (said.you?.watching && (this.busy || this.queue.length) && this.state?.view) {
            this.queue.push({n: said.n, whole: said});
            this.work();
            return;
        }
        this.setWhole(said);
    }

    setWhole(said) {
        const first = !this.state;
        this.state = said;
        this.seen = Math.max(this.seen, said.n);
        this.rematch = said.rematch ?? this.rematch;
        this.queue = this.queue.filter(entry => entry.n > said.n);
        this.pending = this.renewed = this.travels;
        this.options = null;
        if (said.view) this.rebuild();
        if (first && said.view) {
            for (const event of said.recent ?? []) this.note(event, false);
            if (said.phase === "over") this.fetchRounds();
        }
        this.draw();
        this.turnNotice(false);
    }

    // What was missed is told at once; a round that watchers may see now is played out before them.
    history(said) {
        if (this.state?.you?.watching) {
            for (const step of said.steps) this.queue.push({...step, slowly: true});
            this.seen = Math.max(this.seen, said.to);
            this.work();
            return;
        }
        for (const {n, view, entry, events = []} of said.steps) {
            if (n <= this.seen) continue;
            this.seen = n;
            if (view && this.state) this.state.view = view;
            if (this.state?.view) this.rebuild();
            for (const event of events) this.note(event, false);
            this.noteEntry(entry);
        }
    }

    take(said) {
        if (said.n <= this.seen) return;
        if (this.state && said.n > this.seen + 1 && !this.state.you?.watching) return this.enter();
        this.seen = said.n;
        this.queue.push(said);
        this.work();
    }

    // Who has come or gone.
    here(said) {
        if (!this.state) return;
        this.state.seats = said.seats;
        if (!this.busy) {
            this.rebuild();
            this.draw();
        }
    }

    async work() {
        if (this.busy || !this.state) return;
        this.busy = true;
        while (this.queue.length) {
            const entry = this.queue.shift();
            try {
                await this.step(entry);
            } catch (error) {
                console.error(error);
                clearSky();
            }
        }
        this.busy = false;
    }

    async step({whole, hint, n, entry, events = [], slowly, ...changed}) {
        if (whole) return this.setWhole(whole);
        if (hint) return this.showHint(hint);
        const moved = entry?.entry === "move" || entry?.entry === "start";
        if (moved && this.scene && changed.view) {
            if (entry.seat === this.state.you?.seat) {
                this.result = null;
                this.options = null;
            }
            if (entry.seat === this.state.you?.seat || !this.mayAct()) this.hint = null;
            const quick = still() || (this.queue.length >= hurryFrom && !slowly);
            if (this.scene) await this.scene.game.fly?.(events, this.scene, this.place, quick);
        }
        const was = this.mayAct();
        Object.assign(this.state, changed, {n: n ?? this.state.n});
        if (entry?.entry === "undo") this.enter();
        if (moved && (entry.entry === "start" || entry.seat === this.state.you?.seat)) this.pending = false; // ours has come back
        this.rebuild();
        for (const event of events) this.note(event, true);
        this.noteEntry(entry);
        this.draw();
        this.turnNotice(was);
        if (slowly) await pause(watchedPace);
        if (this.state.phase === "over" && events.some(event => event.event === "end")) {
            playSound("end");
            this.fetchRounds();
        }
    }

    mayAct() {
        return this.state?.phase === "playing" && (this.state.legal?.length ?? 0) > 0;
    }

    rebuild() {
        const s = this.state;
        if (!s.view) return;
        this.scene = makeScene({
            game: s.game,
            view: s.view,
            seats: s.seats,
            you: s.you?.seat ?? null,
            actors: s.phase === "over" ? [] : s.actors,
            points: s.points,
            legal: s.phase === "playing" && !this.pending ? s.legal : null,
            more: s.legal_more,
            hint: this.hint?.move,
            winners: s.phase === "over" ? (s.winners ?? []) : [],
            act: move => this.move(move),
            offer: (title, list) => this.offer(title, list),
        });
        this.scene.redraw = () => this.draw();
        this.scene.memory = this.memory ??= {};
    }

    // ---- what has happened

    note(event, fresh) {
        if (!this.scene) return;
        const words = telling(this.scene, event);
        if (words) this.write(words, fresh, event.event === "round" ? "heading" : "");
        const totals = this.scene.game.totals(event);
        if (totals)
            this.rounds.push({label: String(this.rounds.length + 1), totals, start: this.scene.game.start?.(this.scene)});
        const result = this.scene.game.result(event, this.scene);
        if (result) this.counted = () => this.scene.game.result(event, this.scene);
        if (result && fresh) this.result = result;
        if (fresh) playSound(this.scene.game.sound?.(event) ?? "");
    }

    write(words, fresh, cls = "") {
        this.log.append(h("li", {class: cls}, words));
        while (this.log.childElementCount > logLimit) this.log.firstChild.remove();
        if (fresh) announce(words.textContent ?? words);
    }

    noteEntry(entry) {
        if (!entry) return;
        const name = seatName(this.state.seats, entry.seat);
        const words = {
            absent: () => message("A bot plays for {player} now.", {player: name}),
            back: () => message("{player} is back.", {player: name}),
            undo: () => message("{player} takes the last step back.", {player: name}),
            propose: () => message("{player} proposes to end the match here.", {player: name}),
            end: () => message("The match was ended by agreement."),
            sit: () => message("{player} sits down.", {player: name}),
            stand: () => message("Somebody has stood up."),
            rematch: () => message("Another match is being set up."),
        }[entry.entry]?.();
        if (words) this.write(words, true, "aside");
        if (entry.entry === "move" && entry.by === "clock")
            this.write(message("The clock ran out: a bot has played for {player}.", {player: name}), true, "aside");
        if (entry.entry === "rematch" && entry.table) this.rematch = entry.table;
        if (entry.entry === "talk") this.talk(entry);
    }

    talk(entry) {
        const at = this.state.seats[entry.seat];
        if (at?.person && muted().has(at.person)) return;
        const words = entry.phrase ? phraseWords(entry.phrase) : entry.text;
        this.said.push(h("p", {}, h("strong", {}, seatName(this.state.seats, entry.seat)), " ", words));
        announce(`${seatName(this.state.seats, entry.seat)}: ${words}`);
        if (entry.seat !== this.state.you?.seat) {
            playSound("talk");
            this.bubble = {seat: entry.seat, words};
            setTimeout(() => {
                this.bubble = null;
                this.place.querySelector(".bubble")?.remove();
            }, 5000);
        }
        if (this.tab !== "talk") this.unread++;
    }

    async fetchRounds() {
        try {
            const answer = await fetch(`/record/${this.id}.jsonl`);
            if (!answer.ok) return;
            const events = (await answer.text())
                .trim()
                .split("\n")
                .map(line => JSON.parse(line));
            this.rounds = events
                .map(event => this.scene.game.totals(event))
                .filter(Boolean)
                .map((totals, i) => ({label: String(i + 1), totals, start: this.scene.game.start?.(this.scene)}));
            this.draw();
        } catch {
            /* the score stands without it */
        }
    }

    turnNotice(was) {
        const now = this.mayAct();
        const name = tableName(this.state);
        document.title = now ? `● ${message("Your turn")} · ${name}` : name;
        if (!now || was) return;
        playSound("turn");
        announce(this.scene.game.prompt(this.scene));
        if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
        try {
            new Notification(message("Your turn"), {body: name, tag: this.id, icon: "/assets/icon.svg"});
        } catch {
            /* some phones want a worker for it: there remain title and sound */
        }
    }

    // ---- what one does

    async request(what, fields = {}) {
        try {
            return await this.room.connection.ask(what, {table: this.id, ...fields});
        } catch (error) {
            complain(error);
            return null;
        }
    }

    async move(move) {
        if (this.pending) return;
        this.pending = this.travels = true;
        this.renewed = false;
        this.options = null;
        this.result = null;
        this.rebuild();
        this.draw(); // however long the line is: nothing more can be done now
        try {
            await this.room.connection.ask("move", {table: this.id, move});
            this.travels = false;
            if ((this.busy || this.queue.length) && !this.renewed) return; // it is being shown
        } catch (error) {
            this.travels = false;
            complain(error, error.code === "illegal-move" && this.scene.game.refused?.(move));
        }
        if (!this.pending) return;
        this.pending = false;
        this.rebuild();
        this.draw();
    }

    // Which of several moves? list: [{words, move, label}]
    offer(title, list) {
        this.options = {title, list};
        this.draw();
        this.place.querySelector(".choice button")?.focus();
    }

    showHint(said) {
        if (said.n !== undefined && said.n !== this.state.n) return;
        this.hint = said;
        this.rebuild();
        this.draw();
        announce(this.place.querySelector(".hint")?.textContent ?? "");
    }

    hintWords() {
        const {move, reason = [], expects} = this.hint;
        const value = word =>
            typeof word !== "object" ? word : "seat" in word ? seatName(this.state.seats, word.seat) : message(word.message);
        const values = part => Object.fromEntries(Object.entries(part.values ?? {}).map(([key, word]) => [key, value(word)]));
        const sentences = reason.map(part =>
            part.plural ? plural(part.message, part.plural, part.n, values(part)) : message(part.message, values(part)),
        );
        return h(
            "p",
            {class: "hint", role: "note"},
            h("strong", {}, message("Hint:")),
            " ",
            this.scene.game.moveWords(move, this.scene),
            ". ",
            [...sentences, outlook(expects)].filter(Boolean).join(" "),
        );
    }

    async rematchNow() {
        if (this.rematch) return this.room.go(`/t/${this.rematch}`);
        const done = await this.request("rematch");
        if (done?.table) this.room.go(`/t/${done.table}`);
    }

    async goAway() {
        if (this.state.phase === "playing" && this.state.you?.seat !== null && this.state.you?.seat !== undefined)
            await this.request("leave");
        this.room.go("/");
    }

    // ---- the page

    draw() {
        const s = this.state,
            focused = document.activeElement?.dataset?.focus;
        if (document.activeElement !== document.body) this.following = Boolean(document.activeElement.closest(".felt"));
        const scroll = this.log.parentElement?.scrollTop;
        const body =
            s.phase === "waiting" ? waitingRoom(this.room, s, (what, fields) => this.request(what, fields)) : this.board();
        this.place.replaceChildren(
            h("div", {class: `table-page phase-${s.phase} ${this.drawer ? "drawer-open" : ""}`}, this.bar(), body, side(this)),
        );
        const pane = this.log.parentElement;
        if (pane) pane.scrollTop = pane.scrollHeight || scroll;
        if (focused) this.place.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({preventScroll: true});
        if (this.following && document.activeElement === document.body) this.refocus();
        this.tick();
        this.forced();
    }

    // What had the focus is gone: it goes on to what can be done next.
    refocus() {
        const places = [
            ".choice button",
            ".moves .button.primary",
            ".moves .button",
            ".hand.live .card[tabindex='0']",
            ".display .can",
            ".hand .card[tabindex='0']",
        ];
        places
            .map(place => this.place.querySelector(`.felt ${place}:not(:disabled)`))
            .find(Boolean)
            ?.focus({preventScroll: true});
    }

    // A step that was decided before needs no asking.
    forced() {
        if (this.pending || !this.scene || !this.mayAct() || !this.scene.game.forced?.(this.scene)) return;
        const move = this.state.legal[0],
            n = this.state.n;
        setTimeout(() => {
            if (this.state.n === n && this.mayAct()) this.move(move);
        }, forcedAfter);
    }

    bar() {
        const s = this.state,
            playing = s.phase === "playing",
            seated = s.you?.seat !== null && s.you?.seat !== undefined;
        return this.room.header(
            h(
                "h1",
                {class: "bar-title"},
                h("span", {}, tableName(s)),
                this.scene && h("small", {}, this.scene.game.situation(this.scene)),
            ),
            playing &&
                seated &&
                button("", () => this.room.connection.say("hint", {table: this.id}), {
                    picture: "bulb",
                    quiet: true,
                    label: message("Hint"),
                    disabled: !this.mayAct() || this.pending,
                }),
            playing &&
                seated &&
                button("", () => this.request("undo"), {
                    picture: "undo",
                    quiet: true,
                    label: message("Take back"),
                    disabled: !s.undo || this.pending,
                }),
            button("", () => showRules(s.game), {picture: "book", quiet: true, label: message("Rules")}),
            button("", () => menu(this), {picture: "menu", quiet: true, label: message("More")}),
        );
    }

    board() {
        const {scene, state: s} = this;
        if (!scene) return h("main", {class: "felt"});
        const over =
            this.result && s.phase === "playing"
                ? h(
                      "section",
                      {class: "result", "aria-label": message("The round counts")},
                      this.result,
                      button(
                          message("Go on"),
                          () => {
                              this.result = null;
                              this.draw();
                          },
                          {primary: true, cls: "small"},
                      ),
                  )
                : null;
        const felt = h(
            "main",
            {class: `felt ${scene.may ? "my-turn" : ""}`, data: {game: s.game}},
            arena(scene, {clock: s.deadline, over}),
            h(
                "div",
                {class: "mine"},
                plate(scene, scene.bottom, {clock: s.deadline}),
                s.phase === "over" ? afterwards(this) : this.acting(),
            ),
        );
        if (this.bubble)
            felt.querySelector(`.plate[data-seat="${this.bubble.seat}"]`)?.append(
                h("p", {class: "bubble", "aria-hidden": "true"}, this.bubble.words),
            );
        return felt;
    }

    acting() {
        const {scene, state: s} = this,
            seated = s.you?.seat !== null && s.you?.seat !== undefined;
        const me = seated ? s.seats[s.you.seat] : null;
        const waits = s.actors?.filter(seat => seat !== s.you?.seat) ?? [];
        const words =
            this.mayAct() && !this.pending
                ? scene.game.prompt(scene)
                : waits.length
                  ? message("Waiting for {names}.", {names: waits.map(seat => seatName(s.seats, seat)).join(", ")})
                  : " ";
        return h(
            "div",
            {class: "acting"},
            me?.absent &&
                h(
                    "div",
                    {class: "row strip"},
                    h("span", {class: "stretch"}, message("A bot is playing for you.")),
                    button(message("I am back"), () => this.request("back"), {primary: true, cls: "small"}),
                ),
            s.proposal && this.vote(),
            !seated &&
                h(
                    "p",
                    {class: "strip"},
                    scene.game.rounds
                        ? message("You are watching: each round is shown when it is over.")
                        : message("You are watching."),
                ),
            (seated || !scene.game.rounds) && h("p", {class: "prompt", id: "prompt"}, words),
            this.hint && this.hintWords(),
            this.options && this.choices(),
            scene.game.hand(scene),
        );
    }

    vote() {
        const {proposal, you, seats} = this.state,
            voted = proposal.yes?.includes(you?.seat);
        const names = (proposal.yes ?? []).map(seat => seatName(seats, seat)).join(", ");
        return h(
            "div",
            {class: "row strip"},
            h("span", {class: "stretch"}, message("End the match here? In favour: {names}.", {names})),
            you?.seat !== null &&
                you?.seat !== undefined &&
                !voted && [
                    button(message("Yes, end it"), () => this.request("vote", {yes: true}), {cls: "small"}),
                    button(message("No, play on"), () => this.request("vote", {yes: false}), {cls: "small", primary: true}),
                ],
        );
    }

    choices() {
        const {title, list} = this.options;
        return h(
            "div",
            {class: "choice", role: "group", "aria-label": title},
            h("p", {}, title),
            h(
                "div",
                {class: "choice-list"},
                list.map(({words, move, label, act}, i) =>
                    h(
                        "button",
                        {
                            type: "button",
                            class: "button option",
                            "aria-label": label,
                            data: {number: i + 1},
                            onclick: () => (act ? act() : this.move(move)),
                        },
                        h("kbd", {"aria-hidden": "true"}, i + 1),
                        words,
                    ),
                ),
                button(
                    message("Another card"),
                    () => {
                        this.options = null;
                        this.draw();
                    },
                    {quiet: true, cls: "small"},
                ),
            ),
        );
    }

    tick() {
        const places = this.place.querySelectorAll("[data-clock]");
        if (!places.length || !this.state?.deadline) return;
        const left = Math.max(0, Math.ceil((this.state.deadline - (Date.now() + this.room.connection.drift)) / 1000));
        for (const place of places) {
            place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
            place.classList.toggle("short", left <= 5);
        }
    }

    shortcut(event) {
        if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
        if (event.key === "Escape" && this.options) {
            this.options = null;
            this.draw();
            return;
        }
        if (typing(event) || setting("shortcuts") !== "on" || !this.state) return;
        const press = label =>
            [...this.place.querySelectorAll(".bar button")]
                .find(found => found.getAttribute("aria-label") === label && !found.disabled)
                ?.click();
        if (/^[1-9]$/.test(event.key)) {
            const found =
                this.place.querySelector(`.choice [data-number="${event.key}"]`) ??
                this.place.querySelectorAll(".hand .card")[Number(event.key) - 1];
            if (found) {
                event.preventDefault();
                found.focus();
                if (found.closest(".choice")) found.click();
            }
            return;
        }
        const doing = {
            h: () => press(message("Hint")),
            u: () => press(message("Take back")),
            r: () => showRules(this.state.game),
            "?": () => showKeys(),
            l: () => this.place.querySelector("#tab-log").click(),
            t: () => this.place.querySelector("#tab-talk").click(),
            s: () => this.place.querySelector("#tab-score").click(),
        }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (doing) {
            event.preventDefault();
            doing();
        }
    }
}
