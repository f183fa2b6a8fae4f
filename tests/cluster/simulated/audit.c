/* What must hold when the faults have stopped: everybody goes on, nothing acknowledged is lost, and logs replay as they were. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated/world.h"

enum { ENTRIES_MORE = 2, ANSWERS_MORE = 2 };

/* ---- liveness */

static bool is_spread(const Sim *sim) {
    for (int i = 0; i < SERVERS; i++) {
        int owned = 0;
        for (int shard = 0; shard < SHARDS; shard++) owned += sim->owners[shard] == sim->servers[i].epoch;
        if (!sim->servers[i].epoch || owned < SHARDS / SERVERS || owned > SHARDS / SERVERS + 1) return false;
    }
    return true;
}

bool sim_audit_all_go_on(const Sim *sim, const uint32_t entries[TABLES], const unsigned answers[CLIENTS]) {
    for (int i = 0; i < CLIENTS; i++) {
        const SimClient *client = &sim->clients[i];
        if (!client->entered || (client->seat < PLAYERS && client->answers < answers[i] + ANSWERS_MORE)) return false;
    }
    for (int i = 0; i < TABLES; i++) {
        const SimTable *table = sim_database_table((Sim *)(uintptr_t)sim, &sim->table_ids[i]);
        if (!table || table->count < entries[i] + ENTRIES_MORE) return false;
    }
    return is_spread(sim);
}

/* ---- safety */

static int count_in_log(const SimTable *table, const char *words, const char *also) {
    int count = 0;
    for (uint32_t n = 0; n < table->count; n++)
        count += strstr(table->entries[n].text, words) && strstr(table->entries[n].text, also);
    return count;
}

/* Everything acknowledged is in the log, and nothing is there twice. */
static void check_client(Sim *sim, const SimClient *client) {
    const SimTable *table = sim_database_table(sim, &sim->table_ids[client->table]);
    char words[64];
    for (unsigned key = 1; table && key <= client->key; key++) {
        snprintf(words, sizeof words, "\"%s says %u\"", client->person.text, key);
        int said = count_in_log(table, words, "");
        snprintf(words, sizeof words, "\"key\":\"k%u\"", key);
        int keyed = count_in_log(table, words, client->person.text);
        snprintf(words, sizeof words, "\"key\":\"a%u\"", key); /* BUG_NO_KEY: sent again */
        keyed += count_in_log(table, words, client->person.text);
        if (said > 1 || keyed > 1)
            sim_wrong(sim, "message %u of client %d counts %d times", key, client->number, said > keyed ? said : keyed);
        if (client->acknowledged[key] && said + keyed == 0)
            sim_wrong(sim, "message %u of client %d was acknowledged and is lost", key, client->number);
    }
}

/* The table that its owner has in memory is what the log says. */
static void check_table(Sim *sim, const SimTable *table) {
    const SimServer *server = sim_links_server(sim, sim->owners[shard_of(&table->id)]);
    const RoomTable *live = server ? room_table(server->room, &table->id) : NULL;
    StoredEntry *entries = calloc(table->count + 1, sizeof *entries);
    Table *again = calloc(1, sizeof *again);
    Error error = {""};
    assert(entries && again);
    for (uint32_t n = 0; n < table->count; n++)
        entries[n] = (StoredEntry){n, table->entries[n].at, table->entries[n].text, table->entries[n].length};
    table_init(again, &table->id, table->secret);
    if (!table_load(again, entries, table->count, NULL, 0, &sim->desk, &error))
        sim_wrong(sim, "a log cannot be replayed: %s", error.text);
    else if (live && live->table.n == again->n && memcmp(&live->table, again, sizeof *again) != 0)
        sim_wrong(sim, "a table is not what its log says");
    free(entries);
    free(again);
}

/* Every server knows how many connections each person has at the others. */
static void check_presences(Sim *sim) {
    for (int i = 0; i < CLIENTS * SERVERS; i++) {
        const PersonId *person = &sim->clients[i / SERVERS].person;
        const SimServer *here = &sim->servers[i % SERVERS];
        int elsewhere = 0;
        for (int k = 0; k < CONNECTIONS_SIMULATED_MAX; k++) {
            const SimConnection *connection = &sim->connections[k];
            elsewhere += connection->used && connection->opened && connection->client == i / SERVERS &&
                         connection->server != here->number;
        }
        int known = room_elsewhere(here->room, person);
        if (known != elsewhere)
            sim_wrong(sim, "server %llu knows of %d connections of client %d elsewhere, not %d",
                      (unsigned long long)here->epoch, known, i / SERVERS, elsewhere);
    }
}

void sim_audit_end(Sim *sim) {
    check_presences(sim);
    for (int i = 0; i < CLIENTS && sim->result.good; i++) check_client(sim, &sim->clients[i]);
    for (int i = 0; i < sim->table_count && sim->result.good; i++) check_table(sim, &sim->tables[i]);
}
