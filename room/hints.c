/* Hints: asking a bot for the person on turn, and telling its choice with what it expects and why.
 * What a hint says depends on the seat's view alone. */
#include "bots/reason.h"
#include "room/inside.h"

/* Everybody is told, and it is in the log; so it counts against what a person may add there. */
static bool announce(Room *room, const Client *client, RoomTable *at, int seat) {
    Entry entry = {.kind = ENTRY_HINT, .person = client->person->id, .seat = seat};
    if (!room_spend(room, at, client->person)) {
        room_refuse_with(room, client, NULL, CODE_TOO_FAST, "pause", ENTRY_MS);
        return false;
    }
    room_log(room, at, &entry);
    return true;
}

void do_hint(Room *room, Client *client, RoomTable *at, const Wire *wire) {
    const Table *table = &at->table;
    int seat = room_playing_seat(room, client, at, wire->key);
    if (seat < 0) return;
    if (!(table_actors(table) & SEAT_BIT(seat))) {
        room_refuse(room, client, NULL, CODE_NOT_YOUR_TURN);
        return;
    }
    if (!table_may_hint(table)) {
        room_refuse(room, client, NULL, CODE_HINTS_OFF);
        return;
    }
    if (client->hint) {
        room_refuse(room, client, NULL, CODE_BUSY);
        return;
    }
    if (table->hints == HINTS_ANNOUNCED && table_persons(table, true) > 1 && !announce(room, client, at, seat)) return;
    client->hint = true;
    client->hint_table = table->id;
    room_queue(room, &client->job, client->source, client->person);
}

void room_ask_hint(Room *room, Client *client) {
    const RoomTable *at = room_table(room, &client->hint_table);
    int seat = at && !at->loading ? table_seat_of(&at->table, &client->person->id) : -1;
    if (seat < 0 || !(table_actors(&at->table) & SEAT_BIT(seat))) {
        client->hint = false;
        room_refuse(room, client, NULL, CODE_TOO_LATE);
        return;
    }
    client->asked_turn = room->turns;
    room_ask(room, &at->table, seat, LEVEL_STRONG, client->id);
}

static void write_expectation(int kind, double value, Json *json) {
    static const char *const names[] = {"nothing", "win", "points", "coins"};
    if (kind <= EXPECTS_NOTHING || kind > EXPECTS_COINS) {
        json_none(json, "expects");
        return;
    }
    json_open_object(json, "expects");
    json_text(json, "kind", names[kind]);
    json_decimal(json, "value", value, 3);
    json_close(json);
}

static void write_reasons(const Table *table, const View *view, const Answer *answer, Json *json) {
    Reasons reasons;
    reasons_find(table->game, view, answer->seat, answer->move, &reasons);
    json_open_list(json, "reason");
    for (int i = 0; i < reasons.count; i++) reason_json(&reasons.list[i], json);
    json_close(json);
}

void room_tell_hint(Room *room, const Answer *answer) {
    Client *client = room_client(room, answer->hint_for);
    const RoomTable *at = room_table(room, &answer->table);
    if (!client || client->closing) return;
    room_note_thought(room, LEVEL_STRONG, answer->thought);
    client->hint = false;
    room_stir(room, client);
    if (!at || at->loading) {
        room_refuse(room, client, NULL, CODE_TOO_LATE);
        return;
    }
    const Table *table = &at->table;
    if (table_seat_of(table, &client->person->id) != answer->seat || !(table_actors(table) & SEAT_BIT(answer->seat))) {
        room_refuse(room, client, NULL, CODE_TOO_LATE);
        return;
    }
    if (table->step != answer->n) { /* another has acted meanwhile, as when all lay their opening cards: think again */
        client->hint = true;
        room_queue(room, &client->job, client->source, client->person);
        return;
    }
    char move[MOVE_TEXT_MAX];
    StateRoom view;
    Text words = text_init(move, sizeof move), text = text_init(room->reply, sizeof room->reply);
    table->game->view(table_state(table), answer->seat, VIEW_IN(view));
    table->game->print_move(view_state(VIEW_IN(view)), answer->seat, answer->move, &words);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "hint");
    json_text(&json, "table", table->id.text);
    json_number(&json, "n", table->n - 1);
    json_text(&json, "move", move);
    write_expectation(answer->expects_kind, (double)answer->expects_value, &json);
    write_reasons(table, VIEW_IN(view), answer, &json);
    json_close(&json);
    room_send(room, client, &text);
}
