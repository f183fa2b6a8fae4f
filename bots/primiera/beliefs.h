/* Beliefs in Primiera: which cards the others probably hold, from what they played and what they left.
 *
 * Worlds that fit the view are drawn, and each is weighed by how likely the others' plays of this round were with the hands
 * they would have held in it, if they play by habit (habits.h) nine times in ten, and at random otherwise.
 * Search then draws from these worlds by weight. Without remembered plays every world is as likely as another. */
#ifndef ARALDO_BOTS_PRIMIERA_BELIEFS_H
#define ARALDO_BOTS_PRIMIERA_BELIEFS_H

#include "bots/past.h"
#include "games/primiera/primiera.h"

typedef struct PrimieraBeliefs PrimieraBeliefs;

/* Opens beliefs that weigh at most this many worlds; NULL if there is not enough memory. */
PrimieraBeliefs *beliefs_open(int worlds_max);
void beliefs_free(PrimieraBeliefs *beliefs);
/* Takes in what the seat sees now and weighs this many worlds; they are forgotten with the next view. */
void beliefs_form(PrimieraBeliefs *beliefs, const View *view, int worlds, Chance *chance);
/* Forgets what the actor has seen, and takes in this. */
void beliefs_recall(PrimieraBeliefs *beliefs, const Sights *sights, int actor);
/* Draws a world for the view by weight. `context` is PrimieraBeliefs formed for exactly this view: the policy's `deal`. */
void beliefs_deal(const void *context, const View *view, Chance *chance, State *state);

#endif
