/* Wraps plain search as a thinker that knows the game's policy and remembers nothing. */
#include "bots/search_thinker.h"

#include <stdlib.h>

#include "bots/registry.h"
#include "bots/search_team.h"

typedef struct Thinking {
    Policy policy; /* the game's, over the game that was asked for */
    SearchTeam *team;
} Thinking;

static void *open(const Game *game, Budget budget) {
    const GameBots *bots = game_bots(game);
    Thinking *thinking = calloc(1, sizeof *thinking);
    if (!thinking) return NULL;
    thinking->policy = *bots->policy;
    if (thinking->policy.game == bots->game) thinking->policy.game = game;
    thinking->team = search_team_open(&thinking->policy, budget.threads, budget_nodes(budget));
    if (thinking->team) return thinking;
    free(thinking);
    return NULL;
}

static void close(void *memory) {
    Thinking *thinking = memory;
    search_team_free(thinking->team);
    free(thinking);
}

static Move choose(void *memory, const View *view, int actor, Budget budget, Chance *chance) {
    const Thinking *thinking = memory;
    return search_team_choose(thinking->team, view, actor, team_budget(budget), chance);
}

/* Rewards mean whatever the policy makes of them. */
static Expectation expects(const void *memory) {
    (void)memory;
    return (Expectation){.kind = EXPECTS_NOTHING};
}

const Thinker thinker_search = {
    .iterations = {60, 600, 8000}, .timed = true, .open = open, .close = close, .choose = choose, .expects = expects};
