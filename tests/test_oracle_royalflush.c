/* The oracle for Royal Flush on examples worked out by hand: what makes each board and what just fails, jokers, all ways
 * to score, fields, chips and places. */
#include <stdlib.h>
#include <string.h>

#include "tests/oracle_royalflush.h"
#include "tests/tap.h"

/* ---- combinations */

static void expect_valid(OracleBoard board, const char *words, bool expected) {
    OracleRoyalCards cards = oracle_royal_cards(words);
    if (oracle_royal_valid(board, &cards) != expected)
        fail_msg("%s: %s is %s", oracle_board_name(board), words, expected ? "refused" : "taken");
}

static void makes(OracleBoard board, const char *words) { expect_valid(board, words, true); }
static void fails(OracleBoard board, const char *words) { expect_valid(board, words, false); }

static void kinds_by_hand(void **unused) {
    (void)unused;
    makes(ORACLE_PAIR, "4c 4d");
    fails(ORACLE_PAIR, "4c 4c"); /* identical */
    fails(ORACLE_PAIR, "4c 5d");
    fails(ORACLE_PAIR, "4c 4d 4h"); /* exactly the cards of the combination */
    fails(ORACLE_PAIR, "4c");
    makes(ORACLE_THREE_OF_A_KIND, "Ac Ad As");
    fails(ORACLE_THREE_OF_A_KIND, "Ac Ad Ad");
    fails(ORACLE_THREE_OF_A_KIND, "Ac Ad Kd");
    makes(ORACLE_FOUR_OF_A_KIND, "2c 2d 2h 2s");
    fails(ORACLE_FOUR_OF_A_KIND, "2c 2d 2h 2h");
    fails(ORACLE_FOUR_OF_A_KIND, "2c 2d 2h 3s");
    makes(ORACLE_PERFECT_PAIR, "Qh Qh");
    fails(ORACLE_PERFECT_PAIR, "Qh Qs");
    fails(ORACLE_PERFECT_PAIR, "Qh Kh");
}

static void groups_by_hand(void **unused) {
    (void)unused;
    makes(ORACLE_DOUBLE_PAIR, "4c 4d 9c 9d");
    makes(ORACLE_DOUBLE_PAIR, "4c 9d 4d 9s");
    makes(ORACLE_DOUBLE_PAIR, "4c 4d 4h 4s"); /* two pairs of one rank: as four different suits only */
    fails(ORACLE_DOUBLE_PAIR, "4c 4d 4c 4d");
    fails(ORACLE_DOUBLE_PAIR, "4c 4d 4h 4c");
    fails(ORACLE_DOUBLE_PAIR, "4c 4c 9c 9d");
    fails(ORACLE_DOUBLE_PAIR, "4c 4d 4h 9s");
    makes(ORACLE_TRIPLE_PAIR, "2c 2d 5h 5s Kc Ks");
    makes(ORACLE_TRIPLE_PAIR, "2c 2d 2h 2s Kc Ks"); /* four of one rank and a pair */
    fails(ORACLE_TRIPLE_PAIR, "2c 2d 2h Kh Kc Ks"); /* two threes are not three pairs */
    fails(ORACLE_TRIPLE_PAIR, "2c 2d 5h 5h Kc Ks");
    fails(ORACLE_TRIPLE_PAIR, "2c 2d 5h 5s Kc As");
    fails(ORACLE_TRIPLE_PAIR, "2c 2d 2h 2s 2c 2d");
    makes(ORACLE_FULL_HOUSE, "7c 7d 7h Jc Jd");
    makes(ORACLE_FULL_HOUSE, "Jc 7c Jd 7s 7h");
    fails(ORACLE_FULL_HOUSE, "7c 7d 7d Jc Jd"); /* two equal cards in the three */
    fails(ORACLE_FULL_HOUSE, "7c 7d 7h Jc Jc"); /* and in the pair */
    fails(ORACLE_FULL_HOUSE, "7c 7d 7h 7s 7c"); /* the pair is of another rank */
    fails(ORACLE_FULL_HOUSE, "7c 7d 7h 7s Jc");
    fails(ORACLE_FULL_HOUSE, "7c 7d 9h Jc Jd");
    makes(ORACLE_DOUBLE_THREE, "3c 3d 3h Tc Td Ts");
    fails(ORACLE_DOUBLE_THREE, "3c 3d 3h 3s Tc Td"); /* four and two */
    fails(ORACLE_DOUBLE_THREE, "3c 3d 3d Tc Td Ts");
    fails(ORACLE_DOUBLE_THREE, "3c 3d 3h 3c 3d 3h"); /* two threes of one rank cannot occur */
    makes(ORACLE_PERFECT_TRIPLE_PAIR, "3c 3c 3d 3d Ks Ks");
    makes(ORACLE_PERFECT_TRIPLE_PAIR, "3c Ks 9d 3c 9d Ks");
    fails(ORACLE_PERFECT_TRIPLE_PAIR, "3c 3c 3d 3d Ks Kh");
    fails(ORACLE_PERFECT_TRIPLE_PAIR, "3c 3c 3c 3c Ks Ks"); /* there are only two of each */
}

