// Every match a person has played: results, dates, players, and links to replay and record.
import {damagedWords} from "./codes.js";
import {h} from "./dom.js";
import {update} from "./update.js";
import {language, message, plural} from "./messages.js";
import {button, field} from "./ui.js";
import {icon} from "./icons.js";
import {picture} from "./cards.js";
import {drawingOf, gameName} from "./known.js";
import {saveRecord} from "./panels.js";
import {seatName} from "./stage.js";
import {practiceAddress, reviewAddress} from "./teach/ways.js";
/** @import {Room} from "./page.d.ts" */
/** @import {MatchMessage, MatchRow, MatchesMessage} from "./protocol.d.ts" */

const pagesPerSearch = 5; // what is looked through at once, before one is asked to go on

/** @param {MatchRow} row */
const playersOf = row =>
    row.seats.flatMap(({who}, seat) => (who === "person" || who === "bot" ? [seatName(row.seats, seat)] : []));

/** @param {MatchRow} row */
function resultWords(row) {
    if (!row.finished) return message("unfinished");
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
        row.finished &&
            row.seats.length > 1 &&
            button("", () => room.go(reviewAddress(room, row.table, row.yours)), {
                picture: "chart",
                quiet: true,
                label: message("Review of {game}", {game: gameName(row)}),
            }),
        room.isHere
            ? button("", () => saveRecord(room, row.table), {
                  picture: "down",
                  quiet: true,
                  label: message("Record of {game}", {game: gameName(row)}),
              })
            : h(
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
 * The matches that one room knows, as far as it was asked: one can have played on the server and in this browser.
 * @typedef {object} Source
 * @property {Room} home
 * @property {Map<string, MatchRow | null>} rows by the ids of tables, undefined until the room has told it; null: not one's own
 * @property {Set<string>} damaged the ids of tables that cannot be read
 * @property {string[]} order
 * @property {string | null} next where to go on
 * @property {boolean} asked a page is on its way
 * @property {boolean} known the first page has come
 */

/** @param {Source} source */
const isLoading = ({home, asked, order, rows}) => home.connection.up && (asked || order.some(id => !rows.has(id)));

/** @param {Source} source */
const hasOlder = ({home, next}) => home.connection.up && next !== null;

/** @param {Source} source */
function askMore(source) {
    const {home, known, next, asked} = source;
    if (asked || !home.connection.up || (known && !next)) return;
    source.asked = true;
    home.connection.say({do: "matches", before: next});
}

/**
 * Returns the function that leaves it.
 * @param {Room} room
 * @param {HTMLElement} place
 */
export function matches(room, place) {
    /** @param {Room} home */
    const fresh = home => ({home, rows: new Map(), damaged: new Set(), order: [], next: null, asked: false, known: false});
    /** @type {Source[]} */
    const sources = (room.here ? [room, room.here] : [room]).map(fresh);
    let wanted = "",
        looked = 0; // pages, for this search
    const list = h("div", {class: "lists"});
    const ask = () => {
        looked++;
        for (const source of sources) askMore(source);
    };
    const draw = () => {
        if (!list.isConnected) return;
        const found = sources
            .flatMap(({home, order, rows}) => order.flatMap(id => ({home, row: rows.get(id)})))
            .flatMap(({home, row}) => (row && fitsSearch(row, wanted) ? [{home, row}] : []))
            .sort((a, b) => b.row.ended - a.row.ended);
        const loading = sources.some(isLoading),
            older = sources.some(hasOlder);
        if (wanted && !loading && found.length < 1 && older && looked < pagesPerSearch) ask();
        update(
            list,
            h(
                "section",
                {class: "tables", "aria-live": "polite"},
                found.length > 0 && h("ul", {}, ...found.map(({home, row}) => matchRow(home, row))),
                found.length < 1 && h("p", {class: "empty"}, loading ? message("Searching…") : message("No matches found.")),
                damagedWords(sources.reduce((sum, {damaged}) => sum + damaged.size, 0)),
                older &&
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
    /** @type {(source: Source) => (said: MatchesMessage) => void} */
    const hear = source => said => {
        const {order} = source;
        Object.assign(source, {asked: false, known: true, next: said.next});
        order.push(...said.tables.filter(id => !order.includes(id)));
        draw();
    };
    /** @type {(source: Source) => (said: MatchMessage) => void} */
    const hearOne = source => said => {
        source.rows.set(said.table, said.row);
        if (said.damaged) source.damaged.add(said.table);
        draw();
    };
    /** @param {Source} source */
    const begin = source => {
        Object.assign(source, fresh(source.home));
        askMore(source);
    };
    const stops = sources.flatMap(source => [
        source.home.connection.on("matches", hear(source)),
        source.home.connection.on("match", hearOne(source)),
        source.home.connection.on("up", () => begin(source)),
        source.home.connection.on("down", draw),
    ]);
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
        h(
            "main",
            {class: "lobby"},
            h("h1", {}, message("My matches")),
            h(
                "div",
                {class: "row"},
                button(message("Practise from a position"), () => room.go(practiceAddress()), {
                    cls: "small",
                    picture: "play",
                }),
            ),
            field(message("Search my matches"), search),
            list,
        ),
    );
    document.title = `${message("My matches")} · Araldo`;
    for (const source of sources) begin(source);
    draw();
    return () => {
        for (const stop of stops) stop();
    };
}
