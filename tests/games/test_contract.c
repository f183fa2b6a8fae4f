/* Runs the contract of core/game.h on every game, variant and setting, and shows on the toy game that each check can fail.
 * The settings are the lines of tests/games/settings. ARALDO_SEED=n plays the one match of that seed, every position
 * checked. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/games/contract.h"
#include "tests/support/tap.h"
#include "tests/support/toy.h"

static ContractEffort effort(void) {
    const char *seed = getenv("ARALDO_SEED");
    if (seed) return (ContractEffort){.seed_first = strtoull(seed, NULL, 10), .games = 1, .deep_every = 1, .listen_every = 1};
    if (soak()) return (ContractEffort){.seed_first = 1, .games = 1000, .deep_every = 8, .listen_every = 2};
    return (ContractEffort){.seed_first = 1, .games = 1, .moves_min = 400, .deep_every = 16, .listen_every = 8};
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

/* ---- broken games: the toy game with one function replaced */

static Toy *toy_in(void *state) { return state; }

static int legal_but_first(const State *state, int actor, Move *moves) {
    int count = toy.legal(state, actor, moves);
    return count > 1 ? memmove(moves, moves + 1, (size_t)(count - 1) * sizeof *moves), count - 1 : count;
}

static int legal_twice(const State *state, int actor, Move *moves) {
    int count = toy.legal(state, actor, moves);
    if (count == 2) moves[count++] = moves[0];
    return count;
}

static int legal_too_long(const State *state, int actor, Move *moves) {
    int count = toy.legal(state, actor, moves);
    moves[toy.moves_max] = 0;
    return count;
}

static int legal_for_all(const State *state, int actor, Move *moves) {
    int count = toy.legal(state, actor, moves);
    if (count == 0 && actor < SEATS_MAX && toy.actors(state)) moves[count++] = TOY_TURN;
    return count;
}

static int legal_of_nothing(const State *state, int actor, Move *moves) {
    return actor == 1 ? 0 : toy.legal(state, actor, moves);
}

static int legal_of_state_only(const State *state, int actor, Move *moves) {
    return toy.viewer(state) == VIEWER_WHOLE ? toy.legal(state, actor, moves) : legal_but_first(state, actor, moves);
}

static int legal_from_heap(const State *state, int actor, Move *moves) {
    void *volatile block = malloc(1);
    free(block);
    return toy.legal(state, actor, moves);
}

static int robot_may_choose(const State *state, int actor, Move *moves) {
    int count = toy.legal(state, actor, moves);
    if (count == 1 && moves[0] == TOY_TURN) moves[count++] = TOY_TURN + 1;
    return count;
}

static bool legal_all(const State *state, int actor, Move move) {
    (void)move;
    return toy.actors(state) & SEAT_BIT(actor);
}

static bool legal_low_byte(const State *state, int actor, Move move) { return toy.is_legal(state, actor, move & 0xff); }

static SeatSet actors_beyond(const State *state) {
    SeatSet actors = toy.actors(state);
    return actors ? actors | SEAT_BIT(4) : 0;
}

static SeatSet winners_early(const State *state) {
    SeatSet winners = toy.winners(state);
    return winners ? winners : SEAT_BIT(0);
}

static SeatSet winners_never(const State *state) {
    (void)state;
    return 0;
}

static void view_in_part(const State *state, int seat, View *view) {
    Toy kept = *toy_in(view);
    toy.view(state, seat, view);
    toy_in(view)->padding[0] = kept.padding[0];
}

static void view_of_first(const State *state, int seat, View *view) {
    (void)seat;
    toy.view(state, 0, view);
}

static void view_unlike(const State *state, int seat, View *view) {
    toy.view(state, seat, view);
    toy_in(view)->points[0] ^= seat == ONLOOKER;
}

static void drawn_is_view(const View *view, Chance *chance, State *state) {
    (void)chance;
    memcpy(state, view, toy.state_bytes);
}

static void drawn_unlike(const View *view, Chance *chance, State *state) {
    toy.determinize(view, chance, state);
    Toy *t = toy_in(state);
    for (int i = 0; i < t->hand_count[1]; i++) {
        uint8_t card = t->hand[0][i];
        t->hand[0][i] = t->hand[1][i];
        t->hand[1][i] = card;
    }
}

static void drawn_by_time(const View *view, Chance *chance, State *state) {
    static uint64_t times;
    Chance other = chance_fast(times++);
    (void)chance;
    toy.determinize(view, &other, state);
}

