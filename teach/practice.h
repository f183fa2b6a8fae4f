/* Practice: playing on from any position, one seat by a person and all others by bots of one level.
 *
 * The position may be a whole state or what one seat sees; then the hidden cards are drawn among those that fit it. Nothing is
 * recorded, because a record begins with a deal. */
#ifndef ARALDO_TEACH_PRACTICE_H
#define ARALDO_TEACH_PRACTICE_H

#include "bots/bot.h"

enum { PRACTICE_SEAT_ANY = -1 };

typedef struct Practice {
    const Game *game;
    StateRoom state;
    int seat; /* the person's */
    int people;
    uint64_t turns; /* that bots have taken */
    ChanceKey key;
    Bot *bot;
} Practice;

/* `seat` PRACTICE_SEAT_ANY is the seat that the position is seen from, or else the first that is to act. False with one clear
 * line, and nothing to release, if the text is not a position of a game, if the match is over there, or if there is no such
 * seat or level. */
bool practice_init(Practice *practice, Span position, int seat, Span level, const ChanceKey *key, Error *error);
void practice_release(Practice *practice);

/* The seat of the bot or robot that is to act now; -1 if it is the person's turn, or nobody's. */
int practice_next(const Practice *practice);
/* Plays for the seat that practice_next names. */
void practice_bot(Practice *practice, int actor, EventSink *sink);
/* Plays the person's move; false with one clear line if it is not legal, and nothing changes. */
bool practice_move(Practice *practice, Span move, EventSink *sink, Error *error);

#endif
