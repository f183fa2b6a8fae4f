/* Checks Royal Flush's oracle on examples worked out by hand, then the engine against the oracle.
 * The examples are what makes each board and what just fails, jokers, all ways to score, fields, chips and places. The
 * engine is checked on all boards with random hands, and on whole matches. With ARALDO_SOAK set, 200,000 hands without
 * jokers and as many with them, and 5,000 matches. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/royalflush/royalflush.h"
#include "tests/games/oracle/royalflush/follow.h"
#include "tests/games/oracle/royalflush/oracle.h"
#include "tests/support/tap.h"

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
    static const OracleBoard first_game[] = {ORACLE_PAIR,       ORACLE_THREE_OF_A_KIND,     ORACLE_FOUR_OF_A_KIND,
                                             ORACLE_FULL_HOUSE, ORACLE_BIG_STRAIGHT,        ORACLE_STRAIGHT_FLUSH,
                                             ORACLE_BIG_FLUSH,  ORACLE_PERFECT_TRIPLE_PAIR, ORACLE_ROYAL_FLUSH};
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
    OracleScoring last_piece[] = {{1, ORACLE_PAIR},       {1, ORACLE_PAIR},       {1, ORACLE_PAIR},
                                  {0, ORACLE_FULL_HOUSE}, {1, ORACLE_FULL_HOUSE}, {1, ORACLE_FULL_HOUSE}};
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
    expect_places(2, (int[]){50, 51}, (int[]){1, 0}, (int[]){1, 2});                    /* a chip is worth 2 */
    expect_places(3, (int[]){50, 48, 52}, (int[]){1, 2, 0}, (int[]){2, 1, 3});          /* all have 52: more chips win */
    expect_places(4, (int[]){50, 50, 52, 9}, (int[]){1, 1, 0, 0}, (int[]){1, 1, 3, 4}); /* still tied: both win */
    expect_places(2, (int[]){0, 0}, (int[]){0, 0}, (int[]){1, 1});
}

/* ---- against the engine: all ways to score on random hands */

/* Where the cards of a random hand come from, so that combinations occur. */
typedef enum { POOL_ALL, POOL_RANKS, POOL_SUITS, POOL_ROW, POOL_PICTURES, POOL_FACES, POOLS } Pool;

static void choose_pool(Pool pool, Chance *chance, bool in_pool[ROYAL_FACES]) {
    uint32_t from = chance_below(chance, 9), length = 5 + chance_below(chance, 4), few = 3 + chance_below(chance, 6);
    uint32_t suits = 1 + chance_below(chance, 15), ranks = 0;
    for (uint32_t i = 0; i < few / 2 + 1; i++) ranks |= 1u << chance_below(chance, 13);
    for (uint32_t face = 0; face < ROYAL_FACES; face++) {
        uint32_t rank = face / 4, suit = face % 4;
        switch (pool) {
        case POOL_RANKS: in_pool[face] = ranks >> rank & 1; break;
        case POOL_SUITS: in_pool[face] = suits >> suit & 1; break;
        case POOL_ROW: in_pool[face] = rank >= from && rank < from + length && (suits >> suit & 1); break;
        case POOL_PICTURES: in_pool[face] = rank >= 8; break; /* tens and aces, too */
        case POOL_FACES: in_pool[face] = chance_below(chance, 8) == 0; break;
        default: in_pool[face] = true;
        }
    }
}

/* Up to `size` cards, each face twice at most, and these jokers. */
static OracleRoyalCards random_hand(const OracleRoyalCard *faces, int size, int jokers, Chance *chance) {
    bool in_pool[ROYAL_FACES];
    int cards[ROYAL_CARDS], count = 0;
    OracleRoyalCards hand = {0};
    choose_pool((Pool)chance_below(chance, POOLS), chance, in_pool);
    for (int card = 0; card < ROYAL_CARDS; card++)
        if (in_pool[card % ROYAL_FACES]) cards[count++] = card % ROYAL_FACES;
    while (hand.count < size - jokers && count > 0) {
        int at = (int)chance_below(chance, (uint32_t)count);
        hand.cards[hand.count++] = faces[cards[at]];
        cards[at] = cards[--count];
    }
    for (int i = 0; i < jokers; i++) hand.cards[hand.count++] = faces[ROYAL_JOKER];
    return hand;
}

