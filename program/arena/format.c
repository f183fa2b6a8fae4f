/* Writes and reads the lines of arena files. */
#include "program/arena/format.h"

#include <assert.h>
#include <string.h>

#include "games/setup.h"
#include "lexicon/spelling.h"

static const char *const unit_names[] = {"round", "match", NULL}, *const measure_names[] = {"points", "wins", NULL};
static const char *const against_names[] = {"one", "half", "rest", NULL}, *const seatings_names[] = {"all", "one", NULL};

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

bool arena_is_plain(const char *words) {
    Span rest = span_of(words);
    uint32_t code;
    while (rest.length)
        if (!utf8_next(&rest, &code) || code < ' ' || code == 0x7f) return false;
    return true;
}

/* The first line while it is read. */
typedef struct PlanWords {
    SetupWords setup;
    ArenaNames names;
    int bot_count;
    int unit, measure, against, seatings;
    ChanceKey series;
} PlanWords;

static JsonWrong read_bots(const JsonNode *value, void *member, Error *error) {
    PlanWords *words = member;
    size_t count = json_node_length(value);
    (void)error;
    if (count < 2 || count > ARENA_BOTS_MAX) return READ_WRONG_VALUE;
    for (size_t i = 0; i < count; i++) {
        const char *name = json_node_text(json_node_element(value, i));
        if (!name || !arena_is_plain(name) || !span_copy(span_of(name), words->names.bots[i], ARENA_NAME_MAX))
            return READ_WRONG_VALUE;
    }
    words->bot_count = (int)count;
    return READ_GOOD;
}

static JsonWrong read_seed(const JsonNode *value, void *member, Error *error) {
    return chance_key_parse(member, span_of(json_node_text(value)), error) ? READ_GOOD : READ_WRONG_VALUE;
}

#define INTO(member) READ_INTO(PlanWords, member)

/* What is only checked here is compared when a file is opened: its first line must be the plan's byte for byte. */
static const JsonField plan_fields[] = {
    {"event", READ_WORD, .words = (const char *const[]){"arena", NULL}},
    {"format", READ_NUMBER, .minimum = ARENA_FORMAT, .maximum = ARENA_FORMAT},
    {.key = "version", .kind = READ_TEXT},
    {SETUP_READ_GAME(PlanWords, setup)},
    {SETUP_READ_VARIANT(PlanWords, setup)},
    {"revision", READ_NUMBER, .maximum = INT32_MAX},
    {SETUP_READ_PEOPLE(PlanWords, setup)},
    {SETUP_READ_OPTIONS(PlanWords, setup)},
    {"words", READ_TEXT, READ_OPTIONAL, .size = 0},
    {"bots", READ_LIST, .read = read_bots},
    {"unit", READ_WORD, INTO(unit), .words = unit_names},
    {"measure", READ_WORD, INTO(measure), .words = measure_names},
    {"against", READ_WORD, INTO(against), .words = against_names},
    {"seatings", READ_WORD, INTO(seatings), .words = seatings_names},
    {"sides", READ_NUMBER, READ_OPTIONAL, .maximum = SEATS_MAX},
    {"reference", READ_TEXT, READ_OPTIONAL, INTO(names.reference), .fits = arena_is_plain},
    {"seed", READ_TEXT, INTO(series), .read = read_seed},
    {0},
};

#undef INTO

