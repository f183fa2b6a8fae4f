/* The store on PostgreSQL: writes go out as they come, and are committed together without waiting.
 *
 * The writer's connection is in pipeline mode: the statements of a turn and the mark that ends it travel in one packet, and
 * everything between two marks is one transaction. A statement that does not find what it must find divides by zero, which takes
 * the whole turn back. While the answers are on their way the caller does something else.
 *
 * If the connection breaks before the answer to a commit, nobody knows whether it happened. The commit then counts as failed and
 * the store is late until the server has registered again: at that moment the old connection can no longer write, so that whatever
 * is read afterwards is what happened. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/inside.h"

enum { RESCUE_PAUSE_MS = 300 };

typedef enum {
    SQL_ADD_TABLE,
    SQL_ADD_ENTRY,
    SQL_ADD_SNAPSHOT,
    SQL_DROP_SNAPSHOTS,
    SQL_SET_PHASE,
    SQL_SET_NAME,
    SQL_ADD_DEVICE,
    SQL_LIMIT_DEVICES,
    SQL_DROP_DEVICES,
    SQL_ADD_PERSON,
    SQL_ADD_SESSION,
    SQL_LIMIT_SESSIONS,
    SQL_SEE_SESSION,
    SQL_END_SESSION,
    SQL_TAKE_DEVICE,
    SQL_ADD_MEMBER,
    SQL_ADD_RESULT,
    SQL_SWEEP_RESULTS,
    SQL_SWEEP_TABLES,
    SQL_SWEEP_PERSONS,
    SQL_SPOIL,
    SQL_FENCE,
    SQL_COUNT
} SqlName;

/* Fails unless the statement touched exactly one row. */
#define ONE(statement) "WITH done AS (" statement " RETURNING 1) SELECT 1 / (count(*) = 1)::integer FROM done"

