/* Cheat: see cheat.h.
 *
 * The true state is taken for the view of somebody who sees everything: a game is made in which it fits such a view alone, so
 * that whatever is tried out starts from the true cards. On these Primiera is searched, and its endgames solved; the other
 * games are left to their thinkers. */
#include "bots/cheat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/level.h"
#include "bots/primiera/policy.h"
#include "bots/primiera/solver.h"
#include "games/games.h"

enum { ITERATIONS = 40000, SOLVED_CARDS_MAX = 20, SOLVER_LOG2_ENTRIES = 16 };

static const Thinker *const thinkers[] = {&thinker_royalflush, &thinker_primero, &thinker_primo};

struct Cheat {
    Game game; /* the real one but for `determinize` */
    StateRoom seen;
    /* Primiera: */
    Policy policy; /* of that game */
    Search *search;
    Solver *solver;
    /* The others: */
    const Thinker *thinker;
    void *thought;
};

/* Only ever called with `seen`, which has room for the largest state. */
static void copy_state(const View *view, Chance *chance, State *state) {
    (void)chance;
    memcpy(state, view, STATE_BYTES_MAX);
}

static bool open_search(Cheat *cheat) {
    cheat->policy = policy_primiera_strong;
    cheat->policy.game = &cheat->game;
    cheat->search = search_open(&cheat->policy, ITERATIONS); /* an iteration adds one node at most */
    cheat->solver = solver_open(SOLVER_LOG2_ENTRIES);
    return cheat->search && cheat->solver;
}

static bool open_thinker(Cheat *cheat, const Thinker *thinker) {
    cheat->thinker = thinker;
    cheat->thought = thinker->open(&cheat->game, budget_iterations(thinker->iterations[LEVEL_STRONG]));
    return cheat->thought;
}

Cheat *cheat_open(const Game *game, Error *error) {
    bool opened = false;
    Cheat *cheat = calloc(1, sizeof *cheat);
    if (cheat) {
        cheat->game = *game;
        cheat->game.determinize = copy_state;
        if (game == &primiera) opened = open_search(cheat);
        for (size_t i = 0; i < sizeof thinkers / sizeof *thinkers; i++)
            if (thinkers[i]->game == game) opened = open_thinker(cheat, thinkers[i]);
    }
    if (opened) return cheat;
    cheat_free(cheat);
    error_set(error, "there is not enough memory for a bot");
    return NULL;
}

void cheat_free(Cheat *cheat) {
    if (!cheat) return;
    search_free(cheat->search);
    solver_free(cheat->solver);
    if (cheat->thought) cheat->thinker->close(cheat->thought);
    free(cheat);
}

Move cheat_choose(Cheat *cheat, const State *state, int actor, Chance *chance) {
    if (cheat->solver && solver_applies(state) && solver_cards(state) <= SOLVED_CARDS_MAX)
        return solver_best(cheat->solver, state).move;
    memcpy(cheat->seen.bytes, state, cheat->game.state_bytes);
    const View *seen = VIEW_IN(cheat->seen);
    Budget budget = budget_iterations(cheat->thinker ? cheat->thinker->iterations[LEVEL_STRONG] : ITERATIONS);
    Move move = cheat->thinker
                    ? cheat->thinker->choose(cheat->thought, seen, actor, budget, chance)
                    : search_choose(cheat->search, seen, actor, (SearchBudget){.iterations = budget.iterations}, chance);
    assert(cheat->game.is_legal(state, actor, move));
    return move;
}
