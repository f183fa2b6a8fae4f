/* The thinker of Primiera in all its variants: search over the cards that the others probably hold, for the chance to win
 * the match. */
#include <stdlib.h>

#include "bots/level.h"
#include "bots/policy/primiera.h"
#include "bots/policy/primiera_beliefs.h"
#include "games/games.h"

/* One world is weighed for so many iterations. */
enum { ITERATIONS_A_WORLD = 4 };

typedef struct Thinking {
    Search *search;
    Beliefs *beliefs;
} Thinking;

static int worlds_for(int iterations) { return iterations / ITERATIONS_A_WORLD + 1; }

static void close(void *memory) {
    Thinking *thinking = memory;
    search_free(thinking->search);
    beliefs_free(thinking->beliefs);
    free(thinking);
}

/* An iteration adds one node at most. */
static void *open(int iterations) {
    Thinking *thinking = calloc(1, sizeof *thinking);
    if (!thinking) return NULL;
    thinking->search = search_open(&policy_primiera_strong, iterations);
    thinking->beliefs = beliefs_open(worlds_for(iterations));
    if (thinking->search && thinking->beliefs) {
        search_believe(thinking->search, thinking->beliefs);
        return thinking;
    }
    close(thinking);
    return NULL;
}

/* A single iteration would follow the strongest habit; who does not think ahead plays by habit and is not always attentive. */
static Move choose(void *memory, const View *view, int actor, int iterations, Chance *chance) {
    Thinking *thinking = memory;
    Chance fast = chance_fast(chance_bits(chance));
    if (iterations == 1) return search_draw(thinking->search, view, actor, &fast);
    beliefs_form(thinking->beliefs, view, worlds_for(iterations), &fast);
    return search_choose(thinking->search, view, actor, (SearchBudget){.iterations = iterations}, &fast);
}

/* Rewards are chances to win the match. */
static Expectation expects(const void *memory) {
    const Thinking *thinking = memory;
    SearchMove best;
    if (!search_moves(thinking->search, &best, 1)) return (Expectation){.kind = EXPECTS_NOTHING};
    return (Expectation){.kind = EXPECTS_WIN, .value = best.reward};
}

const Thinker thinker_primiera = {
    .game = &primiera, .iterations = {1, 250, 24000}, .open = open, .close = close, .choose = choose, .expects = expects};
