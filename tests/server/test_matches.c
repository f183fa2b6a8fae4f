/* Tests the makers of replays and records: limits by address and in all, and that everybody is answered at the end. */
#include "server/matches.h"
#include "tests/support/tap.h"

static int answers[5];

static void count(MatchRequest *request) { answers[request->outcome]++; }

/* Without threads everything waits, so the limits are exact. */
static void test_limits(void **state) {
    (void)state;
    static MatchRequest requests[2 * MATCHES_WAITING_MAX];
    Error error = {""};
    Log log = {.level = LOG_ERROR};
    Matches *matches = matches_open("nowhere", 0, &log, &error);
    assert_non_null(matches);
    int taken = 0, refused = 0;
    for (int i = 0; i < MATCHES_PER_ADDRESS_MAX + 3; i++) {
        requests[i] = (MatchRequest){.address = 1, .answered = count};
        if (matches_ask(matches, &requests[i])) taken++;
        else refused++;
    }
    assert_int_equal(taken, MATCHES_PER_ADDRESS_MAX); /* the greedy wait, */
    assert_int_equal(refused, 3);
    for (int i = taken + refused; i < 2 * MATCHES_WAITING_MAX; i++) {
        requests[i] = (MatchRequest){.address = (AddressKey)i + 10, .answered = count};
        if (matches_ask(matches, &requests[i])) taken++;
        else refused++;
    }
    assert_int_equal(taken, MATCHES_WAITING_MAX); /* others do not, until all places are taken */
    assert_int_equal(matches_counts(matches).refused, refused);
    matches_stop(matches);
    assert_int_equal(answers[MATCH_STOPPED], MATCHES_WAITING_MAX);
    requests[0] = (MatchRequest){.address = 7, .answered = count};
    assert_false(matches_ask(matches, &requests[0]));
    matches_free(matches);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limits)};
    return tap_run("matches", tests, sizeof tests / sizeof *tests);
}