static void suits_and_rows_by_hand(void **unused) {
    (void)unused;
    makes(ORACLE_FLUSH, "2c 4c 9c Jc Kc");
    fails(ORACLE_FLUSH, "2c 4c 9c Jc Jc"); /* identical */
    fails(ORACLE_FLUSH, "2c 4c 9c Jc Ks");
    makes(ORACLE_FLUSH, "2c 3c 4c 5c 6c"); /* a straight flush may be played as a flush */
    makes(ORACLE_BIG_FLUSH, "2h 4h 9h Jh Kh Ah");
    fails(ORACLE_BIG_FLUSH, "2h 4h 9h Jh Kh");
    fails(ORACLE_BIG_FLUSH, "2h 4h 9h Jh Kh Kh");
    makes(ORACLE_STRAIGHT, "2c 3c 4c 5c 6d");
    makes(ORACLE_STRAIGHT, "Ad Kc Qh Js Tc");
    fails(ORACLE_STRAIGHT, "Jd Qc Kh As 2c"); /* the ace is high only */
    fails(ORACLE_STRAIGHT, "Ad 2c 3h 4s 5c");
    fails(ORACLE_STRAIGHT, "Kd Ac 2h 3s 4c");
    fails(ORACLE_STRAIGHT, "2c 3c 4c 5c 6c"); /* all of one suit */
    fails(ORACLE_STRAIGHT, "2c 3d 4c 5c 7c");
    fails(ORACLE_STRAIGHT, "2c 3d 4c 5c 5d");
    makes(ORACLE_BIG_STRAIGHT, "8c 9c Tc Jc Qc Kc Ad");
    fails(ORACLE_BIG_STRAIGHT, "8c 9c Tc Jc Qc Kc Ac");
    fails(ORACLE_BIG_STRAIGHT, "9c Tc Jc Qc Kc Ad 2d");
    fails(ORACLE_BIG_STRAIGHT, "8c 9d Tc Jc Qc Kc");
    makes(ORACLE_STRAIGHT_FLUSH, "5s 6s 7s 8s 9s");
    makes(ORACLE_STRAIGHT_FLUSH, "Ts Js Qs Ks As"); /* a royal flush may be played as one */
    fails(ORACLE_STRAIGHT_FLUSH, "5s 6s 7s 8s 9h");
    fails(ORACLE_STRAIGHT_FLUSH, "5s 6s 7s 8s Ts");
    makes(ORACLE_BIG_STRAIGHT_FLUSH, "9d Td Jd Qd Kd Ad");
    fails(ORACLE_BIG_STRAIGHT_FLUSH, "2d Td Jd Qd Kd Ad");
    fails(ORACLE_BIG_STRAIGHT_FLUSH, "9d Td Jd Qd Kd As");
    makes(ORACLE_ROYAL_FLUSH, "Td Jd Qd Kd Ad");
    fails(ORACLE_ROYAL_FLUSH, "9d Td Jd Qd Kd");
    fails(ORACLE_ROYAL_FLUSH, "Td Jd Qd Kd Ah");
    makes(ORACLE_SIX_PICTURES, "Jc Jd Qc Qs Kh Ks");
    makes(ORACLE_SIX_PICTURES, "Jc Jd Jh Js Kh Ks");
    fails(ORACLE_SIX_PICTURES, "Jc Jd Qc Qs Kh Kh"); /* identical */
    fails(ORACLE_SIX_PICTURES, "Jc Jd Qc Qs Kh As"); /* an ace is no picture */
    fails(ORACLE_SIX_PICTURES, "Jc Jd Qc Qs Kh Ts");
}

