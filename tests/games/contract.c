/* Plays random matches of any game and checks every promise of core/game.h on the way.
 * What must hold in a single position is in contract_state.c. */
#include "tests/games/contract.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURNS_MAX = 200000, /* for games that name no bound */
    ORDERS_MAX = 24,    /* orders of simultaneous moves that are tried */
    PEOPLE_STRAY = 3,   /* numbers of people beyond the variant's that are tried */
    GUARD_BYTE = 0xa5,
    ALL_LISTENERS = 0x1ff,
};

bool contract_fail(Contract *c, const State *state, const char *format, ...) {
    if (c->report->failed) return false;
    char words[2 * STATE_TEXT_MAX + 1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    report_fail(c->report, "%s", words);
    report_add(c->report, "in: %s", c->where);
    if (state) report_position(c->report, "position", c->game, state);
    return false;
}

static void say_where(Contract *c, const State *state) {
    snprintf(c->where, sizeof c->where, "%s, ARALDO_SEED=%llu, turn %d", c->setting->name, (unsigned long long)c->seed,
             c->turn);
    fault_watch(c->where, c->game, state);
}

/* ---- events */

static bool check_json(Contract *c, const State *before, const char *line, const char *kind) {
    json_error_t problem;
    json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, &problem);
    const char *told = json_string_value(json_object_get(event, "event"));
    bool well = told && strcmp(told, kind) == 0;
    json_decref(event);
    return well || contract_fail(c, before, "this is no proper event (%s): %s", event ? "kind" : problem.text, line);
}

static bool check_told(Contract *c, const State *before) {
    if (c->told.broken) return contract_fail(c, before, "events: %s", c->told.broken);
    for (int i = 0; i < c->told.count; i++) {
        for (int listener = 0; listener < TOLD_LISTENERS; listener++)
            if (c->told.listeners >> listener & 1 && !check_json(c, before, c->told.lines[i][listener], c->told.kinds[i]))
                return false;
        if (strstr(c->told.lines[i][TOLD_WHOLE], "\"?\""))
            return contract_fail(c, before, "the record does not know all: %s", c->told.lines[i][TOLD_WHOLE]);
    }
    return true;
}

/* The first event is the move, and its actor may know it. */
static bool check_first_event(Contract *c, const State *before, int actor, Move move) {
    Move parsed = ~move;
    Error error = {""};
    if (c->told.count == 0) return contract_fail(c, before, "seat %d's move tells nothing", actor);
    const char *line = c->told.lines[0][TOLD_WHOLE];
    if (!c->told.move[0]) return contract_fail(c, before, "the first event lacks \"move\": %s", line);
    if (!c->game->parse_move(before, actor, span_of(c->told.move), &parsed, &error) || parsed != move)
        return contract_fail(c, before, "the first event's move is not the one played: %s (%s)", line, error.text);
    if (c->told.by != actor)
        return contract_fail(c, before, "seat %d decided, but the first event says another: %s", actor, line);
    if (!(c->told.move_seen_by & SEAT_BIT(actor)))
        return contract_fail(c, before, "seat %d is not told its own move: %s", actor, line);
    return true;
}

static bool list_is(const json_t *list, const int *numbers, int count) {
    if (!json_is_array(list) || (int)json_array_size(list) != count) return false;
    for (int i = 0; i < count; i++)
        if (json_integer_value(json_array_get(list, (size_t)i)) != numbers[i]) return false;
    return true;
}

/* The event "end" comes last, once, and says what points and winners say. */
static bool check_end(Contract *c, const State *state) {
    bool over = game_over(c->game, state);
    int last = c->told.count - 1, points[SEATS_MAX] = {0}, winners[SEATS_MAX], winner_count = 0;
    for (int i = 0; i < last; i++)
        if (strcmp(c->told.kinds[i], "end") == 0) return contract_fail(c, state, "something is told after the end");
    bool told = last >= 0 && strcmp(c->told.kinds[last], "end") == 0;
    if (told != over) return contract_fail(c, state, over ? "the end is not told" : "the end is told, but it goes on");
    if (!over) return true;
    c->game->points(state, points);
    for (int seat = 0; seat < c->game->seats(state); seat++)
        if (c->game->winners(state) & SEAT_BIT(seat)) winners[winner_count++] = seat;
    json_t *event = json_loads(c->told.lines[last][TOLD_WHOLE], 0, NULL);
    bool well = list_is(json_object_get(event, "totals"), points, c->game->seats(state)) &&
                list_is(json_object_get(event, "winners"), winners, winner_count);
    json_decref(event);
    return well || contract_fail(c, state, "the end tells other points or winners: %s", c->told.lines[last][TOLD_WHOLE]);
}

