/* Tests that determinize draws every full state that fits a view as often as it would be dealt.
 * tests/games/determinize/README.md says how it is tested, tests/games/determinize/GAME.txt where. The states that fit are
 * found by editing hidden cards in the position's text, without any help from determinize. Seeds are fixed, so the outcome
 * does not change from run to run. */
#include <assert.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/games/hidden.h"
#include "tests/support/lines.h"
#include "tests/support/statistics.h"
#include "tests/support/tap.h"
#include "tests/support/toy.h"

enum {
    ARRANGEMENTS_MAX = 12000,      /* more are not enumerated, but sampled */
    ARRANGEMENTS_MAX_SOAK = 50000, /* in soak */
    TRIES_MAX = 100000,            /* for one sample that fits */
    STATES_MAX = 8000,
    SAMPLES_MIN = 3000,
    SAMPLES_PER_STATE = 12,
    SAMPLES_OF_PLACES = 800, /* ordinary run; SOAK_FACTOR times as many in soak */
    SOAK_FACTOR = 60,
    FACES = 256,
    BUCKETS = 1 << 15,
};

static const double p_least = 0.001;

typedef struct Position {
    char *name; /* FILE:LINE SEAT */
    char *text;
    const Game *game;
    int seat;
} Position;

/* ---- the states that fit, with the number of ways to deal each */

typedef struct States {
    size_t bytes;
    int count, capacity;
    unsigned char *list;
    unsigned *ways, *drawn;
    int *next, buckets[BUCKETS]; /* chains by hash; -1 ends */
} States;

static void states_open(States *states, size_t bytes) {
    *states = (States){.bytes = bytes};
    for (int i = 0; i < BUCKETS; i++) states->buckets[i] = -1;
}

static void states_free(States *states) {
    free(states->list);
    free(states->ways);
    free(states->drawn);
    free(states->next);
}

static int *bucket_of(States *states, const void *state) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < states->bytes; i++) hash = (hash ^ ((const unsigned char *)state)[i]) * 0x100000001b3u;
    return &states->buckets[hash % BUCKETS];
}

static int states_find(States *states, const void *state) {
    int at = *bucket_of(states, state);
    while (at >= 0 && memcmp(states->list + (size_t)at * states->bytes, state, states->bytes) != 0) at = states->next[at];
    return at;
}

static void *grown(void *list, int capacity, size_t bytes) {
    void *larger = realloc(list, (size_t)capacity * bytes);
    if (!larger) abort();
    return larger;
}

static void states_add(States *states, const void *state) {
    int at = states_find(states, state), *bucket = bucket_of(states, state);
    if (at >= 0) {
        states->ways[at]++;
        return;
    }
    if (states->count == states->capacity) {
        states->capacity = states->capacity ? 2 * states->capacity : 256;
        states->list = grown(states->list, states->capacity, states->bytes);
        states->ways = grown(states->ways, states->capacity, sizeof *states->ways);
        states->drawn = grown(states->drawn, states->capacity, sizeof *states->drawn);
        states->next = grown(states->next, states->capacity, sizeof *states->next);
    }
    at = states->count++;
    memcpy(states->list + (size_t)at * states->bytes, state, states->bytes);
    states->ways[at] = 1;
    states->drawn[at] = 0;
    states->next[at] = *bucket;
    *bucket = at;
}

/* ---- arrangements of the hidden cards */

