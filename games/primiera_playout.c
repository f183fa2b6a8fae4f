/* A random round of Scopone in some ten nanoseconds a card, for search.
 *
 * Every legal move is equally likely, as in a random game through the interface. A hand is kept twice: as a set, and as a word of
 * six-bit cards from which the k-th is taken by a shift. On most turns each card of the hand can be played in one way only,
 * so that a random card is a random move; the tables by rank of primiera_cards.c say when it is not so. */
#include <assert.h>

#include "games/primiera.h"

enum { CARD_BITS = 6 };

typedef struct Playout {
    CardSet hand[PRIMIERA_SEATS];
    uint64_t word[PRIMIERA_SEATS]; /* the same cards, in any order */
    CardSet pile[PRIMIERA_SEATS];
    CardSet table, swept;
    int last;
} Playout;

static uint64_t pack(CardSet hand) {
    uint64_t word = 0;
    for (int shift = 0; hand; hand &= hand - 1, shift += CARD_BITS) word |= (uint64_t)set_lowest(hand) << shift;
    return word;
}

/* A number below the bound from a random word, which keeps what is left of it for the next draw. Six draws below 16 take
 * less than 24 of its 64 bits: what one number is favoured over another by is less than one in 2^40. */
static inline unsigned draw(uint64_t *random, unsigned bound) {
    unsigned __int128 product = (unsigned __int128)*random * bound;
    *random = (uint64_t)product;
    return (unsigned)(product >> 64);
}

/* The ranks whose cards may capture in more than one way (or perhaps may), on a table with equal cards. */
static RankSet ranks_among_equals(CardSet table) {
    RankSet once = 0, twice = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        RankSet ranks = table >> (10 * suit) & 0x3ff;
        twice |= once & ranks;
        once |= ranks;
    }
    return twice | primiera_sums(table);
}

/* A random move where some card has several ways to capture: its further ways count as so many cards more. Returns the
 * place of the card in the word. */
static int choose_among(const Playout *playout, int seat, int count, RankSet choices, uint64_t *random, CardSet *takes) {
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    int ways[PRIMIERA_RANKS + 1] = {0}, total = count;
    for (RankSet ranks = choices; ranks; ranks &= ranks - 1) {
        int rank = __builtin_ctz(ranks) + 1;
        ways[rank] = primiera_captures(playout->table, rank, captures);
        if (ways[rank] > 1) total += (ways[rank] - 1) * set_count(playout->hand[seat] & RANK_CARDS(rank));
    }
    int chosen = (int)draw(random, (unsigned)total), place = chosen, way = 0;
    if (chosen >= count) {
        chosen -= count;
        for (place = 0;; place++) {
            int further = ways[card_rank((int)(playout->word[seat] >> (CARD_BITS * place) & 63))] - 1;
            if (further <= 0) continue;
            if (chosen < further) break;
            chosen -= further;
        }
        way = chosen + 1;
    }
    int rank = card_rank((int)(playout->word[seat] >> (CARD_BITS * place) & 63));
    *takes = primiera_captures(playout->table, rank, captures) ? captures[way] : 0;
    return place;
}

/* One card of a hand of `count`; `is_last` for the last of the round, which makes no sweep. */
static inline void play_random(Playout *playout, int seat, int count, bool is_last, uint64_t *random) {
    CardSet table = playout->table, takes;
    RankSet ranks = set_ranks(table);
    bool equals = set_count(table) != __builtin_popcount(ranks);
    RankSet choices = equals ? ranks_among_equals(table) : primiera_choice_ranks[ranks];
    choices &= set_ranks(playout->hand[seat]);
    uint64_t word = playout->word[seat];
    int place, card;
    if (choices == 0) {
        place = (int)draw(random, (unsigned)count);
        card = (int)(word >> (CARD_BITS * place) & 63);
        takes = primiera_first_capture(table, ranks, card_rank(card));
    } else {
        place = choose_among(playout, seat, count, choices, random, &takes);
        card = (int)(word >> (CARD_BITS * place) & 63);
    }
    uint64_t moved = word >> (CARD_BITS * (count - 1)) & 63;
    playout->word[seat] = word ^ (moved ^ (uint64_t)card) << (CARD_BITS * place);
    CardSet played = CARD_BIT(card);
    playout->hand[seat] ^= played;
    /* Whether a card takes is as good as a toss of a coin: written so that the processor need not guess. */
    CardSet captured = takes ? played : 0;
    playout->pile[seat] |= takes | captured;
    playout->last = takes ? seat : playout->last;
    playout->swept |= takes == table && !is_last ? captured : 0;
    playout->table = table ^ takes ^ played ^ captured;
}

void primiera_playout(Primiera *p, Chance *chance) {
    assert(p->variant == CLASSIC && p->phase == PHASE_PLAY && p->viewer == VIEWER_WHOLE);
    Playout playout = {.table = p->table, .swept = p->swept, .last = p->last};
    int left = 0, seat = p->turn;
    for (int i = 0; i < PRIMIERA_SEATS; i++) {
        playout.hand[i] = p->hand[i];
        playout.pile[i] = p->pile[i];
        playout.word[i] = pack(p->hand[i]);
        left += set_count(p->hand[i]);
    }
    uint64_t random = 0;
    for (int turn = 0; left > 0; turn++, left--) {
        if (turn % 6 == 0) random = chance_bits(chance);
        /* Whoever plays now has the most cards: a quarter of what is left, rounded up. */
        play_random(&playout, seat, (left + 3) / 4, left == 1, &random);
        seat = (seat + 1) & 3;
    }
    for (int i = 0; i < PRIMIERA_SEATS; i++) {
        p->hand[i] = 0;
        p->pile[i] = playout.pile[i];
    }
    if (playout.last != SEAT_NONE) p->pile[playout.last] |= playout.table;
    for (int i = 0; i < p->row_count; i++) p->row[i] = CARD_NONE;
    p->row_count = 0;
    p->table = 0;
    p->swept = playout.swept;
    p->last = (uint8_t)playout.last;
    p->turn = (uint8_t)seat;
}
