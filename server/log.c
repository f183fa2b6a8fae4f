/* Writes the server's log lines, and counts those it leaves out. */
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

/* ---- limits */

void log_limits_init(LogLimits *limits) {
    *limits = (LogLimits){0};
    pthread_mutex_init(&limits->mutex, NULL);
}

void log_limits_release(LogLimits *limits) { pthread_mutex_destroy(&limits->mutex); }

/* NULL if there are more kinds than places: those are not limited. */
static LogKind *kind_of(LogLimits *limits, const char *format) {
    for (int i = 0; i < LOG_KINDS_MAX; i++) {
        LogKind *kind = &limits->kinds[i];
        if (!kind->format) kind->format = format;
        if (kind->format == format) return kind;
    }
    return NULL;
}

bool log_limits_allow(LogLimits *limits, LogLevel level, const char *format, const char *words, int64_t now_ms) {
    pthread_mutex_lock(&limits->mutex);
    LogKind *kind = kind_of(limits, format);
    bool allowed = !kind;
    if (kind) {
        if (now_ms - kind->since_ms >= LOG_WINDOW_MS && !kind->left_out) {
            kind->since_ms = now_ms;
            kind->written = 0;
        }
        allowed = kind->written < LOG_LINES_MAX;
        kind->level = level;
        kind->written += allowed;
        kind->left_out += !allowed;
        if (!allowed) snprintf(kind->last, sizeof kind->last, "%s", words);
    }
    pthread_mutex_unlock(&limits->mutex);
    return allowed;
}

bool log_limits_take(LogLimits *limits, int64_t now_ms, LogKind *taken) {
    bool found = false;
    pthread_mutex_lock(&limits->mutex);
    for (int i = 0; i < LOG_KINDS_MAX && !found; i++) {
        LogKind *kind = &limits->kinds[i];
        if (!kind->left_out || now_ms - kind->since_ms < LOG_WINDOW_MS) continue;
        *taken = *kind;
        kind->since_ms = now_ms;
        kind->left_out = 0;
        kind->written = 1; /* the line that tells of them */
        found = true;
    }
    pthread_mutex_unlock(&limits->mutex);
    return found;
}

/* ---- lines */

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void write_line(const Log *log, LogLevel level, const char *words) {
    char line[LOG_LINE_MAX];
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    size_t length = strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%SZ ", &parts);
    Text text = {line, sizeof line, length, false};
    text_format(&text, "%s: ", names[level]);
    if (log->process) text_format(&text, "[%d] ", log->process);
    text_format(&text, "%s\n", words);
    /* One call, so that lines of several threads do not mix; a log that cannot be written is no reason to stop. */
    if (write(STDERR_FILENO, line, text.length) < 0) return;
}

void log_line(const Log *log, LogLevel level, const char *format, ...) {
    if (level > log->level) return;
    char words[LOG_WORDS_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    for (char *at = words; *at; at++)
        if ((unsigned char)*at < ' ') *at = ' ';
    if (log->limits && !log_limits_allow(log->limits, level, format, words, milliseconds())) return;
    write_line(log, level, words);
}

void log_catch_up(const Log *log) {
    LogKind kind;
    char words[LOG_WORDS_MAX + 64];
    if (!log->limits) return;
    while (log_limits_take(log->limits, milliseconds(), &kind)) {
        Text text = text_init(words, sizeof words);
        text_format(&text, "%ld more lines like this one were left out: %s", kind.left_out, kind.last);
        write_line(log, kind.level, words);
    }
}
