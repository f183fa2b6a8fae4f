/* Looks up French words, and finds those a rack can lay. */
#include "lexicon/rack.h"
#include "library/inside.h"

_Static_assert(sizeof((araldo_word){0}.letters) > WORD_LETTERS_MAX, "room for the letters of any word");
_Static_assert(sizeof((araldo_word){0}.written) >= WORD_TEXT_MAX, "room for any written form");

static araldo_word word_of(const char *letters, int length) {
    araldo_word word = {{0}, {0}};
    Text written = text_init(word.written, sizeof word.written);
    memcpy(word.letters, letters, (size_t)length);
    lexicon_accented(&lexicon_french, letters, length, &written);
    return word;
}

bool araldo_word_find(const char *text, araldo_word *word) {
    Spelling spelling;
    if (spelling_parse(&spelling, span_of(text)) != SPELLING_GOOD) return false;
    if (!lexicon_has(&lexicon_french, spelling.letters, spelling.length)) return false;
    if (word) *word = word_of(spelling.letters, spelling.length);
    return true;
}

int araldo_rack_words(const char *letters, araldo_word *words, int capacity, araldo_error *error) {
    Rack rack;
    int count = 0;
    if (!rack_parse(&rack, span_of(letters), error_of(error))) return -1;
    for (int length = WORD_LETTERS_MIN; length <= WORD_LETTERS_MAX; length++) {
        WordSearch search;
        word_search_init(&search, &lexicon_french, &rack, lengths_between(length, length));
        for (; word_search_next(&search); count++)
            if (count < capacity) words[count] = word_of(search.letters, search.length);
    }
    return count;
}
