/* Lessons and puzzles as JSON: what web/teach/ shows at its table.
 *
 * Everything is written piece by piece to an Out. On bad input there is one clear line, and what was written before it is to be thrown
 * away. The shapes are web/teach/teach.d.ts. */
#ifndef ARALDO_TEACH_PAGE_PAGE_H
#define ARALDO_TEACH_PAGE_PAGE_H

#include "core/json.h"
#include "core/language.h"
#include "teach/lesson.h"

typedef struct Out {
    void *context;
    void (*write)(void *context, const char *bytes, size_t length);
} Out;

/* A lesson in one language: each step with what is seen, said and may be played, and what every right answer leads to. */
bool page_lesson(Span text, Language language, Out out, Error *error);

/* A line of puzzles/: the table as the seat sees it, the question, the best move and why. */
bool page_puzzle(Span line, Out out, Error *error);
/* Which of so many puzzles is that of a day, from 0. */
bool page_puzzle_of_day(Span day, int64_t count, Out out, Error *error);

/* ---- for the files beside this one */

/* A document under way. */
typedef struct Sheet {
    const Game *game;
    int seat; /* whose eyes everything is seen with */
    Out out;
    Json json;
    Text text;
    Move *moves;
    EventSink sink; /* writes events as the next elements of an open list */
    char bytes[1 << 17];
} Sheet;

/* NULL with a clear line if there is no memory. */
Sheet *sheet_open(Out out, Error *error);
void sheet_free(Sheet *sheet);
/* From here on it is about this game. */
bool sheet_about(Sheet *sheet, const Game *game, Error *error);
/* Hands over what is written so far. */
void sheet_flush(Sheet *sheet);
/* The fields `view`, `actors`, `points`, `legal`, `legal_more` and `winners` of a state. */
void sheet_state(Sheet *sheet, const State *state);
void sheet_move(Sheet *sheet, const char *key, const State *state, int actor, Move move);

#endif
