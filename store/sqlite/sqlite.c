/* The store on SQLite: transactions, logs, people and tables.
 *
 * WAL and synchronous=FULL, so that a commit is on the disk. A commit is done when it returns. */
#include "store/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/message.h"
#include "store/engine.h"
#include "store/sqlite/results.h"
#include "store/sqlite/schema.h"

typedef enum {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_ADD_TABLE,
    SQL_ADD_ENTRY,
    SQL_ADD_SNAPSHOT,
    SQL_DROP_SNAPSHOTS,
    SQL_SET_PHASE,
    SQL_SET_NAME,
    SQL_ADD_DEVICE,
    SQL_ADD_PERSON,
    SQL_ADD_SESSION,
    SQL_LIMIT_SESSIONS,
    SQL_SEE_SESSION,
    SQL_END_SESSION,
    SQL_LIST_SESSIONS,
    SQL_TAKE_DEVICE,
    SQL_DROP_DEVICES,
    SQL_LIMIT_DEVICES,
    SQL_FIND_SESSION,
    SQL_READ_TABLE,
    SQL_COUNT_ENTRIES,
    SQL_READ_SNAPSHOT,
    SQL_FIRST_SNAPSHOT,
    SQL_READ_ENTRIES,
    SQL_TABLE_LENGTH,
    SQL_LIST_TABLES,
    SQL_COUNT_TABLES,
    SQL_ADD_MEMBER,
    SQL_FIND_MADE,
    SQL_FIND_MINE,
    SQL_FIND_PLAYED,
    SQL_NEXT_TABLES,
    SQL_NEXT_PERSONS,
    SQL_DELETE_ENTRIES,
    SQL_DELETE_SNAPSHOTS,
    SQL_DELETE_MEMBERS,
    SQL_DELETE_TABLE,
    SQL_DELETE_SESSIONS,
    SQL_DELETE_DEVICES,
    SQL_DELETE_PERSON,
    SQL_COUNT
} SqlName;

