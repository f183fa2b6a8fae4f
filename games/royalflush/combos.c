/* Finds the combinations of Royal Flush: which boards a hand can score, and with which cards (rules: "Boards", "Combinations").
 *
 * Everything rests on one question: with these cards laid, and these others at hand, how many wild cards does a board still
 * need? It is answered on 52-bit sets: the cards of a suit are every fourth bit, so that a shift by four is a step in rank,
 * and the suits of a rank are counted in the four bits of that rank, for all thirteen at once. Jokers are wild cards, and a
 * card may be laid next if the board needs no more wild cards after it than there are jokers. */
#include "games/royalflush/royalflush.h"

#include <assert.h>

#include "core/bits.h"
#include "core/message.h"

enum { IMPOSSIBLE = 99, PARTS_MAX = 3, TYPES_MAX = 2 };

const RoyalBoardFacts royal_boards[ROYAL_BOARDS] = {
    [ROYAL_PAIR] = {"pair", N_("Pair"), 2, 3, {2, 1, 1}, "9h,9c"},
    [ROYAL_PERFECT_PAIR] = {"perfectpair", N_("Perfect Pair"), 2, 3, {3, 2, 1}, "9h,9h"},
    [ROYAL_DOUBLE_PAIR] = {"doublepair", N_("Double Pair"), 4, 3, {4, 3, 2}, "5c,5d,Js,Jh"},
    [ROYAL_THREE] = {"three", N_("Three of a Kind"), 3, 3, {6, 5, 4}, "7c,7d,7s"},
    [ROYAL_TRIPLE_PAIR] = {"triplepair", N_("Triple Pair"), 6, 3, {9, 8, 7}, "4c,4h,9d,9s,Jc,Jh"},
    [ROYAL_FULL_HOUSE] = {"fullhouse", N_("Full House"), 5, 3, {10, 8, 6}, "Qc,Qh,Qs,5d,5s"},
    [ROYAL_DOUBLE_THREE] = {"doublethree", N_("Double Three of a Kind"), 6, 3, {13, 12, 11}, "6c,6d,6h,Tc,Ts,Th"},
    [ROYAL_FOUR] = {"four", N_("Four of a Kind"), 4, 3, {14, 12, 10}, "8c,8d,8h,8s"},
    [ROYAL_FLUSH] = {"flush", N_("Flush"), 5, 3, {8, 6, 4}, "2s,5s,8s,Ts,Ks"},
    [ROYAL_BIG_FLUSH] = {"bigflush", N_("Big Flush"), 6, 3, {11, 9, 7}, "3d,4d,7d,9d,Jd,Ad"},
    [ROYAL_PERFECT_TRIPLE_PAIR] = {"perfecttriplepair", N_("Perfect Triple Pair"), 6, 3, {13, 10, 7}, "3h,3h,8s,8s,Kd,Kd"},
    [ROYAL_SIX_PICTURES] = {"sixpictures", N_("Six Pictures"), 6, 3, {13, 12, 11}, "Jc,Jd,Qh,Qs,Kc,Kh"},
    [ROYAL_STRAIGHT] = {"straight", N_("Straight"), 5, 3, {7, 6, 4}, "6d,7s,8s,9h,Tc"},
    [ROYAL_BIG_STRAIGHT] = {"bigstraight", N_("Big Straight"), 7, 3, {13, 11, 9}, "5c,6d,7s,8s,9h,Tc,Jd"},
    [ROYAL_STRAIGHT_FLUSH] = {"straightflush", N_("Straight Flush"), 5, 3, {13, 11, 9}, "5h,6h,7h,8h,9h"},
    [ROYAL_BIG_STRAIGHT_FLUSH] = {"bigstraightflush", N_("Big Straight Flush"), 6, 3, {16, 14, 12}, "4s,5s,6s,7s,8s,9s"},
    [ROYAL_ROYAL_FLUSH] = {"royalflush", N_("Royal Flush"), 5, 1, {25}, "Th,Jh,Qh,Kh,Ah"},
};

/* The lowest bit of each rank: the clubs. */
#define CLUBS_MASK ((RoyalSet)0x1111111111111)
#define SUIT_MASK(suit) (CLUBS_MASK << (suit))
#define RANK_MASK(rank) ((RoyalSet)0xf << 4 * (rank))
#define BELOW_RANK(rank) (((RoyalSet)1 << 4 * (rank)) - 1)
#define PICTURES (RANK_MASK(9) | RANK_MASK(10) | RANK_MASK(11))