static const char *const sql[SQL_COUNT] = {
    [SQL_ADD_TABLE] = ("INSERT INTO tables (id, secret, phase, created, create_key)"
                       " VALUES ($1, $2::bytea, $3::integer, $4::bigint, nullif($5::bigint, 0))"),
    [SQL_ADD_ENTRY] = ONE("INSERT INTO entries (table_id, n, at, entry, sum)"
                          " SELECT id, $2::bigint, $3::bigint, $4::text, $5::bigint FROM tables WHERE id = $1"),
    [SQL_ADD_SNAPSHOT] = ONE("INSERT INTO snapshots (table_id, n, snapshot, sum)"
                             " SELECT id, $2::bigint, $3::text, $4::bigint FROM tables WHERE id = $1"
                             " ON CONFLICT (table_id, n) DO UPDATE SET snapshot = excluded.snapshot, sum = excluded.sum"),
    /* Of a match that is over only the end is read from a snapshot. */
    [SQL_DROP_SNAPSHOTS] = ("DELETE FROM snapshots WHERE table_id = $1"
                            " AND n < (SELECT max(n) FROM snapshots WHERE table_id = $1) - $2::bigint"),
    [SQL_SET_PHASE] = ONE("UPDATE tables SET phase = $2::integer WHERE id = $1"),
    [SQL_SET_NAME] = ONE("UPDATE persons SET name = $2, face = $3::integer WHERE id = $1"),
    [SQL_ADD_DEVICE] = "INSERT INTO devices (hash, person, expires) VALUES ($1::bytea, $2, $3::bigint)",
    [SQL_LIMIT_DEVICES] = ("DELETE FROM devices WHERE person = $1 AND hash NOT IN"
                           " (SELECT hash FROM devices WHERE person = $1 ORDER BY expires DESC LIMIT $2::bigint)"),
    [SQL_DROP_DEVICES] = "DELETE FROM devices WHERE expires < $1::bigint",
    [SQL_ADD_PERSON] = "INSERT INTO persons (id, name, created) VALUES ($1, $2, $3::bigint)",
    [SQL_ADD_SESSION] = ("INSERT INTO sessions (hash, person, device, created, seen)"
                         " VALUES ($1::bytea, $2, $3, $4::bigint, $5::bigint)"),
    /* Of the person of a session. */
    [SQL_LIMIT_SESSIONS] = ("WITH owner AS (SELECT person FROM sessions WHERE hash = $1::bytea)"
                            " DELETE FROM sessions WHERE person = (SELECT person FROM owner) AND hash NOT IN"
                            " (SELECT hash FROM sessions WHERE person = (SELECT person FROM owner)"
                            "  ORDER BY seen DESC LIMIT $2::bigint)"),
    [SQL_SEE_SESSION] = "UPDATE sessions SET seen = $2::bigint WHERE hash = $1::bytea",
    [SQL_END_SESSION] = "DELETE FROM sessions WHERE hash = $1::bytea",
    [SQL_TAKE_DEVICE] = ("WITH taken AS (DELETE FROM devices WHERE hash = $1::bytea RETURNING person)"
                         " INSERT INTO sessions (hash, person, device, created, seen)"
                         " SELECT $2::bytea, person, $3, $4::bigint, $5::bigint FROM taken RETURNING person"),
    [SQL_ADD_MEMBER] = ("INSERT INTO members (person, table_id) SELECT $2, id FROM tables WHERE id = $1"
                        " ON CONFLICT DO NOTHING"),
    [SQL_ADD_RESULT] = ("INSERT INTO results (day, game, board, person, score, at)"
                        " VALUES ($1::integer, $2, $3::integer, $4, $5::integer, $6::bigint) ON CONFLICT DO NOTHING"),
    [SQL_SWEEP_RESULTS] =
        ("DELETE FROM results WHERE (day, game, board, person) IN"
         " (SELECT day, game, board, person FROM results WHERE at < $1::bigint ORDER BY at LIMIT $2::bigint)"),
    [SQL_SWEEP_TABLES] = ("WITH next AS (SELECT id, number,"
                          "  (SELECT at FROM entries WHERE table_id = id ORDER BY n DESC LIMIT 1) AS last"
                          "  FROM tables WHERE number > $1::bigint ORDER BY number LIMIT $3::bigint),"
                          " old AS (SELECT id FROM next WHERE last < $2::bigint),"
                          " e AS (DELETE FROM entries WHERE table_id IN (SELECT id FROM old)),"
                          " s AS (DELETE FROM snapshots WHERE table_id IN (SELECT id FROM old)),"
                          " m AS (DELETE FROM members WHERE table_id IN (SELECT id FROM old)),"
                          " t AS (DELETE FROM tables WHERE id IN (SELECT id FROM old))"
                          " SELECT CASE WHEN count(*) < $3::bigint THEN 0 ELSE max(number) END FROM next"),
    [SQL_SWEEP_PERSONS] = ("WITH next AS (SELECT id, created,"
                           "  coalesce((SELECT max(seen) FROM sessions WHERE person = id), created) AS seen,"
                           "  EXISTS (SELECT 1 FROM members m JOIN tables t ON t.id = m.table_id"
                           "   WHERE m.person = persons.id AND t.phase < 2) AS sits"
                           "  FROM persons WHERE id > $1 ORDER BY id LIMIT $3::bigint),"
                           " old AS (SELECT id FROM next WHERE NOT sits AND (seen < $2::bigint"
                           "  OR (seen < $4::bigint AND seen - created < $5::bigint))),"
                           " s AS (DELETE FROM sessions WHERE person IN (SELECT id FROM old)),"
                           " d AS (DELETE FROM devices WHERE person IN (SELECT id FROM old)),"
                           " p AS (DELETE FROM persons WHERE id IN (SELECT id FROM old))"
                           " SELECT CASE WHEN count(*) < $3::bigint THEN '' ELSE max(id) END FROM next"),
    /* Locks the registration until the commit, so that nobody is given up in the middle of one. */
    [SQL_FENCE] = "SELECT 1 / count(*)::integer FROM (SELECT 1 FROM fences WHERE epoch = $1::bigint FOR SHARE) stands",
    [SQL_SPOIL] = "SELECT 1 / $1::integer",
};

