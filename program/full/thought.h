/* A thought: a bot's choice on a separate thread, so that the screen stays responsive while it thinks. */
#ifndef ARALDO_PROGRAM_FULL_THOUGHT_H
#define ARALDO_PROGRAM_FULL_THOUGHT_H

#include <pthread.h>

#include "program/sitting.h"

typedef struct Thought {
    pthread_t thread;
    void (*think)(void *context);
    void *context;
    int done[2]; /* a pipe: readable once the thought is over */
} Thought;

/* Begins to think; false if there is no thread or pipe left, and then the caller thinks itself. */
bool thought_begin(Thought *thought, void (*think)(void *context), void *context);
/* Waits for its end. */
void thought_end(Thought *thought);

#endif
