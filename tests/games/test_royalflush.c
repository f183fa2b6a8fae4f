/* Tests of Royal Flush beyond its cases: large hands, the bound on lists of moves, whole combinations as moves.
 * Also hands dealt to a seat that is laying a combination, and that the baseline beats random play. */
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "games/royalflush/royalflush.h"
#include "tests/support/statistics.h"
#include "tests/support/tap.h"

enum { HANDS = 3000, HANDS_SOAK = 200000, SAMPLES = 2000, SAMPLES_SOAK = 40000, MATCHES = 12, MATCHES_SOAK = 200 };

static RoyalFaces random_hand(Chance *chance, int count) {
    uint8_t pack[ROYAL_CARDS];
    RoyalFaces hand = {0, 0};
    for (int i = 0; i < ROYAL_CARDS; i++) pack[i] = (uint8_t)(i / 2);
    chance_shuffle(chance, 0, pack, ROYAL_CARDS);
    for (int i = 0; i < count; i++) royal_faces_add(&hand, pack[i]);
    return hand;
}

/* ---- counting */

static int count_ways(RoyalBoard board, RoyalFaces hand, int jokers) {
    RoyalWalk walk;
    RoyalWay way, last = {.count = 0};
    int count = 0;
    royalflush_walk_begin(&walk, board, hand, jokers);
    for (; royalflush_walk_next(&walk, &way); count++) {
        assert_int_equal(way.count, royal_boards[board].cards);
        if (count) assert_true(memcmp(last.cards, way.cards, way.count) < 0);
        last = way;
    }
    return count;
}

/* Of both packs whole, by the formulas of the textbooks: n choose k by rank, suit and face. */
static void test_ways_of_all_cards(void **state) {
    static const int expected[ROYAL_BOARDS] = {
        [ROYAL_PAIR] = 13 * 6,
        [ROYAL_PERFECT_PAIR] = 52,
        [ROYAL_DOUBLE_PAIR] = 78 * 36 + 13,
        [ROYAL_THREE] = 13 * 4,
        [ROYAL_TRIPLE_PAIR] = 286 * 216 + 13 * 12 * 6,
        [ROYAL_FULL_HOUSE] = 13 * 4 * 12 * 6,
        [ROYAL_DOUBLE_THREE] = 78 * 16,
        [ROYAL_FOUR] = 13,
        [ROYAL_FLUSH] = 4 * 1287,
        [ROYAL_BIG_FLUSH] = 4 * 1716,
        [ROYAL_PERFECT_TRIPLE_PAIR] = 22100,
        [ROYAL_SIX_PICTURES] = 924,
        [ROYAL_STRAIGHT] = 9 * (1024 - 4),
        [ROYAL_BIG_STRAIGHT] = 7 * (16384 - 4),
        [ROYAL_STRAIGHT_FLUSH] = 4 * 9,
        [ROYAL_BIG_STRAIGHT_FLUSH] = 4 * 8,
        [ROYAL_ROYAL_FLUSH] = 4,
    };
    (void)state;
    for (int board = 0; board < ROYAL_BOARDS; board++)
        assert_int_equal(count_ways((RoyalBoard)board, (RoyalFaces){ROYAL_ALL, ROYAL_ALL}, 0), expected[board]);
}

/* A board can be scored if and only if there is a way, and a wild card more is worth one missing card at most. */
static void test_missing_and_ways(void **state) {
    Chance chance = chance_fast(1);
    (void)state;
    for (int i = 0; i < (soak() ? HANDS_SOAK : HANDS); i++) {
        RoyalFaces hand = random_hand(&chance, 1 + (int)chance_below(&chance, 16)), more = hand;
        int extra = (int)chance_below(&chance, ROYAL_FACES);
        if (royal_faces_of(more, extra) < 2) royal_faces_add(&more, extra);
        for (int board = 0; board < ROYAL_BOARDS; board++) {
            int missing = royalflush_missing((RoyalBoard)board, hand), then = royalflush_missing((RoyalBoard)board, more);
            assert_true(then == missing || then == missing - 1);
            for (int jokers = 0; jokers <= ROYAL_JOKERS_EACH; jokers++) {
                RoyalWalk walk;
                RoyalWay way;
                royalflush_walk_begin(&walk, (RoyalBoard)board, hand, jokers);
                assert_int_equal(royalflush_walk_next(&walk, &way), royalflush_can_score((RoyalBoard)board, hand, jokers));
            }
        }
    }
}

static void test_ways_by_counts(void **state) {
    uint8_t counts[ROYAL_FACES + 1] = {0};
    RoyalWay ways[4];
    (void)state;
    counts[20] = counts[23] = counts[ROYAL_JOKER] = 1; /* 7c 7s ** */
    assert_int_equal(royalflush_ways(ROYAL_PAIR, counts, ways, 4), 3);
    static const uint8_t expected[3][2] = {{20, 23}, {20, ROYAL_JOKER}, {23, ROYAL_JOKER}};
    for (int i = 0; i < 3; i++) assert_memory_equal(ways[i].cards, expected[i], 2);
    assert_int_equal(royalflush_ways(ROYAL_PAIR, counts, ways, 1), 3);
}

