/* A match played by the internal functions, beside one of the public library that must not differ from it. */
#ifndef ARALDO_TESTS_LIBRARY_TWIN_H
#define ARALDO_TESTS_LIBRARY_TWIN_H

#include "core/game.h"
#include "record/log.h"

typedef struct Twin {
    const Game *game;
    StateRoom room;
    ChanceKey key;
    EventLog log;
    EventSink sink;
} Twin;

/* Fails the test if the set-up is not the game's. */
void twin_begin(Twin *twin, const Game *game, const Setup *setup, const char *seed);
void twin_play(Twin *twin, int seat, Move move);

static inline const State *twin_state(const Twin *twin) { return (const State *)(const void *)twin->room.bytes; }

#endif
