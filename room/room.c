/* The room's step: clients, people, and which function handles which message. */
#include "room/room.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "room/history.h"
#include "room/inside.h"

enum { CREDIT_MESSAGE = 1000, CREDIT_MAX = MESSAGES_BURST * CREDIT_MESSAGE, DEVICE_CODE_BYTES = 16 };

/* ---- opening and closing */

Room *room_open(const RoomSettings *settings, const RoomPort *port) {
    Room *room = calloc(1, sizeof *room);
    if (!room) return NULL;
    room->settings = *settings;
    if (room->settings.thinkers < 1) room->settings.thinkers = 1;
    room->port = *port;
    if (!desk_init(&room->desk)) {
        free(room);
        return NULL;
    }
    return room;
}

/* It sent something since the last commit, or has an answer coming: if the commit fails it is sent away to come back. */
void room_stir(Room *room, Client *client) {
    if (client->stirred) return;
    client->stirred = true;
    client->next_stirred = room->stirred;
    room->stirred = client;
}

static void calm(Room *room, Client *client) {
    Client **link = &room->stirred;
    if (!client->stirred) return;
    while (*link != client) link = &(*link)->next_stirred;
    *link = client->next_stirred;
    client->stirred = false;
}

/* ---- where they come from */

/* Has it nothing that must be remembered? */
static bool source_is_fresh(const Room *room, const Source *source) {
    return source->clients == 0 && source->tables == 0 && credit_is_full(&source->making, room->now, TABLES_BURST, TABLE_MS) &&
           credit_is_full(&source->arriving, room->now, ARRIVALS_BURST, ARRIVAL_MS) &&
           credit_is_full(&source->lists, room->now, LISTS_BURST, LIST_MS) &&
           credit_is_full(&source->reading, room->now, READS_BURST, READ_MS);
}

/* Forgets addresses that nobody comes from any more, if there are many. */
static void forget_sources(Room *room) {
    for (size_t i = 0; room->sources.count >= SOURCES_MAX && i < room->sources.capacity; i++) {
        Source *source = room->sources.slots[i].thing;
        if (!source || !source_is_fresh(room, source)) continue;
        index_remove(&room->sources, source->address);
        free(source);
        i = (size_t)-1; /* removing moves others */
    }
}

Source *room_source(Room *room, uint64_t address) {
    Source *source = index_find(&room->sources, address);
    if (source) return source;
    if (room->sources.count >= SOURCES_MAX) forget_sources(room);
    source = memory_take(sizeof *source);
    source->address = address;
    index_put(&room->sources, address, source);
    return source;
}

bool room_may_make(const Room *room, Source *source) { return credit_take(&source->making, room->now, TABLES_BURST, TABLE_MS); }

static void forget_client(Room *room, Client *client) {
    while (client->visits) room_exit(room, client->visits->table, client);
    room_drop_reads(room, client, DROP_ALL);
    room_unqueue(room, &client->job);
    client->source->clients--;
    Person *person = client->person;
    Client **link = &person->clients;
    while (*link != client) link = &(*link)->next_of_person;
    *link = client->next_of_person;
    room_tell_presence(room, person);
    if (--person->client_count == 0) {
        index_remove(&room->persons, index_hash(person->id.text));
        free(person);
    }
    if (client->previous) client->previous->next = client->next;
    else room->first = client->next;
    if (client->next) client->next->previous = client->previous;
    room_leave_list(room, client);
    calm(room, client);
    index_remove(&room->clients, client->id);
    free(client);
}

