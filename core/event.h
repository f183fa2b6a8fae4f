/* Events: what happened in a game, field by field, and which seats may know each field.
 *
 * An event is a kind ("play", "deal", "score") and a tree of named fields, kept flat: an opened list or object lasts until
 * its close. Every field carries the set of seats that may know it. Records, logs, animation, resuming and screen
 * readers are made from events alone: written whole they are the lines of a record, written for a seat they hold "?"
 * in the place of whatever that seat may not know. Search passes no sink, and then nothing is built at all. */
#ifndef ARALDO_CORE_EVENT_H
#define ARALDO_CORE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/chance.h"
#include "core/json.h"
#include "core/text.h"

struct Game;

/* Bit s is seat s; the top bit is everybody without a seat. */
typedef uint8_t SeatSet;

enum {
    SEATS_MAX = 6,
    ONLOOKER = 7,           /* the "seat" of a watcher: sees what is public and nothing else */
    VIEWER_WHOLE = 0xff,    /* the viewer who sees everything: of a full state, of a record */
    SEEN_BY_ALL = 0xff,     /* public */
    SEEN_BY_NONE = 0,       /* a face-down pile: only the record knows */
    EVENT_FIELDS_MAX = 640, /* places in an event, including those that texts take up */
    EVENT_TEXT_MAX = 96,    /* bytes of a text field, zero byte included: any move */
    EVENT_JSON_MAX = 16384, /* enough for any event written out */
};

#define SEAT_BIT(seat) ((SeatSet)(1u << (seat)))

typedef enum { FIELD_NUMBER, FIELD_BOOL, FIELD_NULL, FIELD_TEXT, FIELD_CARD, FIELD_LIST, FIELD_OBJECT, FIELD_CLOSE } FieldKind;

/* A field takes one place in an event's array; a text is stored in the places after its field. `field_next` knows how many. */
typedef struct Field {
    const char *key; /* a constant of the program; NULL inside lists */
    int64_t number;  /* NUMBER, BOOL, CARD; the places that a TEXT takes up */
    uint8_t kind;    /* a FieldKind */
    SeatSet seen_by;
    bool aside; /* left out of records */
} Field;

typedef struct Event {
    const char *kind;
    int field_count;
    int depth; /* lists and objects open while building */
    Field fields[EVENT_FIELDS_MAX];
} Event;

/* Receives finished events. The event belongs to the sender and is gone after the call. */
typedef struct EventSink {
    void (*take)(void *context, const Event *event);
    void *context;
    Event scratch; /* where events are built */
} EventSink;

/* Building. All of these do nothing with sink == NULL; `event_begin` … fields … `event_end`. */
void event_begin(EventSink *sink, const char *kind);
void event_end(EventSink *sink);
void event_number(EventSink *sink, const char *key, int64_t number, SeatSet seen_by);
void event_bool(EventSink *sink, const char *key, bool value);
void event_null(EventSink *sink, const char *key);
void event_text(EventSink *sink, const char *key, const char *words, SeatSet seen_by);
void event_card(EventSink *sink, const char *key, uint8_t card, SeatSet seen_by);
void event_cards(EventSink *sink, const char *key, const uint8_t *cards, int count, SeatSet seen_by);
/* The seats of a set as a list of numbers. */
void event_seats(EventSink *sink, const char *key, SeatSet seats);
/* A list of numbers, public. */
void event_numbers(EventSink *sink, const char *key, const int *numbers, int count);
/* A list or object not seen by all is one "?" for the others, who do not even learn its length. */
void event_open_list(EventSink *sink, const char *key, SeatSet seen_by);
void event_open_object(EventSink *sink, const char *key, SeatSet seen_by);
/* An object that seats and watchers get and records leave out, because it follows from the rest: adding an aside keeps old
 * records valid. */
void event_open_aside(EventSink *sink, const char *key);
void event_close(EventSink *sink);

/* Chance events of a game: count them in *chance_count, draw, and report to the sink ("shuffle" with n and cards, "lot" with
 * n, of and value). seen_by says who learns a lot's value; a shuffle's order is known to nobody. */
void event_shuffle(EventSink *sink, Chance *chance, uint32_t *chance_count, uint8_t *cards, int count);
uint32_t event_lot(EventSink *sink, Chance *chance, uint32_t *chance_count, uint32_t bound, SeatSet seen_by);

/* The event as one JSON object, as `seat` may know it: ONLOOKER for a watcher, VIEWER_WHOLE for a line of a record, without
 * asides. */
void event_write(const struct Game *game, const Event *event, int seat, Text *text);
/* The same as the next element of a list, or as the whole of a document; with asides even for VIEWER_WHOLE. */
void event_json(const struct Game *game, const Event *event, int seat, Json *json);

/* The next field, past this one's text: a list is entered, not skipped. */
const Field *field_next(const Field *field);
/* The words of a TEXT; "" for any other field, or none (NULL). */
const char *field_text(const Field *field);
/* Reading a field of an event: the first field of that key at the top level, or NULL. */
const Field *event_field(const Event *event, const char *key);
/* The index-th element of a list or object field; NULL past its end, and for any other field or none. */
const Field *event_element(const Field *list, int index);
int event_length(const Field *list);

#endif
