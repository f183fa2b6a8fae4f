/* Values hands of Primero and lists the possible bids (rules: "Cards and hands"; "Italian primero").
 *
 * A hand is looked at suit by suit: ten bits index a table that tells what the cards of one suit are worth together. The table
 * is a constant that the compiler works out. */
#include "games/primero/primero.h"

enum { ACE = 0, SIX = 5, SEVEN = 6, SUIT_SETS = 1 << PRIMERO_RANKS };

const uint8_t primero_rank_points[PRIMERO_RANKS] = {16, 12, 13, 14, 15, 18, 21, 10, 10, 10};

const char *const primero_type_names[HAND_TYPES] = {"nothing", "numerus", "primero", "supremus", "fluxus", "chorus"};

#define HAS(set, rank) ((set) >> (rank)&1)
#define COUNT(set) \
    (HAS(set, 0) + HAS(set, 1) + HAS(set, 2) + HAS(set, 3) + HAS(set, 4) + HAS(set, 5) + HAS(set, 6) + HAS(set, 7) + \
     HAS(set, 8) + HAS(set, 9))
#define SUM(set) \
    (16 * HAS(set, 0) + 12 * HAS(set, 1) + 13 * HAS(set, 2) + 14 * HAS(set, 3) + 15 * HAS(set, 4) + 18 * HAS(set, 5) + \
     21 * HAS(set, 6) + 10 * HAS(set, 7) + 10 * HAS(set, 8) + 10 * HAS(set, 9))
#define VALUE(type, set) ((type) << PRIMERO_POINTS_BITS | SUM(set))
/* One card of a suit is worth its points, as a part of a primero; more than four cannot be. */
#define SUIT(set) \
    (COUNT(set) > 4                                ? 0 \
     : COUNT(set) == 4                             ? VALUE(HAND_FLUXUS, set) \
     : COUNT(set) < 2                              ? SUM(set) \
     : (set) == (1 << ACE | 1 << SIX | 1 << SEVEN) ? VALUE(HAND_SUPREMUS, set) \
                                                   : VALUE(HAND_NUMERUS, set))
#define SUIT4(set) SUIT(set), SUIT((set) + 1), SUIT((set) + 2), SUIT((set) + 3)
#define SUIT16(set) SUIT4(set), SUIT4((set) + 4), SUIT4((set) + 8), SUIT4((set) + 12)
#define SUIT64(set) SUIT16(set), SUIT16((set) + 16), SUIT16((set) + 32), SUIT16((set) + 48)
#define SUIT256(set) SUIT64(set), SUIT64((set) + 64), SUIT64((set) + 128), SUIT64((set) + 192)

static const uint16_t suit_values[SUIT_SETS] = {SUIT256(0), SUIT256(256), SUIT256(512), SUIT256(768)};

int primero_hand_value(PrimeroSet hand) {
    unsigned set[PRIMERO_SUITS], value[PRIMERO_SUITS];
    for (int suit = 0; suit < PRIMERO_SUITS; suit++) {
        set[suit] = hand >> (suit * PRIMERO_RANKS) & (SUIT_SETS - 1);
        value[suit] = suit_values[set[suit]];
    }
    if (set[0] && set[1] && set[2] && set[3]) {
        /* A card of each suit. A chorus is the same rank four times. */
        bool chorus = set[0] == set[1] && set[1] == set[2] && set[2] == set[3];
        unsigned points = value[0] + value[1] + value[2] + value[3];
        return primero_value(chorus ? HAND_CHORUS : HAND_PRIMERO, (int)points);
    }
    unsigned low = value[0] > value[1] ? value[0] : value[1], high = value[2] > value[3] ? value[2] : value[3];
    return (int)(low > high ? low : high);
}

/* ---- bids (rules: the ranges of "Cards and hands") */

/* The values that some hand has, a bit for each: two words a type, for points below 64 and from 64 on. */
#define BELOW(points) ((points) < 64 ? ((uint64_t)1 << ((points)&63)) - 1 : ~(uint64_t)0)
#define RANGE(first, last) (BELOW((last) + 1) & ~BELOW(first))
#define ONE(points) ((uint64_t)1 << ((points)&63))

enum { BIDS_WORD_BITS = 64, BIDS_WORDS = PRIMERO_VALUES / BIDS_WORD_BITS };

static const uint64_t bids[BIDS_WORDS] = {
    [2 * HAND_NUMERUS] = RANGE(20, 54) & ~ONE(21),
    [2 * HAND_PRIMERO] = RANGE(40, 63) & ~ONE(41),
    [2 * HAND_PRIMERO + 1] = RANGE(64 - 64, 81 - 64) & ~ONE(80),
    [2 * HAND_SUPREMUS] = ONE(55),
    [2 * HAND_FLUXUS] = RANGE(42, 63),
    [2 * HAND_FLUXUS + 1] = RANGE(64 - 64, 70 - 64),
    [2 * HAND_CHORUS] = ONE(40) | ONE(48) | ONE(52) | ONE(56) | ONE(60),
    [2 * HAND_CHORUS + 1] = ONE(64) | ONE(72) | ONE(84),
};

bool primero_bid_exists(int value) {
    return value >= 0 && value < PRIMERO_VALUES && (bids[value / BIDS_WORD_BITS] >> (value % BIDS_WORD_BITS) & 1);
}

int primero_next_bid(int value) {
    int next = value + 1;
    for (int word = next / BIDS_WORD_BITS; word < BIDS_WORDS; word++, next = word * BIDS_WORD_BITS) {
        uint64_t above = bids[word] >> (next % BIDS_WORD_BITS);
        if (above) return next + __builtin_ctzll(above);
    }
    return 0;
}

/* Supremus and chorus may be called primero where that is bid, and a chorus fluxus. */
static bool may_be_called(PrimeroType type, PrimeroType called) {
    if (called == HAND_PRIMERO) return type == HAND_SUPREMUS || type == HAND_CHORUS;
    return called == HAND_FLUXUS && type == HAND_CHORUS;
}

int primero_makes(int value, int bid) {
    PrimeroType type = primero_type(value), wanted = primero_type(bid);
    if (type != wanted && !may_be_called(type, wanted)) return 0;
    return primero_points(value) >= primero_points(bid) ? primero_points(value) : 0;
}

bool primero_may_bid(int value, int standing, int bid) {
    PrimeroType type = primero_type(value), called = primero_type(bid);
    return called >= type || (called == primero_type(standing) && may_be_called(type, called));
}
