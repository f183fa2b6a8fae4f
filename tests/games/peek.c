/* Plays pairs of states that differ only in hidden cards and compares all that a seat can observe. */
#include "tests/games/peek.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/games/hidden.h"
#include "tests/support/told.h"

enum {
    EDITS_TRIED = 12, /* edits of a position until one is accepted */
    STEPS_MAX = 12,   /* moves played on in a pair */
    PROBES = 8,       /* moves and move texts a seat tries out in both */
};

/* Events that open something hidden that is no card, because the rules say so. */
static const struct {
    const char *game, *kind;
} tells_unshown[] = {
    {"primo", "votes"}, /* secret votes, opened together */
    {NULL, NULL},
};

typedef struct Peek {
    const Game *game;
    const Setting *setting;
    PeekTally *tally;
    Report *report;
    uint64_t seed;
    int turn;
    char where[SETTING_TEXT_MAX + 64];
    ChanceKey key;
    Chance dice;
    Move *moves[2];
    Told told[2];      /* of a pair */
    Told match;        /* of the match itself */
    Outcomes outcomes; /* its chance */
    Hidden hidden;
} Peek;

/* Two states that a seat cannot tell apart. */
typedef struct Pair {
    StateRoom state[2];
    int seat;
} Pair;

static uint32_t below(Peek *p, uint32_t bound) { return chance_below(&p->dice, bound); }

static bool fail(Peek *p, const Pair *pair, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail(Peek *p, const Pair *pair, const char *format, ...) {
    if (p->report->failed) return false;
    char words[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    char who[24];
    snprintf(who, sizeof who, pair->seat == ONLOOKER ? "a watcher" : "seat %d", pair->seat);
    report_fail(p->report, "%s %s", who, words);
    report_add(p->report, "in: %s", p->where);
    for (int i = 0; i < 2; i++) report_position(p->report, i ? "other" : "one", p->game, STATE_IN(pair->state[i]));
    return false;
}

static void add_lines(Peek *p, int seat) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < p->told[i].count; j++)
            report_add(p->report, "told in %s: %s", i ? "other" : "one", p->told[i].lines[j][seat]);
}

/* ---- what a seat sees */

static bool same_view(Peek *p, const Pair *pair) {
    StateRoom views[2];
    for (int i = 0; i < 2; i++) p->game->view(STATE_IN(pair->state[i]), pair->seat, VIEW_IN(views[i]));
    return memcmp(&views[0], &views[1], p->game->state_bytes) == 0;
}

/* A move text that somebody might try: of a hidden card, of a move of anybody, with a letter changed. */
static void make_words(Peek *p, const State *state, Text *text) {
    if (p->hidden.count && below(p, 2)) {
        p->game->print_card(p->hidden.cards[below(p, (uint32_t)p->hidden.count)], text);
    } else {
        int seat = (int)below(p, (uint32_t)p->game->seats(state)), count = p->game->legal(state, seat, p->moves[0]);
        if (count) p->game->print_move(state, seat, p->moves[0][below(p, (uint32_t)count)], text);
        else text_add(text, "x");
    }
    if (below(p, 3) == 0 && text->length) text->buffer[below(p, (uint32_t)text->length)] = (char)('!' + below(p, 90));
}