static const char *const sql[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD_TABLE] = "INSERT INTO tables (id, secret, phase, created, create_key) VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_ADD_ENTRY] = ("INSERT INTO entries (table_number, n, at, entry, sum)"
                       " SELECT number, ?2, ?3, ?4, ?5 FROM tables WHERE id = ?1"),
    [SQL_ADD_SNAPSHOT] = ("INSERT OR REPLACE INTO snapshots (table_number, n, snapshot, sum)"
                          " SELECT number, ?2, ?3, ?4 FROM tables WHERE id = ?1"),
    /* Of a match that is over only the end is read from a snapshot. */
    [SQL_DROP_SNAPSHOTS] = ("DELETE FROM snapshots WHERE table_number = (SELECT number FROM tables WHERE id = ?1)"
                            " AND n < (SELECT max(n) FROM snapshots s WHERE s.table_number = snapshots.table_number) - ?2"),
    [SQL_SET_PHASE] = "UPDATE tables SET phase = ?2 WHERE id = ?1",
    [SQL_SET_NAME] = "UPDATE persons SET name = ?2, face = ?3 WHERE id = ?1",
    [SQL_ADD_DEVICE] = "INSERT INTO devices (hash, person, expires) VALUES (?1, ?2, ?3)",
    [SQL_ADD_PERSON] = "INSERT INTO persons (id, name, created) VALUES (?1, ?2, ?3)",
    [SQL_ADD_SESSION] = "INSERT INTO sessions (hash, person, device, created, seen) VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_LIMIT_SESSIONS] = ("DELETE FROM sessions WHERE person = ?1 AND hash NOT IN"
                            " (SELECT hash FROM sessions WHERE person = ?1 ORDER BY seen DESC LIMIT ?2)"),
    [SQL_SEE_SESSION] = "UPDATE sessions SET seen = ?2 WHERE hash = ?1",
    [SQL_END_SESSION] = "DELETE FROM sessions WHERE hash = ?1",
    [SQL_LIST_SESSIONS] = ("SELECT hash, device, created, seen FROM sessions WHERE person = ?1 AND seen >= ?2"
                           " ORDER BY seen DESC LIMIT ?3"),
    [SQL_TAKE_DEVICE] = "DELETE FROM devices WHERE hash = ?1 RETURNING person",
    [SQL_LIMIT_DEVICES] = ("DELETE FROM devices WHERE person = ?1 AND hash NOT IN"
                           " (SELECT hash FROM devices WHERE person = ?1 ORDER BY expires DESC LIMIT ?2)"),
    [SQL_DROP_DEVICES] = "DELETE FROM devices WHERE expires < ?1",
    [SQL_FIND_SESSION] = ("SELECT p.id, p.name, p.created, s.seen, p.face FROM sessions s JOIN persons p ON p.id = s.person"
                          " WHERE s.hash = ?1 AND s.seen >= ?2"),
    [SQL_READ_TABLE] = "SELECT number, secret, phase, snapshot_n, snapshot FROM tables WHERE id = ?1",
    [SQL_COUNT_ENTRIES] = "SELECT ifnull(max(n) + 1, 0) FROM entries WHERE table_number = ?1",
    [SQL_READ_SNAPSHOT] = ("SELECT n, snapshot, sum FROM snapshots WHERE table_number = ?1 AND n < ?2"
                           " ORDER BY n DESC LIMIT 1"),
    [SQL_FIRST_SNAPSHOT] = "SELECT n, snapshot, sum FROM snapshots WHERE table_number = ?1 ORDER BY n LIMIT 1",
    [SQL_READ_ENTRIES] = ("SELECT n, at, entry, sum FROM entries WHERE table_number = ?1 AND n BETWEEN ?2 AND ?3"
                          " ORDER BY n"),
    [SQL_TABLE_LENGTH] = ("SELECT t.phase, (SELECT MAX(n) FROM entries WHERE table_number = t.number)"
                          " FROM tables t WHERE t.id = ?1"),
    [SQL_COUNT_TABLES] = "SELECT count(*) FROM tables WHERE phase < 2",
    [SQL_ADD_MEMBER] = "INSERT OR IGNORE INTO members (person, table_number) SELECT ?2, number FROM tables WHERE id = ?1",
    [SQL_FIND_MADE] = "SELECT id FROM tables WHERE create_key = ?1",
    [SQL_FIND_PLAYED] = ("SELECT t.id FROM members m JOIN tables t ON t.number = m.table_number"
                         " WHERE m.person = ?1 AND t.phase = 2"
                         " AND (?3 = '' OR m.table_number < (SELECT number FROM tables WHERE id = ?3))"
                         " ORDER BY m.table_number DESC LIMIT ?2"),
    [SQL_FIND_MINE] = ("SELECT t.id FROM members m JOIN tables t ON t.number = m.table_number"
                       " WHERE m.person = ?1 AND t.phase < 2 ORDER BY m.table_number DESC LIMIT ?2"),
    [SQL_NEXT_TABLES] = ("SELECT number, (SELECT at FROM entries WHERE table_number = number ORDER BY n DESC LIMIT 1)"
                         " FROM tables WHERE number > ?1 ORDER BY number LIMIT ?2"),
    [SQL_NEXT_PERSONS] = ("SELECT id, (SELECT max(seen) FROM sessions WHERE person = id), created,"
                          " EXISTS (SELECT 1 FROM members m JOIN tables t ON t.number = m.table_number"
                          "  WHERE m.person = persons.id AND t.phase < 2)"
                          " FROM persons WHERE id > ?1 ORDER BY id LIMIT ?2"),
    [SQL_DELETE_ENTRIES] = "DELETE FROM entries WHERE table_number = ?1",
    [SQL_DELETE_SNAPSHOTS] = "DELETE FROM snapshots WHERE table_number = ?1",
    [SQL_DELETE_MEMBERS] = "DELETE FROM members WHERE table_number = ?1",
    [SQL_DELETE_TABLE] = "DELETE FROM tables WHERE number = ?1",
    [SQL_DELETE_SESSIONS] = "DELETE FROM sessions WHERE person = ?1",
    [SQL_DELETE_DEVICES] = "DELETE FROM devices WHERE person = ?1",
    [SQL_DELETE_PERSON] = "DELETE FROM persons WHERE id = ?1",
    [SQL_LIST_TABLES] = "SELECT id FROM tables WHERE phase < ?1 ORDER BY number",
};

typedef struct Sqlite {
    Store store;
    sqlite3 *database;
    sqlite3_stmt *statements[SQL_COUNT]; /* prepared when first used */
    int lock;                            /* the data file, locked; -1 for a reader */
    int64_t swept_table;                 /* the last that was looked at, */
    PersonId swept_person;               /* and the last person */
    sqlite3_stmt *copying;               /* the statement that adds rows of the relation being copied */
    int copied_relation;
} Sqlite;

static Sqlite *sqlite_of(Store *store) { return (Sqlite *)(void *)store; }

/* ---- statements */

