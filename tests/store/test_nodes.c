/* Tests who owns which shards in a real PostgreSQL, where several servers change that at the same moment. */
#include "store/nodes.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>

#include "store/store.h"
#include "tests/support/database.h"
#include "tests/support/monotonic.h"
#include "tests/support/tap.h"

enum { WAIT_MS = 20000, MINE = 5, THEIRS = 7, OTHER = 99 };

static Database database;
static Nodes *nodes;
static const NodeFacts me = {"north", "127.0.0.1", 7171};

static int set_up(void **state) {
    Error error = {""};
    (void)state;
    if (!database_empty(&database)) return -1;
    store_free(store_open(database.url, &error)); /* which makes the schema */
    nodes = nodes_open(database.url, &error);
    if (!nodes) print_message("# %s\n", error.text);
    return nodes && nodes_take_name(nodes, me.name, &error) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    nodes_free(nodes);
    return 0;
}

static StoreAnswer do_job(const StoreJob *job) {
    Error error = {""};
    StoreAnswer answer = nodes_do(nodes, &me, job, 0, &error);
    if (!answer.good) print_message("# %s\n", error.text);
    return answer;
}

static long long owner_of(int shard) {
    char sql[64];
    snprintf(sql, sizeof sql, "SELECT owner FROM shards WHERE id = %d", shard);
    return database_number(&database, sql);
}

static StoreJob take_both(Epoch epoch) {
    StoreJob job = {.kind = JOB_ASSIGN, .epoch = epoch};
    for (int i = 0; i < 2; i++) {
        job.moves.shards[job.moves.count] = i ? THEIRS : MINE;
        job.moves.owners[job.moves.count++] = epoch;
    }
    return job;
}

static void test_assign(void **state) {
    (void)state;
    StoreAnswer registered = do_job(&(StoreJob){.kind = JOB_REGISTER});
    assert_true(registered.good && registered.epoch > 0);
    assert_true(database_run(&database, "INSERT INTO fences VALUES (99); UPDATE shards SET owner = 99 WHERE id = 7"));
    StoreJob job = take_both(registered.epoch);
    StoreAnswer answer = do_job(&job);
    assert_true(answer.good);
    assert_int_equal(answer.look.owners[MINE], registered.epoch); /* nobody's */
    assert_int_equal(answer.look.owners[THEIRS], OTHER);          /* its owner stands */
    assert_true(database_run(&database, "DELETE FROM fences WHERE epoch = 99"));
    answer = do_job(&job);
    assert_int_equal(answer.look.owners[THEIRS], registered.epoch);
}

/* Another server registers and takes a shard, in a transaction that takes a moment. */
static void *take_slowly(void *context) {
    (void)context;
    database_run(&database,
                 "BEGIN; INSERT INTO fences VALUES (99); UPDATE shards SET owner = 99 WHERE id = 7;"
                 " SELECT pg_sleep(0.15); COMMIT");
    return NULL;
}

/* A shard that somebody takes at the same moment is theirs, also if they have only just registered; the others are ours. */
static void test_both_take(void **state) {
    pthread_t thread;
    (void)state;
    StoreAnswer registered = do_job(&(StoreJob){.kind = JOB_REGISTER});
    assert_true(registered.good);
    assert_int_equal(pthread_create(&thread, NULL, take_slowly, NULL), 0);
    const char *sleeps = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    int64_t end = monotonic_ms() + WAIT_MS;
    while (database_number(&database, sleeps) == 0 && owner_of(THEIRS) != OTHER && monotonic_ms() < end) poll(NULL, 0, 1);
    StoreJob job = take_both(registered.epoch);
    StoreAnswer answer = do_job(&job);
    pthread_join(thread, NULL);
    assert_int_equal(owner_of(THEIRS), OTHER);
    if (answer.good) assert_int_equal(owner_of(MINE), registered.epoch); /* otherwise it has waited for too long */
}

/* A server that has been given up gives nothing away. */
static void test_given_up(void **state) {
    (void)state;
    StoreAnswer registered = do_job(&(StoreJob){.kind = JOB_REGISTER});
    assert_true(registered.good);
    StoreJob job = take_both(registered.epoch);
    assert_true(do_job(&job).good);
    assert_true(database_run(&database, "DELETE FROM fences; DELETE FROM nodes"));
    job.moves.owners[0] = job.moves.owners[1] = OTHER;
    StoreAnswer answer = do_job(&job);
    assert_true(answer.good);
    assert_int_equal(answer.look.node_count, 0);
    assert_int_equal(answer.look.owners[MINE], registered.epoch);
    StoreAnswer again = do_job(&(StoreJob){.kind = JOB_REGISTER, .epoch = registered.epoch});
    assert_true(again.good && !again.kept && again.epoch > registered.epoch);
}

enum { HELD_S = 15 };

static void *hold_lock(void *context) {
    char sql[128];
    (void)context;
    snprintf(sql, sizeof sql, "BEGIN; SELECT pg_advisory_xact_lock(1098015084, 0); SELECT pg_sleep(%d); COMMIT", HELD_S);
    database_run(&database, sql);
    return NULL;
}

/* A server that was stopped while it looked after the schema keeps nobody from the database. */
static void test_stopped_in_between(void **state) {
    pthread_t thread;
    Error error = {""};
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, hold_lock, NULL), 0);
    const char *held =
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1098015084 AND objid = 0 AND granted";
    int64_t end = monotonic_ms() + WAIT_MS;
    while (database_number(&database, held) != 1 && monotonic_ms() < end) poll(NULL, 0, 10);
    Store *store = store_open(database.url, &error);
    long long still = database_number(&database, held);
    database_run(&database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
    pthread_join(thread, NULL);
    assert_non_null(store);
    store_free(store);
    assert_int_equal(still, 1); /* it has not waited */
}

#define ON_DATABASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    if (!database_open(&database)) return 1;
    const struct CMUnitTest tests[] = {ON_DATABASE(test_assign), ON_DATABASE(test_both_take), ON_DATABASE(test_given_up),
                                       ON_DATABASE(test_stopped_in_between)};
    int status = tap_run("nodes", tests, sizeof tests / sizeof *tests);
    database_release(&database);
    return status;
}
