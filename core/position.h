/* Positions as text: one reader and one writer of `GAME:VARIANT key=value …` lines, driven by a game's table of keys.
 *
 * A game lists its keys once: what kind of value each has, where in the state it is stored, and when it is left out. The code
 * here splits the line, refuses unknown and doubled keys, reads each value into its place, deals out `rest`, and prints the
 * line again. What is special about a key, the game does in a small function that the table points to.
 *
 * The notation, the same in all games: entries of seats are separated by '/', cards by ','; `-` is an empty list, `?3` three
 * unknown cards (then `view=` says whose view it is), and `rest` at the end of a list all cards that the line does not name.
 * Keys print, and are read, in the order of the table; in a line they may come in any order. */
#ifndef ARALDO_CORE_POSITION_H
#define ARALDO_CORE_POSITION_H

#include "core/game.h"

enum {
    POSITION_KEYS_MAX = 32,
    POSITION_FACES_MAX = 64,  /* cards that look different */
    POSITION_CARDS_MAX = 128, /* cards in one list */
    POSITION_CHANCE_MAX = INT32_MAX,
};

typedef enum {
    POSITION_NUMBER,  /* `12`, from `minimum` to `maximum`; never negative */
    POSITION_SEAT,    /* `2`; left out while it is SEAT_NONE */
    POSITION_SEATS,   /* `0/2`, a SeatSet; left out while it is empty */
    POSITION_VIEW,    /* `2` or `onlooker`; left out in a full state */
    POSITION_WORD,    /* one of `words`, stored as its index; left out while the word is NULL */
    POSITION_CARD,    /* `7D`, `?`, or `-` for CARD_NONE */
    POSITION_LIST,    /* cards in an order: a byte each, with `count` of them */
    POSITION_SET,     /* cards as bits of a uint64_t; `count` are unknown */
    POSITION_FACES,   /* how many there are of each card, a byte each; `count` are unknown */
    POSITION_CARDS,   /* cards stored in the game's own way, by `list` and `add` */
    POSITION_OWN,     /* by the game's `print` and `read`; left out where `print` writes nothing */
    POSITION_OPTIONS, /* not a key: here the options that are not at their default print, and here they are read */
} PositionKind;

typedef struct PositionReader PositionReader;

typedef struct PositionKey {
    const char *name;
    PositionKind kind;
    /* Where the value is in the state, and how large, see POSITION_AT. Keys with the same place exclude each other. */
    uint16_t offset, size;
    uint16_t count;  /* the offset of a byte, see POSITION_COUNT */
    bool each_seat;  /* an entry for each seat; the places above are those of seat 0 */
    bool optional;   /* left out while its value, or every seat's, is `0` or `-` */
    bool unknown;    /* cards may be unknown */
    bool rest;       /* may end with `rest` */
    bool elsewhere;  /* names cards again that other keys put in their places */
    int64_t minimum; /* of a number */
    int64_t maximum; /* of a number, or the last index of `words` */
    const char *const *words;
    /* Prints the key in these states only; NULL: in all. */
    bool (*shown)(const State *state);
    /* POSITION_CARDS: lists the cards of a seat and returns how many; adds one, or returns false if it cannot be there. Both
     * represent unknown cards as CARD_UNKNOWN. */
    int (*list)(const State *state, int seat, uint8_t cards[POSITION_CARDS_MAX]);
    bool (*add)(State *state, int seat, uint8_t card);
    /* POSITION_OWN: `seat` is 0 unless there is an entry for each seat. Reads into reader->state, for reader->seat. */
    void (*print)(const State *state, int seat, Text *text);
    bool (*read)(PositionReader *reader, Span text);
} PositionKey;

/* Where a key's value is: a member of the game's struct, or the element of seat 0: POSITION_AT(Primiera, hand[0]). */
#define POSITION_AT(type, member) .offset = offsetof(type, member), .size = sizeof((type *)NULL)->member
/* The byte with the number of cards of a POSITION_LIST, or of unknown cards of a POSITION_SET or POSITION_FACES. */
#define POSITION_COUNT(type, member) .count = offsetof(type, member)

typedef struct PositionFormat {
    const Game *game;
    const PositionKey *keys; /* ended by one without a name */
    const char *cards_are;   /* examples of cards, for error messages */
    const char *people_key;  /* the key with an entry for each player, which says how many play; NULL: the variant does */
    int faces;               /* cards 0 to faces - 1 make up the deck */
    bool counted;            /* `E3` is three E */
    int (*copies)(const State *state, int card); /* how many cards there are of a face; NULL: one */
    /* Fills in the defaults for keys the line leaves out; the state is all zero before. Without a people_key, people is 0. */
    void (*start)(State *state, int variant, int people);
    /* Applies the game's options that the line gives, all together; NULL: any options in a line are in `keys`. */
    bool (*options)(State *state, const Setup *setup, Error *error);
    /* Fills in what follows from the rest of the line, before the state is checked. NULL: nothing does. */
    bool (*finish)(PositionReader *reader);
} PositionFormat;

struct PositionReader {
    const PositionFormat *format;
    State *state;
    Error *error;
    const PositionKey *key;            /* being read, */
    int seat;                          /* and whose entry */
    Span values[POSITION_KEYS_MAX];    /* by key; .at is NULL if the line does not have it */
    uint8_t named[POSITION_FACES_MAX]; /* how often each card was named */
    bool unknown;                      /* something was written as unknown */
    const PositionKey *rest;           /* where `rest` was, or NULL */
    int rest_seat;
    Setup setup;
};

/* A list of cards as it was written. */
typedef struct PositionCards {
    uint8_t cards[POSITION_CARDS_MAX];
    int count, unknown;
    bool rest;
} PositionCards;

void position_print(const PositionFormat *format, int variant, const State *state, Text *text);
/* Changes the state only if the line is a position of the game that passes its check. */
bool position_parse(const PositionFormat *format, State *state, Span text, Error *error);

/* ---- for a game's own keys */

/* Fills the error with a line that begins with the key being read, and returns false, so that a reader can return it. */
bool position_refuse(PositionReader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Was the key in the line? */
bool position_given(const PositionReader *reader, const char *name);
bool position_number(PositionReader *reader, Span text, int64_t minimum, int64_t maximum, int64_t *number);
bool position_seat(PositionReader *reader, Span text, uint8_t *seat);
/* One card. It counts as named unless the key names cards that are elsewhere, and so in lists. */
bool position_card(PositionReader *reader, Span text, uint8_t *card);
/* A list of cards, unknown ones or `rest` last where the key allows them. */
bool position_cards(PositionReader *reader, Span text, PositionCards *cards);
/* Counts a card that was read in another way as named. False if the deck does not have that many. */
bool position_name(PositionReader *reader, uint8_t card);
/* Prints cards, unknown ones as a number at the end. */
void position_print_cards(const Game *game, const uint8_t *cards, int count, Text *text);

#endif
