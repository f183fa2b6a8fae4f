/* Fuzzes the room with any messages from two clients, lost connections and failed commits.
 * Each line of the input is a message; its first byte says whose it is, or that time passes (t), a connection breaks (b, c), or
 * the commit after the message fails (f, g). `@` in a message means the table there is. Whatever they say, the table is
 * afterwards what its log says, and every message that leaves is JSON. One room serves for all inputs, and is renewed for
 * each. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "room/inside.h"
#include "tests/fuzz/parsed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MAX = 32, ANSWERS_MAX = 4, LOGS_MAX = 4, LOG_MAX = 512, LOADS_MAX = 64 };

typedef struct FuzzTable {
    TableId id;
    uint8_t secret[ROOM_SECRET_BYTES];
    StoredEntry entries[LOG_MAX];
    size_t count, committed;
} FuzzTable;

typedef struct Fuzz {
    Room *room;
    Milliseconds now;
    FuzzTable tables[LOGS_MAX];
    int table_count, tables_committed;
    bool closed[3]; /* by connection */
    Load loads[LOADS_MAX];
    int load_count;
    Ask ask;
    bool asked;
    uint8_t next; /* byte of the room's chance */
} Fuzz;

static FuzzTable *table_of(Fuzz *fuzz, const TableId *id) {
    for (int i = 0; i < fuzz->table_count; i++)
        if (strcmp(fuzz->tables[i].id.text, id->text) == 0) return &fuzz->tables[i];
    return NULL;
}

static void take_write(void *context, const Write *write) {
    Fuzz *fuzz = context;
    FuzzTable *table = table_of(fuzz, &write->table);
    if (write->kind == WRITE_TABLE) {
        if (table || fuzz->table_count == LOGS_MAX) abort();
        table = &fuzz->tables[fuzz->table_count++];
        table->id = write->table;
        table->count = table->committed = 0;
        memcpy(table->secret, write->secret, ROOM_SECRET_BYTES);
    } else if (write->kind == WRITE_ENTRY) {
        if (!table || table->count != write->n || table->count == LOG_MAX) abort();
        char *text = malloc(write->length);
        if (!text) abort();
        memcpy(text, write->text, write->length);
        table->entries[table->count++] = (StoredEntry){write->n, write->at, text, write->length};
    }
}

static void take_send(void *context, ConnectionId connection, const char *json, size_t length) {
    (void)context, (void)connection;
    parsed_begin();
    json_t *message = json_loadb(json, length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_string(json_object_get(message, "say"))) abort();
    parsed_end();
}

static void take_close(void *context, ConnectionId connection, int code) {
    (void)code;
    ((Fuzz *)context)->closed[connection] = true;
}

static void take_ask(void *context, const Ask *ask) {
    Fuzz *fuzz = context;
    fuzz->ask = *ask;
    fuzz->asked = true;
}

static void take_load(void *context, const Load *load) {
    Fuzz *fuzz = context;
    if (fuzz->load_count == LOADS_MAX) abort();
    fuzz->loads[fuzz->load_count++] = *load;
}

static void take_damaged(void *context, const char *reason) { (void)context, (void)reason, abort(); }

static void take_random(void *context, void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = ((Fuzz *)context)->next++;
}

static void answer_loads(Fuzz *fuzz) {
    for (int i = 0; i < fuzz->load_count; i++) {
        const FuzzTable *table = table_of(fuzz, &fuzz->loads[i].table);
        Loaded loaded = {.table = fuzz->loads[i].table, .ticket = fuzz->loads[i].ticket, .found = table != NULL};
        if (table) {
            loaded.secret = table->secret;
            loaded.entries = table->entries;
            loaded.entry_count = table->count;
        }
        room_step(fuzz->room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &loaded}, fuzz->now);
    }
    fuzz->load_count = 0;
}

/* A random bot answers what was asked last. */
static void answer_ask(Fuzz *fuzz) {
    if (!fuzz->asked) return;
    Ask ask = fuzz->ask;
    Chance dice = chance_stream(&ask.dice, STREAM_BOT, 0);
    Bot *bot = bot_open(ask.game, span_of("random"), NULL);
    if (!bot) abort();
    Answer answer = {.table = ask.table, .n = ask.n, .seat = ask.seat, .hint_for = ask.hint_for};
    answer.move = bot_choose(bot, VIEW_IN(ask.view), ask.seat, &dice);
    bot_free(bot);
    fuzz->asked = false;
    room_step(fuzz->room, &(RoomInput){.kind = INPUT_ANSWER, .answer = &answer}, fuzz->now);
}

