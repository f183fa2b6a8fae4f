/* The scene: a place at a table on the full screen, with its log, its keys and its pages, whatever provides the moves.
 *
 * The owner keeps the place up to date and says whose turn it is; the scene draws. ask.h adds the person's choices. */
#ifndef ARALDO_PROGRAM_FULL_SCENE_H
#define ARALDO_PROGRAM_FULL_SCENE_H

#include "program/full/full.h"
#include "program/full/pages.h"
#include "term/full/stage.h"

/* A key of the last line: what is pressed, and a message with the context "key". */
typedef struct SceneKey {
    const char *key, *label;
} SceneKey;

typedef struct Scene {
    Full *full;
    Place *place;
    Stage stage;
    const SceneKey *keys;  /* ended by one without a key */
    const HelpLine *lines; /* likewise */
    /* The card that the last move shows, and whose it was. */
    char moving[BOARD_CARD_WORDS];
    int mover;
} Scene;

static inline Language scene_language(const Scene *scene) { return scene->place->screen.language; }

/* Lays everything out again: board, log and status. */
void scene_refresh(Scene *scene, SeatSet turn, const char *status);
void scene_show(Scene *scene);
/* A hint or a refusal, until the next one; "" for none. */
void scene_say(Scene *scene, const char *words);
/* Shows a page for the letters ? l s r; false for others. */
bool scene_page(Scene *scene, uint32_t letter);
/* "Anna is thinking", for the first of the seats. */
void scene_thinking(const Scene *scene, SeatSet turn, Text *text);

/* Remembers the first card that an event shows; */
void scene_notice(Scene *scene, const Event *event);
/* and moves it from its owner to the table, over the board as it was before the move. */
void scene_move_card(Scene *scene);

#endif
