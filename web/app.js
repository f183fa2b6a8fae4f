// The page's frame: who the visitor is, which address shows what, and the parts on every page.
import {byId, drawing, h} from "./dom.js";
import {message, speak, preferred} from "./messages.js";
import {Connection, lineToServer} from "./connection.js";
import {button, complain, copy, dialog, field, notice} from "./ui.js";
import {preferences} from "./preferences.js";
import {courtName, courtPortrait} from "./characters.js";
import {applyTheme, keepSetting, setting} from "./settings.js";
import {explain} from "./codes.js";
import {showDevices} from "./devices.js";
import {openHere} from "./here.js";
import {keepApp} from "./keep.js";
import {lobby} from "./lobby.js";
import {moveToServer} from "./moving.js";
import {canAsk} from "./newtable.js";
import {matches} from "./history.js";
import {table} from "./table.js";
import {gamesOffered, keepWelcome, limits} from "./welcome.js";
import {icon} from "./icons.js";
import {hasServer, root} from "./place.js";
import {isLesson} from "./teach/lessons.js";
import {readPractice, readReview} from "./teach/ways.js";

/** @import {Child} from "./elements.d.ts" */

/** @import {MakeRoom} from "./here.js" */

const connection = new Connection(lineToServer);
let myName = "";

/** @type {MakeRoom} */
const makeRoom = own => ({
    ...own,
    get welcome() {
        if (!own.connection.welcome) throw new Error("the room has not said welcome yet");
        return own.connection.welcome;
    },
    get person() {
        return this.welcome.person;
    },
    get name() {
        return myName;
    },
    here: null,
    go,
    header,
    settings,
    askNotices,
});

/**
 * What the server says about a match that is over.
 * @param {string} path
 */
async function told(path) {
    const answer = await fetch(path);
    return answer.ok ? answer.text() : null;
}

const room = makeRoom({
    connection,
    isHere: false,
    address: id => `${root.pathname}t/${id}`,
    record: id => told(`/record/${id}.jsonl`),
    replay: (id, eyes) => told(`/replay/${id}.json?eyes=${eyes}`),
    share: (_, level) => ({level, percent: 100}),
});

/** @type {(() => void) | null} */
let leave = null; // what the page shown has to undo when another comes
/** @type {boolean} */
let opening = true; // the room in this page may still come
let missed = false; // the server could not be reached

// ---- who is here

/** @param {string} name */
async function becomeGuest(name) {
    const answer = await fetch("/guest", {
        method: "POST",
        headers: {"Content-Type": "application/json"},
        body: JSON.stringify({name}),
    });
    if (!answer.ok) throw new Error(`guest: ${answer.status}`);
    keepSetting("guest", name);
}

let drawnName = ""; // of a guest who has no name yet

// A name to begin with, the same in both rooms; it can be changed at once, at the top of the page.
function newName() {
    drawnName ||= message("Guest {number}", {number: 100 + (crypto.getRandomValues(new Uint16Array(1))[0] % 900)});
    return setting("guest") || drawnName;
}

// Does whoever opened a link from another device want to be that person here?
/** @returns {Promise<boolean>} */
function wantsLink() {
    return new Promise(resolve => {
        const name = setting("guest");
        const box = dialog(message("Play on another device"), close => {
            /** @param {boolean} yes */
            const answer = yes => () => {
                resolve(yes);
                close();
            };
            return h(
                "div",
                {class: "stack"},
                h("p", {}, message("This link lets you continue here as the person who created it, at the same tables.")),
                name &&
                    h(
                        "p",
                        {},
                        message("On this device you are {name} at the moment; using this link will change that.", {name}),
                    ),
                h(
                    "div",
                    {class: "row end"},
                    button(message("No"), answer(false), {quiet: true}),
                    button(message("Play as that person"), answer(true), {primary: true}),
                ),
            );
        });
        box.addEventListener("close", () => resolve(false));
    });
}

// A link from another device makes this one the same person's. Opening the address changes nothing: those who show what lies
// behind a link do not use it up, and nobody becomes somebody else unasked.
async function followLink() {
    if (!location.pathname.startsWith("/me/")) return;
    if (await wantsLink()) {
        const answer = await fetch(location.pathname, {method: "POST"});
        if (answer.status === 410)
            notice(message("This link has already been used or has expired. Ask for a new one."), {bad: true});
        else if (answer.status === 429) notice(explain("too-fast"), {bad: true});
        else if (!answer.ok) throw new Error(`link: ${answer.status}`);
    }
    history.replaceState(null, "", root);
}