static int by_face(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

static void swap(uint8_t *a, uint8_t *b) {
    uint8_t card = *a;
    *a = *b;
    *b = card;
}

/* The next arrangement in the order of faces; false after the last. Equal faces make one arrangement. */
static bool next_arrangement(uint8_t *cards, int count) {
    int at = count - 2, with = count - 1;
    while (at >= 0 && cards[at] >= cards[at + 1]) at--;
    if (at < 0) return false;
    while (cards[with] <= cards[at]) with--;
    swap(&cards[at], &cards[with]);
    for (int i = at + 1, j = count - 1; i < j; i++, j--) swap(&cards[i], &cards[j]);
    return true;
}

static double arrangement_count(const uint8_t *cards, int count) {
    int faces[FACES] = {0};
    double log_count = lgamma(count + 1);
    for (int i = 0; i < count; i++) faces[cards[i]]++;
    for (int i = 0; i < FACES; i++) log_count -= lgamma(faces[i] + 1);
    return exp(log_count);
}

/* Whether these cards in the hidden places make a state that gives this view. */
static bool fits(const Position *position, const Hidden *hidden, const uint8_t *cards, const StateRoom *view,
                 StateRoom *state) {
    StateRoom seen;
    memset(state, 0, sizeof *state);
    if (!hidden_put(hidden, cards, STATE_IN(*state), NULL)) return false;
    position->game->view(STATE_IN(*state), position->seat, VIEW_IN(seen));
    return memcmp(&seen, view, position->game->state_bytes) == 0;
}

/* ---- few hidden cards: every state */

static bool check_states(const Position *position, const StateRoom *view, States *states, Report *report) {
    const Game *game = position->game;
    double total = fmax(SAMPLES_MIN, (double)SAMPLES_PER_STATE * states->count);
    Chance chance = chance_fast(1);
    for (int i = 0; i < (int)total; i++) {
        StateRoom drawn = {{0}};
        game->determinize(VIEW_IN(*view), &chance, STATE_IN(drawn));
        int at = states_find(states, &drawn);
        if (at < 0) {
            report_fail(report, "a state was drawn that no deal of the hidden cards gives");
            report_position(report, "view", game, STATE_IN(*view));
            report_position(report, "drawn", game, STATE_IN(drawn));
            return false;
        }
        states->drawn[at]++;
    }
    double p = states->count > 1 ? chi_square_of_counts(states->drawn, states->ways, states->count, total) : 1;
    printf("# %s: %d states, %d drawn, p = %.4f\n", position->name, states->count, (int)total, p);
    if (p >= p_least) return true;
    int most = 0, least = 0;
    for (int i = 0; i < states->count; i++) {
        if ((uint64_t)states->drawn[i] * states->ways[most] > (uint64_t)states->drawn[most] * states->ways[i]) most = i;
        if ((uint64_t)states->drawn[i] * states->ways[least] < (uint64_t)states->drawn[least] * states->ways[i]) least = i;
    }
    report_fail(report, "states are not drawn as often as they can be dealt: p = %g over %d states", p, states->count);
    report_position(report, "view", game, STATE_IN(*view));
    for (int i = 0; i < 2; i++) {
        int at = i ? least : most;
        StateRoom room = {{0}};
        memcpy(&room, states->list + (size_t)at * states->bytes, states->bytes);
        report_add(report, "%s often: %u times, %u ways", i ? "least" : "most", states->drawn[at], states->ways[at]);
        report_position(report, "state", game, STATE_IN(room));
    }
    return false;
}

/* ---- many: what comes to lie in each place */

typedef struct Places {
    int samples;
    unsigned (*counts)[FACES]; /* for each place */
} Places;

static void count_cards(Places *places, const Hidden *hidden) {
    for (int i = 0; i < hidden->count; i++) places->counts[i][hidden->cards[i]]++;
    places->samples++;
}

/* The tail of the difference of two samples of one place. */
static double compare_place(const unsigned *one, const unsigned *other) {
    double statistic = 0;
    int faces = 0;
    for (int face = 0; face < FACES; face++) {
        double sum = (double)one[face] + other[face], off = (double)one[face] - other[face];
        if (sum == 0) continue;
        statistic += off * off / sum;
        faces++;
    }
    return chi_square_tail(statistic, faces - 1);
}

static bool sample_text(const Position *position, const Hidden *hidden, const StateRoom *view, Chance *chance,
                        StateRoom *state) {
    uint8_t cards[HIDDEN_MAX];
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        memcpy(cards, hidden->cards, sizeof cards);
        chance_shuffle(chance, 0, cards, hidden->count);
        if (fits(position, hidden, cards, view, state)) return true;
    }
    return false;
}

