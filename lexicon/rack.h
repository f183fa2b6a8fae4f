/* The words that can be laid from a hand of letters and stars.
 *
 * A star is any letter (rules of Primo, "Specials", Étoile). A word search walks the graph and gives each word once, in
 * alphabetical order. A placement says which of a word's letters are stars: every set of positions such that the hand has the
 * letters for all the others and stars enough for these. A star may be used where the letter is held too, so that E R S and
 * four stars give about 39,000 placements of the 16,900 words of 3 to 6 letters. Nothing is allocated. */
#ifndef ARALDO_LEXICON_RACK_H
#define ARALDO_LEXICON_RACK_H

#include "lexicon/lexicon.h"

enum { RACK_CARDS_MAX = WORD_LETTERS_MAX, HAND_COUNT_BITS = 4 };

typedef struct Rack {
    uint8_t counts[ALPHABET];
    uint8_t stars;
} Rack;

/* Letters in either case, accents allowed, and `*` for stars; 1 to 15 of them together. */
bool rack_parse(Rack *rack, Span text, Error *error);
int rack_cards(const Rack *rack);
/* The fewest stars that the word needs from the rack, or -1 if it cannot be laid. Letters are 'A' to 'Z'. */
int rack_stars_needed(const Rack *rack, const char *letters, int length);

/* A set of word lengths: bit n stands for words of n letters. */
typedef uint32_t Lengths;
static inline Lengths lengths_between(int least, int most) { return (2u << most) - (1u << least); }

/* ---- all words of a rack */

/* The cards left during a search; each letter's count has its own bits in `cards`. */
typedef struct Hand {
    uint64_t cards;
    uint32_t held; /* letters of which there is a card, bit 0 for A */
    uint32_t stars;
} Hand;

/* A node on the way, with the hand that is left there. */
typedef struct SearchLevel {
    Hand hand;
    uint32_t base, untried, ends;
} SearchLevel;

typedef struct WordSearch {
    /* The word found, with a zero byte. */
    char letters[WORD_LETTERS_MAX + 1];
    int length;

    /* The search's own. */
    const Graph *graph;
    Lengths lengths; /* wanted, and no longer than the rack */
    int depth;
    uint8_t shifts[ALPHABET];
    uint16_t reach[WORD_LETTERS_MAX + 1]; /* by depth: at which distances a wanted word may end */
    SearchLevel levels[WORD_LETTERS_MAX + 1];
} WordSearch;

/* Begins a search for words of the wanted lengths. */
void word_search_init(WordSearch *search, const Lexicon *lexicon, const Rack *rack, Lengths lengths);
/* Finds the next word; false when there are no more. */
bool word_search_next(WordSearch *search);

/* How many words of the wanted lengths the rack gives: what word_search would find, faster. */
int rack_count(const Lexicon *lexicon, const Rack *rack, Lengths lengths);

/* The word of greatest weight: the sum over its letters that are not stars. Among equals, the first in alphabetical order.
 * False if the rack gives no word. Weights far enough apart make ranks: 256 for black, 16 for red, 1 for blue letters is the
 * strength of Primo's extreme game. */
bool rack_best(const Lexicon *lexicon, const Rack *rack, Lengths lengths, const uint16_t weights[ALPHABET],
               char letters[WORD_LETTERS_MAX + 1], int *weight);

/* ---- all placements of a word */

typedef struct PlacementSearch {
    uint32_t stars; /* the placement found: bit n is set where letter n is a star */

    /* The search's own. */
    const char *letters;
    int length;
    Rack rack;
    bool begun;
} PlacementSearch;

/* Begins with a word ('A' to 'Z'), which must outlive the search. */
void placement_search_init(PlacementSearch *search, const Rack *rack, const char *letters, int length);
/* Finds the next placement, each once, in a fixed order that begins with as few stars as the word needs; false when there
 * are no more. */
bool placement_search_next(PlacementSearch *search);

#endif
