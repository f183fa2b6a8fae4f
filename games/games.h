/* The list of games: a new game adds its name here. */
#ifndef ARALDO_GAMES_GAMES_H
#define ARALDO_GAMES_GAMES_H

#include "core/game.h"

/* To add a game: its name here, and a `const Game` of that name in games/NAME/. */
#define GAMES(ROW) ROW(primiera) ROW(royalflush) ROW(primero) ROW(primo)

#define GAMES_DECLARE(name) extern const Game name;
GAMES(GAMES_DECLARE)
#undef GAMES_DECLARE

/* All of them, ended by NULL. */
extern const Game *const games[];

/* A game by name; NULL with a line that lists the known ones. */
const Game *game_find(Span name, Error *error);
/* `GAME` or `GAME:VARIANT`: the game, and the variant's index in *variant. */
const Game *game_find_variant(Span name, int *variant, Error *error);
/* The game a position's first token names. */
const Game *game_of_position(Span position, Error *error);

#endif
