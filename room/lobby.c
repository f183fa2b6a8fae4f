/* The list of tables: sent whole on request, then its changes, at most once a second. */
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"

bool room_is_member(const Table *table, const PersonId *person) {
    int seat = table_seat_of(table, person);
    return seat >= 0 ? !table->seats[seat].left : strcmp(table->maker.text, person->text) == 0;
}

static bool is_listed(const RoomTable *at) { return at->table.game && !at->loading && at->table.phase != PHASE_OVER; }

void room_write_row(const Table *table, SeatSet here, const PersonId *person, Json *json) {
    int seat = person ? table_seat_of(table, person) : -1;
    json_open_object(json, NULL);
    json_text(json, "table", table->id.text);
    wire_agreement(table, json);
    json_text(json, "phase", wire_phase(table->phase));
    json_number(json, "created", table->created);
    wire_seats(table, here, json);
    json_number_or_null(json, "yours", seat, seat >= 0);
    json_bool(json, "turn", seat >= 0 && (table_actors(table) & SEAT_BIT(seat)));
    json_close(json);
}

/* Adds a row to an open list; false, and nothing added, if there is no more room. */
static bool add_row(const RoomTable *at, const PersonId *person, Json *json) {
    JsonMark before = json_mark(json);
    room_write_row(&at->table, room_here(at), person, json);
    if (!json->text->overflow && json->text->length + ENTRY_BYTES_MAX < json->text->capacity) return true;
    json_rewind(json, before);
    return false;
}

/* A table that was handed over may be on its way from the other room's list to ours. */
static bool is_far_listed(const Room *room, const FarRow *row) { return row && !room_table(room, &row->table); }

/* The public tables, which are the same for everybody: written once until changes are told. */
static const char *public_rows(Room *room) {
    int rows = 0;
    if (room->public_valid) return room->public_rows;
    Text text = text_init(room->public_rows, sizeof room->public_rows);
    Json json = json_to(&text);
    json_open_list(&json, NULL);
    for (size_t i = 0; i < room->table_count && rows < LOBBY_ROWS_MAX; i++) {
        if (!is_listed(room->list[i]) || !room->list[i]->table.is_public) continue;
        if (!add_row(room->list[i], NULL, &json)) break;
        rows++;
    }
    for (size_t i = 0; i < room->far_rows.capacity && rows < LOBBY_ROWS_MAX; i++) {
        const FarRow *row = room->far_rows.slots[i].thing;
        if (!is_far_listed(room, row) || !row->is_public) continue;
        if (!room_add_far_row(row, NULL, &json)) break;
        rows++;
    }
    json_close(&json);
    room->public_valid = true;
    return room->public_rows;
}

/* Tables in memory at once; the person's others follow as they are read. */
static void tell_all(Room *room, Client *client) {
    const PersonId *person = &client->person->id;
    const char *open = public_rows(room);
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "lobby");
    json_written(&json, "tables", open);
    json_open_list(&json, "mine");
    for (size_t i = 0; i < room->table_count; i++)
        if (is_listed(room->list[i]) && room_is_member(&room->list[i]->table, person) && !add_row(room->list[i], person, &json))
            break;
    for (size_t i = 0; i < room->far_rows.capacity; i++) {
        const FarRow *row = room->far_rows.slots[i].thing;
        if (is_far_listed(room, row) && room_is_far_member(row, person) && !room_add_far_row(row, person, &json)) break;
    }
    json_close(&json);
    json_close(&json);
    room_send(room, client, &text);
    room_drop_reads(room, client, true); /* of a list that was told before */
    room_load(room, (Waiting){.purpose = FOR_LIST, .client = client->id});
}

void room_tell_row(Room *room, const Client *client, const Table *table, SeatSet here) {
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "lobby");
    json_open_list(&json, "changed");
    room_write_row(table, here, &client->person->id, &json);
    json_close(&json);
    json_open_list(&json, "gone");
    json_close(&json);
    json_close(&json);
    room_send(room, client, &text);
}

static void want_list(Room *room, Client *client, bool wanted) {
    room->lists_waiting += (int)wanted - (int)client->list_waits;
    client->list_waits = wanted;
}

