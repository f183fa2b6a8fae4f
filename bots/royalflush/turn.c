/* Plays a whole turn of Royal Flush quickly: the one that leaves the most promising hand. */
#include "bots/royalflush/turn.h"

#include <assert.h>
#include <limits.h>

enum { WAYS_MAX = 4 }; /* ways to score that are compared: more cost time and bring nothing in simulations */

RoyalFaces royal_hand_after(RoyalFaces hand, RoyalFaces laid, const RoyalWay *way, int *jokers) {
    for (int i = 0; i < way->count; i++) {
        int card = way->cards[i];
        if (card == ROYAL_JOKER) --*jokers;
        else if (royal_faces_of(laid, card)) royal_faces_remove(&laid, card);
        else royal_faces_remove(&hand, card);
    }
    return hand;
}

/* What a seat looks at. */
typedef struct Quick {
    const RoyalFlush *r;
    const RoyalWeights *weights;
    RoyalStanding standing;
    RoyalPromise promise;
} Quick;

/* The way to score that leaves the most, among the first few; returns what it leaves. */
static int best_way(const Quick *quick, RoyalBoard board, RoyalWay *best) {
    const RoyalFlush *r = quick->r;
    RoyalOutlook after = royal_outlook_after(r, board);
    RoyalStanding standing = quick->standing;
    RoyalWalk walk;
    RoyalWay way;
    int most = INT_MIN;
    bool last = --standing.own == 0 || board == ROYAL_ROYAL_FLUSH;
    royalflush_walk_from(&walk, board, r->laid, r->laid_jokers, r->hand[r->turn], r->jokers[r->turn]);
    for (int i = 0; i < (last ? 1 : WAYS_MAX) && royalflush_walk_next(&walk, &way); i++) {
        int jokers = r->jokers[r->turn] + r->laid_jokers;
        RoyalFaces rest = royal_hand_after(r->hand[r->turn], r->laid, &way, &jokers);
        int worth = last ? 0 : royal_promise(&after, rest, jokers, standing, quick->weights).worth;
        if (worth <= most) continue;
        most = worth;
        *best = way;
    }
    assert(most > INT_MIN);
    return most;
}

/* The card of the display that promises most. */
typedef struct Take {
    int card; /* CARD_NONE if there is none */
    int worth;
} Take;

static Take best_take(const Quick *quick) {
    Take best = {CARD_NONE, INT_MIN};
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        int card = quick->r->display[place];
        if (card == CARD_NONE) continue;
        int worth = royal_promise_with(&quick->promise, card);
        if (worth > best.worth) best = (Take){card, worth};
    }
    return best;
}

/* What scoring a board is worth if nothing but its cards' number were lost: ways are looked for only where this would do. */
static int most_after(const Quick *quick, RoyalBoard board) {
    const RoyalFlush *r = quick->r;
    RoyalStanding standing = quick->standing;
    if (--standing.own == 0 || board == ROYAL_ROYAL_FLUSH) return 0;
    RoyalOutlook after = royal_outlook_after(r, board);
    RoyalPromise all = royal_promise(&after, r->hand[r->turn], r->jokers[r->turn], standing, quick->weights);
    return all.worth - all.card * royal_boards[board].cards;
}

/* The board to score now, or ROYAL_BOARDS to wait. */
static RoyalBoard board_to_score(const Quick *quick, Take take, RoyalWay *way) {
    RoyalBoard choice = ROYAL_BOARDS;
    int best = take.worth > quick->promise.worth ? take.worth : quick->promise.worth;
    if (!royalflush_cards_left(quick->r)) best = INT_MIN;
    for (uint32_t boards = quick->promise.complete; boards; boards &= boards - 1) {
        RoyalBoard board = (RoyalBoard)__builtin_ctz(boards);
        RoyalWay found = {.count = 0};
        int worth = ROYAL_POINT * royalflush_free_value(quick->r, board);
        if (best > INT_MIN && worth + most_after(quick, board) < best) continue;
        worth += best_way(quick, board, &found);
        if (worth < best) continue;
        best = worth;
        choice = board;
        *way = found;
    }
    return choice;
}

static Move take_step(const Quick *quick, Take take) {
    const RoyalFlush *r = quick->r;
    bool may_draw = r->pile_count || !royal_faces_empty(r->discards);
    if (r->phase == ROYAL_TAKEN && (take.card == CARD_NONE || take.worth < quick->promise.worth + ROYAL_CHIP))
        return royal_move(ROYAL_DONE, 0);
    if (take.card != CARD_NONE && (take.worth > quick->promise.worth || !may_draw)) return royal_move(ROYAL_TAKE, take.card);
    return royal_move(may_draw ? ROYAL_DRAW : ROYAL_PASS, 0);
}

static int quick_steps(const RoyalFlush *r, const RoyalLearnt *learnt, Move steps[1 + ROYAL_WAY_MAX]) {
    Quick quick = {.r = r, .standing = royal_standing(r, r->turn)};
    RoyalWay way = {.count = 0};
    quick.weights = &learnt->lead[quick.standing.many];
    if (r->phase == ROYAL_SCORING) {
        int laid = royal_faces_count(r->laid) + r->laid_jokers, count = 0;
        best_way(&quick, (RoyalBoard)r->board, &way);
        for (int i = laid; i < way.count; i++) steps[count++] = royal_move(ROYAL_LAY, way.cards[i]);
        return count;
    }
    RoyalOutlook outlook = royal_outlook(r);
    quick.promise = royal_promise(&outlook, r->hand[r->turn], r->jokers[r->turn], quick.standing, quick.weights);
    Take take = best_take(&quick);
    if (r->phase == ROYAL_TURN && quick.promise.complete) {
        RoyalBoard board = board_to_score(&quick, take, &way);
        if (board != ROYAL_BOARDS) return royalflush_score_moves(board, &way, steps);
    }
    steps[0] = take_step(&quick, take);
    return 1;
}

void royal_quick_play(RoyalFlush *r, const RoyalLearnt *learnt, Chance *chance) {
    Move steps[1 + ROYAL_WAY_MAX];
    int count = quick_steps(r, learnt, steps);
    for (int i = 0; i < count; i++) royalflush.apply((State *)(void *)r, r->turn, steps[i], chance, NULL);
}
