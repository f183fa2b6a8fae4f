/* Registrations, beats, takeovers and shards in PostgreSQL.
 *
 * A commit of a server locks the row of its registration in `fences` for sharing, in the same transaction as its writes. Giving a
 * server up deletes that row: the deletion waits for a commit that is under way, and every later one finds nothing. If a
 * connection that hangs keeps the row locked, its process is ended.
 *
 * A server may be stopped in the middle of a job. Beats and shards are therefore single messages, which lock nothing while they
 * wait for the server, and the database itself ends a transaction in which nothing happens for a second.
 *
 * Shards are given away in one snapshot: READ COMMITTED would compare a shard that somebody else has just taken with the
 * registrations of before, and take it away from a server that has registered since. */
#include "store/nodes.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/inside.h"

enum { LOCK_TRIES = 4, ASSIGN_TRIES = 4, NAME_TRIES = 30, NAME_PAUSE_MS = 100 };

struct Nodes {
    char *url;
    PGconn *connection;
    char name[NODE_NAME_MAX]; /* taken; empty: none */
};

/* ---- asking */

static PGresult *ask(Nodes *nodes, const char *sql, const Parameters *parameters, Error *error) {
    static const Parameters none = {0};
    if (!parameters) parameters = &none;
    PGresult *result = PQexecParams(nodes->connection, sql, parameters->count, NULL, parameters->values, parameters->lengths,
                                    parameters->formats, 0);
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return result;
    postgres_say(PQerrorMessage(nodes->connection), error);
    PQclear(result);
    return NULL;
}

static bool run(Nodes *nodes, const char *sql, const Parameters *parameters, Error *error) {
    PGresult *result = ask(nodes, sql, parameters, error);
    PQclear(result);
    return result != NULL;
}

