/* Before a match and after it: making a table, choosing seats, ready, rematch. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "room/inside.h"

static bool is_maker(const Client *client, const RoomTable *at) {
    return strcmp(at->table.maker.text, client->person->id.text) == 0;
}

void room_new_id(Room *room, TableId *id) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32: none that look alike */
    uint8_t bytes[TABLE_ID_MAX - 1];
    do {
        room->port.random(room->port.context, bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes; i++) id->text[i] = letters[bytes[i] & 31];
        id->text[sizeof bytes] = 0;
    } while (room_table(room, id) || !room_owns(room, id));
}

/* A new table with its first entry. */
static RoomTable *make_table(Room *room, Entry *entry) {
    uint8_t secret[ROOM_SECRET_BYTES];
    TableId id;
    room_new_id(room, &id);
    room->port.random(room->port.context, secret, sizeof secret);
    fair_commitment(secret, entry->commitment);
    RoomTable *at = room_add_table(room, &id, secret);
    Write write = {.kind = WRITE_TABLE,
                   .table = id,
                   .at = room->now,
                   .secret = secret,
                   .create_key = entry->key[0] ? table_key_hash(&entry->person, entry->key) : 0};
    room->port.write(room->port.context, &write);
    room_log(room, at, entry);
    return at;
}

/* What was agreed on, as an entry; a code if it cannot be. */
static Code read_agreement(const Wire *wire, Entry *entry) {
    int me = 0;
    Chance chance = chance_fast(0);
    StateRoom trial;
    if (!setup_find(&wire->setup, &entry->game, &entry->setup, NULL)) return CODE_NO_SUCH_GAME;
    int people = entry->setup.people;
    if (!game_people_fit(entry->game, entry->setup.variant, people, NULL)) return CODE_BAD_PEOPLE;
    if (!entry->game->setup(STATE_IN(trial), &entry->setup, &chance, NULL, NULL)) return CODE_BAD_OPTIONS;
    if (wire->place_count != people) return CODE_BAD_SEATS;
    for (int seat = 0; seat < people; seat++) me += wire->places[seat].who == WHO_PERSON;
    if (me > 1) return CODE_BAD_SEATS;
    memcpy(entry->places, wire->places, sizeof entry->places);
    entry->clock = wire->clock;
    entry->hints = wire->hints;
    entry->is_public = wire->is_public;
    entry->chat = wire->chat;
    return CODE_NONE;
}

/* The table that an earlier message with this key made. */
static RoomTable *made_before(const Room *room, const Client *client, const char *key) {
    uint64_t hash = table_key_hash(&client->person->id, key);
    for (const Membership *member = room_memberships(room, &client->person->id); member; member = member->next)
        if (member->at && member->at->table.create_key == hash) return member->at;
    return NULL;
}

/* Is there room for one more table of this person? Refuses if not. */
static bool may_make(Room *room, const Client *client, const char *key) {
    if (room_tables_of(room, &client->person->id) >= TABLES_PER_PERSON_MAX) {
        room_refuse_with(room, client, key, CODE_TOO_MANY_TABLES, "max", TABLES_PER_PERSON_MAX);
        return false;
    }
    if (!room_may_host(room, client, key)) return false;
    if (room_may_make(room, client->source)) return true;
    room_refuse_with(room, client, key, CODE_TOO_FAST, "pause", TABLE_MS);
    return false;
}

/* The message may have come before, and its table may be in the store alone. */
void do_create(Room *room, Client *client, const Wire *wire) {
    Wire *copy = memory_take(sizeof *copy);
    *copy = *wire;
    room_load(room, (Waiting){.purpose = FOR_CREATE, .client = client->id, .create = copy});
}

