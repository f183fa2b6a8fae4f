/* The cheat: the best we can do on the true cards, an upper bound on what playing from a view can reach.
 *
 * A Cheat is deliberately not a Bot: a bot is given a View and nothing else, a Cheat takes a State, and only code that opens
 * one on purpose (sim and arena) has a State to give. It does not know future chance events. */
#ifndef ARALDO_BOTS_CHEAT_H
#define ARALDO_BOTS_CHEAT_H

#include "core/game.h"

#define CHEAT_NAME "cheat"

typedef struct Cheat Cheat;

/* Is there a cheat for this game? */
bool cheat_plays(const Game *game);
/* NULL with a clear line if there is none, or not enough memory. */
Cheat *cheat_open(const Game *game, Error *error);
void cheat_free(Cheat *cheat);
/* A legal move for the actor; the same chance gives the same move. Nothing is allocated. */
Move cheat_choose(Cheat *cheat, const State *state, int actor, Chance *chance);

#endif
