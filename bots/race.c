/* Runs candidates on the same deals in stages, dropping the worse half after each. */
#include "bots/race.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DEALS_A_LOOK = 16, DEALS_BEFORE_LOOKS = 32 };

/* How many standard errors are more than luck: one looks often. */
static const double BEYOND_LUCK = 3;

float race_mean(const Race *race, int candidate) {
    return race->tried[candidate] ? (float)(race->sum[candidate] / race->tried[candidate]) : 0;
}

static float standing(const Race *race, int candidate) { return race_mean(race, candidate) + race->bonus[candidate]; }

/* Best first; equals stay as they were. */
static void sort(Race *race, int running) {
    for (int i = 1; i < running; i++) {
        int candidate = race->order[i], at = i;
        for (; at > 0 && standing(race, race->order[at - 1]) < standing(race, candidate); at--)
            race->order[at] = race->order[at - 1];
        race->order[at] = candidate;
    }
}

static void run_deal(Race *race, int running, const Course *course, Chance *chance) {
    double rewards[RACERS_MAX];
    course->deal(course->context, chance);
    Chance luck = chance_fast(chance_bits(chance));
    for (int i = 0; i < running; i++) {
        int candidate = race->order[i];
        rewards[i] = (double)course->run(course->context, candidate, luck);
        race->sum[candidate] += rewards[i];
        race->tried[candidate]++;
        for (int j = 0; j <= i; j++) {
            race->products[candidate][race->order[j]] += rewards[i] * rewards[j];
            if (j < i) race->products[race->order[j]][candidate] += rewards[i] * rewards[j];
        }
    }
}

double race_error(const Race *race, int one, int other) {
    double deals = race->tried[one], mean = (race->sum[one] - race->sum[other]) / deals;
    double squares = race->products[one][one] + race->products[other][other] - 2 * race->products[one][other];
    double variance = fmax(squares / deals - mean * mean, 0);
    return sqrt(variance / deals);
}

/* Is the candidate behind the leader by more than luck explains? Both were tried on the same deals. */
static bool is_beaten(const Race *race, int candidate, int leader) {
    double mean = (race->sum[leader] - race->sum[candidate]) / race->tried[leader];
    double ahead = mean + (double)(race->bonus[leader] - race->bonus[candidate]);
    return ahead > BEYOND_LUCK * race_error(race, leader, candidate);
}

/* Returns how many are still running, which come first. */
static int drop_beaten(Race *race, int running) {
    int kept = 1;
    sort(race, running);
    for (int i = 1; i < running; i++) {
        int candidate = race->order[i];
        if (is_beaten(race, candidate, race->order[0])) continue;
        memmove(&race->order[kept + 1], &race->order[kept], (size_t)(i - kept) * sizeof *race->order);
        race->order[kept++] = candidate;
    }
    return kept;
}

static void line_up(Race *race, int count, const float *bonus) {
    assert(count > 0 && count <= RACERS_MAX);
    memset(race, 0, sizeof *race);
    for (int i = 0; i < count; i++) {
        race->order[i] = i;
        race->bonus[i] = bonus ? bonus[i] : 0;
    }
}

void race_run_all(Race *race, int count, const float *bonus, const Course *course, int deals, Chance *chance) {
    line_up(race, count, bonus);
    for (int i = 0; i < deals || i == 0; i++) run_deal(race, count, course, chance);
    sort(race, count);
}

void race_run(Race *race, int count, const float *bonus, const Course *course, int iterations, Chance *chance) {
    int stages = 0, running = count;
    line_up(race, count, bonus);
    while (1 << stages < count) stages++;
    for (int stage = 0; stage < stages && running > 1; stage++) {
        int deals = iterations / (stages * running);
        for (int i = 0; (i < deals || i == 0) && running > 1; i++) {
            run_deal(race, running, course, chance);
            int tried = race->tried[race->order[0]];
            if (tried >= DEALS_BEFORE_LOOKS && tried % DEALS_A_LOOK == 0) running = drop_beaten(race, running);
        }
        sort(race, running);
        running = (running + 1) / 2;
    }
}

void race_weighing(const Race *race, const Move *moves, int count, Weighing *weighing) {
    int best = race->order[0];
    weighing->count = 0;
    for (int i = 0; i < count && weighing->count < WEIGHED_MAX; i++) {
        int candidate = race->order[i];
        bool listed = false;
        for (int j = 0; j < weighing->count; j++) listed = listed || weighing->moves[j].move == moves[candidate];
        if (listed) continue;
        weighing->moves[weighing->count++] = (WeighedMove){
            .move = moves[candidate],
            .value = race_mean(race, best) + standing(race, candidate) - standing(race, best),
            .error = (float)race_error(race, best, candidate),
        };
    }
}