static void jokers_by_hand(void **unused) {
    (void)unused;
    makes(ORACLE_PAIR, "4c **");
    makes(ORACLE_PAIR, "** **");
    makes(ORACLE_THREE_OF_A_KIND, "4c ** **");
    fails(ORACLE_THREE_OF_A_KIND, "4c 4c **"); /* does not undo a doubled card */
    fails(ORACLE_THREE_OF_A_KIND, "4c 5c **");
    makes(ORACLE_FOUR_OF_A_KIND, "4c 4d 4s **"); /* as the 4h */
    makes(ORACLE_PERFECT_PAIR, "4c **");         /* completes a perfect pair */
    makes(ORACLE_PERFECT_PAIR, "** **");
    makes(ORACLE_DOUBLE_PAIR, "4c ** 9d **");
    makes(ORACLE_DOUBLE_PAIR, "4c 4d 4h **"); /* as the 4s */
    fails(ORACLE_DOUBLE_PAIR, "4c 4d 4c **");
    fails(ORACLE_DOUBLE_PAIR, "4c 5d 6c **");
    makes(ORACLE_TRIPLE_PAIR, "4c 9d ** ** Kc Kd");
    makes(ORACLE_TRIPLE_PAIR, "4c 4d 4h ** Kc Kd");
    fails(ORACLE_TRIPLE_PAIR, "4c 5d 6h ** ** Kd");
    makes(ORACLE_FULL_HOUSE, "4c 4d 9c 9s **");
    makes(ORACLE_FULL_HOUSE, "4c 4d 4h ** **");
    makes(ORACLE_FULL_HOUSE, "4c 4d 4h 9s **");
    fails(ORACLE_FULL_HOUSE, "4c 4d 4h 4s **"); /* four of one rank are no three and pair */
    fails(ORACLE_FULL_HOUSE, "4c 5d 6h ** **");
    makes(ORACLE_DOUBLE_THREE, "4c 4d 9c 9d ** **");
    makes(ORACLE_DOUBLE_THREE, "4c 4d 4h 9d ** **");
    fails(ORACLE_DOUBLE_THREE, "4c 4d 4h 4s ** **");
    makes(ORACLE_PERFECT_TRIPLE_PAIR, "4c 4c 9d 9d Ks **");
    makes(ORACLE_PERFECT_TRIPLE_PAIR, "4c 4c 9d 9d ** **");
    makes(ORACLE_PERFECT_TRIPLE_PAIR, "4c ** 9d 9d Ks **");
    fails(ORACLE_PERFECT_TRIPLE_PAIR, "4c 5c 9d 9d Ks **");
    makes(ORACLE_FLUSH, "2c 5c 7c 9c **");
    fails(ORACLE_FLUSH, "2c 5c 7c 7c **");
    fails(ORACLE_FLUSH, "2c 5c 7c 7d **");
    makes(ORACLE_BIG_FLUSH, "2c 5c 7c 9c ** **");
    makes(ORACLE_SIX_PICTURES, "Jc Jd Qc Qs Kh **"); /* counts as a picture */
    makes(ORACLE_SIX_PICTURES, "Jc Jd Qc Qs ** **");
    fails(ORACLE_SIX_PICTURES, "Jc Jd Qc Qc Kh **");
    fails(ORACLE_SIX_PICTURES, "Jc Jd Qc As Kh **");
    makes(ORACLE_STRAIGHT, "5c 6c ** 8c 9c"); /* as a 7 of another suit */
    makes(ORACLE_STRAIGHT, "Jc Qd ** Kc Ac");
    fails(ORACLE_STRAIGHT, "Kc Ad 2c 3c **");
    fails(ORACLE_STRAIGHT, "5c 6d ** 9c Td"); /* two are missing */
    makes(ORACLE_STRAIGHT, "5c 6d ** 9c **");
    makes(ORACLE_BIG_STRAIGHT, "2c 3c 5c 6c 8c ** **");
    fails(ORACLE_BIG_STRAIGHT, "2c 3c 5c 6c 9c ** **");
    makes(ORACLE_STRAIGHT_FLUSH, "Tc Jc Qc Kc **"); /* as the 9c or the Ac */
    makes(ORACLE_STRAIGHT_FLUSH, "Jc Qc ** Kc Ac");
    fails(ORACLE_STRAIGHT_FLUSH, "Jc Qd ** Kc Ac");
    fails(ORACLE_STRAIGHT_FLUSH, "Qc Kc Ac 2c **");
    makes(ORACLE_BIG_STRAIGHT_FLUSH, "Tc Jc ** Kc Ac **");
    fails(ORACLE_BIG_STRAIGHT_FLUSH, "Tc Jc ** Kc Ac 2c");
    fails(ORACLE_ROYAL_FLUSH, "Tc Jc Qc Kc **"); /* never in Royal Flush */
    fails(ORACLE_ROYAL_FLUSH, "** Jc Qc Kc Ac");
}

