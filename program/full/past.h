/* Past matches on the full screen: listing, continuing, reading, verifying and deleting them, and what they add up to. */
#ifndef ARALDO_PROGRAM_FULL_PAST_H
#define ARALDO_PROGRAM_FULL_PAST_H

#include "program/full/full.h"
#include "program/keep.h"

/* Lists the kept matches. True with a path if the person wants to continue one. */
bool past_matches(Full *full, char *path, size_t capacity);
/* How many matches of each game were finished and won, and the best results at solo Primo. */
void past_statistics(Full *full);
/* "Primiera · Heralds". */
void past_name(const RecordHeader *header, Language language, Text *text);

#endif
