/* Runs the simulated cluster on many seeds, and on copies with a bug in them, which must be found.
 * A failure names its seed; ARALDO_SEED=N plays that one again and prints every choice. ARALDO_SEEDS=N plays N seeds, from
 * ARALDO_SEED on if that is set; 0 plays until it is interrupted. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated.h"
#include "tests/support/tap.h"

enum { SEEDS = 300, SEEDS_SOAK = 100000, BUG_SEEDS_MAX = 1000, TELL_EVERY = 1000 };

static volatile sig_atomic_t interrupted;

static void interrupt(int signal) {
    (void)signal;
    interrupted = 1;
}

static void add(SimResult *sum, const SimResult *result) {
    sum->good &= result->good;
    sum->commits += result->commits;
    sum->failed += result->failed;
    sum->deaths += result->deaths;
    sum->pauses += result->pauses;
    sum->stops += result->stops;
    sum->takeovers += result->takeovers;
    sum->entries += result->entries;
    sum->frames += result->frames;
    sum->looks += result->looks;
}

static void tell(uint64_t count, const SimResult *sum) {
    print_message(
        "# %llu seeds%s: %llu commits, %llu failed; %llu deaths, %llu pauses, %llu stops, %llu takeovers; %llu "
        "entries, %llu frames; %llu messages looked at\n",
        (unsigned long long)count, sum->good ? "" : ", NOT ALL GOOD", (unsigned long long)sum->commits,
        (unsigned long long)sum->failed, (unsigned long long)sum->deaths, (unsigned long long)sum->pauses,
        (unsigned long long)sum->stops, (unsigned long long)sum->takeovers, (unsigned long long)sum->entries,
        (unsigned long long)sum->frames, (unsigned long long)sum->looks);
    fflush(stdout);
}

static void test_seeds(void **state) {
    (void)state;
    const char *from = getenv("ARALDO_SEED"), *many = getenv("ARALDO_SEEDS");
    uint64_t seed = from ? strtoull(from, NULL, 10) : 1, count = 0;
    uint64_t wanted = many ? strtoull(many, NULL, 10) : from ? 1 : soak() ? SEEDS_SOAK : SEEDS;
    SimResult sum = {.good = true};
    if (wanted == 0) {
        signal(SIGINT, interrupt);
        signal(SIGTERM, interrupt);
    }
    for (; (wanted == 0 || count < wanted) && !interrupted; seed++) {
        SimResult result = sim_run(seed, BUG_NONE, from && !many);
        if (!result.good) print_message("# seed %llu: %s\n", (unsigned long long)seed, result.problem);
        add(&sum, &result);
        if (++count % TELL_EVERY == 0) tell(count, &sum);
    }
    tell(count, &sum);
    assert_true(sum.good);
    assert_true(count < SEEDS || (sum.deaths > 0 && sum.pauses > 0 && sum.stops > 0 && sum.takeovers > 0 && sum.failed > 0));
}

/* Found within so many seeds. */
static void find_bug(SimBug bug, const char *name) {
    for (uint64_t seed = 1; seed <= BUG_SEEDS_MAX; seed++) {
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
    find_bug(BUG_WRONG_EYES, "told to somebody else");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_seeds), cmocka_unit_test(test_planted_bugs)};
    return tap_run("simulation", tests, sizeof tests / sizeof *tests);
}
