/* A race between a few candidates: which is best, when each can be tried again and again on random deals.
 *
 * All that are still running are tried on the same deals, so that they have the same luck and a few deals are enough to tell
 * them apart. The budget is cut into stages, and after each the worse half drops out (sequential halving: Karnin, Koren and
 * Somekh, 2013). A candidate that trails the leader by more than luck can explain drops out at once, and when only one is left
 * the race is over. */
#ifndef ARALDO_BOTS_RACE_H
#define ARALDO_BOTS_RACE_H

#include "bots/bot.h"

enum { RACERS_MAX = 48 };

typedef struct Course {
    void *context;
    /* Deals what is unseen. */
    void (*deal)(void *context, Chance *chance);
    /* Tries a candidate out on that deal: what it brings, from 0 to 1. Every candidate gets the same luck. */
    float (*run)(void *context, int candidate, Chance luck);
} Course;

typedef struct Race {
    int order[RACERS_MAX];   /* candidates, best first: those still running before those that dropped out */
    float bonus[RACERS_MAX]; /* added to the rewards, by candidate */
    int tried[RACERS_MAX];
    double sum[RACERS_MAX], products[RACERS_MAX][RACERS_MAX]; /* of rewards; products of those in the race, for both orders */
} Race;

/* Runs `count` candidates for at most `iterations`, one being one candidate on one deal. `bonus` is by candidate; NULL is none.
 * Every candidate is tried at least once. */
void race_run(Race *race, int count, const float *bonus, const Course *course, int iterations, Chance *chance);
/* Runs all of them on this many deals, and none drops out: for measuring how far apart they are. */
void race_run_all(Race *race, int count, const float *bonus, const Course *course, int deals, Chance *chance);
/* The standard error of the difference between two that were tried on the same deals. */
double race_error(const Race *race, int one, int other);
/* The candidates of such a run, which begin with these moves, as weighed moves: what the best one brought, and how far the
 * others are behind it, bonuses included. Of several that begin with the same move, the best counts. */
void race_weighing(const Race *race, const Move *moves, int count, Weighing *weighing);
/* What a candidate brought: its mean. */
float race_mean(const Race *race, int candidate);

#endif
