/* Options: what a table can agree on before the first deal, declared once by each game.
 *
 * A game has one constant table of OptionRules. Everything about options follows from it: what is accepted, what is refused and
 * how the error is worded, the default values, `araldo rules`' list, the terminal's questions and the page's form. A Setup
 * holds what was actually given, as text; a game's `setup` first calls `setup_check` and then reads values that are known to be
 * good. */
#ifndef ARALDO_CORE_OPTION_H
#define ARALDO_CORE_OPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

struct Game;

enum {
    OPTIONS_MAX = 16,
    OPTION_KEY_MAX = 24,
    OPTION_VALUE_MAX = 160,
};

/* `key=value`, as it was given. */
typedef struct Option {
    char key[OPTION_KEY_MAX];
    char value[OPTION_VALUE_MAX];
} Option;

/* What a table agrees on before the first deal. */
typedef struct Setup {
    int variant; /* index into the game's variants */
    int people;
    int option_count;
    Option options[OPTIONS_MAX]; /* in the order given; no key twice */
} Setup;

typedef enum {
    OPTION_NUMBER, /* a whole number within bounds */
    OPTION_WORD,   /* one of `words` */
    OPTION_WORDS,  /* `per_group` words of each group, separated by commas; or one word of group 0 */
    OPTION_SEATS,  /* some of the people's seats, separated by commas */
} OptionKind;

typedef struct OptionWord {
    const char *word;  /* NULL ends a list */
    const char *label; /* a message: what forms and lists say */
    int group;         /* OPTION_WORDS: 1, 2, …; 0 for a word that is a whole answer */
} OptionWord;

/* One option of a game. The same key may have several rows, each for other variants. */
typedef struct OptionRule {
    const char *key; /* NULL ends a table */
    OptionKind kind;
    const char *label; /* a message: what it is called */
    const char *hint;  /* a message: what it does, where the label is not enough; or NULL */
    unsigned variants; /* bit v: variant v has it; 0: all of them */
    const char *needs; /* the key of an option without which this one keeps its default; or NULL */
    /* OPTION_NUMBER. A factor names a number option before this one, or "people": bounds or default are multiples of it. */
    int minimum, maximum, fallback;
    const char *bounds_factor, *fallback_factor;
    /* OPTION_WORD and OPTION_WORDS; the first is the default. */
    const OptionWord *words;
    int per_group;
    /* OPTION_WORDS and OPTION_SEATS: the game's own check of a value, with one clear line. */
    bool (*check)(const Setup *setup, Span value, Error *error);
} OptionRule;

/* Adds `key=value` to the setup; false with a clear line if malformed, given twice or too long. */
bool setup_option(Setup *setup, Span pair, Error *error);
/* The value of an option as it was given, or NULL. */
const char *setup_value(const Setup *setup, const char *key);

/* The game's rule for a key in that variant, or NULL. */
const OptionRule *option_find(const struct Game *game, int variant, Span key);
static inline bool option_in_variant(const OptionRule *rule, int variant) {
    return !rule->variants || (rule->variants >> variant & 1);
}
/* The bounds and the default of a number, as the setup's people and other options determine them. */
typedef struct OptionBounds {
    int minimum, maximum, fallback;
} OptionBounds;
OptionBounds option_bounds(const struct Game *game, const OptionRule *rule, const Setup *setup);

/* Do the game's tables allow these people and options? False with one clear line. */
bool setup_check(const struct Game *game, const Setup *setup, Error *error);

/* ---- reading a setup that was checked */

/* A number, by default as the table says; and which word was chosen, as an index into the rule's words. */
int setup_number(const struct Game *game, const Setup *setup, const char *key);
int setup_word(const struct Game *game, const Setup *setup, const char *key);

/* ---- describing a state: adds the option unless it has its default value */

void setup_add_number(const struct Game *game, Setup *setup, const char *key, int number);
void setup_add_word(const struct Game *game, Setup *setup, const char *key, int word);

#endif
