/* Turns the deals of a duel into figures, and prints them as tables and JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "program/arena/arena.h"

enum { NAME_WIDTH = 16, LINE_TEXT_MAX = 8192 };

void duel_take_reasons(Duel *duel, const Error reasons[2]) {
    for (int side = 0; side < 2; side++)
        if (!*duel->reasons[side].text) duel->reasons[side] = reasons[side];
}

double duel_value(const Duel *duel, int64_t index, double *control) {
    const DealResult *result = &duel->results[index];
    *control = comparison_deal(&duel->plan->comparison, result->controls, result->games);
    return comparison_deal(&duel->plan->comparison, result->values, result->games);
}

typedef struct Samples {
    double *values, *controls; /* room for all deals */
    int64_t count;
} Samples;

static bool samples_open(Samples *samples, int64_t room) {
    *samples = (Samples){.values = malloc((size_t)(2 * room + 1) * sizeof *samples->values)};
    if (samples->values) samples->controls = samples->values + room;
    return samples->values != NULL;
}

static Estimate samples_estimate(const Duel *duel, const Samples *samples) {
    double confidence = duel->plan->looks.confidence;
    if (!duel->plan->reference) return estimate_mean(samples->values, samples->count, confidence);
    return estimate_controlled(samples->values, samples->controls, samples->count, confidence);
}

Estimate duel_estimate(const Duel *duel, int64_t count) {
    Samples samples;
    if (!samples_open(&samples, count)) return (Estimate){.half_width = INFINITY};
    for (; samples.count < count; samples.count++)
        samples.values[samples.count] = duel_value(duel, samples.count, &samples.controls[samples.count]);
    Estimate estimate = samples_estimate(duel, &samples);
    free(samples.values);
    return estimate;
}

/* Does bot a sit at this place after the dealer, in that game? */
static bool takes_place(const Duel *duel, const DealResult *result, int game, int place) {
    int people = duel->plan->setup.people, from = result->dealer < 0 ? 0 : result->dealer;
    return arena_seating(duel->plan, result->deal, game) & SEAT_BIT((from + place) % people);
}

/* The mean of the games in which bot a has this place; a deal is a sample still. */
static Estimate place_estimate(const Duel *duel, int place, Samples *samples) {
    samples->count = 0;
    for (int64_t i = 0; i < duel->counted; i++) {
        const DealResult *result = &duel->results[i];
        int values[SEATINGS_MAX], controls[SEATINGS_MAX], count = 0;
        for (int game = 0; game < result->games; game++) {
            if (!duel->plan->comparison.alone && !takes_place(duel, result, game, place)) continue;
            values[count] = result->values[game];
            controls[count++] = result->controls[game];
        }
        if (!count) continue;
        samples->values[samples->count] = comparison_deal(&duel->plan->comparison, values, count);
        samples->controls[samples->count++] = comparison_deal(&duel->plan->comparison, controls, count);
    }
    return samples_estimate(duel, samples);
}

static void count_outcome(DuelResult *result, Outcome outcome) {
    result->games++;
    if (outcome == OUTCOME_WIN) result->wins++;
    if (outcome == OUTCOME_DRAW) result->draws++;
    if (outcome == OUTCOME_LOSS) result->losses++;
}

DuelResult duel_result(const Duel *duel) {
    const Comparison *comparison = &duel->plan->comparison;
    DuelResult result = {.estimate = duel_estimate(duel, duel->counted)};
    uint64_t decisions[2] = {0}, nanoseconds[2] = {0};
    for (int64_t i = 0; i < duel->counted; i++) {
        const DealResult *deal = &duel->results[i];
        for (int side = 0; side < 2; side++) {
            decisions[side] += deal->decisions[side];
            nanoseconds[side] += deal->nanoseconds[side];
            result.forfeits[side] += deal->forfeits[side];
        }
        if (comparison->alone) {
            count_outcome(&result, comparison_outcome(comparison, 0, deal->values[0] + deal->values[1]));
            continue;
        }
        for (int game = 0; game < deal->games; game++) {
            SeatSet seating = arena_seating(duel->plan, deal->deal, game);
            count_outcome(&result, comparison_outcome(comparison, seating, deal->values[game]));
        }
    }
    for (int side = 0; side < 2; side++)
        result.ms_per_move[side] = decisions[side] ? (double)nanoseconds[side] / 1e6 / (double)decisions[side] : 0;
    Samples samples;
    if (samples_open(&samples, duel->counted)) {
        for (int place = 0; place < duel->plan->setup.people; place++)
            result.per_seat[place] = place_estimate(duel, place, &samples);
        free(samples.values);
    }
    return result;
}

