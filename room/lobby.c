/* The list of tables: told whole when it is asked for, and then what has changed, at most once a second. */
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"

static bool is_member(const Table *table, const PersonId *person) {
    return table_seat_of(table, person) >= 0 || strcmp(table->maker.text, person->text) == 0;
}

static bool is_listed(const RoomTable *at) { return at->table.game && !at->loading && at->table.phase != PHASE_OVER; }

static void write_row(const RoomTable *at, const PersonId *person, Text *text) {
    const Table *table = &at->table;
    int seat = table_seat_of(table, person);
    text_format(text, "{\"table\":\"%s\",", table->id.text);
    wire_agreement(table, text);
    text_format(text, ",\"phase\":\"%s\",\"created\":%lld,\"seats\":", wire_phase(table->phase), (long long)table->created);
    wire_seats(table, room_here(at), text);
    text_add(text, ",\"yours\":");
    if (seat < 0)
        text_add(text, "null");
    else
        text_number(text, seat);
    text_format(text, ",\"turn\":%s}", seat >= 0 && (table_actors(table) & SEAT_BIT(seat)) ? "true" : "false");
}

/* Adds a row to an opened list; false, and nothing added, if there is no more room. */
static bool add_row(const RoomTable *at, const PersonId *person, Text *text) {
    size_t before = text->length;
    if (text->buffer[text->length - 1] != '[') text_char(text, ',');
    write_row(at, person, text);
    if (!text->overflow && text->length < REPLY_BYTES_MAX - ENTRY_BYTES_MAX) return true;
    text->length = before;
    text->buffer[before] = 0;
    text->overflow = false;
    return false;
}

static void tell_all(Room *room, const Connection *connection) {
    const PersonId *person = &connection->person->id;
    int rows = 0;
    Text text = text_init(room->reply, sizeof room->reply);
    text_add(&text, "{\"say\":\"lobby\",\"mine\":[");
    for (size_t i = 0; i < room->table_count; i++)
        if (is_listed(room->list[i]) && is_member(&room->list[i]->table, person) && !add_row(room->list[i], person, &text)) break;
    text_add(&text, "],\"tables\":[");
    for (size_t i = 0; i < room->table_count && rows < LOBBY_ROWS_MAX; i++)
        if (is_listed(room->list[i]) && room->list[i]->table.is_public) {
            if (!add_row(room->list[i], person, &text)) break;
            rows++;
        }
    text_add(&text, "]}");
    room_send(room, connection, &text);
}

void do_lobby(Room *room, Connection *connection, const Wire *wire) {
    room->lobby_count += (int)wire->on - (int)connection->lobby;
    connection->lobby = wire->on;
    if (wire->on) tell_all(room, connection);
}

void room_row_gone(Room *room, const RoomTable *at) {
    if (room->lobby_count == 0 || (!at->table.is_public && at->table.phase != PHASE_OVER)) return;
    if (room->gone_count == room->gone_capacity) {
        room->gone_capacity = room->gone_capacity ? 2 * room->gone_capacity : 16;
        room->gone = realloc(room->gone, room->gone_capacity * sizeof *room->gone);
        if (!room->gone) abort();
    }
    memcpy(room->gone[room->gone_count++], at->table.id.text, TABLE_ID_MAX);
    room->rows_changed = true;
}

/* Does this change concern this person? */
static bool concerns(const RoomTable *at, const PersonId *person) {
    if (at->row_changed && at->table.is_public) return true;
    return (at->row_changed || at->turn_changed) && is_member(&at->table, person);
}

static void tell_changes(Room *room, const Connection *connection) {
    const PersonId *person = &connection->person->id;
    bool some = false, first = true;
    Text text = text_init(room->reply, sizeof room->reply);
    text_add(&text, "{\"say\":\"lobby\",\"changed\":[");
    for (size_t i = 0; i < room->table_count; i++)
        if (is_listed(room->list[i]) && concerns(room->list[i], person)) some |= add_row(room->list[i], person, &text);
    text_add(&text, "],\"gone\":[");
    for (size_t i = 0; i < room->gone_count && !text.overflow; i++, first = false, some = true) {
        if (!first) text_char(&text, ',');
        text_json(&text, room->gone[i]);
    }
    for (size_t i = 0; i < room->table_count; i++) {
        const RoomTable *at = room->list[i];
        if (!at->table.game || at->table.phase != PHASE_OVER || !concerns(at, person)) continue;
        if (!first) text_char(&text, ',');
        text_json(&text, at->table.id.text);
        first = false;
        some = true;
    }
    text_add(&text, "]}");
    if (some && !text.overflow) room_send(room, connection, &text);
}

Milliseconds room_lobby_due(const Room *room) {
    return room->rows_changed && room->lobby_count > 0 ? room->lobby_told + LOBBY_PAUSE_MS : INT64_MAX;
}

void room_tell_lobby(Room *room) {
    if (room_lobby_due(room) > room->now) return;
    for (const Connection *connection = room->first; connection; connection = connection->next)
        if (connection->lobby && !connection->closing) tell_changes(room, connection);
    for (size_t i = 0; i < room->table_count; i++) room->list[i]->row_changed = room->list[i]->turn_changed = false;
    room->gone_count = 0;
    room->rows_changed = false;
    room->lobby_told = room->now;
}
