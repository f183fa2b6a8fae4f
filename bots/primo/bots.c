/* Primo's row in the table of bots. */
#include "bots/primo/bots.h"

#include "bots/primo/policy.h"
#include "games/games.h"

const GameBots bots_primo = {
    .game = &primo,
    .greedy = greedy_primo,
    .policy = &policy_primo_plain,
    .thinker = &thinker_primo,
    .reasons = reasons_primo,
};
