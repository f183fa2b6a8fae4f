/* A game's setup as JSON, the same in records, logs, messages and arena files: game, variant, people and options. */
#ifndef ARALDO_GAMES_SETUP_H
#define ARALDO_GAMES_SETUP_H

#include "core/game.h"
#include "core/json_read.h"

/* ---- writing */

/* What to write between the variant and the options. */
enum { SETUP_REVISION = 1, SETUP_PEOPLE = 2 };

/* Writes the fields into an open object: game, variant, revision and people if asked for, options. */
void setup_write(const Game *game, const Setup *setup, int with, Json *json);
/* Writes the options alone, as an object. */
void setup_write_options(const Setup *setup, const char *key, Json *json);
/* Writes the fingerprint of a word list as "words"; nothing if it is 0, the program's own list. */
void setup_write_words(uint64_t word_list, Json *json);

/* ---- reading */

/* A setup as JSON has it: the names are not yet looked up, and no game has seen the options. */
typedef struct SetupWords {
    char game[OPTION_KEY_MAX], variant[OPTION_KEY_MAX];
    Setup setup; /* people and options alone */
} SetupWords;

/* Rows of a table of fields (core/json_read.h) that fill the SetupWords `member` of a struct. */
#define SETUP_READ_GAME(type, member) .key = "game", .kind = READ_TEXT, READ_INTO(type, member.game)
#define SETUP_READ_VARIANT(type, member) .key = "variant", .kind = READ_TEXT, READ_INTO(type, member.variant)
#define SETUP_READ_PEOPLE(type, member) \
    .key = "people", .kind = READ_NUMBER, READ_INTO(type, member.setup.people), .minimum = 1, .maximum = SEATS_MAX
#define SETUP_READ_OPTIONS(type, member) \
    .key = "options", .kind = READ_OBJECT, READ_INTO(type, member.setup), .read = setup_read_options

/* Adds an object's fields to the options of the Setup `member`: each is a string without control characters. */
JsonWrong setup_read_options(const JsonNode *value, void *member, Error *error);
/* Looks the game and its variant up; an empty variant is the game's first. False with a line that lists what there is. */
bool setup_find(const SetupWords *words, const Game **game, Setup *setup, Error *error);

#endif
