/* Reads the lines of a test's text file. */
#include "tests/support/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *file_text(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    char *text = NULL;
    size_t capacity = 0;
    if (getdelim(&text, &capacity, 0, file) < 0) {
        free(text);
        text = feof(file) ? calloc(1, 1) : NULL;
    }
    fclose(file);
    return text;
}

Span span_trim(Span span) {
    while (span.length && strchr(" \t", span.at[0])) span.at++, span.length--;
    while (span.length && strchr(" \t\r", span.at[span.length - 1])) span.length--;
    return span;
}

bool next_line(Span *rest, int *number, Span *line) {
    while (span_split(rest, '\n', line)) {
        ++*number;
        *line = span_trim(*line);
        if (line->length && line->at[0] != '#') return true;
    }
    return false;
}
