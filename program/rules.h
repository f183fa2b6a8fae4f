/* `araldo rules GAME [--lang LANGUAGE]`: a game's rules, from rules/GAME.LANGUAGE.txt. */
#ifndef ARALDO_PROGRAM_RULES_H
#define ARALDO_PROGRAM_RULES_H

#include "core/language.h"

/* The whole text, in UTF-8, for a terminal of 80 columns; NULL if there is none. */
const char *rules_text(const char *game, Language language);

/* argv[0] is the command's own name. Exit status: 0, or 2 after one line on standard error. */
int command_rules(int argc, char **argv);

#endif
