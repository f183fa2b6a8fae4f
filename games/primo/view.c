/* What a seat knows in Primo, and how to deal the hidden cards to fit. */
#include "games/primo/primo.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"

/* ---- view */

static void hide_hand(Primo *v, int row, int seat) {
    int size = primo_hand_size(v, seat), known = 0;
    memset(v->hand[seat], 0, PRIMO_FACES);
    for (; known < PRIMO_HAND_MAX && v->known[row][seat][known] != CARD_NONE; known++)
        v->hand[seat][v->known[row][seat][known]]++;
    v->hidden[seat] = (uint8_t)(size - known);
}

/* Others' hands but for what is known of them, the pile, what a Tornado has mixed, votes that are not open, and what other
 * seats know are unknown. The hands hold what the seat itself knows of them. */
void primo_view(const State *state, int seat, View *view) {
    Primo *v = (Primo *)(void *)view;
    int row = primo_row(seat);
    memcpy(v, state, sizeof *v);
    v->viewer = (uint8_t)seat;
    for (int other = 0; other < primo_seats(v); other++) {
        if (other == seat) continue;
        hide_hand(v, row, other);
        if (v->vote[other] != VOTE_NONE) v->vote[other] = VOTE_UNKNOWN;
    }
    memset(v->pile, CARD_UNKNOWN, v->pile_count);
    for (int face = 0; face < PRIMO_FACES; face++) {
        v->mixed_hidden = (uint8_t)(v->mixed_hidden + v->mixed[face]);
        v->mixed[face] = 0;
    }
    memset(v->known, CARD_NONE, PRIMO_PUBLIC * sizeof v->known[0]);
    for (int other = 0; other < PRIMO_PUBLIC; other++)
        if (other != row) memset(v->apart[other], 0, PRIMO_FACES);
}

/* ---- determinize */

static void count_word(const PrimoWord *word, int counts[PRIMO_FACES]) {
    for (int place = 0; place < primo_word_length(word); place++) counts[primo_word_card(word, place)]++;
}

void primo_count_seen(const Primo *p, int counts[PRIMO_FACES]) {
    memset(counts, 0, PRIMO_FACES * sizeof *counts);
    for (int face = 0; face < PRIMO_FACES; face++) {
        counts[face] = p->under[face] + p->mixed[face];
        for (int seat = 0; seat < SEATS_MAX; seat++) counts[face] += p->hand[seat][face];
    }
    for (int i = 0; i < p->thrown_count; i++) counts[p->thrown[i]]++;
    for (int i = 0; i < p->pile_count; i++)
        if (p->pile[i] < PRIMO_FACES) counts[p->pile[i]]++;
    for (int i = 0; i < PRIMO_WORDS_MAX; i++) count_word(&p->words[i], counts);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        counts[CRAYON] += p->crayons[seat];
        counts[GOMME] += p->gommes[seat];
    }
    counts[PAUSE] += bits_count(p->paused);
    counts[MARQUEUR] += p->marqueur != SEAT_NONE;
    counts[CAFETIERE] += p->cafetiere != SEAT_NONE;
}

/* What the seats other than the viewer know is not in the view; they are given what everybody knows, and no more. */
static void spread_knowledge(Primo *p, int viewer_row, const uint8_t known[SEATS_MAX][PRIMO_HAND_MAX]) {
    for (int row = 0; row < primo_seats(p); row++) {
        for (int seat = 0; seat < primo_seats(p); seat++)
            if (seat != row)
                memcpy(p->known[row][seat], row == viewer_row ? known[seat] : p->known[PRIMO_PUBLIC][seat], PRIMO_HAND_MAX);
        if (row == viewer_row) continue;
        for (int face = 0; face < PRIMO_FACES; face++) p->apart[row][face] = (uint8_t)knowledge_least(p, row, face);
    }
}

/* The viewer's knowledge of a hand, as the list it is in full states. */
static void list_known(const Primo *view, int seat, uint8_t list[PRIMO_HAND_MAX]) {
    int count = 0;
    memset(list, CARD_NONE, PRIMO_HAND_MAX);
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = 0; i < view->hand[seat][face]; i++) list[count++] = (uint8_t)face;
}

/* ---- where the unseen cards lie: every deal that leaves the cards known to be apart out of the pile is equally likely */

typedef struct Unseen {
    int cards[PRIMO_FACES];     /* unseen cards of each face, */
    int pile_most[PRIMO_FACES]; /* and how many of them may lie in the pile */
    uint8_t bound[PRIMO_FACES]; /* the faces of which not all may */
    int bound_count;
    uint8_t loose[PRIMO_CARDS_MAX]; /* the cards of all other faces */
    int loose_count;
} Unseen;

