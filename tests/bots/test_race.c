/* Tests the race: it finds the best under noise, stops early when that is clear, keeps its budget, and shares luck fairly. */
#include <math.h>
#include <string.h>

#include "bots/race.h"
#include "tests/support/tap.h"

/* Candidates with known means; `shared` is the luck of the deal, `own` that of the candidate on it. */
typedef struct Track {
    int count;
    float means[RACERS_MAX];
    float shared, own;
    float luck; /* of the deal at hand */
    int runs, deals;
    uint64_t seen; /* the luck that the first candidate got on this deal */
    bool unequal;
} Track;

static float spread(Chance *chance) { return (float)(chance_bits(chance) >> 40) * 0x1p-24f - 0.5f; }

static void deal(void *context, Chance *chance) {
    Track *track = context;
    track->deals++;
    track->luck = track->shared * spread(chance);
    track->seen = 0;
}

static float run(void *context, int candidate, Chance luck) {
    Track *track = context;
    Chance copy = luck, own = chance_fast(chance_bits(&luck) + (uint64_t)candidate);
    uint64_t bits = chance_bits(&copy);
    if (track->seen && track->seen != bits) track->unequal = true;
    track->seen = bits;
    track->runs++;
    return track->means[candidate] + track->luck + track->own * spread(&own);
}

static int winner(Track *track, Race *race, const float *bonus, int iterations, uint64_t seed) {
    Chance chance = chance_fast(seed);
    Course course = {.context = track, .deal = deal, .run = run};
    track->runs = track->deals = 0;
    race_run(race, track->count, bonus, &course, iterations, &chance);
    assert_false(track->unequal);
    return race->order[0];
}

static Race race;

static void finds_the_best(void **unused) {
    (void)unused;
    int right = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        Track track = {.count = 7, .means = {0.5f, 0.48f, 0.53f, 0.5f, 0.51f, 0.49f, 0.5f}, .shared = 0.4f, .own = 0.2f};
        right += winner(&track, &race, NULL, 4000, seed) == 2;
        assert_true(track.runs <= 4000);
        assert_true(fabsf(race_mean(&race, 2) - 0.53f) < 0.15f);
    }
    assert_true(right >= 190);
}

/* However large the luck that all share, it tells nobody apart. */
static void shared_luck_cancels(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        Track track = {.count = 3, .means = {0.5f, 0.501f, 0.5f}, .shared = 1};
        assert_int_equal(winner(&track, &race, NULL, 600, seed), 1);
        assert_true(track.runs < 150);
    }
}

static void stops_when_it_is_plain(void **unused) {
    (void)unused;
    Track plain = {.count = 6, .means = {0.1f, 0.9f, 0.2f, 0.1f, 0.3f, 0.2f}, .shared = 0.2f, .own = 0.2f};
    Track even = {.count = 6, .means = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f}, .shared = 0.2f, .own = 0.2f};
    assert_int_equal(winner(&plain, &race, NULL, 60000, 1), 1);
    assert_true(plain.runs < 600);
    winner(&even, &race, NULL, 60000, 1);
    assert_true(even.runs > 20000 && even.runs <= 60000);
}

static void a_bonus_counts(void **unused) {
    (void)unused;
    float bonus[3] = {0, 0, 0.1f};
    Track track = {.count = 3, .means = {0.5f, 0.55f, 0.5f}, .shared = 0.2f, .own = 0.1f};
    assert_int_equal(winner(&track, &race, bonus, 3000, 1), 2);
    assert_int_equal(winner(&track, &race, NULL, 3000, 1), 1);
}

/* Everyone is listed once, was tried at least once, and the same dice give the same race. */
static void all_are_tried(void **unused) {
    (void)unused;
    static Race again;
    Track track = {.count = RACERS_MAX, .own = 0.5f};
    for (int i = 0; i < RACERS_MAX; i++) track.means[i] = 0.5f;
    winner(&track, &race, NULL, 10, 3);
    winner(&track, &again, NULL, 10, 3);
    assert_memory_equal(&race, &again, sizeof race);
    uint64_t listed = 0;
    for (int i = 0; i < RACERS_MAX; i++) {
        listed |= (uint64_t)1 << race.order[i];
        assert_true(race.tried[i] >= 1);
    }
    assert_int_equal(__builtin_popcountll(listed), RACERS_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_best), cmocka_unit_test(shared_luck_cancels), cmocka_unit_test(stops_when_it_is_plain),
        cmocka_unit_test(a_bonus_counts), cmocka_unit_test(all_are_tried),
    };
    return tap_run("race", tests, sizeof tests / sizeof *tests);
}
