/* The moves of the current round, so that a bot asked only now can be told what its seat saw.
 *
 * A view has no history, and some bots need it: those of Primiera and Primero guess cards from what others did. So code that
 * runs a game for bots (the room, the engine, the terminal) keeps a Past with the state: where the round began, and the moves
 * since. Replaying them gives the views that a seat had on its earlier turns; only these go to a bot (bot_recall). */
#ifndef ARALDO_BOTS_PAST_H
#define ARALDO_BOTS_PAST_H

#include "core/game.h"

/* In any game whose bots remember: the most moves in a round, the largest state, and the most views of a seat. */
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

/* Starts a past at this state. No past is kept for a state that is too large. */
void past_begin(Past *past, const Game *game, const State *state);
/* A move was made, and led to `after`; if it began a round, the past starts there. */
void past_move(Past *past, const Game *game, const State *after, int actor, Move move, bool round_began);
/* That many moves were taken back, and the game is at `state` again. Anything before the start of the past is unknown. */
void past_take_back(Past *past, const Game *game, const State *state, uint32_t moves);
/* What the seat saw: as many of the latest views as fit. `key` is the key the moves were played with. Empty if they cannot be
 * replayed (in a damaged file). */
void past_sights(const Past *past, const Game *game, const ChanceKey *key, int seat, Sights *sights);

static inline const View *sights_view(const Sights *sights, int index) {
    return (const View *)(const void *)(sights->views + (size_t)index * sights->view_bytes);
}

#endif
