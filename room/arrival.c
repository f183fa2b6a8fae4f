/* Plays a log from a browser again, and writes the log with which its match goes on here. */
#include "room/arrival.h"

#include <stdlib.h>
#include <string.h>

#include "room/history.h"
#include "room/inside.h"

/* A log while it is checked. */
typedef struct Checking {
    Arrival *arrival;
    Desk desk;
    History history; /* the browser's, */
    Table made;      /* and ours */
    Entry entry;     /* the next of ours */
    Milliseconds now;
    uint32_t kept; /* entries that the last snapshot has */
    int seat;      /* the person's; -1 before the start */
    char text[SNAPSHOT_BYTES_MAX];
} Checking;

static bool refuse(Checking *checking, Code code, Error *error, const char *why) {
    checking->arrival->code = code;
    return error_set(error, "%s", why);
}

/* ---- what is sent */

static bool key_fits(const char *key) { return strlen(key) == TABLE_ID_MAX - 1 && wire_is_key(key); }

static JsonWrong read_secret(const JsonNode *value, void *member, Error *error) {
    (void)error;
    return hex_read(span_of(json_node_text(value)), member, ROOM_SECRET_BYTES) ? READ_GOOD : READ_WRONG_VALUE;
}

static const JsonField head_fields[] = {
    {"table", READ_TEXT, READ_INTO(Arrival, key), .fits = key_fits, .allowed = "the id of a table"},
    {"secret", READ_TEXT, READ_INTO(Arrival, secret), .read = read_secret, .allowed = "64 hex digits"},
    {0},
};

/* The next line without its end; false after the last. */
static bool next_line(Span *rest, Span *line) {
    const char *end = rest->length ? memchr(rest->at, '\n', rest->length) : NULL;
    size_t length = end ? (size_t)(end - rest->at) : rest->length;
    if (rest->length == 0) return false;
    *line = (Span){rest->at, length};
    rest->at += length + (end != NULL);
    rest->length -= length + (end != NULL);
    return true;
}

/* The entries are numbered as they come. */
static bool read_lines(Checking *checking, Span sent, StoredEntry *entries, size_t *count, Error *error) {
    Span line;
    JsonFault fault;
    if (!next_line(&sent, &line)) return error_set(error, "nothing was sent");
    if (!json_read(line, head_fields, 0, checking->arrival, &fault)) return error_set(error, "%s", fault.error.text);
    for (*count = 0; next_line(&sent, &line); ++*count) {
        if (*count == ARRIVAL_LINES_MAX) return refuse(checking, CODE_ARRIVAL_LONG, error, "the log is too long");
        entries[*count] = (StoredEntry){.n = (uint32_t)*count, .text = line.at, .length = line.length};
    }
    return true;
}

/* ---- the log that goes on here */

static bool add(Checking *checking, WriteKind kind, const Text *text, Error *error) {
    Arrival *arrival = checking->arrival;
    if (arrival->write_count == arrival->write_capacity) {
        size_t capacity = arrival->write_capacity ? 2 * arrival->write_capacity : 256;
        ArrivalWrite *larger = realloc(arrival->writes, capacity * sizeof *larger);
        if (!larger) return refuse(checking, CODE_STORE, error, "there is not enough memory");
        arrival->writes = larger;
        arrival->write_capacity = capacity;
    }
    if (arrival->length + text->length > arrival->capacity) {
        size_t capacity = 2 * (arrival->length + text->length);
        char *larger = realloc(arrival->bytes, capacity);
        if (!larger) return refuse(checking, CODE_STORE, error, "there is not enough memory");
        arrival->bytes = larger;
        arrival->capacity = capacity;
    }
    memcpy(arrival->bytes + arrival->length, text->buffer, text->length);
    arrival->writes[arrival->write_count++] =
        (ArrivalWrite){kind, checking->made.n - 1, checking->made.changed, arrival->length, text->length};
    arrival->length += text->length;
    return true;
}

