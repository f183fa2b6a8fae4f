/* Levels: `easy`, `medium` and `strong`, the same player with three budgets.
 *
 * Each game has one Thinker, the best player we know how to make for it (bots/registry.h). A level is a number of iterations of
 * its thinking, so that strength depends on no clock and no load. Strong takes at most about a tenth of a second a move on one
 * core, and mostly less, since thinking ends when it is plain which move is best: in the mean 4 to 25 ms in Primero, 16 in
 * Royal Flush, 28 to 43 in Primo and 20 to 70 in Primiera (docs/strength/results.md). */
#ifndef ARALDO_BOTS_LEVEL_H
#define ARALDO_BOTS_LEVEL_H

#include "bots/bot.h"

typedef enum { LEVEL_EASY, LEVEL_MEDIUM, LEVEL_STRONG, LEVELS } Level;

typedef struct Thinker {
    int iterations[LEVELS];
    bool timed; /* thinks in milliseconds and on several threads too, and not only in iterations */
    /* All the memory that thinking takes, for at most this budget; NULL if there is not enough. The game is the one it
     * plays, or one like it whose `determinize` knows more (cheat.h). */
    void *(*open)(const Game *game, Budget budget);
    void (*close)(void *memory);
    /* The same views, iterations and chances in the same order give the same moves. A thinker may remember what its seats have
     * seen of the round; a view that does not follow from those it remembers is treated as the first. */
    Move (*choose)(void *memory, const View *view, int actor, Budget budget, Chance *chance);
    /* Forgets, and takes in what the actor saw of the round; NULL for a thinker that remembers nothing. */
    void (*recall)(void *memory, const Sights *sights, int actor);
    /* What is expected from the move just chosen. */
    Expectation (*expects)(const void *memory);
    /* Thinks, then tries its favourites and the asked move on the same deals, sharing out as many iterations again (bot.h);
     * NULL for a thinker that cannot. */
    void (*weigh)(void *memory, const View *view, int actor, Move asked, Budget budget, Chance *chance, Weighing *weighing);
} Thinker;

extern const BotKind bot_easy, bot_medium, bot_strong;

#endif
