/* The contract of core/game.h as a test for any game.
 * It plays random matches and checks every promise at every step or, where that is slow, every few steps. Failures name the
 * setting, the seed, the turn and the position. */
#ifndef ARALDO_TESTS_GAMES_CONTRACT_H
#define ARALDO_TESTS_GAMES_CONTRACT_H

#include "tests/support/report.h"
#include "tests/support/settings.h"
#include "tests/support/told.h"

typedef struct ContractEffort {
    uint64_t seed_first;
    int games;
    int moves_min;    /* goes on with further games until so many moves were played */
    int deep_every;   /* all that is slow is checked at one position in so many */
    int listen_every; /* what each seat is told is checked at one move in so many; the record at all */
} ContractEffort;

typedef struct ContractTally {
    long games, moves, deep;
    long together;           /* positions in which several could act */
    long texts, texts_taken; /* positions with errors put into their text, and those that could be all the same */
} ContractTally;

/* Plays the setting's games; false with the report filled if a promise is broken. */
bool contract_setting(const Setting *setting, const ContractEffort *effort, ContractTally *tally, Report *report);

/* One such match under way, for the files that check it. */
typedef struct Contract {
    const Game *game;
    const Setting *setting;
    Report *report;
    ContractTally *tally;
    const ContractEffort *effort;
    uint64_t seed;
    int turn;
    char where[SETTING_TEXT_MAX + 64]; /* setting, seed and turn in words */
    ChanceKey key;
    Chance dice; /* the test's own choices */
    Move *moves, *others;
    Told told;
    Told again; /* hears only what records hear */
    Outcomes outcomes;
} Contract;

/* Fails with where it was; `state` may be NULL. */
bool contract_fail(Contract *contract, const State *state, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Everything that must hold in one position, whatever was played (contract_state.c). */
bool contract_state(Contract *contract, const State *state);
/* Lists the actor's moves into `moves`, which has room for moves_max and a guard: -1 after a failure. */
int contract_moves(Contract *contract, const State *state, int actor, Move *moves);
/* Prints, parses back, compares. */
bool contract_text(Contract *contract, const State *state, const char *what);

enum { CONTRACT_GUARD = 8 }; /* moves beyond the longest list that must stay untouched */

#endif
