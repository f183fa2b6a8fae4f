/* The lexicon: all words of a language as a minimal acyclic automaton that never changes.
 *
 * Edges are in one array of 32-bit words. The edges of a node share a base, and the edge for a letter is at base + letter;
 * nodes are shifted against each other until their edges interlock (row displacement, Tarjan and Yao 1979), and as no two
 * nodes have the same base, an edge that carries the wanted letter in the wanted slot is the wanted edge. So a step costs one
 * load and no search. Words are numbered in alphabetical order; the number leads to the written form with its accents.
 *
 * A Lexicon is read only: any number of threads may share one. */
#ifndef ARALDO_LEXICON_LEXICON_H
#define ARALDO_LEXICON_LEXICON_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "lexicon/spelling.h"

/* A place in the graph: the edge walked last. Letters are counted from A = 1; 0 is no letter. */
typedef uint32_t Place;
enum {
    PLACE_LETTER = 0x1F,  /* the letter walked */
    PLACE_WORD = 1 << 5,  /* a word ends here */
    PLACE_BASE_SHIFT = 6, /* where the next edges are; base 0 has none */
};

/* What a node says about itself, at its base: which letters can follow, which of them end a word, and how far away words
 * end. */
typedef uint64_t Node;
enum {
    NODE_ENDS_SHIFT = 26,     /* bits 0 to 25: letters A to Z that go on; from here: those that end a word */
    NODE_DISTANCE_SHIFT = 52, /* from here: bit k is set where a word ends k + 1 letters on, */
    NODE_DISTANCE_BITS = 12,  /* the last bit for that distance and all beyond */
};
#define LETTERS_ALL ((1u << ALPHABET) - 1)

enum { SHORT_LETTERS_MAX = 7 /* no longer word is laid in Primo */ };

typedef struct Graph {
    Place root;          /* before the first letter */
    uint32_t slot_count; /* of edges and nodes */
    const Place *edges;
    const Node *nodes;
} Graph;

typedef struct Lexicon {
    uint32_t word_count;
    Graph words;           /* all of them */
    Graph short_words;     /* the words of at most SHORT_LETTERS_MAX letters again, separately: small enough for the cache */
    const uint32_t *skips; /* for each edge of `words`: the number of words below the edges before it at the same node */

    /* Written forms: a bit for each word that is written with marks, how many there are before each group of 64 words, the
     * pattern of each, and the patterns: bytes of place << 4 | mark, from one offset to the next. */
    uint32_t accented_count, pattern_count;
    const uint64_t *accented;
    const uint32_t *accented_before;
    const uint16_t *accented_patterns;
    const uint32_t *pattern_offsets; /* pattern_count + 1 */
    const uint8_t *pattern_bytes;
} Lexicon;

/* Made at build time from Debian's French dictionary (tools/lexicon_build.c). */
extern const Lexicon lexicon_french;

/* The place one letter ('A' to 'Z') further on in a graph; 0 if no word continues that way. */
static inline Place graph_step(const Graph *graph, Place place, char letter) {
    uint32_t code = (uint32_t)(letter - 'A' + 1);
    Place next = graph->edges[(place >> PLACE_BASE_SHIFT) + code];
    return (next & PLACE_LETTER) == code ? next : 0;
}

static inline bool place_is_word(Place place) { return place & PLACE_WORD; }

/* The letters that can follow a place, bit 0 for A. */
static inline uint32_t graph_letters(const Graph *graph, Place place) {
    return (uint32_t)graph->nodes[place >> PLACE_BASE_SHIFT] & LETTERS_ALL;
}

/* Is it a word? Other bytes than 'A' to 'Z' are allowed, but never make a word. */
bool lexicon_has(const Lexicon *lexicon, const char *letters, int length);
/* The word's number in alphabetical order, or -1. */
int64_t lexicon_index(const Lexicon *lexicon, const char *letters, int length);
/* The word of a number below word_count, with a zero byte; its length. */
int lexicon_word(const Lexicon *lexicon, uint32_t index, char letters[WORD_LETTERS_MAX + 1]);
/* Adds the word as it is written, in lower case. Where several words fold to the same letters, the plainest represents them
 * all: the one without accents, else the one with the fewest, else a headword before an inflected form. Adds nothing and
 * returns false if it is not a word. */
bool lexicon_accented(const Lexicon *lexicon, const char *letters, int length, Text *text);
/* A number for the whole list, FNV-1a over the written forms in alphabetical order: a different list has a different number. */
uint64_t lexicon_fingerprint(const Lexicon *lexicon);

#endif
