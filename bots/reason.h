/* Reasons: why a move is good, as facts that the actor's view shows and nothing more.
 *
 * A reason is a message of the catalogues with values for its places, so that a terminal, a page and the line protocol each say
 * it in their own way and language. The thinking itself is not explained: what a move does and what it leaves is. */
#ifndef ARALDO_BOTS_REASON_H
#define ARALDO_BOTS_REASON_H

#include "bots/bot.h"
#include "core/language.h"

enum { REASONS_MAX = 5, REASON_VALUES_MAX = 3, REASON_WORDS_MAX = 64 };

typedef enum {
    REASON_NUMBER,
    REASON_TENTHS,  /* of a number with one decimal and a sign */
    REASON_WORDS,   /* notation, as it is: letters, a hand's value */
    REASON_CARDS,   /* cards in notation, a space between them: each reader draws them in its own way */
    REASON_MESSAGE, /* a message itself, to be translated: a board's name */
    REASON_SEAT,    /* the player in that seat */
} ReasonKind;

typedef struct ReasonValue {
    const char *name; /* of the place in the message */
    ReasonKind kind;
    int64_t number; /* NUMBER, TENTHS, SEAT */
    const char *message;
    char words[REASON_WORDS_MAX];
} ReasonValue;

typedef struct Reason {
    const char *message, *plural; /* plural is NULL where nothing is counted */
    int64_t count;                /* decides between them */
    int value_count;
    ReasonValue values[REASON_VALUES_MAX];
} Reason;

typedef struct Reasons {
    int count;
    Reason list[REASONS_MAX];
} Reasons;

/* Why the move, which is legal, may be good for the actor whose view it is. Often there is nothing to say. */
void reasons_find(const Game *game, const View *view, int actor, Move move, Reasons *reasons);
/* What a bot expects, as a separate reason; false if it says nothing. */
bool reason_of_expectation(Expectation expected, Reason *reason);

/* Writes one as a sentence. `name` adds the name of a seat; `card` draws a card, or is NULL where notation will do. */
typedef struct ReasonNames {
    const void *context;
    void (*name)(const void *context, int seat, Text *text);
    void (*card)(const void *context, Span notation, Text *text);
} ReasonNames;
void reason_write(const Reason *reason, Language language, ReasonNames names, Text *text);

/* Writes one for the page: the message and what fills its places, which are numbers, words as they are, other messages, names
 * and cards. */
void reason_json(const Reason *reason, Json *json);

/* ---- for the files that find them; the words in `reason_add` and `reason_add_plural` are collected for translation */

/* A new reason; if there are too many already, one that is discarded. */
Reason *reason_add(Reasons *reasons, const char *message);
Reason *reason_add_plural(Reasons *reasons, const char *message, const char *plural, int64_t count);
void reason_number(Reason *reason, const char *name, int64_t number);
void reason_tenths(Reason *reason, const char *name, int64_t tenths);
/* Room for words or cards, to be written. */
Text reason_words(Reason *reason, const char *name);
Text reason_cards(Reason *reason, const char *name);
void reason_message(Reason *reason, const char *name, const char *message);
void reason_seat(Reason *reason, const char *name, int seat);

#endif
