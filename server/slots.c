/* Keeps connections in slots and lists the ones with something to send. */
#include "server/slots.h"

#include <assert.h>

enum { SLOT_BITS = 14, GENERATION_MAX = (1 << (32 - SLOT_BITS)) - 1 };
_Static_assert(CONNECTIONS_MAX <= 1 << SLOT_BITS, "a connection's slot fits into its id");

static int slot_of(ConnectionId id) { return (int)(id % (1u << SLOT_BITS)); }

void slots_init(Slots *slots, int capacity) {
    assert(capacity > 0 && capacity <= CONNECTIONS_MAX);
    slots->capacity = slots->free_count = capacity;
    slots->list_count = 0;
    for (int i = 0; i < capacity; i++) slots->free[i] = capacity - 1 - i;
}

ConnectionId slots_next_id(Slots *slots) {
    if (slots->free_count == 0) return 0;
    int slot = slots->free[slots->free_count - 1];
    if (++slots->generations[slot] > GENERATION_MAX) slots->generations[slot] = 1;
    return slots->generations[slot] << SLOT_BITS | (uint32_t)slot;
}

void slots_add(Slots *slots, Connection *connection) {
    int slot = slot_of(connection->id);
    assert(slots->free_count > 0 && slots->free[slots->free_count - 1] == slot && !slots->connections[slot]);
    slots->free_count--;
    slots->connections[slot] = connection;
}

void slots_remove(Slots *slots, const Connection *connection) {
    int slot = slot_of(connection->id);
    assert(slots->connections[slot] == connection);
    slots->connections[slot] = NULL;
    slots->free[slots->free_count++] = slot;
}

Connection *slots_find(const Slots *slots, ConnectionId id) {
    int slot = slot_of(id);
    Connection *connection = slot < slots->capacity ? slots->connections[slot] : NULL;
    return connection && connection->id == id ? connection : NULL;
}

void slots_list(Slots *slots, const Connection *connection) {
    int slot = slot_of(connection->id);
    if (slots->listed[slot]) return;
    assert(slots->list_count < slots->capacity);
    slots->listed[slot] = true;
    slots->list[slots->list_count++] = slot;
}

void slots_each_listed(Slots *slots, void (*act)(void *context, Connection *connection), void *context) {
    int count = slots->list_count;
    slots->list_count = 0;
    for (int i = 0; i < count; i++) {
        int slot = slots->list[i];
        slots->listed[slot] = false;
        if (slots->connections[slot]) act(context, slots->connections[slot]);
    }
}
