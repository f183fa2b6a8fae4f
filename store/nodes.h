/* The servers that share a PostgreSQL database, as the database knows them: registrations, beats, shards and the cluster's key.
 *
 * Each call waits for its answer, so they belong to a thread of their own. A Nodes belongs to one thread. */
#ifndef ARALDO_STORE_NODES_H
#define ARALDO_STORE_NODES_H

#include "cluster/cluster.h"
#include "core/text.h"

enum { CLUSTER_KEY_BYTES = 32 };

typedef struct Nodes Nodes;

/* Who this server is. */
typedef struct NodeFacts {
    char name[NODE_NAME_MAX];
    char address[NODE_ADDRESS_MAX];
    int port;
} NodeFacts;

/* NULL with a clear line. The schema must be there: open a Store first. */
Nodes *nodes_open(const char *url, Error *error);
void nodes_free(Nodes *nodes);
/* The key that all servers of the room share. If none is given, the database keeps a key made by the first server. False with
 * a clear line if it does not match. */
bool nodes_key(Nodes *nodes, const uint8_t *given, uint8_t key[CLUSTER_KEY_BYTES], Error *error);
/* The address by which the machine reaches the database: others reach the machine by it. */
void nodes_own_address(Nodes *nodes, char address[NODE_ADDRESS_MAX]);
/* Takes the name for as long as the connection lasts; false with a clear line if a running server has it. */
bool nodes_take_name(Nodes *nodes, const char *name, Error *error);
/* Does the job, with `writer` the database's process behind the connection that writes. Not good if it could not be done, or if
 * it is not known whether it was; then `error` says why. */
StoreAnswer nodes_do(Nodes *nodes, const NodeFacts *me, const StoreJob *job, int writer, Error *error);
/* Ends the registration in good order. */
void nodes_leave(Nodes *nodes, Epoch epoch);
/* All servers and shards, for people: false with a clear line. */
bool nodes_look(Nodes *nodes, Look *look, Error *error);
/* Asks a server to hand everything over; false with a clear line if there is none of that name. */
bool nodes_drain(Nodes *nodes, const char *name, Error *error);

#endif
