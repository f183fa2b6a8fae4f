/* Runs the simulated world: delivers, delays and drops messages, commits or fails, and answers for bots. */
#include "tests/room/world.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"

uint32_t world_below(World *world, uint32_t bound) { return chance_below(&world->chance, bound); }

static bool happens(World *world, int in_a_thousand) {
    return in_a_thousand > 0 && world_below(world, 1000) < (uint32_t)in_a_thousand;
}

static void *grown(void *block, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return block;
    *capacity = *capacity ? 2 * *capacity : 16;
    block = realloc(block, *capacity * size);
    assert(block);
    return block;
}

static char *copied(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    assert(copy);
    if (length) memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

/* ---- the transcript */

/* With ARALDO_TRANSCRIPT=FILE in the environment, what the room and its clients say is added to that file, a line each. */
static FILE *transcript_open(void) {
    const char *path = getenv("ARALDO_TRANSCRIPT");
    FILE *file = path ? fopen(path, "a") : NULL;
    assert(file || !path);
    return file;
}

void world_transcribe(World *world, const char *speaker, Span text) {
    if (world->transcript) fprintf(world->transcript, "%s %.*s\n", speaker, (int)text.length, text.at);
}

/* Only what the room can read is part of the protocol. */
static void transcribe_client(World *world, Span text) {
    Wire wire;
    WireFault fault;
    if (world->transcript && wire_read(&wire, text, &fault)) world_transcribe(world, "client", text);
}

/* ---- the port */

static void port_write(void *context, const Write *write) {
    World *world = context;
    world->writes = grown(world->writes, world->write_count, &world->write_capacity, sizeof *world->writes);
    Write *kept = &world->writes[world->write_count++];
    *kept = *write;
    kept->text = copied(write->text, write->length);
    kept->secret = write->secret ? (uint8_t *)copied((const char *)write->secret, ROOM_SECRET_BYTES) : NULL;
}

static void port_send(void *context, ConnectionId connection, const char *json, size_t length) {
    World *world = context;
    Letter *letter = calloc(1, sizeof *letter);
    assert(letter);
    *letter = (Letter){.connection = connection, .text = copied(json, length), .length = length};
    *world->outgoing_last = letter;
    world->outgoing_last = &letter->next;
}

static void port_close(void *context, ConnectionId connection, int code) {
    World *world = context;
    (void)code;
    assert(world->closing_count < (int)(sizeof world->closing / sizeof *world->closing));
    world->closing[world->closing_count++] = connection;
}

static void port_ask(void *context, const Ask *ask) {
    World *world = context;
    world->asks = grown(world->asks, world->ask_count, &world->ask_capacity, sizeof *world->asks);
    world->asks[world->ask_count++] = *ask;
}

static void port_load(void *context, const Load *load) {
    World *world = context;
    world->loads = grown(world->loads, world->load_count, &world->load_capacity, sizeof *world->loads);
    world->loads[world->load_count++] = *load;
}

static void port_random(void *context, void *bytes, size_t count) {
    World *world = context;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)world_below(world, 256);
}

static void port_damaged(void *context, const char *reason) {
    World *world = context;
    snprintf(world->damage, sizeof world->damage, "%s", reason);
}

static const RoomPort port = {.write = port_write,
                              .send = port_send,
                              .close = port_close,
                              .ask = port_ask,
                              .load = port_load,
                              .random = port_random,
                              .damaged = port_damaged};

/* ---- the store */

static KeptTable *kept_table(World *world, const char *id) {
    for (int i = 0; i < world->table_count; i++)
        if (strcmp(world->tables[i].id.text, id) == 0) return &world->tables[i];
    return NULL;
}

const KeptTable *world_table(const World *world, const char *id) { return kept_table((World *)world, id); }

