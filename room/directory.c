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
    RoomTable *at = memory_take(sizeof *at);
    if (room->table_count == room->table_capacity) {
        room->table_capacity = room->table_capacity ? 2 * room->table_capacity : 64;
        room->list = memory_grow(room->list, room->table_capacity * sizeof *room->list);
    }
    table_init(&at->table, id, secret);
    at->asked_turn = UINT64_MAX;
    at->began = at->empty = room->now;
    for (int seat = 0; seat < SEATS_MAX; seat++) at->away[seat] = room->now;
    at->place = room->table_count;
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

void room_drop_table(Room *room, RoomTable *at, bool stored) {
    while (at->visits) room_exit(room, at, at->visits->client);
    if (at->table.game) room_row_gone(room, at, stored);
    room_unqueue(room, &at->job);
    unlink_touched(room, at);
    unlink_unsettled(room, at);
    agenda_remove(&room->agenda, &at->appointment);
    index_remove(&room->tables, index_hash(at->table.id.text));
    room_forget_members(room, at->members);
    room->list[at->place] = room->list[--room->table_count];
    room->list[at->place]->place = at->place;
    free(at);
}

bool room_owns(const Room *room, const TableId *id) {
    return !room->port.share || room->port.share->owns(room->port.share->context, id);
}

void room_let_others(Room *room) {
    for (size_t i = room->table_count; i-- > 0;) {
        RoomTable *at = room->list[i];
        if (room_owns(room, &at->table.id)) continue;
        for (const Visit *visit = at->visits; visit; visit = visit->next_here)
            room->port.share->moved(room->port.share->context, visit->client->id, &at->table.id, (int64_t)at->told - 1);
        if (at->table.game) room_row_gone(room, at, true);
        at->table.game = NULL; /* nobody is told that the others left: they are still there, in another room */
        room_drop_table(room, at, true);
    }
    room_forget_loads(room);
}

/* The table that nobody has been at for longest, if it may go. */
static RoomTable *oldest_empty(const Room *room) {
    RoomTable *oldest = NULL;
    for (size_t i = 0; i < room->table_count; i++) {
        RoomTable *at = room->list[i];
        if (at->visits || at->touched || at->loading || at->reads > 0) continue;
        if (!oldest || at->empty < oldest->empty) oldest = at;
    }
    return oldest;
}

bool room_may_host(Room *room, const Client *client, const char *key) {
    int left = room->settings.tables_max - room->occupied;
    bool good = left > 0 && (client->source->tables == 0 || client->source->tables < left / TABLES_SHARE);
    if (good && room->table_count >= (size_t)room->settings.tables_max) {
        RoomTable *oldest = oldest_empty(room);
        good = oldest != NULL;
        if (oldest) room_drop_table(room, oldest, true);
    }
    if (!good) room_refuse(room, client, key, CODE_ROOM_FULL);
    return good;
}

static bool is_at(const RoomTable *at, const PersonId *person) {
    for (const Visit *visit = at->visits; visit; visit = visit->next_here)
        if (strcmp(visit->client->person->id.text, person->text) == 0) return true;
    return false;
}

int room_tables_of(const Room *room, const PersonId *person) {
    int count = 0;
    for (const Membership *member = room_memberships(room, person); member; member = member->next) {
        const RoomTable *at = member->at;
        if (member->far) count += room_is_far_member(member->far, person);
        if (!at || !at->table.game || at->table.phase == PHASE_OVER || !room_is_member(&at->table, person)) continue;
        count +=
            is_at(at, person) || (at->table.phase == PHASE_WAITING && at->visits && table_seat_of(&at->table, person) >= 0);
    }
    return count;
}

/* ---- who is there */

Visit *room_visit(const RoomTable *at, const Client *client) {
    Visit *visit = at->visits;
    while (visit && visit->client != client) visit = visit->next_here;
    return visit;
}

SeatSet room_here(const RoomTable *at) {
    SeatSet here = 0;
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) {
        int seat = table_seat_of(&at->table, &visit->client->person->id);
        if (seat >= 0) here |= SEAT_BIT(seat);
    }
    return here;
}