static int count(RoyalSet set) { return bits_count(set); }

/* The same of a set with at most one card a rank, at the clubs: the sum of its thirteen four-bit digits. */
static int count_ranks(RoyalSet ranks) { return (int)(ranks * 0x1111111111111111 >> 60); }

/* The greatest of those four-bit digits, none above 7, that stand at the given clubs. */
static int greatest(RoyalSet digits, RoyalSet at) {
    int value = 0;
    for (int bit = 2; bit >= 0; bit--) {
        RoyalSet with = digits >> bit & at;
        if (with) {
            value += 1 << bit;
            at = with;
        }
    }
    return value;
}

/* The ranks that occur in a set, each as its club. */
static RoyalSet ranks_of(RoyalSet set) {
    set |= set >> 2;
    return (set | set >> 1) & CLUBS_MASK;
}

/* In the four bits of each rank, how many of its suits occur. */
static RoyalSet suits_by_rank(RoyalSet set) {
    return (set & CLUBS_MASK) + (set >> 1 & CLUBS_MASK) + (set >> 2 & CLUBS_MASK) + (set >> 3 & CLUBS_MASK);
}

static RoyalSet above(int card) { return ROYAL_ALL & ~(((RoyalSet)2 << card) - 1); }

/* ---- equal ranks: pairs, threes, fours and what is made of them */

/* A type is how many cards of one rank each part has, from the largest down. Two pairs of one rank are its four suits. */
typedef struct Kinds {
    uint8_t part_count[TYPES_MAX];
    uint8_t parts[TYPES_MAX][PARTS_MAX];
} Kinds;

static const Kinds kinds_of[ROYAL_BOARDS] = {
    [ROYAL_PAIR] = {{1}, {{2}}},          [ROYAL_DOUBLE_PAIR] = {{2, 1}, {{2, 2}, {4}}},
    [ROYAL_THREE] = {{1}, {{3}}},         [ROYAL_TRIPLE_PAIR] = {{3, 2}, {{2, 2, 2}, {4, 2}}},
    [ROYAL_FULL_HOUSE] = {{2}, {{3, 2}}}, [ROYAL_DOUBLE_THREE] = {{2}, {{3, 3}}},
    [ROYAL_FOUR] = {{1}, {{4}}},
};

/* Ranks that must find a part because a card of theirs is laid: how many are, and how many could be. */
typedef struct Fixed {
    int count;
    uint8_t laid[PARTS_MAX], could[PARTS_MAX];
} Fixed;

/* The least wild cards for the parts from `parts` on. `others[n]` counts the ranks that could give n cards but need not; the
 * largest part takes the fullest rank. */
static int fill_parts(const uint8_t *parts, int part_count, const Fixed *fixed, unsigned placed, const int others[5]) {
    if (part_count == 0) return placed == (1u << fixed->count) - 1 ? 0 : IMPOSSIBLE;
    int part = parts[0], best = IMPOSSIBLE;
    for (int i = 0; i < fixed->count; i++) {
        if (placed >> i & 1 || fixed->laid[i] > part) continue;
        int wild = part > fixed->could[i] ? part - fixed->could[i] : 0;
        wild += fill_parts(parts + 1, part_count - 1, fixed, placed | 1u << i, others);
        if (wild < best) best = wild;
    }
    if (fixed->count - bits_count(placed) >= part_count) return best;
    int left[5] = {0, others[1], others[2], others[3], others[4]}, fullest = 4;
    while (fullest > 0 && left[fullest] == 0) fullest--;
    if (fullest > 0) left[fullest]--;
    int wild = part > fullest ? part - fullest : 0;
    wild += fill_parts(parts + 1, part_count - 1, fixed, placed, left);
    return wild < best ? wild : best;
}

/* The same with nothing laid, which is asked most. */
static int fill_freely(const uint8_t *parts, int part_count, const int others[5]) {
    int wild = 0, fullest = 4, left = others[4];
    for (int i = 0; i < part_count; i++, left--) {
        while (fullest > 0 && left == 0) left = others[--fullest];
        if (fullest == 0) left = 1;
        if (parts[i] > fullest) wild += parts[i] - fullest;
    }
    return wild;
}

