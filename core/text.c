/* Writes into bounded buffers, cuts lines into spans, and formats one-line errors. */
#include "core/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Text text_init(char *buffer, size_t capacity) {
    assert(capacity > 0);
    buffer[0] = 0;
    return (Text){.buffer = buffer, .capacity = capacity};
}

void text_add_bytes(Text *text, const char *bytes, size_t count) {
    size_t room = text->capacity - 1 - text->length;
    if (count > room) {
        count = room;
        text->overflow = true;
    }
    memcpy(text->buffer + text->length, bytes, count);
    text->length += count;
    text->buffer[text->length] = 0;
}

void text_char(Text *text, char letter) {
    if (text->length + 1 >= text->capacity) {
        text->overflow = true;
        return;
    }
    text->buffer[text->length++] = letter;
    text->buffer[text->length] = 0;
}

void text_add(Text *text, const char *words) { text_add_bytes(text, words, strlen(words)); }

void text_number(Text *text, int64_t number) {
    char digits[20]; /* records are full of numbers: six times as fast as printf */
    char *first = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do *--first = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--first = '-';
    text_add_bytes(text, first, (size_t)(digits + sizeof digits - first));
}

void text_format(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = text->capacity - text->length;
    int wanted = vsnprintf(text->buffer + text->length, room, format, arguments);
    va_end(arguments);
    assert(wanted >= 0);
    if ((size_t)wanted >= room) {
        text->overflow = true;
        text->length = text->capacity - 1;
    } else {
        text->length += (size_t)wanted;
    }
}

void error_write(Error *error, const char *format, ...) {
    if (!error) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    /* One line, whatever was quoted from outside. */
    for (char *at = error->text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f) *at = ' ';
}

Quote span_quote(Span span) {
    Quote quote;
    Text text = text_init(quote.text, sizeof quote.text);
    text_add_bytes(&text, span.at, span.length < SPAN_QUOTE_MAX ? span.length : SPAN_QUOTE_MAX);
    return quote;
}

Span span_of(const char *words) { return (Span){words, strlen(words)}; }

bool span_split(Span *rest, char separator, Span *piece) {
    if (!rest->at) return false;
    const char *end = memchr(rest->at, separator, rest->length);
    if (!end) {
        *piece = *rest;
        *rest = (Span){NULL, 0};
        return true;
    }
    *piece = (Span){rest->at, (size_t)(end - rest->at)};
    *rest = (Span){end + 1, rest->length - piece->length - 1};
    return true;
}

bool span_pair(Span token, Span *key, Span *value) {
    const char *equals = memchr(token.at, '=', token.length);
    if (!equals) {
        *key = token;
        *value = (Span){token.at + token.length, 0};
        return false;
    }
    *key = (Span){token.at, (size_t)(equals - token.at)};
    *value = (Span){equals + 1, token.length - key->length - 1};
    return true;
}

bool span_number(Span span, int64_t minimum, int64_t maximum, int64_t *number) {
    bool negative = span.length > 0 && span.at[0] == '-';
    size_t first = negative ? 1 : 0;
    if (span.length == first || span.length > first + 18) return false;
    int64_t value = 0;
    for (size_t i = first; i < span.length; i++) {
        if (span.at[i] < '0' || span.at[i] > '9') return false;
        value = value * 10 + (span.at[i] - '0');
    }
    if (negative) value = -value;
    if (value < minimum || value > maximum) return false;
    *number = value;
    return true;
}

bool span_copy(Span span, char *buffer, size_t capacity) {
    if (span.length >= capacity) return false;
    memcpy(buffer, span.at, span.length);
    buffer[span.length] = 0;
    return true;
}
