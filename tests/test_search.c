/* Search: it plays legal moves from views alone, the same by the same dice, and sees what is plain to see. */
#include <string.h>

#include "bots/bot.h"
#include "bots/policy/primiera.h"
#include "games/games.h"
#include "tests/tap.h"

enum { ITERATIONS = 300 };

static Move think(Search *search, const char *position, int seat, uint64_t seed, Move *parsed, const char *expected) {
    StateRoom room, view;
    Error error;
    Chance chance = chance_fast(seed);
    assert_true(primiera.parse(STATE_IN(room), span_of(position), &error));
    if (expected) assert_true(primiera.parse_move(STATE_IN(room), seat, span_of(expected), parsed, &error));
    primiera.view(STATE_IN(room), seat, VIEW_IN(view));
    return search_choose(search, VIEW_IN(view), seat, (SearchBudget){.iterations = ITERATIONS}, &chance);
}

static const char *const endgame =
    "primiera:classic dealer=3 turn=0 table=3S hands=3D,10B/8S,9S/8B,9B/8C,9C piles=rest/-/-/- last=0";

static void takes_what_is_offered(void **unused) {
    (void)unused;
    Search *search = search_open(&policy_primiera_plain, ITERATIONS);
    Move expected;
    assert_non_null(search);
    Move move = think(search, endgame, 0, 1, &expected, "3D=3S");
    assert_int_equal(move, expected);
    search_free(search);
}

static void counts_what_it_tried(void **unused) {
    (void)unused;
    Search *search = search_open(&policy_primiera_plain, ITERATIONS);
    SearchMove moves[8], best;
    uint32_t visits = 0;
    think(search, endgame, 0, 1, NULL, NULL);
    int count = search_moves(search, moves, 8);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
        assert_true(moves[i].reward >= 0 && moves[i].reward <= 1);
        if (i > 0) assert_true(moves[i].visits <= moves[i - 1].visits);
    }
    assert_int_equal(visits, ITERATIONS);
    assert_int_equal(search_moves(search, &best, 1), 1);
    assert_int_equal(best.move, moves[0].move);
    search_free(search);
}

/* Whole matches of every variant, two searches with the same dice side by side, one of them with too little memory for its tree. */
static void plays_every_variant(void **unused) {
    (void)unused;
    Search *search = search_open(&policy_primiera_plain, ITERATIONS), *again = search_open(&policy_primiera_plain, ITERATIONS);
    Search *small = search_open(&policy_primiera_plain, 5);
    for (int variant = 0; primiera.variants[variant].name; variant++) {
        StateRoom room, view;
        State *state = STATE_IN(room);
        Error error;
        Setup setup = {.variant = variant, .people = primiera.variants[variant].people_max};
        Chance chance = chance_fast((uint64_t)variant + 1);
        assert_true(setup_option(&setup, span_of("target=2"), &error));
        assert_true(primiera.setup(state, &setup, &chance, NULL, &error));
        for (uint64_t turn = 0; !game_over(&primiera, state); turn++) {
            int actor = __builtin_ctz(primiera.actors(state));
            Chance dice = chance_fast(turn), same = dice, other = dice;
            primiera.view(state, actor, VIEW_IN(view));
            Move move = search_choose(search, VIEW_IN(view), actor, (SearchBudget){.iterations = 40}, &dice);
            assert_int_equal(move, search_choose(again, VIEW_IN(view), actor, (SearchBudget){.iterations = 40}, &same));
            assert_true(primiera.is_legal(state, actor, search_choose(small, VIEW_IN(view), actor, (SearchBudget){.iterations = 40}, &other)));
            assert_true(game_play(&primiera, state, actor, move, &chance, NULL, &error));
        }
    }
    search_free(search);
    search_free(again);
    search_free(small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_is_offered),
        cmocka_unit_test(counts_what_it_tried),
        cmocka_unit_test(plays_every_variant),
    };
    return tap_run("search", tests, sizeof tests / sizeof *tests);
}
