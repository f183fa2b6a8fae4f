/* The room's collection of tables: finding and entering them, appending entries, telling everyone present. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "room/history.h"
#include "room/inside.h"

/* ---- the list of tables */

RoomTable *room_table(const Room *room, const TableId *id) {
    RoomTable *at = index_find(&room->tables, index_hash(id->text));
    return at && strcmp(at->table.id.text, id->text) == 0 ? at : NULL;
}

RoomTable *room_add_table(Room *room, const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES]) {
    RoomTable *at = calloc(1, sizeof *at);
    if (!at) abort();
    if (room->table_count == room->table_capacity) {
        room->table_capacity = room->table_capacity ? 2 * room->table_capacity : 64;
        room->list = realloc(room->list, room->table_capacity * sizeof *room->list);
        if (!room->list) abort();
    }
    table_init(&at->table, id, secret);
    at->began = at->empty = room->now;
    for (int seat = 0; seat < SEATS_MAX; seat++) at->away[seat] = room->now;
    room->list[room->table_count++] = at;
    index_put(&room->tables, index_hash(id->text), at);
    agenda_add(&room->agenda, &at->appointment);
    return at;
}

static void unlink_touched(Room *room, RoomTable *at) {
    for (RoomTable **link = &room->touched; *link; link = &(*link)->next_touched)
        if (*link == at) {
            *link = at->next_touched;
            return;
        }
}

static void unlink_unsettled(Room *room, RoomTable *at) {
    for (RoomTable **link = &room->unsettled; *link; link = &(*link)->next_unsettled)
        if (*link == at) {
            *link = at->next_unsettled;
            return;
        }
}

void room_drop_table(Room *room, RoomTable *at) {
    while (at->visits) room_exit(room, at, at->visits->connection);
    if (at->table.game) room_row_gone(room, at);
    unlink_touched(room, at);
    unlink_unsettled(room, at);
    agenda_remove(&room->agenda, &at->appointment);
    index_remove(&room->tables, index_hash(at->table.id.text));
    for (size_t i = 0; i < room->table_count; i++)
        if (room->list[i] == at) {
            room->list[i] = room->list[--room->table_count];
            break;
        }
    free(at);
}

int room_tables_of(const Room *room, const PersonId *person) {
    int count = 0;
    for (size_t i = 0; i < room->table_count; i++) {
        const Table *table = &room->list[i]->table;
        if (!table->game || table->phase == PHASE_OVER) continue;
        count += strcmp(table->maker.text, person->text) == 0 || table_seat_of(table, person) >= 0;
    }
    return count;
}

/* ---- who is there */

Visit *room_visit(const RoomTable *at, const Connection *connection) {
    Visit *visit = at->visits;
    while (visit && visit->connection != connection) visit = visit->next_here;
    return visit;
}

SeatSet room_here(const RoomTable *at) {
    SeatSet here = 0;
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) {
        int seat = table_seat_of(&at->table, &visit->connection->person->id);
        if (seat >= 0) here |= SEAT_BIT(seat);
    }
    return here;
}

int room_watchers(const RoomTable *at) {
    int count = 0;
    for (const Visit *visit = at->visits; visit; visit = visit->next_here)
        count += table_seat_of(&at->table, &visit->connection->person->id) < 0;
    return count;
}

/* Notes since when each seat's person is away. */
static void note_presence(Room *room, RoomTable *at) {
    SeatSet here = room_here(at);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (here & SEAT_BIT(seat)) at->away[seat] = 0;
        else if (at->away[seat] == 0) at->away[seat] = room->now;
    at->empty = at->visits ? 0 : at->empty ? at->empty : room->now;
}

void room_enter(Room *room, RoomTable *at, Connection *connection) {
    if (room_visit(at, connection)) return;
    SeatSet before = room_here(at);
    Visit *visit = calloc(1, sizeof *visit);
    if (!visit) abort();
    *visit = (Visit){connection, at, at->visits, connection->visits};
    at->visits = connection->visits = visit;
    connection->visit_count++;
    note_presence(room, at);
    if (room_here(at) != before) room_tell_here(room, at);
    room_unsettle(room, at);
}

void room_exit(Room *room, RoomTable *at, Connection *connection) {
    Visit **here = &at->visits, **there = &connection->visits;
    while (*here && (*here)->connection != connection) here = &(*here)->next_here;
    if (!*here) return;
    Visit *visit = *here;
    SeatSet before = room_here(at);
    while (*there != visit) there = &(*there)->next_there;
    *here = visit->next_here;
    *there = visit->next_there;
    free(visit);
    connection->visit_count--;
    if (!at->table.game) return;
    note_presence(room, at);
    if (room_here(at) != before) room_tell_here(room, at);
    room_unsettle(room, at);
}