static bool check_places(const Position *position, const Hidden *hidden, const StateRoom *view, Report *report) {
    const Game *game = position->game;
    Places sides[2] = {{0}};
    Chance chance = chance_fast(2);
    int samples = SAMPLES_OF_PLACES * (soak() ? SOAK_FACTOR : 1);
    bool well = true;
    for (int side = 0; side < 2; side++) {
        sides[side].counts = calloc((size_t)hidden->count, sizeof *sides[side].counts);
        if (!sides[side].counts) abort();
        for (int i = 0; well && i < samples; i++) {
            StateRoom state = {{0}};
            Hidden found;
            if (side == 0) game->determinize(VIEW_IN(*view), &chance, STATE_IN(state));
            else if (!sample_text(position, hidden, view, &chance, &state))
                well = report_fail(report, "no deal was found that fits");
            if (!well) break;
            hidden_find(&found, game, STATE_IN(state), position->seat);
            if (found.count != hidden->count) well = report_fail(report, "a state was drawn with other hidden places");
            else count_cards(&sides[side], &found);
        }
    }
    double least = 1;
    int place = 0;
    for (int i = 0; well && i < hidden->count; i++) {
        double p = compare_place(sides[0].counts[i], sides[1].counts[i]);
        if (p < least) least = p, place = i;
    }
    if (well) printf("# %s: %d places, %d drawn, least p = %.4f\n", position->name, hidden->count, samples, least);
    if (well && least * hidden->count < p_least) {
        well = report_fail(report, "place %d of the hidden ones gets other cards than it should: p = %g", place, least);
        report_position(report, "view", game, STATE_IN(*view));
    }
    for (int side = 0; side < 2; side++) free(sides[side].counts);
    return well;
}

static bool check_all(const Position *position, const Hidden *hidden, const StateRoom *view, Report *report) {
    uint8_t cards[HIDDEN_MAX];
    States *states = malloc(sizeof *states);
    if (!states) abort();
    states_open(states, position->game->state_bytes);
    memcpy(cards, hidden->cards, sizeof cards);
    qsort(cards, (size_t)hidden->count, 1, by_face);
    do {
        StateRoom state;
        if (fits(position, hidden, cards, view, &state)) states_add(states, &state);
    } while (next_arrangement(cards, hidden->count));
    bool well = states->count > 0 || report_fail(report, "no deal of the hidden cards fits, not even the one given");
    if (well && states->count > STATES_MAX) well = check_places(position, hidden, view, report);
    else well = well && check_states(position, view, states, report);
    states_free(states);
    free(states);
    return well;
}

static bool check_position(const Position *position, Report *report) {
    StateRoom state, view;
    Hidden hidden;
    Error error = {""};
    if (!position->game->parse(STATE_IN(state), span_of(position->text), &error))
        return report_fail(report, "the position is refused: %s", error.text);
    if (position->game->viewer(STATE_IN(state)) != VIEWER_WHOLE)
        return report_fail(report, "give the whole position, not a view");
    if (position->seat != ONLOOKER && position->seat >= position->game->seats(STATE_IN(state)))
        return report_fail(report, "there is no seat %d", position->seat);
    fault_watch(position->name, position->game, STATE_IN(state));
    position->game->view(STATE_IN(state), position->seat, VIEW_IN(view));
    hidden_find(&hidden, position->game, STATE_IN(state), position->seat);
    if (hidden.count < 2) return report_fail(report, "nothing is hidden here");
    if (hidden.opaque) return report_fail(report, "%d hidden things here are no cards", hidden.opaque);
    bool few = arrangement_count(hidden.cards, hidden.count) <= (soak() ? ARRANGEMENTS_MAX_SOAK : ARRANGEMENTS_MAX);
    bool well = (few ? check_all : check_places)(position, &hidden, &view, report);
    fault_watch(NULL, NULL, NULL);
    return well;
}

