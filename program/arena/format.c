/* Writes and reads the lines of arena files. */
#include "program/arena/format.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "games/games.h"
#include "games/setup.h"
#include "lexicon/spelling.h"

static const char *const unit_names[] = {"round", "match"}, *const measure_names[] = {"points", "wins"};
static const char *const against_names[] = {"one", "half", "rest"}, *const seatings_names[] = {"all", "one"};

/* ---- the first line */

void arena_plan_write(const ArenaPlan *plan, Text *text) {
    const Comparison *comparison = &plan->comparison;
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_text(&json, "event", "arena");
    json_number(&json, "format", ARENA_FORMAT);
    json_text(&json, "version", ARALDO_VERSION);
    setup_write(plan->game, &plan->setup, SETUP_REVISION | SETUP_PEOPLE, &json);
    setup_write_words(game_word_list(plan->game), &json);
    json_open_list(&json, "bots");
    for (int i = 0; i < plan->bot_count; i++) json_text(&json, NULL, plan->bots[i]);
    json_close(&json);
    json_text(&json, "unit", unit_names[comparison->unit]);
    json_text(&json, "measure", measure_names[comparison->measure]);
    json_text(&json, "against", against_names[plan->against]);
    json_text(&json, "seatings", seatings_names[plan->one_seating]);
    /* Two sides go without saying, for the sake of files that never said it. */
    if (comparison->sides > 2 && comparison->sides < comparison->people) json_number(&json, "sides", comparison->sides);
    if (plan->reference) json_text(&json, "reference", plan->reference);
    chance_key_print(&plan->series, json_open_text(&json, "seed"));
    json_close_text(&json);
    json_close(&json);
    assert(!text->overflow);
}

/* The index of a text field among a few words; -1 if it is none of them. */
bool arena_copy_plain(const char *words, char *copy, size_t capacity) {
    Span rest = words ? span_of(words) : (Span){0};
    uint32_t code;
    while (rest.length)
        if (!utf8_next(&rest, &code) || code < ' ' || code == 0x7f) return false;
    return words && span_copy(span_of(words), copy, capacity);
}

static int word_index(const json_t *object, const char *key, const char *const *words, int count) {
    const char *value = json_string_value(json_object_get(object, key));
    for (int i = 0; value && i < count; i++)
        if (strcmp(value, words[i]) == 0) return i;
    return -1;
}

/* A whole number within bounds. */
static bool read_number(const json_t *object, const char *key, int64_t minimum, int64_t maximum, int64_t *number) {
    const json_t *value = json_object_get(object, key);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= minimum && *number <= maximum;
}

static bool read_setup(const json_t *object, ArenaPlan *plan) {
    const char *game = json_string_value(json_object_get(object, "game"));
    const char *variant = json_string_value(json_object_get(object, "variant")), *key;
    json_t *options = json_object_get(object, "options"), *value;
    int64_t people;
    plan->game = game ? game_find(span_of(game), NULL) : NULL;
    if (!plan->game || !variant || !json_is_object(options)) return false;
    plan->setup = (Setup){.variant = game_variant(plan->game, span_of(variant), NULL)};
    if (!read_number(object, "people", 1, SEATS_MAX, &people)) return false;
    plan->setup.people = (int)people;
    if (plan->setup.variant < 0 || !game_people_fit(plan->game, plan->setup.variant, plan->setup.people, NULL)) return false;
    json_object_foreach(options, key, value) {
        char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX + 2];
        Text text = text_init(pair, sizeof pair);
        if (!json_is_string(value)) return false;
        text_format(&text, "%s=%s", key, json_string_value(value));
        if (text.overflow || !setup_option(&plan->setup, (Span){pair, text.length}, NULL)) return false;
    }
    return true;
}

static bool read_names(const json_t *object, ArenaPlan *plan, ArenaNames *names) {
    const json_t *bots = json_object_get(object, "bots");
    const char *reference = json_string_value(json_object_get(object, "reference"));
    size_t count = json_array_size(bots);
    if (count < 2 || count > ARENA_BOTS_MAX) return false;
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(bots, i));
        if (!arena_copy_plain(name, names->bots[i], ARENA_NAME_MAX)) return false;
        plan->bots[i] = names->bots[i];
    }
    plan->bot_count = (int)count;
    if (reference && !arena_copy_plain(reference, names->reference, ARENA_NAME_MAX)) return false;
    plan->reference = reference ? names->reference : NULL;
    return true;
}

static bool take_plan(const json_t *object, ArenaPlan *plan, ArenaNames *names) {
    const char *seed = json_string_value(json_object_get(object, "seed"));
    int unit = word_index(object, "unit", unit_names, 2), measure = word_index(object, "measure", measure_names, 2);
    int against = word_index(object, "against", against_names, 3), seatings = word_index(object, "seatings", seatings_names, 2);
    if (unit < 0 || measure < 0 || against < 0 || seatings < 0) return false;
    if (!seed || !chance_key_parse(&plan->series, span_of(seed), NULL)) return false;
    if (!read_setup(object, plan) || !read_names(object, plan, names)) return false;
    plan->against = (Against)against;
    plan->one_seating = seatings == 1;
    plan->comparison =
        comparison_of(plan->game, plan->setup.variant, plan->setup.people, plan->against, (Unit)unit, (Measure)measure);
    return true;
}

