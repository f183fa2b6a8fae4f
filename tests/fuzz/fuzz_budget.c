/* Fuzzes budgets and names of bots: a budget is within its limits, or refused in one line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bots/budget.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {-7, -7, -7};
    Error error = {""};
    if (!budget_parse((Span){(const char *)data, size}, &budget, &error)) {
        if (!error.text[0] || strpbrk(error.text, "\r\n")) abort();
        return 0;
    }
    if (budget.threads < 1 || budget.threads > BUDGET_THREADS_MAX) abort();
    if (budget.iterations < 0 || budget.iterations > BUDGET_ITERATIONS_MAX) abort();
    if (budget.milliseconds < 0 || budget.milliseconds > BUDGET_MILLISECONDS_MAX) abort();
    if ((budget.iterations > 0) == (budget.milliseconds > 0)) abort();
    if (budget_nodes(budget) < 1 || budget_nodes(budget) > BUDGET_NODES_MAX) abort();
    return 0;
}
