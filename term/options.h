/* A game's options in words: the list that ends `araldo rules`, and what a new table has agreed on so far. */
#ifndef ARALDO_TERM_OPTIONS_H
#define ARALDO_TERM_OPTIONS_H

#include <stdio.h>

#include "core/game.h"
#include "core/language.h"

/* An option with its value in a setup, given or usual: "Points to win: 21". */
void options_value(const Game *game, const OptionRule *rule, const Setup *setup, Language language, Text *text);
/* A number option with its bounds: "Points to win: from 1 to 999, usually 21". */
void options_bounds(const OptionRule *rule, Language language, Text *text);
/* A heading and all options with the values they can have, as they are typed and in words. Nothing for a game without options. */
void options_list(FILE *out, const Game *game, Language language);

#endif