/* May one more list be told? Only a few go out together, because others' messages wait for them. */
static bool may_tell_list(Room *room) {
    if (room->now - room->lists_told >= LISTS_PAUSE_MS) {
        room->lists_told = room->now;
        room->lists_together = 0;
    }
    return room->lists_together < LISTS_TOGETHER_MAX;
}

/* The list, if its address has not had too many of them lately, nor all together just now; otherwise it waits. */
static void tell_list(Room *room, Client *client) {
    bool together = may_tell_list(room), now = together && credit_take(&client->source->lists, room->now, LISTS_BURST, LIST_MS);
    want_list(room, client, !now);
    if (now) {
        room->lists_together++;
        tell_all(room, client);
        return;
    }
    Milliseconds due = together ? room->now + LIST_MS : room->lists_told + LISTS_PAUSE_MS;
    if (room->lists_due <= room->now || due < room->lists_due) room->lists_due = due;
}

/* A client that has it on gets every change, so saying so again changes nothing. */
void do_lobby(Room *room, Client *client, const Wire *wire) {
    if (wire->on == client->lobby) return;
    if (room->lobby_count == 0) room->public_valid = false; /* nobody was told what has changed */
    room->lobby_count += wire->on ? 1 : -1;
    client->lobby = wire->on;
    if (wire->on) tell_list(room, client);
    else want_list(room, client, false);
}

/* ---- changes */

/* Nobody who was not there learns the name of a private table. */
static bool gone_concerns(const GoneRow *row, const PersonId *person) {
    for (int i = 0; i < row->member_count; i++)
        if (strcmp(row->members[i].text, person->text) == 0) return !row->stored;
    return row->is_public;
}

void room_note_gone(Room *room, const GoneRow *gone, const PersonId *members, int member_count) {
    if (room->gone_count == room->gone_capacity) {
        room->gone_capacity = room->gone_capacity ? 2 * room->gone_capacity : 16;
        room->gone = memory_grow(room->gone, room->gone_capacity * sizeof *room->gone);
    }
    GoneRow *row = &room->gone[room->gone_count++];
    *row = *gone;
    row->member_count = member_count;
    memcpy(row->members, members, (size_t)member_count * sizeof *members);
    room->rows_changed = true;
}

void room_row_gone(Room *room, const RoomTable *at, bool stored) {
    const Table *table = &at->table;
    PersonId members[SEATS_MAX + 1] = {table->maker};
    int count = 1;
    if (room->lobby_count == 0 && !room->port.share) return;
    for (int seat = 0; seat < table->people; seat++)
        if (table->seats[seat].who == WHO_PERSON) members[count++] = table->seats[seat].person;
    room_note_gone(room, &(GoneRow){.table = table->id, .is_public = table->is_public, .stored = stored}, members, count);
}

/* Does this change concern this person? Without one: everybody. */
static bool concerns(const RoomTable *at, const PersonId *person) {
    if (at->row_changed && at->table.is_public) return true;
    return person && (at->row_changed || at->turn_changed) && room_is_member(&at->table, person);
}

static bool far_concerns(const FarRow *row, const PersonId *person) {
    if (row->row_changed && row->is_public) return true;
    return person && (row->row_changed || row->turn_changed) && room_is_far_member(row, person);
}

/* Lists the tables that are gone for a person, or (NULL) for everybody; false if there are none. */
static bool write_gone(const Room *room, const PersonId *person, Json *json) {
    bool some = false;
    json_open_list(json, "gone");
    for (size_t i = 0; i < room->gone_count; i++) {
        const GoneRow *row = &room->gone[i];
        if (!(person ? gone_concerns(row, person) : row->is_public)) continue;
        if (room_has_far_row(room, &row->table) || room_table(room, &row->table)) continue; /* it changed hands */
        json_text(json, NULL, row->table.text);
        some = true;
    }
    for (size_t i = 0; i < room->table_count; i++) {
        const RoomTable *at = room->list[i];
        if (!at->table.game || at->table.phase != PHASE_OVER || !concerns(at, person)) continue;
        json_text(json, NULL, at->table.id.text);
        some = true;
    }
    json_close(json);
    return some;
}

