/* The cheat: shows a game's thinker the true cards by wrapping the game so that only the true state fits the view.
 *
 * The true state is taken for the view of somebody who sees everything: a game is made in which it fits such a view alone, so
 * that whatever is tried out starts from the true cards. On that game a thinker thinks as usual. */
#include "bots/cheat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/registry.h"

struct Cheat {
    Game game; /* the real one but for `determinize` */
    StateRoom seen;
    const Thinker *thinker;
    void *memory; /* the thinker's */
};

/* Only ever called with `seen`, which has room for the largest state. */
static void copy_state(const View *view, Chance *chance, State *state) {
    (void)chance;
    memcpy(state, view, STATE_BYTES_MAX);
}

static Budget budget_of(const Thinker *thinker) { return budget_iterations(thinker->iterations[LEVEL_STRONG]); }

static const Thinker *thinker_for(const Game *game) {
    const Thinker *own = game_bots(game)->cheat;
    return own ? own : game_thinker(game);
}

bool cheat_plays(const Game *game) { return thinker_for(game) != NULL; }

Cheat *cheat_open(const Game *game, Error *error) {
    const Thinker *thinker = thinker_for(game);
    if (!thinker) {
        error_set(error, "%s has no bot that thinks, so nobody can cheat at it", game->name);
        return NULL;
    }
    Cheat *cheat = calloc(1, sizeof *cheat);
    if (cheat) {
        cheat->game = *game;
        cheat->game.determinize = copy_state;
        cheat->thinker = thinker;
        cheat->memory = thinker->open(&cheat->game, budget_of(thinker));
        if (cheat->memory) return cheat;
    }
    cheat_free(cheat);
    error_set(error, "there is not enough memory for a bot");
    return NULL;
}

void cheat_free(Cheat *cheat) {
    if (!cheat) return;
    if (cheat->memory) cheat->thinker->close(cheat->memory);
    free(cheat);
}

Move cheat_choose(Cheat *cheat, const State *state, int actor, Chance *chance) {
    memcpy(cheat->seen.bytes, state, cheat->game.state_bytes);
    Move move = cheat->thinker->choose(cheat->memory, VIEW_IN(cheat->seen), actor, budget_of(cheat->thinker), chance);
    assert(cheat->game.is_legal(state, actor, move));
    return move;
}