void room_create(Room *room, Client *client, const Wire *wire, const TableId *made) {
    Entry entry = entry_by(client, wire, ENTRY_CREATE, 0);
    RoomTable *at = made_before(room, client, wire->key);
    if (!at && made) {
        room_done(room, client, wire->key, made);
        if (room_owns(room, made)) room_open_table(room, client, made, -1);
        else room->port.share->moved(room->port.share->context, client->id, made, -1);
        return;
    }
    if (!room_owns(room, NULL)) { /* since the message was taken: it comes back, and sends it again */
        room_bye(room, client, CODE_STORE, CLOSE_STORE);
        return;
    }
    if (!at) {
        Code code = read_agreement(wire, &entry);
        if (code) {
            room_refuse(room, client, wire->key, code);
            return;
        }
        if (!may_make(room, client, wire->key)) return;
        memcpy(entry.name, client->person->name, sizeof entry.name);
        entry.face = client->person->face;
        at = make_table(room, &entry);
    }
    room_done(room, client, wire->key, &at->table.id);
    room_enter(room, at, client);
    room_tell_table(room, at, &at->table, client, NULL);
}

void do_sit(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    Table *table = &at->table;
    const char *key = wire->key;
    int seat = table_seat_of(table, &client->person->id);
    Entry entry = entry_by(client, wire, ENTRY_SIT, wire->seat);
    if (table->phase != PHASE_WAITING) room_refuse(room, client, key, CODE_ALREADY_STARTED);
    else if (wire->seat >= table->people) room_refuse(room, client, key, CODE_NO_SUCH_SEAT);
    else if (seat >= 0) room_refuse(room, client, key, CODE_ALREADY_SEATED);
    else if (table->seats[wire->seat].who != WHO_OPEN) room_refuse(room, client, key, CODE_SEAT_TAKEN);
    else if (!is_maker(client, at) && room_tables_of(room, &client->person->id) >= TABLES_PER_PERSON_MAX)
        room_refuse_with(room, client, key, CODE_TOO_MANY_TABLES, "max", TABLES_PER_PERSON_MAX);
    else {
        memcpy(entry.name, client->person->name, sizeof entry.name);
        entry.face = client->person->face;
        room_log(room, at, &entry);
        room_done(room, client, key, NULL);
    }
}

void do_stand(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = table_seat_of(&at->table, &client->person->id);
    Entry entry = entry_by(client, wire, ENTRY_STAND, seat);
    if (at->table.phase != PHASE_WAITING) room_refuse(room, client, wire->key, CODE_ALREADY_STARTED);
    else if (seat < 0) room_refuse(room, client, wire->key, CODE_NOT_SEATED);
    else {
        room_log(room, at, &entry);
        room_done(room, client, wire->key, NULL);
    }
}

/* May this person arrange the seats now? Refuses if not. */
static bool may_arrange(Room *room, const Client *client, const RoomTable *at, const char *key, int seat) {
    Code code = CODE_NONE;
    if (!is_maker(client, at)) code = CODE_NOT_MAKER;
    else if (at->table.phase != PHASE_WAITING) code = CODE_ALREADY_STARTED;
    else if (seat >= at->table.people) code = CODE_NO_SUCH_SEAT;
    if (code) room_refuse(room, client, key, code);
    return code == CODE_NONE;
}

