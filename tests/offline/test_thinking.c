/* Tests how bots fit themselves to a slow device: a thinker that only counts its work stands in, and work is the only clock. */
#include <string.h>

#include "offline/thinking.h"
#include "tests/support/tap.h"
#include "tests/support/toy.h"

enum { THOUGHTS = 300, LONGEST_MS = 2000, EASIEST = 8, STRONGEST = 10000 };

/* What the device takes, in microseconds: to open a thinker, and for an iteration in the position at hand. */
static struct {
    int64_t now, opening, iteration;
    int opened, percent;
    const char *plays;
} device;

static int64_t clock_ms(void) { return device.now / 1000; }

static void *open_counting(const Game *game, Budget budget) {
    static char memory;
    (void)game;
    assert_int_equal(budget.iterations, STRONGEST);
    device.now += device.opening;
    device.opened++;
    return &memory;
}

static void close_counting(void *memory) { (void)memory; }

static Move choose(void *memory, const View *view, int actor, Budget budget, Chance *chance) {
    (void)memory, (void)view, (void)actor, (void)chance;
    assert_in_range(budget.iterations, 1, STRONGEST);
    device.now += device.iteration * budget.iterations;
    return (Move)budget.iterations;
}

static Expectation expects(const void *memory) {
    (void)memory;
    return (Expectation){.kind = EXPECTS_NOTHING};
}

static const Thinker *counting(const Game *game) {
    static const Thinker thinker = {.iterations = {EASIEST, 220, STRONGEST},
                                    .open = open_counting,
                                    .close = close_counting,
                                    .choose = choose,
                                    .expects = expects};
    (void)game;
    return &thinker;
}

static void hear_share(const char *game, const char *level, const char *plays, int percent) {
    (void)game;
    assert_string_equal(level, "strong");
    device.plays = plays;
    device.percent = percent;
}

static Thinking begin(int64_t opening) {
    memset(&device, 0, sizeof device);
    device.opening = opening;
    device.percent = 100;
    return (Thinking){.thinker_of = counting, .clock_ms = clock_ms, .share = hear_share};
}

/* All that an answer takes, in milliseconds, where an iteration takes so many microseconds. */
static int64_t answer(Thinking *thinking, const char *level, int64_t iteration, Answer *answered) {
    static Ask ask;
    ask = (Ask){.game = &toy};
    strncpy(ask.bot, level, sizeof ask.bot - 1);
    device.iteration = iteration;
    int64_t began = device.now;
    thinking_answer(thinking, &ask, answered);
    return (device.now - began) / 1000;
}

/* Opening is dear in Primero, so it is done once, whatever is tried and for all levels together. */
static void test_a_thinker_is_opened_once(void **unused) {
    (void)unused;
    Thinking thinking = begin(600000);
    Answer answered;
    for (int i = 0; i < THOUGHTS; i++) answer(&thinking, (const char *[]){"easy", "medium", "strong"}[i % 3], 600, &answered);
    assert_int_equal(device.opened, 1);
}

/* Devices from quick to very slow, positions of which one is dearer than another. */
static void test_no_answer_takes_too_long(void **unused) {
    (void)unused;
    for (int64_t usual = 1; usual <= 8192; usual *= 2) {
        Thinking thinking = begin(600000);
        Chance chance = chance_fast((uint64_t)usual);
        for (int i = 0; i < THOUGHTS; i++) {
            Answer answered;
            int64_t took = answer(&thinking, "strong", usual * (1 + chance_below(&chance, 4)), &answered);
            if (took > LONGEST_MS) fail_msg("at %d us an iteration, thought %d took %d ms", (int)usual, i, (int)took);
        }
    }
}

/* The page is told which level is left, and what share of it: those of the move that was made. */
static void test_the_share_is_told(void **unused) {
    (void)unused;
    Thinking thinking = begin(0);
    Answer answered;
    answer(&thinking, "strong", 10, &answered);
    assert_int_equal(device.percent, 100);
    assert_int_equal(answered.move, STRONGEST);
    thinking = begin(0);
    answer(&thinking, "strong", 700, &answered);
    assert_int_equal(answered.move, STRONGEST / 8);
    assert_string_equal(device.plays, "strong");
    assert_int_equal(device.percent, 13);
    thinking = begin(0);
    answer(&thinking, "strong", 100000, &answered);
    assert_int_equal(answered.move, STRONGEST / 1024);
    assert_string_equal(device.plays, "medium");
    assert_int_equal(device.percent, 5);
    thinking = begin(0);
    answer(&thinking, "strong", 10000000, &answered);
    assert_int_equal(answered.move, EASIEST);
    assert_string_equal(device.plays, "easy");
    assert_int_equal(device.percent, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_thinker_is_opened_once),
        cmocka_unit_test(test_no_answer_takes_too_long),
        cmocka_unit_test(test_the_share_is_told),
    };
    return tap_run("thinking", tests, sizeof tests / sizeof *tests);
}