bool arena_plan_read(Span line, ArenaPlan *plan, ArenaNames *names) {
    PlanWords words = {.bot_count = 0};
    JsonFault fault;
    if (!json_read(line, plan_fields, 0, &words, &fault)) return false;
    if (!setup_find(&words.setup, &plan->game, &plan->setup, NULL)) return false;
    if (!game_people_fit(plan->game, plan->setup.variant, plan->setup.people, NULL)) return false;
    *names = words.names;
    plan->series = words.series;
    plan->bot_count = words.bot_count;
    for (int i = 0; i < plan->bot_count; i++) plan->bots[i] = names->bots[i];
    plan->reference = names->reference[0] ? names->reference : NULL;
    plan->against = (Against)words.against;
    plan->one_seating = words.seatings == 1;
    plan->comparison = comparison_of(plan->game, plan->setup.variant, plan->setup.people, plan->against, (Unit)words.unit,
                                     (Measure)words.measure);
    return true;
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

/* A deal's line while it is read. */
typedef struct DealWords {
    int64_t deal;
    int dealer;
    const JsonNode *bots, *values, *controls, *forfeits, *reasons, *decisions, *nanoseconds;
} DealWords;

#define INTO(member) READ_INTO(DealWords, member)

static const JsonField deal_fields[] = {
    {"event", READ_WORD, .words = (const char *const[]){"deal", NULL}},
    {"bots", READ_LIST, INTO(bots)},
    {"deal", READ_NUMBER, INTO(deal), .maximum = ARENA_DEAL_LAST},
    {"dealer", READ_NUMBER, INTO(dealer), .minimum = -1, .maximum = SEATS_MAX - 1},
    {"values", READ_LIST, INTO(values)},
    {"controls", READ_LIST, READ_OPTIONAL, INTO(controls)},
    {"forfeits", READ_LIST, INTO(forfeits)},
    {"reasons", READ_LIST, READ_OPTIONAL, INTO(reasons)},
    {"decisions", READ_LIST, INTO(decisions)},
    {"nanoseconds", READ_LIST, INTO(nanoseconds)},
    {0},
};

/* A list of exactly so many whole numbers within bounds. */
static bool read_numbers(const JsonNode *list, int count, int64_t minimum, int64_t maximum, int64_t *numbers) {
    if (json_node_length(list) != (size_t)count) return false;
    for (int i = 0; i < count; i++)
        if (!json_node_number(json_node_element(list, (size_t)i), minimum, maximum, &numbers[i])) return false;
    return true;
}

static bool read_values(const JsonNode *list, int games, int *values) {
    int64_t numbers[SEATINGS_MAX];
    if (!read_numbers(list, games, INT32_MIN, INT32_MAX, numbers)) return false;
    for (int i = 0; i < games; i++) values[i] = (int)numbers[i];
    return true;
}

/* Not every file tells them. */
static bool read_reasons(const JsonNode *list, Error reasons[2]) {
    reasons[0].text[0] = reasons[1].text[0] = 0;
    if (!list) return true;
    if (json_node_length(list) != 2) return false;
    for (size_t i = 0; i < 2; i++) {
        const char *reason = json_node_text(json_node_element(list, i));
        if (!reason || !arena_is_plain(reason) || !span_copy(span_of(reason), reasons[i].text, ERROR_TEXT_MAX)) return false;
    }
    return true;
}

static bool take_deal(const ArenaPlan *plan, const JsonNode *object, DealLine *line) {
    DealWords words = {.deal = 0};
    DealResult *result = &line->result;
    int64_t bots[2], forfeits[2], decisions[2], nanoseconds[2];
    JsonFault fault;
    if (!json_read_fields(object, deal_fields, 0, &words, &fault) || words.dealer >= plan->setup.people) return false;
    *result = (DealResult){.done = true, .deal = words.deal, .dealer = (int8_t)words.dealer};
    result->games = plan->one_seating ? 1 : (uint8_t)plan->comparison.seating_count;
    if (!read_values(words.values, result->games, result->values)) return false;
    if (plan->reference && !read_values(words.controls, result->games, result->controls)) return false;
    if (!read_numbers(words.bots, 2, 0, plan->bot_count - 1, bots) ||
        !read_numbers(words.forfeits, 2, 0, SEATINGS_MAX, forfeits) ||
        !read_numbers(words.decisions, 2, 0, UINT32_MAX, decisions) ||
        !read_numbers(words.nanoseconds, 2, 0, INT64_MAX, nanoseconds))
        return false;
    for (int side = 0; side < 2; side++) {
        line->bots[side] = (int)bots[side];
        result->forfeits[side] = (uint8_t)forfeits[side];
        result->decisions[side] = (uint32_t)decisions[side];
        result->nanoseconds[side] = (uint64_t)nanoseconds[side];
    }
    return read_reasons(words.reasons, line->reasons);
}

bool arena_deal_read(const ArenaPlan *plan, Span words, DealLine *line) {
    JsonNode *object = json_node_parse(words, NULL);
    bool good = take_deal(plan, object, line);
    json_node_free(object);
    return good;
}
