/* Checks the public library against the engines behind it: every game, variant and setting, played to its end.
 * Each step and the record give what the internal functions give from the same seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/games.h"
#include "include/araldo.h"
#include "record/record.h"
#include "tests/library/twin.h"
#include "tests/support/lines.h"
#include "tests/support/settings.h"
#include "tests/support/tap.h"

enum { DEEP_EVERY = 32 };

static void assert_same_position(const araldo_state *state, const Game *game, const State *inside) {
    char public_text[ARALDO_POSITION_TEXT], inside_text[STATE_TEXT_MAX];
    Text text = text_init(inside_text, sizeof inside_text);
    game->print(inside, &text);
    assert_int_equal(araldo_state_print(state, public_text, sizeof public_text), text.length);
    assert_string_equal(public_text, inside_text);
}

static void assert_same_result(const araldo_state *state, const Twin *twin) {
    int points[ARALDO_SEATS_MAX], inside[SEATS_MAX] = {0};
    araldo_state_points(state, points);
    twin->game->points(twin_state(twin), inside);
    assert_memory_equal(points, inside, sizeof points);
    assert_int_equal(araldo_state_winners(state), twin->game->winners(twin_state(twin)));
    assert_int_equal(araldo_state_actors(state), twin->game->actors(twin_state(twin)));
    assert_int_equal(araldo_state_seats(state), twin->game->seats(twin_state(twin)));
}

static araldo_move public_moves[ARALDO_MOVES_MAX];
static Move inside_moves[ARALDO_MOVES_MAX];

/* The moves of a seat: the same list from state, view and inside, whole and cut; each prints and parses. */
static int compare_moves(const araldo_state *state, const araldo_view *view, const Twin *twin, int seat) {
    int count = araldo_state_legal(state, seat, public_moves, ARALDO_MOVES_MAX);
    assert_int_equal(count, twin->game->legal(twin_state(twin), seat, inside_moves));
    assert_memory_equal(public_moves, inside_moves, (size_t)count * sizeof *inside_moves);
    assert_int_equal(araldo_state_legal(state, seat, NULL, 0), count);
    assert_int_equal(araldo_state_legal(araldo_view_state(view), seat, inside_moves, 1), count);
    assert_true(inside_moves[0] == public_moves[0]);
    for (int i = 0; i < count; i += 1 + count / 8) {
        char words[ARALDO_MOVE_TEXT];
        araldo_move read = 0;
        assert_true(araldo_state_is_legal(state, seat, public_moves[i]));
        assert_true(araldo_move_print(araldo_view_state(view), seat, public_moves[i], words, sizeof words) > 0);
        assert_true(araldo_move_parse(state, seat, words, &read, NULL));
        assert_true(read == public_moves[i]);
    }
    return count;
}

/* What a seat sees, as text and back; a full state that fits it looks the same from there. */
static void compare_views(const araldo_state *state, araldo_view *view, araldo_chance *chance, const Twin *twin, int seat) {
    StateRoom room;
    char words[ARALDO_POSITION_TEXT];
    araldo_state *other = araldo_state_new();
    assert_true(araldo_view_look(view, state, seat, NULL));
    twin->game->view(twin_state(twin), seat, VIEW_IN(room));
    assert_same_position(araldo_view_state(view), twin->game, view_state(VIEW_IN(room)));
    assert_int_equal(araldo_state_viewer(araldo_view_state(view)), seat);
    assert_true(araldo_state_determinize(other, view, chance, NULL));
    assert_int_equal(araldo_state_viewer(other), ARALDO_WHOLE);
    assert_true(araldo_view_look(view, other, seat, NULL));
    assert_same_position(araldo_view_state(view), twin->game, view_state(VIEW_IN(room)));
    araldo_state_print(araldo_view_state(view), words, sizeof words);
    assert_true(araldo_state_parse(other, words, NULL));
    assert_int_equal(araldo_state_viewer(other), seat);
    assert_false(araldo_view_look(view, other, seat == 0 ? 1 : 0, NULL));
    assert_true(araldo_view_look(view, other, seat, NULL));
    assert_same_position(araldo_view_state(view), twin->game, view_state(VIEW_IN(room)));
    araldo_state_free(other);
}

static void compare_events(const araldo_match *match, const Twin *twin) {
    static char public_line[ARALDO_EVENT_TEXT], inside_line[EVENT_JSON_MAX];
    static Event event;
    for (size_t i = 0; i < twin->log.event_count; i++)
        for (int reader = 0; reader < 4; reader++) {
            int seat = (const int[]){ARALDO_WHOLE, 0, 3, ARALDO_ONLOOKER}[reader];
            Text text = text_init(inside_line, sizeof inside_line);
            event_log_read(&twin->log, i, &event);
            event_write(twin->game, &event, seat, &text);
            assert_int_equal(araldo_match_event(match, i, seat, public_line, sizeof public_line), text.length);
            assert_string_equal(public_line, inside_line);
        }
    assert_int_equal(araldo_match_event(match, twin->log.event_count, ARALDO_WHOLE, public_line, sizeof public_line), 0);
}

