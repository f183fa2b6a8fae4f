// Every match a person has played: results, dates, players, and links to replay and record.
import {h} from "./dom.js";
import {update} from "./update.js";
import {language, message, messageIn, plural} from "./messages.js";
import {button, field} from "./ui.js";
import {icon} from "./icons.js";
import {picture} from "./cards.js";
import {drawingOf, gameName} from "./known.js";
/** @import {Room} from "./page.d.ts" */
/** @import {MatchMessage, MatchRow, MatchesMessage} from "./protocol.d.ts" */

const pagesPerSearch = 5; // what is looked through at once, before one is asked to go on

/** @param {MatchRow} row */
const playersOf = row =>
    row.seats
        .map(seat => (seat.who === "person" ? seat.name : seat.who === "bot" ? messageIn("seat", "bot") : ""))
        .filter(Boolean);

/** @param {MatchRow} row */
function resultWords(row) {
    if (!row.finished) return message("not finished");
    if (row.seats.length < 2) return plural("{n} point", "{n} points", row.points[row.yours]);
    if (!row.winners.includes(row.yours)) return message("lost");
    return row.winners.length > 1 && row.winners.length === row.seats.length ? message("drawn") : message("won");
}

/** @param {number} time */
const dateWords = time => new Intl.DateTimeFormat(language(), {dateStyle: "medium", timeStyle: "short"}).format(new Date(time));

/**
 * Whether a match has all of the words somewhere: game, players, date, result.
 * @param {MatchRow} row
 * @param {string} wanted
 */
function fitsSearch(row, wanted) {
    const all = [gameName(row), ...playersOf(row), dateWords(row.ended), resultWords(row)].join(" ").toLocaleLowerCase();
    return wanted
        .toLocaleLowerCase()
        .split(/\s+/)
        .every(word => all.includes(word));
}

/**
 * @param {Room} room
 * @param {MatchRow} row
 */
function matchRow(room, row) {
    const {pack, showpiece} = drawingOf(row.game),
        href = room.address(row.table);
    return h(
        "li",
        {class: "table-row match-row", data: {key: row.table}},
        h(
            "a",
            {
                href,
                onclick: event => {
                    event.preventDefault();
                    room.go(href);
                },
            },
            h(
                "span",
                {class: "mini-fan", "aria-hidden": "true"},
                showpiece.slice(0, 2).map(card => h("span", {class: `card ${pack.kind}`}, picture(pack, card))),
            ),
            h(
                "span",
                {class: "table-row-words"},
                h("strong", {}, gameName(row)),
                h("small", {}, playersOf(row).join(" · ")),
                h("small", {}, h("time", {datetime: new Date(row.ended).toISOString()}, dateWords(row.ended))),
            ),
            h("span", {class: "table-row-state"}, resultWords(row), h("small", {}, row.points.join(" : "))),
        ),
        !room.isHere &&
            h(
                "a",
                {
                    class: "button quiet round",
                    href: `/record/${row.table}.jsonl`,
                    download: "",
                    title: message("Record"),
                    "aria-label": message("Record of {game}", {game: gameName(row)}),
                },
                icon("down"),
            ),
    );
}

/**
 * Returns the function that leaves it.
 * @param {Room} room
 * @param {HTMLElement} place
 */
export function matches(room, place) {
    const {connection} = room;
    /** @type {string[]} */
    let order = [];
    /** @type {Map<string, MatchRow | null>} */
    const rows = new Map();
    /** @type {string | null} */
    let next = null;
    let asked = false, // a page is on its way
        known = false, // the first page has come
        wanted = "",
        looked = 0; // pages, for this search
    const list = h("div", {class: "lists"});
    const ask = () => {
        if (asked || (known && !next)) return;
        asked = true;
        looked++;
        connection.say({do: "matches", before: next});
    };
    const draw = () => {
        if (!list.isConnected) return;
        const whole = order.map(id => rows.get(id)).filter(row => row !== null && row !== undefined),
            found = whole.filter(row => fitsSearch(row, wanted)),
            loading = asked || order.some(id => !rows.has(id));
        if (wanted && !loading && found.length < 1 && next && looked < pagesPerSearch) ask();
        update(
            list,
            h(
                "section",
                {class: "tables", "aria-live": "polite"},
                found.length > 0 && h("ul", {}, ...found.map(row => matchRow(room, row))),
                found.length < 1 &&
                    h("p", {class: "empty"}, loading ? message("Looking…") : message("No match is found here yet.")),
                next &&
                    !loading &&
                    button(
                        message("Show older matches"),
                        () => {
                            looked = 0;
                            ask();
                            draw();
                        },
                        {quiet: true},
                    ),
            ),
        );
    };
    /** @param {MatchesMessage} said */
    const hear = said => {
        asked = false;
        known = true;
        next = said.next;
        order = [...order, ...said.tables.filter(id => !order.includes(id))];
        draw();
    };
    /** @param {MatchMessage} said */
    const hearOne = said => {
        rows.set(said.table, said.row);
        draw();
    };
    const begin = () => {
        order = [];
        rows.clear();
        next = null;
        asked = known = false;
        ask();
    };
    const stops = [connection.on("matches", hear), connection.on("match", hearOne), connection.on("up", begin)];
    const search = h("input", {
        type: "text",
        id: "history-search",
        placeholder: message("Game, player, result…"),
        oninput: () => {
            wanted = search.value.trim();
            looked = 0;
            draw();
        },
    });
    place.append(
        room.header(h("span", {class: "stretch"})),
        h("main", {class: "lobby"}, h("h1", {}, message("My matches")), field(message("Search my matches"), search), list),
    );
    document.title = `${message("My matches")} · Araldo`;
    begin();
    draw();
    return () => {
        for (const stop of stops) stop();
    };
}