bool arena_plan_read(Span line, ArenaPlan *plan, ArenaNames *names) {
    json_t *object = json_loadb(line.at, line.length, JSON_REJECT_DUPLICATES, NULL);
    bool good = json_is_object(object) && take_plan(object, plan, names);
    json_decref(object);
    return good;
}

/* ---- a deal as a line */

static void write_pair(Json *json, const char *key, int64_t first, int64_t second) {
    json_open_list(json, key);
    json_number(json, NULL, first);
    json_number(json, NULL, second);
    json_close(json);
}

void arena_deal_write(const ArenaPlan *plan, const DealLine *line, Text *text) {
    const DealResult *result = &line->result;
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_text(&json, "event", "deal");
    write_pair(&json, "bots", line->bots[0], line->bots[1]);
    json_number(&json, "deal", result->deal);
    json_number(&json, "dealer", result->dealer);
    json_numbers(&json, "values", result->values, result->games);
    if (plan->reference) json_numbers(&json, "controls", result->controls, result->games);
    write_pair(&json, "forfeits", result->forfeits[0], result->forfeits[1]);
    if (result->forfeits[0] || result->forfeits[1]) {
        json_open_list(&json, "reasons");
        for (int side = 0; side < 2; side++) json_text(&json, NULL, line->reasons[side].text);
        json_close(&json);
    }
    write_pair(&json, "decisions", result->decisions[0], result->decisions[1]);
    write_pair(&json, "nanoseconds", (int64_t)result->nanoseconds[0], (int64_t)result->nanoseconds[1]);
    json_close(&json);
}

/* A list of exactly so many whole numbers within bounds. */
static bool read_numbers(const json_t *object, const char *key, int count, int64_t minimum, int64_t maximum, int64_t *numbers) {
    const json_t *list = json_object_get(object, key);
    if (!json_is_array(list) || json_array_size(list) != (size_t)count) return false;
    for (int i = 0; i < count; i++) {
        const json_t *number = json_array_get(list, (size_t)i);
        numbers[i] = json_integer_value(number);
        if (!json_is_integer(number) || numbers[i] < minimum || numbers[i] > maximum) return false;
    }
    return true;
}

/* Not every file tells them. */
static bool read_reasons(const json_t *object, Error reasons[2]) {
    const json_t *list = json_object_get(object, "reasons");
    for (size_t i = 0; i < 2; i++) {
        const char *reason = json_string_value(json_array_get(list, i));
        reasons[i].text[0] = 0;
        if (list && !arena_copy_plain(reason, reasons[i].text, ERROR_TEXT_MAX)) return false;
    }
    return !list || json_array_size(list) == 2;
}

static bool take_deal(const ArenaPlan *plan, const json_t *object, DealLine *line) {
    const char *event = json_string_value(json_object_get(object, "event"));
    int64_t deal, dealer, numbers[SEATINGS_MAX];
    DealResult *result = &line->result;
    if (!event || strcmp(event, "deal") != 0 || !read_number(object, "deal", 0, ARENA_DEAL_LAST, &deal) ||
        !read_number(object, "dealer", -1, plan->setup.people - 1, &dealer))
        return false;
    *result = (DealResult){.done = true, .deal = deal, .dealer = (int8_t)dealer};
    result->games = plan->one_seating ? 1 : (uint8_t)plan->comparison.seating_count;
    if (!read_numbers(object, "bots", 2, 0, plan->bot_count - 1, numbers)) return false;
    for (int i = 0; i < 2; i++) line->bots[i] = (int)numbers[i];
    if (!read_numbers(object, "values", result->games, INT32_MIN, INT32_MAX, numbers)) return false;
    for (int i = 0; i < result->games; i++) result->values[i] = (int)numbers[i];
    if (plan->reference && !read_numbers(object, "controls", result->games, INT32_MIN, INT32_MAX, numbers)) return false;
    for (int i = 0; plan->reference && i < result->games; i++) result->controls[i] = (int)numbers[i];
    if (!read_numbers(object, "forfeits", 2, 0, SEATINGS_MAX, numbers)) return false;
    for (int i = 0; i < 2; i++) result->forfeits[i] = (uint8_t)numbers[i];
    if (!read_numbers(object, "decisions", 2, 0, UINT32_MAX, numbers)) return false;
    for (int i = 0; i < 2; i++) result->decisions[i] = (uint32_t)numbers[i];
    if (!read_numbers(object, "nanoseconds", 2, 0, INT64_MAX, numbers)) return false;
    for (int i = 0; i < 2; i++) result->nanoseconds[i] = (uint64_t)numbers[i];
    return read_reasons(object, line->reasons);
}

bool arena_deal_read(const ArenaPlan *plan, Span words, DealLine *line) {
    json_t *object = json_loadb(words.at, words.length, JSON_REJECT_DUPLICATES, NULL);
    bool good = json_is_object(object) && take_deal(plan, object, line);
    json_decref(object);
    return good;
}
