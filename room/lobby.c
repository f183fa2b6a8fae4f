/* The list of tables: sent whole on request, then what has changed in it, at most once a second.
 *
 * Clients that want it wait in a queue, and every few milliseconds a few of them are served, so that nobody else's message waits
 * for all of them. A client joins the queue when it asks for the whole list, and once a second for the news. Changes made
 * meanwhile go into the next news, which are collected once everybody has had the last. */
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

/* Adds a row of the person's own; false, and nothing added, if there is no more room. */
static bool add_own_row(const Room *room, const Membership *member, const PersonId *person, Json *json) {
    if (member->at) {
        if (!is_listed(member->at) || !room_is_member(&member->at->table, person)) return true;
        return add_row(member->at, person, json);
    }
    if (!is_far_listed(room, member->far) || !room_is_far_member(member->far, person)) return true;
    return room_add_far_row(member->far, person, json);
}

static void send_list(Room *room, const Client *client, const Text *text) {
    room->lists_bytes += text->length;
    room_send(room, client, text);
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
    for (const Membership *member = room_memberships(room, person); member; member = member->next)
        if (!add_own_row(room, member, person, &json)) break;
    json_close(&json);
    json_close(&json);
    send_list(room, client, &text);
    room_drop_reads(room, client, DROP_LIST); /* of one that was told before */
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

void room_tell_damaged(Room *room, const Client *client, const TableId *id) {
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "lobby");
    json_open_list(&json, "changed");
    json_close(&json);
    json_open_list(&json, "gone");
    json_close(&json);
    json_open_list(&json, "damaged");
    json_text(&json, NULL, id->text);
    json_close(&json);
    json_close(&json);
    room_send(room, client, &text);
}

/* ---- the queue */

static void join_queue(Room *room, Client *client) {
    client->previous_waiting = room->waiting_last;
    client->next_waiting = NULL;
    if (room->waiting_last) room->waiting_last->next_waiting = client;
    else room->waiting_first = client;
    room->waiting_last = client;
}

static void leave_queue(Room *room, const Client *client) {
    if (client->previous_waiting) client->previous_waiting->next_waiting = client->next_waiting;
    else room->waiting_first = client->next_waiting;
    if (client->next_waiting) client->next_waiting->previous_waiting = client->previous_waiting;
    else room->waiting_last = client->previous_waiting;
}

/* What the client waits for, from now on. */
static void await(Room *room, Client *client, bool list, bool news) {
    bool waited = client->list_waits || client->news_wait, waits = list || news;
    room->lists_waiting += (int)list - (int)client->list_waits;
    room->news_waiting += (int)news - (int)client->news_wait;
    client->list_waits = list;
    client->news_wait = news;
    if (waits && !waited) join_queue(room, client);
    if (!waits && waited) leave_queue(room, client);
    if (list && !waited && room->lists_due > room->now) room->lists_due = room->now;
}

/* May so much more be told now? */
static bool may_tell(Room *room, int parts) {
    if (room->now - room->lists_told >= LISTS_PAUSE_MS) {
        room->lists_told = room->now;
        room->lists_together = 0;
        room->lists_bytes = 0;
    }
    return room->lists_together + parts <= LISTS_TOGETHER_MAX * LIST_PARTS && room->lists_bytes < LISTS_TOGETHER_BYTES;
}

static void tell_news(Room *room, const Client *client);

/* Tells the client what it waits for, unless its address has had too many lists lately: then when it may come again. */
static Milliseconds tell(Room *room, Client *client) {
    if (!client->list_waits) {
        room->lists_together++;
        await(room, client, false, false);
        tell_news(room, client);
    } else if (credit_take(&client->source->lists, room->now, LISTS_BURST, LIST_MS)) {
        room->lists_together += LIST_PARTS;
        await(room, client, false, false);
        tell_all(room, client);
    } else {
        leave_queue(room, client); /* others first */
        join_queue(room, client);
        return room->now + LIST_MS;
    }
    return INT64_MAX;
}

static void tell_waiting(Room *room) {
    if (!room->waiting_first || room->lists_due > room->now) return;
    Milliseconds due = INT64_MAX;
    for (int looked = 0, most = room->lists_waiting + room->news_waiting; looked < most; looked++) {
        Client *client = room->waiting_first;
        bool full = !client || !may_tell(room, client->list_waits ? LIST_PARTS : 1);
        if (full || looked == LISTS_LOOKED_MAX) {
            due = room->lists_told + LISTS_PAUSE_MS;
            break;
        }
        Milliseconds later = tell(room, client);
        if (later < due) due = later;
    }
    room->lists_due = due;
}

