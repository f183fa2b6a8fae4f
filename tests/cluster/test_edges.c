/* Tests relays: what a server passes on for its clients while tables change hands, frame by frame. */
#include <stdlib.h>
#include <string.h>

#include "cluster/cluster.h"
#include "tests/support/tap.h"

enum { ME = 3, CLIENT = 1 << 14 };

/* What the cluster has done since it was last asked. */
static struct {
    Cluster *cluster;
    bool asked;
    int enters, moves, given_up, told;
    int presences, later, logouts; /* told who is connected at others, by a later one; told that a session has ended */
    int to_room, counted;          /* messages for the room here, and those of them that it counts against the client's limit */
    Epoch to;                      /* of the last message */
    Milliseconds now;
} seen;

static const TableId table = {"a-table"};
static char move[] = "{\"do\":\"move\"}", enter[] = "{\"do\":\"enter\"}";

static void ask_store(void *context, const StoreJob *job) {
    (void)context;
    (void)job;
    seen.asked = true;
}

static void link_to(void *context, const Node *node) {
    (void)context;
    (void)node;
}

static void unlink_from(void *context, Epoch node) {
    (void)context;
    (void)node;
}

static void take_frame(void *context, Epoch to, const Frame *frame) {
    (void)context;
    if (frame->kind != FRAME_MESSAGE) return;
    if (span_is(frame->text, move)) seen.moves++;
    else seen.enters++;
    seen.to = to;
}

static void step_room(void *context, const RoomInput *input) {
    (void)context;
    seen.given_up += input->kind == INPUT_GIVEN_UP;
    seen.presences += input->kind == INPUT_PRESENT;
    seen.later += input->kind == INPUT_PRESENT && input->number == 0;
    if (input->kind != INPUT_MESSAGE) return;
    seen.to_room++;
    seen.counted += !input->relayed;
}

static void send_text(void *context, ConnectionId client, Span text) {
    (void)context;
    (void)text;
    assert_int_equal(client, CLIENT);
    seen.told++;
}

static void close_client(void *context, ConnectionId client, int code) {
    (void)context;
    (void)client;
    (void)code;
}

static void registered(void *context, Epoch epoch, bool kept) {
    (void)context;
    (void)epoch;
    (void)kept;
}

static void log_out(void *context, Span session) {
    (void)context;
    assert_true(span_is(session, "a session"));
    seen.logouts++;
}

/* The store answers: the servers are 1, 2 and this one, and all tables are `owner`'s. */
static void answer(StoreJobKind kind, Epoch me, Epoch owner) {
    StoreAnswer reply = {.kind = kind, .good = true, .epoch = me};
    const Epoch epochs[] = {1, 2, me};
    for (int i = 0; i < 3; i++) reply.look.nodes[reply.look.node_count++] = (Node){.epoch = epochs[i]};
    for (int shard = 0; shard < SHARDS; shard++) reply.look.owners[shard] = owner;
    seen.now += BEAT_MS;
    cluster_work(seen.cluster, seen.now);
    assert_true(seen.asked);
    seen.asked = false;
    cluster_answer(seen.cluster, &reply, seen.now);
    for (Epoch node = 1; kind == JOB_REGISTER && node <= 2; node++) cluster_linked(seen.cluster, node, true, seen.now);
    cluster_work(seen.cluster, seen.now);
}

static int begin(void **state) {
    (void)state;
    ClusterPort port = {NULL,      ask_store, link_to,      unlink_from, take_frame,
                        step_room, send_text, close_client, registered,  log_out};
    memset(&seen, 0, sizeof seen);
    seen.cluster = cluster_open(&port);
    answer(JOB_REGISTER, ME, 1);
    PersonId person = {"0123456789abcdef"};
    cluster_connect(seen.cluster, CLIENT, &person, "Ada", 0, 1);
    return 0;
}

static int end(void **state) {
    (void)state;
    cluster_free(seen.cluster);
    return 0;
}

