/* Keeps the events of a game in one compact buffer and plays them back for any seat. */
#include "record/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_FIRST = 64, FIELDS_FIRST = 1024 };

void event_log_init(EventLog *log) { *log = (EventLog){0}; }

void event_log_release(EventLog *log) {
    free(log->events);
    free(log->fields);
    event_log_init(log);
}

void event_log_clear(EventLog *log) {
    log->event_count = log->field_count = 0;
    log->failed = false;
}

/* Room for `wanted` elements, doubling; the answer is the block, old or new, or NULL. */
static void *grow(void *block, size_t *capacity, size_t wanted, size_t first, size_t element) {
    if (wanted <= *capacity) return block;
    size_t larger = *capacity ? *capacity : first;
    while (larger < wanted) larger *= 2;
    void *grown = realloc(block, larger * element);
    if (grown) *capacity = larger;
    return grown;
}

void event_log_add(EventLog *log, const Event *event) {
    size_t fields = log->field_count + (size_t)event->field_count;
    LoggedEvent *events = grow(log->events, &log->event_capacity, log->event_count + 1, EVENTS_FIRST, sizeof *events);
    if (events) log->events = events;
    Field *kept = grow(log->fields, &log->field_capacity, fields + 1, FIELDS_FIRST, sizeof *kept);
    if (kept) log->fields = kept;
    if (!events || !kept) {
        log->failed = true;
        return;
    }
    events[log->event_count++] =
        (LoggedEvent){.kind = event->kind, .first = log->field_count, .field_count = event->field_count};
    memcpy(kept + log->field_count, event->fields, (size_t)event->field_count * sizeof *kept);
    log->field_count = fields;
}

void event_log_take(void *log, const Event *event) { event_log_add(log, event); }

void event_log_read(const EventLog *log, size_t index, Event *event) {
    assert(index < log->event_count);
    const LoggedEvent *logged = &log->events[index];
    event->kind = logged->kind;
    event->field_count = logged->field_count;
    event->depth = 0;
    memcpy(event->fields, log->fields + logged->first, (size_t)logged->field_count * sizeof *event->fields);
}

bool event_log_has(const EventLog *log, size_t from, const char *kind) {
    for (size_t i = from; i < log->event_count; i++)
        if (strcmp(log->events[i].kind, kind) == 0) return true;
    return false;
}

static bool field_equal(const Field *a, const Field *b) {
    if (a->kind != b->kind || a->number != b->number || !a->key != !b->key) return false;
    return (!a->key || strcmp(a->key, b->key) == 0) && strcmp(field_text(a), field_text(b)) == 0;
}

bool event_log_equal(const EventLog *log, size_t index, const Event *event) {
    if (index >= log->event_count) return false;
    const LoggedEvent *logged = &log->events[index];
    if (strcmp(logged->kind, event->kind) != 0 || logged->field_count != event->field_count) return false;
    const Field *field = event->fields, *end = field + event->field_count, *kept = log->fields + logged->first;
    for (; field < end; field = field_next(field), kept = field_next(kept))
        if (!field_equal(kept, field)) return false;
    return true;
}
