/* Builds a Lexicon from a list of words, at build time for the program's own and at run time for another list.
 *
 * The words, in any order and with duplicates, become a minimal automaton in one pass over their alphabetical order (Daciuk,
 * Mihov, Watson and Watson, "Incremental construction of minimal acyclic finite-state automata", 2000). The same words give
 * the same bytes, whatever their order. */
#ifndef ARALDO_LEXICON_BUILDER_H
#define ARALDO_LEXICON_BUILDER_H

#include "lexicon/lexicon.h"

enum {
    BUILDER_WORDS_MAX = 1 << 21,       /* fifteen edges each at worst, which a place's base can still count */
    LEXICON_FILE_BYTES_MAX = 1 << 25,  /* of a word list */
    LEXICON_PATTERNS_MAX = UINT16_MAX, /* ways to set accents */
};

/* Of two forms with the same letters and equally many marks, the one with the lower rank represents both. */
typedef enum { RANK_HEADWORD, RANK_INFLECTED } WordRank;

typedef struct WordForm {
    Spelling spelling;
    WordRank rank;
} WordForm;

typedef struct Builder {
    WordForm *forms;
    uint32_t count, capacity;
} Builder;

Builder builder_init(void);
void builder_release(Builder *builder);
/* Adds a word of 2 to 15 letters. */
bool builder_add(Builder *builder, const Spelling *spelling, WordRank rank, Error *error);
/* The lexicon of all words added, in one block for lexicon_free; NULL with a clear line if there is none. */
Lexicon *builder_finish(Builder *builder, Error *error);

/* A word list: UTF-8, one word per line, either case, with or without accents. Empty lines and words that are too short or
 * too long to be laid are passed over; anything but letters in a line makes the list bad. `name` is for the error's line. */
Lexicon *lexicon_parse(Span text, const char *name, Error *error);
Lexicon *lexicon_load(const char *path, Error *error);
void lexicon_free(Lexicon *lexicon);

#endif