static int64_t cell_number(const PGresult *rows, int row, int column) {
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

static bool run_with(Nodes *nodes, const char *sql, int64_t number, Error *error) {
    Parameters parameters = {0};
    parameter_number(&parameters, number);
    return run(nodes, sql, &parameters, error);
}

static bool set_up(Nodes *nodes, Error *error) {
    return postgres_run(nodes->connection,
                        "SET lock_timeout = '300ms'; SET statement_timeout = '5s';"
                        " SET idle_in_transaction_session_timeout = '1s'",
                        error);
}

static bool reach(Nodes *nodes, Error *error) {
    if (nodes->connection && PQstatus(nodes->connection) == CONNECTION_OK) return true;
    PQfinish(nodes->connection);
    nodes->connection = postgres_connect(nodes->url, error);
    if (!nodes->connection || !set_up(nodes, error)) return false;
    return !nodes->name[0] || nodes_take_name(nodes, nodes->name, error);
}

Nodes *nodes_open(const char *url, Error *error) {
    Nodes *nodes = calloc(1, sizeof *nodes);
    char *copy = strdup(url);
    if (nodes) nodes->url = copy;
    bool good = (nodes && copy) || error_set(error, "there is not enough memory");
    Error reason = {""};
    good = good && reach(nodes, error);
    if (good && !postgres_is_current(nodes->connection, &reason))
        good = error_set(error, "cannot use the database: %s", reason.text);
    if (good) return nodes;
    if (!nodes) free(copy);
    nodes_free(nodes);
    return NULL;
}

void nodes_free(Nodes *nodes) {
    if (!nodes) return;
    PQfinish(nodes->connection);
    free(nodes->url);
    free(nodes);
}

/* ---- who we are */

static void prove(const uint8_t key[CLUSTER_KEY_BYTES], uint8_t proof[CLUSTER_KEY_BYTES]) {
    crypto_generichash(proof, CLUSTER_KEY_BYTES, (const uint8_t *)"araldo", 6, key, CLUSTER_KEY_BYTES);
}

/* The first server decides: it makes a key for all, or its own counts and only a proof of it is kept. */
static bool add_key(Nodes *nodes, const uint8_t *given, Error *error) {
    uint8_t key[CLUSTER_KEY_BYTES], proof[CLUSTER_KEY_BYTES];
    Parameters parameters = {0};
    randombytes_buf(key, sizeof key);
    prove(given ? given : key, proof);
    parameter_bytes(&parameters, given ? NULL : key, given ? 0 : sizeof key);
    parameter_bytes(&parameters, proof, sizeof proof);
    return run(nodes, "INSERT INTO cluster SELECT $1::bytea, $2::bytea WHERE NOT EXISTS (SELECT 1 FROM cluster)", &parameters,
               error);
}

static bool read_bytes(const PGresult *rows, int column, uint8_t bytes[CLUSTER_KEY_BYTES]) {
    size_t count = 0;
    return PQgetlength(rows, 0, column) == 2 * CLUSTER_KEY_BYTES &&
           sodium_hex2bin(bytes, CLUSTER_KEY_BYTES, PQgetvalue(rows, 0, column), 2 * CLUSTER_KEY_BYTES, NULL, &count, NULL) ==
               0;
}

static bool match_key(const PGresult *rows, const uint8_t *given, uint8_t key[CLUSTER_KEY_BYTES], Error *error) {
    uint8_t proof[CLUSTER_KEY_BYTES], expected[CLUSTER_KEY_BYTES];
    if (PQntuples(rows) != 1 || !read_bytes(rows, 1, expected)) return error_set(error, "the cluster's key is damaged");
    if (given) memcpy(key, given, CLUSTER_KEY_BYTES);
    else if (!read_bytes(rows, 0, key))
        return error_set(error, "the servers of this room have a key: give it with --cluster-key");
    prove(key, proof);
    return memcmp(proof, expected, sizeof proof) == 0 || error_set(error, "the cluster key is not that of the other servers");
}

bool nodes_key(Nodes *nodes, const uint8_t *given, uint8_t key[CLUSTER_KEY_BYTES], Error *error) {
    if (!postgres_run(nodes->connection, "BEGIN; LOCK cluster IN EXCLUSIVE MODE", error)) return false;
    PGresult *rows = add_key(nodes, given, error)
                         ? ask(nodes, "SELECT encode(key, 'hex'), encode(proof, 'hex') FROM cluster", NULL, error)
                         : NULL;
    bool good = rows && match_key(rows, given, key, error);
    PQclear(rows);
    Error ignored;
    return postgres_run(nodes->connection, good ? "COMMIT" : "ROLLBACK", good ? error : &ignored) && good;
}

void nodes_own_address(Nodes *nodes, char address[NODE_ADDRESS_MAX]) {
    struct sockaddr_storage own = {0};
    socklen_t length = sizeof own;
    span_copy(span_of("127.0.0.1"), address, NODE_ADDRESS_MAX);
    if (getsockname(PQsocket(nodes->connection), (struct sockaddr *)&own, &length) != 0) return;
    if (own.ss_family == AF_INET) inet_ntop(AF_INET, &((struct sockaddr_in *)&own)->sin_addr, address, NODE_ADDRESS_MAX);
    if (own.ss_family == AF_INET6) inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&own)->sin6_addr, address, NODE_ADDRESS_MAX);
}

bool nodes_take_name(Nodes *nodes, const char *name, Error *error) {
    Parameters parameters = {0};
    parameter_words(&parameters, name);
    /* A server that was killed loses its connection, and with it the name, in a moment. */
    for (int tries = 0; tries < NAME_TRIES; tries++) {
        PGresult *rows = ask(nodes, "SELECT pg_try_advisory_lock(1098015084, hashtext($1::text))", &parameters, error);
        bool taken = rows && *PQgetvalue(rows, 0, 0) == 't', asked = rows != NULL;
        PQclear(rows);
        if (taken) span_copy(span_of(name), nodes->name, sizeof nodes->name);
        if (taken || !asked) return taken;
        poll(NULL, 0, NAME_PAUSE_MS);
    }
    return error_set(error, "a server named '%.60s' is running already: choose another with --cluster-name", name);
}

