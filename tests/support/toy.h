/* A toy game that keeps the contract of core/game.h, for testing the tests.
 * It deals, lays cards secretly at the same time, has a robot that acts by itself, and shuffles again every round. Copies of
 * its table with one function broken show that each check can fail. It is not part of the program.
 *
 * Rules: six ranks in two suits (`1a` … `6b`), three cards to each of two to four people. All lay a card secretly;
 * once all have, the highest rank wins a point, among equals the first seat from `first` on. In `robot` a third seat
 * turns the top card of the deck after both people. A round is three tricks; a match is `rounds` rounds; most points win.
 * Option `packs=2` doubles every card. */
#ifndef ARALDO_TESTS_SUPPORT_TOY_H
#define ARALDO_TESTS_SUPPORT_TOY_H

#include "core/game.h"

enum {
    TOY_SEATS = 4,
    TOY_HAND = 3,
    TOY_FACES = 12,
    TOY_CARDS_MAX = 24,
    TOY_ROUNDS_MAX = 9,
    TOY_TURN = 99, /* the robot's only move */
};

typedef struct Toy {
    uint8_t variant, people, packs, rounds;
    uint8_t viewer; /* VIEWER_WHOLE, a seat, or ONLOOKER */
    uint8_t round, first;
    uint8_t deck_count, pile_count;
    uint8_t hand_count[TOY_SEATS];
    uint8_t hand[TOY_SEATS][TOY_HAND]; /* ascending, unknown cards last */
    uint8_t laid[TOY_SEATS];
    uint8_t deck[TOY_CARDS_MAX];
    uint8_t pile[TOY_CARDS_MAX]; /* ascending */
    uint8_t points[TOY_SEATS];
    uint8_t padding[2]; /* kept zero */
    uint32_t chance_count;
} Toy;

extern const Game toy;

#endif
