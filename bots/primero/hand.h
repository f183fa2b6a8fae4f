/* Primero hands as players see them: which cards serve a type, and what to throw on the way to it. */
#ifndef ARALDO_BOTS_PRIMERO_HAND_H
#define ARALDO_BOTS_PRIMERO_HAND_H

#include "games/primero/primero.h"

static inline PrimeroSet hand_suit(PrimeroSet hand, int suit) { return hand & (PrimeroSet)0x3ff << (suit * PRIMERO_RANKS); }

/* The sum of the cards. */
int hand_points(PrimeroSet set);
/* The card that counts most; nothing of nothing. */
PrimeroSet hand_highest(PrimeroSet set);
/* The cards to keep on the way to a type. */
PrimeroSet hand_kept_for(PrimeroSet hand, PrimeroType type);
/* The type that four cards are nearest to where nothing is bid: three of a suit call for the fourth, three suits for the
 * missing one, two pairs for more of the better. */
PrimeroType hand_natural_type(PrimeroSet hand);

#endif
