/* Plays thinkers through matches and checks every choice. */
#include "tests/bots/thinking.h"

#include "tests/support/settings.h"
#include "tests/support/tap.h"

static void play(const Game *game, const Thinker *thinker, void *first, void *second, const Setup *setup, uint64_t seed,
                 int iterations, uint64_t moves_max) {
    StateRoom room, view;
    State *state = STATE_IN(room);
    Error error;
    Chance chance = chance_fast(seed);
    assert_true(game->setup(state, setup, &chance, NULL, &error));
    for (uint64_t turn = 0; !game_over(game, state) && (moves_max == 0 || turn < moves_max); turn++) {
        int actor = __builtin_ctz(game->actors(state));
        Chance dice = chance_fast(turn), same = dice;
        game->view(state, actor, VIEW_IN(view));
        Move move = thinker->choose(first, VIEW_IN(view), actor, budget_iterations(iterations), &dice);
        assert_int_equal(move, thinker->choose(second, VIEW_IN(view), actor, budget_iterations(iterations), &same));
        Expectation expectation = thinker->expects(first);
        if (expectation.kind == EXPECTS_WIN) assert_true(expectation.value >= 0 && expectation.value <= 1);
        assert_true(game_play(game, state, actor, move, &chance, NULL, &error));
    }
}

void thinking_plays_settings(const Game *game, const Thinker *thinker, int iterations, uint64_t moves_max) {
    const Game *const only[] = {game, NULL};
    Settings settings = {.count = 0};
    Error error;
    void *first = thinker->open(game, budget_iterations(iterations)),
         *second = thinker->open(game, budget_iterations(iterations));
    assert_true(settings_add_all(&settings, only, &error));
    for (int i = 0; i < settings.count; i++)
        play(game, thinker, first, second, &settings.list[i].setup, (uint64_t)i + 1, iterations, moves_max);
    settings_free(&settings);
    thinker->close(first);
    thinker->close(second);
}
