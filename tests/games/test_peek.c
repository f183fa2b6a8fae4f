/* Tests that nobody learns what their seat may not know, in every game, variant and setting, for seats and watchers.
 * On the toy game it shows that leaks of each kind are noticed. ARALDO_SEED=n plays the one match of that seed. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/games/hidden.h"
#include "tests/games/peek.h"
#include "tests/support/tap.h"
#include "tests/support/toy.h"

static PeekEffort effort(void) {
    const char *seed = getenv("ARALDO_SEED");
    if (seed) return (PeekEffort){.seed_first = strtoull(seed, NULL, 10), .games = 1, .peek_every = 1};
    if (soak()) return (PeekEffort){.seed_first = 1, .games = 100, .pairs_min = 10000, .peek_every = 2};
    return (PeekEffort){.seed_first = 1, .games = 1, .pairs_min = 40, .peek_every = 8};
}

static void test_setting(void **state) {
    const Setting *setting = *state;
    PeekEffort wanted = effort();
    PeekTally tally = {0};
    Report report = {0};
    peek_setting(setting, &wanted, &tally, &report);
    report_require(&report);
    printf(
        "# %s: %ld games, %ld positions with something hidden, %ld pairs (%ld edits refused), %ld moves played on, %ld of them "
        "secretly different, %ld times cards were shown, %ld changed shuffles, %ld hidden things not cards\n",
        setting->name, tally.games, tally.positions, tally.pairs, tally.refused, tally.steps, tally.secret, tally.shown,
        tally.dealt, tally.opaque);
}

/* ---- the hidden places of a text */

static void parse_toy(const char *text, StateRoom *room) {
    Error error = {""};
    if (!toy.parse(STATE_IN(*room), span_of(text), &error)) fail_msg("%s: %s", text, error.text);
}

static void test_places(void **state) {
    (void)state;
    StateRoom room, other;
    Hidden hidden;
    char text[STATE_TEXT_MAX];
    parse_toy(
        "toy:plain people=2 packs=1 rounds=1 round=1 first=0 chance=2 points=1/0 hands=1a/3a,3b laid=2a/- "
        "deck=4a,5a,6a,4b,5b,6b pile=1b,2b",
        &room);
    hidden_find(&hidden, &toy, STATE_IN(room), 1);
    assert_int_equal(hidden.count, 8);
    assert_int_equal(hidden.opaque, 0);
    assert_int_equal(hidden.cards[0], 0); /* 1a in the other's hand, 2a laid, then the deck */
    assert_int_equal(hidden.cards[1], 1);
    uint8_t cards[HIDDEN_MAX];
    memcpy(cards, hidden.cards, sizeof cards);
    cards[0] = hidden.cards[1];
    cards[1] = hidden.cards[7];
    cards[7] = hidden.cards[0];
    Text words = text_init(text, sizeof text);
    hidden_write(&hidden, cards, &words);
    assert_non_null(strstr(text, "hands=2a/3a,3b laid=6b/- deck=4a,5a,6a,4b,5b,1a pile=1b,2b"));
    assert_true(hidden_put(&hidden, cards, STATE_IN(other), NULL));
    hidden_find(&hidden, &toy, STATE_IN(room), 0);
    assert_int_equal(hidden.count, 8); /* the other's two cards and the deck */
    hidden_find(&hidden, &toy, STATE_IN(room), ONLOOKER);
    assert_int_equal(hidden.count, 10);
}

/* ---- leaks */

static Toy *toy_in(void *state) { return state; }

static const Toy *toy_of(const State *state) { return (const Toy *)(const void *)state; }

/* From the second trick on. */
static void view_with_hint(const State *state, int seat, View *view) {
    toy.view(state, seat, view);
    if (toy_of(state)->pile_count) toy_in(view)->padding[0] = toy_of(state)->hand[(seat + 1) % 2][0] & 1;
}

static int legal_by_others(const State *state, int actor, Move *moves) {
    int count = toy.legal(state, actor, moves);
    return count > 1 && actor < 2 && toy_of(state)->hand[1 - actor][0] < 6 ? count - 1 : count;
}

/* A refusal that tells whether another has the card. */
static bool parse_move_tells(const State *state, int actor, Span text, Move *move, Error *error) {
    if (!toy.parse_move(state, actor, text, move, error)) return false;
    for (int i = 0; i < TOY_HAND && actor != 1; i++)
        if (toy_of(state)->hand[1][i] == *move) return error_set(error, "that card is not yours");
    return true;
}

