/* The store on SQLite: transactions, logs, people and tables. */
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
#include <time.h>
#include <unistd.h>

#include "store/schema.h"

typedef enum {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_ADD_TABLE,
    SQL_ADD_ENTRY,
    SQL_SET_SNAPSHOT,
    SQL_SET_PHASE,
    SQL_SET_NAME,
    SQL_ADD_DEVICE,
    SQL_ADD_PERSON,
    SQL_ADD_SESSION,
    SQL_TAKE_DEVICE,
    SQL_DROP_DEVICES,
    SQL_FIND_SESSION,
    SQL_READ_TABLE,
    SQL_READ_ENTRIES,
    SQL_LIST_TABLES,
    SQL_COUNT
} SqlName;

static const char *const sql[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD_TABLE] = "INSERT INTO tables (id, secret, phase, created) VALUES (?1, ?2, ?3, ?4)",
    [SQL_ADD_ENTRY] = "INSERT INTO entries (table_number, n, at, entry) SELECT number, ?2, ?3, ?4 FROM tables WHERE id = ?1",
    [SQL_SET_SNAPSHOT] = "UPDATE tables SET snapshot_n = ?2, snapshot = ?3 WHERE id = ?1",
    [SQL_SET_PHASE] = "UPDATE tables SET phase = ?2 WHERE id = ?1",
    [SQL_SET_NAME] = "UPDATE persons SET name = ?2 WHERE id = ?1",
    [SQL_ADD_DEVICE] = "INSERT INTO devices (hash, person, expires) VALUES (?1, ?2, ?3)",
    [SQL_ADD_PERSON] = "INSERT INTO persons (id, name, created) VALUES (?1, ?2, ?3)",
    [SQL_ADD_SESSION] = "INSERT INTO sessions (hash, person, created) VALUES (?1, ?2, ?3)",
    [SQL_TAKE_DEVICE] = "DELETE FROM devices WHERE hash = ?1 RETURNING person",
    [SQL_DROP_DEVICES] = "DELETE FROM devices WHERE expires < ?1",
    [SQL_FIND_SESSION] = ("SELECT p.id, p.name, p.created FROM sessions s JOIN persons p ON p.id = s.person"
                          " WHERE s.hash = ?1 AND s.created >= ?2"),
    [SQL_READ_TABLE] = "SELECT number, secret, phase, snapshot FROM tables WHERE id = ?1",
    [SQL_READ_ENTRIES] = "SELECT n, at, entry FROM entries WHERE table_number = ?1 ORDER BY n",
    [SQL_LIST_TABLES] = "SELECT id FROM tables WHERE phase < ?1 ORDER BY number",
};

const uint32_t commit_bounds_us[COMMIT_BUCKETS - 1] = {100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 500000};

struct Store {
    sqlite3 *database;
    sqlite3_stmt *statements[SQL_COUNT]; /* prepared when first used */
    int lock;                            /* the data file, locked; -1 for a reader */
    bool open;                           /* a transaction has begun, */
    bool failed;                         /* and can only be rolled back */
    CommitTimes times;
    Error problem;
};

/* ---- statements */

