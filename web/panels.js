// What surrounds a table: the menu, the log, chat and score, and what to do after a match.
import {h} from "./dom.js";
import {kept} from "./update.js";
import {message, messageIn} from "./messages.js";
import {button, copy, dialog, notice} from "./ui.js";
import {setting, keepSetting} from "./settings.js";
import {seatName, winnersWords} from "./stage.js";
import {talkPanel} from "./talk.js";
import {chart} from "./score.js";
import {gameName, roundName} from "./known.js";
import {replay} from "./replay.js";
import {showKeys} from "./keys.js";
import {reviewAddress} from "./teach/ways.js";
/** @import {Scene} from "./games/game.d.ts" */
/** @import {TablePage} from "./table.js" */

/** @param {TablePage} page */
export function menu(page) {
    const {state: s, seated} = page,
        link = location.href;
    dialog(gameName(s), close =>
        h(
            "div",
            {class: "stack menu"},
            !page.room.isHere && button(message("Copy the link to this table"), () => copy(link), {picture: "link"}),
            !page.room.isHere &&
                "share" in navigator &&
                button(
                    message("Share the link"),
                    () => navigator.share({title: "Araldo", text: gameName(s), url: link}).catch(() => {}),
                    {picture: "share"},
                ),
            button(
                message("Settings"),
                () => {
                    close();
                    page.room.settings();
                },
                {picture: "settings"},
            ),
            button(
                message("Keys"),
                () => {
                    close();
                    showKeys();
                },
                {picture: "keys"},
            ),
            button(
                setting("sound") === "on" ? message("Turn sounds off") : message("Turn sounds on"),
                () => {
                    keepSetting("sound", setting("sound") === "on" ? "off" : "on");
                    close();
                },
                {picture: setting("sound") === "on" ? "mute" : "sound"},
            ),
            s.phase === "playing" &&
                seated &&
                page.room.move &&
                button(
                    message("Move to the server, to continue on any device"),
                    () => {
                        close();
                        page.room.move?.(page.id);
                    },
                    {picture: "share"},
                ),
            button(message("Notify me when it is my turn"), () => page.room.askNotices(), {picture: "bell"}),
            s.phase === "playing" &&
                seated &&
                !s.proposal &&
                button(
                    message("Propose ending the match"),
                    () => {
                        close();
                        page.request({do: "propose", what: "end"});
                    },
                    {picture: "flag"},
                ),
            button(
                s.phase === "playing" && seated ? message("Leave: a bot takes over for you") : message("Leave"),
                () => {
                    close();
                    page.goAway();
                },
                {picture: "door", danger: s.phase === "playing" && seated},
            ),
            s.commitment &&
                !page.room.isHere &&
                h(
                    "details",
                    {},
                    h("summary", {}, message("Fair shuffle")),
                    h(
                        "p",
                        {},
                        message(
                            "Before the deal the server locked in its secret with this seal, and every player’s browser added to the shuffle. When the match is over, the record shows everything and anyone can check it.",
                        ),
                    ),
                    h("code", {class: "seal"}, s.commitment),
                ),
        ),
    );
}

/**
 * @param {TablePage} page
 * @param {Scene} scene
 */
export function afterwards(page, scene) {
    const {state: s} = page,
        {seat: mine} = s.you,
        winners = s.winners ?? [];
    const names = s.seats.map((_, seat) => seatName(s.seats, seat));
    return h(
        "section",
        {class: "afterwards", "aria-label": message("After the match")},
        h(
            "h2",
            {},
            s.seats.length === 1
                ? message("The match is over.")
                : mine !== null && winners.includes(mine)
                  ? message("You won!")
                  : winners.length
                    ? winnersWords(scene, winners)
                    : message("The match is over."),
        ),
        !page.room.coach && ways(page),
        page.counted(),
        page.rounds.length > 0 && chart(page.rounds, names.slice(0, page.rounds[0].totals.length), roundName(s)),
    );
}

/**
 * Where to go after a match.
 * @param {TablePage} page
 */
