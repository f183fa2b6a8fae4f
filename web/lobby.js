// The first page: what one can continue, a quick game, a new table, and tables waiting for players.
import {damagedWords} from "./codes.js";
import {h} from "./dom.js";
import {update} from "./update.js";
import {message, messageIn, plural} from "./messages.js";
import {button, dialog, segments} from "./ui.js";
import {keepSetting} from "./settings.js";
import {picture} from "./cards.js";
import {drawingOf, gameName} from "./known.js";
import {canAsk, chosenLevel, clockName, levelName, makeTable, playNow, playWithOthers, removeTable} from "./newtable.js";
import {showRules} from "./rules.js";
import {introductions} from "./teach/offer.js";
import {gamesOffered, levels} from "./welcome.js";
/** @import {Game} from "./games/game.d.ts" */
/** @import {Room} from "./page.d.ts" */
/** @import {ChangesMessage, GameFacts, ListMessage, Seat, TableRow, VariantFacts} from "./protocol.d.ts" */

const shownAtFirst = 4; // of one's own tables; the others are folded away

/** @param {Game} drawing */
function fan({pack, showpiece}) {
    return h(
        "div",
        {class: "fan", "aria-hidden": "true"},
        showpiece.map(card => h("div", {class: `card ${pack.kind}`}, picture(pack, card))),
    );
}

/** @param {VariantFacts[]} variants */
function playersWords(variants) {
    const min = Math.min(...variants.map(variant => variant.min)),
        max = Math.max(...variants.map(variant => variant.max));
    return min < max ? message("For {min} to {max} players.", {min, max}) : plural("For {n} player.", "For {n} players.", max);
}

/**
 * The variants of a game against bots, one click each.
 * @param {Room} room
 * @param {GameFacts} facts
 */
function variantButtons(room, {name, title, variants}) {
    if (variants.length < 2) return null;
    return h(
        "details",
        {class: "variants"},
        h("summary", {}, message("Play a variant against bots")),
        h(
            "ul",
            {},
            variants.map(variant => {
                const label = variant.label ? message(variant.label) : variant.name;
                return h(
                    "li",
                    {},
                    button(label, () => playNow(room, name, variant), {quiet: true, cls: "small", label: `${title}, ${label}`}),
                    variant.hint && h("small", {}, message(variant.hint)),
                );
            }),
        ),
    );
}

/**
 * @param {Room} room
 * @param {GameFacts} facts
 */
function tile(room, facts) {
    const {name, title, variants} = facts,
        drawing = drawingOf(name),
        goal = drawing.goal?.(),
        others = room.isHere ? message("A new table") : message("With friends");
    return h(
        "li",
        {class: `tile tile-${name}`},
        fan(drawing),
        h(
            "div",
            {class: "tile-words"},
            h(
                "div",
                {class: "tile-title"},
                h("h2", {}, title),
                button("", () => showRules({game: name, variant: variants[0].name, people: variants[0].min, options: {}}), {
                    picture: "book",
                    quiet: true,
                    label: `${message("Rules")}, ${title}`,
                }),
            ),
            h("p", {}, drawing.blurb?.() ?? playersWords(variants)),
            goal && h("p", {class: "goal"}, goal),
            variantButtons(room, facts),
        ),
        h(
            "div",
            {class: "row"},
            button(message("Play now"), () => playNow(room, name, variants[0]), {
                primary: true,
                big: true,
                picture: "play",
                label: `${message("Play now")}, ${title}`,
            }),
            button(others, () => makeTable(room, name), {big: true, quiet: true, label: `${others}, ${title}`}),
        ),
        introductions(room, facts),
    );
}

/**
 * Asks which game a new table shall have, if nobody waits at one; where only one is offered, it is that.
 * @param {Room} room
 * @param {TableRow[]} rows the open tables
 */
function pair(room, rows) {
    if (!canAsk(room)) return;
    const waits = rows.some(row => row.phase === "waiting" && row.seats.some(({who}) => who === "open"));
    const offered = gamesOffered();
    if (waits || offered.length < 2) {
        playWithOthers(room, rows, offered[0]);
        return;
    }
    dialog(message("Play with whoever is here"), close =>
        h(
            "div",
            {class: "stack"},
            h(
                "p",
                {},
                message("Nobody is waiting right now. Choose a game, and your table will be listed for anyone who comes in."),
            ),
            h(
                "div",
                {class: "row wrap"},
                offered.map(facts =>
                    button(facts.title, () => {
                        close();
                        playWithOthers(room, rows, facts);
                    }),
                ),
            ),
        ),
    );
}

