/* The games there are. */
#ifndef ARALDO_GAMES_GAMES_H
#define ARALDO_GAMES_GAMES_H

#include "core/game.h"

extern const Game primiera;
extern const Game royalflush;
extern const Game primero;
extern const Game primo;

/* All of them, ended by NULL. */
extern const Game *const games[];

/* A game by name; NULL with a line that lists the known ones. */
const Game *game_find(Span name, Error *error);
/* `GAME` or `GAME:VARIANT`: the game, and the variant's index in *variant. */
const Game *game_find_variant(Span name, int *variant, Error *error);
/* The game a position's first token names. */
const Game *game_of_position(Span position, Error *error);

#endif
