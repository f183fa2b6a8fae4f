/* Hidden places: where a position's text names cards that a seat's view does not.
 * They are found by comparing both texts, and changed by writing other cards into the text, so that nothing here relies on
 * how a game hides or draws cards.
 *
 * Texts are `key=value` tokens. A value whose view has `?` (one unknown card) or `?9` (nine) is cut at / ; | : into parts; in
 * each part the cards are what the game's parse_card reads, wherever they stand. Unknown things that are no cards are counted
 * and left alone. */
#ifndef ARALDO_TESTS_GAMES_HIDDEN_H
#define ARALDO_TESTS_GAMES_HIDDEN_H

#include "core/game.h"

enum { HIDDEN_MAX = 160 };

typedef struct Hidden {
    const Game *game;
    char text[STATE_TEXT_MAX]; /* the whole position */
    int count;
    struct {
        size_t at, length;
    } places[HIDDEN_MAX];      /* in the text, from left to right */
    uint8_t cards[HIDDEN_MAX]; /* what lies there */
    int opaque;                /* unknown parts that are no cards */
} Hidden;

/* What seat (or ONLOOKER) does not see in a full state. */
void hidden_find(Hidden *hidden, const Game *game, const State *state, int seat);
/* The position with these cards in the hidden places, as text and parsed: false with an error if the game refuses it. */
bool hidden_put(const Hidden *hidden, const uint8_t *cards, State *state, Error *error);
void hidden_write(const Hidden *hidden, const uint8_t *cards, Text *text);
/* Whether every card of this face that the position names lies in a hidden place. */
bool hidden_wholly(const Hidden *hidden, uint8_t card);

#endif
