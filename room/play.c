/* Requests during a match: moves, undo, hints, chat, votes, leaving and coming back. */
#include <string.h>

#include "room/inside.h"

Entry entry_by(const Client *client, const Wire *wire, EntryKind kind, int seat) {
    Entry entry = {.kind = kind, .person = client->person->id, .seat = seat};
    memcpy(entry.key, wire->key, sizeof entry.key);
    return entry;
}

/* The seat of a person at a match that is on; refuses and is -1 if there is none. */
int room_playing_seat(Room *room, const Client *client, const RoomTable *at, const char *key) {
    int seat = table_seat_of(&at->table, &client->person->id);
    if (at->table.phase != PHASE_PLAYING) {
        room_refuse(room, client, key, CODE_NOT_PLAYING);
        return -1;
    }
    if (seat < 0) room_refuse(room, client, key, CODE_NOT_SEATED);
    return seat;
}

/* A player who acts counts as present again. */
static void come_back(Room *room, const Client *client, RoomTable *at, int seat) {
    Entry entry = {.kind = ENTRY_BACK, .person = client->person->id, .seat = seat};
    if (at->table.seats[seat].absent) room_log(room, at, &entry);
}

void do_move(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    const Table *table = &at->table;
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    if (!(table_actors(table) & SEAT_BIT(seat))) {
        room_refuse(room, client, wire->key, CODE_NOT_YOUR_TURN);
        return;
    }
    StateRoom view;
    Move move;
    table->game->view(table_state(table), seat, VIEW_IN(view));
    const State *seen = view_state(VIEW_IN(view)); /* what is refused must not depend on what the seat cannot see */
    if (!table->game->parse_move(seen, seat, span_of(wire->move), &move, NULL) || !table->game->is_legal(seen, seat, move)) {
        room_refuse(room, client, wire->key, CODE_ILLEGAL_MOVE);
        return;
    }
    come_back(room, client, at, seat);
    Entry entry = entry_by(client, wire, ENTRY_MOVE, seat);
    Text text = text_init(entry.move, sizeof entry.move);
    table->game->print_move(table_state(table), seat, move, &text);
    entry.by = BY_PERSON;
    entry.quiet = !table_is_alone(table, seat) && table_move_is_quiet(table, seat, move, &room->desk);
    room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

void do_undo(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    if (!table_may_undo(&at->table, seat)) {
        room_refuse(room, client, wire->key, CODE_CANNOT_UNDO);
        return;
    }
    room_load_undo(room, at, client, wire->key);
}

void do_talk(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = table_seat_of(&at->table, &client->person->id);
    Entry entry = entry_by(client, wire, ENTRY_TALK, seat);
    if (seat < 0) room_refuse(room, client, wire->key, CODE_NOT_SEATED);
    else if (wire->text[0] && !at->table.chat) room_refuse(room, client, wire->key, CODE_CHAT_OFF);
    else if (at->talked[seat] && room->now - at->talked[seat] < TALK_PAUSE_MS)
        room_refuse_with(room, client, wire->key, CODE_TOO_FAST, "pause", TALK_PAUSE_MS);
    else {
        memcpy(entry.phrase, wire->phrase, sizeof entry.phrase);
        memcpy(entry.text, wire->text, sizeof entry.text);
        at->talked[seat] = room->now;
        room_log(room, at, &entry);
        room_done(room, client, wire->key, NULL);
    }
}

void do_propose(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    if (at->table.proposed) {
        room_refuse(room, client, wire->key, CODE_ALREADY_PROPOSED);
        return;
    }
    come_back(room, client, at, seat);
    Entry entry = entry_by(client, wire, ENTRY_PROPOSE, seat);
    room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

void do_vote(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    if (!at->table.proposed) {
        room_refuse(room, client, wire->key, CODE_NO_PROPOSAL);
        return;
    }
    come_back(room, client, at, seat);
    Entry entry = entry_by(client, wire, ENTRY_VOTE, seat);
    entry.yes = wire->yes;
    room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

void do_leave(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    Entry entry = entry_by(client, wire, ENTRY_ABSENT, seat);
    if (!at->table.seats[seat].absent) room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

/* The others need not wait for somebody who has gone: a bot plays, until the person is back. */
void do_replace(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    if (wire->seat >= at->table.people || at->table.seats[wire->seat].who != WHO_PERSON || wire->seat == seat) {
        room_refuse(room, client, wire->key, CODE_NO_SUCH_SEAT);
        return;
    }
    Milliseconds from = room_replace_at(at, wire->seat);
    if (!at->table.seats[wire->seat].absent && from > room->now) {
        room_refuse_with(room, client, wire->key, CODE_TOO_SOON, "pause",
                         from == INT64_MAX ? REPLACE_AWAY_MS : from - room->now);
        return;
    }
    come_back(room, client, at, seat);
    Entry entry = entry_by(client, wire, ENTRY_ABSENT, wire->seat);
    if (!at->table.seats[wire->seat].absent) room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}

void do_back(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    Entry entry = entry_by(client, wire, ENTRY_BACK, seat);
    if (at->table.seats[seat].absent) room_log(room, at, &entry);
    room_done(room, client, wire->key, NULL);
}