typedef struct Comparison {
    OracleRoyalCard faces[ROYAL_FOLLOW_KINDS];
    OracleRoyalWays expected, found;
    RoyalWay ways[ORACLE_ROYAL_WAYS_MAX];
    int scored[ORACLE_BOARDS];  /* hands that could score the board, and */
    long listed[ORACLE_BOARDS]; /* in how many ways together */
} Comparison;

static void fail_on(const OracleRoyalCards *hand, OracleBoard board, const char *what) {
    char words[4 * ORACLE_ROYAL_HAND_MAX];
    Text text = text_init(words, sizeof words);
    for (int i = 0; i < hand->count; i++) {
        bool joker = hand->cards[i].rank == ORACLE_ROYAL_JOKER;
        text_format(&text, " %c%c", joker ? '*' : "23456789TJQKA"[hand->cards[i].rank - 2], hand -> cards[i].suit);
    }
    fail_msg("%s from%s: %s", oracle_board_name(board), words, what);
}

/* What is left of the hand after the engine's way; false if it plays a card that is not there. */
static bool take_way(const Comparison *comparison, const OracleRoyalCards *hand, const RoyalWay *way, OracleRoyalCards *left) {
    *left = *hand;
    for (int i = 0; i < way->count; i++) {
        OracleRoyalCard card = comparison->faces[way->cards[i]];
        int at = 0;
        while (at < left->count && (left->cards[at].rank != card.rank || left->cards[at].suit != card.suit)) at++;
        if (at == left->count) return false;
        left->cards[at] = left->cards[--left->count];
    }
    oracle_royal_sort(left);
    return true;
}

static int compare_ways(const RoyalWay *one, const RoyalWay *other) {
    int order = 0;
    for (int i = 0; i < one->count && i < other->count && order == 0; i++) order = one->cards[i] - other->cards[i];
    return order;
}

static RoyalFaces faces_of(const uint8_t counts[ROYAL_FOLLOW_KINDS]) {
    RoyalFaces faces = {0, 0};
    for (int card = 0; card < ROYAL_FACES; card++)
        for (int i = 0; i < counts[card]; i++) royal_faces_add(&faces, card);
    return faces;
}

/* Lays one of the ways card by card: at every step the engine offers exactly the cards with which some way goes on. */
static void compare_steps(const Comparison *comparison, OracleBoard board, const OracleRoyalCards *hand,
                          const uint8_t counts[ROYAL_FOLLOW_KINDS], const RoyalWay *way) {
    RoyalFaces left = faces_of(counts), on_table = {0, 0};
    int laid[ROYAL_FOLLOW_KINDS] = {0}, jokers = counts[ROYAL_JOKER], laid_jokers = 0;
    for (int i = 0; i <= way->count; i++) {
        RoyalSet next = royalflush_next((RoyalBoard)board, on_table, laid_jokers, left, jokers);
        if (next != royal_follow_next(comparison->faces, hand, &comparison->expected, laid))
            fail_on(hand, board, "other cards may be laid next");
        if (i == way->count) return;
        laid[way->cards[i]]++;
        if (way->cards[i] == ROYAL_JOKER) {
            jokers--;
            laid_jokers++;
        } else {
            royal_faces_remove(&left, way->cards[i]);
            royal_faces_add(&on_table, way->cards[i]);
        }
    }
}

