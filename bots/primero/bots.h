/* The parts Primero contributes to the bots, one file each (see bots/registry.h). */
#ifndef ARALDO_BOTS_PRIMERO_BOTS_H
#define ARALDO_BOTS_PRIMERO_BOTS_H

#include "bots/registry.h"

Move greedy_primero(Bot *bot, const View *view, int actor, Chance *chance);
extern const Thinker thinker_primero;
/* The chance to win the match, if this deal brings the seat so many coins: by how far the purses are then apart (standing.c). */
double standing_primero(const View *view, int seat, double coins);
void reasons_primero(const View *view, int actor, Move move, Reasons *reasons);

#endif
