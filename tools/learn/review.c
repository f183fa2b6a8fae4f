/* Fits and checks the chances that reviews state, from the samples of tests/teach/test_calibration.c.
 *
 *   ARALDO_SOAK=1 ARALDO_SEED=2 ARALDO_SAMPLES=FILE build/release/tests/teach/test_calibration
 *   build/release/tools/learn/review FILE            the rows of teach/chance.c, one for each table
 *   build/release/tools/learn/review FILE PICTURE    predicted against actual by tenths, costs by level, and an SVG
 *
 * A line is: game, variant, people, level, stated chance, expected chance, won, cost, its error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MAX = 200000, NAME_MAX_BYTES = 32, TENTHS = 10, NEWTON_STEPS = 200 };

typedef struct Sample {
    char game[NAME_MAX_BYTES], variant[NAME_MAX_BYTES], level[NAME_MAX_BYTES];
    int people, won;
    double stated, expected, cost;
} Sample;

static Sample samples[SAMPLES_MAX];
static int sample_count;

static int read_samples(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    for (Sample *s = samples; sample_count < SAMPLES_MAX; s++, sample_count++)
        if (fscanf(file, "%31s %31s %d %31s %lf %lf %d %lf %*f", s->game, s->variant, &s->people, s->level, &s->stated,
                   &s->expected, &s->won, &s->cost) != 8)
            break;
    fclose(file);
    return sample_count;
}

static double odds(double chance) {
    chance = fmin(fmax(chance, 1e-5), 1 - 1e-5);
    return log(chance / (1 - chance));
}

static int same_table(const Sample *a, const Sample *b) {
    return strcmp(a->game, b->game) == 0 && strcmp(a->variant, b->variant) == 0 && a->people == b->people;
}

/* Newton's method on the likelihood, in short steps; the slope is held a little to 1. */
static void fit(const Sample *table, double *shift, double *slope) {
    static const double HELD = 4, STEP_MAX = 0.3;
    *shift = 0, *slope = 1;
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double g0 = 0, g1 = HELD * (1 - *slope), h00 = 1e-9, h01 = 0, h11 = HELD;
        for (int i = 0; i < sample_count; i++) {
            if (!same_table(&samples[i], table)) continue;
            double x = odds(samples[i].expected), p = 1 / (1 + exp(-*shift - *slope * x)), w = p * (1 - p);
            g0 += samples[i].won - p;
            g1 += (samples[i].won - p) * x;
            h00 += w, h01 += w * x, h11 += w * x * x;
        }
        double det = h00 * h11 - h01 * h01, a = (h11 * g0 - h01 * g1) / det, b = (h00 * g1 - h01 * g0) / det;
        double most = fmax(fabs(a), fabs(b)), part = most > STEP_MAX ? STEP_MAX / most : 1;
        *shift += part * a;
        *slope += part * b;
    }
}

static void print_rows(void) {
    for (int i = 0; i < sample_count; i++) {
        int first = 1;
        double shift, slope;
        for (int j = 0; j < i && first; j++) first = !same_table(&samples[i], &samples[j]);
        if (!first) continue;
        fit(&samples[i], &shift, &slope);
        printf("    {\"%s\", \"%s\", %d, %.2f, %.2f},\n", samples[i].game, samples[i].variant, samples[i].people, shift, slope);
    }
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/* What the decisions of one level cost: the mean, and what one in twenty and one in a hundred exceed. */
static void print_costs(const char *level) {
    static double costs[SAMPLES_MAX];
    int count = 0;
    double sum = 0;
    for (int i = 0; i < sample_count; i++)
        if (strcmp(samples[i].level, level) == 0) sum += costs[count++] = samples[i].cost;
    if (!count) return;
    qsort(costs, (size_t)count, sizeof *costs, ascending);
    printf("%-8s %6d decisions, mean cost %.4f, one in twenty above %.3f, one in a hundred above %.3f\n", level, count,
           sum / count, costs[count * 95 / 100], costs[count * 99 / 100]);
}

static void draw(FILE *picture, const double predicted[TENTHS], const double actual[TENTHS], const int counts[TENTHS]) {
    enum { SIDE = 400, EDGE = 50 };
    fprintf(picture,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n",
            SIDE + 2 * EDGE, SIDE + 2 * EDGE);
    fprintf(picture,
            "<title>Chances that reviews state, and how often they came true</title>\n<rect width=\"100%%\" height=\"100%%\" "
            "fill=\"#fff\"/>\n");
    fprintf(picture,
            "<path d=\"M%d %dL%d %d\" stroke=\"#999\" stroke-dasharray=\"4\"/>\n<path d=\"M%d %dV%dH%d\" fill=\"none\" "
            "stroke=\"#333\"/>\n",
            EDGE, EDGE + SIDE, EDGE + SIDE, EDGE, EDGE, EDGE, EDGE + SIDE, EDGE + SIDE);
    for (int i = 0; i <= TENTHS; i += 2)
        fprintf(picture,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d%%</text><text x=\"%d\" y=\"%d\" "
                "text-anchor=\"end\">%d%%</text>\n",
                EDGE + SIDE * i / TENTHS, EDGE + SIDE + 18, 10 * i, EDGE - 8, EDGE + SIDE - SIDE * i / TENTHS + 4, 10 * i);
    for (int i = 0; i < TENTHS; i++) {
        if (!counts[i]) continue;
        double x = EDGE + SIDE * predicted[i] / counts[i], chance = actual[i] / counts[i];
        double spread = 1.96 * sqrt(chance * (1 - chance) / counts[i]);
        fprintf(picture,
                "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#246\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#246\"/>\n", x,
                EDGE + SIDE * (1 - chance - spread), EDGE + SIDE * (1 - chance + spread), x, EDGE + SIDE * (1 - chance));
    }
    fprintf(picture,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">stated</text><text x=\"14\" y=\"%d\" transform=\"rotate(-90 14 "
            "%d)\" text-anchor=\"middle\">came true</text>\n</svg>\n",
            EDGE + SIDE / 2, SIDE + 2 * EDGE - 10, EDGE + SIDE / 2, EDGE + SIDE / 2);
}

static int check(const char *path) {
    double predicted[TENTHS] = {0}, actual[TENTHS] = {0}, squares = 0;
    int counts[TENTHS] = {0};
    FILE *picture = fopen(path, "w");
    if (!picture) return 2;
    for (int i = 0; i < sample_count; i++) {
        const Sample *s = &samples[i];
        int tenth = s->stated < 1 ? (int)(s->stated * TENTHS) : TENTHS - 1;
        counts[tenth]++;
        predicted[tenth] += s->stated;
        actual[tenth] += s->won;
        squares += (s->stated - s->won) * (s->stated - s->won);
    }
    printf("%d positions, Brier score %.4f\n", sample_count, squares / sample_count);
    for (int i = 0; i < TENTHS; i++)
        if (counts[i])
            printf("%3d to %3d %% %6d positions, stated %5.1f %%, came true %5.1f %%\n", 10 * i, 10 * i + 10, counts[i],
                   100 * predicted[i] / counts[i], 100 * actual[i] / counts[i]);
    print_costs("greedy");
    print_costs("easy");
    print_costs("medium");
    draw(picture, predicted, actual, counts);
    return fclose(picture) ? 2 : 0;
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3 || !read_samples(argv[1])) {
        fprintf(stderr, "usage: review SAMPLES [PICTURE]; there must be samples\n");
        return 2;
    }
    if (argc == 3) return check(argv[2]);
    print_rows();
    return 0;
}
