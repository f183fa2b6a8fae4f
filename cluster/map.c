/* Finds the shard of a table, and plans which shards move so that every server has as many as the others. */
#include "cluster/map.h"

#include <string.h>

#include "room/index.h"

int shard_of(const TableId *table) {
    uint64_t hash = index_hash(table->text);
    hash ^= hash >> 32;
    hash ^= hash >> 16;
    return (int)((hash ^ hash >> 8) % SHARDS);
}

const Node *look_node(const Look *look, Epoch epoch) {
    for (int i = 0; i < look->node_count; i++)
        if (look->nodes[i].epoch == epoch) return &look->nodes[i];
    return NULL;
}

int look_owned(const Look *look, Epoch epoch) {
    int count = 0;
    for (int shard = 0; shard < SHARDS; shard++) count += look->owners[shard] == epoch;
    return count;
}

/* How many shards each server is to have: the older ones take what is left over. */
static void find_targets(const Look *look, int targets[NODES_MAX]) {
    int takers = 0, rank = 0;
    for (int i = 0; i < look->node_count; i++) takers += !look->nodes[i].draining;
    for (int i = 0; i < look->node_count; i++) {
        targets[i] = 0;
        if (look->nodes[i].draining) continue;
        targets[i] = SHARDS / takers + (rank++ < SHARDS % takers);
    }
}

/* The first server that is to have more than it has; -1: none. */
static int find_taker(const int counts[NODES_MAX], const int targets[NODES_MAX], int node_count) {
    for (int i = 0; i < node_count; i++)
        if (counts[i] < targets[i]) return i;
    return -1;
}

void look_plan(const Look *look, Epoch me, bool even, Moves *moves) {
    int targets[NODES_MAX], counts[NODES_MAX] = {0};
    moves->count = 0;
    find_targets(look, targets);
    for (int shard = 0; shard < SHARDS; shard++) {
        const Node *owner = look_node(look, look->owners[shard]);
        if (owner) counts[owner - look->nodes]++;
    }
    /* First those without an owner, then, from each that has too many, its last ones. */
    for (int pass = 0; pass < (even ? 2 : 1); pass++)
        for (int shard = SHARDS - 1; shard >= 0; shard--) {
            const Node *owner = look_node(look, look->owners[shard]);
            int from = owner ? (int)(owner - look->nodes) : -1;
            if (pass == 0 ? from >= 0 : from < 0 || counts[from] <= targets[from]) continue;
            int taker = find_taker(counts, targets, look->node_count);
            if (taker < 0) continue;
            counts[taker]++;
            if (from >= 0) counts[from]--;
            if (from >= 0 && owner->epoch != me) continue;
            moves->shards[moves->count] = (uint8_t)shard;
            moves->owners[moves->count++] = look->nodes[taker].epoch;
        }
}
