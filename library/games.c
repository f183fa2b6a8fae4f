/* Lists the games, their variants and options, and the version. */
#include "games/games.h"
#include "library/inside.h"

const char *araldo_version(void) { return ARALDO_VERSION; }

const char *araldo_game_name(int index) {
    for (int i = 0; games[i]; i++)
        if (i == index) return games[i]->name;
    return NULL;
}

bool araldo_game_variant(const char *game_name, int index, araldo_variant *variant) {
    const Game *game = game_find(span_of(game_name), NULL);
    if (!game || index < 0) return false;
    for (int i = 0; i <= index; i++)
        if (!game->variants[i].name) return false;
    const Variant *found = &game->variants[index];
    *variant = (araldo_variant){found->name, found->people_min, found->people_max, found->sides};
    return true;
}

static void fill_option(araldo_option *option, const Game *game, const OptionRule *rule, const Setup *setup) {
    *option = (araldo_option){.key = rule->key, .label = rule->label, .kind = (araldo_option_kind)rule->kind};
    if (rule->kind == OPTION_NUMBER) {
        OptionBounds bounds = option_bounds(game, rule, setup);
        option->minimum = bounds.minimum;
        option->maximum = bounds.maximum;
        option->fallback = bounds.fallback;
    }
    for (int i = 0; rule->words && rule->words[i].word && i < ARALDO_OPTION_WORDS_MAX; i++)
        option->words[i] = rule->words[i].word;
}

bool araldo_setup_option(const char *text, int index, araldo_option *option, araldo_error *error) {
    const Game *game;
    Setup setup;
    int count = 0;
    if (!setup_read(text, &game, &setup, NULL, error_of(error)) || !setup_check(game, &setup, error_of(error))) return false;
    for (const OptionRule *rule = game->options; rule && rule->key; rule++) {
        if (!option_in_variant(rule, setup.variant) || count++ != index) continue;
        fill_option(option, game, rule, &setup);
        return true;
    }
    return error_set(error_of(error), "%s:%s has %d options", game->name, game->variants[setup.variant].name, count);
}
