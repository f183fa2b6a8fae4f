/* Tests what it costs to lose a server that had many clients at our tables: all of them go, and nobody else, in one pass. */
#include <time.h>

#include "cluster/inside.h"
#include "tests/support/tap.h"

enum { SERVERS = 3, VISITORS_EACH = 20000, CPU_MAX_MS = 2000 };

typedef struct Counted {
    int came, went, rooms_gone;
} Counted;

static void ask_store(void *context, const StoreJob *job) { (void)context, (void)job; }

static void link_to(void *context, const Node *node) { (void)context, (void)node; }

static void unlink_from(void *context, Epoch node) { (void)context, (void)node; }

static void frame_to(void *context, Epoch to, const Frame *frame) { (void)context, (void)to, (void)frame; }

static void send_to(void *context, ConnectionId client, Span text) { (void)context, (void)client, (void)text; }

static void close_client(void *context, ConnectionId client, int code) { (void)context, (void)client, (void)code; }

static void registered(void *context, Epoch epoch, bool kept) { (void)context, (void)epoch, (void)kept; }

static void log_out(void *context, Span session) { (void)context, (void)session; }

static void step_room(void *context, const RoomInput *input) {
    Counted *counted = context;
    counted->came += input->kind == INPUT_CONNECT;
    counted->went += input->kind == INPUT_DISCONNECT;
    counted->rooms_gone += input->kind == INPUT_ROOM_GONE;
}

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void test_lost_server(void **state) {
    (void)state;
    Counted counted = {0};
    ClusterPort port = {&counted,  ask_store, link_to,      unlink_from, frame_to,
                        step_room, send_to,   close_client, registered,  log_out};
    Cluster *cluster = cluster_open(&port);
    for (Epoch node = 1; node <= SERVERS; node++) cluster_linked(cluster, node, true, 0);
    for (ConnectionId handle = 1; handle <= VISITORS_EACH; handle++)
        for (Epoch node = 1; node <= SERVERS; node++)
            cluster_frame(cluster, node, &(Frame){.kind = FRAME_CONNECT, .handle = handle});
    assert_int_equal(counted.came, SERVERS * VISITORS_EACH);
    double began = cpu_ms();
    for (int gone = 1; gone <= SERVERS; gone++) {
        cluster_linked(cluster, (Epoch)gone, false, 0);
        assert_int_equal(counted.went, gone * VISITORS_EACH);
        assert_int_equal(cluster_counts(cluster).visitors, (SERVERS - gone) * VISITORS_EACH);
        assert_int_equal(counted.rooms_gone, gone);
        cluster_frame(cluster, SERVERS,
                      &(Frame){.kind = FRAME_CONNECT, .handle = 1}); /* known, unless it is the one that is lost */
        if (gone == SERVERS) break;
        assert_int_equal(counted.came, SERVERS * VISITORS_EACH);
    }
    assert_true(cpu_ms() - began < CPU_MAX_MS);
    cluster_free(cluster);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lost_server)};
    return tap_run("visitors", tests, sizeof tests / sizeof *tests);
}
