/* The plain search player: see plain.h. It plays the games that have a policy. */
#include "bots/plain.h"

#include <stdlib.h>
#include <string.h>

#include "bots/primero/policy.h"
#include "bots/primiera/policy.h"
#include "bots/primo/policy.h"
#include "bots/royalflush/policy.h"
#include "bots/search_team.h"

enum { ITERATIONS = 4000 };

static const Policy *const policies[] = {&policy_primiera_plain, &policy_royalflush_plain, &policy_primero_plain,
                                         &policy_primo_plain};

/* By name: a policy may show search fewer moves than its game has. */
static const Policy *policy_of(const Game *game) {
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (strcmp(policies[i]->game->name, game->name) == 0) return policies[i];
    return NULL;
}

static bool plays(const Game *game) { return policy_of(game) != NULL; }

typedef struct Plain {
    SearchTeam *team;
    Budget budget;
} Plain;

static void *open_team(const Game *game, const Budget *budget) {
    Plain *plain = calloc(1, sizeof *plain);
    if (!plain) return NULL;
    plain->budget = budget ? *budget : budget_iterations(ITERATIONS);
    plain->team = search_team_open(policy_of(game), plain->budget.threads, budget_nodes(plain->budget));
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
