/* Playing a sitting, on the full screen or line by line: what `araldo play` and `araldo daily` share. */
#ifndef ARALDO_PROGRAM_PLAY_H
#define ARALDO_PROGRAM_PLAY_H

#include "program/full/full.h"

enum { PACE_MS_MAX = 10000 };

typedef struct PlayStyle {
    const char *command; /* that complaints begin with */
    bool plain, still;
    int64_t pace_ms;
} PlayStyle;

/* Plays until the match is over or the person leaves; returns the exit status. Where they have sat down, and nothing was dealt
 * unless it was `resumed`. */
int play_sitting(Sitting *sitting, const PlayStyle *style, bool resumed);

#endif
