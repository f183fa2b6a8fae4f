/* Builds events field by field and writes them as JSON, whole or as one seat may see them. */
#include "core/event.h"

#include <assert.h>
#include <string.h>

#include "core/game.h"

static Field *field_add(EventSink *sink, const char *key, FieldKind kind, SeatSet seen_by) {
    Event *event = &sink->scratch;
    assert(event->field_count < EVENT_FIELDS_MAX);
    Field *field = &event->fields[event->field_count++];
    field->key = key;
    field->kind = (uint8_t)kind;
    field->seen_by = seen_by;
    field->aside = false;
    field->number = 0;
    return field;
}

void event_begin(EventSink *sink, const char *kind) {
    if (!sink) return;
    sink->scratch.kind = kind;
    sink->scratch.field_count = 0;
    sink->scratch.depth = 0;
}

void event_end(EventSink *sink) {
    if (!sink) return;
    assert(sink->scratch.depth == 0);
    sink->take(sink->context, &sink->scratch);
}

void event_number(EventSink *sink, const char *key, int64_t number, SeatSet seen_by) {
    if (sink) field_add(sink, key, FIELD_NUMBER, seen_by)->number = number;
}

void event_bool(EventSink *sink, const char *key, bool value) {
    if (sink) field_add(sink, key, FIELD_BOOL, SEEN_BY_ALL)->number = value;
}

void event_null(EventSink *sink, const char *key) {
    if (sink) field_add(sink, key, FIELD_NULL, SEEN_BY_ALL);
}

void event_text(EventSink *sink, const char *key, const char *words, SeatSet seen_by) {
    if (!sink) return;
    size_t length = strlen(words);
    assert(length < EVENT_TEXT_MAX);
    Event *event = &sink->scratch;
    Field *field = field_add(sink, key, FIELD_TEXT, seen_by);
    field->number = (int64_t)(length / sizeof *field) + 1;
    assert(event->field_count + field->number <= EVENT_FIELDS_MAX);
    memset(field + 1, 0, (size_t)field->number * sizeof *field);
    memcpy(field + 1, words, length);
    event->field_count += (int)field->number;
}

void event_card(EventSink *sink, const char *key, uint8_t card, SeatSet seen_by) {
    if (sink) field_add(sink, key, FIELD_CARD, seen_by)->number = card;
}

void event_cards(EventSink *sink, const char *key, const uint8_t *cards, int count, SeatSet seen_by) {
    if (!sink) return;
    event_open_list(sink, key, SEEN_BY_ALL);
    for (int i = 0; i < count; i++) event_card(sink, NULL, cards[i], seen_by);
    event_close(sink);
}

void event_seats(EventSink *sink, const char *key, SeatSet seats) {
    if (!sink) return;
    event_open_list(sink, key, SEEN_BY_ALL);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (seats & SEAT_BIT(seat)) event_number(sink, NULL, seat, SEEN_BY_ALL);
    event_close(sink);
}

void event_numbers(EventSink *sink, const char *key, const int *numbers, int count) {
    if (!sink) return;
    event_open_list(sink, key, SEEN_BY_ALL);
    for (int i = 0; i < count; i++) event_number(sink, NULL, numbers[i], SEEN_BY_ALL);
    event_close(sink);
}

void event_open_list(EventSink *sink, const char *key, SeatSet seen_by) {
    if (!sink) return;
    field_add(sink, key, FIELD_LIST, seen_by);
    sink->scratch.depth++;
}

void event_open_object(EventSink *sink, const char *key, SeatSet seen_by) {
    if (!sink) return;
    field_add(sink, key, FIELD_OBJECT, seen_by);
    sink->scratch.depth++;
}

void event_open_aside(EventSink *sink, const char *key) {
    if (!sink) return;
    field_add(sink, key, FIELD_OBJECT, SEEN_BY_ALL)->aside = true;
    sink->scratch.depth++;
}

void event_close(EventSink *sink) {
    if (!sink) return;
    assert(sink->scratch.depth > 0);
    sink->scratch.depth--;
    field_add(sink, NULL, FIELD_CLOSE, SEEN_BY_ALL);
}

