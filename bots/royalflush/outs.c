/* Computes distances and outs of Royal Flush hands on bit sets.
 * A shift by four is one step in rank, and the cards of a rank are its club's bit times fifteen. */
#include "bots/royalflush/outs.h"

#include <assert.h>

#include "core/bits.h"

#define CLUBS_MASK ((RoyalSet)0x1111111111111)
#define BELOW_RANK(rank) (((RoyalSet)1 << 4 * (rank)) - 1)
#define PICTURES (BELOW_RANK(12) & ~BELOW_RANK(9))
#define ROYAL_RANGE (CLUBS_MASK & ~BELOW_RANK(8))

static int count(RoyalSet set) { return bits_count(set); }

/* All cards of ranks that are given as their clubs. */
static RoyalSet whole_ranks(RoyalSet clubs) { return clubs * 0xf; }

RoyalHand royal_hand(RoyalFaces faces) {
    RoyalHand hand = {.faces = faces};
    RoyalSet set = faces.once, suits = 0;
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        RoyalSet cards = set >> suit & CLUBS_MASK;
        hand.suit_count[suit] = (uint8_t)count(cards);
        suits += cards;
    }
    RoyalSet one = suits & CLUBS_MASK, two = suits >> 1 & CLUBS_MASK, four = suits >> 2 & CLUBS_MASK;
    hand.by_suits[0] = CLUBS_MASK & ~(one | two | four);
    hand.by_suits[1] = one & ~two;
    hand.by_suits[2] = two & ~one;
    hand.by_suits[3] = one & two;
    hand.by_suits[4] = four;
    return hand;
}

/* ---- equal ranks */

/* So many suits of one rank: the fullest ranks are nearest. */
static RoyalOuts outs_of_kind(const RoyalHand *hand, int size) {
    for (int held = ROYAL_SUITS; held > 0; held--) {
        if (!hand->by_suits[held]) continue;
        if (held >= size) return (RoyalOuts){0, 0};
        return (RoyalOuts){size - held, whole_ranks(hand->by_suits[held])};
    }
    return (RoyalOuts){size, ROYAL_ALL};
}

/* So many pairs, four of a rank being two of them: an odd card wants its fellow. */
static RoyalOuts outs_of_pairs(const RoyalHand *hand, int pairs) {
    RoyalSet odd = hand->by_suits[1] | hand->by_suits[3];
    int open = pairs - count(hand->by_suits[2] | hand->by_suits[3]) - 2 * count(hand->by_suits[4]);
    if (open <= 0) return (RoyalOuts){0, 0};
    int half = count(odd);
    if (half >= open) return (RoyalOuts){open, whole_ranks(odd)};
    /* Too few odd cards: a new rank is as good, and so is a third of a pair, on its way to four. */
    return (RoyalOuts){2 * open - half, ROYAL_ALL};
}

/* Two parts, the larger first; each rank may serve one of them. */
static RoyalOuts outs_of_two(const RoyalHand *hand, int larger, int smaller) {
    int histogram[ROYAL_SUITS + 1];
    for (int held = 0; held <= ROYAL_SUITS; held++) histogram[held] = count(hand->by_suits[held]);
    int best = 2 * ROYAL_SUITS;
    RoyalSet outs = 0;
    for (int first = ROYAL_SUITS; first >= 0; first--) {
        if (!histogram[first]) continue;
        int first_open = first < larger ? larger - first : 0;
        if (first_open > best) break;
        histogram[first]--;
        for (int second = ROYAL_SUITS; second >= 0; second--) {
            if (!histogram[second]) continue;
            int second_open = second < smaller ? smaller - second : 0, open = first_open + second_open;
            if (open > best) break;
            if (open < best) outs = 0;
            best = open;
            if (first_open) outs |= hand->by_suits[first];
            if (second_open) outs |= hand->by_suits[second];
        }
        histogram[first]++;
    }
    return (RoyalOuts){best, whole_ranks(outs)};
}

/* ---- identical cards */

static RoyalOuts outs_of_perfect(const RoyalHand *hand, int pairs) {
    RoyalSet single = hand->faces.once & ~hand->faces.twice;
    int open = pairs - count(hand->faces.twice), half = count(single);
    if (open <= 0) return (RoyalOuts){0, 0};
    if (half >= open) return (RoyalOuts){open, single};
    return (RoyalOuts){2 * open - half, ROYAL_ALL & ~hand->faces.twice};
}

/* ---- one suit, pictures */

static RoyalOuts outs_of_flush(const RoyalHand *hand, int size) {
    int most = 0;
    RoyalSet outs = 0;
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        if (hand->suit_count[suit] > most) {
            most = hand->suit_count[suit];
            outs = 0;
        }
        if (hand->suit_count[suit] == most) outs |= CLUBS_MASK << suit;
    }
    return most >= size ? (RoyalOuts){0, 0} : (RoyalOuts){size - most, outs};
}

