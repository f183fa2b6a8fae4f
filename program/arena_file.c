/* Arena files: see arena_file.h. */
#include "program/arena_file.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/games.h"
#include "record/lines.h"

static const char *const unit_names[] = {"round", "match"}, *const measure_names[] = {"points", "wins"};
static const char *const against_names[] = {"one", "half", "rest"}, *const seatings_names[] = {"all", "one"};

/* ---- the first line */

static void write_options(const Setup *setup, Text *text) {
    text_format(text, ",\"people\":%d,\"options\":{", setup->people);
    for (int i = 0; i < setup->option_count; i++) {
        if (i) text_char(text, ',');
        text_json(text, setup->options[i].key);
        text_char(text, ':');
        text_json(text, setup->options[i].value);
    }
    text_char(text, '}');
}

void arena_plan_write(const ArenaPlan *plan, Text *text) {
    text_format(text, "{\"event\":\"arena\",\"format\":%d,\"version\":", ARENA_FORMAT);
    text_json(text, ARALDO_VERSION);
    text_add(text, ",\"game\":");
    text_json(text, plan->game->name);
    text_add(text, ",\"variant\":");
    text_json(text, plan->game->variants[plan->setup.variant].name);
    text_format(text, ",\"revision\":%d", plan->game->revision);
    write_options(&plan->setup, text);
    uint64_t word_list = game_word_list(plan->game);
    if (word_list) text_format(text, ",\"words\":\"%016" PRIx64 "\"", word_list);
    text_add(text, ",\"bots\":[");
    for (int i = 0; i < plan->bot_count; i++) {
        if (i) text_char(text, ',');
        text_json(text, plan->bots[i]);
    }
    text_format(text, "],\"unit\":\"%s\",\"measure\":\"%s\",\"against\":\"%s\",\"seatings\":\"%s\"",
                unit_names[plan->comparison.unit], measure_names[plan->comparison.measure], against_names[plan->against],
                seatings_names[plan->one_seating]);
    if (plan->reference) {
        text_add(text, ",\"reference\":");
        text_json(text, plan->reference);
    }
    text_add(text, ",\"seed\":\"");
    chance_key_print(&plan->series, text);
    text_add(text, "\"}");
    assert(!text->overflow);
}

/* The index of a text field among a few words; -1 if it is none of them. */
static int word_index(const json_t *object, const char *key, const char *const *words, int count) {
    const char *value = json_string_value(json_object_get(object, key));
    for (int i = 0; value && i < count; i++)
        if (strcmp(value, words[i]) == 0) return i;
    return -1;
}

static bool read_setup(const json_t *object, ArenaPlan *plan) {
    const char *game = json_string_value(json_object_get(object, "game"));
    const char *variant = json_string_value(json_object_get(object, "variant")), *key;
    json_t *options = json_object_get(object, "options"), *value;
    plan->game = game ? game_find(span_of(game), NULL) : NULL;
    if (!plan->game || !variant || !json_is_object(options)) return false;
    plan->setup = (Setup){.variant = game_variant(plan->game, span_of(variant), NULL)};
    plan->setup.people = (int)json_integer_value(json_object_get(object, "people"));
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
        if (!name || !span_copy(span_of(name), names->bots[i], ARENA_NAME_MAX)) return false;
        plan->bots[i] = names->bots[i];
    }
    plan->bot_count = (int)count;
    if (reference && !span_copy(span_of(reference), names->reference, ARENA_NAME_MAX)) return false;
    plan->reference = reference ? names->reference : NULL;
    return true;
}