static sqlite3_stmt *statement(Store *store, SqlName name) {
    sqlite3_stmt **slot = &sqlite_of(store)->statements[name];
    if (!*slot) sqlite3_prepare_v3(sqlite_of(store)->database, sql[name], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
    return *slot; /* NULL is a failure that binding and stepping pass on */
}

static void bind_text(sqlite3_stmt *bound, int place, const char *text, size_t length) {
    sqlite3_bind_text(bound, place, text, (int)length, SQLITE_STATIC);
}

static void bind_words(sqlite3_stmt *bound, int place, const char *words) { bind_text(bound, place, words, strlen(words)); }

static bool fail(Store *store) {
    error_set(&store->problem, "%s", sqlite3_errmsg(sqlite_of(store)->database));
    store->failed = true;
    return false;
}

/* Runs a bound statement that gives no rows. */
static bool run(Store *store, sqlite3_stmt *bound) {
    bool good = bound && sqlite3_step(bound) == SQLITE_DONE;
    if (!good) fail(store);
    sqlite3_reset(bound);
    sqlite3_clear_bindings(bound);
    return good;
}

/* As run, for a statement that must touch exactly one row. */
static bool run_one(Store *store, sqlite3_stmt *bound) {
    if (!run(store, bound)) return false;
    if (sqlite3_changes(sqlite_of(store)->database) == 1) return true;
    error_set(&store->problem, "a write found no row to change");
    store->failed = true;
    return false;
}

static bool copy_column(sqlite3_stmt *row, int column, char *buffer, size_t capacity) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text && span_copy((Span){text, (size_t)sqlite3_column_bytes(row, column)}, buffer, capacity);
}

/* ---- opening */

/* Locks the file itself, not its name, so that another name for it (a link) finds the same lock. SQLite's own locks are of
 * another kind and do not meet this one. A new file is for its owner alone, because it holds cards and secrets; what SQLite puts
 * beside it follows. */
static bool take_lock(Sqlite *store, const char *path, Error *error) {
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0) return error_set(error, "cannot write '%s': %s", path, strerror(errno));
    if (flock(store->lock, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno == EWOULDBLOCK) return error_say(error, "'{file}' is in use by another server", WITH("file", path));
    return error_set(error, "cannot lock '%s': %s", path, strerror(errno));
}

static bool configure(sqlite3 *database, bool reader) {
    sqlite3_busy_timeout(database, reader ? STORE_READ_WAIT_MS : STORE_OPEN_WAIT_MS);
    const char *pragmas =
        reader ? "PRAGMA query_only = 1" : "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = 1";
    return sqlite3_exec(database, pragmas, NULL, NULL, NULL) == SQLITE_OK;
}

static bool open_database(Sqlite *store, const char *path, bool reader, Error *error) {
    Error reason;
    int flags = SQLITE_OPEN_NOMUTEX | (reader ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK || !configure(store->database, reader))
        return error_set(error, "cannot use '%s': %s", path, store->database ? sqlite3_errmsg(store->database) : "no memory");
    if (!reader && sqlite3_db_readonly(store->database, "main")) return error_set(error, "cannot write '%s'", path);
    if (reader ? schema_is_current(store->database, &reason) : schema_migrate(store->database, SCHEMA_VERSION, &reason)) {
        if (!reader) sqlite3_busy_timeout(store->database, STORE_WAIT_MS);
        return true;
    }
    return error_set(error, "cannot use '%s': %s", path, reason.text);
}

static void release(Store *base) {
    Sqlite *store = sqlite_of(base);
    sqlite3_finalize(store->copying);
    for (int i = 0; i < SQL_COUNT; i++) sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->database);
    if (store->lock >= 0) close(store->lock); /* last: closing it would drop SQLite's locks as well */
    free(store);
}

/* ---- writing */

/* Begins the transaction; false if it failed, or if another process holds the lock: then the turn is late. */
static bool begin(Store *store) {
    sqlite3_stmt *bound = statement(store, SQL_BEGIN);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    store->late = status == SQLITE_BUSY;
    if (status != SQLITE_DONE && !store->late) fail(store);
    sqlite3_reset(bound);
    return status == SQLITE_DONE;
}

/* Links that are too old go, and of a person's all but the newest. */
static bool limit_devices(Store *store, const PersonId *person, Milliseconds now) {
    sqlite3_stmt *bound = statement(store, SQL_DROP_DEVICES);
    sqlite3_bind_int64(bound, 1, now);
    if (!run(store, bound)) return false;
    bound = statement(store, SQL_LIMIT_DEVICES);
    bind_words(bound, 1, person->text);
    sqlite3_bind_int(bound, 2, DEVICES_MAX);
    return run(store, bound);
}

static bool add_device(Store *store, const Write *write) {
    sqlite3_stmt *bound = statement(store, SQL_ADD_DEVICE);
    TokenHash hash = token_hash(write->text, write->length);
    sqlite3_bind_blob(bound, 1, hash.bytes, sizeof hash.bytes, SQLITE_STATIC);
    bind_words(bound, 2, write->person.text);
    sqlite3_bind_int64(bound, 3, write->at);
    return run_one(store, bound) && limit_devices(store, &write->person, write->at - DEVICE_SECONDS * 1000);
}

/* A match that is over is not taken back any more. */
static bool set_phase(Store *store, const Write *write) {
    sqlite3_stmt *bound = statement(store, SQL_SET_PHASE);
    bind_words(bound, 1, write->table.text);
    sqlite3_bind_int(bound, 2, write->phase);
    if (!run_one(store, bound) || write->phase != STORE_PHASE_OVER) return !store->failed;
    bound = statement(store, SQL_DROP_SNAPSHOTS);
    bind_words(bound, 1, write->table.text);
    sqlite3_bind_int(bound, 2, READ_ENTRIES_MAX);
    return run(store, bound);
}

