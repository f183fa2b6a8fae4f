/* Captures in Primiera, and the robot's choice (rules: "The capture"; "Variant robot").
 *
 * On most tables no two cards have the same rank. Then a set that sums to a rank is one of the 32 sets of different ranks
 * listed here, and what a card takes is a look-up by the ranks on the table, unless it has a choice. On tables with equal cards
 * all captures are counted at once; what the ranks do not tell is then listed card by card. */
#include "games/primiera/primiera.h"
#include "games/primiera/tables.h"

/* The sets of two or more different ranks that sum to 3, 4, … 10, each handed to X with the argument t. */
#define SUMS_3(X, t) X(t, 0x003)
#define SUMS_4(X, t) X(t, 0x005)
#define SUMS_5(X, t) X(t, 0x009) X(t, 0x006)
#define SUMS_6(X, t) X(t, 0x011) X(t, 0x00a) X(t, 0x007)
#define SUMS_7(X, t) X(t, 0x021) X(t, 0x012) X(t, 0x00c) X(t, 0x00b)
#define SUMS_8(X, t) X(t, 0x041) X(t, 0x022) X(t, 0x014) X(t, 0x013) X(t, 0x00d)
#define SUMS_9(X, t) X(t, 0x081) X(t, 0x042) X(t, 0x024) X(t, 0x018) X(t, 0x023) X(t, 0x015) X(t, 0x00e)
#define SUMS_10(X, t) \
    X(t, 0x101) X(t, 0x082) X(t, 0x044) X(t, 0x028) X(t, 0x043) X(t, 0x025) X(t, 0x019) X(t, 0x016) X(t, 0x00f)

#define LISTED(t, set) set,
static const uint16_t sets_to[ITALIAN_RANKS + 1][10] = {
    [3] = {SUMS_3(LISTED, )}, [4] = {SUMS_4(LISTED, )}, [5] = {SUMS_5(LISTED, )}, [6] = {SUMS_6(LISTED, )},
    [7] = {SUMS_7(LISTED, )}, [8] = {SUMS_8(LISTED, )}, [9] = {SUMS_9(LISTED, )}, [10] = {SUMS_10(LISTED, )},
};

/* The ranks left by a card of each rank: it takes its own rank if that is there, else the first set that sums to it, else it
 * stays. */
#define OWN(t, rank) ((t)&1 << ((rank)-1)) ? (t) ^ 1 << ((rank)-1):
#define FIRST(t, set) ((t) & (set)) == (set) ? (t) ^ (set):
#define STAYS(t, rank) (t) | 1 << ((rank)-1)
#define AFTER_1(t) OWN(t, 1) STAYS(t, 1)
#define AFTER_2(t) OWN(t, 2) STAYS(t, 2)
#define AFTER_3(t) OWN(t, 3) SUMS_3(FIRST, t) STAYS(t, 3)
#define AFTER_4(t) OWN(t, 4) SUMS_4(FIRST, t) STAYS(t, 4)
#define AFTER_5(t) OWN(t, 5) SUMS_5(FIRST, t) STAYS(t, 5)
#define AFTER_6(t) OWN(t, 6) SUMS_6(FIRST, t) STAYS(t, 6)
#define AFTER_7(t) OWN(t, 7) SUMS_7(FIRST, t) STAYS(t, 7)
#define AFTER_8(t) OWN(t, 8) SUMS_8(FIRST, t) STAYS(t, 8)
#define AFTER_9(t) OWN(t, 9) SUMS_9(FIRST, t) STAYS(t, 9)
#define AFTER_10(t) OWN(t, 10) SUMS_10(FIRST, t) STAYS(t, 10)
const uint16_t primiera_ranks_after[ITALIAN_RANKS + 1][1024] = {
    {0},
    {TIMES_1024(AFTER_1)},
    {TIMES_1024(AFTER_2)},
    {TIMES_1024(AFTER_3)},
    {TIMES_1024(AFTER_4)},
    {TIMES_1024(AFTER_5)},
    {TIMES_1024(AFTER_6)},
    {TIMES_1024(AFTER_7)},
    {TIMES_1024(AFTER_8)},
    {TIMES_1024(AFTER_9)},
    {TIMES_1024(AFTER_10)},
};

