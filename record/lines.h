/* Bounded reading of a file, one line ahead.
 *
 * Memory use is the same for any file: a line that is too long is skipped to its end and reported as such. A line
 * that has not ended after LINE_SKIPPED_MAX bytes is assumed to have no end, as in /dev/zero: nothing is read after that. */
#ifndef ARALDO_RECORD_LINES_H
#define ARALDO_RECORD_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "core/text.h"

enum {
    LINE_MAX_BYTES = 16384,     /* of a line, without its newline */
    LINE_SKIPPED_MAX = 1 << 20, /* read of a line that is too long, looking for its end */
};

typedef enum {
    LINE_READ,    /* a whole line */
    LINE_CUT,     /* the file ends without the newline of its last line */
    LINE_LONG,    /* longer than LINE_MAX_BYTES */
    LINE_NUL,     /* holds a zero byte */
    LINE_END,     /* no more lines */
    LINE_ENDLESS, /* longer than LINE_SKIPPED_MAX; nothing follows */
    LINE_FAILED   /* the file cannot be read */
} LineStatus;

typedef struct Lines {
    FILE *file;
    long number; /* of the line that `lines_peek` shows, from 1; at the end, of the line that is not there */
    bool peeked;
    LineStatus status;
    size_t length;
    char bytes[LINE_MAX_BYTES + 1]; /* ends in a zero byte */
} Lines;

void lines_init(Lines *lines, FILE *file);
/* The next line without going past it. The bytes of LINE_LONG are its beginning. */
LineStatus lines_peek(Lines *lines);
/* Moves past the line that was peeked at; at the end it stays there. */
void lines_take(Lines *lines);
/* Nothing can be read any more. */
static inline bool line_is_last(LineStatus status) {
    return status == LINE_END || status == LINE_ENDLESS || status == LINE_FAILED;
}
/* What is wrong with the line that was peeked at, as words; NULL for LINE_READ. */
const char *lines_fault(const Lines *lines);

static inline Span lines_span(const Lines *lines) { return (Span){lines->bytes, lines->length}; }

#endif