static sqlite3_stmt *statement(Store *store, SqlName name) {
    sqlite3_stmt **slot = &store->statements[name];
    if (!*slot) sqlite3_prepare_v3(store->database, sql[name], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
    return *slot; /* NULL is a failure that binding and stepping pass on */
}

static void bind_text(sqlite3_stmt *bound, int place, const char *text, size_t length) {
    sqlite3_bind_text(bound, place, text, (int)length, SQLITE_STATIC);
}

static void bind_words(sqlite3_stmt *bound, int place, const char *words) { bind_text(bound, place, words, strlen(words)); }

static bool fail(Store *store) {
    error_set(&store->problem, "%s", sqlite3_errmsg(store->database));
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
    if (sqlite3_changes(store->database) == 1) return true;
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
static bool take_lock(Store *store, const char *path, Error *error) {
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0) return error_set(error, "cannot write '%s': %s", path, strerror(errno));
    if (flock(store->lock, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno == EWOULDBLOCK) return error_set(error, "'%s' is in use by another server", path);
    return error_set(error, "cannot lock '%s': %s", path, strerror(errno));
}

static bool configure(sqlite3 *database, bool reader) {
    sqlite3_busy_timeout(database, STORE_WAIT_MS);
    const char *pragmas =
        reader ? "PRAGMA query_only = 1" : "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = 1";
    return sqlite3_exec(database, pragmas, NULL, NULL, NULL) == SQLITE_OK;
}

static bool open_database(Store *store, const char *path, bool reader, Error *error) {
    Error reason;
    int flags = SQLITE_OPEN_NOMUTEX | (reader ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK || !configure(store->database, reader))
        return error_set(error, "cannot use '%s': %s", path, store->database ? sqlite3_errmsg(store->database) : "no memory");
    if (!reader && sqlite3_db_readonly(store->database, "main")) return error_set(error, "cannot write '%s'", path);
    if (reader || schema_migrate(store->database, SCHEMA_VERSION, &reason)) return true;
    return error_set(error, "cannot use '%s': %s", path, reason.text);
}

static Store *open_store(const char *path, bool reader, Error *error) {
    Store *store = sodium_init() < 0 ? NULL : calloc(1, sizeof *store);
    if (!store) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    store->lock = -1;
    if ((reader || take_lock(store, path, error)) && open_database(store, path, reader, error)) return store;
    store_free(store);
    return NULL;
}

Store *store_open(const char *path, Error *error) { return open_store(path, false, error); }

Store *store_open_reader(const char *path, Error *error) { return open_store(path, true, error); }

void store_free(Store *store) {
    if (!store) return;
    for (int i = 0; i < SQL_COUNT; i++) sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->database);
    if (store->lock >= 0) close(store->lock); /* last: closing it would drop SQLite's locks as well */
    free(store);
}

/* ---- writing */

static bool begin(Store *store) {
    if (store->open) return !store->failed;
    store->open = true;
    store->failed = false;
    return run(store, statement(store, SQL_BEGIN));
}

TokenHash token_hash(const void *bytes, size_t length) {
    TokenHash hash;
    crypto_generichash(hash.bytes, sizeof hash.bytes, bytes, length, NULL, 0);
    return hash;
}

static bool add_device(Store *store, const Write *write) {
    sqlite3_stmt *bound = statement(store, SQL_ADD_DEVICE);
    TokenHash hash = token_hash(write->text, write->length);
    sqlite3_bind_blob(bound, 1, hash.bytes, sizeof hash.bytes, SQLITE_STATIC);
    bind_words(bound, 2, write->person.text);
    sqlite3_bind_int64(bound, 3, write->at);
    return run_one(store, bound);
}

bool store_write(Store *store, const Write *write) {
    if (!begin(store)) return false;
    store->times.writes++;
    sqlite3_stmt *bound;
    switch (write->kind) {
    case WRITE_TABLE:
        bound = statement(store, SQL_ADD_TABLE);
        sqlite3_bind_blob(bound, 2, write->secret, ROOM_SECRET_BYTES, SQLITE_STATIC);
        sqlite3_bind_int(bound, 3, write->phase);
        sqlite3_bind_int64(bound, 4, write->at);
        break;
    case WRITE_ENTRY:
        bound = statement(store, SQL_ADD_ENTRY);
        sqlite3_bind_int64(bound, 2, write->n);
        sqlite3_bind_int64(bound, 3, write->at);
        bind_text(bound, 4, write->text, write->length);
        break;
    case WRITE_SNAPSHOT:
        bound = statement(store, SQL_SET_SNAPSHOT);
        sqlite3_bind_int64(bound, 2, write->n);
        bind_text(bound, 3, write->text, write->length);
        break;
    case WRITE_PHASE:
        bound = statement(store, SQL_SET_PHASE);
        sqlite3_bind_int(bound, 2, write->phase);
        break;
    case WRITE_NAME:
        bound = statement(store, SQL_SET_NAME);
        bind_words(bound, 1, write->person.text);
        bind_text(bound, 2, write->text, write->length);
        return run_one(store, bound);
    case WRITE_DEVICE: return add_device(store, write);
    default: assert(!"a kind of write that is none"); return false;
    }
    bind_words(bound, 1, write->table.text);
    return run_one(store, bound);
}

bool store_add_person(Store *store, const StoredPerson *person) {
    if (!begin(store)) return false;
    sqlite3_stmt *bound = statement(store, SQL_ADD_PERSON);
    bind_words(bound, 1, person->id.text);
    bind_words(bound, 2, person->name);
    sqlite3_bind_int64(bound, 3, person->created);
    return run_one(store, bound);
}

bool store_add_session(Store *store, const TokenHash *token, const PersonId *person, Milliseconds now) {
    if (!begin(store)) return false;
    sqlite3_stmt *bound = statement(store, SQL_ADD_SESSION);
    sqlite3_bind_blob(bound, 1, token->bytes, sizeof token->bytes, SQLITE_STATIC);
    bind_words(bound, 2, person->text);
    sqlite3_bind_int64(bound, 3, now);
    return run_one(store, bound);
}

bool store_take_device(Store *store, const char *code, Milliseconds now, PersonId *person) {
    if (!begin(store)) return false;
    sqlite3_stmt *expired = statement(store, SQL_DROP_DEVICES), *bound = statement(store, SQL_TAKE_DEVICE);
    sqlite3_bind_int64(expired, 1, now);
    if (!run(store, expired)) return false;
    TokenHash hash = token_hash(code, strlen(code));
    sqlite3_bind_blob(bound, 1, hash.bytes, sizeof hash.bytes, SQLITE_STATIC);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    bool found = status == SQLITE_ROW && copy_column(bound, 0, person->text, sizeof person->text);
    if (status == SQLITE_ROW) status = sqlite3_step(bound);
    if (status != SQLITE_DONE) found = fail(store);
    sqlite3_reset(bound);
    return found;
}

bool store_dirty(const Store *store) { return store->open; }

static uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void note_time(CommitTimes *times, uint64_t took) {
    int bucket = 0;
    while (bucket < COMMIT_BUCKETS - 1 && took > commit_bounds_us[bucket]) bucket++;
    times->counts[bucket]++;
    times->count++;
    times->sum_us += took;
}

bool store_commit(Store *store) {
    if (!store->open) return true;
    uint64_t began = microseconds();
    bool good = !store->failed && run(store, statement(store, SQL_COMMIT));
    if (good) note_time(&store->times, microseconds() - began);
    else store->times.failed++;
    /* A failed statement may have ended the transaction by itself. */
    if (!good && !sqlite3_get_autocommit(store->database)) {
        sqlite3_stmt *rollback = statement(store, SQL_ROLLBACK);
        if (rollback) sqlite3_step(rollback);
        sqlite3_reset(rollback);
    }
    store->open = store->failed = false;
    return good;
}

void store_rollback(Store *store) {
    if (!store->open) return;
    error_set(&store->problem, "given up by the server");
    store->failed = true;
    store_commit(store);
}

const char *store_problem(const Store *store) { return store->problem.text; }

CommitTimes store_times(const Store *store) { return store->times; }

/* ---- reading */

static bool read_person(sqlite3_stmt *bound, StoredPerson *person) {
    bool found = bound && sqlite3_step(bound) == SQLITE_ROW && copy_column(bound, 0, person->id.text, sizeof person->id.text) &&
                 copy_column(bound, 1, person->name, sizeof person->name);
    if (found) person->created = sqlite3_column_int64(bound, 2);
    sqlite3_reset(bound);
    return found;
}

bool store_find_session(Store *store, const TokenHash *token, Milliseconds since, StoredPerson *person) {
    sqlite3_stmt *bound = statement(store, SQL_FIND_SESSION);
    sqlite3_bind_blob(bound, 1, token->bytes, sizeof token->bytes, SQLITE_STATIC);
    sqlite3_bind_int64(bound, 2, since);
    return read_person(bound, person);
}

/* Copies a column behind what is there; its place as an offset, since the bytes may move. */
static bool keep_bytes(StoredTable *table, const void *bytes, size_t length, size_t *offset) {
    if (table->length + length + 1 > table->capacity) {
        size_t capacity = 2 * (table->length + length + 1);
        char *larger = realloc(table->bytes, capacity);
        if (!larger) return false;
        table->bytes = larger;
        table->capacity = capacity;
    }
    *offset = table->length;
    if (length) memcpy(table->bytes + table->length, bytes, length);
    table->bytes[table->length + length] = 0;
    table->length += length + 1;
    return true;
}

static bool keep_entry(StoredTable *table, sqlite3_stmt *row) {
    Loaded *loaded = &table->loaded;
    if (loaded->entry_count == table->entry_capacity) {
        size_t capacity = table->entry_capacity ? 2 * table->entry_capacity : 64;
        StoredEntry *larger = realloc(table->entries, capacity * sizeof *larger);
        if (!larger) return false;
        table->entries = larger;
        table->entry_capacity = capacity;
    }
    size_t length = (size_t)sqlite3_column_bytes(row, 2), offset;
    if (!keep_bytes(table, sqlite3_column_text(row, 2), length, &offset)) return false;
    table->entries[loaded->entry_count++] = (StoredEntry){.n = (uint32_t)sqlite3_column_int64(row, 0),
                                                          .at = sqlite3_column_int64(row, 1),
                                                          .text = (const char *)(uintptr_t)offset, /* until all are read */
                                                          .length = length};
    return true;
}

/* The row of the table; its number, 0 if there is none, -1 if it could not be read. */
static int64_t read_row(Store *store, const TableId *id, StoredTable *table, bool *has_snapshot) {
    sqlite3_stmt *bound = statement(store, SQL_READ_TABLE);
    bind_words(bound, 1, id->text);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    int64_t number = status == SQLITE_ROW ? sqlite3_column_int64(bound, 0) : status == SQLITE_DONE ? 0 : -1;
    if (number > 0) {
        size_t offset;
        table->loaded.snapshot_length = (size_t)sqlite3_column_bytes(bound, 3);
        *has_snapshot = sqlite3_column_type(bound, 3) != SQLITE_NULL;
        if (sqlite3_column_bytes(bound, 1) != ROOM_SECRET_BYTES ||
            !keep_bytes(table, sqlite3_column_text(bound, 3), table->loaded.snapshot_length, &offset))
            number = -1;
        else memcpy(table->secret, sqlite3_column_blob(bound, 1), ROOM_SECRET_BYTES);
        table->phase = sqlite3_column_int(bound, 2);
    }
    sqlite3_reset(bound);
    return number;
}

static bool read_entries(Store *store, int64_t number, StoredTable *table) {
    sqlite3_stmt *bound = statement(store, SQL_READ_ENTRIES);
    sqlite3_bind_int64(bound, 1, number);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    bool good = true;
    for (; good && status == SQLITE_ROW; status = sqlite3_step(bound)) good = keep_entry(table, bound);
    sqlite3_reset(bound);
    return good && status == SQLITE_DONE;
}

bool store_read_table(Store *store, const TableId *id, StoredTable *table) {
    table->loaded = (Loaded){.table = *id};
    table->length = 0;
    bool has_snapshot = false;
    int64_t number = read_row(store, id, table, &has_snapshot);
    if (number <= 0) return number == 0;
    if (!read_entries(store, number, table)) return false;
    for (size_t i = 0; i < table->loaded.entry_count; i++)
        table->entries[i].text = table->bytes + (uintptr_t)table->entries[i].text;
    table->loaded.found = true;
    table->loaded.secret = table->secret;
    table->loaded.snapshot = has_snapshot ? table->bytes : NULL; /* the first that was kept */
    table->loaded.entries = table->entries;
    return true;
}

void stored_table_release(StoredTable *table) {
    free(table->bytes);
    free(table->entries);
    *table = (StoredTable){0};
}

int store_list_tables(Store *store, int below_phase, TableId **ids) {
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