/* Frees all that it holds but its desk. */
static void empty(Room *room) {
    room->port.send = NULL; /* nobody is told any more */
    while (room->first) forget_client(room, room->first);
    while (room->table_count > 0) room_drop_table(room, room->list[room->table_count - 1], true);
    for (Waiting *waiting = room->waiting, *next; waiting; waiting = next) {
        next = waiting->next;
        room_forget_read(room, waiting);
    }
    for (size_t i = 0; i < room->sources.capacity; i++) free(room->sources.slots[i].thing);
    index_release(&room->sources);
    for (size_t i = 0; i < room->damaged.capacity; i++) free(room->damaged.slots[i].thing);
    index_release(&room->damaged);
    room_release_neighbours(room);
    room_release_presences(room);
    index_release(&room->tables);
    index_release(&room->persons);
    index_release(&room->clients);
    agenda_release(&room->agenda);
    agenda_release(&room->bots);
    agenda_release(&room->readers);
    room_release_list(room);
    index_release(&room->members);
    free(room->list);
}

void room_free(Room *room) {
    if (!room) return;
    empty(room);
    desk_release(&room->desk);
    free(room);
}

void room_renew(Room *room) {
    RoomSettings settings = room->settings;
    RoomPort port = room->port;
    Desk desk = room->desk;
    empty(room);
    memset(room, 0, offsetof(Room, public_rows));
    room->settings = settings;
    room->port = port;
    room->desk = desk;
}

/* ---- answering */

Client *room_client(const Room *room, ConnectionId id) { return index_find(&room->clients, id); }

Person *room_person(const Room *room, const PersonId *id) {
    Person *person = index_find(&room->persons, index_hash(id->text));
    return person && strcmp(person->id.text, id->text) == 0 ? person : NULL;
}

void room_send(Room *room, const Client *client, const Text *text) {
    assert(!text->overflow);
    if (text->overflow || client->closing || !room->port.send) return; /* half a message is useless */
    room->port.send(room->port.context, client->id, text->buffer, text->length);
}

/* The message with this key has its answer. */
static void note_answer(const Room *room, const Client *client, const char *key) {
    if (room->port.share && key && key[0]) room->port.share->answered(room->port.share->context, client->id, key);
}

/* Opens an answer to the message with this key, NULL or empty if it had none. */
static Json open_answer(Text *text, const char *say, const char *key) {
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_text(&json, "say", say);
    json_text(&json, "key", key && key[0] ? key : NULL);
    return json;
}

static void refuse(Room *room, const Client *client, const char *key, Code code, const char *fact, const char *words,
                   int64_t value) {
    char buffer[512];
    Text text = text_init(buffer, sizeof buffer);
    room->counts.refused++;
    Json json = open_answer(&text, "error", key);
    json_text(&json, "code", code_text(code));
    json_open_object(&json, "facts");
    if (fact && words) json_text(&json, fact, words);
    else if (fact) json_number(&json, fact, value);
    json_close(&json);
    json_close(&json);
    room_send(room, client, &text);
    note_answer(room, client, key);
}

void room_refuse(Room *room, const Client *client, const char *key, Code code) {
    refuse(room, client, key, code, NULL, NULL, 0);
}

void room_refuse_with(Room *room, const Client *client, const char *key, Code code, const char *fact, int64_t value) {
    refuse(room, client, key, code, fact, NULL, value);
}

void room_done(Room *room, const Client *client, const char *key, const TableId *table) {
    char buffer[256];
    Text text = text_init(buffer, sizeof buffer);
    Json json = open_answer(&text, "done", key);
    if (table) json_text(&json, "table", table->text);
    json_close(&json);
    room_send(room, client, &text);
    note_answer(room, client, key);
}

void room_bye(Room *room, Client *client, Code code, int close) {
    if (client->closing) return;
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "bye");
    json_text(&json, "code", code_text(code));
    json_close(&json);
    room_send(room, client, &text);
    client->closing = true;
    room_stir(room, client);
    room->port.close(room->port.context, client->id, close);
}

/* ---- clients */