/* ---- looking */

static bool read_nodes(Nodes *nodes, Look *look, Error *error) {
    PGresult *rows = ask(nodes,
                         "SELECT epoch, name, address, port, draining,"
                         " (extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint FROM nodes ORDER BY epoch LIMIT 64",
                         NULL, error);
    look->node_count = 0;
    for (int row = 0; rows && row < PQntuples(rows) && row < NODES_MAX; row++) {
        Node *node = &look->nodes[look->node_count++];
        *node = (Node){.epoch = (Epoch)cell_number(rows, row, 0),
                       .port = (int)cell_number(rows, row, 3),
                       .draining = *PQgetvalue(rows, row, 4) == 't',
                       .age = cell_number(rows, row, 5)};
        span_copy(span_of(PQgetvalue(rows, row, 1)), node->name, sizeof node->name);
        span_copy(span_of(PQgetvalue(rows, row, 2)), node->address, sizeof node->address);
    }
    PQclear(rows);
    return rows != NULL;
}

static bool read_shards(Nodes *nodes, Look *look, Error *error) {
    PGresult *rows = ask(nodes, "SELECT id, owner FROM shards", NULL, error);
    memset(look->owners, 0, sizeof look->owners);
    for (int row = 0; rows && row < PQntuples(rows); row++) {
        int64_t shard = cell_number(rows, row, 0);
        if (shard >= 0 && shard < SHARDS) look->owners[shard] = (Epoch)cell_number(rows, row, 1);
    }
    PQclear(rows);
    return rows != NULL;
}

/* In one snapshot, so that owners and servers fit together. */
static bool look_around(Nodes *nodes, Look *look, Error *error) {
    memset(look, 0, sizeof *look);
    if (!postgres_run(nodes->connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error)) return false;
    bool good = read_nodes(nodes, look, error) && read_shards(nodes, look, error);
    return postgres_run(nodes->connection, "COMMIT", error) && good;
}

bool nodes_look(Nodes *nodes, Look *look, Error *error) { return reach(nodes, error) && look_around(nodes, look, error); }

/* ---- jobs */

static void end_process(Nodes *nodes, Epoch epoch) {
    Error ignored;
    run_with(nodes,
             "SELECT pg_terminate_backend(a.pid) FROM nodes n JOIN pg_stat_activity a ON a.pid = n.process"
             " WHERE n.epoch = $1::bigint AND a.application_name = 'araldo'",
             (int64_t)epoch, &ignored);
}

/* Deletes the registration's fence, within a transaction that the function begins; `stood`: it was there. Where a connection
 * that hangs keeps it locked, that is ended. */
static bool cut_fence(Nodes *nodes, Epoch epoch, const char *condition, bool *stood, Error *error) {
    char words[256];
    Text text = text_init(words, sizeof words);
    text_format(&text, "DELETE FROM fences WHERE epoch = $1::bigint%s RETURNING 1", condition);
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
        Parameters parameters = {0};
        parameter_number(&parameters, (int64_t)epoch);
        if (!postgres_run(nodes->connection, "BEGIN", error)) return false;
        PGresult *rows = ask(nodes, words, &parameters, error);
        if (rows) {
            *stood = PQntuples(rows) == 1;
            PQclear(rows);
            return true;
        }
        if (PQstatus(nodes->connection) != CONNECTION_OK || !postgres_run(nodes->connection, "ROLLBACK", error)) return false;
        end_process(nodes, epoch);
    }
    return false;
}

