/* Tests hints among people, bots for the absent, tables left for good, and what a reload brings back. */
#include "tests/room/scene.h"

/* ---- what was said to a client last, by its kind */

static json_t *last_table, *last_entry;

static void keep_last(World *of, WorldClient *client, const char *text, size_t length) {
    (void)of;
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *say = json_string_value(json_object_get(message, "say"));
    json_t **kept = client != bruno                    ? NULL
                    : say && strcmp(say, "table") == 0 ? &last_table
                    : say && strcmp(say, "entry") == 0 ? &last_entry
                                                       : NULL;
    if (kept) {
        json_decref(*kept);
        *kept = json_incref(message);
    }
    json_decref(message);
}

static int forget_last(void **state) {
    json_decref(last_table);
    json_decref(last_entry);
    last_table = last_entry = NULL;
    return end(state);
}

static int begin_listening(void **state) {
    begin(state);
    world.look = keep_last;
    return 0;
}

#define LISTENING(test) cmocka_unit_test_setup_teardown(test, begin_listening, forget_last)

static const char *entry_text(const char *key) {
    return json_string_value(json_object_get(json_object_get(last_entry, "entry"), key));
}

/* ---- hints */

static void make_with_hints(const char *hints, const char *seats) {
    client_ask(
        &world, anna, "", false,
        "{\"do\":\"create\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":%s,\"clock\":0,"
        "\"public\":true,\"chat\":true%s}",
        seats, hints);
    world_settle(&world);
    memcpy(id, world.tables[world.table_count - 1].id.text, sizeof id);
}

static void start_two(const char *hints) {
    make_with_hints(hints, "[\"me\",\"open\"]");
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
}

/* Whoever is on turn asks; returns who it was. */
static WorldClient *ask_hint(void) {
    WorldClient *client = to_act();
    client_say(&world, client, "{\"do\":\"hint\",\"table\":\"%s\"}", id);
    world_settle(&world);
    return client;
}

static void hints_are_off_among_people(void **state) {
    (void)state;
    start_two("");
    WorldClient *client = ask_hint();
    expect(client, "hints-off");
    assert_int_equal(client->hints, 0);
}

static void hints_that_are_announced(void **state) {
    (void)state;
    start_two(",\"hints\":\"announced\"");
    WorldClient *client = ask_hint();
    assert_string_equal(client->error, "");
    assert_int_equal(client->hints, 1);
    assert_string_equal(entry_text("entry"), "hint");
    assert_string_equal(entry_text("person"), client->person.text);
    assert_string_equal(json_string_value(json_object_get(last_table, "hints")), "announced");
}

static void hints_that_are_on(void **state) {
    (void)state;
    start_two(",\"hints\":\"on\"");
    uint32_t n = live()->n;
    WorldClient *client = ask_hint();
    assert_int_equal(client->hints, 1);
    assert_int_equal(live()->n, n);
}

static void alone_there_are_always_hints(void **state) {
    (void)state;
    make_with_hints(",\"hints\":\"off\"", "[\"me\",\"bot:easy\"]");
    ready(anna);
    world_pass(&world, 5000);
    client_say(&world, anna, "{\"do\":\"hint\",\"table\":\"%s\"}", id);
    world_settle(&world);
    assert_string_equal(anna->error, "");
    assert_int_equal(anna->hints, 1);
}

/* ---- absent friends */

static void replace(WorldClient *client, int seat) {
    client_ask(&world, client, id, false, "{\"do\":\"replace\",\"table\":\"%s\",\"seat\":%d}", id, seat);
    world_settle(&world);
}

static void a_bot_plays_for_a_friend_who_is_gone(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    WorldClient *gone = to_act(), *waits = gone == anna ? bruno : anna;
    int seat = gone == bruno;
    replace(waits, !seat);
    expect(waits, "no-such-seat"); /* their own */
    client_disconnect(&world, gone);
    world_pass(&world, 30 * 1000);
    replace(waits, seat);
    expect(waits, "too-soon");
    assert_false(live()->seats[seat].absent);
    world_pass(&world, 31 * 1000);
    uint32_t turn = live()->turn;
    replace(waits, seat);
    assert_string_equal(waits->error, "");
    assert_true(live()->seats[seat].absent);
    world_pass(&world, 5000);
    assert_true(live()->turn > turn);
    /* They may return. */
    client_connect(&world, gone);
    enter(gone);
    client_ask(&world, gone, id, false, "{\"do\":\"back\",\"table\":\"%s\"}", id);
    world_settle(&world);
    assert_false(live()->seats[seat].absent);
}