static void statement_name(int which, char name[NUMBER_BYTES]) {
    Text text = text_init(name, NUMBER_BYTES);
    text_format(&text, "write%d", which);
}

/* ---- the writer's connection */

static void pause_for(int milliseconds) { poll(NULL, 0, milliseconds); }

static bool prepare(PGconn *connection, Error *error) {
    bool good = true;
    for (int i = 0; good && i < SQL_COUNT; i++) {
        char name[NUMBER_BYTES];
        statement_name(i, name);
        PGresult *result = PQprepare(connection, name, sql[i], 0, NULL);
        good = PQresultStatus(result) == PGRES_COMMAND_OK;
        if (!good) postgres_say(PQerrorMessage(connection), error);
        PQclear(result);
    }
    return good;
}

static PGconn *open_writer(const char *url, Error *error) {
    Error reason = {""};
    PGconn *connection = postgres_connect(url, error);
    if (!connection) return NULL;
    bool good = postgres_migrate(connection, POSTGRES_VERSION, &reason) && prepare(connection, &reason) &&
                PQsetnonblocking(connection, 1) == 0 && PQenterPipelineMode(connection) == 1;
    if (good) return connection;
    error_set(error, "cannot use the database: %s", reason.text);
    PQfinish(connection);
    return NULL;
}

static void *rescue(void *context) {
    Rescue *rescue = context;
    Error error;
    if (rescue->tries++) pause_for(RESCUE_PAUSE_MS);
    rescue->connection = open_writer(rescue->url, &error);
    atomic_store(&rescue->state, RESCUE_DONE);
    return NULL;
}

/* Takes the new connection if there is one, and otherwise sees to it that somebody works on it. */
static bool take_rescue(Postgres *postgres) {
    Rescue *rescuer = &postgres->rescue;
    RescueState state = atomic_load(&rescuer->state);
    if (state == RESCUE_WORKS) return false;
    if (state == RESCUE_DONE) {
        pthread_join(rescuer->thread, NULL);
        atomic_store(&rescuer->state, RESCUE_NONE);
        postgres->writer = rescuer->connection;
        rescuer->connection = NULL;
        if (postgres->writer) rescuer->tries = 0;
        if (postgres->writer) return true;
    }
    rescuer->url = postgres->url;
    atomic_store(&rescuer->state, RESCUE_WORKS);
    if (pthread_create(&rescuer->thread, NULL, rescue, rescuer) != 0) atomic_store(&rescuer->state, RESCUE_NONE);
    return false;
}

/* The connection is gone: with it the transaction, or the knowledge of what became of it. */
static void lose_writer(Postgres *postgres) {
    postgres_say(PQerrorMessage(postgres->writer), &postgres->store.problem);
    PQfinish(postgres->writer);
    postgres->writer = NULL;
    postgres->store.away = true;
    if (postgres->store.epoch) postgres->store.unfenced = postgres->store.lost = true;
    postgres->expected_count = postgres->answered = 0;
    postgres->syncing = false;
}

/* Has the database ended the connection while nothing was under way? */
static bool is_lost(PGconn *writer) {
    return !PQconsumeInput(writer) || !PQconsumeInput(writer) || PQstatus(writer) != CONNECTION_OK;
}

static bool send_fence(Store *store);

static bool begin(Store *store) {
    Postgres *postgres = postgres_of(store);
    if (postgres->writer && is_lost(postgres->writer)) lose_writer(postgres);
    store->late = (!postgres->writer && !take_rescue(postgres)) || store->unfenced;
    if (store->late) return false;
    store->away = false;
    return !store->epoch || send_fence(store);
}