static void relay_enter(void) {
    assert_true(cluster_relay(seen.cluster, CLIENT, &(Relay){RELAY_ENTER, table, "", -1, span_of(enter)}));
}

static void relay_move(void) {
    assert_true(cluster_relay(seen.cluster, CLIENT, &(Relay){RELAY_OTHER, table, "k1", -1, span_of(move)}));
}

static void hear_entered(Epoch from) {
    cluster_frame(seen.cluster, from, &(Frame){.kind = FRAME_ENTERED, .handle = CLIENT, .table = table});
    cluster_work(seen.cluster, seen.now);
}

/* A move is passed on once its client is at the table, also if the client has asked to enter a second time meanwhile. */
static void a_move_waits_until_its_client_is_there(void **state) {
    (void)state;
    relay_enter();
    assert_int_equal(seen.enters, 1);
    assert_int_equal(seen.to, 1);
    hear_entered(1);
    answer(JOB_LOOK, ME, 2);
    assert_int_equal(seen.enters, 2);
    assert_int_equal(seen.to, 2);
    relay_move();
    relay_enter();
    cluster_work(seen.cluster, seen.now);
    assert_int_equal(seen.enters, 3);
    assert_int_equal(seen.moves, 0);
    hear_entered(2);
    assert_int_equal(seen.moves, 1);
    assert_int_equal(seen.to, 2);
}

/* What a server still holds when it finds that it was given up may be old. Its clients send it again, if they still want it. */
static void what_may_be_old_is_not_passed_on(void **state) {
    (void)state;
    relay_enter();
    hear_entered(1);
    cluster_linked(seen.cluster, 1, false, seen.now); /* the move has to wait */
    relay_move();
    cluster_lost_store(seen.cluster);
    assert_int_equal(seen.given_up, 0);
    answer(JOB_REGISTER, ME + 1, 2);
    assert_int_equal(seen.given_up, 1);
    hear_entered(2);
    assert_int_equal(seen.moves, 0);
    cluster_disconnect(seen.cluster, CLIENT);
}

/* A server that may have been given up does not pass on what was meant for a table of its own: the client is not there. */
static void nothing_is_passed_on_while_lost(void **state) {
    (void)state;
    cluster_lost_store(seen.cluster);
    relay_move();
    cluster_work(seen.cluster, seen.now);
    assert_int_equal(seen.moves, 0);
}

/* A client's messages are counted against its limit once, by the room of its own server when they come. */
static void messages_are_counted_once(void **state) {
    (void)state;
    relay_enter();
    hear_entered(1);
    cluster_linked(seen.cluster, 1, false, seen.now);
    relay_move();
    relay_move();
    answer(JOB_LOOK, ME, ME); /* its own server owns the table now */
    assert_int_equal(seen.to_room, 1);
    cluster_entered(seen.cluster, CLIENT, &table);
    cluster_work(seen.cluster, seen.now);
    assert_int_equal(seen.to_room, 3);
    cluster_frame(seen.cluster, 2, &(Frame){.kind = FRAME_CONNECT, .handle = 7});
    cluster_frame(seen.cluster, 2, &(Frame){.kind = FRAME_MESSAGE, .handle = 7, .text = span_of(move)});
    assert_int_equal(seen.to_room, 4);
    assert_int_equal(seen.counted, 0);
}

static void tell(Epoch from, uint32_t n) {
    Frame frame = {.kind = FRAME_SEND, .handle = CLIENT, .table = table, .number = n, .text = span_of("{}")};
    cluster_frame(seen.cluster, from, &frame);
}