int room_watchers(const RoomTable *at) {
    int count = 0;
    for (const Visit *visit = at->visits; visit; visit = visit->next_here)
        count += table_seat_of(&at->table, &visit->client->person->id) < 0;
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

/* The first to come: time during which nobody was here counts for nobody. */
static void wake(Room *room, RoomTable *at, const Client *client) {
    Entry entry = {.kind = ENTRY_CLOCK};
    bool long_empty = at->paused || (at->empty && room->now - at->empty >= PAUSE_MS);
    at->host = client->source;
    at->host->tables++;
    room->occupied++;
    at->paused = false;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (at->away[seat]) at->away[seat] = room->now;
    at->began = room->now;
    if (long_empty && at->table.phase == PHASE_PLAYING && at->table.clock > 0) room_log(room, at, &entry);
}

/* The name and face the person has taken since. */
static void update_name(Room *room, RoomTable *at, const Person *person) {
    int seat = table_seat_of(&at->table, &person->id);
    Entry entry = {.kind = ENTRY_NAME, .person = person->id, .seat = seat, .face = person->face};
    if (seat < 0 || at->table.phase == PHASE_OVER || table_shows(&at->table, seat, person->name, person->face)) return;
    memcpy(entry.name, person->name, sizeof entry.name);
    if (room_spend(room, at, person)) room_log(room, at, &entry);
}

void room_enter(Room *room, RoomTable *at, Client *client) {
    if (room->port.share) room->port.share->entered(room->port.share->context, client->id, &at->table.id);
    if (room_visit(at, client)) return;
    if (!at->visits) wake(room, at, client);
    update_name(room, at, client->person);
    SeatSet before = room_here(at);
    Visit *visit = memory_take(sizeof *visit);
    *visit = (Visit){client, at, at->visits, client->visits};
    at->visits = client->visits = visit;
    client->visit_count++;
    note_presence(room, at);
    at->here_changed |= room_here(at) != before;
    room_unsettle(room, at);
}

void room_exit(Room *room, RoomTable *at, Client *client) {
    Visit **here = &at->visits, **there = &client->visits;
    while (*here && (*here)->client != client) here = &(*here)->next_here;
    if (!*here) return;
    Visit *visit = *here;
    SeatSet before = room_here(at);
    while (*there != visit) there = &(*there)->next_there;
    *here = visit->next_here;
    *there = visit->next_there;
    free(visit);
    client->visit_count--;
    if (at->job.waits && at->job.person == client->person)
        room_unqueue(room, &at->job); /* somebody else pays, if there is one */
    if (!at->visits) {
        at->host->tables--;
        at->host = NULL;
        room->occupied--;
    }
    if (!at->table.game) return;
    note_presence(room, at);
    at->here_changed |= room_here(at) != before;
    room_unsettle(room, at);
}

void room_unsettle(Room *room, RoomTable *at) {
    if (at->unsettled) return;
    at->unsettled = true;
    at->next_unsettled = room->unsettled;
    room->unsettled = at;
}

/* ---- budgets */

/* Is it the budget of somebody who sits here, or who made the table? */
static bool is_members(const Table *table, const Allowance *budget) {
    if (index_hash(table->maker.text) == budget->person) return true;
    for (int seat = 0; seat < table->people; seat++)
        if (table->seats[seat].who == WHO_PERSON && index_hash(table->seats[seat].person.text) == budget->person) return true;
    return false;
}

/* The person's own, or else what is left of the fullest that no member has: a crowd that takes turns has no more than those who
 * fit, and takes nothing from the players. */
static Allowance *allowance_of(RoomTable *at, const Person *person) {
    uint64_t hash = index_hash(person->id.text);
    Allowance *best = NULL;
    for (int i = 0; i < ALLOWANCES_MAX; i++) {
        Allowance *budget = &at->allowances[i];
        if (budget->person == hash) return budget;
        if (budget->person && is_members(&at->table, budget)) continue;
        if (!best || !budget->person || (best->person && budget->entries.empty < best->entries.empty)) best = budget;
    }
    best->person = hash;
    return best;
}

bool room_spend(const Room *room, RoomTable *at, const Person *person) {
    return credit_take(&allowance_of(at, person)->entries, room->now, ENTRIES_BURST, ENTRY_MS);
}

/* ---- telling */

bool room_is_behind(const Table *table, int viewer) {
    return viewer == ONLOOKER && table->rounds && table->phase == PHASE_PLAYING;
}

static int viewer_of(const Table *table, const Client *client) {
    int seat = table_seat_of(table, &client->person->id);
    return seat < 0 ? ONLOOKER : seat;
}

static void write_you(const Table *table, const Client *client, Json *json) {
    int seat = table_seat_of(table, &client->person->id);
    json_open_object(json, "you");
    json_number_or_null(json, "seat", seat, seat >= 0);
    json_bool(json, "maker", strcmp(table->maker.text, client->person->id.text) == 0);
    json_bool(json, "watching", seat < 0);
    json_close(json);
}

static void write_proposal(const Room *room, const RoomTable *at, Json *json) {
    if (!at->table.proposed) {
        json_none(json, "proposal");
        return;
    }
    json_open_object(json, "proposal");
    json_text(json, "what", "end");
    shown_seats(at->table.yes, "yes", json);
    shown_seats(room_still_asked(room, at), "asked", json);
    json_close(json);
}

/* The clock that matters to the viewer: their own, or else the first that runs out. */
static void write_deadline(const Table *table, int viewer, Milliseconds now, Json *json) {
    Milliseconds first = INT64_MAX;
    for (int seat = 0; seat < table->people; seat++) {
        Milliseconds deadline = table_deadline(table, seat);
        if (seat == viewer && deadline != INT64_MAX) {
            first = deadline;
            break;
        }
        if (deadline < first) first = deadline;
    }
    json_number_or_null(json, "deadline", first, first != INT64_MAX);
    json_number(json, "now", now);
    json_bool(json, "undo", viewer != ONLOOKER && table_may_undo(table, viewer));
}

/* For whom the others wait, and from when on they need not; of several the first. */
static void write_replace(const RoomTable *at, Json *json) {
    Milliseconds first = INT64_MAX;
    int who = 0;
    for (int seat = 0; seat < at->table.people; seat++) {
        Milliseconds from = room_replace_at(at, seat);
        if (from >= first) continue;
        first = from;
        who = seat;
    }
    if (first == INT64_MAX) {
        json_none(json, "replace");
        return;
    }
    json_open_object(json, "replace");
    json_number(json, "seat", who);
    json_number(json, "at", first);
    json_close(json);
}

/* When the match is over anyone may check that the cards were nobody's choice. */
static void write_fairness(const Table *table, Json *json) {
    char hex[COMMITMENT_HEX];
    if (table->phase != PHASE_OVER) return;
    hex_write(table->secret, ROOM_SECRET_BYTES, hex);
    json_text(json, "secret", hex);
    json_open_list(json, "salts");
    for (int seat = 0; seat < table->people; seat++) {
        hex_write(table->seats[seat].salt, SALT_BYTES, hex);
        json_text(json, NULL, table->seats[seat].has_salt ? hex : NULL);
    }
    json_close(json);
    if (table->rematch.text[0]) json_text(json, "rematch", table->rematch.text);
}

/* What has a state only once the match has begun: one that ended before has none. */
static bool was_played(const Table *table) { return table->phase == PHASE_PLAYING || table->turn > 0 || table->step > 0; }

void room_telling(const Room *room, const RoomTable *at) {
    const RoomShare *share = room->port.share;
    if (share) share->telling(share->context, at ? &at->table.id : NULL, at ? at->table.n - 1 : 0);
}

void room_tell_table(Room *room, const RoomTable *at, const Table *shown, const Client *client, const Before *before) {
    const Table *table = &at->table;
    int viewer = viewer_of(table, client);
    char commitment[COMMITMENT_HEX];
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    fair_commitment(table->secret, commitment);
    json_open_object(&json, NULL);
    json_text(&json, "say", "table");
    json_text(&json, "table", table->id.text);
    json_number(&json, "n", table->n - 1);
    json_text(&json, "phase", wire_phase(table->phase));
    wire_agreement(table, &json);
    if (table->moved) json_bool(&json, "moved", true);
    json_number(&json, "created", table->created);
    json_text(&json, "commitment", commitment);
    wire_seats(table, room_here(at), &json);
    write_you(table, client, &json);
    write_proposal(room, at, &json);
    write_deadline(table, viewer, room->now, &json);
    write_fairness(table, &json);
    if (was_played(table)) {
        wire_game(shown, viewer, &room->desk, &json);
        wire_scores(shown, &json);
        write_replace(at, &json);
        json_bool(&json, "behind", room_is_behind(table, viewer));
        json_written(&json, "recent", before ? before->recent : "[]");
        json_written(&json, "ended", before ? before->ended : "[]");
        json_written(&json, "talk", before ? before->talk : "[]");
    }
    json_close(&json);
    room_telling(room, at);
    room_send(room, client, &text);
    room_telling(room, NULL);
}

Milliseconds room_here_due(const RoomTable *at) { return at->here_changed ? at->here_told + HERE_MS : INT64_MAX; }

void room_tell_here(Room *room, RoomTable *at) {
    at->here_changed = false;
    at->here_told = room->now;
    room_touch(room, at);
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "here");
    json_text(&json, "table", at->table.id.text);
    wire_seats(&at->table, room_here(at), &json);
    write_replace(at, &json);
    json_close(&json);
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) room_send(room, visit->client, &text);
}

