/* Royal Flush's policy for search: look to the end of the round, and count the lead over the others.
 * Chips count at what they are worth in the end. */
#include "bots/royalflush/policy.h"

#include "games/royalflush/royalflush.h"

static bool settled(const State *root, const State *state) {
    const RoyalFlush *from = royalflush_of(root), *r = royalflush_of(state);
    return r->round != from->round || r->phase == ROYAL_OVER;
}

/* A lead of thirty points in a round is as good as it gets. At the end of the match the chips are in the score. */
static void rewards(const State *root, const State *state, float rewards[SEATS_MAX]) {
    const RoyalFlush *from = royalflush_of(root), *r = royalflush_of(state);
    int gains[ROYAL_SEATS], sum = 0;
    for (int seat = 0; seat < r->people; seat++) {
        gains[seat] = r->score[seat] - from->score[seat];
        if (r->phase != ROYAL_OVER) gains[seat] += ROYAL_CHIP_POINTS * r->chips[seat];
        sum += gains[seat];
    }
    for (int seat = 0; seat < r->people; seat++) {
        float ahead = (float)gains[seat] - (float)(sum - gains[seat]) / (float)(r->people - 1);
        float reward = 0.5f + ahead / 60;
        rewards[seat] = reward < 0 ? 0 : reward > 1 ? 1 : reward;
    }
}

const Policy policy_royalflush_plain = {.game = &royalflush, .exploration = 0.12f, .settled = settled, .rewards = rewards};
