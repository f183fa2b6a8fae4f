// A person's devices: the browsers on which they are logged in, in a dialog where each can be logged out.
import {explain} from "./codes.js";
import {h} from "./dom.js";
import {language, message} from "./messages.js";
import {keepSetting} from "./settings.js";
import {button, dialog, notice} from "./ui.js";

/**
 * As the server lists it; `here` is this one.
 * @typedef {{id: string, name: string, created: number, seen: number, here: boolean}} Device
 */

/** @returns {Promise<Device[]>} */
async function readDevices() {
    const answer = await fetch("/devices");
    if (!answer.ok) throw new Error(`devices: ${answer.status}`);
    return (await answer.json()).devices;
}

/** @param {Device} device */
async function endDevice(device) {
    const answer = await fetch(`/devices/${device.id}`, {method: "POST"});
    if (!answer.ok && answer.status !== 404) throw new Error(`log out: ${answer.status}`);
}

/** @param {() => Promise<void>} act */
const orSayWhy = act => () => act().catch(() => notice(explain("busy"), {bad: true}));

/**
 * Asks first, because without another device there is no way back.
 * @param {Device} device
 * @param {string} name
 */
function logOutHere(device, name) {
    dialog(message("Log out"), close =>
        h(
            "div",
            {class: "stack"},
            h(
                "p",
                {},
                message(
                    "On this device you will no longer be {name}. Unless you are logged in somewhere else, you will not be able to come back as {name}.",
                    {name},
                ),
            ),
            h(
                "div",
                {class: "row wrap end"},
                button(message("Cancel"), close, {quiet: true}),
                button(
                    message("Log out"),
                    orSayWhy(async () => {
                        await endDevice(device);
                        keepSetting("guest", "");
                        location.assign("/");
                    }),
                    {danger: true},
                ),
            ),
        ),
    );
}

/**
 * @param {Device} device
 * @param {string} name of the person
 * @param {() => void} changed
 */
function row(device, name, changed) {
    const called = device.name || message("Unknown browser"),
        seen = new Date(device.seen).toLocaleDateString(language(), {dateStyle: "long"});
    const logOut = async () => {
        await endDevice(device);
        notice(message("Logged out: {device}.", {device: called}));
        changed();
    };
    return h(
        "li",
        {class: "device"},
        h(
            "span",
            {class: "device-words"},
            h("strong", {}, called),
            h("small", {}, device.here ? message("This device") : message("Last used: {date}", {date: seen})),
        ),
        button(message("Log out"), device.here ? () => logOutHere(device, name) : orSayWhy(logOut), {
            quiet: true,
            label: message("Log out: {device}", {device: device.here ? message("This device") : called}),
        }),
    );
}

/** @param {string} name of the person */
export function showDevices(name) {
    const list = h("ul", {class: "devices"});
    const fill = orSayWhy(async () => {
        const devices = await readDevices();
        list.replaceChildren(...devices.map(device => row(device, name, fill)));
    });
    dialog(message("Your devices"), () =>
        h("div", {class: "stack"}, h("p", {}, message("You are {name} on these devices.", {name})), list),
    );
    fill();
}