static bool put(Store *store, const Write *write) {
    sqlite3_stmt *bound;
    switch (write->kind) {
    case WRITE_TABLE:
        bound = statement(store, SQL_ADD_TABLE);
        sqlite3_bind_blob(bound, 2, write->secret, ROOM_SECRET_BYTES, SQLITE_STATIC);
        sqlite3_bind_int(bound, 3, write->phase);
        sqlite3_bind_int64(bound, 4, write->at);
        if (write->create_key) sqlite3_bind_int64(bound, 5, (int64_t)write->create_key);
        break;
    case WRITE_ENTRY:
        bound = statement(store, SQL_ADD_ENTRY);
        sqlite3_bind_int64(bound, 2, write->n);
        sqlite3_bind_int64(bound, 3, write->at);
        bind_text(bound, 4, write->text, write->length);
        sqlite3_bind_int64(bound, 5, stored_sum(write->n, write->text, write->length));
        break;
    case WRITE_SNAPSHOT:
        bound = statement(store, SQL_ADD_SNAPSHOT);
        sqlite3_bind_int64(bound, 2, write->n);
        bind_text(bound, 3, write->text, write->length);
        sqlite3_bind_int64(bound, 4, stored_sum(write->n, write->text, write->length));
        break;
    case WRITE_PHASE: return set_phase(store, write);
    case WRITE_MEMBER:
        bound = statement(store, SQL_ADD_MEMBER);
        bind_words(bound, 1, write->table.text);
        bind_words(bound, 2, write->person.text);
        return run(store, bound);
    case WRITE_NAME:
        bound = statement(store, SQL_SET_NAME);
        bind_words(bound, 1, write->person.text);
        bind_text(bound, 2, write->text, write->length);
        sqlite3_bind_int(bound, 3, write->face);
        return run_one(store, bound);
    case WRITE_DEVICE: return add_device(store, write);
    default: assert(!"an unknown kind of write"); return false;
    }
    bind_words(bound, 1, write->table.text);
    return run_one(store, bound);
}

static bool add_person(Store *store, const StoredPerson *person) {
    sqlite3_stmt *bound = statement(store, SQL_ADD_PERSON);
    bind_words(bound, 1, person->id.text);
    bind_words(bound, 2, person->name);
    sqlite3_bind_int64(bound, 3, person->created);
    return run_one(store, bound);
}

static void bind_token(sqlite3_stmt *bound, int place, const TokenHash *token) {
    sqlite3_bind_blob(bound, place, token->bytes, sizeof token->bytes, SQLITE_STATIC);
}

static bool add_session(Store *store, const StoredSession *session, const PersonId *person) {
    sqlite3_stmt *bound = statement(store, SQL_ADD_SESSION);
    bind_token(bound, 1, &session->token);
    bind_words(bound, 2, person->text);
    bind_words(bound, 3, session->device);
    sqlite3_bind_int64(bound, 4, session->created);
    sqlite3_bind_int64(bound, 5, session->seen);
    if (!run_one(store, bound)) return false;
    bound = statement(store, SQL_LIMIT_SESSIONS);
    bind_words(bound, 1, person->text);
    sqlite3_bind_int(bound, 2, SESSIONS_MAX);
    return run(store, bound);
}

static bool see_session(Store *store, const TokenHash *token, Milliseconds now) {
    sqlite3_stmt *bound = statement(store, SQL_SEE_SESSION);
    bind_token(bound, 1, token);
    sqlite3_bind_int64(bound, 2, now);
    return run(store, bound);
}

static bool end_session(Store *store, const TokenHash *token) {
    sqlite3_stmt *bound = statement(store, SQL_END_SESSION);
    bind_token(bound, 1, token);
    return run(store, bound);
}

static bool take_device(Store *store, const char *code, const StoredSession *session, TakenDevice *taken) {
    sqlite3_stmt *expired = statement(store, SQL_DROP_DEVICES), *bound = statement(store, SQL_TAKE_DEVICE);
    sqlite3_bind_int64(expired, 1, session->created);
    if (!run(store, expired)) return false;
    TokenHash hash = token_hash(code, strlen(code));
    bind_token(bound, 1, &hash);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    taken->found = status == SQLITE_ROW && copy_column(bound, 0, taken->person.text, sizeof taken->person.text);
    if (status == SQLITE_ROW) status = sqlite3_step(bound);
    if (status != SQLITE_DONE) taken->found = fail(store);
    sqlite3_reset(bound);
    return !store->failed && (!taken->found || add_session(store, session, &taken->person));
}

