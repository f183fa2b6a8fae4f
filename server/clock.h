/* The server's time: a monotonic clock, plus the offset that the wall clock had to it when the server started.
 *
 * So deadlines, rates and the pace of bots do not notice when somebody sets the machine's clock; the log does. The monotonic
 * clock also counts the time a machine sleeps. Where the clocks come from is the caller's choice, so that a test can set
 * them. */
#ifndef ARALDO_SERVER_CLOCK_H
#define ARALDO_SERVER_CLOCK_H

#include "room/room.h"

enum { CLOCK_STEP_MS = 1000 }; /* a smaller difference is not a step */

typedef struct ClockReading {
    Milliseconds steady, wall; /* since some moment; since 1970 */
} ClockReading;

typedef struct ClockSource {
    void *context;
    ClockReading (*read)(void *context); /* from any thread; NULL: the system's clocks */
} ClockSource;

typedef struct Clock {
    ClockSource source;
    Milliseconds offset; /* fixed at the start */
    Milliseconds shift;  /* of the wall clock against our time, as last reported */
} Clock;

void clock_init(Clock *clock, ClockSource source);
/* From any thread. */
Milliseconds clock_now(const Clock *clock);
/* By how much the wall clock was set since the last call; 0 if it was not. For one thread. */
Milliseconds clock_step(Clock *clock);

#endif
