/* A hash table with linear probing and no tombstones: removing an entry moves later ones back. */
#include "room/index.h"

#include <assert.h>
#include <stdlib.h>

#include "room/memory.h"

enum { CAPACITY_FIRST = 16 };

uint64_t index_hash(const char *text) {
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* Spreads keys that count up from one. */
static size_t home(const Index *index, uint64_t key) {
    return (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (index->capacity - 1);
}

void *index_find(const Index *index, uint64_t key) {
    if (index->capacity == 0) return NULL;
    for (size_t at = home(index, key); index->slots[at].thing; at = (at + 1) & (index->capacity - 1))
        if (index->slots[at].key == key) return index->slots[at].thing;
    return NULL;
}

static void place(Index *index, uint64_t key, void *thing) {
    size_t at = home(index, key);
    while (index->slots[at].thing) at = (at + 1) & (index->capacity - 1);
    index->slots[at] = (IndexSlot){key, thing};
    index->count++;
}

void index_put(Index *index, uint64_t key, void *thing) {
    assert(thing && !index_find(index, key));
    if (index->count * 2 >= index->capacity) {
        Index larger = {.capacity = index->capacity ? 2 * index->capacity : CAPACITY_FIRST};
        larger.slots = memory_take(larger.capacity * sizeof *larger.slots);
        for (size_t at = 0; at < index->capacity; at++)
            if (index->slots[at].thing) place(&larger, index->slots[at].key, index->slots[at].thing);
        free(index->slots);
        *index = larger;
    }
    place(index, key, thing);
}

void index_remove(Index *index, uint64_t key) {
    size_t mask = index->capacity - 1, at = home(index, key);
    while (index->slots[at].key != key || !index->slots[at].thing) {
        assert(index->slots[at].thing);
        at = (at + 1) & mask;
    }
    index->count--;
    for (size_t next = at;;) {
        next = (next + 1) & mask;
        if (!index->slots[next].thing) break;
        size_t wanted = home(index, index->slots[next].key);
        if (((next - wanted) & mask) < ((next - at) & mask)) continue;
        index->slots[at] = index->slots[next];
        at = next;
    }
    index->slots[at].thing = NULL;
}

void index_release(Index *index) {
    free(index->slots);
    *index = (Index){0};
}
