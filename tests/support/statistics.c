/* Computes chi-square and its tail.
 * The tail is the regularized upper incomplete gamma function Q(degrees/2, statistic/2), by its series below the mean and by
 * Lentz's continued fraction above it. Source: Abramowitz and Stegun 6.5.29, 6.5.31 and 26.4.19. */
#include "tests/support/statistics.h"

#include <math.h>

enum { STEPS_MAX = 100000 };

static const double precise_enough = 1e-14, tiny = 1e-300;

static double lower_by_series(double a, double x) {
    double term = 1 / a, sum = term;
    for (int n = 1; n < STEPS_MAX && term > sum * precise_enough; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum * exp(a * log(x) - x - lgamma(a));
}

static double upper_by_fraction(double a, double x) {
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, value = d;
    for (int n = 1; n < STEPS_MAX; n++) {
        double coefficient = -n * (n - a);
        b += 2;
        d = coefficient * d + b;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = b + coefficient / c;
        c = fabs(c) < tiny ? tiny : c;
        value *= d * c;
        if (fabs(d * c - 1) < precise_enough) break;
    }
    return value * exp(a * log(x) - x - lgamma(a));
}

double chi_square_tail(double statistic, double degrees) {
    double a = degrees / 2, x = statistic / 2;
    if (degrees <= 0 || x <= 0) return 1;
    return x < a + 1 ? 1 - lower_by_series(a, x) : upper_by_fraction(a, x);
}

double chi_square_of_counts(const unsigned *counts, const unsigned *weights, int kinds, double total) {
    double weight_sum = 0, statistic = 0;
    for (int i = 0; i < kinds; i++) weight_sum += weights ? weights[i] : 1;
    for (int i = 0; i < kinds; i++) {
        double expected = total * (weights ? weights[i] : 1) / weight_sum, off = counts[i] - expected;
        statistic += off * off / expected;
    }
    return chi_square_tail(statistic, kinds - 1);
}
