/* The others: pairs of ordinary people who play against each other while somebody attacks the room. */
#ifndef ARALDO_TESTS_ATTACKS_OTHERS_H
#define ARALDO_TESTS_ATTACKS_OTHERS_H

#include "tests/attacks/attack.h"

enum { OTHERS_MOVES_MAX = 20000 };

typedef struct OthersPair {
    Guest guests[2];
    Peer peer;
    char source[24];
    char table[32];
    int moves, keys;
} OthersPair;

typedef struct Others {
    OthersPair pairs[OTHERS_PAIRS];
    double times_ms[OTHERS_MOVES_MAX]; /* from each move to its acknowledgement */
    int count;
} Others;

/* False if somebody is refused. */
bool others_open(Others *others, const Peer *peer, Report *report);
void others_release(Others *others);
/* Plays so many moves at each of the tables, a pause of `pause_ms` after each. False if one is not acknowledged. */
bool others_play(Others *others, int moves, int pause_ms, Report *report);
/* Of the times measured since the last call of others_forget; `share` from 0 to 1. */
double others_percentile(Others *others, double share);
void others_forget(Others *others);

#endif
