/* Means, Student's intervals, the control variate and the rule for stopping early, deal by deal. */
#include "arena/statistics.h"

#include <assert.h>
#include <math.h>

enum { FREEDOM_SUMMED_MAX = 2000, BISECTIONS = 200 };

/* P(|T| <= t) as a finite sum (26.7.3 for odd, 26.7.4 for even freedom). */
static double student_within(double t, int64_t freedom) {
    double angle = atan(t / sqrt((double)freedom)), c = cos(angle), square = c * c;
    if (freedom == 1) return angle * M_2_PI;
    double term = freedom % 2 ? c : 1, sum = term;
    for (int64_t i = freedom % 2 ? 3 : 2; i <= freedom - 2; i += 2) {
        term *= square * (double)(i - 1) / (double)i;
        sum += term;
    }
    return freedom % 2 ? (angle + sin(angle) * sum) * M_2_PI : sin(angle) * sum;
}

/* P(|Z| <= z), or of Student's t where there are few enough degrees of freedom to sum. */
static double within(double t, int64_t freedom) { return freedom ? student_within(t, freedom) : erf(t / M_SQRT2); }

static double quantile(double confidence, int64_t freedom) {
    double low = 0, high = 1;
    while (within(high, freedom) < confidence) high *= 2;
    for (int i = 0; i < BISECTIONS && low < high; i++) {
        double middle = (low + high) / 2;
        if (within(middle, freedom) < confidence) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

/* Beyond the sums, two terms of the expansion around the normal quantile leave an error below 1e-9. */
double student_quantile(double confidence, int64_t freedom) {
    assert(freedom >= 1 && confidence > 0 && confidence < 1);
    if (freedom <= FREEDOM_SUMMED_MAX) return quantile(confidence, freedom);
    double z = quantile(confidence, 0), n = (double)freedom, cube = z * z * z;
    return z + (cube + z) / (4 * n) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * n * n);
}

static double mean_of(const double *values, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++) sum += values[i];
    return count ? sum / (double)count : 0;
}

Estimate estimate_mean(const double *values, int64_t count, double confidence) {
    Estimate estimate = {.samples = count, .mean = mean_of(values, count), .half_width = INFINITY};
    if (count < 2) return estimate;
    double squares = 0;
    for (int64_t i = 0; i < count; i++) squares += (values[i] - estimate.mean) * (values[i] - estimate.mean);
    double variance = squares / (double)(count - 1);
    estimate.half_width = student_quantile(confidence, count - 1) * sqrt(variance / (double)count);
    return estimate;
}

Estimate estimate_controlled(const double *values, const double *controls, int64_t count, double confidence) {
    double mean = mean_of(values, count), centre = mean_of(controls, count), spread = 0, product = 0, squares = 0;
    for (int64_t i = 0; i < count; i++) {
        spread += (controls[i] - centre) * (controls[i] - centre);
        product += (controls[i] - centre) * (values[i] - mean);
    }
    if (count < 3 || spread == 0) return estimate_mean(values, count, confidence);
    double slope = product / spread;
    for (int64_t i = 0; i < count; i++) {
        double residual = values[i] - mean - slope * (controls[i] - centre);
        squares += residual * residual;
    }
    double variance = squares / (double)(count - 2), at_zero = variance * (1 / (double)count + centre * centre / spread);
    return (Estimate){
        .samples = count, .mean = mean - slope * centre, .half_width = student_quantile(confidence, count - 2) * sqrt(at_zero)};
}

Looks looks_plan(StopRule rule, double margin, int64_t deals) {
    Looks looks = {.rule = rule, .margin = margin, .confidence = CONFIDENCE_USUAL};
    if (rule == STOP_NARROW) /* each look a tenth later than the one before */
        for (int64_t at = LOOK_DEALS_MIN; at < deals && looks.count < LOOKS_MAX - 1; at += at / 10)
            looks.after[looks.count++] = at;
    if (rule == STOP_DECIDED)
        for (int halvings = DECIDED_LOOKS - 1; halvings > 0; halvings--)
            if (deals >> halvings >= LOOK_DEALS_MIN) looks.after[looks.count++] = deals >> halvings;
    looks.after[looks.count++] = deals;
    if (rule == STOP_DECIDED) looks.confidence = 1 - (1 - CONFIDENCE_USUAL) / looks.count;
    return looks;
}

bool looks_satisfied(const Looks *looks, const Estimate *estimate) {
    double low = estimate->mean - estimate->half_width, high = estimate->mean + estimate->half_width, margin = looks->margin;
    switch (looks->rule) {
    case STOP_NARROW: return estimate->half_width <= margin;
    case STOP_DECIDED: return low > margin || high < -margin || (low > -margin && high < margin);
    default: return false;
    }
}
