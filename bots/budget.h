/* A budget: how long a bot may think.
 *
 * It follows a bot's name: `strong@32000` is a number of iterations, `strong@500ms` a number of milliseconds, and
 * `strong@4x500ms` that many on each of four threads. Only iterations give the same moves again on any machine. */
#ifndef ARALDO_BOTS_BUDGET_H
#define ARALDO_BOTS_BUDGET_H

#include "core/text.h"

enum {
    BUDGET_ITERATIONS_MAX = 1000000, /* also in milliseconds: a tree sums up rewards as floats, which carry no more */
    BUDGET_MILLISECONDS_MAX = 60000,
    BUDGET_THREADS_MAX = 64,
    BUDGET_NODES_MAX = 1 << 22, /* in the trees of all threads together: once full, they grow no further */
};

/* Either iterations or milliseconds is above 0; each thread gets as many. */
typedef struct Budget {
    int threads, iterations, milliseconds;
} Budget;

static inline Budget budget_iterations(int iterations) { return (Budget){.threads = 1, .iterations = iterations}; }

/* The text after the @: `[THREADSx]N` or `[THREADSx]Nms`. */
bool budget_parse(Span text, Budget *budget, Error *error);
/* How many nodes a tree should have room for: an iteration adds one at most. */
int budget_nodes(Budget budget);
/* The clock by which milliseconds are counted. */
int64_t budget_clock_ms(void);

#endif