static void compare_board(Comparison *comparison, OracleBoard board, const OracleRoyalCards *hand, Chance *chance) {
    uint8_t counts[ROYAL_FOLLOW_KINDS] = {0};
    OracleRoyalWays *expected = &comparison->expected, *found = &comparison->found;
    for (int i = 0; i < hand->count; i++) counts[royal_follow_number(comparison->faces, hand->cards[i])]++;
    oracle_royal_ways(board, hand, expected);
    found->count = royalflush_ways((RoyalBoard)board, counts, comparison->ways, ORACLE_ROYAL_WAYS_MAX);
    if (found->count != expected->count) fail_on(hand, board, "another number of ways");
    for (int i = 0; i < found->count; i++) {
        bool there = take_way(comparison, hand, &comparison->ways[i], &found->left[i]);
        if (!there) fail_on(hand, board, "a card that is not there");
        if (i > 0 && compare_ways(&comparison->ways[i - 1], &comparison->ways[i]) >= 0) fail_on(hand, board, "not ascending");
    }
    qsort(found->left, (size_t)found->count, sizeof *found->left, oracle_royal_compare);
    for (int i = 0; i < found->count; i++)
        if (oracle_royal_compare(&found->left[i], &expected->left[i]) != 0) fail_on(hand, board, "other ways");
    bool can = royalflush_can_score((RoyalBoard)board, faces_of(counts), counts[ROYAL_JOKER]);
    if (can != (expected->count > 0)) fail_on(hand, board, "it can be scored, or not");
    /* A joker is a further card of one's choice. */
    bool enough = royalflush_missing((RoyalBoard)board, faces_of(counts)) <= counts[ROYAL_JOKER];
    if (enough != can && (board != ORACLE_ROYAL_FLUSH || counts[ROYAL_JOKER] == 0)) fail_on(hand, board, "so many are missing");
    if (found->count > 0) {
        uint32_t some = chance_below(chance, (uint32_t)found->count);
        compare_steps(comparison, board, hand, counts, &comparison->ways[some]);
    }
    comparison->scored[board] += found->count > 0;
    comparison->listed[board] += found->count;
}

static void hands_agree(int hands, uint32_t size_max, uint32_t jokers_max, uint64_t seed) {
    Comparison *comparison = calloc(1, sizeof *comparison);
    Chance chance = chance_fast(seed);
    royal_follow_faces(comparison->faces);
    for (int i = 0; i < hands; i++) {
        int jokers = jokers_max ? 1 + (int)chance_below(&chance, jokers_max) : 0;
        /* Large hands more often than small ones. */
        uint32_t size = 1 + chance_below(&chance, size_max), other = 1 + chance_below(&chance, size_max);
        OracleRoyalCards hand = random_hand(comparison->faces, (int)(size > other ? size : other), jokers, &chance);
        for (int board = 0; board < ORACLE_BOARDS; board++) compare_board(comparison, (OracleBoard)board, &hand, &chance);
    }
    for (int board = 0; board < ORACLE_BOARDS; board++) {
        print_message("# %s: %d of %d hands, %ld ways\n", oracle_board_name((OracleBoard)board), comparison->scored[board],
                      hands, comparison->listed[board]);
        assert_true(comparison->scored[board] > 0);
    }
    free(comparison);
}

static void hands_without_jokers_agree(void **unused) {
    (void)unused;
    hands_agree(soak() ? 200000 : 200, 14, 0, 1);
}

static void hands_with_jokers_agree(void **unused) {
    (void)unused;
    hands_agree(soak() ? 200000 : 150, 9, 2, 2);
}

/* The example printed on a board is a combination of exactly its cards. */
static void example_makes(RoyalBoard board) {
    Span rest = span_of(royal_boards[board].example), token;
    RoyalFaces faces = {0, 0};
    while (span_split(&rest, ',', &token)) {
        uint8_t card;
        assert_true(royalflush_parse_card(token, &card));
        royal_faces_add(&faces, card);
    }
    assert_int_equal(royal_faces_count(faces), royal_boards[board].cards);
    assert_true(royalflush_can_score(board, faces, 0));
}

static void facts_agree(void **unused) {
    (void)unused;
    for (int board = 0; board < ORACLE_BOARDS; board++) {
        /* The sheet's name in one word is a key. */
        char key[32] = "";
        for (const char *at = oracle_board_name((OracleBoard)board); *at; at++)
            if (*at != ' ') strncat(key, at, 1);
        assert_int_equal(royalflush_board_find(span_of(key)), board);
        assert_int_equal(royal_boards[board].cards, oracle_board_cards((OracleBoard)board));
        for (int field = 0; field < ROYAL_FIELDS; field++)
            assert_int_equal(royal_boards[board].fields[field], oracle_board_field((OracleBoard)board, field));
        assert_int_equal(royal_boards[board].field_count, board == ORACLE_ROYAL_FLUSH ? 1 : 3);
        example_makes((RoyalBoard)board);
    }
    for (SeatSet children = 0; children < 32; children++)
        assert_int_equal(royalflush_jokers_each(children), oracle_royal_jokers(__builtin_popcount(children)));
}

