/* Reads the text files that tests are written in: plain lines, `#` comments. */
#ifndef ARALDO_TESTS_SUPPORT_LINES_H
#define ARALDO_TESTS_SUPPORT_LINES_H

#include "core/text.h"

/* The whole file with a zero byte, to be freed; NULL if it cannot be read. */
char *file_text(const char *path);
/* Without spaces at both ends. */
Span span_trim(Span span);
/* The next line that is neither empty nor a comment, trimmed; `number` counts the lines. False at the end. */
bool next_line(Span *rest, int *number, Span *line);

#endif
