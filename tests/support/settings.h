/* The matches that generic tests play: every variant with every number of people, and those of tests/games/settings. */
#ifndef ARALDO_TESTS_SUPPORT_SETTINGS_H
#define ARALDO_TESTS_SUPPORT_SETTINGS_H

#include "core/game.h"

enum { SETTING_TEXT_MAX = 256 };

typedef struct Setting {
    const Game *game;
    Setup setup;
    char name[SETTING_TEXT_MAX]; /* as its line reads, with the number of people */
} Setting;

typedef struct Settings {
    Setting *list;
    int count;
} Settings;

/* All variants of a game without options. */
void settings_add_game(Settings *settings, const Game *game);
/* Those and the lines of tests/games/settings/GAME.txt for each game of a list that NULL ends; false with an error that names the
 * line if one is wrong. */
bool settings_add_all(Settings *settings, const Game *const *list, Error *error);
void settings_free(Settings *settings);

#endif
