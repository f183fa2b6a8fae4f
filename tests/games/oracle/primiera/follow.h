/* Follows matches of Primiera by their events and checks every round against the oracle.
 *
 * What the engine tells is written down while a round is played; when its score is told, the whole round is played again
 * by the oracle, move by move, and every fact compared: what was legal, whose turn it was, captures, sweeps, teams, the
 * rest, the score item by item, totals, the next dealer, winners. The first disagreement is kept as a line of text. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_PRIMIERA_FOLLOW_H
#define ARALDO_TESTS_GAMES_ORACLE_PRIMIERA_FOLLOW_H

#include "core/game.h"
#include "tests/games/oracle/primiera/oracle.h"

enum { FOLLOW_MOVES_MAX = 65536, FOLLOW_TEXT_MAX = 256 };

/* What was met, so that a test can say that it met everything it should have. */
typedef struct FollowCounts {
    int rounds, sweeps;
    int last_card_clears; /* the round's last card took all the table */
    int deal_end_sweeps;  /* the last card of a deal that is not the round's made a sweep */
    int rest_left;        /* there was a rest to take */
    int heralds_laid;     /* Heralds among the opening cards */
    int no_herald;        /* rounds in which none was played */
    int first_herald[4];  /* by suit: S, B, C, D */
    int card_ties, coin_ties, primiera_ties;
    int ties_of_three; /* three or more share the most of cards, coins or primiera */
    int no_primiera;   /* rounds in which nobody had one */
    int robot_choices; /* the robot had more than one capture to choose from */
    int robot_opened;  /* its cards were turned up */
    int matches;
    int tied_rounds;  /* another round because of a tie at the target */
    int extra_rounds; /* another round by the option, though one led */
} FollowCounts;

typedef struct Follow {
    const Game *game;
    OracleVariant variant;
    int target;
    bool any_extra;
    FollowCounts counts;
    char wrong[FOLLOW_TEXT_MAX]; /* empty while all agrees */

    /* Of the match so far. */
    int rounds;
    int dealer_next; /* -1 before the first round */
    int totals[ORACLE_SEATS_MAX];
    bool end_due;
    bool winner[ORACLE_SEATS_MAX];
    bool ended;

    /* Of the round, as told. */
    OracleDeal deal;
    bool laid[ORACLE_SEATS_MAX];
    OracleCards row;
    int play_count;
    OraclePlay plays[ORACLE_PLAYS];
    bool sweep[ORACLE_PLAYS];
    int teams_at, opened_at; /* after which play, or -1 */
    int team_count;
    int team[ORACLE_SEATS_MAX];
    OracleCards opened;
    int rest_seat;
    OracleCards rest;

    /* The legal moves before each play, one after the other. */
    SeatSet actors[ORACLE_PLAYS];
    int legal_from[ORACLE_PLAYS + 1];
    Move legal[FOLLOW_MOVES_MAX];
} Follow;

void follow_begin(Follow *follow, const Game *game, OracleVariant variant, int target, bool any_extra);
/* The events' way in: context is the Follow. */
void follow_take(void *context, const Event *event);
/* Tell who may act and what the actor may do, before each move is applied. */
void follow_decision(Follow *follow, SeatSet actors, int actor, const Move *moves, int count);

/* The engine's move for a card and what it takes. */
Move follow_move(OracleCard card, const OracleCards *takes);
/* All plays of these hand cards on this table as the engine's moves, in ascending order; returns how many. */
int follow_expected_moves(const OracleCards *table, const OracleCards *hand, Move *moves);
void follow_sort_moves(Move *moves, int count);
/* The order of the two above, for bsearch. */
int follow_compare_moves(const void *one, const void *other);

#endif
