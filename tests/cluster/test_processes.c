/* Tests several processes behind one port: `araldo serve --postgres URL --processes N`.
 * Play goes on when one is killed, hangs or is stopped; the parent starts it again, and ends all of them in good order. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "tests/server/played.h"
#include "tests/support/database.h"
#include "tests/support/tap.h"
#include "tests/support/monotonic.h"

enum { GO_ON_MS = 5000, PROCESSES = 2, CHILDREN_MAX = 8 };

static const char *const two[] = {"--processes", "2", NULL};
static Database database;
static Served served;
static Chance chance;

static int set_up(void **state) {
    (void)state;
    chance = chance_fast(1);
    served_init(&served);
    served.url = database.url;
    return database_empty(&database) && served_start(&served, two) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    served_stop(&served, SIGTERM); /* the processes of a parent that is killed need a moment */
    served_release(&served);
    return 0;
}

/* The processes that the command has started; how many. */
static int find_children(pid_t children[CHILDREN_MAX]) {
    char path[64];
    int count = 0, pid;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", served.process, served.process);
    FILE *file = fopen(path, "r");
    while (file && count < CHILDREN_MAX && fscanf(file, "%d", &pid) == 1) children[count++] = pid;
    if (file) fclose(file);
    return count;
}

static long long node_count(void) { return database_number(&database, "SELECT count(*) FROM nodes"); }

/* Waits until there are so many processes with a registration each, none of which is `gone`. */
static void await_processes(int wanted, pid_t gone) {
    pid_t children[CHILDREN_MAX];
    bool there = false;
    for (int64_t end = monotonic_ms() + ANSWER_MS; !there && monotonic_ms() < end; poll(NULL, 0, 20)) {
        int count = find_children(children);
        there = count == wanted && node_count() == wanted;
        for (int i = 0; i < count; i++) there &= children[i] != gone;
    }
    assert_true(there);
}

/* Each process dies once; whoever was there comes back through the same port. */
static void test_deaths(void **state) {
    Match match;
    pid_t children[CHILDREN_MAX];
    (void)state;
    match_open(&match, &served.peer, &served.peer, &chance);
    for (int round = 0; round < PROCESSES; round++) {
        match_go_on(&match, 4);
        assert_int_equal(find_children(children), PROCESSES);
        int64_t began = monotonic_ms();
        kill(children[0], SIGKILL); /* the older one: then the other */
        match_go_on(&match, 4);
        int64_t took = monotonic_ms() - began;
        print_message("# play went on after %lld ms\n", (long long)took);
        assert_true(took <= GO_ON_MS);
        await_processes(PROCESSES, children[0]);
    }
    match_check_seen(&match);
    match_release(&match);
    assert_int_equal(served_log_lines(&served, "is started again: signal 9 ended it"), PROCESSES);
}

/* One process that is asked to stop hands over, and another takes its place; the port stays open. */
static void test_one_stops(void **state) {
    Match match;
    pid_t children[CHILDREN_MAX];
    (void)state;
    match_open(&match, &served.peer, &served.peer, &chance);
    match_go_on(&match, 2);
    assert_int_equal(find_children(children), PROCESSES);
    kill(children[0], SIGTERM);
    match_go_on(&match, 4);
    await_processes(PROCESSES, children[0]);
    match_go_on(&match, 4);
    match_release(&match);
}

static void test_stop(void **state) {
    pid_t children[CHILDREN_MAX];
    (void)state;
    assert_int_equal(find_children(children), PROCESSES);
    for (int i = 0; i < PROCESSES; i++) kill(children[i], SIGTERM); /* as systemd does: everybody at once */
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    for (int i = 0; i < PROCESSES; i++) assert_int_equal(kill(children[i], 0), -1);
    assert_int_equal(node_count(), 0);
    assert_int_equal(served_log_lines(&served, "] stopped"), PROCESSES);
    assert_int_equal(served_log_lines(&served, "is started again"), 0);
}

/* Nothing is left of a command whose parent was killed. */
static void test_parent_dies(void **state) {
    (void)state;
    assert_int_equal(served_stop(&served, SIGKILL), -SIGKILL);
    for (int64_t end = monotonic_ms() + ANSWER_MS; node_count() > 0 && monotonic_ms() < end;) poll(NULL, 0, 20);
    assert_int_equal(node_count(), 0);
}

static int count_of(const char *text, const char *words) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, words)); at++) count++;
    return count;
}

