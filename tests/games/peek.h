/* Non-interference: nobody learns what their seat may not know.
 * Two full states that differ only in hidden cards, made by editing the position's text (hidden.h), must give a seat
 * byte-identical views, moves, errors and, while the same is played in both, events; until what is hidden is shown, which
 * must then be both reported and seen. */
#ifndef ARALDO_TESTS_GAMES_PEEK_H
#define ARALDO_TESTS_GAMES_PEEK_H

#include "tests/support/report.h"
#include "tests/support/settings.h"

typedef struct PeekEffort {
    uint64_t seed_first;
    int games;
    int pairs_min;  /* goes on with further games until so many pairs were compared */
    int peek_every; /* one position in so many is looked at, by one seat or watcher */
} PeekEffort;

typedef struct PeekTally {
    long games, positions; /* positions in which a seat had something hidden from it */
    long pairs, refused;   /* edited positions that were compared; that the game refused */
    long steps, secret;    /* moves played on in both; among them secret ones that differed */
    long shown;            /* pairs that parted because hidden cards were shown */
    long dealt;            /* shuffles that were changed out of the seat's sight */
    long opaque;           /* hidden things that are no cards, and stayed as they were */
} PeekTally;

bool peek_setting(const Setting *setting, const PeekEffort *effort, PeekTally *tally, Report *report);

#endif