static bool add_result(Store *store, const StoredResult *result) {
    return sqlite_add_result(sqlite_of(store)->database, result) || fail(store);
}

static bool read_results(Store *store, const StoredResult *wanted, DealResults *results) {
    return sqlite_read_results(sqlite_of(store)->database, wanted, results);
}

static bool count_results(Store *store, const StoredResult *wanted, int last_day, DealCounts *counts) {
    return sqlite_count_results(sqlite_of(store)->database, wanted, last_day, counts);
}

static Commit start(Store *store) {
    bool good = !store->failed && run(store, statement(store, SQL_COMMIT));
    /* A failed statement may have ended the transaction by itself. */
    if (!good && !sqlite3_get_autocommit(sqlite_of(store)->database)) {
        sqlite3_stmt *rollback = statement(store, SQL_ROLLBACK);
        if (rollback) sqlite3_step(rollback);
        sqlite3_reset(rollback);
    }
    store_note_commit(store, good);
    return good ? COMMIT_GOOD : COMMIT_FAILED;
}

static Commit poll_nothing(Store *store) {
    (void)store;
    return COMMIT_GOOD;
}

static int no_socket(const Store *store, short *events) {
    (void)store;
    *events = 0;
    return -1;
}

static int no_process(const Store *store) {
    (void)store;
    return 0;
}

/* ---- what is too old */

/* The next tables whose last entry is that old; how many. */
static int old_tables(Store *store, Milliseconds before, int64_t numbers[SWEEP_ROWS]) {
    sqlite3_stmt *bound = statement(store, SQL_NEXT_TABLES);
    int count = 0, rows = 0;
    sqlite3_bind_int64(bound, 1, sqlite_of(store)->swept_table);
    sqlite3_bind_int(bound, 2, SWEEP_ROWS);
    for (; bound && sqlite3_step(bound) == SQLITE_ROW && rows < SWEEP_ROWS; rows++) {
        sqlite_of(store)->swept_table = sqlite3_column_int64(bound, 0);
        if (sqlite3_column_type(bound, 1) == SQLITE_INTEGER && sqlite3_column_int64(bound, 1) < before)
            numbers[count++] = sqlite_of(store)->swept_table;
    }
    sqlite3_reset(bound);
    if (rows < SWEEP_ROWS) sqlite_of(store)->swept_table = 0; /* from the beginning again */
    return count;
}

/* Is the person gone for good? One who never returned is so sooner. */
static bool is_gone(sqlite3_stmt *row, Milliseconds seen_before, Milliseconds guests_before) {
    Milliseconds created = sqlite3_column_int64(row, 2), seen = created;
    bool at_a_table = sqlite3_column_int(row, 3);
    if (sqlite3_column_type(row, 1) == SQLITE_INTEGER) seen = sqlite3_column_int64(row, 1);
    return !at_a_table && (seen < seen_before || (seen < guests_before && seen - created < GUEST_DAY_MS));
}

static int old_persons(Store *store, Milliseconds seen_before, Milliseconds guests_before, PersonId persons[SWEEP_ROWS]) {
    sqlite3_stmt *bound = statement(store, SQL_NEXT_PERSONS);
    int count = 0, rows = 0;
    char after[PERSON_ID_MAX];
    memcpy(after, sqlite_of(store)->swept_person.text, sizeof after);
    bind_words(bound, 1, after);
    sqlite3_bind_int(bound, 2, SWEEP_ROWS);
    for (; bound && sqlite3_step(bound) == SQLITE_ROW && rows < SWEEP_ROWS; rows++) {
        if (!copy_column(bound, 0, sqlite_of(store)->swept_person.text, sizeof sqlite_of(store)->swept_person.text)) continue;
        if (is_gone(bound, seen_before, guests_before)) persons[count++] = sqlite_of(store)->swept_person;
    }
    sqlite3_reset(bound);
    if (rows < SWEEP_ROWS) sqlite_of(store)->swept_person.text[0] = 0;
    return count;
}

static bool delete_table(Store *store, int64_t number) {
    static const SqlName deletes[] = {SQL_DELETE_ENTRIES, SQL_DELETE_SNAPSHOTS, SQL_DELETE_MEMBERS, SQL_DELETE_TABLE};
    for (size_t i = 0; i < sizeof deletes / sizeof *deletes; i++) {
        sqlite3_stmt *bound = statement(store, deletes[i]);
        sqlite3_bind_int64(bound, 1, number);
        if (!run(store, bound)) return false;
    }
    return true;
}

static bool delete_person(Store *store, const PersonId *person) {
    static const SqlName deletes[] = {SQL_DELETE_SESSIONS, SQL_DELETE_DEVICES, SQL_DELETE_PERSON};
    for (size_t i = 0; i < sizeof deletes / sizeof *deletes; i++) {
        sqlite3_stmt *bound = statement(store, deletes[i]);
        bind_words(bound, 1, person->text);
        if (!run(store, bound)) return false;
    }
    return true;
}

