/* A table of Primo as the oracle sees it: hands, piles, words and what lies in front of each player, all plain lists.
 *
 * It says of any action whether the rules allow it, lists all that they allow by trying whatever could be thought of, and
 * plays one with the cards that chance gave. Written from the text of the rules alone, apart from the engine. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_PRIMO_TABLE_H
#define ARALDO_TESTS_GAMES_ORACLE_PRIMO_TABLE_H

#include "tests/games/oracle/primo/oracle.h"

typedef struct OraclePrimoTable {
    OraclePrimoVariant variant;
    bool extreme;
    const OraclePrimoList *list;
    int seats;
    OraclePrimoCards hands[ORACLE_PRIMO_SEATS_MAX];
    OraclePrimoFront fronts[ORACLE_PRIMO_SEATS_MAX];
    OraclePrimoCards pile;  /* the next card first */
    OraclePrimoCards up;    /* discards that can be taken, the top last */
    OraclePrimoCards under; /* discards that lie under them, in no order */
    int word_count;
    OraclePrimoWord words[ORACLE_PRIMO_WORDS_MAX];
    bool back[ORACLE_PRIMO_WORD_MAX + 1];     /* four: the set of this length was put back */
    bool proposed[ORACLE_PRIMO_WORD_MAX + 1]; /* four: proposed since the last reshuffle */
    int voting;                               /* four: the length voted on, or 0 */
    bool answered[ORACLE_PRIMO_SEATS_MAX], agreed[ORACLE_PRIMO_SEATS_MAX];
    OraclePrimoResult result; /* solo */
    OraclePrimoCards used;    /* solo: cards in words and leftovers */
    int turn;                 /* whose */
    int turns;                /* that are over */
    bool drawn;               /* the turn's card has been drawn */
    bool over;
    bool winner[ORACLE_PRIMO_SEATS_MAX];
} OraclePrimoTable;

typedef enum {
    ORACLE_DRAW,    /* from the pile */
    ORACLE_RECOVER, /* a star from the word of `target` with `length` letters, at `place` */
    ORACLE_ERASE,   /* one's own word of `length` letters, with the Gomme */
    ORACLE_PROPOSE, /* to put back all words of `length` letters */
    ORACLE_ANSWER,  /* to that: `yes` or no */
    ORACLE_WORD,    /* lay `word` */
    ORACLE_PLAY,    /* the special `card` */
    ORACLE_THROW,   /* `card` */
    ORACLE_PASS,    /* without any card */
    ORACLE_MISS,    /* the turn that a Pause Café takes */
    ORACLE_LEAVE,   /* solo: set `card` aside */
    ORACLE_KINDS
} OraclePrimoKind;

typedef struct OraclePrimoAction {
    OraclePrimoKind kind;
    bool discard; /* word, play: with the top discard */
    char card;
    int target; /* play: before whom, or against whom */
    int length, place;
    bool yes;
    bool tornado;                           /* play Magicien: which of the two */
    bool hit[ORACLE_PRIMO_SEATS_MAX];       /* Tornado: whose hands */
    char given[ORACLE_PRIMO_HAND_SOLO + 1]; /* Fantôme, Magicien */
    OraclePrimoWord word;
} OraclePrimoAction;

/* What chance gave while an action was played. */
enum { ORACLE_RESHUFFLES_MAX = 4 };
typedef struct OraclePrimoFate {
    int reshuffles;
    char piles[ORACLE_RESHUFFLES_MAX][ORACLE_PRIMO_DECK + 1];  /* each new pile, the next card first */
    char taken[ORACLE_PRIMO_HAND_SOLO + 1];                    /* Fantôme, Magicien: from the opponent's hand */
    char dealt[ORACLE_PRIMO_SEATS_MAX][ORACLE_PRIMO_HAND + 1]; /* Tornado: the new hands, */
    char top;                                                  /* and the discard left on top, or 0 */
} OraclePrimoFate;

/* What came of an action. */
typedef struct OraclePrimoNews {
    char drawn[ORACLE_PRIMO_HAND_SOLO + 1]; /* by the actor, in order */
    int reshuffled;
    int erased_count;
    OraclePrimoWord erased[ORACLE_PRIMO_WORDS_MAX]; /* by a Gomme, or by a stronger word */
    bool voted, put_back;
    bool turn_over;
} OraclePrimoNews;

/* A table before its first turn: the order of the shuffled deck, the hands dealt from its top, and who begins. NULL, or
 * what is wrong with the deal. */
const char *oracle_primo_begin(OraclePrimoTable *table, OraclePrimoVariant variant, bool extreme, bool parade,
                               const OraclePrimoList *list, const char *deck,
                               const OraclePrimoCards hands[ORACLE_PRIMO_SEATS_MAX], int beginner);

/* NULL if the rules allow the action to this seat, or why they do not. */
const char *oracle_primo_refusal(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action);

/* Calls `visit` once for every action that the rules allow to this seat. Words take long to find: without `words` they are
 * left out. */
void oracle_primo_actions(const OraclePrimoTable *table, int seat, bool words,
                          void (*visit)(void *context, const OraclePrimoAction *action), void *context);

/* Plays an allowed action. NULL, or why chance cannot have given this; then the table is of no more use. */
const char *oracle_primo_apply(OraclePrimoTable *table, int seat, const OraclePrimoAction *action, const OraclePrimoFate *fate,
                               OraclePrimoNews *news);

/* The index of the word of a seat with that many letters, or -1. */
int oracle_primo_find_word(const OraclePrimoTable *table, int owner, int length);
/* Every card of the deck is in one place. */
bool oracle_primo_all_there(const OraclePrimoTable *table, bool parade);

#endif
