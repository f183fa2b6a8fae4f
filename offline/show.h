/* A record or a position, for readers: what a replay of the room tells (room/history.h), without a table.
 *
 * {"game":…,"variant":…,"people":…,"options":{…},"seats":[…],"eyes":…,"steps":[{"events":[…],"view":…,"points":[…],"glance":…}…]}. Seats
 * are "open" in a position, which names nobody. */
#ifndef ARALDO_OFFLINE_SHOW_H
#define ARALDO_OFFLINE_SHOW_H

#include "room/history.h"

/* The first record of the text, as far as it goes, from the eyes of a seat, of ONLOOKER, or with all cards open (VIEWER_WHOLE).
 * False with a line if it has none, or breaks the rules. */
bool show_record(Span text, int eyes, HistoryOut out, Error *error);
/* A position, or what a seat sees of one, in the game's notation. */
bool show_position(Span text, HistoryOut out, Error *error);
/* The game that a record or a position is of; NULL if it is neither. */
const Game *show_game(Span text);

#endif
