/* Plays a random round of classic Primiera in about ten nanoseconds a card, for search.
 *
 * Every legal move is equally likely, as in a random game through the interface. Each hand is brought in random order once, and
 * its next card is played in its first way, unless some card of the hand has several. Then ways beyond the first count as so
 * many cards more; if one of these is drawn, its card leaves the order, and the others are in random order as before, because
 * that way was equally likely in every order. Equal cards lie on the table only if they were turned up together; once they are
 * gone, the ranks on the table say what a card takes (the tables of cards.c). */
#include <assert.h>
#include <string.h>

#include "games/primiera/primiera.h"

enum { HAND_MAX = 9, CARDS_MAX = 36 };

/* A card's turn is named by the number of cards left to play, itself included: `left`. The hand that plays one at `left` plays
 * its others at `left` - 4, - 8 and so on. */
typedef struct Middle {
    CardSet table, swept;
    RankSet ranks; /* of the table */
    int last;      /* the turn of the last capture, or 0 */
} Middle;

typedef struct Playout {
    Middle middle;
    CardSet pile[PRIMIERA_SEATS]; /* at `left` % 4 */
    uint8_t card[CARDS_MAX + 1];
    uint16_t hand_ranks[4 + CARDS_MAX + 1]; /* at `left` + 4: of this card and those that follow; first, four empty hands */
} Playout;

#define SUIT_RANKS 1, 2, 4, 8, 16, 32, 64, 128, 256, 512
static const uint16_t rank_bit[ITALIAN_CARDS] = {SUIT_RANKS, SUIT_RANKS, SUIT_RANKS, SUIT_RANKS};

/* Lays out a hand in random order, its last card at the turn `first`: each card goes to a place among those before it or to its
 * own, and what was there moves to its own. All draws come from one random word: no order is favoured over another by more than
 * 9! in 2^64. */
static inline void order_hand(Playout *playout, int first, CardSet hand, uint64_t random) {
    uint8_t *cards = playout->card + first;
#pragma GCC unroll 9
    for (unsigned count = 0; count < HAND_MAX; count++, hand &= hand - 1) {
        if (!hand) break;
        unsigned place = chance_split(&random, count + 1);
        cards[4 * count] = cards[4 * place];
        cards[4 * place] = (uint8_t)set_lowest(hand);
    }
}

/* Notes which ranks the hands hold, every `step` turns from one turn back to another. */
static inline void note_ranks(Playout *playout, int from, int to, int step) {
    for (int left = from; left <= to; left += step)
        playout->hand_ranks[left + 4] = (uint16_t)(playout->hand_ranks[left] | rank_bit[playout->card[left]]);
}

static CardSet lowest_of_each_rank(CardSet set) { return set & ~(set << 10 | set << 20 | set << 30); }

/* What a card of this rank, which takes, takes in its first way (0) or in one of the others. */
static __attribute__((noinline)) CardSet taken_in(const Middle *middle, int rank, int way) {
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    CardSet first = lowest_of_each_rank(primiera_first_capture(middle->table, middle->ranks, rank));
    if (way == 0 && first) return first;
    primiera_captures(middle->table, rank, captures);
    return captures[way] == first ? captures[0] : captures[way];
}

static inline int further(int ways) { return ways - (ways > 0); }

/* Draws a move, where the cards of a rank have so many ways, and brings its card forward. 0 is a card's first way, or that it
 * stays; what is more is one of its others. */
static __attribute__((noinline)) int draw_way(Playout *playout, int left, const uint16_t *ways, Chance *chance) {
    uint8_t *card = playout->card;
    int count = 0, more = 0, turn = left;
    for (int i = left; i > 0; i -= 4, count++) more += further(ways[card_rank(card[i])]);
    int drawn = (int)chance_below(chance, (uint32_t)(count + more)) - count;
    if (drawn < 0) return 0;
    for (; drawn >= further(ways[card_rank(card[turn])]); turn -= 4) drawn -= further(ways[card_rank(card[turn])]);
    uint8_t chosen = card[turn];
    card[turn] = card[left];
    card[left] = chosen;
    note_ranks(playout, turn, left, 4);
    return 1 + drawn;
}