static int wild_for_kinds(const Kinds *kinds, RoyalSet laid, RoyalSet pool) {
    Fixed fixed = {.count = 0};
    RoyalSet laid_ranks = ranks_of(laid), laid_suits = suits_by_rank(laid), could = suits_by_rank(laid | pool);
    for (RoyalSet ranks = laid_ranks; ranks; ranks &= ranks - 1) {
        if (fixed.count == PARTS_MAX) return IMPOSSIBLE;
        int at = royal_lowest(ranks);
        fixed.laid[fixed.count] = (uint8_t)(laid_suits >> at & 7);
        fixed.could[fixed.count++] = (uint8_t)(could >> at & 7);
    }
    RoyalSet free = could & ~(laid_ranks * 0xf), one = free & CLUBS_MASK, two = free >> 1 & CLUBS_MASK;
    const int others[5] = {0, count_ranks(one & ~two), count_ranks(two & ~one), count_ranks(one & two),
                           count_ranks(free >> 2 & CLUBS_MASK)};
    int best = IMPOSSIBLE;
    for (int type = 0; type < TYPES_MAX && kinds->part_count[type]; type++) {
        const uint8_t *parts = kinds->parts[type];
        int part_count = kinds->part_count[type];
        int wild = laid ? fill_parts(parts, part_count, &fixed, 0, others) : fill_freely(parts, part_count, others);
        if (wild < best) best = wild;
    }
    return best;
}

/* ---- identical cards */

static int wild_for_perfect(int pairs, RoyalFaces laid, RoyalFaces pool) {
    int pairs_laid = count(laid.once);
    if (pairs_laid > pairs) return IMPOSSIBLE;
    int wild = count(laid.once & ~laid.twice & ~pool.once), open = pairs - pairs_laid;
    int whole = count(pool.twice & ~laid.once), half = count(pool.once & ~pool.twice & ~laid.once);
    if (whole >= open) return wild;
    open -= whole;
    return half >= open ? wild + open : wild + 2 * open - half;
}

/* ---- one suit, pictures */

static int wild_for_pictures(RoyalSet laid, RoyalSet pool) {
    if (laid & ~PICTURES) return IMPOSSIBLE;
    int have = count((laid | pool) & PICTURES);
    return have >= 6 ? 0 : 6 - have;
}

static int wild_for_flush(int cards, RoyalSet laid, RoyalSet pool) {
    int most = -1;
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        if (laid & ~SUIT_MASK(suit)) continue;
        int have = count_ranks((laid | pool) >> suit & CLUBS_MASK);
        if (have > most) most = have;
    }
    if (most < 0) return IMPOSSIBLE;
    return most >= cards ? 0 : cards - most;
}

/* ---- consecutive ranks */

/* Where a run of so many cards may begin if it holds the ranks of `must`. */
static RoyalSet run_starts(int cards, RoyalSet must) {
    RoyalSet starts = CLUBS_MASK & BELOW_RANK(ROYAL_RANKS - cards + 1);
    if (!must) return starts;
    int lowest = royal_rank(royal_lowest(must)), highest = royal_rank(63 - __builtin_clzll(must));
    starts &= BELOW_RANK(lowest + 1);
    return highest >= cards ? starts & ~BELOW_RANK(highest - cards + 1) : starts;
}

/* `ranks` holds one bit a rank, `must` those that are laid. */
static int wild_for_run(int cards, RoyalSet must, RoyalSet ranks) {
    RoyalSet starts = run_starts(cards, must), within = ranks;
    if (!starts) return IMPOSSIBLE;
    for (int i = 1; i < cards; i++) within += ranks >> 4 * i;
    return cards - greatest(within, starts);
}

static int wild_for_straight_flush(int cards, RoyalSet laid, RoyalSet pool) {
    int best = IMPOSSIBLE;
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        if (laid & ~SUIT_MASK(suit)) continue;
        int wild = wild_for_run(cards, laid >> suit, (laid | pool) >> suit & CLUBS_MASK);
        if (wild < best) best = wild;
    }
    return best;
}

/* Not all of one suit: where the cards of a whole run can only be of one, one of those not yet laid must be wild. */
static int wild_for_straight(int cards, RoyalSet laid, RoyalSet pool) {
    RoyalSet must = ranks_of(laid), ranks = must | ranks_of(pool), usable = laid | (pool & ~(must * 0xf));
    if (count(laid) > count(must)) return IMPOSSIBLE;
    int best = wild_for_run(cards, must, ranks);
    if (best > 0) return best;
    for (RoyalSet starts = run_starts(cards, must); starts; starts &= starts - 1) {
        RoyalSet window = BELOW_RANK(cards) << royal_lowest(starts);
        if (window & CLUBS_MASK & ~ranks) continue;
        RoyalSet within = usable & window;
        bool one_suit = false;
        for (int suit = 0; suit < ROYAL_SUITS; suit++) one_suit |= !(within & ~SUIT_MASK(suit));
        if (!one_suit) return 0;
    }
    return count(laid) < cards ? 1 : IMPOSSIBLE;
}