/* Somebody who is there and thinks has five minutes; a player who is not awaited is not replaced. */
static void who_is_there_has_more_time(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    WorldClient *thinks = to_act(), *waits = thinks == anna ? bruno : anna;
    int seat = thinks == bruno;
    world_pass(&world, 200 * 1000);
    replace(waits, seat);
    expect(waits, "too-soon");
    replace(thinks, !seat);
    expect(thinks, "too-soon");
    world_pass(&world, 101 * 1000);
    replace(waits, seat);
    assert_true(live()->seats[seat].absent);
    enter(carla);
    replace(carla, seat);
    expect(carla, "not-seated");
}

static void the_page_knows_for_whom_it_waits(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    if (to_act() == bruno) move_first(bruno);
    enter(bruno);
    json_t *replaced = json_object_get(last_table, "replace");
    assert_int_equal(json_integer_value(json_object_get(replaced, "seat")), 0);
    assert_true(json_integer_value(json_object_get(replaced, "at")) > world.now);
}

/* ---- tables left for good */

static void remove_table(WorldClient *client) {
    client_ask(&world, client, id, false, "{\"do\":\"remove\",\"table\":\"%s\"}", id);
    world_settle(&world);
    assert_string_equal(client->error, "");
}

static void a_match_alone_is_given_up(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    remove_table(anna);
    assert_string_equal(client_known(anna, id)->phase, "over");
}

static void an_open_table_is_closed_by_its_maker(void **state) {
    (void)state;
    create(anna, "primiera", "three", 3, "{}", "[\"me\",\"open\",\"open\"]", 0);
    sit(bruno, 1);
    sit(carla, 2);
    remove_table(carla); /* stands up */
    assert_int_equal(live()->seats[2].who, WHO_OPEN);
    remove_table(anna);
    assert_string_equal(client_known(bruno, id)->phase, "over");
    assert_string_equal(entry_text("why"), "left");
}

static void at_a_match_of_several_a_bot_goes_on(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    remove_table(anna);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    assert_true(live()->seats[0].absent && live()->seats[0].left);
    assert_int_equal(room_tables_of(world.room, &anna->person), 0);
    client_disconnect(&world, anna);
    world_restart(&world);
    client_connect(&world, bruno);
    enter(bruno);
    assert_true(live()->seats[0].left);
    remove_table(bruno); /* nobody is left who would play */
    assert_string_equal(client_known(bruno, id)->phase, "over");
}

/* Nobody is stuck: tables that were left do not count. */
static void tables_that_were_left_do_not_count(void **state) {
    (void)state;
    for (int i = 0; i < TABLES_PER_PERSON_MAX + 4; i++) {
        create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
        ready(anna);
        assert_string_equal(anna->error, "");
        client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
        world_settle(&world);
    }
    assert_int_equal(room_tables_of(world.room, &anna->person), 0);
}

/* ---- after a reload */

static void play_to_round(uint32_t rounds) {
    for (int i = 0; i < 400 && live()->rounds_over < rounds; i++) move_first(to_act());
    assert_int_equal(live()->rounds_over, rounds);
}

static void reload_bruno(void) {
    client_disconnect(&world, bruno);
    client_connect(&world, bruno);
    enter(bruno);
}

