/* Matches that come from browsers over HTTP: POST /arrive.
 *
 * The body is taken only from people with a session, a few at a time. It is checked on a thread of the matches
 * (server/matches.h), which have limits by address; the loop then writes what was checked. */
#ifndef ARALDO_SERVER_ARRIVALS_H
#define ARALDO_SERVER_ARRIVALS_H

#include "room/arrival.h"
#include "server/clock.h"
#include "server/log.h"
#include "server/matches.h"

enum { ARRIVALS_AT_ONCE = 8 };

typedef struct ArrivalCheck {
    MatchRequest match; /* first: the makers know it as this */
    Arrival arrival;
    const Clock *clock;
    const Log *log;
    Span sent;
    Error error;
} ArrivalCheck;

#endif
