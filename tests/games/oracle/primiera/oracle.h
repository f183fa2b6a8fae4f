/* A slow second opinion on Primiera: legal captures, the robot's choice, whole rounds, scores and the end of a match.
 *
 * Written from the text of the rules alone and apart from the engine, with which it shares no line, so that the two can be
 * held against each other. Cards are a rank and a letter, tables are arrays, captures are found by trying every subset:
 * where anything could be clever it is plain instead. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_PRIMIERA_ORACLE_H
#define ARALDO_TESTS_GAMES_ORACLE_PRIMIERA_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_SEATS_MAX = 4,
    ORACLE_DECK = 40,
    ORACLE_PLAYS = 36,     /* of a round, in every variant: all but the four cards that open the table */
    ORACLE_TABLE_MAX = 16, /* beyond this, trying every subset takes too long */
    ORACLE_CAPTURES_MAX = 1024,
    ORACLE_DEALS_MAX = 6,
    ORACLE_ROBOT = 3, /* the robot's seat number, wherever it sits */
};

typedef enum { ORACLE_HERALDS, ORACLE_CLASSIC, ORACLE_TWO, ORACLE_THREE, ORACLE_ROBOTS, ORACLE_VARIANTS } OracleVariant;

typedef struct OracleCard {
    int8_t rank; /* 1 to 10 */
    char suit;   /* S, B, C, D */
} OracleCard;

typedef struct OracleCards {
    int count;
    OracleCard cards[ORACLE_DECK];
} OracleCards;

/* Cards written as "8S 2B 10D"; asserts that they are cards. */
OracleCards oracle_cards(const char *words);
bool oracle_same_card(OracleCard one, OracleCard other);
/* The same cards, in whatever order. */
bool oracle_same_cards(const OracleCards *one, const OracleCards *other);

/* ---- one capture */

typedef struct OracleCaptures {
    int count; /* 0: the card stays on the table */
    OracleCards sets[ORACLE_CAPTURES_MAX];
} OracleCaptures;

void oracle_captures(const OracleCards *table, OracleCard played, OracleCaptures *captures);
/* Which of the captures the robot takes when it plays by itself; `table` is the row from left to right. */
int oracle_robot_choice(const OracleCards *table, const OracleCaptures *captures);

/* ---- seats */

int oracle_seats(OracleVariant variant);
/* The seats in playing order, the dealer's right first and the dealer last. Returns how many. */
int oracle_order(OracleVariant variant, int dealer, int order[ORACLE_SEATS_MAX]);
int oracle_next_dealer(OracleVariant variant, int dealer);

/* Who scores together: team[seat] is a number from 0 on, in the order of the teams' lowest seats. Returns how many teams.
 * herald_seat is who played the round's first Herald and suit which one; -1 while there was none. */
int oracle_teams(OracleVariant variant, int dealer, int herald_seat, char suit, int team[ORACLE_SEATS_MAX]);

/* ---- a round */

/* A round as it was dealt. */
typedef struct OracleDeal {
    OracleVariant variant;
    int dealer;
    int deals;                                             /* 1; in `two` 6, in `three` 2 */
    OracleCards hands[ORACLE_DEALS_MAX][ORACLE_SEATS_MAX]; /* in the order dealt */
    OracleCard laid[ORACLE_SEATS_MAX];                     /* heralds, robot: the card each seat lays */
    OracleCards table;                                     /* the other variants: the four cards turned up */
    OracleCards robot_pile;                                /* robot: its nine cards as shuffled, the next one first */
} OracleDeal;

typedef struct OraclePlay {
    int actor; /* who decides: the robot's partner for the robot, else the seat itself */
    int seat;  /* whose card it is */
    OracleCard card;
    OracleCards takes;
} OraclePlay;

typedef struct OracleRound {
    OracleVariant variant;
    int dealer;
    int order[ORACLE_SEATS_MAX];
    int seats;
    int deals, deals_done;
    OracleCards coming[ORACLE_DEALS_MAX][ORACLE_SEATS_MAX]; /* hands, deal by deal */
    OracleCards hands[ORACLE_SEATS_MAX];                    /* what each holds now; the robot's pile, the next one first */
    OracleCards opening;                                    /* the row at the start */
    OracleCards table;                                      /* the row now */
    int play_count;
    OraclePlay plays[ORACLE_PLAYS];
    bool sweep[ORACLE_PLAYS];
    int herald_seat; /* who played the first Herald, or -1 */
    char herald_suit;
} OracleRound;

/* Begins a round. NULL, or what is wrong with the deal. */
const char *oracle_round_begin(OracleRound *round, const OracleDeal *deal);
/* Whose card comes next, -1 when all are played; and who decides on it. */
int oracle_round_seat(const OracleRound *round);
int oracle_round_actor(const OracleRound *round);
/* The seat that scores with this one as far as is known, or -1. */
int oracle_round_partner(const OracleRound *round, int seat);
/* Plays a card. NULL, or why that is not legal: then nothing has changed. */
const char *oracle_round_play(OracleRound *round, const OraclePlay *play);

/* ---- scores */

typedef struct OracleTeam {
    int seat_count;
    int seats[ORACLE_SEATS_MAX];
    int cards, coins;
    bool seven;
    int primiera; /* 0 without four suits */
    int sweeps;
    int points; /* what each of its seats gains */
} OracleTeam;

typedef struct OracleScore {
    int rest_seat;    /* who takes what is left, */
    OracleCards rest; /* and what that is */
    int team_count;
    OracleTeam teams[ORACLE_SEATS_MAX];
    int gains[ORACLE_SEATS_MAX];
} OracleScore;

/* The score of a round from nothing but its opening row and its plays. */
void oracle_score(OracleVariant variant, int dealer, const OracleCards *opening, const OraclePlay *plays, OracleScore *score);
/* Best card of each suit by primiera value, summed; 0 if a suit is missing. */
int oracle_primiera(const OracleCards *pile);

/* A dealt round and a sequence of plays: the reason of each illegal play in verdicts (NULL for the legal ones), which
 * leave the round as it was; the score if the round came to its end. Returns whether it did. */
bool oracle_round(const OracleDeal *deal, const OraclePlay *plays, int count, const char **verdicts, OracleScore *score);

/* ---- the match */

/* 21 or 11. */
int oracle_target(OracleVariant variant);
/* Who has won after a round that brought totals from `before` to `after`; returns how many seats, 0 if another round is
 * played. any_extra is the option extra_round=any. */
int oracle_winners(OracleVariant variant, int target, bool any_extra, const int before[ORACLE_SEATS_MAX],
                   const int after[ORACLE_SEATS_MAX], bool winner[ORACLE_SEATS_MAX]);

#endif
