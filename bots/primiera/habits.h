/* Habits: what a sensible player of Primiera tends to do, as a weight for each legal move.
 *
 * A move has a dozen features (what it takes, what it leaves, what the player keeps); the weight is the exponential of the sum
 * of what each feature is worth. The worths are learnt: tools/learn/primiera_habits.c lets players by habit play against each other and
 * strengthens what brought points. Only what the player sees is looked at. Search uses habits to play rounds out, to decide
 * which moves to try first, and to judge from what the others played which cards they hold. */
#ifndef ARALDO_BOTS_PRIMIERA_HABITS_H
#define ARALDO_BOTS_PRIMIERA_HABITS_H

#include "games/primiera/primiera.h"

/* Cards are told apart by rank and by being coins or not. */
enum { FACES = 2 * ITALIAN_RANKS };

/* The features, each the first of a block. Others: how many more cards of a rank the player holds (0, 1, 2 or more) and how
 * many are unseen (0 to 3 or more); that is what keeping and breaking pairs is about. Late: how many cards the player has left
 * (0: six or more, 1: three or more, 2: fewer). Next: 1 if the partner plays next. Side: 1 if it is the dealer's. */
enum {
    OTHERS = 3 * 4,
    HABIT_TAKE = 0,                                        /* by face, others: a card taken from the table */
    HABIT_TAKE_LATE = HABIT_TAKE + FACES * OTHERS,         /* by face, late: the same */
    HABIT_COIN = HABIT_TAKE_LATE + FACES * 3,              /* by coins that the side has, the others have: a coin taken */
    HABIT_SEVEN = HABIT_COIN + 7 * 7,                      /* by sevens that the side has, the others have: a seven taken */
    HABIT_CARDS = HABIT_SEVEN + 4 * 4,                     /* by whether most cards are still open, cards taken from 1 to 5 */
    HABIT_WITH = HABIT_CARDS + 2 * 5,                      /* by face: the card that takes */
    HABIT_WITH_LIKE = HABIT_WITH + FACES,                  /* by sum or equal, rank, side, others: the same */
    HABIT_DISCARD = HABIT_WITH_LIKE + 2 * 10 * 2 * OTHERS, /* by face, next: a card left on the table */
    HABIT_DISCARD_LIKE = HABIT_DISCARD + FACES * 2,        /* by rank, side, others: the same */
    HABIT_STAGE = HABIT_DISCARD_LIKE + 10 * 2 * OTHERS,    /* by discard, equal or sum, cards left in the hand */
    HABIT_LAY = HABIT_STAGE + 3 * 10,                      /* by face, how many more are held: the opening card */
    HABIT_SWEEP = HABIT_LAY + FACES * 3,                   /* by cards left in the hand */
    HABIT_SUM = HABIT_SWEEP + 10,                          /* by next, sum of the table left up to 20 */
    /* One card could sweep what is left: by next, unseen cards of that rank, late, cards lying up to 3. */
    HABIT_LEAVE = HABIT_SUM + 2 * 21,
    HABIT_LEAVE_HELD = HABIT_LEAVE + 2 * 5 * 3 * 4, /* by next, cards of that rank held up to 2 */
    HABIT_OPEN = HABIT_LEAVE_HELD + 2 * 3,          /* by next, rank, unseen: a sum left that this rank takes */
    HABIT_HERALD = HABIT_OPEN + 2 * 10 * 4,         /* by suit, late: this Herald decides the teams */
    HABITS = HABIT_HERALD + SUITS * 3
};

/* The worths: one set for each way in which teams may stand. */
enum { HABIT_UNIT = 256, HABIT_SETS = TEAMS_PAIRS + 1 }; /* a worth of 1 in the table */
extern const int16_t primiera_habits[HABIT_SETS][HABITS];

enum { HABIT_FEATURES_MAX = 48 };

/* The features of a move; returns how many. For the learner. */
int habits_features(const Primiera *p, int actor, Move move, uint16_t features[HABIT_FEATURES_MAX]);

/* The weights of the listed moves, above 0 and at most 1; the heaviest has 1. */
void habits_weigh(const State *state, int actor, const Move *moves, int count, float *weights);

#endif
