/* Writes a game's setup as JSON. */
#include "games/setup.h"

#include <inttypes.h>

#include "games/games.h"

void setup_write_options(const Setup *setup, const char *key, Json *json) {
    json_open_object(json, key);
    for (int i = 0; i < setup->option_count; i++) json_text(json, setup->options[i].key, setup->options[i].value);
    json_close(json);
}

void setup_write(const Game *game, const Setup *setup, int with, Json *json) {
    json_text(json, "game", game->name);
    json_text(json, "variant", game->variants[setup->variant].name);
    if (with & SETUP_REVISION) json_number(json, "revision", game->revision);
    if (with & SETUP_PEOPLE) json_number(json, "people", setup->people);
    setup_write_options(setup, "options", json);
}

void setup_write_words(uint64_t word_list, Json *json) {
    if (!word_list) return;
    text_format(json_open_text(json, "words"), "%016" PRIx64, word_list);
    json_close_text(json);
}
