/* Checks Primero's oracle on examples worked out by hand, then the engine against the oracle.
 * The examples are hands, the counts of the rules page, bids, who counts at the showdown, and the division of the coins. The
 * engine is checked on all hands and bids, random showdowns, and whole matches with purses so small that all-ins are common.
 * With ARALDO_SOAK set, a million showdowns and 100,000 deals. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/primero/primero.h"
#include "tests/games/oracle/primero/follow.h"
#include "tests/games/oracle/primero/oracle.h"
#include "tests/support/tap.h"

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
    expect_worth("Ah 6h 7h 5h", ORACLE_FLUXUS, 70);  /* ace, six, seven and a fourth of the suit */
    expect_worth("Kh Qh Jh 2h", ORACLE_FLUXUS, 42);
    expect_worth("7h 7c 7d 7s", ORACLE_CHORUS, 84);
    expect_worth("Qh Qc Qd Qs", ORACLE_CHORUS, 40); /* never a primero by itself */
    expect_worth("Ah Ac Ad As", ORACLE_CHORUS, 64);
}

static void comparisons_by_hand(void **unused) {
    (void)unused;
    static const OracleValue ascending[] = {{ORACLE_NUMERUS, 20}, {ORACLE_NUMERUS, 54},  {ORACLE_PRIMERO, 40},
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
    assert_int_equal(hands->count[ORACLE_CHORUS][40], 3);  /* kings, queens, jacks */
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

#define WON(...) \
    (int[ORACLE_PRIMERO_PLAYERS_MAX]) { __VA_ARGS__ }
#define BACK(...) \
    (int[ORACLE_PRIMERO_PLAYERS_MAX]) { __VA_ARGS__ }
#define NOTHING \
    (int[ORACLE_PRIMERO_PLAYERS_MAX]) { 0 }

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
    OracleShowdown three = {
        .players = 4, .pot = 4, .player = {in(3, 0, chorus), in(7, 0, high), in(12, 8, numerus), in(10, 0, middle)}};
    expect_division(&three, WON(4 + 3 * 4, 4 * 3, 0, 3 * 2), BACK(0, 0, 2, 0), 0);
    /* The same with the worst hand shortest: the best takes all it paid for. */
    OracleShowdown other = {
        .players = 4, .pot = 4, .player = {in(3, 0, numerus), in(7, 0, middle), in(12, 8, high), in(10, 0, low)}};
    expect_division(&other, WON(0, 0, 4 + 12 + 12 + 6, 0), BACK(0, 0, 2, 0), 0);
    /* A folded player's coins lie in the layers, too: 3 × 3, then 2 × 2 with one of them out, then 3 unmatched. */
    OracleShowdown out = {.players = 3, .player = {in(3, 0, high), folded(5, 0), in(8, 1, low)}};
    expect_division(&out, WON(9, 0, 4), BACK(0, 0, 3), 0);
    /* All payers of a layer have folded: it goes back to them. */
    OracleShowdown gone = {.players = 3, .pot = 2, .player = {in(3, 0, low), folded(6, 4), folded(8, 2)}};
    expect_division(&gone, WON(2 + 9, 0, 0), BACK(0, 3, 5), 0);
    /* A player who had nothing left for a bet can win the antes whole, and nothing else. */
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
    OracleShowdown three = {
        .split = true, .players = 4, .player = {in(2, 0, low), in(2, 0, same), folded(2, 0), in(2, 0, low)}};
    expect_division(&three, WON(3, 3, 0, 2), NOTHING, 0);
}

static void italian_by_hand(void **unused) {
    (void)unused;
    OracleShowdown deal = {.italian = true,
                           .bid = {ORACLE_PRIMERO, 60},
                           .players = 3,
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
    OracleShowdown called = {.italian = true,
                             .bid = {ORACLE_PRIMERO, 50},
                             .players = 3,
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
    OracleShowdown deal = {.italian = true,
                           .bid = {ORACLE_PRIMERO, 60},
                           .pot = 2,
                           .players = 3,
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
    OracleShowdown two = {.italian = true,
                          .bid = {ORACLE_CHORUS, 84},
                          .players = 3,
                          .player = {folded(0, 5), in(6, 0, numerus), in(6, 0, fluxus)}};
    expect_division(&two, WON(0, 0, 12), NOTHING, 0);
    two.player[1].purse = 1;
    expect_division(&two, NOTHING, NOTHING, 12);
    /* Three all-ins: the bid is made in the middle only; above it one is left alone. */
    OracleShowdown three = {.italian = true,
                            .bid = {ORACLE_FLUXUS, 42},
                            .players = 4,
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

/* ---- against the engine: hands and bids */

static int engine_value(OracleValue value) { return primero_value((PrimeroType)value.type, value.points); }

static OracleValue oracle_value(int value) { return (OracleValue){(OracleType)primero_type(value), primero_points(value)}; }

static void all_hands_agree(void **unused) {
    (void)unused;
    OraclePrimeroCard cards[PRIMERO_CARDS];
    int hands = 0;
    primero_follow_cards(cards);
    for (int a = 0; a < PRIMERO_CARDS; a++)
        for (int b = a + 1; b < PRIMERO_CARDS; b++)
            for (int c = b + 1; c < PRIMERO_CARDS; c++)
                for (int d = c + 1; d < PRIMERO_CARDS; d++) {
                    PrimeroSet set = PRIMERO_BIT(a) | PRIMERO_BIT(b) | PRIMERO_BIT(c) | PRIMERO_BIT(d);
                    OraclePrimeroHand hand = primero_follow_hand(cards, set);
                    assert_int_equal(primero_hand_value(set), engine_value(oracle_primero_value(&hand)));
                    hands++;
                }
    assert_int_equal(hands, 91390);
}

/* One hand for each value that there is; returns how many. */
static int list_values(int values[PRIMERO_BIDS], OraclePrimeroHand hands[PRIMERO_BIDS]) {
    bool *seen = calloc(PRIMERO_VALUES, sizeof *seen);
    int count = 0;
    for (int number = 0; number < 40 * 40 * 40 * 40; number++) {
        int at[] = {number / 64000, number / 1600 % 40, number / 40 % 40, number % 40};
        if (at[0] >= at[1] || at[1] >= at[2] || at[2] >= at[3]) continue;
        OraclePrimeroHand hand;
        for (int i = 0; i < PRIMERO_HAND; i++) hand.cards[i] = oracle_primero_card(at[i]);
        int value = engine_value(oracle_primero_value(&hand));
        if (seen[value]) continue;
        seen[value] = true;
        assert_true(count < PRIMERO_BIDS);
        values[count] = value;
        hands[count++] = hand;
    }
    free(seen);
    return count;
}

static void bids_agree(void **unused) {
    (void)unused;
    int values[PRIMERO_BIDS];
    OraclePrimeroHand hands[PRIMERO_BIDS];
    OracleHands *all = malloc(sizeof *all);
    int count = list_values(values, hands), walked = 0;
    oracle_primero_hands(all);
    assert_int_equal(count, PRIMERO_BIDS);
    for (int bid = 0; bid < PRIMERO_VALUES; bid++) {
        int points = primero_points(bid);
        bool exists = points <= ORACLE_PRIMERO_POINTS_MAX && all->count[primero_type(bid)][points] > 0;
        assert_int_equal(primero_bid_exists(bid), exists);
    }
    for (int bid = primero_next_bid(0), before = 0; bid; before = bid, bid = primero_next_bid(bid)) {
        assert_true(bid > before && primero_bid_exists(bid));
        walked++;
    }
    assert_int_equal(walked, count);
    for (int held = 0; held < count; held++)
        for (int bid = 0; bid < count; bid++) {
            int points;
            bool makes = oracle_primero_makes(&hands[held], oracle_value(values[bid]), &points);
            assert_int_equal(primero_makes(values[held], values[bid]), makes ? points : 0);
            for (int standing = -1; standing < count; standing++) {
                int below = standing < 0 ? 0 : values[standing];
                if (below >= values[bid]) continue; /* not above it: refused for that */
                bool may = oracle_primero_may_bid(all, &hands[held], oracle_value(below), oracle_value(values[bid]));
                assert_int_equal(primero_may_bid(values[held], below, values[bid]), may);
            }
        }
    free(all);
}

/* ---- random showdowns */

/* A hand of the cards that are not yet dealt, more often a good one than by chance. */
static PrimeroSet random_hand(PrimeroSet *deck, Chance *chance) {
    for (int tries = 0; tries < 20; tries++) {
        PrimeroSet hand = 0;
        int kind = (int)chance_below(chance, 5), suit = (int)chance_below(chance, 4), rank = (int)chance_below(chance, 10);
        for (int i = 0; i < PRIMERO_HAND; i++) {
            int card = (int)chance_below(chance, PRIMERO_CARDS);
            if (kind == 1) card = primero_card((int)chance_below(chance, 10), i);    /* a primero */
            if (kind == 2 && i < 3) card = primero_card((int[]){0, 5, 6}[i], suit);  /* a supremus */
            if (kind == 3) card = primero_card((int)chance_below(chance, 10), suit); /* a fluxus */
            if (kind == 4) card = primero_card(rank, i);                             /* a chorus */
            hand |= PRIMERO_BIT(card);
        }
        if (primero_count(hand) != PRIMERO_HAND || (hand & ~*deck)) continue;
        *deck &= ~hand;
        return hand;
    }
    PrimeroSet hand = 0;
    while (primero_count(hand) < PRIMERO_HAND) hand |= *deck & PRIMERO_BIT(chance_below(chance, PRIMERO_CARDS));
    *deck &= ~hand;
    return hand;
}

/* A state at the end of phase 2, of which only what the division asks for is filled in. */
static Primero random_state(Chance *chance) {
    Primero p = {.people = (uint8_t)(2 + chance_below(chance, 5)), .variant = (uint8_t)chance_below(chance, 2)};
    PrimeroSet deck = PRIMERO_ALL_CARDS;
    uint32_t most = 1 + chance_below(chance, 8);
    p.viewer = VIEWER_WHOLE;
    p.phase = PRIMERO_PHASE_2;
    p.dealer = (uint8_t)chance_below(chance, p.people);
    p.split = (uint8_t)chance_below(chance, 2);
    p.pot = chance_below(chance, 2) ? (int32_t)chance_below(chance, 8) : 0;
    p.deals = 2;
    p.deal = (uint16_t)(1 + chance_below(chance, 2));
    for (int seat = 0; seat < p.people; seat++) {
        if (chance_below(chance, 6) == 0 && seat > 1) continue; /* sits out */
        p.paid[seat] = (int32_t)chance_below(chance, most);
        p.purse[seat] = chance_below(chance, 2) ? (int32_t)chance_below(chance, 4) : 0;
        if (seat > 0 && chance_below(chance, 3) == 0) {
            p.folded |= SEAT_BIT(seat);
        } else {
            p.in |= SEAT_BIT(seat);
            p.hand[seat] = random_hand(&deck, chance);
        }
    }
    if (p.variant == PRIMERO_ITALIAN && chance_below(chance, 8)) {
        int seat;
        do seat = (int)chance_below(chance, p.people);
        while (!(p.in & SEAT_BIT(seat)));
        /* About what some hand has: just made, or just missed. */
        int bid = primero_hand_value(p.hand[seat]);
        if (chance_below(chance, 2)) bid -= (int)chance_below(chance, 12);
        if (chance_below(chance, 3) == 0 && primero_type(bid) > HAND_NUMERUS) bid -= 1 << PRIMERO_POINTS_BITS;
        p.bid = (uint16_t)(bid > 0 && primero_bid_exists(bid) ? bid : primero_next_bid(bid));
    }
    return p;
}

static OracleShowdown showdown_of(const Primero *p, const OraclePrimeroCard *cards, int seats[PRIMERO_SEATS]) {
    OracleShowdown showdown = {.italian = p->variant == PRIMERO_ITALIAN,
                               .split = p->split,
                               .last = p->deal == p->deals,
                               .bid = oracle_value(p->bid),
                               .pot = p->pot};
    for (int i = 0; i < p->people; i++) {
        int seat = (p->dealer + 1 + i) % p->people;
        if (!((p->in | p->folded) & SEAT_BIT(seat))) continue;
        OracleBettor *bettor = &showdown.player[showdown.players];
        *bettor = (OracleBettor){.paid = p->paid[seat], .purse = p->purse[seat], .in = p->in >> seat & 1};
        bettor->hand = primero_follow_hand(cards, bettor->in ? p->hand[seat] : 0xf);
        seats[showdown.players++] = seat;
    }
    return showdown;
}

static void showdowns_agree(void **unused) {
    (void)unused;
    OraclePrimeroCard cards[PRIMERO_CARDS];
    Chance chance = chance_fast(40);
    int carried_sometimes = 0, split_sometimes = 0, highest_sometimes = 0, back_sometimes = 0;
    primero_follow_cards(cards);
    for (int i = 0; i < (soak() ? 1000000 : 10000); i++) {
        Primero p = random_state(&chance);
        PrimeroPot pots[PRIMERO_POTS_MAX];
        int seats[PRIMERO_SEATS], won[PRIMERO_SEATS] = {0}, back[PRIMERO_SEATS] = {0}, carried = 0;
        OracleShowdown showdown = showdown_of(&p, cards, seats);
        OracleDivision division;
        oracle_primero_divide(&showdown, &division);
        int count = primero_settle(&p, pots);
        for (int k = 0; k < count; k++) {
            for (int seat = 0; seat < p.people; seat++) (pots[k].why == POT_BACK ? back : won)[seat] += pots[k].shares[seat];
            if (pots[k].why == POT_CARRIED) carried += pots[k].coins;
            highest_sometimes += pots[k].why == POT_HIGHEST;
            back_sometimes += pots[k].why == POT_BACK;
            split_sometimes += pots[k].why == POT_HAND && (pots[k].winners & (pots[k].winners - 1)) != 0;
        }
        carried_sometimes += carried > 0;
        for (int k = 0; k < showdown.players; k++)
            if (won[seats[k]] != division.won[k] || back[seats[k]] != division.back[k])
                fail_msg("showdown %d, seat %d: wins %d and gets back %d, not %d and %d", i, seats[k], won[seats[k]],
                         back[seats[k]], division.won[k], division.back[k]);
        assert_int_equal(carried, division.carried);
    }
    assert_true(carried_sometimes > 100 && split_sometimes > 10 && highest_sometimes > 100 && back_sometimes > 100);
}

/* ---- whole matches */

static int one_to(uint32_t most, Chance *dice) { return 1 + (int)chance_below(dice, most); }

/* Small purses, and the rest to match. */
static PrimeroTerms random_terms(bool italian, Chance *dice) {
    PrimeroTerms terms = {.italian = italian, .split = chance_below(dice, 2), .players = 1 + one_to(5, dice)};
    if (chance_below(dice, 3) == 0) terms.players = PRIMERO_SEATS;
    terms.purse = chance_below(dice, 8) ? one_to(15, dice) : 100;
    terms.ante = chance_below(dice, 2) ? one_to(3, dice) : 0;
    terms.stake = one_to(3, dice);
    terms.rest = terms.stake * one_to(10, dice);
    terms.limit = one_to(12, dice);
    terms.deals = one_to(16, dice);
    return terms;
}

static Setup setup_of(const PrimeroTerms *terms) {
    Setup setup = {.variant = terms->italian ? PRIMERO_ITALIAN : PRIMERO_ENGLISH, .people = terms->players};
    const struct {
        const char *key;
        int number;
        bool given;
    } options[] = {{"purse", terms->purse, true},
                   {"ante", terms->ante, true},
                   {"stake", terms->stake, !terms->italian},
                   {"rest", terms->rest, !terms->italian},
                   {"limit", terms->limit, terms->italian},
                   {"deals", terms->deals, true}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char pair[32];
        snprintf(pair, sizeof pair, "%s=%d", options[i].key, options[i].number);
        if (options[i].given) assert_true(setup_option(&setup, span_of(pair), NULL));
    }
    assert_true(setup_option(&setup, span_of(terms->split ? "ties=split" : "ties=eldest"), NULL));
    return setup;
}

/* How a match is played: at random, staying in, careful and often passing, or for all one has. Bids are rather low, so that
 * some are made. */
typedef enum { HABIT_RANDOM, HABIT_STAY, HABIT_PASS, HABIT_VIE, HABITS } Habit;

static Move choose(Habit habit, const Move *moves, int count, Chance *dice) {
    Move move = moves[chance_below(dice, (uint32_t)count)];
    if (primero_move_kind(move) == PRIMERO_MOVE_BID) {
        uint32_t at = chance_below(dice, (uint32_t)count);
        for (int i = 0; i < 3; i++) at = chance_below(dice, at + 1);
        return moves[at];
    }
    for (int tries = 0; tries < 6; tries++) {
        PrimeroMoveKind kind = primero_move_kind(move);
        bool unwanted = kind == PRIMERO_MOVE_FOLD && habit != HABIT_RANDOM;
        if (habit == HABIT_PASS) unwanted = unwanted || kind == PRIMERO_MOVE_VIE || kind == PRIMERO_MOVE_REVIE;
        if (habit == HABIT_VIE) unwanted = unwanted || kind == PRIMERO_MOVE_PASS;
        if (!unwanted) break;
        move = moves[chance_below(dice, (uint32_t)count)];
    }
    /* Vies stand last, the highest at the end. */
    return habit == HABIT_VIE && chance_below(dice, 2) ? moves[count - 1] : move;
}

static void play_match(PrimeroFollow *follow, EventSink *sink, bool italian, uint64_t seed) {
    Chance chance = chance_fast(seed), dice = chance_fast(~seed);
    PrimeroTerms terms = random_terms(italian, &dice);
    Setup setup = setup_of(&terms);
    Error error = {""};
    StateRoom room;
    State *state = STATE_IN(room);
    Move moves[PRIMERO_MOVES_MAX];
    Habit habit = (Habit)chance_below(&dice, HABITS);
    primero_follow_begin(follow, &terms);
    if (!primero.setup(state, &setup, &chance, sink, &error)) fail_msg("%s", error.text);
    while (!game_over(&primero, state) && !follow->wrong[0]) {
        int actor = 0;
        while (!(primero.actors(state) & SEAT_BIT(actor))) actor++;
        int count = primero.legal(state, actor, moves);
        primero_follow_decision(follow, actor, moves, count);
        Move move = choose(habit, moves, count, &dice);
        if (!game_play(&primero, state, actor, move, &chance, sink, &error)) fail_msg("%s", error.text);
        primero_follow_state(follow, state);
    }
    if (follow->wrong[0]) {
        char position[STATE_TEXT_MAX];
        Text text = text_init(position, sizeof position);
        primero.print(state, &text);
        fail_msg("seed %llu: %s; now %s", (unsigned long long)seed, follow->wrong, position);
    }
    assert_true(follow->ended);
    assert_int_equal(primero.winners(state), follow->winners);
}

static void print_met(const PrimeroFollowCounts *met) {
    print_message("# %d matches, %d deals: %d void (%d shared out), %d showdowns, %d with one left; in %d somebody sits out\n",
                  met->matches, met->deals, met->voids, met->voids_shared, met->showdowns, met->alone, met->sitting_out);
    print_message("# %d with all-ins, %d with three amounts; %d won by several; back %d, to folded %d; carried %d, into %d\n",
                  met->all_ins, met->all_ins_differ, met->layers, met->backs, met->backs_folded, met->carried, met->carried_in);
    print_message("# %d bids made, %d called lower, %d better types lost, %d went to the highest; %d ties, %d shared wins\n",
                  met->bid_made, met->called, met->better_lost, met->highest, met->ties, met->shared_wins);
    print_message("# %d forced, %d sees for nothing, %d stocks renewed (%d dealing), %d poor second phases, %d lifted again\n",
                  met->forced, met->free_sees, met->renewed, met->renewed_dealing, met->poor_phase_2, met->lifted_again);
}

static void matches_agree(bool italian) {
    PrimeroFollow *follow = malloc(sizeof *follow);
    EventSink *sink = calloc(1, sizeof *sink);
    const PrimeroFollowCounts *met = &follow->counts;
    *sink = (EventSink){.take = primero_follow_take, .context = follow};
    primero_follow_init(follow);
    for (uint64_t seed = 0; met->deals < (soak() ? 50000 : 800); seed++) play_match(follow, sink, italian, seed);
    print_met(met);
    assert_true(met->voids > 0 && met->showdowns > 0 && met->alone > 0 && met->sitting_out > 0);
    assert_true(met->all_ins > 0 && met->layers > 0 && met->backs > 0 && met->forced > 0 && met->free_sees > 0);
    assert_true(met->renewed > 0 && met->carried_in > 0 && met->shared_wins > 0);
    if (italian) assert_true(met->bid_made > 0 && met->carried > 0 && met->better_lost > 0 && met->highest > 0);
    else assert_int_equal(met->carried, 0); /* only void deals leave their pot */
    if (soak()) {
        assert_true(met->all_ins_differ > 0 && met->backs_folded > 0 && met->voids_shared > 0 && met->ties > 0);
        assert_true(met->poor_phase_2 > 0 && met->renewed_dealing > 0 && met->lifted_again > 0);
        if (italian) assert_true(met->called > 0);
    }
    free(sink);
    free(follow);
}

static void english_matches_agree(void **unused) {
    (void)unused;
    matches_agree(false);
}
static void italian_matches_agree(void **unused) {
    (void)unused;
    matches_agree(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(comparisons_by_hand),
        cmocka_unit_test(all_hands_counted),
        cmocka_unit_test(makes_by_hand),
        cmocka_unit_test(may_bid_by_hand),
        cmocka_unit_test(english_by_hand),
        cmocka_unit_test(all_in_by_hand),
        cmocka_unit_test(ties_by_hand),
        cmocka_unit_test(italian_by_hand),
        cmocka_unit_test(italian_layers_by_hand),
        cmocka_unit_test(void_deals_by_hand),
        cmocka_unit_test(all_hands_agree),
        cmocka_unit_test(bids_agree),
        cmocka_unit_test(showdowns_agree),
        cmocka_unit_test(english_matches_agree),
        cmocka_unit_test(italian_matches_agree),
    };
    return tap_run("primero oracle", tests, sizeof tests / sizeof *tests);
}