static Epoch add_node(Nodes *nodes, const NodeFacts *me, bool draining, int writer, Error *error) {
    Parameters parameters = {0};
    parameter_words(&parameters, me->name);
    parameter_words(&parameters, me->address);
    parameter_number(&parameters, me->port);
    parameter_number(&parameters, writer);
    parameter_number(&parameters, draining);
    PGresult *rows = ask(nodes,
                         "INSERT INTO nodes (name, address, port, process, seen, draining) VALUES"
                         " ($1, $2, $3::integer, $4::integer, clock_timestamp(), $5::integer <> 0) RETURNING epoch",
                         &parameters, error);
    Epoch epoch = rows ? (Epoch)cell_number(rows, 0, 0) : 0;
    PQclear(rows);
    return epoch && run_with(nodes, "INSERT INTO fences VALUES ($1::bigint)", (int64_t)epoch, error) ? epoch : 0;
}

/* A server of the same name whose connection is gone died: nobody needs to wait for its beats. */
static bool forget_namesakes(Nodes *nodes, const NodeFacts *me, Error *error) {
    Parameters parameters = {0};
    parameter_words(&parameters, me->name);
    return run(nodes,
               "SELECT pg_terminate_backend(a.pid) FROM nodes n JOIN pg_stat_activity a ON a.pid = n.process"
               " JOIN fences f USING (epoch) WHERE n.name = $1 AND a.application_name = 'araldo'",
               &parameters, error) &&
           run(nodes, "DELETE FROM fences WHERE epoch IN (SELECT epoch FROM nodes WHERE name = $1)", &parameters, error) &&
           run(nodes, "DELETE FROM nodes WHERE name = $1", &parameters, error);
}

static bool do_register(Nodes *nodes, const NodeFacts *me, const StoreJob *job, int writer, StoreAnswer *answer, Error *error) {
    Parameters parameters = {0};
    if (!cut_fence(nodes, job->epoch, "", &answer->kept, error) || !forget_namesakes(nodes, me, error)) return false;
    answer->epoch = add_node(nodes, me, job->draining, writer, error);
    if (!answer->epoch) return false;
    parameter_number(&parameters, (int64_t)answer->epoch);
    parameter_number(&parameters, (int64_t)job->epoch);
    return (!answer->kept || run(nodes, "UPDATE shards SET owner = $1::bigint WHERE owner = $2::bigint", &parameters, error)) &&
           postgres_run(nodes->connection, "COMMIT", error);
}

static bool do_take(Nodes *nodes, const StoreJob *job, Error *error) {
    char condition[160];
    bool stood;
    Text text = text_init(condition, sizeof condition);
    text_format(&text,
                " AND EXISTS (SELECT 1 FROM nodes n WHERE n.epoch = fences.epoch"
                " AND n.seen < clock_timestamp() - interval '%lld ms')",
                (long long)job->stale);
    return cut_fence(nodes, job->dead, condition, &stood, error) &&
           (!stood || run_with(nodes, "DELETE FROM nodes WHERE epoch = $1::bigint", (int64_t)job->dead, error)) &&
           postgres_run(nodes->connection, "COMMIT", error);
}

/* Lists of numbers, as PostgreSQL writes arrays. */
static void write_lists(const Moves *moves, Text *shards, Text *owners) {
    text_char(shards, '{');
    text_char(owners, '{');
    for (int i = 0; i < moves->count; i++) {
        text_format(shards, "%s%d", i ? "," : "", moves->shards[i]);
        text_format(owners, "%s%llu", i ? "," : "", (unsigned long long)moves->owners[i]);
    }
    text_char(shards, '}');
    text_char(owners, '}');
}

/* One message with a whole transaction; `clash`: others were faster, and nothing was done. */
static bool run_whole(Nodes *nodes, const char *sql, bool *clash, Error *error) {
    PGresult *result = PQexec(nodes->connection, sql);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    *clash = !good && state && strcmp(state, "40001") == 0;
    if (!good) postgres_say(PQerrorMessage(nodes->connection), error);
    PQclear(result);
    return good;
}

