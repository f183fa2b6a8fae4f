/* Tree search over the game interface: single-observer information-set Monte Carlo, for any number of seats.
 *
 * Each iteration deals the hidden cards again (determinize), walks down one tree of moves among those that are legal in that
 * deal, adds a node, plays on to where the policy says that everything is settled, and adds what each seat got to every node
 * passed. Each actor prefers what is best for that actor. Only the view goes in, so nothing hidden can come out. Sources:
 * Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012); for moves with weights Rosin,
 * "Multi-armed bandits with episode context" (2011). Memory is fixed when it is opened. */
#ifndef ARALDO_BOTS_SEARCH_H
#define ARALDO_BOTS_SEARCH_H

#include "bots/bot.h"
#include "core/game.h"

/* What search knows of a game beyond its rules: one for each game, in bots/GAME/policy.h. */
typedef struct Policy {
    const Game *game;
    float exploration; /* weight of the unexplored; rewards run from 0 to 1 */
    /* Nothing after this state is looked at (the round is over). `root` is where the search began, as its view shows it. */
    bool (*settled)(const State *root, const State *state);
    /* What each seat got, from 0 to 1. */
    void (*rewards)(const State *root, const State *state, float rewards[SEATS_MAX]);
    /* How likely a sensible player makes each of the listed moves: weights above 0. NULL: all moves are equal, and each is
     * tried once before any is tried again; with weights the likely ones are tried first and more often, and play continues by
     * weight. */
    void (*weigh)(const State *state, int actor, const Move *moves, int count, float *weights);
    /* Draws a full state that fits the view by what is believed about it; NULL: all that fit are equally likely. */
    void (*deal)(const void *beliefs, const View *view, Chance *chance, State *state);
    bool hasty; /* stop when the choice is all but certain; otherwise only when no other move could overtake it */
} Policy;

/* When to stop thinking: after a number of iterations, or of milliseconds; 0 means no limit, and one of them is given. */
typedef struct SearchBudget {
    int iterations;
    int milliseconds;
    bool whole; /* continue even if the choice is certain, because the result is to be joined with others */
} SearchBudget;

typedef struct Search Search;

/* What the search thinks of one move at the root. */
typedef struct SearchMove {
    Move move;
    uint32_t visits;
    float reward; /* mean, of the actor */
} SearchMove;

/* Opens a search with room for this many nodes; NULL if there is not enough memory. */
Search *search_open(const Policy *policy, int nodes_max);
void search_free(Search *search);
/* What the policy's `deal` is given from now on; NULL until this is called. */
void search_believe(Search *search, const void *beliefs);
/* Forgets the last search. */
void search_clear(Search *search);
/* Thinks as long as the budget says and gives the move most often tried, earlier if no other could overtake it. With a budget
 * in iterations the same chance gives the same move. */
Move search_choose(Search *search, const View *view, int actor, SearchBudget budget, Chance *chance);
/* A move without looking ahead: a random one, or one drawn by the policy's weights. */
Move search_draw(Search *search, const View *view, int actor, Chance *chance);
/* The root's moves after `search_choose`, most tried first; at most `capacity`. */
int search_moves(const Search *search, SearchMove *moves, int capacity);

/* Compares moves of the root, each with the same number of iterations: all meet the same deals and dice, and each has its own
 * tree below it. The first half of the iterations grows the trees, the second half counts. `count` is at most
 * WEIGHED_MAX; they come back best first. */
void search_weigh(Search *search, const View *view, int actor, const Move *moves, int count, int iterations, Chance *chance,
                  Weighing *weighing);

#endif
