/* Reads logs back: for players who enter, undo, watchers after a round, and tables whose commit failed.
 * The room asks the port; the answer comes as a later input, and the room asks again if the table has moved on meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "room/history.h"
#include "room/inside.h"

void room_load(Room *room, Waiting wanted) {
    Waiting *waiting = memory_take(sizeof *waiting);
    *waiting = wanted;
    waiting->fresh = true;
    waiting->ticket = ++room->tickets ? room->tickets : ++room->tickets; /* never 0 */
    waiting->next = room->waiting;
    room->waiting = waiting;
    room->port.load(room->port.context, &(Load){.table = waiting->table, .ticket = waiting->ticket});
}

/* ---- entering */

/* Is there room for this client at the table? Refuses if not. */
static bool may_enter(Room *room, const RoomTable *at, const Client *client) {
    if (room_visit(at, client)) return true;
    if (client->visit_count >= TABLES_ENTERED_MAX) {
        room_refuse_with(room, client, NULL, CODE_TOO_MANY_TABLES, "max", TABLES_ENTERED_MAX);
        return false;
    }
    if (table_seat_of(&at->table, &client->person->id) < 0 && room_watchers(at) >= WATCHERS_MAX) {
        room_refuse_with(room, client, NULL, CODE_WATCHERS_FULL, "max", WATCHERS_MAX);
        return false;
    }
    return true;
}

void do_enter(Room *room, Client *client, const Wire *wire) {
    RoomTable *at = room_table(room, &wire->table);
    if (!at || at->loading || at->table.phase != PHASE_WAITING) {
        room_load(room, (Waiting){.purpose = LOAD_ENTER, .table = wire->table, .client = client->id, .since = wire->since});
        return;
    }
    if (!may_enter(room, at, client)) return;
    room_enter(room, at, client);
    room_tell_table(room, at, &at->table, client, NULL);
}

/* The events of the round at hand, and the table as the viewer may see it: one round behind, its beginning. */
static bool look_back(Room *room, const Loaded *loaded, const Table *now, int viewer, Table *shown, Json *recent) {
    History *history = memory_take(sizeof *history);
    Error error = {""};
    bool behind = room_is_behind(now, viewer);
    uint32_t from = now->round;
    if (now->n > RECENT_ENTRIES_MAX && from < now->n - RECENT_ENTRIES_MAX) from = now->n - RECENT_ENTRIES_MAX;
    if (behind) from = now->round;
    if (!history_open(history, &now->id, loaded->secret, loaded->entries, loaded->entry_count, true, &room->desk, &error)) {
        free(history);
        return false;
    }
    while (history_next(history, &error)) {
        uint32_t n = history_n(history);
        if (n < from) continue;
        size_t first = n == now->round && now->rounds ? history_round_event(&room->desk) : 0;
        wire_events(&history->table, &room->desk, first, viewer, recent);
        memcpy(shown, &history->table, sizeof *shown);
        if (behind && n == now->round) break;
    }
    history_release(history);
    free(history);
    return !error.text[0];
}

/* Steps `from` to `to` as they happened. False if they are too many to tell at once. */
static bool tell_steps(Room *room, const Loaded *loaded, const Client *client, uint32_t from, uint32_t to, int viewer) {
    History *history = memory_take(sizeof *history);
    Error error = {""};
    Text text = text_init(room->reply, HISTORY_BYTES_MAX);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "history");
    json_text(&json, "table", loaded->table.text);
    json_number(&json, "from", from);
    json_number(&json, "to", to);
    json_open_list(&json, "steps");
    if (!history_open(history, &loaded->table, loaded->secret, loaded->entries, loaded->entry_count, false, &room->desk,
                      &error)) {
        free(history);
        return false;
    }
    while (!text.overflow && history_next(history, &error) && history_n(history) <= to) {
        if (history_n(history) < from) continue;
        json_open_object(&json, NULL);
        history_step(history, viewer, &json);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    history_release(history);
    free(history);
    if (error.text[0] || text.overflow) return false;
    room_send(room, client, &text);
    return true;
}

