/* The deal of the day: for each game and day a few boards, the same for everybody, against the same bots with the same dice.
 *
 * Everything follows from the names of game, day and board: the table's key, the options, the bots and their dice. A bot is
 * asked as if it had not sat at the table before, so its move depends on nothing but the moves so far. So a match can be left
 * and resumed anywhere, and anyone who has its record can replay it to check that it is genuine. docs/daily.md explains the
 * choices. */
#ifndef ARALDO_TEACH_DAILY_H
#define ARALDO_TEACH_DAILY_H

#include "bots/bot.h"
#include "record/record.h"

enum {
    DAILY_BOARDS = 4,             /* of a day, numbered from 1 */
    DAILY_SEAT = 0,               /* the person's */
    DAILY_MOVES_MAX = 4000,       /* of a match that is verified, */
    DAILY_RECORD_MAX = 128 << 10, /* and bytes of its record */
    DAILY_DAY_TEXT_MAX = 11,      /* "2026-11-18" and its zero byte */
};
#define DAILY_PERSON "you"
#define DAILY_BOT "medium"
#define DAILY_RIVAL "strong" /* its result is shown next to everybody's */

typedef struct DailyDeal {
    const Game *game;
    int day;   /* since 1970-01-01 */
    int board; /* from 1 */
} DailyDeal;

/* A day as 2026-11-18, from 2000 to 9999. */
bool daily_read_day(Span text, int *day, Error *error);
void daily_write_day(int day, Text *text);
/* A month as 2026-11: its first and last day. */
bool daily_read_month(Span text, int *first, int *last, Error *error);
/* False with a clear line if there is no such game, day or board. */
bool daily_read(DailyDeal *deal, Span game, Span day, Span board, Error *error);
/* Which board a person plays first on that day: people who talk to each other mostly have different ones. */
int daily_board_of(Span person, int day);
ChanceKey daily_key(const DailyDeal *deal);

typedef struct DailyMatch {
    DailyDeal deal;
    RecordHeader header;
    StateRoom state;
    Past past;
    uint32_t turn;
    Bot *bot;       /* asked for every seat that a bot fills */
    EventSink sink; /* passes events on, and notices rounds */
    EventSink *out; /* NULL: to nobody */
    bool round_began;
} DailyMatch;

/* Deals. `out`, which may be NULL, gets every event of the match. On false there is nothing to release. */
bool daily_begin(DailyMatch *match, const DailyDeal *deal, EventSink *out, Error *error);
void daily_release(DailyMatch *match);
/* Whose move is next: bots do not wait for the person. -1 if the match is over. */
int daily_actor(const DailyMatch *match);
/* What the next actor plays, if it is not the person. */
Move daily_choice(DailyMatch *match);
/* Plays the next actor's move. False with a clear line, and nothing changed, if it is not legal. */
bool daily_play(DailyMatch *match, Move move, Error *error);
/* How far the person's side is ahead of the best other side: the result, once the match is over. */
int daily_score(const DailyMatch *match);

/* What `strong` makes of the deal from the person's seat. */
bool daily_rival(const DailyDeal *deal, int *score, Error *error);

/* Does the file hold one finished record of exactly this deal, in which the bots made the moves they would make? If so, gives
 * the person's result; otherwise false with one clear line. */
bool daily_verify(const DailyDeal *deal, FILE *file, int *score, Error *error);

static inline const State *daily_state(const DailyMatch *match) { return (const State *)(const void *)match->state.bytes; }

#endif
