/* Reads, checks and describes a game's options by the game's own table. */
#include "core/option.h"

#include <assert.h>
#include <string.h>

#include "core/game.h"
#include "core/message.h"

const char *setup_value(const Setup *setup, const char *key) {
    for (int i = 0; i < setup->option_count; i++)
        if (strcmp(setup->options[i].key, key) == 0) return setup->options[i].value;
    return NULL;
}

bool setup_option(Setup *setup, Span pair, Error *error) {
    Span key, value;
    Option option;
    if (!span_pair(pair, &key, &value) || key.length == 0)
        return error_say(error, "an option is written key=value, not '{text}'", WITH("text", span_quote(pair).text));
    if (!span_copy(key, option.key, sizeof option.key) || !span_copy(value, option.value, sizeof option.value))
        return error_set(error, "%s", N_("that option is too long"));
    if (setup_value(setup, option.key)) return error_say(error, "option {option} given twice", WITH("option", option.key));
    if (setup->option_count == OPTIONS_MAX) return error_set(error, "%s", N_("too many options"));
    setup->options[setup->option_count++] = option;
    return true;
}

/* ---- the table */

const OptionRule *option_find(const Game *game, int variant, Span key) {
    for (const OptionRule *rule = game->options; rule && rule->key; rule++)
        if (option_in_variant(rule, variant) && span_is(key, rule->key)) return rule;
    return NULL;
}

/* The option's rule, which the game's own code knows to be there. */
static const OptionRule *rule_of(const Game *game, const Setup *setup, const char *key) {
    const OptionRule *rule = option_find(game, setup->variant, span_of(key));
    assert(rule);
    return rule;
}

static int factor_of(const Game *game, const Setup *setup, const char *factor) {
    if (!factor) return 1;
    return strcmp(factor, "people") == 0 ? setup->people : setup_number(game, setup, factor);
}

OptionBounds option_bounds(const Game *game, const OptionRule *rule, const Setup *setup) {
    int factor = factor_of(game, setup, rule->bounds_factor);
    return (OptionBounds){.minimum = rule->minimum * factor,
                          .maximum = rule->maximum * factor,
                          .fallback = rule->fallback * factor_of(game, setup, rule->fallback_factor)};
}

static int word_index(const OptionRule *rule, Span value) {
    for (int i = 0; rule->words[i].word; i++)
        if (span_is(value, rule->words[i].word)) return i;
    return -1;
}

/* ---- checking */

static bool refuse_unknown(const Game *game, const Setup *setup, const char *key, Error *error) {
    char names[ERROR_TEXT_MAX];
    Text list = text_init(names, sizeof names);
    for (const OptionRule *rule = game->options; rule && rule->key; rule++)
        if (option_in_variant(rule, setup->variant)) text_format(&list, "%s%s", list.length ? ", " : "", rule->key);
    if (!list.length) return error_say(error, "unknown option '{name}'; this variant has no options", WITH("name", key));
    return error_say(error, "unknown option '{name}'; choose from {known}", WITH("name", key), WITH("known", names));
}

static bool refuse_word(const OptionRule *rule, const char *value, Error *error) {
    char names[ERROR_TEXT_MAX];
    Text list = text_init(names, sizeof names);
    for (const OptionWord *word = rule->words; word->word; word++)
        text_format(&list, "%s%s", word == rule->words ? "" : ", ", word->word);
    return error_say(error, "{option} must be one of {known}, not '{value}'", WITH("option", rule->key), WITH("known", names),
                     WITH("value", span_quote(span_of(value)).text));
}

static bool check_value(const Game *game, const Setup *setup, const OptionRule *rule, const char *value, Error *error) {
    int64_t number;
    if (rule->kind == OPTION_WORD) return word_index(rule, span_of(value)) >= 0 || refuse_word(rule, value, error);
    if (rule->kind != OPTION_NUMBER) return rule->check(setup, span_of(value), error);
    OptionBounds bounds = option_bounds(game, rule, setup);
    if (span_number(span_of(value), bounds.minimum, bounds.maximum, &number)) return true;
    return error_say(error, "{option} must be a number from {min} to {max}, not '{value}'", WITH("option", rule->key),
                     WITH("min", bounds.minimum), WITH("max", bounds.maximum), WITH("value", span_quote(span_of(value)).text));
}

bool setup_check(const Game *game, const Setup *setup, Error *error) {
    if (!game_people_fit(game, setup->variant, setup->people, error)) return false;
    for (int i = 0; i < setup->option_count; i++)
        if (!option_find(game, setup->variant, span_of(setup->options[i].key)))
            return refuse_unknown(game, setup, setup->options[i].key, error);
    /* In the table's order, so that a factor has been checked before what it multiplies. */
    for (const OptionRule *rule = game->options; rule && rule->key; rule++) {
        const char *value = option_in_variant(rule, setup->variant) ? setup_value(setup, rule->key) : NULL;
        if (!value) continue;
        if (!check_value(game, setup, rule, value, error)) return false;
        if (rule->needs && !setup_value(setup, rule->needs) && !(rule->words && word_index(rule, span_of(value)) == 0))
            return error_say(error, "{option}={value} only works with {needed}", WITH("option", rule->key),
                             WITH("value", value), WITH("needed", rule->needs));
    }
    return true;
}

/* ---- reading and describing */

int setup_number(const Game *game, const Setup *setup, const char *key) {
    const OptionRule *rule = rule_of(game, setup, key);
    const char *value = setup_value(setup, key);
    OptionBounds bounds = option_bounds(game, rule, setup);
    int64_t number;
    return value && span_number(span_of(value), bounds.minimum, bounds.maximum, &number) ? (int)number : bounds.fallback;
}

int setup_word(const Game *game, const Setup *setup, const char *key) {
    const char *value = setup_value(setup, key);
    int index = value ? word_index(rule_of(game, setup, key), span_of(value)) : 0;
    return index < 0 ? 0 : index;
}

void setup_add_number(const Game *game, Setup *setup, const char *key, int number) {
    char pair[OPTION_KEY_MAX + 16];
    Text text = text_init(pair, sizeof pair);
    if (number == option_bounds(game, rule_of(game, setup, key), setup).fallback) return;
    text_format(&text, "%s=%d", key, number);
    setup_option(setup, span_of(pair), NULL);
}

void setup_add_word(const Game *game, Setup *setup, const char *key, int word) {
    char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX];
    Text text = text_init(pair, sizeof pair);
    if (word == 0) return;
    text_format(&text, "%s=%s", key, rule_of(game, setup, key)->words[word].word);
    setup_option(setup, span_of(pair), NULL);
}