/* ---- all ways. What can be left of `hand`, alternatives separated by '|'; "-" is nothing left. */

static void expect_ways(OracleBoard board, const char *hand_words, const char *expected) {
    OracleRoyalCards hand = oracle_royal_cards(hand_words);
    OracleRoyalWays *ways = malloc(sizeof *ways);
    int count = 0;
    oracle_royal_ways(board, &hand, ways);
    for (const char *at = expected; *at;) {
        char words[64];
        size_t length = strcspn(at, "|");
        assert_true(length < sizeof words);
        memcpy(words, at, length);
        words[length] = 0;
        OracleRoyalCards left = oracle_royal_cards(strcmp(words, "-") == 0 ? "" : words);
        oracle_royal_sort(&left);
        int found = 0;
        for (int i = 0; i < ways->count; i++) found += oracle_royal_compare(&ways->left[i], &left) == 0;
        assert_int_equal(found, 1);
        count++;
        at += length + (at[length] == '|');
    }
    assert_int_equal(ways->count, count);
    free(ways);
}

static void ways_by_hand(void **unused) {
    (void)unused;
    expect_ways(ORACLE_PAIR, "4c 4d", "-");
    expect_ways(ORACLE_PAIR, "4c 4c", "");
    expect_ways(ORACLE_PAIR, "4c 4d 4h 9s", "4h 9s|4d 9s|4c 9s");
    expect_ways(ORACLE_PAIR, "4c 4c 4d", "4c"); /* either 4c: the same is left */
    expect_ways(ORACLE_PAIR, "4c 4c 4d 4d", "4c 4d");
    expect_ways(ORACLE_PERFECT_PAIR, "4c 4c 4d 4d", "4c 4c|4d 4d");
    expect_ways(ORACLE_DOUBLE_PAIR, "4c 4c 4d 9h 9h 9s", "4c 9h");
    expect_ways(ORACLE_FULL_HOUSE, "4c 4d 4h 9c 9d 9h", "4c|4d|4h|9c|9d|9h");
    expect_ways(ORACLE_STRAIGHT, "2c 3c 4c 5c 6c 6d 7c", "6c 7c|2c 6c");
    expect_ways(ORACLE_ROYAL_FLUSH, "Tc Jc Qc Kc Ac Tc Ah 9c", "Tc Ah 9c");
    expect_ways(ORACLE_ROYAL_FLUSH, "Tc Jc Qc Kc **", "");
    /* Jokers are alike: with one of them, with both, and without. */
    expect_ways(ORACLE_PAIR, "4c 9d **", "9d|4c");
    expect_ways(ORACLE_PAIR, "4c 4d ** **", "** **|4c **|4d **|4c 4d");
    expect_ways(ORACLE_THREE_OF_A_KIND, "4c 4d 9h ** **", "9h **|4d 9h|4c 9h|4c 4d");
}

