/* Arena: a match between two bots on the same deals, seats changed in all ways. docs/strength.md says how its figures are made.
 *
 * A plan says what is played; a Duel is a plan with two names and a result for each deal. Deal n is played with the key of the n-th
 * game of the series and depends on nothing else, so that results are the same whatever the number of threads or machines. */
#ifndef ARALDO_PROGRAM_ARENA_H
#define ARALDO_PROGRAM_ARENA_H

#include <stdatomic.h>

#include "arena/comparison.h"
#include "arena/statistics.h"
#include "record/record.h"

enum {
    ARENA_DEALS_MAX = 1000000, /* in one run */
    ARENA_DEAL_LAST = 1000000000,
    ARENA_THREADS_MAX = 256,
    ARENA_BOTS_MAX = 16,
};

typedef enum { SIDE_A, SIDE_B, SIDE_REFERENCE, SIDES } Side;

typedef struct ArenaPlan {
    const Game *game;
    Setup setup;
    ChanceKey series;
    Comparison comparison;
    Against against;
    bool one_seating;      /* each deal in one seating only, by turns */
    const char *reference; /* who plays every deal at all seats as a measure of its luck; NULL: nobody */
    int64_t first, deals;  /* which deals of the series */
    Looks looks;
    int threads;
    int timeout_ms; /* of an outside program's move */
} ArenaPlan;

/* What came out of one deal. */
typedef struct DealResult {
    bool done;
    int8_t dealer; /* from whom places are counted; -1 if the game names nobody */
    uint8_t games; /* one a seating */
    uint8_t forfeits[2];
    int values[SEATINGS_MAX];   /* of each game, as comparison.h has them */
    int controls[SEATINGS_MAX]; /* what the seats of bot a brought the reference */
    uint32_t decisions[2];      /* of each bot, where there was a choice */
    uint64_t nanoseconds[2];    /* of processor time for them */
} DealResult;

typedef struct Duel {
    const ArenaPlan *plan;
    const char *names[2];
    DealResult *results; /* one for each deal of the plan, in order */
    int64_t counted;     /* the first so many make the result */
    bool interrupted;
    Error reasons[2]; /* why each bot first forfeited a game; empty if it never did */
} Duel;

/* The seating of the index-th game of a deal. */
SeatSet arena_seating(const ArenaPlan *plan, int64_t deal, int index);

/* ---- playing (arena_play.c): a table belongs to one thread */

typedef struct ArenaTable ArenaTable;
ArenaTable *arena_table_open(const ArenaPlan *plan, const char *const names[2], const atomic_bool *stop, Error *error);
void arena_table_free(ArenaTable *table);
/* Plays a deal in its seatings; false if it was stopped before the end. `reasons` of those who forfeited a game are filled. */
bool arena_table_play(ArenaTable *table, int64_t deal, DealResult *result, Error reasons[2]);

/* ---- all cores (arena_run.c) */

/* Plays what is not done yet, up to the plan's end, a look that is satisfied, or an interrupt. */
bool duel_run(Duel *duel, Error *error);

/* ---- what came out (arena_result.c) */

typedef struct DuelResult {
    Estimate estimate; /* of the value of a deal */
    Estimate per_seat[SEATS_MAX];
    int64_t games, wins, draws, losses, forfeits[2];
    double ms_per_move[2];
} DuelResult;

DuelResult duel_result(const Duel *duel);
/* The value of a deal for bot a, and of its luck. */
double duel_value(const Duel *duel, int64_t index, double *control);
/* The estimate after the first `count` deals, at the confidence of the looks. */
Estimate duel_estimate(const Duel *duel, int64_t count);

void arena_print_plan_json(const ArenaPlan *plan);
void duel_print_json(const Duel *duel, const DuelResult *result);
void duel_print(const Duel *duel, const DuelResult *result);
/* The mean of every bot against every other; duels in the order of pairs: 0 and 1, 0 and 2, … */
void arena_print_table(const ArenaPlan *plan, const char *const *bots, int count, const DuelResult *results);

#endif
