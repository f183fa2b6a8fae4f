/* The SQL of each schema version in PostgreSQL; connecting, and bringing a database up to date. */
#include "store/postgres/schema.h"

#include <stdlib.h>
#include <string.h>

static const char *const steps[POSTGRES_VERSION] = {
    /* 1: as version 5 of a data file. Ids compare as bytes, so that order and indexes do not depend on the locale. */
    "CREATE TABLE araldo (version integer NOT NULL);"
    "INSERT INTO araldo VALUES (0);"
    "CREATE TABLE persons (id text COLLATE \"C\" PRIMARY KEY, name text NOT NULL, created bigint NOT NULL);"
    "CREATE TABLE sessions ("
    " hash bytea PRIMARY KEY, person text COLLATE \"C\" NOT NULL REFERENCES persons (id), created bigint NOT NULL);"
    "CREATE INDEX sessions_by_person ON sessions (person, created);"
    "CREATE TABLE devices ("
    " hash bytea PRIMARY KEY, person text COLLATE \"C\" NOT NULL REFERENCES persons (id), expires bigint NOT NULL);"
    "CREATE INDEX devices_by_person ON devices (person, expires);"
    "CREATE INDEX devices_by_expiry ON devices (expires);"
    "CREATE TABLE tables ("
    " id text COLLATE \"C\" PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, secret bytea NOT NULL,"
    " phase integer NOT NULL, created bigint NOT NULL, create_key bigint, snapshot_n bigint, snapshot text);"
    "CREATE INDEX tables_by_phase ON tables (phase);"
    "CREATE UNIQUE INDEX tables_by_create_key ON tables (create_key) WHERE create_key IS NOT NULL;"
    "CREATE TABLE entries ("
    " table_id text COLLATE \"C\" NOT NULL, n bigint NOT NULL, at bigint NOT NULL, entry text NOT NULL, sum bigint,"
    " PRIMARY KEY (table_id, n));"
    "CREATE TABLE snapshots ("
    " table_id text COLLATE \"C\" NOT NULL, n bigint NOT NULL, snapshot text NOT NULL, sum bigint, PRIMARY KEY (table_id, n));"
    "CREATE TABLE members ("
    " person text COLLATE \"C\" NOT NULL, table_id text COLLATE \"C\" NOT NULL, PRIMARY KEY (person, table_id));"
    "CREATE INDEX members_by_table ON members (table_id);",
    /* 2: on which device a cookie is, and when it was last used. */
    ("ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT '', ADD COLUMN seen bigint NOT NULL DEFAULT 0;"
     "UPDATE sessions SET seen = created;"
     "DROP INDEX sessions_by_person;"
     "CREATE INDEX sessions_by_person ON sessions (person, seen);"),
    /* 3: the portrait a person chose. */
    "ALTER TABLE persons ADD COLUMN face integer NOT NULL DEFAULT 0;",
    /* 4: several servers. Beats do not touch the rows that commits lock. */
    "CREATE TABLE nodes ("
    " epoch bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, address text NOT NULL, port integer NOT NULL,"
    " process integer NOT NULL, seen timestamptz NOT NULL, draining boolean NOT NULL DEFAULT false) WITH (fillfactor = 50);"
    "CREATE TABLE fences (epoch bigint PRIMARY KEY);"
    "CREATE TABLE shards (id integer PRIMARY KEY, owner bigint NOT NULL);"
    "INSERT INTO shards SELECT id, 0 FROM generate_series(0, 255) id;"
    "CREATE TABLE cluster (key bytea, proof bytea NOT NULL);",
    /* 5: what people made of the deals of the day. */
    ("CREATE TABLE results ("
     " day integer NOT NULL, game text COLLATE \"C\" NOT NULL, board integer NOT NULL, person text COLLATE \"C\" NOT NULL,"
     " score integer NOT NULL, at bigint NOT NULL, PRIMARY KEY (day, game, board, person));"
     "CREATE INDEX results_by_time ON results (at);"),
};

void postgres_say(const char *message, Error *error) {
    while (*message == ' ' || *message == '\n') message++;
    if (strncmp(message, "ERROR:  ", 8) == 0) message += 8;
    error_set(error, "%.*s", (int)strcspn(message, "\n"), *message ? message : "the connection is lost");
}

/* What goes wrong is told by those who ask. */
static void say_nothing(void *context, const char *message) {
    (void)context;
    (void)message;
}

