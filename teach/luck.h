/* Luck and skill separated: the deals of a match, played again with `strong` in every seat.
 *
 * Strong's lead in a seat, against strong with the others' cards, is what the cards of that seat were worth. The rest of the
 * player's actual lead is the play: the player's own, and the others'. A lead is the seat's points in the round minus the mean
 * of the other sides'; it is summed over the rounds, each from where it really began. Where a match is a single deal, the whole
 * match is replayed. */
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