/* ---- sending statements */

static bool expect(Postgres *postgres, Expected expected) {
    if (postgres->expected_count == postgres->expected_capacity) {
        size_t capacity = postgres->expected_capacity ? 2 * postgres->expected_capacity : 64;
        Expected *larger = realloc(postgres->expected, capacity * sizeof *larger);
        if (!larger) return store_give_up(&postgres->store, "there is not enough memory");
        postgres->expected = larger;
        postgres->expected_capacity = capacity;
    }
    postgres->expected[postgres->expected_count++] = expected;
    return true;
}

static bool send_for(Store *store, SqlName which, const Parameters *parameters, Expected expected) {
    Postgres *postgres = postgres_of(store);
    char name[NUMBER_BYTES];
    if (store->failed || !postgres->writer || !expect(postgres, expected)) return false;
    statement_name(which, name);
    if (PQsendQueryPrepared(postgres->writer, name, parameters->count, parameters->values, parameters->lengths,
                            parameters->formats, 0))
        return true;
    postgres->expected_count--;
    Error reason = {""};
    postgres_say(PQerrorMessage(postgres->writer), &reason);
    return store_give_up(store, reason.text);
}

static bool send_statement(Store *store, SqlName which, const Parameters *parameters) {
    return send_for(store, which, parameters, (Expected){EXPECT_NOTHING, NULL});
}

static bool send_fence(Store *store) {
    Parameters parameters = {0};
    parameter_number(&parameters, (int64_t)store->epoch);
    return send_for(store, SQL_FENCE, &parameters, (Expected){EXPECT_FENCE, NULL});
}

/* ---- what is written */

static bool drop_devices(Store *store, Milliseconds now) {
    Parameters parameters = {0};
    parameter_number(&parameters, now);
    return send_statement(store, SQL_DROP_DEVICES, &parameters);
}

/* Links that are too old go, and of a person's all but the newest. */
static bool add_device(Store *store, const Write *write) {
    Parameters add = {0}, limit = {0};
    TokenHash hash = token_hash(write->text, write->length);
    parameter_bytes(&add, hash.bytes, sizeof hash.bytes);
    parameter_words(&add, write->person.text);
    parameter_number(&add, write->at);
    parameter_words(&limit, write->person.text);
    parameter_number(&limit, DEVICES_MAX);
    return send_statement(store, SQL_ADD_DEVICE, &add) && drop_devices(store, write->at - DEVICE_SECONDS * 1000) &&
           send_statement(store, SQL_LIMIT_DEVICES, &limit);
}

/* A match that is over is not taken back any more. */
static bool set_phase(Store *store, const Write *write) {
    Parameters set = {0}, snapshots = {0};
    parameter_words(&set, write->table.text);
    parameter_number(&set, write->phase);
    if (!send_statement(store, SQL_SET_PHASE, &set)) return false;
    if (write->phase != STORE_PHASE_OVER) return true;
    parameter_words(&snapshots, write->table.text);
    parameter_number(&snapshots, READ_ENTRIES_MAX);
    return send_statement(store, SQL_DROP_SNAPSHOTS, &snapshots);
}