/* ---- simultaneous moves */

/* The index-th order of `count` actors; random ones beyond four actors. */
static void arrange(Contract *c, int index, int count, int *order) {
    for (int i = 0; i < count; i++) order[i] = i;
    for (int left = count; left > 1; left--) {
        int chosen = count <= 4 ? index % left : (int)chance_below(&c->dice, (uint32_t)left), kept = order[chosen];
        index /= left;
        order[chosen] = order[left - 1];
        order[left - 1] = kept;
    }
}

static bool check_together(Contract *c, const State *state) {
    const Game *game = c->game;
    int actors[SEATS_MAX], order[SEATS_MAX], count = 0, orders = 1;
    Move chosen[SEATS_MAX];
    StateRoom first, room;
    for (int seat = 0; seat < game->seats(state); seat++) {
        if (!(game->actors(state) & SEAT_BIT(seat))) continue;
        int moves = contract_moves(c, state, seat, c->moves);
        if (moves <= 0) return moves == 0 ? contract_fail(c, state, "seat %d may act, but has no move", seat) : false;
        chosen[count] = c->moves[chance_below(&c->dice, (uint32_t)moves)];
        actors[count++] = seat;
    }
    if (count < 2) return true;
    c->tally->together++;
    for (int i = 2; i <= count && orders < ORDERS_MAX; i++) orders *= i;
    for (int index = 0; index < orders; index++) {
        Chance chance = chance_table(&c->key);
        arrange(c, index, count, order);
        memcpy(&room, state, game->state_bytes);
        for (int i = 0; i < count; i++) {
            int actor = actors[order[i]];
            if (!game->is_legal(STATE_IN(room), actor, chosen[order[i]]))
                return contract_fail(c, state, "seat %d could act with others, but no more after seat %d", actor,
                                     actors[order[0]]);
            game->apply(STATE_IN(room), actor, chosen[order[i]], &chance, NULL);
        }
        if (index == 0) first = room;
        if (memcmp(&first, &room, game->state_bytes) == 0) continue;
        contract_fail(c, state, "moves made at the same time give different states in different orders");
        report_position(c->report, "one", game, STATE_IN(first));
        report_position(c->report, "other", game, STATE_IN(room));
        return false;
    }
    return true;
}

/* ---- a match */

/* Sets a match up in memory filled with `fill`. */
static bool begin(Contract *c, const Setup *setup, StateRoom *room, int fill, Chance chance, EventSink *sink) {
    Error error = {""};
    memset(room, fill, sizeof *room);
    if (!c->game->setup(STATE_IN(*room), setup, &chance, sink, &error))
        return contract_fail(c, NULL, "the setting is refused: %s", error.text);
    return true;
}

/* Equal keys, equal bytes: in any memory, with and without a sink, from the options as given and as described, and from the
 * outcomes that were told. */
static bool check_setup(Contract *c, StateRoom *room) {
    StateRoom other;
    Setup described;
    Chance table = chance_table(&c->key);
    told_restart(&c->told);
    if (!begin(c, &c->setting->setup, room, GUARD_BYTE, table, &c->told.sink) || !check_told(c, STATE_IN(*room))) return false;
    c->game->describe(STATE_IN(*room), &described);
    if (described.variant != c->setting->setup.variant || described.people != c->setting->setup.people)
        return contract_fail(c, STATE_IN(*room), "the table is described as another");
    if (c->outcomes.count && c->outcomes.first != 0) return contract_fail(c, STATE_IN(*room), "chance does not count from 0");
    for (int i = 0; i < 4; i++) {
        Chance chance = i == 3 ? outcomes_chance(&c->outcomes) : table;
        static const int fills[] = {0x00, 0xff, 0x00, 0xff};
        if (!begin(c, i == 2 ? &described : &c->setting->setup, &other, fills[i], chance, NULL)) return false;
        if (memcmp(room, &other, c->game->state_bytes) == 0) continue;
        static const char *const causes[] = {"the memory it was set up in", "the memory it was set up in or the sink",
                                             "the options as given or described", "chance as drawn or as recorded"};
        contract_fail(c, STATE_IN(*room), "the first state depends on %s", causes[i]);
        report_position(c->report, "other", c->game, STATE_IN(other));
        return false;
    }
    return true;
}

