/* Kills the server again and again while people and bots play, and checks that nothing acknowledged is lost.
 * It does so on a data file, and on a database, whose connections are broken as well.
 * What was acknowledged or shown is there afterwards, a move sent again counts once, and every match goes on to its end and
 * verifies. */
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "tests/server/played.h"
#include "tests/support/database.h"
#include "tests/support/tap.h"

enum { MATCHES = 3 };

static Served served;
static Match matches[MATCHES];
static Chance chance;

static unsigned dice(unsigned bound) { return chance_below(&chance, bound); }

static void play_for(int milliseconds) {
    for (int passed = 0; passed < milliseconds; passed += 10) {
        poll(NULL, 0, 10);
        for (int i = 0; i < MATCHES; i++)
            for (int k = 0; k < matches[i].player_count; k++) match_act(&matches[i], &matches[i].players[k]);
    }
}

static Database database;

/* Ends the server, or breaks its connections to the database while it commits. */
static void strike(void) {
    if (served.url && dice(2)) {
        database_run(&database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'araldo'");
        return;
    }
    assert_int_equal(served_stop(&served, SIGKILL), -SIGKILL);
    assert_true(served_start(&served, NULL));
}

static void run_kill(const char *url, int rounds) {
    const char *seed = getenv("ARALDO_SEED");
    chance = chance_fast(seed ? strtoull(seed, NULL, 10) : 1);
    served_init(&served);
    served.url = url;
    assert_true(served_start(&served, NULL));
    for (int i = 0; i < MATCHES; i++) /* the last is played against a bot */
        match_open(&matches[i], &served.peer, i < MATCHES - 1 ? &served.peer : NULL, &chance);
    for (int round = 0; round < rounds; round++) {
        play_for(20 + (int)dice(400));
        strike();
        for (int i = 0; i < MATCHES; i++) {
            for (int k = 0; k < matches[i].player_count; k++)
                match_come_back(&matches[i], &matches[i].players[k], &served.peer);
            match_check_seen(&matches[i]);
        }
    }
    bool over = false;
    for (int wait = 0; wait < 600 && !over; wait++) {
        play_for(200);
        over = true;
        for (int i = 0; i < MATCHES; i++) over &= matches[i].over;
    }
    assert_true(over);
    play_for(100);
    for (int i = 0; i < MATCHES; i++) {
        match_check_record(&matches[i], &served.peer);
        match_release(&matches[i]);
        assert_true(matches[i].acknowledged > 0);
    }
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    served_release(&served);
}

static void test_kill(void **state) {
    (void)state;
    run_kill(NULL, soak() ? 200 : 8);
}

static void test_kill_on_database(void **state) {
    (void)state;
    assert_true(database_open(&database));
    run_kill(database.url, soak() ? 200 : 6);
    database_release(&database);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kill), cmocka_unit_test(test_kill_on_database)};
    return tap_run("kill", tests, sizeof tests / sizeof *tests);
}