static void connect_person(Room *room, const RoomInput *input) {
    Person *person = room_person(room, &input->person);
    Client *client = memory_take(sizeof *client);
    assert(input->connection != 0 && !room_client(room, input->connection));
    if (!person) {
        person = memory_take(sizeof *person);
        person->id = input->person;
        span_copy(span_of(input->name), person->name, sizeof person->name);
        memcpy(person->name_kept, person->name, sizeof person->name);
        person->face = person->face_kept = input->face;
        index_put(&room->persons, index_hash(person->id.text), person);
    }
    *client = (Client){.id = input->connection,
                       .person = person,
                       .source = room_source(room, input->address),
                       .job.hint = true,
                       .greeted = input->relayed,
                       .relayed = input->relayed,
                       .asked_turn = UINT64_MAX,
                       .next_of_person = person->clients,
                       .next = room->first,
                       .credit = CREDIT_MAX,
                       .credited = room->now};
    person->clients = client;
    client->source->clients++;
    person->client_count++;
    if (room->first) room->first->previous = client;
    room->first = client;
    index_put(&room->clients, client->id, client);
    room_stir(room, client);
    /* The room of a relayed client's socket has counted it. */
    if (!client->relayed && room_has_too_many(room, person)) room_bye(room, client, CODE_CONNECTIONS, CLOSE_FLOOD);
    room_tell_presence(room, person);
}

/* May it send one more message of this length now? A long one counts as several, since reading it takes as long. */
static bool has_credit(const Room *room, Client *client, size_t length) {
    int32_t cost = CREDIT_MESSAGE * (1 + (int32_t)(length / MESSAGE_BYTES_COMMON));
    Milliseconds passed = room->now - client->credited;
    if (passed > 0) {
        Milliseconds credit = client->credit + (passed > CREDIT_MAX ? CREDIT_MAX : passed) * MESSAGES_PER_SECOND;
        client->credit = (int32_t)(credit > CREDIT_MAX ? CREDIT_MAX : credit);
        client->credited = room->now;
    }
    if (client->credit < cost) return false;
    client->credit -= cost;
    return true;
}

/* ---- messages that concern no table */

static void do_hello(Room *room, Client *client, const Wire *wire) {
    if (wire->version != WIRE_VERSION) {
        room_refuse_with(room, client, NULL, CODE_VERSION, "version", WIRE_VERSION);
        return;
    }
    client->greeted = true;
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    room_write_welcome(room, client, &json);
    room_send(room, client, &text);
}

/* The seat under whose name the person is shown at this table; -1 without one. */
static int shows_name(const RoomTable *at, const Person *person) {
    if (!at->table.game || at->loading || at->table.phase == PHASE_OVER) return -1;
    return table_seat_of(&at->table, &person->id);
}

/* A new name is an entry at each of the person's tables. */
static bool may_rename(const Room *room, const Person *person) {
    for (size_t i = 0; i < room->table_count; i++)
        if (shows_name(room->list[i], person) >= 0 && !room_spend(room, room->list[i], person)) return false;
    return true;
}

/* Every table where the person sits shows the new name. */
static void show_name(Room *room, const Person *person) {
    for (size_t i = 0; i < room->table_count; i++) {
        RoomTable *at = room->list[i];
        int seat = shows_name(at, person);
        if (seat < 0 || table_shows(&at->table, seat, person->name, person->face)) continue;
        Entry entry = {.kind = ENTRY_NAME, .person = person->id, .seat = seat, .face = person->face};
        memcpy(entry.name, person->name, sizeof entry.name);
        room_log(room, at, &entry);
    }
}

static void set_name(Person *person, const char *name, int face) {
    memset(person->name, 0, sizeof person->name);
    span_copy(span_of(name), person->name, sizeof person->name);
    person->face = face;
}

static void do_rename(Room *room, Client *client, const Wire *wire) {
    Person *person = client->person;
    if (!may_rename(room, person)) {
        room_refuse_with(room, client, wire->key, CODE_TOO_FAST, "pause", ENTRY_MS);
        return;
    }
    set_name(person, wire->name, wire->face >= 0 ? wire->face : person->face);
    Write write = {.kind = WRITE_NAME,
                   .person = person->id,
                   .at = room->now,
                   .text = person->name,
                   .length = strlen(person->name),
                   .face = person->face};
    room->port.write(room->port.context, &write);
    show_name(room, person);
    if (room->port.share) room->port.share->renamed(room->port.share->context, &person->id, person->name, person->face);
    room_done(room, client, wire->key, NULL);
}

