/* Tests search: legal moves from views alone, the same from the same dice, obvious moves found, budgets kept. */
#include <string.h>
#include <time.h>

#include "bots/bot.h"
#include "bots/primiera/policy.h"
#include "bots/search_team.h"
#include "games/games.h"
#include "tests/support/tap.h"

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
    static const Policy *const policies[] = {&policy_primiera_plain, &policy_primiera_strong};
    for (int i = 0; i < 2; i++) {
        Search *search = search_open(policies[i], ITERATIONS);
        Move expected;
        assert_non_null(search);
        Move move = think(search, endgame, 0, 1, &expected, "3D=3S");
        assert_int_equal(move, expected);
        search_free(search);
    }
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
    /* It stopped where the second could not overtake the first any more, and thought that long. */
    assert_true(visits < ITERATIONS && moves[0].visits - moves[1].visits > ITERATIONS - visits);
    assert_true(visits >= ITERATIONS / 2);
    assert_int_equal(search_moves(search, &best, 1), 1);
    assert_int_equal(best.move, moves[0].move);
    search_free(search);
}

/* Whole matches of every variant, two searches with the same dice side by side, one of them with too little memory for its
 * tree. */
static void play_every_variant(const Policy *policy) {
    Search *search = search_open(policy, ITERATIONS), *again = search_open(policy, ITERATIONS), *small = search_open(policy, 5);
    const SearchBudget budget = {.iterations = 40};
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
            Move move = search_choose(search, VIEW_IN(view), actor, budget, &dice);
            assert_int_equal(move, search_choose(again, VIEW_IN(view), actor, budget, &same));
            assert_true(primiera.is_legal(state, actor, search_choose(small, VIEW_IN(view), actor, budget, &other)));
            assert_true(game_play(&primiera, state, actor, move, &chance, NULL, &error));
        }
    }
    search_free(search);
    search_free(again);
    search_free(small);
}

static void plays_every_variant(void **unused) {
    (void)unused;
    play_every_variant(&policy_primiera_plain);
    play_every_variant(&policy_primiera_strong);
}

static void first_view(StateRoom *view, int *actor) {
    StateRoom room;
    Error error;
    Setup setup = {.variant = 1, .people = 4};
    Chance chance = chance_fast(3);
    assert_true(primiera.setup(STATE_IN(room), &setup, &chance, NULL, &error));
    *actor = __builtin_ctz(primiera.actors(STATE_IN(room)));
    primiera.view(STATE_IN(room), *actor, VIEW_IN(*view));
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* By the clock: not less than asked for, and on a busy machine not absurdly more. */
static void keeps_to_the_clock(void **unused) {
    (void)unused;
    Search *search = search_open(&policy_primiera_strong, 100000);
    StateRoom view;
    int actor;
    Chance dice = chance_fast(1);
    first_view(&view, &actor);
    double before = seconds();
    search_choose(search, VIEW_IN(view), actor, (SearchBudget){.milliseconds = 50}, &dice);
    double taken = seconds() - before;
    assert_true(taken >= 0.049 && taken < 5);
    search_choose(search, VIEW_IN(view), actor, (SearchBudget){.iterations = 64, .milliseconds = 60000}, &dice);
    assert_true(seconds() - before < 30);
    search_free(search);
}

static uint32_t visits_of(const SearchTeam *team) {
    SearchMove moves[TEAM_MOVES_MAX];
    uint32_t visits = 0;
    int count = search_team_moves(team, moves, TEAM_MOVES_MAX);
    for (int i = 0; i < count; i++) visits += moves[i].visits;
    return visits;
}

/* A team of one is the plain search; of three it is the same each time, whichever thread is faster, and every iteration
 * counts. */
static void works_in_a_team(void **unused) {
    (void)unused;
    const SearchBudget budget = {.iterations = 1000};
    Search *alone = search_open(&policy_primiera_strong, 1000);
    SearchTeam *one = search_team_open(&policy_primiera_strong, 1, 1000);
    SearchTeam *three = search_team_open(&policy_primiera_strong, 3, 1000);
    StateRoom view;
    int actor;
    first_view(&view, &actor);
    assert_non_null(one);
    assert_non_null(three);
    for (uint64_t seed = 0; seed < 5; seed++) {
        Chance dice = chance_fast(seed), same = dice, third = dice, again = dice;
        Move move = search_choose(alone, VIEW_IN(view), actor, budget, &dice);
        assert_int_equal(move, search_team_choose(one, VIEW_IN(view), actor, budget, &same));
        assert_true(visits_of(one) <= 1000);
        move = search_team_choose(three, VIEW_IN(view), actor, budget, &third);
        assert_true(primiera.is_legal(view_state(VIEW_IN(view)), actor, move));
        assert_int_equal(visits_of(three), 1000);
        assert_int_equal(move, search_team_choose(three, VIEW_IN(view), actor, budget, &again));
    }
    /* Fewer iterations than threads. */
    Chance dice = chance_fast(9);
    search_team_choose(three, VIEW_IN(view), actor, (SearchBudget){.iterations = 2}, &dice);
    assert_int_equal(visits_of(three), 2);
    search_free(alone);
    search_team_free(one);
    search_team_free(three);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_is_offered), cmocka_unit_test(counts_what_it_tried), cmocka_unit_test(plays_every_variant),
        cmocka_unit_test(keeps_to_the_clock),    cmocka_unit_test(works_in_a_team),
    };
    return tap_run("search", tests, sizeof tests / sizeof *tests);
}
