/* A benchmark: one row of a table in bench.c.
 * It does some work and reports how much; bench.c measures the time. */
#ifndef ARALDO_PROGRAM_BENCH_BENCH_H
#define ARALDO_PROGRAM_BENCH_BENCH_H

#include <stdint.h>

#include "core/game.h"

enum { BENCH_PRIMERO_HANDS = 4096 };

typedef struct BenchWork {
    const Game *game; /* NULL where the benchmark is of no game */
    Chance chance;
    Move *moves;    /* room for the game's longest list */
    uint64_t found; /* where results go, so that none is worked out in vain */
    void *prepared; /* what the benchmark made ready before the time was taken */
} BenchWork;

typedef struct Benchmark {
    const char *game; /* what its name begins with: a game's name, or NULL to run for every game, or another part's */
    const char *name;
    const char *unit;
    /* Works for some milliseconds; how many units were done. */
    uint64_t (*run)(BenchWork *work);
    /* May be 0 and NULL: the room it needs, and how that is filled. */
    size_t prepared_bytes;
    void (*prepare)(BenchWork *work);
    /* In the place of `run`: a figure that is no rate. */
    double (*figure)(BenchWork *work);
} Benchmark;

/* Processor seconds of this thread. */
double bench_seconds(void);

/* The games' own benchmarks, each in a file of its own. */
uint64_t bench_primiera_interface(BenchWork *work);
uint64_t bench_primiera_playout(BenchWork *work);
/* The 90th percentile of the time that the solver takes for positions with so many cards in hands. */
double bench_primiera_solver_20(BenchWork *work);
double bench_primiera_solver_22(BenchWork *work);
double bench_primiera_solver_24(BenchWork *work);
uint64_t bench_primero_sequence(BenchWork *work);
void bench_primero_prepare(BenchWork *work); /* random hands, 64 bits each */
uint64_t bench_primero_random(BenchWork *work);
uint64_t bench_primero_english(BenchWork *work);
uint64_t bench_primero_italian(BenchWork *work);
uint64_t bench_royalflush_queries(BenchWork *work);
/* Ended by one without a name. */
extern const Benchmark lexicon_benchmarks[];

#endif