static void play_taking(Playout *playout, int left, CardSet takes) {
    CardSet played = CARD_BIT(playout->card[left]);
    Middle *middle = &playout->middle;
    if (takes) {
        if (takes == middle->table) middle->swept |= played;
        middle->table ^= takes;
        middle->last = left;
        playout->pile[left & 3] |= takes | played;
    } else {
        middle->table |= played;
    }
    middle->ranks = set_ranks(middle->table);
}

/* The next card in its first way, on a table without equal cards. Whether it takes is as good as a toss of a coin: all is
 * written so that the processor need not guess. What is gone from the table, the card played included, was captured. */
static inline Middle play_next(Playout *playout, Middle middle, int left) {
    int card = playout->card[left];
    CardSet played = CARD_BIT(card), all = middle.table | played;
    middle.ranks = primiera_ranks_after[card_rank(card)][middle.ranks];
    middle.table = all & RANK_COLUMN * middle.ranks;
    middle.swept |= middle.table ? 0 : played;
    middle.last = middle.table != all ? left : middle.last;
    playout->pile[left & 3] |= all ^ middle.table;
    return middle;
}

static void play_among_equals(Playout *playout, int left, Chance *chance) {
    uint16_t ways[ITALIAN_RANKS + 1];
    primiera_count_ways(playout->middle.table, ways);
    int way = draw_way(playout, left, ways, chance), rank = card_rank(playout->card[left]);
    play_taking(playout, left, ways[rank] ? taken_in(&playout->middle, rank, way) : 0);
}

static void play_to_end(Playout *playout, int left, Chance *chance) {
    for (; left > 0 && set_has_equals(playout->middle.table); left--) play_among_equals(playout, left, chance);
    Middle middle = playout->middle; /* a copy that stays in registers */
    for (; left > 0; left--) {
        bool choice = primiera_choice_ranks[middle.ranks] & playout->hand_ranks[left + 4];
        int way = __builtin_expect(choice, 0) ? draw_way(playout, left, primiera_ways[middle.ranks], chance) : 0;
        if (__builtin_expect(way > 0, 0)) {
            playout->middle = middle;
            play_taking(playout, left, taken_in(&playout->middle, card_rank(playout->card[left]), way));
            middle = playout->middle;
        } else {
            middle = play_next(playout, middle, left);
        }
    }
    /* The last card of the round makes no sweep (rules, "The capture"). */
    middle.swept &= ~CARD_BIT(playout->card[1]);
    playout->middle = middle;
}

void primiera_playout(Primiera *p, Chance *chance) {
    assert(p->variant == CLASSIC && p->phase == PRIMIERA_PHASE_PLAY && p->viewer == VIEWER_WHOLE);
    Playout playout;
    int total = set_count(p->hand[0] | p->hand[1] | p->hand[2] | p->hand[3]);
    /* The seat that plays at `left` sits so many places after the one whose turn it is. */
    for (int i = 0; i < PRIMIERA_SEATS; i++) {
        int seat = (p->turn + i) & 3, left = total - i;
        playout.pile[left & 3] = p->pile[seat];
        if (left > 0) order_hand(&playout, (left - 1) % 4 + 1, p->hand[seat], chance_bits(chance));
    }
    memset(playout.hand_ranks, 0, 5 * sizeof *playout.hand_ranks);
    note_ranks(&playout, 1, total, 1);
    playout.middle = (Middle){.table = p->table, .swept = p->swept, .ranks = set_ranks(p->table)};
    play_to_end(&playout, total, chance);
    for (int i = 0; i < PRIMIERA_SEATS; i++) {
        int seat = (p->turn + i) & 3;
        p->hand[seat] = 0;
        p->pile[seat] = playout.pile[(total - i) & 3];
    }
    if (playout.middle.last) p->last = (uint8_t)((p->turn + total - playout.middle.last) & 3);
    if (p->last != SEAT_NONE) p->pile[p->last] |= playout.middle.table;
    for (int i = 0; i < p->row_count; i++) p->row[i] = CARD_NONE;
    p->row_count = 0;
    p->table = 0;
    p->swept = playout.middle.swept;
    p->turn = (uint8_t)((p->dealer + 1) & 3);
}
