/* Keeps the first failure's text, and prints what was going on if the program dies. */
#include "tests/support/report.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/sanitized.h"

#ifdef SANITIZED
void __sanitizer_set_death_callback(void (*callback)(void));
const char *__ubsan_default_options(void);

/* The undefined behaviour sanitizer calls nobody back when it ends the program, but it can abort. */
const char *__ubsan_default_options(void) { return "abort_on_error=1:print_stacktrace=1"; }
#endif

static void add(Report *report, const char *format, va_list arguments) {
    size_t length = strlen(report->text);
    vsnprintf(report->text + length, sizeof report->text - length, format, arguments);
}

bool report_fail(Report *report, const char *format, ...) {
    if (report->failed) return false;
    report->failed = true;
    report->text[0] = 0;
    va_list arguments;
    va_start(arguments, format);
    add(report, format, arguments);
    va_end(arguments);
    return false;
}

void report_add(Report *report, const char *format, ...) {
    if (!report->failed) return;
    size_t length = strlen(report->text);
    snprintf(report->text + length, sizeof report->text - length, "\n  ");
    va_list arguments;
    va_start(arguments, format);
    add(report, format, arguments);
    va_end(arguments);
}

void report_position(Report *report, const char *title, const Game *game, const State *state) {
    char position[STATE_TEXT_MAX];
    Text text = text_init(position, sizeof position);
    game->print(state, &text);
    report_add(report, "%s: %s", title, position);
}

static struct {
    const char *what;
    const Game *game;
    const State *state;
} watched;

static void tell_fault(void) {
    if (!watched.what) return;
    char position[STATE_TEXT_MAX] = "";
    fprintf(stderr, "# died in: %s\n", watched.what);
    const char *what = watched.what;
    watched.what = NULL; /* printing a broken state may die as well */
    if (watched.state) {
        Text text = text_init(position, sizeof position);
        watched.game->print(watched.state, &text);
        fprintf(stderr, "# position: %s\n", position);
    }
    fprintf(stderr, "not ok - died in: %s\n", what);
    fflush(stderr);
}

static void on_abort(int number) {
    tell_fault();
    signal(number, SIG_DFL);
    raise(number);
}

void fault_watch(const char *what, const Game *game, const State *state) {
    static bool installed = false;
    if (!installed) {
        signal(SIGABRT, on_abort);
#ifdef SANITIZED
        __sanitizer_set_death_callback(tell_fault);
#endif
        installed = true;
    }
    watched.what = what;
    watched.game = game;
    watched.state = state;
}

bool soak(void) {
    const char *asked = getenv("ARALDO_SOAK");
    return asked && *asked;
}
