/* Questions about odds in Primero, each with its exact answer by counting.
 *
 * Either some cards of a hand are exchanged: how often does it end in a certain hand or better? Or four cards are kept: how
 * often do they beat four others? Only the player's own cards are seen, so the other 36 are all equally likely. */
#ifndef ARALDO_TEACH_ODDS_H
#define ARALDO_TEACH_ODDS_H

#include "games/primero/primero.h"

typedef enum { ODDS_DRAW, ODDS_BEAT, ODDS_KINDS } OddsKind;

typedef struct Odds {
    OddsKind kind;
    PrimeroSet hand;       /* four cards */
    PrimeroSet thrown;     /* ODDS_DRAW: those exchanged */
    PrimeroType goal;      /* ODDS_DRAW: this or better */
    int good, all;         /* favourable ways, out of all */
    int types[HAND_TYPES]; /* ODDS_DRAW: how often each type comes; ODDS_BEAT: how many of the others' hands of each type */
} Odds;

/* A question whose answer is neither certain nor hopeless. */
void odds_ask(Odds *odds, Chance *chance);
/* Counts the answer: fills good, all and types from the rest. */
void odds_count(Odds *odds);

#endif