static bool sweep(Store *store, Milliseconds matches_before, Milliseconds seen_before, Milliseconds guests_before) {
    int64_t numbers[SWEEP_ROWS];
    PersonId persons[SWEEP_ROWS];
    int tables = old_tables(store, matches_before, numbers);
    int people = old_persons(store, seen_before, guests_before, persons);
    bool results = sqlite_has_old_results(sqlite_of(store)->database, matches_before);
    if (tables + people == 0 && !results) return true;
    bool good = store_begin(store);
    if (good && results) good = sqlite_sweep_results(sqlite_of(store)->database, matches_before) || fail(store);
    for (int i = 0; good && i < tables; i++) good = delete_table(store, numbers[i]);
    for (int i = 0; good && i < people; i++) good = delete_person(store, &persons[i]);
    return good;
}

/* ---- reading */

static bool find_session(Store *store, const TokenHash *token, Milliseconds since, StoredPerson *person, Milliseconds *seen) {
    sqlite3_stmt *bound = statement(store, SQL_FIND_SESSION);
    bind_token(bound, 1, token);
    sqlite3_bind_int64(bound, 2, since);
    int row = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    bool found = row == SQLITE_ROW && copy_column(bound, 0, person->id.text, sizeof person->id.text) &&
                 copy_column(bound, 1, person->name, sizeof person->name);
    store->out_of_reach = row != SQLITE_ROW && row != SQLITE_DONE;
    if (found) person->created = sqlite3_column_int64(bound, 2);
    if (found) *seen = sqlite3_column_int64(bound, 3);
    if (found) person->face = sqlite3_column_int(bound, 4);
    sqlite3_reset(bound);
    return found;
}

static int list_sessions(Store *store, const PersonId *person, Milliseconds since, StoredSession sessions[SESSIONS_MAX]) {
    sqlite3_stmt *bound = statement(store, SQL_LIST_SESSIONS);
    int count = 0;
    bind_words(bound, 1, person->text);
    sqlite3_bind_int64(bound, 2, since);
    sqlite3_bind_int(bound, 3, SESSIONS_MAX);
    while (bound && count < SESSIONS_MAX && sqlite3_step(bound) == SQLITE_ROW) {
        StoredSession *session = &sessions[count];
        if (sqlite3_column_bytes(bound, 0) != HASH_BYTES || !copy_column(bound, 1, session->device, sizeof session->device))
            continue;
        memcpy(session->token.bytes, sqlite3_column_blob(bound, 0), HASH_BYTES);
        session->created = sqlite3_column_int64(bound, 2);
        session->seen = sqlite3_column_int64(bound, 3);
        count++;
    }
    sqlite3_reset(bound);
    return count;
}

static bool read_failed(Store *store) {
    int code = sqlite3_errcode(sqlite_of(store)->database) & 0xff;
    store->damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    return error_set(&store->problem, "%s", sqlite3_errmsg(sqlite_of(store)->database));
}

/* A sum, or NULL where there is none. */
static const int64_t *column_sum(sqlite3_stmt *row, int column, int64_t *sum) {
    *sum = sqlite3_column_int64(row, column);
    return sqlite3_column_type(row, column) == SQLITE_NULL ? NULL : sum;
}

/* What the row of a table says. */
typedef struct TableRow {
    int64_t number;
    int64_t snapshot_n; /* of the first version, whose text was taken; -1 without one */
} TableRow;

/* The row's number stays 0 if there is none. */
static bool read_row(Store *store, const TableId *id, StoredTable *table, TableRow *row) {
    sqlite3_stmt *bound = statement(store, SQL_READ_TABLE);
    bind_words(bound, 1, id->text);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    bool good = status == SQLITE_DONE || status == SQLITE_ROW || read_failed(store);
    *row = (TableRow){.snapshot_n = -1};
    if (status == SQLITE_ROW) {
        row->number = sqlite3_column_int64(bound, 0);
        table->phase = sqlite3_column_int(bound, 2);
        store->damaged = sqlite3_column_bytes(bound, 1) != ROOM_SECRET_BYTES;
        if (store->damaged) good = error_set(&store->problem, "its secret is damaged");
        else memcpy(table->secret, sqlite3_column_blob(bound, 1), ROOM_SECRET_BYTES);
        if (good && sqlite3_column_type(bound, 4) != SQLITE_NULL) {
            row->snapshot_n = sqlite3_column_int64(bound, 3);
            good = stored_take_snapshot(store, table, -1, (const char *)sqlite3_column_text(bound, 4),
                                        (size_t)sqlite3_column_bytes(bound, 4), NULL);
        }
    }
    sqlite3_reset(bound);
    return good;
}

