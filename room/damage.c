/* Tables whose stored log cannot be read: set aside with a reason, counted, and told to those who ask for them.
 *
 * A table that is in memory goes on; only what needs its log is refused. Nothing is written about it, because a store that is
 * damaged is not the place for notes; a new start reads it again. */
#include <string.h>

#include "room/inside.h"

bool room_is_set_aside(const Room *room, const TableId *id) {
    const TableId *found = index_find(&room->damaged, index_hash(id->text));
    return found && strcmp(found->text, id->text) == 0;
}

void room_set_aside(Room *room, const TableId *id, const char *reason) {
    if (room_is_set_aside(room, id) || room->damaged.count >= DAMAGED_MAX) return;
    TableId *kept = memory_take(sizeof *kept);
    *kept = *id;
    index_put(&room->damaged, index_hash(id->text), kept);
    room->counts.damaged++;
    room->port.damaged(room->port.context, reason);
}

void room_refuse_unread(Room *room, const Client *client, const char *key, const Loaded *loaded) {
    if (loaded->damaged) room_set_aside(room, &loaded->table, loaded->problem);
    room_refuse(room, client, key, loaded->damaged ? CODE_TABLE_DAMAGED : loaded->problem ? CODE_STORE : CODE_NO_SUCH_TABLE);
}