/* Another room has written it. */
static void hear_name(Room *room, const RoomInput *input) {
    Person *person = room_person(room, &input->person);
    if (!person) return;
    set_name(person, input->name, input->face);
    memcpy(person->name_kept, person->name, sizeof person->name);
    person->face_kept = person->face;
    show_name(room, person);
}

static void do_device(Room *room, Client *client, const Wire *wire) {
    uint8_t bytes[DEVICE_CODE_BYTES];
    char code[2 * DEVICE_CODE_BYTES + 1], buffer[128];
    (void)wire;
    room->port.random(room->port.context, bytes, sizeof bytes);
    hex_write(bytes, sizeof bytes, code);
    Write write = {.kind = WRITE_DEVICE,
                   .person = client->person->id,
                   .at = room->now + DEVICE_SECONDS * 1000,
                   .text = code,
                   .length = strlen(code)};
    room->port.write(room->port.context, &write);
    Text text = text_init(buffer, sizeof buffer);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "device");
    text_format(json_open_text(&json, "path"), "/me/%s", code);
    json_close_text(&json);
    json_number(&json, "seconds", DEVICE_SECONDS);
    json_close(&json);
    room_send(room, client, &text);
}

static void do_exit(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    (void)wire;
    room_exit(room, at, client);
}

/* ---- who handles what */

typedef void (*DoAtTable)(Room *room, Client *client, RoomTable *at, const Wire *wire);
typedef void (*DoAnywhere)(Room *room, Client *client, const Wire *wire);

static const struct {
    DoAnywhere anywhere;
    DoAtTable at_table;
} handlers[DOS] = {
    [DO_HELLO] = {do_hello, NULL},     [DO_RENAME] = {do_rename, NULL}, [DO_LOBBY] = {do_lobby, NULL},
    [DO_CREATE] = {do_create, NULL},   [DO_ENTER] = {do_enter, NULL},   [DO_DEVICE] = {do_device, NULL},
    [DO_EXIT] = {NULL, do_exit},       [DO_SIT] = {NULL, do_sit},       [DO_STAND] = {NULL, do_stand},
    [DO_SEAT] = {NULL, do_seat},       [DO_SWAP] = {NULL, do_swap},     [DO_FILL] = {NULL, do_fill},
    [DO_READY] = {NULL, do_ready},     [DO_MOVE] = {NULL, do_move},     [DO_UNDO] = {NULL, do_undo},
    [DO_HINT] = {NULL, do_hint},       [DO_TALK] = {NULL, do_talk},     [DO_PROPOSE] = {NULL, do_propose},
    [DO_VOTE] = {NULL, do_vote},       [DO_LEAVE] = {NULL, do_leave},   [DO_BACK] = {NULL, do_back},
    [DO_REMATCH] = {NULL, do_rematch}, [DO_REMOVE] = {NULL, do_remove}, [DO_REPLACE] = {NULL, do_replace},
    [DO_MATCHES] = {do_matches, NULL},
};

/* Does it add something other than a move to the log? Those have a budget; moves end with the game, and a rematch is made once.
 * People who neither sit at the table nor made it are refused everything but a seat, and that costs them nothing. */
static bool adds_entry(const RoomTable *at, const Client *client, Do what) {
    if (what == DO_EXIT || what == DO_HINT || what == DO_MOVE || what == DO_REMATCH) return false;
    return what == DO_SIT || room_is_member(&at->table, &client->person->id);
}

