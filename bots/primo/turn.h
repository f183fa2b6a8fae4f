/* A quick player of Primo: whole games in a tenth of a millisecond, for trying moves out and for learning.
 *
 * It knows the actor's own hand and what is face up. It lays a word of the greatest missing length with as few stars as
 * possible, choosing among the first few found the one that leaves most; makes sure of a Crayon; attacks the leader; and
 * otherwise throws the least useful card. */
#ifndef ARALDO_BOTS_PRIMO_TURN_H
#define ARALDO_BOTS_PRIMO_TURN_H

#include "bots/primo/value.h"

/* The lengths of words that the seat still wants; in solo all. */
Lengths primo_wanted(const Primo *p, int seat);
/* What a hand is worth to the seat, special cards included, in thousandths. */
int primo_hand_worth(const PrimoWeights *weights, const Primo *p, int seat, const uint8_t hand[PRIMO_FACES]);
/* The seat's opponent who is nearest to winning; among equals, the one whose turn comes first. */
int primo_leader(const Primo *p, int seat);
/* Would an opponent's word, made stronger by the letter that recovers its star, erase one of our own? */
bool primo_star_hurts(const Primo *p, int actor, Move move);

/* A legal move for the actor. */
Move primo_quick_choose(const PrimoWeights *weights, const Primo *p, int actor);
/* Plays one decision of a full state. */
void primo_quick_play(const PrimoWeights *weights, Primo *p, Chance *chance);

#endif
