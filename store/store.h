/* The store: the logs of all tables, their secrets, and the people, in a SQLite file or in a PostgreSQL database.
 *
 * What was committed survives a crash of the program or the machine. All writes of one turn of the server's loop are one
 * transaction, begun by the first of them, so that a turn with a hundred moves waits for the disk once. A Store belongs to one
 * thread; other threads read through a Store of their own. One server owns a file or a database at a time. Cookies and the
 * codes for another device are kept only as hashes. The place of a store is the path of a file or a URL, postgresql://…; which
 * of the two engines does the work (store/engine.h) makes no difference to callers, except that a commit to PostgreSQL takes
 * time during which the caller can do something else. */
#ifndef ARALDO_STORE_STORE_H
#define ARALDO_STORE_STORE_H

#include "core/text.h"
#include "room/room.h"

enum {
    TOKEN_BYTES = 32, /* of a cookie */
    TOKEN_HEX = 64,
    HASH_BYTES = 32,
    STORE_OPEN_WAIT_MS = 5000,       /* for another process that holds the file, before the first transaction, */
    STORE_WAIT_MS = 5,               /* and in one call afterwards: the loop does not wait, it comes back */
    STORE_READ_WAIT_MS = 200,        /* the same for readers, which hardly ever have to */
    STORE_COMMIT_MAX_MS = 10 * 1000, /* a commit unanswered for this long is given up: the store reads what became of it */
    STORE_LATE_MAX_MS = 30 * 1000,   /* a turn that could not begin for this long is rolled back, */
    STORE_LATE_BYTES_MAX = 16 << 20, /* or one that has more to write than this */
    ALL_PHASES = 100,                /* below this are tables in any phase */
    SESSIONS_MAX = 16,               /* devices of one person */
    DEVICE_NAME_MAX = 48,            /* with its zero byte */
    SWEEP_ROWS = 20,                 /* tables and people looked at in one sweep */
    COMMIT_BUCKETS = 12,             /* of the histogram of commit times, the last without an upper bound */
    RESULT_GAME_MAX = 24,            /* of a game's name, with its zero byte */
    RESULT_SCORES_MAX = 400,         /* different results of one deal that are counted */
    DEAL_COUNTS_MAX = 31 * 8,        /* deals whose results are counted at once: a month of them */
};

typedef struct Store Store;

typedef struct TokenHash {
    uint8_t bytes[HASH_BYTES];
} TokenHash;

typedef struct StoredPerson {
    PersonId id;
    char name[NAME_BYTES_MAX];
    Milliseconds created;
    int face; /* the portrait they chose; 0 for none */
} StoredPerson;

/* A device of a person: the browser that has a cookie. */
typedef struct StoredSession {
    TokenHash token;
    char device[DEVICE_NAME_MAX];
    Milliseconds created, seen;
} StoredSession;

/* What became of a code for another device. */
typedef struct TakenDevice {
    bool found;
    PersonId person;
} TakenDevice;

/* What a person made of a deal of the day (docs/daily.md). */
typedef struct StoredResult {
    char game[RESULT_GAME_MAX];
    int day, board, score;
    PersonId person;
    Milliseconds at;
} StoredResult;

/* What everybody made of one deal: how many had each score, lowest first; and the score of the person who asks. */
typedef struct DealResults {
    int count;
    int scores[RESULT_SCORES_MAX];
    int64_t people[RESULT_SCORES_MAX];
    bool played;
    int own;
} DealResults;

/* How many people have a result for each deal of some days, and what the person who asks has; deals without any are left out. */
typedef struct DealCounts {
    int count;
    struct DealCount {
        int day, board;
        int64_t people;
        bool played;
        int own;
    } deals[DEAL_COUNTS_MAX];
} DealCounts;

/* How long commits took, the disk's sync included. */
typedef struct CommitTimes {
    uint64_t counts[COMMIT_BUCKETS]; /* not cumulated; bucket i holds times up to commit_bounds_us[i] */
    uint64_t count, sum_us, failed, writes;
} CommitTimes;
extern const uint32_t commit_bounds_us[COMMIT_BUCKETS - 1];

/* A table as it was read: it holds what `loaded` points to. All zero to begin with; can be reused for further reads. */
typedef struct StoredTable {
    Loaded loaded;
    uint8_t secret[ROOM_SECRET_BYTES];
    int phase;
    char *bytes; /* snapshot and entries, one after another */
    size_t length, capacity;
    StoredEntry *entries;
    size_t entry_capacity;
    TableId ids[MINE_MAX];
} StoredTable;

/* Is the place a database of PostgreSQL, and not a file? */
bool store_is_url(const char *place);
/* The place as people may see it: without a password. */
void store_name(const char *place, Text *text);
/* Opens the place for writing, makes it and brings its schema up where needed. NULL with a clear line. */
Store *store_open(const char *place, Error *error);
/* A second way into the same place, for reading. */
Store *store_open_reader(const char *place, Error *error);
void store_free(Store *store);
/* Copies a whole room into a place that has none yet, all or nothing; how many tables, -1 with a clear line. */
int64_t store_copy(const char *from, const char *to, Error *error);

