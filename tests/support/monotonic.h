/* The monotonic clock, for tests that measure how long something takes. */
#ifndef ARALDO_TESTS_SUPPORT_MONOTONIC_H
#define ARALDO_TESTS_SUPPORT_MONOTONIC_H

#include <stdint.h>
#include <time.h>

static inline int64_t monotonic_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
