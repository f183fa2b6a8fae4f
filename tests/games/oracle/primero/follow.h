/* Follows matches of Primero by their events and checks every step against the rules and the oracle.
 *
 * What the engine tells is written down in a plain model of the table: who has paid what, hands, how many cards the stock
 * has, what was thrown. Before each move the legal ones are worked out from the model by the rules; after it the model is
 * compared with the state; the division of the coins at the end of a deal comes from the oracle. The first disagreement is
 * kept as a line of text. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_PRIMERO_FOLLOW_H
#define ARALDO_TESTS_GAMES_ORACLE_PRIMERO_FOLLOW_H

#include "core/game.h"
#include "games/primero/primero.h"
#include "tests/games/oracle/primero/oracle.h"

enum { PRIMERO_FOLLOW_TEXT_MAX = 256 };

/* What was met, so that a test can say that it met everything it should have. */
typedef struct PrimeroFollowCounts {
    int matches, deals;
    int voids, voids_shared;      /* void deals, and last ones of which the pot was shared */
    int showdowns, alone;         /* how the others ended */
    int bid_made;                 /* Italian showdowns at which somebody made the bid */
    int all_ins, all_ins_differ;  /* deals with an all-in, and with at least three of different amounts */
    int backs, backs_folded;      /* coins went back; to somebody who had folded */
    int carried, carried_in;      /* deals that leave coins to the next, and that begin with some */
    int highest;                  /* nobody made the bid and no deal followed */
    int layers;                   /* deals whose coins went to several players */
    int ties;                     /* the best hands of a showdown were equal */
    int called;                   /* a supremus or chorus counted for a lower type */
    int better_lost;              /* the best hand of all was of another type than the bid and won nothing */
    int forced, free_sees;        /* decisions of the last after the vie, and of players without coins after a vie */
    int renewed, renewed_dealing; /* the stock was made again; while dealing for phase 2 */
    int poor_phase_2;             /* all passed, and fewer than two had coins: on to phase 2 */
    int sitting_out;              /* deals with a player without coins */
    int lifted_again, shared_wins;
} PrimeroFollowCounts;

typedef enum { FOLLOW_ACT, FOLLOW_BID, FOLLOW_EXCHANGE } PrimeroFollowStep;

/* The options of a match. */
typedef struct PrimeroTerms {
    bool italian, split;
    int players, purse, ante, stake, rest, limit, deals;
} PrimeroTerms;

typedef struct PrimeroFollow {
    PrimeroFollowCounts counts;
    char wrong[PRIMERO_FOLLOW_TEXT_MAX]; /* empty while all agrees */
    OraclePrimeroCard cards[PRIMERO_CARDS];
    OracleHands hands; /* all that there are */

    /* Of the match. */
    PrimeroTerms terms;
    int deal;
    int dealer; /* -1 before the first deal */
    SeatSet lifting;
    int purse[PRIMERO_SEATS];
    int pot; /* antes and carried coins */
    bool ended;
    SeatSet winners;

    /* Of the deal. */
    SeatSet players, in;
    int paid[PRIMERO_SEATS];
    PrimeroSet hand[PRIMERO_SEATS];
    PrimeroSet discards, throwing; /* the latter of the exchange that is going on */
    int stock;
    OracleValue bid;
    int phase;
    bool shuffled; /* the pack of this deal was */
    SeatSet shown;
    bool deal_over; /* waiting for pots and purses to be told */
    bool is_void;
    int won[PRIMERO_SEATS], back[PRIMERO_SEATS], carried; /* as told */

    /* Of the phase. */
    int turn;
    PrimeroFollowStep step;
    bool passing; /* the exchange goes with a pass */
    int vies;     /* in this phase, revies included */
    int vier;     /* who opened */
    int base;     /* the level when it began */
    SeatSet acted, passed, staked;
} PrimeroFollow;

/* Once for all matches; then for each match. */
void primero_follow_init(PrimeroFollow *follow);
void primero_follow_begin(PrimeroFollow *follow, const PrimeroTerms *terms);
/* The events' way in: context is the PrimeroFollow. */
void primero_follow_take(void *context, const Event *event);
/* Tell what the actor may do, before a move is applied; and the state afterwards. */
void primero_follow_decision(PrimeroFollow *follow, int actor, const Move *moves, int count);
void primero_follow_state(PrimeroFollow *follow, const State *state);

/* The engine's cards in the oracle's words. */
void primero_follow_cards(OraclePrimeroCard cards[PRIMERO_CARDS]);
OraclePrimeroHand primero_follow_hand(const OraclePrimeroCard cards[PRIMERO_CARDS], PrimeroSet set);

#endif
