/* The forty Italian cards: numbers, sets and text, for every game played with them.
 *
 * Cards are numbered suit by suit, card = suit * 10 + rank - 1, so that a set of cards is 40 bits: ten for each suit. The ranks
 * of a set are its four parts combined; a set of ranks times RANK_COLUMN is the set of all their cards. */
#ifndef ARALDO_GAMES_CARDS_ITALIAN_H
#define ARALDO_GAMES_CARDS_ITALIAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/bits.h"
#include "core/text.h"

typedef enum { SWORDS, CLUBS, CUPS, COINS, SUITS } Suit;

enum { ITALIAN_CARDS = 40, ITALIAN_RANKS = 10 };

typedef uint64_t CardSet;
/* Bit r - 1 is rank r. */
typedef uint32_t RankSet;

#define ALL_CARDS ((CardSet)0xffffffffff)
#define RANK_COLUMN ((CardSet)0x40100401) /* the four cards of rank 1 */
#define RANK_CARDS(rank) (RANK_COLUMN << ((rank)-1))
#define SUIT_CARDS(suit) ((CardSet)0x3ff << (10 * (suit)))
#define CARD_BIT(card) ((CardSet)1 << (card))

extern const uint8_t italian_rank_of[ITALIAN_CARDS];
static inline int card_rank(int card) { return italian_rank_of[card]; }
static inline Suit card_suit(int card) { return (Suit)(card / ITALIAN_RANKS); }
static inline int card_of(int rank, Suit suit) { return (int)suit * ITALIAN_RANKS + rank - 1; }
static inline RankSet set_ranks(CardSet set) { return (RankSet)((set | set >> 10 | set >> 20 | set >> 30) & 0x3ff); }
static inline int set_count(CardSet set) { return bits_count(set); }
/* Are two cards of one rank? Yes if some card's rank comes again in a later suit. */
static inline bool set_has_equals(CardSet set) { return (set & (set >> 10 | set >> 20 | set >> 30)) != 0; }
static inline int set_lowest(CardSet set) { return __builtin_ctzll(set); }

/* Rank and suit, as in `7D` and `10S`: S swords, B clubs (bastoni), C cups, D coins (denari). An unknown card prints as `?`. */
void italian_print_card(uint8_t card, Text *text);
/* Reads what print writes; suits in either case. */
bool italian_parse_card(Span text, uint8_t *card);
/* For error messages. */
#define ITALIAN_CARDS_ARE "7D, 10S, 1B, 4C"

#endif
