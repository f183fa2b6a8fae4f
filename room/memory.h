/* Memory for the room: taken while it runs, or the server stops.
 *
 * There is one policy: opening a room may fail with a clear line; once it runs, a server that is out of memory aborts. Nothing
 * that was acknowledged is lost, because the log is in the store, and continuing with half a step done would be worse. */
#ifndef ARALDO_ROOM_MEMORY_H
#define ARALDO_ROOM_MEMORY_H

#include <stdlib.h>

/* Zeroed bytes. */
static inline void *memory_take(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) abort();
    return memory;
}

/* Like realloc: new bytes are not zeroed. */
static inline void *memory_grow(void *memory, size_t bytes) {
    void *moved = realloc(memory, bytes);
    if (!moved) abort();
    return moved;
}

#endif
