/* French cards as text: one letter for the rank and one for the suit, as in `7h`, `Td` and `Ac`.
 *
 * The game decides which ranks and suits there are and how they are numbered: it passes the letters in its order. */
#ifndef ARALDO_GAMES_CARDS_FRENCH_H
#define ARALDO_GAMES_CARDS_FRENCH_H

#include <stdbool.h>

#include "core/text.h"

typedef struct FrenchLetters {
    const char *ranks; /* upper case */
    const char *suits; /* lower case */
} FrenchLetters;

void french_print_card(const FrenchLetters *letters, int rank, int suit, Text *text);
/* Reads letters in either case, and `10` where `T` is a rank. Ranks and suits are indices into the letters. */
bool french_parse_card(const FrenchLetters *letters, Span text, int *rank, int *suit);

#endif
