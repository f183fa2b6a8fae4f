/* Runs the rule cases of all games (tests/games/cases/GAME/NAME.txt), and tests the runner itself.
 * On the toy game, a case that does not hold must fail and say why. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/games/cases.h"
#include "tests/support/lines.h"
#include "tests/support/tap.h"
#include "tests/support/toy.h"

static void test_case(void **state) {
    Report report = {0};
    case_run(*state, game_find_variant, &report);
    report_require(&report);
}

/* ---- the runner on the toy game */

static const Game *find_toy(Span name, int *variant, Error *error) {
    Span rest = name, game;
    span_split(&rest, ':', &game);
    if (!span_is(game, "toy")) {
        error_set(error, "no such game");
        return NULL;
    }
    *variant = game_variant(&toy, rest.at ? rest : (Span){"", 0}, error);
    return *variant < 0 ? NULL : &toy;
}

#define TOY_POSITION \
    "given: toy:plain people=2 packs=1 rounds=1 round=1 first=0 chance=2 points=0/1\n" \
    "  hands=1a,2a/3a,3b laid=-/- deck=4a,5a,6a,4b,5b,6b pile=1b,2b\n"

/* What must hold. */
static const char *const right[] = {
    TOY_POSITION "legal 0: 2a 1a\nlegal 1: 3b 3a\nactors: 0 1\npoints: 0 1\nwinners:\n",
    TOY_POSITION
    "play 0: 2a\nsays: lay seat=0 card=2a\ntells 1: lay card=? move=?\ntells 0: lay card=2a\n"
    "tells onlooker: lay card=?\nsilent: trick\nview 1 has: laid=?/- hands=?1/3a,3b\nview 0 has: laid=2a/-\n"
    "legal 0:\nrefused 0: 1a -> not the turn\nrefused 1: 1a -> not allowed\nrefused 1: 9x -> a card or turn\n",
    TOY_POSITION
    "play: 0:2a 1:3b 1:3a 0:1a\nsays: trick cards=[1a,3a] winner=1 cards.1=3a\nwinners: 1\nactors:\nlacks: view\n"
    "says: end totals=[0,3] winners=[1]\nlacks: pile=1b\nhas: deck=4a,5a,6a,4b,5b,6b\n",
    "lot: 1\nshuffle: 6a 6b 1a 1b\nnew: toy:plain rounds=1\nhas: first=1\nsays: deal seat=0 cards=[6a,6b,1a]\n"
    "says: lot value=1\nsays: shuffle cards.3=1b n=1\n",
    "new: toy:robot seed=3\nview 2 has: hands=?3/?3/-\nview onlooker lacks: hands=?2\n",
    "bad new: toy:plain people=5\nbad new: toy:plain colour=red -> packs, rounds\nbad: chess -> no such game\n"
    "bad: toy:plain people=2 packs=1 rounds=1 -> out of bounds\n",
    "given: toy:plain people=2 packs=1 rounds=1 view=1 round=1 first=0 chance=2 points=0/0 hands=?3/1a,2a,3a laid=-/- deck=?6\n"
    " pile=-\nlegal 1: 1a 2a 3a\nlegal 0:\nallowed 1: 2a\nrefused 1: 4a\n",
};

/* What must not, and the words that say so. */
static const struct {
    const char *lines, *words;
} wrong[] = {
    {"", "says nothing"},
    {TOY_POSITION "legal 0: 2a\n", "more is legal: 1a"},
    {TOY_POSITION "legal 0: 2a 1a 3a\n", "3a is not legal"},
    {TOY_POSITION "legal 0: 2a 2a 1a\n", "is given twice"},
    {TOY_POSITION "allowed 0: 3a\n", "may not play 3a"},
    {TOY_POSITION "refused 0: 2a\n", "may play 2a"},
    {TOY_POSITION "refused 0: 3a -> nonsense\n", "expected: nonsense"},
    {TOY_POSITION "play 0: 3a\n", "cannot play 3a: that move is not allowed"},
    {TOY_POSITION "play 0: 2a 1a\n", "not the turn of seat 0"},
    {TOY_POSITION "play 0: 2a\nsays: lay card=1a\n", "told:     {\"event\":\"lay\""},
    {TOY_POSITION "play 0: 2a\nsays: trick\n", "no event has these facts"},
    {TOY_POSITION "play 0: 2a\nsilent: lay seat=0\n", "there is such an event"},
    {TOY_POSITION "play 0: 2a\ntells 1: lay card=2a\n", "no event has these facts"},
    {TOY_POSITION "has: round=2\n", "there is no round=2"},
    {TOY_POSITION "lacks: pile\n", "there is pile"},
    {TOY_POSITION "view 1 has: hands=1a,2a/3a,3b\n", "there is no hands="},
    {TOY_POSITION "actors: 0\n", "got:      0 1"},
    {TOY_POSITION "points: 0 1 0\n", "got:      0 1"},
    {TOY_POSITION "winners: 1\n", "got:      none"},
    {TOY_POSITION "lot: 1\n", "no chance came up"},
    {TOY_POSITION "has: round=1\ncase: another\n", "empty line"},
    {TOY_POSITION "holds: 1a\n", "no line begins with 'holds'"},
    {TOY_POSITION "hands=1a\n", "a line is WORD:"},
    {"legal 0: 1a\n", "no position yet"},
    {"given: chess\n", "no such game"},
    {"given: toy:plain people=2\n", "refused:"},
    {"new: toy:plain people=7\n", "refused:"},
    {"lot: 7\nnew: toy:plain\n", "from 0 to 1"},
    {"shuffle: 1a\nnew: toy:plain\n", "chance is a lot"},
    {"lot: 0\nshuffle: 1a 1a\nnew: toy:plain\n", "not among the cards"},
    {"bad: "
     "toy:plain people=2 packs=1 rounds=1 round=1 first=0 chance=2 points=0/1 hands=1a,2a/3a,3b laid=-/- "
     "deck=4a,5a,6a,4b,5b,6b pile=1b,2b\n",
     "was taken"},
    {"bad new: toy:plain\n", "was begun"},
};

