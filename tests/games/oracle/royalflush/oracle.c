/* The Royal Flush oracle's functions, each following a paragraph of the rules. */
#include "tests/games/oracle/royalflush/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ranks[] = "23456789TJQKA";
static const char suits[] = "cdhs";

/* The oracle is checked in every build, release included. */
static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "the Royal Flush oracle was misused: %s\n", what);
    abort();
}

/* ---- cards */

static void add(OracleRoyalCards *list, OracleRoyalCard card) {
    must(list->count < ORACLE_ROYAL_HAND_MAX, "too many cards");
    list->cards[list->count++] = card;
}

OracleRoyalCards oracle_royal_cards(const char *words) {
    OracleRoyalCards list = {0};
    while (*words) {
        if (words[0] == '*' && words[1] == '*') {
            add(&list, (OracleRoyalCard){ORACLE_ROYAL_JOKER, '*'});
        } else {
            const char *rank = strchr(ranks, words[0]);
            must(rank && words[1] && strchr(suits, words[1]), "that is no card");
            add(&list, (OracleRoyalCard){(int8_t)(rank - ranks + 2), words[1]});
        }
        words += 2;
        while (*words == ' ') words++;
    }
    return list;
}

static bool same_card(OracleRoyalCard one, OracleRoyalCard other) { return one.rank == other.rank && one.suit == other.suit; }

static int compare_cards(const void *one, const void *other) {
    const OracleRoyalCard *a = one, *b = other;
    if (a->rank != b->rank) return a->rank - b->rank;
    return a->suit - b->suit;
}

void oracle_royal_sort(OracleRoyalCards *list) { qsort(list->cards, (size_t)list->count, sizeof *list->cards, compare_cards); }

int oracle_royal_compare(const void *one, const void *other) {
    const OracleRoyalCards *a = one, *b = other;
    for (int i = 0; i < a->count && i < b->count; i++) {
        int order = compare_cards(&a->cards[i], &b->cards[i]);
        if (order != 0) return order;
    }
    return a->count - b->count;
}

/* What remains without the cards at two or three places; `third` may be -1. */
static OracleRoyalCards without(const OracleRoyalCards *list, int first, int second, int third) {
    OracleRoyalCards rest = {0};
    for (int i = 0; i < list->count; i++)
        if (i != first && i != second && i != third) add(&rest, list->cards[i]);
    return rest;
}

/* ---- "Combinations", with no joker among the cards */

/* "Two identical cards never go together, except where the board asks for them." */
static bool all_different(const OracleRoyalCards *list) {
    for (int i = 0; i < list->count; i++)
        for (int k = i + 1; k < list->count; k++)
            if (same_card(list->cards[i], list->cards[k])) return false;
    return true;
}

/* "Equal rank, all different suits." */
static bool is_pair(OracleRoyalCard one, OracleRoyalCard other) { return one.rank == other.rank && one.suit != other.suit; }

static bool is_kind(const OracleRoyalCards *list) {
    for (int i = 0; i < list->count; i++)
        for (int k = i + 1; k < list->count; k++)
            if (!is_pair(list->cards[i], list->cards[k])) return false;
    return true;
}

/* Whether the cards fall into pairs: the first one goes with some other, and so does what then remains. */
static bool is_pairs(const OracleRoyalCards *list) {
    if (list->count == 0) return true;
    for (int i = 1; i < list->count; i++) {
        if (!is_pair(list->cards[0], list->cards[i])) continue;
        OracleRoyalCards rest = without(list, 0, i, -1);
        if (is_pairs(&rest)) return true;
    }
    return false;
}

static bool is_threes(const OracleRoyalCards *list) {
    if (list->count == 0) return true;
    for (int i = 1; i < list->count; i++)
        for (int k = i + 1; k < list->count; k++) {
            if (!is_pair(list->cards[0], list->cards[i]) || !is_pair(list->cards[0], list->cards[k])) continue;
            if (!is_pair(list->cards[i], list->cards[k])) continue;
            OracleRoyalCards rest = without(list, 0, i, k);
            if (is_threes(&rest)) return true;
        }
    return false;
}

