/* `chitarrella`: plays by the traditional principles of Scopone, named after their Neapolitan author (about 1750). */
#ifndef ARALDO_BOTS_PRIMIERA_CHITARRELLA_H
#define ARALDO_BOTS_PRIMIERA_CHITARRELLA_H

#include "bots/bot.h"

extern const BotKind bot_chitarrella;

#endif