/* How many captures each rank has: its own card, or every set that sums to it. Ranks with more than one. */
#define HELD(t, set) +(((t) & (set)) == (set))
#define WAYS(t, rank, sets) ((t)&1 << ((rank)-1) ? 1 : 0 sets)
#define WAYS_3(t) WAYS(t, 3, SUMS_3(HELD, t))
#define WAYS_4(t) WAYS(t, 4, SUMS_4(HELD, t))
#define WAYS_5(t) WAYS(t, 5, SUMS_5(HELD, t))
#define WAYS_6(t) WAYS(t, 6, SUMS_6(HELD, t))
#define WAYS_7(t) WAYS(t, 7, SUMS_7(HELD, t))
#define WAYS_8(t) WAYS(t, 8, SUMS_8(HELD, t))
#define WAYS_9(t) WAYS(t, 9, SUMS_9(HELD, t))
#define WAYS_10(t) WAYS(t, 10, SUMS_10(HELD, t))
#define WAYS_ROW(t) \
    { 0, WAYS(t, 1, ), WAYS(t, 2, ), WAYS_3(t), WAYS_4(t), WAYS_5(t), WAYS_6(t), WAYS_7(t), WAYS_8(t), WAYS_9(t), WAYS_10(t) }
const uint16_t primiera_ways[1024][ITALIAN_RANKS + 1] = {TIMES_1024(WAYS_ROW)};
#define CHOICE_RANKS(t) \
    ((WAYS_5(t) > 1) << 4 | (WAYS_6(t) > 1) << 5 | (WAYS_7(t) > 1) << 6 | (WAYS_8(t) > 1) << 7 | (WAYS_9(t) > 1) << 8 | \
     (WAYS_10(t) > 1) << 9)
const uint16_t primiera_choice_ranks[1024] = {TIMES_1024(CHOICE_RANKS)};
#define SUM_RANKS(t) \
    (((WAYS_3(t) > 0) << 2 | (WAYS_4(t) > 0) << 3 | (WAYS_5(t) > 0) << 4 | (WAYS_6(t) > 0) << 5 | (WAYS_7(t) > 0) << 6 | \
      (WAYS_8(t) > 0) << 7 | (WAYS_9(t) > 0) << 8 | (WAYS_10(t) > 0) << 9) & \
     ~(t))
const uint16_t primiera_sum_ranks[1024] = {TIMES_1024(SUM_RANKS)};

RankSet primiera_sums(CardSet set) {
    /* Bit s of `sums`: a set of cards sums to s. Bit s of `several`: one of two or more cards does. */
    unsigned sums = 1, several = 0;
    for (; set; set &= set - 1) {
        int rank = card_rank(set_lowest(set));
        several |= (sums & ~1u) << rank | several << rank;
        sums |= sums << rank;
    }
    return several >> 1 & 0x3ff;
}

/* Adds to `captures` every subset of `available` that sums to `missing`, each joined with `taken`. Cards are tried from
 * the last down, so that each set is met once. */
static int add_sets(CardSet available, int missing, CardSet taken, CardSet *captures, int count) {
    available &= RANK_COLUMN * (CardSet)((1u << missing) - 1);
    while (available) {
        int card = 63 - __builtin_clzll(available);
        available ^= CARD_BIT(card);
        int left = missing - card_rank(card);
        if (left == 0) captures[count++] = taken | CARD_BIT(card);
        else count = add_sets(available, left, taken | CARD_BIT(card), captures, count);
    }
    return count;
}

int primiera_sum_captures(CardSet table, int rank, CardSet *captures) {
    CardSet lower = table & RANK_COLUMN * (CardSet)((1u << (rank - 1)) - 1);
    RankSet ranks = set_ranks(lower);
    if (set_has_equals(lower)) return add_sets(lower, rank, 0, captures, 0);
    int count = 0;
    for (const uint16_t *set = sets_to[rank]; *set; set++)
        captures[count] = lower & RANK_COLUMN * *set, count += (ranks & *set) == *set; /* written, and kept if it is there */
    return count;
}

