/* Compares the public library's bots, reasons, solver and words with the internal functions behind them. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/primiera/solver.h"
#include "games/games.h"
#include "include/araldo.h"
#include "tests/library/twin.h"
#include "tests/support/tap.h"

static araldo_move moves[ARALDO_MOVES_MAX];

/* Bots that sit at their seats all along, asked as `araldo sim` asks them: views, and dice of key, turn and seat. */
static void sit(const char *setup, int people, const char *name) {
    static Twin twin;
    araldo_error error = {""};
    Bot *sitting[SEATS_MAX] = {0};
    Setup wanted = {.people = people};
    const Game *game = game_find_variant(span_of(setup), &wanted.variant, NULL);
    araldo_match *match = araldo_match_new(setup, NULL, "21", &error);
    /* Two for all seats, and neither is asked on every turn of any. */
    araldo_bot *asked[] = {araldo_bot_new(game->name, name, &error), araldo_bot_new(game->name, name, &error)};
    twin_begin(&twin, game, &wanted, "21");
    for (int seat = 0; seat < people; seat++) assert_non_null(sitting[seat] = bot_open(game, span_of(name), NULL));
    for (uint64_t turn = 0; turn < 120 && araldo_state_actors(araldo_match_state(match)); turn++) {
        int seat = __builtin_ctz(araldo_state_actors(araldo_match_state(match)));
        StateRoom view;
        araldo_move move = 0;
        araldo_expectation expectation = {ARALDO_EXPECTS_NOTHING, 0};
        assert_true(araldo_match_choose(match, seat, asked[turn / 5 % 2], &move, &expectation, &error));
        if (seat < people) {
            Chance dice = chance_stream(&twin.key, STREAM_BOT, turn << 8 | (unsigned)seat);
            game->view(twin_state(&twin), seat, VIEW_IN(view));
            assert_true(move == bot_choose(sitting[seat], VIEW_IN(view), seat, &dice));
            Expectation expected = bot_expects(sitting[seat]);
            assert_int_equal(expectation.kind, (int)expected.kind);
            if (expected.kind != EXPECTS_NOTHING) assert_true(expectation.value == expected.value);
        }
        assert_true(araldo_match_play(match, seat, move, &error));
        twin_play(&twin, seat, move);
    }
    for (int seat = 0; seat < people; seat++) bot_free(sitting[seat]);
    event_log_release(&twin.log);
    araldo_bot_free(asked[0]);
    araldo_bot_free(asked[1]);
    araldo_match_free(match);
}

static void test_bots_of_a_match(void **state) {
    (void)state;
    sit("primiera:heralds", 4, "medium");
    sit("primiera:robot", 3, "chitarrella");
    sit("royalflush", 2, "greedy");
    sit("primero:english", 2, "medium");
    sit("primero:italian", 2, "greedy");
    sit("primo:duel", 2, "random");
}

static void test_bot_names(void **state) {
    (void)state;
    for (int game = 0; araldo_game_name(game); game++)
        for (int i = 0; araldo_bot_name(araldo_game_name(game), i); i++) {
            araldo_bot *bot = araldo_bot_new(araldo_game_name(game), araldo_bot_name(araldo_game_name(game), i), NULL);
            assert_non_null(bot);
            araldo_bot_free(bot);
        }
    assert_string_equal(araldo_bot_name("primiera", 0), "random");
    assert_null(araldo_bot_name("primiera", 99));
    assert_null(araldo_bot_name("primiera", -1));
    assert_null(araldo_bot_name("chess", 0));
}

/* What a bot answers for the seat whose view it is, with the same dice every time. */
typedef struct Answer {
    araldo_move move;
    araldo_expectation expectation;
} Answer;

static Answer answer(araldo_bot *bot, const araldo_view *view) {
    Answer given = {0, {ARALDO_EXPECTS_NOTHING, 0}};
    araldo_chance *dice = araldo_chance_new(1);
    assert_true(araldo_bot_choose(bot, view, dice, &given.move, &given.expectation, NULL));
    araldo_chance_free(dice);
    return given;
}

