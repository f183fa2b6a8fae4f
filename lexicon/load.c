/* Loads a word list from a plain text file at run time. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "lexicon/builder.h"

static Span trim(Span line) {
    while (line.length > 0 && strchr(" \t\r", line.at[line.length - 1]) && line.at[line.length - 1]) line.length--;
    while (line.length > 0 && (line.at[0] == ' ' || line.at[0] == '\t')) line = (Span){line.at + 1, line.length - 1};
    return line;
}

static bool add_lines(Builder *builder, Span text, const char *name, Error *error) {
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors begin a file with it */
    if (text.length >= 3 && memcmp(text.at, mark, 3) == 0) text = (Span){text.at + 3, text.length - 3};
    Span line;
    Error trouble;
    for (long number = 1; span_split(&text, '\n', &line); number++) {
        Spelling spelling;
        SpellingResult result = spelling_parse(&spelling, trim(line));
        if (result == SPELLING_NOT_LETTERS)
            return error_say(error, "{file}, line {line}: one word per line, in letters only", WITH("file", name),
                             WITH("line", number));
        if (result == SPELLING_TOO_LONG || spelling.length < WORD_LETTERS_MIN) continue;
        if (!builder_add(builder, &spelling, RANK_HEADWORD, &trouble)) return error_set(error, "%s: %s", name, trouble.text);
    }
    return true;
}

Lexicon *lexicon_parse(Span text, const char *name, Error *error) {
    Builder builder = builder_init();
    Lexicon *lexicon = NULL;
    Error trouble;
    if (add_lines(&builder, text, name, error)) {
        lexicon = builder_finish(&builder, &trouble);
        if (!lexicon) error_set(error, "%s: %s", name, trouble.text);
    }
    builder_release(&builder);
    return lexicon;
}

/* The whole file into memory of its own; NULL if it cannot be read or is too big. */
static char *read_file(FILE *file, const char *path, size_t *length, Error *error) {
    size_t capacity = 1 << 16, used = 0;
    char *text = malloc(capacity);
    while (text) {
        used += fread(text + used, 1, capacity - used, file);
        if (used < capacity || capacity > LEXICON_FILE_BYTES_MAX) break;
        char *more = realloc(text, capacity *= 2);
        if (!more) free(text);
        text = more;
    }
    if (!text) error_set(error, "%s: not enough memory to read it", path);
    else if (ferror(file))
        error_say(error, "cannot read {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
    else if (used > LEXICON_FILE_BYTES_MAX)
        error_say(error, "{file} is longer than {max} bytes", WITH("file", path), WITH("max", LEXICON_FILE_BYTES_MAX));
    else {
        *length = used;
        return text;
    }
    free(text);
    return NULL;
}

Lexicon *lexicon_load(const char *path, Error *error) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_say(error, "cannot read {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
        return NULL;
    }
    size_t length = 0;
    char *text = read_file(file, path, &length, error);
    fclose(file);
    Lexicon *lexicon = text ? lexicon_parse((Span){text, length}, path, error) : NULL;
    free(text);
    return lexicon;
}