/* What the seat may try, and what it is answered, is the same in both. */
static bool same_answers(Peek *p, const Pair *pair) {
    const Game *game = p->game;
    for (int probe = 0; probe < PROBES; probe++) {
        char words[MOVE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        Move move[2] = {0, 0};
        bool read[2], played[2];
        Error parse_errors[2] = {{""}, {""}}, play_errors[2] = {{""}, {""}};
        make_words(p, STATE_IN(pair->state[below(p, 2)]), &text);
        Move stray = chance_bits(&p->dice) >> below(p, 64);
        for (int i = 0; i < 2; i++) {
            StateRoom copy = pair->state[i];
            Chance chance = chance_table(&p->key);
            read[i] = game->parse_move(STATE_IN(copy), pair->seat, span_of(words), &move[i], &parse_errors[i]);
            Move tried = read[i] ? move[i] : stray;
            played[i] = game_play(game, STATE_IN(copy), pair->seat, tried, &chance, NULL, &play_errors[i]);
        }
        if (read[0] != read[1] || move[0] != move[1] || strcmp(parse_errors[0].text, parse_errors[1].text) != 0)
            return fail(p, pair, "writes %s and is answered '%s' or '%s'", words, parse_errors[0].text, parse_errors[1].text);
        if (played[0] != played[1] || strcmp(play_errors[0].text, play_errors[1].text) != 0)
            return fail(p, pair, "plays %s and is answered '%s' or '%s'", words, play_errors[0].text, play_errors[1].text);
    }
    return true;
}

static bool same_to_seat(Peek *p, const Pair *pair) {
    const Game *game = p->game;
    const State *one = STATE_IN(pair->state[0]), *other = STATE_IN(pair->state[1]);
    if (!same_view(p, pair)) return fail(p, pair, "sees different views");
    if (game->actors(one) != game->actors(other)) return fail(p, pair, "sees different actors");
    if (pair->seat == ONLOOKER) return true;
    int count = game->legal(one, pair->seat, p->moves[0]), of_other = game->legal(other, pair->seat, p->moves[1]);
    if (count != of_other || memcmp(p->moves[0], p->moves[1], (size_t)count * sizeof(Move)) != 0)
        return fail(p, pair, "has different legal moves");
    return same_answers(p, pair);
}

/* ---- what a seat is told */

/* Cards that one event shows and another, in the same field, does not. */
typedef struct Shown {
    int count;
    uint8_t cards[HIDDEN_MAX];
} Shown;

static void compare_cards(const Game *game, const json_t *a, const json_t *b, Shown *shown) {
    const char *key;
    json_t *item;
    size_t index;
    uint8_t card, other;
    if (json_is_string(a) && json_is_string(b)) {
        const char *one = json_string_value(a), *two = json_string_value(b);
        if (strcmp(one, two) != 0 && game->parse_card(span_of(one), &card) && game->parse_card(span_of(two), &other) &&
            shown->count < HIDDEN_MAX)
            shown->cards[shown->count++] = card;
    }
    json_array_foreach((json_t *)a, index, item) compare_cards(game, item, json_array_get(b, index), shown);
    json_object_foreach((json_t *)a, key, item) compare_cards(game, item, json_object_get(b, key), shown);
}

static Shown cards_shown(const Game *game, const char *one, const char *other) {
    Shown shown = {0};
    json_t *a = json_loads(one, 0, NULL), *b = json_loads(other, 0, NULL);
    if (a && b) compare_cards(game, a, b, &shown);
    json_decref(a);
    json_decref(b);
    return shown;
}

/* The first event that the seat is told differently; -1 if none. */
static int first_difference(const Peek *p, int seat) {
    for (int i = 0; i < p->told[0].count || i < p->told[1].count; i++)
        if (i >= p->told[0].count || i >= p->told[1].count || strcmp(p->told[0].lines[i][seat], p->told[1].lines[i][seat]) != 0)
            return i;
    return -1;
}

static bool shuffled_after(const Told *told, int event) {
    for (int i = event + 1; i < told->count; i++)
        if (strcmp(told->kinds[i], "shuffle") == 0) return true;
    return false;
}

static bool may_tell_unshown(const Peek *p, int event) {
    const char *kind = p->told[0].kinds[event];
    for (int i = 0; tells_unshown[i].game; i++)
        if (strcmp(p->game->name, tells_unshown[i].game) == 0 && strcmp(kind, tells_unshown[i].kind) == 0) return true;
    return false;
}

typedef enum { STEP_SAME, STEP_SHOWN, STEP_LEAK } StepResult;

/* The views are alike though something different was told: well if that was open and is no matter any more (shuffled since, or
 * lying where all is seen), or if the states have become the same. */
static bool may_forget(Peek *p, const Pair *after, int event, const Shown *shown) {
    if (shuffled_after(&p->told[0], event) || shuffled_after(&p->told[1], event)) return true;
    if (memcmp(&after->state[0], &after->state[1], p->game->state_bytes) == 0) return true;
    hidden_find(&p->hidden, p->game, STATE_IN(after->state[0]), after->seat);
    for (int i = 0; i < shown->count; i++)
        if (hidden_wholly(&p->hidden, shown->cards[i])) return false;
    return shown->count > 0;
}

/* What is wrong with the first event that was told differently, or NULL. */
static const char *judge_event(Peek *p, const Pair *after, int event, bool chosen, bool seen_alike) {
    Shown shown = {0};
    int seat = after->seat;
    bool both = event < p->told[0].count && event < p->told[1].count;
    bool alike = both && strcmp(p->told[0].kinds[event], p->told[1].kinds[event]) == 0;
    if (both) shown = cards_shown(p->game, p->told[0].lines[event][seat], p->told[1].lines[event][seat]);
    if (alike && may_tell_unshown(p, event)) return NULL;
    if (!chosen && !alike) return "is told of different events";
    if (!chosen && shown.count == 0) return "is told different facts though no card is shown";
    if (seen_alike && !may_forget(p, after, event, &shown)) return "is told what the view does not show";
    return NULL;
}

/* After a step in both: what is told and what is seen agree, and differ only where cards are shown. `chosen` says that the
 * moves themselves were different, which may be seen. */
static StepResult judge(Peek *p, const Pair *before, const Pair *after, bool chosen) {
    int event = first_difference(p, before->seat);
    bool seen_alike = same_view(p, after);
    if (event < 0 && seen_alike) return STEP_SAME;
    const char *leak = event < 0 ? "is told nothing of what then is seen" : judge_event(p, after, event, chosen, seen_alike);
    if (!leak) return STEP_SHOWN;
    fail(p, before, "%s", leak);
    add_lines(p, before->seat);
    for (int i = 0; i < 2; i++) report_position(p->report, i ? "then other" : "then one", p->game, STATE_IN(after->state[i]));
    return STEP_LEAK;
}

/* ---- playing on */

/* Hears from now on what the seat hears, and nothing else. */
static void listen(Peek *p, int side, int seat) {
    told_clear(&p->told[side]);
    p->told[side].listeners = 1u << seat;
}

static void step(Peek *p, const Pair *before, int actor, const Move moves[2], Pair *after) {
    *after = *before;
    for (int i = 0; i < 2; i++) {
        Chance chance = chance_table(&p->key);
        listen(p, i, before->seat);
        p->game->apply(STATE_IN(after->state[i]), actor, moves[i], &chance, &p->told[i].sink);
    }
}

static int pick_actor(Peek *p, const State *state) {
    SeatSet actors = p->game->actors(state);
    int chosen = (int)below(p, (uint32_t)__builtin_popcount(actors));
    for (int seat = 0;; seat++)
        if (actors & SEAT_BIT(seat) && chosen-- == 0) return seat;
}

/* Two different moves of another in one and the same state: whatever the seat is told of the difference, it sees. */
static bool compare_moves(Peek *p, const Pair *pair, int actor, int count) {
    Pair same = *pair, after;
    Move chosen[2] = {p->moves[0][below(p, (uint32_t)count)], p->moves[0][below(p, (uint32_t)count)]};
    if (actor == pair->seat || chosen[0] == chosen[1]) return true;
    same.state[1] = same.state[0];
    step(p, &same, actor, chosen, &after);
    return judge(p, &same, &after, true) != STEP_LEAK;
}

/* A move in both states: two that differ and that the seat cannot tell apart if there are such, else the same one. False if
 * there is none, or after a leak. */
static bool choose_moves(Peek *p, const Pair *pair, int actor, const int counts[2], Move chosen[2], bool *secret) {
    Pair after;
    for (int i = 0; i < 2; i++) chosen[i] = p->moves[i][below(p, (uint32_t)counts[i])];
    *secret = false;
    if (actor != pair->seat && chosen[0] != chosen[1]) {
        step(p, pair, actor, chosen, &after);
        StepResult result = judge(p, pair, &after, true);
        *secret = result == STEP_SAME;
        if (result != STEP_SHOWN) return *secret;
    }
    int first = (int)below(p, (uint32_t)counts[0]);
    for (int i = 0; i < counts[0]; i++) {
        chosen[0] = chosen[1] = p->moves[0][(first + i) % counts[0]];
        if (p->game->is_legal(STATE_IN(pair->state[1]), actor, chosen[1])) return true;
    }
    return false;
}

static bool play_on(Peek *p, Pair *pair) {
    for (int i = 0; i < STEPS_MAX && !game_over(p->game, STATE_IN(pair->state[0])); i++) {
        Pair after;
        Move chosen[2];
        bool secret;
        int actor = pick_actor(p, STATE_IN(pair->state[0])), counts[2];
        for (int j = 0; j < 2; j++) counts[j] = p->game->legal(STATE_IN(pair->state[j]), actor, p->moves[j]);
        if (counts[0] == 0 || counts[1] == 0) return fail(p, pair, "sees seat %d act, which has no move", actor);
        if (!compare_moves(p, pair, actor, counts[0])) return false;
        if (!choose_moves(p, pair, actor, counts, chosen, &secret)) return !p->report->failed;
        step(p, pair, actor, chosen, &after);
        p->tally->steps++;
        p->tally->secret += secret;
        StepResult result = judge(p, pair, &after, false);
        if (result == STEP_LEAK) return false;
        if (result == STEP_SHOWN) {
            p->tally->shown++;
            return true;
        }
        *pair = after;
        if (!same_to_seat(p, pair)) return false;
    }
    return true;
}

/* ---- pairs */

/* Two hidden cards change places, or all are dealt again. False if that changes nothing. */
static bool edit(Peek *p, uint8_t *cards) {
    const Hidden *hidden = &p->hidden;
    memcpy(cards, hidden->cards, (size_t)hidden->count);
    int swaps = below(p, 2) ? 1 : 2 * hidden->count;
    for (int i = 0; i < swaps; i++) {
        uint32_t a = below(p, (uint32_t)hidden->count), b = below(p, (uint32_t)hidden->count);
        uint8_t card = cards[a];
        cards[a] = cards[b];
        cards[b] = card;
    }
    return memcmp(cards, hidden->cards, (size_t)hidden->count) != 0;
}

static bool peek_position(Peek *p, const State *state, int seat) {
    uint8_t cards[HIDDEN_MAX];
    Pair pair = {.seat = seat};
    hidden_find(&p->hidden, p->game, state, seat);
    p->tally->opaque += p->hidden.opaque;
    if (p->hidden.count < 2) return true;
    p->tally->positions++;
    for (int i = 0; i < EDITS_TRIED; i++) {
        Error error = {""};
        memcpy(&pair.state[0], state, p->game->state_bytes);
        if (!edit(p, cards)) continue;
        if (!hidden_put(&p->hidden, cards, STATE_IN(pair.state[1]), &error)) {
            p->tally->refused++;
            continue;
        }
        if (memcmp(&pair.state[0], &pair.state[1], p->game->state_bytes) == 0) continue;
        p->tally->pairs++;
        return same_to_seat(p, &pair) && play_on(p, &pair);
    }
    return true;
}

/* ---- what is dealt out of sight */

/* A step of the match: the beginning (no state before it) or a move. */
typedef struct Moment {
    const State *before;
    int actor;
    Move move;
    int chance_from; /* the match's outcomes from here on belong to it */
} Moment;

static int count_face(const uint8_t *cards, int count, uint8_t face) {
    int found = 0;
    for (int i = 0; i < count; i++) found += cards[i] == face;
    return found;
}

/* A card of the shuffle that ends up hidden whichever of its kind it is, and is not shuffled again. */
static bool stays_hidden(const Peek *p, int shuffle, uint8_t card) {
    if (!hidden_wholly(&p->hidden, card)) return false;
    for (int i = shuffle + 1; i < p->outcomes.count; i++)
        if (p->outcomes.list[i].is_shuffle && count_face(p->outcomes.list[i].cards, p->outcomes.list[i].count, card))
            return false;
    return true;
}

/* The same step with two cards of a shuffle exchanged that the seat sees neither of: it must see and hear the same. */
static bool peek_shuffle(Peek *p, const State *after, const Moment *moment, int shuffle, int seat) {
    ChanceOutcome *outcome = &p->outcomes.list[shuffle], kept = *outcome;
    Pair pair = {.seat = seat};
    uint32_t a = below(p, (uint32_t)kept.count), b = below(p, (uint32_t)kept.count);
    hidden_find(&p->hidden, p->game, after, seat);
    if (kept.cards[a] == kept.cards[b] || !stays_hidden(p, shuffle, kept.cards[a]) || !stays_hidden(p, shuffle, kept.cards[b]))
        return true;
    bool failed = false;
    Error error = {""};
    for (int i = 0; i < 2; i++) {
        Outcomes recalled = p->outcomes;
        if (i == 1) {
            outcome->cards[a] = kept.cards[b];
            outcome->cards[b] = kept.cards[a];
        }
        Chance chance = outcomes_chance(&recalled);
        listen(p, i, seat);
        if (moment->before) {
            memcpy(&pair.state[i], moment->before, p->game->state_bytes);
            p->game->apply(STATE_IN(pair.state[i]), moment->actor, moment->move, &chance, &p->told[i].sink);
        } else if (!p->game->setup(STATE_IN(pair.state[i]), &p->setting->setup, &chance, &p->told[i].sink, &error)) {
            failed = true;
        }
        failed = failed || chance.failed;
    }
    *outcome = kept;
    if (failed) return true; /* a later shuffle has other cards now: nothing to compare */
    p->tally->dealt++;
    if (judge(p, &pair, &pair, false) == STEP_SAME) return true;
    fail(p, &pair, "sees or hears of cards being dealt that stay hidden");
    add_lines(p, seat);
    return false;
}

static bool peek_moment(Peek *p, const State *after, const Moment *moment) {
    for (int i = moment->chance_from; i < p->outcomes.count; i++) {
        if (!p->outcomes.list[i].is_shuffle) continue;
        for (int seat = 0; seat <= ONLOOKER; seat++)
            if ((seat < p->game->seats(after) || seat == ONLOOKER) && !peek_shuffle(p, after, moment, i, seat)) return false;
    }
    return true;
}

/* ---- matches */

static bool play_match(Peek *p, int peek_every) {
    const Game *game = p->game;
    StateRoom room, before;
    State *state = STATE_IN(room);
    Error error = {""};
    Chance chance = chance_table(&p->key);
    Moment moment = {0};
    told_restart(&p->match);
    memset(&room, 0, sizeof room);
    if (!game->setup(state, &p->setting->setup, &chance, &p->match.sink, &error))
        return report_fail(p->report, "%s is refused: %s", p->setting->name, error.text);
    bool well = peek_moment(p, state, &moment);
    while (well && !game_over(game, state)) {
        snprintf(p->where, sizeof p->where, "%s, ARALDO_SEED=%llu, turn %d", p->setting->name, (unsigned long long)p->seed,
                 p->turn);
        fault_watch(p->where, game, state);
        if (below(p, (uint32_t)peek_every) == 0) {
            int seat = (int)below(p, (uint32_t)game->seats(state) + 1);
            well = peek_position(p, state, seat == game->seats(state) ? ONLOOKER : seat);
        }
        moment = (Moment){STATE_IN(before), pick_actor(p, state), 0, p->outcomes.count};
        int count = game->legal(state, moment.actor, p->moves[0]);
        assert(count > 0);
        moment.move = p->moves[0][below(p, (uint32_t)count)];
        before = room;
        told_clear(&p->match);
        game->apply(state, moment.actor, moment.move, &chance, &p->match.sink);
        well = well && peek_moment(p, state, &moment);
        p->turn++;
    }
    return well;
}

bool peek_setting(const Setting *setting, const PeekEffort *effort, PeekTally *tally, Report *report) {
    Peek *p = calloc(1, sizeof *p);
    assert(p);
    p->game = setting->game;
    p->setting = setting;
    p->tally = tally;
    p->report = report;
    for (int i = 0; i < 2; i++) {
        p->moves[i] = calloc((size_t)p->game->moves_max, sizeof(Move));
        assert(p->moves[i]);
        told_open(&p->told[i], p->game, 0, NULL);
    }
    told_open(&p->match, p->game, 0, &p->outcomes);
    bool well = true;
    for (int i = 0; well && (i < effort->games || tally->pairs < effort->pairs_min); i++) {
        char seed[24];
        p->seed = effort->seed_first + (uint64_t)i;
        p->turn = 0;
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)p->seed);
        snprintf(p->where, sizeof p->where, "%s, ARALDO_SEED=%s, setting up", setting->name, seed);
        chance_key_parse(&p->key, span_of(seed), NULL);
        p->dice = chance_fast(p->seed);
        well = play_match(p, effort->peek_every);
        tally->games++;
        if (well && i > 50 && tally->pairs == 0)
            well = report_fail(report, "%s: no pair could be made in 50 games", setting->name);
    }
    fault_watch(NULL, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        free(p->moves[i]);
        told_close(&p->told[i]);
    }
    told_close(&p->match);
    outcomes_free(&p->outcomes);
    free(p);
    return well;
}
