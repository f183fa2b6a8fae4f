/* Computes the prospects of all English hands of Primero when the model is opened.
 *
 * Sets of cards are numbered by the combinatorial number system. One pass over all hands of four adds the worth of each to all
 * of its subsets; then the sum over all draws that leave the thrown cards out comes by inclusion and exclusion. */
#include "bots/primero/prospects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"

enum { SUBSETS = 1 << PRIMERO_HAND, HISTOGRAM = 4096 };

/* How many sets of so many cards there are below a card: the four that a number is made of. */
static int below1(int card) { return card; }
static int below2(int card) { return card * (card - 1) / 2; }
static int below3(int card) { return card * (card - 1) * (card - 2) / 6; }
static int below4(int card) { return card * (card - 1) / 2 * (card - 2) / 3 * (card - 3) / 4; }

static int number(const uint8_t *cards, int count) {
    int sum = 0;
    if (count > 0) sum += below1(cards[0]);
    if (count > 1) sum += below2(cards[1]);
    if (count > 2) sum += below3(cards[2]);
    if (count > 3) sum += below4(cards[3]);
    return sum;
}

static int list(PrimeroSet set, uint8_t cards[PRIMERO_HAND]) {
    int count = 0;
    for (; set; set &= set - 1) cards[count++] = (uint8_t)primero_lowest(set);
    return count;
}

/* What is worked with while filling: sums over hands of four by the subset that they contain, by its size. */
typedef struct Sums {
    float four[PROSPECTS_FOURS];
    double three[PRIMERO_CARDS * 247], two[PROSPECTS_TWOS], one[PRIMERO_CARDS], none;
} Sums;

/* The sum of each subset of four cards but the four themselves, by its mask. */
static void find_sums(Sums *sums, const uint8_t hand[PRIMERO_HAND], double *found[SUBSETS - 1]) {
    found[0] = &sums->none;
    for (int i = 0; i < PRIMERO_HAND; i++) {
        found[1 << i] = &sums->one[hand[i]];
        for (int j = 0; j < i; j++) {
            int pair = below2(hand[i]) + below1(hand[j]);
            found[1 << i | 1 << j] = &sums->two[pair];
            for (int k = 0; k < j; k++)
                found[1 << i | 1 << j | 1 << k] = &sums->three[below3(hand[i]) + below2(hand[j]) + below1(hand[k])];
        }
    }
}

/* Adds the worth of every hand of four to its smaller subsets. */
static void spread(Sums *sums) {
    uint8_t hand[PRIMERO_HAND];
    double *found[SUBSETS - 1];
    memset(sums->three, 0, sizeof sums->three);
    memset(sums->two, 0, sizeof sums->two);
    memset(sums->one, 0, sizeof sums->one);
    sums->none = 0;
    int at = 0;
    for (hand[3] = 3; hand[3] < PRIMERO_CARDS; hand[3]++)
        for (hand[2] = 2; hand[2] < hand[3]; hand[2]++)
            for (hand[1] = 1; hand[1] < hand[2]; hand[1]++)
                for (hand[0] = 0; hand[0] < hand[1]; hand[0]++, at++) {
                    find_sums(sums, hand, found);
                    for (int mask = 0; mask < SUBSETS - 1; mask++) *found[mask] += (double)sums->four[at];
                }
}

/* The best exchange of four cards: its worth, and what it throws. */
static float best_of_four(Sums *sums, const uint8_t hand[PRIMERO_HAND], uint8_t *thrown) {
    static const double draws[PRIMERO_HAND + 1] = {1, 36, 630, 7140, 58905}; /* of as many cards from the other 36 */
    double drawn[SUBSETS], best = -1, *found[SUBSETS - 1];
    find_sums(sums, hand, found);
    for (int mask = 0; mask < SUBSETS - 1; mask++) drawn[mask] = *found[mask];
    drawn[SUBSETS - 1] = sums->four[number(hand, PRIMERO_HAND)];
    /* From hands that contain the kept cards to hands that hold nothing else of the old four. */
    for (int bit = 1; bit < SUBSETS; bit <<= 1)
        for (int mask = 0; mask < SUBSETS; mask++)
            if (!(mask & bit)) drawn[mask] -= drawn[mask | bit];
    /* From keeping all on: of equal exchanges the smallest. */
    for (int mask = SUBSETS - 1; mask >= 0; mask--) {
        double worth = drawn[mask] / draws[PRIMERO_HAND - bits_count((unsigned)mask)];
        if (worth > best + 1e-9) best = worth, *thrown = (uint8_t)(SUBSETS - 1 - mask);
    }
    return (float)best;
}

