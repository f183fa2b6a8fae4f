/* Tests the links between servers against strangers at their port: who does not have the cluster's key changes nothing.
 * Two ends with the key run here on the loopback, each with its own epoll, among sockets that say what they like. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sodium.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "server/links.h"
#include "tests/support/tap.h"

enum {
    OLDER = 10,
    NEWER = 20, /* which calls the older one */
    HELLO = 4 + 8 + 32,
    WAIT_MS = 10000,
    STRANGERS = LINKS_MAX + 20,
    GARBAGE = 400 * 1024,
};

typedef struct End {
    Links *links;
    int epoll;
    Epoch me;
    int ups, downs, frames;
    Milliseconds now;
} End;

static End older, newer;
static LogLimits limits;
static const Log quiet_log = {.level = LOG_ERROR, .limits = &limits};
static const uint8_t key[CLUSTER_KEY_BYTES] = {1, 2, 3};
static int strangers[STRANGERS];

static void linked(void *context, Epoch node, bool up) {
    End *end = context;
    (void)node;
    if (up) end->ups++;
    else end->downs++;
}

static void take_frame(void *context, Epoch from, const Frame *frame) {
    (void)from;
    ((End *)context)->frames += frame->kind == FRAME_ROW_GONE;
}

static void open_end(End *end, Epoch me, const uint8_t *with_key) {
    Error error = {""};
    *end = (End){.epoll = epoll_create1(EPOLL_CLOEXEC), .me = me, .now = 1000000};
    LinksOwner owner = {end, linked, take_frame, &quiet_log};
    end->links = links_open("127.0.0.1", 0, with_key, end->epoll, 0, &owner, &error);
    assert_non_null(end->links);
    links_rename(end->links, me);
}

static void close_end(End *end) {
    links_free(end->links);
    close(end->epoll);
}

static void turn(End *end) {
    struct epoll_event events[16];
    int count = epoll_wait(end->epoll, events, 16, 1);
    for (int i = 0; i < count; i++) links_take(end->links, (uint32_t)events[i].data.u64, events[i].events, end->now);
    links_flush(end->links);
}

/* Turns both until nothing more happens. */
static void settle(void) {
    for (int quiet = 0; quiet < 5; quiet++) {
        struct pollfd both[] = {{older.epoll, POLLIN, 0}, {newer.epoll, POLLIN, 0}};
        if (poll(both, 2, 2) > 0) quiet = 0;
        turn(&older);
        turn(&newer);
    }
}

static void call_older(void) {
    Node node = {.epoch = OLDER, .address = "127.0.0.1", .port = links_port(older.links)};
    links_seek(newer.links, &node, newer.now);
}

/* Both ends are up, and what one says the other hears. */
static void check_linked(void) {
    int heard = older.frames;
    for (int i = 0; i < WAIT_MS && (older.ups == older.downs || newer.ups == newer.downs); i++) {
        if (i % 200 == 0) call_older(); /* as the cluster does, five times a second */
        turn(&older);
        turn(&newer);
    }
    assert_int_equal(older.ups, older.downs + 1);
    assert_int_equal(newer.ups, newer.downs + 1);
    links_send(newer.links, OLDER, &(Frame){.kind = FRAME_ROW_GONE, .table = {"abcdefghijklmnop"}});
    for (int i = 0; i < WAIT_MS && older.frames == heard; i++) {
        turn(&newer);
        turn(&older);
    }
    assert_int_equal(older.frames, heard + 1);
}

/* ---- strangers */

static int call(const End *end, const char *from) {
    struct sockaddr_in source = {.sin_family = AF_INET},
                       to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)links_port(end->links))};
    inet_pton(AF_INET, from, &source.sin_addr);
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(line >= 0 && bind(line, (struct sockaddr *)&source, sizeof source) == 0);
    assert_int_equal(connect(line, (struct sockaddr *)&to, sizeof to), 0);
    return line;
}

static void say_hello(int line, Epoch epoch) {
    uint8_t hello[HELLO] = {'A', 'r', 'l', '1'};
    for (int i = 0; i < 8; i++) hello[4 + i] = (uint8_t)(epoch >> (8 * i));
    send(line, hello, sizeof hello, MSG_NOSIGNAL);
}