static void keep(World *world, const Write *write) {
    KeptTable *table = kept_table(world, write->table.text);
    switch (write->kind) {
    case WRITE_TABLE:
        assert(!table && world->table_count < WORLD_TABLES_MAX);
        table = &world->tables[world->table_count++];
        memset(table, 0, sizeof *table);
        table->id = write->table;
        memcpy(table->secret, write->secret, ROOM_SECRET_BYTES);
        table->create_key = write->create_key;
        break;
    case WRITE_MEMBER:
        for (int i = 0; i < table->member_count; i++)
            if (strcmp(table->members[i].text, write->person.text) == 0) return;
        assert(table->member_count < (int)(sizeof table->members / sizeof *table->members));
        table->members[table->member_count++] = write->person;
        break;
    case WRITE_ENTRY:
        assert(table && write->n == table->count); /* unique by number, and without gaps */
        table->entries = realloc(table->entries, (table->count + 1) * sizeof *table->entries);
        assert(table->entries);
        table->entries[table->count++] = (Kept){copied(write->text, write->length), write->length, write->at, write->n};
        world->cost.entries_written++;
        world->cost.bytes_written += write->length;
        break;
    case WRITE_SNAPSHOT:
        assert(table && write->n == table->count - 1);
        table->snapshots = realloc(table->snapshots, (table->snapshot_count + 1) * sizeof *table->snapshots);
        assert(table->snapshots);
        table->snapshots[table->snapshot_count++] =
            (Kept){copied(write->text, write->length), write->length, write->at, write->n};
        world->cost.bytes_written += write->length;
        break;
    case WRITE_PHASE: table->phase = write->phase; break;
    case WRITE_NAME:
    case WRITE_DEVICE: break;
    }
}

static void forget_writes(World *world) {
    for (size_t i = 0; i < world->write_count; i++) {
        free((char *)(uintptr_t)world->writes[i].text);
        free((uint8_t *)(uintptr_t)world->writes[i].secret);
    }
    world->write_count = 0;
}

/* The last snapshot before that entry; NULL without one. */
static const Kept *snapshot_before(const KeptTable *table, int64_t from) {
    const Kept *found = NULL;
    for (size_t i = 0; i < table->snapshot_count; i++)
        if (table->snapshots[i].n < from) found = &table->snapshots[i];
    return found;
}

static void count_read(World *world, const Loaded *loaded) {
    world->cost.loads++;
    world->cost.entries_read += loaded->entry_count;
    world->cost.bytes_read += loaded->snapshot_length;
    for (size_t i = 0; i < loaded->entry_count; i++) world->cost.bytes_read += loaded->entries[i].length;
    if (loaded->entry_count > world->cost.most_read) world->cost.most_read = loaded->entry_count;
}

/* Is it one of the tables whose ids are wanted? */
static bool is_wanted(const KeptTable *table, const Load *load) {
    if (load->kind == LOAD_MADE) return table->create_key == load->create_key;
    if ((table->phase == PHASE_OVER) != (load->kind == LOAD_PLAYED)) return false;
    for (int i = 0; i < table->member_count; i++)
        if (strcmp(table->members[i].text, load->person.text) == 0) return true;
    return false;
}

static void give_ids(World *world, const Load *load) {
    TableId ids[MINE_MAX];
    Loaded loaded = {.ticket = load->ticket, .ids = ids};
    bool played = load->kind == LOAD_PLAYED, behind = !played || !load->table.text[0];
    for (int i = world->table_count; i-- > 0 && loaded.id_count < (played ? PLAYED_MAX : MINE_MAX);) {
        if (behind && is_wanted(&world->tables[i], load)) ids[loaded.id_count++] = world->tables[i].id;
        behind = behind || strcmp(world->tables[i].id.text, load->table.text) == 0;
    }
    room_step(world->room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &loaded}, world->now);
}

