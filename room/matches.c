/* What a person has played: the matches that are over, a page at a time, each as it ended.
 *
 * The store gives the ids, and each match is read from its last snapshot on, as the list of tables is. */
#include <string.h>

#include "room/inside.h"

void do_matches(Room *room, Client *client, const Wire *wire) {
    if (!credit_take(&client->source->lists, room->now, LISTS_BURST, LIST_MS)) {
        room_refuse_with(room, client, NULL, CODE_TOO_FAST, "pause", LIST_MS);
        return;
    }
    room_drop_reads(room, client, DROP_PLAYED); /* of a page that was asked for before: each stands for twenty more */
    room_load(room, (Waiting){.purpose = FOR_PLAYED, .client = client->id, .before = wire->table});
}

void room_tell_matches(Room *room, const Client *client, const Loaded *loaded) {
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    bool more = loaded->id_count == PLAYED_MAX;
    json_open_object(&json, NULL);
    json_text(&json, "say", "matches");
    json_open_list(&json, "tables");
    for (size_t i = 0; i < loaded->id_count; i++) json_text(&json, NULL, loaded->ids[i].text);
    json_close(&json);
    json_text(&json, "next", more ? loaded->ids[loaded->id_count - 1].text : NULL);
    json_close(&json);
    room_send(room, client, &text);
}

/* The table at its end: what was agreed on, who played, and the result. */
static void write_match(const Table *table, int seat, Json *json) {
    int points[SEATS_MAX] = {0};
    const State *state = table_state(table);
    json_open_object(json, "row");
    json_text(json, "table", table->id.text);
    wire_agreement(table, json);
    json_number(json, "created", table->created);
    json_number(json, "ended", table->changed);
    wire_seats(table, 0, json);
    json_number(json, "yours", seat);
    json_bool(json, "finished", game_over(table->game, state));
    table->game->points(state, points);
    json_numbers(json, "points", points, table_seats(table));
    shown_seats(table->game->winners(state), "winners", json);
    json_close(json);
}

void room_tell_match(Room *room, const Client *client, const TableId *id, const Table *table) {
    int seat = table && table->game ? table_seat_of(table, &client->person->id) : -1;
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "match");
    json_text(&json, "table", id->text);
    if (room_is_set_aside(room, id)) json_bool(&json, "damaged", true);
    /* Nothing is told of a table that was given up before its match began, or that the person only opened. */
    if (seat >= 0 && table->phase == PHASE_OVER && table->revision) write_match(table, seat, &json);
    else json_none(&json, "row");
    json_close(&json);
    room_send(room, client, &text);
}
