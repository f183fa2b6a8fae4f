/* The oracle for Primero on examples worked out by hand: hands, the counts of the rules page, bids, who counts at the
 * showdown, and the division of the coins. */
#include <stdlib.h>
#include <string.h>

#include "tests/oracle_primero.h"
#include "tests/tap.h"

/* ---- hands */

static void expect_worth(const char *words, OracleType type, int points) {
    OraclePrimeroHand hand = oracle_primero_hand(words);
    OracleValue value = oracle_primero_value(&hand);
    if (value.type != type || value.points != points)
        fail_msg("%s is of type %d with %d points", words, (int)value.type, value.points);
}

static void values_by_hand(void **unused) {
    (void)unused;
    expect_worth("7h 6h 2c Kd", ORACLE_NUMERUS, 39);
    expect_worth("7h 6h 5h Kd", ORACLE_NUMERUS, 54);
    expect_worth("Kh Qh Jc 7c", ORACLE_NUMERUS, 31); /* two suits of two: the one that gives most */
    expect_worth("Kh Qh Jh 7c", ORACLE_NUMERUS, 30); /* all cards of the suit, though the 7c is alone */
    expect_worth("Kh Qh Jc Kd", ORACLE_NUMERUS, 20);
    expect_worth("7h 7c 7d 6s", ORACLE_PRIMERO, 81);
    expect_worth("Kh Qc Jd Js", ORACLE_PRIMERO, 40); /* king and queen are not alike */
    expect_worth("Ah 6h 7h Kd", ORACLE_SUPREMUS, 55);
    expect_worth("7s 2c As 6s", ORACLE_SUPREMUS, 55);
    expect_worth("Ah 6h 7c Kh", ORACLE_NUMERUS, 44); /* the seven is of another suit */
    expect_worth("Ah 6h 7h 5h", ORACLE_FLUXUS, 70); /* ace, six, seven and a fourth of the suit */
    expect_worth("Kh Qh Jh 2h", ORACLE_FLUXUS, 42);
    expect_worth("7h 7c 7d 7s", ORACLE_CHORUS, 84);
    expect_worth("Qh Qc Qd Qs", ORACLE_CHORUS, 40); /* never a primero by itself */
    expect_worth("Ah Ac Ad As", ORACLE_CHORUS, 64);
}

static void comparisons_by_hand(void **unused) {
    (void)unused;
    static const OracleValue ascending[] = {{ORACLE_NUMERUS, 20}, {ORACLE_NUMERUS, 54}, {ORACLE_PRIMERO, 40},
                                            {ORACLE_PRIMERO, 81}, {ORACLE_SUPREMUS, 55}, {ORACLE_FLUXUS, 42},
                                            {ORACLE_FLUXUS, 70},  {ORACLE_CHORUS, 40},   {ORACLE_CHORUS, 84}};
    int count = sizeof ascending / sizeof *ascending;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            int order = oracle_primero_compare(ascending[i], ascending[k]);
            assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
        }
}

/* The table of the rules page. */
static void all_hands_counted(void **unused) {
    (void)unused;
    static const int expected[ORACLE_TYPES] = {0, 80430, 9990, 120, 840, 10};
    static const int lowest[ORACLE_TYPES] = {0, 20, 40, 55, 42, 40}, highest[ORACLE_TYPES] = {0, 54, 81, 55, 70, 84};
    OracleHands *hands = malloc(sizeof *hands);
    int all = 0;
    oracle_primero_hands(hands);
    for (int type = ORACLE_NO_TYPE; type < ORACLE_TYPES; type++) {
        int of_type = 0;
        for (int points = 0; points <= ORACLE_PRIMERO_POINTS_MAX; points++) {
            bool never = type == ORACLE_NO_TYPE || points < lowest[type] || points > highest[type];
            if (type == ORACLE_NUMERUS) never = never || points == 21;
            if (type == ORACLE_PRIMERO) never = never || points == 41 || points == 80;
            if (type == ORACLE_CHORUS) {
                static const int sums[] = {40, 48, 52, 56, 60, 64, 72, 84};
                never = true;
                for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) never = never && points != sums[i];
            }
            assert_int_equal(hands->count[type][points] == 0, never);
            of_type += hands->count[type][points];
        }
        assert_int_equal(of_type, expected[type]);
        all += of_type;
    }
    assert_int_equal(all, 91390);
    assert_int_equal(hands->count[ORACLE_CHORUS][40], 3); /* kings, queens, jacks */
    assert_int_equal(hands->count[ORACLE_PRIMERO][81], 4); /* three sevens and the six of the fourth suit */
    free(hands);
}

