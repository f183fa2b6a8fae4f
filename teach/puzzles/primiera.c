/* Proves endings of Primiera: where counting tells all cards, the exact solver values every move. */
#include "bots/primiera/solver.h"
#include "games/primiera/primiera.h"
#include "teach/puzzle.h"

enum { CHOICES_MIN = 3, CARDS_MIN = 4, MOVES_MAX = 128 };

static Theme theme_of(const Primiera *p, Move move) {
    if (primiera_is_sweep(p, move)) return THEME_SWEEP;
    if (!move_takes(move)) return THEME_LEAVE;
    if ((move_takes(move) | CARD_BIT(move_card(move))) & CARD_BIT(SEVEN_OF_COINS)) return THEME_SEVEN;
    return THEME_ENDING;
}

static bool prove(Prover *prover, const View *view, int actor, int goal, Proof *proof) {
    (void)goal;
    (void)actor;
    StateRoom room;
    SolvedMove moves[MOVES_MAX];
    Ranking ranking = {0};
    if (primiera.legal(view_state(view), actor, prover->moves) > MOVES_MAX) return false;
    if (!solver_counts(view, &room) || solver_cards(STATE_IN(room)) < CARDS_MIN) return false;
    int count = solver_moves(prover->solver, STATE_IN(room), moves);
    if (count < CHOICES_MIN) return false;
    for (int i = 0; i < count; i++) ranking_add(&ranking, moves[i].move, moves[i].difference);
    return ranking_decides(&ranking, 0, theme_of(primiera_of_view(view), ranking.best), proof);
}

const GamePuzzles puzzles_primiera = {.game = &primiera, .prove = prove, .first = THEME_ENDING, .last = THEME_SEVEN};
