/* Primo's deck, seats and written words: facts read off a position (rules: "The deck", "Modes"). */
#include "games/primo/primo.h"

#include <assert.h>
#include <string.h>

const PrimoDeck primo_deck_french = {
    .counts = {['A' - 'A'] = 6, ['B' - 'A'] = 2, ['C' - 'A'] = 2, ['D' - 'A'] = 3, ['E' - 'A'] = 11, ['F' - 'A'] = 2,
               ['G' - 'A'] = 2, ['H' - 'A'] = 2, ['I' - 'A'] = 6, ['J' - 'A'] = 1, ['K' - 'A'] = 1,  ['L' - 'A'] = 3,
               ['M' - 'A'] = 3, ['N' - 'A'] = 4, ['O' - 'A'] = 4, ['P' - 'A'] = 2, ['Q' - 'A'] = 1,  ['R' - 'A'] = 4,
               ['S' - 'A'] = 4, ['T' - 'A'] = 4, ['U' - 'A'] = 4, ['V' - 'A'] = 2, ['W' - 'A'] = 1,  ['X' - 'A'] = 1,
               ['Y' - 'A'] = 1, ['Z' - 'A'] = 1, [STAR] = 4,      [CRAYON] = 10,   [GOMME] = 6,      [PAUSE] = 5,
               [FANTOME] = 3,   [MAGICIEN] = 3,  [MARQUEUR] = 1,  [CAFETIERE] = 1},
    .colours = {['D' - 'A'] = BLUE,
                ['M' - 'A'] = BLUE,
                ['C' - 'A'] = BLUE,
                ['P' - 'A'] = BLUE,
                ['B' - 'A'] = RED,
                ['F' - 'A'] = RED,
                ['G' - 'A'] = RED,
                ['H' - 'A'] = RED,
                ['V' - 'A'] = RED,
                ['J' - 'A'] = BLACK,
                ['K' - 'A'] = BLACK,
                ['Q' - 'A'] = BLACK,
                ['W' - 'A'] = BLACK,
                ['X' - 'A'] = BLACK,
                ['Y' - 'A'] = BLACK,
                ['Z' - 'A'] = BLACK},
};

/* Every table plays with the French deck so far. */
static const PrimoDeck *deck_of(const Primo *p) {
    (void)p;
    return &primo_deck_french;
}

/* Rules, "Modes": solo has letters and stars only; a duel leaves Marqueur and Cafetière out unless `parade` puts them back. */
int primo_deck_count(const Primo *p, int face) {
    if (p->variant == PRIMO_SOLO && face > STAR) return 0;
    if (p->variant == PRIMO_DUEL && !p->parade && face >= MARQUEUR) return 0;
    return deck_of(p)->counts[face];
}

int primo_cards(const Primo *p) {
    int cards = 0;
    for (int face = 0; face < PRIMO_FACES; face++) cards += primo_deck_count(p, face);
    return cards;
}

PrimoColour primo_colour(const Primo *p, int letter) { return (PrimoColour)deck_of(p)->colours[letter]; }

/* ---- seats */

int primo_seats(const Primo *p) { return primo_variants[p->variant].people_max; }

int primo_team(const Primo *p, int seat) {
    int sides = primo_variants[p->variant].sides;
    return sides ? seat % sides : seat;
}

int primo_hand_size(const Primo *p, int seat) {
    int size = p->hidden[seat];
    for (int face = 0; face < PRIMO_FACES; face++) size += p->hand[seat][face];
    return size;
}

int primo_discards(const Primo *p) {
    int cards = p->thrown_count + p->mixed_hidden;
    for (int face = 0; face < PRIMO_FACES; face++) cards += p->under[face] + p->mixed[face];
    return cards;
}

bool primo_can_write(const Primo *p, int seat) { return p->marqueur == seat || p->crayons[seat] > p->gommes[seat]; }

bool primo_gommed(const Primo *p, int seat) { return !primo_can_write(p, seat) && p->gommes[seat] > 0; }

/* ---- words */

int primo_word_length(const PrimoWord *word) {
    int length = 0;
    while (length < PRIMO_LETTERS && word->letters[length] != CARD_NONE) length++;
    return length;
}

int primo_length_least(const Primo *p) { return p->extreme ? 4 : 3; }

Lengths primo_lengths(const Primo *p) {
    int least = primo_length_least(p);
    return p->variant == PRIMO_SOLO ? lengths_between(3, PRIMO_LETTERS) : lengths_between(least, least + PRIMO_LENGTHS - 1);
}

const PrimoWord *primo_word(const Primo *p, int seat, int length) {
    if (p->variant == PRIMO_SOLO || !(primo_lengths(p) >> length & 1)) return NULL;
    const PrimoWord *word = &p->words[PRIMO_LENGTHS * seat + length - primo_length_least(p)];
    return word->letters[0] == CARD_NONE ? NULL : word;
}

Lengths primo_written(const Primo *p, int seat) {
    int least = primo_length_least(p);
    Lengths written = (Lengths)p->settled << least;
    for (int other = 0; other < primo_seats(p); other++) {
        if (primo_opponents(p, seat, other)) continue;
        for (int length = least; length < least + PRIMO_LENGTHS; length++)
            if (primo_word(p, other, length)) written |= 1u << length;
    }
    return written;
}

int primo_strength(const Primo *p, const PrimoWord *word) {
    static const int weights[COLOURS] = {[BLUE] = 1, [RED] = 8, [BLACK] = 64}; /* a word has less than eight letters */
    int strength = 0;
    for (int place = 0; place < primo_word_length(word); place++)
        if (!(word->stars >> place & 1)) strength += weights[primo_colour(p, word->letters[place])];
    return strength;
}

int primo_solo_words(const Primo *p) {
    int count = 0;
    while (count < PRIMO_WORDS_MAX && p->words[count].letters[0] != CARD_NONE) count++;
    return count;
}

/* ---- what a move carries */

uint64_t primo_data_cards(const uint8_t *cards, int count) {
    uint64_t data = 0;
    assert(count <= PRIMO_HAND_MAX);
    for (int i = 0; i < count; i++) data |= (uint64_t)(cards[i] + 1) << (6 * i);
    return data;
}

int primo_data_list(Move move, uint8_t cards[PRIMO_HAND_MAX]) {
    uint64_t data = primo_data(move);
    int count = 0;
    for (; count < PRIMO_HAND_MAX && (data & 63); data >>= 6) cards[count++] = (uint8_t)((data & 63) - 1);
    return count;
}

uint64_t primo_data_word(const PrimoWord *word) {
    uint64_t data = (uint64_t)word->stars << (5 * PRIMO_LETTERS);
    for (int i = 0; i < primo_word_length(word); i++) data |= (uint64_t)(word->letters[i] + 1) << (5 * i);
    return data;
}

PrimoWord primo_data_letters(Move move) {
    uint64_t data = primo_data(move);
    PrimoWord word = {.stars = (uint8_t)(data >> (5 * PRIMO_LETTERS) & 127)};
    memset(word.letters, CARD_NONE, sizeof word.letters);
    for (int i = 0; i < PRIMO_LETTERS && (data & 31); i++, data >>= 5) word.letters[i] = (uint8_t)((data & 31) - 1);
    return word;
}
