/* Cheat: see cheat.h.
 *
 * Endgames of Primiera are solved. To search, the true state is the view of somebody who sees everything: a game is made in
 * which it fits such a view alone, so every iteration starts from the true cards. */
#include "bots/cheat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/policy/primero.h"
#include "bots/policy/primiera.h"
#include "bots/solver_primiera.h"
#include "games/games.h"

enum { ITERATIONS = 40000, SOLVED_CARDS_MAX = 20, SOLVER_LOG2_ENTRIES = 16 };

/* Of each game that search can play, the best that it knows. */
static const Policy *const policies[] = {&policy_primiera_strong, &policy_primero_plain};

struct Cheat {
    Game game;     /* the real one but for `determinize` */
    Policy policy; /* of that game */
    StateRoom seen;
    Search *search;
    Solver *solver; /* Primiera only */
};

/* Only ever called with `seen`, which has room for the largest state. */
static void copy_state(const View *view, Chance *chance, State *state) {
    (void)chance;
    memcpy(state, view, STATE_BYTES_MAX);
}

Cheat *cheat_open(const Game *game, Error *error) {
    const Policy *policy = NULL;
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (policies[i]->game == game) policy = policies[i];
    if (!policy) {
        error_set(error, "nobody cheats at %s: search knows nothing of it", game->name);
        return NULL;
    }
    Cheat *cheat = calloc(1, sizeof *cheat);
    if (cheat) {
        cheat->game = *game;
        cheat->game.determinize = copy_state;
        cheat->policy = *policy;
        cheat->policy.game = &cheat->game;
        cheat->search = search_open(&cheat->policy, ITERATIONS); /* an iteration adds one node at most */
        if (game == &primiera) cheat->solver = solver_open(SOLVER_LOG2_ENTRIES);
        if (cheat->search && (cheat->solver || game != &primiera)) return cheat;
    }
    cheat_free(cheat);
    error_set(error, "there is not enough memory for a bot");
    return NULL;
}

void cheat_free(Cheat *cheat) {
    if (!cheat) return;
    search_free(cheat->search);
    solver_free(cheat->solver);
    free(cheat);
}

Move cheat_choose(Cheat *cheat, const State *state, int actor, Chance *chance) {
    if (cheat->solver && solver_applies(state) && solver_cards(state) <= SOLVED_CARDS_MAX)
        return solver_best(cheat->solver, state).move;
    memcpy(cheat->seen.bytes, state, cheat->game.state_bytes);
    Move move = search_choose(cheat->search, VIEW_IN(cheat->seen), actor, (SearchBudget){.iterations = ITERATIONS}, chance);
    assert(cheat->game.is_legal(state, actor, move));
    return move;
}
