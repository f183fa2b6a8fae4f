/* Memory: what a player of Primiera remembers of the round, card by card.
 *
 * A view shows where the cards are, not who played what on which table. Each play shows one new card, so the plays between two
 * views of the same seat can be reconstructed: the memory looks for a sequence of legal plays that leads from one to the
 * other. If two sequences do, either will serve (which of two threes took the other). A view that does not continue the last
 * one, because it is from another game or comes after too long a gap, starts a new memory. */
#ifndef ARALDO_BOTS_PRIMIERA_MEMORY_H
#define ARALDO_BOTS_PRIMIERA_MEMORY_H

#include "games/primiera/primiera.h"

enum { PLAYS_MAX = ITALIAN_CARDS, GAP_MAX = 8 };

/* What the seat saw when a card was played, and the play; `before.turn` played it. Only the hands the viewer sees are filled
 * in. */
typedef struct Play {
    Primiera before;
    Move move;
} Play;

typedef struct Memory {
    bool begun;
    Primiera last; /* the view seen last */
    int count;
    Play plays[PLAYS_MAX]; /* of this round, oldest first */
} Memory;

/* Takes in what a seat sees now. */
void memory_observe(Memory *memory, const Primiera *view);

#endif