void room_unsettle(Room *room, RoomTable *at) {
    if (at->unsettled) return;
    at->unsettled = true;
    at->next_unsettled = room->unsettled;
    room->unsettled = at;
}

/* ---- telling */

bool room_is_behind(const Table *table, int viewer) {
    return viewer == ONLOOKER && table->rounds && table->phase == PHASE_PLAYING;
}

static int viewer_of(const Table *table, const Connection *connection) {
    int seat = table_seat_of(table, &connection->person->id);
    return seat < 0 ? ONLOOKER : seat;
}

static void write_you(const Table *table, const Connection *connection, Text *text) {
    int seat = table_seat_of(table, &connection->person->id);
    text_add(text, ",\"you\":{\"seat\":");
    if (seat < 0) text_add(text, "null");
    else text_number(text, seat);
    text_format(text, ",\"maker\":%s,\"watching\":%s}",
                strcmp(table->maker.text, connection->person->id.text) == 0 ? "true" : "false", seat < 0 ? "true" : "false");
}

static void write_proposal(const Table *table, Text *text) {
    if (!table->proposed) {
        text_add(text, ",\"proposal\":null");
        return;
    }
    text_add(text, ",\"proposal\":{\"what\":\"end\",\"yes\":");
    wire_set(table->yes, text);
    text_char(text, '}');
}

/* The clock that matters to the viewer: the own one, or else the first that runs out. */
static void write_deadline(const Table *table, int viewer, Milliseconds now, Text *text) {
    Milliseconds first = INT64_MAX;
    for (int seat = 0; seat < table->people; seat++) {
        Milliseconds deadline = table_deadline(table, seat);
        if (seat == viewer && deadline != INT64_MAX) {
            first = deadline;
            break;
        }
        if (deadline < first) first = deadline;
    }
    text_add(text, ",\"deadline\":");
    if (first == INT64_MAX) text_add(text, "null");
    else text_number(text, first);
    text_format(text, ",\"now\":%lld,\"undo\":%s", (long long)now,
                viewer != ONLOOKER && table_may_undo(table, viewer) ? "true" : "false");
}

/* When the match is over anyone may check that the cards were nobody's choice. */
static void write_fairness(const Table *table, Text *text) {
    char hex[COMMITMENT_HEX];
    if (table->phase != PHASE_OVER) return;
    hex_write(table->secret, ROOM_SECRET_BYTES, hex);
    text_format(text, ",\"secret\":\"%s\",\"salts\":[", hex);
    for (int seat = 0; seat < table->people; seat++) {
        hex_write(table->seats[seat].salt, SALT_BYTES, hex);
        text_format(text, seat > 0 ? "," : "");
        if (table->seats[seat].has_salt) text_json(text, hex);
        else text_add(text, "null");
    }
    text_char(text, ']');
    if (table->rematch.text[0]) text_format(text, ",\"rematch\":\"%s\"", table->rematch.text);
}

/* What has a state only once the match has begun: one that ended before has none. */
static bool was_played(const Table *table) { return table->phase == PHASE_PLAYING || table->turn > 0 || table->step > 0; }

void room_tell_table(Room *room, const RoomTable *at, const Table *shown, const Connection *connection, const char *recent) {
    const Table *table = &at->table;
    int viewer = viewer_of(table, connection);
    char commitment[COMMITMENT_HEX];
    Text text = text_init(room->reply, sizeof room->reply);
    fair_commitment(table->secret, commitment);
    text_format(&text, "{\"say\":\"table\",\"table\":\"%s\",\"n\":%u,\"phase\":\"%s\",", table->id.text, table->n - 1,
                wire_phase(table->phase));
    wire_agreement(table, &text);
    text_format(&text, ",\"created\":%lld,\"commitment\":\"%s\",\"seats\":", (long long)table->created, commitment);
    wire_seats(table, room_here(at), &text);
    write_you(table, connection, &text);
    write_proposal(table, &text);
    write_deadline(table, viewer, room->now, &text);
    write_fairness(table, &text);
    if (was_played(table)) {
        text_char(&text, ',');
        wire_game(shown, viewer, &room->desk, &text);
        text_add(&text, ",\"recent\":[");
        text_add(&text, recent ? recent : "");
        text_char(&text, ']');
    }
    text_char(&text, '}');
    room_send(room, connection, &text);
}

void room_tell_here(Room *room, RoomTable *at) {
    Text text = text_init(room->reply, sizeof room->reply);
    text_format(&text, "{\"say\":\"here\",\"table\":\"%s\",\"seats\":", at->table.id.text);
    wire_seats(&at->table, room_here(at), &text);
    text_char(&text, '}');
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) room_send(room, visit->connection, &text);
}

