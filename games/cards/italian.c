/* Prints and parses Italian cards. */
#include "games/cards/italian.h"

#include <string.h>

#define ONE_SUIT 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
const uint8_t italian_rank_of[ITALIAN_CARDS] = {ONE_SUIT, ONE_SUIT, ONE_SUIT, ONE_SUIT};

static const char suit_letters[] = "SBCD";

void italian_print_card(uint8_t card, Text *text) {
    if (card >= ITALIAN_CARDS) text_char(text, '?');
    else text_format(text, "%d%c", card_rank(card), suit_letters[card_suit(card)]);
}

bool italian_parse_card(Span text, uint8_t *card) {
    int64_t rank;
    if (text.length < 2) return false;
    char letter = text.at[text.length - 1];
    if (letter >= 'a' && letter <= 'z') letter = (char)(letter - 'a' + 'A');
    const char *suit = letter ? strchr(suit_letters, letter) : NULL;
    if (text.at[0] == '0' || !suit || !span_number((Span){text.at, text.length - 1}, 1, ITALIAN_RANKS, &rank)) return false;
    *card = (uint8_t)card_of((int)rank, (Suit)(suit - suit_letters));
    return true;
}