/* ---- writing: all of these belong to the turn's transaction. False if it cannot succeed any more; the commit then fails. */
bool store_write(Store *store, const Write *write);
bool store_add_person(Store *store, const StoredPerson *person);
/* A person's devices beyond SESSIONS_MAX are dropped, the ones not seen for the longest time first. */
bool store_add_session(Store *store, const StoredSession *session, const PersonId *person);
/* The device was used now. One that has been logged out meanwhile stays out. */
bool store_see_session(Store *store, const TokenHash *token, Milliseconds now);
/* Logs the device out. */
bool store_end_session(Store *store, const TokenHash *token);
/* Uses up a code for another device and makes the session, created now, its person's. `taken->found` is known after the commit;
 * an unknown code does no harm. */
bool store_take_device(Store *store, const char *code, const StoredSession *session, TakenDevice *taken);
/* A person's result of a deal. The first one counts: a later one changes nothing. */
bool store_add_result(Store *store, const StoredResult *result);
/* Deletes what is too old among the next few tables and people, so that all are looked at in time and none of it takes long:
 * matches whose last entry is from before `matches_before`, and people at no table who were last seen before `seen_before`,
 * when their cookies have expired, or who never returned: seen on one day only, before `guests_before`. Results are deleted
 * like matches; a deleted person's results stay, since their id then identifies nobody. */
bool store_sweep(Store *store, Milliseconds matches_before, Milliseconds seen_before, Milliseconds guests_before);
/* Are there writes to commit? */
bool store_dirty(const Store *store);
/* Whether the turn cannot be committed yet: another process holds the file's write lock, or the database cannot be reached.
 * What was written is kept; the caller comes back, and may write more. After STORE_LATE_MAX_MS it is false, and the commit
 * fails. */
bool store_is_late(Store *store, Milliseconds now);
/* True while the outcome of the last commit is unknown. Nothing may be read until the store is no longer late. */
bool store_is_away(const Store *store);
/* True if a transaction is open: what is written goes to the store at once. */
bool store_begin(Store *store);
/* Begins to commit, and continues when the socket is ready. Until it is done nothing may be written. GOOD: everything written
 * since the last commit is on the disk. FAILED: none of it is, or that is not known yet; then the store is late until it is. */
typedef enum { COMMIT_GOOD, COMMIT_FAILED, COMMIT_WAITS } Commit;
Commit store_start(Store *store);
Commit store_poll(Store *store);
/* What to wait for while a commit waits, as poll() has it. */
int store_socket(const Store *store, short *events);
/* Waits until it is done: for programs that have nothing else to do. */
bool store_commit(Store *store);
/* Takes back everything written since the last commit. */
void store_rollback(Store *store);
/* Why the last write or commit failed. */
const char *store_problem(const Store *store);
/* On a database that servers share: from now on every commit checks that this registration is valid, and fails if it is not.
 * `kept`: nobody has acted in between, so that what waits to be written may be. */
void store_fence(Store *store, uint64_t epoch, bool kept);
/* True once after the connection was lost or the registration became invalid: until store_fence the store is late. */
bool store_lost(Store *store);
/* The database's process behind the connection that writes; 0: none. */
int store_process(const Store *store);
CommitTimes store_times(const Store *store);

/* ---- reading */
/* Whose cookie it is; false if it is nobody's or was last seen before `since`. `seen`, which may be NULL: when that was. */
bool store_find_session(Store *store, const TokenHash *token, Milliseconds since, StoredPerson *person, Milliseconds *seen);
/* The devices of a person seen since then, the last seen first; how many. */
int store_list_sessions(Store *store, const PersonId *person, Milliseconds since, StoredSession sessions[SESSIONS_MAX]);
/* The results of the deal with `wanted`'s game, day and board, as `wanted`'s person sees them. False if they cannot be read
 * now. */
bool store_read_results(Store *store, const StoredResult *wanted, DealResults *results);
/* Counts the results for the deals of `wanted`'s game from its day to `last_day`, in order. False if they cannot be read now. */
bool store_count_results(Store *store, const StoredResult *wanted, int last_day, DealCounts *counts);
/* Did the last read fail because what is stored is damaged? */
bool store_is_damaged(const Store *store);
/* Did the last read of a session or a table fail because the database cannot be reached? It may work later. */
bool store_is_out_of_reach(const Store *store);
/* A table's whole log and its secret. `loaded.found` tells whether there is such a table; false, with store_problem, if it
 * could not be read or is damaged. */
bool store_read_table(Store *store, const TableId *id, StoredTable *table);
/* The phase of a table, and how many entries its log has; -1 if there is no such table or it cannot be read. */
int store_table_length(Store *store, const TableId *id, int64_t *entries);
/* What the room wants to read: part of a log, or the ids of tables. */
bool store_load(Store *store, const Load *wanted, StoredTable *table);
void stored_table_release(StoredTable *table);
/* How many tables are not over; -1 if the file could not be read. */
int64_t store_count_tables(Store *store);
/* The ids of all tables below the phase, oldest first, into memory that the caller frees; the count, -1 if the file could not
 * be read. */
int store_list_tables(Store *store, int below_phase, TableId **ids);

TokenHash token_hash(const void *bytes, size_t length);

#endif