async function comeIn() {
    if (!hasServer) return;
    try {
        await followLink();
        if (!setting("guest")) await becomeGuest(newName());
        connection.reopen();
    } catch {
        missed = true;
        if (room.here) showFirst();
        else if (!opening) notice(message("Cannot reach the server. Trying again…"), {bad: true});
        setTimeout(comeIn, 3000);
    }
}

// The first page can be shown as soon as one of the two rooms has said what there is.
function showFirst() {
    const mine = room.here && (missed || !hasServer || isOfRoomHere());
    if (!leave && (connection.welcome?.person || mine)) show();
}

// Opens the room in this page. If the address is one of its tables, that is shown once it is open.
async function openRoomHere() {
    const here = await openHere(makeRoom, newName);
    if (here && hasServer) here.move = moved => moveToServer(here, room, moved);
    room.here = here;
    opening = false;
    document.documentElement.dataset.engine = room.here ? "ready" : "none";
    if (!room.here) return hasServer ? showFirst() : cannotPlay();
    const local = room.here.connection;
    hearTrouble(local);
    keepWelcome(local.welcome ?? room.here.welcome);
    myName ||= room.here.welcome.name;
    if (!hasServer) keepSetting("guest", myName);
    if (leave && ((!location.hash && isLobby()) || isHistory())) draw(); // its tables join the list
    return showFirst();
}

// A break that is over sooner is not spoken of: the server was replaced, and another has taken over.
const shortBreak = 3000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let lost;

connection.on("up", async welcome => {
    clearTimeout(lost);
    if (!welcome.person) {
        try {
            await becomeGuest(newName());
            connection.reopen();
        } catch {
            /* the line will come back and ask again */
        }
        return;
    }
    keepWelcome(welcome);
    missed = false;
    keepSetting("guest", welcome.name);
    keepSetting("face", String(welcome.face));
    document.body.classList.remove("offline");
    setName(welcome.name);
    showFirst();
});

/** @param {string} name */
function setName(name) {
    myName = name;
    for (const place of document.querySelectorAll(".my-name")) place.textContent = name;
}

/** @param {number} code of the connection's end */
function sayLost(code) {
    if (code === 1001) notice(explain("shutdown"), {bad: true});
    else notice(message("Connection lost. Trying again…"));
}

connection.on("down", async ({code, was}) => {
    document.body.classList.add("offline");
    if (code === 4401) {
        keepSetting("guest", "");
        drawnName = ""; // somebody new
        await comeIn();
    } else if (was) {
        clearTimeout(lost);
        lost = setTimeout(() => isHere() || sayLost(code), shortBreak);
    } else {
        missed = true;
        showFirst();
    }
});

/** @param {number} face */
function setFace(face) {
    keepSetting("face", String(face));
    for (const line of [connection, room.here?.connection]) if (line?.welcome) line.welcome.face = face;
}

/** @param {Connection} line */
function hearTrouble(line) {
    line.on("error", said => notice(explain(said.code), {bad: true}));
    line.on("bye", said => ["session", "shutdown"].includes(said.code) || notice(explain(said.code), {bad: true}));
}
hearTrouble(connection);

/**
 * The court cards to choose a portrait from; none is the first letter of the name.
 * @param {number} chosen
 * @param {(face: number) => void} onchange
 */
function facePicker(chosen, onchange) {
    /** @param {number} face */
    const choice = face =>
        h(
            "label",
            {class: "face-choice", title: face ? courtName(face) : message("None")},
            h("input", {
                type: "radio",
                name: "face",
                value: face,
                checked: face === chosen,
                "aria-label": face ? courtName(face) : message("None"),
                onchange: () => onchange(face),
            }),
            h("span", {class: `avatar ${face ? "has-face" : ""}`}, face ? courtPortrait(face) : "–"),
        );
    return h(
        "fieldset",
        {class: "faces"},
        h("legend", {}, message("Portrait")),
        Array.from({length: limits().faces + 1}, (_, face) => choice(face)),
    );
}

