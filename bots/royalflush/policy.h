/* Royal Flush's policy for search. */
#ifndef ARALDO_BOTS_ROYALFLUSH_POLICY_H
#define ARALDO_BOTS_ROYALFLUSH_POLICY_H

#include "bots/search.h"

extern const Policy policy_royalflush_plain; /* random rollouts, the points of the round */

#endif
