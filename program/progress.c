/* Prints progress once a second, if standard error is a terminal. */
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

static void show_left(double seconds) {
    enum { SECONDS_A_MINUTE = 60, SECONDS_AN_HOUR = 3600 };
    long left = (long)(seconds + 0.5);
    if (left >= SECONDS_AN_HOUR)
        fprintf(stderr, ", %ld h %ld min left", left / SECONDS_AN_HOUR, left % SECONDS_AN_HOUR / SECONDS_A_MINUTE);
    else if (left >= SECONDS_A_MINUTE)
        fprintf(stderr, ", %ld min %ld s left", left / SECONDS_A_MINUTE, left % SECONDS_A_MINUTE);
    else fprintf(stderr, ", %ld s left", left);
}

void progress_show(Progress *progress, int64_t done) {
    progress->done = done;
    if (!progress->watched) return;
    double now = seconds_now();
    if (now - progress->shown < 1) return;
    progress->shown = now;
    progress->printed = true;
    fputs("\r\033[K", stderr);
    if (progress->part) fprintf(stderr, "%s: ", progress->part);
    if (progress->whole > 0) {
        fprintf(stderr, "%lld of %lld %s", (long long)done, (long long)progress->whole, progress->unit);
        if (done > progress->before)
            show_left((now - progress->began) / (double)(done - progress->before) * (double)(progress->whole - done));
    } else {
        fprintf(stderr, "%lld %s", (long long)done, progress->unit);
    }
    fflush(stderr);
}

double progress_end(Progress *progress) {
    if (progress->printed) fprintf(stderr, "\r\033[K");
    progress->printed = false;
    return seconds_now() - progress->began;
}
