/* Captures (rules: "The capture" and, for the robot, "Variant robot"). */
#include "games/primiera.h"

unsigned primiera_sums(CardSet set) {
    unsigned sums = 1;
    for (CardSet rest = set; rest; rest &= rest - 1) sums |= sums << card_rank(set_lowest(rest));
    return sums & 0x7ff;
}

static CardSet ranks_up_to(int rank) { return CARD_BIT(4 * rank) - 1; }

/* Adds to `captures` every subset of `available` that sums to `missing`, each joined with `taken`. Cards are tried from
 * the highest down, so that each set is met once. */
static int add_sets(CardSet available, int missing, CardSet taken, CardSet *captures, int count) {
    available &= ranks_up_to(missing);
    while (available) {
        int card = 63 - __builtin_clzll(available);
        available ^= CARD_BIT(card);
        int left = missing - card_rank(card);
        if (left == 0)
            captures[count++] = taken | CARD_BIT(card);
        else
            count = add_sets(available, left, taken | CARD_BIT(card), captures, count);
    }
    return count;
}

int primiera_captures(CardSet table, int rank, CardSet captures[PRIMIERA_CAPTURES_MAX]) {
    CardSet equal = table & (CardSet)0xf << (4 * (rank - 1));
    int count = 0;
    if (equal) {
        for (; equal; equal &= equal - 1) captures[count++] = equal & -equal;
        return count;
    }
    return add_sets(table & ranks_up_to(rank - 1), rank, 0, captures, 0);
}

bool primiera_capture_allowed(CardSet table, int rank, CardSet takes) {
    CardSet equal = table & (CardSet)0xf << (4 * (rank - 1));
    if (takes & ~table) return false;
    if (equal) return (takes & ~equal) == 0 && set_count(takes) == 1;
    if (!takes) return !(primiera_sums(table & ranks_up_to(rank)) >> rank & 1);
    int sum = 0;
    for (CardSet rest = takes; rest; rest &= rest - 1) sum += card_rank(set_lowest(rest));
    return sum == rank;
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
