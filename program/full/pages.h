/* Pages of text about a match, for the pager: help, score with its chart, and the whole log. */
#ifndef ARALDO_PROGRAM_FULL_PAGES_H
#define ARALDO_PROGRAM_FULL_PAGES_H

#include "program/place.h"

/* A line of the help: keys, and a message that says what they do. */
typedef struct HelpLine {
    const char *keys, *does;
} HelpLine;

/* The lines, ended by one without keys, and the signs of the game. */
void pages_help(const Place *place, const HelpLine *lines, Text *text);
/* Texts that the caller frees; NULL if there is not enough memory. */
char *pages_score(const Place *place);
char *pages_log(const Place *place);

#endif
