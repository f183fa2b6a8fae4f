// The page's frame: who the visitor is, which address shows what, and the parts on every page.
import {byId, drawing, h} from "./dom.js";
import {message, speak, preferred} from "./messages.js";
import {Connection} from "./connection.js";
import {button, complain, copy, dialog, field, notice} from "./ui.js";
import {preferences} from "./preferences.js";
import {courtName, courtPortrait} from "./characters.js";
import {applyTheme, keepSetting, setting} from "./settings.js";
import {explain} from "./codes.js";
import {showDevices} from "./devices.js";
import {lobby} from "./lobby.js";
import {matches} from "./history.js";
import {table} from "./table.js";
import {keepWelcome, limits} from "./welcome.js";
import {icon} from "./icons.js";

/** @import {Child} from "./elements.d.ts" */
/** @import {Room} from "./page.d.ts" */

const connection = new Connection();

/** @type {Room} */
const room = {
    connection,
    get welcome() {
        if (!connection.welcome) throw new Error("the room has not said welcome yet");
        return connection.welcome;
    },
    get person() {
        return this.welcome.person;
    },
    name: "",
    go,
    header,
    settings,
    askNotices,
};

/** @type {(() => void) | null} */
let leave = null; // what the page shown has to undo when another comes

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

// A name to begin with; it can be changed at once, at the top of the page.
const newName = () =>
    setting("guest") || message("Guest {number}", {number: 100 + (crypto.getRandomValues(new Uint16Array(1))[0] % 900)});

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
                h("p", {}, message("With this link you continue here as the person who created it, at the same tables.")),
                name && h("p", {}, message("You are {name} on this device; this link replaces that.", {name})),
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
        else if (!answer.ok) throw new Error(`link: ${answer.status}`);
    }
    history.replaceState(null, "", "/");
}

async function comeIn() {
    try {
        await followLink();
        if (!setting("guest")) await becomeGuest(newName());
        connection.reopen();
    } catch {
        notice(message("Cannot reach the server. Trying again…"), {bad: true});
        setTimeout(comeIn, 3000);
    }
}

connection.on("up", async welcome => {
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
    room.name = welcome.name;
    keepSetting("guest", welcome.name);
    document.body.classList.remove("offline");
    for (const place of document.querySelectorAll(".my-name")) place.textContent = welcome.name;
    if (!leave) show();
});

connection.on("down", async ({code, was}) => {
    document.body.classList.add("offline");
    if (code === 4401) {
        keepSetting("guest", "");
        await comeIn();
    } else if (was) {
        notice(message("Connection lost. Trying again…"));
    }
});
connection.on("error", said => notice(explain(said.code), {bad: true}));
connection.on("bye", said => said.code === "session" || notice(explain(said.code), {bad: true}));

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
            value: room.name,
            maxlength: limits().name,
            required: true,
            autocomplete: "nickname",
        });
        let face = room.welcome.face;
        /** @param {SubmitEvent} event */
        const submit = async event => {
            event.preventDefault();
            const name = input.value.trim();
            if (!name) return;
            try {
                await connection.ask({do: "rename", name, face});
                room.name = name;
                room.welcome.face = face;
                keepSetting("guest", name);
                for (const place of document.querySelectorAll(".my-name")) place.textContent = name;
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
                href: "/",
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
                        "Open this link there within {minutes} minutes to continue as the same person, at the same tables. It works once.",
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

/** @param {string} path */
function go(path) {
    history.pushState(null, "", path);
    show();
}

function closeDialogs() {
    for (const open of document.querySelectorAll("dialog")) open.close();
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
            h("p", {class: "lead"}, message("The link may be incomplete. All tables and games are on the first page.")),
            h(
                "div",
                {class: "row"},
                button(message("To the first page"), () => go("/"), {primary: true, big: true, picture: "home"}),
            ),
        ),
    );
    return () => {};
}

function show() {
    leave?.();
    closeDialogs();
    const place = byId("page");
    place.replaceChildren();
    document.title = "Araldo";
    const wanted = location.pathname.match(/^\/t\/([A-Za-z0-9_-]+)$/);
    if (wanted) leave = table(room, place, wanted[1]);
    else if (location.pathname === "/history") leave = matches(room, place);
    else leave = location.pathname === "/" ? lobby(room, place) : nothingHere(place);
    scrollTo(0, 0);
}

addEventListener("popstate", show);
applyTheme();
await speak(preferred());
await comeIn();
