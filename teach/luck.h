/* Luck and skill apart: the deals of a match, played again with `strong` in every seat.
 *
 * What strong leads by in a seat, against strong with the others' cards, is what the cards of that seat were worth. What the player
 * really led by beyond that is the play: the player's own, and the others'. A lead is the seat's points of the round less the mean of the
 * other sides'; it is summed up over the rounds, each from where it really began. Where a match is a single deal, all of it is
 * played again. */
#ifndef ARALDO_TEACH_LUCK_H
#define ARALDO_TEACH_LUCK_H

#include "bots/bot.h"
#include "teach/recording.h"

typedef struct Luck {
    const Recording *recording; /* the caller's */
    Bot *strong;
    int count, done;                          /* rounds: all, and those played again so far */
    int next;                                 /* the state with which the next begins */
    double made[SEATS_MAX], cards[SEATS_MAX]; /* leads: in the match, and strong's */
} Luck;

bool luck_init(Luck *luck, const Recording *recording, Error *error);
void luck_release(Luck *luck);
/* Plays the next round again; false when all have been. */
bool luck_step(Luck *luck);

#endif
