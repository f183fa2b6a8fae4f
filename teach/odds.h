/* Questions about odds in Primero, each with its exact answer by counting.
 *
 * Either a hand is held and some of it exchanged: how often does it end in a certain hand or better? Or four cards are held: how
 * often do they beat four others? Nothing but one's own cards is seen, so all of the other 36 are equally likely. */
#ifndef ARALDO_TEACH_ODDS_H
#define ARALDO_TEACH_ODDS_H

#include "games/primero/primero.h"

typedef enum { ODDS_DRAW, ODDS_BEAT, ODDS_KINDS } OddsKind;

typedef struct Odds {
    OddsKind kind;
    PrimeroSet hand;       /* four cards */
    PrimeroSet thrown;     /* ODDS_DRAW: those exchanged */
    PrimeroType goal;      /* ODDS_DRAW: this or better */
    int good, all;         /* of so many ways */
    int types[HAND_TYPES]; /* ODDS_DRAW: how often each type comes; ODDS_BEAT: how many of the others' hands of each type */
} Odds;

/* A question whose answer is neither certain nor hopeless. */
void odds_ask(Odds *odds, Chance *chance);
/* Counts the answer: fills good, all and types from the rest. */
void odds_count(Odds *odds);

#endif
