/* Tests the server from outside: pages, cookies, handshakes, bad input, limits, a whole match, TLS, and a clean stop. */
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <wslay/wslay.h>

#include "room/limits.h"
#include "server/addresses.h"
#include "server/log.h"
#include "tests/server/served.h"
#include "tests/support/tap.h"

static Served served;
static char response[RESPONSE_MAX];

static int request(const char *method, const char *path, const char *headers, const char *body) {
    return peer_request(&served.peer, method, path, headers, body, response, sizeof response);
}

/* A request with an Origin of the server's own. */
static int post(const char *path, const char *body) {
    char origin[96];
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", served.peer.port);
    return request("POST", path, origin, body);
}

static int start(void **state) {
    (void)state;
    served_init(&served);
    return served_start(&served, NULL) ? 0 : -1;
}

static int stop(void **state) {
    (void)state;
    int status = served.process ? served_stop(&served, SIGTERM) : 0;
    served_release(&served);
    if (status) print_message("# the server ended with %d\n", status);
    return status;
}

static void arrive(Guest *guest, const char *name) {
    assert_true(guest_init(guest, &served.peer, name));
    assert_true(guest_connect(guest));
}

static void require(Guest *guest, const char *say) {
    json_t *message = guest_expect(guest, say);
    if (!message) print_message("# nothing said '%s'\n", say);
    assert_non_null(message);
    json_decref(message);
}

/* ---- pages */

static void test_pages(void **state) {
    (void)state;
    assert_int_equal(request("GET", "/health", "", ""), 200);
    assert_non_null(strstr(response, "\"status\":\"ok\""));
    /* Word for word: whatever more the page may do is a decision. */
    assert_non_null(strstr(response,
                           "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                           "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
                           "object-src 'none'\r\n"));
    assert_non_null(strstr(response, "X-Content-Type-Options: nosniff"));
    assert_non_null(strstr(response, "Referrer-Policy: no-referrer"));
    assert_int_equal(request("GET", "/metrics", "", ""), 200);
    assert_non_null(strstr(response, "# TYPE araldo_commit_seconds histogram\n"));
    assert_true(served_figure(&served, "araldo_resident_memory_bytes") > 1e6);
    assert_int_equal(request("GET", "/messages/it.json", "", ""), 200);
    json_t *catalogue = json_loads(strstr(response, "\r\n\r\n") + 4, 0, NULL);
    assert_string_equal(json_words(catalogue, "A sweep!"), "Scopa!");
    json_decref(catalogue);
    assert_int_equal(request("GET", "/rules/primiera.fr.txt", "", ""), 200);
    assert_non_null(strstr(response, "Content-Type: text/plain; charset=utf-8"));
    char header[64] = "If-None-Match: ";
    const char *etag = strstr(response, "ETag: ");
    assert_non_null(etag);
    sscanf(etag, "ETag: %20s", header + strlen(header));
    strcat(header, "\r\n");
    assert_int_equal(request("GET", "/rules/primiera.fr.txt", header, ""), 304);
    assert_int_equal(request("GET", "/", "", ""), 200);
    assert_non_null(strstr(response, "Content-Type: text/html; charset=utf-8"));
    assert_int_equal(request("GET", "/t/abcdefghijklmnop", "", ""), 200);
    assert_int_equal(request("GET", "/assets/app.js", "", ""), 200);
    assert_non_null(strstr(response, "Cache-Control: no-cache"));
    assert_int_equal(request("GET", "/assets/app.js?v=1", "", ""), 200);
    assert_non_null(strstr(response, "immutable"));
    static const char *const missing[] = {"/none",
                                          "/assets/none.js",
                                          "/assets/../Makefile",
                                          "/messages/xx.json",
                                          "/record/abc.jsonl",
                                          "/replay/abc.json",
                                          "/record/",
                                          "/rules/primiera.fr.txt/x"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) assert_int_equal(request("GET", missing[i], "", ""), 404);
    assert_int_equal(request("DELETE", "/health", "", ""), 405);
    assert_int_equal(request("GET", "/guest", "", ""), 405);
}

