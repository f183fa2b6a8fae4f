/* The cheat for Primiera: a deep search on the true cards, and exact endgames.
 * The view it gets is a full state (bots/cheat.h). */
#include <stdlib.h>

#include "bots/primiera/bots.h"
#include "bots/primiera/policy.h"
#include "bots/primiera/solver.h"

enum { ITERATIONS = 40000, SOLVED_CARDS_MAX = 20, SOLVER_LOG2_ENTRIES = 16 };

typedef struct Thinking {
    Policy policy; /* over a game that deals the true cards */
    Search *search;
    Solver *solver;
} Thinking;

static void close(void *memory) {
    Thinking *thinking = memory;
    search_free(thinking->search);
    solver_free(thinking->solver);
    free(thinking);
}

static void *open(const Game *game, Budget budget) {
    Thinking *thinking = calloc(1, sizeof *thinking);
    if (!thinking) return NULL;
    thinking->policy = policy_primiera_strong;
    thinking->policy.game = game;
    thinking->search = search_open(&thinking->policy, budget.iterations); /* an iteration adds one node at most */
    thinking->solver = solver_open(SOLVER_LOG2_ENTRIES);
    if (thinking->search && thinking->solver) return thinking;
    close(thinking);
    return NULL;
}

static Move choose(void *memory, const View *view, int actor, Budget budget, Chance *chance) {
    const Thinking *thinking = memory;
    const State *state = view_state(view);
    if (solver_applies(state) && solver_cards(state) <= SOLVED_CARDS_MAX) return solver_best(thinking->solver, state).move;
    return search_choose(thinking->search, view, actor, (SearchBudget){.iterations = budget.iterations}, chance);
}

const Thinker cheat_primiera = {.iterations = {[LEVEL_STRONG] = ITERATIONS}, .open = open, .close = close, .choose = choose};
