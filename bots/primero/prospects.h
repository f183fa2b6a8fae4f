/* Prospects of English Primero hands: for every two and every four cards, what to throw and how good the hand is then.
 *
 * A final hand is worth its chance to beat a number of rivals whose final hands follow the usual distribution (a table made by
 * tools/learn/primero.c). Four cards are worth the best of their sixteen exchanges, taken over every draw there is; two cards
 * the best of their four, over every four that can come of them. Hands are ranked by that into buckets of equal size. */
#ifndef ARALDO_BOTS_PRIMERO_PROSPECTS_H
#define ARALDO_BOTS_PRIMERO_PROSPECTS_H

#include "games/primero/primero.h"

enum { PROSPECTS_FOURS = 91390, PROSPECTS_TWOS = 780, PROSPECTS_BUCKETS = 16 };

typedef struct Prospects {
    /* By the number of the hand: what to throw, a bit for each card from the lowest on, and which bucket it is in. */
    uint8_t four_throw[PROSPECTS_FOURS], four_bucket[PROSPECTS_FOURS];
    uint8_t two_throw[PROSPECTS_TWOS], two_bucket[PROSPECTS_TWOS];
    float four_worth[PROSPECTS_BUCKETS], two_worth[PROSPECTS_BUCKETS]; /* the mean chance of a bucket's hands */
} Prospects;

/* Computes the prospects against this many rivals; `beaten` is, by value, the share of final hands that are lower. False if
 * there is not enough memory. */
bool prospects_fill(Prospects *prospects, int rivals, const float beaten[PRIMERO_VALUES]);
/* Of a hand of two or of four cards: what to throw, and its bucket, the best being the last. */
PrimeroSet prospects_throw(const Prospects *prospects, PrimeroSet hand);
int prospects_bucket(const Prospects *prospects, PrimeroSet hand);
/* Its chance to beat all those rivals: the mean of its bucket. */
float prospects_chance(const Prospects *prospects, PrimeroSet hand);

#endif
