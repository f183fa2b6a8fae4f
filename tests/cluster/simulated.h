/* A simulated cluster, by seed: several rooms with their cluster logic, links, clients, and a model of the database.
 *
 * Everything runs in one process and nothing reads a clock. Messages are delayed, lost with their connection, doubled, and
 * overtake each other on different connections; links break and stall; servers are killed, paused, cut off from the database and
 * replaced at any step; commits fail, succeed unheard, or stall; the database hangs and crashes. Every choice is drawn from the
 * seed. tests/cluster/simulated/ has the parts. */
#ifndef ARALDO_TESTS_CLUSTER_SIMULATED_H
#define ARALDO_TESTS_CLUSTER_SIMULATED_H

#include <stdbool.h>
#include <stdint.h>

/* Bugs that are planted on purpose, to see that they are found. */
typedef enum {
    BUG_NONE,
    BUG_NO_EPOCH,          /* a commit does not check the registration */
    BUG_ACKNOWLEDGE_EARLY, /* clients are told before the commit */
    BUG_NO_KEY,            /* a message that is sent again has another key */
    BUG_WRONG_EYES,        /* a relayed message reaches somebody else at the same server */
} SimBug;

typedef struct SimResult {
    bool good;
    char problem[256];
    uint64_t commits, failed, deaths, pauses, stops, takeovers, entries, frames, registrations;
    uint64_t looks; /* at messages that clients got */
} SimResult;

/* Plays one seed: a phase with faults, in which nothing may go wrong, and one without, in which everything must go on.
 * `trace` prints every choice. */
SimResult sim_run(uint64_t seed, SimBug bug, bool trace);

#endif
