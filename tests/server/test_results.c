/* Tests the results of the deals of the day over HTTP: sending a record, being compared, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "server/addresses.h"
#include "tests/server/served.h"
#include "tests/support/dealt.h"
#include "tests/support/tap.h"

static Served served;
static char response[RESPONSE_MAX], record[DEALT_BYTES_MAX], changed[DEALT_BYTES_MAX + 1024];

static int request(const char *method, const char *path, const char *cookie, const char *body) {
    char headers[COOKIE_MAX + 256], host[128];
    Text authority = text_init(host, sizeof host);
    peer_authority(&served.peer, &authority);
    snprintf(headers, sizeof headers, "Origin: http://%s\r\nCookie: araldo=%s\r\n", host, cookie);
    return peer_request(&served.peer, method, path, headers, body, response, sizeof response);
}

static void require(const char *words) {
    if (!strstr(response, words)) fail_msg("no %s in %s", words, response);
}

static void test_results(void **state) {
    (void)state;
    char ada[COOKIE_MAX], zoe[COOKIE_MAX], own[32];
    const char *path = "/daily/2026-11-17/primo/3";
    DailyDeal deal;
    assert_true(daily_read(&deal, span_of("primo"), span_of("2026-11-17"), span_of("3"), NULL));
    int score = dealt_play(&deal, record);
    assert_true(peer_guest(&served.peer, "Ada", ada) && peer_guest(&served.peer, "Zoe", zoe));
    assert_int_equal(request("GET", path, "", ""), 200);
    require("{\"scores\":[],\"people\":0,\"own\":null,\"percentile\":null}");

    /* Nothing is stored of what is refused. */
    assert_int_equal(request("POST", path, "", record), 401);
    assert_int_equal(request("POST", path, ada, ""), 422);
    require("no record");
    snprintf(changed, sizeof changed, "%.*s", (int)strlen(record) / 2, record);
    assert_int_equal(request("POST", path, ada, changed), 422);
    require("is cut");
    assert_int_equal(request("POST", "/daily/2026-11-17/primo/2", ada, record), 422);
    require("another deal");
    assert_int_equal(request("POST", "/daily/2026-11-17/primo/5", ada, record), 404);
    assert_int_equal(request("POST", "/daily/9998-11-17/primo/3", ada, record), 404);
    memset(changed, 'x', sizeof changed - 1);
    changed[sizeof changed - 1] = '\0';
    int status = request("POST", path, ada, changed);
    assert_true(status == 413 || status == -1); /* cut while it is still being sent */
    assert_int_equal(request("GET", path, ada, ""), 200);
    require("\"people\":0");

    snprintf(own, sizeof own, "\"own\":%d,", score);
    assert_int_equal(request("POST", path, ada, record), 200);
    require("\"people\":1");
    require(own);
    require("\"percentile\":null");
    assert_int_equal(request("POST", path, ada, record), 200); /* a second time changes nothing */
    require("\"people\":1");
    assert_int_equal(request("POST", path, zoe, record), 200);
    require("\"people\":2");
    require("\"percentile\":50}");
    assert_int_equal(request("GET", path, "", ""), 200);
    require("\"people\":2,\"own\":null");

    /* The month says which deals people have played. */
    char counted[96];
    snprintf(counted, sizeof counted, "{\"deals\":[{\"day\":\"2026-11-17\",\"board\":3,\"people\":2,\"own\":%d}]}", score);
    assert_int_equal(request("GET", "/daily/2026-11/primo", ada, ""), 200);
    require(counted);
    assert_int_equal(request("GET", "/daily/2026-11/primo", "", ""), 200);
    require("\"people\":2,\"own\":null}");
    assert_int_equal(request("GET", "/daily/2026-11/primiera", ada, ""), 200);
    require("{\"deals\":[]}");
    for (const char *const *bad =
             (const char *const[]){"2026-13/primo", "9998-11/primo", "2026-11/chess", "2026-11/primo/3", NULL};
         *bad; bad++) {
        char nowhere[64];
        snprintf(nowhere, sizeof nowhere, "/daily/%s", *bad);
        assert_int_equal(request("GET", nowhere, "", ""), 404);
    }
    assert_int_equal(request("POST", "/daily/2026-11/primo", ada, record), 404);
}

/* What was played already is not played again here; and an address may have only so many checked. */
static void test_repeated(void **state) {
    (void)state;
    char eve[COOKIE_MAX], bob[COOKIE_MAX];
    const char *path = "/daily/2026-11-17/primo/3";
    assert_true(peer_guest(&served.peer, "Eve", eve) && peer_guest(&served.peer, "Bob", bob));
    assert_int_equal(request("POST", path, eve, record), 200);
    for (int i = 0; i < 2 * RESULTS_BURST; i++) assert_int_equal(request("POST", path, eve, "nothing"), 200);
    int status = 0, sent = 0;
    for (; sent < 4 * RESULTS_BURST && status != 429; sent++) status = request("POST", path, bob, sent % 2 ? "nothing" : "");
    assert_int_equal(status, 429);
    require("\"results\"");
    assert_true(sent > RESULTS_BURST / 2); /* some were used before */
    assert_int_equal(request("POST", path, eve, record), 200);
    served.peer.source = "127.0.7.2";
    assert_int_equal(request("POST", path, bob, record), 200);
    served.peer.source = NULL;
}

int main(void) {
    served_init(&served);
    if (!served_start(&served, (const char *const[]){NULL})) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_results), cmocka_unit_test(test_repeated)};
    int status = tap_run("results", tests, sizeof tests / sizeof *tests);
    served_stop(&served, 15);
    served_release(&served);
    return status;
}
