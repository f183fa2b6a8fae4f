/* What a hand of Primo promises, and who is likely to win.
 *
 * The promise of a hand for a length is how soon a word of that length can be laid from it: 1 if at once, less by a fifth for
 * every turn that it takes. It is a sum over the letters kept and over their pairs, so that it takes a tenth of a microsecond
 * and no word is looked up. The chance to win is softmax over what speaks for each side: words written, Crayons and Gommes,
 * special cards, and the promise for what is missing. All weights were learnt from self-play (tools/learn/primo.c). */
#ifndef ARALDO_BOTS_PRIMO_VALUE_H
#define ARALDO_BOTS_PRIMO_VALUE_H

#include "games/primo/primo.h"

enum {
    PRIMO_SHORTEST = 3,
    PRIMO_PROMISES = PRIMO_LETTERS - PRIMO_SHORTEST + 1, /* lengths that are promised */
    PRIMO_KINDS = ALPHABET + 1,                          /* letters and the star */
    PRIMO_PAIRS = PRIMO_KINDS * (PRIMO_KINDS - 1) / 2,
    PRIMO_COPIES = 2,     /* the first card of a kind, and each further one */
    PRIMO_WEIGHT = 1000,  /* weights are in thousandths */
    PRIMO_TABLES = 4,     /* two players, more; both again in the extreme game */
    PRIMO_TERMS_MAX = 32, /* that hold for a seat at a time */
};

/* What counts for a seat or its side; the places of the weights. */
enum {
    TERM_WRITTEN,                    /* which lengths the side has written: sixteen */
    TERM_STATUS = TERM_WRITTEN + 16, /* nothing to write with, a Crayon, a Gomme and a word to erase, a Gomme */
    TERM_CRAYON = TERM_STATUS + 4,   /* in hand, by status */
    TERM_SECOND = TERM_CRAYON + 4,   /* a second one in hand */
    TERM_SPECIAL,                    /* each star and special card in hand, from the star on */
    TERM_MARQUEUR = TERM_SPECIAL + PRIMO_FACES - STAR, /* before the seat */
    TERM_CAFETIERE,
    TERM_PAUSED,
    TERM_WAIT,       /* turns of others before its own, in parts of a round */
    TERM_STARS_LAID, /* in its words */
    TERM_STRENGTH,   /* of its words, in the extreme game */
    TERM_PROMISE,    /* by how many lengths are missing, and of which */
    PRIMO_TERMS = TERM_PROMISE + PRIMO_LENGTHS * PRIMO_LENGTHS,
};

typedef struct PrimoWeights {
    int16_t size[PRIMO_HAND_MAX + 1][PRIMO_PROMISES]; /* by how many letters and stars there are */
    int16_t card[PRIMO_KINDS][PRIMO_COPIES][PRIMO_PROMISES];
    int16_t pair[PRIMO_PAIRS][PRIMO_PROMISES];
    int16_t term[PRIMO_TABLES][PRIMO_TERMS];
} PrimoWeights;

extern const PrimoWeights primo_learnt; /* weights.c */

/* Of the weights for two different kinds. */
static inline int primo_pair(int low, int high) { return high * (high - 1) / 2 + low; }

/* For each length from three letters on, in thousandths. */
void primo_promises(const PrimoWeights *weights, const uint8_t hand[PRIMO_FACES], int promises[PRIMO_PROMISES]);
/* The sum over these lengths. */
int primo_promise(const PrimoWeights *weights, const uint8_t hand[PRIMO_FACES], Lengths lengths);

/* One term of what speaks for a side. */
typedef struct PrimoTerm {
    int at;
    float times;
} PrimoTerm;

/* The weights' table for this game. */
int primo_table(const Primo *p);
/* What holds for a seat of a full state; the words written count with the first seat of a side. */
int primo_terms(const PrimoWeights *weights, const Primo *p, int seat, PrimoTerm terms[PRIMO_TERMS_MAX]);
/* Each side's chance to win, at the place of its first seat (primo_team); the others' are 0. Not for solo. */
void primo_chances(const PrimoWeights *weights, const Primo *p, float chances[SEATS_MAX]);

#endif