/* A client that has it on gets every change, so saying so again changes nothing. */
void do_lobby(Room *room, Client *client, const Wire *wire) {
    if (wire->on == client->lobby) return;
    if (room->lobby_count == 0) room->public_valid = false; /* nobody was told what has changed */
    room->lobby_count += wire->on ? 1 : -1;
    client->lobby = wire->on;
    await(room, client, wire->on, false);
}

void room_leave_list(Room *room, Client *client) {
    room->lobby_count -= client->lobby;
    await(room, client, false, false);
}

/* ---- changes */

/* Nobody who was not there learns the name of a private table. */
static bool gone_concerns(const GoneRow *row, const PersonId *person) {
    for (int i = 0; i < row->member_count; i++)
        if (strcmp(row->members[i].text, person->text) == 0) return !row->stored;
    return row->is_public;
}

static void add_gone(GoneRows *gone, const GoneRow *row, const PersonId *members, int member_count) {
    if (gone->count == gone->capacity) {
        gone->capacity = gone->capacity ? 2 * gone->capacity : 16;
        gone->rows = memory_grow(gone->rows, gone->capacity * sizeof *gone->rows);
    }
    GoneRow *added = &gone->rows[gone->count++];
    *added = *row;
    added->member_count = member_count;
    memcpy(added->members, members, (size_t)member_count * sizeof *members);
}

void room_note_gone(Room *room, const GoneRow *gone, const PersonId *members, int member_count) {
    add_gone(&room->gone, gone, members, member_count);
    room->rows_changed = true;
}

static void note_table_gone(GoneRows *gone, const Table *table, bool stored) {
    PersonId members[SEATS_MAX + 1] = {table->maker};
    int count = 1;
    for (int seat = 0; seat < table->people; seat++)
        if (table->seats[seat].who == WHO_PERSON) members[count++] = table->seats[seat].person;
    add_gone(gone, &(GoneRow){.table = table->id, .is_public = table->is_public, .stored = stored}, members, count);
}

void room_row_gone(Room *room, const RoomTable *at, bool stored) {
    if (room->lobby_count == 0 && !room->port.share) return;
    note_table_gone(&room->gone, &at->table, stored);
    room->rows_changed = true;
}

/* ---- news */

/* Collects one public row, as everybody sees it; what has no room any more is not told. */
static void add_news(Room *room, const TableId *table, const RoomTable *at, const FarRow *far, Text *text) {
    size_t before = text->length;
    Json json = json_to(text);
    if (!(at ? add_row(at, NULL, &json) : room_add_far_row(far, NULL, &json))) return;
    text->length++; /* the zero byte behind it */
    if (room->news_count == room->news_capacity) {
        room->news_capacity = room->news_capacity ? 2 * room->news_capacity : 64;
        room->news = memory_grow(room->news, room->news_capacity * sizeof *room->news);
    }
    room->news[room->news_count++] = (NewsRow){index_hash(table->text), before};
}

static void collect_own(Room *room, Text *text) {
    for (size_t i = 0; i < room->table_count; i++) {
        RoomTable *at = room->list[i];
        at->row_news = at->row_changed;
        at->turn_news = at->turn_changed;
        at->row_changed = at->turn_changed = false;
        if (!at->row_news || !at->table.game) continue;
        if (at->table.phase == PHASE_OVER) note_table_gone(&room->gone_news, &at->table, false);
        else if (at->table.is_public && !at->loading) add_news(room, &at->table.id, at, NULL, text);
    }
}

static void collect_far(Room *room, Text *text) {
    for (size_t i = 0; i < room->far_rows.capacity; i++) {
        FarRow *row = room->far_rows.slots[i].thing;
        if (!row) continue;
        row->row_news = row->row_changed;
        row->turn_news = row->turn_changed;
        row->row_changed = row->turn_changed = false;
        if (row->row_news && row->is_public && is_far_listed(room, row)) add_news(room, &row->table, NULL, row, text);
    }
}

/* A table that is gone here may be back, or be another room's. */
static bool is_gone(const Room *room, const GoneRow *row) {
    const RoomTable *at = room_table(room, &row->table);
    return !room_has_far_row(room, &row->table) && (!at || (at->table.game && at->table.phase == PHASE_OVER));
}

