/* Clients: two who play at each table and one who watches, each through any server, with connections that fail.
 * The first makes the table, the second takes a seat; both are ready, move, and say something now and then. They send what was
 * not answered again, under its key, when they have come back; sometimes also without need. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated/world.h"

static const char *const games[][2] = {{"primiera", "two"}, {"primero", "english"}, {"royalflush", "standard"}};

void sim_client_init(SimClient *client, int number) {
    client->number = number;
    client->table = number / AT_TABLE;
    client->seat = number % AT_TABLE;
    client->n = -1;
    snprintf(client->person.text, sizeof client->person.text, "%016d", number);
}

/* ---- saying */

static void put(Sim *sim, SimConnection *connection, const char *text) {
    int count = connection->outgoing_count;
    if (count == OUTGOING_MAX) return;
    Milliseconds last = count ? connection->outgoing[count - 1].arrives : 0, arrives = sim->now + sim_delay(sim, 30);
    snprintf(connection->outgoing[count].text, TEXT_MAX, "%s", text);
    connection->outgoing[count].arrives = arrives > last ? arrives : last;
    connection->outgoing_count++;
}

__attribute__((format(printf, 3, 4))) static void say(Sim *sim, SimClient *client, const char *format, ...) {
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sim_note(sim, "client %d says %s", client->number, text);
    client->heard = sim->now; /* it waits from now on */
    put(sim, client->connection, text);
    if (sim_happens(sim, 50)) put(sim, client->connection, text);
}

__attribute__((format(printf, 3, 4))) static void ask(Sim *sim, SimClient *client, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(client->pending, sizeof client->pending, format, arguments);
    va_end(arguments);
    say(sim, client, "%s", client->pending);
}