static bool read_plan(const json_t *object, ArenaPlan *plan, ArenaNames *names) {
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

/* ---- a deal as a line */

typedef struct DealLine {
    int bots[2];
    DealResult result;
} DealLine;

static void write_numbers(Text *text, const char *key, const int *numbers, int count) {
    text_format(text, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) text_format(text, "%s%d", i ? "," : "", numbers[i]);
    text_char(text, ']');
}

static void write_deal(const Duel *duel, const DealResult *result, Text *text) {
    text_format(text, "{\"event\":\"deal\",\"bots\":[%d,%d],\"deal\":%lld,\"dealer\":%d", duel->bots[0], duel->bots[1],
                (long long)result->deal, result->dealer);
    write_numbers(text, "values", result->values, result->games);
    if (duel->plan->reference) write_numbers(text, "controls", result->controls, result->games);
    text_format(text, ",\"forfeits\":[%d,%d]", result->forfeits[0], result->forfeits[1]);
    text_format(text, ",\"decisions\":[%" PRIu32 ",%" PRIu32 "]", result->decisions[0], result->decisions[1]);
    text_format(text, ",\"nanoseconds\":[%" PRIu64 ",%" PRIu64 "]}", result->nanoseconds[0], result->nanoseconds[1]);
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

static bool read_deal(const ArenaPlan *plan, const json_t *object, DealLine *line) {
    const char *event = json_string_value(json_object_get(object, "event"));
    const json_t *deal = json_object_get(object, "deal"), *dealer = json_object_get(object, "dealer");
    int64_t numbers[SEATINGS_MAX];
    DealResult *result = &line->result;
    if (!event || strcmp(event, "deal") != 0 || !json_is_integer(deal) || !json_is_integer(dealer)) return false;
    *result = (DealResult){.done = true, .deal = json_integer_value(deal), .dealer = (int8_t)json_integer_value(dealer)};
    result->games = plan->one_seating ? 1 : (uint8_t)plan->comparison.seating_count;
    if (result->deal < 0 || result->deal > ARENA_DEAL_LAST) return false;
    if (result->dealer < -1 || result->dealer >= plan->setup.people) return false;
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
    return true;
}

/* ---- a whole file */

/* Takes one deal; false with a line ends the reading. */
typedef bool (*DealTaker)(void *context, const DealLine *line, Error *error);

typedef struct Reading {
    const ArenaPlan *plan;
    const char *path;
    DealTaker take;
    void *context;
    long whole_bytes; /* up to where the file consists of whole lines */
} Reading;

static bool header_fits(const Reading *reading, const Lines *lines, Error *error) {
    char wanted[LINE_MAX_BYTES];
    Text text = text_init(wanted, sizeof wanted);
    arena_plan_write(reading->plan, &text);
    if (lines->length == text.length && memcmp(lines->bytes, wanted, text.length) == 0) return true;
    return error_set(error, "%s is of another match: its first line differs in game, options, bots, seed or measure",
                     reading->path);
}

static bool read_line(const Reading *reading, const Lines *lines, Error *error) {
    DealLine line;
    json_t *object = json_loadb(lines->bytes, lines->length, JSON_REJECT_DUPLICATES, NULL);
    bool good = json_is_object(object) && read_deal(reading->plan, object, &line);
    json_decref(object);
    if (!good) return error_set(error, "%s, line %ld: this is no deal of this match", reading->path, lines->number);
    return reading->take(reading->context, &line, error);
}

static bool read_lines(Reading *reading, Lines *lines, Error *error) {
    reading->whole_bytes = 0;
    for (;; lines_take(lines)) {
        LineStatus status = lines_peek(lines);
        if (status == LINE_END || status == LINE_CUT) break;
        if (status != LINE_READ)
            return error_set(error, "%s, line %ld: %s", reading->path, lines->number, lines_fault(lines));
        if (lines->number == 1 ? !header_fits(reading, lines, error) : !read_line(reading, lines, error)) return false;
        reading->whole_bytes += (long)lines->length + 1;
    }
    return true;
}

static bool read_file(Reading *reading, FILE *file, Error *error) {
    Lines *lines = malloc(sizeof *lines);
    if (!lines) return error_set(error, "there is not enough memory");
    lines_init(lines, file);
    bool good = read_lines(reading, lines, error);
    free(lines);
    return good;
}

static bool cannot(const char *path, const char *what, Error *error) {
    return error_set(error, "cannot %s %s: %s", what, path, strerror(errno));
}

/* ---- going on */

static bool take_nothing(void *context, const DealLine *line, Error *error) {
    (void)context, (void)line, (void)error;
    return true;
}

bool arena_file_open(ArenaFile *file, const char *path, const ArenaPlan *plan, Error *error) {
    Reading reading = {.plan = plan, .path = path, .take = take_nothing};
    struct stat facts;
    *file = (ArenaFile){.path = path, .file = fopen(path, "a+")};
    if (!file->file) return cannot(path, "open", error);
    if (fstat(fileno(file->file), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        fclose(file->file);
        return error_set(error, "%s is no ordinary file", path);
    }
    if (flock(fileno(file->file), LOCK_EX | LOCK_NB) != 0) {
        error_set(error, "%s is being written by another run", path);
        fclose(file->file);
        return false;
    }
    rewind(file->file);
    bool good = read_file(&reading, file->file, error);
    if (good && ftruncate(fileno(file->file), reading.whole_bytes) != 0) good = cannot(path, "write", error);
    if (good && reading.whole_bytes == 0) {
        char line[LINE_MAX_BYTES];
        Text text = text_init(line, sizeof line);
        arena_plan_write(plan, &text);
        if (fprintf(file->file, "%s\n", line) < 0 || fflush(file->file) != 0) good = cannot(path, "write", error);
    }
    if (!good) fclose(file->file);
    return good;
}

static bool take_into_duel(void *context, const DealLine *line, Error *error) {
    const Duel *duel = context;
    int64_t index = line->result.deal - duel->plan->first;
    (void)error;
    if (line->bots[0] != duel->bots[0] || line->bots[1] != duel->bots[1]) return true;
    if (index >= 0 && index < duel->plan->deals) duel->results[index] = line->result;
    return true;
}

bool arena_file_load(const ArenaFile *file, const Duel *duel, Error *error) {
    Duel into = *duel;
    Reading reading = {.plan = duel->plan, .path = file->path, .take = take_into_duel, .context = &into};
    FILE *again = fopen(file->path, "r");
    if (!again) return cannot(file->path, "open", error);
    bool good = read_file(&reading, again, error);
    fclose(again);
    return good;
}

void arena_file_add(ArenaFile *file, const Duel *duel, const DealResult *result) {
    char line[LINE_MAX_BYTES];
    Text text = text_init(line, sizeof line);
    write_deal(duel, result, &text);
    if (!file->fault && (fprintf(file->file, "%s\n", line) < 0 || fflush(file->file) != 0)) file->fault = errno ? errno : EIO;
}

bool arena_file_close(ArenaFile *file, Error *error) {
    if (fclose(file->file) != 0 && !file->fault) file->fault = errno ? errno : EIO;
    errno = file->fault;
    return !file->fault || cannot(file->path, "write", error);
}

/* ---- joining */

bool arena_file_plan(const char *path, ArenaPlan *plan, ArenaNames *names, Error *error) {
    FILE *file = fopen(path, "r");
    Lines *lines = malloc(sizeof *lines);
    bool good = false;
    if (!file) {
        cannot(path, "open", error);
    } else if (!lines) {
        error_set(error, "there is not enough memory");
    } else {
        lines_init(lines, file);
        json_t *object =
            lines_peek(lines) == LINE_READ ? json_loadb(lines->bytes, lines->length, JSON_REJECT_DUPLICATES, NULL) : NULL;
        good = (json_is_object(object) && read_plan(object, plan, names)) ||
               error_set(error, "%s does not begin as a file of the arena does", path);
        json_decref(object);
    }
    free(lines);
    if (file) fclose(file);
    return good;
}

typedef struct Gathering {
    Duel *duel;
    int64_t room;
} Gathering;

static bool take_any(void *context, const DealLine *line, Error *error) {
    Gathering *gathering = context;
    Duel *duel = gathering->duel;
    if (line->bots[0] != duel->bots[0] || line->bots[1] != duel->bots[1]) return true;
    if (duel->counted == gathering->room) {
        int64_t room = gathering->room ? 2 * gathering->room : 1024;
        DealResult *larger = realloc(duel->results, (size_t)room * sizeof *larger);
        if (!larger) return error_set(error, "there is not enough memory");
        duel->results = larger;
        gathering->room = room;
    }
    duel->results[duel->counted++] = line->result;
    return true;
}

static int by_deal(const void *left, const void *right) {
    const DealResult *a = left, *b = right;
    return a->deal < b->deal ? -1 : a->deal > b->deal;
}

/* A deal that stands twice must have come out the same, and counts once. */
static bool drop_doubles(Duel *duel, Error *error) {
    int64_t kept = 0;
    for (int64_t i = 0; i < duel->counted; i++) {
        const DealResult *result = &duel->results[i], *last = kept ? &duel->results[kept - 1] : NULL;
        if (!last || last->deal != result->deal)
            duel->results[kept++] = *result;
        else if (memcmp(last->values, result->values, sizeof last->values) != 0)
            return error_set(error, "deal %lld stands twice, and came out differently", (long long)result->deal);
    }
    duel->counted = kept;
    return true;
}

bool arena_file_gather(const char *const *paths, int path_count, Duel *duel, Error *error) {
    Gathering gathering = {.duel = duel};
    duel->results = NULL;
    duel->counted = 0;
    for (int i = 0; i < path_count; i++) {
        Reading reading = {.plan = duel->plan, .path = paths[i], .take = take_any, .context = &gathering};
        FILE *file = fopen(paths[i], "r");
        if (!file) return cannot(paths[i], "open", error);
        bool good = read_file(&reading, file, error);
        fclose(file);
        if (!good) return false;
    }
    if (duel->counted) qsort(duel->results, (size_t)duel->counted, sizeof *duel->results, by_deal);
    return drop_doubles(duel, error);
}
