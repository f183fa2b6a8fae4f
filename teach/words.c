/* Deals letters and looks up the words in them. */
#include "teach/words.h"

#include <string.h>

#include "games/primo/primo.h"

Rack letters_rack(const Letters *letters) {
    Rack rack = {{0}, 0};
    for (const char *letter = letters->letters; *letter; letter++) rack.counts[*letter - 'A']++;
    return rack;
}

static void count(Letters *letters) {
    Rack rack = letters_rack(letters);
    letters->longest = 0;
    for (int length = LETTERS_SHORTEST; length <= LETTERS_DEALT; length++) {
        letters->counts[length] = rack_count(primo_lexicon(), &rack, lengths_between(length, length));
        if (letters->counts[length]) letters->longest = length;
    }
}

void letters_deal(Letters *letters, Chance *chance) {
    do {
        uint8_t pack[CHANCE_CARDS_MAX];
        uint32_t cards = 0;
        *letters = (Letters){0};
        for (uint8_t face = 0; face < ALPHABET; face++)
            for (int i = 0; i < primo_deck_french.counts[face] && cards < CHANCE_CARDS_MAX; i++) pack[cards++] = face;
        for (int i = 0; i < LETTERS_DEALT; i++) {
            uint32_t at = chance_below(chance, cards);
            letters->letters[i] = (char)('A' + pack[at]);
            pack[at] = pack[--cards];
        }
        count(letters);
    } while (letters->longest < LETTERS_WORTH);
}

bool letters_count(Letters *letters, Span dealt, Error *error) {
    *letters = (Letters){0};
    if (dealt.length > LETTERS_DEALT) return error_set(error, "there are at most %d letters", LETTERS_DEALT);
    for (size_t i = 0; i < dealt.length; i++)
        if (dealt.at[i] < 'A' || dealt.at[i] > 'Z') return error_set(error, "letters are A to Z");
    memcpy(letters->letters, dealt.at, dealt.length);
    count(letters);
    return true;
}

bool letters_fit(const Letters *letters, const Spelling *word) {
    Rack rack = letters_rack(letters);
    for (int i = 0; i < word->length; i++)
        if (rack.counts[word->letters[i] - 'A']-- == 0) return false;
    return true;
}
