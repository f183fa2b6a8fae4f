/* How many cards a Royal Flush hand still needs for a board, and which cards would bring it closer.
 * Bit-parallel, because simulations ask for every board in every turn. */
#ifndef ARALDO_BOTS_ROYALFLUSH_OUTS_H
#define ARALDO_BOTS_ROYALFLUSH_OUTS_H

#include "games/royalflush/royalflush.h"

/* Facts about a hand that many boards need. */
typedef struct RoyalHand {
    RoyalFaces faces;
    RoyalSet by_suits[ROYAL_SUITS + 1]; /* ranks held in exactly this many suits, each as its club */
    uint8_t suit_count[ROYAL_SUITS];
} RoyalHand;

typedef struct RoyalOuts {
    int missing;   /* as royalflush_missing */
    RoyalSet outs; /* each of these faces makes it one less; nothing if it is zero */
} RoyalOuts;

RoyalHand royal_hand(RoyalFaces faces);
RoyalOuts royal_outs(RoyalBoard board, const RoyalHand *hand);

#endif
