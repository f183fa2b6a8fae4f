/* Checks the endgame solver against plain minimax through the game interface. */
#include <stdlib.h>

#include "bots/bot.h"
#include "bots/primiera/solver.h"
#include "games/primiera/primiera.h"
#include "tests/support/tap.h"

enum { LOG2_ENTRIES = 12, LOG2_ENTRIES_MIN = 2, CARDS_MAX = 12 };

typedef struct Kind {
    int variant, people, cards; /* cards in hands from which on positions are solved */
    int positions, soak;
} Kind;

static const Kind kinds[] = {
    {CLASSIC, 4, 8, 1000, 50000}, {CLASSIC, 4, 12, 40, 1000}, {TWO, 2, 6, 1000, 50000},
    {HERALDS, 4, 8, 1000, 50000}, {HERALDS, 4, 11, 40, 1000}, {ROBOT, 3, 8, 500, 20000},
};

static Move *moves_at(int depth) {
    static Move moves[CARDS_MAX + 1][PRIMIERA_MOVES_MAX];
    return moves[depth];
}

/* Is the seat on the same side as seat 0? */
static bool with_first(const Primiera *p, int seat) { return seat == 0 || (p->teams == TEAMS_PAIRS && p->partner[0] == seat); }

static int other_of(const Primiera *p) {
    for (int seat = 1; seat < primiera_seats(p); seat++)
        if (!with_first(p, seat)) return seat;
    abort();
}

/* What the rest of the round brings seat 0's side more than the other: the best that each side can make of it. */
static int minimax(const StateRoom *room, int depth) {
    const Primiera *p = primiera_of((const State *)(const void *)room->bytes);
    const State *state = (const State *)(const void *)room->bytes;
    int actor = __builtin_ctz(primiera.actors(state)), count = primiera.legal(state, actor, moves_at(depth));
    bool wants_more = with_first(p, p->turn);
    int best = wants_more ? -1000 : 1000;
    for (int i = 0; i < count; i++) {
        StateRoom after = *room;
        Chance chance = chance_fast(1);
        primiera.apply(STATE_IN(after), actor, moves_at(depth)[i], &chance, NULL);
        const Primiera *next = primiera_of(STATE_IN(after));
        bool over = next->round != p->round || next->phase == PRIMIERA_PHASE_OVER;
        int other = other_of(p), gained = next->score[0] - p->score[0], theirs = next->score[other] - p->score[other];
        int value = over ? gained - theirs : minimax(&after, depth + 1);
        if (wants_more ? value > best : value < best) best = value;
    }
    return best;
}

static int cards_in_hands(const Primiera *p) {
    int cards = 0;
    for (int seat = 0; seat < primiera_seats(p); seat++) cards += set_count(p->hand[seat]);
    return cards;
}

/* Random moves from a deal to a position for the solver; false if this round has none. */
static bool random_position(const Kind *kind, uint64_t seed, StateRoom *room) {
    Setup setup = {.variant = kind->variant, .people = kind->people};
    Chance chance = chance_fast(seed);
    Error error;
    assert_true(primiera.setup(STATE_IN(*room), &setup, &chance, NULL, &error));
    const Primiera *p = primiera_of(STATE_IN(*room));
    while (p->round == 1 && p->phase != PRIMIERA_PHASE_OVER) {
        if (p->phase == PRIMIERA_PHASE_PLAY && cards_in_hands(p) <= kind->cards && solver_applies(STATE_IN(*room))) return true;
        int actor = __builtin_ctz(primiera.actors(STATE_IN(*room))),
            count = primiera.legal(STATE_IN(*room), actor, moves_at(0));
        primiera.apply(STATE_IN(*room), actor, moves_at(0)[chance_below(&chance, (uint32_t)count)], &chance, NULL);
    }
    return false;
}

/* Best move and values of all moves are what minimax finds. */
static void expect_minimax(Solver *solver, const StateRoom *room) {
    static SolvedMove solved[PRIMIERA_MOVES_MAX];
    const State *state = (const State *)(const void *)room->bytes;
    const Primiera *p = primiera_of(state);
    int sign = with_first(p, p->turn) ? 1 : -1, expected = sign * minimax(room, 0), highest = -1000;
    SolvedMove best = solver_best(solver, state);
    assert_int_equal(best.difference, expected);
    int actor = __builtin_ctz(primiera.actors(state)), count = solver_moves(solver, state, solved);
    assert_int_equal(count, primiera.legal(state, actor, moves_at(0)));
    bool listed = false;
    for (int i = 0; i < count; i++) {
        assert_true(primiera.is_legal(state, actor, solved[i].move));
        if (solved[i].difference > highest) highest = solved[i].difference;
        listed |= solved[i].move == best.move && solved[i].difference == expected;
    }
    assert_int_equal(highest, expected);
    assert_true(listed);
}

static void agrees_with_minimax(void **unused) {
    (void)unused;
    Solver *solver = solver_open(LOG2_ENTRIES);
    assert_non_null(solver);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int wanted = soak() ? kinds[k].soak : kinds[k].positions, found = 0;
        for (uint64_t seed = 1; found < wanted; seed++) {
            StateRoom room;
            if (!random_position(&kinds[k], seed, &room)) continue;
            found++;
            expect_minimax(solver, &room);
        }
    }
    solver_free(solver);
}

