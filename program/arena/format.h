/* The format of arena files: lines of JSON, described in docs/strength/method.md.
 *
 * The first line says what is played, and is the same byte for byte in all files of a match; each other line is one deal of one
 * pair of bots. */
#ifndef ARALDO_PROGRAM_ARENA_FORMAT_H
#define ARALDO_PROGRAM_ARENA_FORMAT_H

#include "program/arena/arena.h"

enum { ARENA_FORMAT = 1 };

/* Where the names of a plan that was read are kept. */
typedef struct ArenaNames {
    char bots[ARENA_BOTS_MAX][ARENA_NAME_MAX];
    char reference[ARENA_NAME_MAX];
} ArenaNames;

typedef struct DealLine {
    int bots[2];
    DealResult result;
    Error reasons[2]; /* of forfeits; empty where there is none, or the line does not tell */
} DealLine;

/* Is it UTF-8 without control characters, as names and reasons are? */
bool arena_is_plain(const char *words);

/* Without their newlines. What is read is refused whole if anything is wrong with it. */
void arena_plan_write(const ArenaPlan *plan, Text *text);
bool arena_plan_read(Span line, ArenaPlan *plan, ArenaNames *names);
void arena_deal_write(const ArenaPlan *plan, const DealLine *line, Text *text);
bool arena_deal_read(const ArenaPlan *plan, Span words, DealLine *line);

#endif
