/* Prints and parses French cards by the letters that a game passes in. */
#include "games/cards/french.h"

#include <string.h>

static char upper(char letter) { return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter; }
static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

static bool letter_index(const char *letters, char letter, int *index) {
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (found) *index = (int)(found - letters);
    return found != NULL;
}

void french_print_card(const FrenchLetters *letters, int rank, int suit, Text *text) {
    text_char(text, letters->ranks[rank]);
    text_char(text, letters->suits[suit]);
}

bool french_parse_card(const FrenchLetters *letters, Span text, int *rank, int *suit) {
    bool ten = text.length == 3 && text.at[0] == '1' && text.at[1] == '0';
    if (text.length != 2 && !ten) return false;
    return letter_index(letters->ranks, ten ? 'T' : upper(text.at[0]), rank) &&
           letter_index(letters->suits, lower(text.at[text.length - 1]), suit);
}
