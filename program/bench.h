/* Benchmarks: one row of a table each; see bench.c. A benchmark does some of its work and says how much it did; taking the
 * time is not its matter. */
#ifndef ARALDO_PROGRAM_BENCH_H
#define ARALDO_PROGRAM_BENCH_H

#include <stdint.h>

#include "core/game.h"

typedef struct BenchWork {
    const Game *game;
    Chance chance;
    Move *moves;    /* room for the game's longest list */
    uint64_t found; /* where results go, so that none is worked out in vain */
} BenchWork;

typedef struct Benchmark {
    const char *game; /* NULL: runs for every game; its name begins with the game's */
    const char *name;
    const char *unit;
    /* Works for some milliseconds; how many units were done. */
    uint64_t (*run)(BenchWork *work);
} Benchmark;

/* The games' own benchmarks, each in a file of its own. */
uint64_t bench_primiera_interface(BenchWork *work);
uint64_t bench_primiera_playout(BenchWork *work);
uint64_t bench_primero_sequence(BenchWork *work);
uint64_t bench_primero_random(BenchWork *work);
uint64_t bench_royalflush_queries(BenchWork *work);

#endif
