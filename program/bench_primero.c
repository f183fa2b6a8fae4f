/* How fast hands of Primero are valued: all of them in sequence, and random ones. */
#include "games/primero.h"
#include "program/bench.h"

enum { RANDOM_HANDS = 4096, RANDOM_PASSES = 64 };

/* What was worked out has to go somewhere, or it would not be worked out. */
static volatile long drain;

uint64_t bench_primero_sequence(BenchWork *work) {
    long sum = 0;
    uint64_t hands = 0;
    (void)work;
    for (int a = 0; a < PRIMERO_CARDS; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) {
                PrimeroSet three = PRIMERO_BIT(a) | PRIMERO_BIT(b) | PRIMERO_BIT(c);
                for (int d = 0; d < c; d++) sum += primero_hand_value(three | PRIMERO_BIT(d));
                hands += (uint64_t)c;
            }
    drain = sum;
    return hands;
}

uint64_t bench_primero_random(BenchWork *work) {
    PrimeroSet hands[RANDOM_HANDS];
    long sum = 0;
    for (int i = 0; i < RANDOM_HANDS; i++) {
        hands[i] = 0;
        while (primero_count(hands[i]) < PRIMERO_HAND) hands[i] |= PRIMERO_BIT(chance_below(&work->chance, PRIMERO_CARDS));
    }
    for (int pass = 0; pass < RANDOM_PASSES; pass++) {
        for (int i = 0; i < RANDOM_HANDS; i++) sum += primero_hand_value(hands[i]);
        drain = sum;
    }
    return (uint64_t)RANDOM_HANDS * RANDOM_PASSES;
}
