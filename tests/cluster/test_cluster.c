/* Plays through several real servers on one real PostgreSQL while servers and database are killed, stopped and replaced.
 * Nothing that was acknowledged or shown is lost, every match goes on soon after, and all records verify. Prints how long the
 * others took to go on. Deaths and pauses are for the soak; without it whole matches are played through all servers.
 * tests/cluster/test_together.c kills servers in every run. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/server/played.h"
#include "tests/support/database.h"
#include "tests/support/tap.h"
#include "tests/support/monotonic.h"

enum { SERVERS = 3, MATCHES = 3, TAKEOVER_MAX_MS = 5000, TIMES_MAX = 4096, PATIENCE_MS = 60000, LONG_PAUSE_MS = 60000 };

static Database database;
static Served servers[SERVERS];
static Match matches[MATCHES];
static Chance chance;
static int64_t times[TIMES_MAX];
static int time_count;

static unsigned dice(unsigned bound) { return chance_below(&chance, bound); }

static void start_server(int number) {
    char name[32];
    snprintf(name, sizeof name, "server-%d", number);
    const char *const options[] = {"--cluster-name", name, NULL};
    servers[number].url = database.url;
    assert_true(served_start(&servers[number], options));
}

static const Peer *living_server(void) {
    int number = (int)dice(SERVERS);
    while (servers[number].process <= 0) number = (number + 1) % SERVERS;
    return &servers[number].peer;
}

/* Everybody plays; who has lost the connection takes the next best server, if people can come back. */
static void play_on(int for_ms, bool come_back) {
    for (int64_t end = monotonic_ms() + for_ms; monotonic_ms() < end;) {
        poll(NULL, 0, 5);
        for (int i = 0; i < MATCHES; i++)
            for (int k = 0; k < matches[i].player_count; k++) {
                Player *player = &matches[i].players[k];
                if (player->guest.over && come_back) match_come_back(&matches[i], player, living_server());
                match_act(&matches[i], player);
            }
    }
}

static void play(int for_ms) { play_on(for_ms, true); }

/* Plays until every match that is not over has gone on; how long the slowest took. */
static int64_t wait_until_all_go_on(void) {
    int64_t began = monotonic_ms(), last[MATCHES];
    bool waits = true;
    for (int i = 0; i < MATCHES; i++) last[i] = matches[i].last;
    while (waits && monotonic_ms() - began < PATIENCE_MS) {
        play(20);
        waits = false;
        for (int i = 0; i < MATCHES; i++) waits |= !matches[i].over && matches[i].last <= last[i];
    }
    if (waits) print_message("# a match does not go on\n");
    assert_false(waits);
    return monotonic_ms() - began;
}

/* One address makes only so many guests. */
static void change_addresses(void) {
    static char source[16];
    snprintf(source, sizeof source, "127.0.%u.%u", dice(250), 1 + dice(250));
    for (int i = 0; i < SERVERS; i++) servers[i].peer.source = source;
}

static void open_matches(void) {
    for (int i = 0; i < MATCHES; i++)
        match_open(&matches[i], living_server(), i < MATCHES - 1 ? living_server() : NULL, &chance);
}

/* A match that is over is checked, and another takes its place. */
static void renew_matches(void) {
    for (int i = 0; i < MATCHES; i++) {
        if (!matches[i].over) continue;
        match_check_record(&matches[i], living_server());
        match_release(&matches[i]);
        change_addresses();
        match_open(&matches[i], living_server(), i < MATCHES - 1 ? living_server() : NULL, &chance);
    }
}

static void begin(void) {
    const char *seed = getenv("ARALDO_SEED");
    chance = chance_fast(seed ? strtoull(seed, NULL, 10) : 1);
    time_count = 0;
    assert_true(database_open(&database));
    for (int i = 0; i < SERVERS; i++) {
        served_init(&servers[i]);
        start_server(i);
    }
    open_matches();
}

