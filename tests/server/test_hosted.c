/* Tests the server where time and the machine misbehave: clocks that are set, slow requests, a stuck loop, a locked file. */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/callers.h"
#include "store/store.h"
#include "tests/server/hosted.h"
#include "tests/support/tap.h"

enum { HOUR_MS = 3600 * 1000, TRIES = 400 }; /* tries of 50 ms each before something that should happen is given up */

static Hosted hosted;
static char response[RESPONSE_MAX];

static int start(void **state) {
    (void)state;
    return hosted_start(&hosted, 0) ? 0 : -1;
}

static int stop(void **state) {
    (void)state;
    return hosted_stop(&hosted);
}

static int request(const char *method, const char *path, const char *headers, const char *body) {
    return peer_request(&hosted.served.peer, method, path, headers, body, response, sizeof response);
}

/* Asks for /health until it answers so, with these words in it. */
static void require_health(int status, const char *words) {
    for (int i = 0; i < TRIES; i++, poll(NULL, 0, 50))
        if (request("GET", "/health", "", "") == status && strstr(response, words)) return;
    print_message("# /health says: %s\n", response);
    fail();
}

static void require_log(const char *words, int count) {
    for (int i = 0; i < TRIES && served_log_lines(&hosted.served, words) < count; i++) poll(NULL, 0, 50);
    assert_int_equal(served_log_lines(&hosted.served, words), count);
}

static void arrive(Guest *guest, const char *name) {
    assert_true(guest_init(guest, &hosted.served.peer, name));
    assert_true(guest_connect(guest));
}

static void require(Guest *guest, const char *say) {
    json_t *message = guest_expect(guest, say);
    if (!message) print_message("# nothing said '%s'\n", say);
    assert_non_null(message);
    json_decref(message);
}

#define CREATE_TABLE \
    "{\"do\":\"create\",\"key\":\"%s\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{}," \
    "\"seats\":[\"me\",\"bot:easy\"],\"clock\":0,\"public\":false,\"chat\":false}"

/* ---- clocks */

/* Begins a match with a bot, and plays until the bot has moved as often as that. */
static void begin_match(Guest *guest, const char *key, char table[TABLE_ID_MAX]) {
    guest_say(guest, CREATE_TABLE, key);
    json_t *done = guest_expect(guest, "done");
    snprintf(table, TABLE_ID_MAX, "%s", json_words(done, "table"));
    json_decref(done);
    guest_say(guest,
              "{\"do\":\"ready\",\"key\":\"%s-r\",\"table\":\"%s\",\"on\":true,\"salt\":\"00112233445566778899aabbccddeeff\"}",
              key, table);
}

static void play_moves(Guest *guest, const char *table, const char *key, int bot_moves) {
    for (int turn = 0, bots = 0; bots < bot_moves; turn++) {
        json_t *entry = guest_expect(guest, "entry");
        assert_non_null(entry); /* time has not stopped */
        const json_t *facts = json_object_get(entry, "entry");
        bots += strcmp(json_words(facts, "by"), "bot") == 0;
        const char *move = json_string_value(json_array_get(json_object_get(entry, "legal"), 0));
        if (move)
            guest_say(guest, "{\"do\":\"move\",\"key\":\"%s-%d\",\"table\":\"%s\",\"move\":\"%s\"}", key, turn, table, move);
        json_decref(entry);
        if (move) poll(NULL, 0, 50); /* below the limit of messages */
    }
}

/* Whatever somebody does to the machine's clock, bots move, nobody is cut off, and the log has a line for each step. */
static void test_wall_clock(void **state) {
    (void)state;
    static const int64_t steps_ms[] = {-HOUR_MS, HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS};
    Guest guest;
    char table[TABLE_ID_MAX], key[8];
    arrive(&guest, "Ada");
    begin_match(&guest, "c", table);
    play_moves(&guest, table, "a", 2);
    for (size_t i = 0; i < sizeof steps_ms / sizeof *steps_ms; i++) {
        atomic_fetch_add(&hosted.clock->wall_ms, steps_ms[i]);
        require_log("the machine's clock was set", (int)i + 1);
        snprintf(key, sizeof key, "s%zu", i);
        play_moves(&guest, table, key, 2);
        guest_say(&guest, "{\"do\":\"hello\",\"version\":1}");
        json_t *welcome = guest_expect(&guest, "welcome");
        assert_non_null(welcome);
        json_decref(welcome);
    }
    assert_false(guest.over);
    guest_release(&guest);
}

