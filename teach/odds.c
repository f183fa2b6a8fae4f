/* Deals questions about odds, and counts every way the unseen cards can fall. */
#include "teach/odds.h"

/* A question is worth asking if its answer is between these, in percent. */
enum { PERCENT_LEAST = 4, PERCENT_MOST = 92, THROWN_MAX = 3 };

static void count_hand(Odds *odds, PrimeroSet drawn) {
    int own = primero_hand_value(odds->hand);
    int value = primero_hand_value(odds->kind == ODDS_DRAW ? (odds->hand & ~odds->thrown) | drawn : drawn);
    odds->all++;
    odds->types[primero_type(value)]++;
    odds->good += odds->kind == ODDS_DRAW ? primero_type(value) >= odds->goal : own > value;
}

/* Every way to draw so many of the unseen cards. */
static void count_draws(Odds *odds, PrimeroSet drawn, PrimeroSet unseen, int cards) {
    if (cards == 0) {
        count_hand(odds, drawn);
        return;
    }
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) {
        PrimeroSet card = rest & -rest;
        count_draws(odds, drawn | card, rest & ~card, cards - 1);
    }
}

void odds_count(Odds *odds) {
    odds->good = odds->all = 0;
    for (int type = 0; type < HAND_TYPES; type++) odds->types[type] = 0;
    count_draws(odds, 0, PRIMERO_ALL_CARDS & ~odds->hand, odds->kind == ODDS_DRAW ? primero_count(odds->thrown) : PRIMERO_HAND);
}

static PrimeroSet some_of(PrimeroSet from, int count, Chance *chance) {
    PrimeroSet chosen = 0;
    while (primero_count(chosen) < count) {
        PrimeroSet rest = from & ~chosen;
        for (uint32_t skip = chance_below(chance, (uint32_t)primero_count(rest)); skip; skip--) rest &= rest - 1;
        chosen |= rest & -rest;
    }
    return chosen;
}

void odds_ask(Odds *odds, Chance *chance) {
    do {
        *odds = (Odds){.kind = (OddsKind)chance_below(chance, ODDS_KINDS)};
        odds->hand = some_of(PRIMERO_ALL_CARDS, PRIMERO_HAND, chance);
        odds->thrown = odds->kind == ODDS_DRAW ? some_of(odds->hand, 1 + (int)chance_below(chance, THROWN_MAX), chance) : 0;
        odds->goal = (PrimeroType)(HAND_PRIMERO + chance_below(chance, HAND_TYPES - HAND_PRIMERO));
        odds_count(odds);
        /* To throw away what is asked for would be foolish. */
        if (odds->kind == ODDS_DRAW && primero_type(primero_hand_value(odds->hand)) >= odds->goal) odds->good = 0;
    } while (100 * odds->good < PERCENT_LEAST * odds->all || 100 * odds->good > PERCENT_MOST * odds->all);
}
