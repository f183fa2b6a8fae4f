/* Primiera's policy for search: look to the end of the round. */
#include "bots/primiera/policy.h"

#include "bots/primiera/beliefs.h"
#include "bots/primiera/habits.h"
#include "bots/primiera/standing.h"

static bool settled(const State *root, const State *state) {
    const Primiera *from = primiera_of(root), *p = primiera_of(state);
    return p->round != from->round || p->phase == PRIMIERA_PHASE_OVER;
}

/* How far ahead of the others one comes out. Gains run from 0 to some ten points: a lead of eight is as good as it gets. */
static void lead(const State *root, const State *state, float rewards[SEATS_MAX]) {
    const Primiera *from = primiera_of(root), *p = primiera_of(state);
    int seats = primiera_seats(p), gains[PRIMIERA_SEATS], sum = 0;
    for (int seat = 0; seat < seats; seat++) {
        gains[seat] = p->score[seat] - from->score[seat];
        sum += gains[seat];
    }
    for (int seat = 0; seat < seats; seat++) {
        float ahead = (float)gains[seat] - (float)(sum - gains[seat]) / (float)(seats - 1);
        float reward = 0.5f + ahead / 16;
        rewards[seat] = reward < 0 ? 0 : reward > 1 ? 1 : reward;
    }
}

/* The chance to win the match. */
static void standing(const State *root, const State *state, float rewards[SEATS_MAX]) {
    (void)root;
    standing_chances(primiera_of(state), rewards);
}

const Policy policy_primiera_plain = {.game = &primiera, .exploration = 0.12f, .settled = settled, .rewards = lead};

const Policy policy_primiera_strong = {
    .game = &primiera,
    .exploration = 0.3f,
    .settled = settled,
    .rewards = standing,
    .weigh = habits_weigh,
    .deal = beliefs_deal,
    .hasty = true,
};
