// Keeps the page in the browser, so that it opens without a connection, and offers a new version when there is one.
import {h} from "./dom.js";
import {message} from "./messages.js";
import {button} from "./ui.js";
import {addressOf, root} from "./place.js";
import {gamesAreKept} from "./here.js";

/** @param {ServiceWorker} waiting the worker of the new version */
function offer(waiting) {
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
            button(message("Update now"), () => waiting.postMessage("take over"), {primary: true}),
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
    // The first worker takes over a page that is as new as itself; the next one has another version.
    let controlled = Boolean(serviceWorker.controller);
    serviceWorker.addEventListener("controllerchange", () => {
        if (controlled) location.reload();
        controlled = true;
    });
    try {
        watch(await serviceWorker.register(addressOf("sw.js"), {scope: root.pathname}));
    } catch {
        /* without it the page needs its server, as always */
    }
}