static void do_at_table(Room *room, Client *client, const Wire *wire) {
    RoomTable *at = room_table(room, &wire->table);
    if (!at || !at->table.game) room_refuse(room, client, wire->key, CODE_NO_SUCH_TABLE);
    else if (at->loading) room_bye(room, client, CODE_STORE, CLOSE_STORE); /* it comes back, and sends it again */
    else if (!room_visit(at, client)) room_refuse(room, client, wire->key, CODE_NOT_ENTERED);
    else if (wire->key[0] && wire->what != DO_REMATCH && room_has_key(at, &client->person->id, wire->key))
        room_done(room, client, wire->key, NULL); /* it counted when it came first */
    else if (adds_entry(at, client, wire->what) && !room_spend(room, at, client->person))
        room_refuse_with(room, client, wire->key, CODE_TOO_FAST, "pause", ENTRY_MS);
    else handlers[wire->what].at_table(room, client, at, wire);
}

/* Does it have to read the store? */
static bool needs_read(Do what) { return what == DO_ENTER || what == DO_CREATE || what == DO_UNDO || what == DO_MATCHES; }

/* Passes on a message that is not for this room, or not yet. */
static bool relay(Room *room, const Client *client, const Wire *wire, Span text) {
    const RoomShare *share = room->port.share;
    bool enters = wire->what == DO_ENTER, creates = wire->what == DO_CREATE;
    if (!share || (!handlers[wire->what].at_table && !enters && !creates)) return false;
    Relay relay = {.kind = enters                  ? RELAY_ENTER
                           : wire->what == DO_EXIT ? RELAY_EXIT
                                                   : RELAY_OTHER,
                   .table = wire->table,
                   .key = wire->key,
                   .since = wire->since,
                   .text = text};
    return share->relay(share->context, client->id, &relay);
}

static void message(Room *room, const RoomInput *input) {
    Client *client = room_client(room, input->connection);
    Wire wire;
    WireFault fault;
    if (!client || client->closing) return;
    room->counts.messages++;
    room_stir(room, client);
    if (!input->relayed && !has_credit(room, client, input->text.length)) {
        room_bye(room, client, CODE_FLOOD, CLOSE_FLOOD);
        return;
    }
    if (!wire_read(&wire, input->text, &fault)) {
        refuse(room, client, fault.key, fault.code, fault.field ? "field" : NULL, fault.field, 0);
        return;
    }
    if (!client->greeted && wire.what != DO_HELLO) room_refuse(room, client, wire.key, CODE_HELLO_FIRST);
    else if (relay(room, client, &wire, input->text)) return;
    else if (needs_read(wire.what) && client->reads_waiting >= READS_WAITING_MAX + MINE_MAX)
        room_refuse_with(room, client, wire.key, CODE_TOO_FAST, "pause", READ_MS);
    else if (handlers[wire.what].anywhere) handlers[wire.what].anywhere(room, client, &wire);
    else do_at_table(room, client, &wire);
}

/* Those whose sockets are this server's. */
static void send_away(Room *room, Code code, int close) {
    for (Client *client = room->first; client; client = client->next)
        if (!client->relayed) room_bye(room, client, code, close);
}

/* ---- the step */

void room_step(Room *room, const RoomInput *input, Milliseconds now) {
    Client *client;
    if (now > room->now) room->now = now; /* time never runs backwards here */
    switch (input->kind) {
    case INPUT_CONNECT: connect_person(room, input); break;
    case INPUT_MESSAGE: message(room, input); break;
    case INPUT_DISCONNECT:
        client = room_client(room, input->connection);
        if (client) forget_client(room, client);
        break;
    case INPUT_ANSWER: room_answer(room, input->answer); break;
    case INPUT_LOADED: room_loaded(room, input->loaded); break;
    case INPUT_ARRIVAL: room_arrive(room, input->arrival); break;
    case INPUT_TICK: break;
    case INPUT_SHUTDOWN: send_away(room, CODE_SHUTDOWN, CLOSE_SHUTDOWN); return;
    case INPUT_GIVEN_UP: send_away(room, CODE_STORE, CLOSE_STORE); break;
    case INPUT_OWNERSHIP: room_let_others(room); break;
    case INPUT_RENAMED: hear_name(room, input); break;
    case INPUT_ROW: room_hear_row(room, input); break;
    case INPUT_ROW_GONE: room_hear_row_gone(room, input); break;
    case INPUT_PRESENT: room_hear_presences(room, input); break;
    case INPUT_ROOM_CAME:
        room_tell_neighbour(room, input->room);
        room_tell_presences(room, input->room);
        break;
    case INPUT_ROOM_GONE:
        room_hear_room_gone(room, input->room);
        room_forget_presences(room, input->room);
        break;
    }
    room_settle(room);
    room_tell_lobby(room);
    room_hand_out_reads(room);
}

