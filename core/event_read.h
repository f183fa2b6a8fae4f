/* Reads events back from JSON, as a client of the card room gets them: the other direction of event_json.
 *
 * A text that is a card in the game's notation becomes a card, but for the move itself; "?" becomes a field that nobody may know.
 * Keys and kinds of an event outlive it, so they are kept in a table of names, which belongs to the caller. */
#ifndef ARALDO_CORE_EVENT_READ_H
#define ARALDO_CORE_EVENT_READ_H

#include "core/event.h"
#include "core/json_read.h"

enum { EVENT_NAMES_MAX = 256, EVENT_NAME_BYTES = 32 };

typedef struct EventNames {
    int count;
    char names[EVENT_NAMES_MAX][EVENT_NAME_BYTES];
} EventNames;

/* False if it is not an event, or larger than any; the event is of no use then. */
bool event_read(const struct Game *game, const JsonNode *node, EventNames *names, Event *event);

#endif
