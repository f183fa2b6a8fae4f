/* Matches that come from browsers over HTTP: POST /arrive.
 *
 * The body is taken only from people with a session, a few at a time and from each address, and only so often: checking one costs
 * the same whether it is good, wrong at its last line, or was brought before. It is checked on a thread of the matches
 * (server/matches.h); the loop then writes what was checked. */
#ifndef ARALDO_SERVER_ARRIVALS_H
#define ARALDO_SERVER_ARRIVALS_H

#include "room/arrival.h"
#include "server/clock.h"
#include "server/log.h"
#include "server/matches.h"

enum { ARRIVALS_AT_ONCE = 16, ARRIVALS_PER_ADDRESS_MAX = 4 }; /* bodies in memory, those that still come included */

typedef struct ArrivalCheck {
    MatchRequest match; /* first: the makers know it as this */
    Arrival arrival;
    const Clock *clock;
    const Log *log;
    Span sent;
    Error error;
    AddressKey *place; /* among those in memory */
} ArrivalCheck;

#endif