/* ---- JSON */

static void write_figure(Json *json, const char *key, double number) {
    json_decimal(json, key, number == 0 ? 0 : number, 4); /* no minus before a zero */
}

static void print_forfeits_json(const Duel *duel, const DuelResult *result, int side) {
    char line[LINE_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "event", "forfeits");
    json_text(&json, "bot", duel_name(duel, side));
    json_number(&json, "games", result->forfeits[side]);
    if (*duel->reasons[side].text) json_text(&json, "reason", duel->reasons[side].text);
    json_close(&json);
    puts(line);
}

static void write_result(const Duel *duel, const DuelResult *result, Json *json) {
    const ArenaPlan *plan = duel->plan;
    json_open_object(json, NULL);
    json_text(json, "event", "result");
    json_text(json, "game", plan->game->name);
    json_text(json, "variant", plan->game->variants[plan->setup.variant].name);
    json_text(json, "a", duel_name(duel, 0));
    json_text(json, "b", duel_name(duel, 1));
    json_number(json, "deals", duel->counted);
    write_figure(json, "mean", result->estimate.mean);
    write_figure(json, "ci95", result->estimate.half_width);
    json_number(json, "wins", result->wins);
    json_number(json, "draws", result->draws);
    json_number(json, "losses", result->losses);
    json_open_list(json, "ms_per_move");
    for (int side = 0; side < 2; side++) write_figure(json, NULL, result->ms_per_move[side]);
    json_close(json);
    json_open_list(json, "per_seat");
    for (int place = 0; place < plan->setup.people; place++) write_figure(json, NULL, result->per_seat[place].mean);
    json_close(json);
    if (duel->interrupted) json_bool(json, "interrupted", true);
    json_close(json);
}

void duel_print_json(const Duel *duel, const DuelResult *result) {
    char line[LINE_TEXT_MAX];
    for (int side = 0; side < 2; side++)
        if (result->forfeits[side]) print_forfeits_json(duel, result, side);
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    write_result(duel, result, &json);
    puts(line);
}

/* ---- for people */

MeasureWords arena_measure_words(const ArenaPlan *plan) {
    MeasureWords words;
    Text text = text_init(words.text, sizeof words.text);
    bool round = plan->comparison.unit == UNIT_ROUND;
    if (plan->comparison.measure == MEASURE_WINS) text_format(&text, "share of %s won", round ? "rounds" : "matches");
    else text_format(&text, "%s per %s", plan->game->unit, round ? plan->game->round : "match");
    return words;
}

/* Shares are told in hundredths. */
void arena_write_estimate(const ArenaPlan *plan, const Estimate *estimate, Text *text) {
    bool wins = plan->comparison.measure == MEASURE_WINS;
    double times = wins ? 100 : 1, mean = estimate->mean * times;
    text_format(text, "%+.2f%s ± ", mean == 0 ? 0 : mean, wins ? " %" : "");
    if (isfinite(estimate->half_width)) text_format(text, "%.2f", estimate->half_width * times);
    else text_char(text, '?');
}

/* Places are counted from the first dealer; in a game without rounds, which has none, from the player who begins. */
static const char *first_place_words(const ArenaPlan *plan) {
    if (plan->comparison.alone) return "";
    return plan->game->round ? " (dealer)" : " (begins)";
}

