/* Snapshots: a whole table as JSON, so that reading it back needs only the entries after it.
 *
 * The room writes one when a match starts, where a round begins, and after every SNAPSHOT_ENTRIES entries. It holds everything
 * that follows from the log up to its entry; the secret and the id stay where the store keeps them. It also fixes the position,
 * so a later revision of the rules continues from there. Snapshots of the first version held only the game and still need the
 * log from its beginning. */
#ifndef ARALDO_ROOM_SNAPSHOT_H
#define ARALDO_ROOM_SNAPSHOT_H

#include "room/table.h"

/* The table after its last entry. */
void table_snapshot(const Table *table, Text *text);
/* Builds a fresh table from a snapshot (NULL without one) and the entries after it. With no snapshot, or with one of the first
 * version, the entries begin with number 0. False with a clear line. */
bool table_load(Table *table, const StoredEntry *entries, size_t count, const char *snapshot, size_t snapshot_length,
                Desk *desk, Error *error);

#endif
