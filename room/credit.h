/* Credit: a rate limit, with a number allowed at once and one more after every interval.
 * Kept in milliseconds, so that what is left grows with time by itself. A credit of zeros is full. */
#ifndef ARALDO_ROOM_CREDIT_H
#define ARALDO_ROOM_CREDIT_H

#include "room/room.h"

typedef struct Credit {
    Milliseconds empty; /* when everything was used up, if nothing had been added before */
} Credit;

/* Is all of it there? */
static inline bool credit_is_full(const Credit *credit, Milliseconds now, int burst, int each_ms) {
    return now - credit->empty >= (Milliseconds)burst * each_ms;
}

/* When the next one is available. Among several credits, the one used least has the earliest. */
static inline Milliseconds credit_due(const Credit *credit, Milliseconds now, int burst, int each_ms) {
    Milliseconds full = now - (Milliseconds)burst * each_ms;
    return (credit->empty < full ? full : credit->empty) + each_ms;
}

/* Takes one; false if there is none. */
static inline bool credit_take(Credit *credit, Milliseconds now, int burst, int each_ms) {
    Milliseconds full = now - (Milliseconds)burst * each_ms;
    if (credit->empty < full) credit->empty = full;
    if (now - credit->empty < each_ms) return false;
    credit->empty += each_ms;
    return true;
}

#endif
