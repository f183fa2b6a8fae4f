/* A quick player of Royal Flush for simulations: it makes the turn that leaves the most promising hand. */
#ifndef ARALDO_BOTS_ROYALFLUSH_TURN_H
#define ARALDO_BOTS_ROYALFLUSH_TURN_H

#include "bots/royalflush/value.h"

/* What a bought card must add: two points that the chip is worth in the end, and a little for the choice it leaves. */
enum { ROYAL_CHIP = 2200 };

/* Plays the next steps of the seat to move, using only its own hand and what is face up: a whole combination, or one step of
 * taking. */
void royal_quick_play(RoyalFlush *r, const RoyalLearnt *learnt, Chance *chance);
/* What remains of a hand after a way to score, of which `laid` has left it already; `jokers` counts those laid too. */
RoyalFaces royal_hand_after(RoyalFaces hand, RoyalFaces laid, const RoyalWay *way, int *jokers);

#endif
