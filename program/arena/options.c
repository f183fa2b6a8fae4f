/* Reads the command line of `araldo arena` into a plan. */
#include "program/arena/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/message.h"
#include "program/arena/format.h"
#include "program/arguments.h"
#include "program/match.h"
#include "program/person.h"

enum { DEALS_DEFAULT = 1000 };
#define MARGIN_LARGEST 1e6

static bool refuse(const Error *error) {
    complain_error("arena", person_language(), error);
    return false;
}

/* Refuses with a message that has no values. */
static bool refuse_plainly(const char *msgid) {
    Error error;
    error_set(&error, "%s", msgid);
    return refuse(&error);
}

static bool refuse_limit(const char *msgid, int max) {
    Error error;
    const MessageValue values[] = {WITH("max", max), {0}};
    error_fill(&error, msgid, values);
    return refuse(&error);
}

static bool refuse_together(const char *one, const char *other) {
    Error error;
    error_say(&error, "{one} and {other} cannot be given together", WITH("one", one), WITH("other", other));
    return refuse(&error);
}

/* One of a few words: its index. */
static bool read_choice(const char *name, const char *words, const char *const *choices, int *chosen) {
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (int i = 0; choices[i]; i++) {
        text_format(&list, "%s%s", i ? ", " : "", choices[i]);
        if (strcmp(words, choices[i]) != 0) continue;
        *chosen = i;
        return true;
    }
    Error error;
    error_say(&error, "{option} must be one of {known}, not '{value}'", WITH("option", name), WITH("known", known),
              WITH("value", span_quote(span_of(words)).text));
    return refuse(&error);
}

static bool read_margin(const char *name, const char *words, double *margin) {
    char *end;
    double read = strtod(words, &end);
    if (end == words || *end || !(read >= 0 && read <= MARGIN_LARGEST)) {
        Error error;
        error_say(&error, "{option} must be a number, 0 or more, not '{value}'", WITH("option", name),
                  WITH("value", span_quote(span_of(words)).text));
        return refuse(&error);
    }
    *margin = read;
    return true;
}

/* `N`, the first N deals; `F-L`, deals F to L. */
static bool read_deals(const char *words, ArenaPlan *plan) {
    Error error;
    Span last = span_of(words), first;
    int64_t from, to;
    plan->first = 0;
    if (span_number(last, 1, ARENA_DEALS_MAX, &plan->deals)) return true;
    if (!span_split(&last, '-', &first) || !last.at || !span_number(first, 0, ARENA_DEAL_LAST, &from) ||
        !span_number(last, from, ARENA_DEAL_LAST, &to)) {
        error_say(&error, "--deals must be a number up to {max}, or FIRST-LAST up to {last}, not '{value}'",
                  WITH("max", ARENA_DEALS_MAX), WITH("last", ARENA_DEAL_LAST), WITH("value", span_quote(span_of(words)).text));
        return refuse(&error);
    }
    if (to - from >= ARENA_DEALS_MAX) return refuse_limit(N_("one run can play at most {max} deals"), ARENA_DEALS_MAX);
    plan->first = from;
    plan->deals = to - from + 1;
    return true;
}

static bool name_fits(const char *name) {
    if (arena_is_plain(name) && strlen(name) < ARENA_NAME_MAX) return true;
    return refuse_limit(N_("the name of a bot must be plain text shorter than {max} bytes"), ARENA_NAME_MAX);
}

static bool add_bot(ArenaPlan *plan, const char *name) {
    if (!name_fits(name)) return false;
    if (plan->bot_count == ARENA_BOTS_MAX) return refuse_limit(N_("at most {max} bots can play each other"), ARENA_BOTS_MAX);
    plan->bots[plan->bot_count++] = name;
    return true;
}

/* GAME[:VARIANT], bots, and `key=value` in any order behind it. */
static bool read_words(const ArenaOptions *options, ArenaPlan *plan) {
    const char *words[1] = {options->words[0]};
    Arguments first = {
        .command = "arena", .language = person_language(), .words = words, .word_count = options->word_count > 0};
    Error error;
    plan->setup = options->setup;
    if (!arguments_game(&first, &plan->game, &plan->setup)) return false;
    for (int i = 1; i < options->word_count; i++) {
        const char *word = options->words[i];
        if (strchr(word, '=') && !player_is_outside(word)) {
            if (!setup_option(&plan->setup, span_of(word), &error)) return refuse(&error);
        } else if (!add_bot(plan, word)) {
            return false;
        }
    }
    return plan->bot_count >= 2 || refuse_plainly(N_("name at least two bots after the game"));
}

/* People and options must be the game's. */
static bool check_setup(ArenaPlan *plan, int64_t people) {
    Error error;
    StateRoom state;
    Chance trial = chance_fast(0);
    plan->setup.people = people ? (int)people : plan->game->variants[plan->setup.variant].people_min;
    if (!game_people_fit(plan->game, plan->setup.variant, plan->setup.people, &error) ||
        !plan->game->setup(STATE_IN(state), &plan->setup, &trial, NULL, &error))
        return refuse(&error);
    plan->game->describe(STATE_IN(state), &plan->setup);
    return true;
}

