/* Royal Flush's row in the table of bots. */
#include "bots/royalflush/bots.h"

#include "bots/royalflush/policy.h"
#include "games/games.h"

const GameBots bots_royalflush = {
    .game = &royalflush,
    .greedy = greedy_royalflush,
    .policy = &policy_royalflush_plain,
    .thinker = &thinker_royalflush,
    .reasons = reasons_royalflush,
};
