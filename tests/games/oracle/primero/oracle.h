/* A slow second opinion on Primero: what a hand is worth, what may be bid, and how the coins are divided.
 *
 * Written from the text of the rules alone and apart from the engine, with which it shares no line, so that the two can be
 * held against each other. Every type is tried on a hand in turn; the coins are divided layer by layer, as the rules say
 * it: where anything could be clever it is plain instead. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_PRIMERO_ORACLE_H
#define ARALDO_TESTS_GAMES_ORACLE_PRIMERO_ORACLE_H

#include <stdbool.h>

enum {
    ORACLE_PRIMERO_DECK = 40,
    ORACLE_PRIMERO_HAND = 4,
    ORACLE_PRIMERO_PLAYERS_MAX = 6,
    ORACLE_PRIMERO_POINTS_MAX = 84, /* four sevens */
};

/* Ascending. */
typedef enum {
    ORACLE_NO_TYPE, /* no bid was made */
    ORACLE_NUMERUS,
    ORACLE_PRIMERO,
    ORACLE_SUPREMUS,
    ORACLE_FLUXUS,
    ORACLE_CHORUS,
    ORACLE_TYPES
} OracleType;

typedef struct OraclePrimeroCard {
    char rank; /* A 2 3 4 5 6 7 J Q K */
    char suit; /* c, d, h, s */
} OraclePrimeroCard;

typedef struct OraclePrimeroHand {
    OraclePrimeroCard cards[ORACLE_PRIMERO_HAND];
} OraclePrimeroHand;

/* What a hand is worth, or what is bid. */
typedef struct OracleValue {
    OracleType type;
    int points;
} OracleValue;

/* The cards of the pack, 0 to 39. */
OraclePrimeroCard oracle_primero_card(int number);
/* What a card is worth. */
int oracle_primero_points(OraclePrimeroCard card);
/* A hand written as "Ah 7c Kd 2s"; asserts that it is four cards. */
OraclePrimeroHand oracle_primero_hand(const char *words);

/* The highest type that the hand fits, and its points. */
OracleValue oracle_primero_value(const OraclePrimeroHand *hand);
/* Less than, equal to or greater than zero: by type, then points. */
int oracle_primero_compare(OracleValue one, OracleValue other);

/* ---- Italian bids */

/* How many hands are worth what, from all that there are: a bid must be worth what some hand is. */
typedef struct OracleHands {
    int count[ORACLE_TYPES][ORACLE_PRIMERO_POINTS_MAX + 1];
} OracleHands;

void oracle_primero_hands(OracleHands *hands);
/* Whether a hand counts at the showdown of this bid; if so, its points as a hand of the type bid in *points. */
bool oracle_primero_makes(const OraclePrimeroHand *hand, OracleValue bid, int *points);
/* Whether a player who holds the hand in phase 2 may bid this above the standing bid (ORACLE_NO_TYPE for none). */
bool oracle_primero_may_bid(const OracleHands *hands, const OraclePrimeroHand *hand, OracleValue standing, OracleValue bid);

/* ---- the coins */

typedef struct OracleBettor {
    int paid;               /* in bets, both phases together; antes are not among them */
    int purse;              /* what is left beside that */
    bool in;                /* has not folded */
    OraclePrimeroHand hand; /* asked for only where several are in */
} OracleBettor;

/* A deal when the betting is over. */
typedef struct OracleShowdown {
    bool italian;
    bool split;      /* ties=split */
    bool last;       /* no other deal is due after this one */
    OracleValue bid; /* Italian: the standing bid; ORACLE_NO_TYPE where there was none */
    int pot;         /* the antes of this deal and what was carried into it */
    int players;
    OracleBettor player[ORACLE_PRIMERO_PLAYERS_MAX]; /* those who were dealt cards, from the eldest on */
} OracleShowdown;

typedef struct OracleDivision {
    int won[ORACLE_PRIMERO_PLAYERS_MAX];
    int back[ORACLE_PRIMERO_PLAYERS_MAX]; /* what nobody matched, or everybody who paid it folded on */
    int carried;                          /* into the next deal */
} OracleDivision;

void oracle_primero_divide(const OracleShowdown *showdown, OracleDivision *division);
/* A void deal: what stands in the pot is carried, or shared among its players if no deal follows. */
void oracle_primero_void(int pot, int players, bool last, OracleDivision *division);

#endif
