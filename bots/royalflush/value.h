/* What a hand of Royal Flush promises: each open board's free field, weighed by the cards still missing.
 *
 * The weights were learnt from self-play (tools/learn/royalflush.c, weights.c), apart for how many pieces the seat
 * and the nearest of the others have left, since a round ends with somebody's last. Worths are in thousandths of a point. A
 * hand takes a tenth of a microsecond, and what one more card would add next to nothing. */
#ifndef ARALDO_BOTS_ROYALFLUSH_VALUE_H
#define ARALDO_BOTS_ROYALFLUSH_VALUE_H

#include "bots/royalflush/outs.h"

enum { ROYAL_POINT = 1000, ROYAL_OWN_CLASSES = 4, ROYAL_OTHERS_CLASSES = 3 };

/* How many pieces a seat has left, the fewest that any other has, and whether there is more than one other. */
typedef struct RoyalStanding {
    int own, others;
    bool many;
} RoyalStanding;

/* One, two, three, or more pieces; one, two, or more. */
static inline int royal_own_class(int pieces) { return (pieces < ROYAL_OWN_CLASSES ? pieces : ROYAL_OWN_CLASSES) - 1; }
static inline int royal_others_class(int pieces) { return (pieces < ROYAL_OTHERS_CLASSES ? pieces : ROYAL_OTHERS_CLASSES) - 1; }

/* In thousandths: a constant by pieces, each card in hand, and each point of a board's free field by the missing cards. */
typedef struct RoyalWeights {
    int16_t base[ROYAL_PIECES + 1][ROYAL_PIECES + 1]; /* points, by own pieces and others' */
    int16_t card[ROYAL_OWN_CLASSES][ROYAL_OTHERS_CLASSES];
    int16_t parts[ROYAL_OWN_CLASSES][ROYAL_OTHERS_CLASSES][ROYAL_BOARDS][ROYAL_WAY_MAX + 1];
} RoyalWeights;

/* What is to come in this round, after the seat's own turn: for two players, and for more. */
typedef struct RoyalLearnt {
    RoyalWeights lead[2]; /* own points less the mean of the others': by this turns are chosen */
    RoyalWeights gain[2]; /* own points */
} RoyalLearnt;

extern const RoyalLearnt royal_learnt; /* weights.c */

/* The boards with a free field. */
typedef struct RoyalOutlook {
    int count;
    uint8_t boards[ROYAL_BOARDS];
    uint8_t values[ROYAL_BOARDS]; /* of the free field */
} RoyalOutlook;

typedef struct RoyalPromise {
    int worth;
    uint32_t complete; /* bit b: board b can be scored */
    int card;          /* what any card adds, */
    int count;
    int gain[ROYAL_BOARDS]; /* and an out of each board, in the order of the outlook */
    RoyalSet outs[ROYAL_BOARDS];
} RoyalPromise;

RoyalStanding royal_standing(const RoyalFlush *r, int seat);
/* How many of a face the viewer does not see. */
int royal_unseen(const RoyalFlush *r, int card);
RoyalOutlook royal_outlook(const RoyalFlush *r);
/* The same with one more piece on a board. */
RoyalOutlook royal_outlook_after(const RoyalFlush *r, RoyalBoard board);

RoyalPromise royal_promise(const RoyalOutlook *outlook, RoyalFaces faces, int jokers, RoyalStanding standing,
                           const RoyalWeights *weights);
/* What it would be worth with one more card. */
int royal_promise_with(const RoyalPromise *promise, int card);

#endif
