/* Primero's policy for search. */
#ifndef ARALDO_BOTS_PRIMERO_POLICY_H
#define ARALDO_BOTS_PRIMERO_POLICY_H

#include "bots/search.h"
#include "games/primero/primero.h"

/* What a seat has at the end of the deal that `from` shows: its purse, and an equal claim to the coins that were carried on (or
 * paid as antes of the next). */
float primero_worth(const Primero *p, int seat);
/* Is the deal over that `from` belongs to? */
bool primero_settled(const Primero *from, const Primero *p);

extern const Policy policy_primero_plain; /* random rollouts, the coins of the deal */

#endif
