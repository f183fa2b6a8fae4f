/* Reads rule cases from text files (tests/games/cases/README.md). */
#include "tests/games/cases.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/lines.h"

static char *join(const char *a, const char *between, const char *b, size_t b_length) {
    size_t a_length = strlen(a), between_length = strlen(between);
    char *joined = malloc(a_length + between_length + b_length + 1);
    assert(joined);
    memcpy(joined, a, a_length);
    memcpy(joined + a_length, between, between_length);
    memcpy(joined + a_length + between_length, b, b_length);
    joined[a_length + between_length + b_length] = 0;
    return joined;
}

static Case *add_case(Cases *cases, const char *file) {
    cases->list = realloc(cases->list, (size_t)(cases->count + 1) * sizeof *cases->list);
    assert(cases->list);
    Case *test = &cases->list[cases->count++];
    *test = (Case){.file = join(file, "", "", 0)};
    return test;
}

static void add_line(Case *test, int number, Span text) {
    bool goes_on = text.at[0] == ' ' || text.at[0] == '\t';
    text = span_trim(text);
    if (goes_on && test->line_count) {
        CaseLine *last = &test->lines[test->line_count - 1];
        char *longer = join(last->text, " ", text.at, text.length);
        free(last->text);
        last->text = longer;
        return;
    }
    test->lines = realloc(test->lines, (size_t)(test->line_count + 1) * sizeof *test->lines);
    assert(test->lines);
    test->lines[test->line_count++] = (CaseLine){number, join("", "", text.at, text.length)};
    if (test->title) return;
    char place[512];
    snprintf(place, sizeof place, "%s:%d", test->file, number);
    Span name = text, head;
    span_split(&name, ':', &head);
    if (!span_is(head, "case") || !name.at) name = text;
    name = span_trim(name);
    test->title = join(place, " ", name.at, name.length);
}

void cases_add(Cases *cases, const char *file, const char *text) {
    Span rest = span_of(text), line;
    Case *open = NULL;
    for (int number = 1; span_split(&rest, '\n', &line); number++) {
        Span words = span_trim(line);
        if (words.length == 0) open = NULL;
        if (words.length == 0 || words.at[0] == '#') continue;
        if (!open) open = add_case(cases, file);
        add_line(open, number, line);
    }
}

bool cases_add_file(Cases *cases, const char *path) {
    char *text = file_text(path);
    if (text) cases_add(cases, path, text);
    free(text);
    return text != NULL;
}

void cases_free(Cases *cases) {
    for (int i = 0; i < cases->count; i++) {
        Case *test = &cases->list[i];
        for (int j = 0; j < test->line_count; j++) free(test->lines[j].text);
        free(test->lines);
        free(test->title);
        free(test->file);
    }
    free(cases->list);
    *cases = (Cases){0};
}
