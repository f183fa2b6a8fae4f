/* `chitarrella`: the principles of traditional Scopone, named after the Neapolitan author of its rules (about 1750). */
#ifndef ARALDO_BOTS_PRIMIERA_CHITARRELLA_H
#define ARALDO_BOTS_PRIMIERA_CHITARRELLA_H

#include "bots/bot.h"

extern const BotKind bot_chitarrella;

#endif