// ---- lists of tables

/** @param {Seat} seat */
function seatWords(seat) {
    if (seat.who === "open") return message("open");
    return seat.who === "person" ? seat.name : messageIn("seat", "bot");
}

/** @param {TableRow} row */
function phaseWords(row) {
    if (row.turn) return message("Your turn");
    return {waiting: message("waiting"), playing: message("playing"), over: message("over")}[row.phase];
}

/** @param {TableRow} row */
const isAlone = ({seats, yours}) => seats.every((seat, i) => i === yours || seat.who !== "person");

/**
 * What becomes of a table that one removes.
 * @param {TableRow} row
 */
function removalWords(row) {
    return row.phase === "waiting"
        ? message("If you opened the table, it will be closed; otherwise your seat becomes free.")
        : message("The others play on, and a bot takes your seat.");
}

/**
 * A match against bots goes at once; where other people are concerned, one is asked first.
 * @param {Room} room
 * @param {TableRow} row
 * @param {(table: string) => void} removed
 */
function remove(room, row, removed) {
    const go = async () => {
        if (await removeTable(room, row.table)) removed(row.table);
    };
    if (isAlone(row)) {
        go();
        return;
    }
    dialog(message("Remove this table?"), close =>
        h(
            "div",
            {class: "stack"},
            h("p", {}, removalWords(row)),
            h(
                "div",
                {class: "row end"},
                button(message("Cancel"), close, {quiet: true}),
                button(
                    message("Remove"),
                    () => {
                        close();
                        go();
                    },
                    {danger: true},
                ),
            ),
        ),
    );
}

/**
 * @param {Room} room
 * @param {TableRow} row
 * @param {((table: string) => void) | null} removed what to do when one's own table is removed; null for others' tables
 */
