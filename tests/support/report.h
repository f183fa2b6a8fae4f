/* Failures in words: a check writes its first failure here and returns false.
 * So the same check serves a test that must pass and a test that shows the check can fail. It also says what was going on if
 * the program dies. */
#ifndef ARALDO_TESTS_SUPPORT_REPORT_H
#define ARALDO_TESTS_SUPPORT_REPORT_H

#include "core/game.h"

enum { REPORT_MAX = 32768 };

typedef struct Report {
    bool failed;
    char text[REPORT_MAX];
} Report;

/* Keeps the first failure; always false, so that a check can say `return report_fail(…)`. */
bool report_fail(Report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a line to the failure, if there is one. */
void report_add(Report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds `title` and the position as text. */
void report_position(Report *report, const char *title, const Game *game, const State *state);

/* If the program is ended by an assertion or a sanitizer from now on, it first prints `what` and, where `state` is not
 * NULL, its position. The pointers must last; NULL stops it. */
void fault_watch(const char *what, const Game *game, const State *state);

/* Whether the full numbers are asked for. */
bool soak(void);

#endif
