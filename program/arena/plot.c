/* Draws the arena's ladder as an SVG: each bot's mean against all others, best first, with its interval.
 * It has no background of its own and follows the reader's colour scheme, so it reads well on light and on dark. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/message.h"
#include "program/arena/arena.h"

enum { WIDTH = 760, LEFT = 170, RIGHT = 170, TOP = 64, ROW = 34, BOTTOM = 48, TICKS = 6, NAME_SHOWN = 22, WORDS_MAX = 64 };

typedef struct Plot {
    FILE *file;
    const ArenaPlan *plan;
    double low, high; /* of the axis, in what people are told */
    double times;     /* from estimates to that */
} Plot;

static double place(const Plot *plot, double value) {
    return LEFT + (value - plot->low) / (plot->high - plot->low) * (WIDTH - LEFT - RIGHT);
}

static void put_text(FILE *file, const char *words, int most) {
    for (int i = 0; words[i] && i < most; i++) {
        switch (words[i]) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        case '"': fputs("&quot;", file); break;
        default: fputc(words[i], file);
        }
    }
}

/* Bots from the best to the worst, as far as there is anything to tell of them; how many. */
static int rank(const ArenaPlan *plan, const Estimate *estimates, int *order) {
    int count = 0;
    for (int i = 0; i < plan->bot_count; i++) {
        if (!estimates[i].samples) continue;
        int at = count++;
        for (; at > 0 && estimates[order[at - 1]].mean < estimates[i].mean; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    return count;
}

/* Of the pair that has most. */
static int64_t deals_most(const ArenaPlan *plan, const ArenaResults *results) {
    int64_t most = 0;
    for (int a = 0; a < plan->bot_count; a++)
        for (int b = 0; b < plan->bot_count; b++)
            if (results->of[a][b].estimate.samples > most) most = results->of[a][b].estimate.samples;
    return most;
}

static double finite_width(const Estimate *estimate) { return isfinite(estimate->half_width) ? estimate->half_width : 0; }

/* One, two or five times a power of ten, about TICKS of them over the axis. */
static double tick_step(double span) {
    double step = pow(10, floor(log10(span / TICKS)));
    if (span / step > 5 * TICKS) return 10 * step;
    if (span / step > 2 * TICKS) return 5 * step;
    return span / step > TICKS ? 2 * step : step;
}

static void draw_axis(const Plot *plot, int rows) {
    double step = tick_step(plot->high - plot->low);
    int bottom = TOP + ROW * rows;
    for (int i = (int)ceil(plot->low / step); i * step <= plot->high; i++) {
        double x = place(plot, i * step);
        fprintf(plot->file, "<path class=\"%s\" d=\"M%.1f %dV%d\"/>\n", i ? "grid" : "zero", x, TOP - 6, bottom);
        fprintf(plot->file,
                i ? "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%+g</text>\n"
                  : "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                x, bottom + 18, i * step);
    }
}

static void draw_bot(const Plot *plot, int row, int bot, const Estimate *estimate) {
    char words[WORDS_MAX];
    Text text = text_init(words, sizeof words);
    double y = TOP + ROW * row + ROW / 2.0, mean = estimate->mean * plot->times, half = finite_width(estimate) * plot->times;
    double low = place(plot, mean - half), high = place(plot, mean + half);
    arena_write_estimate(plot->plan, estimate, &text);
    fprintf(plot->file, "<g><text class=\"name\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 14, y + 5);
    put_text(plot->file, plot->plan->bots[bot], NAME_SHOWN);
    fprintf(plot->file, "</text>\n<path class=\"whisker\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv10M%.1f %.1fv10\"/>\n", low, y, high,
            low, y - 5, high, y - 5);
    fprintf(plot->file, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", place(plot, mean), y);
    fprintf(plot->file, "<text class=\"value\" x=\"%d\" y=\"%.1f\">%s</text></g>\n", WIDTH - RIGHT + 16, y + 5, words);
}

static void draw_frame(const Plot *plot, int height, const ArenaResults *results) {
    const ArenaPlan *plan = plot->plan;
    fprintf(plot->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n", WIDTH,
            height, WIDTH, height);
    fputs(
        "<style>\n"
        "text{font:14px system-ui,sans-serif;fill:#333}.title{font-size:16px;font-weight:600}\n"
        ".tick,.note{font-size:12px;fill:#666}.grid{stroke:#8884}.zero{stroke:#888;stroke-width:1.5}\n"
        ".whisker{stroke:#2a6fb0;stroke-width:2;fill:none}.dot{fill:#2a6fb0}\n"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}.tick,.note{fill:#aaa}.whisker{stroke:#6cb4f5}.dot{fill:#6cb4f5}}\n"
        "</style>\n",
        plot->file);
    fprintf(plot->file, "<title>%s:%s</title>\n<text class=\"title\" x=\"16\" y=\"26\">%s:%s, %s</text>\n", plan->game->name,
            plan->game->variants[plan->setup.variant].name, plan->game->name, plan->game->variants[plan->setup.variant].name,
            arena_measure_words(plan).text);
    fprintf(plot->file, "<text class=\"note\" x=\"16\" y=\"46\">mean against %s, 95 %% intervals, %lld deals a pair</text>\n",
            arena_others_words(plan, results), (long long)deals_most(plan, results));
}

static bool cannot_write(const char *path, Error *error) {
    return error_say(error, "cannot write {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
}

bool arena_plot_possible(const char *path, Error *error) {
    struct stat status;
    bool there = lstat(path, &status) == 0;
    FILE *file = fopen(path, "a");
    if (!file) return cannot_write(path, error);
    fclose(file);
    if (!there) unlink(path);
    return true;
}

bool arena_plot(const char *path, const ArenaPlan *plan, const ArenaResults *results, Error *error) {
    Estimate estimates[ARENA_BOTS_MAX];
    int order[ARENA_BOTS_MAX];
    double reach = 0;
    Plot plot = {.plan = plan, .times = plan->comparison.measure == MEASURE_WINS ? 100 : 1};
    for (int bot = 0; bot < plan->bot_count; bot++) {
        estimates[bot] = arena_bot_estimate(plan, results, bot);
        reach = fmax(reach, plot.times * (fabs(estimates[bot].mean) + finite_width(&estimates[bot])));
    }
    int rows = rank(plan, estimates, order);
    if (reach == 0) reach = 1;
    plot.low = -1.05 * reach;
    plot.high = 1.05 * reach;
    plot.file = fopen(path, "w");
    if (!plot.file) return cannot_write(path, error);
    draw_frame(&plot, TOP + ROW * rows + BOTTOM, results);
    draw_axis(&plot, rows);
    for (int row = 0; row < rows; row++) draw_bot(&plot, row, order[row], &estimates[order[row]]);
    fputs("</svg>\n", plot.file);
    bool good = !ferror(plot.file);
    if (fclose(plot.file) != 0 || !good) return cannot_write(path, error);
    return true;
}
