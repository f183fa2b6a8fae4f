/* Tests the welcome: what it says about options is what the games accept, and it leaves the room's desk as it was. */
#include "games/games.h"
#include "tests/room/scene.h"

static json_t *welcome(void) {
    static char buffer[REPLY_BYTES_MAX];
    Text text = text_init(buffer, sizeof buffer);
    Json json = json_to(&text);
    room_write_welcome(world.room, room_client(world.room, anna->connection), &json);
    assert_false(text.overflow);
    json_t *said = json_loadb(buffer, text.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(said);
    return said;
}

static const char *words_of(const json_t *object, const char *key) { return json_string_value(json_object_get(object, key)); }

static int number_of(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    assert_true(json_is_integer(number));
    return (int)json_integer_value(number);
}

/* ---- one variant as a client knows it: from the welcome alone */

typedef struct Told {
    const Game *game;
    const json_t *options;
    const char *variant;
    Setup setup;
} Told;

static bool is_in_variant(const Told *told, const json_t *rule) {
    const json_t *variants = json_object_get(rule, "variants"), *name;
    size_t i;
    json_array_foreach(variants, i, name) if (strcmp(json_string_value(name), told->variant) == 0) return true;
    return json_is_null(variants);
}

static const json_t *rule_of(const Told *told, const char *key) {
    const json_t *rule;
    size_t i;
    json_array_foreach(told->options, i,
                       rule) if (is_in_variant(told, rule) && strcmp(words_of(rule, "key"), key) == 0) return rule;
    fail_msg("no option %s", key);
    return NULL;
}

static int factor_of(const Told *told, const char *factor) {
    if (!factor) return 1;
    return strcmp(factor, "people") == 0 ? told->setup.people : number_of(rule_of(told, factor), "default");
}

/* Whether the game takes the option with this value, with what it needs beside it. */
static bool takes(const Told *told, const json_t *rule, const char *value) {
    char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX];
    Setup setup = told->setup;
    const char *needs = words_of(rule, "needs");
    if (needs) {
        assert_string_equal(words_of(rule_of(told, needs), "kind"), "seats");
        snprintf(pair, sizeof pair, "%s=0", needs);
        assert_true(setup_option(&setup, span_of(pair), NULL));
    }
    snprintf(pair, sizeof pair, "%s=%s", words_of(rule, "key"), value);
    return setup_option(&setup, span_of(pair), NULL) && setup_check(told->game, &setup, NULL);
}

static bool takes_number(const Told *told, const json_t *rule, int number) {
    char value[16];
    snprintf(value, sizeof value, "%d", number);
    return takes(told, rule, value);
}

static void check_number(const Told *told, const json_t *rule) {
    int factor = factor_of(told, words_of(rule, "bounds_factor"));
    int minimum = factor * number_of(rule, "min"), maximum = factor * number_of(rule, "max");
    int usual = number_of(rule, "default") * factor_of(told, words_of(rule, "default_factor"));
    assert_true(minimum <= usual && usual <= maximum);
    assert_true(takes_number(told, rule, minimum) && takes_number(told, rule, maximum));
    assert_false(takes_number(told, rule, minimum - 1) || takes_number(told, rule, maximum + 1));
    Setup plain = told->setup;
    assert_int_equal(setup_number(told->game, &plain, words_of(rule, "key")), usual);
}

/* Every word alone, or the first of every group together. */
static void check_words(const Told *told, const json_t *rule, int per_group) {
    char list[OPTION_VALUE_MAX];
    Text text = text_init(list, sizeof list);
    const json_t *word;
    size_t i;
    int group = 0, taken = 0;
    json_array_foreach(json_object_get(rule, "words"), i, word) {
        int of = per_group ? number_of(word, "group") : 0;
        assert_non_null(words_of(word, "label"));
        if (of == 0) assert_true(takes(told, rule, words_of(word, "word")));
        taken = of == group ? taken + 1 : 1;
        group = of;
        if (of && taken <= per_group) text_format(&text, "%s%s", text.length ? "," : "", words_of(word, "word"));
    }
    if (per_group) assert_true(takes(told, rule, list));
    assert_false(takes(told, rule, "nonsense"));
}

static void check_option(const Told *told, const json_t *rule) {
    const char *kind = words_of(rule, "kind");
    assert_non_null(words_of(rule, "label"));
    if (strcmp(kind, "number") == 0) check_number(told, rule);
    else if (strcmp(kind, "word") == 0) check_words(told, rule, 0);
    else if (strcmp(kind, "words") == 0) check_words(told, rule, number_of(rule, "per_group"));
    else {
        assert_string_equal(kind, "seats");
        assert_true(takes_number(told, rule, told->setup.people - 1));
        assert_false(takes_number(told, rule, told->setup.people));
    }
}

static int check_variant(const Game *game, int index, const json_t *said, const json_t *options) {
    Told told = {.game = game, .options = options, .variant = words_of(said, "name"), .setup = {.variant = index}};
    const json_t *rule;
    size_t i;
    int checked = 0;
    assert_int_equal(game_variant(game, span_of(told.variant), NULL), index);
    assert_int_equal(number_of(said, "sides"), game->variants[index].sides);
    for (int people = number_of(said, "min"); people <= number_of(said, "max"); people++) {
        told.setup.people = people;
        json_array_foreach(options, i, rule) {
            if (!is_in_variant(&told, rule)) continue;
            check_option(&told, rule);
            checked++;
        }
    }
    return checked;
}

static void options_are_what_the_games_accept(void **state) {
    (void)state;
    json_t *said = welcome();
    const json_t *list = json_object_get(said, "games"), *entry, *variant;
    size_t g, v;
    json_array_foreach(list, g, entry) {
        const Game *game = games[g];
        const json_t *options = json_object_get(entry, "options");
        int checked = 0;
        assert_string_equal(words_of(entry, "name"), game->name);
        assert_string_equal(words_of(entry, "title"), game->title);
        assert_string_equal(words_of(entry, "unit"), game->unit);
        assert_int_equal(json_is_null(json_object_get(entry, "round")), game->round == NULL);
        assert_int_equal(json_is_null(json_object_get(entry, "facts")), game->facts == NULL);
        json_array_foreach(json_object_get(entry, "variants"), v, variant) checked +=
            check_variant(game, (int)v, variant, options);
        assert_null(game->variants[v].name);
        assert_true(checked >= (int)json_array_size(options));
    }
    assert_null(games[g]);
    json_decref(said);
}

/* The facts are built where the events of tables are: these must still reach their log afterwards. */
static void a_welcome_disturbs_no_table(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    json_decref(welcome());
    ready(anna);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    assert_true(world.room->desk.sink.take == event_log_take && world.room->desk.sink.context == &world.room->desk.log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(options_are_what_the_games_accept),
        IN_A_ROOM(a_welcome_disturbs_no_table),
    };
    return tap_run("room_welcome", tests, sizeof tests / sizeof *tests);
}