static void a_reload_brings_scores_count_and_talk(void **state) {
    (void)state;
    start_two("");
    client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"text\":\"Buona partita!\"}", id);
    world_settle(&world);
    play_to_round(2);
    client_ask(&world, bruno, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"well-played\"}", id);
    world_settle(&world);
    reload_bruno();
    json_t *scores = json_object_get(last_table, "scores"), *totals = json_object_get(scores, "totals");
    assert_int_equal(json_integer_value(json_object_get(scores, "first")), 1);
    assert_int_equal(json_array_size(totals), 2);
    int points[SEATS_MAX];
    live()->game->points(table_state(live()), points);
    for (size_t seat = 0; seat < 2; seat++)
        assert_int_equal(json_integer_value(json_array_get(json_array_get(totals, 1), seat)), points[seat]);
    bool counted = false;
    size_t i;
    json_t *event;
    json_array_foreach(json_object_get(last_table, "ended"), i, event) counted |=
        strcmp(json_string_value(json_object_get(event, "event")), "score") == 0;
    assert_true(counted);
    json_t *talk = json_object_get(last_table, "talk");
    assert_int_equal(json_array_size(talk), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(talk, 0), "text")), "Buona partita!");
    assert_string_equal(json_string_value(json_object_get(json_array_get(talk, 1), "phrase")), "well-played");
    assert_true(json_is_false(json_object_get(last_table, "behind")));
    /* The same from the store. */
    json_t *before = json_incref(last_table);
    world_restart(&world);
    client_connect(&world, bruno);
    enter(bruno);
    assert_true(json_equal(json_object_get(before, "scores"), json_object_get(last_table, "scores")));
    assert_true(json_equal(json_object_get(before, "ended"), json_object_get(last_table, "ended")));
    assert_true(json_equal(json_object_get(before, "talk"), json_object_get(last_table, "talk")));
    json_decref(before);
}

/* However much was said, only the last lines are told. */
static void talk_is_bounded(void **state) {
    (void)state;
    start_two("");
    for (int i = 0; i < TALK_TOLD_MAX + 5; i++) {
        client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"text\":\"Nummer %d\"}", id, i);
        world_settle(&world);
        world_pass(&world, ENTRY_MS);
    }
    reload_bruno();
    json_t *talk = json_object_get(last_table, "talk");
    assert_int_equal(json_array_size(talk), TALK_TOLD_MAX);
    assert_string_equal(json_string_value(json_object_get(json_array_get(talk, TALK_TOLD_MAX - 1), "text")), "Nummer 44");
}

/* Alone one may take back a whole round: then it is not over any more. */
static void a_round_taken_back_is_not_over(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    for (int i = 0; i < 400 && live()->rounds_over < 1; i++) {
        world_pass(&world, 2000);
        if (table_actors(live()) & 1) move_first(anna);
    }
    assert_int_equal(live()->rows, 1);
    for (int i = 0; i < 3 && live()->rounds_over; i++) {
        client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        world_settle(&world);
    }
    assert_int_equal(live()->rounds_over, 0);
    assert_int_equal(live()->rows, 0);
}

/* ---- what was played */

static json_t *page_of_matches, *rows_of_matches;

static void keep_matches(World *of, WorldClient *client, const char *text, size_t length) {
    (void)of;
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *say = json_string_value(json_object_get(message, "say"));
    if (client == anna && say && strcmp(say, "matches") == 0) {
        json_decref(page_of_matches);
        page_of_matches = json_incref(message);
    }
    if (client == anna && say && strcmp(say, "match") == 0) json_array_append(rows_of_matches, message);
    json_decref(message);
}

static size_t ask_matches(const char *before) {
    json_array_clear(rows_of_matches);
    client_say(&world, anna, "{\"do\":\"matches\",\"before\":%s}", before);
    world_settle(&world);
    return json_array_size(json_object_get(page_of_matches, "tables"));
}

