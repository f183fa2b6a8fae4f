/* A game's setup as JSON, the same in records, logs, messages and arena files: game, variant, people and options. */
#ifndef ARALDO_GAMES_SETUP_H
#define ARALDO_GAMES_SETUP_H

#include "core/game.h"
#include "core/json.h"

/* What to write between the variant and the options. */
enum { SETUP_REVISION = 1, SETUP_PEOPLE = 2 };

/* Writes the fields into an open object: game, variant, revision and people if asked for, options. */
void setup_write(const Game *game, const Setup *setup, int with, Json *json);
/* Writes the options alone, as an object. */
void setup_write_options(const Setup *setup, const char *key, Json *json);
/* Writes the fingerprint of a word list as "words"; nothing if it is 0, the program's own list. */
void setup_write_words(uint64_t word_list, Json *json);

#endif
