/* Primiera's own figures: random rounds of `classic` from deal to score, through the interface and by the direct playout. */
#include "games/primiera.h"
#include "program/bench.h"

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
        if (p.phase == PHASE_OVER) p = table_of_classic(work);
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