/* Applies an entry and keeps it, with a snapshot where the room would write one. Its time is the browser's, as far as it can be. */
static bool append(Checking *checking, Entry *entry, Milliseconds at, Error *error) {
    Table *made = &checking->made;
    uint32_t round = made->round;
    entry->at = at > checking->now ? checking->now : at;
    if (entry->at < made->changed) entry->at = made->changed;
    if (!table_apply(made, entry, &checking->desk, error)) return false;
    Text text = text_init(checking->text, sizeof checking->text);
    entry_write(entry, &text);
    if (!add(checking, WRITE_ENTRY, &text, error)) return false;
    if (entry->kind != ENTRY_START && made->round == round && made->n - checking->kept < SNAPSHOT_ENTRIES) return true;
    text = text_init(checking->text, sizeof checking->text);
    table_snapshot(made, &text);
    checking->kept = made->n;
    return add(checking, WRITE_SNAPSHOT, &text, error);
}

static Entry *new_entry(Checking *checking, EntryKind kind) {
    memset(&checking->entry, 0, sizeof checking->entry);
    checking->entry.kind = kind;
    checking->entry.last = ENTRY_NONE;
    if (kind == ENTRY_CREATE || kind == ENTRY_READY || kind == ENTRY_START) checking->entry.person = checking->arrival->person;
    return &checking->entry;
}

/* One person, and bots on all other seats? Then it is that person's seat, otherwise -1. */
static int only_person(const Table *table) {
    int found = -1;
    for (int seat = 0; seat < table->people; seat++) {
        if (table->seats[seat].who == WHO_OPEN || (table->seats[seat].who == WHO_PERSON && found >= 0)) return -1;
        if (table->seats[seat].who == WHO_PERSON) found = seat;
    }
    return found;
}

/* The table as it was when the match began, with the person who brings it in the seat. */
static bool begin(Checking *checking, Error *error) {
    const Table *table = &checking->history.table;
    Arrival *arrival = checking->arrival;
    Milliseconds at = checking->history.entry.at;
    checking->seat = only_person(table);
    if (checking->seat < 0) return error_set(error, "not a table of one person and bots");
    const Seat *seat = &table->seats[checking->seat];
    Entry *entry = new_entry(checking, ENTRY_CREATE);
    memcpy(entry->key, arrival->key, sizeof entry->key);
    memcpy(entry->name, arrival->name, sizeof entry->name);
    entry->face = arrival->face;
    entry->game = table->game;
    table_describe(table, &entry->setup);
    for (int i = 0; i < table->people; i++) entry->places[i] = (Place){table->seats[i].who, table->seats[i].level};
    entry->clock = table->clock;
    entry->hints = table->hints;
    entry->chat = table->chat;
    entry->moved = true;
    entry->undone = checking->history.undone + table->undone;
    fair_commitment(arrival->secret, entry->commitment);
    if (!append(checking, entry, table->created, error)) return false;
    entry = new_entry(checking, ENTRY_READY);
    entry->seat = checking->seat;
    entry->on = true;
    entry->has_salt = seat->has_salt;
    memcpy(entry->salt, seat->salt, sizeof entry->salt);
    if (!append(checking, entry, at, error)) return false;
    entry = new_entry(checking, ENTRY_START);
    entry->revision = table->revision;
    return append(checking, entry, at, error);
}

/* The browser's table has made the move already: ours makes it as well, in the game's own words. */
static bool repeat(Checking *checking, Error *error) {
    const Entry *sent = &checking->history.entry;
    const Table *made = &checking->made;
    Move move;
    if (made->turn == ARRIVAL_MOVES_MAX) return refuse(checking, CODE_ARRIVAL_LONG, error, "the match has too many moves");
    if ((sent->by == BY_PERSON) != (sent->seat == checking->seat) && sent->by != BY_BOT)
        return error_set(error, "seat %d is not the person's", sent->seat);
    if (!made->game->parse_move(table_state(made), sent->seat, span_of(sent->move), &move, error)) return false;
    Entry *entry = new_entry(checking, ENTRY_MOVE);
    entry->seat = sent->seat;
    entry->by = sent->by;
    if (sent->by == BY_PERSON) entry->person = checking->arrival->person;
    Text text = text_init(entry->move, sizeof entry->move);
    made->game->print_move(table_state(made), sent->seat, move, &text);
    return append(checking, entry, sent->at, error);
}

/* ---- the log that was sent */

static bool take(Checking *checking, Error *error) {
    const Entry *sent = &checking->history.entry;
    const Table *table = &checking->history.table;
    char commitment[COMMITMENT_HEX];
    if (sent->person.text[0] && strcmp(sent->person.text, table->maker.text) != 0)
        return error_set(error, "somebody else did it");
    switch (sent->kind) {
    case ENTRY_CREATE:
        fair_commitment(checking->arrival->secret, commitment);
        return strcmp(commitment, sent->commitment) == 0 || error_set(error, "the commitment does not fit the secret");
    case ENTRY_START: return begin(checking, error);
    case ENTRY_MOVE: return repeat(checking, error);
    default: return true;
    }
}

