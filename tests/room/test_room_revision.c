/* Tests that a match keeps the rules it was begun by: a table of an earlier revision is loaded, played on and recorded. */
#include "games/games.h"
#include "games/primero/primero.h"
#include "games/royalflush/royalflush.h"
#include "record/replay.h"
#include "room/history.h"
#include "tests/room/scene.h"

static KeptTable *kept(void) {
    for (int i = 0; i < world.table_count; i++)
        if (strcmp(world.tables[i].id.text, id) == 0) return &world.tables[i];
    return NULL;
}

static bool date_row(Kept *row, char revision) {
    char *at = strstr(row->text, "\"revision\":");
    if (at) at[strlen("\"revision\":")] = revision;
    return at != NULL;
}

/* As if the program that wrote the table had been of this revision. */
static void date_table(char revision) {
    KeptTable *table = kept();
    int dated = 0;
    for (size_t i = 0; i < table->count; i++) dated += date_row(&table->entries[i], revision);
    assert_int_equal(dated, 1); /* the start */
    for (size_t i = 0; i < table->snapshot_count; i++) assert_true(date_row(&table->snapshots[i], revision));
    assert_true(table->snapshot_count > 0);
}

/* The server is started again, and everybody enters. */
static void come_back(void) {
    world_restart(&world);
    client_connect(&world, anna);
    client_connect(&world, bruno);
    enter(anna);
    enter(bruno);
}

static void take_bytes(void *context, const char *bytes, size_t length) { fwrite(bytes, 1, length, context); }

/* The record says by which rules it was played, and is judged by them. */
static void check_record(int revision) {
    static Replay replay;
    const KeptTable *table = kept();
    StoredEntry *entries = calloc(table->count, sizeof *entries);
    FILE *file = tmpfile();
    Error error = {""};
    assert_non_null(entries);
    assert_non_null(file);
    for (size_t i = 0; i < table->count; i++)
        entries[i] = (StoredEntry){(uint32_t)i, table->entries[i].at, table->entries[i].text, table->entries[i].length};
    if (!history_record(&table->id, table->secret, entries, table->count, (HistoryOut){file, take_bytes}, &error))
        fail_msg("%s", error.text);
    rewind(file);
    replay_init(&replay, file);
    ReplayStatus status = replay_begin(&replay, NULL);
    assert_int_equal(replay.header.revision, revision);
    while (status == REPLAY_GOES_ON) status = replay_step(&replay, NULL);
    if (status != REPLAY_OVER) fail_msg("%s", replay.error.text);
    replay_release(&replay);
    fclose(file);
    free(entries);
}

static void a_running_match_keeps_its_rules(void **state) {
    (void)state;
    create(anna, "primero", "english", 2, "{\"purse\":\"6\",\"ante\":\"1\",\"deals\":\"3\",\"ties\":\"split\"}",
           "[\"me\",\"open\"]", 0);
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
    assert_int_equal(live()->revision, primero.revision);
    date_table('1');
    come_back();
    assert_int_equal(live()->revision, 1);
    assert_int_equal(primero_of(table_state(live()))->revision, 1);
    /* An undo brings a position back: it is one of the same match. */
    move_first(to_act());
    for (int i = 0; i < 300 && live()->phase == PHASE_PLAYING; i++) {
        WorldClient *client = to_act();
        move_first(client);
        if (client_known(client, id)->undo && i % 3 == 0) {
            client_ask(&world, client, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
            world_settle(&world);
        }
        assert_int_equal(primero_of(table_state(live()))->revision, 1);
        if (i == 5) come_back();
    }
    assert_int_equal(live()->phase, PHASE_OVER);
    assert_true(live()->undone > 0);
    assert_false(report.failed);
    for (size_t i = 0; i < kept()->snapshot_count; i++) assert_non_null(strstr(kept()->snapshots[i].text, "\"revision\":1"));
    check_record(1);
}

static void a_new_match_has_the_new_rules(void **state) {
    (void)state;
    create(anna, "royalflush", "standard", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    assert_int_equal(live()->revision, royalflush.revision);
    assert_int_equal(royalflush_of(table_state(live()))->revision, 0);
}

static void a_revision_that_nobody_knows_is_set_aside(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    date_table('9');
    world_restart(&world);
    client_connect(&world, anna);
    enter(anna);
    assert_string_equal(anna->error, "table-damaged");
    if (!strstr(world.damage, "revision 9")) fail_msg("%s", world.damage);
}

/* ---- what the earlier rules were */

static void parse(const Game *game, const char *position, int revision, StateRoom *room) {
    Error error = {""};
    memset(room, 0, sizeof *room);
    if (!game->parse(STATE_IN(*room), span_of(position), &error)) fail_msg("%s", error.text);
    assert_true(game_adopt(game, STATE_IN(*room), revision, &error));
}

static void equal_hands_shared_each_layer(void **state) {
    static const char position[] =
        "primero:english dealer=2 ante=1 phase=2 step=exchange turn=1 acted=0/1 staked=0/1 folded=2 "
        "pot=3 base=1 paid=2/2/1 deals=1 purse=5 purses=2/2/3 ties=split "
        "hands=7h,6h,2c,Kd/7c,6c,2h,Ks/- stock=rest";
    static const int shares[][2] = {{7, 5}, {6, 6}};
    (void)state;
    for (int revision = 1; revision <= 2; revision++) {
        StateRoom room;
        Move keep;
        Chance chance = chance_fast(1);
        int points[SEATS_MAX];
        parse(&primero, position, revision, &room);
        assert_true(primero.parse_move(STATE_IN(room), 1, span_of("keep"), &keep, NULL));
        assert_true(game_play(&primero, STATE_IN(room), 1, keep, &chance, NULL, NULL));
        primero.points(STATE_IN(room), points);
        assert_int_equal(points[0], shares[revision - 1][0]);
        assert_int_equal(points[1], shares[revision - 1][1]);
    }
}

static void the_display_was_exchanged_for_itself(void **state) {
    (void)state;
    for (int revision = 1; revision <= 2; revision++) {
        StateRoom room;
        parse(&royalflush, "royalflush hands=rest/- display=Kh,-,Kd,- pile=- discards=- chips=5/5", revision, &room);
        assert_int_equal(royalflush.is_legal(STATE_IN(room), 0, royal_move(ROYAL_EXCHANGE, 0)), revision == 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(a_running_match_keeps_its_rules),
        IN_A_ROOM(a_new_match_has_the_new_rules),
        IN_A_ROOM(a_revision_that_nobody_knows_is_set_aside),
        cmocka_unit_test(equal_hands_shared_each_layer),
        cmocka_unit_test(the_display_was_exchanged_for_itself),
    };
    return tap_run("room_revision", tests, sizeof tests / sizeof *tests);
}