/* ---- Italian bids */

static void expect_makes(const char *words, OracleType type, int bid, int expected) {
    OraclePrimeroHand hand = oracle_primero_hand(words);
    int points;
    bool makes = oracle_primero_makes(&hand, (OracleValue){type, bid}, &points);
    if (makes != (expected > 0) || (makes && points != expected)) fail_msg("%s at %d of type %d", words, bid, (int)type);
}

static void makes_by_hand(void **unused) {
    (void)unused;
    expect_makes("7h 6h 2c Kd", ORACLE_NUMERUS, 39, 39);
    expect_makes("7h 6h 2c Kd", ORACLE_NUMERUS, 40, 0);
    expect_makes("7h 6h 2c Kd", ORACLE_PRIMERO, 40, 0);
    expect_makes("7h 6c 2d Ks", ORACLE_NUMERUS, 20, 0); /* a better type that was never bid */
    expect_makes("7h 6c 2d Ks", ORACLE_PRIMERO, 61, 61);
    expect_makes("Ah 6h 7h Kd", ORACLE_PRIMERO, 55, 55); /* supremus called primero */
    expect_makes("Ah 6h 7h Kd", ORACLE_PRIMERO, 56, 0);
    expect_makes("Ah 6h 7h Kd", ORACLE_SUPREMUS, 55, 55);
    expect_makes("Ah 6h 7h Kd", ORACLE_NUMERUS, 20, 0);
    expect_makes("Ah 6h 7h Kd", ORACLE_FLUXUS, 42, 0);
    expect_makes("Ah 6h 7h 5h", ORACLE_SUPREMUS, 55, 0); /* it is a fluxus */
    expect_makes("Ah 6h 7h 5h", ORACLE_PRIMERO, 40, 0);
    expect_makes("Ah 6h 7h 5h", ORACLE_FLUXUS, 70, 70);
    expect_makes("5h 5c 5d 5s", ORACLE_PRIMERO, 60, 60); /* chorus called primero, or fluxus */
    expect_makes("5h 5c 5d 5s", ORACLE_PRIMERO, 61, 0);
    expect_makes("5h 5c 5d 5s", ORACLE_FLUXUS, 58, 60);
    expect_makes("5h 5c 5d 5s", ORACLE_SUPREMUS, 55, 0);
    expect_makes("5h 5c 5d 5s", ORACLE_CHORUS, 60, 60);
    expect_makes("5h 5c 5d 5s", ORACLE_CHORUS, 64, 0);
}

