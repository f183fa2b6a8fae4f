/* Requests during a match: moves, undo, hints, chat, votes, leaving and coming back. */
#include <string.h>

#include "room/inside.h"

Entry entry_by(const Connection *connection, const Wire *wire, EntryKind kind, int seat) {
    Entry entry = {.kind = kind, .person = connection->person->id, .seat = seat};
    memcpy(entry.key, wire->key, sizeof entry.key);
    return entry;
}

/* The seat of a person at a match that is on; refuses and is -1 if there is none. */
static int playing_seat(Room *room, const Connection *connection, const RoomTable *at, const char *key) {
    int seat = table_seat_of(&at->table, &connection->person->id);
    if (at->table.phase != PHASE_PLAYING) {
        room_refuse(room, connection, key, CODE_NOT_PLAYING);
        return -1;
    }
    if (seat < 0) room_refuse(room, connection, key, CODE_NOT_SEATED);
    return seat;
}

/* Who acts is back. */
static void come_back(Room *room, const Connection *connection, RoomTable *at, int seat) {
    Entry entry = {.kind = ENTRY_BACK, .person = connection->person->id, .seat = seat};
    if (at->table.seats[seat].absent) room_log(room, at, &entry);
}

void do_move(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    const Table *table = &at->table;
    int seat = playing_seat(room, connection, at, wire->key);
    if (seat < 0) return;
    if (!(table_actors(table) & SEAT_BIT(seat))) {
        room_refuse(room, connection, wire->key, CODE_NOT_YOUR_TURN);
        return;
    }
    StateRoom view;
    Move move;
    table->game->view(table_state(table), seat, VIEW_IN(view));
    const State *seen = view_state(VIEW_IN(view)); /* what is refused must not depend on what the seat cannot see */
    if (!table->game->parse_move(seen, seat, span_of(wire->move), &move, NULL) || !table->game->is_legal(seen, seat, move)) {
        room_refuse(room, connection, wire->key, CODE_ILLEGAL_MOVE);
        return;
    }
    come_back(room, connection, at, seat);
    Entry entry = entry_by(connection, wire, ENTRY_MOVE, seat);
    Text text = text_init(entry.move, sizeof entry.move);
    table->game->print_move(table_state(table), seat, move, &text);
    entry.by = BY_PERSON;
    entry.quiet = !table_is_alone(table, seat) && table_move_is_quiet(table, seat, move, &room->desk);
    room_log(room, at, &entry);
    room_done(room, connection, wire->key, NULL);
}

void do_undo(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    int seat = playing_seat(room, connection, at, wire->key);
    if (seat < 0) return;
    if (!table_may_undo(&at->table, seat)) {
        room_refuse(room, connection, wire->key, CODE_CANNOT_UNDO);
        return;
    }
    Waiting wanted = {.purpose = LOAD_UNDO, .table = at->table.id, .connection = connection->id};
    memcpy(wanted.key, wire->key, sizeof wanted.key);
    room_load(room, wanted);
}

void do_hint(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    const Table *table = &at->table;
    int seat = playing_seat(room, connection, at, wire->key);
    if (seat < 0) return;
    if (!(table_actors(table) & SEAT_BIT(seat))) {
        room_refuse(room, connection, NULL, CODE_NOT_YOUR_TURN);
        return;
    }
    if (connection->hint || room->asks >= ASKS_MAX) {
        room_refuse(room, connection, NULL, CODE_BUSY);
        return;
    }
    connection->hint = true;
    room_ask(room, table, seat, LEVEL_STRONG, connection->id);
}

void do_talk(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    int seat = table_seat_of(&at->table, &connection->person->id);
    Entry entry = entry_by(connection, wire, ENTRY_TALK, seat);
    if (seat < 0) room_refuse(room, connection, wire->key, CODE_NOT_SEATED);
    else if (wire->text[0] && !at->table.chat) room_refuse(room, connection, wire->key, CODE_CHAT_OFF);
    else if (at->talked[seat] && room->now - at->talked[seat] < TALK_PAUSE_MS)
        room_refuse_with(room, connection, wire->key, CODE_TOO_FAST, "pause", TALK_PAUSE_MS);
    else {
        memcpy(entry.phrase, wire->phrase, sizeof entry.phrase);
        memcpy(entry.text, wire->text, sizeof entry.text);
        at->talked[seat] = room->now;
        room_log(room, at, &entry);
        room_done(room, connection, wire->key, NULL);
    }
}

void do_propose(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    int seat = playing_seat(room, connection, at, wire->key);
    if (seat < 0) return;
    if (at->table.proposed) {
        room_refuse(room, connection, wire->key, CODE_ALREADY_PROPOSED);
        return;
    }
    come_back(room, connection, at, seat);
    Entry entry = entry_by(connection, wire, ENTRY_PROPOSE, seat);
    room_log(room, at, &entry);
    room_done(room, connection, wire->key, NULL);
}

void do_vote(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    int seat = playing_seat(room, connection, at, wire->key);
    if (seat < 0) return;
    if (!at->table.proposed) {
        room_refuse(room, connection, wire->key, CODE_NO_PROPOSAL);
        return;
    }
    come_back(room, connection, at, seat);
    Entry entry = entry_by(connection, wire, ENTRY_VOTE, seat);
    entry.yes = wire->yes;
    room_log(room, at, &entry);
    room_done(room, connection, wire->key, NULL);
}

void do_leave(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    int seat = playing_seat(room, connection, at, wire->key);
    if (seat < 0) return;
    Entry entry = entry_by(connection, wire, ENTRY_ABSENT, seat);
    if (!at->table.seats[seat].absent) room_log(room, at, &entry);
    room_done(room, connection, wire->key, NULL);
}

void do_back(Room *room, Connection *connection, RoomTable *at, const Wire *wire) {
    int seat = playing_seat(room, connection, at, wire->key);
    if (seat < 0) return;
    Entry entry = entry_by(connection, wire, ENTRY_BACK, seat);
    if (at->table.seats[seat].absent) room_log(room, at, &entry);
    room_done(room, connection, wire->key, NULL);
}