static void take_open(void *context, const Event *event) {
    EventSink *sink = context;
    sink->scratch = *event;
    Field *end = sink->scratch.fields + sink->scratch.field_count;
    for (Field *field = sink->scratch.fields; field < end; field += field_next(field) - field)
        if (strcmp(event->kind, "shuffle") != 0) field->seen_by = SEEN_BY_ALL;
    sink->take(sink->context, &sink->scratch);
}

/* Tells everybody everything. */
static void apply_openly(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    static EventSink filter;
    filter.take = take_open;
    filter.context = sink;
    toy.apply(state, actor, move, chance, sink ? &filter : NULL);
}

static bool setup_openly(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    static EventSink filter;
    filter.take = take_open;
    filter.context = sink;
    return toy.setup(state, setup, chance, sink ? &filter : NULL, error);
}

/* Says whether the card laid is high. */
static void apply_with_hint(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    bool high = move % 6 > 2;
    toy.apply(state, actor, move, chance, sink);
    event_begin(sink, "hint");
    event_bool(sink, "high", high);
    event_end(sink);
}

/* Says whether the next hand of seat 0 is strong: a fact without a card. */
static void apply_with_estimate(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    toy.apply(state, actor, move, chance, sink);
    event_begin(sink, "estimate");
    event_bool(sink, "strong", toy_of(state)->hand[0][0] % 6 > 2);
    event_end(sink);
}

/* Shows a laid card in the views before all have laid, and tells nobody. */
static void view_of_laid(const State *state, int seat, View *view) {
    toy.view(state, seat, view);
    toy_in(view)->laid[0] = toy_of(state)->laid[0];
}

static const struct {
    const char *name;
    Game with;
    const char *words;
} leaks[] = {
    {"a hint in the view", {.view = view_with_hint}, "see"},
    {"moves that depend on others' cards", {.legal = legal_by_others}, "different legal moves"},
    {"a refusal that tells", {.parse_move = parse_move_tells}, "is answered"},
    {"secret moves are told", {.apply = apply_openly}, "is told what the view does not show"},
    {"deals are told", {.setup = setup_openly}, "is told what the view does not show"},
    {"a hint about a secret move", {.apply = apply_with_hint}, "is told"},
    {"a hint about a hand", {.apply = apply_with_estimate}, "no card is shown"},
    {"a laid card is seen too early", {.view = view_of_laid}, "is told nothing of what then is seen"},
};

static void test_leaks(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        const Game *with = &leaks[i].with;
        Game leaky = toy;
        Settings settings = {0};
        PeekEffort wanted = {.seed_first = 1, .games = 40, .peek_every = 1};
        PeekTally tally = {0};
        Report report = {0};
        if (with->view) leaky.view = with->view;
        if (with->legal) leaky.legal = with->legal;
        if (with->parse_move) leaky.parse_move = with->parse_move;
        if (with->apply) leaky.apply = with->apply;
        if (with->setup) leaky.setup = with->setup;
        settings_add_game(&settings, &leaky);
        peek_setting(&settings.list[0], &wanted, &tally, &report);
        settings_free(&settings);
        if (!report.failed) fail_msg("not noticed: %s", leaks[i].name);
        if (!strstr(report.text, leaks[i].words))
            fail_msg("%s: noticed in other words than '%s': %s", leaks[i].name, leaks[i].words, report.text);
    }
}

int main(void) {
    Settings settings = {0};
    Error error = {""};
    static const Game *const toys[] = {&toy, NULL};
    if (!settings_add_all(&settings, toys, &error) || !settings_add_all(&settings, games, &error)) {
        printf("not ok 1 - %s\n", error.text);
        return 1;
    }
    size_t count = (size_t)settings.count;
    struct CMUnitTest *tests = calloc(count + 2, sizeof *tests);
    if (!tests) return 1;
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){settings.list[i].name, test_setting, NULL, NULL, &settings.list[i]};
    tests[count] = (struct CMUnitTest)cmocka_unit_test(test_places);
    tests[count + 1] = (struct CMUnitTest)cmocka_unit_test(test_leaks);
    int failed = tap_run("peek", tests, count + 2);
    free(tests);
    settings_free(&settings);
    return failed;
}