/* Turns a number counted from the end of the log into one from its beginning. */
static bool count_entries(Store *store, int64_t number, int64_t *from) {
    sqlite3_stmt *bound = statement(store, SQL_COUNT_ENTRIES);
    sqlite3_bind_int64(bound, 1, number);
    bool good = bound && sqlite3_step(bound) == SQLITE_ROW;
    if (good) *from += sqlite3_column_int64(bound, 0);
    else read_failed(store);
    sqlite3_reset(bound);
    return good;
}

/* The last whole snapshot before `from`, if there is one: then it replaces what was kept. */
static bool read_snapshot(Store *store, SqlName which, int64_t number, int64_t from, StoredTable *table, bool *found) {
    sqlite3_stmt *bound = statement(store, which);
    int64_t sum;
    sqlite3_bind_int64(bound, 1, number);
    if (which == SQL_READ_SNAPSHOT) sqlite3_bind_int64(bound, 2, from);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    bool good = status == SQLITE_DONE || status == SQLITE_ROW || read_failed(store);
    if (status == SQLITE_ROW) {
        *found = true;
        good = stored_take_snapshot(store, table, sqlite3_column_int64(bound, 0), (const char *)sqlite3_column_text(bound, 1),
                                    (size_t)sqlite3_column_bytes(bound, 1), column_sum(bound, 2, &sum));
    }
    sqlite3_reset(bound);
    return good;
}

static bool read_entries(Store *store, int64_t number, int64_t from, int64_t to, StoredTable *table) {
    sqlite3_stmt *bound = statement(store, SQL_READ_ENTRIES);
    int64_t sum;
    sqlite3_bind_int64(bound, 1, number);
    sqlite3_bind_int64(bound, 2, from);
    sqlite3_bind_int64(bound, 3, to);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    bool good = true;
    for (; good && status == SQLITE_ROW; status = sqlite3_step(bound)) {
        StoredEntry entry = {.n = (uint32_t)sqlite3_column_int64(bound, 0),
                             .at = sqlite3_column_int64(bound, 1),
                             .text = (const char *)sqlite3_column_text(bound, 2),
                             .length = (size_t)sqlite3_column_bytes(bound, 2)};
        good = stored_take_entry(store, table, &entry, column_sum(bound, 3, &sum));
    }
    sqlite3_reset(bound);
    return good && (status == SQLITE_DONE || read_failed(store));
}

static bool read_part(Store *store, const Load *wanted, bool whole, StoredTable *table) {
    TableRow row;
    bool found = false;
    stored_begin(table, wanted);
    store->damaged = false;
    if (!read_row(store, &wanted->table, table, &row)) return false;
    if (row.number == 0) return true;
    int64_t from = wanted->from;
    if (from < 0 && !count_entries(store, row.number, &from)) return false;
    if (!whole && !read_snapshot(store, SQL_READ_SNAPSHOT, row.number, from, table, &found)) return false;
    /* A log that began with version 1 has none in its early part: then the first there is. */
    if (!whole && !found && from > READ_ENTRIES_MAX &&
        !read_snapshot(store, SQL_FIRST_SNAPSHOT, row.number, from, table, &found))
        return false;
    bool old = !whole && !found && row.snapshot_n >= 0 && row.snapshot_n <= wanted->to;
    if (!read_entries(store, row.number, table->loaded.begins, wanted->to, table)) return false;
    stored_end(table, found || old);
    return true;
}

/* Which tables a bound statement finds, into the table's ids. */
static bool read_found(Store *store, sqlite3_stmt *bound, const Load *wanted, StoredTable *table) {
    size_t count = 0;
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    for (; status == SQLITE_ROW && count < MINE_MAX; status = sqlite3_step(bound))
        if (copy_column(bound, 0, table->ids[count].text, sizeof table->ids[count].text)) count++;
    sqlite3_reset(bound);
    table->loaded = (Loaded){.ticket = wanted->ticket, .ids = table->ids, .id_count = count};
    return status == SQLITE_DONE || status == SQLITE_ROW || read_failed(store);
}

static bool read_ids(Store *store, const Load *wanted, StoredTable *table) {
    bool played = wanted->kind == LOAD_PLAYED;
    sqlite3_stmt *bound = statement(store, wanted->kind == LOAD_MADE ? SQL_FIND_MADE
                                           : played                  ? SQL_FIND_PLAYED
                                                                     : SQL_FIND_MINE);
    if (wanted->kind == LOAD_MADE) {
        sqlite3_bind_int64(bound, 1, (int64_t)wanted->create_key);
    } else {
        bind_words(bound, 1, wanted->person.text);
        sqlite3_bind_int(bound, 2, played ? PLAYED_MAX : MINE_MAX);
        if (played) bind_words(bound, 3, wanted->table.text);
    }
    return read_found(store, bound, wanted, table);
}

