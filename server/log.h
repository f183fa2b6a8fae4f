/* The server's log: whole lines on standard error from any thread, never with a card, a cookie or a table's link.
 * It also leaves out what people say, and anything about people and addresses. At most LOG_LINES_MAX lines of one kind are
 * written in LOG_WINDOW_MS; the rest are counted, and the count is a separate line. */
#ifndef ARALDO_SERVER_LOG_H
#define ARALDO_SERVER_LOG_H

#include <pthread.h>
#include <stdbool.h>

#include "core/text.h"

enum { LOG_KINDS_MAX = 32, LOG_LINES_MAX = 5, LOG_WINDOW_MS = 10 * 1000, LOG_WORDS_MAX = 256 };

typedef enum { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG, LOG_LEVELS } LogLevel;

/* Lines of one kind: those with the same format. */
typedef struct LogKind {
    const char *format;
    LogLevel level;
    int64_t since_ms;
    int written;
    long left_out;
    char last[LOG_WORDS_MAX]; /* what was left out last */
} LogKind;

typedef struct LogLimits {
    pthread_mutex_t mutex;
    LogKind kinds[LOG_KINDS_MAX];
} LogLimits;

typedef struct Log {
    LogLevel level;    /* what is less important is not written */
    LogLimits *limits; /* NULL: every line is written */
    int process;       /* of several, counted from 1, which the lines then name; 0: the only one */
} Log;

void log_limits_init(LogLimits *limits);
void log_limits_release(LogLimits *limits);
/* Counts a line of this format; false if it is to be left out. */
bool log_limits_allow(LogLimits *limits, LogLevel level, const char *format, const char *words, int64_t now_ms);
/* Finds a kind whose window is over and that had lines left out, and starts a new window for it; false if there is none. */
bool log_limits_take(LogLimits *limits, int64_t now_ms, LogKind *kind);

/* False if there is no such level. */
bool log_level_find(Span name, LogLevel *level);
void log_line(const Log *log, LogLevel level, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Writes how many lines were left out, where a window is over; to be called now and then. */
void log_catch_up(const Log *log);

#endif