/* The same, or the later half of them, or of that … */
static void tell_history(Room *room, const Loaded *loaded, const Client *client, uint32_t from, uint32_t to, int viewer) {
    while (from <= to && !tell_steps(room, loaded, client, from, to, viewer)) from += (to - from) / 2 + 1;
}

/* `table` with what a fresh eye needs. */
static void tell_whole(Room *room, RoomTable *at, const Loaded *loaded, const Client *client) {
    int seat = table_seat_of(&at->table, &client->person->id);
    Table *shown = memory_take(sizeof *shown);
    char *buffer = memory_grow(NULL, RECENT_BYTES_MAX);
    Text text = text_init(buffer, RECENT_BYTES_MAX);
    Json recent = json_to(&text);
    memcpy(shown, &at->table, sizeof *shown);
    json_open_list(&recent, NULL);
    bool told = look_back(room, loaded, &at->table, seat < 0 ? ONLOOKER : seat, shown, &recent);
    json_close(&recent);
    bool behind = room_is_behind(&at->table, seat < 0 ? ONLOOKER : seat);
    room_tell_table(room, at, behind ? shown : &at->table, client, told && !text.overflow ? buffer : NULL);
    free(buffer);
    free(shown);
}

static RoomTable *build(Room *room, const Loaded *loaded) {
    RoomTable *at = room_add_table(room, &loaded->table, loaded->secret);
    Error error = {""};
    if (table_load(&at->table, loaded->entries, loaded->entry_count, loaded->snapshot, loaded->snapshot_length, &room->desk,
                   &error))
        return at;
    at->table.game = NULL;
    room_drop_table(room, at);
    return NULL;
}

static void loaded_enter(Room *room, const Waiting *waiting, const Loaded *loaded) {
    Client *client = room_client(room, waiting->client);
    if (!client || client->closing) return;
    RoomTable *at = room_table(room, &waiting->table);
    if (!at && loaded->found) at = build(room, loaded);
    if (!at) {
        room_refuse(room, client, NULL, CODE_NO_SUCH_TABLE);
        return;
    }
    int seat = table_seat_of(&at->table, &client->person->id), viewer = seat < 0 ? ONLOOKER : seat;
    if (!may_enter(room, at, client)) {
        room_unsettle(room, at); /* who was loaded for nothing goes again */
        return;
    }
    room_enter(room, at, client);
    uint32_t last = at->table.n - 1;
    int64_t since = waiting->since;
    if (since >= 0 && since < last && last - since <= HISTORY_STEPS_MAX && !room_is_behind(&at->table, viewer))
        tell_history(room, loaded, client, (uint32_t)since + 1, last, viewer);
    tell_whole(room, at, loaded, client);
}

/* ---- taking a step back */

/* The move to go back to: this person's last one in the line of play. */
static bool find_step(Room *room, const Loaded *loaded, const Table *now, int seat, Entry *undo) {
    History *history = memory_take(sizeof *history);
    Error error = {""};
    bool found = false;
    Table *kept = memory_take(sizeof *kept);
    if (history_open(history, &now->id, loaded->secret, loaded->entries, loaded->entry_count, true, &room->desk, &error)) {
        memcpy(kept, &history->table, sizeof *kept);
        while (history_next(history, &error)) {
            const Entry *entry = &history->entry;
            if (entry->kind == ENTRY_MOVE && entry->by == BY_PERSON && entry->seat == seat) {
                Text position = text_init(undo->position, sizeof undo->position);
                now->game->print(table_state(kept), &position);
                undo->back = history_n(history);
                undo->turn = kept->turn;
                undo->round = kept->round;
                undo->own = kept->own;
                found = true;
            }
            memcpy(kept, &history->table, sizeof *kept);
        }
        history_release(history);
    }
    free(history);
    free(kept);
    return found && !error.text[0];
}

