/* A simulated cluster, by seed: several rooms with their cluster logic, links, clients, and a model of the database.
 *
 * Everything runs in one process and nothing reads a clock. Messages and answers are delayed; links break; servers are killed,
 * paused and continued at any step; commits fail, succeed unheard, or stall; the database goes away. Every choice is drawn from
 * the seed. */
#ifndef ARALDO_TESTS_CLUSTER_SIMULATED_H
#define ARALDO_TESTS_CLUSTER_SIMULATED_H

#include "cluster/cluster.h"
#include "core/chance.h"
#include "tests/support/report.h"

/* Bugs that are planted on purpose, to see that they are found. */
typedef enum { BUG_NONE, BUG_NO_EPOCH, BUG_ACKNOWLEDGE_EARLY, BUG_NO_KEY } SimBug;

typedef struct SimResult {
    bool good;
    char problem[256];
    uint64_t commits, failed, deaths, pauses, takeovers, entries, relayed, registrations;
} SimResult;

/* Plays one seed: a phase with faults, in which nothing may go wrong, and one without, in which everything must go on.
 * `trace` prints every choice. */
SimResult sim_run(uint64_t seed, SimBug bug, bool trace);

#endif
