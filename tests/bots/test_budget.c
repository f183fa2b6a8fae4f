/* Tests thinking budgets: what is accepted and refused, iterations, the clock, several threads. */
#include <string.h>

#include "bots/bot.h"
#include "bots/level.h"
#include "games/games.h"
#include "tests/support/tap.h"

static void reads_budgets(void **unused) {
    static const struct {
        const char *text;
        Budget budget; /* without threads: refused */
    } cases[] = {
        {"1", {1, 1, 0}},
        {"32000", {1, 32000, 0}},
        {"1000000", {1, 1000000, 0}},
        {"500ms", {1, 0, 500}},
        {"60000ms", {1, 0, 60000}},
        {"4x500ms", {4, 0, 500}},
        {"64x250", {64, 250, 0}},
        {"0", {0, 0, 0}},
        {"1000001", {0, 0, 0}},
        {"0ms", {0, 0, 0}},
        {"60001ms", {0, 0, 0}},
        {"0x5", {0, 0, 0}},
        {"65x5", {0, 0, 0}},
        {"-1", {0, 0, 0}},
        {"ms", {0, 0, 0}},
        {"5 ms", {0, 0, 0}},
        {"5s", {0, 0, 0}},
        {"x5", {0, 0, 0}},
        {"4x", {0, 0, 0}},
        {"4x4x4", {0, 0, 0}},
        {"", {0, 0, 0}},
        {"99999999999999999999", {0, 0, 0}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Budget budget = {0}, wanted = cases[i].budget;
        Error error = {""};
        bool good = budget_parse(span_of(cases[i].text), &budget, &error);
        if (good != (wanted.threads > 0)) fail_msg("'%s': %s", cases[i].text, error.text);
        if (!good) assert_true(strlen(error.text) > 0);
        else assert_memory_equal(&budget, &wanted, sizeof budget);
    }
    assert_int_equal(budget_nodes(budget_iterations(16000)), 16000);
    assert_true(budget_nodes((Budget){1, 0, 1}) < budget_nodes((Budget){1, 0, 100}));
    assert_int_equal(budget_nodes((Budget){1, 0, BUDGET_MILLISECONDS_MAX}), BUDGET_ITERATIONS_MAX);
    assert_true((int64_t)budget_nodes((Budget){64, BUDGET_ITERATIONS_MAX, 0}) * 64 <= BUDGET_NODES_MAX);
}

static void refuses_others(void **unused) {
    static const struct {
        const Game *game;
        const char *name, *line;
    } cases[] = {
        {&primiera, "greedy@5", "greedy does not think ahead, so it takes no budget"},
        {&royalflush, "strong@500ms", "in royalflush, strong thinks in iterations, on one thread: write strong@N"},
        {&primero, "medium@2x50", "in primero, medium thinks in iterations, on one thread: write medium@N"},
        {&primo, "easy@1ms", "in primo, easy thinks in iterations, on one thread: write easy@N"},
        {&primiera, "strong@",
         "a budget is 1 to 1000000 iterations, or 1 to 60000 ms: strong@32000, strong@500ms, strong@4x500ms"},
        {&primiera, "strong@65x9", "a bot thinks on 1 to 64 threads"},
        {&primo, "nobody@9", "no bot called 'nobody' plays primo; choose from random, greedy, plain, easy, medium, strong"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error = {""};
        assert_null(bot_open_with_budget(cases[i].game, span_of(cases[i].name), &error));
        assert_string_equal(error.text, cases[i].line);
    }
    /* A program that opens bots for others accepts the known names only. */
    Error error = {""};
    assert_null(bot_open(&primiera, span_of("strong@5"), &error));
    assert_non_null(strstr(error.text, "no bot called 'strong@5'"));
}

/* The first moves of a match between this bot and itself. */
static int play(const Game *game, const char *name, int people, int most, Move *moves) {
    StateRoom state, view;
    Error error = {""};
    Chance chance = chance_fast(4);
    Bot *bot = bot_open_with_budget(game, span_of(name), &error);
    int count = 0;
    if (!bot) fail_msg("%s: %s", name, error.text);
    assert_true(game->setup(STATE_IN(state), &(Setup){.people = people}, &chance, NULL, &error));
    for (; count < most && !game_over(game, STATE_IN(state)); count++) {
        int actor = __builtin_ctz(game->actors(STATE_IN(state)));
        Chance dice = chance_fast((uint64_t)count);
        game->view(STATE_IN(state), actor, VIEW_IN(view));
        moves[count] = bot_choose(bot, VIEW_IN(view), actor, &dice); /* a legal one, or it asserts */
        game->apply(STATE_IN(state), actor, moves[count], &chance, NULL);
    }
    bot_free(bot);
    return count;
}

/* The names stand for these numbers of iterations, and another number plays otherwise. */
static void iterations_are_what_names_mean(void **unused) {
    enum { MOVES_MAX = 16 };
    static const struct {
        const Game *game;
        int people, moves;
        const char *name, *same, *other;
    } cases[] = {
        {&primiera, 4, 16, "medium", "strong@250", "strong@16"}, {&primiera, 4, 4, "plain", "plain@4000", "plain@40"},
        {&primiera, 4, 16, "easy", "medium@1", "medium@60"},     {&royalflush, 2, 16, "medium", "easy@60", "easy@1"},
        {&royalflush, 2, 4, "plain", "plain@4000", "plain@10"},  {&primero, 2, 16, "medium", "medium@220", "medium@8"},
        {&primo, 2, 16, "medium", "strong@60", "strong@3"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Move moves[MOVES_MAX], again[MOVES_MAX];
        int count = play(cases[i].game, cases[i].name, cases[i].people, cases[i].moves, moves);
        assert_int_equal(play(cases[i].game, cases[i].same, cases[i].people, cases[i].moves, again), count);
        assert_memory_equal(moves, again, (size_t)count * sizeof *moves);
        int others = play(cases[i].game, cases[i].other, cases[i].people, cases[i].moves, again);
        if (others == count && memcmp(moves, again, (size_t)count * sizeof *moves) == 0)
            fail_msg("%s: %s plays as %s", cases[i].game->name, cases[i].other, cases[i].name);
    }
}

/* With iterations several threads give the same moves again, whoever is first. */
static void threads_play(void **unused) {
    enum { MOVES = 6 };
    static const char *const names[] = {"strong@3x200", "plain@2x100"};
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Move moves[MOVES], again[MOVES];
        play(&primiera, names[i], 4, MOVES, moves);
        play(&primiera, names[i], 4, MOVES, again);
        assert_memory_equal(moves, again, sizeof moves);
    }
}

/* A choice takes about as long as it may: never less, and beyond it only what other people's work on the machine costs. */
static void the_clock_is_kept(void **unused) {
    enum { MOVES = 3, MILLISECONDS = 60, LATE = 20 };
    static const struct {
        const Game *game;
        int people;
        const char *name;
    } cases[] = {{&primiera, 4, "strong@60ms"}, {&primiera, 4, "strong@2x60ms"}, {&royalflush, 2, "plain@60ms"}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Move moves[MOVES];
        int64_t began = budget_clock_ms();
        play(cases[i].game, cases[i].name, cases[i].people, MOVES, moves);
        int64_t took = budget_clock_ms() - began;
        assert_true(took >= MOVES * MILLISECONDS - MOVES && took < LATE * MOVES * MILLISECONDS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_budgets), cmocka_unit_test(refuses_others),    cmocka_unit_test(iterations_are_what_names_mean),
        cmocka_unit_test(threads_play),  cmocka_unit_test(the_clock_is_kept),
    };
    return tap_run("budget", tests, sizeof tests / sizeof *tests);
}
