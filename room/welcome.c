/* The welcome: what the room tells a client that says hello.
 *
 * A client that reads it needs no tables of its own: it has the games with their variants and options, the facts that their
 * drawings need, and the room's limits. Labels and hints are messages of the catalogues, in English. */
#include "games/games.h"
#include "room/inside.h"

/* ---- options, as core/option.h declares them */

static void write_variant_names(const Game *game, unsigned set, Json *json) {
    if (!set) {
        json_none(json, "variants");
        return;
    }
    json_open_list(json, "variants");
    for (int v = 0; game->variants[v].name; v++)
        if (set >> v & 1) json_text(json, NULL, game->variants[v].name);
    json_close(json);
}

static void write_number(const OptionRule *rule, Json *json) {
    json_number(json, "min", rule->minimum);
    json_number(json, "max", rule->maximum);
    json_number(json, "default", rule->fallback);
    json_text(json, "bounds_factor", rule->bounds_factor);
    json_text(json, "default_factor", rule->fallback_factor);
}

static void write_words(const OptionRule *rule, Json *json) {
    if (rule->kind == OPTION_WORDS) json_number(json, "per_group", rule->per_group);
    json_open_list(json, "words");
    for (const OptionWord *word = rule->words; word->word; word++) {
        json_open_object(json, NULL);
        json_text(json, "word", word->word);
        json_text(json, "label", word->label);
        if (rule->kind == OPTION_WORDS) json_number(json, "group", word->group);
        json_close(json);
    }
    json_close(json);
}

static void write_option(const Game *game, const OptionRule *rule, Json *json) {
    static const char *const kinds[] = {
        [OPTION_NUMBER] = "number", [OPTION_WORD] = "word", [OPTION_WORDS] = "words", [OPTION_SEATS] = "seats"};
    json_open_object(json, NULL);
    json_text(json, "key", rule->key);
    json_text(json, "kind", kinds[rule->kind]);
    json_text(json, "label", rule->label);
    json_text(json, "hint", rule->hint);
    write_variant_names(game, rule->variants, json);
    json_text(json, "needs", rule->needs);
    if (rule->kind == OPTION_NUMBER) write_number(rule, json);
    if (rule->words) write_words(rule, json);
    json_close(json);
}

/* ---- games */

static void write_variant(const Variant *variant, Json *json) {
    json_open_object(json, NULL);
    json_text(json, "name", variant->name);
    json_text(json, "label", variant->label);
    json_text(json, "hint", variant->hint);
    json_number(json, "min", variant->people_min);
    json_number(json, "max", variant->people_max);
    json_number(json, "sides", variant->sides);
    json_close(json);
}

static void write_facts(const Game *game, Desk *desk, Json *json) {
    WireEvent event;
    wire_event_begin(&event, game, "facts", ONLOOKER, desk, json);
    if (game->facts) game->facts(&desk->sink);
    wire_event_end(&event);
}

static void write_game(const Game *game, Desk *desk, Json *json) {
    json_open_object(json, NULL);
    json_text(json, "name", game->name);
    json_text(json, "title", game->title);
    json_open_list(json, "variants");
    for (const Variant *variant = game->variants; variant->name; variant++) write_variant(variant, json);
    json_close(json);
    json_open_list(json, "options");
    for (const OptionRule *rule = game->options; rule && rule->key; rule++) write_option(game, rule, json);
    json_close(json);
    json_text(json, "unit", game->unit);
    json_text(json, "round", game->round);
    write_facts(game, desk, json);
    json_close(json);
}

/* ---- the whole */

static void write_limits(Json *json) {
    json_open_object(json, "limits");
    json_number(json, "name", NAME_CHARACTERS_MAX);
    json_number(json, "faces", FACES_MAX);
    json_number(json, "talk", TALK_CHARACTERS_MAX);
    json_number(json, "clock", CLOCK_SECONDS_MAX);
    json_number(json, "tables", TABLES_PER_PERSON_MAX);
    json_number(json, "watchers", WATCHERS_MAX);
    json_number(json, "legal", LEGAL_SENT_MAX);
    json_close(json);
}

void room_write_welcome(Room *room, const Client *client, Json *json) {
    json_open_object(json, NULL);
    json_text(json, "say", "welcome");
    json_number(json, "version", WIRE_VERSION);
    json_number(json, "now", room->now);
    json_text(json, "person", client->person->id.text);
    json_text(json, "name", client->person->name);
    json_number(json, "face", client->person->face);
    json_open_list(json, "games");
    for (const Game *const *game = games; *game; game++) write_game(*game, &room->desk, json);
    json_close(json);
    json_open_list(json, "levels");
    for (int level = 0; level < LEVELS; level++) json_text(json, NULL, level_name((Level)level));
    json_close(json);
    json_open_list(json, "phrases");
    for (int i = 0; wire_phrases[i]; i++) json_text(json, NULL, wire_phrases[i]);
    json_close(json);
    write_limits(json);
    json_close(json);
}
