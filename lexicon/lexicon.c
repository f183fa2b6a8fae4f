/* Looks words up in the automaton, by letters and by number, and gives their written forms. */
#include "lexicon/lexicon.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"

bool lexicon_has(const Lexicon *lexicon, const char *letters, int length) {
    const Graph *graph = length <= SHORT_LETTERS_MAX ? &lexicon->short_words : &lexicon->words;
    const Place *edges = graph->edges;
    Place place = graph->root;
    for (int i = 0; i < length; i++) {
        uint32_t code = (uint32_t)letters[i] - 'A' + 1;
        if (code - 1 >= ALPHABET) return false;
        place = edges[(place >> PLACE_BASE_SHIFT) + code];
        if ((place & PLACE_LETTER) != code) return false;
    }
    return place_is_word(place);
}

int64_t lexicon_index(const Lexicon *lexicon, const char *letters, int length) {
    const Graph *graph = &lexicon->words;
    Place place = graph->root;
    int64_t index = 0;
    for (int i = 0; i < length; i++) {
        if (letters[i] < 'A' || letters[i] > 'Z') return -1;
        uint32_t slot = (place >> PLACE_BASE_SHIFT) + (uint32_t)(letters[i] - 'A' + 1);
        if (place_is_word(place)) index++; /* a word comes before those it begins */
        place = graph_step(graph, place, letters[i]);
        if (!place) return -1;
        index += lexicon->skips[slot];
    }
    return place_is_word(place) ? index : -1;
}

int lexicon_word(const Lexicon *lexicon, uint32_t index, char letters[WORD_LETTERS_MAX + 1]) {
    assert(index < lexicon->word_count);
    const Graph *graph = &lexicon->words;
    Place place = graph->root;
    int length = 0;
    while (true) {
        if (place_is_word(place)) {
            if (index == 0) break;
            index--;
        }
        /* The last letter whose elder sisters have no more words than are still to skip. */
        uint32_t base = place >> PLACE_BASE_SHIFT, taken = 0;
        for (uint32_t rest = graph_letters(graph, place); rest; rest &= rest - 1) {
            uint32_t code = (uint32_t)__builtin_ctz(rest) + 1;
            if (lexicon->skips[base + code] > index) break;
            taken = code;
        }
        assert(taken && length < WORD_LETTERS_MAX);
        index -= lexicon->skips[base + taken];
        letters[length++] = (char)('A' + taken - 1);
        place = graph->edges[base + taken];
    }
    letters[length] = 0;
    return length;
}

bool lexicon_accented(const Lexicon *lexicon, const char *letters, int length, Text *text) {
    int64_t index = lexicon_index(lexicon, letters, length);
    if (index < 0) return false;
    assert(length <= WORD_LETTERS_MAX);
    Spelling spelling = {.length = length};
    memcpy(spelling.letters, letters, (size_t)length);
    uint64_t group = lexicon->accented[index / 64], bit = 1ull << (index % 64);
    if (group & bit) {
        uint32_t rank = lexicon->accented_before[index / 64] + (uint32_t)bits_count(group & (bit - 1));
        uint16_t pattern = lexicon->accented_patterns[rank];
        for (uint32_t i = lexicon->pattern_offsets[pattern]; i < lexicon->pattern_offsets[pattern + 1]; i++)
            spelling.marks[lexicon->pattern_bytes[i] >> 4] = lexicon->pattern_bytes[i] & 0xF;
    }
    spelling_print(&spelling, text);
    return true;
}

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

uint64_t lexicon_fingerprint(const Lexicon *lexicon) {
    char letters[WORD_LETTERS_MAX + 1], written[WORD_TEXT_MAX + 1];
    uint64_t hash = FNV_BASIS;
    for (uint32_t index = 0; index < lexicon->word_count; index++) {
        Text text = text_init(written, sizeof written);
        lexicon_accented(lexicon, letters, lexicon_word(lexicon, index, letters), &text);
        text_char(&text, '\n');
        assert(!text.overflow);
        for (size_t i = 0; i < text.length; i++) hash = (hash ^ (unsigned char)written[i]) * FNV_PRIME;
    }
    return hash;
}