static void may_bid_by_hand(void **unused) {
    (void)unused;
    static const struct {
        const char *hand;
        OracleValue standing, bid;
        bool allowed;
    } cases[] = {
        {"7h 6h 2c Kd", {ORACLE_NO_TYPE, 0}, {ORACLE_NUMERUS, 20}, true},
        {"7h 6h 2c Kd", {ORACLE_NUMERUS, 20}, {ORACLE_NUMERUS, 21}, false}, /* no hand is worth that */
        {"7h 6h 2c Kd", {ORACLE_NUMERUS, 20}, {ORACLE_NUMERUS, 20}, false},
        {"7h 6h 2c Kd", {ORACLE_NUMERUS, 20}, {ORACLE_CHORUS, 84}, true}, /* the bluff */
        {"7h 6h 2c Kd", {ORACLE_PRIMERO, 40}, {ORACLE_NUMERUS, 54}, false},
        {"7h 6c 2d Ks", {ORACLE_NO_TYPE, 0}, {ORACLE_NUMERUS, 54}, false}, /* understated */
        {"7h 6c 2d Ks", {ORACLE_NUMERUS, 20}, {ORACLE_PRIMERO, 40}, true},
        {"Ah 6h 7h Kd", {ORACLE_NUMERUS, 54}, {ORACLE_PRIMERO, 40}, false}, /* primero is not the standing bid */
        {"Ah 6h 7h Kd", {ORACLE_PRIMERO, 40}, {ORACLE_PRIMERO, 42}, true},
        {"Ah 6h 7h Kd", {ORACLE_PRIMERO, 40}, {ORACLE_PRIMERO, 81}, true}, /* and beyond its 55, too */
        {"Ah 6h 7h Kd", {ORACLE_SUPREMUS, 55}, {ORACLE_SUPREMUS, 55}, false},
        {"Ah 6h 7h 5h", {ORACLE_PRIMERO, 40}, {ORACLE_PRIMERO, 42}, false}, /* a fluxus is not excepted */
        {"5h 5c 5d 5s", {ORACLE_PRIMERO, 40}, {ORACLE_PRIMERO, 42}, true},
        {"5h 5c 5d 5s", {ORACLE_PRIMERO, 40}, {ORACLE_SUPREMUS, 55}, false},
        {"5h 5c 5d 5s", {ORACLE_PRIMERO, 40}, {ORACLE_FLUXUS, 42}, false}, /* only while fluxus stands */
        {"5h 5c 5d 5s", {ORACLE_FLUXUS, 42}, {ORACLE_FLUXUS, 43}, true},
        {"5h 5c 5d 5s", {ORACLE_FLUXUS, 42}, {ORACLE_CHORUS, 44}, false},
        {"5h 5c 5d 5s", {ORACLE_FLUXUS, 42}, {ORACLE_CHORUS, 40}, true},
    };
    OracleHands *hands = malloc(sizeof *hands);
    oracle_primero_hands(hands);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OraclePrimeroHand hand = oracle_primero_hand(cases[i].hand);
        if (oracle_primero_may_bid(hands, &hand, cases[i].standing, cases[i].bid) != cases[i].allowed)
            fail_msg("bid %d: %s", (int)i, cases[i].hand);
    }
    free(hands);
}

/* ---- the coins */

static const char high[] = "7h 7c 7d 6s", middle[] = "7h 7c 6d 6s", low[] = "7h 7c 2d 2s"; /* primeros: 81, 78, 66 */
static const char numerus[] = "7h 6h 2c Kd", fluxus[] = "Kh Qh Jh 2h", supremus[] = "Ac 6c 7c 5d", chorus[] = "5h 5c 5d 5s";

static OracleBettor in(int paid, int purse, const char *hand) {
    return (OracleBettor){.paid = paid, .purse = purse, .in = true, .hand = oracle_primero_hand(hand)};
}

static OracleBettor folded(int paid, int purse) {
    return (OracleBettor){.paid = paid, .purse = purse, .hand = oracle_primero_hand(chorus)};
}

/* What each gets from the eldest on, won and given back, and what is carried; no coin is made or lost. */
static void expect_division(const OracleShowdown *showdown, const int *won, const int *back, int carried) {
    OracleDivision division;
    int coins = showdown->pot, given = 0;
    oracle_primero_divide(showdown, &division);
    for (int i = 0; i < showdown->players; i++) {
        if (division.won[i] != won[i] || division.back[i] != back[i])
            fail_msg("player %d wins %d and gets %d back", i, division.won[i], division.back[i]);
        coins += showdown->player[i].paid;
        given += division.won[i] + division.back[i];
    }
    assert_int_equal(division.carried, carried);
    assert_int_equal(coins, given + carried);
}

#define WON(...) (int[ORACLE_PRIMERO_PLAYERS_MAX]){__VA_ARGS__}
#define BACK(...) (int[ORACLE_PRIMERO_PLAYERS_MAX]){__VA_ARGS__}
#define NOTHING (int[ORACLE_PRIMERO_PLAYERS_MAX]){0}