/* The end has closed it; what it said before is thrown away. */
static bool is_cut(int line) {
    uint8_t bytes[4096];
    ssize_t count;
    while ((count = recv(line, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) continue;
    return count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

/* ---- tests */

static int set_up(void **state) {
    (void)state;
    open_end(&older, OLDER, key);
    open_end(&newer, NEWER, key);
    for (int i = 0; i < STRANGERS; i++) strangers[i] = -1;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (int i = 0; i < STRANGERS; i++)
        if (strangers[i] >= 0) close(strangers[i]);
    close_end(&older);
    close_end(&newer);
    return 0;
}

/* Connections that say nothing, more than there are places, from one address or from many. */
static void test_silent_strangers(void **state) {
    (void)state;
    for (int i = 0; i < STRANGERS; i++) {
        char from[24];
        snprintf(from, sizeof from, "127.0.7.%d", i < STRANGERS / 2 ? 1 : i + 1);
        strangers[i] = call(&older, from);
        turn(&older);
    }
    check_linked();
    int open = 0;
    for (int i = 0; i < STRANGERS; i++) open += !is_cut(strangers[i]);
    assert_true(open > 0 && open <= LINKS_MAX - NODES_MAX);
    older.now += LINK_GREETING_MS + 1;
    links_watch(older.links, older.now);
    for (int i = 0; i < STRANGERS; i++) assert_true(is_cut(strangers[i]));
    assert_int_equal(older.downs, 0);
    check_linked();
}

/* One address has a few places, not those of others. */
static void test_greedy_address(void **state) {
    (void)state;
    strangers[0] = call(&older, "127.0.7.1");
    turn(&older);
    for (int i = 1; i < STRANGERS; i++) {
        strangers[i] = call(&older, "127.0.7.2");
        turn(&older);
    }
    settle();
    assert_false(is_cut(strangers[0]));
    int open = 0;
    for (int i = 1; i < STRANGERS; i++) open += !is_cut(strangers[i]);
    assert_int_equal(open, LINK_STRANGERS_PER_ADDRESS_MAX);
}

/* A stranger takes a server's name before that server has linked: it neither keeps the link from being made, nor gets what is
 * said over it, nor breaks it when it goes. */
static void test_borrowed_names(void **state) {
    (void)state;
    strangers[0] = call(&older, "127.0.7.1");
    say_hello(strangers[0], NEWER);
    strangers[1] = call(&newer, "127.0.7.1"); /* which calls the older one itself */
    say_hello(strangers[1], OLDER);
    settle();
    assert_int_equal(older.ups + newer.ups, 0);
    check_linked();
    close(strangers[0]);
    strangers[0] = -1;
    older.now += LINK_GREETING_MS + 1;
    newer.now += LINK_GREETING_MS + 1;
    links_watch(older.links, older.now);
    links_watch(newer.links, newer.now);
    settle();
    assert_int_equal(older.downs + newer.downs, 0);
    check_linked();
}

/* Passes on what each end says, as long as somebody says something. */
static void pass_between(int one, int other) {
    uint8_t bytes[4096];
    for (int quiet = 0; quiet < 5; quiet++) {
        settle();
        for (int way = 0; way < 2; way++) {
            ssize_t count = recv(way ? one : other, bytes, sizeof bytes, MSG_DONTWAIT);
            if (count > 0) quiet = 0;
            if (count > 0) send(way ? other : one, bytes, (size_t)count, MSG_NOSIGNAL);
        }
    }
}

/* A stranger that calls two servers and passes on what each says does not become their link. */
static void test_between(void **state) {
    (void)state;
    strangers[0] = call(&older, "127.0.7.1");
    strangers[1] = call(&newer, "127.0.7.1");
    pass_between(strangers[0], strangers[1]);
    assert_int_equal(older.ups + newer.ups, 0);
    check_linked();
}

/* What a caller said once is worth nothing the second time. */
static void test_replay(void **state) {
    static uint8_t said[4096];
    size_t length = 0;
    (void)state;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in here = {.sin_family = AF_INET};
    socklen_t size = sizeof here;
    inet_pton(AF_INET, "127.0.0.1", &here.sin_addr);
    assert_true(bind(listener, (struct sockaddr *)&here, size) == 0 && listen(listener, 4) == 0);
    getsockname(listener, (struct sockaddr *)&here, &size);
    links_seek(newer.links, &(Node){.epoch = OLDER, .address = "127.0.0.1", .port = ntohs(here.sin_port)}, newer.now);
    int caller = accept(listener, NULL, NULL);
    int callee = strangers[0] = call(&older, "127.0.7.1");
    uint8_t bytes[4096];
    for (int quiet = 0; quiet < 5; quiet++) { /* on the way of an honest link, all that is said is heard */
        settle();
        ssize_t count = recv(caller, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count > 0) {
            memcpy(said + length, bytes, (size_t)count);
            length += (size_t)count;
            send(callee, bytes, (size_t)count, MSG_NOSIGNAL);
            quiet = 0;
        }
        count = recv(callee, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count > 0) send(caller, bytes, (size_t)count, MSG_NOSIGNAL), quiet = 0;
    }
    assert_int_equal(older.ups, 1);
    assert_true(length > HELLO);
    strangers[1] = call(&older, "127.0.7.2");
    send(strangers[1], said, length, MSG_NOSIGNAL);
    settle();
    assert_true(is_cut(strangers[1]));
    assert_int_equal(older.ups, 1);
    assert_int_equal(older.downs, 0);
    close(caller);
    close(listener);
}

/* Bytes that are no greeting, and a greeting after which a large frame is announced. */
static void test_garbage(void **state) {
    static uint8_t garbage[GARBAGE];
    uint8_t announced[24 + 4 + 64] = {0}; /* a header, then a length of 64 KiB */
    (void)state;
    randombytes_buf_deterministic(garbage, sizeof garbage, key);
    strangers[0] = call(&older, "127.0.7.1");
    fcntl(strangers[0], F_SETFL, O_NONBLOCK);
    send(strangers[0], garbage, sizeof garbage, MSG_NOSIGNAL);
    strangers[1] = call(&older, "127.0.7.2");
    say_hello(strangers[1], NEWER);
    announced[24 + 2] = 1;
    send(strangers[1], announced, sizeof announced, MSG_NOSIGNAL);
    settle();
    assert_true(is_cut(strangers[0]) && is_cut(strangers[1]));
    check_linked();
}

/* A server with another key. */
static void test_wrong_key(void **state) {
    static const uint8_t wrong[CLUSTER_KEY_BYTES] = {9};
    (void)state;
    close_end(&newer);
    open_end(&newer, NEWER, wrong);
    call_older();
    settle();
    assert_int_equal(older.ups + newer.ups, 0);
}

/* A greeting byte by byte is given up in time, whatever it has said until then. */
static void test_slow_stranger(void **state) {
    (void)state;
    strangers[0] = call(&older, "127.0.7.1");
    for (int i = 0; i < LINK_GREETING_MS / 1000; i++) {
        send(strangers[0], "Arl1", 1, MSG_NOSIGNAL);
        settle();
        older.now += 1000;
        links_watch(older.links, older.now);
    }
    older.now += 1000;
    links_watch(older.links, older.now);
    assert_true(is_cut(strangers[0]));
}

/* The network was away, and only the caller has noticed: its new link takes the place of the one that leads nowhere. */
static void test_half_open(void **state) {
    (void)state;
    check_linked();
    End before = newer; /* its socket stays open, and says nothing more */
    open_end(&newer, NEWER, key);
    check_linked();
    assert_int_equal(older.ups, 2);
    close_end(&before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_silent_strangers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_greedy_address, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_borrowed_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_between, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_replay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_garbage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_key, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slow_stranger, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_half_open, set_up, tear_down),
    };
    if (sodium_init() < 0) return 1;
    log_limits_init(&limits);
    return tap_run("links", tests, sizeof tests / sizeof *tests);
}
