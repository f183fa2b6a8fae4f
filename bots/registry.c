/* The table of what each game contributes to the bots, and finding a game's row. */
#include "bots/registry.h"

#include <string.h>

#include "bots/search_thinker.h"

#define BOTS_ROW(name) &bots_##name,
static const GameBots *const rows[] = {BOTS(BOTS_ROW) NULL};

/* By name: cheat plays a copy of a game, and a policy may show search fewer moves than its game has. */
const GameBots *game_bots(const Game *game) {
    static const GameBots none = {0};
    for (const GameBots *const *row = rows; *row; row++)
        if (strcmp((*row)->game->name, game->name) == 0) return *row;
    return &none;
}

const Thinker *game_thinker(const Game *game) {
    const GameBots *bots = game_bots(game);
    return bots->thinker ? bots->thinker : bots->policy ? &thinker_search : NULL;
}