static bool put(Store *store, const Write *write) {
    Parameters parameters = {0};
    parameter_words(&parameters, write->kind == WRITE_NAME ? write->person.text : write->table.text);
    switch (write->kind) {
    case WRITE_TABLE:
        parameter_bytes(&parameters, write->secret, ROOM_SECRET_BYTES);
        parameter_number(&parameters, write->phase);
        parameter_number(&parameters, write->at);
        parameter_number(&parameters, (int64_t)write->create_key);
        return send_statement(store, SQL_ADD_TABLE, &parameters);
    case WRITE_ENTRY:
        parameter_number(&parameters, write->n);
        parameter_number(&parameters, write->at);
        parameter_bytes(&parameters, write->text, write->length);
        parameter_number(&parameters, stored_sum(write->n, write->text, write->length));
        return send_statement(store, SQL_ADD_ENTRY, &parameters);
    case WRITE_SNAPSHOT:
        parameter_number(&parameters, write->n);
        parameter_bytes(&parameters, write->text, write->length);
        parameter_number(&parameters, stored_sum(write->n, write->text, write->length));
        return send_statement(store, SQL_ADD_SNAPSHOT, &parameters);
    case WRITE_PHASE: return set_phase(store, write);
    case WRITE_MEMBER:
        parameter_words(&parameters, write->person.text);
        return send_statement(store, SQL_ADD_MEMBER, &parameters);
    case WRITE_NAME:
        parameter_bytes(&parameters, write->text, write->length);
        parameter_number(&parameters, write->face);
        return send_statement(store, SQL_SET_NAME, &parameters);
    case WRITE_DEVICE: return add_device(store, write);
    }
    return store_give_up(store, "there is no such kind of write");
}

static bool add_person(Store *store, const StoredPerson *person) {
    Parameters parameters = {0};
    parameter_words(&parameters, person->id.text);
    parameter_words(&parameters, person->name);
    parameter_number(&parameters, person->created);
    return send_statement(store, SQL_ADD_PERSON, &parameters);
}

static void parameter_token(Parameters *parameters, const TokenHash *token) {
    parameter_bytes(parameters, token->bytes, sizeof token->bytes);
}

static void parameter_device(Parameters *parameters, const StoredSession *session) {
    parameter_words(parameters, session->device);
    parameter_number(parameters, session->created);
    parameter_number(parameters, session->seen);
}

/* Of the devices of the session's person, those not seen for longest go. */
static bool limit_sessions(Store *store, const TokenHash *token) {
    Parameters parameters = {0};
    parameter_token(&parameters, token);
    parameter_number(&parameters, SESSIONS_MAX);
    return send_statement(store, SQL_LIMIT_SESSIONS, &parameters);
}

static bool add_session(Store *store, const StoredSession *session, const PersonId *person) {
    Parameters parameters = {0};
    parameter_token(&parameters, &session->token);
    parameter_words(&parameters, person->text);
    parameter_device(&parameters, session);
    return send_statement(store, SQL_ADD_SESSION, &parameters) && limit_sessions(store, &session->token);
}

static bool see_session(Store *store, const TokenHash *token, Milliseconds now) {
    Parameters parameters = {0};
    parameter_token(&parameters, token);
    parameter_number(&parameters, now);
    return send_statement(store, SQL_SEE_SESSION, &parameters);
}

static bool end_session(Store *store, const TokenHash *token) {
    Parameters parameters = {0};
    parameter_token(&parameters, token);
    return send_statement(store, SQL_END_SESSION, &parameters);
}

static bool take_device(Store *store, const char *code, const StoredSession *session, TakenDevice *taken) {
    Parameters parameters = {0};
    TokenHash hash = token_hash(code, strlen(code));
    parameter_token(&parameters, &hash);
    parameter_token(&parameters, &session->token);
    parameter_device(&parameters, session);
    return drop_devices(store, session->created) &&
           send_for(store, SQL_TAKE_DEVICE, &parameters, (Expected){EXPECT_TAKEN, taken}) &&
           limit_sessions(store, &session->token);
}

static bool add_result(Store *store, const StoredResult *result) {
    Parameters parameters = {0};
    parameter_number(&parameters, result->day);
    parameter_words(&parameters, result->game);
    parameter_number(&parameters, result->board);
    parameter_words(&parameters, result->person.text);
    parameter_number(&parameters, result->score);
    parameter_number(&parameters, result->at);
    return send_statement(store, SQL_ADD_RESULT, &parameters);
}

