/* Tests how descriptors are shared out, and which lines of the log are left out. */
#include <string.h>

#include "room/limits.h"
#include "server/http.h"
#include "server/log.h"
#include "server/machine.h"
#include "tests/support/tap.h"

static void test_descriptors(void **state) {
    (void)state;
    for (long descriptors = 0; descriptors < 40000; descriptors += 7)
        for (int per_socket = 1; per_socket <= 3; per_socket += 2) {
            int sockets = CONNECTIONS_MAX, pages = PAGES_MAX;
            bool good = machine_share_descriptors(descriptors, per_socket, &sockets, &pages);
            if (!good) {
                assert_in_range(descriptors, 0, SPARE_DESCRIPTORS + 2 * per_socket);
                continue;
            }
            assert_in_range(sockets, 1, CONNECTIONS_MAX);
            assert_in_range(pages, 1, PAGES_MAX);
            assert_true((long)sockets * per_socket + pages + SPARE_DESCRIPTORS <= descriptors);
        }
    int sockets = CONNECTIONS_MAX, pages = PAGES_MAX;
    assert_true(machine_share_descriptors(20000, 1, &sockets, &pages));
    assert_int_equal(sockets, CONNECTIONS_MAX);
    assert_int_equal(pages, PAGES_MAX);
}

/* A hundred lines of a kind in a second: five are written, and then one that counts the others. */
static void test_log_limits(void **state) {
    (void)state;
    LogLimits limits;
    LogKind kind;
    const char *one = "one %d", *other = "other";
    int64_t now = 1000 * 1000;
    int written = 0;
    log_limits_init(&limits);
    for (int i = 0; i < 100; i++) written += log_limits_allow(&limits, LOG_ERROR, one, "one 7", now + 10 * i);
    assert_int_equal(written, LOG_LINES_MAX);
    assert_true(log_limits_allow(&limits, LOG_INFO, other, "other", now + 500)); /* another kind has its own */
    assert_false(log_limits_take(&limits, now + 1000, &kind));
    assert_true(log_limits_take(&limits, now + LOG_WINDOW_MS, &kind));
    assert_int_equal(kind.left_out, 100 - LOG_LINES_MAX);
    assert_int_equal(kind.level, LOG_ERROR);
    assert_string_equal(kind.last, "one 7");
    assert_false(log_limits_take(&limits, now + LOG_WINDOW_MS, &kind)); /* told once */
    assert_true(log_limits_allow(&limits, LOG_ERROR, one, "one 8", now + LOG_WINDOW_MS));
    log_limits_release(&limits);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_descriptors), cmocka_unit_test(test_log_limits)};
    return tap_run("machine", tests, sizeof tests / sizeof *tests);
}