static bool same_state(Contract *c, const State *before, const State *state, const StateRoom *other, const char *how) {
    if (memcmp(state, other, c->game->state_bytes) == 0) return true;
    contract_fail(c, before, "the next state is another %s", how);
    report_position(c->report, "one", c->game, state);
    report_position(c->report, "other", c->game, STATE_IN(*other));
    return false;
}

/* Plays a move with all listening; again without a sink from the key alone; again from the outcomes told. */
static bool play(Contract *c, StateRoom *room, int actor, Move move, Chance *chance) {
    const Game *game = c->game;
    StateRoom before = *room, silent = *room, recalled = *room;
    Chance fresh = chance_table(&c->key);
    told_clear(&c->told);
    c->told.listeners = chance_below(&c->dice, (uint32_t)c->effort->listen_every) ? 1u << TOLD_WHOLE : ALL_LISTENERS;
    game->apply(STATE_IN(*room), actor, move, chance, &c->told.sink);
    if (!check_told(c, STATE_IN(before)) || !check_first_event(c, STATE_IN(before), actor, move)) return false;
    game->apply(STATE_IN(silent), actor, move, &fresh, NULL);
    if (!same_state(c, STATE_IN(before), STATE_IN(*room), &silent, "without a sink, or with a fresh source of the same key"))
        return false;
    Chance record = outcomes_chance(&c->outcomes);
    game->apply(STATE_IN(recalled), actor, move, &record, NULL);
    if (record.failed) return contract_fail(c, STATE_IN(before), "chance that is needed was not told");
    if (!same_state(c, STATE_IN(before), STATE_IN(*room), &recalled, "from recorded chance")) return false;
    const char *broken = game->check(STATE_IN(*room));
    if (broken)
        return contract_fail(c, STATE_IN(before), "an invariant is broken by seat %d's move %s: %s", actor, c->told.move,
                             broken);
    for (size_t i = game->state_bytes; i < sizeof room->bytes; i++)
        if (room->bytes[i] != GUARD_BYTE) return contract_fail(c, STATE_IN(before), "bytes beyond state_bytes are written to");
    return check_end(c, STATE_IN(*room));
}

typedef struct Played {
    int count, capacity;
    struct {
        Move move;
        int actor;
    } * list;
} Played;

static void remember(Played *played, int actor, Move move) {
    if (played->count == played->capacity) {
        played->capacity = played->capacity ? 2 * played->capacity : 256;
        played->list = realloc(played->list, (size_t)played->capacity * sizeof *played->list);
        assert(played->list);
    }
    played->list[played->count].move = move;
    played->list[played->count++].actor = actor;
}

/* The same key and the same moves once more: the same bytes, the same words. */
static bool check_again(Contract *c, const StateRoom *end, const Played *played) {
    StateRoom room;
    Chance chance = chance_table(&c->key);
    told_restart(&c->again);
    if (!begin(c, &c->setting->setup, &room, GUARD_BYTE, chance, &c->again.sink)) return false;
    for (int i = 0; i < played->count; i++) {
        told_clear(&c->again);
        c->game->apply(STATE_IN(room), played->list[i].actor, played->list[i].move, &chance, &c->again.sink);
    }
    if (memcmp(end, &room, c->game->state_bytes) != 0) return contract_fail(c, STATE_IN(room), "the same match ends otherwise");
    return c->told.digest == c->again.digest || contract_fail(c, STATE_IN(room), "the same match is told otherwise");
}

static int pick_actor(Contract *c, const State *state) {
    SeatSet actors = c->game->actors(state);
    int chosen = (int)chance_below(&c->dice, (uint32_t)__builtin_popcount(actors));
    for (int seat = 0;; seat++)
        if (actors & SEAT_BIT(seat) && chosen-- == 0) return seat;
}

static bool play_match(Contract *c) {
    const Game *game = c->game;
    StateRoom room;
    Played played = {0};
    State *state = STATE_IN(room);
    Chance chance = chance_table(&c->key);
    int turns_max = game->turns_max ? game->turns_max : TURNS_MAX;
    bool well = check_setup(c, &room);
    while (well && !game_over(game, state)) {
        say_where(c, state);
        if (chance_below(&c->dice, (uint32_t)c->effort->deep_every) == 0)
            well = contract_state(c, state) && check_together(c, state);
        int actor = pick_actor(c, state), count = well ? contract_moves(c, state, actor, c->moves) : -1;
        if (count == 0) contract_fail(c, state, "seat %d may act, but has no move", actor);
        well = well && count > 0;
        if (!well) break;
        Move move = c->moves[chance_below(&c->dice, (uint32_t)count)];
        remember(&played, actor, move);
        well = play(c, &room, actor, move, &chance);
        c->tally->moves++;
        if (well && ++c->turn > turns_max) well = contract_fail(c, state, "the match has more than %d moves", turns_max);
    }
    well = well && contract_state(c, state) && check_again(c, &room, &played);
    free(played.list);
    return well;
}