static void english_by_hand(void **unused) {
    (void)unused;
    OracleShowdown plain = {.players = 3, .pot = 3, .player = {in(5, 9, low), in(5, 9, high), folded(2, 12)}};
    expect_division(&plain, WON(0, 15, 0), NOTHING, 0);
    plain.bid = (OracleValue){ORACLE_NUMERUS, 20}; /* no restriction */
    expect_division(&plain, WON(0, 15, 0), NOTHING, 0);
    OracleShowdown types = {.players = 4, .player = {in(1, 0, fluxus), in(1, 0, supremus), in(1, 0, chorus), in(1, 0, high)}};
    expect_division(&types, WON(0, 0, 4, 0), NOTHING, 0);
    OracleShowdown alone = {.players = 3, .pot = 6, .player = {folded(4, 1), folded(4, 1), in(6, 0, numerus)}};
    expect_division(&alone, WON(0, 0, 6 + 12), BACK(0, 0, 2), 0); /* nobody matched the last two */
}

static void all_in_by_hand(void **unused) {
    (void)unused;
    /* Three all in with different amounts, the shortest with the best hand; the fourth is covered by none. */
    OracleShowdown three = {.players = 4,
                            .pot = 4,
                            .player = {in(3, 0, chorus), in(7, 0, high), in(12, 8, numerus), in(10, 0, middle)}};
    expect_division(&three, WON(4 + 3 * 4, 4 * 3, 0, 3 * 2), BACK(0, 0, 2, 0), 0);
    /* The same with the worst hand shortest: the best takes all it paid for. */
    OracleShowdown other = {.players = 4,
                            .pot = 4,
                            .player = {in(3, 0, numerus), in(7, 0, middle), in(12, 8, high), in(10, 0, low)}};
    expect_division(&other, WON(0, 0, 4 + 12 + 12 + 6, 0), BACK(0, 0, 2, 0), 0);
    /* A folded player's coins lie in the layers, too: 3 × 3, then 2 × 2 with one of them out, then 3 unmatched. */
    OracleShowdown out = {.players = 3, .player = {in(3, 0, high), folded(5, 0), in(8, 1, low)}};
    expect_division(&out, WON(9, 0, 4), BACK(0, 0, 3), 0);
    /* All payers of a layer have folded: it goes back to them. */
    OracleShowdown gone = {.players = 3, .pot = 2, .player = {in(3, 0, low), folded(6, 4), folded(8, 2)}};
    expect_division(&gone, WON(2 + 9, 0, 0), BACK(0, 3, 5), 0);
    /* Who had nothing left for a bet can win the antes whole, and nothing else. */
    OracleShowdown antes = {.players = 3, .pot = 11, .player = {in(0, 0, high), in(4, 0, low), in(4, 6, middle)}};
    expect_division(&antes, WON(11, 0, 8), NOTHING, 0);
}

static void ties_by_hand(void **unused) {
    (void)unused;
    static const char same[] = "7d 7s 2h 2c"; /* as good as `low` */
    OracleShowdown tie = {.players = 3, .pot = 1, .player = {in(4, 0, numerus), in(4, 0, low), in(4, 0, same)}};
    expect_division(&tie, WON(0, 13, 0), NOTHING, 0); /* the eldest of the two */
    tie.split = true;
    expect_division(&tie, WON(0, 1 + 6, 6), NOTHING, 0);
    /* Odd coins from the eldest on, in each layer: 3 × 1 among two, then 4 + 4, with one of the tied short. */
    OracleShowdown layers = {.split = true, .players = 3, .player = {in(1, 0, low), in(5, 0, same), in(5, 0, numerus)}};
    expect_division(&layers, WON(2, 1 + 8, 0), NOTHING, 0);
    OracleShowdown three = {.split = true, .players = 4,
                            .player = {in(2, 0, low), in(2, 0, same), folded(2, 0), in(2, 0, low)}};
    expect_division(&three, WON(3, 3, 0, 2), NOTHING, 0);
}