/* The entry with what it changed, as a viewer may know it. `behind`: without the game. */
static void write_entry(Room *room, const RoomTable *at, const Entry *entry, int viewer, bool behind, Text *text) {
    const Table *table = &at->table;
    bool step = history_is_step(entry) || entry->kind == ENTRY_ABSENT || entry->kind == ENTRY_BACK ||
                entry->kind == ENTRY_CLOCK || entry->kind == ENTRY_END;
    text_format(text, "{\"say\":\"entry\",\"table\":\"%s\",\"n\":%u,\"entry\":", table->id.text, table->n - 1);
    entry_write_public(entry, text);
    text_add(text, ",\"events\":[");
    if (!behind) wire_events(table, &room->desk, 0, viewer, text);
    text_format(text, "],\"phase\":\"%s\"", wire_phase(table->phase));
    if (entry->kind == ENTRY_TALK) return;
    if (entry->kind != ENTRY_MOVE) {
        text_add(text, ",\"seats\":");
        wire_seats(table, room_here(at), text);
    }
    write_proposal(table, text);
    write_fairness(table, text);
    if (!step || !was_played(table)) return;
    write_deadline(table, viewer, room->now, text);
    if (behind) return;
    text_char(text, ',');
    wire_game(table, viewer, &room->desk, text);
}

static void tell_entry(Room *room, RoomTable *at, const Entry *entry, bool was_playing) {
    bool step = history_is_step(entry);
    SeatSet written = 0;
    /* Written once for each viewer, in the order of the visits; nothing else depends on how many watch. */
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) {
        int viewer = viewer_of(&at->table, visit->connection);
        if (written & SEAT_BIT(viewer)) continue;
        written |= SEAT_BIT(viewer);
        bool behind = viewer == ONLOOKER && at->table.rounds && was_playing;
        if (behind && step) continue;
        Text text = text_init(room->reply, sizeof room->reply);
        write_entry(room, at, entry, viewer, behind, &text);
        size_t common = text.length;
        for (const Visit *same = visit; same; same = same->next_here) {
            if (viewer_of(&at->table, same->connection) != viewer) continue;
            text.length = common;
            if (!step && entry->kind != ENTRY_TALK) write_you(&at->table, same->connection, &text);
            text_char(&text, '}');
            room_send(room, same->connection, &text);
        }
    }
}

/* ---- the log */

static void write_side(Room *room, const RoomTable *at, WriteKind kind, const Text *text) {
    Write write = {.kind = kind, .table = at->table.id, .n = at->table.n - 1, .at = room->now, .phase = (int)at->table.phase};
    if (text) {
        write.text = text->buffer;
        write.length = text->length;
    }
    room->port.write(room->port.context, &write);
}

static void touch(Room *room, RoomTable *at) {
    if (at->touched) return;
    at->touched = true;
    at->next_touched = room->touched;
    room->touched = at;
}

void room_log(Room *room, RoomTable *at, Entry *entry) {
    Table *table = &at->table;
    Phase phase = table->phase;
    uint32_t round = table->round, step = table->step;
    bool first = table->n == 0;
    Error error = {""};
    entry->at = room->now;
    bool good = table_apply(table, entry, &room->desk, &error);
    if (!good) abort(); /* who calls has checked it: to go on would write a log that cannot be read back */
    touch(room, at);
    room_unsettle(room, at);
    Text text = text_init(room->entry, sizeof room->entry);
    entry_write(entry, &text);
    write_side(room, at, WRITE_ENTRY, &text);
    if (first || table->phase != phase) write_side(room, at, WRITE_PHASE, NULL);
    if (entry->kind == ENTRY_START || (entry->kind == ENTRY_MOVE && table->round != round)) {
        text = text_init(room->entry, sizeof room->entry);
        table_snapshot(table, &text);
        write_side(room, at, WRITE_SNAPSHOT, &text);
    }
    if (table->step != step || entry->kind == ENTRY_START) at->began = room->now;
    if (entry->kind == ENTRY_MOVE) room->counts.moves++;
    note_presence(room, at);
    tell_entry(room, at, entry, phase == PHASE_PLAYING);
    bool ended = table->phase == PHASE_OVER && phase == PHASE_PLAYING;
    at->row_changed |= table->phase != phase || !(history_is_step(entry) || entry->kind == ENTRY_TALK);
    at->turn_changed |= history_is_step(entry);
    room->rows_changed = true;
    if (table->rounds && phase == PHASE_PLAYING && (table->round > round || ended) && room_watchers(at) > 0)
        room_load(room, (Waiting){.purpose = LOAD_ROUND, .table = table->id, .from = round + 1, .to = table->n - 1});
}
