/* `always-see` and `always-fold`: two players of Primero to measure others against.
 * Neither ever vies, and both exchange as `greedy` does. The first sees every vie, so a player who bluffs loses to it. The
 * other folds to every vie that it may fold to, so a player who never vies wins nothing from it. */
#ifndef ARALDO_BOTS_PRIMERO_SIMPLE_H
#define ARALDO_BOTS_PRIMERO_SIMPLE_H

#include "bots/bot.h"

extern const BotKind bot_always_see, bot_always_fold;

#endif