function rename() {
    dialog(message("Your name"), close => {
        const input = h("input", {
            type: "text",
            value: myName,
            maxlength: limits().name,
            required: true,
            autocomplete: "nickname",
        });
        let face = Number(setting("face"));
        /** @param {SubmitEvent} event */
        const submit = async event => {
            event.preventDefault();
            const name = input.value.trim();
            if (!name) return;
            try {
                if (connection.up) await connection.ask({do: "rename", name, face});
                if (room.here) await room.here.connection.ask({do: "rename", name, face});
                setFace(face);
                keepSetting("guest", name);
                setName(name);
                close();
            } catch (error) {
                complain(error);
            }
        };
        return h(
            "form",
            {onsubmit: submit, class: "stack"},
            field(message("The name other players see"), input),
            facePicker(face, chosen => {
                face = chosen;
            }),
            h("div", {class: "row end"}, h("button", {class: "button primary"}, message("Save"))),
        );
    });
}

// ---- what stands on every page

/** @param {...Child} more */
function header(...more) {
    return h(
        "header",
        {class: "bar"},
        h(
            "a",
            {
                href: root.href,
                class: "brand",
                onclick: event => {
                    event.preventDefault();
                    go("/");
                },
                "aria-label": message("Araldo: go to the tables"),
            },
            drawing(
                `<path d="M18 6h28v44L32 40 18 50z" fill="var(--accent)"/><path d="M18 6h28v7H18z" fill="var(--gold)"/><circle cx="32" cy="25" r="7.5" fill="var(--gold)"/>`,
                "10 0 44 56",
            ),
            h("span", {class: "wordmark"}, "Araldo"),
        ),
        ...more,
        h(
            "button",
            {
                type: "button",
                class: "button quiet who",
                onclick: rename,
                "aria-label": message("Your name: {name}. Change", {name: room.name}),
            },
            icon("person"),
            h("span", {class: "my-name"}, room.name),
        ),
        button("", settings, {picture: "settings", quiet: true, label: message("Settings")}),
    );
}

async function askNotices() {
    if (!("Notification" in window)) return notice(message("This browser does not support notifications."), {bad: true});
    const answer = await Notification.requestPermission();
    notice(
        answer === "granted"
            ? message("You will get a notification when it is your turn.")
            : message("The browser has blocked notifications."),
        {bad: answer !== "granted"},
    );
}

function settings() {
    preferences({
        changeLanguage: async code => {
            await speak(code, true);
            closeDialogs();
            show();
        },
        more: () =>
            hasServer &&
            h(
                "div",
                {class: "row wrap"},
                button(message("Notify me when it is my turn"), askNotices, {picture: "bell"}),
                button(message("Play on another device"), device, {picture: "link"}),
                button(message("Your devices"), () => showDevices(room.name), {picture: "person"}),
            ),
    });
}

function device() {
    if (!canAsk(room)) return;
    const stop = connection.on("device", said => {
        stop();
        const link = new URL(said.path, location.href).href;
        dialog(message("Play on another device"), () =>
            h(
                "div",
                {class: "stack"},
                h(
                    "p",
                    {},
                    message(
                        "Open this link on the other device within {minutes} minutes to continue as the same person, at the same tables. It works only once.",
                        {minutes: Math.round(said.seconds / 60)},
                    ),
                ),
                h("p", {class: "link-box"}, link),
                h(
                    "div",
                    {class: "row end"},
                    button(message("Copy"), () => copy(link), {picture: "copy", primary: true}),
                ),
            ),
        );
    });
    connection.say({do: "device"});
}

// ---- addresses

/** @param {string} path the address of a table, or a path below the first page */
function go(path) {
    const wanted = path === "/history" && !hasServer ? "/#history" : path;
    history.pushState(null, "", wanted.startsWith(root.pathname) ? wanted : new URL(wanted.slice(1), root));
    show();
}

function closeDialogs() {
    for (const open of document.querySelectorAll("dialog")) open.close();
}

/** Without a server there is nothing to fall back on. */
function cannotPlay() {
    byId("page").append(
        h(
            "main",
            {class: "lobby nowhere"},
            h("h1", {}, "Araldo"),
            h("p", {class: "lead"}, message("This browser cannot run the games: they need WebAssembly and module workers.")),
        ),
    );
}

/**
 * An address that leads nowhere.
 * @param {HTMLElement} place
 */
function nothingHere(place) {
    place.append(
        header(h("span", {class: "stretch"})),
        h(
            "main",
            {class: "lobby nowhere"},
            h("h1", {}, message("There is nothing at this address.")),
            h("p", {class: "lead"}, message("The link may be incomplete. All tables and games are on the home page.")),
            h(
                "div",
                {class: "row"},
                button(message("Go to the home page"), () => go("/"), {primary: true, big: true, picture: "home"}),
            ),
        ),
    );
    return () => {};
}

