/* What each listener is told in a step, as lines, so that tests can compare it.
 * The outcomes of chance among the events are kept too, so that tests can play chance back. */
#ifndef ARALDO_TESTS_SUPPORT_TOLD_H
#define ARALDO_TESTS_SUPPORT_TOLD_H

#include "core/game.h"

enum {
    TOLD_EVENTS_MAX = 512,
    TOLD_BYTES_MAX = 4 << 20,
    TOLD_WHOLE = 8, /* the listener's index of the record; seats have their own, watchers ONLOOKER */
    TOLD_LISTENERS = 9,
};

/* Outcomes of chance by number, growing as needed. */
typedef struct Outcomes {
    ChanceOutcome *list;
    int count, capacity;
    int first; /* the number of the first one */
} Outcomes;

typedef struct Told {
    const Game *game;
    unsigned listeners; /* bit i: lines are kept for listener i */
    int count;
    const char *kinds[TOLD_EVENTS_MAX];
    const char *lines[TOLD_EVENTS_MAX][TOLD_LISTENERS];
    char *bytes;
    size_t used;
    uint64_t digest;           /* of every whole line since the start */
    Outcomes *outcomes;        /* where chance is kept; may be NULL */
    const char *broken;        /* what was wrong with an event, or NULL */
    char move[EVENT_TEXT_MAX]; /* of the first event; empty if it has none */
    int by;                    /* who decided, of the first event; -1 if it does not say */
    SeatSet move_seen_by;
    EventSink sink;
} Told;

/* Begins to listen; `told_close` gives the memory back. */
void told_open(Told *told, const Game *game, unsigned listeners, Outcomes *outcomes);
void told_close(Told *told);
/* Forgets everything, digest and outcomes included. */
void told_restart(Told *told);
/* Forgets the events of the last step, but neither the digest nor the outcomes. */
void told_clear(Told *told);

/* Chance that gives kept outcomes back. */
Chance outcomes_chance(Outcomes *outcomes);
ChanceOutcome *outcomes_add(Outcomes *outcomes);
void outcomes_free(Outcomes *outcomes);

#endif