static bool sweep(Store *store, Milliseconds matches_before, Milliseconds seen_before, Milliseconds guests_before) {
    Postgres *postgres = postgres_of(store);
    Parameters tables = {0}, persons = {0}, results = {0};
    if (store->away || !store_begin(store)) return false;
    parameter_number(&tables, postgres->swept_table);
    parameter_number(&tables, matches_before);
    parameter_number(&tables, SWEEP_ROWS);
    parameter_words(&persons, postgres->swept_person.text);
    parameter_number(&persons, seen_before);
    parameter_number(&persons, SWEEP_ROWS);
    parameter_number(&persons, guests_before);
    parameter_number(&persons, GUEST_DAY_MS);
    parameter_number(&results, matches_before);
    parameter_number(&results, SWEEP_ROWS);
    return send_statement(store, SQL_SWEEP_RESULTS, &results) &&
           send_for(store, SQL_SWEEP_TABLES, &tables, (Expected){EXPECT_SWEPT_TABLE, NULL}) &&
           send_for(store, SQL_SWEEP_PERSONS, &persons, (Expected){EXPECT_SWEPT_PERSON, NULL});
}

/* ---- commits */

static Commit finish(Postgres *postgres, bool good) {
    postgres->expected_count = postgres->answered = 0;
    postgres->syncing = false;
    store_note_commit(&postgres->store, good);
    return good ? COMMIT_GOOD : COMMIT_FAILED;
}

static void take_rows(Postgres *postgres, const Expected *expected, const PGresult *result) {
    if (PQntuples(result) < 1) return;
    Span cell = {PQgetvalue(result, 0, 0), (size_t)PQgetlength(result, 0, 0)};
    switch (expected->kind) {
    case EXPECT_NOTHING:
    case EXPECT_FENCE: break;
    case EXPECT_TAKEN:
        expected->taken->found = span_copy(cell, expected->taken->person.text, sizeof expected->taken->person.text);
        break;
    case EXPECT_SWEPT_TABLE: postgres->swept_table = strtoll(cell.at, NULL, 10); break;
    case EXPECT_SWEPT_PERSON: span_copy(cell, postgres->swept_person.text, sizeof postgres->swept_person.text); break;
    }
}

/* True when the turn's end is reached. */
static bool take_result(Postgres *postgres, PGresult *result) {
    Store *store = &postgres->store;
    switch (PQresultStatus(result)) {
    case PGRES_PIPELINE_SYNC: return true;
    case PGRES_TUPLES_OK:
        if (postgres->answered < postgres->expected_count) take_rows(postgres, &postgres->expected[postgres->answered], result);
        break;
    case PGRES_COMMAND_OK:
    case PGRES_PIPELINE_ABORTED: break; /* what spoiled the turn came before */
    default:
        if (!store->failed) {
            Error reason = {""};
            const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
            bool missing = state && strcmp(state, "22012") == 0; /* division by zero */
            bool fenced = missing && postgres->answered < postgres->expected_count &&
                          postgres->expected[postgres->answered].kind == EXPECT_FENCE;
            postgres_say(PQresultErrorMessage(result), &reason);
            if (fenced) store->away = store->unfenced = store->lost = true;
            store_give_up(store, fenced    ? "another server has taken over"
                                 : missing ? "a write found no row to change"
                                           : reason.text);
        }
    }
    postgres->answered++;
    return false;
}

static Commit poll_writer(Store *store) {
    Postgres *postgres = postgres_of(store);
    PGconn *writer = postgres->writer;
    bool lost = PQflush(writer) < 0 || !PQconsumeInput(writer);
    while (!lost && !PQisBusy(writer)) {
        PGresult *result = PQgetResult(writer);
        if (!result) {
            lost = PQstatus(writer) != CONNECTION_OK;
            continue; /* between two statements */
        }
        bool done = take_result(postgres, result);
        PQclear(result);
        if (done) return finish(postgres, !store->failed);
        lost = PQstatus(writer) != CONNECTION_OK;
    }
    if (!lost && !store_commit_is_overdue(store)) return COMMIT_WAITS;
    lose_writer(postgres);
    return finish(postgres, false);
}

