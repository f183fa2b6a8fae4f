/* The few statistics that tests of chance need. */
#ifndef ARALDO_TESTS_SUPPORT_STATISTICS_H
#define ARALDO_TESTS_SUPPORT_STATISTICS_H

/* The chance of a chi-square statistic this large or larger with so many degrees of freedom. */
double chi_square_tail(double statistic, double degrees);
/* The tail of a count against its expectation: `expected` in the proportion of `weights` (NULL: all alike). */
double chi_square_of_counts(const unsigned *counts, const unsigned *weights, int kinds, double total);

#endif