static RoyalOuts outs_of_pictures(const RoyalHand *hand) {
    int have = count(hand->faces.once & PICTURES);
    return have >= 6 ? (RoyalOuts){0, 0} : (RoyalOuts){6 - have, PICTURES};
}

/* ---- consecutive ranks */

/* Where runs of so many ranks begin that hold the most of `ranks`; returns how many that is. */
static int fullest_runs(int size, RoyalSet ranks, RoyalSet *starts) {
    RoyalSet within = ranks, at = CLUBS_MASK & BELOW_RANK(ROYAL_RANKS - size + 1);
    int most = 0;
    for (int i = 1; i < size; i++) within += ranks >> 4 * i;
    for (int bit = 2; bit >= 0; bit--) {
        RoyalSet with = within >> bit & at;
        if (!with) continue;
        most += 1 << bit;
        at = with;
    }
    *starts = at;
    return most;
}

/* The ranks of all runs from these starts. */
static RoyalSet cover(int size, RoyalSet starts) {
    RoyalSet ranks = starts;
    for (int i = 1; i < size; i++) ranks |= starts << 4 * i;
    return ranks;
}

static RoyalOuts outs_of_straight(const RoyalHand *hand, int size, RoyalBoard board) {
    RoyalSet starts, ranks = CLUBS_MASK & ~hand->by_suits[0];
    int missing = size - fullest_runs(size, ranks, &starts);
    if (missing) return (RoyalOuts){missing, whole_ranks(cover(size, starts) & ~ranks)};
    /* All of one suit is no straight: any other suit of a rank in it helps. */
    if (royalflush_missing(board, hand->faces) == 0) return (RoyalOuts){0, 0};
    return (RoyalOuts){1, whole_ranks(cover(size, starts))};
}

static RoyalOuts outs_of_straight_flush(const RoyalHand *hand, int size) {
    int most = 0;
    RoyalSet outs = 0;
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        if (hand->suit_count[suit] < most) continue;
        RoyalSet starts;
        int have = fullest_runs(size, hand->faces.once >> suit & CLUBS_MASK, &starts);
        if (have > most) {
            most = have;
            outs = 0;
        }
        if (have == most) outs |= cover(size, starts) << suit;
    }
    return most >= size ? (RoyalOuts){0, 0} : (RoyalOuts){size - most, outs};
}

static RoyalOuts outs_of_royal(const RoyalHand *hand) {
    int most = 0;
    RoyalSet outs = 0;
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        int have = count(hand->faces.once >> suit & ROYAL_RANGE);
        if (have > most) {
            most = have;
            outs = 0;
        }
        if (have == most) outs |= ROYAL_RANGE << suit;
    }
    return most >= 5 ? (RoyalOuts){0, 0} : (RoyalOuts){5 - most, outs};
}

/* ---- all boards */

static RoyalOuts outs_with_held(RoyalBoard board, const RoyalHand *hand) {
    switch (board) {
    case ROYAL_PAIR: return outs_of_kind(hand, 2);
    case ROYAL_THREE: return outs_of_kind(hand, 3);
    case ROYAL_FOUR: return outs_of_kind(hand, 4);
    case ROYAL_DOUBLE_PAIR: return outs_of_pairs(hand, 2);
    case ROYAL_TRIPLE_PAIR: return outs_of_pairs(hand, 3);
    case ROYAL_FULL_HOUSE: return outs_of_two(hand, 3, 2);
    case ROYAL_DOUBLE_THREE: return outs_of_two(hand, 3, 3);
    case ROYAL_PERFECT_PAIR: return outs_of_perfect(hand, 1);
    case ROYAL_PERFECT_TRIPLE_PAIR: return outs_of_perfect(hand, 3);
    case ROYAL_FLUSH:
    case ROYAL_BIG_FLUSH: return outs_of_flush(hand, royal_boards[board].cards);
    case ROYAL_SIX_PICTURES: return outs_of_pictures(hand);
    case ROYAL_STRAIGHT:
    case ROYAL_BIG_STRAIGHT: return outs_of_straight(hand, royal_boards[board].cards, board);
    case ROYAL_STRAIGHT_FLUSH:
    case ROYAL_BIG_STRAIGHT_FLUSH: return outs_of_straight_flush(hand, royal_boards[board].cards);
    case ROYAL_ROYAL_FLUSH: return outs_of_royal(hand);
    default: assert(!"no such board"); return (RoyalOuts){0, 0};
    }
}

/* Except for perfect pairs, a card that is held is of no use again. */
RoyalOuts royal_outs(RoyalBoard board, const RoyalHand *hand) {
    RoyalOuts outs = outs_with_held(board, hand);
    if (board != ROYAL_PERFECT_PAIR && board != ROYAL_PERFECT_TRIPLE_PAIR) outs.outs &= ~hand->faces.once;
    return outs;
}
