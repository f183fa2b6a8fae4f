/* Primero's policy for search: look to the end of the deal, and count the coins won or lost in it. */
#include "bots/primero/policy.h"

#include "core/bits.h"

bool primero_settled(const Primero *from, const Primero *p) { return p->deal != from->deal || p->phase == PRIMERO_OVER; }

float primero_worth(const Primero *p, int seat) {
    if (!p->pot || !(p->in & SEAT_BIT(seat))) return (float)p->purse[seat];
    return (float)p->purse[seat] + (float)p->pot / (float)bits_count(p->in);
}

static bool settled(const State *root, const State *state) { return primero_settled(primero_of(root), primero_of(state)); }

/* Half, and more or less by the share of all coins that was won or lost: a purse to start with counts a quarter. */
static void rewards(const State *root, const State *state, float rewards[SEATS_MAX]) {
    const Primero *from = primero_of(root), *p = primero_of(state);
    for (int seat = 0; seat < p->people; seat++) {
        float before = (float)(from->purse[seat] + from->paid[seat]);
        float reward = 0.5f + (primero_worth(p, seat) - before) / (4 * (float)p->start);
        rewards[seat] = reward < 0 ? 0 : reward > 1 ? 1 : reward;
    }
}

const Policy policy_primero_plain = {.game = &primero, .exploration = 0.12f, .settled = settled, .rewards = rewards};
