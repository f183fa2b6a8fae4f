/* How much a game between two bots was worth to one of them.
 *
 * One deal is played in several seatings, with the same cards each time. Seatings are of sides: partners together, or a
 * player alone. Bot a takes each side, or each set of sides, in turn. A game's value is what it brought bot a beyond bot b, so
 * a bot against itself has exactly the value 0 over all seatings of a deal. Values are whole sixtieths, so that shares of up
 * to six sides are exact. */
#ifndef ARALDO_ARENA_COMPARISON_H
#define ARALDO_ARENA_COMPARISON_H

#include "core/game.h"

enum { SEATINGS_MAX = 20 /* three of six */, VALUE_ONE = 60 };

typedef enum { UNIT_ROUND, UNIT_MATCH } Unit;
typedef enum { MEASURE_POINTS, MEASURE_WINS } Measure;
/* How many sides bot a takes where there are more than two. */
typedef enum { AGAINST_ONE, AGAINST_HALF, AGAINST_REST } Against;
typedef enum { OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_WIN } Outcome;

typedef struct Comparison {
    int people;
    int sides;  /* seat s is of side s % sides */
    bool alone; /* a game for one: the two bots play it separately, and their points are compared */
    Unit unit;
    Measure measure;
    int forfeit_points; /* what a forfeited game costs where points are the measure */
    int seating_count;
    SeatSet seatings[SEATINGS_MAX]; /* the seats of bot a */
} Comparison;

/* What came out of one game. */
typedef struct Played {
    int points[SEATS_MAX];
    SeatSet winners;   /* of a match; of a round those with most points */
    bool forfeited[2]; /* by bot a, by bot b */
} Played;

/* What a game is usually compared by. */
Unit comparison_usual_unit(const Game *game);
Measure comparison_usual_measure(const Game *game, int variant, Unit unit);
Comparison comparison_of(const Game *game, int variant, int people, Against against, Unit unit, Measure measure);

/* Is a's result against b the negative of b's against a? That is so where both have the same number of sides. */
bool comparison_mutual(const Comparison *comparison);

/* What the game was worth to bot a in that seating, in sixtieths: points per side beyond b's, or the share of the win above
 * what equal players would have. */
int comparison_value(const Comparison *comparison, SeatSet seating, const Played *played);
Outcome comparison_outcome(const Comparison *comparison, SeatSet seating, int value);
/* The value of a whole deal: the mean over its games. */
double comparison_deal(const Comparison *comparison, const int *values, int count);

#endif
