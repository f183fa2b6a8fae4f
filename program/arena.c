/* araldo arena: bots against each other on the same deals, with intervals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/arena.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/match.h"

enum { DEALS_DEFAULT = 1000, WORDS_MAX = 1 + ARENA_BOTS_MAX + OPTIONS_MAX };
#define MARGIN_LARGEST 1e6

typedef struct Arena {
    ArenaPlan plan;
    const char *bots[ARENA_BOTS_MAX];
    int bot_count;
    bool json;
} Arena;

/* The options as they were written, before they are understood. */
typedef struct Wanted {
    const char *words[WORDS_MAX];
    const char *seed, *deals, *unit, *measure, *against, *seatings, *margin, *decide;
    bool matches;
    int64_t people, threads, timeout_ms;
} Wanted;

static bool wrong(const char *name, const char *kind, const char *words) {
    complain("arena", "%s is %s, not '%.60s'", name, kind, words);
    return false;
}

/* One of a few words: its index. */
static bool read_choice(const char *name, const char *words, const char *const *choices, int *chosen) {
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (int i = 0; choices[i]; i++) {
        text_format(&list, "%s%s", i ? " or " : "", choices[i]);
        if (strcmp(words, choices[i]) != 0) continue;
        *chosen = i;
        return true;
    }
    return wrong(name, known, words);
}

static bool read_margin(const char *name, const char *words, double *margin) {
    char *end;
    double read = strtod(words, &end);
    if (end == words || *end || !(read >= 0 && read <= MARGIN_LARGEST)) return wrong(name, "a number from 0 on", words);
    *margin = read;
    return true;
}

/* `N`, the first N deals; `F-L`, deals F to L. */
static bool read_deals(const char *words, ArenaPlan *plan) {
    Span rest = span_of(words), low, high;
    int64_t first = 0, last;
    plan->first = 0;
    if (span_number(rest, 1, ARENA_DEALS_MAX, &plan->deals)) return true;
    if (!span_split(&rest, '-', &low) || !rest.at || !span_number(low, 0, ARENA_DEAL_LAST, &first))
        return wrong("--deals", "a number or FIRST-LAST", words);
    high = rest;
    if (!span_number(high, first, ARENA_DEAL_LAST, &last)) return wrong("--deals", "a number or FIRST-LAST", words);
    if (last - first >= ARENA_DEALS_MAX) {
        complain("arena", "one run has at most %d deals", ARENA_DEALS_MAX);
        return false;
    }
    plan->first = first;
    plan->deals = last - first + 1;
    return true;
}

/* GAME[:VARIANT], bots, and `key=value` in any order behind it. */
static bool read_words(Arena *arena, const Arguments *arguments) {
    Arguments first = *arguments;
    Error error;
    if (first.word_count > 1) first.word_count = 1;
    if (!arguments_game(&first, &arena->plan.game, &arena->plan.setup)) return false;
    for (int i = 1; i < arguments->word_count; i++) {
        const char *word = arguments->words[i];
        if (strchr(word, '=') && !player_is_outside(word)) {
            if (setup_option(&arena->plan.setup, span_of(word), &error)) continue;
            complain("arena", "%s", error.text);
            return false;
        }
        if (arena->bot_count == ARENA_BOTS_MAX) {
            complain("arena", "at most %d bots play each other", ARENA_BOTS_MAX);
            return false;
        }
        arena->bots[arena->bot_count++] = word;
    }
    if (arena->bot_count >= 2) return true;
    complain("arena", "two bots are needed: araldo arena GAME[:VARIANT] BOT BOT");
    return false;
}

/* People and options must be the game's. */
static bool check_setup(ArenaPlan *plan, int64_t people) {
    Error error;
    StateRoom state;
    Chance trial = chance_fast(0);
    plan->setup.people = people ? (int)people : plan->game->variants[plan->setup.variant].people_min;
    if (!game_people_fit(plan->game, plan->setup.variant, plan->setup.people, &error) ||
        !plan->game->setup(STATE_IN(state), &plan->setup, &trial, NULL, &error)) {
        complain("arena", "%s", error.text);
        return false;
    }
    plan->game->describe(STATE_IN(state), &plan->setup);
    return true;
}

static bool read_comparison(ArenaPlan *plan, const Wanted *wanted) {
    static const char *const units[] = {"round", "match", NULL}, *const measures[] = {"points", "wins", NULL};
    static const char *const againsts[] = {"one", "half", "rest", NULL}, *const seatings[] = {"all", "one", NULL};
    int unit = comparison_usual_unit(plan->game), measure, against = AGAINST_ONE, seating = 0;
    if (wanted->matches) unit = UNIT_MATCH;
    if (wanted->unit && !read_choice("--unit", wanted->unit, units, &unit)) return false;
    measure = comparison_usual_measure(plan->game, plan->setup.variant, (Unit)unit);
    if (wanted->measure && !read_choice("--measure", wanted->measure, measures, &measure)) return false;
    if (wanted->against && !read_choice("--against", wanted->against, againsts, &against)) return false;
    if (wanted->seatings && !read_choice("--seatings", wanted->seatings, seatings, &seating)) return false;
    plan->against = (Against)against;
    plan->comparison =
        comparison_of(plan->game, plan->setup.variant, plan->setup.people, plan->against, (Unit)unit, (Measure)measure);
    plan->one_seating = seating == 1;
    if (plan->one_seating && plan->comparison.alone) {
        complain("arena", "a game for one needs both games of a deal: --seatings one does not go with it");
        return false;
    }
    return true;
}

