/* Benchmarks of Primero: valuing hands in sequence and at random, and random deals at a table of four. */
#include "games/primero/primero.h"
#include "program/bench/bench.h"

enum { RANDOM_PASSES = 64, DEALS_PEOPLE = 4 };

uint64_t bench_primero_sequence(BenchWork *work) {
    uint64_t hands = 0;
    for (int a = 0; a < PRIMERO_CARDS; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) {
                PrimeroSet three = PRIMERO_BIT(a) | PRIMERO_BIT(b) | PRIMERO_BIT(c);
                for (int d = 0; d < c; d++) work->found += (uint64_t)primero_hand_value(three | PRIMERO_BIT(d));
                hands += (uint64_t)c;
            }
    return hands;
}

void bench_primero_prepare(BenchWork *work) {
    PrimeroSet *hands = work->prepared;
    for (int i = 0; i < BENCH_PRIMERO_HANDS; i++) {
        hands[i] = 0;
        while (primero_count(hands[i]) < PRIMERO_HAND) hands[i] |= PRIMERO_BIT(chance_below(&work->chance, PRIMERO_CARDS));
    }
}

uint64_t bench_primero_random(BenchWork *work) {
    const PrimeroSet *hands = work->prepared;
    for (int pass = 0; pass < RANDOM_PASSES; pass++)
        for (int i = 0; i < BENCH_PRIMERO_HANDS; i++) work->found += (uint64_t)primero_hand_value(hands[i]);
    return (uint64_t)BENCH_PRIMERO_HANDS * RANDOM_PASSES;
}

/* A match at random; how many deals it had. */
static uint64_t play_match(BenchWork *work, PrimeroVariant variant) {
    StateRoom room;
    State *state = STATE_IN(room);
    Setup setup = {.variant = (int)variant, .people = DEALS_PEOPLE};
    if (!primero.setup(state, &setup, &work->chance, NULL, NULL)) return 0;
    for (SeatSet actors; (actors = primero.actors(state)) != 0;) {
        int actor = __builtin_ctz(actors), count = primero.legal(state, actor, work->moves);
        primero.apply(state, actor, work->moves[chance_below(&work->chance, (uint32_t)count)], &work->chance, NULL);
    }
    return primero_of(state)->deal;
}

uint64_t bench_primero_english(BenchWork *work) { return play_match(work, PRIMERO_ENGLISH); }

uint64_t bench_primero_italian(BenchWork *work) { return play_match(work, PRIMERO_ITALIAN); }