static Commit start(Store *store) {
    Postgres *postgres = postgres_of(store);
    if (postgres->copied) return finish(postgres, postgres_copy_end(postgres));
    if (!postgres->writer) return finish(postgres, false);
    if (postgres->expected_count == 0) return finish(postgres, !store->failed);
    if (store->failed) { /* what was sent already must not happen */
        Parameters parameters = {0};
        char name[NUMBER_BYTES];
        parameter_number(&parameters, 0);
        statement_name(SQL_SPOIL, name);
        PQsendQueryPrepared(postgres->writer, name, 1, parameters.values, parameters.lengths, parameters.formats, 0);
    }
    postgres->syncing = PQpipelineSync(postgres->writer) == 1;
    if (postgres->syncing) return poll_writer(store);
    lose_writer(postgres);
    return finish(postgres, false);
}

static int writer_process(const Store *store) {
    const Postgres *postgres = (const Postgres *)(const void *)store;
    return postgres->writer ? PQbackendPID(postgres->writer) : 0;
}

static int writer_socket(const Store *store, short *events) {
    const Postgres *postgres = (const Postgres *)(const void *)store;
    *events = POLLIN;
    if (!postgres->writer) return -1;
    if (PQflush(postgres->writer) == 1) *events |= POLLOUT;
    return PQsocket(postgres->writer);
}

/* ---- the engine */

static void release(Store *store) {
    Postgres *postgres = postgres_of(store);
    if (atomic_load(&postgres->rescue.state) != RESCUE_NONE) {
        pthread_join(postgres->rescue.thread, NULL);
        PQfinish(postgres->rescue.connection);
    }
    PQfinish(postgres->writer);
    PQfinish(postgres->reads);
    free(postgres->expected);
    free(postgres->url);
    free(postgres);
}

static const StoreEngine engine = {
    .free = release,
    .begin = begin,
    .write = put,
    .add_person = add_person,
    .add_session = add_session,
    .see_session = see_session,
    .end_session = end_session,
    .take_device = take_device,
    .add_result = add_result,
    .read_results = postgres_read_results,
    .count_results = postgres_count_results,
    .sweep = sweep,
    .start = start,
    .poll = poll_writer,
    .socket = writer_socket,
    .process = writer_process,
    .find_session = postgres_find_session,
    .list_sessions = postgres_list_sessions,
    .read_part = postgres_read_part,
    .read_ids = postgres_read_ids,
    .table_length = postgres_table_length,
    .count_tables = postgres_count_tables,
    .list_tables = postgres_list_tables,
    .copy_out = postgres_copy_out,
    .copy_in = postgres_copy_in,
};

static bool open_reader(Postgres *postgres, Error *error) {
    Error reason = {""};
    PGconn *connection = postgres_connect(postgres->url, error);
    if (!connection) return false;
    bool good = postgres_is_current(connection, &reason) || error_set(error, "cannot use the database: %s", reason.text);
    PQfinish(connection);
    if (good && !postgres_reads(postgres)) good = error_set(error, "cannot use the database: %s", postgres->store.problem.text);
    return good;
}

Store *postgres_open(const char *url, bool reader, Error *error) {
    Postgres *postgres = calloc(1, sizeof *postgres);
    char *copy = strdup(url);
    if (!postgres || !copy) {
        error_set(error, "there is not enough memory");
        free(postgres);
        free(copy);
        return NULL;
    }
    postgres->store.engine = &engine;
    postgres->url = copy;
    postgres->copying = -1;
    if (!reader) postgres->writer = open_writer(url, error);
    if (reader ? open_reader(postgres, error) : postgres->writer != NULL) return &postgres->store;
    release(&postgres->store);
    return NULL;
}
