/* The thinker of Primiera in all its variants: search over the cards that may lie where the view has none. */
#include "bots/level.h"
#include "bots/policy/primiera.h"
#include "games/games.h"

/* An iteration adds one node at most. */
static void *open(int iterations) { return search_open(&policy_primiera_plain, iterations); }

static void close(void *memory) { search_free(memory); }

static Move choose(void *memory, const View *view, int actor, int iterations, Chance *chance) {
    return search_choose(memory, view, actor, iterations, chance);
}

/* Rewards are half and a sixteenth of the lead in points (policy/primiera.c). */
static Expectation expects(const void *memory) {
    SearchMove best;
    if (!search_moves(memory, &best, 1)) return (Expectation){.kind = EXPECTS_NOTHING};
    return (Expectation){.kind = EXPECTS_POINTS, .value = (best.reward - 0.5f) * 16};
}

const Thinker thinker_primiera = {
    .game = &primiera, .iterations = {500, 4000, 40000}, .open = open, .close = close, .choose = choose, .expects = expects};