static void test_position(void **state) {
    Report report = {0};
    check_position(*state, &report);
    report_require(&report);
}

/* ---- the toy game, fair and unfair */

static const char *const toy_few =
    "toy:plain people=3 packs=1 rounds=1 round=1 first=0 chance=2 points=1/1/0 hands=3a/-/1a "
    "laid=-/2a/- deck=4a,5a,6a pile=1b,2b,3b,4b,5b,6b";
static const char *const toy_double =
    "toy:plain people=4 packs=2 rounds=1 round=1 first=0 chance=2 points=1/1/0/0 "
    "hands=1a/2a/2a/3a laid=-/-/-/- "
    "deck=1a,3a,4a,4a,5a,5a,6a,6a,1b,1b,2b,2b pile=3b,3b,4b,4b,5b,5b,6b,6b";
static const char *const toy_late =
    "toy:plain people=4 packs=1 rounds=1 round=1 first=0 chance=2 points=1/0/0/0 "
    "hands=1a,2a/3a,4a/5a,6a/1b,2b laid=-/-/-/- deck=- pile=3b,4b,5b,6b";
static const char *const toy_first =
    "toy:plain people=3 packs=2 rounds=1 round=1 first=0 chance=2 points=0/0/0 "
    "hands=1a,1a,2a/2a,3a,3a/4a,4a,5a laid=-/-/- "
    "deck=5a,6a,6a,1b,1b,2b,2b,3b,3b,4b,4b,5b,5b,6b,6b pile=-";

/* A low unknown card rather comes to the first unknown hand. */
static void draw_unfairly(const View *view, Chance *chance, State *state) {
    toy.determinize(view, chance, state);
    Toy *t = (Toy *)(void *)state;
    const Toy *v = (const Toy *)(const void *)view;
    for (int seat = 0; seat + 1 < t->people; seat++)
        if (v->hand[seat][0] == CARD_UNKNOWN && v->hand[seat + 1][0] == CARD_UNKNOWN &&
            t->hand[seat][0] > t->hand[seat + 1][0]) {
            swap(&t->hand[seat][0], &t->hand[seat + 1][0]);
            qsort(t->hand[seat], t->hand_count[seat], 1, by_face);
            qsort(t->hand[seat + 1], t->hand_count[seat + 1], 1, by_face);
        }
}

/* Never changes the order of the deck. */
static void draw_in_order(const View *view, Chance *chance, State *state) {
    toy.determinize(view, chance, state);
    Toy *t = (Toy *)(void *)state;
    qsort(t->deck, t->deck_count, 1, by_face);
}

/* Draws what cannot be: somebody's known card once more. */
static void draw_known(const View *view, Chance *chance, State *state) {
    toy.determinize(view, chance, state);
    ((Toy *)(void *)state)->hand[1][0] = 0;
}

static void expect(Game game, const char *text, int seat, const char *words) {
    Position position = {(char *)"toy", (char *)text, &game, seat};
    Report report = {0};
    check_position(&position, &report);
    if (!words) report_require(&report);
    else if (!report.failed) fail_msg("not noticed: %s", words);
    else if (!strstr(report.text, words)) fail_msg("noticed in other words than '%s': %s", words, report.text);
}

static void test_fair(void **state) {
    (void)state;
    expect(toy, toy_few, 0, NULL);
    expect(toy, toy_late, 0, NULL);
    expect(toy, toy_late, 2, NULL);
    expect(toy, toy_double, 1, NULL);
    expect(toy, toy_first, 1, NULL);
    expect(toy, toy_first, ONLOOKER, NULL);
}

static void test_unfair(void **state) {
    (void)state;
    Game unfair = toy, ordered = toy, wrong = toy;
    unfair.determinize = draw_unfairly;
    ordered.determinize = draw_in_order;
    wrong.determinize = draw_known;
    expect(unfair, toy_late, 0, "as often as they can be dealt");
    expect(unfair, toy_first, 2, "other cards than it should");
    expect(unfair, toy_double, 0, "other cards than it should");
    expect(ordered, toy_first, 0, "other cards than it should");
    expect(wrong, toy_late, 0, "no deal of the hidden cards gives");
}

