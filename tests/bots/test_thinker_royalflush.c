/* Tests the thinker of Royal Flush: distances and outs against brute force, hand values against slow sums, obvious moves.
 * It plays legal moves in every setting, and the same ones from the same dice. */
#include <stdlib.h>

#include "bots/bot.h"
#include "bots/royalflush/bots.h"
#include "bots/royalflush/turn.h"
#include "tests/support/tap.h"
#include "tests/bots/thinking.h"

enum { HANDS = 300, HANDS_SOAK = 60000, HAND_MAX = 24, ITERATIONS = 4, ITERATIONS_OBVIOUS = 120 };

/* Hands of all sizes: of any cards, of two suits, or of five ranks, so that something comes together. */
static RoyalFaces random_hand(Chance *chance) {
    RoyalFaces hand = {0, 0};
    uint32_t size = chance_below(chance, HAND_MAX), style = chance_below(chance, 3);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t rank = chance_below(chance, style == 2 ? 5 : ROYAL_RANKS),
                 suit = chance_below(chance, style == 1 ? 2 : ROYAL_SUITS);
        int card = (int)(4 * rank + suit);
        if (royal_faces_of(hand, card) < 2) royal_faces_add(&hand, card);
    }
    return hand;
}

static RoyalFaces with_card(RoyalFaces hand, int card) {
    royal_faces_add(&hand, card);
    return hand;
}

/* A straight all of one suit is none: near one, outs are told by rank alone. */
static bool near_one_suit(RoyalBoard board, const RoyalHand *hand) {
    if (board != ROYAL_STRAIGHT && board != ROYAL_BIG_STRAIGHT) return false;
    for (int suit = 0; suit < ROYAL_SUITS; suit++)
        if (hand->suit_count[suit] >= royal_boards[board].cards - 1) return true;
    return false;
}

static int hands_to_try(void) { return soak() ? HANDS_SOAK : HANDS; }

static void outs_are_what_helps(void **unused) {
    (void)unused;
    Chance chance = chance_fast(11);
    for (int i = 0; i < hands_to_try(); i++) {
        RoyalFaces faces = random_hand(&chance);
        RoyalHand hand = royal_hand(faces);
        for (int b = 0; b < ROYAL_BOARDS; b++) {
            RoyalBoard board = (RoyalBoard)b;
            RoyalOuts outs = royal_outs(board, &hand);
            int missing = royalflush_missing(board, faces);
            RoyalSet helps = 0;
            assert_int_equal(outs.missing, missing);
            if (near_one_suit(board, &hand)) continue;
            for (int card = 0; card < ROYAL_FACES; card++)
                if (royal_faces_of(faces, card) < 2 && royalflush_missing(board, with_card(faces, card)) < missing)
                    helps |= ROYAL_BIT(card);
            assert_true(outs.outs == helps);
        }
    }
}

/* The formula as value_royalflush.h tells it, with the game's own distances. */
static int slow_worth(const RoyalFlush *r, RoyalFaces hand, int jokers, RoyalStanding standing, const RoyalWeights *weights) {
    int own = royal_own_class(standing.own), others = royal_others_class(standing.others);
    int worth = weights->base[standing.own][standing.others] + weights->card[own][others] * (royal_faces_count(hand) + jokers);
    for (int b = 0; b < ROYAL_BOARDS; b++) {
        RoyalBoard board = (RoyalBoard)b;
        int value = royalflush_free_value(r, board), missing = royalflush_missing(board, hand);
        for (int i = 0; i < jokers && missing > 0 && board != ROYAL_ROYAL_FLUSH; i++) missing--;
        worth += value * weights->parts[own][others][board][missing];
    }
    return worth;
}