static void finish(void) {
    bool over = false;
    for (int64_t end = monotonic_ms() + 3 * PATIENCE_MS; !over && monotonic_ms() < end;) {
        play(100);
        over = true;
        for (int i = 0; i < MATCHES; i++) over &= matches[i].over;
    }
    assert_true(over);
    for (int i = 0; i < MATCHES; i++) {
        match_check_record(&matches[i], living_server());
        match_release(&matches[i]);
    }
    for (int i = 0; i < SERVERS; i++) {
        assert_int_equal(served_stop(&servers[i], SIGTERM), 0);
        served_release(&servers[i]);
    }
    database_release(&database);
}

/* kill -9, at any moment. */
static void kill_one(void) {
    int number = (int)dice(SERVERS);
    assert_int_equal(served_stop(&servers[number], SIGKILL), -SIGKILL);
    int64_t took = wait_until_all_go_on();
    if (time_count < TIMES_MAX) times[time_count++] = took;
    start_server(number);
}

/* It stops for a while, and then goes on as if nothing had happened. Either it is back before or while others take over, or all
 * matches go on without it first; then how long they took counts. */
static void pause_one(int at_least_ms) {
    bool without_it = at_least_ms > 0 || dice(2);
    int number = (int)dice(SERVERS);
    pid_t process = servers[number].process;
    servers[number].process = 0; /* nobody new goes there */
    kill(process, SIGSTOP);
    for (int i = 0; i < MATCHES; i++) /* its clients get no answer, and go elsewhere */
        for (int k = 0; k < matches[i].player_count; k++)
            if (matches[i].players[k].guest.peer == &servers[number].peer) matches[i].players[k].guest.over = true;
    if (without_it) {
        int64_t took = wait_until_all_go_on();
        if (time_count < TIMES_MAX) times[time_count++] = took;
    }
    play(at_least_ms + 100 + (int)dice(without_it ? 1000 : 4000));
    kill(process, SIGCONT);
    servers[number].process = process;
    wait_until_all_go_on();
}

/* An upgrade: nobody loses a turn. */
static void replace_one(void) {
    int number = (int)dice(SERVERS);
    kill(servers[number].process, SIGTERM);
    pid_t process = servers[number].process;
    servers[number].process = 0;
    play(300);
    servers[number].process = process;
    assert_int_equal(served_stop(&servers[number], SIGTERM), 0);
    wait_until_all_go_on();
    start_server(number);
}

static void break_connections(void) {
    database_run(&database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'araldo'");
    wait_until_all_go_on();
}

/* It crashes, and is started again. */
static void restart_database(void) {
    database_stop(&database, SIGQUIT);
    play_on(100 + (int)dice(1000), false);
    assert_true(database_start(&database));
    wait_until_all_go_on();
}

static int compare(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static void report(const char *what) {
    if (time_count == 0) return;
    qsort(times, (size_t)time_count, sizeof *times, compare);
    int64_t p99 = times[(time_count * 99 - 1) / 100];
    print_message("# %s: %d times, median %lld ms, p99 %lld ms, longest %lld ms\n", what, time_count,
                  (long long)times[time_count / 2], (long long)p99, (long long)times[time_count - 1]);
    assert_true(p99 <= TAKEOVER_MAX_MS);
}

static void tell_progress(int rounds) {
    if (rounds % 25 == 0) print_message("# %d rounds\n", rounds);
    fflush(stdout);
}

static void test_deaths(void **state) {
    (void)state;
    begin();
    for (int round = 0; round < (soak() ? 300 : 0); round++) {
        play(100 + (int)dice(500));
        kill_one();
        renew_matches();
        play(300);
        tell_progress(round + 1);
    }
    report("deaths");
    finish();
}

static void test_pauses(void **state) {
    (void)state;
    begin();
    for (int round = 0; round < (soak() ? 300 : 0); round++) {
        play(100 + (int)dice(500));
        pause_one(round == 0 ? LONG_PAUSE_MS : 0);
        switch (dice(3)) {
        case 0: replace_one(); break;
        case 1: break_connections(); break;
        default: restart_database(); break;
        }
        renew_matches();
        tell_progress(round + 1);
    }
    report("pauses");
    finish();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_deaths), cmocka_unit_test(test_pauses)};
    return tap_run("cluster", tests, sizeof tests / sizeof *tests);
}
