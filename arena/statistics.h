/* Statistics of a match between bots: means with intervals, a control variate, and when to stop.
 *
 * A sample is one deal, played in all its seatings: deals are independent of each other, the games of one deal are not.
 * Intervals are Student's. Everything is computed in the order of the deals, so that the same samples give the same bytes.
 * Sources: Abramowitz and Stegun 26.7.3 and 26.7.4 (Student's distribution); Lavenberg and Welch, "A perspective on the use
 * of control variables" (1981); Jennison and Turnbull, "Group sequential methods" (2000), repeated confidence intervals. */
#ifndef ARALDO_ARENA_STATISTICS_H
#define ARALDO_ARENA_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* The confidence of an interval unless stated otherwise. */
#define CONFIDENCE_USUAL 0.95

typedef struct Estimate {
    int64_t samples;
    double mean;
    double half_width; /* of the interval; infinite where there are too few samples to tell */
} Estimate;

/* The number that |t| exceeds with probability 1 - confidence, for Student's t with this many degrees of freedom (from 1). */
double student_quantile(double confidence, int64_t freedom);

Estimate estimate_mean(const double *values, int64_t count, double confidence);
/* The mean of `values`, knowing that `controls` have the mean 0: where the line through the pairs, by least squares, crosses
 * control 0. Its interval is that of the line there, so it includes the cost of estimating the slope. Without a control that
 * varies, or with too few samples for a line, it is the plain mean. */
Estimate estimate_controlled(const double *values, const double *controls, int64_t count, double confidence);

/* ---- stopping */

typedef enum {
    STOP_AT_END, /* all deals are played */
    STOP_NARROW, /* as soon as the half-width is at most the margin */
    STOP_DECIDED /* as soon as the interval is entirely above the margin, below minus the margin, or strictly between */
} StopRule;

enum {
    LOOKS_MAX = 256,
    LOOK_DEALS_MIN = 100, /* no look before this many */
    DECIDED_LOOKS = 6,    /* at most, the last one when all deals are played */
};

/* After how many deals to look, fixed beforehand, and the confidence of each look's interval. Whether an interval is narrow
 * enough says next to nothing about where it is, so STOP_NARROW may look often, at the usual confidence. Whether it has left
 * the margin does depend on where it is, so STOP_DECIDED looks at most DECIDED_LOOKS times, doubling the deals each time, and
 * the looks share the error (Bonferroni): all their intervals together, and so the final one, hold with the usual
 * confidence. */
typedef struct Looks {
    StopRule rule;
    double margin;
    double confidence;
    int count;
    int64_t after[LOOKS_MAX];
} Looks;

Looks looks_plan(StopRule rule, double margin, int64_t deals);
/* Is this estimate, from one of the looks, a reason to stop? */
bool looks_satisfied(const Looks *looks, const Estimate *estimate);

#endif
