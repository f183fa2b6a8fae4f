/* `plain`: textbook search, 4,000 iterations with random rollouts, as a baseline for better bots. */
#ifndef ARALDO_BOTS_PLAIN_H
#define ARALDO_BOTS_PLAIN_H

#include "bots/bot.h"

extern const BotKind bot_plain;

#endif