static void check(Fuzz *fuzz) {
    static Table again;
    for (int i = 0; i < fuzz->table_count; i++) {
        const FuzzTable *table = &fuzz->tables[i];
        const RoomTable *at = room_table(fuzz->room, &table->id);
        Error error = {""};
        if (!at || at->loading) continue;
        table_init(&again, &table->id, table->secret);
        if (!table_load(&again, table->entries, table->count, NULL, 0, &fuzz->room->desk, &error)) abort();
        if (memcmp(&again, &at->table, sizeof again) != 0) abort();
    }
}

static void say(Fuzz *fuzz, ConnectionId connection, const char *line, size_t length) {
    char text[MESSAGE_BYTES_MAX + 1];
    Text message = text_init(text, sizeof text);
    for (size_t i = 0; i < length; i++)
        if (line[i] == '@' && fuzz->table_count > 0) text_add(&message, fuzz->tables[fuzz->table_count - 1].id.text);
        else text_char(&message, line[i]);
    room_step(fuzz->room, &(RoomInput){.kind = INPUT_MESSAGE, .connection = connection, .text = {text, message.length}},
              fuzz->now);
}

static void connect_client(Fuzz *fuzz, ConnectionId connection) {
    RoomInput input = {.kind = INPUT_CONNECT, .connection = connection, .name = connection == 1 ? "Anna" : "Bruno"};
    fuzz->closed[connection] = false;
    snprintf(input.person.text, sizeof input.person.text, "%016x", connection);
    room_step(fuzz->room, &input, fuzz->now);
    room_client(fuzz->room, connection)->greeted = true; /* a welcome for each would take most of the time */
}

static void come_back(Fuzz *fuzz, ConnectionId connection) {
    room_step(fuzz->room, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = connection}, fuzz->now);
    connect_client(fuzz, connection);
}

static void commit(Fuzz *fuzz) {
    room_committed(fuzz->room);
    fuzz->tables_committed = fuzz->table_count;
    for (int i = 0; i < fuzz->table_count; i++) fuzz->tables[i].committed = fuzz->tables[i].count;
}

/* Nothing of what was written since the last commit is there, and nothing that was asked for then goes out. */
static void fail_commit(Fuzz *fuzz) {
    for (int i = 0; i < fuzz->table_count; i++) {
        FuzzTable *table = &fuzz->tables[i];
        while (table->count > table->committed) free((char *)(uintptr_t)table->entries[--table->count].text);
    }
    fuzz->table_count = fuzz->tables_committed;
    fuzz->load_count = 0;
    fuzz->asked = false;
    room_rolled_back(fuzz->room, fuzz->now);
}

static void take_line(Fuzz *fuzz, const char *line, size_t length) {
    ConnectionId connection = line[0] & 1 ? 1 : 2;
    fuzz->now += 100;
    switch (line[0]) {
    case 't':
        fuzz->now += 60000;
        room_step(fuzz->room, &(RoomInput){.kind = INPUT_TICK}, fuzz->now);
        break;
    case 'b':
    case 'c': come_back(fuzz, connection); break;
    default: say(fuzz, connection, line + 1, length - 1); break;
    }
    if (line[0] == 'f' || line[0] == 'g') fail_commit(fuzz);
    else commit(fuzz);
    for (int i = 0; i < ANSWERS_MAX && (fuzz->load_count > 0 || fuzz->asked); i++) {
        answer_loads(fuzz);
        answer_ask(fuzz);
        commit(fuzz);
    }
    for (ConnectionId i = 1; i <= 2; i++)
        if (fuzz->closed[i]) come_back(fuzz, i);
    commit(fuzz);
}

static void begin(Fuzz *fuzz) {
    RoomSettings settings = {.tables_max = LOGS_MAX, .pace = 0, .grace = GRACE_MS};
    RoomPort port = {fuzz, take_write, take_send, take_close, take_ask, take_load, take_random, take_damaged, NULL};
    if (fuzz->room) room_renew(fuzz->room);
    else fuzz->room = room_open(&settings, &port);
    if (!fuzz->room) abort();
    fuzz->now = 1800000000000;
    fuzz->table_count = fuzz->tables_committed = fuzz->load_count = 0;
    fuzz->asked = false;
    fuzz->next = 0;
    connect_client(fuzz, 1);
    connect_client(fuzz, 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Fuzz fuzz;
    begin(&fuzz);
    Span rest = {(const char *)data, size}, line;
    for (int i = 0; i < LINES_MAX && span_split(&rest, '\n', &line); i++)
        if (line.length > 0 && line.length < MESSAGE_BYTES_MAX) take_line(&fuzz, line.at, line.length);
    check(&fuzz);
    for (int i = 0; i < fuzz.table_count; i++)
        for (size_t k = 0; k < fuzz.tables[i].count; k++) free((char *)(uintptr_t)fuzz.tables[i].entries[k].text);
    return 0;
}
