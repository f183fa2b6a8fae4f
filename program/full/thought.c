/* Runs a function on a thread and reports its end through a pipe. */
#include "program/full/thought.h"

#include <unistd.h>

static void *run(void *argument) {
    Thought *thought = argument;
    thought->think(thought->context);
    if (write(thought->done[1], "", 1) < 0) return thought;
    return NULL;
}

bool thought_begin(Thought *thought, void (*think)(void *context), void *context) {
    *thought = (Thought){.think = think, .context = context};
    if (pipe(thought->done) != 0) return false;
    if (pthread_create(&thought->thread, NULL, run, thought) == 0) return true;
    close(thought->done[0]);
    close(thought->done[1]);
    return false;
}

void thought_end(Thought *thought) {
    pthread_join(thought->thread, NULL);
    close(thought->done[0]);
    close(thought->done[1]);
}