/* "A three and a pair of another rank." */
static bool is_full_house(const OracleRoyalCards *list) {
    for (int i = 0; i < list->count; i++)
        for (int k = i + 1; k < list->count; k++) {
            if (!is_pair(list->cards[i], list->cards[k])) continue;
            OracleRoyalCards three = without(list, i, k, -1);
            if (is_kind(&three) && three.cards[0].rank != list->cards[i].rank) return true;
        }
    return false;
}

/* "Three perfect pairs … may not share a card face": each card has exactly one twin among the others. */
static bool is_perfect(const OracleRoyalCards *list) {
    for (int i = 0; i < list->count; i++) {
        int twins = 0;
        for (int k = 0; k < list->count; k++) twins += k != i && same_card(list->cards[i], list->cards[k]);
        if (twins != 1) return false;
    }
    return true;
}

static bool one_suit(const OracleRoyalCards *list) {
    for (int i = 1; i < list->count; i++)
        if (list->cards[i].suit != list->cards[0].suit) return false;
    return true;
}

/* "Six different cards among J, Q, K." */
static bool is_pictures(const OracleRoyalCards *list) {
    for (int i = 0; i < list->count; i++)
        if (list->cards[i].rank < 11 || list->cards[i].rank > 13) return false;
    return true;
}

/* Every rank from `lowest` up, as many as there are cards, is there. */
static bool is_row_from(const OracleRoyalCards *list, int lowest) {
    for (int rank = lowest; rank < lowest + list->count; rank++) {
        bool found = false;
        for (int i = 0; i < list->count; i++) found = found || list->cards[i].rank == rank;
        if (!found) return false;
    }
    return true;
}

/* "Consecutive ranks"; "ace is high only". */
static bool is_row(const OracleRoyalCards *list) {
    for (int lowest = 2; lowest + list->count - 1 <= ORACLE_ROYAL_ACE; lowest++)
        if (is_row_from(list, lowest)) return true;
    return false;
}

/* What the board shows, but for identical cards. */
static bool looks_like(OracleBoard board, const OracleRoyalCards *cards) {
    switch (board) {
    case ORACLE_PAIR:
    case ORACLE_THREE_OF_A_KIND:
    case ORACLE_FOUR_OF_A_KIND: return is_kind(cards);
    case ORACLE_DOUBLE_PAIR:
    case ORACLE_TRIPLE_PAIR: return is_pairs(cards);
    case ORACLE_FULL_HOUSE: return is_full_house(cards);
    case ORACLE_DOUBLE_THREE: return is_threes(cards);
    case ORACLE_PERFECT_PAIR:
    case ORACLE_PERFECT_TRIPLE_PAIR: return is_perfect(cards);
    case ORACLE_FLUSH:
    case ORACLE_BIG_FLUSH: return one_suit(cards);
    case ORACLE_SIX_PICTURES: return is_pictures(cards);
    case ORACLE_STRAIGHT:
    case ORACLE_BIG_STRAIGHT: return is_row(cards) && !one_suit(cards);
    case ORACLE_STRAIGHT_FLUSH:
    case ORACLE_BIG_STRAIGHT_FLUSH: return is_row(cards) && one_suit(cards);
    case ORACLE_ROYAL_FLUSH: return is_row_from(cards, 10) && one_suit(cards);
    default: must(false, "there is no such board"); return false;
    }
}

static bool fits(OracleBoard board, const OracleRoyalCards *cards) {
    bool perfect = board == ORACLE_PERFECT_PAIR || board == ORACLE_PERFECT_TRIPLE_PAIR;
    return looks_like(board, cards) && (perfect || all_different(cards));
}

/* ---- "Jokers": a joker stands for any one card */