/* Whichever process answers tells the figures of all, so that Prometheus can ask at the one port. */
static void test_figures(void **state) {
    static char response[RESPONSE_MAX];
    pid_t children[CHILDREN_MAX];
    Guest guests[4];
    (void)state;
    for (int i = 0; i < 4; i++) assert_true(guest_init(&guests[i], &served.peer, "Ada") && guest_connect(&guests[i]));
    double one = 0, other = 0;
    for (int64_t end = monotonic_ms() + ANSWER_MS; one + other < 4 && monotonic_ms() < end; poll(NULL, 0, 20)) {
        one = served_figure(&served, "araldo_connections{process=\"1\"}");
        other = served_figure(&served, "araldo_connections{process=\"2\"}");
    }
    assert_int_equal((int)(one + other), 4);
    assert_int_equal(peer_request(&served.peer, "GET", "/metrics", "", "", response, sizeof response), 200);
    assert_int_equal(count_of(response, "# TYPE araldo_commit_seconds histogram\n"), 1);
    assert_int_equal(count_of(response, "\naraldo_commit_seconds_bucket{le=\"+Inf\",process=\"1\"} "), 1);
    assert_int_equal(count_of(response, "\naraldo_commit_seconds_bucket{le=\"+Inf\",process=\"2\"} "), 1);
    assert_int_equal(count_of(response, "\naraldo_cluster_shards{process=\""), PROCESSES);
    assert_int_equal(peer_request(&served.peer, "GET", "/health", "", "", response, sizeof response), 200);
    assert_non_null(strstr(response, "\"processes\":2"));
    for (int i = 0; i < 4; i++) guest_release(&guests[i]);
    /* A process that has ended is not counted any more. */
    assert_int_equal(find_children(children), PROCESSES);
    kill(children[0], SIGKILL);
    await_processes(PROCESSES, children[0]);
    double started = 0, before = 0;
    for (int64_t end = monotonic_ms() + ANSWER_MS; started <= before && monotonic_ms() < end; poll(NULL, 0, 20)) {
        started = served_figure(&served, "araldo_cluster_epoch{process=\"1\"}");
        before = served_figure(&served, "araldo_cluster_epoch{process=\"2\"}");
    }
    assert_true(started > before && before > 0);
}

/* The parent is to its processes what systemd is to a server: it kills one that hangs, and is itself fed all the while. */
static void test_watchdog(void **state) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    pid_t children[CHILDREN_MAX];
    char line[64];
    (void)state;
    snprintf(address.sun_path, sizeof address.sun_path, "/tmp/araldo-processes-%d", getpid());
    assert_int_equal(bind(manager, (struct sockaddr *)&address, sizeof address), 0);
    setenv("NOTIFY_SOCKET", address.sun_path, 1);
    setenv("WATCHDOG_USEC", "2000000", 1);
    served_stop(&served, SIGTERM);
    bool started = served_start(&served, two);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    assert_true(started);
    assert_int_equal(find_children(children), PROCESSES);
    kill(children[1], SIGSTOP);
    await_processes(PROCESSES, children[1]);
    assert_int_equal(served_log_lines(&served, "process 2 hangs and is killed"), 1);
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    int ready = 0, fed = 0, stopping = 0;
    for (ssize_t length; (length = recv(manager, line, sizeof line - 1, MSG_DONTWAIT)) > 0;) {
        line[length] = 0;
        ready += strcmp(line, "READY=1") == 0;
        fed += strcmp(line, "WATCHDOG=1") == 0;
        stopping += strcmp(line, "STOPPING=1") == 0;
    }
    assert_int_equal(ready, 1); /* the command is one to the service manager */
    assert_int_equal(stopping, 1);
    assert_true(fed >= 2);
    close(manager);
    unlink(address.sun_path);
}

static void test_refused(void **state) {
    char options[512];
    (void)state;
    assert_true(served_refuses("--processes 2 --data room.db", "--processes only works with --postgres"));
    snprintf(options, sizeof options, "--postgres '%s' --processes 0", database.url);
    assert_true(served_refuses(options, "--processes"));
    snprintf(options, sizeof options, "--postgres '%s' --processes 33", database.url);
    assert_true(served_refuses(options, "--processes"));
    snprintf(options, sizeof options, "--postgres '%s' --processes 3 --cluster-address 127.0.0.1:65534", database.url);
    assert_true(served_refuses(options, "one port per process"));
    assert_true(served_refuses("--postgres postgresql://nobody@127.0.0.1:1/room --processes 2", "cannot reach the database"));
    served_stop(&served, SIGTERM);
    const char *const named[] = {"--processes", "2", "--cluster-name", "north", NULL};
    assert_true(served_start(&served, named));
    long long last = database_number(&database, "SELECT max(epoch) FROM nodes");
    snprintf(options, sizeof options, "--postgres '%s' --processes 2 --cluster-name north", database.url);
    assert_true(served_refuses(options, "a server named 'north/1' is running already"));
    assert_int_equal(database_number(&database, "SELECT max(epoch) FROM nodes"), last); /* nothing has changed */
}

#define PROCESSES_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    if (!database_open(&database)) return 1;
    const struct CMUnitTest tests[] = {
        PROCESSES_TEST(test_deaths),      PROCESSES_TEST(test_one_stops), PROCESSES_TEST(test_stop),
        PROCESSES_TEST(test_parent_dies), PROCESSES_TEST(test_figures),   PROCESSES_TEST(test_watchdog),
        PROCESSES_TEST(test_refused),
    };
    int status = tap_run("processes", tests, sizeof tests / sizeof *tests);
    database_release(&database);
    return status;
}