static void give(World *world, const Load *load) {
    if (load->kind != LOAD_PART) {
        give_ids(world, load);
        return;
    }
    const KeptTable *table = kept_table(world, load->table.text);
    Loaded loaded = {.table = load->table, .ticket = load->ticket, .found = table != NULL};
    StoredEntry *entries = NULL;
    if (table) {
        const Kept *snapshot = snapshot_before(table, load->from < 0 ? (int64_t)table->count + load->from : load->from);
        entries = calloc(table->count + 1, sizeof *entries);
        assert(entries);
        if (snapshot) loaded.begins = snapshot->n + 1;
        for (size_t i = loaded.begins; i < table->count && i <= load->to; i++)
            entries[loaded.entry_count++] =
                (StoredEntry){(uint32_t)i, table->entries[i].at, table->entries[i].text, table->entries[i].length};
        loaded.secret = table->secret;
        loaded.snapshot = snapshot ? snapshot->text : NULL;
        loaded.snapshot_length = snapshot ? snapshot->length : 0;
        loaded.entries = entries;
    }
    count_read(world, &loaded);
    room_step(world->room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &loaded}, world->now);
    free(entries);
}

/* ---- a turn of the loop */

static WorldClient *client_of(World *world, ConnectionId connection) {
    for (int i = 0; i < world->client_count; i++)
        if (world->clients[i].connection == connection && connection) return &world->clients[i];
    return NULL;
}

static void free_letter(Letter *letter) {
    free(letter->text);
    free(letter);
}

static void drop_outgoing(World *world) {
    for (Letter *letter = world->outgoing, *next; letter; letter = next) {
        next = letter->next;
        free_letter(letter);
    }
    world->outgoing = NULL;
    world->outgoing_last = &world->outgoing;
    world->ask_count = world->load_count = 0;
    world->closing_count = 0;
}

/* What was sent goes on its way; on one connection nothing overtakes. */
static void deliver(World *world) {
    for (Letter *letter = world->outgoing, *next; letter; letter = next) {
        next = letter->next;
        letter->next = NULL;
        WorldClient *client = client_of(world, letter->connection);
        if (!client) {
            free_letter(letter);
            continue;
        }
        world->cost.sent++;
        world->cost.bytes_sent += letter->length;
        world_transcribe(world, "room", (Span){letter->text, letter->length});
        if (world->look) world->look(world, client, letter->text, letter->length);
        letter->arrives = world->now + (world->faults.delay_ms ? world_below(world, (uint32_t)world->faults.delay_ms) : 0);
        *client->last = letter;
        client->last = &letter->next;
    }
    world->outgoing = NULL;
    world->outgoing_last = &world->outgoing;
    world->cost.asks += world->ask_count;
    for (size_t i = 0; i < world->ask_count; i++) {
        world->thinking = grown(world->thinking, world->thinking_count, &world->thinking_capacity, sizeof *world->thinking);
        world->thinking[world->thinking_count++] = world->asks[i];
    }
    for (size_t i = 0; i < world->load_count; i++) {
        world->reading = grown(world->reading, world->reading_count, &world->reading_capacity, sizeof *world->reading);
        world->reading[world->reading_count++] = world->loads[i];
    }
    world->ask_count = world->load_count = 0;
    int closing = world->closing_count;
    world->closing_count = 0;
    for (int i = 0; i < closing; i++) {
        WorldClient *client = client_of(world, world->closing[i]);
        if (client) client_disconnect(world, client);
    }
}

static void end_turn(World *world) {
    world->steps++;
    if (world->write_count > 0 && happens(world, world->faults.late_commit)) return;
    if (world->write_count > 0 && happens(world, world->faults.fail_commit)) {
        forget_writes(world);
        drop_outgoing(world);
        room_rolled_back(world->room, world->now);
        assert(world->write_count == 0);
        world->rollbacks++;
    } else {
        for (size_t i = 0; i < world->write_count; i++) keep(world, &world->writes[i]);
        forget_writes(world);
        room_committed(world->room);
        assert(world->write_count == 0);
        world->commits++;
    }
    deliver(world);
    if (!world->transcript) world_check(world); /* else that is another run's business */
}

