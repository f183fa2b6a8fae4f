/* A player that is somebody else's program, asked over its standard input and output.
 * docs/protocol.md, "A bot of your own", defines the dialogue. It is told what its seat knows and nothing else.
 *
 * It is held to limits: an answer is one line, short, and in time. A program that ends, hangs, says anything else or plays
 * what is not allowed is ended for good, and started again when the next game begins. */
#ifndef ARALDO_PROGRAM_OUTSIDE_H
#define ARALDO_PROGRAM_OUTSIDE_H

#include "core/game.h"

#define OUTSIDE_PREFIX "exec:"

enum {
    OUTSIDE_COMMAND_MAX = 1024, /* bytes of its command, zero byte included, */
    OUTSIDE_WORDS_MAX = 16,     /* and words, with spaces between */
    OUTSIDE_ANSWER_MAX = 2048,  /* bytes of a line that it may say */
    OUTSIDE_TIMEOUT_MS = 10000,
    OUTSIDE_TIMEOUT_MS_MAX = 3600000,
};

typedef struct Outside Outside;

/* How long to wait for a program. */
typedef struct OutsidePatience {
    int timeout_ms;   /* of a move */
    int interrupt_fd; /* waiting ends at once when it becomes readable; -1: no interrupts */
} OutsidePatience;

/* Starts `exec:COMMAND`, a program and its arguments, and begins a game; NULL with a clear line if that does not succeed. */
Outside *outside_open(const Game *game, const Setup *setup, const char *name, OutsidePatience patience, Error *error);
void outside_free(Outside *outside);
/* What comes next is a new game. */
void outside_new_game(Outside *outside);
/* The program's move; `seed` is for its dice. False with a clear line if it fails. */
bool outside_choose(Outside *outside, const View *view, int seat, uint64_t seed, Move *move, Error *error);
/* Processor time that the running program has used. */
uint64_t outside_nanoseconds(const Outside *outside);

#endif
