/* The list of games with the tests' toy game on it.
 *
 * It makes a program in which a game has rules and nothing else (tests/program/test_toy.sh). */
#include "games/games.h"
#include "tests/support/toy.h"

#undef GAMES
#define GAMES(ROW) ROW(primiera) ROW(toy)
#include "games/games.c"