/* A number that can be counted by other means: seven ranks in a row, in two suits. */
static void many_ways_by_hand(void **unused) {
    (void)unused;
    OracleRoyalWays *ways = malloc(sizeof *ways);
    OracleRoyalCards hand = oracle_royal_cards("2c 2d 3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d");
    oracle_royal_ways(ORACLE_BIG_STRAIGHT, &hand, ways);
    assert_int_equal(ways->count, 128 - 2); /* either card of each rank, but not all of one suit */
    oracle_royal_ways(ORACLE_STRAIGHT, &hand, ways);
    assert_int_equal(ways->count, 3 * (32 - 2));
    oracle_royal_ways(ORACLE_STRAIGHT_FLUSH, &hand, ways);
    assert_int_equal(ways->count, 3 * 2);
    oracle_royal_ways(ORACLE_BIG_STRAIGHT_FLUSH, &hand, ways);
    assert_int_equal(ways->count, 2 * 2);
    oracle_royal_ways(ORACLE_FLUSH, &hand, ways);
    assert_int_equal(ways->count, 2 * 21);
    oracle_royal_ways(ORACLE_BIG_FLUSH, &hand, ways);
    assert_int_equal(ways->count, 2 * 7);
    oracle_royal_ways(ORACLE_TRIPLE_PAIR, &hand, ways);
    assert_int_equal(ways->count, 35);
    oracle_royal_ways(ORACLE_DOUBLE_PAIR, &hand, ways);
    assert_int_equal(ways->count, 21);
    oracle_royal_ways(ORACLE_FULL_HOUSE, &hand, ways);
    assert_int_equal(ways->count, 0);
    free(ways);
}

/* ---- boards, rounds, chips, jokers, places */

static void boards_by_hand(void **unused) {
    (void)unused;
    static const OracleBoard first_game[] = {ORACLE_PAIR, ORACLE_THREE_OF_A_KIND, ORACLE_FOUR_OF_A_KIND, ORACLE_FULL_HOUSE,
                                             ORACLE_BIG_STRAIGHT, ORACLE_STRAIGHT_FLUSH, ORACLE_BIG_FLUSH,
                                             ORACLE_PERFECT_TRIPLE_PAIR, ORACLE_ROYAL_FLUSH};
    OracleBoard changed[9];
    int count = sizeof first_game / sizeof *first_game;
    assert_true(oracle_royal_set(first_game, count));
    assert_false(oracle_royal_set(first_game, count - 1)); /* without Royal Flush */
    memcpy(changed, first_game, sizeof changed);
    changed[0] = ORACLE_DOUBLE_PAIR;
    assert_true(oracle_royal_set(changed, count));
    changed[0] = ORACLE_THREE_OF_A_KIND; /* twice the same */
    assert_false(oracle_royal_set(changed, count));
    changed[0] = ORACLE_TRIPLE_PAIR; /* three of the second group */
    assert_false(oracle_royal_set(changed, count));
    assert_int_equal(oracle_board_group(ORACLE_FOUR_OF_A_KIND), 2);
    assert_int_equal(oracle_board_group(ORACLE_FLUSH), 3);
    assert_int_equal(oracle_board_field(ORACLE_PAIR, 2), 1);
    assert_int_equal(oracle_board_field(ORACLE_PAIR, 3), 0);
    assert_int_equal(oracle_board_field(ORACLE_ROYAL_FLUSH, 0), 25);
    assert_int_equal(oracle_board_field(ORACLE_ROYAL_FLUSH, 1), 0);
}

