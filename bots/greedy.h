/* `greedy`: one simple, fixed and documented way to play each game, as a baseline. */
#ifndef ARALDO_BOTS_GREEDY_H
#define ARALDO_BOTS_GREEDY_H

#include "bots/bot.h"

extern const BotKind bot_greedy;

#endif
