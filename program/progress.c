/* Progress: see progress.h. */
#include "program/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

Progress progress_begin(const char *unit, int64_t whole) {
    double now = seconds_now();
    return (Progress){.unit = unit, .whole = whole, .began = now, .shown = now, .watched = isatty(STDERR_FILENO)};
}

void progress_show(Progress *progress, int64_t done) {
    if (!progress->watched) return;
    double now = seconds_now();
    if (now - progress->shown < 1) return;
    progress->shown = now;
    progress->printed = true;
    if (progress->whole > 0)
        fprintf(stderr, "\r%lld of %lld %s ", (long long)done, (long long)progress->whole, progress->unit);
    else
        fprintf(stderr, "\r%lld %s ", (long long)done, progress->unit);
    fflush(stderr);
}

double progress_end(Progress *progress) {
    if (progress->printed) fprintf(stderr, "\r\033[K");
    return seconds_now() - progress->began;
}
