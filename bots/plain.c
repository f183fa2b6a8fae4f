/* The plain search player: see plain.h. It plays the games that have a policy. */
#include "bots/plain.h"

#include <string.h>

#include "bots/policy/primero.h"
#include "bots/policy/primiera.h"
#include "bots/policy/primo.h"
#include "bots/policy/royalflush.h"

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

/* An iteration adds one node at most. */
static void *open_search(const Game *game) { return search_open(policy_of(game), ITERATIONS); }

static void close_search(void *memory) { search_free(memory); }

static Move choose(Bot *bot, const View *view, int actor, Chance *chance) {
    return search_choose(bot->memory, view, actor, (SearchBudget){.iterations = ITERATIONS}, chance);
}

const BotKind bot_plain = {.name = "plain", .plays = plays, .open = open_search, .close = close_search, .choose = choose};
