/* What the files of store/postgres/ share with each other. */
#ifndef ARALDO_STORE_POSTGRES_INSIDE_H
#define ARALDO_STORE_POSTGRES_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/engine.h"
#include "store/postgres/schema.h"

enum { PARAMETERS_MAX = 8, NUMBER_BYTES = 24 };

/* What a statement's result must be, and who wants it. */
typedef struct Expected {
    enum { EXPECT_NOTHING, EXPECT_FENCE, EXPECT_TAKEN, EXPECT_SWEPT_TABLE, EXPECT_SWEPT_PERSON } kind;
    TakenDevice *taken;
} Expected;

typedef enum { RESCUE_NONE, RESCUE_WORKS, RESCUE_DONE } RescueState;

/* A new connection, made on a thread of its own because that may take long. */
typedef struct Rescue {
    pthread_t thread;
    _Atomic RescueState state;
    const char *url;
    int tries;
    PGconn *connection; /* NULL: it failed */
} Rescue;

typedef struct Postgres {
    Store store;
    char *url;
    PGconn *writer; /* in pipeline mode; NULL for a reader, and while there is no connection */
    PGconn *reads;  /* opened when first needed; waits for its answers */
    Rescue rescue;
    Expected *expected; /* of the statements sent in this turn */
    size_t expected_count, expected_capacity, answered;
    bool syncing;          /* the turn's end was sent */
    int64_t swept_table;   /* the last that was looked at, */
    PersonId swept_person; /* and the last person */
    int copying;           /* the relation that rows are being copied into; -1: none */
    bool copied;           /* this transaction copies a room */
} Postgres;

static inline Postgres *postgres_of(Store *store) { return (Postgres *)(void *)store; }

/* Values for a statement's places. What they point to must last until it is sent. */
typedef struct Parameters {
    int count;
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    char numbers[PARAMETERS_MAX][NUMBER_BYTES];
} Parameters;

void parameter_bytes(Parameters *parameters, const void *bytes, size_t length);
void parameter_words(Parameters *parameters, const char *words);
void parameter_number(Parameters *parameters, int64_t number);

/* reads.c */
/* The connection for reading, opened again if it was lost; NULL with store->problem. */
PGconn *postgres_reads(Postgres *postgres);
bool postgres_find_session(Store *store, const TokenHash *token, Milliseconds since, StoredPerson *person, Milliseconds *seen);
int postgres_list_sessions(Store *store, const PersonId *person, Milliseconds since, StoredSession sessions[SESSIONS_MAX]);
bool postgres_read_results(Store *store, const StoredResult *wanted, DealResults *results);
bool postgres_count_results(Store *store, const StoredResult *wanted, int last_day, DealCounts *counts);
bool postgres_read_part(Store *store, const Load *wanted, bool whole, StoredTable *table);
bool postgres_read_ids(Store *store, const Load *wanted, StoredTable *table);
int postgres_table_length(Store *store, const TableId *id, int64_t *entries);
int64_t postgres_count_tables(Store *store);
int postgres_list_tables(Store *store, int below_phase, TableId **ids);

/* copies.c */
bool postgres_copy_out(Store *store, int relation, bool (*take)(void *context, const char *const *cells, const int *lengths),
                       void *context);
bool postgres_copy_in(Store *store, int relation, const char *const *cells, const int *lengths);
/* Ends what was copied in; true when it is on the disk. */
bool postgres_copy_end(Postgres *postgres);

#endif
