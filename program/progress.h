/* How far a long run has come, once a second on standard error, if somebody is watching. */
#ifndef ARALDO_PROGRAM_PROGRESS_H
#define ARALDO_PROGRAM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    const char *unit;
    const char *part; /* which piece of the work it is now; NULL where there is only one */
    int64_t whole;    /* 0: nobody knows */
    int64_t before;   /* done already when it began */
    int64_t done;     /* as it was told last */
    double began, shown;
    bool watched, printed;
} Progress;

double seconds_now(void);
Progress progress_begin(const char *unit, int64_t whole);
/* If the whole is known, it also says how long the rest will take at the current pace. */
void progress_show(Progress *progress, int64_t done);
/* Wipes what was shown; the seconds since the beginning. */
double progress_end(Progress *progress);

#endif
