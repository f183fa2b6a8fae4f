/* Benchmarks of Royal Flush: whether a hand can score a board.
 * Hands have 5 to 20 cards, an eighth of them two jokers, on all seventeen boards. */
#include "games/royalflush/royalflush.h"
#include "program/bench/bench.h"

enum { HANDS = 256, ROUNDS = 64, HAND_MIN = 5, HAND_MAX = 20 };

uint64_t bench_royalflush_queries(BenchWork *work) {
    static const RoyalFaces none = {0, 0};
    RoyalFaces hands[HANDS];
    uint8_t pack[ROYAL_CARDS];
    uint64_t queries = 0;
    for (int i = 0; i < HANDS; i++) {
        int cards = HAND_MIN + (int)chance_below(&work->chance, HAND_MAX - HAND_MIN + 1);
        for (int card = 0; card < ROYAL_CARDS; card++) pack[card] = (uint8_t)(card / 2);
        chance_shuffle(&work->chance, 0, pack, ROYAL_CARDS);
        hands[i] = none;
        for (int card = 0; card < cards; card++) royal_faces_add(&hands[i], pack[card]);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < HANDS; i++)
            for (int board = 0; board < ROYAL_BOARDS; board++, queries++)
                work->found += royalflush_can_score((RoyalBoard)board, hands[i], i % 8 == 0 ? ROYAL_JOKERS_EACH : 0);
    return queries;
}
