/* The greedy baseline of each game, by the game: see greedy.h. */
#include "bots/greedy.h"

#include <assert.h>
#include <stddef.h>

#include "games/games.h"

typedef Move (*Chooser)(Bot *bot, const View *view, int actor, Chance *chance);

static Chooser chooser_of(const Game *game) {
    if (game == &primiera) return greedy_primiera;
    if (game == &royalflush) return greedy_royalflush;
    if (game == &primero) return greedy_primero;
    if (game == &primo) return greedy_primo;
    return NULL;
}

static bool plays(const Game *game) { return chooser_of(game) != NULL; }

static Move choose(Bot *bot, const View *view, int actor, Chance *chance) {
    Chooser chooser = chooser_of(bot->game);
    assert(chooser);
    return chooser(bot, view, actor, chance);
}

const BotKind bot_greedy = {.name = "greedy", .plays = plays, .choose = choose};
