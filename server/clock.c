/* Reads the clocks and notices steps of the wall clock. */
#include "server/clock.h"

#include <stdlib.h>
#include <time.h>

static Milliseconds read_one(clockid_t which) {
    struct timespec now;
    clock_gettime(which, &now);
    return (Milliseconds)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static ClockReading read_clocks(const Clock *clock) {
    if (clock->source.read) return clock->source.read(clock->source.context);
    return (ClockReading){read_one(CLOCK_BOOTTIME), read_one(CLOCK_REALTIME)};
}

void clock_init(Clock *clock, ClockSource source) {
    *clock = (Clock){.source = source};
    ClockReading reading = read_clocks(clock);
    clock->offset = reading.wall - reading.steady;
}

Milliseconds clock_now(const Clock *clock) { return read_clocks(clock).steady + clock->offset; }

Milliseconds clock_step(Clock *clock) {
    ClockReading reading = read_clocks(clock);
    Milliseconds shift = reading.wall - reading.steady - clock->offset, step = shift - clock->shift;
    if (llabs(step) < CLOCK_STEP_MS) return 0;
    clock->shift = shift;
    return step;
}
