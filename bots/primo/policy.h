/* Primo's policy for search. */
#ifndef ARALDO_BOTS_PRIMO_POLICY_H
#define ARALDO_BOTS_PRIMO_POLICY_H

#include "bots/search.h"

/* Random rollouts for a few turns, the lengths written by then; of the words that can be laid it sees a few of each length. */
extern const Policy policy_primo_plain;

#endif
