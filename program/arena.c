/* araldo arena: bots against each other on the same deals, with intervals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lexicon/spelling.h"
#include "program/arena_file.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/match.h"

enum { DEALS_DEFAULT = 1000, WORDS_MAX = 1024 /* of which most can only be files */ };
#define MARGIN_LARGEST 1e6

typedef struct Arena {
    ArenaPlan plan;
    bool json;
    const char *plot, *save; /* paths, or NULL */
    DuelResult results[ARENA_PAIRS_MAX];
    int pair_count;   /* of them that are there */
    int64_t deals;    /* of the pair that has most */
    bool interrupted;
} Arena;

/* The options as they were written, before they are understood. */
typedef struct Wanted {
    const char *words[WORDS_MAX];
    const char *seed, *deals, *unit, *measure, *against, *seatings, *margin, *decide;
    bool matches, merge;
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

/* Names stand in files, which are UTF-8. */
static bool name_fits(const char *name) {
    Span rest = span_of(name);
    uint32_t code;
    bool fits = rest.length < ARENA_NAME_MAX;
    while (fits && rest.length) fits = utf8_next(&rest, &code) && code >= ' ';
    if (fits) return true;
    complain("arena", "a bot's name is plain text of less than %d bytes", ARENA_NAME_MAX);
    return false;
}

static bool add_bot(ArenaPlan *plan, const char *name) {
    if (!name_fits(name)) return false;
    if (plan->bot_count == ARENA_BOTS_MAX) {
        complain("arena", "at most %d bots play each other", ARENA_BOTS_MAX);
        return false;
    }
    plan->bots[plan->bot_count++] = name;
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
        if (!add_bot(&arena->plan, word)) return false;
    }
    if (arena->plan.bot_count >= 2) return true;
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
static bool check_bots(const ArenaPlan *plan) {
    atomic_bool stop = false;
    Error error;
    for (int i = 0; i < plan->bot_count; i++) {
        const char *const names[2] = {plan->bots[i], plan->bots[i]};
        ArenaTable *table = arena_table_open(plan, names, &stop, &error);
        if (!table) {
            complain("arena", "%s", error.text);
            return false;
        }
        arena_table_free(table);
    }
    return true;
}

/* ---- playing, or joining what was played */

static void print_plan(const Arena *arena) {
    char line[LINE_MAX_BYTES];
    Text text = text_init(line, sizeof line);
    if (!arena->json) return;
    arena_plan_write(&arena->plan, &text);
    puts(line);
}

static void take_result(Arena *arena, const Duel *duel) {
    DuelResult *result = &arena->results[arena->pair_count++];
    *result = duel_result(duel);
    if (duel->counted > arena->deals) arena->deals = duel->counted;
    arena->interrupted = duel->interrupted;
    if (arena->json)
        duel_print_json(duel, result);
    else
        duel_print(duel, result);
    fflush(stdout);
}

/* What can be said once all pairs are there. */
static int conclude(const Arena *arena) {
    const ArenaPlan *plan = &arena->plan;
    Error error;
    if (arena->pair_count < plan->bot_count * (plan->bot_count - 1) / 2) return STATUS_GOOD;
    if (!arena->json && plan->bot_count > 2) arena_print_table(plan, arena->results);
    if (arena->plot && !arena_plot(arena->plot, plan, arena->results, arena->deals, &error))
        return complain("arena", "%s", error.text);
    return STATUS_GOOD;
}

static bool play_pair(Arena *arena, ArenaFile *file, Duel *duel, Error *error) {
    for (int64_t i = 0; i < arena->plan.deals; i++) duel->results[i].done = false;
    duel->file = file;
    if (file && !arena_file_load(file, duel, error)) return false;
    if (!duel_run(duel, error)) return false;
    if (!file || !file->fault) take_result(arena, duel);
    return true;
}

static bool play_pairs(Arena *arena, ArenaFile *file, DealResult *deals, Error *error) {
    const ArenaPlan *plan = &arena->plan;
    print_plan(arena);
    for (int a = 0; a < plan->bot_count; a++) {
        for (int b = a + 1; b < plan->bot_count; b++) {
            Duel duel = {.plan = plan, .bots = {a, b}, .results = deals};
            if (!play_pair(arena, file, &duel, error)) return false;
            if (arena->interrupted || (file && file->fault)) return true;
        }
    }
    return true;
}

static int run(Arena *arena) {
    ArenaFile file;
    Error error;
    DealResult *deals = malloc((size_t)arena->plan.deals * sizeof *deals);
    if (!deals) return complain("arena", "there is not enough memory");
    bool good = !arena->save || arena_file_open(&file, arena->save, &arena->plan, &error);
    if (good) {
        good = play_pairs(arena, arena->save ? &file : NULL, deals, &error);
        Error late;
        if (arena->save && !arena_file_close(&file, &late) && good) {
            error = late;
            good = false;
        }
    }
    free(deals);
    return good ? conclude(arena) : complain("arena", "%s", error.text);
}

static bool gather_pair(Arena *arena, Duel *duel, const Arguments *files, Error *error) {
    bool good = arena_file_gather(files->words, files->word_count, duel, error);
    if (good) take_result(arena, duel);
    free(duel->results);
    return good;
}

static int merge(Arena *arena, const Arguments *files) {
    ArenaNames *names = calloc(1, sizeof *names);
    ArenaPlan *plan = &arena->plan;
    Error error;
    if (!names) return complain("arena", "there is not enough memory");
    if (files->word_count == 0) {
        free(names);
        return complain("arena", "say which files: araldo arena --merge FILE ...");
    }
    bool good = arena_file_plan(files->words[0], plan, names, &error);
    plan->looks = looks_plan(STOP_AT_END, 0, 1);
    if (good) print_plan(arena);
    for (int a = 0; good && a < plan->bot_count; a++) {
        for (int b = a + 1; good && b < plan->bot_count; b++) {
            Duel duel = {.plan = plan, .bots = {a, b}};
            good = gather_pair(arena, &duel, files, &error);
        }
    }
    int status = good ? conclude(arena) : complain("arena", "%s", error.text);
    free(names);
    return status;
}

int command_arena(int argc, char **argv) {
    Wanted wanted = {.timeout_ms = OUTSIDE_TIMEOUT_MS};
    Arena *arena = calloc(1, sizeof *arena);
    if (!arena) return complain("arena", "there is not enough memory");
    const Argument table[] = {{ARGUMENT_WORDS, "--deals", &wanted.deals, 0, 0},
                              {ARGUMENT_WORDS, "--seed", &wanted.seed, 0, 0},
                              {ARGUMENT_NUMBER, "--people", &wanted.people, 1, SEATS_MAX},
                              {ARGUMENT_WORDS, "--unit", &wanted.unit, 0, 0},
                              {ARGUMENT_FLAG, "--matches", &wanted.matches, 0, 0},
                              {ARGUMENT_WORDS, "--measure", &wanted.measure, 0, 0},
                              {ARGUMENT_WORDS, "--against", &wanted.against, 0, 0},
                              {ARGUMENT_WORDS, "--seatings", &wanted.seatings, 0, 0},
                              {ARGUMENT_WORDS, "--reference", &arena->plan.reference, 0, 0},
                              {ARGUMENT_WORDS, "--margin", &wanted.margin, 0, 0},
                              {ARGUMENT_WORDS, "--decide", &wanted.decide, 0, 0},
                              {ARGUMENT_NUMBER, "--threads", &wanted.threads, 1, ARENA_THREADS_MAX},
                              {ARGUMENT_NUMBER, "--exec-timeout", &wanted.timeout_ms, 1, OUTSIDE_TIMEOUT_MS_MAX},
                              {ARGUMENT_WORDS, "--save", &arena->save, 0, 0},
                              {ARGUMENT_WORDS, "--plot", &arena->plot, 0, 0},
                              {ARGUMENT_FLAG, "--merge", &wanted.merge, 0, 0},
                              {ARGUMENT_FLAG, "--json", &arena->json, 0, 0},
                              {ARGUMENT_OPTION, "--option", &arena->plan.setup, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "arena", .table = table, .words = wanted.words, .words_max = WORDS_MAX};
    int status = STATUS_BAD;
    if (arguments_read(&arguments, argc, argv)) {
        if (wanted.merge)
            status = merge(arena, &arguments);
        else if (read_words(arena, &arguments) && read_plan(&arena->plan, &wanted) && check_bots(&arena->plan))
            status = run(arena);
    }
    free(arena);
    return status;
}