int primiera_captures(CardSet table, int rank, CardSet captures[PRIMIERA_CAPTURES_MAX]) {
    CardSet equal = table & RANK_CARDS(rank);
    int count = 0;
    if (!equal) return primiera_sum_captures(table, rank, captures);
    for (; equal; equal &= equal - 1) captures[count++] = equal & -equal;
    return count;
}

enum { LANE_BITS = 6, LANE_CARDS_MAX = 7 };

static __attribute__((noinline)) void count_ways_one_by_one(CardSet table, uint16_t ways[ITALIAN_RANKS + 1]) {
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    for (int rank = 1; rank <= ITALIAN_RANKS; rank++) ways[rank] = (uint16_t)primiera_captures(table, rank, captures);
}

/* Seven cards have at most 35 sets of the same sum (none of these holds another: Sperner), so that the numbers of sets that sum
 * to each rank stand in six bits each, rank 1 in the lowest. Larger tables with equal cards are rare. */
void primiera_count_ways(CardSet table, uint16_t ways[ITALIAN_RANKS + 1]) {
    const uint64_t ones = 0x041041041041041, lane = (1 << LANE_BITS) - 1;
    uint64_t sums = 0, equal = 0;
    if (set_count(table) > LANE_CARDS_MAX) {
        count_ways_one_by_one(table, ways);
        return;
    }
    for (CardSet cards = table; cards; cards &= cards - 1) {
        int shift = LANE_BITS * (card_rank(set_lowest(cards)) - 1);
        uint64_t one = (uint64_t)1 << shift;
        sums += one + (sums << shift << LANE_BITS);
        equal += one;
    }
    /* An equal card goes before any sum. */
    uint64_t present = (equal | equal >> 1 | equal >> 2) & ones, lanes = equal | (sums & ~(present * lane));
    for (int rank = 1; rank <= ITALIAN_RANKS; rank++, lanes >>= LANE_BITS) ways[rank] = lanes & lane;
}

RankSet primiera_choices_among_equals(CardSet table) {
    uint16_t ways[ITALIAN_RANKS + 1];
    RankSet ranks = set_ranks(table), choices = primiera_choice_ranks[ranks];
    primiera_count_ways(table, ways);
    for (int rank = 1; rank <= ITALIAN_RANKS; rank++)
        choices |= (RankSet)(ways[rank] != primiera_ways[ranks][rank]) << (rank - 1);
    return choices;
}

bool primiera_capture_allowed(CardSet table, int rank, CardSet takes) {
    CardSet equal = table & RANK_CARDS(rank);
    if (takes & ~table) return false;
    if (equal) return (takes & ~equal) == 0 && set_count(takes) == 1;
    if (!takes) {
        if (!set_has_equals(table)) return primiera_first_capture(table, set_ranks(table), rank) == 0;
        return !(primiera_sums(table) >> (rank - 1) & 1);
    }
    return set_sum(takes) == rank;
}

/* The set's places in the row, leftmost as the highest bit. */
static unsigned places(const uint8_t *row, int row_count, CardSet set) {
    unsigned mask = 0;
    for (int i = 0; i < row_count; i++)
        if (set & CARD_BIT(row[i])) mask |= 1u << (31 - i);
    return mask;
}

/* Does the robot prefer places a to b? The leftmost card furthest left; then reaching least far right; then the next card
 * from the left, and so on. */
static bool robot_prefers(unsigned a, unsigned b) {
    int left_a = __builtin_clz(a), left_b = __builtin_clz(b);
    if (left_a != left_b) return left_a < left_b;
    int right_a = __builtin_ctz(a), right_b = __builtin_ctz(b);
    if (right_a != right_b) return right_a > right_b;
    return a > b;
}

CardSet primiera_robot_capture(const uint8_t *row, int row_count, int rank) {
    CardSet table = 0;
    for (int i = 0; i < row_count; i++) table |= CARD_BIT(row[i]);
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    int count = primiera_captures(table, rank, captures);
    if (count == 0) return 0;
    CardSet best = captures[0];
    for (int i = 1; i < count; i++)
        if (robot_prefers(places(row, row_count, captures[i]), places(row, row_count, best))) best = captures[i];
    return best;
}
