/* Fuzzes word lists: a list is refused in one line, or becomes a lexicon in which every word is found.
 * Words are found by their letters, by number and as written, and a rack of stars alone finds all of them. The first line is
 * also read as a rack. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lexicon/builder.h"
#include "lexicon/rack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_word(const Lexicon *lexicon, uint32_t index) {
    char letters[WORD_LETTERS_MAX + 1], written[WORD_TEXT_MAX];
    Text text = text_init(written, sizeof written);
    Spelling spelling;
    int length = lexicon_word(lexicon, index, letters);
    if (!lexicon_has(lexicon, letters, length) || lexicon_index(lexicon, letters, length) != index) abort();
    if (!lexicon_accented(lexicon, letters, length, &text) || text.overflow) abort();
    if (spelling_parse(&spelling, span_of(written)) != SPELLING_GOOD || strcmp(spelling.letters, letters) != 0) abort();
}

/* As many words as are counted, and each can be laid. */
static void check_rack(const Lexicon *lexicon, const Rack *rack) {
    Lengths lengths = lengths_between(WORD_LETTERS_MIN, WORD_LETTERS_MAX);
    WordSearch search;
    int found = 0;
    word_search_init(&search, lexicon, rack, lengths);
    for (; word_search_next(&search); found++)
        if (rack_stars_needed(rack, search.letters, search.length) < 0) abort();
    if (found != rack_count(lexicon, rack, lengths)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Span text = {(const char *)data, size}, rest = text, line;
    Error error = {""};
    Rack rack;
    bool has_rack = span_split(&rest, '\n', &line) && rack_parse(&rack, line, &error);
    if (!has_rack && !error.text[0]) abort();
    Lexicon *lexicon = lexicon_parse(has_rack ? rest : text, "list", &error);
    if (!lexicon) {
        if (!error.text[0] || strpbrk(error.text, "\r\n")) abort();
        return 0;
    }
    for (uint32_t i = 0; i < lexicon->word_count; i++) check_word(lexicon, i);
    Rack stars = {.stars = RACK_CARDS_MAX};
    if (rack_count(lexicon, &stars, lengths_between(WORD_LETTERS_MIN, WORD_LETTERS_MAX)) != (int)lexicon->word_count) abort();
    if (has_rack) check_rack(lexicon, &rack);
    lexicon_free(lexicon);
    return 0;
}