/* A cookie lasts a year from when it was last used, not from when it was made. */
static void test_cookie_lasts(void **state) {
    (void)state;
    const int64_t days_ms = 24 * (int64_t)HOUR_MS;
    Guest guest;
    arrive(&guest, "Ada");
    for (int i = 0; i < 3; i++) {
        char cookie[COOKIE_MAX + 32], seen[64];
        snprintf(cookie, sizeof cookie, "Cookie: araldo=%s\r\n", guest.cookie);
        assert_int_equal(request("GET", "/devices", cookie, ""), 200);
        const char *before = strstr(response, "\"seen\":");
        assert_non_null(before);
        snprintf(seen, sizeof seen, "%.21s", before);
        guest_disconnect(&guest);
        atomic_fetch_add(&hosted.clock->steady_ms, 200 * days_ms);
        assert_true(guest_connect(&guest));
        bool noted = false;
        for (int k = 0; k < TRIES && !noted; k++, poll(NULL, 0, 50)) {
            assert_int_equal(request("GET", "/devices", cookie, ""), 200);
            noted = !strstr(response, seen);
        }
        assert_true(noted);
    }
    guest_disconnect(&guest);
    atomic_fetch_add(&hosted.clock->steady_ms, 366 * days_ms);
    assert_true(guest_connect_silently(&guest));
    assert_int_equal(guest_expect_close(&guest), 4401);
    guest_release(&guest);
}

static void test_clock_arithmetic(void **state) {
    (void)state;
    Clock clock;
    clock_init(&clock, (ClockSource){0});
    Milliseconds first = clock_now(&clock);
    assert_true(clock_now(&clock) >= first);
    assert_true(first > (Milliseconds)1600000000 * 1000);
    assert_int_equal(clock_step(&clock), 0);
    clock.offset += 5000; /* as if the wall clock had been set back */
    Milliseconds step = clock_step(&clock);
    assert_in_range(-step, 4900, 5100);
    assert_int_equal(clock_step(&clock), 0); /* told once */
}

/* ---- slow requests */

static int call(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)hosted.served.peer.port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(line, (struct sockaddr *)&address, sizeof address), 0);
    return line;
}

/* Goes on with a byte now and then: is the connection ended all the same? */
static bool ends(int line) {
    struct pollfd end = {line, POLLIN, 0};
    char bytes[512];
    for (int i = 0; i < TRIES; i++) {
        if (poll(&end, 1, 50) == 1) return recv(line, bytes, sizeof bytes, 0) <= 0;
        if (send(line, "s", 1, MSG_NOSIGNAL) != 1) return true;
    }
    return false;
}

/* A byte of the headers now and then holds a connection for so long and no longer; a page is not cut. */
static void test_slow_headers(void **state) {
    (void)state;
    int slow = call();
    assert_int_equal(send(slow, "GET / HTTP/1.1\r\nHo", 18, MSG_NOSIGNAL), 18);
    assert_int_equal(request("GET", "/health", "", ""), 200); /* by now it is known */
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&hosted.clock->steady_ms, 1000 * REQUEST_SECONDS / 4);
        assert_int_equal(send(slow, "s", 1, MSG_NOSIGNAL), 1);
    }
    Guest guest;
    arrive(&guest, "Ada"); /* before it is cut */
    atomic_fetch_add(&hosted.clock->steady_ms, 1000 * (REQUEST_SECONDS / 4 + 2));
    assert_true(ends(slow));
    assert_int_equal(request("GET", "/", "", ""), 200);
    guest_say(&guest, "{\"do\":\"hello\",\"version\":1}"); /* a WebSocket has limits of its own */
    require(&guest, "welcome");
    guest_release(&guest);
    close(slow);
}

/* ---- a stuck loop */

static void test_stuck_loop(void **state) {
    (void)state;
    require_health(200, "ok");
    hosted_hold(&hosted);
    require_health(503, "stuck");
    hosted_let_go(&hosted);
    require_health(200, "ok");
}

/* What the service manager was told; "" if nothing is there. */
static const char *told(int manager) {
    static char line[64];
    ssize_t count = recv(manager, line, sizeof line - 1, MSG_DONTWAIT);
    line[count > 0 ? count : 0] = 0;
    return line;
}

static void require_told(int manager, const char *wanted) {
    struct pollfd ready = {manager, POLLIN, 0};
    for (int i = 0; i < TRIES; i++) {
        assert_int_equal(poll(&ready, 1, ANSWER_MS), 1);
        if (strcmp(told(manager), wanted) == 0) return;
    }
    print_message("# the manager was not told %s\n", wanted);
    fail();
}

