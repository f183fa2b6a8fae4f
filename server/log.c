/* Writes the server's log lines. */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LOG_LINE_MAX = 512 };

static const char *const names[LOG_LEVELS] = {"error", "warning", "info", "debug"};

bool log_level_find(Span name, LogLevel *level) {
    for (LogLevel each = 0; each < LOG_LEVELS; each++) {
        if (!span_is(name, names[each])) continue;
        *level = each;
        return true;
    }
    return false;
}

void log_line(const Log *log, LogLevel level, const char *format, ...) {
    if (level > log->level) return;
    char line[LOG_LINE_MAX], words[LOG_LINE_MAX / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    for (char *at = words; *at; at++)
        if ((unsigned char)*at < ' ') *at = ' ';
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    size_t length = strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%SZ ", &parts);
    Text text = {line, sizeof line, length, false};
    text_format(&text, "%s: %s\n", names[level], words);
    /* One call, so that lines of several threads do not mix; a log that cannot be written is no reason to stop. */
    if (write(STDERR_FILENO, line, text.length) < 0) return;
}
