/* `plain` as a bot, for every game that has a policy. */
#include "bots/plain.h"

#include <stdlib.h>

#include "bots/registry.h"
#include "bots/search_team.h"

enum { ITERATIONS = 4000 };

static bool plays(const Game *game) { return game_bots(game)->policy != NULL; }

typedef struct Plain {
    SearchTeam *team;
    Budget budget;
} Plain;

static void *open_team(const Game *game, const Budget *budget) {
    Plain *plain = calloc(1, sizeof *plain);
    if (!plain) return NULL;
    plain->budget = budget ? *budget : budget_iterations(ITERATIONS);
    plain->team = search_team_open(game_bots(game)->policy, plain->budget.threads, budget_nodes(plain->budget));
    if (plain->team) return plain;
    free(plain);
    return NULL;
}

static void close_team(void *memory) {
    Plain *plain = memory;
    search_team_free(plain->team);
    free(plain);
}

static Move choose(Bot *bot, const View *view, int actor, Chance *chance) {
    const Plain *plain = bot->memory;
    return search_team_choose(plain->team, view, actor, team_budget(plain->budget), chance);
}

const BotKind bot_plain = {
    .name = "plain", .plays = plays, .open = open_team, .close = close_team, .choose = choose, .timed = plays};
