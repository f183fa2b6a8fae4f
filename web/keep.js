// Keeps the page in the browser, so that it opens without a connection, and offers a new version when there is one.
import {find, h} from "./dom.js";
import {message} from "./messages.js";
import {button} from "./ui.js";
import {addressOf, root} from "./place.js";
import {gamesAreKept} from "./here.js";

let asked = false; // for the new version, in this window

/** @param {ServiceWorker} waiting the worker of the new version */
function take(waiting) {
    asked = true;
    waiting.postMessage("take over");
}

/**
 * One version at a time is offered: a newer one takes the place of the one before.
 * @param {ServiceWorker} waiting the worker of the new version
 */
function offer(waiting) {
    find(document, ".update-offer")?.remove();
    const box = h(
        "div",
        {class: "update-offer", role: "status"},
        h(
            "p",
            {},
            gamesAreKept()
                ? message("A new version of Araldo is ready. Games in progress are kept.")
                : message(
                      "A new version of Araldo is ready. This browser cannot save your game in progress: finish it before you update.",
                  ),
        ),
        h(
            "div",
            {class: "row end"},
            button(message("Later"), () => box.remove(), {quiet: true}),
            button(message("Update now"), () => take(waiting), {primary: true}),
        ),
    );
    document.body.append(box);
}

/**
 * A worker that was found while another is in charge waits until it is asked to take over.
 * @param {ServiceWorkerRegistration} registration
 */
function watch(registration) {
    const {serviceWorker} = navigator;
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
        const fresh = registration.installing;
        fresh?.addEventListener("statechange", () => {
            if (fresh.state === "installed" && serviceWorker.controller) offer(fresh);
        });
    });
}

/** Does nothing where the browser has no service workers, as without TLS on another machine. */
export async function keepApp() {
    const {serviceWorker} = navigator;
    if (!serviceWorker) return;
    // The first worker takes over a page that is as new as itself; the next one has another version. It comes to all windows when
    // one of them asks, but does not end a game elsewhere that cannot be saved.
    let controlled = Boolean(serviceWorker.controller);
    serviceWorker.addEventListener("controllerchange", () => {
        if (controlled && (asked || gamesAreKept())) location.reload();
        controlled = true;
    });
    try {
        watch(await serviceWorker.register(addressOf("sw.js"), {scope: root.pathname}));
    } catch {
        /* without it the page needs its server, as always */
    }
}