// The address after a # is of a table in this page.
const isHere = () => /^#t\/[A-Za-z0-9]+$/.test(location.hash);
const pathBelow = () => location.pathname.slice(root.pathname.length).replace(/^index\.html$/, "");
const isHistory = () => pathBelow() === "history" || location.hash === "#history";
const isLobby = () => pathBelow() === "" && !isHere() && !lessonHere() && !puzzlesHere() && !learningHere() && !dealHere();

// So is that of a lesson.
function lessonHere() {
    const [, name = ""] = location.hash.match(/^#learn\/([a-z]+:[a-z]+)$/) ?? [];
    return isLesson(name) ? name : null;
}

// And that of a game's puzzles.
function puzzlesHere() {
    const [, game = ""] = location.hash.match(/^#puzzles\/([a-z]+)$/) ?? [];
    return gamesOffered().some(({name}) => name === game) ? game : null;
}

// And those of reviews, practice and trainers: what opens them, once the page has fetched it.
function learningHere() {
    const {hash} = location,
        review = readReview(hash),
        practice = readPractice(hash),
        home = room.here ?? room;
    if (review)
        return async (/** @type {HTMLElement} */ place) => {
            const {openReview} = await import("./teach/review.js");
            return openReview(home, review.isHere ? home : room, place, review.table, review.seat);
        };
    if (hash === "#odds")
        return async (/** @type {HTMLElement} */ place) => (await import("./teach/odds.js")).openOdds(home, place);
    if (hash === "#words")
        return async (/** @type {HTMLElement} */ place) => (await import("./teach/words.js")).openWords(home, place);
    if (practice)
        return async (/** @type {HTMLElement} */ place) => {
            const {openPractice} = await import("./teach/practice.js");
            return openPractice(home, makeRoom, place, practice);
        };
    return null;
}

// Whether what is shown is of the room in this page, which may still have to open.
const isOfRoomHere = () => isHere() || readReview(location.hash)?.isHere === true;

// And that of a deal of the day: today's, or one of another day.
function dealHere() {
    const [, game = "", day, board] = location.hash.match(/^#daily\/([a-z]+)(?:\/(\d{4}-\d\d-\d\d)(?:\/([1-4]))?)?$/) ?? [];
    const isDay = !day || (Number.isFinite(Date.parse(day)) && new Date(day).toISOString().startsWith(day)); // no 31st of June
    return isDay && gamesOffered().some(({name}) => name === game) ? {game, day, board: Number(board)} : null;
}

/**
 * Shows a part of the page that is fetched only now.
 * @param {Promise<() => void>} part which gives the function that leaves it
 */
function later(part) {
    let left = false;
    part.then(
        undo => {
            if (left) undo();
            else leave = undo;
        },
        () => left || notice(message("This needs a connection to the server."), {bad: true}),
    );
    return () => {
        left = true;
    };
}

/** @param {HTMLElement} place */
function shown(place) {
    if (isHere() && room.here) return table(room.here, place, location.hash.slice("#t/".length));
    const name = lessonHere();
    if (name)
        return later(import("./teach/lesson.js").then(({openLesson}) => openLesson(room.here ?? room, makeRoom, place, name)));
    const game = puzzlesHere();
    if (game)
        return later(
            import("./teach/puzzles.js").then(({openPuzzles}) => openPuzzles(room.here ?? room, makeRoom, place, game)),
        );
    const learning = learningHere();
    if (learning) return later(learning(place));
    const deal = dealHere();
    if (deal)
        return later(import("./teach/daily.js").then(({openDaily}) => openDaily(room.here ?? room, makeRoom, place, deal)));
    const path = pathBelow(),
        wanted = path.match(/^t\/([A-Za-z0-9_-]+)$/),
        home = hasServer ? room : (room.here ?? room);
    if (wanted) return table(room, place, wanted[1]);
    if (isHistory()) return matches(home, place);
    return path === "" ? lobby(home, place) : nothingHere(place);
}

/** Draws what the address says, under whatever dialog is open. */
function draw() {
    if (isOfRoomHere() && opening) return;
    leave?.();
    const place = byId("page");
    place.replaceChildren();
    document.title = "Araldo";
    leave = shown(place);
    scrollTo(0, 0);
}

function show() {
    closeDialogs();
    draw();
}

addEventListener("popstate", show);
applyTheme();
await speak(preferred());
openRoomHere();
await comeIn();
keepApp();
