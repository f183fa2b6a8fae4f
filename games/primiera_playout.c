/* A random round of Scopone in some twenty nanoseconds a card, for search.
 *
 * Every legal move is equally likely, as in a random game through the interface. A hand is kept twice: as a set and as a list, in
 * any order. Equal cards lie on the table only if they were turned up together; once they are gone, the ranks on the table say
 * what each card takes (the tables of primiera_cards.c), and a random card is a random move unless some card of the hand has
 * a choice. */
#include <assert.h>

#include "games/primiera.h"

enum { HAND_MAX = 9 };

typedef struct Playout {
    CardSet hand[PRIMIERA_SEATS];
    CardSet pile[PRIMIERA_SEATS];
    uint8_t list[PRIMIERA_SEATS][16]; /* the cards of the hands */
} Playout;

/* What every card changes: kept apart so that it stays in registers. */
typedef struct Middle {
    CardSet table, swept;
    RankSet ranks; /* of the table */
    unsigned last;
} Middle;

/* A number below the bound from a random word, which keeps what is left of it for the next draw. Four draws below ten use less
 * than 14 of its 64 bits, so that no number is favoured over another by more than one in 2^50. */
static inline int draw(uint64_t *random, int bound) {
    unsigned __int128 product = (unsigned __int128)*random * (unsigned)bound;
    *random = (uint64_t)product;
    return (int)(product >> 64);
}

/* Takes the card at this place out of the hand: the last one moves there. */
static inline int remove_card(Playout *playout, int seat, int count, int place) {
    uint8_t *list = playout->list[seat];
    int card = list[place];
    list[place] = list[count - 1];
    playout->hand[seat] ^= CARD_BIT(card);
    return card;
}

/* All bits if the condition holds, else none. Whether a card takes is as good as a toss of a coin: written in bits, so that the
 * processor need not guess. */
static inline uint64_t all_if(bool condition) { return -(uint64_t)condition; }

static inline Middle play_card(Playout *playout, Middle middle, int seat, int card, CardSet takes, bool is_last) {
    CardSet played = CARD_BIT(card), captured = played & all_if(takes != 0);
    playout->pile[seat] |= takes | captured;
    middle.last ^= (middle.last ^ (unsigned)seat) & (unsigned)all_if(takes != 0);
    middle.swept |= captured & all_if(takes == middle.table && !is_last);
    middle.table ^= takes ^ played ^ captured;
    return middle;
}

/* With equal cards on the table every way of every card is counted: the sets that sum to r stand in the r-th ten bits. */
static Middle play_among_equals(Playout *playout, Middle middle, int seat, int count, bool is_last, Chance *chance) {
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    unsigned __int128 sets = 1;
    int ways[HAND_MAX], total = 0, place = 0;
    for (CardSet left = middle.table; left; left &= left - 1) sets += sets << (10 * card_rank(set_lowest(left)));
    for (int i = 0; i < count; i++) {
        int rank = card_rank(playout->list[seat][i]), equal = set_count(middle.table & RANK_CARDS(rank));
        int sums = (int)(sets >> (10 * rank) & 0x3ff);
        ways[i] = equal ? equal : sums ? sums : 1;
        total += ways[i];
    }
    int chosen = (int)chance_below(chance, (uint32_t)total);
    while (chosen >= ways[place]) chosen -= ways[place++];
    int card = remove_card(playout, seat, count, place);
    bool takes = primiera_captures(middle.table, card_rank(card), captures) > 0;
    middle = play_card(playout, middle, seat, card, takes ? captures[chosen] : 0, is_last);
    middle.ranks = set_ranks(middle.table);
    return middle;
}

