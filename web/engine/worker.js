// The worker in which the page's own room runs, so that the page stays quick while a bot thinks.
import {fetchModule, fetchWords} from "./module.js";
import {LocalRoom} from "./room.js";

/** @import {FromWorker, ToWorker} from "./engine.d.ts" */

/** @type {LocalRoom | null} */
let room = null;

/** @param {FromWorker} said */
const say = said => postMessage(said);

function taken() {
    room?.stop();
    say({say: "taken"});
}

// Only one window at a time plays at the tables that this browser keeps: the one that was opened last. A browser that keeps
// nothing may refuse the lock too. A room that keeps nothing any more has its tables to itself.
function own() {
    navigator.locks
        ?.request("araldo-room", {steal: true}, () => new Promise(() => {}))
        .catch(error => {
            if (error.name === "AbortError" && room?.keeps !== false) taken();
        });
}

/** @param {Extract<ToWorker, {do: "open"}>} wanted */
async function open({module, words, pace, keeps}) {
    try {
        if (keeps) own();
        const opened = new LocalRoom(await fetchModule(module), {
            send: (line, text) => say({say: "message", line, text}),
            close: (line, code) => say({say: "close", line, code}),
            share: share => say({say: "share", ...share}),
            unkept: () => say({say: "unkept"}),
            taken,
            fetchWords: () => fetchWords(words),
        });
        await opened.open(pace, keeps);
        room = opened;
        say({say: "opened"});
    } catch (error) {
        say({say: "failed", why: String(error)});
    }
}

// A room that has stumbled cannot go on. The page starts another, which finds the tables as they were last kept.
addEventListener("unhandledrejection", ({reason}) => say({say: "failed", why: String(reason)}));

/** @param {MessageEvent<ToWorker>} event */
onmessage = async ({data}) => {
    if (data.do === "open") return open(data);
    if (!room) return;
    switch (data.do) {
        case "connect":
            room.connect(data.line, data.name, data.face);
            break;
        case "message":
            await room.message(data.line, data.text);
            break;
        case "disconnect":
            room.disconnect(data.line);
            break;
        case "record":
            say({say: "answer", ask: data.ask, text: await room.record(data.table)});
            break;
        case "log":
            say({say: "answer", ask: data.ask, text: await room.log(data.table)});
            break;
        case "forget":
            await room.forget(data.table);
            say({say: "answer", ask: data.ask, text: null});
            break;
        case "show":
            say({say: "answer", ask: data.ask, text: await room.show(data.text, data.eyes)});
            break;
        case "replay":
            say({say: "answer", ask: data.ask, text: await room.replay(data.table, data.eyes)});
            break;
    }
};
