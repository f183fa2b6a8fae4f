/* The module's face: the room as functions that the page's worker calls (web/engine/worker.js).
 *
 * The worker is the server here: it steps the room, commits what it wrote, delivers what it sent, and lets bots think, in that
 * order. Strings come as pointers into memory that the worker took with engine_take. */
#include <stdlib.h>
#include <string.h>

#include "bots/registry.h"
#include "games/games.h"
#include "offline/host.h"
#include "offline/show.h"
#include "offline/thinking.h"
#include "room/history.h"

enum { ASKS_MAX = 8, TABLES_HERE_MAX = 64 };

typedef struct Engine {
    Room *room;
    Thinking thinking;
    int ask_count, asks_committed;
    Ask asks[ASKS_MAX];
    Answer answer;
} Engine;

/* ---- the room's port */

static void port_write(void *context, const Write *write) {
    (void)context;
    host_write((int)write->kind, write->table.text, write->person.text, write->n, (double)write->at, write->text, write->length,
               write->secret, write->create_key, write->phase);
}

static void port_send(void *context, ConnectionId connection, const char *json, size_t length) {
    (void)context;
    host_send(connection, json, length);
}

static void port_close(void *context, ConnectionId connection, int code) {
    (void)context;
    host_close(connection, code);
}

/* The room asks one question at a time. */
static void port_ask(void *context, const Ask *ask) {
    Engine *engine = context;
    if (engine->ask_count < ASKS_MAX) engine->asks[engine->ask_count++] = *ask;
}

static void port_load(void *context, const Load *load) {
    (void)context;
    host_load((int)load->kind, load->ticket, load->table.text, (double)load->from, load->to, load->create_key,
              load->person.text);
}

static void port_random(void *context, void *bytes, size_t count) {
    (void)context;
    host_random(bytes, count);
}

static void port_damaged(void *context, const char *reason) {
    (void)context;
    host_damaged(reason);
}

/* ---- what the worker calls */

Engine *EXPORT(engine_open)(double pace) {
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    RoomSettings settings = {.tables_max = TABLES_HERE_MAX, .thinkers = 1, .pace = (Milliseconds)pace, .grace = GRACE_MS};
    RoomPort port = {engine, port_write, port_send, port_close, port_ask, port_load, port_random, port_damaged, NULL};
    engine->thinking = (Thinking){.thinker_of = game_thinker, .clock_ms = budget_clock_ms, .share = host_share};
    engine->room = room_open(&settings, &port);
    return engine->room ? engine : NULL;
}

static void set_id(char *id, size_t size, const char *words) {
    strncpy(id, words, size - 1);
    id[size - 1] = 0;
}

void EXPORT(engine_connect)(Engine *engine, ConnectionId connection, const char *person, const char *name, int face,
                            double now) {
    RoomInput input = {.kind = INPUT_CONNECT, .connection = connection, .name = name, .face = face, .address = 1};
    set_id(input.person.text, sizeof input.person.text, person);
    room_step(engine->room, &input, (Milliseconds)now);
}

void EXPORT(engine_message)(Engine *engine, ConnectionId connection, const char *text, size_t length, double now) {
    RoomInput input = {.kind = INPUT_MESSAGE, .connection = connection, .text = {text, length}};
    room_step(engine->room, &input, (Milliseconds)now);
}

void EXPORT(engine_disconnect)(Engine *engine, ConnectionId connection, double now) {
    RoomInput input = {.kind = INPUT_DISCONNECT, .connection = connection};
    room_step(engine->room, &input, (Milliseconds)now);
}

void EXPORT(engine_tick)(Engine *engine, double now) {
    room_step(engine->room, &(RoomInput){.kind = INPUT_TICK}, (Milliseconds)now);
}

/* When a tick is due; beyond every date if nothing waits for time. */
double EXPORT(engine_due)(const Engine *engine) { return (double)room_due(engine->room); }

void EXPORT(engine_committed)(Engine *engine) {
    engine->asks_committed = engine->ask_count;
    room_committed(engine->room);
}

void EXPORT(engine_rolled_back)(Engine *engine, double now) {
    engine->ask_count = engine->asks_committed;
    room_rolled_back(engine->room, (Milliseconds)now);
}

/* Has the room asked a bot since the last commit? */
bool EXPORT(engine_asks)(const Engine *engine) { return engine->ask_count > engine->asks_committed; }

/* Is there a question for a bot to think about? */
bool EXPORT(engine_asked)(const Engine *engine) { return engine->asks_committed > 0; }

/* Lets a bot think about the oldest question, which takes a while. */
void EXPORT(engine_think)(Engine *engine) { thinking_answer(&engine->thinking, &engine->asks[0], &engine->answer); }

/* Gives the room the answer. */
void EXPORT(engine_answer)(Engine *engine, double now) {
    engine->ask_count--;
    engine->asks_committed--;
    memmove(engine->asks, engine->asks + 1, (size_t)engine->ask_count * sizeof *engine->asks);
    room_step(engine->room, &(RoomInput){.kind = INPUT_ANSWER, .answer = &engine->answer}, (Milliseconds)now);
}

/* Part of a table's log, as the room wanted it. `entries` is an array of StoredEntry. */
void EXPORT(engine_loaded)(Engine *engine, uint32_t ticket, const char *table, const uint8_t *secret, const char *snapshot,
                           size_t snapshot_length, uint32_t begins, const StoredEntry *entries, size_t entry_count,
                           double now) {
    Loaded loaded = {.ticket = ticket,
                     .found = secret != NULL,
                     .secret = secret,
                     .snapshot = snapshot,
                     .snapshot_length = snapshot_length,
                     .begins = begins,
                     .entries = entries,
                     .entry_count = entry_count};
    set_id(loaded.table.text, sizeof loaded.table.text, table);
    room_step(engine->room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &loaded}, (Milliseconds)now);
}

/* Ids of tables, as the room wanted them. */
void EXPORT(engine_found)(Engine *engine, uint32_t ticket, const TableId *ids, size_t count, double now) {
    Loaded loaded = {.ticket = ticket, .ids = ids, .id_count = count};
    room_step(engine->room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &loaded}, (Milliseconds)now);
}

/* ---- matches that are over: the pieces go to host_told; false if the log is not valid */

static void tell(void *context, const char *bytes, size_t length) {
    (void)context;
    host_told(bytes, length);
}

bool EXPORT(engine_record)(const char *table, const uint8_t *secret, const StoredEntry *entries, size_t count) {
    TableId id;
    Error error;
    set_id(id.text, sizeof id.text, table);
    return history_record(&id, secret, entries, count, (HistoryOut){NULL, tell}, &error);
}

bool EXPORT(engine_replay)(const char *table, const uint8_t *secret, const StoredEntry *entries, size_t count, int eyes) {
    TableId id;
    Error error;
    set_id(id.text, sizeof id.text, table);
    return history_replay(&id, secret, entries, count, eyes, (HistoryOut){NULL, tell}, &error);
}

/* ---- records and positions of others: false if it is not valid; then the line that says why is told */

bool EXPORT(engine_show)(const char *text, size_t length, int eyes) {
    Span shown = {text, length};
    HistoryOut out = {NULL, tell};
    Error error;
    bool good = *text == '{' ? show_record(shown, eyes, out, &error) : show_position(shown, out, &error);
    if (!good) tell(NULL, error.text, strlen(error.text));
    return good;
}

/* Does it need the words? */
bool EXPORT(engine_show_needs_words)(const char *text, size_t length) { return show_game((Span){text, length}) == &primo; }