static void step(World *world, const RoomInput *input) {
    room_step(world->room, input, world->now);
    end_turn(world);
}

/* ---- is everything as the logs say? */

static bool check_table(World *world, const KeptTable *kept, const RoomTable *at) {
    static Desk desk;
    static Table again;
    static bool ready;
    Error error = {""};
    StoredEntry *entries = calloc(kept->count + 1, sizeof *entries);
    if (!ready) ready = desk_init(&desk);
    assert(entries && ready);
    for (size_t i = 0; i < kept->count; i++)
        entries[i] = (StoredEntry){(uint32_t)i, kept->entries[i].at, kept->entries[i].text, kept->entries[i].length};
    /* From the beginning, and from the snapshot that the number of the step chooses. */
    bool good = true;
    for (int with = 0; good && with < (kept->snapshot_count ? 2 : 1); with++) {
        const Kept *snapshot = with ? &kept->snapshots[world->steps % kept->snapshot_count] : NULL;
        size_t begins = with ? snapshot->n + 1 : 0;
        table_init(&again, &kept->id, kept->secret);
        if (!table_load(&again, entries + begins, kept->count - begins, with ? snapshot->text : NULL,
                        with ? snapshot->length : 0, &desk, &error))
            good = report_fail(world->report, "table %s cannot be loaded: %s", kept->id.text, error.text);
        else if (memcmp(&again, &at->table, sizeof again) != 0)
            good =
                report_fail(world->report, "table %s: loaded from entry %zu it differs from the live one after entry %zu: %s",
                            kept->id.text, begins, kept->count - 1, kept->entries[kept->count - 1].text);
    }
    free(entries);
    return good;
}

bool world_check(World *world) {
    for (size_t i = 0; i < world->room->table_count; i++) {
        const RoomTable *at = world->room->list[i];
        const KeptTable *kept = kept_table(world, at->table.id.text);
        if (at->loading || !at->table.game) continue;
        if (!kept) return report_fail(world->report, "table %s is not in the store", at->table.id.text);
        if (kept->count != at->table.n) return report_fail(world->report, "table %s: entries are missing", at->table.id.text);
        if (at->table.phase != (Phase)kept->phase) return report_fail(world->report, "table %s: phase", at->table.id.text);
        /* The newest of them at every step, the others now and then: loading takes its time. */
        if (at->table.changed != world->now && world->steps % 64 != 0) continue;
        if (kept->count > 24 && world->steps % 32 != 0) continue;
        if (!check_table(world, kept, at)) return false;
    }
    return !world->report->failed;
}

static void count_key(World *world, const char *key, uint8_t counts[][CLIENT_KEYS_MAX], bool move) {
    int number, index;
    if (sscanf(key, "c%d-%d", &number, &index) != 2) return;
    if (counts[number - 1][index]++ > 0) report_fail(world->report, "the key %s is given twice in the log", key);
    if (move) counts[number - 1][index] = 1;
}

bool world_check_keys(World *world) {
    static uint8_t counts[WORLD_CLIENTS_MAX][CLIENT_KEYS_MAX];
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < world->table_count; i++)
        for (size_t k = 0; k < world->tables[i].count; k++) {
            Entry entry;
            entry_read(&entry, (Span){world->tables[i].entries[k].text, world->tables[i].entries[k].length}, NULL);
            if (entry.key[0]) count_key(world, entry.key, counts, entry.kind == ENTRY_MOVE);
        }
    for (int i = 0; i < world->client_count; i++)
        for (int k = 0; k < CLIENT_KEYS_MAX; k++)
            if (world->clients[i].acknowledged[k] && !counts[i][k])
                return report_fail(world->report, "the acknowledged move c%d-%d is not in the log", i + 1, k);
    return !world->report->failed;
}

/* ---- clients */