static void worth_adds_up(void **unused) {
    (void)unused;
    StateRoom room;
    Error error;
    Chance chance = chance_fast(12);
    assert_true(royalflush.parse(STATE_IN(room),
                                 span_of("royalflush hands=7h/- display=2c,2c,Tc,Tc pile=rest "
                                         "fields=pair:0,1,1/four:1"),
                                 &error));
    const RoyalFlush *r = royalflush_of(STATE_IN(room));
    RoyalOutlook outlook = royal_outlook(r);
    RoyalStanding standing = royal_standing(r, 0);
    assert_int_equal(outlook.count, 8);
    assert_int_equal(standing.own, 4);
    assert_int_equal(standing.others, 2);
    assert_int_equal(royal_outlook_after(r, ROYAL_ROYAL_FLUSH).count, 7);
    for (int i = 0; i < hands_to_try(); i++) {
        RoyalFaces hand = random_hand(&chance);
        int jokers = (int)chance_below(&chance, 3), card = (int)chance_below(&chance, ROYAL_FACES);
        const RoyalWeights *weights = i & 1 ? &royal_learnt.lead[0] : &royal_learnt.gain[0];
        RoyalPromise promise = royal_promise(&outlook, hand, jokers, standing, weights);
        RoyalHand sorted = royal_hand(hand);
        assert_int_equal(promise.worth, slow_worth(r, hand, jokers, standing, weights));
        for (int board = 0; board < ROYAL_BOARDS; board++)
            assert_int_equal(promise.complete >> board & 1, royalflush_free_value(r, (RoyalBoard)board) &&
                                                                royalflush_can_score((RoyalBoard)board, hand, jokers));
        if (royal_faces_of(hand, card) == 2 || near_one_suit(ROYAL_BIG_STRAIGHT, &sorted)) continue;
        assert_int_equal(royal_promise_with(&promise, card), slow_worth(r, with_card(hand, card), jokers, standing, weights));
    }
}

/* Whole matches in every setting, two thinkers with the same dice side by side. */
static void plays_every_setting(void **unused) {
    (void)unused;
    thinking_plays_settings(&royalflush, &thinker_royalflush, ITERATIONS, 0);
}

typedef struct Obvious {
    const char *position, *move;
} Obvious;

static const Obvious obvious[] = {
    /* Twenty-five points and the end of the round. */
    {"royalflush turn=0 round=3 hands=Th,Jh,Qh,Kh,Ah,2c,3d/4c,5c,6d,8d,9s,Jc,Qd display=2s,7d,9c,4h pile=rest",
     "score:royalflush"},
    /* The card that makes four of a kind, and a straight flush besides. */
    {"royalflush turn=0 hands=7c,7d,7h,4s,5s,6s,8s/4c,5c,6d,8d,9s,Jc,Qd display=2c,7s,Kd,Jh pile=rest", "take:7s"},
    /* Ahead in the last round with one piece left: the match is won at once. */
    {"royalflush turn=0 round=3 scores=70/60 chips=3/3 hands=2c,2d,5h,9s,Kd/4c,5c,6d,8d,9s,Jc,Qd display=2s,7d,9c,4h pile=rest "
     "fields=four:0,0/straightflush:0,0/pair:1",
     "score:pair"},
};

static void sees_the_obvious(void **unused) {
    (void)unused;
    void *memory = thinker_royalflush.open(&royalflush, budget_iterations(ITERATIONS_OBVIOUS));
    for (size_t i = 0; i < sizeof obvious / sizeof *obvious; i++) {
        StateRoom room, view;
        Error error = {.text = ""};
        Move expected;
        for (uint64_t seed = 1; seed <= 3; seed++) {
            Chance dice = chance_fast(seed);
            if (!royalflush.parse(STATE_IN(room), span_of(obvious[i].position), &error)) fail_msg("%s", error.text);
            assert_true(royalflush.parse_move(STATE_IN(room), 0, span_of(obvious[i].move), &expected, &error));
            royalflush.view(STATE_IN(room), 0, VIEW_IN(view));
            Move move = thinker_royalflush.choose(memory, VIEW_IN(view), 0, budget_iterations(ITERATIONS_OBVIOUS), &dice);
            assert_int_equal(move, expected);
        }
    }
    thinker_royalflush.close(memory);
}

/* The levels and `plain` open for this game and answer. */
static void levels_answer(void **unused) {
    (void)unused;
    static const char *const names[] = {"plain", "easy", "medium", "strong"};
    StateRoom room, view;
    Error error;
    Chance chance = chance_fast(3);
    Setup setup = {.people = 3};
    assert_true(royalflush.setup(STATE_IN(room), &setup, &chance, NULL, &error));
    int actor = __builtin_ctz(royalflush.actors(STATE_IN(room)));
    royalflush.view(STATE_IN(room), actor, VIEW_IN(view));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Bot *bot = bot_open(&royalflush, span_of(names[i]), &error);
        assert_non_null(bot);
        assert_true(royalflush.is_legal(STATE_IN(room), actor, bot_choose(bot, VIEW_IN(view), actor, &chance)));
        bot_free(bot);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outs_are_what_helps), cmocka_unit_test(worth_adds_up), cmocka_unit_test(plays_every_setting),
        cmocka_unit_test(sees_the_obvious),    cmocka_unit_test(levels_answer),
    };
    return tap_run("thinker_royalflush", tests, sizeof tests / sizeof *tests);
}
