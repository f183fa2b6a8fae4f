/* A slow second opinion on Royal Flush: what makes each board, all ways to score it, jokers, chips, fields and places.
 *
 * Written from the text of the rules alone and apart from the engine, with which it shares no line, so that the two can be
 * held against each other. Cards are a rank and a letter, a hand is an array, combinations are found by trying every subset
 * and every card that a joker could stand for: where anything could be clever it is plain instead. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_ROYALFLUSH_ORACLE_H
#define ARALDO_TESTS_GAMES_ORACLE_ROYALFLUSH_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_ROYAL_PLAYERS_MAX = 5,
    ORACLE_ROYAL_PIECES = 5,
    ORACLE_ROYAL_HAND_MAX = 16,    /* beyond this, trying every subset takes too long */
    ORACLE_ROYAL_WAYS_MAX = 11440, /* seven cards out of sixteen */
    ORACLE_ROYAL_ACE = 14,
    ORACLE_ROYAL_JOKER = 0, /* its rank; its suit is '*' */
};

/* In the order of the sheet: four to a group, and Royal Flush, which belongs to none. */
typedef enum {
    ORACLE_PAIR,
    ORACLE_PERFECT_PAIR,
    ORACLE_DOUBLE_PAIR,
    ORACLE_THREE_OF_A_KIND,
    ORACLE_TRIPLE_PAIR,
    ORACLE_FULL_HOUSE,
    ORACLE_DOUBLE_THREE,
    ORACLE_FOUR_OF_A_KIND,
    ORACLE_FLUSH,
    ORACLE_BIG_FLUSH,
    ORACLE_PERFECT_TRIPLE_PAIR,
    ORACLE_SIX_PICTURES,
    ORACLE_STRAIGHT,
    ORACLE_BIG_STRAIGHT,
    ORACLE_STRAIGHT_FLUSH,
    ORACLE_BIG_STRAIGHT_FLUSH,
    ORACLE_ROYAL_FLUSH,
    ORACLE_BOARDS
} OracleBoard;

typedef struct OracleRoyalCard {
    int8_t rank; /* 2 to 14, or the joker's */
    char suit;   /* c, d, h, s, or '*' */
} OracleRoyalCard;

typedef struct OracleRoyalCards {
    int count;
    OracleRoyalCard cards[ORACLE_ROYAL_HAND_MAX];
} OracleRoyalCards;

/* Cards written as "2c Td As **"; asserts that they are cards. */
OracleRoyalCards oracle_royal_cards(const char *words);
/* Brings the cards into one fixed order, so that equal hands become equal lists. */
void oracle_royal_sort(OracleRoyalCards *list);
/* Less than, equal to or greater than zero, as qsort wants it; for sorted lists. */
int oracle_royal_compare(const void *one, const void *other);

/* ---- combinations */

const char *oracle_board_name(OracleBoard board);
int oracle_board_cards(OracleBoard board);
/* Whether exactly these cards, each joker standing for whatever helps, may be played on the board. */
bool oracle_royal_valid(OracleBoard board, const OracleRoyalCards *cards);

/* All that can be left of the hand after scoring the board: each a sorted list, none twice, in ascending order. */
typedef struct OracleRoyalWays {
    int count;
    OracleRoyalCards left[ORACLE_ROYAL_WAYS_MAX];
} OracleRoyalWays;

void oracle_royal_ways(OracleBoard board, const OracleRoyalCards *hand, OracleRoyalWays *ways);

/* ---- boards and fields */

/* 1 to 4; 0 for Royal Flush. */
int oracle_board_group(OracleBoard board);
/* What the field is worth on which the next piece goes when `pieces` stand on the board; 0 when it is closed. */
int oracle_board_field(OracleBoard board, int pieces);
/* Whether a table may play with these boards. */
bool oracle_royal_set(const OracleBoard *boards, int count);

typedef struct OracleScoring {
    int seat;
    OracleBoard board;
} OracleScoring;

/* The points of each seat from a round's scorings in order, and who ended it: -1 if nobody did. NULL, or what is wrong. */
const char *oracle_royal_round(const OracleScoring *scorings, int count, int players, int points[ORACLE_ROYAL_PLAYERS_MAX],
                               int *ender);

/* ---- chips, jokers, places */

/* What each gets of the chips spent in a round and of those that waited, and how many wait now. */
void oracle_royal_share(int spent, int waiting, int players, int *each, int *rest);
/* How many jokers each child gets. */
int oracle_royal_jokers(int children);
/* The place of each seat after the third round, 1 being the best, several where they are equal. `points` are those of the
 * rounds, `chips` what is in hand. */
void oracle_royal_places(const int *points, const int *chips, int players, int places[ORACLE_ROYAL_PLAYERS_MAX]);

#endif
