/* The chance to win a match of Primero by how far the purses are apart and how many deals are still to come.
 *
 * Each seat has a strength that grows with its purse, and its chance is its share of all (Luce, "Individual Choice Behavior",
 * 1959). A purse counts for less the more deals can still change it: the scale grows with their square root. */
#include "bots/primero/bots.h"

#include <math.h>

#include "bots/primero/policy.h"

/* Coins that make an even chance one of 1 : e, in stakes or limits, after one deal; measured by tools/learn/review.c. */
static const double scale[] = {[PRIMERO_ENGLISH] = 4, [PRIMERO_ITALIAN] = 6};

double standing_primero(const View *view, int seat, double coins) {
    const Primero *p = primero_of_view(view);
    double unit = p->variant == PRIMERO_ENGLISH ? p->stake : p->limit, sum = 0;
    double spread = scale[p->variant] * unit * sqrt(1 + p->deals - p->deal);
    double own = p->purse[seat] + p->paid[seat] + coins;
    for (int other = 0; other < p->people; other++) {
        double purse = p->purse[other] + p->paid[other] - coins / (p->people - 1);
        sum += other == seat ? 1 : exp((purse - own) / spread);
    }
    return 1 / sum;
}