static int find_joker(const OracleRoyalCards *list) {
    for (int i = 0; i < list->count; i++)
        if (list->cards[i].rank == ORACLE_ROYAL_JOKER) return i;
    return -1;
}

/* Tries every card for every joker. Jokers are alike, so the next one need not go below `from`. */
static bool fits_somehow(OracleBoard board, const OracleRoyalCards *cards, int from) {
    int joker = find_joker(cards);
    if (joker < 0) return fits(board, cards);
    for (int face = from; face < 52; face++) {
        OracleRoyalCards named = *cards;
        named.cards[joker] = (OracleRoyalCard){(int8_t)(2 + face / 4), suits[face % 4]};
        if (fits_somehow(board, &named, face)) return true;
    }
    return false;
}

bool oracle_royal_valid(OracleBoard board, const OracleRoyalCards *cards) {
    if (cards->count != oracle_board_cards(board)) return false;
    /* "Never in Royal Flush." */
    if (board == ORACLE_ROYAL_FLUSH && find_joker(cards) >= 0) return false;
    return fits_somehow(board, cards, 0);
}

/* ---- all ways */

/* Equal cards stand side by side in a sorted hand. Which of them is played makes no difference to what is left, so only
 * the subsets count that take the earlier ones first. */
static bool takes_earlier_first(const OracleRoyalCards *hand, int subset) {
    for (int i = 1; i < hand->count; i++)
        if (same_card(hand->cards[i - 1], hand->cards[i]) && (subset & (1 << i)) && !(subset & (1 << (i - 1)))) return false;
    return true;
}

void oracle_royal_ways(OracleBoard board, const OracleRoyalCards *hand, OracleRoyalWays *ways) {
    OracleRoyalCards sorted = *hand;
    oracle_royal_sort(&sorted);
    ways->count = 0;
    for (int subset = 0; subset < 1 << sorted.count; subset++) {
        if (__builtin_popcount((unsigned)subset) != oracle_board_cards(board)) continue;
        if (!takes_earlier_first(&sorted, subset)) continue;
        OracleRoyalCards played = {0}, left = {0};
        for (int i = 0; i < sorted.count; i++) add(subset & (1 << i) ? &played : &left, sorted.cards[i]);
        if (!oracle_royal_valid(board, &played)) continue;
        must(ways->count < ORACLE_ROYAL_WAYS_MAX, "too many ways");
        ways->left[ways->count++] = left;
    }
    qsort(ways->left, (size_t)ways->count, sizeof *ways->left, oracle_royal_compare);
}

/* ---- "Boards" */

static const struct {
    const char *name;
    int cards;
    int fields[3];
} boards[ORACLE_BOARDS] = {
    [ORACLE_PAIR] = {"Pair", 2, {2, 1, 1}},
    [ORACLE_PERFECT_PAIR] = {"Perfect Pair", 2, {3, 2, 1}},
    [ORACLE_DOUBLE_PAIR] = {"Double Pair", 4, {4, 3, 2}},
    [ORACLE_THREE_OF_A_KIND] = {"Three of a Kind", 3, {6, 5, 4}},
    [ORACLE_TRIPLE_PAIR] = {"Triple Pair", 6, {9, 8, 7}},
    [ORACLE_FULL_HOUSE] = {"Full House", 5, {10, 8, 6}},
    [ORACLE_DOUBLE_THREE] = {"Double Three of a Kind", 6, {13, 12, 11}},
    [ORACLE_FOUR_OF_A_KIND] = {"Four of a Kind", 4, {14, 12, 10}},
    [ORACLE_FLUSH] = {"Flush", 5, {8, 6, 4}},
    [ORACLE_BIG_FLUSH] = {"Big Flush", 6, {11, 9, 7}},
    [ORACLE_PERFECT_TRIPLE_PAIR] = {"Perfect Triple Pair", 6, {13, 10, 7}},
    [ORACLE_SIX_PICTURES] = {"Six Pictures", 6, {13, 12, 11}},
    [ORACLE_STRAIGHT] = {"Straight", 5, {7, 6, 4}},
    [ORACLE_BIG_STRAIGHT] = {"Big Straight", 7, {13, 11, 9}},
    [ORACLE_STRAIGHT_FLUSH] = {"Straight Flush", 5, {13, 11, 9}},
    [ORACLE_BIG_STRAIGHT_FLUSH] = {"Big Straight Flush", 6, {16, 14, 12}},
    [ORACLE_ROYAL_FLUSH] = {"Royal Flush", 5, {25}},
};