static void enter(Sim *sim, SimClient *client) {
    const char *table = sim->table_ids[client->table].text;
    if (client->n < 0) say(sim, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", table);
    else say(sim, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":%lld}", table, (long long)client->n);
}

/* ---- coming and going */

void sim_client_lose(Sim *sim, SimClient *client) {
    sim_sendings_drop(&client->connection->inbox);
    client->connection = NULL;
    client->entered = false;
    client->legal[0] = 0;
    client->comes_back = sim->now + 20 + sim_below(sim, 400);
}

/* Its server hears of it later, and what is on its way there may still arrive. */
static void leave(Sim *sim, SimClient *client) {
    SimConnection *connection = client->connection;
    connection->left = true;
    connection->ends = sim->now + sim_delay(sim, 1000);
    if (sim_below(sim, 2)) connection->outgoing_count = 0;
    sim_note(sim, "client %d leaves server %d, which hears of it at %lld", client->number, connection->server,
             (long long)(connection->ends - sim->began));
    sim_client_lose(sim, client);
}

static void come(Sim *sim, SimClient *client) {
    SimServer *server = &sim->servers[sim_below(sim, SERVERS)];
    SimConnection *connection = sim->connections;
    if (!server->up || !server->epoch || server->stops) return;
    while (connection->used) connection++;
    assert(connection < sim->connections + CONNECTIONS_SIMULATED_MAX);
    *connection = (SimConnection){.used = true, .server = server->number, .client = client->number};
    connection->id = ++server->connections << 14;
    client->connection = connection;
    client->heard = sim->now;
    client->patience = 2000 + sim_below(sim, 6000);
    sim_note(sim, "client %d comes to server %d", client->number, server->number);
    say(sim, client, "{\"do\":\"hello\",\"version\":%d}", WIRE_VERSION);
    if (sim->table_ids[client->table].text[0]) enter(sim, client);
    else if (client->pending[0]) say(sim, client, "%s", client->pending);
}

/* ---- hearing */

/* What was once told of an entry never changes, whoever is told. */
static void hear_entry(Sim *sim, SimClient *client, const json_t *message) {
    SimTable *table = sim_database_table(sim, &sim->table_ids[client->table]);
    int64_t n = json_integer_value(json_object_get(message, "n"));
    json_t *entry = json_object_get(message, "entry");
    if (!table || !entry) return;
    char *words = json_dumps(entry, JSON_SORT_KEYS | JSON_COMPACT);
    if (n < 0 || n >= table->count) sim_wrong(sim, "entry %lld was told, and is not in the log", (long long)n);
    else if (!table->seen[n]) table->seen[n] = sim_copied(words, strlen(words));
    else if (strcmp(table->seen[n], words) != 0)
        sim_wrong(sim, "entry %lld was %s, is %s", (long long)n, table->seen[n], words);
    free(words);
    if (n > client->n) client->n = n;
}

static void hear_position(Sim *sim, SimClient *client, const json_t *message) {
    const json_t *legal = json_object_get(message, "legal");
    const char *phase = json_string_value(json_object_get(message, "phase"));
    if (phase) client->over = strcmp(phase, "over") == 0;
    if (phase && strcmp(phase, "playing") == 0) client->ready = true;
    if (!json_object_get(message, "actors")) return;
    size_t count = json_array_size(legal);
    client->legal[0] = 0;
    if (count)
        snprintf(client->legal, sizeof client->legal, "%s",
                 json_string_value(json_array_get(legal, sim_below(sim, (uint32_t)count))));
}

/* What was missed comes before, step by step; people who watch get it round by round. */
static void hear_table(Sim *sim, SimClient *client, const json_t *message) {
    int64_t n = json_integer_value(json_object_get(message, "n"));
    bool waiting = strcmp(json_string_value(json_object_get(message, "phase")), "waiting") == 0;
    if (n < client->n) sim_wrong(sim, "a table that was told up to %lld is at %lld", (long long)client->n, (long long)n);
    if (client->n >= 0 && n > client->n && !waiting && client->seat < PLAYERS)
        sim_wrong(sim, "entries %lld to %lld were not shown to client %d", (long long)client->n + 1, (long long)n,
                  client->number);
    client->n = n;
    if (!client->entered && client->pending[0]) say(sim, client, "%s", client->pending);
    client->entered = true;
    client->ready = json_is_integer(json_object_get(json_object_get(message, "you"), "seat"));
}

static void hear_answer(Sim *sim, SimClient *client, const json_t *message, bool good) {
    const char *key = json_string_value(json_object_get(message, "key"));
    const char *table = json_string_value(json_object_get(message, "table"));
    char own[16];
    snprintf(own, sizeof own, "k%u", client->key);
    if (!key || strcmp(key, own) != 0) return;
    if (good && client->key < KEYS_MAX) client->acknowledged[client->key] = true;
    client->answers += good;
    if (good && table && !sim->table_ids[client->table].text[0])
        span_copy(span_of(table), sim->table_ids[client->table].text, TABLE_ID_MAX);
    client->pending[0] = 0;
}

/* Clients talk much, and try to sit down or begin before they have heard that it is done. Nothing else is refused. */
static bool may_refuse(const char *code) {
    return strcmp(code, "too-fast") == 0 || strcmp(code, "already-started") == 0 || strcmp(code, "already-seated") == 0;
}

static void hear(Sim *sim, SimClient *client, const char *text, size_t length) {
    static const char welcome[] = "{\"say\":\"welcome\"";
    json_error_t error;
    if (strncmp(text, welcome, sizeof welcome - 1) == 0) return; /* long, and about no table */
    json_t *message = json_loadb(text, length, 0, &error), *step;
    const char *what = json_string_value(json_object_get(message, "say"));
    size_t i;
    assert(message && what);
    client->heard = sim->now;
    sim_note(sim, "client %d hears %.300s", client->number, text);
    sim_eyes_look(sim, client, message, text);
    if (strcmp(what, "entry") == 0) hear_entry(sim, client, message);
    if (strcmp(what, "history") == 0)
        json_array_foreach(json_object_get(message, "steps"), i, step) hear_entry(sim, client, step);
    if (strcmp(what, "table") == 0) hear_table(sim, client, message);
    if (strcmp(what, "entry") == 0 || strcmp(what, "table") == 0) hear_position(sim, client, message);
    if (strcmp(what, "done") == 0) hear_answer(sim, client, message, true);
    if (strcmp(what, "error") == 0) {
        const char *code = json_string_value(json_object_get(message, "code"));
        hear_answer(sim, client, message, false);
        if (!may_refuse(code)) sim_wrong(sim, "client %d is refused: %s", client->number, code);
    }
    json_decref(message);
}

/* False: the connection was closed. */
static bool hear_all(Sim *sim, SimClient *client) {
    for (Sending *sending; (sending = sim_sendings_take(&client->connection->inbox, sim->now));) {
        int code = sending->close_code;
        if (!code) hear(sim, client, sending->text, sending->length);
        sim_sending_free(sending);
        if (code) return false;
    }
    return true;
}

/* ---- acting */

static void make_table(Sim *sim, SimClient *client) {
    const char *const *game = games[sim_below(sim, sizeof games / sizeof *games)];
    ask(sim, client,
        "{\"do\":\"create\",\"key\":\"k%u\",\"game\":\"%s\",\"variant\":\"%s\",\"people\":2,\"options\":{},"
        "\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":true,\"chat\":true}",
        ++client->key, game[0], game[1]);
}

static void play(Sim *sim, SimClient *client, const char *table, bool waiting) {
    unsigned key = ++client->key;
    if (client->seat > 0 && !client->ready) {
        ask(sim, client, "{\"do\":\"sit\",\"key\":\"k%u\",\"table\":\"%s\",\"seat\":%d}", key, table, client->seat);
        client->ready = true;
    } else if (waiting) {
        ask(sim, client,
            "{\"do\":\"ready\",\"key\":\"k%u\",\"table\":\"%s\",\"on\":true,\"salt\":\"5a1%x5a175a175a175a175a175a175a17\"}",
            key, table, (unsigned)client->number);
    } else if (client->legal[0] && !client->over && sim_below(sim, 4)) {
        ask(sim, client, "{\"do\":\"move\",\"key\":\"k%u\",\"table\":\"%s\",\"move\":\"%s\"}", key, table, client->legal);
        client->legal[0] = 0;
    } else {
        ask(sim, client, "{\"do\":\"talk\",\"key\":\"k%u\",\"table\":\"%s\",\"text\":\"%s says %u\"}", key, table,
            client->person.text, key);
        client->acts += 500;
    }
}

static void act(Sim *sim, SimClient *client) {
    const char *table = sim->table_ids[client->table].text;
    if (client->pending[0] || sim->now < client->acts || client->key + 1 >= KEYS_MAX) return;
    client->acts = sim->now + 20 + sim_below(sim, 200);
    const SimTable *stored = sim_database_table(sim, &sim->table_ids[client->table]);
    if (!*table && client->seat == 0) make_table(sim, client);
    else if (*table && !client->entered) {
        enter(sim, client);
        client->acts = sim->now + 3000;
    } else if (client->entered && client->seat < PLAYERS) {
        play(sim, client, table, stored && stored->phase == PHASE_WAITING);
    }
}

/* Its network fails, or it has waited long enough. */
static bool gives_up(Sim *sim, const SimClient *client) {
    bool waits = client->pending[0] || !client->entered;
    return sim_happens(sim, 1) || (sim->faulty && waits && sim->now - client->heard > client->patience);
}

void sim_client_run(Sim *sim, SimClient *client) {
    if (!client->connection) {
        if (sim->now >= client->comes_back) come(sim, client);
    } else if (!hear_all(sim, client) || gives_up(sim, client)) leave(sim, client);
    else act(sim, client);
}