PGconn *postgres_connect(const char *url, Error *error) {
    const char *const keywords[] = {"dbname",          "connect_timeout",     "application_name", "client_encoding",
                                    "keepalives_idle", "keepalives_interval", "tcp_user_timeout", NULL};
    const char *const values[] = {url, "5", "araldo", "UTF8", "5", "5", "15000", NULL};
    PGconn *connection = PQconnectdbParams(keywords, values, 1);
    bool good = connection && PQstatus(connection) == CONNECTION_OK;
    if (!good) {
        Error reason = {""};
        postgres_say(connection ? PQerrorMessage(connection) : "there is not enough memory", &reason);
        error_set(error, "cannot reach the database: %s", reason.text);
    } else if (PQserverVersion(connection) < POSTGRES_OLDEST) {
        good = error_set(error, "the database server is too old: PostgreSQL 12 or later is needed");
    } else {
        const char *encoding = PQparameterStatus(connection, "server_encoding");
        if (!encoding || (strcmp(encoding, "UTF8") != 0 && strcmp(encoding, "SQL_ASCII") != 0))
            good = error_set(error, "the database's encoding is %.20s: it must be UTF8", encoding ? encoding : "unknown");
    }
    if (good) PQsetNoticeProcessor(connection, say_nothing, NULL);
    if (good) return connection;
    PQfinish(connection);
    return NULL;
}

bool postgres_run(PGconn *connection, const char *sql, Error *error) {
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!good) postgres_say(PQerrorMessage(connection), error);
    PQclear(result);
    return good;
}

/* The first `count` numbers of a row; false with the reason if there is none. */
static bool read_numbers(PGconn *connection, const char *sql, int count, int numbers[], Error *error) {
    PGresult *result = PQexec(connection, sql);
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0;
    if (!good) postgres_say(PQresultErrorMessage(result), error);
    for (int i = 0; good && i < count; i++) numbers[i] = atoi(PQgetvalue(result, 0, i));
    PQclear(result);
    return good;
}

/* The version that is there; 0 for an empty database. What tables there are is one question to pg_class: another server may be
 * making them at this moment, and to_regclass would remember within a transaction that there was none. */
static bool read_version(PGconn *connection, int *version, Error *error) {
    int tables[2]; /* ours, and all */
    *version = 0;
    if (!read_numbers(connection,
                      "SELECT count(*) FILTER (WHERE relname = 'araldo'), count(*) FROM pg_class"
                      " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'",
                      2, tables, error))
        return false;
    if (tables[1] == 0) return true;
    Error ignored;
    if (tables[0] == 0 || !read_numbers(connection, "SELECT version FROM araldo", 1, version, &ignored) || *version < 1)
        return error_set(error, "it is a database of another program");
    if (*version > POSTGRES_VERSION)
        return error_set(error, "its schema is version %d, and this program knows up to %d: it needs a newer program", *version,
                         POSTGRES_VERSION);
    return true;
}

bool postgres_is_current(PGconn *connection, Error *error) {
    int version;
    if (!read_version(connection, &version, error)) return false;
    if (version == 0) return error_set(error, "it is not the database of a card room");
    return version == POSTGRES_VERSION ||
           error_set(error, "its schema is version %d, and this program reads version %d: a server brings it up when it starts",
                     version, POSTGRES_VERSION);
}

static bool climb(PGconn *connection, int to, Error *error) {
    int version;
    char mark[64];
    /* The number is "Aral", as in a data file. */
    if (!postgres_run(connection, "SELECT pg_advisory_xact_lock(1098015084, 0)", error) ||
        !read_version(connection, &version, error))
        return false;
    if (version >= to) return true;
    for (; version < to; version++)
        if (!postgres_run(connection, steps[version], error)) return false;
    Text text = text_init(mark, sizeof mark);
    text_format(&text, "UPDATE araldo SET version = %d", to);
    return postgres_run(connection, mark, error);
}

/* Most of the time there is nothing to do, and then nothing is locked: a server that is stopped on its way back to the database
 * must not keep the others from theirs. */
bool postgres_migrate(PGconn *connection, int version, Error *error) {
    Error ignored;
    int found;
    if (read_version(connection, &found, &ignored) && found == version) return true;
    if (!postgres_run(connection, "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'", error)) return false;
    if (climb(connection, version, error)) return postgres_run(connection, "COMMIT", error);
    PQclear(PQexec(connection, "ROLLBACK"));
    return false;
}
