/* `araldo arena`: plays bots against each other on the same deals and prints results with intervals. */
#include <stdio.h>
#include <stdlib.h>

#include "core/message.h"
#include "program/arena/file.h"
#include "program/arena/options.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/interrupt.h"
#include "program/person.h"

typedef struct Arena {
    ArenaOptions options;
    ArenaPlan plan;
    ArenaResults results;
    bool interrupted;
} Arena;

static void print_plan(const Arena *arena) {
    char line[LINE_MAX_BYTES];
    Text text = text_init(line, sizeof line);
    if (!arena->options.json) return;
    arena_plan_write(&arena->plan, &text);
    puts(line);
}

/* A pair of which no deal is there has no result. */
static void take_result(Arena *arena, const Duel *duel) {
    DuelResult *result = &arena->results.of[duel->bots[0]][duel->bots[1]];
    arena->interrupted = arena->interrupted || duel->interrupted;
    if (!duel->counted) return;
    *result = duel_result(duel);
    if (arena->options.json) duel_print_json(duel, result);
    else duel_print(duel, result);
    fflush(stdout);
}

/* What can be said of all pairs that are there. */
static int conclude(const Arena *arena) {
    const ArenaPlan *plan = &arena->plan;
    int played = arena_pairs_played(plan, &arena->results), pairs = arena_pairs(plan);
    Error error;
    if (!played) {
        error_set(&error, "%s",
                  arena->interrupted ? N_("interrupted before any deal was finished") : N_("these files contain no deals"));
        complain_error("arena", person_language(), &error);
        return arena->interrupted ? STATUS_NO : STATUS_BAD;
    }
    if (!arena->options.json && plan->bot_count > 2) arena_print_table(plan, &arena->results);
    if (arena->options.plot && !arena_plot(arena->options.plot, plan, &arena->results, &error))
        return complain_error("arena", person_language(), &error);
    if (arena->interrupted && played < pairs) {
        error_say(&error, "interrupted: {done} of {all} pairings played", WITH("done", played), WITH("all", pairs));
        complain_error("arena", person_language(), &error);
    }
    return STATUS_GOOD;
}

/* ---- playing */

/* Every bot must be able to sit before anything is played. */
static bool check_bots(const ArenaPlan *plan, Error *error) {
    atomic_bool stop = false;
    for (int i = 0; i < plan->bot_count; i++) {
        const char *const names[2] = {plan->bots[i], plan->bots[i]};
        ArenaTable *table = arena_table_open(plan, names, &stop, error);
        if (!table) return false;
        arena_table_free(table);
    }
    return true;
}

static bool play_pair(Arena *arena, Duel *duel, Error *error) {
    for (int64_t i = 0; i < arena->plan.deals; i++) duel->results[i].done = false;
    if (duel->file && !arena_file_load(duel->file, duel, error)) return false;
    if (!duel_run(duel, error)) return false;
    if (!duel->file || !duel->file->fault) take_result(arena, duel);
    return true;
}

static bool play_pairs(Arena *arena, ArenaFile *file, DealResult *deals, Error *error) {
    const ArenaPlan *plan = &arena->plan;
    int pairs = arena_pairs(plan), pair = 0;
    Progress progress = progress_begin("deals", pairs * plan->deals);
    progress.before = progress.done = file ? file->deals : 0;
    print_plan(arena);
    for (int a = 0; a < plan->bot_count; a++) {
        for (int b = 0; b < plan->bot_count; b++) {
            char part[2 * ARENA_NAME_MAX + 64];
            Text text = text_init(part, sizeof part);
            if (!arena_plays(plan, a, b)) continue;
            text_format(&text, "%s against %s, pair %d of %d", plan->bots[a], plan->bots[b], ++pair, pairs);
            progress.part = pairs > 1 ? part : NULL;
            Duel duel = {.plan = plan, .bots = {a, b}, .results = deals, .file = file, .progress = &progress};
            if (!play_pair(arena, &duel, error)) return false;
            if (duel.interrupted || (file && file->fault)) return true;
        }
    }
    return true;
}

static int play(Arena *arena) {
    ArenaPlan *plan = &arena->plan;
    const char *save = arena->options.save;
    ArenaFile file;
    Error error, late;
    plan->patience.interrupt_fd = interrupts_open();
    if (plan->patience.interrupt_fd < 0) return complain("arena", "the system has no file left to hear an interrupt by");
    if (!check_bots(plan, &error)) {
        arena->interrupted = interrupted(plan->patience.interrupt_fd);
        return arena->interrupted ? conclude(arena) : complain_error("arena", person_language(), &error);
    }
    DealResult *deals = malloc((size_t)plan->deals * sizeof *deals);
    if (!deals) return complain("arena", "there is not enough memory");
    bool good = !save || arena_file_open(&file, save, plan, &error);
    if (good) {
        good = play_pairs(arena, save ? &file : NULL, deals, &error);
        if (save && !arena_file_close(&file, &late) && good) {
            error = late;
            good = false;
        }
    }
    free(deals);
    return good ? conclude(arena) : complain_error("arena", person_language(), &error);
}

/* ---- joining what was played */

static bool gather_pair(Arena *arena, Duel *duel, Error *error) {
    bool good = arena_file_gather(arena->options.words, arena->options.word_count, duel, error);
    if (good) take_result(arena, duel);
    free(duel->results);
    return good;
}

static bool gather_pairs(Arena *arena, Error *error) {
    const ArenaPlan *plan = &arena->plan;
    for (int a = 0; a < plan->bot_count; a++) {
        for (int b = 0; b < plan->bot_count; b++) {
            Duel duel = {.plan = plan, .bots = {a, b}};
            if (arena_plays(plan, a, b) && !gather_pair(arena, &duel, error)) return false;
        }
    }
    return true;
}

static int merge(Arena *arena) {
    ArenaNames *names = malloc(sizeof *names);
    Error error;
    if (!names) return complain("arena", "there is not enough memory");
    bool good = arena_file_plan(arena->options.words[0], &arena->plan, names, &error);
    arena->plan.looks = looks_plan(STOP_AT_END, 0, 1);
    if (good) print_plan(arena);
    int status = good && gather_pairs(arena, &error) ? conclude(arena) : complain_error("arena", person_language(), &error);
    free(names);
    return status;
}

int command_arena(int argc, char **argv) {
    Arena *arena = calloc(1, sizeof *arena);
    int status = STATUS_BAD;
    Error error;
    if (!arena) return complain("arena", "there is not enough memory");
    ArenaOptions *options = &arena->options;
    bool good = arena_options_read(options, argc, argv) &&
                (options->merge ? arena_options_merge(options) : arena_options_plan(options, &arena->plan));
    if (good && options->plot && !arena_plot_possible(options->plot, &error))
        complain_error("arena", person_language(), &error);
    else if (good) status = options->merge ? merge(arena) : play(arena);
    free(arena);
    return status;
}