static void test_arrangements(void **state) {
    (void)state;
    uint8_t cards[] = {1, 1, 2, 3, 3};
    uint8_t last[sizeof cards] = {0};
    int count = 0;
    assert_true(fabs(arrangement_count(cards, 5) - 30) < 1e-6);
    do {
        assert_true(memcmp(last, cards, sizeof cards) < 0);
        memcpy(last, cards, sizeof cards);
        count++;
    } while (next_arrangement(cards, 5));
    assert_int_equal(count, 30);
}

/* ---- the files */

typedef struct Positions {
    Position *list;
    size_t count;
} Positions;

static bool add_line(Positions *positions, const char *path, int number, Span line) {
    Span text = line, seats, seat;
    Error error = {""};
    span_split(&line, ':', &seats);
    if (!line.at) return false;
    text = span_trim(line);
    seats = span_trim(seats);
    while (span_split(&seats, ' ', &seat)) {
        int64_t who = ONLOOKER;
        char name[256];
        if (seat.length == 0) continue;
        if (!span_is(seat, "onlooker") && !span_number(seat, 0, SEATS_MAX - 1, &who)) return false;
        const Game *game = game_of_position(text, &error);
        if (!game) return false;
        positions->list = realloc(positions->list, (positions->count + 1) * sizeof *positions->list);
        if (!positions->list) abort();
        snprintf(name, sizeof name, "%s:%d seat %.*s", path, number, SPAN_ARGS(seat));
        positions->list[positions->count++] = (Position){strdup(name), strndup(text.at, text.length), game, (int)who};
    }
    return true;
}

static bool add_files(Positions *positions) {
    glob_t files;
    bool well = true;
    if (glob("tests/games/determinize/*.txt", 0, NULL, &files) != 0) return true;
    for (size_t i = 0; well && i < files.gl_pathc; i++) {
        char *text = file_text(files.gl_pathv[i]);
        Span rest = span_of(text ? text : ""), line;
        int number = 0;
        while (well && next_line(&rest, &number, &line))
            if (!add_line(positions, files.gl_pathv[i], number, line)) {
                printf("not ok 1 - %s:%d is not SEATS: POSITION\n", files.gl_pathv[i], number);
                well = false;
            }
        free(text);
    }
    globfree(&files);
    return well;
}

/* Every game has something to hide, or else a file that says why it has not. */
static void test_every_game_has_positions(void **state) {
    (void)state;
    for (const Game *const *game = games; *game; game++) {
        char path[64];
        snprintf(path, sizeof path, "tests/games/determinize/%s.txt", (*game)->name);
        if (access(path, R_OK) != 0) fail_msg("%s has no positions: there is no %s", (*game)->name, path);
    }
}

int main(void) {
    static const struct CMUnitTest own[] = {
        cmocka_unit_test(test_arrangements),
        cmocka_unit_test(test_fair),
        cmocka_unit_test(test_unfair),
        cmocka_unit_test(test_every_game_has_positions),
    };
    enum { OWN = sizeof own / sizeof *own };
    Positions positions = {0};
    if (!add_files(&positions)) return 1;
    struct CMUnitTest *tests = calloc(OWN + positions.count, sizeof *tests);
    if (!tests) return 1;
    memcpy(tests, own, sizeof own);
    for (size_t i = 0; i < positions.count; i++)
        tests[OWN + i] = (struct CMUnitTest){positions.list[i].name, test_position, NULL, NULL, &positions.list[i]};
    int failed = tap_run("determinize", tests, OWN + positions.count);
    free(tests);
    for (size_t i = 0; i < positions.count; i++) {
        free(positions.list[i].name);
        free(positions.list[i].text);
    }
    free(positions.list);
    return failed;
}