static bool same_answer(Answer a, Answer b) { return a.move == b.move && a.expectation.value == b.expectation.value; }

/* A bot that is told the past of a seat answers like one that sat there; one that is not told may answer otherwise. */
static void test_recall(void **state) {
    (void)state;
    enum { TURNS = 9, SEAT = 2 };
    araldo_match *match = araldo_match_new("primiera:classic", NULL, "8", NULL);
    araldo_bot *sitting = araldo_bot_new("primiera", "medium", NULL), *asked = araldo_bot_new("primiera", "medium", NULL);
    araldo_bot *others = araldo_bot_new("primiera", "greedy", NULL);
    araldo_view *views[TURNS];
    int seen = 0, differ = 0;
    while (seen < TURNS) {
        int seat = __builtin_ctz(araldo_state_actors(araldo_match_state(match)));
        araldo_move move = 0;
        if (seat != SEAT) {
            assert_true(araldo_match_choose(match, seat, others, &move, NULL, NULL));
        } else {
            views[seen] = araldo_view_new();
            assert_true(araldo_view_look(views[seen], araldo_match_state(match), seat, NULL));
            Answer wanted = answer(sitting, views[seen]);
            assert_true(araldo_bot_recall(asked, views[seen], (const araldo_view *const *)views, seen, NULL));
            assert_true(same_answer(answer(asked, views[seen]), wanted));
            assert_true(araldo_bot_recall(asked, views[seen], NULL, 0, NULL));
            differ += !same_answer(answer(asked, views[seen]), wanted);
            move = wanted.move;
            seen++;
        }
        assert_true(araldo_match_play(match, seat, move, NULL));
    }
    assert_true(differ > 0);
    for (int i = 0; i < TURNS; i++) araldo_view_free(views[i]);
    araldo_bot_free(others);
    araldo_bot_free(asked);
    araldo_bot_free(sitting);
    araldo_match_free(match);
}

static void test_reasons(void **state) {
    (void)state;
    araldo_error error = {""};
    araldo_state *position = araldo_state_new();
    araldo_view *view = araldo_view_new();
    araldo_chance *chance = araldo_chance_new(2);
    araldo_expectation expectation = {ARALDO_EXPECTS_POINTS, 1.25f};
    char english[ARALDO_REASONS_TEXT], italian[ARALDO_REASONS_TEXT];
    int told = 0;
    assert_true(araldo_state_setup(position, "primiera:classic", chance, &error));
    int seat = __builtin_ctz(araldo_state_actors(position));
    int count = araldo_state_legal(position, seat, moves, ARALDO_MOVES_MAX);
    assert_true(araldo_view_look(view, position, seat, &error));
    for (int i = 0; i < count; i++) {
        int length = araldo_reasons(view, moves[i], NULL, "en", english, sizeof english, &error);
        assert_int_equal(length, strlen(english));
        told += length > 0;
        assert_true(araldo_reasons(view, moves[i], &expectation, "en", english, sizeof english, &error) > length);
        assert_non_null(strstr(english, "Expected lead in this round: +1.3 points."));
        assert_int_equal(english[length], length ? '\n' : 'E');
        assert_true(araldo_reasons(view, moves[i], &expectation, "it_IT.UTF-8", italian, sizeof italian, &error) > 0);
        assert_non_null(strstr(italian, "+1,3"));
    }
    assert_true(told > 0);
    araldo_chance_free(chance);
    araldo_view_free(view);
    araldo_state_free(position);
}

/* ---- the solver */

