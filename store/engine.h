/* What an engine of the store provides, and what engines share; for the files of store/ alone.
 *
 * A Store is the first member of an engine's own struct. The functions of store.h that both engines do alike are in store.c,
 * and the rest passes through this table. */
#ifndef ARALDO_STORE_ENGINE_H
#define ARALDO_STORE_ENGINE_H

#include "store/store.h"

typedef struct StoreEngine {
    void (*free)(Store *store);
    /* Begins a turn's transaction; false if it failed or the store is late. */
    bool (*begin)(Store *store);
    bool (*write)(Store *store, const Write *write); /* within a transaction, as are the next six */
    bool (*add_person)(Store *store, const StoredPerson *person);
    bool (*add_session)(Store *store, const StoredSession *session, const PersonId *person);
    bool (*see_session)(Store *store, const TokenHash *token, Milliseconds now);
    bool (*end_session)(Store *store, const TokenHash *token);
    bool (*take_device)(Store *store, const char *code, const StoredSession *session, TakenDevice *taken);
    bool (*add_result)(Store *store, const StoredResult *result);
    bool (*sweep)(Store *store, Milliseconds matches_before, Milliseconds seen_before, Milliseconds guests_before);
    Commit (*start)(Store *store);
    Commit (*poll)(Store *store);
    int (*socket)(const Store *store, short *events);
    int (*process)(const Store *store);
    bool (*find_session)(Store *store, const TokenHash *token, Milliseconds since, StoredPerson *person, Milliseconds *seen);
    int (*list_sessions)(Store *store, const PersonId *person, Milliseconds since, StoredSession sessions[SESSIONS_MAX]);
    bool (*read_results)(Store *store, const StoredResult *wanted, DealResults *results);
    bool (*count_results)(Store *store, const StoredResult *wanted, int last_day, DealCounts *counts);
    bool (*read_part)(Store *store, const Load *wanted, bool whole, StoredTable *table);
    bool (*read_ids)(Store *store, const Load *wanted, StoredTable *table);
    int (*table_length)(Store *store, const TableId *id, int64_t *entries);
    int64_t (*count_tables)(Store *store);
    int (*list_tables)(Store *store, int below_phase, TableId **ids);
    /* Copying, in one transaction: gives all rows of a relation to `take`; adds a row. */
    bool (*copy_out)(Store *store, int relation, bool (*take)(void *context, const char *const *cells, const int *lengths),
                     void *context);
    bool (*copy_in)(Store *store, int relation, const char *const *cells, const int *lengths);
} StoreEngine;

struct Store {
    const StoreEngine *engine;
    bool open;               /* a transaction has begun, */
    bool failed;             /* and can only be rolled back */
    bool away;               /* it was lost, and has to be found again before anything is read or written */
    bool late;               /* it cannot begin yet. Then writes are kept: */
    Milliseconds late_since; /* 0: not looked at yet */
    Write *kept;             /* their texts and secrets are copies */
    size_t kept_count, kept_capacity, kept_bytes;
    uint64_t epoch;    /* that commits check; 0: none */
    bool unfenced;     /* a new one is needed, */
    bool lost;         /* and nobody was told yet */
    bool damaged;      /* as the last read found */
    bool out_of_reach; /* the last read of a session or a table could not be made now */
    uint64_t began_us;
    CommitTimes times;
    Error problem;
};

enum {
    STORE_PHASE_OVER = 2,            /* as the room numbers them */
    GUEST_DAY_MS = 24 * 3600 * 1000, /* a person who was seen for less than a day never returned */
};

Store *sqlite_open(const char *path, bool reader, Error *error);
Store *postgres_open(const char *url, bool reader, Error *error);

/* Marks the turn as one that can only be rolled back; returns false. */
bool store_give_up(Store *store, const char *why);
/* Has the commit waited so long that its connection must be broken? */
bool store_commit_is_overdue(const Store *store);
/* Counts a commit that is done, and forgets what was kept. */
void store_note_commit(Store *store, bool good);

/* ---- tables as they are read */

/* The checksum of an entry or snapshot and its number: it reveals a bit flip on the disk. */
int64_t stored_sum(int64_t n, const void *text, size_t length);
/* Begins to read into a table again. */
void stored_begin(StoredTable *table, const Load *wanted);
/* Takes the snapshot instead of one that was taken before; `n` is its number, -1 for one of the first version. */
bool stored_take_snapshot(Store *store, StoredTable *table, int64_t n, const char *text, size_t length, const int64_t *sum);
/* Takes the next entry; `sum` is NULL for one of the first version. */
bool stored_take_entry(Store *store, StoredTable *table, const StoredEntry *entry, const int64_t *sum);
/* All is read: `loaded` points to it. */
void stored_end(StoredTable *table, bool has_snapshot);

/* ---- copying */

enum { RELATIONS = 8, CELLS_MAX = 8 };

/* A relation as it is copied: each cell is text, and NULL is none. */
typedef struct Relation {
    const char *name;
    int cells;
    const char *types; /* a letter for each cell: i(nteger), t(ext), b(ytes, as hexadecimal digits) */
    const char *sqlite_out, *sqlite_in, *postgres_out, *postgres_in;
} Relation;
extern const Relation relations[RELATIONS];

#endif