static void rounds_by_hand(void **unused) {
    (void)unused;
    int points[ORACLE_ROYAL_PLAYERS_MAX], ender;
    OracleScoring pairs[] = {{0, ORACLE_PAIR}, {1, ORACLE_PAIR}, {0, ORACLE_PAIR}, {1, ORACLE_PAIR}};
    assert_null(oracle_royal_round(pairs, 3, 2, points, &ender));
    assert_int_equal(points[0], 3);
    assert_int_equal(points[1], 1);
    assert_int_equal(ender, -1);
    assert_non_null(oracle_royal_round(pairs, 4, 2, points, &ender)); /* a full board is closed */
    OracleScoring royal[] = {{0, ORACLE_FLUSH}, {2, ORACLE_FLUSH}, {1, ORACLE_ROYAL_FLUSH}, {2, ORACLE_PAIR}};
    assert_null(oracle_royal_round(royal, 3, 3, points, &ender));
    assert_int_equal(points[0], 8);
    assert_int_equal(points[1], 25);
    assert_int_equal(points[2], 6);
    assert_int_equal(ender, 1);
    assert_non_null(oracle_royal_round(royal, 4, 3, points, &ender)); /* the round ends at once */
    OracleScoring last_piece[] = {{1, ORACLE_PAIR}, {1, ORACLE_PAIR}, {1, ORACLE_PAIR}, {0, ORACLE_FULL_HOUSE},
                                  {1, ORACLE_FULL_HOUSE}, {1, ORACLE_FULL_HOUSE}};
    assert_null(oracle_royal_round(last_piece, 5, 2, points, &ender));
    assert_int_equal(ender, -1);
    assert_null(oracle_royal_round(last_piece, 6, 2, points, &ender));
    assert_int_equal(ender, 1);
    assert_int_equal(points[0], 10);
    assert_int_equal(points[1], 2 + 1 + 1 + 8 + 6);
}

static void chips_by_hand(void **unused) {
    (void)unused;
    int each, rest;
    oracle_royal_share(6, 0, 4, &each, &rest); /* the sheet's example */
    assert_int_equal(each, 1);
    assert_int_equal(rest, 2);
    oracle_royal_share(6, 2, 4, &each, &rest); /* and what waited joins the next sharing */
    assert_int_equal(each, 2);
    assert_int_equal(rest, 0);
    oracle_royal_share(0, 3, 5, &each, &rest);
    assert_int_equal(each, 0);
    assert_int_equal(rest, 3);
    oracle_royal_share(25, 0, 5, &each, &rest);
    assert_int_equal(each, 5);
    static const int jokers[] = {0, 2, 2, 2, 1, 1};
    for (int children = 0; children <= 5; children++) assert_int_equal(oracle_royal_jokers(children), jokers[children]);
}

static void expect_places(int players, const int *points, const int *chips, const int *expected) {
    int places[ORACLE_ROYAL_PLAYERS_MAX];
    oracle_royal_places(points, chips, players, places);
    for (int seat = 0; seat < players; seat++) assert_int_equal(places[seat], expected[seat]);
}

static void places_by_hand(void **unused) {
    (void)unused;
    expect_places(3, (int[]){50, 60, 40}, (int[]){0, 0, 0}, (int[]){2, 1, 3});
    expect_places(2, (int[]){50, 51}, (int[]){1, 0}, (int[]){1, 2});             /* a chip is worth 2 */
    expect_places(3, (int[]){50, 48, 52}, (int[]){1, 2, 0}, (int[]){2, 1, 3});   /* all have 52: more chips win */
    expect_places(4, (int[]){50, 50, 52, 9}, (int[]){1, 1, 0, 0}, (int[]){1, 1, 3, 4}); /* still tied: both win */
    expect_places(2, (int[]){0, 0}, (int[]){0, 0}, (int[]){1, 1});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_by_hand), cmocka_unit_test(groups_by_hand), cmocka_unit_test(suits_and_rows_by_hand),
        cmocka_unit_test(jokers_by_hand), cmocka_unit_test(ways_by_hand), cmocka_unit_test(many_ways_by_hand),
        cmocka_unit_test(boards_by_hand), cmocka_unit_test(rounds_by_hand), cmocka_unit_test(chips_by_hand),
        cmocka_unit_test(places_by_hand),
    };
    return tap_run("royal flush oracle", tests, sizeof tests / sizeof *tests);
}