/* What has changed for a person, or (NULL) for everybody who has no part in it; false if that is nothing. */
static bool write_changes(const Room *room, const PersonId *person, Text *text) {
    bool some = false;
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "lobby");
    json_open_list(&json, "changed");
    for (size_t i = 0; i < room->table_count; i++)
        if (is_listed(room->list[i]) && concerns(room->list[i], person)) some |= add_row(room->list[i], person, &json);
    for (size_t i = 0; i < room->far_rows.capacity; i++) {
        const FarRow *row = room->far_rows.slots[i].thing;
        if (is_far_listed(room, row) && far_concerns(row, person)) some |= room_add_far_row(row, person, &json);
    }
    json_close(&json);
    some |= write_gone(room, person, &json);
    json_close(&json);
    return some && !text->overflow;
}

/* People who sit at a table that changed, or opened it, get a message of their own; all others get the same one. */
static void mark_concerned(Room *room, const RoomTable *at, bool concerned) {
    for (int seat = -1; seat < at->table.people; seat++) {
        if (seat >= 0 && at->table.seats[seat].who != WHO_PERSON) continue;
        Person *person = room_person(room, seat < 0 ? &at->table.maker : &at->table.seats[seat].person);
        if (person) person->concerned = concerned;
    }
}

static void mark_all(Room *room, bool concerned) {
    for (size_t i = 0; i < room->table_count; i++)
        if (room->list[i]->row_changed || room->list[i]->turn_changed) mark_concerned(room, room->list[i], concerned);
    for (size_t i = 0; i < room->far_rows.capacity; i++) {
        const FarRow *row = room->far_rows.slots[i].thing;
        for (int k = 0; row && (row->row_changed || row->turn_changed) && k < row->member_count; k++) {
            Person *person = room_person(room, &row->members[k]);
            if (person) person->concerned = concerned;
        }
    }
    for (size_t i = 0; i < room->gone_count; i++)
        for (int k = 0; k < room->gone[i].member_count; k++) {
            Person *person = room_person(room, &room->gone[i].members[k]);
            if (person) person->concerned = concerned;
        }
}

static Milliseconds changes_due(const Room *room) {
    return room->rows_changed && (room->lobby_count > 0 || room->port.share) ? room->lobby_told + LOBBY_PAUSE_MS : INT64_MAX;
}

Milliseconds room_lobby_due(const Room *room) {
    Milliseconds lists = room->lists_waiting > 0 ? room->lists_due : INT64_MAX, changes = changes_due(room);
    return lists < changes ? lists : changes;
}

static void tell_waiting(Room *room) {
    if (room->lists_waiting == 0 || room->lists_due > room->now) return;
    for (Client *client = room->first; client; client = client->next)
        if (client->list_waits) tell_list(room, client);
}

static void tell_changes(Room *room);

void room_tell_lobby(Room *room) {
    if (changes_due(room) <= room->now) tell_changes(room);
    tell_waiting(room);
}

static void tell_changes(Room *room) {
    room_tell_neighbours(room);
    mark_all(room, true);
    Text text = text_init(room->reply, sizeof room->reply);
    bool some = write_changes(room, NULL, &text);
    for (const Client *client = room->first; some && client; client = client->next)
        if (client->lobby && !client->person->concerned) room_send(room, client, &text);
    for (const Client *client = room->first; client; client = client->next) {
        if (!client->lobby || !client->person->concerned) continue;
        text = text_init(room->reply, sizeof room->reply);
        if (write_changes(room, &client->person->id, &text)) room_send(room, client, &text);
    }
    mark_all(room, false);
    for (size_t i = 0; i < room->table_count; i++) room->list[i]->row_changed = room->list[i]->turn_changed = false;
    for (size_t i = 0; i < room->far_rows.capacity; i++) {
        FarRow *row = room->far_rows.slots[i].thing;
        if (row) row->row_changed = row->turn_changed = false;
    }
    room->gone_count = 0;
    room->rows_changed = room->public_valid = false;
    room->lobby_told = room->now;
}
