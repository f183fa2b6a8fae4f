/* Which games there are, and their variants, by number; the version. */
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
