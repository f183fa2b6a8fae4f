/* `always-see` and `always-fold`: two players of Primero to measure others by. Neither ever vies, and both exchange as
 * `greedy` does. The first sees every vie: who bluffs loses to it. The other folds to every vie that it need not see: who
 * never vies wins nothing. */
#ifndef ARALDO_BOTS_PRIMERO_SIMPLE_H
#define ARALDO_BOTS_PRIMERO_SIMPLE_H

#include "bots/bot.h"

extern const BotKind bot_always_see, bot_always_fold;

#endif
