/* Lists and reads the matches that generic tests play. */
#include "tests/support/settings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/lines.h"

static void add(Settings *settings, const Game *game, const Setup *setup) {
    settings->list = realloc(settings->list, (size_t)(settings->count + 1) * sizeof *settings->list);
    assert(settings->list);
    Setting *setting = &settings->list[settings->count++];
    setting->game = game;
    setting->setup = *setup;
    Text text = text_init(setting->name, sizeof setting->name);
    text_format(&text, "%s:%s people=%d", game->name, game->variants[setup->variant].name, setup->people);
    for (int i = 0; i < setup->option_count; i++) text_format(&text, " %s=%s", setup->options[i].key, setup->options[i].value);
}

static void add_people(Settings *settings, const Game *game, Setup setup, int from, int to) {
    for (setup.people = from; setup.people <= to; setup.people++) add(settings, game, &setup);
}

void settings_add_game(Settings *settings, const Game *game) {
    for (int i = 0; game->variants[i].name; i++) {
        Setup setup = {.variant = i};
        add_people(settings, game, setup, game->variants[i].people_min, game->variants[i].people_max);
    }
}

/* `3` or `2..4`. */
static bool read_people(Span value, int *from, int *to) {
    int64_t first, last;
    const char *dots = memmem(value.at, value.length, "..", 2);
    Span left = {value.at, dots ? (size_t)(dots - value.at) : value.length};
    Span right = dots ? (Span){dots + 2, value.length - left.length - 2} : left;
    if (!span_number(left, 1, SEATS_MAX, &first) || !span_number(right, first, SEATS_MAX, &last)) return false;
    *from = (int)first;
    *to = (int)last;
    return true;
}

static bool add_line(Settings *settings, const Game *game, Span line, Error *error) {
    Setup setup = {0};
    Span token, name, key, value;
    span_split(&line, ' ', &token);
    span_split(&token, ':', &name);
    if (!span_is(name, game->name)) return error_set(error, "this line is not of %s", game->name);
    setup.variant = game_variant(game, token.at ? token : (Span){"", 0}, error);
    if (setup.variant < 0) return false;
    int from = game->variants[setup.variant].people_min, to = game->variants[setup.variant].people_max;
    while (span_split(&line, ' ', &token)) {
        if (token.length == 0) continue;
        span_pair(token, &key, &value);
        if (span_is(key, "people")) {
            if (!read_people(value, &from, &to)) return error_set(error, "people is a number or a range as in 2..4");
        } else if (!setup_option(&setup, token, error)) {
            return false;
        }
    }
    add_people(settings, game, setup, from, to);
    return true;
}

static bool add_file(Settings *settings, const Game *game, Error *error) {
    char path[128];
    snprintf(path, sizeof path, "tests/games/settings/%s.txt", game->name);
    char *text = file_text(path);
    if (!text) return true;
    Span rest = span_of(text), line;
    int number = 0;
    bool well = true;
    Error found = {""};
    while (well && next_line(&rest, &number, &line)) well = add_line(settings, game, line, &found);
    if (!well) error_set(error, "%s:%d: %s", path, number, found.text);
    free(text);
    return well;
}

bool settings_add_all(Settings *settings, const Game *const *list, Error *error) {
    for (; *list; list++) {
        settings_add_game(settings, *list);
        if (!add_file(settings, *list, error)) return false;
    }
    return true;
}

void settings_free(Settings *settings) {
    free(settings->list);
    *settings = (Settings){0};
}
