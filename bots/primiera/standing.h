/* The chance of each seat to win a match of Primiera between two rounds, from the scores and who deals next.
 *
 * Two sides (classic, two): a table of what each side still needs. More (heralds, three, robot): each seat has a strength by
 * what it needs and one by its place in the order, and its chance is its share of all (Luce, "Individual Choice Behavior",
 * 1959). Both are learnt by tools/learn/primiera_standing.c from rounds that a bot plays against itself. */
#ifndef ARALDO_BOTS_PRIMIERA_STANDING_H
#define ARALDO_BOTS_PRIMIERA_STANDING_H

#include "games/primiera/primiera.h"

enum { NEED_PAIR = 11, NEED_MANY = 21 }; /* the tables' longest ways to go; longer ways are scaled down to them */

/* The chance of the dealer's side, by what it and the other side need; 0 and 0 is a tie at the target. */
typedef struct PairStanding {
    float dealer_wins[NEED_PAIR + 1][NEED_PAIR + 1];
} PairStanding;

typedef struct ManyStanding {
    int longest;                    /* the need at which it ends */
    float by_need[NEED_MANY + 1];   /* 0: at the target or beyond */
    float by_place[PRIMIERA_SEATS]; /* in the playing order of the next round */
} ManyStanding;

extern const PairStanding standing_classic, standing_two;
extern const ManyStanding standing_heralds, standing_three, standing_robot;

/* The chances of all seats; partners in classic share theirs. For a state whose round has just been dealt, or a match that
 * is over. */
void standing_chances(const Primiera *p, float chances[SEATS_MAX]);

#endif