static void matches_are_kept_with_their_results(void **state) {
    (void)state;
    rows_of_matches = json_array();
    world.look = keep_matches;
    assert_int_equal(ask_matches("null"), 0);
    create(anna, "primero", "english", 2, "{\"deals\":\"1\"}", "[\"me\",\"open\"]", 0);
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
    for (int i = 0; i < 100 && live() && live()->phase == PHASE_PLAYING; i++) move_first(to_act());
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0); /* closed before its match: not one */
    client_ask(&world, anna, id, false, "{\"do\":\"remove\",\"table\":\"%s\"}", id);
    world_settle(&world);
    client_disconnect(&world, anna);
    world_restart(&world);
    client_connect(&world, anna);
    assert_int_equal(ask_matches("null"), 2);
    assert_true(json_is_null(json_object_get(page_of_matches, "next")));
    json_t *row = NULL, *each;
    size_t i;
    json_array_foreach(rows_of_matches, i, each) if (!json_is_null(json_object_get(each, "row"))) row =
        json_object_get(each, "row");
    assert_int_equal(json_array_size(rows_of_matches), 2);
    assert_string_equal(json_string_value(json_object_get(row, "game")), "primero");
    assert_true(json_is_true(json_object_get(row, "finished")));
    assert_int_equal(json_array_size(json_object_get(row, "points")), 2);
    assert_true(json_array_size(json_object_get(row, "winners")) > 0);
    assert_string_equal(json_string_value(json_object_get(json_array_get(json_object_get(row, "seats"), 1), "name")), "Bruno");
    json_decref(page_of_matches);
    json_decref(rows_of_matches);
    page_of_matches = rows_of_matches = NULL;
}

static void matches_come_in_pages(void **state) {
    (void)state;
    rows_of_matches = json_array();
    world.look = keep_matches;
    for (int i = 0; i < PLAYED_MAX + 3; i++) {
        create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
        ready(anna);
        client_ask(&world, anna, id, false, "{\"do\":\"remove\",\"table\":\"%s\"}", id);
        client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
        world_settle(&world);
        world_pass(&world, 1000);
    }
    assert_int_equal(ask_matches("null"), PLAYED_MAX);
    assert_int_equal(json_array_size(rows_of_matches), PLAYED_MAX);
    char before[TABLE_ID_MAX + 2];
    snprintf(before, sizeof before, "\"%s\"", json_string_value(json_object_get(page_of_matches, "next")));
    assert_int_equal(ask_matches(before), 3);
    assert_true(json_is_null(json_object_get(page_of_matches, "next")));
    json_decref(page_of_matches);
    json_decref(rows_of_matches);
    page_of_matches = rows_of_matches = NULL;
}

/* ---- watchers */

static int histories_with_talk;

static void count_talk(World *of, WorldClient *client, const char *text, size_t length) {
    (void)of;
    (void)length;
    if (client == carla && strstr(text, "\"say\":\"history\"") && strstr(text, "\"entry\":\"talk\"")) histories_with_talk++;
    if (client == carla && strstr(text, "\"say\":\"table\"")) assert_non_null(strstr(text, "\"behind\":true"));
}

/* What was said is told when it is said, and not again with the round. */
static void watchers_hear_talk_once(void **state) {
    (void)state;
    histories_with_talk = 0;
    start_two("");
    world.look = count_talk;
    enter(carla);
    client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"hello\"}", id);
    world_settle(&world);
    play_to_round(1);
    assert_true(carla->histories > 0);
    assert_int_equal(histories_with_talk, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        LISTENING(hints_are_off_among_people),
        LISTENING(hints_that_are_announced),
        LISTENING(hints_that_are_on),
        IN_A_ROOM(alone_there_are_always_hints),
        IN_A_ROOM(a_bot_plays_for_a_friend_who_is_gone),
        IN_A_ROOM(who_is_there_has_more_time),
        LISTENING(the_page_knows_for_whom_it_waits),
        IN_A_ROOM(a_match_alone_is_given_up),
        LISTENING(an_open_table_is_closed_by_its_maker),
        IN_A_ROOM(at_a_match_of_several_a_bot_goes_on),
        IN_A_ROOM(tables_that_were_left_do_not_count),
        LISTENING(a_reload_brings_scores_count_and_talk),
        LISTENING(talk_is_bounded),
        IN_A_ROOM(a_round_taken_back_is_not_over),
        IN_A_ROOM(watchers_hear_talk_once),
        IN_A_ROOM(matches_are_kept_with_their_results),
        IN_A_ROOM(matches_come_in_pages),
    };
    return tap_run("room_together", tests, sizeof tests / sizeof *tests);
}