static int table_length(Store *store, const TableId *id, int64_t *entries) {
    sqlite3_stmt *bound = statement(store, SQL_TABLE_LENGTH);
    bind_words(bound, 1, id->text);
    bool found = bound && sqlite3_step(bound) == SQLITE_ROW && sqlite3_column_type(bound, 1) == SQLITE_INTEGER;
    int phase = found ? sqlite3_column_int(bound, 0) : -1;
    *entries = found ? sqlite3_column_int64(bound, 1) + 1 : 0;
    sqlite3_reset(bound);
    return phase;
}

static int64_t count_tables(Store *store) {
    sqlite3_stmt *bound = statement(store, SQL_COUNT_TABLES);
    bool good = bound && sqlite3_step(bound) == SQLITE_ROW;
    int64_t count = good ? sqlite3_column_int64(bound, 0) : -1;
    sqlite3_reset(bound);
    return count;
}

static int list_tables(Store *store, int below_phase, TableId **ids) {
    sqlite3_stmt *bound = statement(store, SQL_LIST_TABLES);
    sqlite3_bind_int(bound, 1, below_phase);
    int count = 0, capacity = 0, status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    *ids = NULL;
    for (; status == SQLITE_ROW; status = sqlite3_step(bound)) {
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            TableId *larger = realloc(*ids, (size_t)capacity * sizeof *larger);
            if (!larger) break;
            *ids = larger;
        }
        if (!copy_column(bound, 0, (*ids)[count].text, sizeof(*ids)[count].text)) break;
        count++;
    }
    sqlite3_reset(bound);
    if (status == SQLITE_DONE) return count;
    free(*ids);
    *ids = NULL;
    return -1;
}

/* ---- copying a whole room */

static bool copy_out(Store *store, int relation, bool (*take)(void *context, const char *const *cells, const int *lengths),
                     void *context) {
    sqlite3_stmt *rows = NULL;
    const char *cells[CELLS_MAX];
    int lengths[CELLS_MAX];
    if (sqlite3_get_autocommit(sqlite_of(store)->database)) /* all relations as they were at one moment */
        sqlite3_exec(sqlite_of(store)->database, "BEGIN", NULL, NULL, NULL);
    bool good = sqlite3_prepare_v2(sqlite_of(store)->database, relations[relation].sqlite_out, -1, &rows, NULL) == SQLITE_OK;
    int status = good ? sqlite3_step(rows) : SQLITE_ERROR;
    for (; good && status == SQLITE_ROW; status = sqlite3_step(rows)) {
        for (int i = 0; i < relations[relation].cells; i++) {
            cells[i] = (const char *)sqlite3_column_text(rows, i);
            lengths[i] = sqlite3_column_bytes(rows, i);
        }
        good = take(context, cells, lengths);
    }
    if (good && status != SQLITE_DONE) good = read_failed(store);
    sqlite3_finalize(rows);
    return good;
}

static void bind_hexadecimal(sqlite3_stmt *bound, int place, const char *digits, size_t length) {
    unsigned char bytes[HASH_BYTES];
    size_t count = 0;
    sodium_hex2bin(bytes, sizeof bytes, digits, length, NULL, &count, NULL);
    sqlite3_bind_blob(bound, place, bytes, (int)count, SQLITE_TRANSIENT);
}

static bool copy_in(Store *store, int relation, const char *const *cells, const int *lengths) {
    Sqlite *sqlite = sqlite_of(store);
    if (!sqlite->copying || sqlite->copied_relation != relation) {
        sqlite3_finalize(sqlite->copying);
        sqlite->copying = NULL;
        sqlite->copied_relation = relation;
        sqlite3_prepare_v2(sqlite->database, relations[relation].sqlite_in, -1, &sqlite->copying, NULL);
    }
    for (int i = 0; i < relations[relation].cells; i++) {
        if (!cells[i]) continue;
        if (relations[relation].types[i] == 'b') bind_hexadecimal(sqlite->copying, i + 1, cells[i], (size_t)lengths[i]);
        else sqlite3_bind_text(sqlite->copying, i + 1, cells[i], lengths[i], SQLITE_STATIC);
    }
    return run_one(store, sqlite->copying);
}

/* ---- the engine */

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
    .read_results = read_results,
    .count_results = count_results,
    .sweep = sweep,
    .start = start,
    .poll = poll_nothing,
    .socket = no_socket,
    .process = no_process,
    .find_session = find_session,
    .list_sessions = list_sessions,
    .read_part = read_part,
    .read_ids = read_ids,
    .table_length = table_length,
    .count_tables = count_tables,
    .list_tables = list_tables,
    .copy_out = copy_out,
    .copy_in = copy_in,
};

Store *sqlite_open(const char *path, bool reader, Error *error) {
    Sqlite *store = calloc(1, sizeof *store);
    if (!store) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    store->store.engine = &engine;
    store->lock = -1;
    if ((reader || take_lock(store, path, error)) && open_database(store, path, reader, error)) return &store->store;
    release(&store->store);
    return NULL;
}