function tableRow(room, row, removed) {
    const mine = removed !== null;
    const {pack, showpiece} = drawingOf(row.game),
        open = row.seats.filter(seat => seat.who === "open").length;
    return h(
        "li",
        {class: `table-row ${row.turn ? "turn" : ""}`},
        h(
            "a",
            {
                href: room.address(row.table),
                onclick: event => {
                    event.preventDefault();
                    room.go(room.address(row.table));
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
                h("small", {}, row.seats.map(seatWords).join(" · ")),
            ),
            h(
                "span",
                {class: "table-row-state"},
                mine ? phaseWords(row) : open ? plural("{n} seat free", "{n} seats free", open) : message("watch"),
                row.clock ? h("small", {}, clockName(row.clock)) : null,
            ),
        ),
        mine &&
            row.phase === "playing" &&
            room.move &&
            button("", () => room.move?.(row.table), {
                picture: "share",
                quiet: true,
                label: message("Move {game} to the server, to continue on any device", {game: gameName(row)}),
            }),
        mine &&
            button("", () => remove(room, row, removed), {
                picture: "close",
                quiet: true,
                label: isAlone(row)
                    ? message("Abandon {game}", {game: gameName(row)})
                    : message("Remove {game} from my tables", {game: gameName(row)}),
            }),
    );
}

/**
 * One's own tables: the first few at once, the others folded away.
 * @param {(row: TableRow) => Room} homeOf the room of a table
 * @param {TableRow[]} rows
 * @param {(table: string) => void} removed
 */
function ownTables(homeOf, rows, removed) {
    /** @param {TableRow[]} some */
    const rowsOf = some => h("ul", {}, ...some.map(row => tableRow(homeOf(row), row, removed)));
    return h(
        "section",
        {class: "tables own"},
        h("h2", {}, message("Continue playing")),
        rowsOf(rows.slice(0, shownAtFirst)),
        rows.length > shownAtFirst &&
            h(
                "details",
                {},
                h("summary", {}, plural("{n} more table", "{n} more tables", rows.length - shownAtFirst)),
                rowsOf(rows.slice(shownAtFirst)),
            ),
    );
}

/**
 * @param {Room} room
 * @param {TableRow[]} rows
 */
function openTables(room, rows) {
    return h(
        "section",
        {class: "tables"},
        h("h2", {}, message("Open tables")),
        rows.length
            ? h("ul", {}, ...rows.map(row => tableRow(room, row, null)))
            : h(
                  "p",
                  {class: "empty"},
                  message("No tables are waiting right now. Open one, and send the link to your friends."),
              ),
    );
}

/**
 * Returns the function that leaves it.
 * @param {Room} room
 * @param {HTMLElement} place
 */
export function lobby(room, place) {
    const rooms = room.here ? [room, room.here] : [room];
    /** @type {Map<string, Room>} */
    const homes = new Map(); // by the ids of tables
    /** @type {Map<string, TableRow>} */
    const tables = new Map();
    /** @type {Map<string, TableRow>} */
    const mine = new Map();
    /** @type {Map<string, Room>} */
    const damaged = new Map();
    const ownPlace = h("div", {class: "lists", "aria-live": "off"}),
        openPlace = h("div", {class: "lists", "aria-live": "off"});
    /** @param {string} table */
    const removed = table => {
        mine.delete(table);
        draw();
    };
    /** @param {TableRow} row */
    const homeOf = row => homes.get(row.table) ?? room;
    /**
     * @param {TableRow} row
     * @param {Room} home
     */
    const keep = (row, home) => {
        homes.set(row.table, home);
        if (row.yours !== null) mine.set(row.table, row);
        if (row.phase !== "over" && row.public && row.yours === null) tables.set(row.table, row);
        else tables.delete(row.table);
    };
    const draw = () => {
        if (!openPlace.isConnected) return; // another page is shown by now
        /** @type {(a: TableRow, b: TableRow) => number} */
        const order = (a, b) =>
            (b.turn ? 1 : 0) - (a.turn ? 1 : 0) ||
            (a.phase === "over" ? 1 : 0) - (b.phase === "over" ? 1 : 0) ||
            b.created - a.created;
        const own = [...mine.values()].sort(order),
            open = [...tables.values()].sort(order);
        update(ownPlace, own.length > 0 && ownTables(homeOf, own, removed), damagedWords(damaged.size));
        if (!room.isHere) update(openPlace, openTables(room, open));
        const turns = own.filter(row => row.turn).length;
        document.title = turns ? `(${turns}) Araldo` : "Araldo";
    };
    /** @type {(home: Room) => (said: ListMessage | ChangesMessage) => void} */
    const hear = home => said => {
        if ("tables" in said) {
            for (const rows of [tables, mine])
                for (const row of rows.values()) if (homeOf(row) === home) rows.delete(row.table);
            for (const [id, where] of damaged) if (where === home) damaged.delete(id);
            for (const row of [...said.tables, ...said.mine]) keep(row, home);
        } else {
            for (const id of said.damaged ?? []) damaged.set(id, home);
            for (const row of said.changed) keep(row, home);
            for (const id of said.gone) {
                tables.delete(id);
                mine.delete(id);
            }
        }
        draw();
    };
    /** @param {Room} home */
    const subscribe = home => home.connection.say({do: "lobby", on: true});
    const stops = rooms.flatMap(home => [
        home.connection.on("lobby", hear(home)),
        home.connection.on("up", () => subscribe(home)),
    ]);
    place.append(
        room.header(
            h("span", {class: "stretch"}),
            button(message("My matches"), () => room.go("/history"), {
                picture: "list",
                quiet: true,
                cls: "to-history",
                label: message("My matches"),
            }),
        ),
        h(
            "main",
            {class: "lobby"},
            ownPlace,
            h(
                "section",
                {class: "hero"},
                h("h1", {}, room.isHere ? message("Four card games") : message("A card room for you and your friends")),
                h(
                    "p",
                    {class: "lead"},
                    room.isHere
                        ? message("Play against bots in this browser, even without a connection.")
                        : message("Play against bots right away, or send your friends a link."),
                ),
                h(
                    "div",
                    {class: "row wrap"},
                    segments(
                        message("Bot level"),
                        levels().map(level => [level, levelName(level)]),
                        chosenLevel(),
                        value => keepSetting("level", value),
                    ),
                    !room.isHere &&
                        button(message("Play with whoever is here"), () => pair(room, [...tables.values()]), {
                            picture: "person",
                        }),
                ),
            ),
            h(
                "ul",
                {class: "tiles"},
                gamesOffered().map(facts => tile(room, facts)),
            ),
            openPlace,
        ),
    );
    draw();
    for (const home of rooms) subscribe(home);
    return () => {
        for (const stop of stops) stop();
        for (const home of rooms) home.connection.say({do: "lobby", on: false});
    };
}
