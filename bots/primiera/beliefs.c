/* Samples worlds that fit a Primiera view and weighs each by what the others played. */
#include "bots/primiera/beliefs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/primiera/habits.h"
#include "bots/primiera/memory.h"

struct PrimieraBeliefs {
    Memory memories[PRIMIERA_SEATS]; /* of each seat that it plays */
    int worlds_max, count;
    Primiera *worlds;
    double *upto; /* the sum of the weights up to each world */
    Move moves[PRIMIERA_MOVES_MAX];
    float weights[PRIMIERA_MOVES_MAX];
};

static const double BY_HABIT = 0.9; /* how often the others are thought to play by habit */

PrimieraBeliefs *beliefs_open(int worlds_max) {
    PrimieraBeliefs *beliefs = calloc(1, sizeof *beliefs);
    if (!beliefs) return NULL;
    beliefs->worlds_max = worlds_max;
    beliefs->worlds = calloc((size_t)worlds_max, sizeof *beliefs->worlds);
    beliefs->upto = calloc((size_t)worlds_max, sizeof *beliefs->upto);
    if (beliefs->worlds && beliefs->upto) return beliefs;
    beliefs_free(beliefs);
    return NULL;
}

void beliefs_free(PrimieraBeliefs *beliefs) {
    if (!beliefs) return;
    free(beliefs->worlds);
    free(beliefs->upto);
    free(beliefs);
}

/* Does this play say anything about a hand that the viewer does not see now? In two and three hands before the last deal are
 * gone. */
static bool telling(const Play *play, const Primiera *view) {
    const Primiera *before = &play->before;
    if (!view->hidden[before->turn] || (before->variant == ROBOT && before->turn == ROBOT_SEAT)) return false;
    return (before->variant != TWO && before->variant != THREE) || before->stock_count == view->stock_count;
}

/* How likely the play was with this hand. */
static double likelihood(PrimieraBeliefs *beliefs, const Play *play, CardSet hand) {
    Primiera then = play->before;
    State *state = (State *)(void *)&then;
    int seat = then.turn;
    double total = 0, weight = 0;
    then.hand[seat] = hand;
    int count = primiera.legal(state, seat, beliefs->moves);
    if (count < 2) return 1;
    habits_weigh(state, seat, beliefs->moves, count, beliefs->weights);
    for (int i = 0; i < count; i++) {
        total += beliefs->weights[i];
        if (beliefs->moves[i] == play->move) weight = beliefs->weights[i];
    }
    return BY_HABIT * weight / total + (1 - BY_HABIT) / count;
}

static double weigh_world(PrimieraBeliefs *beliefs, const Memory *memory, const Primiera *view, const Primiera *world) {
    CardSet hands[PRIMIERA_SEATS];
    double weight = 1;
    memcpy(hands, world->hand, sizeof hands);
    for (int i = memory->count - 1; i >= 0; i--) {
        const Play *play = &memory->plays[i];
        int seat = play->before.turn;
        if (!telling(play, view)) continue;
        hands[seat] |= CARD_BIT(move_card(play->move));
        weight *= likelihood(beliefs, play, hands[seat]);
    }
    return weight;
}

void beliefs_form(PrimieraBeliefs *beliefs, const View *view, int worlds, Chance *chance) {
    const Primiera *p = primiera_of_view(view);
    assert(p->viewer < PRIMIERA_SEATS && worlds <= beliefs->worlds_max);
    Memory *memory = &beliefs->memories[p->viewer];
    int telling_count = 0;
    memory_observe(memory, p);
    for (int i = 0; i < memory->count; i++) telling_count += telling(&memory->plays[i], p);
    beliefs->count = telling_count ? worlds : 0;
    for (int i = 0; i < beliefs->count; i++) {
        primiera_determinize(view, chance, (State *)(void *)&beliefs->worlds[i]);
        beliefs->upto[i] = (i ? beliefs->upto[i - 1] : 0) + weigh_world(beliefs, memory, p, &beliefs->worlds[i]);
    }
}

void beliefs_recall(PrimieraBeliefs *beliefs, const Sights *sights, int actor) {
    Memory *memory = &beliefs->memories[actor];
    memory->begun = false;
    for (int i = 0; i < sights->count; i++) memory_observe(memory, primiera_of_view(sights_view(sights, i)));
}

void beliefs_deal(const void *context, const View *view, Chance *chance, State *state) {
    const PrimieraBeliefs *beliefs = context;
    if (beliefs->count == 0) {
        primiera_determinize(view, chance, state);
        return;
    }
    double point = (double)(chance_bits(chance) >> 11) * 0x1p-53 * beliefs->upto[beliefs->count - 1];
    int low = 0, high = beliefs->count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (beliefs->upto[middle] > point) high = middle;
        else low = middle + 1;
    }
    memcpy(state, &beliefs->worlds[low], sizeof beliefs->worlds[low]);
}
