/* Follows matches of Royal Flush by their events and checks every step against the oracle.
 *
 * What the engine tells is written down in a plain model of the table: hands as counts, display, how many cards lie in the
 * pile and among the discards, chips, pieces. Before each move the legal ones are worked out from the model by the rules,
 * after it the model is compared with the state; scores, sharing, who begins and who wins come from the oracle. The first
 * disagreement is kept as a line of text. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_ROYALFLUSH_FOLLOW_H
#define ARALDO_TESTS_GAMES_ORACLE_ROYALFLUSH_FOLLOW_H

#include "core/game.h"
#include "games/royalflush/royalflush.h"
#include "tests/games/oracle/royalflush/oracle.h"

enum { ROYAL_FOLLOW_TEXT_MAX = 256, ROYAL_FOLLOW_KINDS = ROYAL_FACES + 1 /* the joker is the last */ };

/* What was met, so that a test can say that it met everything it should have. */
typedef struct RoyalFollowCounts {
    int matches, rounds, exchanges, buys, scores, passes;
    int reshuffles;      /* before a draw, and */
    int reshuffles_fill; /* while the display is filled */
    int short_displays;  /* turns that began with fewer than four */
    int jokers_played;
    int jokers_kept;                              /* into another round */
    int by_last_piece, by_royal_flush, by_nobody; /* how rounds ended */
    int waiting;                                  /* rounds after which chips waited, */
    int joined;                                   /* and in which those that had waited gave each one more */
    int tied, shared;                             /* matches with equal points at the top, and with several winners */
    int decisions;                                /* where the legal moves were compared, scores included */
} RoyalFollowCounts;

typedef enum { FOLLOW_FRESH, FOLLOW_EXCHANGED, FOLLOW_TAKEN, FOLLOW_SCORING } RoyalFollowPhase;

typedef struct RoyalFollow {
    int hand_max; /* hands up to this size are compared in full */
    RoyalFollowCounts counts;
    char wrong[ROYAL_FOLLOW_TEXT_MAX]; /* empty while all agrees */
    OracleRoyalCard faces[ROYAL_FOLLOW_KINDS];
    OracleRoyalWays ways; /* where they are listed */

    /* Of the match. */
    int players;
    bool child[ROYAL_SEATS];
    bool each_round;
    bool in_play[ORACLE_BOARDS];
    int round, first;
    int first_due; /* who begins the next round, -1 before the first */
    int chips[ROYAL_SEATS];
    int jokers[ROYAL_SEATS];
    int aside;   /* chips that were spent, those that waited included; and */
    int waiting; /* how many of them did */
    int totals[ROYAL_SEATS];
    bool end_due, ended;
    bool winner[ROYAL_SEATS];

    /* Of the round. */
    int hand[ROYAL_SEATS][ROYAL_FOLLOW_KINDS];
    int display[ROYAL_DISPLAY]; /* engine's numbers, -1 for a gap */
    int pile, discards;
    int scoring_count;
    OracleScoring scorings[ORACLE_BOARDS * 3];
    int turn;
    RoyalFollowPhase phase;
    bool taken;      /* a turn of taking has just come to its end */
    bool round_over; /* until the next one begins */
    int passes;
    OracleBoard board; /* being scored, */
    int laid[ROYAL_FOLLOW_KINDS];
    OracleRoyalCards before; /* the hand it is scored from, where it is small enough to be compared */
    bool small;
    RoyalSet next; /* and the cards that may be laid next */
    bool draw_due; /* a card is wanted from the pile and not yet told */
} RoyalFollow;

/* Once for all matches; then for each match. */
void royal_follow_init(RoyalFollow *follow, int hand_max);
void royal_follow_begin(RoyalFollow *follow, int players, const bool child[ROYAL_SEATS], bool each_round);
/* The events' way in: context is the RoyalFollow. */
void royal_follow_take(void *context, const Event *event);
/* Tell what the actor may do and what was chosen, before it is applied; and the state afterwards. */
void royal_follow_decision(RoyalFollow *follow, int actor, const Move *moves, int count, Move chosen);
void royal_follow_state(RoyalFollow *follow, const State *state);

/* The engine's cards and sets in the oracle's words. */
void royal_follow_faces(OracleRoyalCard faces[ROYAL_FOLLOW_KINDS]);
int royal_follow_number(const OracleRoyalCard faces[ROYAL_FOLLOW_KINDS], OracleRoyalCard card);
/* Which cards may come next after these, ascending and jokers last, if each of the ways to score is laid so. Bits are the
 * engine's numbers. */
RoyalSet royal_follow_next(const OracleRoyalCard faces[ROYAL_FOLLOW_KINDS], const OracleRoyalCards *hand,
                           const OracleRoyalWays *ways, const int laid[ROYAL_FOLLOW_KINDS]);

#endif
