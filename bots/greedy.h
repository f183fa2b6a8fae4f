/* `greedy`: for each game one simple, fixed and documented way to play, as a baseline. */
#ifndef ARALDO_BOTS_GREEDY_H
#define ARALDO_BOTS_GREEDY_H

#include "bots/bot.h"

extern const BotKind bot_greedy;

/* One chooser a game, each in a file of its own. */
Move greedy_primiera(Bot *bot, const View *view, int actor, Chance *chance);
Move greedy_royalflush(Bot *bot, const View *view, int actor, Chance *chance);
Move greedy_primero(Bot *bot, const View *view, int actor, Chance *chance);
Move greedy_primo(Bot *bot, const View *view, int actor, Chance *chance);

#endif