static WorldClient *add_client(World *world, const PersonId *person, const char *name) {
    assert(world->client_count < WORLD_CLIENTS_MAX);
    WorldClient *client = &world->clients[world->client_count++];
    memset(client, 0, sizeof *client);
    client->number = world->client_count;
    client->address = (uint64_t)client->number;
    client->person = *person;
    snprintf(client->name, sizeof client->name, "%s", name);
    client->last = &client->first;
    client_connect(world, client);
    return client;
}

WorldClient *world_client(World *world, const char *name) {
    PersonId person;
    snprintf(person.text, sizeof person.text, "%016x", 0xa1 + world->client_count);
    return add_client(world, &person, name);
}

WorldClient *world_device(World *world, const WorldClient *other) { return add_client(world, &other->person, other->name); }

static void drop_letters(WorldClient *client) {
    for (Letter *letter = client->first, *next; letter; letter = next) {
        next = letter->next;
        free_letter(letter);
    }
    client->first = NULL;
    client->last = &client->first;
}

void client_connect(World *world, WorldClient *client) {
    assert(client->connection == 0);
    client->connection = ++world->connections;
    step(world, &(RoomInput){.kind = INPUT_CONNECT,
                             .connection = client->connection,
                             .person = client->person,
                             .name = client->name,
                             .address = client->address});
    if (client->connection) client_say(world, client, "{\"do\":\"hello\",\"version\":1}");
    for (int i = 0; i < client->known_count && client->connection; i++) {
        Known *known = &client->known[i];
        if (known->n >= 0)
            client_say(world, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":%lld}", known->id.text,
                       (long long)known->n);
        else client_say(world, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", known->id.text);
    }
}

void client_disconnect(World *world, WorldClient *client) {
    ConnectionId connection = client->connection;
    if (!connection) return;
    client->connection = 0;
    for (int i = 0; i < client->known_count; i++) client->known[i].entered = false;
    drop_letters(client);
    step(world, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = connection});
}

static void say(World *world, WorldClient *client, const char *text) {
    if (!client->connection) return;
    if (happens(world, world->faults.drop)) {
        client_disconnect(world, client);
        return;
    }
    int times = happens(world, world->faults.repeat) ? 2 : 1;
    transcribe_client(world, span_of(text));
    for (int i = 0; i < times && client->connection; i++)
        step(world, &(RoomInput){.kind = INPUT_MESSAGE, .connection = client->connection, .text = span_of(text)});
}

