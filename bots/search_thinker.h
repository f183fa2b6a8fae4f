/* A thinker for any game that has a policy: plain search, on one thread or several. */
#ifndef ARALDO_BOTS_SEARCH_THINKER_H
#define ARALDO_BOTS_SEARCH_THINKER_H

#include "bots/level.h"

extern const Thinker thinker_search;

#endif
