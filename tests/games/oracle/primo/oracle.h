/* A slow second opinion on Primo: the deck, the words of a hand, their strength, who may be hit by what, teams, the end.
 *
 * Written from the text of the rules alone and apart from the engine, with which it shares no line, so that the two can be
 * held against each other. Cards are characters, hands and piles are strings, words are found by trying every word of a
 * plain list with every placement of stars: where anything could be clever it is plain instead. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_PRIMO_ORACLE_H
#define ARALDO_TESTS_GAMES_ORACLE_PRIMO_ORACLE_H

#include <stdbool.h>

enum {
    ORACLE_PRIMO_SEATS_MAX = 6,
    ORACLE_PRIMO_DECK = 110,
    ORACLE_PRIMO_HAND = 6,      /* at the end of a turn, */
    ORACLE_PRIMO_HAND_SOLO = 7, /* and alone */
    ORACLE_PRIMO_WORD_MAX = 7,
    ORACLE_PRIMO_LENGTHS = 4,    /* that a game asks for */
    ORACLE_PRIMO_TURNS = 1000,   /* after which it ends with what is written */
    ORACLE_PRIMO_WORDS_MAX = 24, /* on the table: four for each of six seats */
};

typedef enum {
    ORACLE_PRIMO_DUEL,
    ORACLE_PRIMO_THREE,
    ORACLE_PRIMO_FOUR,
    ORACLE_PRIMO_TEAMS,
    ORACLE_PRIMO_FIVE,
    ORACLE_PRIMO_SIX,
    ORACLE_PRIMO_SOLO,
    ORACLE_PRIMO_VARIANTS
} OraclePrimoVariant;

/* A card is a character: a capital for a letter, or one of these. Cards together are a string. */
enum {
    ORACLE_STAR = '*',
    ORACLE_CRAYON = 'c',
    ORACLE_GOMME = 'g',
    ORACLE_PAUSE = 'p',
    ORACLE_FANTOME = 'f',
    ORACLE_MAGICIEN = 'm',
    ORACLE_MARQUEUR = 'q',
    ORACLE_CAFETIERE = 't',
};

typedef struct OraclePrimoCards {
    char cards[ORACLE_PRIMO_DECK + 1];
} OraclePrimoCards;

/* ---- cards */

/* All cards of a variant in the order of the table of the rules; `parade` puts Marqueur and Cafetière back into a duel. */
OraclePrimoCards oracle_primo_deck(OraclePrimoVariant variant, bool parade);
bool oracle_primo_is_letter(char card);
/* How many of this card. */
int oracle_primo_count(const char *cards, char card);
/* The same cards, in whatever order. */
bool oracle_primo_same_cards(const char *one, const char *other);
/* The first holds all cards of the second, each as often as it is there. */
bool oracle_primo_holds(const char *cards, const char *wanted);
/* Adds a card at the end; takes one away, and what stands behind it closes up. */
void oracle_primo_add(char *cards, char card);
void oracle_primo_remove(char *cards, char card);

/* ---- words */

/* A plain list of words, capitals, in alphabetical order; not owned. */
typedef struct OraclePrimoList {
    int count;
    const char (*words)[ORACLE_PRIMO_WORD_MAX + 1];
} OraclePrimoList;

bool oracle_primo_is_word(const OraclePrimoList *list, const char *letters);

/* A word as it is laid, or as it lies there. */
typedef struct OraclePrimoWord {
    int owner;                               /* the seat that wrote it */
    char letters[ORACLE_PRIMO_WORD_MAX + 1]; /* what it reads, */
    char cards[ORACLE_PRIMO_WORD_MAX + 1];   /* and the card on each place: the letter or a star */
} OraclePrimoWord;

/* Whether the hand has the cards for this placement, and the placement spells the word. */
bool oracle_primo_can_lay(const char *hand, const OraclePrimoWord *word);