void client_say(World *world, WorldClient *client, const char *format, ...) {
    char text[MESSAGE_BYTES_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    say(world, client, text);
}

void client_ask(World *world, WorldClient *client, const char *table, bool move, const char *format, ...) {
    Sent *sent = &client->sent[client->sent_next++ % CLIENT_SENT_MAX];
    char pattern[512];
    va_list arguments;
    memset(sent, 0, sizeof *sent);
    assert(client->keys + 1 < CLIENT_KEYS_MAX);
    snprintf(sent->key, sizeof sent->key, "c%d-%u", client->number, ++client->keys);
    snprintf(sent->table.text, sizeof sent->table.text, "%s", table);
    va_start(arguments, format);
    vsnprintf(pattern, sizeof pattern, format, arguments);
    va_end(arguments);
    assert(pattern[0] == '{');
    Text text = text_init(sent->text, sizeof sent->text);
    text_format(&text, "{\"key\":\"c%d-%u\",", client->number, client->keys);
    text_add(&text, pattern + 1);
    assert(!text.overflow);
    sent->move = move;
    sent->used = true;
    say(world, client, sent->text);
}

int client_waits(const WorldClient *client) {
    int count = 0;
    for (int i = 0; i < CLIENT_SENT_MAX; i++) count += client->sent[i].used && !client->sent[i].answered;
    return count;
}

void client_repeat(World *world, WorldClient *client) {
    for (int i = 0; i < CLIENT_SENT_MAX && client->connection; i++)
        if (client->sent[i].used && !client->sent[i].answered) say(world, client, client->sent[i].text);
}

Known *client_known(WorldClient *client, const char *table) {
    for (int i = 0; i < client->known_count; i++)
        if (strcmp(client->known[i].id.text, table) == 0) return &client->known[i];
    if (client->known_count == CLIENT_TABLES_MAX) return NULL;
    Known *known = &client->known[client->known_count++];
    memset(known, 0, sizeof *known);
    snprintf(known->id.text, sizeof known->id.text, "%s", table);
    known->n = known->seat = -1;
    return known;
}

void client_forget(WorldClient *client) {
    for (int i = 0; i < client->known_count; i++) json_decref(client->known[i].legal);
    client->known_count = 0;
}

static void learn(Known *known, const json_t *message) {
    const char *phase = json_string_value(json_object_get(message, "phase"));
    const char *view = json_string_value(json_object_get(message, "view"));
    json_t *legal = json_object_get(message, "legal"), *you = json_object_get(message, "you"),
           *n = json_object_get(message, "n");
    if (json_is_integer(n) && json_integer_value(n) > known->n) known->n = json_integer_value(n);
    if (phase) snprintf(known->phase, sizeof known->phase, "%s", phase);
    if (view) snprintf(known->view, sizeof known->view, "%s", view);
    if (json_object_get(message, "undo")) known->undo = json_is_true(json_object_get(message, "undo"));
    if (json_object_get(message, "proposal")) known->proposal = json_is_object(json_object_get(message, "proposal"));
    if (you) {
        json_t *seat = json_object_get(you, "seat");
        known->seat = json_is_integer(seat) ? (int)json_integer_value(seat) : -1;
    }
    json_t *seats = json_object_get(message, "seats");
    if (seats && known->seat >= 0)
        known->ready = json_is_true(json_object_get(json_array_get(seats, (size_t)known->seat), "ready"));
    if (legal) {
        json_decref(known->legal);
        known->legal = json_is_array(legal) ? json_incref(legal) : NULL;
    }
}

static void read_letter(World *world, WorldClient *client, const Letter *letter) {
    json_t *message = json_loadb(letter->text, letter->length, JSON_REJECT_DUPLICATES, NULL);
    const char *kind = json_string_value(json_object_get(message, "say")),
               *key = json_string_value(json_object_get(message, "key"));
    const char *table = json_string_value(json_object_get(message, "table"));
    client->letters++;
    if (!kind) {
        report_fail(world->report, "a message is no JSON with \"say\": %.200s", letter->text);
        json_decref(message);
        return;
    }
    for (int i = 0; key && i < CLIENT_SENT_MAX; i++) {
        Sent *sent = &client->sent[i];
        if (!sent->used || strcmp(sent->key, key) != 0) continue;
        sent->answered = true;
        if (sent->move && strcmp(kind, "done") == 0) client->acknowledged[atoi(strchr(key, '-') + 1)] = 1;
    }
    if (strcmp(kind, "error") == 0) {
        client->errors++;
        snprintf(client->error, sizeof client->error, "%s", json_string_value(json_object_get(message, "code")));
    }
    client->done += strcmp(kind, "done") == 0;
    client->hints += strcmp(kind, "hint") == 0;
    client->byes += strcmp(kind, "bye") == 0;
    client->histories += strcmp(kind, "history") == 0;
    Known *known = table ? client_known(client, table) : NULL;
    if (known && strcmp(kind, "table") == 0) known->entered = true;
    if (known && (strcmp(kind, "table") == 0 || strcmp(kind, "entry") == 0)) learn(known, message);
    json_decref(message);
}

/* ---- time */

static void answer(World *world, const Ask *ask) {
    Error error = {""};
    Chance dice = chance_stream(&ask->dice, STREAM_BOT, 0);
    if (world->heed) world->heed(world, ask);
    Bot *bot = bot_open_with_budget(ask->game, span_of(world->bot ? world->bot : ask->bot), &error);
    assert(bot);
    Answer given = {.table = ask->table, .n = ask->n, .seat = ask->seat, .hint_for = ask->hint_for};
    bot_recall(bot, &ask->sights, ask->seat);
    given.move = bot_choose(bot, VIEW_IN(ask->view), ask->seat, &dice);
    Expectation expected = bot_expects(bot);
    given.expects_kind = (int)expected.kind;
    given.expects_value = expected.value;
    bot_free(bot);
    step(world, &(RoomInput){.kind = INPUT_ANSWER, .answer = &given});
}

void world_pass(World *world, Milliseconds time) {
    world->now += time;
    if (world->write_count > 0) end_turn(world); /* a late one */
    for (size_t i = 0, count = world->reading_count; i < count; i++) {
        Load load = world->reading[0];
        memmove(world->reading, world->reading + 1, --world->reading_count * sizeof load);
        give(world, &load);
        end_turn(world);
    }
    for (size_t i = 0, count = world->thinking_count; i < count; i++) {
        Ask ask = world->thinking[0];
        memmove(world->thinking, world->thinking + 1, --world->thinking_count * sizeof ask);
        answer(world, &ask);
    }
    if (room_due(world->room) <= world->now) step(world, &(RoomInput){.kind = INPUT_TICK});
    for (int i = 0; i < world->client_count; i++) {
        WorldClient *client = &world->clients[i];
        while (client->first && client->first->arrives <= world->now) {
            Letter *letter = client->first;
            client->first = letter->next;
            if (!client->first) client->last = &client->first;
            read_letter(world, client, letter);
            free_letter(letter);
        }
    }
    if (happens(world, world->faults.restart)) world_restart(world);
}

void world_settle(World *world) {
    WorldFaults faults = world->faults;
    world->faults = (WorldFaults){0};
    for (int i = 0; i < 8; i++) world_pass(world, 1000);
    while (world->reading_count > 0 || world->thinking_count > 0) world_pass(world, 100);
    world_pass(world, 100);
    world->faults = faults;
}

void world_restart(World *world) {
    world->restarts++;
    for (int i = 0; i < world->client_count; i++) {
        WorldClient *client = &world->clients[i];
        client->connection = 0;
        for (int k = 0; k < client->known_count; k++) client->known[k].entered = false;
        drop_letters(client);
    }
    room_free(world->room);
    if (world->faults.set_back_ms) world->now -= world_below(world, (uint32_t)world->faults.set_back_ms);
    world->thinking_count = world->reading_count = 0;
    drop_outgoing(world);
    forget_writes(world);
    RoomPort mine = port;
    mine.context = world;
    world->room = room_open(&world->settings, &mine);
}

void world_init(World *world, uint64_t seed, Milliseconds pace, Report *report) {
    memset(world, 0, sizeof *world);
    world->chance = chance_fast(seed);
    world->now = 1800000000000;
    world->settings = (RoomSettings){.tables_max = WORLD_ROOM_MAX, .thinkers = 64, .pace = pace, .grace = GRACE_MS};
    world->outgoing_last = &world->outgoing;
    world->report = report;
    RoomPort mine = port;
    mine.context = world;
    world->room = room_open(&world->settings, &mine);
    assert(world->room);
    world->transcript = transcript_open();
}

void world_release(World *world) {
    room_free(world->room);
    if (world->transcript) fclose(world->transcript);
    forget_writes(world);
    drop_outgoing(world);
    for (int i = 0; i < world->client_count; i++) {
        drop_letters(&world->clients[i]);
        client_forget(&world->clients[i]);
    }
    for (int i = 0; i < world->table_count; i++) {
        for (size_t k = 0; k < world->tables[i].count; k++) free(world->tables[i].entries[k].text);
        free(world->tables[i].entries);
        for (size_t k = 0; k < world->tables[i].snapshot_count; k++) free(world->tables[i].snapshots[k].text);
        free(world->tables[i].snapshots);
    }
    free(world->writes);
    free(world->asks);
    free(world->thinking);
    free(world->loads);
    free(world->reading);
}
