/* Tests bad input to the public library: each gets one clear line and changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "include/araldo.h"
#include "tests/support/lines.h"
#include "tests/support/tap.h"

/* One line, and the words that matter are in it. */
static void assert_line(const araldo_error *error, const char *words) {
    if (!strstr(error->text, words) || strchr(error->text, '\n')) fail_msg("no '%s' in: %s", words, error->text);
}

/* A state that has just been set up. */
static araldo_state *state_for(const char *setup) {
    araldo_error error = {""};
    araldo_chance *chance = araldo_chance_new(3);
    araldo_state *state = araldo_state_new();
    if (!araldo_state_setup(state, setup, chance, &error)) fail_msg("%s: %s", setup, error.text);
    araldo_chance_free(chance);
    return state;
}

static int actor_of(const araldo_state *state) { return __builtin_ctz(araldo_state_actors(state)); }

/* ---- set-ups and positions */

static const struct {
    const char *setup, *words;
} bad_setups[] = {
    {"", "begins with a game"},
    {"   ", "begins with a game"},
    {"chess", "unknown game 'chess'; choose from primiera"},
    {"primiera:solo", "has no variant 'solo'; choose from heralds"},
    {"primiera:two people=3", "takes 2, not 3"},
    {"primero people=9", "people is one number"},
    {"primero people=2 people=2", "people is one number"},
    {"primero people=", "people is one number"},
    {"primiera target", "key=value"},
    {"primiera =7", "key=value"},
    {"primiera target=7 target=7", "target"},
    {"primiera target=none", "target"},
    {"primiera colour=red", "colour"},
};

static void test_setups(void **unused) {
    (void)unused;
    char before[ARALDO_POSITION_TEXT], after[ARALDO_POSITION_TEXT];
    araldo_chance *chance = araldo_chance_new(1);
    araldo_state *state = state_for("royalflush people=3");
    araldo_state_print(state, before, sizeof before);
    for (size_t i = 0; i < sizeof bad_setups / sizeof *bad_setups; i++) {
        araldo_error error = {""};
        araldo_option option;
        assert_false(araldo_setup_option(bad_setups[i].setup, 0, &option, &error));
        assert_line(&error, bad_setups[i].words);
        assert_false(araldo_state_setup(state, bad_setups[i].setup, chance, &error));
        assert_line(&error, bad_setups[i].words);
        assert_false(araldo_state_setup(state, bad_setups[i].setup, chance, NULL));
        error.text[0] = 0;
        assert_null(araldo_match_new(bad_setups[i].setup, NULL, "1", &error));
        assert_line(&error, bad_setups[i].words);
    }
    araldo_state_print(state, after, sizeof after);
    assert_string_equal(before, after);
    araldo_state_free(state);
    araldo_chance_free(chance);
}

/* Positions of every game with a byte changed, lost or doubled: refused with a line, or taken and printed. */
static void test_positions(void **unused) {
    (void)unused;
    static const char *const bad[] = {"", " ", "chess", "primiera", "primiera:two", "primo:duel x", "royalflush:standard a=b"};
    char words[ARALDO_POSITION_TEXT], spoilt[ARALDO_POSITION_TEXT + 1], after[ARALDO_POSITION_TEXT];
    araldo_chance *chance = araldo_chance_new(9);
    araldo_state *state = state_for("primero");
    araldo_state_print(state, words, sizeof words);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        araldo_error error = {""};
        assert_false(araldo_state_parse(state, bad[i], &error));
        assert_true(strlen(error.text) > 10);
    }
    araldo_state_print(state, after, sizeof after);
    assert_string_equal(words, after);
    int refused = 0, taken = 0;
    for (int game = 0; araldo_game_name(game); game++) {
        assert_true(araldo_state_setup(state, araldo_game_name(game), chance, NULL));
        size_t length = araldo_state_print(state, words, sizeof words);
        for (int i = 0; i < 400; i++) {
            araldo_error error = {""};
            uint32_t place = araldo_chance_below(chance, (uint32_t)length), kind = araldo_chance_below(chance, 3);
            memcpy(spoilt, words, place);
            spoilt[place] = (char)(' ' + araldo_chance_below(chance, 95));
            strcpy(spoilt + place + (kind != 1), words + place + (kind != 2));
            bool good = araldo_state_parse(state, spoilt, &error);
            if (good) assert_true(araldo_state_print(state, after, sizeof after) > 0);
            else assert_true(error.text[0] && !strchr(error.text, '\n'));
            taken += good;
            refused += !good;
        }
    }
    printf("# %d positions refused, %d taken\n", refused, taken);
    assert_true(refused > taken);
    araldo_state_free(state);
    araldo_chance_free(chance);
}