static void test_solver(void **state) {
    (void)state;
    enum { MOVES = 64 };
    araldo_error error = {""};
    araldo_solved solved[MOVES];
    SolvedMove inside[MOVES];
    araldo_state *position = araldo_state_new();
    araldo_view *view = araldo_view_new();
    araldo_chance *chance = araldo_chance_new(5);
    Solver *solver = solver_open(12);
    StateRoom room;
    assert_true(araldo_state_setup(position, "primiera:two", chance, &error));
    int compared = 0;
    while (araldo_state_actors(position) && compared < 6) {
        int seat = __builtin_ctz(araldo_state_actors(position));
        int legal = araldo_state_legal(position, seat, moves, ARALDO_MOVES_MAX);
        char words[ARALDO_POSITION_TEXT];
        araldo_state_print(position, words, sizeof words);
        assert_true(primiera.parse(STATE_IN(room), span_of(words), NULL));
        int count = araldo_solve(position, solved, MOVES, &error);
        assert_int_equal(count >= 0, solver_applies(STATE_IN(room)));
        if (count >= 0) {
            compared++;
            assert_int_equal(count, legal);
            assert_int_equal(count, solver_moves(solver, STATE_IN(room), inside));
            for (int i = 0; i < count; i++)
                assert_true(solved[i].move == inside[i].move && solved[i].difference == inside[i].difference);
            assert_true(araldo_view_look(view, position, seat, &error)); /* the other hand is known by counting */
            assert_int_equal(araldo_solve(araldo_view_state(view), solved, 1, &error), count);
            assert_int_equal(solved[0].difference, inside[0].difference);
        }
        assert_true(araldo_state_apply(position, seat, moves[0], chance, &error));
    }
    assert_int_equal(compared, 6);
    solver_free(solver);
    araldo_chance_free(chance);
    araldo_view_free(view);
    araldo_state_free(position);
}

/* ---- words */

static void test_words(void **state) {
    (void)state;
    araldo_word word, words[40];
    araldo_error error = {""};
    assert_true(araldo_word_find("\xc3\xa9t\xc3\xa9", &word));
    assert_string_equal(word.letters, "ETE");
    assert_string_equal(word.written, "\xc3\xa9t\xc3\xa9");
    assert_true(araldo_word_find("Ete", NULL));
    assert_false(araldo_word_find("etx", NULL));
    assert_false(araldo_word_find("", NULL));
    assert_false(araldo_word_find("anticonstitutionnellement", NULL));
    assert_false(araldo_word_find("aujourd'hui", NULL));
    int count = araldo_rack_words("ETE", words, 40, &error), cut = araldo_rack_words("ETE", words, 2, &error);
    assert_int_equal(count, cut);
    assert_int_equal(araldo_rack_words("ETE", NULL, 0, &error), count);
    for (int i = 0; i + 1 < count && i < 1; i++) assert_true(strlen(words[i].letters) <= strlen(words[i + 1].letters));
    assert_int_equal(araldo_rack_words("ETE", words, 40, &error), count);
    assert_string_equal(words[count - 1].letters, "TEE");
}

/* ---- a match in every thread */

static void *play_alone(void *position) {
    araldo_match *match = araldo_match_new("primiera:two target=11", NULL, "77", NULL);
    araldo_bot *bot = araldo_bot_new("primiera", "easy", NULL);
    const araldo_state *now = araldo_match_state(match);
    araldo_move move;
    for (int turn = 0; turn < 60 && araldo_state_actors(now); turn++) {
        int seat = __builtin_ctz(araldo_state_actors(now));
        if (!araldo_match_choose(match, seat, bot, &move, NULL, NULL) || !araldo_match_play(match, seat, move, NULL)) break;
    }
    araldo_state_print(now, position, ARALDO_POSITION_TEXT);
    araldo_bot_free(bot);
    araldo_match_free(match);
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    enum { THREADS = 4 };
    static char positions[THREADS][ARALDO_POSITION_TEXT];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, play_alone, positions[i]), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_non_null(strstr(positions[0], "primiera:two "));
    for (int i = 1; i < THREADS; i++) assert_string_equal(positions[i], positions[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bot_names), cmocka_unit_test(test_bots_of_a_match), cmocka_unit_test(test_recall),
        cmocka_unit_test(test_reasons),   cmocka_unit_test(test_solver),          cmocka_unit_test(test_words),
        cmocka_unit_test(test_threads),
    };
    return tap_run("bots of the public library", tests, sizeof tests / sizeof *tests);
}