static void test_guests(void **state) {
    (void)state;
    assert_int_equal(post("/guest", "{\"name\":\"  Zo\\u00eb \"}"), 200);
    assert_non_null(strstr(response, "\"name\":\"Zoë\""));
    const char *cookie = strstr(response, "Set-Cookie: araldo=");
    assert_non_null(cookie);
    assert_non_null(strstr(cookie, "; HttpOnly; SameSite=Lax; Max-Age=31536000\r\n")); /* not Secure: it is no https */
    static const char *const bad[] = {"",
                                      "{}",
                                      "[]",
                                      "{\"name\":5}",
                                      "{\"name\":\"\"}",
                                      "{\"name\":\"   \"}",
                                      "{\"name\":\"a\\u0007b\"}",
                                      "{\"name\":\"a\\u0000b\"}",
                                      "{\"name\":\"1234567890123456789012345\"}",
                                      "name=Ada"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_int_equal(post("/guest", bad[i]), 400);
    char large[2000];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = 0;
    assert_int_equal(post("/guest", large), 413);
    assert_int_equal(request("POST", "/guest", "Origin: http://elsewhere.example\r\n", "{\"name\":\"Eve\"}"), 403);
    assert_int_equal(request("POST", "/guest", "", "{\"name\":\"Eve\"}"), 403);
}

static void test_handshake(void **state) {
    (void)state;
    char good[] =
        "Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    assert_int_equal(request("GET", "/ws", "", ""), 426);
    assert_int_equal(request("GET", "/ws", good, ""), 403); /* no Origin */
    char *version = strstr(good, "13");
    version[1] = '2';
    assert_int_equal(request("GET", "/ws", good, ""), 426);
    version[1] = '3';
    strstr(good, "ZQ==")[0] = '*';
    assert_int_equal(request("GET", "/ws", good, ""), 400);
    int status;
    assert_null(websocket_open(&served.peer, NULL, "http://elsewhere.example", NULL, NULL, &status));
    assert_int_equal(status, 403);
}

/* With a public address, a page of any other is refused, even one from the very Host that the request names. */
static void test_public_url(void **state) {
    (void)state;
    int status;
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    assert_true(served_start(&served, (const char *const[]){"--public-url", "https://cards.example.org/", NULL}));
    assert_int_equal(post("/guest", "{\"name\":\"Ada\"}"), 403);
    assert_null(websocket_open(&served.peer, NULL, NULL, NULL, NULL, &status));
    assert_int_equal(status, 403);
    assert_int_equal(request("POST", "/guest", "Origin: https://cards.example.org\r\n", "{\"name\":\"Ada\"}"), 200);
    WebSocket *socket = websocket_open(&served.peer, NULL, "https://cards.example.org", NULL, NULL, &status);
    assert_non_null(socket);
    websocket_free(socket);
}

static void test_sessions(void **state) {
    (void)state;
    Guest stranger = {.peer = &served.peer, .inbox = json_array()};
    assert_true(guest_connect_silently(&stranger));
    json_t *bye = guest_expect(&stranger, "bye");
    assert_string_equal(json_words(bye, "code"), "session");
    json_decref(bye);
    assert_int_equal(guest_expect_close(&stranger), 4401);
    guest_disconnect(&stranger);
    memset(stranger.cookie, 'a', sizeof stranger.cookie - 1);
    assert_true(guest_connect_silently(&stranger));
    assert_int_equal(guest_expect_close(&stranger), 4401);
    guest_release(&stranger);

    /* A cookie is good after a restart, and on another device by a link that works once. */
    Guest guest;
    arrive(&guest, "Ada");
    guest_say(&guest, "{\"do\":\"device\"}");
    json_t *device = guest_expect(&guest, "device");
    char path[128];
    snprintf(path, sizeof path, "%s", json_words(device, "path"));
    json_decref(device);
    guest_disconnect(&guest);
    assert_int_equal(served_stop(&served, SIGKILL), -SIGKILL);
    assert_true(served_start(&served, NULL));
    assert_true(guest_connect(&guest));
    /* Looking at it does not use it up, and no other page can. */
    assert_int_equal(request("HEAD", path, "", ""), 200);
    assert_int_equal(request("GET", path, "", ""), 200);
    assert_null(strstr(response, "Set-Cookie"));
    assert_int_equal(request("POST", path, "Origin: http://elsewhere.example\r\n", ""), 403);
    assert_int_equal(post(path, ""), 204);
    Guest second = {.peer = &served.peer, .inbox = json_array()};
    const char *cookie = strstr(response, "Set-Cookie: araldo=");
    assert_true(cookie && sscanf(cookie, "Set-Cookie: araldo=%64[0-9a-f]", second.cookie) == 1);
    assert_true(guest_connect_silently(&second));
    guest_say(&second, "{\"do\":\"hello\",\"version\":1}");
    json_t *welcome = guest_expect(&second, "welcome");
    assert_string_equal(json_words(welcome, "name"), "Ada");
    json_decref(welcome);
    assert_int_equal(post(path, ""), 410);
    assert_null(strstr(response, "Set-Cookie"));
    guest_release(&second);
    guest_release(&guest);
}

/* The devices of the person with this cookie; the caller lets go of them. */
static json_t *list_devices(const char *cookie) {
    char headers[128];
    snprintf(headers, sizeof headers, "Cookie: araldo=%s\r\n", cookie);
    assert_int_equal(request("GET", "/devices", headers, ""), 200);
    json_t *body = json_loads(strstr(response, "\r\n\r\n") + 4, 0, NULL), *devices = json_object_get(body, "devices");
    json_incref(devices);
    json_decref(body);
    return devices;
}

static int log_out(const char *cookie, const json_t *device) {
    char headers[256], path[64];
    snprintf(path, sizeof path, "/devices/%s", device ? json_words(device, "id") : "0123456789abcdef");
    snprintf(headers, sizeof headers, "Cookie: araldo=%s\r\nOrigin: http://127.0.0.1:%d\r\n", cookie, served.peer.port);
    return request("POST", path, headers, "");
}

/* A person with two devices logs out the other one, whose connection ends, and then this one. */
static void test_devices(void **state) {
    (void)state;
    Guest ada, zoe, second = {.peer = &served.peer, .inbox = json_array()};
    arrive(&ada, "Ada");
    arrive(&zoe, "Zoë");
    guest_say(&ada, "{\"do\":\"device\"}");
    json_t *link = guest_expect(&ada, "device");
    char headers[256], none[COOKIE_MAX] = "";
    snprintf(headers, sizeof headers,
             "Origin: http://127.0.0.1:%d\r\nUser-Agent: Mozilla/5.0 (Android 15; rv:140.0) Firefox/140.0\r\n",
             served.peer.port);
    assert_int_equal(request("POST", json_words(link, "path"), headers, ""), 204);
    json_decref(link);
    const char *cookie = strstr(response, "Set-Cookie: araldo=");
    assert_true(cookie && sscanf(cookie, "Set-Cookie: araldo=%64[0-9a-f]", second.cookie) == 1);
    assert_true(guest_connect(&second));
    assert_int_equal(request("GET", "/devices", "", ""), 401);

    json_t *devices = list_devices(ada.cookie);
    assert_int_equal(json_array_size(devices), 2);
    json_t *other = json_array_get(devices, 0), *here = json_array_get(devices, 1);
    if (json_is_true(json_object_get(other, "here"))) {
        json_t *swapped = other;
        other = here;
        here = swapped;
    }
    assert_true(json_is_true(json_object_get(here, "here")) && json_is_false(json_object_get(other, "here")));
    assert_string_equal(json_words(other, "name"), "Firefox, Android");
    assert_true(json_integer_value(json_object_get(other, "seen")) >= json_integer_value(json_object_get(here, "created")));

    assert_int_equal(log_out(zoe.cookie, other), 404); /* it is not hers */
    assert_int_equal(log_out(none, other), 401);
    assert_int_equal(log_out(ada.cookie, NULL), 404);
    char path[64];
    snprintf(path, sizeof path, "/devices/%s", json_words(other, "id"));
    snprintf(headers, sizeof headers, "Cookie: araldo=%s\r\nOrigin: http://elsewhere.example\r\n", ada.cookie);
    assert_int_equal(request("POST", path, headers, ""), 403); /* no other page can */
    assert_int_equal(log_out(ada.cookie, other), 204);
    assert_int_equal(guest_expect_close(&second), 4401);
    assert_int_equal(log_out(ada.cookie, other), 404);
    guest_disconnect(&second);
    assert_true(guest_connect_silently(&second));
    assert_int_equal(guest_expect_close(&second), 4401); /* it cannot come back */
    guest_say(&ada, "{\"do\":\"lobby\",\"on\":true}");
    json_decref(guest_expect(&ada, "lobby")); /* the first is still there */

    assert_int_equal(log_out(ada.cookie, here), 204);
    assert_int_equal(guest_expect_close(&ada), 4401);
    assert_int_equal(log_out(ada.cookie, here), 401);
    json_decref(devices);
    guest_release(&second);
    guest_release(&ada);
    guest_release(&zoe);
}

/* ---- bad input */

/* Guesses at links for another device come to an end, good link or not; pages and guests of the same address go on. */
static void test_guessed_links(void **state) {
    (void)state;
    char path[64];
    int gone = 0, status = 0;
    for (; gone <= 2 * LINKS_BURST; gone++) {
        snprintf(path, sizeof path, "/me/%032x", (unsigned)gone);
        if ((status = post(path, "")) != 410) break;
    }
    assert_int_equal(status, 429);
    assert_true(gone >= LINKS_BURST);
    assert_non_null(strstr(response, "\"links\""));
    assert_int_equal(request("GET", path, "", ""), 200); /* the page, which uses nothing up */
    assert_int_equal(post("/guest", "{\"name\":\"Ada\"}"), 200);
}

static void test_bad_messages(void **state) {
    (void)state;
    Guest guest;
    arrive(&guest, "Ada");
    static const char *const bad[][2] = {
        {"nonsense", "not-json"},
        {"[1]", "not-json"},
        {"{\"do\":\"fly\"}", "unknown-do"},
        {"{\"do\":5}", "bad-message"},
        {"{\"do\":\"enter\",\"table\":7,\"since\":null}", "bad-message"},
        {"{\"do\":\"sit\",\"key\":\"k\",\"table\":\"abc\"}", "bad-message"},
        {"{\"do\":\"enter\",\"table\":\"abcdefghijklmnop\",\"since\":null}", "no-such-table"},
        {"{\"do\":\"move\",\"key\":\"k\",\"table\":\"abcdefghijklmnop\",\"move\":\"7D\"}", "no-such-table"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        guest_say(&guest, "%s", bad[i][0]);
        const char *code = guest_expect_error(&guest);
        if (strcmp(code, bad[i][1]) != 0) print_message("# %s: %s\n", bad[i][0], code);
        assert_string_equal(code, bad[i][1]);
    }
    guest_release(&guest);
}

static int closes_with(const char *cookie, int opcode, const void *bytes, size_t length, bool raw) {
    Guest guest = {.peer = &served.peer, .inbox = json_array()};
    strcpy(guest.cookie, cookie);
    assert_true(guest_connect(&guest));
    if (raw) websocket_send_raw(guest.socket, bytes, length);
    else websocket_send_frame(guest.socket, opcode, bytes, length);
    int code = guest_expect_close(&guest);
    guest_release(&guest);
    return code;
}

static void test_closes(void **state) {
    (void)state;
    static char large[MESSAGE_BYTES_MAX + 1];
    memset(large, ' ', sizeof large);
    Guest guest;
    arrive(&guest, "Ada");
    assert_int_equal(closes_with(guest.cookie, WSLAY_BINARY_FRAME, "abc", 3, false), 4400);
    assert_int_equal(closes_with(guest.cookie, WSLAY_TEXT_FRAME, large, sizeof large, false), 1009);
    /* A header alone, before any of the 2^62 bytes: at once, not when the client has been silent for too long. */
    assert_int_equal(closes_with(guest.cookie, 0, "\x81\xff\x40\0\0\0\0\0\0\0mask", 14, true), 1009);
    assert_int_equal(closes_with(guest.cookie, WSLAY_TEXT_FRAME, "\xff\xfe", 2, false), 1007); /* no UTF-8 */
    assert_int_equal(closes_with(guest.cookie, 0, "\xff\xff\xff\xff\xff\xff", 6, true),
                     1005);                                                     /* no frame: closed without a reason */
    assert_int_equal(closes_with(guest.cookie, 0, "\x81\x01x", 3, true), 1002); /* not masked */
    /* The largest message there may be is an answer, not a close. */
    websocket_send(guest.socket, large, MESSAGE_BYTES_MAX);
    assert_string_equal(guest_expect_error(&guest), "not-json");
    guest_release(&guest);
    double cut = 0; /* figures are published once a second */
    for (int i = 0; i < 50 && cut < 2; i++, poll(NULL, 0, 100))
        cut = served_figure(&served, "araldo_cut_total{reason=\"oversize\"}");
    assert_int_equal((int)cut, 2);
}

static void test_floods(void **state) {
    (void)state;
    Guest guest, other;
    arrive(&guest, "Ada");
    arrive(&other, "Bob");
    for (int i = 0; i < 3 * MESSAGES_BURST; i++) guest_say(&guest, "{\"do\":\"lobby\",\"on\":false}");
    assert_int_equal(guest_expect_close(&guest), 4429);
    guest_disconnect(&guest);
    assert_true(guest_connect(&guest));
    for (int i = 0; i < 300; i++) websocket_send_frame(guest.socket, WSLAY_PING, "", 0);
    assert_int_equal(guest_expect_close(&guest), 4429);
    guest_say(&other, "{\"do\":\"hello\",\"version\":1}");
    require(&other, "welcome");
    guest_release(&guest);
    guest_release(&other);
}

#define CREATE_TABLE \
    "{\"do\":\"create\",\"key\":\"c%d\",\"game\":\"primiera\",\"variant\":\"classic\",\"people\":4,\"options\":{}," \
    "\"seats\":[\"me\",\"open\",\"open\",\"open\"],\"clock\":0,\"public\":true,\"chat\":false}"

static void create_tables(Guest *guest, int count) {
    for (int i = 0; i < count; i++) {
        guest_say(guest, CREATE_TABLE, i);
        require(guest, "done");
    }
}

/* Asks for the welcome, a long message, again and again, and reads nothing. */
static void test_never_reads(void **state) {
    (void)state;
    Guest deaf, other;
    arrive(&deaf, "Deaf");
    arrive(&other, "Bob");
    double cut = 0;
    for (int round = 0; round < 200 && cut < 1; round++) {
        for (int i = 0; i < (round ? 8 : MESSAGES_BURST - 2); i++) guest_say(&deaf, "{\"do\":\"hello\",\"version\":1}");
        poll(NULL, 0, 500);
        guest_say(&other, "{\"do\":\"hello\",\"version\":1}");
        require(&other, "welcome"); /* nobody else feels it */
        cut = served_figure(&served, "araldo_cut_total{reason=\"slow\"}");
    }
    assert_int_equal((int)cut, 1);
    /* A client that reads again at last learns why. */
    assert_int_equal(guest_expect_close(&deaf), 4408);
    guest_release(&deaf);
    guest_release(&other);
}

static void test_connections(void **state) {
    (void)state;
    enum { PERSONS = CONNECTIONS_PER_ADDRESS_MAX / CONNECTIONS_PER_PERSON_MAX };
    static Guest persons[PERSONS + 1], copies[CONNECTIONS_PER_ADDRESS_MAX];
    for (int i = 0; i <= PERSONS; i++) assert_true(guest_init(&persons[i], &served.peer, "Ada"));
    for (int i = 0; i < CONNECTIONS_PER_ADDRESS_MAX; i++) {
        copies[i] = (Guest){.peer = &served.peer, .inbox = json_array()};
        strcpy(copies[i].cookie, persons[i / CONNECTIONS_PER_PERSON_MAX].cookie);
        assert_true(guest_connect(&copies[i]));
    }
    int status;
    assert_null(websocket_open(&served.peer, persons[PERSONS].cookie, NULL, NULL, NULL, &status));
    assert_int_equal(status, 429);
    Peer neighbour = served.peer;
    neighbour.source = "127.0.0.2";
    persons[PERSONS].peer = &neighbour;
    assert_true(guest_connect(&persons[PERSONS])); /* another address may */
    guest_disconnect(&copies[0]);
    for (int i = 0; i < 100 && served_figure(&served, "araldo_connections") > CONNECTIONS_PER_ADDRESS_MAX; i++)
        poll(NULL, 0, 100);
    assert_true(guest_connect(&copies[0])); /* there is room again */
    for (int i = 0; i < CONNECTIONS_PER_ADDRESS_MAX; i++) guest_release(&copies[i]);
    for (int i = 0; i <= PERSONS; i++) guest_release(&persons[i]);
}

/* ---- a match */

/* Plays the first legal move whenever there is one, until the match is over. */
static void play_out(Guest *guest, const char *table) {
    json_t *message = NULL;
    for (int turn = 0; turn < 20000; turn++) {
        message = json_array_size(guest->inbox) ? json_incref(json_array_get(guest->inbox, 0)) : NULL;
        if (!message) {
            assert_true(guest_listen(guest, ANSWER_MS));
            continue;
        }
        json_array_remove(guest->inbox, 0);
        const char *say = json_words(message, "say");
        assert_string_not_equal(say, "error");
        const char *move = json_string_value(json_array_get(json_object_get(message, "legal"), 0));
        bool over = strcmp(json_words(message, "phase"), "over") == 0;
        if (move && strcmp(say, "entry") == 0)
            guest_say(guest, "{\"do\":\"move\",\"key\":\"m%d\",\"table\":\"%s\",\"move\":\"%s\"}", turn, table, move);
        json_decref(message);
        if (over) return;
        if (move) poll(NULL, 0, 50); /* below the limit of messages */
    }
    fail();
}

static void test_match(void **state) {
    (void)state;
    Guest guest;
    arrive(&guest, "Ada");
    guest_say(&guest,
              "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{\"target\":"
              "\"1\"},"
              "\"seats\":[\"me\",\"bot:easy\"],\"clock\":0,\"public\":false,\"chat\":false}");
    json_t *done = guest_expect(&guest, "done");
    char table[TABLE_ID_MAX], path[64];
    snprintf(table, sizeof table, "%s", json_words(done, "table"));
    json_decref(done);
    assert_int_equal(strlen(table), 16);
    snprintf(path, sizeof path, "/record/%s.jsonl", table);
    guest_say(&guest,
              "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,\"salt\":\"00112233445566778899aabbccddeeff\"}",
              table);
    assert_int_equal(request("GET", path, "", ""), 404); /* nothing is told before the end */
    play_out(&guest, table);
    assert_int_equal(request("GET", path, "", ""), 200);
    assert_non_null(strstr(response, "Content-Disposition: attachment"));
    char command[SERVED_PATH_MAX + 64];
    snprintf(command, sizeof command, "%s verify - >/dev/null", served_program());
    FILE *verify = popen(command, "w");
    fputs(strstr(response, "\r\n\r\n") + 4, verify);
    assert_int_equal(pclose(verify), 0);
    snprintf(path, sizeof path, "/replay/%s.json?eyes=all", table);
    assert_int_equal(request("GET", path, "", ""), 200);
    json_t *replay = json_loads(strstr(response, "\r\n\r\n") + 4, 0, NULL);
    assert_true(json_array_size(json_object_get(replay, "steps")) > 10);
    json_decref(replay);
    snprintf(path, sizeof path, "/replay/%s.json?eyes=9", table);
    assert_int_equal(request("GET", path, "", ""), 400);
    guest_release(&guest);
}

/* The disk is full: whoever moved is told that it did not count, nothing of it is there, and all goes on when there is room again. */
static void test_full_disk(void **state) {
    (void)state;
    Guest guest;
    arrive(&guest, "Ada");
    create_tables(&guest, 2);
    char log[SERVED_PATH_MAX + 32];
    struct stat file;
    snprintf(log, sizeof log, "%s-wal", served.data);
    assert_int_equal(stat(log, &file), 0);
    struct rlimit full = {(rlim_t)file.st_size, RLIM_INFINITY}, endless = {RLIM_INFINITY, RLIM_INFINITY};
    assert_int_equal(prlimit(served.process, RLIMIT_FSIZE, &full, NULL), 0);
    guest_say(&guest, CREATE_TABLE, 7);
    json_t *bye = guest_expect(&guest, "bye");
    assert_string_equal(json_words(bye, "code"), "store");
    json_decref(bye);
    assert_int_equal(guest_expect_close(&guest), 1013);
    for (int i = 0; i < 20; i++) assert_int_equal(post("/guest", "{\"name\":\"Bob\"}"), 503);
    assert_in_range(served_log_lines(&served, "a turn could not be saved"), 1, LOG_LINES_MAX + 1);
    int status = 200;
    for (int i = 0; i < 50 && status == 200; i++, poll(NULL, 0, 100)) status = request("GET", "/health", "", "");
    assert_int_equal(status, 503);
    assert_int_equal(prlimit(served.process, RLIMIT_FSIZE, &endless, NULL), 0);
    guest_disconnect(&guest);
    assert_true(guest_connect(&guest));
    guest_say(&guest, CREATE_TABLE, 7); /* the same key: it never counted */
    require(&guest, "done");
    for (int i = 0; i < 50 && status != 200; i++, poll(NULL, 0, 100)) status = request("GET", "/health", "", "");
    assert_int_equal(status, 200);
    guest_say(&guest, "{\"do\":\"lobby\",\"on\":true}");
    json_t *lobby = guest_expect(&guest, "lobby");
    assert_int_equal(json_array_size(json_object_get(lobby, "mine")), 3);
    json_decref(lobby);
    guest_release(&guest);
}

/* ---- TLS, and the end */

static void write_pem(const char *path, const gnutls_datum_t *datum) {
    FILE *file = fopen(path, "w");
    fwrite(datum->data, 1, datum->size, file);
    fclose(file);
}

/* A key and a certificate that it signs itself. */
static void make_certificate(const char *certificate_path, const char *key_path) {
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t certificate;
    gnutls_datum_t datum;
    gnutls_x509_privkey_init(&key);
    gnutls_x509_crt_init(&certificate);
    assert_int_equal(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0),
                     0);
    gnutls_x509_crt_set_version(certificate, 3);
    gnutls_x509_crt_set_serial(certificate, "\x01", 1);
    gnutls_x509_crt_set_activation_time(certificate, time(NULL) - 3600);
    gnutls_x509_crt_set_expiration_time(certificate, time(NULL) + 3600);
    gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, "localhost", 9);
    gnutls_x509_crt_set_key(certificate, key);
    assert_int_equal(gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0), 0);
    gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &datum);
    write_pem(certificate_path, &datum);
    gnutls_free(datum.data);
    gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &datum);
    write_pem(key_path, &datum);
    gnutls_free(datum.data);
    gnutls_x509_crt_deinit(certificate);
    gnutls_x509_privkey_deinit(key);
}

