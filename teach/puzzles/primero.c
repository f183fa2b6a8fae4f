/* Proves exchanges in Primero by counting every draw: which throw makes the bid, or ends in a certain hand, most often. */
#include "games/primero/primero.h"
#include "teach/puzzle.h"

/* Chances are in parts of a million; the best must be alone by three percentage points. */
enum { MILLION = 1000000, MARGIN = 30000, LEAST = 100000, CHOICES_MIN = 3 };

typedef struct Count {
    int bid, goal; /* one of them is 0 */
    int64_t good, all;
} Count;

static bool succeeds(const Count *count, PrimeroSet hand) {
    int value = primero_hand_value(hand);
    return count->bid ? primero_makes(value, count->bid) > 0 : value >= count->goal;
}

/* Every way to draw so many of the unseen cards. */
static void draw(Count *count, PrimeroSet hand, PrimeroSet unseen, int cards) {
    if (cards == 0) {
        count->all++;
        count->good += succeeds(count, hand);
        return;
    }
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) {
        PrimeroSet card = rest & -rest;
        draw(count, hand | card, rest & ~card, cards - 1);
    }
}

static bool prove(Prover *prover, const View *view, int actor, int goal, Proof *proof) {
    const Primero *p = primero_of_view(view);
    PrimeroSet hand = p->hand[actor], unseen = PRIMERO_ALL_CARDS & ~hand & ~p->discards[actor];
    Ranking ranking = {0};
    if (p->phase != PRIMERO_PHASE_2 || p->step != PRIMERO_STEP_EXCHANGE || primero_count(hand) != PRIMERO_HAND) return false;
    if (goal ? p->variant != PRIMERO_ENGLISH : !p->bid) return false;
    int moves = primero.legal(view_state(view), actor, prover->moves);
    if (moves < CHOICES_MIN) return false;
    for (int i = 0; i < moves; i++) {
        PrimeroSet thrown = primero_move_what(prover->moves[i]);
        Count count = {.bid = goal ? 0 : p->bid, .goal = goal};
        draw(&count, hand & ~thrown, unseen, primero_count(thrown));
        ranking_add(&ranking, prover->moves[i], (int)(count.good * MILLION / count.all));
    }
    /* What is certain, or all but hopeless, is not worth asking. */
    if (ranking.value == MILLION || ranking.value < LEAST) return false;
    return ranking_decides(&ranking, MARGIN, goal ? THEME_DRAW : THEME_BID, proof);
}

/* In the Italian form the bid is the goal; in the English one any type of hand above what is held. */
static int goals_of(const View *view, int goals[]) {
    const Primero *p = primero_of_view(view);
    int count = 0;
    if (p->variant == PRIMERO_ITALIAN) goals[count++] = 0;
    for (int type = HAND_PRIMERO; type < HAND_TYPES && p->variant == PRIMERO_ENGLISH; type++)
        goals[count++] = primero_value((PrimeroType)type, 0);
    return count;
}

const GamePuzzles puzzles_primero = {.game = &primero, .prove = prove, .goals = goals_of};
