/* `araldo bench`: speed, one figure per line: name, value, unit.
 *
 * A benchmark runs a second in all, in several repetitions, and the best of them counts: whatever else the machine does
 * can only slow it down. The time is that of the processor for this thread, not that of the clock on the wall. A game adds its own by a row in the table. */
#include "program/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/json.h"
#include "games/games.h"
#include "program/arguments.h"
#include "program/commands.h"

enum { REPETITIONS = 5, NAME_MAX_BYTES = 96, FILTERS_MAX = 32, TIMES_MAX = 1000000 };
static const double REPETITION_SECONDS = 0.2;

/* ---- benchmarks of every game, through the game interface */

static uint64_t play_random_games(BenchWork *work, uint64_t *moves_made) {
    const Game *game = work->game;
    StateRoom room;
    State *state = STATE_IN(room);
    Setup setup = {.people = game->variants[0].people_min};
    if (!game->setup(state, &setup, &work->chance, NULL, NULL)) return 0;
    for (SeatSet actors; (actors = game->actors(state)) != 0; (*moves_made)++) {
        int actor = __builtin_ctz(actors), count = game->legal(state, actor, work->moves);
        game->apply(state, actor, work->moves[chance_below(&work->chance, (uint32_t)count)], &work->chance, NULL);
    }
    return 1;
}

static uint64_t interface_games(BenchWork *work) {
    uint64_t moves = 0;
    return play_random_games(work, &moves);
}

static uint64_t interface_moves(BenchWork *work) {
    uint64_t moves = 0;
    play_random_games(work, &moves);
    return moves;
}

static const Benchmark benchmarks[] = {
    {NULL, "interface.games_per_s", "games/s", interface_games, 0, NULL, NULL},
    {NULL, "interface.moves_per_s", "moves/s", interface_moves, 0, NULL, NULL},
    {"primiera", "interface.rounds_per_s", "rounds/s", bench_primiera_interface, 0, NULL, NULL},
    {"primiera", "playout.rounds_per_s", "rounds/s", bench_primiera_playout, 0, NULL, NULL},
    {"primiera", "solver.20_cards_p90", "ms", NULL, 0, NULL, bench_primiera_solver_20},
    {"primiera", "solver.22_cards_p90", "ms", NULL, 0, NULL, bench_primiera_solver_22},
    {"primiera", "solver.24_cards_p90", "ms", NULL, 0, NULL, bench_primiera_solver_24},
    {"primero", "hands.sequence_per_s", "hands/s", bench_primero_sequence, 0, NULL, NULL},
    {"primero", "hands.random_per_s", "hands/s", bench_primero_random, BENCH_PRIMERO_HANDS * sizeof(uint64_t),
     bench_primero_prepare, NULL},
    {"primero", "interface.english_deals_per_s", "deals/s", bench_primero_english, 0, NULL, NULL},
    {"primero", "interface.italian_deals_per_s", "deals/s", bench_primero_italian, 0, NULL, NULL},
    {"royalflush", "combos.queries_per_s", "queries/s", bench_royalflush_queries, 0, NULL, NULL},
};

enum { BENCHMARKS = sizeof benchmarks / sizeof *benchmarks };

/* ---- running them */

double bench_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double measure(const Benchmark *benchmark, BenchWork *work) {
    if (benchmark->figure) return benchmark->figure(work);
    double best = 0;
    for (int i = 0; i < REPETITIONS; i++) {
        uint64_t units = 0;
        double began = bench_seconds(), seconds;
        do {
            units += benchmark->run(work);
            seconds = bench_seconds() - began;
        } while (seconds < REPETITION_SECONDS);
        if ((double)units / seconds > best) best = (double)units / seconds;
    }
    return best;
}

/* The work done so many times, and no time taken: for counting instructions. */
static uint64_t repeat(const Benchmark *benchmark, BenchWork *work, int64_t times) {
    uint64_t units = 0;
    while (times-- > 0) units += benchmark->run(work);
    return units;
}

static bool wanted(const char *name, const Arguments *arguments) {
    for (int i = 0; i < arguments->word_count; i++)
        if (strncmp(name, arguments->words[i], strlen(arguments->words[i])) == 0) return true;
    return arguments->word_count == 0;
}

static void print_figure(const char *name, double value, int digits, const char *unit, bool as_json) {
    char line[4 * NAME_MAX_BYTES];
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "name", name);
    json_decimal(&json, "value", value, digits);
    json_text(&json, "unit", unit);
    json_close(&json);
    if (as_json) puts(line);
    else printf("%-40s %14.*f %s\n", name, digits, value, unit);
    fflush(stdout);
}

typedef struct BenchOptions {
    bool list, json;
    int64_t times;
} BenchOptions;

/* Runs one benchmark if it is asked for, of a game or of none; how many figures that made, or -1. */
static int run_one(const Benchmark *benchmark, const Game *game, const Arguments *arguments, const BenchOptions *options) {
    char name[NAME_MAX_BYTES];
    snprintf(name, sizeof name, "%s.%s", game ? game->name : benchmark->game, benchmark->name);
    if (!wanted(name, arguments)) return 0;
    if (options->list) {
        puts(name);
        return 1;
    }
    BenchWork work = {.game = game, .chance = chance_fast(1)};
    work.moves = malloc((size_t)(game ? game->moves_max : 1) * sizeof(Move));
    work.prepared = malloc(benchmark->prepared_bytes + 1);
    bool room = work.moves && work.prepared;
    if (room) {
        if (benchmark->prepare) benchmark->prepare(&work);
        bool counts = options->times && benchmark->run;
        double value = counts ? (double)repeat(benchmark, &work, options->times) : measure(benchmark, &work);
        print_figure(name, value, benchmark->figure ? 1 : 0, counts ? "done" : benchmark->unit, options->json);
    }
    free(work.moves);
    free(work.prepared);
    return room ? 1 : -1;
}

int command_bench(int argc, char **argv) {
    const char *words[FILTERS_MAX];
    BenchOptions options = {0};
    const Argument table[] = {
        {ARGUMENT_FLAG, "--list", &options.list, 0, 0},
        {ARGUMENT_FLAG, "--json", &options.json, 0, 0},
        {ARGUMENT_NUMBER, "--times", &options.times, 1, TIMES_MAX},
        {ARGUMENT_END, NULL, NULL, 0, 0},
    };
    Arguments arguments = {.command = "bench", .table = table, .words = words, .words_max = FILTERS_MAX};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    int figures = 0;
    for (const Game *const *game = games; *game; game++)
        for (int i = 0; i < BENCHMARKS; i++) {
            if (benchmarks[i].game && strcmp(benchmarks[i].game, (*game)->name) != 0) continue;
            int made = run_one(&benchmarks[i], *game, &arguments, &options);
            if (made < 0) return complain("bench", "there is not enough memory");
            figures += made;
        }
    for (const Benchmark *benchmark = lexicon_benchmarks; benchmark->name; benchmark++) {
        int made = run_one(benchmark, NULL, &arguments, &options);
        if (made < 0) return complain("bench", "there is not enough memory");
        figures += made;
    }
    if (figures == 0) return complain("bench", "no figure has a name that begins so; araldo bench --list shows them");
    return STATUS_GOOD;
}
