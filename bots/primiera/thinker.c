/* The thinker of Primiera in all its variants: search over likely deals for the chance to win the match.
 * It plays exactly once counting tells every card, as in `two` when the deck is used up. */
#include <stdlib.h>

#include "bots/primiera/bots.h"
#include "bots/primiera/policy.h"
#include "bots/primiera/beliefs.h"
#include "bots/search_team.h"
#include "bots/primiera/solver.h"
#include "games/games.h"

/* Iterations per world, worlds per millisecond, and the number of worlds beyond which more tell nothing new. */
enum { ITERATIONS_A_WORLD = 4, WORLDS_A_MILLISECOND = 40, WORLDS_MAX = 20000, SOLVER_LOG2_ENTRIES = 10 };

typedef struct Thinking {
    SearchTeam *team;
    PrimieraBeliefs *beliefs;
    Solver *solver;
    Expectation expectation;
} Thinking;

static int worlds_for(Budget budget) {
    int64_t worlds = budget.milliseconds ? (int64_t)budget.milliseconds * WORLDS_A_MILLISECOND
                                         : (int64_t)budget.iterations * budget.threads / ITERATIONS_A_WORLD;
    return worlds < WORLDS_MAX ? (int)worlds + 1 : WORLDS_MAX;
}

static void close(void *memory) {
    Thinking *thinking = memory;
    search_team_free(thinking->team);
    beliefs_free(thinking->beliefs);
    solver_free(thinking->solver);
    free(thinking);
}

static void *open(const Game *game, Budget budget) {
    (void)game;
    Thinking *thinking = calloc(1, sizeof *thinking);
    if (!thinking) return NULL;
    thinking->team = search_team_open(&policy_primiera_strong, budget.threads, budget_nodes(budget));
    thinking->beliefs = beliefs_open(worlds_for(budget));
    thinking->solver = solver_open(SOLVER_LOG2_ENTRIES);
    if (thinking->team && thinking->beliefs && thinking->solver) {
        search_team_believe(thinking->team, thinking->beliefs);
        return thinking;
    }
    close(thinking);
    return NULL;
}

/* A single iteration would follow the strongest habit; a player that does not think ahead plays by habit and is not always attentive. */
static Move choose(void *memory, const View *view, int actor, Budget budget, Chance *chance) {
    Thinking *thinking = memory;
    StateRoom room;
    SearchMove best;
    Chance fast = chance_fast(chance_bits(chance));
    int64_t began = budget.milliseconds ? budget_clock_ms() : 0;
    thinking->expectation = (Expectation){.kind = EXPECTS_NOTHING};
    if (budget.iterations == 1) return search_team_draw(thinking->team, view, actor, &fast);
    /* The plays are noted in any case: beliefs grow with them. */
    beliefs_form(thinking->beliefs, view, worlds_for(budget), &fast);
    if (solver_counts(view, &room)) {
        SolvedMove solved = solver_best(thinking->solver, STATE_IN(room));
        thinking->expectation = (Expectation){.kind = EXPECTS_POINTS, .value = (float)solved.difference};
        return solved.move;
    }
    if (budget.milliseconds) { /* what forming them took is gone */
        int64_t left = budget.milliseconds - (budget_clock_ms() - began);
        budget.milliseconds = left > 1 ? (int)left : 1;
    }
    Move move = search_team_choose(thinking->team, view, actor, team_budget(budget), &fast);
    /* Rewards are chances to win the match. */
    if (search_team_moves(thinking->team, &best, 1))
        thinking->expectation = (Expectation){.kind = EXPECTS_WIN, .value = best.reward};
    return move;
}

/* Chances to win, also where the points of the round are known exactly. What `choose` believes is still formed. */
static void weigh(void *memory, const View *view, int actor, Move asked, Budget budget, Chance *chance, Weighing *weighing) {
    const Thinking *thinking = memory;
    SearchMove favourites[WEIGHED_FAVOURITES];
    Move moves[WEIGHED_MAX] = {asked}, best = choose(memory, view, actor, budget, chance);
    int count = 1, found = 0;
    if (thinking->expectation.kind == EXPECTS_WIN) found = search_team_moves(thinking->team, favourites, WEIGHED_FAVOURITES);
    if (best != asked) moves[count++] = best;
    for (int i = 0; i < found && count < WEIGHED_MAX; i++)
        if (favourites[i].move != asked && favourites[i].move != best) moves[count++] = favourites[i].move;
    weighing->kind = EXPECTS_WIN;
    search_team_weigh(thinking->team, view, actor, moves, count, budget.iterations, chance, weighing);
}

static void recall(void *memory, const Sights *sights, int actor) {
    const Thinking *thinking = memory;
    beliefs_recall(thinking->beliefs, sights, actor);
}

static Expectation expects(const void *memory) { return ((const Thinking *)memory)->expectation; }

const Thinker thinker_primiera = {.iterations = {1, 250, 16000},
                                  .timed = true,
                                  .open = open,
                                  .close = close,
                                  .choose = choose,
                                  .recall = recall,
                                  .expects = expects,
                                  .weigh = weigh};