/* Every word of the wanted lengths (wanted[n]: words of n letters) in every placement that the hand allows; those only that
 * use the card `used`, unless it is 0. At most `most` are written to `found` (which may then be NULL); returns how many. */
int oracle_primo_words(const OraclePrimoList *list, const char *hand, const bool wanted[ORACLE_PRIMO_WORD_MAX + 1], char used,
                       OraclePrimoWord *found, int most);

typedef struct OraclePrimoStrength {
    int black, red, blue;
} OraclePrimoStrength;

OraclePrimoStrength oracle_primo_strength(const OraclePrimoWord *word);
/* Less than, equal to or greater than zero. */
int oracle_primo_compare(OraclePrimoStrength one, OraclePrimoStrength other);

/* ---- seats */

int oracle_primo_seats(OraclePrimoVariant variant);
/* Who writes together: a number from 0 on for each seat. Returns how many teams there are. */
int oracle_primo_teams(OraclePrimoVariant variant, int team[ORACLE_PRIMO_SEATS_MAX]);
bool oracle_primo_partners(OraclePrimoVariant variant, int one, int other);
bool oracle_primo_opponents(OraclePrimoVariant variant, int one, int other);

/* What lies in front of a player apart from words. */
typedef struct OraclePrimoFront {
    char writing[24]; /* Crayons, the Gommes on them and the Marqueur, one on the other: the last one counts */
    bool cafetiere;
    bool pause; /* a Pause Café waits */
} OraclePrimoFront;

/* A valid Crayon or the Marqueur is the last thing laid. */
bool oracle_primo_may_write(const OraclePrimoFront *front);
bool oracle_primo_gommed(const OraclePrimoFront *front);
/* Whether the front of an opponent can be hit; whether a Crayon does anything there, or the Marqueur. */
bool oracle_primo_gomme_hits(const OraclePrimoFront *front);
bool oracle_primo_pause_hits(const OraclePrimoFront *front);
bool oracle_primo_crayon_helps(const OraclePrimoFront *front);

/* ---- extreme */

/* Which words are erased when the word of this index has been laid or strengthened; returns how many. */
int oracle_primo_erased(OraclePrimoVariant variant, const OraclePrimoWord *words, int count, int index,
                        bool erased[ORACLE_PRIMO_WORDS_MAX]);

/* ---- the end */

/* The lengths that a game asks for: wanted[n] for words of n letters. Alone, all that may be written. */
void oracle_primo_lengths(OraclePrimoVariant variant, bool extreme, bool wanted[ORACLE_PRIMO_WORD_MAX + 1]);
/* Whether the seat, or its partner, has written a word of this length; `back` are the lengths put back by all. */
bool oracle_primo_written(OraclePrimoVariant variant, const OraclePrimoWord *words, int count,
                          const bool back[ORACLE_PRIMO_WORD_MAX + 1], int seat, int length);
/* Who has all four lengths; returns how many seats. */
int oracle_primo_complete(OraclePrimoVariant variant, bool extreme, const OraclePrimoWord *words, int count,
                          const bool back[ORACLE_PRIMO_WORD_MAX + 1], bool winner[ORACLE_PRIMO_SEATS_MAX]);
/* Who wins when the turns are used up: most lengths, then most letters, then shared; returns how many seats. */
int oracle_primo_at_limit(OraclePrimoVariant variant, bool extreme, const OraclePrimoWord *words, int count,
                          const bool back[ORACLE_PRIMO_WORD_MAX + 1], bool winner[ORACLE_PRIMO_SEATS_MAX]);

/* ---- alone */

typedef struct OraclePrimoResult {
    int words[ORACLE_PRIMO_WORD_MAX + 1]; /* by length */
    int leftovers;
} OraclePrimoResult;

/* Less than zero if the first is the better record, greater if the second is, zero if they are equal. */
int oracle_primo_rank(const OraclePrimoResult *one, const OraclePrimoResult *other);

#endif
