/* Parses thinking budgets such as `@32000` and `@4x500ms`, and turns them into a number of tree nodes. */
#include "bots/budget.h"

#include <string.h>
#include <time.h>

#include "core/message.h"

enum { ITERATIONS_A_MILLISECOND = 2000 }; /* more than any game allows */

bool budget_parse(Span text, Budget *budget, Error *error) {
    int64_t threads = 1, number = 0;
    Span amount = text;
    const char *times = text.length ? memchr(text.at, 'x', text.length) : NULL;
    if (times) {
        Span before = {text.at, (size_t)(times - text.at)};
        amount = (Span){times + 1, text.length - before.length - 1};
        if (!span_number(before, 1, BUDGET_THREADS_MAX, &threads))
            return error_say(error, "a bot thinks on 1 to {max} threads", WITH("max", BUDGET_THREADS_MAX));
    }
    bool timed = amount.length > 2 && memcmp(amount.at + amount.length - 2, "ms", 2) == 0;
    if (timed) amount.length -= 2;
    if (!span_number(amount, 1, timed ? BUDGET_MILLISECONDS_MAX : BUDGET_ITERATIONS_MAX, &number))
        return error_say(
            error, "a budget is 1 to {iterations} iterations, or 1 to {ms} ms: strong@32000, strong@500ms, strong@4x500ms",
            WITH("iterations", BUDGET_ITERATIONS_MAX), WITH("ms", BUDGET_MILLISECONDS_MAX));
    *budget = (Budget){.threads = (int)threads};
    if (timed) budget->milliseconds = (int)number;
    else budget->iterations = (int)number;
    return true;
}

int budget_nodes(Budget budget) {
    int64_t most = BUDGET_NODES_MAX / budget.threads, iterations = budget.iterations;
    if (budget.milliseconds) iterations = (int64_t)budget.milliseconds * ITERATIONS_A_MILLISECOND;
    if (iterations > BUDGET_ITERATIONS_MAX) iterations = BUDGET_ITERATIONS_MAX;
    return (int)(iterations < most ? iterations : most);
}

int64_t budget_clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
