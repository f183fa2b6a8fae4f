/* Reads a file line by line, one line ahead, in bounded memory. */
#include "record/lines.h"

#include <assert.h>

void lines_init(Lines *lines, FILE *file) {
    lines->file = file;
    lines->number = 1;
    lines->peeked = false;
    lines->status = LINE_END;
    lines->length = 0;
    lines->bytes[0] = 0;
}

static LineStatus read_line(Lines *lines) {
    bool is_long = false, has_nul = false;
    size_t count = 0;
    int letter;
    lines->length = 0;
    while ((letter = getc_unlocked(lines->file)) != EOF && letter != '\n') {
        if (++count > LINE_SKIPPED_MAX) return LINE_ENDLESS;
        if (letter == 0) has_nul = true;
        if (lines->length < LINE_MAX_BYTES) lines->bytes[lines->length++] = (char)letter;
        else is_long = true;
    }
    lines->bytes[lines->length] = 0;
    if (letter == EOF && ferror(lines->file)) return LINE_FAILED;
    if (letter == EOF && lines->length == 0) return LINE_END;
    if (is_long) return LINE_LONG;
    if (has_nul) return LINE_NUL;
    return letter == EOF ? LINE_CUT : LINE_READ;
}

LineStatus lines_peek(Lines *lines) {
    if (!lines->peeked) {
        lines->status = read_line(lines);
        lines->peeked = true;
    }
    return lines->status;
}

void lines_take(Lines *lines) {
    assert(lines->peeked);
    if (line_is_last(lines->status)) return;
    lines->peeked = false;
    lines->number++;
}

const char *lines_fault(const Lines *lines) {
    switch (lines->status) {
    case LINE_READ: return NULL;
    case LINE_CUT: return "the line is cut short: its newline is missing";
    case LINE_LONG: return "the line is too long";
    case LINE_NUL: return "the line holds a zero byte";
    case LINE_ENDLESS: return "the line does not end";
    case LINE_END: return "the file ends here";
    case LINE_FAILED: return "the file cannot be read";
    }
    return NULL;
}