static Case *one_case(Cases *cases, const char *lines) {
    char text[4096];
    snprintf(text, sizeof text, "case: test\n%s", lines);
    cases_add(cases, "toy.txt", text);
    assert_int_equal(cases->count, 1);
    return &cases->list[0];
}

static void test_right(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        Cases cases = {0};
        Report report = {0};
        case_run(one_case(&cases, right[i]), find_toy, &report);
        report_require(&report);
        cases_free(&cases);
    }
}

static void test_wrong(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Cases cases = {0};
        Report report = {0};
        if (case_run(one_case(&cases, wrong[i].lines), find_toy, &report)) fail_msg("this case held:\n%s", wrong[i].lines);
        if (!strstr(report.text, wrong[i].words))
            fail_msg("this case:\n%sfailed in other words than '%s':\n%s", wrong[i].lines, wrong[i].words, report.text);
        cases_free(&cases);
    }
}

/* Comments do not part cases, empty lines do; titles name file and line; a line that begins with a space goes on. */
static void test_reading(void **state) {
    (void)state;
    Cases cases = {0};
    cases_add(&cases, "f", "# first\n\n\ncase: one\n# between\nhas: a=1\n  b=2\r\n\n \ncase: two\nlacks: c\n\nhas: x\n");
    assert_int_equal(cases.count, 3);
    assert_string_equal(cases.list[0].title, "f:4 one");
    assert_int_equal(cases.list[0].line_count, 2);
    assert_string_equal(cases.list[0].lines[1].text, "has: a=1 b=2");
    assert_int_equal(cases.list[0].lines[1].number, 6);
    assert_string_equal(cases.list[1].title, "f:10 two");
    Report report = {0};
    assert_false(case_run(&cases.list[2], find_toy, &report));
    assert_non_null(strstr(report.text, "a case begins with case:"));
    cases_free(&cases);
}

/* A broken game is noticed without any line asking for it. */
static Game broken_toy;

static const Game *find_broken(Span name, int *variant, Error *error) {
    return find_toy(name, variant, error) ? &broken_toy : NULL;
}

static const char *never_well(const State *state) {
    (void)state;
    return "nothing is well";
}

static void leak_all(const State *state, int seat, View *view) {
    memcpy(view, state, toy.state_bytes);
    ((Toy *)(void *)view)->viewer = (uint8_t)seat;
}

static void test_unasked(void **state) {
    (void)state;
    for (int defect = 0; defect < 2; defect++) {
        Cases cases = {0};
        Report report = {0};
        broken_toy = toy;
        if (defect == 0) broken_toy.check = never_well;
        else broken_toy.view = leak_all;
        assert_false(case_run(one_case(&cases, TOY_POSITION "actors: 0 1\n"), find_broken, &report));
        assert_non_null(strstr(report.text, defect == 0 ? "nothing is well" : "view"));
        cases_free(&cases);
    }
}

/* ---- all of them */

/* A game whose rules nobody has written down as examples is not finished. */
static void test_every_game_has_cases(void **state) {
    (void)state;
    for (const Game *const *game = games; *game; game++) {
        char pattern[64];
        glob_t files;
        snprintf(pattern, sizeof pattern, "tests/games/cases/%s/*.txt", (*game)->name);
        if (glob(pattern, 0, NULL, &files) != 0) fail_msg("%s has no cases: there is no %s", (*game)->name, pattern);
        globfree(&files);
    }
}

/* The README's example is a case like any other. */
static void add_readme(Cases *cases) {
    char *text = file_text("tests/games/cases/README.md");
    char *begin = text ? strstr(text, "```\n") : NULL, *end = begin ? strstr(begin + 4, "```\n") : NULL;
    if (!end) {
        fprintf(stderr, "tests/games/cases/README.md: no example found\n");
        exit(1);
    }
    *end = 0;
    for (char *at = text; at < begin + 4; at++)
        if (*at != '\n') *at = '#'; /* keeps the numbers of the lines */
    cases_add(cases, "tests/games/cases/README.md", text);
    free(text);
}

int main(void) {
    static const struct CMUnitTest own[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_unasked),
        cmocka_unit_test(test_every_game_has_cases),
    };
    enum { OWN = sizeof own / sizeof *own };
    Cases cases = {0};
    glob_t files;
    add_readme(&cases);
    if (glob("tests/games/cases/*/*.txt", 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            if (!cases_add_file(&cases, files.gl_pathv[i])) {
                fprintf(stderr, "%s cannot be read\n", files.gl_pathv[i]);
                return 1;
            }
    size_t count = OWN + (size_t)cases.count;
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (!tests) return 1;
    memcpy(tests, own, sizeof own);
    for (int i = 0; i < cases.count; i++)
        tests[OWN + i] = (struct CMUnitTest){cases.list[i].title, test_case, NULL, NULL, &cases.list[i]};
    int failed = tap_run("cases", tests, count);
    free(tests);
    cases_free(&cases);
    globfree(&files);
    return failed;
}