Milliseconds room_due(const Room *room) {
    const Appointment *first = agenda_first(&room->agenda);
    Milliseconds due = first ? first->due : INT64_MAX, lobby = room_lobby_due(room), reads = room_reads_due(room);
    if (room->bots.count > 0 && room->asks < room->settings.thinkers) return room->now;
    if (reads < due) due = reads;
    return lobby < due ? lobby : due;
}

/* ---- commits */

void room_committed(Room *room) {
    for (RoomTable *at = room->touched, *next; at; at = next) {
        next = at->next_touched;
        at->touched = false;
        at->told = at->table.n;
    }
    RoomTable *touched = room->touched;
    room->touched = NULL;
    for (RoomTable *at = touched, *next; at; at = next) {
        next = at->next_touched;
        room_let_go(room, at); /* what was written before it may leave memory is on the disk */
    }
    while (room->stirred) {
        Client *client = room->stirred;
        memcpy(client->person->name_kept, client->person->name, sizeof client->person->name);
        client->person->face_kept = client->person->face;
        calm(room, client);
    }
    for (Waiting *waiting = room->waiting; waiting; waiting = waiting->next) waiting->fresh = false;
    room->asks_fresh = 0;
    room->turns++;
}

/* Questions of this turn never went out: they wait again. */
static void queue_again(Room *room) {
    for (size_t i = 0; i < room->table_count; i++) {
        RoomTable *at = room->list[i];
        if (at->asked_turn != room->turns) continue;
        at->asked = false;
        agenda_set(&room->agenda, &at->appointment, room->now);
    }
    for (Client *client = room->first; client; client = client->next)
        if (client->hint && client->asked_turn == room->turns) room_queue(room, &client->job, client->source, client->person);
    room->turns++;
}

void room_rolled_back(Room *room, Milliseconds now) {
    if (now > room->now) room->now = now;
    room->asks -= room->asks_fresh;
    room->asks_fresh = 0;
    room_forget_arrivals(room);
    queue_again(room);
    while (room->stirred) {
        Client *client = room->stirred;
        memcpy(client->person->name, client->person->name_kept, sizeof client->person->name);
        client->person->face = client->person->face_kept;
        client->closing = false; /* if it was told to go in this turn, that was not said */
        room_bye(room, client, CODE_STORE, CLOSE_STORE);
        calm(room, client);
    }
    room_load_all_again(room);
    room_list_again(room);
    for (RoomTable *at = room->touched, *next; at; at = next) {
        next = at->next_touched;
        at->touched = at->asked = at->held = false;
        room_unqueue(room, &at->job);
        at->loading = true;
        room_load(room, (Waiting){.purpose = FOR_AGAIN, .table = at->table.id, .from = -RECENT_ENTRIES_MAX, .to = LOAD_TO_END});
    }
    room->touched = NULL;
}

RoomCounts room_counts(const Room *room) {
    RoomCounts counts = room->counts;
    counts.queued = room->queued;
    counts.connections = (int)room->clients.count;
    counts.persons = (int)room->persons.count;
    counts.tables = (int)room->table_count;
    counts.playing = 0;
    for (size_t i = 0; i < room->table_count; i++) counts.playing += room->list[i]->table.phase == PHASE_PLAYING;
    counts.bytes = room->table_count * sizeof(RoomTable);
    return counts;
}
