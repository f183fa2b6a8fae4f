/* The arena: a match between two bots on the same deals, in every seating.
 * docs/strength/method.md explains its figures.
 *
 * A plan says what is played; a Duel is a plan with two names and a result for each deal. Deal n is played with the key of
 * the n-th game of the series and depends on nothing else, so that results are the same whatever the number of threads or
 * machines. */
#ifndef ARALDO_PROGRAM_ARENA_ARENA_H
#define ARALDO_PROGRAM_ARENA_ARENA_H

#include <stdatomic.h>

#include "arena/comparison.h"
#include "arena/statistics.h"
#include "program/outside.h"
#include "program/progress.h"
#include "record/record.h"

enum {
    ARENA_DEALS_MAX = 1000000, /* in one run */
    ARENA_DEAL_LAST = 1000000000,
    ARENA_THREADS_MAX = 256,
    ARENA_BOTS_MAX = 16,
    ARENA_NAME_MAX = 256, /* of a bot, zero byte included */
};

typedef enum { SIDE_A, SIDE_B, SIDE_REFERENCE, SIDES } Side;

typedef struct ArenaPlan {
    const Game *game;
    Setup setup;
    ChanceKey series;
    const char *bots[ARENA_BOTS_MAX];
    int bot_count;
    Comparison comparison;
    Against against;
    bool one_seating;      /* each deal in only one seating, in rotation */
    const char *reference; /* plays every deal in every seat, as a measure of its luck; NULL: no bot does */
    int64_t first, deals;  /* which deals of the series */
    Looks looks;
    int threads;
    OutsidePatience patience; /* with outside programs; its interrupt ends the whole run */
} ArenaPlan;

/* What came out of one deal. */
typedef struct DealResult {
    bool done;
    int64_t deal;  /* its number in the series */
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
    int bots[2];         /* who plays, by their places in the plan */
    DealResult *results; /* one for each deal of the plan, in order */
    int64_t counted;     /* this many from the start make the result */
    bool interrupted;
    struct ArenaFile *file; /* where finished deals are written; NULL: nowhere */
    Progress *progress;     /* of the whole run, in deals of all pairs */
    Error reasons[2];       /* why each bot first forfeited a game; empty if it never did, or nobody knows */
} Duel;

static inline const char *duel_name(const Duel *duel, int side) { return duel->plan->bots[duel->bots[side]]; }

/* Does the run play bot a against bot b? Each pair once; among several bots both ways, if one way does not imply the other. */
bool arena_plays(const ArenaPlan *plan, int a, int b);
/* The seating of the index-th game of a deal. */
SeatSet arena_seating(const ArenaPlan *plan, int64_t deal, int index);

/* Reasons of forfeits that were played before or by another: each bot's first one stays. */
void duel_take_reasons(Duel *duel, const Error reasons[2]);

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

/* Of bot a against bot b; without samples where they have not met. */
typedef struct ArenaResults {
    DuelResult of[ARENA_BOTS_MAX][ARENA_BOTS_MAX];
} ArenaResults;

DuelResult duel_result(const Duel *duel);
/* The value of a deal for bot a, and of its luck. */
double duel_value(const Duel *duel, int64_t index, double *control);
/* The estimate after the first `count` deals, at the confidence of the looks. */
Estimate duel_estimate(const Duel *duel, int64_t count);

void duel_print_json(const Duel *duel, const DuelResult *result);
void duel_print(const Duel *duel, const DuelResult *result);
/* The mean of a bot against another, and against all others it has met; without samples where there is none. The pairs are
 * played on the same deals, so the last one's half-width is that of the worst case, the mean of the half-widths. */
Estimate arena_pair_estimate(const ArenaPlan *plan, const ArenaResults *results, int bot, int other);
Estimate arena_bot_estimate(const ArenaPlan *plan, const ArenaResults *results, int bot);
/* How many pairs have played, and how many the plan has. */
int arena_pairs_played(const ArenaPlan *plan, const ArenaResults *results);
int arena_pairs(const ArenaPlan *plan);
/* Whom a bot's mean is against, in words. */
const char *arena_others_words(const ArenaPlan *plan, const ArenaResults *results);
void arena_print_table(const ArenaPlan *plan, const ArenaResults *results);
/* What is measured, in words; the factor and sign with which people are told it. */
typedef struct MeasureWords {
    char text[48];
} MeasureWords;
MeasureWords arena_measure_words(const ArenaPlan *plan);
void arena_write_estimate(const ArenaPlan *plan, const Estimate *estimate, Text *text);

/* ---- the ladder as a picture (arena_plot.c) */

/* Can the picture be written there? Asked before anything is played; nothing is changed by it. */
bool arena_plot_possible(const char *path, Error *error);
/* Of those who have met anybody. */
bool arena_plot(const char *path, const ArenaPlan *plan, const ArenaResults *results, Error *error);

#endif
