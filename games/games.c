/* Finds games, variants and the game of a position by name. */
#include "games/games.h"

#include "core/message.h"

#define GAMES_ROW(name) &name,
const Game *const games[] = {GAMES(GAMES_ROW) NULL};

const Game *game_find(Span name, Error *error) {
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (const Game *const *game = games; *game; game++) {
        if (span_is(name, (*game)->name)) return *game;
        text_format(&list, "%s%s", list.length ? ", " : "", (*game)->name);
    }
    error_say(error, "unknown game '{name}'; choose from {known}", WITH("name", span_quote(name).text), WITH("known", known));
    return NULL;
}

const Game *game_find_variant(Span name, int *variant, Error *error) {
    Span rest = name, game_name, variant_name;
    span_split(&rest, ':', &game_name);
    variant_name = rest.at ? rest : (Span){"", 0};
    const Game *game = game_find(game_name, error);
    if (!game) return NULL;
    *variant = game_variant(game, variant_name, error);
    return *variant < 0 ? NULL : game;
}

const Game *game_of_position(Span position, Error *error) {
    Span rest = position, first;
    int variant;
    span_split(&rest, ' ', &first);
    return game_find_variant(first, &variant, error);
}
