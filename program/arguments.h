/* Command-line options: one table per command, one way to read them and to complain.
 *
 * `--name VALUE` and `--name=VALUE` mean the same; `--` ends the options; everything else is a word. */
#ifndef ARALDO_PROGRAM_ARGUMENTS_H
#define ARALDO_PROGRAM_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"
#include "core/language.h"

typedef enum { ARGUMENT_END, ARGUMENT_FLAG, ARGUMENT_WORDS, ARGUMENT_NUMBER, ARGUMENT_OPTION, ARGUMENT_LEXICON } ArgumentKind;

/* One option; a table ends with ARGUMENT_END. */
typedef struct Argument {
    ArgumentKind kind;
    const char *name;         /* "--seed" */
    void *value;              /* FLAG: bool *; WORDS: const char **; NUMBER: int64_t *; OPTION: Setup *, may stand often;
                               * LEXICON: const char ** for the file's name, or NULL; Primo plays with its words from then on */
    int64_t minimum, maximum; /* NUMBER */
} Argument;

typedef struct Arguments {
    const char *command;
    Language language; /* of complaints; arguments_read takes the person's */
    const Argument *table;
    const char **words; /* room for words_max */
    int words_max, word_count;
} Arguments;

/* Fills what the table points to, and the words. False after one line on standard error. */
bool arguments_read(Arguments *arguments, int argc, char **argv);
/* Prints `araldo COMMAND: …` as one line on standard error and returns STATUS_BAD. */
int complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for an error, in the person's language as far as it is translated. */
int complain_error(const char *command, Language language, const Error *error);
/* Complains that the command needs the name of a file. */
int arguments_no_file(const Arguments *arguments, Language language);

/* Complains that no game was given, and lists the games. Returns false. */
bool game_missing(Error *error);
/* The game, variant and options that a command's words name: `GAME[:VARIANT]` and then `key=value` words. False after
 * one line on standard error. */
bool arguments_game(const Arguments *arguments, const Game **game, Setup *setup);

/* The key for a seed; without one, a key from the system's generator. */
bool seed_read(const char *command, Language language, const char *seed, ChanceKey *key);
bool seed_random(ChanceKey *key, Error *error);

#endif