/* ---- a setting */

static bool refuses(Contract *c, const Setup *setup, const char *what) {
    StateRoom room, before;
    Chance chance = chance_fast(1);
    Error error = {""};
    memset(&room, GUARD_BYTE, sizeof room);
    before = room;
    if (c->game->setup(STATE_IN(room), setup, &chance, NULL, &error)) return contract_fail(c, NULL, "%s was accepted", what);
    if (!error.text[0] || strchr(error.text, '\n')) return contract_fail(c, NULL, "%s was refused without a clear line", what);
    return memcmp(&room, &before, sizeof room) == 0 || contract_fail(c, NULL, "%s was refused, but changed something", what);
}

static bool check_refusals(Contract *c) {
    Setup setup = c->setting->setup;
    const Variant *variant = &c->game->variants[setup.variant];
    setup_option(&setup, span_of("no_such_option=1"), NULL);
    if (!refuses(c, &setup, "an unknown option")) return false;
    setup = c->setting->setup;
    for (int i = 1; i <= PEOPLE_STRAY; i++) {
        setup.people = variant->people_min - i;
        if (!refuses(c, &setup, "a table with too few people")) return false;
        setup.people = variant->people_max + i;
        if (!refuses(c, &setup, "a table with too many people")) return false;
    }
    return true;
}

/* What the table of functions itself must say. */
static bool check_table(Contract *c) {
    const Game *game = c->game;
    if (game->state_bytes == 0 || game->state_bytes > STATE_BYTES_MAX)
        return contract_fail(c, NULL, "state_bytes is out of bounds");
    if (game->moves_max < 1 || game->turns_max < 0 || game->revision < 1 || !game->name || !*game->name)
        return contract_fail(c, NULL, "a number of the game's table is out of bounds");
    for (int i = 0; game->variants[i].name; i++) {
        const Variant *variant = &game->variants[i];
        if (variant->people_min < 1 || variant->people_max < variant->people_min || variant->people_max > SEATS_MAX)
            return contract_fail(c, NULL, "the numbers of people of %s are out of bounds", variant->name);
        if (variant->sides < 0 || variant->sides == 1 || variant->sides > variant->people_min)
            return contract_fail(c, NULL, "the sides of %s are out of bounds", variant->name);
    }
    return true;
}

/* Different keys give different matches. */
static bool check_differs(Contract *c, uint64_t *last) {
    StateRoom room;
    told_restart(&c->again);
    if (!begin(c, &c->setting->setup, &room, 0, chance_table(&c->key), &c->again.sink)) return false;
    if (c->again.digest == *last) return contract_fail(c, STATE_IN(room), "another key gives the same match");
    *last = c->again.digest;
    return true;
}

bool contract_setting(const Setting *setting, const ContractEffort *effort, ContractTally *tally, Report *report) {
    Contract *c = calloc(1, sizeof *c);
    assert(c);
    c->game = setting->game;
    c->setting = setting;
    c->report = report;
    c->tally = tally;
    c->effort = effort;
    size_t moves = (size_t)(c->game->moves_max + CONTRACT_GUARD);
    c->moves = calloc(moves, sizeof *c->moves);
    c->others = calloc(moves, sizeof *c->others);
    assert(c->moves && c->others);
    told_open(&c->told, c->game, ALL_LISTENERS, &c->outcomes);
    told_open(&c->again, c->game, 1u << TOLD_WHOLE, NULL);
    c->seed = effort->seed_first;
    say_where(c, NULL);
    uint64_t last = 0;
    bool well = check_table(c) && check_refusals(c);
    for (int i = 0; well && (i < effort->games || tally->moves < effort->moves_min); i++) {
        char seed[24];
        c->seed = effort->seed_first + (uint64_t)i;
        c->turn = 0;
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)c->seed);
        chance_key_parse(&c->key, span_of(seed), NULL);
        c->dice = chance_fast(c->seed);
        say_where(c, NULL);
        well = check_differs(c, &last) && play_match(c);
        tally->games++;
    }
    fault_watch(NULL, NULL, NULL);
    told_close(&c->told);
    told_close(&c->again);
    outcomes_free(&c->outcomes);
    free(c->moves);
    free(c->others);
    free(c);
    return well;
}