function ways(page) {
    const {state: s, seated} = page;
    return h(
        "div",
        {class: "row wrap"},
        seated &&
            button(page.rematch ? message("Go to the next match") : message("Play again"), () => page.rematchNow(), {
                primary: true,
                picture: "again",
            }),
        button(message("Replay"), () => replay(page.room, s), {picture: "play"}),
        s.winners?.length &&
            s.seats.length > 1 &&
            button(message("Review"), () => page.room.go(reviewAddress(page.room, page.id, s.you.seat)), {picture: "chart"}),
        page.room.isHere
            ? button(message("Download the record"), () => saveRecord(page.room, page.id))
            : h(
                  "a",
                  {class: "button", href: `/record/${page.id}.jsonl`, download: `araldo-${page.id}.jsonl`},
                  message("Download the record"),
              ),
        button(message("Back to the tables"), () => page.room.go("/"), {quiet: true, picture: "home"}),
    );
}

/**
 * Saves the record of a match in this browser.
 * @type {(room: TablePage["room"], id: string) => Promise<void>}
 */
export async function saveRecord(room, id) {
    const record = await room.record(id);
    if (record === null) return notice(message("The record cannot be downloaded right now."), {bad: true});
    const address = URL.createObjectURL(new Blob([record], {type: "application/jsonl"}));
    h("a", {href: address, download: `araldo-${id}.jsonl`}).click();
    URL.revokeObjectURL(address);
}

/** @param {TablePage} page */
export function side(page) {
    const s = page.state;
    /** @type {[TablePage["tab"], string, string][]} */
    const tabs = [
        ["log", message("Game log"), messageIn("tab", "Log")],
        ["talk", message("Chat"), message("Chat")],
        ["score", message("Score"), message("Score")],
    ];
    if (page.tab === "talk") page.unread = 0;
    const names = s.seats.map((_, seat) => seatName(s.seats, seat));
    /** @type {Record<TablePage["tab"], () => HTMLElement>} */
    const panes = {
        log: () => kept(page.log),
        talk: () => talkPanel(page.room, s, page.said, () => page.draw()),
        score: () =>
            h(
                "div",
                {class: "stack"},
                s.points &&
                    h(
                        "ol",
                        {class: "standing"},
                        s.points
                            .map((points, seat) => [points, seat])
                            .sort((a, b) => b[0] - a[0])
                            .map(([points, seat]) => h("li", {}, h("span", {}, names[seat]), h("strong", {}, points))),
                    ),
                page.counted(),
                page.rounds.length > 0
                    ? chart(page.rounds, names.slice(0, page.rounds[0].totals.length), roundName(s), {aside: true})
                    : page.scene?.game.totals && h("p", {class: "empty"}, message("There are no scores yet.")),
            ),
    };
    /** @param {TablePage["tab"]} name */
    const pick = name => {
        page.drawer = !(page.drawer && page.tab === name);
        page.tab = name;
        page.draw();
    };
    return h(
        "aside",
        {class: "side", "aria-label": message("Side panel")},
        h(
            "div",
            {class: "tabs", role: "tablist"},
            tabs.map(([name, long, short]) =>
                h(
                    "button",
                    {
                        type: "button",
                        role: "tab",
                        id: `tab-${name}`,
                        class: "tab",
                        "aria-selected": String(page.tab === name),
                        "aria-controls": "side-pane",
                        title: long,
                        data: {focus: `tab-${name}`},
                        onclick: () => pick(name),
                    },
                    short,
                    name === "talk" && page.unread > 0 && h("span", {class: "count"}, page.unread),
                ),
            ),
        ),
        h(
            "p",
            {class: "ticker", "aria-hidden": "true"},
            page.log.lastChild?.textContent ? [...page.log.lastChild.childNodes].map(node => node.cloneNode(true)) : "",
        ),
        page.scene && s.phase === "playing" && page.scene.game.overview?.(page.scene),
        h(
            "div",
            {
                class: "side-pane",
                id: "side-pane",
                role: "tabpanel",
                "aria-labelledby": `tab-${page.tab}`,
                tabindex: "0",
                data: {key: page.tab}, // each is scrolled by itself
            },
            panes[page.tab](),
        ),
    );
}