static void loaded_undo(Room *room, const Waiting *waiting, const Loaded *loaded) {
    Client *client = room_client(room, waiting->client);
    RoomTable *at = room_table(room, &waiting->table);
    if (!client || client->closing || !at) return;
    int seat = table_seat_of(&at->table, &client->person->id);
    if (table_has_key(&at->table, &client->person->id, waiting->key)) {
        room_done(room, client, waiting->key, NULL);
        return;
    }
    Entry undo = {.kind = ENTRY_UNDO, .person = client->person->id, .seat = seat};
    memcpy(undo.key, waiting->key, sizeof undo.key);
    if (at->table.n != loaded->entry_count) {
        room_refuse(room, client, waiting->key, CODE_TOO_LATE);
        return;
    }
    if (seat < 0 || !table_may_undo(&at->table, seat) || !find_step(room, loaded, &at->table, seat, &undo)) {
        room_refuse(room, client, waiting->key, CODE_CANNOT_UNDO);
        return;
    }
    room_log(room, at, &undo);
    room_done(room, client, waiting->key, NULL);
}

/* ---- watchers, and tables built anew */

static void loaded_round(Room *room, const Waiting *waiting, const Loaded *loaded) {
    RoomTable *at = room_table(room, &waiting->table);
    if (!at) return;
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) {
        if (table_seat_of(&at->table, &visit->client->person->id) >= 0) continue;
        tell_history(room, loaded, visit->client, waiting->from, waiting->to, ONLOOKER);
        tell_whole(room, at, loaded, visit->client);
    }
}

static void loaded_again(Room *room, const Loaded *loaded) {
    RoomTable *at = room_table(room, &loaded->table);
    Error error = {""};
    if (!at) return;
    table_init(&at->table, &loaded->table, loaded->secret ? loaded->secret : at->table.secret);
    at->loading = false;
    if (!loaded->found || !table_load(&at->table, loaded->entries, loaded->entry_count, loaded->snapshot,
                                      loaded->snapshot_length, &room->desk, &error)) {
        for (const Visit *visit = at->visits; visit; visit = visit->next_here)
            room_refuse(room, visit->client, NULL, CODE_NO_SUCH_TABLE);
        at->table.game = NULL;
        room_drop_table(room, at);
        return;
    }
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) tell_whole(room, at, loaded, visit->client);
    room_unsettle(room, at);
}

/* At the start of the server: clocks stood still while it was away. */
static void loaded_first(Room *room, const Loaded *loaded) {
    if (!loaded->found || room_table(room, &loaded->table)) return;
    RoomTable *at = build(room, loaded);
    if (!at) return;
    room_unsettle(room, at);
    Entry entry = {.kind = ENTRY_CLOCK};
    if (at->table.phase == PHASE_PLAYING && at->table.clock > 0) room_log(room, at, &entry);
}

void room_loaded(Room *room, const Loaded *loaded) {
    Waiting **link = &room->waiting;
    if (loaded->ticket == 0) {
        loaded_first(room, loaded);
        return;
    }
    while (*link && (*link)->ticket != loaded->ticket) link = &(*link)->next;
    if (!*link) return;
    Waiting waiting = **link;
    Waiting *done = *link;
    *link = done->next;
    free(done);
    RoomTable *at = room_table(room, &waiting.table);
    if (waiting.purpose == LOAD_AGAIN) {
        loaded_again(room, loaded);
        return;
    }
    bool behind = at && (at->loading || at->table.n != loaded->entry_count);
    if (behind && ++waiting.tries < LOAD_TRIES_MAX) {
        room_load(room, waiting);
        return;
    }
    if (at && at->loading) return;
    switch (waiting.purpose) {
    case LOAD_ENTER: loaded_enter(room, &waiting, loaded); break;
    case LOAD_UNDO: loaded_undo(room, &waiting, loaded); break;
    case LOAD_ROUND: loaded_round(room, &waiting, loaded); break;
    case LOAD_AGAIN: break;
    }
}