static bool read_plan(ArenaPlan *plan, const Wanted *wanted) {
    double margin = 0;
    StopRule rule = STOP_AT_END;
    plan->deals = DEALS_DEFAULT;
    if (!check_setup(plan, wanted->people) || !read_comparison(plan, wanted)) return false;
    if (wanted->deals && !read_deals(wanted->deals, plan)) return false;
    if (wanted->margin && wanted->decide) {
        complain("arena", "--margin and --decide do not go together");
        return false;
    }
    if (wanted->margin && !read_margin("--margin", wanted->margin, &margin)) return false;
    if (wanted->decide && !read_margin("--decide", wanted->decide, &margin)) return false;
    if (wanted->margin) rule = STOP_NARROW;
    if (wanted->decide) rule = STOP_DECIDED;
    plan->looks = looks_plan(rule, margin, plan->deals);
    plan->threads = wanted->threads ? (int)wanted->threads : (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (plan->threads < 1) plan->threads = 1;
    if (plan->threads > ARENA_THREADS_MAX) plan->threads = ARENA_THREADS_MAX;
    if (plan->threads > plan->deals) plan->threads = (int)plan->deals;
    plan->timeout_ms = (int)wanted->timeout_ms;
    return seed_read("arena", wanted->seed, &plan->series);
}

/* Every bot must be able to sit before anything is played. */
static bool check_bots(const Arena *arena) {
    atomic_bool stop = false;
    Error error;
    for (int i = 0; i < arena->bot_count; i++) {
        const char *const names[2] = {arena->bots[i], arena->bots[i]};
        ArenaTable *table = arena_table_open(&arena->plan, names, &stop, &error);
        if (!table) {
            complain("arena", "%s", error.text);
            return false;
        }
        arena_table_free(table);
    }
    return true;
}

static int run(const Arena *arena) {
    const ArenaPlan *plan = &arena->plan;
    DuelResult results[ARENA_BOTS_MAX * (ARENA_BOTS_MAX - 1) / 2];
    Error error;
    int pairs = 0, status = STATUS_GOOD;
    bool interrupted = false;
    DealResult *deals = malloc((size_t)plan->deals * sizeof *deals);
    if (!deals) return complain("arena", "there is not enough memory");
    if (arena->json) arena_print_plan_json(plan);
    for (int a = 0; a < arena->bot_count && status == STATUS_GOOD; a++) {
        for (int b = a + 1; b < arena->bot_count && status == STATUS_GOOD && !interrupted; b++) {
            Duel duel = {.plan = plan, .names = {arena->bots[a], arena->bots[b]}, .results = deals};
            for (int64_t i = 0; i < plan->deals; i++) deals[i].done = false;
            if (!duel_run(&duel, &error)) {
                status = complain("arena", "%s", error.text);
                break;
            }
            results[pairs] = duel_result(&duel);
            interrupted = duel.interrupted;
            if (arena->json)
                duel_print_json(&duel, &results[pairs]);
            else
                duel_print(&duel, &results[pairs]);
            fflush(stdout);
            pairs++;
        }
    }
    if (!arena->json && arena->bot_count > 2 && !interrupted && status == STATUS_GOOD)
        arena_print_table(plan, arena->bots, arena->bot_count, results);
    free(deals);
    return status;
}

int command_arena(int argc, char **argv) {
    Arena arena = {0};
    Wanted wanted = {.timeout_ms = OUTSIDE_TIMEOUT_MS};
    const Argument table[] = {{ARGUMENT_WORDS, "--deals", &wanted.deals, 0, 0},
                              {ARGUMENT_WORDS, "--seed", &wanted.seed, 0, 0},
                              {ARGUMENT_NUMBER, "--people", &wanted.people, 1, SEATS_MAX},
                              {ARGUMENT_WORDS, "--unit", &wanted.unit, 0, 0},
                              {ARGUMENT_FLAG, "--matches", &wanted.matches, 0, 0},
                              {ARGUMENT_WORDS, "--measure", &wanted.measure, 0, 0},
                              {ARGUMENT_WORDS, "--against", &wanted.against, 0, 0},
                              {ARGUMENT_WORDS, "--seatings", &wanted.seatings, 0, 0},
                              {ARGUMENT_WORDS, "--reference", &arena.plan.reference, 0, 0},
                              {ARGUMENT_WORDS, "--margin", &wanted.margin, 0, 0},
                              {ARGUMENT_WORDS, "--decide", &wanted.decide, 0, 0},
                              {ARGUMENT_NUMBER, "--threads", &wanted.threads, 1, ARENA_THREADS_MAX},
                              {ARGUMENT_NUMBER, "--exec-timeout", &wanted.timeout_ms, 1, OUTSIDE_TIMEOUT_MS_MAX},
                              {ARGUMENT_FLAG, "--json", &arena.json, 0, 0},
                              {ARGUMENT_OPTION, "--option", &arena.plan.setup, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "arena", .table = table, .words = wanted.words, .words_max = WORDS_MAX};
    bool good = arguments_read(&arguments, argc, argv) && read_words(&arena, &arguments) && read_plan(&arena.plan, &wanted) &&
                check_bots(&arena);
    return good ? run(&arena) : STATUS_BAD;
}
