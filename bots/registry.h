/* What each game contributes to the bots: one table of parts per game.
 *
 * A game without a row here is played by `random` alone. Every part of a row is optional: with a policy, `plain` plays the
 * game, and so do `easy`, `medium` and `strong` by plain search where there is no thinker. To add a game: a row in
 * bots/GAME/bots.c, and its name in BOTS. */
#ifndef ARALDO_BOTS_REGISTRY_H
#define ARALDO_BOTS_REGISTRY_H

#include "bots/bot.h"
#include "bots/level.h"
#include "bots/reason.h"
#include "bots/search.h"

typedef struct GameBots {
    const Game *game;
    Move (*greedy)(Bot *bot, const View *view, int actor, Chance *chance); /* one simple, fixed and documented way to play */
    const Policy *policy;                                                  /* what search knows of the game: `plain` */
    const Thinker *thinker; /* the best player we know how to make: `easy`, `medium`, `strong` and hints */
    const Thinker *cheat;   /* the best player on the true cards; NULL: the thinker itself */
    /* A seat's chance to win the match if it expects to win this many coins in this deal; NULL: the thinker expects chances. */
    double (*chance)(const View *view, int seat, double coins);
    /* Why a legal move may be good. */
    void (*reasons)(const View *view, int actor, Move move, Reasons *reasons);
    const BotKind *const *kinds; /* bots that play only this game, ended by NULL */
} GameBots;

#define BOTS(ROW) ROW(primiera) ROW(royalflush) ROW(primero) ROW(primo)

#define BOTS_DECLARE(name) extern const GameBots bots_##name;
BOTS(BOTS_DECLARE)
#undef BOTS_DECLARE

/* The game's row, by the game's name; an empty row for a game that has none. */
const GameBots *game_bots(const Game *game);
/* The thinker for levels and hints: the game's own, or search with its policy; NULL for a game with neither. */
const Thinker *game_thinker(const Game *game);

#endif