/* The same of two cards, when `sums` hold the worth of four cards before their exchange. */
static float best_of_two(const Sums *sums, int low, int high, uint8_t *thrown) {
    uint8_t cards[2] = {(uint8_t)low, (uint8_t)high};
    double both = sums->two[number(cards, 2)];
    double worths[4] = {both / 703, (sums->one[high] - both) / 8436, (sums->one[low] - both) / 8436,
                        (sums->none - sums->one[low] - sums->one[high] + both) / 73815};
    *thrown = 0;
    for (int mask = 1; mask < 4; mask++)
        if (worths[mask] > worths[*thrown]) *thrown = (uint8_t)mask;
    return (float)worths[*thrown];
}

/* Buckets of equal size by worth, and the mean of each. */
static void rank(const float *worths, int count, uint8_t *buckets, float means[PROSPECTS_BUCKETS]) {
    double sums[PROSPECTS_BUCKETS] = {0};
    int sizes[PROSPECTS_BUCKETS] = {0};
    int histogram[HISTOGRAM] = {0}, below = 0;
    uint8_t bucket[HISTOGRAM];
    for (int i = 0; i < count; i++) histogram[(int)(worths[i] * (HISTOGRAM - 1))]++;
    for (int i = 0; i < HISTOGRAM; i++) {
        bucket[i] = (uint8_t)((double)(below + histogram[i] / 2) * PROSPECTS_BUCKETS / count);
        below += histogram[i];
    }
    for (int i = 0; i < count; i++) {
        buckets[i] = bucket[(int)(worths[i] * (HISTOGRAM - 1))];
        sums[buckets[i]] += (double)worths[i];
        sizes[buckets[i]]++;
    }
    for (int i = 0; i < PROSPECTS_BUCKETS; i++) means[i] = sizes[i] ? (float)(sums[i] / sizes[i]) : i > 0 ? means[i - 1] : 0;
}

bool prospects_fill(Prospects *prospects, int rivals, const float beaten[PRIMERO_VALUES]) {
    Sums *sums = malloc(sizeof *sums);
    float *worths = malloc(PROSPECTS_FOURS * sizeof *worths), worth[PRIMERO_VALUES], twos[PROSPECTS_TWOS];
    if (!sums || !worths) {
        free(sums);
        free(worths);
        return false;
    }
    for (int value = 0; value < PRIMERO_VALUES; value++) worth[value] = powf(beaten[value], (float)rivals);
    uint8_t hand[PRIMERO_HAND];
    int at = 0;
    for (hand[3] = 3; hand[3] < PRIMERO_CARDS; hand[3]++)
        for (hand[2] = 2; hand[2] < hand[3]; hand[2]++)
            for (hand[1] = 1; hand[1] < hand[2]; hand[1]++)
                for (hand[0] = 0; hand[0] < hand[1]; hand[0]++)
                    sums->four[at++] = worth[primero_hand_value(PRIMERO_BIT(hand[0]) | PRIMERO_BIT(hand[1]) |
                                                                PRIMERO_BIT(hand[2]) | PRIMERO_BIT(hand[3]))];
    spread(sums);
    at = 0;
    for (hand[3] = 3; hand[3] < PRIMERO_CARDS; hand[3]++)
        for (hand[2] = 2; hand[2] < hand[3]; hand[2]++)
            for (hand[1] = 1; hand[1] < hand[2]; hand[1]++)
                for (hand[0] = 0; hand[0] < hand[1]; hand[0]++, at++)
                    worths[at] = best_of_four(sums, hand, &prospects->four_throw[at]);
    rank(worths, PROSPECTS_FOURS, prospects->four_bucket, prospects->four_worth);
    memcpy(sums->four, worths, sizeof sums->four);
    spread(sums);
    at = 0;
    for (int high = 1; high < PRIMERO_CARDS; high++)
        for (int low = 0; low < high; low++, at++) twos[at] = best_of_two(sums, low, high, &prospects->two_throw[at]);
    rank(twos, PROSPECTS_TWOS, prospects->two_bucket, prospects->two_worth);
    free(sums);
    free(worths);
    return true;
}

PrimeroSet prospects_throw(const Prospects *prospects, PrimeroSet hand) {
    uint8_t cards[PRIMERO_HAND] = {0};
    int count = list(hand, cards), at = number(cards, count);
    unsigned mask = count == PRIMERO_HAND ? prospects->four_throw[at] : prospects->two_throw[at];
    PrimeroSet thrown = 0;
    for (; mask; mask &= mask - 1) thrown |= PRIMERO_BIT(cards[__builtin_ctz(mask)]);
    return thrown;
}

int prospects_bucket(const Prospects *prospects, PrimeroSet hand) {
    uint8_t cards[PRIMERO_HAND] = {0};
    int count = list(hand, cards), at = number(cards, count);
    return count == PRIMERO_HAND ? prospects->four_bucket[at] : prospects->two_bucket[at];
}

float prospects_chance(const Prospects *prospects, PrimeroSet hand) {
    int bucket = prospects_bucket(prospects, hand);
    return primero_count(hand) == PRIMERO_HAND ? prospects->four_worth[bucket] : prospects->two_worth[bucket];
}