void event_shuffle(EventSink *sink, Chance *chance, uint32_t *chance_count, uint8_t *cards, int count) {
    uint32_t n = (*chance_count)++;
    chance_shuffle(chance, n, cards, count);
    if (!sink) return;
    event_begin(sink, "shuffle");
    event_number(sink, "n", n, SEEN_BY_ALL);
    event_cards(sink, "cards", cards, count, SEEN_BY_NONE);
    event_end(sink);
}

uint32_t event_lot(EventSink *sink, Chance *chance, uint32_t *chance_count, uint32_t bound, SeatSet seen_by) {
    uint32_t n = (*chance_count)++;
    uint32_t value = chance_draw(chance, n, bound);
    if (!sink) return value;
    event_begin(sink, "lot");
    event_number(sink, "n", n, SEEN_BY_ALL);
    event_number(sink, "of", bound, SEEN_BY_ALL);
    event_number(sink, "value", value, seen_by);
    event_end(sink);
    return value;
}

const Field *field_next(const Field *field) { return field + 1 + (field->kind == FIELD_TEXT ? field->number : 0); }

const char *field_text(const Field *field) { return field && field->kind == FIELD_TEXT ? (const char *)(field + 1) : ""; }

/* The field after this one with all that it holds. */
static const Field *past(const Field *field) {
    int depth = 0;
    do {
        if (field->kind == FIELD_LIST || field->kind == FIELD_OBJECT) depth++;
        if (field->kind == FIELD_CLOSE) depth--;
        field = field_next(field);
    } while (depth > 0);
    return field;
}

static void write_field(const Game *game, const Field *field, Json *json) {
    switch ((FieldKind)field->kind) {
    case FIELD_NUMBER: json_number(json, field->key, field->number); break;
    case FIELD_BOOL: json_bool(json, field->key, field->number); break;
    case FIELD_NULL: json_none(json, field->key); break;
    case FIELD_TEXT: json_text(json, field->key, field_text(field)); break;
    case FIELD_CARD:
        game->print_card((uint8_t)field->number, json_open_text(json, field->key));
        json_close_text(json);
        break;
    case FIELD_LIST: json_open_list(json, field->key); break;
    case FIELD_OBJECT: json_open_object(json, field->key); break;
    case FIELD_CLOSE: json_close(json); break;
    }
}

static void write_event(const Game *game, const Event *event, int seat, bool asides, Json *json) {
    const Field *field = event->fields, *end = event->fields + event->field_count;
    json_open_object(json, NULL);
    json_text(json, "event", event->kind);
    while (field < end) {
        if (field->aside && !asides) {
            field = past(field);
        } else if (seat == VIEWER_WHOLE || (field->seen_by & SEAT_BIT(seat))) {
            write_field(game, field, json);
            field = field_next(field);
        } else {
            json_text(json, field->key, "?");
            field = past(field);
        }
    }
    json_close(json);
}

void event_json(const Game *game, const Event *event, int seat, Json *json) { write_event(game, event, seat, true, json); }

void event_write(const Game *game, const Event *event, int seat, Text *text) {
    Json json = json_to(text);
    write_event(game, event, seat, seat != VIEWER_WHOLE, &json);
}

const Field *event_field(const Event *event, const char *key) {
    const Field *end = event->fields + event->field_count;
    for (const Field *field = event->fields; field < end; field = past(field))
        if (strcmp(field->key, key) == 0) return field;
    return NULL;
}

static bool holds_fields(const Field *field) { return field && (field->kind == FIELD_LIST || field->kind == FIELD_OBJECT); }

const Field *event_element(const Field *list, int index) {
    if (!holds_fields(list)) return NULL;
    const Field *field = list + 1;
    while (index-- > 0 && field->kind != FIELD_CLOSE) field = past(field);
    return field->kind == FIELD_CLOSE ? NULL : field;
}

int event_length(const Field *list) {
    int length = 0;
    if (!holds_fields(list)) return 0;
    for (const Field *field = list + 1; field->kind != FIELD_CLOSE; field = past(field)) length++;
    return length;
}
