/* The lexicon's lines of `araldo bench`: a figure a line, as name, value and unit. */
#ifndef ARALDO_PROGRAM_LEXICON_BENCH_H
#define ARALDO_PROGRAM_LEXICON_BENCH_H

#include <stdio.h>

/* Takes about three seconds. */
void lexicon_bench(FILE *out);

#endif
