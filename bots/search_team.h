/* Search on several threads: each grows its own tree from the same view, and the results at the root are added up.
 *
 * The threads are started when the team is opened and wait between searches. One member is the plain search. With more the
 * move does not depend on how the threads are scheduled, as long as the budget is in iterations: each member has its share
 * and its dice. Source: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search" (2008), root
 * parallelisation. */
#ifndef ARALDO_BOTS_SEARCH_TEAM_H
#define ARALDO_BOTS_SEARCH_TEAM_H

#include "bots/budget.h"
#include "bots/search.h"

enum { TEAM_THREADS_MAX = BUDGET_THREADS_MAX, TEAM_MOVES_MAX = 256 };

typedef struct SearchTeam SearchTeam;

/* Opens a team of 1 to TEAM_THREADS_MAX threads, each with room for this many nodes; NULL if memory or threads cannot be
 * had. */
SearchTeam *search_team_open(const Policy *policy, int threads, int nodes_max);
void search_team_free(SearchTeam *team);
/* As the functions of search.h; iterations are shared out. Of more than TEAM_MOVES_MAX root moves the most tried count. */
void search_team_believe(SearchTeam *team, const void *beliefs);
Move search_team_choose(SearchTeam *team, const View *view, int actor, SearchBudget budget, Chance *chance);
Move search_team_draw(SearchTeam *team, const View *view, int actor, Chance *chance);
/* On the caller's thread only. */
void search_team_weigh(SearchTeam *team, const View *view, int actor, const Move *moves, int count, int iterations,
                       Chance *chance, Weighing *weighing);
int search_team_moves(const SearchTeam *team, SearchMove *moves, int capacity);

/* The total for all members, given the budget of each. */
static inline SearchBudget team_budget(Budget budget) {
    return (SearchBudget){.iterations = budget.iterations * budget.threads, .milliseconds = budget.milliseconds};
}

#endif