/* ---- moves */

static void test_moves(void **unused) {
    (void)unused;
    static araldo_move moves[ARALDO_MOVES_MAX];
    araldo_chance *chance = araldo_chance_new(4);
    for (int game = 0; araldo_game_name(game); game++) {
        araldo_state *state = state_for(araldo_game_name(game));
        araldo_error error = {""};
        char before[ARALDO_POSITION_TEXT], after[ARALDO_POSITION_TEXT], words[8] = "rest";
        int seat = actor_of(state), count = araldo_state_legal(state, seat, moves, ARALDO_MOVES_MAX);
        araldo_state_print(state, before, sizeof before);
        for (int i = 0; i < 3000; i++) {
            /* Any 64 bits, few of them, and a legal move with one bit changed. */
            araldo_move move =
                (araldo_move)araldo_chance_below(chance, UINT32_MAX) << 32 | araldo_chance_below(chance, UINT32_MAX);
            if (i % 3 == 1) move >>= 40;
            if (i % 3 == 2) move = moves[i % count] ^ (araldo_move)1 << (move & 63);
            if (araldo_state_is_legal(state, seat, move)) continue;
            for (int k = 0; k < count; k++) assert_true(moves[k] != move);
            assert_int_equal(araldo_move_print(state, seat, move, words, sizeof words), 0);
            assert_false(araldo_state_apply(state, seat, move, chance, &error));
            assert_line(&error, "not allowed");
        }
        for (int other = -3; other < 70; other++) {
            if (other >= 0 && other < 32 && (araldo_state_actors(state) >> other & 1)) continue;
            assert_int_equal(araldo_state_legal(state, other, moves, ARALDO_MOVES_MAX), 0);
            assert_false(araldo_state_is_legal(state, other, moves[0]));
            assert_false(araldo_state_apply(state, other, moves[0], chance, &error));
            assert_line(&error, "seat");
            assert_false(araldo_move_parse(state, other, "x", moves, &error));
            assert_line(&error, "not the turn of seat");
        }
        assert_false(araldo_move_parse(state, seat, "", moves, &error));
        assert_false(araldo_move_parse(state, seat, "\x01 nonsense \xff", moves, &error));
        assert_true(error.text[0] && !strchr(error.text, '\n'));
        araldo_state_print(state, after, sizeof after);
        assert_string_equal(before, after);
        araldo_state_free(state);
    }
    araldo_chance_free(chance);
}

/* ---- empty objects, views, buffers */

static void test_empty(void **unused) {
    (void)unused;
    araldo_error error = {""};
    araldo_state *state = araldo_state_new(), *other = state_for("primo");
    araldo_view *view = araldo_view_new();
    araldo_chance *chance = araldo_chance_new(1);
    araldo_bot *bot = araldo_bot_new("primo", "random", NULL);
    araldo_move move = 0;
    char words[8] = "rest";
    int points[ARALDO_SEATS_MAX] = {7};
    assert_null(araldo_state_game(state));
    assert_int_equal(araldo_state_seats(state), 0);
    assert_int_equal(araldo_state_actors(state), 0);
    assert_int_equal(araldo_state_winners(state), 0);
    assert_int_equal(araldo_state_viewer(state), ARALDO_WHOLE);
    assert_int_equal(araldo_state_print(state, words, sizeof words), 0);
    assert_string_equal(words, "");
    assert_int_equal(araldo_state_describe(state, words, sizeof words), 0);
    assert_int_equal(araldo_state_legal(state, 0, &move, 1), 0);
    araldo_state_points(state, points);
    assert_int_equal(points[0], 0);
    assert_false(araldo_state_apply(state, 0, 0, chance, &error));
    assert_line(&error, "the state is empty");
    assert_false(araldo_view_look(view, state, 0, &error));
    assert_line(&error, "the state is empty");
    assert_false(araldo_state_determinize(state, view, chance, &error));
    assert_line(&error, "the view is empty");
    assert_false(araldo_bot_choose(bot, view, chance, &move, NULL, &error));
    assert_line(&error, "the view is empty");
    assert_int_equal(araldo_reasons(view, move, NULL, "en", words, sizeof words, &error), -1);
    assert_line(&error, "not allowed");
    araldo_state_copy(other, state);
    assert_null(araldo_state_game(other));
    araldo_bot_free(bot);
    araldo_chance_free(chance);
    araldo_view_free(view);
    araldo_state_free(other);
    araldo_state_free(state);
    araldo_state_free(NULL);
    araldo_view_free(NULL);
    araldo_chance_free(NULL);
    araldo_bot_free(NULL);
    araldo_match_free(NULL);
    araldo_replay_close(NULL);
}

