/* Primiera's policy for search. */
#ifndef ARALDO_BOTS_PRIMIERA_POLICY_H
#define ARALDO_BOTS_PRIMIERA_POLICY_H

#include "bots/search.h"

extern const Policy policy_primiera_plain;  /* random rollouts, the points of the round */
extern const Policy policy_primiera_strong; /* rollouts by habit, the chance to win the match */

#endif
