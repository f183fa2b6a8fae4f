/* Stands in for getrandom, which WASI knows under another name. */
#ifndef ARALDO_OFFLINE_STANDIN_SYS_RANDOM_H
#define ARALDO_OFFLINE_STANDIN_SYS_RANDOM_H

#include <unistd.h>

static inline ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    (void)flags;
    return getentropy(bytes, count) == 0 ? (ssize_t)count : -1;
}

#endif