static bool read_comparison(const ArenaOptions *options, ArenaPlan *plan) {
    static const char *const units[] = {"round", "match", NULL}, *const measures[] = {"points", "wins", NULL};
    static const char *const againsts[] = {"one", "half", "rest", NULL}, *const seatings[] = {"all", "one", NULL};
    int unit = options->matches ? UNIT_MATCH : comparison_usual_unit(plan->game), measure, against = AGAINST_ONE, seating = 0;
    if (options->unit && !read_choice("--unit", options->unit, units, &unit)) return false;
    if (options->matches && unit == UNIT_ROUND) return refuse_together("--matches", "--unit round");
    measure = comparison_usual_measure(plan->game, plan->setup.variant, (Unit)unit);
    if (options->measure && !read_choice("--measure", options->measure, measures, &measure)) return false;
    if (options->against && !read_choice("--against", options->against, againsts, &against)) return false;
    if (options->seatings && !read_choice("--seatings", options->seatings, seatings, &seating)) return false;
    plan->against = (Against)against;
    plan->comparison =
        comparison_of(plan->game, plan->setup.variant, plan->setup.people, plan->against, (Unit)unit, (Measure)measure);
    plan->one_seating = seating == 1;
    if (options->against && plan->comparison.sides == 2 && plan->comparison.people > 2)
        return refuse_plainly(N_("with partners there are two sides, one for each bot: --against cannot be used"));
    if (plan->one_seating && plan->comparison.alone)
        return refuse_plainly(N_("in a game for one player, both bots must play each deal: --seatings one cannot be used"));
    return true;
}

static bool read_looks(const ArenaOptions *options, ArenaPlan *plan) {
    double margin = 0;
    if (options->margin && options->decide) return refuse_together("--margin", "--decide");
    if (options->margin && !read_margin("--margin", options->margin, &margin)) return false;
    if (options->decide && !read_margin("--decide", options->decide, &margin)) return false;
    plan->looks = looks_plan(options->margin ? STOP_NARROW : options->decide ? STOP_DECIDED : STOP_AT_END, margin, plan->deals);
    return true;
}

static int threads_of(const ArenaOptions *options, int64_t deals) {
    int64_t threads = options->threads ? options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > ARENA_THREADS_MAX) threads = ARENA_THREADS_MAX;
    return (int)(threads < deals ? threads : deals);
}

bool arena_options_plan(const ArenaOptions *options, ArenaPlan *plan) {
    *plan = (ArenaPlan){.deals = DEALS_DEFAULT, .reference = options->reference};
    if (!read_words(options, plan) || !check_setup(plan, options->people) || !read_comparison(options, plan)) return false;
    if (options->reference && player_is_outside(options->reference))
        return refuse_plainly(N_("the reference must be a built-in bot: an outside program can fail"));
    if (options->deals && !read_deals(options->deals, plan)) return false;
    if (!read_looks(options, plan)) return false;
    plan->threads = threads_of(options, plan->deals);
    plan->patience = (OutsidePatience){options->timeout_ms ? (int)options->timeout_ms : OUTSIDE_TIMEOUT_MS, -1};
    return seed_read("arena", person_language(), options->seed, &plan->series);
}

bool arena_options_merge(const ArenaOptions *options) {
    const struct {
        const char *name;
        bool given;
    } others[] = {{"--deals", options->deals},       {"--seed", options->seed},
                  {"--people", options->people},     {"--option", options->setup.option_count},
                  {"--unit", options->unit},         {"--matches", options->matches},
                  {"--measure", options->measure},   {"--against", options->against},
                  {"--seatings", options->seatings}, {"--reference", options->reference},
                  {"--margin", options->margin},     {"--decide", options->decide},
                  {"--threads", options->threads},   {"--exec-timeout", options->timeout_ms},
                  {"--save", options->save}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].given) return refuse_together("--merge", others[i].name);
    }
    return options->word_count > 0 || refuse_plainly(N_("name the files to merge after --merge"));
}

bool arena_options_read(ArenaOptions *options, int argc, char **argv) {
    const Argument table[] = {{ARGUMENT_WORDS, "--deals", &options->deals, 0, 0},
                              {ARGUMENT_WORDS, "--seed", &options->seed, 0, 0},
                              {ARGUMENT_NUMBER, "--people", &options->people, 1, SEATS_MAX},
                              {ARGUMENT_WORDS, "--unit", &options->unit, 0, 0},
                              {ARGUMENT_FLAG, "--matches", &options->matches, 0, 0},
                              {ARGUMENT_WORDS, "--measure", &options->measure, 0, 0},
                              {ARGUMENT_WORDS, "--against", &options->against, 0, 0},
                              {ARGUMENT_WORDS, "--seatings", &options->seatings, 0, 0},
                              {ARGUMENT_WORDS, "--reference", &options->reference, 0, 0},
                              {ARGUMENT_WORDS, "--margin", &options->margin, 0, 0},
                              {ARGUMENT_WORDS, "--decide", &options->decide, 0, 0},
                              {ARGUMENT_NUMBER, "--threads", &options->threads, 1, ARENA_THREADS_MAX},
                              {ARGUMENT_NUMBER, "--exec-timeout", &options->timeout_ms, 1, OUTSIDE_TIMEOUT_MS_MAX},
                              {ARGUMENT_WORDS, "--save", &options->save, 0, 0},
                              {ARGUMENT_WORDS, "--plot", &options->plot, 0, 0},
                              {ARGUMENT_FLAG, "--merge", &options->merge, 0, 0},
                              {ARGUMENT_FLAG, "--json", &options->json, 0, 0},
                              {ARGUMENT_OPTION, "--option", &options->setup, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "arena", .table = table, .words = options->words, .words_max = ARENA_WORDS_MAX};
    *options = (ArenaOptions){0};
    bool good = arguments_read(&arguments, argc, argv);
    options->word_count = arguments.word_count;
    return good;
}
