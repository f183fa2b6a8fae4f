/* `araldo rules GAME [--lang LANGUAGE]`: a game's rules, from rules/GAME.LANGUAGE.txt. */
#ifndef ARALDO_PROGRAM_RULES_H
#define ARALDO_PROGRAM_RULES_H

#include <stdio.h>

#include "core/game.h"
#include "core/language.h"

/* Writes the text, for a terminal of 80 columns, and the game's options; false if there is no text in that language. */
bool rules_write(FILE *out, const Game *game, Language language);
/* The same to standard output. */
bool rules_print(const Game *game, Language language);

/* argv[0] is the command's own name. Exit status: 0, or 2 after one line on standard error. */
int command_rules(int argc, char **argv);

#endif
