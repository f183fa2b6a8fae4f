/* Proves puzzles of Royal Flush: which board a hand makes that pays most, and which card of the display brings one. */
#include "games/royalflush/royalflush.h"
#include "teach/puzzle.h"

/* A hand with more cards is not surveyed at a glance, and trying all of its subsets takes too long. */
enum { BOARDS_MIN = 3, CARDS_MIN = 3, HAND_MAX = 14 };

static int best_board(const RoyalFlush *r, RoyalFaces hand, int jokers) {
    int best = 0;
    for (int board = 0; board < ROYAL_BOARDS; board++) {
        int value = royalflush_free_value(r, (RoyalBoard)board);
        if (value > best && royalflush_can_score((RoyalBoard)board, hand, jokers)) best = value;
    }
    return best;
}

/* The hand makes several boards: which pays most? */
static bool prove_board(const RoyalFlush *r, const Move *moves, int count, Proof *proof) {
    Ranking ranking = {0};
    for (int i = 0; i < count; i++)
        if (royal_move_kind(moves[i]) == ROYAL_SCORE)
            ranking_add(&ranking, moves[i], royalflush_free_value(r, (RoyalBoard)royal_move_value(moves[i])));
    return ranking.count >= BOARDS_MIN && ranking_decides(&ranking, 0, THEME_BOARD, proof);
}

/* The hand makes nothing: with which card of the display does it? */
static bool prove_take(const RoyalFlush *r, int actor, const Move *moves, int count, Proof *proof) {
    Ranking ranking = {0};
    if (best_board(r, r->hand[actor], r->jokers[actor])) return false;
    for (int i = 0; i < count; i++) {
        if (royal_move_kind(moves[i]) != ROYAL_TAKE) continue;
        RoyalFaces hand = r->hand[actor];
        royal_faces_add(&hand, royal_move_value(moves[i]));
        ranking_add(&ranking, moves[i], best_board(r, hand, r->jokers[actor]));
    }
    return ranking.count >= CARDS_MIN && ranking_decides(&ranking, 0, THEME_TAKE, proof);
}

static bool prove(Prover *prover, const View *view, int actor, int goal, Proof *proof) {
    (void)goal;
    const RoyalFlush *r = royalflush_of_view(view);
    if (r->phase != ROYAL_TURN || r->jokers[actor] || royal_faces_count(r->hand[actor]) > HAND_MAX) return false;
    int count = royalflush.legal(view_state(view), actor, prover->moves);
    return prove_board(r, prover->moves, count, proof) || prove_take(r, actor, prover->moves, count, proof);
}

const GamePuzzles puzzles_royalflush = {.game = &royalflush, .prove = prove, .first = THEME_BOARD, .last = THEME_TAKE};
