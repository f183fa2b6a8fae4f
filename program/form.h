/* Questions before a new table: which game, which way of playing it, how many players, and on request its options. */
#ifndef ARALDO_PROGRAM_FORM_H
#define ARALDO_PROGRAM_FORM_H

#include "core/game.h"
#include "program/input.h"
#include "term/screen.h"

/* Asks until everything is settled. The setup may already have options, and unless `asks_people` has the number of players.
 * False if the person leaves. */
bool form_fill(Input *input, const Screen *screen, bool asks_people, const Game **game, Setup *setup);
/* Gives an option of the setup a new value, or with NULL its usual one, if the game's tables allow it; options that went only
 * with the old value go too. */
bool form_change(const Game *game, Setup *setup, const OptionRule *rule, const char *value, Error *error);

#endif