/* Ends of matches with many ties: of a state only what the winners follow from is filled in. */
static void winners_agree(void **unused) {
    (void)unused;
    Chance chance = chance_fast(3);
    int by_chips = 0, shared = 0;
    for (int i = 0; i < 20000; i++) {
        RoyalFlush state = {.people = (uint8_t)(2 + chance_below(&chance, 4)), .phase = ROYAL_OVER, .viewer = VIEWER_WHOLE};
        int points[ROYAL_SEATS], chips[ROYAL_SEATS], places[ROYAL_SEATS], winners = 0, best = 0;
        for (int seat = 0; seat < state.people; seat++) {
            points[seat] = 50 + (int)chance_below(&chance, 8);
            chips[seat] = (int)chance_below(&chance, 4);
            state.score[seat] = (uint16_t)(points[seat] + 2 * chips[seat]);
            state.chips[seat] = (uint8_t)chips[seat];
            if (state.score[seat] > best) best = state.score[seat];
        }
        oracle_royal_places(points, chips, state.people, places);
        SeatSet found = royalflush.winners((const State *)(const void *)&state);
        for (int seat = 0; seat < state.people; seat++) {
            assert_int_equal((found & SEAT_BIT(seat)) != 0, places[seat] == 1);
            winners += places[seat] == 1;
            by_chips += places[seat] > 1 && state.score[seat] == best;
        }
        shared += winners > 1;
    }
    assert_true(by_chips > 100 && shared > 100);
}

/* ---- whole matches */

/* How a match is played: at random, quick to score, hoarding until a royal flush can be scored or nothing else is left, or
 * spending chips wherever it can. */
typedef enum { HABIT_RANDOM, HABIT_SCORE, HABIT_HOARD, HABIT_SPEND, HABITS } Habit;

static bool is_wanted(Habit habit, Move move) {
    RoyalMoveKind kind = royal_move_kind(move);
    if (kind == ROYAL_SCORE && royal_move_value(move) == ROYAL_ROYAL_FLUSH) return true;
    if (habit == HABIT_SCORE) return kind == ROYAL_SCORE || kind == ROYAL_LAY || kind == ROYAL_DONE;
    if (habit == HABIT_HOARD) return kind == ROYAL_DRAW || kind == ROYAL_TAKE;
    if (habit == HABIT_SPEND) return kind == ROYAL_EXCHANGE || kind == ROYAL_DRAW;
    return true;
}

static Move choose(Habit habit, const Move *moves, int count, Chance *dice) {
    Move move = moves[chance_below(dice, (uint32_t)count)];
    for (int tries = 0; tries < 12 && !is_wanted(habit, move); tries++) move = moves[chance_below(dice, (uint32_t)count)];
    return move;
}