/* Opens a message about the entry and what it changed, as a viewer may know it. `behind`: without the game. */
static void open_entry(Room *room, const RoomTable *at, const Entry *entry, int viewer, bool behind, Json *json) {
    const Table *table = &at->table;
    bool step = history_is_step(entry) || entry->kind == ENTRY_ABSENT || entry->kind == ENTRY_BACK ||
                entry->kind == ENTRY_CLOCK || entry->kind == ENTRY_END;
    json_open_object(json, NULL);
    json_text(json, "say", "entry");
    json_text(json, "table", table->id.text);
    json_number(json, "n", table->n - 1);
    entry_write_public(entry, json);
    json_open_list(json, "events");
    if (!behind) wire_events(table, &room->desk, 0, viewer, json);
    json_close(json);
    json_text(json, "phase", wire_phase(table->phase));
    if (entry->kind == ENTRY_TALK) return;
    if (entry->kind != ENTRY_MOVE) wire_seats(table, room_here(at), json);
    write_proposal(room, at, json);
    write_fairness(table, json);
    if (!step || !was_played(table)) return;
    write_deadline(table, viewer, room->now, json);
    write_replace(at, json);
    if (!behind) wire_game(table, viewer, &room->desk, json);
}

static void tell_entry(Room *room, RoomTable *at, const Entry *entry, bool was_playing) {
    bool step = history_is_step(entry);
    SeatSet written = 0;
    /* Written once for each viewer, in the order of the visits; nothing else depends on how many watch. */
    for (const Visit *visit = at->visits; visit; visit = visit->next_here) {
        int viewer = viewer_of(&at->table, visit->client);
        if (written & SEAT_BIT(viewer)) continue;
        written |= SEAT_BIT(viewer);
        bool behind = viewer == ONLOOKER && at->table.rounds && was_playing;
        if (behind && step) continue;
        Text text = text_init(room->reply, sizeof room->reply);
        Json json = json_to(&text);
        open_entry(room, at, entry, viewer, behind, &json);
        JsonMark common = json_mark(&json);
        for (const Visit *same = visit; same; same = same->next_here) {
            if (viewer_of(&at->table, same->client) != viewer) continue;
            json_rewind(&json, common);
            if (!step && entry->kind != ENTRY_TALK) write_you(&at->table, same->client, &json);
            json_close(&json);
            room_send(room, same->client, &text);
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

static void write_member(Room *room, const RoomTable *at, const PersonId *person) {
    Write write = {.kind = WRITE_MEMBER, .table = at->table.id, .person = *person};
    room->port.write(room->port.context, &write);
}

void room_touch(Room *room, RoomTable *at) {
    if (at->touched) return;
    at->touched = true;
    at->next_touched = room->touched;
    room->touched = at;
}

void room_keep(Room *room, RoomTable *at) {
    Text text = text_init(room->snapshot, sizeof room->snapshot);
    table_snapshot(&at->table, &text);
    room_touch(room, at);
    write_side(room, at, WRITE_SNAPSHOT, &text);
    at->kept = at->table.n;
}

bool room_has_key(const RoomTable *at, const PersonId *person, const char *key) {
    uint64_t hash = table_key_hash(person, key);
    for (unsigned i = 0; i < at->recent_key_count && i < KEYS_RECENT; i++)
        if (at->recent_keys[i] == hash) return true;
    return table_has_key(&at->table, person, key);
}

void room_log(Room *room, RoomTable *at, Entry *entry) {
    Table *table = &at->table;
    Phase phase = table->phase;
    uint32_t round = table->round, step = table->step;
    bool first = table->n == 0;
    Error error = {""};
    entry->at = room->now;
    bool good = table_apply(table, entry, &room->desk, &error);
    if (!good) abort(); /* the caller has checked the entry: going on would write a log that cannot be read back */
    room_touch(room, at);
    room_unsettle(room, at);
    Text text = text_init(room->entry, sizeof room->entry);
    entry_write(entry, &text);
    write_side(room, at, WRITE_ENTRY, &text);
    if (first || table->phase != phase) write_side(room, at, WRITE_PHASE, NULL);
    if (entry->kind == ENTRY_CREATE || entry->kind == ENTRY_SIT) write_member(room, at, &entry->person);
    bool round_began = entry->kind == ENTRY_START || (entry->kind == ENTRY_MOVE && table->round != round);
    if (round_began || table->n - at->kept >= SNAPSHOT_ENTRIES) room_keep(room, at);
    if (table->step != step || entry->kind == ENTRY_START) at->began = room->now;
    if (entry->kind == ENTRY_MOVE) room->counts.moves++;
    if (entry->key[0]) at->recent_keys[at->recent_key_count++ % KEYS_RECENT] = table_key_hash(&entry->person, entry->key);
    note_presence(room, at);
    room_telling(room, at);
    tell_entry(room, at, entry, phase == PHASE_PLAYING);
    room_telling(room, NULL);
    bool ended = table->phase == PHASE_OVER && phase == PHASE_PLAYING;
    bool row = table->phase != phase || !(history_is_step(entry) || entry->kind == ENTRY_TALK);
    at->row_changed |= row;
    at->turn_changed |= history_is_step(entry);
    room->rows_changed = true;
    if (row) room_note_members(room, at);
    if (table->rounds && phase == PHASE_PLAYING && (table->round > round || ended) && room_watchers(at) > 0)
        room_load_round(room, at, round + 1);
}
