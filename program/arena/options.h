/* The options of `araldo arena`, and the plan made from them. */
#ifndef ARALDO_PROGRAM_ARENA_OPTIONS_H
#define ARALDO_PROGRAM_ARENA_OPTIONS_H

#include "program/arena/arena.h"

enum { ARENA_WORDS_MAX = 1024 /* of which most can only be files */ };

/* As they were written; NULL, zero and false where they were not. */
typedef struct ArenaOptions {
    const char *words[ARENA_WORDS_MAX];
    int word_count;
    const char *seed, *deals, *unit, *measure, *against, *seatings, *reference, *margin, *decide, *save, *plot;
    bool matches, merge, json;
    int64_t people, threads, timeout_ms;
    Setup setup; /* of which only options are filled */
} ArenaOptions;

/* All of them are false after one line on standard error. */
bool arena_options_read(ArenaOptions *options, int argc, char **argv);
/* What is played, but for who may interrupt it. */
bool arena_options_plan(const ArenaOptions *options, ArenaPlan *plan);
/* Joining files needs nothing else: they say what was played. */
bool arena_options_merge(const ArenaOptions *options);

#endif
