/* `araldo play` on the full screen: the table, and the menu before and after it. */
#ifndef ARALDO_PROGRAM_FULL_FULL_H
#define ARALDO_PROGRAM_FULL_FULL_H

#include "program/sitting.h"
#include "term/full/dialog.h"

enum { PACE_QUICK_MS = 0, PACE_NORMAL_MS = 600, PACE_SLOW_MS = 1500 };

typedef struct Full {
    Display display;
    bool speaks; /* the person has chosen the language */
    bool still;  /* cards do not move */
    int pace_ms; /* how long a bot's move stays before the next one */
    const char *words;
} Full;

typedef enum { TABLE_LEFT, TABLE_REMATCH } TableEnd;

/* Plays the sitting, which has been started or resumed, until the person leaves or wants a rematch. */
TableEnd full_table(Full *full, Sitting *sitting);
/* Plays one match, and its rematches, on a display of its own. */
bool full_play(Full *full, Sitting *sitting, Language language, Error *error);
/* The menu: lets the person choose, plays, and returns when they leave. `key` seeds the first match if it is not NULL. */
bool full_menu(Full *full, Language language, const ChanceKey *key, Error *error);
/* A form for a new match of a game: fills the setup and the level of the bots; false if the person goes back. */
bool full_form(Full *full, const Game *game, Setup *setup, const char **level);
/* Changes language, pace and colours, and the level of the bots in a sitting; `place` and `sitting` may be NULL. */
void full_settings(Full *full, Place *place, Sitting *sitting);
/* The rules of a game in the pager. */
void full_rules(Full *full, const Game *game);

#endif
