/* The events of a game, kept whole and small, to be written later as a record or for any seat.
 *
 * Only the fields in use are kept. Keys and kinds are constants of the program, so an event outlives its sender. */
#ifndef ARALDO_RECORD_LOG_H
#define ARALDO_RECORD_LOG_H

#include "core/event.h"

typedef struct LoggedEvent {
    const char *kind;
    size_t first; /* of its fields */
    int field_count;
} LoggedEvent;

typedef struct EventLog {
    LoggedEvent *events;
    Field *fields;
    size_t event_count, event_capacity, field_count, field_capacity;
    bool failed; /* there was not enough memory: the log is missing events and is useless */
} EventLog;

/* Allocates nothing; an all-zero log is an empty one. */
void event_log_init(EventLog *log);
void event_log_release(EventLog *log);
/* Forgets the events, keeps the memory. */
void event_log_clear(EventLog *log);
void event_log_add(EventLog *log, const Event *event);
/* As the `take` of an EventSink whose context is the log. */
void event_log_take(void *log, const Event *event);
/* Copies the index-th event out. */
void event_log_read(const EventLog *log, size_t index, Event *event);
/* Is there an event of this kind, from the index-th on? */
bool event_log_has(const EventLog *log, size_t from, const char *kind);
/* Is the index-th event equal to this one? */
bool event_log_equal(const EventLog *log, size_t index, const Event *event);

#endif
