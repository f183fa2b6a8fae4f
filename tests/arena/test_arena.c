/* Checks the arena's statistics against numbers worked out by hand and printed tables; its values and seatings; the cheat. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/comparison.h"
#include "arena/statistics.h"
#include "bots/cheat.h"
#include "games/games.h"
#include "games/primiera/primiera.h"
#include "games/primo/primo.h"
#include "tests/support/tap.h"

static void assert_near(double expected, double actual, double within) {
    if (fabs(expected - actual) <= within) return;
    print_message("# expected %.9f, got %.9f\n", expected, actual);
    fail();
}

/* The values of printed tables, and of both ways to compute it at their border. */
static void students_quantiles(void **unused) {
    (void)unused;
    static const struct {
        double confidence;
        int64_t freedom;
        double quantile;
    } table[] = {{0.95, 1, 12.706205}, {0.95, 2, 4.302653},       {0.95, 3, 3.182446},   {0.95, 5, 2.570582},
                 {0.95, 10, 2.228139}, {0.95, 30, 2.042272},      {0.95, 100, 1.983972}, {0.95, 1000, 1.962339},
                 {0.99, 10, 3.169273}, {0.95, 1000000, 1.959966}, {0.90, 5, 2.015048},   {0.99, 1, 63.656741}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_near(table[i].quantile, student_quantile(table[i].confidence, table[i].freedom), 2e-6);
    assert_near(student_quantile(0.95, 2000), student_quantile(0.95, 2001), 1e-6);
}

/* 1, 2, 3, 4: mean 2.5, variance 5/3, standard error sqrt(5/12), three degrees of freedom. */
static void interval_by_hand(void **unused) {
    (void)unused;
    static const double values[] = {1, 2, 3, 4}, same[] = {2, 2, 2};
    Estimate estimate = estimate_mean(values, 4, 0.95);
    assert_int_equal(estimate.samples, 4);
    assert_near(2.5, estimate.mean, 1e-12);
    assert_near(3.182446 * sqrt(5.0 / 12), estimate.half_width, 1e-5);
    estimate = estimate_mean(same, 3, 0.95);
    assert_true(estimate.mean == 2 && estimate.half_width == 0);
    assert_true(isinf(estimate_mean(values, 1, 0.95).half_width) && isinf(estimate_mean(values, 0, 0.95).half_width));
}

/* Controls -1, 0, 1, 2 and values 2, 4, 5, 7: slope 8/5, at control 0 the line has 3.7; residuals -0.1, 0.3, -0.3, 0.1; the
 * variance there is 0.2 / 2 * (1/4 + 0.5 * 0.5 / 5). */
static void controlled_by_hand(void **unused) {
    (void)unused;
    static const double values[] = {2, 4, 5, 7}, controls[] = {-1, 0, 1, 2}, constant[] = {0, 0, 0, 0};
    Estimate estimate = estimate_controlled(values, controls, 4, 0.95);
    assert_near(3.7, estimate.mean, 1e-12);
    assert_near(4.302653 * sqrt(0.03), estimate.half_width, 1e-6);
    Estimate plain = estimate_mean(values, 4, 0.95), without = estimate_controlled(values, constant, 4, 0.95);
    assert_true(plain.mean == without.mean && plain.half_width == without.half_width);
}

static void looks_are_fixed(void **unused) {
    (void)unused;
    Looks looks = looks_plan(STOP_AT_END, 0, 50);
    assert_int_equal(looks.count, 1);
    assert_int_equal(looks.after[0], 50);
    assert_true(looks.confidence == 0.95);
    looks = looks_plan(STOP_DECIDED, 0, 3200);
    static const int64_t doubling[] = {100, 200, 400, 800, 1600, 3200};
    assert_int_equal(looks.count, 6);
    assert_memory_equal(looks.after, doubling, sizeof doubling);
    assert_near(1 - 0.05 / 6, looks.confidence, 1e-12);
    assert_int_equal(looks_plan(STOP_DECIDED, 0, 399).count, 2); /* 199 and 399: nobody looks at 99 */
    for (int64_t deals = 1; deals <= 1000000; deals *= 10) {
        looks = looks_plan(STOP_NARROW, 0.1, deals);
        assert_in_range(looks.count, 1, LOOKS_MAX);
        assert_int_equal(looks.after[looks.count - 1], deals);
        for (int i = 1; i < looks.count; i++) assert_true(looks.after[i] > looks.after[i - 1]);
    }
}

static void when_to_stop(void **unused) {
    (void)unused;
    Looks narrow = looks_plan(STOP_NARROW, 0.5, 1000), decided = looks_plan(STOP_DECIDED, 0.2, 1000);
    Looks end = looks_plan(STOP_AT_END, 0, 9);
    Estimate around = {.mean = 0.1, .half_width = 0.5}, above = {.mean = 0.8, .half_width = 0.5};
    Estimate below = {.mean = -0.8, .half_width = 0.5}, inside = {.mean = 0.05, .half_width = 0.1};
    assert_true(looks_satisfied(&narrow, &around));
    around.half_width = 0.51;
    assert_false(looks_satisfied(&narrow, &around));
    assert_false(looks_satisfied(&decided, &around));
    assert_true(looks_satisfied(&decided, &above) && looks_satisfied(&decided, &below) && looks_satisfied(&decided, &inside));
    assert_false(looks_satisfied(&end, &above));
}

/* A sample of mean 0 and variance 1, leaning to one side as the coins of a deal do. */
static double leaning(Chance *chance) {
    double uniform = ((double)(chance_bits(chance) >> 11) + 0.5) * 0x1p-53;
    return -1 - log(uniform);
}

/* Over many runs that stop by the rule, the interval told at the end holds the truth about as often as it says. (Without
 * stopping, after 400 such deals, it does in 94.6 of a hundred.) */
static void stopping_keeps_its_error(void **unused) {
    (void)unused;
    enum { DEALS = 3200 };
    static double values[DEALS];
    int runs = soak() ? 20000 : 1000;
    for (int rule = STOP_NARROW; rule <= STOP_DECIDED; rule++) {
        Chance chance = chance_fast(7);
        Looks looks = looks_plan((StopRule)rule, rule == STOP_NARROW ? 0.1 : 0, DEALS);
        int held = 0, early = 0;
        for (int run = 0; run < runs; run++) {
            Estimate estimate = {0};
            int64_t drawn = 0;
            for (int look = 0; look < looks.count; look++) {
                while (drawn < looks.after[look]) values[drawn++] = leaning(&chance);
                estimate = estimate_mean(values, looks.after[look], looks.confidence);
                if (looks_satisfied(&looks, &estimate)) break;
            }
            held += fabs(estimate.mean) <= estimate.half_width;
            early += estimate.samples < DEALS;
        }
        print_message("# rule %d: %d of %d intervals hold the truth, %d stopped early\n", rule, held, runs, early);
        assert_true(held >= runs * 0.925);
        if (rule == STOP_NARROW) assert_true(early > runs / 2);
    }
}

static void who_sits_where(void **unused) {
    (void)unused;
    Comparison classic = comparison_of(&primiera, CLASSIC, 4, AGAINST_ONE, UNIT_ROUND, MEASURE_POINTS);
    assert_int_equal(classic.seating_count, 2);
    assert_int_equal(classic.seatings[0], 0x5);
    assert_int_equal(classic.seatings[1], 0xa);
    assert_int_equal(comparison_of(&primo, PRIMO_TEAMS, 4, AGAINST_ONE, UNIT_MATCH, MEASURE_WINS).seating_count, 2);
    assert_int_equal(comparison_of(&primiera, HERALDS, 4, AGAINST_ONE, UNIT_ROUND, MEASURE_POINTS).seating_count, 4);
    assert_int_equal(comparison_of(&primero, 0, 6, AGAINST_HALF, UNIT_ROUND, MEASURE_POINTS).seating_count, SEATINGS_MAX);
    static const SeatSet six[] = {0x09, 0x12, 0x24}, five[] = {0x09, 0x12, 0x04}, two_pairs[] = {0x1b, 0x2d, 0x36};
    Comparison pairs = comparison_of(&primo, PRIMO_SIX, 6, AGAINST_ONE, UNIT_MATCH, MEASURE_WINS);
    assert_int_equal(pairs.seating_count, 3);
    assert_memory_equal(pairs.seatings, six, sizeof six);
    pairs = comparison_of(&primo, PRIMO_FIVE, 5, AGAINST_ONE, UNIT_MATCH, MEASURE_WINS);
    assert_int_equal(pairs.seating_count, 3);
    assert_memory_equal(pairs.seatings, five, sizeof five);
    pairs = comparison_of(&primo, PRIMO_SIX, 6, AGAINST_REST, UNIT_MATCH, MEASURE_WINS);
    assert_int_equal(pairs.seating_count, 3);
    assert_memory_equal(pairs.seatings, two_pairs, sizeof two_pairs);
    Comparison rest = comparison_of(&royalflush, 0, 3, AGAINST_REST, UNIT_MATCH, MEASURE_WINS);
    assert_int_equal(rest.seating_count, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(__builtin_popcount(rest.seatings[i]), 2);
}

/* What is minus itself the other way round: as many sides against as many. */
static void which_are_mutual(void **unused) {
    (void)unused;
    static const struct {
        const Game *game;
        int variant, people;
        bool mutual[3]; /* against one, half, the rest but one */
    } cases[] = {
        {&primiera, CLASSIC, 4, {true, true, true}},   {&primiera, TWO, 2, {true, true, true}},
        {&primiera, HERALDS, 4, {false, true, false}}, {&primiera, THREE, 3, {false, false, false}},
        {&primo, PRIMO_TEAMS, 4, {true, true, true}},  {&primo, PRIMO_FIVE, 5, {false, false, false}},
        {&primo, PRIMO_SIX, 6, {false, false, false}}, {&primo, PRIMO_SOLO, 1, {true, true, true}},
        {&primero, 0, 6, {false, true, false}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int against = AGAINST_ONE; against <= AGAINST_REST; against++) {
            Comparison comparison =
                comparison_of(cases[i].game, cases[i].variant, cases[i].people, (Against)against, UNIT_MATCH, MEASURE_WINS);
            assert_int_equal(comparison_mutual(&comparison), cases[i].mutual[against]);
        }
}

/* Pairs of three sides, one of which is a single player in `five`: a side's win is its own, whole, and a third is even. */
static void sides_win_together(void **unused) {
    (void)unused;
    for (int variant = PRIMO_FIVE; variant <= PRIMO_SIX; variant++) {
        int people = primo.variants[variant].people_max;
        Comparison wins = comparison_of(&primo, variant, people, AGAINST_ONE, UNIT_MATCH, MEASURE_WINS);
        Played played = {.winners = SEAT_BIT(0) | SEAT_BIT(3)};
        assert_int_equal(comparison_value(&wins, wins.seatings[0], &played), VALUE_ONE * 2 / 3);
        assert_int_equal(comparison_outcome(&wins, wins.seatings[0], VALUE_ONE * 2 / 3), OUTCOME_WIN);
        assert_int_equal(comparison_value(&wins, wins.seatings[2], &played), -VALUE_ONE / 3);
        assert_int_equal(comparison_outcome(&wins, wins.seatings[2], -VALUE_ONE / 3), OUTCOME_LOSS);
        played.winners |= wins.seatings[2]; /* shared by two sides, however many sit there */
        assert_int_equal(comparison_value(&wins, wins.seatings[2], &played), VALUE_ONE / 2 - VALUE_ONE / 3);
        assert_int_equal(comparison_outcome(&wins, wins.seatings[2], VALUE_ONE / 6), OUTCOME_DRAW);
        Comparison points = comparison_of(&primo, variant, people, AGAINST_ONE, UNIT_MATCH, MEASURE_POINTS);
        Played written = {.points = {4, 1, 2, 4, 1, 2}};
        assert_int_equal(comparison_value(&points, points.seatings[0], &written), VALUE_ONE * 5 / 2);
        assert_int_equal(comparison_value(&points, points.seatings[1], &written), -2 * VALUE_ONE);
        assert_int_equal(comparison_value(&points, points.seatings[2], &written), -VALUE_ONE / 2);
    }
}

/* Whatever the result, over all seatings of one and the same game nobody has gained anything. */
static void nobody_gains_against_himself(void **unused) {
    (void)unused;
    Chance chance = chance_fast(3);
    for (int round = 0; round < 2000; round++) {
        int people = 2 + (int)chance_below(&chance, 5), sum = 0;
        const Game *game = people > 4 && round % 2 ? &primo : &primero;
        int variant = game == &primero ? 0 : people == 5 ? PRIMO_FIVE : PRIMO_SIX;
        Measure measure = (Measure)chance_below(&chance, 2);
        Comparison comparison = comparison_of(game, variant, people, (Against)chance_below(&chance, 3), UNIT_MATCH, measure);
        Played played = {.winners = (SeatSet)chance_below(&chance, 1u << people)};
        for (int seat = 0; seat < people; seat++) played.points[seat] = (int)chance_below(&chance, 200) - 100;
        for (int i = 0; i < comparison.seating_count; i++)
            sum += comparison_value(&comparison, comparison.seatings[i], &played);
        assert_int_equal(sum, 0);
    }
}

static void values_by_hand(void **unused) {
    (void)unused;
    Comparison heralds = comparison_of(&primiera, HERALDS, 4, AGAINST_ONE, UNIT_ROUND, MEASURE_POINTS);
    Played played = {.points = {5, 2, 3, 4}, .winners = SEAT_BIT(0)};
    assert_int_equal(comparison_value(&heralds, SEAT_BIT(0), &played), 2 * VALUE_ONE);
    assert_int_equal(comparison_value(&heralds, SEAT_BIT(1), &played), -2 * VALUE_ONE);
    assert_int_equal(comparison_outcome(&heralds, SEAT_BIT(1), -2 * VALUE_ONE), OUTCOME_LOSS);
    Comparison wins = comparison_of(&primiera, HERALDS, 4, AGAINST_ONE, UNIT_MATCH, MEASURE_WINS);
    assert_int_equal(comparison_value(&wins, SEAT_BIT(0), &played), VALUE_ONE * 3 / 4);
    assert_int_equal(comparison_outcome(&wins, SEAT_BIT(0), VALUE_ONE * 3 / 4), OUTCOME_WIN);
    assert_int_equal(comparison_outcome(&wins, SEAT_BIT(0), -VALUE_ONE / 4), OUTCOME_LOSS);
    played.winners = SEAT_BIT(0) | SEAT_BIT(1);
    int shared = comparison_value(&wins, SEAT_BIT(0), &played);
    assert_int_equal(shared, VALUE_ONE / 4);
    assert_int_equal(comparison_outcome(&wins, SEAT_BIT(0), shared), OUTCOME_DRAW);
    played.forfeited[0] = true;
    assert_int_equal(comparison_outcome(&wins, SEAT_BIT(0), comparison_value(&wins, SEAT_BIT(0), &played)), OUTCOME_LOSS);
    assert_int_equal(comparison_value(&heralds, SEAT_BIT(0), &played), -10 * VALUE_ONE);
    Comparison solo = comparison_of(&primo, PRIMO_SOLO, 1, AGAINST_ONE, UNIT_MATCH, MEASURE_POINTS);
    Played first = {.points = {30}}, second = {.points = {20}};
    int values[2] = {comparison_value(&solo, solo.seatings[0], &first), comparison_value(&solo, solo.seatings[1], &second)};
    assert_near(10, comparison_deal(&solo, values, 2), 0);
}

/* Which of two cards can be laid without a sweep depends on what the next hand holds: the cheat knows, and plays the same by
 * the same dice. */
static void the_cheat_sees(void **unused) {
    (void)unused;
    static const struct {
        const char *position, *move;
    } cases[] = {
        {"primiera:classic dealer=3 turn=0 table=- hands=8D,9D/8S,10S/10B,10C/7S,7B piles=rest/-/-/- last=0", "9D"},
        {"primiera:classic dealer=3 turn=0 table=- hands=8D,9D/9S,10S/10B,10C/7S,7B piles=rest/-/-/- last=0", "8D"},
    };
    Error error;
    Cheat *cheat = cheat_open(&primiera, &error);
    assert_non_null(cheat);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        StateRoom room;
        Move expected;
        Chance dice = chance_fast(i), same = chance_fast(i);
        if (!primiera.parse(STATE_IN(room), span_of(cases[i].position), &error)) {
            print_message("# %s\n", error.text);
            fail();
        }
        assert_true(primiera.parse_move(STATE_IN(room), 0, span_of(cases[i].move), &expected, &error));
        assert_int_equal(cheat_choose(cheat, STATE_IN(room), 0, &dice), expected);
        assert_int_equal(cheat_choose(cheat, STATE_IN(room), 0, &same), expected);
    }
    cheat_free(cheat);
}

/* In every game it plays legal moves (which the cheat itself asserts), the same by the same dice, and with the hidden cards dealt
 * otherwise at least one choice is another. */
static void it_cheats_at_every_game(void **unused) {
    (void)unused;
    enum { MOVES = 5 };
    for (const Game *const *game = games; *game; game++) {
        Error error;
        Cheat *cheat = cheat_open(*game, &error);
        StateRoom room, view, other;
        Chance dice = chance_fast(7);
        Setup setup = {.people = (*game)->variants[0].people_max};
        int differ = 0;
        assert_non_null(cheat);
        assert_true((*game)->setup(STATE_IN(room), &setup, &dice, NULL, &error));
        for (int i = 0; i < MOVES && (*game)->actors(STATE_IN(room)); i++) {
            int actor = __builtin_ctz((*game)->actors(STATE_IN(room)));
            Chance first = chance_fast((uint64_t)i), same = first, third = first;
            Move move = cheat_choose(cheat, STATE_IN(room), actor, &first);
            assert_int_equal(move, cheat_choose(cheat, STATE_IN(room), actor, &same));
            (*game)->view(STATE_IN(room), actor, VIEW_IN(view));
            (*game)->determinize(VIEW_IN(view), &dice, STATE_IN(other));
            differ += move != cheat_choose(cheat, STATE_IN(other), actor, &third);
            (*game)->apply(STATE_IN(room), actor, move, &dice, NULL);
        }
        assert_true(differ > 0);
        cheat_free(cheat);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(students_quantiles),
        cmocka_unit_test(interval_by_hand),
        cmocka_unit_test(controlled_by_hand),
        cmocka_unit_test(looks_are_fixed),
        cmocka_unit_test(when_to_stop),
        cmocka_unit_test(stopping_keeps_its_error),
        cmocka_unit_test(who_sits_where),
        cmocka_unit_test(which_are_mutual),
        cmocka_unit_test(sides_win_together),
        cmocka_unit_test(nobody_gains_against_himself),
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(the_cheat_sees),
        cmocka_unit_test(it_cheats_at_every_game),
    };
    return tap_run("arena", tests, sizeof tests / sizeof *tests);
}