static void italian_by_hand(void **unused) {
    (void)unused;
    OracleShowdown deal = {.italian = true, .bid = {ORACLE_PRIMERO, 60}, .players = 3,
                           .player = {in(5, 5, fluxus), in(5, 5, low), in(5, 5, numerus)}};
    expect_division(&deal, WON(0, 15, 0), NOTHING, 0); /* the fluxus was never bid */
    deal.bid.points = 66;
    expect_division(&deal, WON(0, 15, 0), NOTHING, 0); /* just made */
    deal.bid.points = 67;
    expect_division(&deal, NOTHING, NOTHING, 15); /* nobody makes it: carried */
    deal.last = true;
    expect_division(&deal, WON(15, 0, 0), NOTHING, 0); /* and on the last deal the highest of all takes it */
    deal.player[0].in = deal.player[2].in = false;
    deal.last = false;
    expect_division(&deal, WON(0, 15, 0), NOTHING, 0); /* alone, without making the bid */

    /* A supremus and a chorus called primero are worth 55 and their sum, among primeros. */
    OracleShowdown called = {.italian = true, .bid = {ORACLE_PRIMERO, 50}, .players = 3,
                             .player = {in(2, 5, supremus), in(2, 5, chorus), in(2, 5, low)}};
    expect_division(&called, WON(0, 0, 6), NOTHING, 0);
    called.player[2] = in(2, 5, "Kh 7c Kd 2s"); /* 53 */
    expect_division(&called, WON(0, 6, 0), NOTHING, 0);
    called.player[1] = folded(2, 5);
    expect_division(&called, WON(6, 0, 0), NOTHING, 0);
    called.player[2] = in(2, 5, "3h 7c Jd Js"); /* no primero */
    called.bid.points = 56;
    expect_division(&called, NOTHING, NOTHING, 6);
    /* No bid at all: the highest of all. */
    OracleShowdown none = {.italian = true, .players = 2, .pot = 5, .player = {in(0, 0, high), in(0, 3, fluxus)}};
    expect_division(&none, WON(0, 5), NOTHING, 0);
}

static void italian_layers_by_hand(void **unused) {
    (void)unused;
    /* The short one makes the bid, the others do not: the layer above waits for the next deal. */
    OracleShowdown deal = {.italian = true, .bid = {ORACLE_PRIMERO, 60}, .pot = 2, .players = 3,
                           .player = {in(2, 0, low), in(6, 3, numerus), in(6, 3, fluxus)}};
    expect_division(&deal, WON(2 + 6, 0, 0), NOTHING, 8);
    deal.last = true;
    expect_division(&deal, WON(8, 0, 8), NOTHING, 0);
    /* No other deal because fewer than two would have coins: here the winner of the antes alone. */
    deal.last = false;
    deal.player[1].purse = deal.player[2].purse = 0;
    expect_division(&deal, WON(8, 0, 8), NOTHING, 0);
    deal.player[2].purse = 1;
    expect_division(&deal, WON(8, 0, 0), NOTHING, 8);
    /* Somebody who folded and still has coins would play the next deal. */
    OracleShowdown two = {.italian = true, .bid = {ORACLE_CHORUS, 84}, .players = 3,
                          .player = {folded(0, 5), in(6, 0, numerus), in(6, 0, fluxus)}};
    expect_division(&two, WON(0, 0, 12), NOTHING, 0);
    two.player[1].purse = 1;
    expect_division(&two, NOTHING, NOTHING, 12);
    /* Three all-ins: the bid is made in the middle only; above it one is left alone. */
    OracleShowdown three = {.italian = true, .bid = {ORACLE_FLUXUS, 42}, .players = 4,
                            .player = {in(1, 0, high), in(4, 0, fluxus), in(6, 0, low), folded(6, 9)}};
    expect_division(&three, WON(0, 4 + 9, 4, 0), NOTHING, 0);
}

static void void_deals_by_hand(void **unused) {
    (void)unused;
    OracleDivision division;
    oracle_primero_void(8, 3, false, &division);
    assert_int_equal(division.carried, 8);
    assert_int_equal(division.won[0], 0);
    oracle_primero_void(8, 3, true, &division);
    assert_int_equal(division.carried, 0);
    for (int i = 0; i < 3; i++) assert_int_equal(division.won[i], i < 2 ? 3 : 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_by_hand), cmocka_unit_test(comparisons_by_hand), cmocka_unit_test(all_hands_counted),
        cmocka_unit_test(makes_by_hand), cmocka_unit_test(may_bid_by_hand), cmocka_unit_test(english_by_hand),
        cmocka_unit_test(all_in_by_hand), cmocka_unit_test(ties_by_hand), cmocka_unit_test(italian_by_hand),
        cmocka_unit_test(italian_layers_by_hand), cmocka_unit_test(void_deals_by_hand),
    };
    return tap_run("primero oracle", tests, sizeof tests / sizeof *tests);
}
