/* Bounded text: writing into a caller's buffer, spans of a line, one-line errors.
 *
 * A Text writes into a buffer of the caller's and never past its end: what does not fit is dropped and
 * remembered in `overflow`. A Span is a piece of a line that is read without being changed: the line is split at
 * separators, and a `key=value` token at its '='.
 * An Error carries one clear line for a person or a program; it never names hidden cards. */
#ifndef ARALDO_CORE_TEXT_H
#define ARALDO_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ERROR_TEXT_MAX = 256, SPAN_QUOTE_MAX = 24 };

typedef struct Text {
    char *buffer;    /* the caller's; always ends in a zero byte */
    size_t capacity; /* with the zero byte */
    size_t length;   /* without it */
    bool overflow;
} Text;

typedef struct Error {
    char text[ERROR_TEXT_MAX];
} Error;

/* Begins an empty text in `buffer`; capacity is at least 1. */
Text text_init(char *buffer, size_t capacity);
void text_char(Text *text, char letter);
void text_add(Text *text, const char *words);
void text_add_bytes(Text *text, const char *bytes, size_t count);
void text_number(Text *text, int64_t number);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fills the error and returns false, so that a parser can say `return error_set(error, …)`. `error` may be NULL. */
#define error_set(error, ...) error_false((error_write((error), __VA_ARGS__), 0))
static inline bool error_false(int zero) { return (void)zero, false; }
void error_write(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A piece of a line: not zero-terminated. */
typedef struct Span {
    const char *at;
    size_t length;
} Span;

Span span_of(const char *words);
static inline bool span_is(Span span, const char *words) {
    return span.length == strlen(words) && memcmp(span.at, words, span.length) == 0;
}
/* Takes the text before the next `separator` off the front of `rest`; false when `rest` is used up.
 * An empty piece between two separators is a piece; after the last piece `rest->at` is NULL. */
bool span_split(Span *rest, char separator, Span *piece);
/* Splits `key=value` at the first '='; without one, value is empty and the result is false. */
bool span_pair(Span token, Span *key, Span *value);
/* The whole span as a decimal number within bounds; false otherwise. */
bool span_number(Span span, int64_t minimum, int64_t maximum, int64_t *number);
/* Copies the span with a zero byte; false if it does not fit. */
bool span_copy(Span span, char *buffer, size_t capacity);

/* printf's arguments for "%.*s". */
#define SPAN_ARGS(span) (int)(span).length, (span).at
/* The same for quoting somebody's input in an error: only its beginning. */
#define SPAN_QUOTE(span) (int)((span).length < SPAN_QUOTE_MAX ? (span).length : SPAN_QUOTE_MAX), (span).at
/* The same for messages: WITH("name", span_quote(span).text). */
typedef struct Quote {
    char text[SPAN_QUOTE_MAX + 1];
} Quote;
Quote span_quote(Span span);

#endif
