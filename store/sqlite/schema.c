/* The SQL of each schema version, and bringing a file up to date. */
#include "store/sqlite/schema.h"

#include <assert.h>

static const char *const steps[SCHEMA_VERSION] = {
    /* 1: persons and their devices; tables with their secrets and logs, whose entries lie together on disk, in order. */
    "CREATE TABLE persons ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE sessions ("
    " hash BLOB PRIMARY KEY, person TEXT NOT NULL REFERENCES persons (id), created INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE devices ("
    " hash BLOB PRIMARY KEY, person TEXT NOT NULL REFERENCES persons (id), expires INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE tables ("
    " number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, secret BLOB NOT NULL, phase INTEGER NOT NULL,"
    " created INTEGER NOT NULL, snapshot_n INTEGER, snapshot TEXT);"
    "CREATE INDEX tables_by_phase ON tables (phase);"
    "CREATE TABLE entries ("
    " table_number INTEGER NOT NULL REFERENCES tables (number), n INTEGER NOT NULL, at INTEGER NOT NULL, entry TEXT NOT NULL,"
    " PRIMARY KEY (table_number, n)) WITHOUT ROWID;",
    /* 2: whole tables, several of each, so that reading begins close to what is wanted. The columns of version 1 stay for tables
     * whose log began with it. Entries and snapshots have a checksum from now on; NULL is one that was written before. */
    "CREATE TABLE snapshots ("
    " table_number INTEGER NOT NULL REFERENCES tables (number), n INTEGER NOT NULL, snapshot TEXT NOT NULL, sum INTEGER,"
    " PRIMARY KEY (table_number, n)) WITHOUT ROWID;"
    "ALTER TABLE entries ADD COLUMN sum INTEGER;",
    /* 3: which tables are a person's, since they are no longer all in memory, and which message made a table. */
    "CREATE TABLE members ("
    " person TEXT NOT NULL, table_number INTEGER NOT NULL REFERENCES tables (number),"
    " PRIMARY KEY (person, table_number)) WITHOUT ROWID;"
    "CREATE INDEX members_by_table ON members (table_number);"
    "INSERT OR IGNORE INTO members SELECT json_extract(e.entry, '$.person'), e.table_number FROM tables t"
    " JOIN entries e ON e.table_number = t.number AND t.phase < 2 AND json_valid(e.entry)"
    " WHERE json_extract(e.entry, '$.entry') IN ('create', 'sit') AND json_extract(e.entry, '$.person') IS NOT NULL;"
    "ALTER TABLE tables ADD COLUMN create_key INTEGER;"
    "CREATE INDEX tables_by_create_key ON tables (create_key) WHERE create_key IS NOT NULL;",
    /* 4: a person's unused links for another device are found and limited. */
    ("CREATE INDEX devices_by_person ON devices (person, expires);"
     "CREATE INDEX devices_by_expiry ON devices (expires);"),
    /* 5: the cookies of a person are found, to tell who cannot come back. */
    "CREATE INDEX sessions_by_person ON sessions (person, created);",
    /* 6: on which device a cookie is, and when it was last used: people see their devices and log them out. */
    ("ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE sessions ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
     "UPDATE sessions SET seen = created;"
     "DROP INDEX sessions_by_person;"
     "CREATE INDEX sessions_by_person ON sessions (person, seen);"),
    /* 7: the portrait a person chose. */
    "ALTER TABLE persons ADD COLUMN face INTEGER NOT NULL DEFAULT 0;",
    /* 8: what people made of the deals of the day. */
    ("CREATE TABLE results ("
     " day INTEGER NOT NULL, game TEXT NOT NULL, board INTEGER NOT NULL, person TEXT NOT NULL, score INTEGER NOT NULL,"
     " at INTEGER NOT NULL, PRIMARY KEY (day, game, board, person)) WITHOUT ROWID;"
     "CREATE INDEX results_by_time ON results (at);"),
};

static bool pragma_number(sqlite3 *database, const char *sql, int *number, Error *error) {
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW;
    if (good) *number = sqlite3_column_int(statement, 0);
    else error_set(error, "%s", sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    return good;
}

static bool run(sqlite3 *database, const char *sql, Error *error) {
    return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK || error_set(error, "%s", sqlite3_errmsg(database));
}

static bool climb(sqlite3 *database, int from, int to, Error *error) {
    char mark[96];
    Text text = text_init(mark, sizeof mark);
    text_format(&text, "PRAGMA application_id = %d; PRAGMA user_version = %d", SCHEMA_APPLICATION, to);
    for (int version = from; version < to; version++)
        if (!run(database, steps[version], error)) return false;
    return run(database, mark, error);
}

bool schema_is_current(sqlite3 *database, Error *error) {
    int application, have;
    if (!pragma_number(database, "PRAGMA application_id", &application, error) ||
        !pragma_number(database, "PRAGMA user_version", &have, error))
        return false;
    if (application != SCHEMA_APPLICATION) return error_set(error, "it is not the data file of a card room");
    return have == SCHEMA_VERSION ||
           error_set(error, "its schema is version %d, and this program reads version %d: a server brings it up when it starts",
                     have, SCHEMA_VERSION);
}

bool schema_migrate(sqlite3 *database, int version, Error *error) {
    assert(version <= SCHEMA_VERSION);
    int application, have, objects;
    if (!pragma_number(database, "PRAGMA application_id", &application, error) ||
        !pragma_number(database, "PRAGMA user_version", &have, error) ||
        !pragma_number(database, "SELECT count(*) FROM sqlite_schema", &objects, error))
        return false;
    if (application != SCHEMA_APPLICATION && (application || have || objects))
        return error_set(error, "it is a database of another program");
    if (have > SCHEMA_VERSION)
        return error_set(error, "its schema is version %d, and this program knows up to %d: it needs a newer program", have,
                         SCHEMA_VERSION);
    if (have >= version) return true;
    if (!run(database, "BEGIN IMMEDIATE", error)) return false;
    if (climb(database, have, version, error) && run(database, "COMMIT", error)) return true;
    sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
