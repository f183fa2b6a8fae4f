/* Primiera's row in the table of bots. */
#include "bots/primiera/bots.h"

#include "bots/primiera/chitarrella.h"
#include "bots/primiera/policy.h"
#include "games/games.h"

static const BotKind *const kinds[] = {&bot_chitarrella, NULL};

const GameBots bots_primiera = {
    .game = &primiera,
    .greedy = greedy_primiera,
    .policy = &policy_primiera_plain,
    .thinker = &thinker_primiera,
    .cheat = &cheat_primiera,
    .reasons = reasons_primiera,
    .kinds = kinds,
};
