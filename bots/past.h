/* The moves of the current round, so that a bot asked only now can be told what its seat saw.
 *
 * A view holds no history, and some bots learn from it: those of Primiera and Primero guess cards from what was done. Whoever
 * keeps a game for others (the room, the engine, the terminal) keeps a Past beside the state: where the round began, and the
 * moves since. Playing them again gives the views that a seat had on its earlier turns; these alone go to a bot
 * (bot_recall). */
#ifndef ARALDO_BOTS_PAST_H
#define ARALDO_BOTS_PAST_H

#include "core/game.h"

/* Of any game whose bots remember, a round has no more moves and a state is no larger; and the views of a seat are no more. */
enum { PAST_MOVES_MAX = 48, PAST_STATE_BYTES_MAX = 256, SIGHTS_BYTES_MAX = 4096 };

typedef struct Past {
    _Alignas(16) unsigned char start[PAST_STATE_BYTES_MAX]; /* the state when the round began, or as far back as is known */
    int count;
    uint8_t actors[PAST_MOVES_MAX];
    Move moves[PAST_MOVES_MAX]; /* since then, all of the match's */
} Past;

/* What a seat saw on its earlier turns of the round, before each of its moves: views one after the other, oldest first. */
typedef struct Sights {
    int count;
    size_t view_bytes;
    _Alignas(16) unsigned char views[SIGHTS_BYTES_MAX];
} Sights;

/* Nothing has passed before this state. Of a state that is too large no past is kept. */
void past_begin(Past *past, const Game *game, const State *state);
/* A move was made, and `after` is what it led to; where it began a round the past begins there. */
void past_move(Past *past, const Game *game, const State *after, int actor, Move move, bool round_began);
/* That many moves were taken back, and the game is at `state` again. What is farther back than the past is not known. */
void past_take_back(Past *past, const Game *game, const State *state, uint32_t moves);
/* What the seat saw: the latest views that fit. `key` is the one by which the moves were played. Nothing, if they cannot be played
 * (from a file that is damaged). */
void past_sights(const Past *past, const Game *game, const ChanceKey *key, int seat, Sights *sights);

static inline const View *sights_view(const Sights *sights, int index) {
    return (const View *)(const void *)(sights->views + (size_t)index * sights->view_bytes);
}

#endif