const char *oracle_board_name(OracleBoard board) { return boards[board].name; }

int oracle_board_cards(OracleBoard board) { return boards[board].cards; }

int oracle_board_group(OracleBoard board) { return board == ORACLE_ROYAL_FLUSH ? 0 : 1 + (int)board / 4; }

int oracle_board_field(OracleBoard board, int pieces) { return pieces < 3 ? boards[board].fields[pieces] : 0; }

bool oracle_royal_set(const OracleBoard *set, int count) {
    for (int board = 0; board < ORACLE_BOARDS; board++) {
        int times = 0;
        for (int i = 0; i < count; i++) times += set[i] == (OracleBoard)board;
        if (times > 1) return false;
    }
    for (int group = 0; group <= 4; group++) {
        int of_group = 0;
        for (int i = 0; i < count; i++) of_group += oracle_board_group(set[i]) == group;
        if (of_group != (group == 0 ? 1 : 2)) return false;
    }
    return true;
}

/* ---- "End of round" */

static int pieces_on(const OracleScoring *scorings, int count, OracleBoard board) {
    int pieces = 0;
    for (int i = 0; i < count; i++) pieces += scorings[i].board == board;
    return pieces;
}

static int pieces_of(const OracleScoring *scorings, int count, int seat) {
    int pieces = 0;
    for (int i = 0; i < count; i++) pieces += scorings[i].seat == seat;
    return pieces;
}

const char *oracle_royal_round(const OracleScoring *scorings, int count, int players, int points[ORACLE_ROYAL_PLAYERS_MAX],
                               int *ender) {
    *ender = -1;
    for (int seat = 0; seat < ORACLE_ROYAL_PLAYERS_MAX; seat++) points[seat] = 0;
    for (int i = 0; i < count; i++) {
        int seat = scorings[i].seat, field = oracle_board_field(scorings[i].board, pieces_on(scorings, i, scorings[i].board));
        if (*ender >= 0) return "the round was over";
        if (seat < 0 || seat >= players) return "there is no such seat";
        if (field == 0) return "the board was closed";
        points[seat] += field;
        if (scorings[i].board == ORACLE_ROYAL_FLUSH || pieces_of(scorings, i + 1, seat) == ORACLE_ROYAL_PIECES) *ender = seat;
    }
    return NULL;
}

/* "Spent chips are shared out equally, the remainder waits and joins the next sharing." */
void oracle_royal_share(int spent, int waiting, int players, int *each, int *rest) {
    *each = 0;
    *rest = spent + waiting;
    while (*rest >= players) {
        *each += 1;
        *rest -= players;
    }
}

/* "Shared equally among the children, at most two each, the rest go back in the box." */
int oracle_royal_jokers(int children) {
    int each = 0;
    while (children > 0 && each < 2 && (each + 1) * children <= 6) each++;
    return each;
}

/* "Each chip in hand is worth 2 points. Most points win; tie: more chips; still tied: several winners." */
void oracle_royal_places(const int *points, const int *chips, int players, int places[ORACLE_ROYAL_PLAYERS_MAX]) {
    for (int seat = 0; seat < players; seat++) {
        int better = 0;
        for (int other = 0; other < players; other++) {
            int mine = points[seat] + 2 * chips[seat], theirs = points[other] + 2 * chips[other];
            better += theirs > mine || (theirs == mine && chips[other] > chips[seat]);
        }
        places[seat] = 1 + better;
    }
}