static double hundredths(int64_t part, int64_t whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

void duel_print(const Duel *duel, const DuelResult *result) {
    const ArenaPlan *plan = duel->plan;
    char words[LINE_TEXT_MAX], seed[CHANCE_KEY_HEX + 1];
    Text text = text_init(words, sizeof words), key = text_init(seed, sizeof seed);
    chance_seed_print(&plan->series, &key);
    printf("%s:%s  %s against %s, %s\n", plan->game->name, plan->game->variants[plan->setup.variant].name, duel_name(duel, 0),
           duel_name(duel, 1), arena_measure_words(plan).text);
    printf("deals %lld", (long long)duel->counted);
    if (duel->counted)
        printf(" (%lld to %lld)", (long long)duel->results[0].deal, (long long)duel->results[duel->counted - 1].deal);
    printf("  games %lld  seed %s%s\n", (long long)result->games, seed, duel->interrupted ? "  (interrupted)" : "");
    arena_write_estimate(plan, &result->estimate, &text);
    printf("mean  %s   won %.1f %%  drawn %.1f %%  lost %.1f %%\n", words, hundredths(result->wins, result->games),
           hundredths(result->draws, result->games), hundredths(result->losses, result->games));
    int place_width = (int)strlen(first_place_words(plan));
    for (int place = 0; place < plan->setup.people; place++) {
        text = text_init(words, sizeof words);
        arena_write_estimate(plan, &result->per_seat[place], &text);
        printf("seat %d%-*s  %s\n", place, place_width, place ? "" : first_place_words(plan), words);
    }
    printf("ms a move  %s %.3f  %s %.3f\n", duel_name(duel, 0), result->ms_per_move[0], duel_name(duel, 1),
           result->ms_per_move[1]);
    for (int side = 0; side < 2; side++)
        if (result->forfeits[side])
            printf("forfeited  %s %lld games: %s\n", duel_name(duel, side), (long long)result->forfeits[side],
                   *duel->reasons[side].text ? duel->reasons[side].text : "in an earlier run");
}

/* ---- all pairs */

bool arena_plays(const ArenaPlan *plan, int a, int b) {
    return a < b || (a > b && plan->bot_count > 2 && !comparison_mutual(&plan->comparison));
}

Estimate arena_pair_estimate(const ArenaPlan *plan, const ArenaResults *results, int bot, int other) {
    Estimate estimate = results->of[bot][other].estimate;
    if (arena_plays(plan, bot, other) || !comparison_mutual(&plan->comparison)) return estimate;
    estimate = results->of[other][bot].estimate;
    estimate.mean = -estimate.mean;
    return estimate;
}

Estimate arena_bot_estimate(const ArenaPlan *plan, const ArenaResults *results, int bot) {
    Estimate all = {0};
    int met = 0;
    for (int other = 0; other < plan->bot_count; other++) {
        Estimate estimate = arena_pair_estimate(plan, results, bot, other);
        if (other == bot || !estimate.samples) continue;
        met++;
        all.samples += estimate.samples;
        all.mean += estimate.mean;
        all.half_width += estimate.half_width;
    }
    if (!met) return all;
    all.mean /= met;
    all.half_width /= met;
    return all;
}

static int count_pairs(const ArenaPlan *plan, const ArenaResults *results) {
    int count = 0;
    for (int a = 0; a < plan->bot_count; a++)
        for (int b = 0; b < plan->bot_count; b++)
            count += arena_plays(plan, a, b) && (!results || results->of[a][b].estimate.samples);
    return count;
}

int arena_pairs(const ArenaPlan *plan) { return count_pairs(plan, NULL); }

int arena_pairs_played(const ArenaPlan *plan, const ArenaResults *results) { return count_pairs(plan, results); }

const char *arena_others_words(const ArenaPlan *plan, const ArenaResults *results) {
    if (arena_pairs_played(plan, results) < arena_pairs(plan)) return "those met so far";
    return plan->bot_count > 2 ? "all others" : "the other";
}

/* The sign for plus or minus is two bytes in one place. */
static void print_cell(const ArenaPlan *plan, const Estimate *estimate) {
    char words[LINE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (!estimate->samples) {
        printf("  %*s", NAME_WIDTH, "?");
        return;
    }
    arena_write_estimate(plan, estimate, &text);
    printf("  %*s", NAME_WIDTH + 1, words);
}

void arena_print_table(const ArenaPlan *plan, const ArenaResults *results) {
    printf("\n%s\n%-*s", arena_measure_words(plan).text, NAME_WIDTH, "");
    for (int column = 0; column < plan->bot_count; column++) printf("  %*.*s", NAME_WIDTH, NAME_WIDTH, plan->bots[column]);
    printf("  %*s\n", NAME_WIDTH, arena_others_words(plan, results));
    for (int row = 0; row < plan->bot_count; row++) {
        printf("%-*.*s", NAME_WIDTH, NAME_WIDTH, plan->bots[row]);
        for (int column = 0; column < plan->bot_count; column++) {
            if (column == row) {
                printf("  %*s", NAME_WIDTH, "-");
                continue;
            }
            Estimate estimate = arena_pair_estimate(plan, results, row, column);
            print_cell(plan, &estimate);
        }
        Estimate all = arena_bot_estimate(plan, results, row);
        print_cell(plan, &all);
        puts("");
    }
}
