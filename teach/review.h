/* Review: what each decision of a finished match cost, judged by what its seat could know at the time.
 *
 * For every decision `strong`, with twice its budget, looks at the view of the seat that made it and remembers what that seat
 * saw, as it would at the table; it gets nothing else from the record. Its favourites and the move that was made are then tried
 * on the same deals, and the difference in the chance to win is the cost. Thresholds are measured: docs/review.md. The work is
 * done step by step, so that the caller can show progress or stop. */
#ifndef ARALDO_TEACH_REVIEW_H
#define ARALDO_TEACH_REVIEW_H

#include "bots/bot.h"
#include "teach/recording.h"

typedef enum {
    VERDICT_FINE,
    VERDICT_ONLY,    /* the best, and every other move would have been a mistake */
    VERDICT_MISTAKE, /* costs as much as one in twenty of medium's decisions */
    VERDICT_BLUNDER, /* as much as one in a hundred */
    VERDICTS
} Verdict;

typedef struct Decision {
    int index; /* of the move in the recording */
    int seat;
    Move played, best;   /* equal where nothing better was found */
    float before, after; /* the chance to win with the best move, and with the move that was made */
    float cost;          /* the difference */
    float coins;         /* the same in coins of the deal, where the game is for coins */
    float error;         /* of the cost */
    ExpectationKind kind;
    float expected; /* of the move that was made: as the bot says it, in the unit of `kind` */
    Verdict verdict;
} Decision;

typedef struct Review {
    const Recording *recording; /* the caller's */
    Bot *judge;
    int count, done; /* decisions: all, and those judged so far */
    Decision *decisions;
} Review;

/* How long the judge thinks, in percent of what `strong` has at a table to choose, and as much again to compare. So that a seat's review
 * takes no more than 20 s, each of more than sixty decisions gets less, but together still more than `strong` has. */
enum { REVIEW_FITTING = 0 };
int review_percent(int decisions);

/* Lists the decisions of these seats: where there was a choice. `percent` is usually REVIEW_FITTING. False with one clear line if
 * nobody can judge this game. */
bool review_init(Review *review, const Recording *recording, SeatSet seats, int percent, Error *error);
void review_release(Review *review);
/* Judges the next decision; false when all are judged. */
bool review_step(Review *review);
/* Judges one of the listed decisions alone. */
void review_judge(const Review *review, Decision *decision);

/* "mistake" …, as JSON has it. */
const char *verdict_name(Verdict verdict);
/* The costliest mistakes of a seat among those judged, costliest first; returns how many. */
int review_costliest(const Review *review, int seat, const Decision **worst, int capacity);

#endif