static void print_without_chance(const State *state, Text *text) {
    Toy other = *toy_in((void *)state);
    other.round = other.rounds = 1;
    toy.print((const State *)(const void *)&other, text);
}

static bool parse_changes(State *state, Span text, Error *error) {
    if (toy.parse(state, text, error)) return true;
    toy_in(state)->round++;
    return false;
}

static bool parse_silent(State *state, Span text, Error *error) {
    (void)error;
    return toy.parse(state, text, NULL);
}

static bool parse_without_points(State *state, Span text, Error *error) {
    if (!toy.parse(state, text, error)) return false;
    toy_in(state)->points[0] = 77;
    return true;
}

static bool parse_move_any(const State *state, int actor, Span text, Move *move, Error *error) {
    bool well = toy.parse_move(state, actor, text, move, error);
    *move |= (Move)(actor == 1) << 40;
    return well;
}

static void print_move_spaced(const State *state, int actor, Move move, Text *text) {
    text_add(text, "card ");
    toy.print_move(state, actor, move, text);
}

static void apply_with_memory(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    static uint8_t times;
    toy.apply(state, actor, move, chance, sink);
    toy_in(state)->padding[1] = times++;
}

static void apply_in_order(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    toy.apply(state, actor, move, chance, sink);
    toy_in(state)->padding[0] = (uint8_t)actor;
}

static void apply_from_key(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    toy.apply(state, actor, move, chance, sink);
    toy_in(state)->padding[0] = (uint8_t)chance->key[0];
}

static void apply_untold(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    (void)sink;
    toy.apply(state, actor, move, chance, NULL);
}

static void apply_prefaced(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    event_begin(sink, "preface");
    event_end(sink);
    toy.apply(state, actor, move, chance, sink);
}

static void apply_other_told(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    event_begin(sink, "lay");
    event_number(sink, "seat", (actor + 1) % 2, SEEN_BY_ALL);
    event_text(sink, "move", actor == 2 ? "turn" : "1a", SEEN_BY_ALL);
    event_end(sink);
    toy.apply(state, actor, move, chance, NULL);
}

static void take_but_end(void *context, const Event *event) {
    EventSink *sink = context;
    if (strcmp(event->kind, "end") != 0) sink->take(sink->context, event);
}

static void apply_end_untold(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    static EventSink filter;
    filter.take = take_but_end;
    filter.context = sink;
    toy.apply(state, actor, move, chance, sink ? &filter : NULL);
}

static void apply_beyond(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    toy.apply(state, actor, move, chance, sink);
    ((unsigned char *)state)[toy.state_bytes] = 0;
}

static void apply_breaks(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    toy.apply(state, actor, move, chance, sink);
    toy_in(state)->chance_count = 500;
}

static bool setup_stray(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    Toy kept = *toy_in(state);
    if (!toy.setup(state, setup, chance, sink, error)) return false;
    toy_in(state)->padding[0] = kept.padding[0];
    return true;
}

static bool setup_any_option(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    Setup less = *setup;
    less.option_count = 0;
    return toy.setup(state, &less, chance, sink, error);
}

static bool setup_any_people(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    Setup other = *setup;
    if (other.people > 4) other.people = 4;
    return toy.setup(state, &other, chance, sink, error);
}

static bool setup_one_deal(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    Chance same = chance_fast(1);
    (void)chance;
    return toy.setup(state, setup, &same, sink, error);
}

static void points_of_whole(const State *state, int points[SEATS_MAX]) {
    toy.points(state, points);
    if (toy.viewer(state) != VIEWER_WHOLE) points[0]++;
}

static void points_other(const State *state, int points[SEATS_MAX]) {
    toy.points(state, points);
    points[0]++;
}

static const Variant in_pairs[] = {{"plain", NULL, NULL, 2, 4, 2}, {"robot", NULL, NULL, 2, 2, 0}, {0}};

