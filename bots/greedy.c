/* `greedy`: hands each choice to the game's own greedy player. */
#include "bots/greedy.h"

#include <stddef.h>

#include "bots/registry.h"

static bool plays(const Game *game) { return game_bots(game)->greedy != NULL; }

static Move choose(Bot *bot, const View *view, int actor, Chance *chance) {
    return game_bots(bot->game)->greedy(bot, view, actor, chance);
}

const BotKind bot_greedy = {.name = "greedy", .plays = plays, .choose = choose};
