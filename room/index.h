/* A hash table that finds things by a 64-bit key and grows as needed.
 * Open addressing. A caller that looks up by the hash of a text must compare the text itself. */
#ifndef ARALDO_ROOM_INDEX_H
#define ARALDO_ROOM_INDEX_H

#include <stddef.h>
#include <stdint.h>

typedef struct IndexSlot {
    uint64_t key;
    void *thing; /* NULL: free */
} IndexSlot;

typedef struct Index {
    IndexSlot *slots;
    size_t capacity, count; /* capacity is 0 or a power of two */
} Index;

uint64_t index_hash(const char *text);
void *index_find(const Index *index, uint64_t key);
/* A key occurs once. */
void index_put(Index *index, uint64_t key, void *thing);
void index_remove(Index *index, uint64_t key);
void index_release(Index *index);

#endif