/* What the owner of before said comes late: the client is told by the new one, whoever that is, and would seem to go back. */
static void what_comes_late_is_not_told(void **state) {
    (void)state;
    relay_enter();
    tell(1, 7);
    hear_entered(1);
    assert_int_equal(seen.told, 1);
    answer(JOB_LOOK, ME, 2); /* another server owns the table now, */
    tell(1, 8);
    assert_int_equal(seen.told, 1);
    tell(2, 9);
    hear_entered(2);
    assert_int_equal(seen.told, 2);
    answer(JOB_LOOK, ME, ME); /* and then its own */
    cluster_entered(seen.cluster, CLIENT, &table);
    cluster_work(seen.cluster, seen.now);
    hear_entered(2);
    tell(2, 10);
    assert_int_equal(seen.told, 2);
    cluster_frame(seen.cluster, 2, &(Frame){.kind = FRAME_SEND, .handle = CLIENT, .text = span_of("{}")});
    assert_int_equal(seen.told, 3); /* about no table */
}

/* Who is connected elsewhere is for the room, which is told who came first; a session that has ended is for the server. */
static void what_others_say_of_people(void **state) {
    (void)state;
    cluster_frame(seen.cluster, 1, &(Frame){.kind = FRAME_PRESENT, .text = span_of("0123456789abcdef 2\n")});
    assert_int_equal(seen.presences, 1);
    assert_int_equal(seen.later, 0);
    cluster_frame(seen.cluster, ME + 1, &(Frame){.kind = FRAME_PRESENT, .text = span_of("0123456789abcdef 2\n")});
    assert_int_equal(seen.later, 1);
    cluster_frame(seen.cluster, 1, &(Frame){.kind = FRAME_LOGOUT, .text = span_of("a session")});
    assert_int_equal(seen.logouts, 1);
}

/* While servers are upgraded one after another, a later version may say what this one does not know. */
static void later_versions_are_passed_over(void **state) {
    (void)state;
    uint8_t bytes[FRAME_HEAD_MAX];
    Frame frame = {.kind = (FrameKind)(FRAMES + 3), .handle = CLIENT, .table = table}, read;
    size_t length = frame_write(&frame, bytes);
    relay_enter();
    int enters = seen.enters;
    assert_true(frame_read(&read, bytes, length));
    cluster_frame(seen.cluster, 1, &read);
    assert_int_equal(seen.enters, enters);
    assert_int_equal(seen.presences + seen.logouts + seen.given_up + seen.to_room, 0);
    assert_false(frame_read(&read, bytes, length - 1));
}

/* A server that runs, but cannot be linked, is worth a warning: once, and again when a later link is gone for as long. */
static void a_missing_link_is_told(void **state) {
    (void)state;
    for (int round = 0; round < 2; round++) {
        cluster_linked(seen.cluster, 2, false, seen.now);
        for (int looks = 0; looks < UNLINKED_LOOKS; looks++) {
            assert_null(cluster_next_unlinked(seen.cluster));
            answer(JOB_LOOK, ME, 1);
        }
        const Node *node = cluster_next_unlinked(seen.cluster);
        assert_non_null(node);
        assert_int_equal(node->epoch, 2);
        answer(JOB_LOOK, ME, 1);
        assert_null(cluster_next_unlinked(seen.cluster));
        cluster_linked(seen.cluster, 2, true, seen.now);
        answer(JOB_LOOK, ME, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_move_waits_until_its_client_is_there, begin, end),
        cmocka_unit_test_setup_teardown(what_may_be_old_is_not_passed_on, begin, end),
        cmocka_unit_test_setup_teardown(nothing_is_passed_on_while_lost, begin, end),
        cmocka_unit_test_setup_teardown(messages_are_counted_once, begin, end),
        cmocka_unit_test_setup_teardown(what_comes_late_is_not_told, begin, end),
        cmocka_unit_test_setup_teardown(what_others_say_of_people, begin, end),
        cmocka_unit_test_setup_teardown(later_versions_are_passed_over, begin, end),
        cmocka_unit_test_setup_teardown(a_missing_link_is_told, begin, end),
    };
    return tap_run("edges", tests, sizeof tests / sizeof *tests);
}
