/* Lessons, puzzles, reviews, practice and trainers as JSON: what web/teach/ shows.
 *
 * Everything is written piece by piece to an Out. On bad input there is one clear line, and what was written before it must be
 * discarded. The shapes are web/teach/teach.d.ts. */
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
/* Which of this many puzzles is the one for a day, from 0. */
bool page_puzzle_of_day(Span day, int64_t count, Out out, Error *error);

/* The names of a deal of the day. */
typedef struct DealWords {
    Span game, day, board;
} DealWords;

/* The table of a deal of the day after `moves`, which are separated by spaces; then the person's `move`, unless it is empty,
 * and what the bots answer. */
bool page_deal(const DealWords *words, Span moves, Span move, Out out, Error *error);
/* The lines of the record of a match that these moves have ended. */
bool page_deal_record(const DealWords *words, Span moves, Out out, Error *error);
/* What `strong` makes of the deal. */
bool page_deal_rival(const DealWords *words, Out out, Error *error);
/* Which board is a person's. */
bool page_deal_board(Span person, Span day, Out out, Error *error);

/* A review of one seat of a finished match, step by step. */
typedef struct PageReview PageReview;
/* Reads the record and tells the match: game, seats, the seat that is reviewed and how many steps it will take. `seat` is -1
 * for the first person's. NULL, with one clear line, if it cannot be reviewed. */
PageReview *page_review_open(Span record, int seat, Out out, Error *error);
/* Takes the next step and tells what came of it: a decision, or after the last step the luck. */
void page_review_step(PageReview *page, Out out);
void page_review_free(PageReview *page);

/* A game played on from a position (teach/practice.h). */
typedef struct PagePractice PagePractice;
/* Tells the table as the person sees it; NULL, with one clear line, if it cannot be played. */
PagePractice *page_practice_open(Span position, int seat, Span level, const ChanceKey *key, Out out, Error *error);
void page_practice_free(PagePractice *page);
/* The person's move, or that of the next bot: its events and the table after it. */
bool page_practice_move(PagePractice *page, Span move, Out out, Error *error);
bool page_practice_bot(PagePractice *page, Out out, Error *error);
/* What strong would play for the person, and why. */
bool page_practice_hint(PagePractice *page, Out out, Error *error);
/* The position before a move of a record, counted from 1, and whose move it is. */
bool page_position(Span record, int move, Out out, Error *error);

/* A question about odds in Primero with its answer (teach/odds.h). */
bool page_odds(const ChanceKey *key, Out out, Error *error);
/* Letters to lay a word of (teach/words.h), and what a word laid of them is worth. */
bool page_letters(const ChanceKey *key, Out out, Error *error);
bool page_word(Span letters, Span word, Out out, Error *error);

/* ---- for the other files of this folder */

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

/* NULL, with the error set, if memory runs out. */
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