static bool play(Checking *checking, const StoredEntry *entries, size_t count, Error *error) {
    History *history = &checking->history;
    Error reason = {""};
    if (!history_open(history, &checking->arrival->table, checking->arrival->secret, entries, count, true, &checking->desk,
                      error))
        return false;
    while (history_next(history, &reason))
        if (!take(checking, &reason)) break;
    uint32_t last = history->next > 0 ? history_n(history) : 0;
    history_release(history);
    if (reason.text[0]) return error_set(error, "entry %u: %s", last, reason.text);
    if (history->table.phase != PHASE_PLAYING) return refuse(checking, CODE_ARRIVAL_OVER, error, "the match is not under way");
    /* Time in the browser counts for no clock. */
    return append(checking, new_entry(checking, ENTRY_CLOCK), checking->now, error);
}

bool arrival_read(Arrival *arrival, Span sent, Milliseconds now, Error *error) {
    Checking *checking = calloc(1, sizeof *checking);
    StoredEntry *entries = calloc(ARRIVAL_LINES_MAX, sizeof *entries);
    size_t count;
    bool good = checking && entries && desk_init(&checking->desk);
    arrival->code = good ? CODE_ARRIVAL_WRONG : CODE_STORE;
    if (good) {
        checking->arrival = arrival;
        checking->now = now;
        checking->seat = -1;
        good = read_lines(checking, sent, entries, &count, error);
        table_init(&checking->made, &arrival->table, arrival->secret);
        good = good && play(checking, entries, count, error);
        desk_release(&checking->desk);
    } else {
        error_set(error, "there is not enough memory");
    }
    if (good) arrival->code = CODE_NONE;
    free(entries);
    free(checking);
    return good;
}

uint64_t arrival_create_key(const Arrival *arrival) { return table_key_hash(&arrival->person, arrival->key); }

void arrival_release(Arrival *arrival) {
    free(arrival->writes);
    free(arrival->bytes);
    arrival->writes = NULL;
    arrival->bytes = NULL;
}

/* ---- in the room */

static void write_all(Room *room, const Arrival *arrival) {
    Write made = {.kind = WRITE_TABLE,
                  .table = arrival->table,
                  .at = room->now,
                  .secret = arrival->secret,
                  .create_key = arrival_create_key(arrival)};
    room->port.write(room->port.context, &made);
    for (size_t i = 0; i < arrival->write_count; i++) {
        const ArrivalWrite *line = &arrival->writes[i];
        Write write = {.kind = line->kind,
                       .table = arrival->table,
                       .n = line->n,
                       .at = line->at,
                       .text = arrival->bytes + line->offset,
                       .length = line->length};
        room->port.write(room->port.context, &write);
    }
    Write phase = {.kind = WRITE_PHASE, .table = arrival->table, .at = room->now, .phase = PHASE_PLAYING};
    room->port.write(room->port.context, &phase);
    Write member = {.kind = WRITE_MEMBER, .table = arrival->table, .person = arrival->person};
    room->port.write(room->port.context, &member);
}

/* The table goes to the store alone: it is read when its person enters it. */
void room_arrive(Room *room, Arrival *arrival) {
    uint64_t key = arrival_create_key(arrival);
    for (int i = 0; i < ARRIVALS_REMEMBERED; i++)
        if (room->arrived[i].key == key) { /* the store was asked before the first of them was there */
            arrival->table = room->arrived[i].table;
            return;
        }
    if (!room_owns(room, NULL)) {
        arrival->code = CODE_STORE;
        return;
    }
    if (!credit_take(&room_source(room, arrival->address)->arriving, room->now, ARRIVALS_BURST, ARRIVAL_MS)) {
        arrival->code = CODE_TOO_FAST;
        return;
    }
    room_new_id(room, &arrival->table);
    write_all(room, arrival);
    room->arrived[room->arrived_next].key = key;
    room->arrived[room->arrived_next].table = arrival->table;
    room->arrived_next = (room->arrived_next + 1) % ARRIVALS_REMEMBERED;
}

void room_forget_arrivals(Room *room) { memset(room->arrived, 0, sizeof room->arrived); }