/* systemd's side of the protocol: ready, fed while the loop turns, starved while it is stuck, told of the stop. */
static void test_watchdog(void **state) {
    (void)state;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "/tmp/araldo-notify-%d", getpid());
    assert_int_equal(bind(manager, (struct sockaddr *)&address, sizeof address), 0);
    setenv("NOTIFY_SOCKET", address.sun_path, 1);
    setenv("WATCHDOG_USEC", "300000", 1);
    bool started = hosted_start(&hosted, 0);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    assert_true(started);
    require_told(manager, "READY=1");
    require_told(manager, "WATCHDOG=1");
    require_told(manager, "WATCHDOG=1");
    hosted_hold(&hosted);
    while (*told(manager)) continue;
    require_health(503, "stuck"); /* longer than the watchdog waits */
    assert_string_equal(told(manager), "");
    hosted_let_go(&hosted);
    require_told(manager, "WATCHDOG=1");
    kill(hosted.served.process, SIGTERM);
    require_told(manager, "STOPPING=1");
    assert_int_equal(hosted_stop(&hosted), 0);
    close(manager);
    unlink(address.sun_path);
}

/* ---- another process holds the file */

static sqlite3 *lock_file(void) {
    sqlite3 *other;
    assert_int_equal(sqlite3_open(hosted.served.data, &other), SQLITE_OK);
    sqlite3_busy_timeout(other, ANSWER_MS);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return other;
}

static void unlock_file(sqlite3 *other) {
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
}

/* Acknowledged late, but acknowledged; meanwhile the loop turns, /health says why, and new connections are taken. */
static void test_locked_file(void **state) {
    (void)state;
    Guest guest, other;
    arrive(&guest, "Ada");
    assert_true(guest_init(&other, &hosted.served.peer, "Bob"));
    sqlite3 *holder = lock_file();
    guest_say(&guest, CREATE_TABLE, "c");
    require_health(503, "store-busy");
    assert_true(guest_connect_silently(&other)); /* the loop takes it, */
    double connections = 0;
    for (int i = 0; i < TRIES && connections < 2; i++, poll(NULL, 0, 50))
        connections = served_figure(&hosted.served, "araldo_connections");
    assert_int_equal((int)connections, 2); /* and counts it: its turns go on */
    while (guest_listen(&guest, 0) && websocket_wait(guest.socket, 0)) continue;
    assert_int_equal(json_array_size(guest.inbox), 0); /* nothing is told that is not on disk */
    unlock_file(holder);
    require(&guest, "done");
    require_health(200, "ok");
    guest_say(&other, "{\"do\":\"hello\",\"version\":1}");
    require(&other, "welcome");
    guest_release(&guest);
    guest_release(&other);
}

/* A new guest waits as well. */
static void test_locked_guest(void **state) {
    (void)state;
    sqlite3 *holder = lock_file();
    char origin[96];
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", hosted.served.peer.port);
    pid_t visitor = fork();
    if (visitor == 0) _exit(request("POST", "/guest", origin, "{\"name\":\"Ada\"}") == 200 ? 0 : 1);
    require_health(503, "store-busy");
    unlock_file(holder);
    int status;
    assert_int_equal(waitpid(visitor, &status, 0), visitor);
    assert_int_equal(status, 0);
}

/* Held for too long: the turn is taken back, and people are told; when the file is free, all goes on. */
static void test_locked_too_long(void **state) {
    (void)state;
    Guest guest;
    arrive(&guest, "Ada");
    sqlite3 *holder = lock_file();
    guest_say(&guest, CREATE_TABLE, "c");
    require_health(503, "store-busy");
    atomic_fetch_add(&hosted.clock->steady_ms, STORE_LATE_MAX_MS);
    json_t *bye = guest_expect(&guest, "bye");
    assert_string_equal(json_words(bye, "code"), "store");
    json_decref(bye);
    unlock_file(holder);
    guest_disconnect(&guest);
    assert_true(guest_connect(&guest));
    guest_say(&guest, CREATE_TABLE, "c"); /* the same key: it never counted */
    require(&guest, "done");
    require_health(200, "ok");
    guest_release(&guest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock_arithmetic),
        cmocka_unit_test_setup_teardown(test_wall_clock, start, stop),
        cmocka_unit_test_setup_teardown(test_cookie_lasts, start, stop),
        cmocka_unit_test_setup_teardown(test_slow_headers, start, stop),
        cmocka_unit_test_setup_teardown(test_stuck_loop, start, stop),
        cmocka_unit_test(test_watchdog),
        cmocka_unit_test_setup_teardown(test_locked_file, start, stop),
        cmocka_unit_test_setup_teardown(test_locked_guest, start, stop),
        cmocka_unit_test_setup_teardown(test_locked_too_long, start, stop),
    };
    return tap_run("hosted", tests, sizeof tests / sizeof *tests);
}
