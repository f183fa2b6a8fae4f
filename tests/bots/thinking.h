/* What every thinker must do: legal moves from views, the same from the same dice, chances between 0 and 1. */
#ifndef ARALDO_TESTS_BOTS_THINKING_H
#define ARALDO_TESTS_BOTS_THINKING_H

#include "bots/level.h"

/* Plays every setting of the game (tests/games/settings/), two thinkers with the same dice side by side; at most so many moves of
 * each, or whole matches with 0. A cmocka test fails where it goes wrong. */
void thinking_plays_settings(const Game *game, const Thinker *thinker, int iterations, uint64_t moves_max);

#endif