static void test_tls(void **state) {
    (void)state;
    char certificate[SERVED_PATH_MAX + 8], key[SERVED_PATH_MAX + 8];
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    snprintf(certificate, sizeof certificate, "%s/c.pem", served.folder);
    snprintf(key, sizeof key, "%s/k.pem", served.folder);
    make_certificate(certificate, key);
    assert_true(served_start(&served, (const char *const[]){"--tls-cert", certificate, "--tls-key", key, NULL}));
    assert_true(served.peer.tls);
    Guest guest;
    arrive(&guest, "Ada");
    create_tables(&guest, 1);
    char origin[96];
    snprintf(origin, sizeof origin, "Origin: https://127.0.0.1:%d\r\n", served.peer.port);
    assert_int_equal(request("POST", "/guest", origin, "{\"name\":\"Bob\"}"), 200);
    assert_non_null(strstr(response, "; Secure\r\n"));
    kill(served.process, SIGTERM);
    assert_int_equal(guest_expect_close(&guest), 1001);
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    guest_release(&guest);
    remove(certificate);
    remove(key);
}

static void test_stop(void **state) {
    (void)state;
    Guest guests[3];
    for (int i = 0; i < 3; i++) arrive(&guests[i], "Ada");
    create_tables(&guests[0], 1);
    kill(served.process, SIGTERM);
    for (int i = 0; i < 3; i++) {
        json_t *bye = guest_expect(&guests[i], "bye");
        assert_string_equal(json_words(bye, "code"), "shutdown");
        json_decref(bye);
        assert_int_equal(guest_expect_close(&guests[i]), 1001);
        guest_release(&guests[i]);
    }
    assert_int_equal(served_stop(&served, 0), 0);
    /* One that says nothing and never answers the close does not keep it. */
    assert_true(served_start(&served, NULL));
    Guest silent;
    arrive(&silent, "Ada");
    assert_int_equal(served_stop(&served, SIGINT), 0);
    guest_release(&silent);
    assert_true(served_start(&served, NULL));
    assert_int_equal(served_stop(&served, SIGHUP), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pages, start, stop),
        cmocka_unit_test_setup_teardown(test_guests, start, stop),
        cmocka_unit_test_setup_teardown(test_handshake, start, stop),
        cmocka_unit_test_setup_teardown(test_public_url, start, stop),
        cmocka_unit_test_setup_teardown(test_sessions, start, stop),
        cmocka_unit_test_setup_teardown(test_devices, start, stop),
        cmocka_unit_test_setup_teardown(test_guessed_links, start, stop),
        cmocka_unit_test_setup_teardown(test_bad_messages, start, stop),
        cmocka_unit_test_setup_teardown(test_closes, start, stop),
        cmocka_unit_test_setup_teardown(test_floods, start, stop),
        cmocka_unit_test_setup_teardown(test_never_reads, start, stop),
        cmocka_unit_test_setup_teardown(test_connections, start, stop),
        cmocka_unit_test_setup_teardown(test_match, start, stop),
        cmocka_unit_test_setup_teardown(test_full_disk, start, stop),
        cmocka_unit_test_setup_teardown(test_tls, start, stop),
        cmocka_unit_test_setup_teardown(test_stop, start, stop),
    };
    return tap_run("server", tests, sizeof tests / sizeof *tests);
}