static int wild_for_royal(RoyalSet laid, RoyalSet pool) {
    RoyalSet window = CLUBS_MASK & ~BELOW_RANK(8);
    int best = IMPOSSIBLE;
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        if (laid & ~(window << suit)) continue;
        int wild = 5 - count_ranks((laid | pool) >> suit & window);
        if (wild < best) best = wild;
    }
    return best;
}

/* ---- all boards */

/* How many wild cards the board needs if all of `laid` belongs to it and any of `pool` may; IMPOSSIBLE if that cannot be. */
static int wild_needed(RoyalBoard board, RoyalFaces laid, RoyalFaces pool) {
    switch (board) {
    case ROYAL_PAIR:
    case ROYAL_DOUBLE_PAIR:
    case ROYAL_THREE:
    case ROYAL_TRIPLE_PAIR:
    case ROYAL_FULL_HOUSE:
    case ROYAL_DOUBLE_THREE:
    case ROYAL_FOUR: return wild_for_kinds(&kinds_of[board], laid.once, pool.once);
    case ROYAL_PERFECT_PAIR: return wild_for_perfect(1, laid, pool);
    case ROYAL_PERFECT_TRIPLE_PAIR: return wild_for_perfect(3, laid, pool);
    case ROYAL_FLUSH:
    case ROYAL_BIG_FLUSH: return wild_for_flush(royal_boards[board].cards, laid.once, pool.once);
    case ROYAL_SIX_PICTURES: return wild_for_pictures(laid.once, pool.once);
    case ROYAL_STRAIGHT:
    case ROYAL_BIG_STRAIGHT: return wild_for_straight(royal_boards[board].cards, laid.once, pool.once);
    case ROYAL_STRAIGHT_FLUSH:
    case ROYAL_BIG_STRAIGHT_FLUSH: return wild_for_straight_flush(royal_boards[board].cards, laid.once, pool.once);
    case ROYAL_ROYAL_FLUSH: return wild_for_royal(laid.once, pool.once);
    default: assert(!"no such board"); return IMPOSSIBLE;
    }
}

static bool is_perfect(RoyalBoard board) { return board == ROYAL_PERFECT_PAIR || board == ROYAL_PERFECT_TRIPLE_PAIR; }

/* Rules: "Never in Royal Flush". */
static int usable_jokers(RoyalBoard board, int jokers) { return board == ROYAL_ROYAL_FLUSH ? 0 : jokers; }

int royalflush_missing(RoyalBoard board, RoyalFaces hand) { return wild_needed(board, (RoyalFaces){0, 0}, hand); }

bool royalflush_can_score(RoyalBoard board, RoyalFaces hand, int jokers) {
    return royalflush_missing(board, hand) <= usable_jokers(board, jokers);
}

/* Cards that come after those laid, where two of a face can be laid only for a perfect pair. */
static RoyalSet candidates(RoyalBoard board, RoyalFaces laid, RoyalSet left, int jokers) {
    if (!laid.once) return board == ROYAL_SIX_PICTURES ? left & PICTURES : left;
    int last = 63 - __builtin_clzll(laid.once);
    RoyalSet after = left & above(last);
    switch (board) {
    case ROYAL_PERFECT_PAIR:
    case ROYAL_PERFECT_TRIPLE_PAIR: return after | (left & ROYAL_BIT(last) & ~laid.twice);
    case ROYAL_STRAIGHT:
    case ROYAL_BIG_STRAIGHT: {
        /* Each rank that is left out costs a joker. */
        int from = royal_rank(last) + 1, to = from + jokers;
        return after & ~BELOW_RANK(from) & BELOW_RANK(to + 1 < ROYAL_RANKS ? to + 1 : ROYAL_RANKS);
    }
    case ROYAL_FLUSH:
    case ROYAL_BIG_FLUSH:
    case ROYAL_STRAIGHT_FLUSH:
    case ROYAL_BIG_STRAIGHT_FLUSH:
    case ROYAL_ROYAL_FLUSH: return after & SUIT_MASK(royal_suit(last));
    case ROYAL_SIX_PICTURES: return after & PICTURES;
    default: return after;
    }
}

