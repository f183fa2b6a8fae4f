/* The parts Royal Flush contributes to the bots, one file each (see bots/registry.h). */
#ifndef ARALDO_BOTS_ROYALFLUSH_BOTS_H
#define ARALDO_BOTS_ROYALFLUSH_BOTS_H

#include "bots/registry.h"

Move greedy_royalflush(Bot *bot, const View *view, int actor, Chance *chance);
extern const Thinker thinker_royalflush;
void reasons_royalflush(const View *view, int actor, Move move, Reasons *reasons);

#endif
