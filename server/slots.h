/* The loop's connections by slot, their ids, and the list of those with something to send.
 *
 * An id is a slot and a generation, so that a late event or message never reaches another connection in the same slot. The list
 * holds slots, each at most once, so that it is never longer than there are slots, however often one changes hands in a turn. */
#ifndef ARALDO_SERVER_SLOTS_H
#define ARALDO_SERVER_SLOTS_H

#include "server/connection.h"

typedef struct Slots {
    int capacity;
    Connection *connections[CONNECTIONS_MAX];
    uint32_t generations[CONNECTIONS_MAX];
    int free[CONNECTIONS_MAX], free_count;
    bool listed[CONNECTIONS_MAX];
    int list[CONNECTIONS_MAX], list_count;
} Slots;

/* For at most `capacity` connections at a time. */
void slots_init(Slots *slots, int capacity);
/* The id for the next connection; 0 if all slots are taken. */
ConnectionId slots_next_id(Slots *slots);
/* Takes in a connection that was opened with the id of the last slots_next_id. */
void slots_add(Slots *slots, Connection *connection);
void slots_remove(Slots *slots, const Connection *connection);
/* NULL if that connection is gone. */
Connection *slots_find(const Slots *slots, ConnectionId id);
/* The connection has something to send. */
void slots_list(Slots *slots, const Connection *connection);
/* Empties the list and calls `act` for each connection that was on it and is still there. */
void slots_each_listed(Slots *slots, void (*act)(void *context, Connection *connection), void *context);

#endif
