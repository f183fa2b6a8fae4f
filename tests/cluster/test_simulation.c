/* Runs the simulated cluster on many seeds, and on copies with a bug in them, which must be found.
 * A failure names its seed; ARALDO_SEED=N plays that one again and prints every choice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated.h"
#include "tests/support/tap.h"

static uint64_t first_seed(void) {
    const char *words = getenv("ARALDO_SEED");
    return words ? strtoull(words, NULL, 10) : 1;
}

static void test_seeds(void **state) {
    (void)state;
    bool one = getenv("ARALDO_SEED") && !getenv("ARALDO_SEEDS");
    const char *many = getenv("ARALDO_SEEDS");
    uint64_t count = one ? 1 : many ? strtoull(many, NULL, 10) : soak() ? 100000 : 20;
    SimResult sum = {.good = true};
    for (uint64_t seed = first_seed(); seed < first_seed() + count; seed++) {
        SimResult result = sim_run(seed, BUG_NONE, one);
        if (!result.good) print_message("# seed %llu: %s\n", (unsigned long long)seed, result.problem);
        sum.good &= result.good;
        sum.commits += result.commits;
        sum.failed += result.failed;
        sum.deaths += result.deaths;
        sum.pauses += result.pauses;
        sum.takeovers += result.takeovers;
        sum.entries += result.entries;
        sum.relayed += result.relayed;
    }
    print_message(
        "# %llu seeds: %llu commits, %llu failed; %llu deaths, %llu pauses, %llu takeovers; %llu entries, %llu frames\n",
        (unsigned long long)count, (unsigned long long)sum.commits, (unsigned long long)sum.failed,
        (unsigned long long)sum.deaths, (unsigned long long)sum.pauses, (unsigned long long)sum.takeovers,
        (unsigned long long)sum.entries, (unsigned long long)sum.relayed);
    assert_true(sum.good);
    assert_true(one || (sum.deaths > 0 && sum.pauses > 0 && sum.takeovers > 0 && sum.failed > 0));
}

/* Found within so many seeds. */
static void find_bug(SimBug bug, const char *name) {
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        SimResult result = sim_run(seed, bug, false);
        if (result.good) continue;
        print_message("# %s: found with seed %llu: %s\n", name, (unsigned long long)seed, result.problem);
        return;
    }
    print_message("# %s: not found\n", name);
    assert_true(false);
}

static void test_planted_bugs(void **state) {
    (void)state;
    find_bug(BUG_NO_EPOCH, "no epoch check");
    find_bug(BUG_ACKNOWLEDGE_EARLY, "acknowledged before the commit");
    find_bug(BUG_NO_KEY, "sent again without its key");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_seeds), cmocka_unit_test(test_planted_bugs)};
    return tap_run("simulation", tests, sizeof tests / sizeof *tests);
}
