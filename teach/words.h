/* Letters to lay a word of, as Primo deals them: which words there are, and the longest. */
#ifndef ARALDO_TEACH_WORDS_H
#define ARALDO_TEACH_WORDS_H

#include "core/chance.h"
#include "lexicon/rack.h"

enum { LETTERS_DEALT = 7, LETTERS_SHORTEST = 3, LETTERS_WORTH = 5 };

typedef struct Letters {
    char letters[LETTERS_DEALT + 1]; /* as they were dealt, with a zero byte */
    int longest;                     /* letters of the longest words */
    int counts[LETTERS_DEALT + 1];   /* how many words there are of each length */
} Letters;

/* Deals letters of Primo's pack that have a word of at least LETTERS_WORTH letters. */
void letters_deal(Letters *letters, Chance *chance);
/* Counts the words of letters 'A' to 'Z', at most LETTERS_DEALT; false with one clear line if they are not such. */
bool letters_count(Letters *letters, Span dealt, Error *error);
Rack letters_rack(const Letters *letters);
/* Can the word, as spelling_parse gives it, be laid of them? It need not be in the list. */
bool letters_fit(const Letters *letters, const Spelling *word);

#endif
