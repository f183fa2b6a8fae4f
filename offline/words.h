/* The memory of the French words: empty until the worker has read their file into it. tools/lexicon_build.c defines both. */
#ifndef ARALDO_OFFLINE_WORDS_H
#define ARALDO_OFFLINE_WORDS_H

#include <stddef.h>

extern unsigned char words_memory[];
extern const size_t words_length;

#endif
