/* The contract of core/game.h, for every game and variant and for every line of tests/settings; and on the toy game, that each
 * check can fail. ARALDO_SEED=n plays the one match of that seed, every position checked. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/contract.h"
#include "tests/tap.h"
#include "tests/toy.h"

static ContractEffort effort(void) {
    const char *seed = getenv("ARALDO_SEED");
    if (seed) return (ContractEffort){.seed_first = strtoull(seed, NULL, 10), .games = 1, .deep_every = 1};
    if (soak()) return (ContractEffort){.seed_first = 1, .games = 3000, .deep_every = 4};
    return (ContractEffort){.seed_first = 1, .games = 3, .moves_min = 600, .deep_every = 16};
}

static void test_setting(void **state) {
    const Setting *setting = *state;
    ContractEffort wanted = effort();
    ContractTally tally = {0};
    Report report = {0};
    contract_setting(setting, &wanted, &tally, &report);
    report_require(&report);
    printf("# %s: %ld games, %ld moves, %ld positions in depth, %ld with several actors, %ld spoilt texts of which %ld hold\n",
           setting->name, tally.games, tally.moves, tally.deep, tally.together, tally.texts, tally.texts_taken);
}

int main(void) {
    Settings settings = {0};
    Error error = {""};
    for (const Game *const *game = games; *game; game++) {
        settings_add_game(&settings, *game);
        if (!settings_add_file(&settings, *game, &error)) {
            printf("not ok 1 - %s\n", error.text);
            return 1;
        }
    }
    struct CMUnitTest *tests = calloc((size_t)settings.count, sizeof *tests);
    if (!tests) return 1;
    for (int i = 0; i < settings.count; i++)
        tests[i] = (struct CMUnitTest){settings.list[i].name, test_setting, NULL, NULL, &settings.list[i]};
    int failed = tap_run("contract", tests, (size_t)settings.count);
    free(tests);
    settings_free(&settings);
    return failed;
}
