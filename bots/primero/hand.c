/* Works out which cards of a Primero hand serve each type of hand. */
#include "bots/primero/hand.h"

int hand_points(PrimeroSet set) {
    int points = 0;
    for (; set; set &= set - 1) points += primero_rank_points[primero_rank(primero_lowest(set))];
    return points;
}

static PrimeroSet rank_of(PrimeroSet hand, int rank) {
    return hand & (PRIMERO_BIT(rank) * ((PrimeroSet)1 | (PrimeroSet)1 << 10 | (PrimeroSet)1 << 20 | (PrimeroSet)1 << 30));
}

/* The larger set, of equally large ones that with more points. */
static PrimeroSet better_set(PrimeroSet a, PrimeroSet b) {
    int more = primero_count(b) - primero_count(a);
    return more > 0 || (more == 0 && hand_points(b) > hand_points(a)) ? b : a;
}

PrimeroSet hand_highest(PrimeroSet set) {
    PrimeroSet best = 0;
    for (; set; set &= set - 1) best = better_set(best, set & -set);
    return best;
}

PrimeroSet hand_kept_for(PrimeroSet hand, PrimeroType type) {
    static const PrimeroSet supremus = 1 << 0 | 1 << 5 | 1 << 6; /* ace, six, seven */
    PrimeroSet kept = 0;
    if (type == HAND_CHORUS) {
        for (int rank = 0; rank < PRIMERO_RANKS; rank++) kept = better_set(kept, rank_of(hand, rank));
        return kept;
    }
    for (int suit = 0; suit < PRIMERO_SUITS; suit++) {
        PrimeroSet cards = hand_suit(hand, suit);
        if (type == HAND_PRIMERO) kept |= hand_highest(cards);
        else if (type == HAND_SUPREMUS) kept = better_set(kept, cards & supremus << (suit * PRIMERO_RANKS));
        else kept = better_set(kept, cards);
    }
    return kept;
}

PrimeroType hand_natural_type(PrimeroSet hand) {
    int suits = 0, longest = 0;
    for (int suit = 0; suit < PRIMERO_SUITS; suit++) {
        int cards = primero_count(hand_suit(hand, suit));
        suits += cards > 0;
        if (cards > longest) longest = cards;
    }
    return longest < 3 && suits == 3 ? HAND_PRIMERO : HAND_FLUXUS;
}