/* ---- moves */

static void parse(const char *words, StateRoom *room) {
    Error error = {""};
    if (!royalflush.parse(STATE_IN(*room), span_of(words), &error)) fail_msg("%s: %s", error.text, words);
}

/* All faces in hand and two jokers: each of them can begin a pair. No list is longer. */
static void test_longest_list(void **state) {
    StateRoom room;
    RoyalFlush *r = (RoyalFlush *)(void *)room.bytes;
    Move moves[ROYAL_MOVES_MAX];
    (void)state;
    parse("royalflush hands=**,**,rest/- display=2c,2d,2h,2s pile=- children=0 laid=pair:-", &room);
    assert_int_equal(royal_faces_count(r->hand[0]), 100);
    assert_int_equal(royalflush.legal(STATE_IN(room), 0, moves), 53);
    assert_int_equal(royalflush.moves_max, 53);
}

/* A whole combination is its moves played in one go, and leaves the other cards. */
static void test_score_moves(void **state) {
    StateRoom start, room;
    RoyalFlush *r = (RoyalFlush *)(void *)room.bytes;
    Move moves[1 + ROYAL_WAY_MAX];
    RoyalWalk walk;
    RoyalWay way;
    int ways = 0;
    (void)state;
    parse("royalflush hands=2c,2d,2h,3c,3d,4c,4s,5h,6d,7c,8c,9h,9h,**/- display=2c,2d,2h,2s pile=rest children=0", &start);
    for (int board = 0; board < ROYAL_ROYAL_FLUSH; board++) {
        const RoyalFlush *from = royalflush_of(STATE_IN(start));
        if (!royalflush_free_value(from, (RoyalBoard)board)) continue;
        royalflush_walk_begin(&walk, (RoyalBoard)board, from->hand[0], from->jokers[0]);
        for (; royalflush_walk_next(&walk, &way); ways++) {
            int count = royalflush_score_moves((RoyalBoard)board, &way, moves);
            RoyalFaces left = from->hand[0];
            Error error = {""};
            room = start;
            for (int i = 0; i < count; i++)
                assert_true(game_play(&royalflush, STATE_IN(room), 0, moves[i], &(Chance){0}, NULL, &error));
            for (int i = 0; i < way.count; i++)
                if (way.cards[i] != ROYAL_JOKER) royal_faces_remove(&left, way.cards[i]);
            assert_memory_equal(&r->hand[0], &left, sizeof left);
            assert_int_equal(r->turn, 1);
        }
    }
    assert_true(ways > 100);
}

/* ---- hands drawn for a seat that is laying */

enum { KINDS_MAX = 1024 };

/* Drawn hands by the cards among them that matter to the board; `weights` counts the deals that give those cards. */
typedef struct Tally {
    const RoyalFlush *view;
    RoyalSet matters;
    int others; /* unseen cards that do not matter */
    int kinds;
    RoyalFaces hands[KINDS_MAX];
    unsigned weights[KINDS_MAX], counts[KINDS_MAX];
} Tally;

static int kind_of(Tally *tally, RoyalFaces hand, bool add) {
    hand.once &= tally->matters;
    hand.twice &= tally->matters;
    for (int i = 0; i < tally->kinds; i++)
        if (memcmp(&tally->hands[i], &hand, sizeof hand) == 0) return i;
    assert_true(add && tally->kinds < KINDS_MAX);
    tally->hands[tally->kinds] = hand;
    return tally->kinds++;
}

static unsigned choose(int from, int count) {
    unsigned ways = 1;
    for (int i = 0; i < count; i++) ways = ways * (unsigned)(from - i) / (unsigned)(i + 1);
    return ways;
}

/* Every choice from the cards that matter, the rest of the hand being any of the others. */
static void enumerate(Tally *tally, RoyalFaces hand, const uint8_t *cards, int left, int open) {
    const RoyalFlush *v = tally->view;
    if (left == 0) {
        if (open <= tally->others && royalflush_next((RoyalBoard)v->board, v->laid, v->laid_jokers, hand, v->jokers[1]))
            tally->weights[kind_of(tally, hand, true)] += choose(tally->others, open);
        return;
    }
    enumerate(tally, hand, cards + 1, left - 1, open);
    if (open == 0) return;
    royal_faces_add(&hand, cards[0]);
    enumerate(tally, hand, cards + 1, left - 1, open - 1);
}

/* Seat 1 is laying, and seat 0 looks on: among the cards that it does not see, `cards` are those that matter. Hands must come
 * up in the proportion of the deals that give them, two of a face being two cards. */
