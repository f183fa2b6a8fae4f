/* A random round of Scopone in some ten nanoseconds a card, for search.
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
    CardSet table, swept;
    int last;
    uint8_t list[PRIMIERA_SEATS][16]; /* the cards of the hands */
} Playout;

/* A number below the bound from a random word, which keeps what is left of it for the next draw. Eight draws below ten use less
 * than 27 of its 64 bits, so that no number is favoured over another by more than one in 2^37. */
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

/* Whether a card takes is as good as a toss of a coin: written so that the processor need not guess. */
static inline void play_card(Playout *playout, int seat, int card, CardSet takes, bool is_last) {
    CardSet table = playout->table, played = CARD_BIT(card), captured = takes ? played : 0;
    playout->pile[seat] |= takes | captured;
    playout->last = takes ? seat : playout->last;
    playout->swept |= takes == table && !is_last ? captured : 0;
    playout->table = table ^ takes ^ played ^ captured;
}

/* With equal cards on the table every way of every card is counted: the sets that sum to r stand in the r-th ten bits. */
static void play_among_equals(Playout *playout, int seat, int count, bool is_last, Chance *chance) {
    CardSet table = playout->table, captures[PRIMIERA_CAPTURES_MAX];
    unsigned __int128 sets = 1;
    int ways[HAND_MAX], total = 0, place = 0;
    for (CardSet left = table; left; left &= left - 1) sets += sets << (10 * card_rank(set_lowest(left)));
    for (int i = 0; i < count; i++) {
        int rank = card_rank(playout->list[seat][i]), equal = set_count(table & RANK_CARDS(rank));
        int sums = (int)(sets >> (10 * rank) & 0x3ff);
        ways[i] = equal ? equal : sums ? sums : 1;
        total += ways[i];
    }
    int chosen = (int)chance_below(chance, (uint32_t)total);
    while (chosen >= ways[place]) chosen -= ways[place++];
    int card = remove_card(playout, seat, count, place);
    bool takes = primiera_captures(table, card_rank(card), captures) > 0;
    play_card(playout, seat, card, takes ? captures[chosen] : 0, is_last);
}

/* Without equal cards, where some have a choice: their further ways count as so many cards more. Gives the place of the card,
 * and in *way which of its captures it makes. */
static int choose_way(const Playout *playout, int seat, int count, RankSet ranks, RankSet choices, Chance *chance, int *way) {
    int further = 0;
    for (RankSet left = choices; left; left &= left - 1) {
        int rank = __builtin_ctz(left) + 1;
        further += (primiera_sum_ways[rank][ranks] - 1) * set_count(playout->hand[seat] & RANK_CARDS(rank));
    }
    int chosen = (int)chance_below(chance, (uint32_t)(count + further)), place;
    *way = 0;
    if (chosen < count) return chosen;
    chosen -= count;
    for (place = 0;; place++) {
        int rank = card_rank(playout->list[seat][place]);
        if (!(choices >> (rank - 1) & 1)) continue;
        if (chosen < primiera_sum_ways[rank][ranks] - 1) break;
        chosen -= primiera_sum_ways[rank][ranks] - 1;
    }
    *way = chosen + 1;
    return place;
}

static void play_to_end(Playout *playout, int seat, int left, Chance *chance) {
    /* Whoever plays has the most cards: a quarter of what is left, rounded up. */
    for (; left > 0 && !primiera_no_equals(playout->table); left--, seat = (seat + 1) & 3)
        play_among_equals(playout, seat, (left + 3) / 4, left == 1, chance);
    uint64_t random = chance_bits(chance);
    RankSet ranks = set_ranks(playout->table);
    for (; left > 0; left--, seat = (seat + 1) & 3) {
        int count = (int)((unsigned)left + 3) / 4, place, way = 0;
        RankSet choices = primiera_choice_ranks[ranks] & set_ranks(playout->hand[seat]);
        if (choices == 0)
            place = draw(&random, count);
        else
            place = choose_way(playout, seat, count, ranks, choices, chance, &way);
        if (left % 8 == 0) random = chance_bits(chance);
        int card = remove_card(playout, seat, count, place), rank = card_rank(card);
        RankSet taken = primiera_first_captures[rank][ranks];
        CardSet takes = playout->table & RANK_COLUMN * taken;
        if (way > 0) {
            CardSet captures[PRIMIERA_CAPTURES_MAX];
            primiera_sum_captures(playout->table, rank, captures);
            takes = captures[way];
            taken = set_ranks(takes);
        }
        play_card(playout, seat, card, takes, left == 1);
        ranks ^= taken ? taken : 1u << (rank - 1);
    }
}

void primiera_playout(Primiera *p, Chance *chance) {
    assert(p->variant == CLASSIC && p->phase == PHASE_PLAY && p->viewer == VIEWER_WHOLE);
    Playout playout = {.table = p->table, .swept = p->swept, .last = p->last};
    int left = 0;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        int count = 0;
        for (CardSet hand = p->hand[seat]; hand; hand &= hand - 1) playout.list[seat][count++] = (uint8_t)set_lowest(hand);
        playout.hand[seat] = p->hand[seat];
        playout.pile[seat] = p->pile[seat];
        left += count;
    }
    play_to_end(&playout, p->turn, left, chance);
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        p->hand[seat] = 0;
        p->pile[seat] = playout.pile[seat];
    }
    if (playout.last != SEAT_NONE) p->pile[playout.last] |= playout.table;
    for (int i = 0; i < p->row_count; i++) p->row[i] = CARD_NONE;
    p->row_count = 0;
    p->table = 0;
    p->swept = playout.swept;
    p->last = (uint8_t)playout.last;
    p->turn = (uint8_t)((p->dealer + 1) & 3);
}