/* Whoever has a view can read it, and cannot play in it, look through another seat's eyes or learn more from its text. */
static void test_views(void **unused) {
    (void)unused;
    araldo_error error = {""};
    araldo_state *state = state_for("primiera:classic"), *seen = araldo_state_new();
    araldo_view *view = araldo_view_new();
    araldo_chance *chance = araldo_chance_new(1);
    araldo_move move = 0;
    int seat = actor_of(state), other = (seat + 1) % 4;
    assert_false(araldo_view_look(view, state, 4, &error));
    assert_line(&error, "there is no seat 4");
    assert_false(araldo_view_look(view, state, ARALDO_WHOLE, &error));
    assert_line(&error, "there is no seat 255");
    assert_true(araldo_view_look(view, state, seat, NULL));
    araldo_state_copy(seen, araldo_view_state(view));
    assert_int_equal(araldo_state_legal(seen, seat, &move, 1), araldo_state_legal(state, seat, NULL, 0));
    assert_int_equal(araldo_state_legal(seen, other, NULL, 0), 0);
    assert_false(araldo_state_apply(seen, seat, move, chance, &error));
    assert_line(&error, "is a view: nothing can be played");
    assert_false(araldo_view_look(view, seen, other, &error));
    assert_line(&error, "is a view, and not that of seat");
    assert_false(araldo_view_look(view, seen, ARALDO_ONLOOKER, &error));
    assert_int_equal(araldo_state_viewer(araldo_view_state(view)), seat);
    araldo_chance_free(chance);
    araldo_view_free(view);
    araldo_state_free(seen);
    araldo_state_free(state);
}

static void test_buffers(void **unused) {
    (void)unused;
    araldo_state *state = state_for("primo");
    char whole[ARALDO_POSITION_TEXT], cut[8];
    size_t length = araldo_state_print(state, whole, sizeof whole);
    assert_int_equal(length, strlen(whole));
    assert_int_equal(araldo_state_print(state, NULL, 0), length);
    memset(cut, '#', sizeof cut);
    assert_int_equal(araldo_state_print(state, cut, 1), length);
    assert_memory_equal(cut, "\0#", 2);
    assert_int_equal(araldo_state_print(state, cut, 6), length);
    assert_memory_equal(cut, "primo\0#", 7);
    araldo_state_free(state);
}

/* ---- matches and records */

