/* Tests what people are told, and what counts, when a turn's commit fails or a message comes late. */
#include "tests/room/scene.h"

/* Bruno is sent away in a turn that fails. The room no longer listens to him, so he must hear of it all the same. */
static void nobody_waits_at_a_closed_connection(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    world.faults.late_commit = 1000;
    client_ask(&world, anna, id, false, "{\"do\":\"rename\",\"name\":\"Anna Maria\"}");
    for (int i = 0; i <= MESSAGES_BURST; i++) client_say(&world, bruno, "{\"do\":\"lobby\",\"on\":false}");
    assert_int_not_equal(bruno->connection, 0);
    world.faults.late_commit = 0;
    world.faults.fail_commit = 1000;
    client_say(&world, carla, "{\"do\":\"lobby\",\"on\":false}");
    world.faults.fail_commit = 0;
    world_settle(&world);
    assert_int_equal(anna->connection, 0);
    assert_int_equal(bruno->connection, 0);
    assert_int_equal(carla->connection, 0);
}

/* Carla watches, and is told a round once it is over: not because of a move that never happened. */
static void a_round_that_goes_on_is_not_told(void **state) {
    int rounds = 0;
    (void)state;
    two_play("primero", "english", 0);
    enter(carla);
    for (int i = 0; i < 60 && live()->phase == PHASE_PLAYING; i++) {
        uint64_t told = carla->histories;
        uint32_t round = live()->round, n = live()->n;
        world.faults.fail_commit = 1000;
        WorldClient *player = to_act();
        move_first(player);
        world.faults.fail_commit = 0;
        world_settle(&world);
        assert_int_equal(live()->n, n);
        assert_int_equal(carla->histories, told);
        client_connect(&world, player);
        world_settle(&world);
        client_repeat(&world, player);
        world_settle(&world);
        bool over = live()->round != round || live()->phase == PHASE_OVER;
        rounds += over;
        assert_int_equal(carla->histories, told + over);
    }
    assert_true(rounds > 2);
}

static int told_of_table;

static void look_for_table(World *of, WorldClient *client, const char *text, size_t length) {
    (void)of;
    (void)length;
    told_of_table += client == carla && strstr(text, "\"say\":\"lobby\"") && strstr(text, id);
}

/* The list of tables that could not be told is told later: Anna's table was there before the turn that failed. */
static void the_list_is_told_again(void **state) {
    (void)state;
    create(anna, "primero", "english", 2, "{}", "[\"me\",\"open\"]", 0);
    client_say(&world, carla, "{\"do\":\"lobby\",\"on\":true}");
    world_settle(&world);
    world.look = look_for_table;
    told_of_table = 0;
    world.faults.fail_commit = 1000;
    client_ask(&world, bruno, "", false, "{\"do\":\"rename\",\"name\":\"C\"}");
    world.faults.fail_commit = 0;
    world_settle(&world);
    assert_int_equal(told_of_table, 1);
}

static int count_key(const char *key) {
    const KeptTable *table = world_table(&world, id);
    int count = 0;
    for (size_t i = 0; i < table->count; i++) count += strstr(table->entries[i].text, key) != NULL;
    return count;
}

/* A message was held up in a server that hung; meanwhile its client sent it, and many more, through another one. */
static void a_late_copy_does_not_count(void **state) {
    (void)state;
    create(anna, "primero", "english", 2, "{}", "[\"me\",\"open\"]", 0);
    for (int i = 0; i < 4 * KEYS_REMEMBERED; i++) {
        client_say(&world, anna, "{\"do\":\"ready\",\"key\":\"late%d\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", i, id,
                   salts[0]);
        world_pass(&world, ENTRY_MS);
    }
    client_say(&world, anna, "{\"do\":\"ready\",\"key\":\"late0\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", id, salts[0]);
    world_settle(&world);
    assert_int_equal(count_key("\"late0\""), 1);
    assert_int_equal(count_key("\"late9\""), 1);
}

/* Others have acted for the tables of this room: whoever is connected to it comes back and begins with what there is. */
static void a_room_that_was_given_up_sends_its_people_away(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    room_step(world.room, &(RoomInput){.kind = INPUT_GIVEN_UP}, world.now);
    client_say(&world, carla, "{\"do\":\"lobby\",\"on\":true}");
    assert_int_equal(anna->connection, 0);
    assert_int_equal(carla->connection, 0);
    client_connect(&world, anna);
    world_settle(&world);
    assert_true(client_known(anna, id)->entered);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(nobody_waits_at_a_closed_connection),
        IN_A_ROOM(a_round_that_goes_on_is_not_told),
        IN_A_ROOM(the_list_is_told_again),
        IN_A_ROOM(a_late_copy_does_not_count),
        IN_A_ROOM(a_room_that_was_given_up_sends_its_people_away),
    };
    return tap_run("room_failed", tests, sizeof tests / sizeof *tests);
}
