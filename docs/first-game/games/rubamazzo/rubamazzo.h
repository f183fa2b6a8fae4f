/* Rubamazzo: the state and the moves of a small game in which players steal each other's piles.
 *
 * The rules, by the sections that the code names:
 *   The deal     two to four players, forty Italian cards, four face up on the table and three to each player; when all hands
 *                are empty, three more to each, until the stock is used up.
 *   The turn     play a card. If cards of its rank are on the table, it may take them all; if a rival's pile shows a card of
 *                its rank on top, it may steal the whole pile. A card that can take must take. What was taken goes on the
 *                player's pile, the played card on top, face up. A card that takes nothing stays on the table.
 *   The end      whoever took last gets what is left on the table. The most cards win.
 *   Option ace   with `ace=takes-all`, an ace takes everything on the table.
 *
 * What was taken, everybody has seen: piles are public. Hidden are the others' hands and the stock. */
#ifndef ARALDO_GAMES_RUBAMAZZO_RUBAMAZZO_H
#define ARALDO_GAMES_RUBAMAZZO_RUBAMAZZO_H

#include "core/game.h"
#include "games/cards/italian.h"

extern const Game rubamazzo;

enum { RUBAMAZZO_SEATS = 4, RUBAMAZZO_HAND = 3, RUBAMAZZO_TABLE = 4, RUBAMAZZO_STOCK = ITALIAN_CARDS - RUBAMAZZO_TABLE };

typedef struct Rubamazzo {
    CardSet hand[RUBAMAZZO_SEATS]; /* the cards that are known, */
    CardSet pile[RUBAMAZZO_SEATS];
    CardSet table;
    uint32_t chance_count;
    uint8_t hidden[RUBAMAZZO_SEATS]; /* and how many are not */
    uint8_t top[RUBAMAZZO_SEATS];    /* of each pile; CARD_NONE for an empty one */
    uint8_t stock[RUBAMAZZO_STOCK];  /* the next card first; CARD_UNKNOWN in views, CARD_NONE past the end */
    uint8_t stock_count;
    uint8_t people, viewer, turn;
    uint8_t last; /* who took last; SEAT_NONE before anybody has */
    uint8_t ace;  /* the index of the option's word */
    uint8_t unused[2];
} Rubamazzo;

_Static_assert(sizeof(Rubamazzo) == 128, "equal situations are equal bytes: no padding");

/* A move: the card, and above it what it takes. */
typedef enum { TAKES_NOTHING, TAKES_TABLE, TAKES_PILE /* of seat 0, and so on */ } RubamazzoTakes;

static inline Move rubamazzo_move(int card, int takes) { return (Move)card | (Move)takes << 8; }
static inline int rubamazzo_card(Move move) { return (int)(move & 0xff); }
static inline int rubamazzo_takes(Move move) { return (int)(move >> 8 & 0xff); }

static inline const Rubamazzo *rubamazzo_of(const State *state) { return (const Rubamazzo *)(const void *)state; }
static inline int rubamazzo_held(const Rubamazzo *r, int seat) { return set_count(r->hand[seat]) + r->hidden[seat]; }
/* The cards of the table that a card takes. */
CardSet rubamazzo_catch(const Rubamazzo *r, int card);

void rubamazzo_view(const State *state, int seat, View *view);
void rubamazzo_determinize(const View *view, Chance *chance, State *state);
const char *rubamazzo_check(const State *state);

void rubamazzo_print_move(const State *state, int actor, Move move, Text *text);
bool rubamazzo_parse_move(const State *state, int actor, Span text, Move *move, Error *error);
void rubamazzo_print(const State *state, Text *text);
bool rubamazzo_parse(State *state, Span text, Error *error);

#endif
