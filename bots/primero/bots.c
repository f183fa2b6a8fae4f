/* Primero's row in the table of bots. */
#include "bots/primero/bots.h"

#include "bots/primero/policy.h"
#include "bots/primero/simple.h"
#include "games/games.h"

static const BotKind *const kinds[] = {&bot_always_see, &bot_always_fold, NULL};

const GameBots bots_primero = {
    .game = &primero,
    .greedy = greedy_primero,
    .policy = &policy_primero_plain,
    .thinker = &thinker_primero,
    .chance = standing_primero,
    .reasons = reasons_primero,
    .kinds = kinds,
};
