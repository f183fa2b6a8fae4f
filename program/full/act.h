/* A match on the full screen: shows its table, takes the person's moves and commands, and waits, whatever provides the match.
 *
 * What is behind it is a Host: bots on this machine (table.c), or a card room (program/join/table.c). Keys that come before a
 * question is on the screen never answer it; commands work at any time. */
#ifndef ARALDO_PROGRAM_FULL_ACT_H
#define ARALDO_PROGRAM_FULL_ACT_H

#include "program/full/ask.h"

typedef struct Host {
    void *context;
    Place *place;
    const SceneKey *keys;
    const HelpLine *lines;
    /* Does what is to be done now, and brings the place up to date. */
    void (*step)(void *context);
    bool (*goes_on)(const void *context);
    /* A number that differs after every move, also after one that takes moves back. */
    int64_t (*version)(const void *context);
    /* Whose turn it is; nobody's once the match is over. */
    SeatSet (*turn)(const void *context);
    bool (*over)(const void *context);
    /* Is the person to choose a move now? */
    bool (*asks)(const void *context);
    /* Adds words to be shown instead of whose turn it is, instead of the question, and behind the status. Each may be NULL. */
    void (*status)(const void *context, Text *text);
    void (*question)(const void *context, Text *text);
    void (*clock)(const void *context, Text *text);
    void (*play)(void *context, Move move);
    /* Takes a letter that is a command; false if it is none. */
    bool (*command)(void *context, uint32_t letter);
    /* A key that means nothing now: the person wants to continue. May be NULL. */
    void (*hurry)(void *context);
    /* How long to wait at the most, and for what else; -1 for neither. */
    int (*milliseconds)(const void *context);
    int (*descriptor)(const void *context);
} Host;

typedef struct Act {
    const Host *host;
    Scene scene;
    Ask ask;
    int64_t shown; /* the version on the stage */
    size_t told;   /* events that have been shown */
    bool asks;     /* the person is being asked */
    bool stale;    /* something else has changed: lay it out again */
    bool fresh;    /* the question was not on the screen yet */
} Act;

/* Plays until the host stops. */
void act_run(Act *act, Full *full, const Host *host);
static inline void act_say(Act *act, const char *words) { scene_say(&act->scene, words); }

#endif
