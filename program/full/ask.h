/* Asking for a move on the full screen: presses move the focus, pick cards, type moves and choose. */
#ifndef ARALDO_PROGRAM_FULL_ASK_H
#define ARALDO_PROGRAM_FULL_ASK_H

#include "program/full/choices.h"
#include "program/full/scene.h"

typedef struct Ask {
    Scene *scene;
    Choices choices;
} Ask;

bool ask_open(Ask *ask, Scene *scene, Error *error);
void ask_close(Ask *ask);
/* Puts the question and the choices on the stage, whose board has been laid out. */
void ask_begin(Ask *ask);
/* No question and no choices: it is not the person's turn. */
void ask_clear(Ask *ask);
/* Does this press type a letter into a line? Otherwise letters may be commands of the owner. */
static inline bool ask_types(const Ask *ask) { return ask->scene->stage.types; }
/* Takes a press; true with the move once one is chosen. */
bool ask_press(Ask *ask, Press press, Move *move);

#endif
