/* Who owns what: 256 shards, the servers that share a store, and how shards are to be spread over them.
 *
 * A table belongs to a shard by its id, and a shard to a server by the store. A server is known by its epoch, the number of its
 * registration; every commit checks that the registration is still valid. So a server that was given up can no longer write,
 * whatever it believes and however late it wakes. Clocks decide only when a server is given up, never what is correct. */
#ifndef ARALDO_CLUSTER_MAP_H
#define ARALDO_CLUSTER_MAP_H

#include "room/room.h"

enum {
    SHARDS = 256,
    NODES_MAX = 64,
    NODE_NAME_MAX = 64,
    NODE_ADDRESS_MAX = 64,
};

typedef uint64_t Epoch; /* 0: nobody */

typedef struct Node {
    Epoch epoch;
    char name[NODE_NAME_MAX];
    char address[NODE_ADDRESS_MAX]; /* for the other servers, with */
    int port;
    Milliseconds age; /* since its last beat, by the clock of the store */
    bool draining;    /* it is to own nothing */
} Node;

/* The store as one look found it. */
typedef struct Look {
    int node_count;
    Node nodes[NODES_MAX];
    Epoch owners[SHARDS];
} Look;

/* Shards that are to change hands. */
typedef struct Moves {
    int count;
    uint8_t shards[SHARDS];
    Epoch owners[SHARDS];
} Moves;

int shard_of(const TableId *table);
const Node *look_node(const Look *look, Epoch epoch); /* NULL: it is not registered */
int look_owned(const Look *look, Epoch epoch);
/* The moves this server should make: shards without a registered owner and, if `even` is set, those of its own that others
 * should have. All servers arrive at the same plan, and each carries out its part. */
void look_plan(const Look *look, Epoch me, bool even, Moves *moves);

#endif
