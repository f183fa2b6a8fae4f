/* Bots that think on the page's device, however slow it is.
 *
 * A level is a number of iterations, so that it is equally strong everywhere. A device that would take too long for them gets a
 * share: half of them, a quarter, and so on, never fewer than the easiest level has. The page is told which level that really is,
 * because a bot that thinks less is a different bot. The first thought of a level is preceded by short ones that measure the
 * device. Unless the device turns out to be quick, each one is preceded by a trial, a small part of it in the same position:
 * positions differ in what they cost, and it is the longest thought that people notice. A game's thinker is opened once, because
 * opening may take longer than a thought. */
#ifndef ARALDO_OFFLINE_THINKING_H
#define ARALDO_OFFLINE_THINKING_H

#include "bots/level.h"
#include "room/room.h"

enum {
    THINKERS_MAX = 32,      /* a game and a level each */
    THOUGHT_AIM_MS = 1000,  /* a longer one halves the share, as does one that would be longer; */
    THOUGHT_QUICK_MS = 150, /* after some that were all shorter than this it doubles again */
    QUICK_IN_A_ROW = 6,
    TRIAL_PART = 8,                     /* a trial has one in this many iterations, */
    TRIAL_FROM_MS = THOUGHT_AIM_MS / 4, /* and precedes thoughts until enough in a row took less than this */
    TRIALS_IN_A_ROW = 6,
    TIMED_MS = 20,   /* the shortest thought that tells how fast a device is; */
    TRIED_TIMES = 4, /* after a shorter one, one this many times as long is tried */
};

typedef struct OpenBot {
    const Game *game;
    const Thinker *thinker;
    void *memory; /* the thinker's: one for all levels of a game */
    Level level;
    int halvings; /* the share is one in 2 to this power */
    int quick;    /* thoughts in a row */
    int tries;    /* thoughts that are still preceded by trials */
} OpenBot;

typedef struct Thinking {
    int count;
    OpenBot bots[THINKERS_MAX];
    /* Who thinks (game_thinker), and the clock (budget_clock_ms). Tests have their own. */
    const Thinker *(*thinker_of)(const Game *game);
    int64_t (*clock_ms)(void);
    /* Told whenever a share changes: the level that was chosen, the lowest one that has as many iterations, and how many percent
     * of that one's they are. */
    void (*share)(const char *game, const char *level, const char *plays, int percent);
} Thinking;

/* Chooses for the seat of the question; the first legal move if there is no memory for a bot. */
void thinking_answer(Thinking *thinking, const Ask *ask, Answer *answer);

#endif