static char folder[] = "/tmp/araldo-api-XXXXXX";

static const char *in_folder(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* The record is that of the internal functions, byte for byte, verifies, and replays to the same state. */
static void compare_records(const araldo_match *match, const Twin *twin, const Setup *setup, int64_t moves) {
    RecordHeader header = {.game = twin->game, .setup = *setup, .has_key = true, .key = twin->key};
    araldo_error error = {""};
    araldo_verified verified = {0};
    for (int seat = 0; seat < setup->people; seat++) strcpy(header.names[seat], "player");
    twin->game->describe(twin_state(twin), &header.setup);
    assert_true(record_save(in_folder("inside.jsonl"), &header, &twin->log, NULL));
    char *inside = file_text(in_folder("inside.jsonl"));
    const char *path = in_folder("public.jsonl");
    assert_true(araldo_match_save(match, path, &error));
    char *written = file_text(path);
    assert_string_equal(written, inside);
    free(written);
    free(inside);
    if (!araldo_record_verify(path, &verified, &error)) fail_msg("%s", error.text);
    assert_true(verified.records == 1 && verified.moves == moves && verified.sealed == 0);
}

static void setup_text(const Setting *setting, char *words, size_t size) {
    Text text = text_init(words, size);
    text_format(&text, "%s:%s people=%d", setting->game->name, setting->game->variants[setting->setup.variant].name,
                setting->setup.people);
    for (int i = 0; i < setting->setup.option_count; i++)
        text_format(&text, "  %s=%s", setting->setup.options[i].key, setting->setup.options[i].value);
}

/* Every option of every variant, with its bounds as the game gives them. */
static void test_options(void **state) {
    (void)state;
    araldo_option option;
    araldo_error error = {""};
    for (int g = 0; games[g]; g++)
        for (int v = 0; games[g]->variants[v].name; v++) {
            char words[ARALDO_SETUP_TEXT];
            Setup setup = {.variant = v, .people = games[g]->variants[v].people_max};
            int index = 0;
            snprintf(words, sizeof words, "%s:%s people=%d", games[g]->name, games[g]->variants[v].name, setup.people);
            for (const OptionRule *rule = games[g]->options; rule && rule->key; rule++) {
                if (!option_in_variant(rule, v)) continue;
                OptionBounds bounds = option_bounds(games[g], rule, &setup);
                int count = 0;
                assert_true(araldo_setup_option(words, index++, &option, &error));
                assert_string_equal(option.key, rule->key);
                assert_int_equal((int)option.kind, (int)rule->kind);
                if (rule->kind == OPTION_NUMBER)
                    assert_true(option.minimum == bounds.minimum && option.maximum == bounds.maximum &&
                                option.fallback == bounds.fallback);
                for (; rule->words && rule->words[count].word; count++)
                    assert_string_equal(option.words[count], rule->words[count].word);
                assert_null(option.words[count]);
            }
            assert_false(araldo_setup_option(words, index, &option, &error));
            assert_false(araldo_setup_option(words, -1, &option, &error));
            assert_non_null(strstr(error.text, " options"));
        }
    assert_true(araldo_setup_option("primero:english stake=3", 3, &option, &error));
    assert_string_equal(option.key, "rest");
    assert_int_equal(option.fallback, 12); /* four stakes */
}

/* Does what the set-up of a state says set up the same again? */
static void compare_description(const araldo_state *state, const Twin *twin) {
    char words[ARALDO_SETUP_TEXT], again[ARALDO_SETUP_TEXT];
    araldo_chance *chance = araldo_chance_new(1);
    araldo_state *other = araldo_state_new();
    araldo_state_describe(state, words, sizeof words);
    assert_true(araldo_state_setup(other, words, chance, NULL));
    araldo_state_describe(other, again, sizeof again);
    assert_string_equal(words, again);
    assert_string_equal(araldo_state_game(other), twin->game->name);
    araldo_state_free(other);
    araldo_chance_free(chance);
}

static void test_setting(void **state) {
    const Setting *setting = *state;
    static Twin twin;
    char words[ARALDO_SETUP_TEXT];
    araldo_error error = {""};
    araldo_chance *chance = araldo_chance_new(7);
    araldo_view *view = araldo_view_new();
    setup_text(setting, words, sizeof words);
    araldo_match *match = araldo_match_new(words, NULL, "14", &error);
    if (!match) fail_msg("%s", error.text);
    twin_begin(&twin, setting->game, &setting->setup, "14");
    const araldo_state *now = araldo_match_state(match);
    compare_description(now, &twin);
    int64_t moves = 0;
    for (; araldo_state_actors(now); moves++) {
        int seat = __builtin_ctz(araldo_state_actors(now));
        assert_same_result(now, &twin);
        assert_same_position(now, twin.game, twin_state(&twin));
        if (moves % DEEP_EVERY == 0) compare_views(now, view, chance, &twin, ARALDO_ONLOOKER);
        if (moves % DEEP_EVERY == 0) compare_views(now, view, chance, &twin, seat);
        assert_true(araldo_view_look(view, now, seat, NULL));
        int count = compare_moves(now, view, &twin, seat);
        araldo_move move = public_moves[araldo_chance_below(chance, (uint32_t)count)];
        if (!araldo_match_play(match, seat, move, &error)) fail_msg("%s", error.text);
        twin_play(&twin, seat, move);
    }
    assert_same_result(now, &twin);
    compare_events(match, &twin);
    compare_records(match, &twin, &setting->setup, moves);
    event_log_release(&twin.log);
    araldo_view_free(view);
    araldo_chance_free(chance);
    araldo_match_free(match);
}

/* ---- records, move by move */

static void test_replay(void **state) {
    (void)state;
    araldo_error error = {""};
    araldo_replay_status status;
    araldo_match *match = araldo_match_new("primero:english people=3", "ann,bob,cleo", "3", &error);
    araldo_bot *bot = araldo_bot_new("primero", "greedy", &error);
    araldo_move move = 0, played = 0;
    char before[ARALDO_POSITION_TEXT], after[ARALDO_POSITION_TEXT];
    int seat = -1, moves = 0;
    while (araldo_state_actors(araldo_match_state(match))) {
        int actor = __builtin_ctz(araldo_state_actors(araldo_match_state(match)));
        assert_true(araldo_match_choose(match, actor, bot, &move, NULL, &error));
        assert_true(araldo_match_play(match, actor, move, &error));
        moves++;
    }
    const char *path = in_folder("replay.jsonl");
    assert_true(araldo_match_save(match, path, &error));
    araldo_replay *replay = araldo_replay_open(path, &error);
    assert_non_null(replay);
    assert_null(araldo_replay_name(replay, 0));
    assert_int_equal(araldo_replay_step(replay, &seat, &played, &error), ARALDO_REPLAY_SETUP);
    assert_string_equal(araldo_replay_name(replay, 2), "cleo");
    assert_null(araldo_replay_name(replay, 3));
    araldo_state *follow = araldo_state_new();
    araldo_state_copy(follow, araldo_replay_state(replay));
    while ((status = araldo_replay_step(replay, &seat, &played, &error)) == ARALDO_REPLAY_MOVE) {
        assert_true(araldo_state_is_legal(follow, seat, played));
        araldo_state_copy(follow, araldo_replay_state(replay));
        moves--;
    }
    assert_int_equal(status, ARALDO_REPLAY_END);
    assert_int_equal(araldo_replay_step(replay, NULL, NULL, NULL), ARALDO_REPLAY_END);
    assert_int_equal(moves, 0);
    araldo_state_print(araldo_match_state(match), before, sizeof before);
    araldo_state_print(araldo_replay_state(replay), after, sizeof after);
    assert_string_equal(before, after);
    araldo_state_free(follow);
    araldo_replay_close(replay);
    araldo_bot_free(bot);
    araldo_match_free(match);
}

static void test_games(void **state) {
    (void)state;
    araldo_variant variant;
    int count = 0;
    while (araldo_game_name(count)) assert_true(games[count++]->moves_max <= ARALDO_MOVES_MAX);
    for (int i = 0; i < count; i++) assert_string_equal(araldo_game_name(i), games[i]->name);
    assert_null(games[count]);
    assert_null(araldo_game_name(-1));
    assert_true(araldo_game_variant("primiera", 4, &variant));
    assert_string_equal(variant.name, "robot");
    assert_int_equal(variant.people_max, 3);
    assert_false(araldo_game_variant("primiera", 5, &variant));
    assert_false(araldo_game_variant("primiera", 500, &variant));
    assert_false(araldo_game_variant("primiera", -1, &variant));
    assert_false(araldo_game_variant("whist", 0, &variant));
    assert_string_equal(araldo_version(), ARALDO_VERSION);
}

int main(void) {
    Settings settings = {0};
    Error error = {""};
    if (!settings_add_all(&settings, games, &error)) {
        printf("not ok settings - %s\n", error.text);
        return 1;
    }
    const struct CMUnitTest others[] = {cmocka_unit_test(test_games), cmocka_unit_test(test_options),
                                        cmocka_unit_test(test_replay)};
    enum { OTHERS = sizeof others / sizeof *others };
    struct CMUnitTest *tests = calloc((size_t)settings.count + OTHERS, sizeof *tests);
    for (int i = 0; i < settings.count; i++)
        tests[i] =
            (struct CMUnitTest){.name = settings.list[i].name, .test_func = test_setting, .initial_state = &settings.list[i]};
    memcpy(tests + settings.count, others, sizeof others);
    if (!mkdtemp(folder)) return 1;
    int status = tap_run("the public library", tests, (size_t)settings.count + OTHERS);
    unlink(in_folder("inside.jsonl"));
    unlink(in_folder("public.jsonl"));
    unlink(in_folder("replay.jsonl"));
    rmdir(folder);
    free(tests);
    settings_free(&settings);
    return status;
}
