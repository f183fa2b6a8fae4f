/* What all test programs share: cmocka's headers in their order, reports as failures, and a clean end. */
#ifndef ARALDO_TESTS_SUPPORT_TAP_H
#define ARALDO_TESTS_SUPPORT_TAP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/report.h"

/* Fails the test with the report's words, if it has any. */
static inline void report_require(const Report *report) {
    if (!report->failed) return;
    Span rest = span_of(report->text), line;
    while (span_split(&rest, '\n', &line)) printf("# %.*s\n", SPAN_ARGS(line));
    fail();
}

/* Runs the tests in order and returns the exit status. With ARALDO_ONLY in the environment, runs only those whose name matches
 * it: ARALDO_ONLY='primero*'. After a failure the program ends at once: a list of what the failed tests did not free would hide
 * what matters. */
static inline int tap_run(const char *name, const struct CMUnitTest *tests, size_t count) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (getenv("ARALDO_ONLY")) cmocka_set_test_filter(getenv("ARALDO_ONLY"));
    int failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
    fflush(stdout);
    if (failed) _exit(1);
    return 0;
}

#endif