static void unseen_init(Unseen *unseen, const Primo *p, int row) {
    int seen[PRIMO_FACES];
    unseen->bound_count = unseen->loose_count = 0;
    primo_count_seen(p, seen);
    for (int face = 0; face < PRIMO_FACES; face++) {
        int cards = primo_deck_count(p, face) - seen[face], apart = p->apart[row][face];
        for (int seat = 0; seat < primo_seats(p); seat++)
            if (seat != row) apart -= p->hand[seat][face];
        unseen->cards[face] = cards;
        unseen->pile_most[face] = cards - apart;
        if (apart > 0) unseen->bound[unseen->bound_count++] = (uint8_t)face;
        else
            for (int i = 0; i < cards; i++) unseen->loose[unseen->loose_count++] = (uint8_t)face;
    }
}

/* How many ways there are to take `taken` of `cards` cards. */
static double ways_to_take(int cards, int taken) {
    double ways = 1;
    if (taken > cards) return 0;
    for (int i = 1; i <= taken; i++) ways = ways * (cards - taken + i) / i;
    return ways;
}

/* For each number of cards, the ways to fill as much of the pile from the bound faces from the i-th on and the loose cards. */
typedef struct PileWays {
    double of[PRIMO_FACES + 1][PRIMO_CARDS_MAX + 1];
} PileWays;

static void count_ways(const Unseen *unseen, int pile, PileWays *ways) {
    for (int filled = 0; filled <= pile; filled++)
        ways->of[unseen->bound_count][filled] = ways_to_take(unseen->loose_count, filled);
    for (int i = unseen->bound_count - 1; i >= 0; i--) {
        int face = unseen->bound[i];
        for (int filled = 0; filled <= pile; filled++) {
            ways->of[i][filled] = 0;
            for (int taken = 0; taken <= unseen->pile_most[face] && taken <= filled; taken++)
                ways->of[i][filled] += ways_to_take(unseen->cards[face], taken) * ways->of[i + 1][filled - taken];
        }
    }
}

/* How many cards of the i-th bound face lie in the pile, if it and what comes after it fill `left` places. */
static int draw_taken(const Unseen *unseen, const PileWays *ways, int i, int left, Chance *chance) {
    int face = unseen->bound[i], taken = 0, last = 0;
    double at = (double)(chance_bits(chance) >> 11) * 0x1p-53 * ways->of[i][left];
    for (; taken <= unseen->pile_most[face] && taken <= left; taken++) {
        double share = ways_to_take(unseen->cards[face], taken) * ways->of[i + 1][left - taken];
        if (share > 0) last = taken;
        if (share > 0 && at < share) return taken;
        at -= share;
    }
    return last; /* only rounding leads here */
}

static void deal_unseen(Primo *p, int row, Chance *chance) {
    Unseen unseen;
    PileWays ways;
    uint8_t outside[PRIMO_CARDS_MAX];
    int pile = 0, outside_count = 0, next = 0;
    unseen_init(&unseen, p, row);
    if (unseen.bound_count) count_ways(&unseen, p->pile_count, &ways);
    for (int i = 0; i < unseen.bound_count; i++) {
        int face = unseen.bound[i], taken = draw_taken(&unseen, &ways, i, p->pile_count - pile, chance);
        for (int k = 0; k < unseen.cards[face]; k++) {
            if (k < taken) p->pile[pile++] = (uint8_t)face;
            else outside[outside_count++] = (uint8_t)face;
        }
    }
    chance_shuffle(chance, 0, unseen.loose, unseen.loose_count);
    for (int i = 0; i < unseen.loose_count; i++) {
        if (pile < p->pile_count) p->pile[pile++] = unseen.loose[i];
        else outside[outside_count++] = unseen.loose[i];
    }
    assert(pile == p->pile_count);
    chance_shuffle(chance, 0, p->pile, pile);
    chance_shuffle(chance, 0, outside, outside_count);
    for (int seat = 0; seat < primo_seats(p); seat++)
        for (; p->hidden[seat] > 0; p->hidden[seat]--) p->hand[seat][outside[next++]]++;
    for (; p->mixed_hidden > 0; p->mixed_hidden--) p->mixed[outside[next++]]++;
    assert(next == outside_count);
}

void primo_determinize(const View *view, Chance *chance, State *state) {
    Primo *p = (Primo *)(void *)state;
    uint8_t known[SEATS_MAX][PRIMO_HAND_MAX];
    memcpy(p, view, sizeof *p);
    int row = primo_row(p->viewer);
    for (int seat = 0; seat < primo_seats(p); seat++) {
        list_known(p, seat, known[seat]);
        if (p->vote[seat] == VOTE_UNKNOWN) p->vote[seat] = chance_below(chance, 2) ? VOTE_ACCEPT : VOTE_REFUSE;
    }
    deal_unseen(p, row, chance);
    p->viewer = VIEWER_WHOLE;
    spread_knowledge(p, row, known);
}