static void expect_fair(const char *position, const char *cards) {
    StateRoom whole, view, drawn;
    uint8_t list[ROYAL_CARDS];
    Span rest = span_of(cards), piece;
    int count = 0, samples = soak() ? SAMPLES_SOAK : SAMPLES;
    Tally *tally = calloc(1, sizeof *tally);
    Chance chance = chance_fast(7);
    assert_non_null(tally);
    parse(position, &whole);
    royalflush.view(STATE_IN(whole), 0, VIEW_IN(view));
    tally->view = royalflush_of_view(VIEW_IN(view));
    while (span_split(&rest, ',', &piece)) {
        assert_true(royalflush_parse_card(piece, &list[count]));
        tally->matters |= ROYAL_BIT(list[count++]);
    }
    tally->others = tally->view->hidden[1] + tally->view->pile_count - count;
    enumerate(tally, tally->view->known[1], list, count, tally->view->hidden[1]);
    for (int i = 0; i < samples; i++) {
        royalflush.determinize(VIEW_IN(view), &chance, STATE_IN(drawn));
        tally->counts[kind_of(tally, royalflush_of(STATE_IN(drawn))->hand[1], false)]++;
    }
    double tail = chi_square_of_counts(tally->counts, tally->weights, tally->kinds, samples);
    printf("# %d kinds of hand fit, chi-square tail %.4f\n", tally->kinds, tail);
    assert_true(tally->kinds > 1);
    assert_true(tail > 1e-4);
    free(tally);
}

/* Many hands can complete it: found by trying. */
static void test_drawn_pair(void **state) {
    (void)state;
    expect_fair("royalflush turn=1 hands=rest/7h,7s,9c,Kd known=-/9c laid=pair:- display=2c,3c,4c,5c pile=7h,8c,8d,9c,9d,As",
                "7h,7s,7h,8c,8d,9c,9d");
}

#define FILL "2c,2d,2s,3c,3d,3s,4c,4d,4s,Kc,Kd,Ks,Ac,Ad,As,2d,2s,3c,3d,3s,4c,4d,4s,Kc,Kd,Ks,Ac,Ad,As"

/* One hand in some thousands can, and some of those in several ways: drawn around a way. */
static void test_drawn_straight_flush(void **state) {
    (void)state;
    expect_fair(
        "royalflush turn=1 hands=rest/5h,6h,7h,8h,9h,Qs laid=straightflush:- display=2c,Jc,Jd,Js pile=Th,Jh,7h,8h," FILL,
        "5h,6h,7h,8h,9h,Th,Jh,7h,8h");
}

/* With a known card, one laid, a joker in hand, and cards of a face that are wanted twice. */
static void test_drawn_perfect(void **state) {
    (void)state;
    expect_fair(
        "royalflush turn=1 hands=rest/5d,8s,8s,9h,9h,** known=-/8s laid=perfecttriplepair:3h display=2c,Jc,Jd,Js children=1"
        " pile=3h,5d,5h,6c,6c,7c,7d,9c,Th,Td,Qc",
        "5d,8s,9h,9h,3h,5d,5h,6c,6c,7c,7d,9c,Th,Td,Qc");
}

/* ---- the baseline */

static void test_greedy_beats_random(void **state) {
    int wins = 0, matches = soak() ? MATCHES_SOAK : MATCHES;
    Bot *bots[2] = {bot_open(&royalflush, span_of("greedy"), NULL), bot_open(&royalflush, span_of("random"), NULL)};
    Chance chance = chance_fast(3);
    (void)state;
    assert_non_null(bots[0]);
    assert_non_null(bots[1]);
    for (int match = 0; match < matches; match++) {
        StateRoom room, view;
        Setup setup = {.people = 2};
        assert_true(royalflush.setup(STATE_IN(room), &setup, &chance, NULL, NULL));
        while (!game_over(&royalflush, STATE_IN(room))) {
            int actor = royalflush_of(STATE_IN(room))->turn;
            royalflush.view(STATE_IN(room), actor, VIEW_IN(view));
            Move move = bot_choose(bots[(actor + match) % 2], VIEW_IN(view), actor, &chance);
            assert_true(game_play(&royalflush, STATE_IN(room), actor, move, &chance, NULL, NULL));
        }
        wins += royalflush.winners(STATE_IN(room)) == SEAT_BIT(match % 2);
    }
    bot_free(bots[0]);
    bot_free(bots[1]);
    printf("# greedy won %d of %d matches\n", wins, matches);
    assert_true(wins * 10 >= matches * 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_of_all_cards),    cmocka_unit_test(test_missing_and_ways),
        cmocka_unit_test(test_ways_by_counts),       cmocka_unit_test(test_longest_list),
        cmocka_unit_test(test_score_moves),          cmocka_unit_test(test_drawn_pair),
        cmocka_unit_test(test_drawn_straight_flush), cmocka_unit_test(test_drawn_perfect),
        cmocka_unit_test(test_greedy_beats_random),
    };
    return tap_run("royalflush", tests, sizeof tests / sizeof *tests);
}
