/* The exact outcome of a round of Primiera when every card is known and two sides play it out.
 *
 * For analysis, for the player that sees everything, and for real play in `two` once the deck is used up and the other hand
 * is known by counting. What is solved is the difference in points of the round; sweeps made so far are part of it. */
#ifndef ARALDO_BOTS_PRIMIERA_SOLVER_H
#define ARALDO_BOTS_PRIMIERA_SOLVER_H

#include "core/game.h"

typedef struct Solver Solver;

/* The value of one move: points of the round for the actor's side minus those of the other side, with perfect play. */
typedef struct SolvedMove {
    Move move;
    int difference;
} SolvedMove;

/* Takes 2^log2_entries times 16 bytes; NULL if there is not enough memory. */
Solver *solver_open(int log2_entries);
void solver_free(Solver *solver);

/* Is this a position for the solver? All cards known, none left to deal, two sides, cards being played. */
bool solver_applies(const State *state);
/* Cards in all hands. */
int solver_cards(const State *state);
/* The one full state that fits the view, if all cards can be worked out by counting; false if something is unknown. */
bool solver_counts(const View *view, StateRoom *room);
/* A best move, and what it is worth to the side that is to play. */
SolvedMove solver_best(Solver *solver, const State *state);
/* Every legal move of the player to move, with its value, in the order of the game's list; returns how many. */
int solver_moves(Solver *solver, const State *state, SolvedMove *moves);

#endif
