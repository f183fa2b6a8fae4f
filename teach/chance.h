/* The chance to win a match, as a review states it: what `strong` expects, corrected by how often such expectations came true.
 *
 * A bot's expectation only has to rank moves. What people are told must be right as a number: of the positions called 70 %,
 * seven in ten are won. tools/learn/review.c plays matches of mixed levels and fits, for each game, a line
 * between the log odds that were expected and those that came true (Platt, "Probabilistic outputs for support vector machines",
 * 1999); tests/teach/test_calibration.c checks it on other matches. docs/review.md has the figures. */
#ifndef ARALDO_TEACH_CHANCE_H
#define ARALDO_TEACH_CHANCE_H

#include "bots/bot.h"

/* The bot's own number as a chance to win, not corrected: its chance as it is; coins of a deal by the purses they lead to. */
double chance_expected(const Game *game, const View *view, int seat, ExpectationKind kind, double value);
/* The chance to win the match with a move that is expected to bring this. */
double chance_to_win(const Game *game, const View *view, int seat, ExpectationKind kind, double value);

#endif
