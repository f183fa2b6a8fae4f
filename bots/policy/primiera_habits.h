/* Habits: what a sensible player of Primiera tends to do, as a weight for each legal move.
 *
 * A move has a handful of features (what it takes, what it leaves, what the player keeps); the weight is the exponential of
 * the sum of what each feature is worth. The worths are learnt: tools/learn_habits.c plays a bot against itself and fits
 * them to what it chose. Only what the player sees is looked at. Search uses habits to play rounds out and to decide which
 * moves to try first. */
#ifndef ARALDO_BOTS_POLICY_PRIMIERA_HABITS_H
#define ARALDO_BOTS_POLICY_PRIMIERA_HABITS_H

#include "games/primiera.h"

/* Cards are told apart by rank and by being coins or not. */
enum { FACES = 2 * PRIMIERA_RANKS };

/* The features, each the first of a block. */
enum {
    HABIT_TAKE = 0,                      /* by face: a card taken from the table */
    HABIT_WITH = HABIT_TAKE + FACES,     /* by face: the card that takes */
    HABIT_DISCARD = HABIT_WITH + FACES,  /* by face: a card left on the table */
    HABIT_LAY = HABIT_DISCARD + FACES,   /* by face: the opening card */
    HABIT_SWEEP = HABIT_LAY + FACES,     /* by cards left in the hand, from 0 to 2 or more */
    /* The table left sums to a rank that one card can sweep: by who plays next (0 other, 1 partner) and unseen cards of the
     * rank. */
    HABIT_LEAVE = HABIT_SWEEP + 3,
    HABIT_LEAVE_OWN = HABIT_LEAVE + 2 * 5, /* the same, by own cards of that rank, 0 or more */
    /* By the way (0 left on the table, 1 takes its equal, 2 takes a sum), the dealer's side or not, others of the rank in the
     * hand or not, and how many are unseen: pairs kept and broken. */
    HABIT_PAIR = HABIT_LEAVE_OWN + 2,
    HABIT_STAGE = HABIT_PAIR + 3 * 2 * 2 * 4, /* by the way and the cards left in the hand, from 0 to 3 or more */
    HABIT_HERALD = HABIT_STAGE + 3 * 4,       /* by suit: this Herald decides the teams */
    HABITS = HABIT_HERALD + SUITS
};

/* Two sets of worths: for players with a partner, and for players without (yet). */
typedef enum { HABITS_ALONE, HABITS_PAIRED, HABIT_SETS } HabitSet;

enum { HABIT_UNIT = 256 }; /* a worth of 1 in the table */
extern const int16_t primiera_habits[HABIT_SETS][HABITS];

enum { HABIT_FEATURES_MAX = 32 };

/* Which set the player to move follows, and the features of a move; returns how many. For the learner. */
HabitSet habits_set(const Primiera *p);
int habits_features(const Primiera *p, int actor, Move move, uint8_t features[HABIT_FEATURES_MAX]);

/* The weights of the listed moves, above 0 and at most 1; the heaviest has 1. */
void habits_weigh(const State *state, int actor, const Move *moves, int count, float *weights);

#endif
