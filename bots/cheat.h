/* Cheat: the best we can do on the true cards, as the upper bound of what playing from a view can reach.
 *
 * It is no Bot, and that is the point: a bot is handed a View and nothing else, a Cheat takes a State, and only who opens
 * one on purpose (sim and arena) has something to hand a State to. Chance that is still to come it does not know. */
#ifndef ARALDO_BOTS_CHEAT_H
#define ARALDO_BOTS_CHEAT_H

#include "core/game.h"

#define CHEAT_NAME "cheat"

typedef struct Cheat Cheat;

/* NULL with a clear line if there is not enough memory. */
Cheat *cheat_open(const Game *game, Error *error);
void cheat_free(Cheat *cheat);
/* A legal move for the actor, the same by the same chance. Nothing is allocated. */
Move cheat_choose(Cheat *cheat, const State *state, int actor, Chance *chance);

#endif