/* Without equal cards, where cards of the ranks `choices` have several ways: further ways count as so many cards more. */
static __attribute__((noinline)) Middle play_with_choice(Playout *playout, Middle middle, int seat, int count, RankSet choices,
                                                         bool is_last, Chance *chance) {
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    int further = 0, place, way = 0;
    for (RankSet left = choices; left; left &= left - 1) {
        int rank = __builtin_ctz(left) + 1;
        further += (primiera_sum_ways[rank][middle.ranks] - 1) * set_count(playout->hand[seat] & RANK_CARDS(rank));
    }
    place = (int)chance_below(chance, (uint32_t)(count + further));
    if (place >= count) {
        way = place - count + 1;
        for (place = 0;; place++) {
            int rank = card_rank(playout->list[seat][place]);
            if (!(choices >> (rank - 1) & 1)) continue;
            if (way < primiera_sum_ways[rank][middle.ranks]) break;
            way -= primiera_sum_ways[rank][middle.ranks] - 1;
        }
    }
    int card = remove_card(playout, seat, count, place);
    CardSet takes = primiera_first_capture(middle.table, middle.ranks, card_rank(card));
    if (way > 0) {
        primiera_sum_captures(middle.table, card_rank(card), captures);
        takes = captures[way];
    }
    middle = play_card(playout, middle, seat, card, takes, is_last);
    middle.ranks = set_ranks(middle.table);
    return middle;
}

static inline Middle play_one(Playout *playout, Middle middle, int seat, int count, bool is_last, uint64_t *random, Chance *chance) {
    RankSet choices = primiera_choice_ranks[middle.ranks] & set_ranks(playout->hand[seat]);
    if (__builtin_expect(choices != 0, 0)) return play_with_choice(playout, middle, seat, count, choices, is_last, chance);
    int card = remove_card(playout, seat, count, draw(random, count)), rank = card_rank(card);
    RankSet taken = primiera_first_captures[rank][middle.ranks];
    middle = play_card(playout, middle, seat, card, middle.table & RANK_COLUMN * taken, is_last);
    middle.ranks ^= taken | (1u << (rank - 1) & (RankSet)all_if(taken == 0));
    return middle;
}

/* Whoever plays has the most cards: a quarter of what is left, rounded up. */
static Middle play_to_end(Playout *playout, Middle middle, int seat, int left, Chance *chance) {
    uint64_t random = chance_bits(chance);
    for (; left > 0 && !primiera_no_equals(middle.table); left--, seat = (seat + 1) & 3)
        middle = play_among_equals(playout, middle, seat, (left + 3) / 4, left == 1, chance);
    for (; left % 4; left--, seat = (seat + 1) & 3)
        middle = play_one(playout, middle, seat, (left + 3) / 4, left == 1, &random, chance);
    for (int count = left / 4; count > 0; count--) {
        random = chance_bits(chance);
        middle = play_one(playout, middle, seat, count, false, &random, chance);
        middle = play_one(playout, middle, (seat + 1) & 3, count, false, &random, chance);
        middle = play_one(playout, middle, (seat + 2) & 3, count, false, &random, chance);
        middle = play_one(playout, middle, (seat + 3) & 3, count, count == 1, &random, chance);
    }
    return middle;
}

void primiera_playout(Primiera *p, Chance *chance) {
    assert(p->variant == CLASSIC && p->phase == PHASE_PLAY && p->viewer == VIEWER_WHOLE);
    Playout playout;
    int left = 0;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        int count = 0;
        for (CardSet hand = p->hand[seat]; hand; hand &= hand - 1) playout.list[seat][count++] = (uint8_t)set_lowest(hand);
        playout.hand[seat] = p->hand[seat];
        playout.pile[seat] = p->pile[seat];
        left += count;
    }
    Middle middle = {.table = p->table, .swept = p->swept, .ranks = set_ranks(p->table), .last = p->last};
    middle = play_to_end(&playout, middle, p->turn, left, chance);
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        p->hand[seat] = 0;
        p->pile[seat] = playout.pile[seat];
    }
    if (middle.last != SEAT_NONE) p->pile[middle.last] |= middle.table;
    for (int i = 0; i < p->row_count; i++) p->row[i] = CARD_NONE;
    p->row_count = 0;
    p->table = 0;
    p->swept = middle.swept;
    p->last = (uint8_t)middle.last;
    p->turn = (uint8_t)((p->dealer + 1) & 3);
}
