/* The thinker of Primiera in all its variants: search over the cards that the others probably hold, for the chance to win
 * the match; exact play once counting tells every card, as in `two` when the deck is used up. */
#include <stdlib.h>

#include "bots/level.h"
#include "bots/policy/primiera.h"
#include "bots/policy/primiera_beliefs.h"
#include "bots/solver_primiera.h"
#include "games/games.h"

/* One world is weighed for so many iterations. */
enum { ITERATIONS_A_WORLD = 4, SOLVER_LOG2_ENTRIES = 10 };

typedef struct Thinking {
    Search *search;
    Beliefs *beliefs;
    Solver *solver;
    Expectation expectation;
} Thinking;

static int worlds_for(int iterations) { return iterations / ITERATIONS_A_WORLD + 1; }

static void close(void *memory) {
    Thinking *thinking = memory;
    search_free(thinking->search);
    beliefs_free(thinking->beliefs);
    solver_free(thinking->solver);
    free(thinking);
}

/* An iteration adds one node at most. */
static void *open(const Game *game, int iterations) {
    (void)game;
    Thinking *thinking = calloc(1, sizeof *thinking);
    if (!thinking) return NULL;
    thinking->search = search_open(&policy_primiera_strong, iterations);
    thinking->beliefs = beliefs_open(worlds_for(iterations));
    thinking->solver = solver_open(SOLVER_LOG2_ENTRIES);
    if (thinking->search && thinking->beliefs && thinking->solver) {
        search_believe(thinking->search, thinking->beliefs);
        return thinking;
    }
    close(thinking);
    return NULL;
}

/* A single iteration would follow the strongest habit; who does not think ahead plays by habit and is not always attentive. */
static Move choose(void *memory, const View *view, int actor, int iterations, Chance *chance) {
    Thinking *thinking = memory;
    StateRoom room;
    SearchMove best;
    Chance fast = chance_fast(chance_bits(chance));
    thinking->expectation = (Expectation){.kind = EXPECTS_NOTHING};
    if (iterations == 1) return search_draw(thinking->search, view, actor, &fast);
    /* The plays are noted in any case: beliefs grow with them. */
    beliefs_form(thinking->beliefs, view, worlds_for(iterations), &fast);
    if (solver_counts(view, &room)) {
        SolvedMove solved = solver_best(thinking->solver, STATE_IN(room));
        thinking->expectation = (Expectation){.kind = EXPECTS_POINTS, .value = (float)solved.difference};
        return solved.move;
    }
    Move move = search_choose(thinking->search, view, actor, (SearchBudget){.iterations = iterations}, &fast);
    /* Rewards are chances to win the match. */
    if (search_moves(thinking->search, &best, 1))
        thinking->expectation = (Expectation){.kind = EXPECTS_WIN, .value = best.reward};
    return move;
}

static void recall(void *memory, const Sights *sights, int actor) {
    const Thinking *thinking = memory;
    beliefs_recall(thinking->beliefs, sights, actor);
}

static Expectation expects(const void *memory) { return ((const Thinking *)memory)->expectation; }

const Thinker thinker_primiera = {.game = &primiera,
                                  .iterations = {1, 250, 16000},
                                  .open = open,
                                  .close = close,
                                  .choose = choose,
                                  .recall = recall,
                                  .expects = expects};
