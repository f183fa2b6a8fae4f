/* A report on a finished match: what each decision cost, and how much of the result was luck. */
#ifndef ARALDO_PROGRAM_REVIEW_H
#define ARALDO_PROGRAM_REVIEW_H

#include <stdio.h>

#include "core/language.h"
#include "core/text.h"

typedef struct Report Report;

/* The match-th match of a file, from 1; for one seat, or with -1 for all people in it. NULL with one clear line. */
Report *report_open(const char *path, int match, int seat, Error *error);
void report_free(Report *report);
/* Does a part of the work; false when all is done. How many parts there are, and how many of them are done: */
bool report_step(Report *report);
int report_count(const Report *report);
int report_done(const Report *report);
/* Writes it for people, once all is done. */
void report_write(Report *report, Language language, FILE *out);

#endif
