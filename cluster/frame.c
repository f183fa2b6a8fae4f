/* Writes and reads frames: a kind, a handle, a number, three short words and the rest as text. */
#include "cluster/frame.h"

#include <string.h>

enum { FIXED_BYTES = 1 + 1 + 4 + 8 }; /* before the words */

static size_t put_number(uint8_t *bytes, uint64_t number, size_t count) {
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(number >> (8 * i));
    return count;
}

static uint64_t take_number(const uint8_t *bytes, size_t count) {
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++) number |= (uint64_t)bytes[i] << (8 * i);
    return number;
}

static size_t put_words(uint8_t *bytes, const char *words) {
    size_t length = strlen(words);
    bytes[0] = (uint8_t)length;
    memcpy(bytes + 1, words, length);
    return length + 1;
}

static bool take_words(const uint8_t **at, const uint8_t *end, char *words, size_t capacity) {
    if (*at >= end || (size_t)(end - *at) < 1u + **at) return false;
    Span span = {(const char *)*at + 1, **at};
    *at += 1 + span.length;
    return !memchr(span.at, 0, span.length) && span_copy(span, words, capacity);
}

size_t frame_write(const Frame *frame, uint8_t head[FRAME_HEAD_MAX]) {
    _Static_assert(1 + 1 + 4 + 8 + TABLE_ID_MAX + PERSON_ID_MAX + NAME_BYTES_MAX + 1 < FRAME_HEAD_MAX,
                   "a head has room for all");
    size_t length = put_number(head, frame->kind, 1);
    length += put_number(head + length, (uint64_t)frame->face, 1);
    length += put_number(head + length, frame->handle, 4);
    length += put_number(head + length, frame->number, 8);
    length += put_words(head + length, frame->table.text);
    length += put_words(head + length, frame->person.text);
    return length + put_words(head + length, frame->name);
}

bool frame_read(Frame *frame, const uint8_t *bytes, size_t length) {
    const uint8_t *at = bytes + FIXED_BYTES, *end = bytes + length;
    *frame = (Frame){0};
    if (length < FIXED_BYTES) return false;
    frame->kind = (FrameKind)bytes[0];
    frame->face = bytes[1];
    frame->handle = (ConnectionId)take_number(bytes + 2, 4);
    frame->number = take_number(bytes + 6, 8);
    if (!take_words(&at, end, frame->table.text, sizeof frame->table.text) ||
        !take_words(&at, end, frame->person.text, sizeof frame->person.text) ||
        !take_words(&at, end, frame->name, sizeof frame->name))
        return false;
    frame->text = (Span){(const char *)at, (size_t)(end - at)};
    return true;
}
