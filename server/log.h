/* The server's log: whole lines on standard error from any thread, never with a card, a cookie or a table's link.
 * Nor anything people say, nor anything about people and addresses. */
#ifndef ARALDO_SERVER_LOG_H
#define ARALDO_SERVER_LOG_H

#include <stdbool.h>

#include "core/text.h"

typedef enum { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG, LOG_LEVELS } LogLevel;

typedef struct Log {
    LogLevel level; /* what is less important is not written */
} Log;

/* False if no level is called so. */
bool log_level_find(Span name, LogLevel *level);
void log_line(const Log *log, LogLevel level, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
