/* Pages of text about a match, for the pager: help, score with its chart, and the whole log. */
#ifndef ARALDO_PROGRAM_FULL_PAGES_H
#define ARALDO_PROGRAM_FULL_PAGES_H

#include "program/sitting.h"

void pages_help(const Sitting *sitting, Text *text);
/* Texts that the caller frees; NULL if there is not enough memory. */
char *pages_score(const Sitting *sitting, const View *view);
char *pages_log(const Sitting *sitting);

#endif
