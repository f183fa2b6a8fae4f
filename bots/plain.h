/* `plain`: search as it stands in the literature, 4,000 iterations and random rollouts, as a baseline for better ones. */
#ifndef ARALDO_BOTS_PLAIN_H
#define ARALDO_BOTS_PLAIN_H

#include "bots/bot.h"

extern const BotKind bot_plain;

#endif
