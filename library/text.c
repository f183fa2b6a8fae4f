/* Bounded copies of texts that go out, and the words of a set-up that comes in. */
#include "games/games.h"
#include "library/inside.h"

size_t text_give(const Text *text, char *buffer, size_t size) {
    if (size > 0) {
        size_t fits = text->length < size ? text->length : size - 1;
        memcpy(buffer, text->buffer, fits);
        buffer[fits] = 0;
    }
    return text->length;
}

static bool read_word(Setup *setup, Span word, Error *error) {
    Span key, value;
    int64_t people;
    span_pair(word, &key, &value);
    if (!span_is(key, "people")) return setup_option(setup, word, error);
    if (setup->people > 0 || !span_number(value, 1, SEATS_MAX, &people))
        return error_set(error, "people is one number from 1 to %d", SEATS_MAX);
    setup->people = (int)people;
    return true;
}

bool setup_read(const char *text, const Game **game, Setup *setup, bool *people_named, Error *error) {
    Span rest = span_of(text), word;
    *setup = (Setup){0};
    *game = NULL;
    while (span_split(&rest, ' ', &word)) {
        if (word.length == 0) continue;
        if (!*game) *game = game_find_variant(word, &setup->variant, error);
        else if (!read_word(setup, word, error)) return false;
        if (!*game) return false;
    }
    if (!*game) return error_set(error, "a set-up begins with a game: GAME[:VARIANT] [people=N] [OPTION=VALUE ...]");
    if (people_named) *people_named = setup->people > 0;
    if (!setup->people) setup->people = (*game)->variants[setup->variant].people_min;
    return true;
}