/* A public table that will not come back is gone for everybody: such tables are written once, as many as there is room for. */
static void collect_gone(Room *room) {
    Text text = text_init(room->gone_rows, sizeof room->gone_rows);
    for (size_t i = 0; i < room->gone_news.count; i++) {
        GoneRow *row = &room->gone_news.rows[i];
        bool fits = text.length + TABLE_ID_MAX + sizeof "\"\"," < text.capacity;
        row->for_all = row->is_public && !row->stored && fits && is_gone(room, row);
        if (row->for_all) text_format(&text, "%s\"%s\"", text.length ? "," : "", row->table.text);
    }
}

/* What has changed since the last news: rows and tables that are gone. */
static void collect_news(Room *room) {
    GoneRows gone = room->gone_news;
    Text text = text_init(room->news_rows, sizeof room->news_rows);
    room_tell_neighbours(room);
    room->gone_news = room->gone;
    room->gone = gone;
    room->gone.count = room->news_count = 0;
    collect_own(room, &text);
    collect_far(room, &text);
    collect_gone(room);
    room->rows_changed = room->public_valid = false;
    room->lobby_told = room->now;
    for (Client *client = room->first; room->lobby_count > 0 && client; client = client->next)
        if (client->lobby && !client->list_waits) await(room, client, false, true);
    room->lists_due = room->now;
}

void room_list_again(Room *room) {
    for (size_t i = 0; i < room->table_count; i++) {
        RoomTable *at = room->list[i];
        at->row_changed |= at->row_news;
        at->turn_changed |= at->turn_news;
    }
    for (size_t i = 0; i < room->gone_news.count; i++) {
        const GoneRow *row = &room->gone_news.rows[i];
        add_gone(&room->gone, row, row->members, row->member_count);
    }
    room->gone_news.count = 0;
    room->rows_changed = true;
    room->public_valid = false;
    for (Client *client = room->first; room->lobby_count > 0 && client; client = client->next)
        if (client->lobby) await(room, client, true, false);
}

/* Is the table among the person's own, which are told apart? */
static bool is_own(const Membership *first, uint64_t table) {
    while (first && first->table != table) first = first->next;
    return first != NULL;
}

static bool has_news(const Membership *member) {
    return member->at ? member->at->row_news || member->at->turn_news : member->far->row_news || member->far->turn_news;
}

/* Lists the tables that are gone for a person; false if there are none. */
static bool write_gone(const Room *room, const PersonId *person, Json *json) {
    bool some = room->gone_rows[0] != 0;
    json_open_list(json, "gone");
    if (some) json_written(json, NULL, room->gone_rows);
    for (size_t i = 0; i < room->gone_news.count; i++) {
        const GoneRow *row = &room->gone_news.rows[i];
        if (row->for_all || !gone_concerns(row, person) || !is_gone(room, row)) continue;
        json_text(json, NULL, row->table.text);
        some = true;
    }
    json_close(json);
    return some;
}

/* The news as they concern the client's person, if they do. */
static void tell_news(Room *room, const Client *client) {
    const PersonId *person = &client->person->id;
    const Membership *own = room_memberships(room, person);
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "lobby");
    json_open_list(&json, "changed");
    size_t before = text.length;
    for (size_t i = 0; i < room->news_count; i++)
        if (!is_own(own, room->news[i].table)) json_written(&json, NULL, room->news_rows + room->news[i].offset);
    for (const Membership *member = own; member; member = member->next)
        if (has_news(member) && !add_own_row(room, member, person, &json)) break;
    bool some = text.length > before;
    json_close(&json);
    some |= write_gone(room, person, &json);
    json_close(&json);
    if (some && !text.overflow) send_list(room, client, &text);
}

/* ---- when */

static Milliseconds news_due(const Room *room) {
    bool wanted = room->rows_changed && room->news_waiting == 0 && (room->lobby_count > 0 || room->port.share);
    return wanted ? room->lobby_told + LOBBY_PAUSE_MS : INT64_MAX;
}

Milliseconds room_lobby_due(const Room *room) {
    Milliseconds lists = room->waiting_first ? room->lists_due : INT64_MAX, news = news_due(room);
    return lists < news ? lists : news;
}

void room_tell_lobby(Room *room) {
    if (news_due(room) <= room->now) collect_news(room);
    tell_waiting(room);
}

void room_release_list(Room *room) {
    free(room->gone.rows);
    free(room->gone_news.rows);
    free(room->news);
}