/* Each is a breach, and the words by which the contract must notice it. */
static const struct {
    const char *name;
    Game with; /* the functions that replace the toy's */
    const char *words;
} defects[] = {
    {"a move is missing from the list", {.legal = legal_but_first}, "differ on the move"},
    {"a move is given twice", {.legal = legal_twice}, "twice in its list"},
    {"the list is too long", {.legal = legal_too_long}, "past moves_max"},
    {"a list longer than moves_max", {.moves_max = 2}, "moves_max"},
    {"moves for everybody", {.legal = legal_for_all}, "may not act"},
    {"an actor without moves", {.legal = legal_of_nothing}, "has no move"},
    {"other moves from the view", {.legal = legal_of_state_only}, "from its view"},
    {"memory from the heap", {.legal = legal_from_heap}, "heap"},
    {"a robot that may choose", {.legal = robot_may_choose}, "acts by itself"},
    {"everything is legal", {.is_legal = legal_all}, "differ on the move"},
    {"bits that do not matter", {.is_legal = legal_low_byte}, "differ on the move"},
    {"an actor who is not there", {.actors = actors_beyond}, "not there may act"},
    {"a winner before the end", {.winners = winners_early}, "somebody has won"},
    {"no winner at the end", {.winners = winners_never}, "winner"},
    {"a view with stray bytes", {.view = view_in_part}, "stray bytes"},
    {"a view of another", {.view = view_of_first}, "from its view"},
    {"a view with other points", {.view = view_unlike}, "view"},
    {"a drawn view", {.determinize = drawn_is_view}, "not whole"},
    {"a drawn state of another view", {.determinize = drawn_unlike}, "drawn"},
    {"drawing by itself", {.determinize = drawn_by_time}, "equal chance"},
    {"a text without the rounds", {.print = print_without_chance}, "parse back"},
    {"a refused position changes something", {.parse = parse_changes}, "but changed"},
    {"refused without a word", {.parse = parse_silent}, "without a clear line"},
    {"a position is read as another", {.parse = parse_without_points}, "parse back"},
    {"a move is read as another", {.parse_move = parse_move_any}, "parses back to another"},
    {"a move with a space", {.print_move = print_move_spaced}, "has a space"},
    {"a state that remembers", {.apply = apply_with_memory}, "different orders"},
    {"order matters", {.apply = apply_in_order}, "different orders"},
    {"a key in the state", {.apply = apply_from_key}, "recorded chance"},
    {"nothing is told", {.apply = apply_untold}, "tells nothing"},
    {"the move is not told first", {.apply = apply_prefaced}, "lacks"},
    {"another move is told", {.apply = apply_other_told}, "the first event"},
    {"the end is not told", {.apply = apply_end_untold}, "the end is not told"},
    {"bytes beyond the state", {.apply = apply_beyond}, "beyond state_bytes"},
    {"a broken state", {.apply = apply_breaks}, "an invariant is broken"},
    {"a first state with stray bytes", {.setup = setup_stray}, "depends on the memory"},
    {"any option is taken", {.setup = setup_any_option}, "unknown option was accepted"},
    {"any number of people is taken", {.setup = setup_any_people}, "too many people was accepted"},
    {"always the same deal", {.setup = setup_one_deal}, "another key gives the same"},
    {"a view counts other points", {.points = points_of_whole}, "other points"},
    {"the end tells other points", {.points = points_other}, "the end tells other"},
    {"partners of whom one leads", {.variants = in_pairs}, "of one side"},
    {"a match that is too long", {.turns_max = 3}, "more than 3 moves"},
};

/* The toy game with the functions that `with` names. */
static Game toy_with(const Game *with) {
    Game game = toy;
#define TAKE(field) game.field = with->field ? with->field : toy.field
    TAKE(legal), TAKE(is_legal), TAKE(actors), TAKE(winners), TAKE(view), TAKE(determinize), TAKE(print), TAKE(parse);
    TAKE(parse_move), TAKE(print_move), TAKE(apply), TAKE(setup), TAKE(points), TAKE(moves_max), TAKE(turns_max);
    TAKE(variants);
#undef TAKE
    return game;
}

static void test_defects(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof defects / sizeof *defects; i++) {
        Game broken = toy_with(&defects[i].with);
        Settings settings = {0};
        ContractEffort wanted = {.seed_first = 1, .games = 4, .deep_every = 1, .listen_every = 1};
        ContractTally tally = {0};
        Report report = {0};
        settings_add_game(&settings, &broken);
        for (int j = 0; j < settings.count && !report.failed; j++)
            contract_setting(&settings.list[j], &wanted, &tally, &report);
        settings_free(&settings);
        if (!report.failed) fail_msg("not noticed: %s", defects[i].name);
        if (!strstr(report.text, defects[i].words))
            fail_msg("%s: noticed in other words than '%s': %s", defects[i].name, defects[i].words, report.text);
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
    size_t count = (size_t)settings.count + 1;
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (!tests) return 1;
    tests[settings.count] = (struct CMUnitTest)cmocka_unit_test(test_defects);
    for (int i = 0; i < settings.count; i++)
        tests[i] = (struct CMUnitTest){settings.list[i].name, test_setting, NULL, NULL, &settings.list[i]};
    int failed = tap_run("contract", tests, count);
    free(tests);
    settings_free(&settings);
    return failed;
}