/* Equal cards lie on the table from the beginning or not at all, so that few random positions end with some. */
static void agrees_where_equal_cards_stay(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        "primiera:classic dealer=3 turn=3 table=3S,3B,6C,6D hands=-/-/-/10B piles=rest/-/-/- last=0",
        "primiera:classic dealer=3 turn=3 table=3S,3B,6C,6D hands=-/-/-/9B piles=-/rest/-/- last=1",
        "primiera:classic dealer=3 turn=2 table=7S,7D,2B,2D hands=-/-/10B/9C piles=-/rest/-/- last=1",
        "primiera:classic dealer=3 turn=0 table=7S,7B,7C,7D hands=8S/8B/9C/10C piles=rest/-/-/- last=0",
        "primiera:classic dealer=3 turn=0 table=1S,1B,5C,5D hands=6S,10S/2B,4B/6C,7C/3C,8C piles=rest/-/-/- last=0",
        "primiera:two dealer=1 turn=0 table=4S,4B,9C,9D hands=4D,8S/5B,10B piles=rest/- last=0",
    };
    Solver *solver = solver_open(LOG2_ENTRIES);
    assert_non_null(solver);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        StateRoom room;
        Error error = {0};
        if (!primiera.parse(STATE_IN(room), span_of(texts[i]), &error)) fail_msg("%s", error.text);
        expect_minimax(solver, &room);
    }
    solver_free(solver);
}

/* Positions too large for minimax: what a large table remembers changes nothing, next to one that holds four positions. */
static void table_changes_nothing(void **unused) {
    (void)unused;
    static const Kind large[] = {{CLASSIC, 4, 15, 500, 5000}, {HERALDS, 4, 15, 500, 5000}};
    static SolvedMove with[PRIMIERA_MOVES_MAX], without[PRIMIERA_MOVES_MAX];
    Solver *solver = solver_open(LOG2_ENTRIES), *forgetful = solver_open(LOG2_ENTRIES_MIN);
    assert_non_null(solver);
    assert_non_null(forgetful);
    for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
        int wanted = soak() ? large[k].soak : large[k].positions, found = 0;
        for (uint64_t seed = 1; found < wanted; seed++) {
            StateRoom room;
            if (!random_position(&large[k], seed, &room)) continue;
            found++;
            int count = solver_moves(solver, STATE_IN(room), with);
            assert_int_equal(solver_moves(forgetful, STATE_IN(room), without), count);
            for (int i = 0; i < count; i++) assert_int_equal(with[i].difference, without[i].difference);
        }
    }
    solver_free(solver);
    solver_free(forgetful);
}

/* In `two`, once the deck is used up, a view tells the other hand: the thinker plays exactly there, and nowhere else is it told. */
static void plays_exactly_by_counting(void **unused) {
    (void)unused;
    const Kind kind = {TWO, 2, 6, 0, 0};
    Error error;
    Bot *bot = bot_open(&primiera, span_of("medium"), &error);
    Solver *solver = solver_open(LOG2_ENTRIES);
    assert_non_null(bot);
    assert_non_null(solver);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        StateRoom room, view, counted;
        Chance chance = chance_fast(seed);
        assert_true(random_position(&kind, seed, &room));
        int actor = __builtin_ctz(primiera.actors(STATE_IN(room)));
        primiera.view(STATE_IN(room), actor, VIEW_IN(view));
        assert_true(solver_counts(VIEW_IN(view), &counted));
        assert_memory_equal(STATE_IN(counted), STATE_IN(room), primiera.state_bytes);
        SolvedMove best = solver_best(solver, STATE_IN(room));
        assert_int_equal(bot_choose(bot, VIEW_IN(view), actor, &chance), best.move);
        assert_int_equal(bot_expects(bot).kind, EXPECTS_POINTS);
        assert_int_equal((int)bot_expects(bot).value, best.difference);
        /* At the beginning of a round nothing can be told by counting. */
        Setup setup = {.variant = TWO, .people = 2};
        assert_true(primiera.setup(STATE_IN(room), &setup, &chance, NULL, &error));
        primiera.view(STATE_IN(room), 0, VIEW_IN(view));
        assert_false(solver_counts(VIEW_IN(view), &counted));
    }
    bot_free(bot);
    solver_free(solver);
}

/* Positions with a hidden hand, a stock, or more than two sides are not for the solver. */
static void knows_its_limits(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        bool applies;
    } cases[] = {
        {"primiera:classic dealer=3 turn=0 table=3S hands=3D,10B/8S,9S/8B,9B/8C,9C piles=rest/-/-/- last=0", true},
        {"primiera:classic dealer=3 turn=0 table=3S hands=3D,10B/?2/?2/?2 "
         "piles=1S,1B,1C,1D,2S,2B,2C,2D,3B,3C,4S,4B,4C,4D,5S,5B,5C,"
         "5D,6S,6B,6C,6D,7S,7B,7C,7D,8D,9D,10S,10C,10D/-/-/- last=0 view=0",
         false},
        {"primiera:three dealer=2 turn=0 table=3S hands=3D/8S/8B piles=rest/-/- last=0", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        StateRoom room;
        Error error = {0};
        if (!primiera.parse(STATE_IN(room), span_of(cases[i].text), &error)) fail_msg("%s", error.text);
        assert_int_equal(solver_applies(STATE_IN(room)), cases[i].applies);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_minimax),   cmocka_unit_test(agrees_where_equal_cards_stay),
        cmocka_unit_test(table_changes_nothing), cmocka_unit_test(plays_exactly_by_counting),
        cmocka_unit_test(knows_its_limits),
    };
    return tap_run("solver", tests, sizeof tests / sizeof *tests);
}
