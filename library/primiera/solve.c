/* Solves the rest of a round of Primiera: the value of every move when all cards are known. */
#include "bots/primiera/solver.h"

#include <stdlib.h>

#include "games/primiera/primiera.h"
#include "library/inside.h"

enum { LOG2_ENTRIES = 16 }; /* of the solver's table, 1 MB: larger ones are no faster, up to the limit of cards */

/* The full state to solve: the given one, or the only one that fits a view. */
static const State *find_state(const araldo_state *state, StateRoom *room, Error *error) {
    if (state->game != &primiera) {
        error_set(error, "only positions of primiera can be solved");
        return NULL;
    }
    const State *whole = state_of(state);
    if (!is_whole(state)) whole = solver_counts((const View *)(const void *)whole, room) ? STATE_IN(*room) : NULL;
    if (!whole || !solver_applies(whole)) {
        error_set(error, "to be solved, a round needs two sides, all cards known and none left to deal");
        return NULL;
    }
    if (solver_cards(whole) > ARALDO_SOLVED_CARDS_MAX) {
        error_set(error, "%d cards in the hands are too many to solve; %d is the limit", solver_cards(whole),
                  ARALDO_SOLVED_CARDS_MAX);
        return NULL;
    }
    return whole;
}

int araldo_solve(const araldo_state *state, araldo_solved *moves, int capacity, araldo_error *error) {
    StateRoom room;
    const State *whole = find_state(state, &room, error_of(error));
    if (!whole) return -1;
    Solver *solver = solver_open(LOG2_ENTRIES);
    SolvedMove *solved = malloc(PRIMIERA_MOVES_MAX * sizeof *solved);
    int count = -1;
    if (solver && solved) {
        count = solver_moves(solver, whole, solved);
        for (int i = 0; i < count && i < capacity; i++) moves[i] = (araldo_solved){solved[i].move, solved[i].difference};
    } else {
        error_set(error_of(error), "there is not enough memory to solve the round");
    }
    free(solved);
    solver_free(solver);
    return count;
}
