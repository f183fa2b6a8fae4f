/* Writes and reads a game's setup as JSON. */
#include "games/setup.h"

#include <inttypes.h>
#include <string.h>

#include "games/games.h"

/* ---- writing */

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

/* ---- reading */

static bool is_plain(const char *words) {
    for (const unsigned char *at = (const unsigned char *)words; *at; at++)
        if (*at < ' ' || *at == 0x7f) return false;
    return true;
}

static bool add_option(Setup *setup, const char *key, const char *value, Error *error) {
    char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX];
    Text text = text_init(pair, sizeof pair);
    if (!value || !is_plain(value)) return error_set(error, "option \"%.40s\" is not a plain string", key);
    if (strchr(key, '=') || !is_plain(key)) return error_set(error, "there is no option \"%.40s\"", key);
    text_format(&text, "%s=%s", key, value);
    if (text.overflow) return error_set(error, "option \"%.40s\" is too long", key);
    return setup_option(setup, (Span){pair, text.length}, error);
}

JsonWrong setup_read_options(const JsonNode *value, void *member, Error *error) {
    for (JsonPair pair = json_node_first(value); pair.key; pair = json_node_next(value, pair))
        if (!add_option(member, pair.key, json_node_text(pair.value), error)) return READ_WRONG_VALUE;
    return READ_GOOD;
}

bool setup_find(const SetupWords *words, const Game **game, Setup *setup, Error *error) {
    const Game *found = game_find(span_of(words->game), error);
    int variant = found ? game_variant(found, span_of(words->variant), error) : -1;
    if (variant < 0) return false;
    *game = found;
    *setup = words->setup;
    setup->variant = variant;
    return true;
}
