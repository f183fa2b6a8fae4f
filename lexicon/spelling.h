/* Spelling: a word as people write it, folded to the letters laid on the table.
 *
 * The letters are A to Z alone: accents are dropped, Œ is OE, Æ is AE (rules of Primo, "Words"). What was dropped is kept as
 * a mark on its letter, so that letters and marks together give back the written form. */
#ifndef ARALDO_LEXICON_SPELLING_H
#define ARALDO_LEXICON_SPELLING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

enum {
    WORD_LETTERS_MIN = 2,
    WORD_LETTERS_MAX = 15,
    WORD_TEXT_MAX = 2 * WORD_LETTERS_MAX + 1, /* a written form as UTF-8, zero byte included */
    ALPHABET = 26,
};

/* A diacritic on a letter. A ligature joins its letter with the next one. At most sixteen: the word graph packs a mark and
 * the place of its letter into a byte. */
typedef enum {
    MARK_NONE,
    MARK_GRAVE,
    MARK_ACUTE,
    MARK_CIRCUMFLEX,
    MARK_TILDE,
    MARK_DIAERESIS,
    MARK_RING,
    MARK_CEDILLA,
    MARK_MACRON,
    MARK_BREVE,
    MARK_OGONEK,
    MARK_DOT,
    MARK_CARON,
    MARK_STROKE,
    MARK_DOUBLE_ACUTE,
    MARK_LIGATURE,
} Mark;

typedef struct Spelling {
    int length;
    char letters[WORD_LETTERS_MAX + 1]; /* 'A' to 'Z', then zero bytes */
    uint8_t marks[WORD_LETTERS_MAX];    /* a Mark each; zero after the last letter */
} Spelling;

typedef enum { SPELLING_GOOD, SPELLING_NOT_LETTERS, SPELLING_TOO_LONG } SpellingResult;

/* Reads UTF-8 in either case, accents composed or combining. Only Latin letters are letters: no hyphen, apostrophe, digit
 * or space. A good spelling may still be shorter than a word (or empty). */
SpellingResult spelling_parse(Spelling *spelling, Span text);
/* The written form: lower case with its accents. */
void spelling_print(const Spelling *spelling, Text *text);
/* How many letters carry a mark. */
int spelling_marks(const Spelling *spelling);

/* Takes the next character off the front of `rest`; false at the end, or where the bytes are not UTF-8. */
bool utf8_next(Span *rest, uint32_t *code);

#endif