/* Our own shards, and those of nobody. */
static bool do_assign(Nodes *nodes, const StoreJob *job, Error *error) {
    char shards[SHARDS * 4 + 8], owners[SHARDS * 21 + 8], sql[sizeof shards + sizeof owners + 512];
    Text shard_text = text_init(shards, sizeof shards), owner_text = text_init(owners, sizeof owners);
    Text text = text_init(sql, sizeof sql);
    unsigned long long me = job->epoch;
    write_lists(&job->moves, &shard_text, &owner_text);
    text_format(&text,
                "BEGIN ISOLATION LEVEL REPEATABLE READ;"
                "UPDATE shards s SET owner = m.owner FROM unnest('%s'::integer[], '%s'::bigint[]) AS m (id, owner)"
                " WHERE s.id = m.id AND EXISTS (SELECT 1 FROM fences WHERE epoch = %llu)"
                " AND (s.owner = %llu OR s.owner NOT IN (SELECT epoch FROM fences));"
                "COMMIT",
                shards, owners, me, me);
    bool clash = true;
    for (int tries = 0; clash && tries < ASSIGN_TRIES; tries++) {
        if (run_whole(nodes, sql, &clash, error)) return true;
        if (clash && !postgres_run(nodes->connection, "ROLLBACK", error)) return false;
    }
    return false;
}

static bool do_look(Nodes *nodes, const StoreJob *job, int writer, Error *error) {
    Parameters parameters = {0};
    parameter_number(&parameters, (int64_t)job->epoch);
    parameter_number(&parameters, job->draining);
    parameter_number(&parameters, writer);
    return run(nodes, /* a beat need not last */
               "UPDATE nodes SET seen = clock_timestamp(), draining = draining OR $2::integer <> 0, process = $3::integer"
               " FROM set_config('synchronous_commit', 'off', true) WHERE epoch = $1::bigint",
               &parameters, error);
}

static bool do_job(Nodes *nodes, const NodeFacts *me, const StoreJob *job, int writer, StoreAnswer *answer, Error *error) {
    switch (job->kind) {
    case JOB_REGISTER: return do_register(nodes, me, job, writer, answer, error);
    case JOB_LOOK: return do_look(nodes, job, writer, error);
    case JOB_TAKE: return do_take(nodes, job, error);
    case JOB_ASSIGN: return do_assign(nodes, job, error);
    }
    return false;
}

StoreAnswer nodes_do(Nodes *nodes, const NodeFacts *me, const StoreJob *job, int writer, Error *error) {
    StoreAnswer answer = {.kind = job->kind};
    if (!reach(nodes, error)) return answer;
    answer.good = do_job(nodes, me, job, writer, &answer, error) && look_around(nodes, &answer.look, error);
    if (!answer.good) {
        PQfinish(nodes->connection); /* whatever it was in the middle of */
        nodes->connection = NULL;
    }
    return answer;
}

void nodes_leave(Nodes *nodes, Epoch epoch) {
    Error ignored;
    bool stood;
    if (!epoch || !reach(nodes, &ignored) || !cut_fence(nodes, epoch, "", &stood, &ignored)) return;
    if (run_with(nodes, "DELETE FROM nodes WHERE epoch = $1::bigint", (int64_t)epoch, &ignored))
        postgres_run(nodes->connection, "COMMIT", &ignored);
}

bool nodes_drain(Nodes *nodes, const char *name, Error *error) {
    Parameters parameters = {0};
    parameter_words(&parameters, name);
    PGresult *rows = reach(nodes, error)
                         ? ask(nodes, "UPDATE nodes SET draining = true WHERE name = $1 RETURNING 1", &parameters, error)
                         : NULL;
    bool found = rows && PQntuples(rows) > 0;
    if (rows && !found) error_set(error, "there is no server named '%.60s'", name);
    PQclear(rows);
    return found;
}
