/* Benchmarks of Primiera: random rounds of `classic` through the interface and by direct playout; exact endgames. */
#include <stdlib.h>

#include "bots/primiera/solver.h"
#include "games/primiera/primiera.h"
#include "program/bench/bench.h"

enum { ROUNDS = 1000, PLIES = 36 };

static Primiera table_of_classic(BenchWork *work) {
    StateRoom room;
    Setup setup = {.variant = CLASSIC, .people = 4};
    work->game->setup(STATE_IN(room), &setup, &work->chance, NULL, NULL);
    return *primiera_of(STATE_IN(room));
}

uint64_t bench_primiera_interface(BenchWork *work) {
    Primiera p = table_of_classic(work);
    State *state = (State *)(void *)&p;
    for (int round = 0; round < ROUNDS; round++) {
        /* Scores start from nothing, so that no match ends: the last card of a round scores it and deals the next. */
        for (int seat = 0; seat < PRIMIERA_SEATS; seat++) p.score[seat] = 0;
        for (int ply = 0; ply < PLIES; ply++) {
            int actor = __builtin_ctz(work->game->actors(state)), count = work->game->legal(state, actor, work->moves);
            work->game->apply(state, actor, work->moves[chance_below(&work->chance, (uint32_t)count)], &work->chance, NULL);
        }
        if (p.phase == PRIMIERA_PHASE_OVER) p = table_of_classic(work);
    }
    return ROUNDS;
}

uint64_t bench_primiera_playout(BenchWork *work) {
    Primiera p = table_of_classic(work);
    int kept = 0;
    for (int round = 0; round < ROUNDS; round++) {
        TeamScore scores[PRIMIERA_SEATS];
        p.dealer = (uint8_t)(round % PRIMIERA_SEATS);
        primiera_deal_classic(&p, &work->chance);
        primiera_playout(&p, &work->chance);
        primiera_round_score(&p, scores);
        kept += scores[0].points;
    }
    return kept > 0 ? ROUNDS : 0;
}

enum { SOLVED_POSITIONS = 200, SOLVER_LOG2_ENTRIES = 16 };

static int shorter_first(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The seeds are those of the positions: random moves from the deal on. */
static double solve(BenchWork *work, uint64_t seed, int cards, Solver *solver) {
    Chance chance = chance_fast(seed);
    Setup setup = {.variant = CLASSIC, .people = PRIMIERA_SEATS};
    StateRoom room;
    State *state = STATE_IN(room);
    work->game->setup(state, &setup, &chance, NULL, NULL);
    for (int ply = cards; ply < PLIES; ply++) {
        int actor = __builtin_ctz(work->game->actors(state)), count = work->game->legal(state, actor, work->moves);
        work->game->apply(state, actor, work->moves[chance_below(&chance, (uint32_t)count)], &chance, NULL);
    }
    double began = bench_seconds();
    work->found += solver_best(solver, state).move;
    return bench_seconds() - began;
}

static double solver_p90(BenchWork *work, int cards) {
    double seconds[SOLVED_POSITIONS];
    Solver *solver = solver_open(SOLVER_LOG2_ENTRIES);
    if (!solver) return 0;
    for (int i = 0; i < SOLVED_POSITIONS; i++) seconds[i] = solve(work, 1000 + (uint64_t)i, cards, solver);
    solver_free(solver);
    qsort(seconds, SOLVED_POSITIONS, sizeof *seconds, shorter_first);
    return seconds[SOLVED_POSITIONS * 9 / 10] * 1000;
}

double bench_primiera_solver_20(BenchWork *work) { return solver_p90(work, 20); }
double bench_primiera_solver_22(BenchWork *work) { return solver_p90(work, 22); }
double bench_primiera_solver_24(BenchWork *work) { return solver_p90(work, 24); }
