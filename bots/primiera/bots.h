/* The parts Primiera contributes to the bots, one file each (see bots/registry.h). */
#ifndef ARALDO_BOTS_PRIMIERA_BOTS_H
#define ARALDO_BOTS_PRIMIERA_BOTS_H

#include "bots/registry.h"

Move greedy_primiera(Bot *bot, const View *view, int actor, Chance *chance);
extern const Thinker thinker_primiera;
extern const Thinker cheat_primiera;
void reasons_primiera(const View *view, int actor, Move move, Reasons *reasons);

#endif