RoyalSet royalflush_next(RoyalBoard board, RoyalFaces laid, int laid_jokers, RoyalFaces left, int jokers) {
    int open = royal_boards[board].cards - royal_faces_count(laid) - laid_jokers;
    jokers = usable_jokers(board, jokers);
    if (open == 0) return 0;
    RoyalSet next = 0;
    if (open <= jokers && wild_needed(board, laid, (RoyalFaces){0, 0}) < IMPOSSIBLE) next = ROYAL_BIT(ROYAL_JOKER);
    if (laid_jokers > 0) return next;
    for (RoyalSet rest = candidates(board, laid, left.once, jokers); rest; rest &= rest - 1) {
        int card = royal_lowest(rest);
        RoyalFaces with = laid, pool = {left.once & above(card), left.twice & above(card)};
        royal_faces_add(&with, card);
        if (is_perfect(board)) pool.once |= left.twice & ROYAL_BIT(card);
        if (wild_needed(board, with, pool) <= jokers) next |= ROYAL_BIT(card);
    }
    return next;
}

/* ---- all ways, one after the other */

static void walk_open(RoyalWalk *walk) {
    walk->open[walk->depth] = royalflush_next(walk->board, walk->laid, walk->laid_jokers, walk->left, walk->jokers);
}

static void walk_lay(RoyalWalk *walk, int card) {
    walk->path[walk->depth] = (uint8_t)card;
    if (card == ROYAL_JOKER) {
        walk->jokers--;
        walk->laid_jokers++;
    } else {
        royal_faces_remove(&walk->left, card);
        royal_faces_add(&walk->laid, card);
    }
}

static void walk_unlay(RoyalWalk *walk, int card) {
    if (card == ROYAL_JOKER) {
        walk->jokers++;
        walk->laid_jokers--;
    } else {
        royal_faces_remove(&walk->laid, card);
        royal_faces_add(&walk->left, card);
    }
}

void royalflush_walk_from(RoyalWalk *walk, RoyalBoard board, RoyalFaces laid, int laid_jokers, RoyalFaces left, int jokers) {
    *walk = (RoyalWalk){.board = board, .jokers = jokers, .laid_jokers = laid_jokers, .left = left, .laid = laid};
    walk_open(walk);
}

void royalflush_walk_begin(RoyalWalk *walk, RoyalBoard board, RoyalFaces hand, int jokers) {
    royalflush_walk_from(walk, board, (RoyalFaces){0, 0}, 0, hand, jokers);
}

bool royalflush_walk_next(RoyalWalk *walk, RoyalWay *way) {
    int size = royal_boards[walk->board].cards;
    for (;;) {
        RoyalSet *open = &walk->open[walk->depth];
        if (*open == 0) {
            if (walk->depth == 0) return false;
            walk->depth--;
            walk_unlay(walk, walk->path[walk->depth]);
            continue;
        }
        int card = royal_lowest(*open);
        *open &= *open - 1;
        walk_lay(walk, card);
        if (royal_faces_count(walk->laid) + walk->laid_jokers < size) {
            walk->depth++;
            walk_open(walk);
            continue;
        }
        way->count = (uint8_t)royal_faces_list(walk->laid, way->cards);
        while (way->count < size) way->cards[way->count++] = ROYAL_JOKER;
        walk_unlay(walk, card);
        return true;
    }
}

int royal_faces_list(RoyalFaces faces, uint8_t *cards) {
    int total = 0;
    for (RoyalSet rest = faces.once; rest; rest &= rest - 1) {
        int card = royal_lowest(rest);
        cards[total++] = (uint8_t)card;
        if (faces.twice >> card & 1) cards[total++] = (uint8_t)card;
    }
    return total;
}

int royalflush_ways(RoyalBoard board, const uint8_t counts[ROYAL_FACES + 1], RoyalWay *ways, int capacity) {
    RoyalFaces hand = {0, 0};
    RoyalWalk walk;
    RoyalWay way;
    int total = 0;
    for (int card = 0; card < ROYAL_FACES; card++)
        for (int i = 0; i < counts[card]; i++) royal_faces_add(&hand, card);
    royalflush_walk_begin(&walk, board, hand, counts[ROYAL_JOKER]);
    for (; royalflush_walk_next(&walk, &way); total++)
        if (total < capacity) ways[total] = way;
    return total;
}