void do_seat(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    Entry entry = entry_by(client, wire, ENTRY_SEAT, wire->seat);
    if (!may_arrange(room, client, at, wire->key, wire->seat)) return;
    entry.to = wire->to;
    room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

void do_swap(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    Entry entry = entry_by(client, wire, ENTRY_SWAP, wire->seat);
    entry.other = wire->other;
    if (!may_arrange(room, client, at, wire->key, wire->seat > wire->other ? wire->seat : wire->other)) return;
    room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

void do_fill(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    if (!may_arrange(room, client, at, wire->key, 0)) return;
    for (int seat = 0; seat < at->table.people; seat++) {
        if (at->table.seats[seat].who != WHO_OPEN) continue;
        Entry entry = entry_by(client, wire, ENTRY_SEAT, seat);
        entry.to = (Place){WHO_BOT, wire->level};
        room_log(room, at, &entry);
    }
    room_done(room, client, wire->key, NULL);
}

/* The person who opened a table of bots only, to watch them, says when they begin. */
static bool is_show(const RoomTable *at) {
    for (int seat = 0; seat < at->table.people; seat++)
        if (at->table.seats[seat].who != WHO_BOT) return false;
    return true;
}

void do_ready(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = table_seat_of(&at->table, &client->person->id);
    bool show = seat < 0 && wire->on && is_maker(client, at) && is_show(at);
    Entry entry = entry_by(client, wire, show ? ENTRY_START : ENTRY_READY, show ? 0 : seat);
    if (at->table.phase != PHASE_WAITING) room_refuse(room, client, wire->key, CODE_ALREADY_STARTED);
    else if (seat < 0 && !show) room_refuse(room, client, wire->key, CODE_NOT_SEATED);
    else {
        entry.on = wire->on;
        entry.has_salt = wire->on;
        if (wire->on) memcpy(entry.salt, wire->salt, SALT_BYTES);
        entry.revision = at->table.game->revision;
        room_log(room, at, &entry);
        room_done(room, client, wire->key, NULL);
    }
}

/* ---- away with it */

/* Does nobody else play here, or have all others left it for good? */
static bool is_last(const Table *table, int seat) {
    for (int other = 0; other < table->people; other++)
        if (other != seat && table->seats[other].who == WHO_PERSON && !table->seats[other].left) return false;
    return true;
}

/* Takes a table off the person's list: one that nobody else needs is over, at others a bot takes the seat. */
void do_remove(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    const Table *table = &at->table;
    int seat = table_seat_of(table, &client->person->id);
    bool waiting = table->phase == PHASE_WAITING, ends = waiting ? is_maker(client, at) : is_last(table, seat);
    if (seat < 0 && !is_maker(client, at)) {
        room_refuse(room, client, wire->key, CODE_NOT_SEATED);
        return;
    }
    Entry entry = entry_by(client, wire, ends ? ENTRY_END : waiting ? ENTRY_STAND : ENTRY_ABSENT, seat < 0 ? 0 : seat);
    entry.why = END_LEFT;
    entry.left = true;
    if (table->phase != PHASE_OVER && (ends || seat >= 0)) room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

/* ---- once more */

/* The same table again: the person who asks makes it. The others keep their seats, except those who have no room for another
 * table or had removed this one. */
static RoomTable *make_again(Room *room, const Client *client, const Table *old) {
    Entry entry = {.kind = ENTRY_CREATE,
                   .person = client->person->id,
                   .game = old->game,
                   .clock = old->clock,
                   .hints = old->hints,
                   .is_public = old->is_public,
                   .chat = old->chat};
    table_describe(old, &entry.setup);
    memcpy(entry.name, client->person->name, sizeof entry.name);
    entry.face = client->person->face;
    for (int seat = 0; seat < old->people; seat++) {
        const Seat *at = &old->seats[seat];
        bool me = at->who == WHO_PERSON && strcmp(at->person.text, client->person->id.text) == 0;
        if (at->who == WHO_BOT || me) entry.places[seat] = (Place){at->who, at->level};
    }
    RoomTable *made = make_table(room, &entry);
    for (int seat = 0; seat < old->people; seat++) {
        const Seat *at = &old->seats[seat];
        if (at->who != WHO_PERSON || at->left || made->table.seats[seat].who != WHO_OPEN) continue;
        if (room_tables_of(room, &at->person) >= TABLES_PER_PERSON_MAX) continue;
        Entry sit = {.kind = ENTRY_SIT, .person = at->person, .seat = seat};
        memcpy(sit.name, at->name, sizeof sit.name);
        sit.face = at->face;
        room_log(room, made, &sit);
    }
    return made;
}

void do_rematch(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    bool may = table_seat_of(&at->table, &client->person->id) >= 0 || is_maker(client, at);
    Entry entry = entry_by(client, wire, ENTRY_REMATCH, 0);
    if (at->table.phase != PHASE_OVER) room_refuse(room, client, wire->key, CODE_NOT_OVER);
    else if (!may) room_refuse(room, client, wire->key, CODE_NOT_SEATED);
    else if (at->table.rematch.text[0]) room_done(room, client, wire->key, &at->table.rematch);
    else if (may_make(room, client, wire->key)) {
        entry.table = make_again(room, client, &at->table)->table.id;
        room_log(room, at, &entry);
        room_done(room, client, wire->key, &entry.table);
    }
}
