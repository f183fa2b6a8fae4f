/* Tests matches that come from browsers over HTTP: one that goes on, and how often and how many at a time an address may send. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/arrivals.h"
#include "tests/server/served.h"
#include "tests/support/moved.h"
#include "tests/support/tap.h"

enum { SLOW_BODY = 1000 };

static Served served;
static char response[RESPONSE_MAX], body[ARRIVAL_BYTES_MAX];
static char cookie[COOKIE_MAX];

static int start(void **state) {
    (void)state;
    served_init(&served);
    return served_start(&served, NULL) && peer_guest(&served.peer, "Ada", cookie) ? 0 : -1;
}

static int stop(void **state) {
    (void)state;
    int status = served_stop(&served, 15);
    served_release(&served);
    return status;
}

static void write_headers(char *headers, size_t capacity) {
    snprintf(headers, capacity, "Origin: http://127.0.0.1:%d\r\nCookie: araldo=%s\r\n", served.peer.port, cookie);
}

/* Sends a match from one of several addresses of this machine. */
static int send_from(const char *source, const char *match) {
    char headers[COOKIE_MAX + 128];
    Peer peer = served.peer;
    peer.source = source;
    write_headers(headers, sizeof headers);
    return peer_request(&peer, "POST", "/arrive", headers, match, response, sizeof response);
}

static void test_goes_on(void **state) {
    (void)state;
    Text text = text_init(body, sizeof body);
    moved_write("primiera:two", 9, "abcdefghijklmnop", &text);
    assert_int_equal(send_from("127.0.7.1", body), 200);
    assert_non_null(strstr(response, "\"again\":false"));
    assert_int_equal(send_from("127.0.7.1", body), 200);
    assert_non_null(strstr(response, "\"again\":true"));
    strcpy(strrchr(body, '{'), "{}\n");
    assert_int_equal(send_from("127.0.7.1", body), 422);
    assert_non_null(strstr(response, "arrival-wrong"));
}

/* Good, wrong or brought before: each counts, and others are not concerned. */
static void test_rate(void **state) {
    (void)state;
    Text text = text_init(body, sizeof body);
    moved_write("primiera:two", 9, "abcdefghijklmnop", &text);
    assert_int_equal(send_from("127.0.7.1", body), 200);
    int status = 0, sent = 1;
    for (; sent < 4 * BROUGHT_BURST && status != 429; sent++) status = send_from("127.0.7.1", sent % 2 ? body : "nothing");
    assert_int_equal(status, 429);
    assert_non_null(strstr(response, "too-fast"));
    assert_true(sent > BROUGHT_BURST);
    assert_int_equal(send_from("127.0.7.2", "nothing"), 422);
}

/* A request whose body has begun; -1 if it is refused. */
static int begin_body(const char *source) {
    char head[COOKIE_MAX + 256], headers[COOKIE_MAX + 128];
    struct sockaddr_in from = {.sin_family = AF_INET},
                       to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)served.peer.port)};
    inet_pton(AF_INET, source, &from.sin_addr);
    inet_pton(AF_INET, served.peer.address, &to.sin_addr);
    int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(line, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(line, (struct sockaddr *)&to, sizeof to), 0);
    write_headers(headers, sizeof headers);
    int length = snprintf(head, sizeof head,
                          "POST /arrive HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sContent-Length: %d\r\nExpect: 100-continue\r\n\r\n",
                          served.peer.port, headers, SLOW_BODY);
    assert_int_equal(send(line, head, (size_t)length, MSG_NOSIGNAL), length);
    char answer[64] = "";
    assert_true(recv(line, answer, sizeof answer - 1, 0) > 0); /* the headers were read: go on, or not */
    if (strstr(answer, " 100 ")) return line;
    close(line);
    return -1;
}

/* Bodies that never end take an address's own places, and nobody else's. */
static void test_slow_bodies(void **state) {
    (void)state;
    int lines[ARRIVALS_PER_ADDRESS_MAX];
    for (int i = 0; i < ARRIVALS_PER_ADDRESS_MAX; i++) {
        lines[i] = begin_body("127.0.7.1");
        assert_true(lines[i] >= 0);
    }
    assert_int_equal(send_from("127.0.7.1", "nothing"), 429);
    assert_int_equal(send_from("127.0.7.2", "nothing"), 422);
    for (int i = 0; i < ARRIVALS_PER_ADDRESS_MAX; i++) close(lines[i]);
    int status = 429;
    for (int i = 0; i < BROUGHT_BURST && status == 429; i++) { /* the server notices in its own time */
        usleep(100000);
        status = send_from("127.0.7.1", "nothing");
    }
    assert_int_equal(status, 422);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_goes_on, start, stop),
        cmocka_unit_test_setup_teardown(test_rate, start, stop),
        cmocka_unit_test_setup_teardown(test_slow_bodies, start, stop),
    };
    return tap_run("arrivals", tests, sizeof tests / sizeof *tests);
}