static void test_matches(void **unused) {
    (void)unused;
    araldo_error error = {""};
    char long_name[80];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    const struct {
        const char *setup, *names, *seed, *words;
    } bad[] = {
        {"primiera:two", "a,b,c", "1", "takes 2, not 3"},
        {"primero people=3", "a,b", "1", "seats 3 people, and there are 2 names"},
        {"primero", "a,,c", "1", "names"},
        {"primero", "", "1", "names"},
        {"primero", "a,b,c,d,e,f,g", "1", "no table has more than 6 seats"},
        {"primero", long_name, "1", "below 64 bytes"},
        {"primero", NULL, "", "seed"},
        {"primero", NULL, "twelve", "seed"},
        {"primero", NULL, "-1", "seed"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error.text[0] = 0;
        assert_null(araldo_match_new(bad[i].setup, bad[i].names, bad[i].seed, &error));
        assert_line(&error, bad[i].words);
    }
    araldo_match *match = araldo_match_new("primero", NULL, NULL, &error),
                 *same = araldo_match_new("primero", NULL, NULL, &error);
    char here[ARALDO_POSITION_TEXT], there[ARALDO_POSITION_TEXT];
    araldo_state_print(araldo_match_state(match), here, sizeof here);
    araldo_state_print(araldo_match_state(same), there, sizeof there);
    assert_string_not_equal(here, there); /* a seed of the system's */
    assert_false(araldo_match_play(match, 5, 0, &error));
    assert_line(&error, "there is no seat 5");
    assert_false(araldo_match_play(match, actor_of(araldo_match_state(match)), UINT64_MAX, &error));
    assert_line(&error, "not allowed");
    assert_false(araldo_match_save(match, "/nowhere/at/all.jsonl", &error));
    assert_line(&error, "cannot write /nowhere/at/all.jsonl");
    assert_false(araldo_match_save(match, "", &error));
    assert_false(araldo_match_save(match, "/tmp", &error));
    assert_line(&error, "is a folder, not a file");
    araldo_match_free(same);
    araldo_match_free(match);
}

static char folder[] = "/tmp/araldo-api-XXXXXX";

static void write_file(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

/* The last status of a replay of this text, and its line. */
static araldo_replay_status last_status(const char *path, const char *text, size_t length, araldo_error *error) {
    write_file(path, text, length);
    araldo_replay *replay = araldo_replay_open(path, error);
    araldo_replay_status status;
    do status = araldo_replay_step(replay, NULL, NULL, error);
    while (status == ARALDO_REPLAY_SETUP || status == ARALDO_REPLAY_MOVE);
    assert_int_equal(araldo_replay_step(replay, NULL, NULL, NULL), status); /* it stays there */
    araldo_replay_close(replay);
    assert_int_equal(araldo_record_verify(path, NULL, NULL), status == ARALDO_REPLAY_END && length > 0);
    return status;
}

static char *record_text(const char *path) {
    araldo_match *match = araldo_match_new("primiera:two", "ann,bob", "5", NULL);
    araldo_bot *bot = araldo_bot_new("primiera", "greedy", NULL);
    const araldo_state *now = araldo_match_state(match);
    araldo_move move;
    while (araldo_state_actors(now)) {
        int seat = actor_of(now);
        assert_true(araldo_match_choose(match, seat, bot, &move, NULL, NULL));
        assert_true(araldo_match_play(match, seat, move, NULL));
    }
    assert_true(araldo_match_save(match, path, NULL));
    araldo_bot_free(bot);
    araldo_match_free(match);
    return file_text(path);
}

static void test_records(void **unused) {
    (void)unused;
    char path[64], other[64];
    araldo_error error = {""};
    snprintf(path, sizeof path, "%s/a.jsonl", folder);
    snprintf(other, sizeof other, "%s/b.jsonl", folder);
    assert_null(araldo_replay_open(other, &error));
    assert_line(&error, "cannot read");
    assert_false(araldo_record_verify(other, NULL, &error));
    assert_line(&error, "cannot read");
    char *text = record_text(path);
    size_t length = strlen(text);
    assert_int_equal(last_status(other, text, length, &error), ARALDO_REPLAY_END);
    assert_int_equal(last_status(other, "", 0, &error), ARALDO_REPLAY_END);
    assert_false(araldo_record_verify(other, NULL, &error));
    assert_line(&error, "no record");
    assert_int_equal(last_status(other, "no\n", 3, &error), ARALDO_REPLAY_BROKEN);
    assert_line(&error, "line 1: ");
    assert_int_equal(last_status(other, text, length / 2, &error), ARALDO_REPLAY_UNFINISHED);
    assert_line(&error, "cut");
    char *move_line = strstr(text, "\"move\":\"");
    size_t whole_lines = (size_t)(move_line - text);
    while (text[whole_lines - 1] != '\n') whole_lines--;
    assert_int_equal(last_status(other, text, whole_lines, &error), ARALDO_REPLAY_UNFINISHED);
    assert_line(&error, "unfinished");
    move_line[8] = '?';
    assert_int_equal(last_status(other, text, length, &error), ARALDO_REPLAY_BROKEN);
    assert_line(&error, "line ");
    free(text);
    text = record_text(path);
    char *seed = strstr(text, "\"seed\":\"");
    assert_non_null(seed);
    seed[8] = seed[8] == '0' ? '1' : '0';
    assert_int_equal(last_status(other, text, length, &error), ARALDO_REPLAY_BROKEN);
    assert_line(&error, "the seed in the header gives another outcome");
    free(text);
    unlink(path);
    unlink(other);
}

/* ---- bots, reasons, the solver, words */

static void test_bots(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *name, *words;
    } bad[] = {
        {"chess", "strong", "unknown game 'chess'"},
        {"primiera", "deep", "no bot called 'deep' plays primiera; choose from random"},
        {"primiera", "always-see", "plays primiera"},
        {"primiera", "", "plays primiera"},
        {"primiera", "random@100", "does not think ahead"},
        {"primiera", "strong@", "a budget is"},
        {"primiera", "strong@0", "a budget is"},
        {"primiera", "strong@65x5ms", "1 to 64 threads"},
    };
    araldo_error error = {""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(araldo_bot_new(bad[i].game, bad[i].name, &error));
        assert_line(&error, bad[i].words);
    }
    araldo_bot *bot = araldo_bot_new("primiera", "greedy", &error);
    araldo_match *match = araldo_match_new("primiera:classic", NULL, "1", &error);
    araldo_state *state = state_for("primiera:classic"), *other = state_for("primo");
    araldo_view *view = araldo_view_new(), *foreign = araldo_view_new();
    const araldo_view *earlier[] = {view, foreign};
    araldo_chance *chance = araldo_chance_new(1);
    araldo_move move = 0;
    int seat = actor_of(state);
    assert_true(araldo_view_look(view, state, (seat + 1) % 4, &error));
    assert_false(araldo_bot_choose(bot, view, chance, &move, NULL, &error));
    assert_line(&error, "it is not the turn of seat");
    assert_false(araldo_match_choose(match, (actor_of(araldo_match_state(match)) + 1) % 4, bot, &move, NULL, &error));
    assert_line(&error, "it is not the turn of seat");
    assert_false(araldo_match_choose(match, 17, bot, &move, NULL, &error));
    assert_line(&error, "there is no seat 17");
    assert_true(araldo_view_look(view, state, ARALDO_ONLOOKER, &error));
    assert_false(araldo_bot_choose(bot, view, chance, &move, NULL, &error));
    assert_line(&error, "onlooker");
    assert_false(araldo_bot_recall(bot, view, NULL, 0, &error));
    assert_line(&error, "not a view of a seat");
    assert_true(araldo_view_look(view, state, seat, &error));
    assert_true(araldo_view_look(foreign, other, actor_of(other), &error));
    assert_false(araldo_bot_choose(bot, foreign, chance, &move, NULL, &error));
    assert_line(&error, "plays primiera, and the view is of primo");
    assert_false(araldo_bot_recall(bot, view, earlier, 2, &error));
    assert_line(&error, "earlier view 1 is not a view of a seat of primiera");
    assert_true(araldo_view_look(foreign, state, (seat + 1) % 4, &error));
    assert_false(araldo_bot_recall(bot, view, earlier, 2, &error));
    assert_line(&error, "earlier view 1 is of seat");
    araldo_match *words_match = araldo_match_new("primo", NULL, "1", &error);
    assert_false(araldo_match_choose(words_match, 0, bot, &move, NULL, &error));
    assert_line(&error, "plays primiera, and the match is of primo");
    araldo_match_free(words_match);
    araldo_chance_free(chance);
    araldo_view_free(foreign);
    araldo_view_free(view);
    araldo_state_free(other);
    araldo_state_free(state);
    araldo_match_free(match);
    araldo_bot_free(bot);
}

static void test_the_rest(void **unused) {
    (void)unused;
    araldo_error error = {""};
    araldo_state *state = state_for("primiera:classic"), *other = state_for("primo"), *three = state_for("primiera:three");
    araldo_view *view = araldo_view_new();
    araldo_move move = 0;
    char words[64];
    int seat = actor_of(state);
    araldo_state_legal(state, seat, &move, 1);
    assert_true(araldo_view_look(view, state, seat, &error));
    assert_int_equal(araldo_reasons(view, move, NULL, "klingon", words, sizeof words, &error), -1);
    assert_line(&error, "unknown language 'klingon'; choose from en");
    assert_int_equal(araldo_reasons(view, UINT64_MAX, NULL, "en", words, sizeof words, &error), -1);
    assert_line(&error, "not allowed");
    assert_int_equal(araldo_solve(other, NULL, 0, &error), -1);
    assert_line(&error, "only positions of primiera");
    assert_int_equal(araldo_solve(state, NULL, 0, &error), -1);
    assert_line(&error, "too many to solve; 26 is the limit");
    assert_int_equal(araldo_solve(araldo_view_state(view), NULL, 0, &error), -1);
    assert_line(&error, "all cards known");
    assert_int_equal(araldo_solve(three, NULL, 0, &error), -1);
    assert_line(&error, "two sides");
    assert_int_equal(araldo_rack_words("", NULL, 0, &error), -1);
    assert_int_equal(araldo_rack_words("A1", NULL, 0, &error), -1);
    assert_int_equal(araldo_rack_words("ABCDEFGHIJKLMNOP", NULL, 0, &error), -1);
    assert_true(error.text[0] != 0);
    araldo_view_free(view);
    araldo_state_free(three);
    araldo_state_free(other);
    araldo_state_free(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setups),   cmocka_unit_test(test_positions), cmocka_unit_test(test_moves),
        cmocka_unit_test(test_empty),    cmocka_unit_test(test_views),     cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_matches),  cmocka_unit_test(test_records),   cmocka_unit_test(test_bots),
        cmocka_unit_test(test_the_rest),
    };
    if (!mkdtemp(folder)) return 1;
    int status = tap_run("bad input to the public library", tests, sizeof tests / sizeof *tests);
    rmdir(folder);
    return status;
}
