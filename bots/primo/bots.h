/* The parts Primo contributes to the bots, one file each (see bots/registry.h). */
#ifndef ARALDO_BOTS_PRIMO_BOTS_H
#define ARALDO_BOTS_PRIMO_BOTS_H

#include "bots/registry.h"

Move greedy_primo(Bot *bot, const View *view, int actor, Chance *chance);
extern const Thinker thinker_primo;
void reasons_primo(const View *view, int actor, Move move, Reasons *reasons);

#endif