static void play_match(RoyalFollow *follow, EventSink *sink, uint64_t seed) {
    Chance chance = chance_fast(seed), dice = chance_fast(~seed);
    int players = 2 + (int)(seed % 4);
    Setup setup = {.people = players};
    Error error = {""};
    StateRoom room;
    State *state = STATE_IN(room);
    Move moves[ROYAL_MOVES_MAX];
    Habit habit = (Habit)chance_below(&dice, HABITS);
    bool child[ROYAL_SEATS] = {false}, each_round = false;
    char children[2 * ROYAL_SEATS + 16] = "children=";
    for (int seat = 0; seat < players && chance_below(&dice, 2); seat++) {
        snprintf(children + strlen(children), sizeof children - strlen(children), "%s%d", seat ? "," : "", seat);
        child[seat] = true;
    }
    if (chance_below(&dice, 2)) assert_true(setup_option(&setup, span_of("boards=random"), &error));
    if (child[0]) {
        each_round = chance_below(&dice, 2);
        assert_true(setup_option(&setup, span_of(children), &error));
        if (each_round) assert_true(setup_option(&setup, span_of("jokers=each-round"), &error));
    }
    royal_follow_begin(follow, players, child, each_round);
    if (!royalflush.setup(state, &setup, &chance, sink, &error)) fail_msg("%s", error.text);
    while (!game_over(&royalflush, state) && !follow->wrong[0]) {
        int actor = 0;
        while (!(royalflush.actors(state) & SEAT_BIT(actor))) actor++;
        int count = royalflush.legal(state, actor, moves);
        Move move = choose(habit, moves, count, &dice);
        royal_follow_decision(follow, actor, moves, count, move);
        if (!game_play(&royalflush, state, actor, move, &chance, sink, &error)) fail_msg("%s", error.text);
        royal_follow_state(follow, state);
    }
    if (follow->wrong[0]) {
        char position[STATE_TEXT_MAX];
        Text text = text_init(position, sizeof position);
        royalflush.print(state, &text);
        fail_msg("seed %llu: %s; now %s", (unsigned long long)seed, follow->wrong, position);
    }
    assert_true(follow->ended);
    for (int seat = 0; seat < players; seat++)
        assert_int_equal((royalflush.winners(state) & SEAT_BIT(seat)) != 0, follow->winner[seat]);
}

static void matches_agree(void **unused) {
    (void)unused;
    RoyalFollow *follow = malloc(sizeof *follow);
    EventSink *sink = calloc(1, sizeof *sink);
    const RoyalFollowCounts *met = &follow->counts;
    *sink = (EventSink){.take = royal_follow_take, .context = follow};
    royal_follow_init(follow, soak() ? 9 : 7);
    for (uint64_t seed = 0; seed < (soak() ? 5000 : 60); seed++) play_match(follow, sink, seed);
    print_message("# %d matches, %d rounds: %d ended by the last piece, %d by Royal Flush, %d by nobody\n", met->matches,
                  met->rounds, met->by_last_piece, met->by_royal_flush, met->by_nobody);
    print_message("# %d exchanges, %d bought, %d scores, %d passes; %d and %d reshuffles, %d short displays\n", met->exchanges,
                  met->buys, met->scores, met->passes, met->reshuffles, met->reshuffles_fill, met->short_displays);
    print_message("# jokers: %d played, %d kept; chips: %d rounds waiting, %d joined; %d ties, %d shared wins; %d decisions\n",
                  met->jokers_played, met->jokers_kept, met->waiting, met->joined, met->tied, met->shared, met->decisions);
    assert_true(met->by_last_piece > 0 && met->by_nobody > 0 && met->exchanges > 0 && met->buys > 0 && met->passes > 0);
    assert_true(met->reshuffles > 0 && met->reshuffles_fill > 0 && met->short_displays > 0 && met->waiting > 0);
    assert_true(met->jokers_played > 0 && met->jokers_kept > 0 && met->decisions > 0);
    if (soak()) assert_true(met->by_royal_flush > 0 && met->joined > 0 && met->tied > 0);
    free(sink);
    free(follow);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_by_hand),
        cmocka_unit_test(groups_by_hand),
        cmocka_unit_test(suits_and_rows_by_hand),
        cmocka_unit_test(jokers_by_hand),
        cmocka_unit_test(ways_by_hand),
        cmocka_unit_test(many_ways_by_hand),
        cmocka_unit_test(boards_by_hand),
        cmocka_unit_test(rounds_by_hand),
        cmocka_unit_test(chips_by_hand),
        cmocka_unit_test(places_by_hand),
        cmocka_unit_test(facts_agree),
        cmocka_unit_test(hands_without_jokers_agree),
        cmocka_unit_test(hands_with_jokers_agree),
        cmocka_unit_test(winners_agree),
        cmocka_unit_test(matches_agree),
    };
    return tap_run("royal flush oracle", tests, sizeof tests / sizeof *tests);
}
