/* The beat: when a bot's move is shown, chosen so that the timing reveals nothing about cards.
 *
 * A bot thinks longer about a hard choice than about a forced move. So a move is not shown when it is ready, but after an
 * allowance that is enough for every thought of that game and level, forced or hard: the longest of the last minutes, plus a
 * quarter. It is counted from the moment a worker picked the question up, which depends on load and not on cards, and rounded
 * up to a whole number of paces since the turn began. A thought that is longer than the allowance raises it for all that
 * follow; only that one is noticeable. */
#ifndef ARALDO_ROOM_BEAT_H
#define ARALDO_ROOM_BEAT_H

#include "bots/level.h"
#include "room/room.h"

enum {
    BEAT_GAMES_MAX = 16,
    BEAT_WINDOW_MS = 10 * 60 * 1000, /* the longest thought of this window and of the one before counts */
    BEAT_ALLOWANCE_MAX_MS = 10 * 1000,
    BEAT_GRAIN_MS = 16, /* what allowances are rounded up to */
};

/* How long bots of a game and level have thought. */
typedef struct Thoughts {
    Milliseconds since;
    Milliseconds longest, longest_before; /* of this window, and of the one before */
} Thoughts;

typedef struct Beat {
    const Game *games[BEAT_GAMES_MAX]; /* in the order in which they came */
    Thoughts thoughts[BEAT_GAMES_MAX][LEVELS];
} Beat;

/* When to show a move that took a bot of this level `thought` to choose and is ready now, in a turn that began then. */
Milliseconds beat_show(Beat *beat, const Game *game, Level level, Milliseconds pace, Milliseconds began, Milliseconds thought,
                       Milliseconds now);
/* When to show a move that nobody chooses: a robot's. */
Milliseconds beat_next(Milliseconds pace, Milliseconds began, Milliseconds ready);

#endif
