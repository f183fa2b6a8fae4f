/* Checks what must hold in every position of every game: actors, moves, views, texts. */
#include "tests/games/contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/allocations.h"

enum {
    MOVES_SHOWN = 48,   /* moves of a long list whose text is checked */
    MOVES_STRAY = 24,   /* moves made up at random, for each seat */
    TEXTS_STRAY = 6,    /* positions with errors put in, for each state and view */
    PLAY_ON_MOVES = 12, /* from a position that errors were put into */
    FILL_ONE = 0x00,
    FILL_OTHER = 0xff,
};

static const Move guard_move = 0xdeadbeefdeadbeef;

static uint32_t below(Contract *c, uint32_t bound) { return chance_below(&c->dice, bound); }

/* ---- moves */

static int by_bits(const void *a, const void *b) {
    Move x = *(const Move *)a, y = *(const Move *)b;
    return x < y ? -1 : x > y;
}

int contract_moves(Contract *c, const State *state, int actor, Move *moves) {
    const Game *game = c->game;
    for (int i = 0; i < CONTRACT_GUARD; i++) moves[game->moves_max + i] = guard_move;
    int count = game->legal(state, actor, moves);
    if (count < 0 || count > game->moves_max) {
        contract_fail(c, state, "seat %d has %d moves, moves_max is %d", actor, count, game->moves_max);
        return -1;
    }
    for (int i = 0; i < CONTRACT_GUARD; i++)
        if (moves[game->moves_max + i] != guard_move) {
            contract_fail(c, state, "listing the moves of seat %d wrote past moves_max", actor);
            return -1;
        }
    return count;
}

static bool no_doubles(Contract *c, const State *state, int actor, int count) {
    memcpy(c->others, c->moves, (size_t)count * sizeof *c->moves);
    qsort(c->others, (size_t)count, sizeof *c->others, by_bits);
    for (int i = 1; i < count; i++)
        if (c->others[i] == c->others[i - 1]) return contract_fail(c, state, "seat %d has a move twice in its list", actor);
    return true;
}

static bool check_move_text(Contract *c, const State *state, const State *view, int actor, Move move) {
    const Game *game = c->game;
    char words[MOVE_TEXT_MAX], seen[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words), seen_text = text_init(seen, sizeof seen);
    Move parsed = ~move;
    Error error = {""};
    game->print_move(state, actor, move, &text);
    game->print_move(view, actor, move, &seen_text);
    if (text.overflow || text.length == 0 || strpbrk(words, " \t\n"))
        return contract_fail(c, state, "seat %d's move '%s' is empty, too long or has a space", actor, words);
    if (strcmp(words, seen) != 0) return contract_fail(c, state, "a move reads %s, but from the view %s", words, seen);
    for (int from_view = 0; from_view < 2; from_view++) {
        if (!game->parse_move(from_view ? view : state, actor, span_of(words), &parsed, &error))
            return contract_fail(c, state, "seat %d's move %s does not parse back: %s", actor, words, error.text);
        if (parsed != move) return contract_fail(c, state, "seat %d's move %s parses back to another", actor, words);
    }
    return true;
}

/* is_legal says for any 64 bits what the list says. */
static bool check_stray_moves(Contract *c, const State *state, const State *view, int actor, int count) {
    for (int i = 0; i < MOVES_STRAY; i++) {
        Move move = count ? c->moves[below(c, (uint32_t)count)] : 0;
        switch (below(c, 4)) {
        case 0: move ^= (Move)1 << below(c, 64); break;
        case 1: move ^= (Move)1 << below(c, 64) ^ (Move)1 << below(c, 64); break;
        case 2: move = chance_bits(&c->dice) >> below(c, 64); break;
        default: move += below(c, 5); break;
        }
        bool listed = bsearch(&move, c->others, (size_t)count, sizeof move, by_bits) != NULL;
        if (c->game->is_legal(state, actor, move) != listed || c->game->is_legal(view, actor, move) != listed)
            return contract_fail(c, state, "is_legal and the list of seat %d differ on the move %#llx: listed %d", actor,
                                 (unsigned long long)move, listed);
    }
    return true;
}

/* A seat that may not act: no moves, nothing legal, and the checked way to play refuses and changes nothing. */
static bool check_idle(Contract *c, const State *state, int seat) {
    int count = contract_moves(c, state, seat, c->moves);
    if (count != 0) return count > 0 ? contract_fail(c, state, "seat %d may not act, yet has moves", seat) : false;
    for (int actor = 0; actor < c->game->seats(state); actor++) {
        if (!(c->game->actors(state) & SEAT_BIT(actor))) continue;
        int others = contract_moves(c, state, actor, c->moves);
        if (others <= 0) continue;
        Move move = c->moves[below(c, (uint32_t)others)];
        if (c->game->is_legal(state, seat, move))
            return contract_fail(c, state, "seat %d may play seat %d's move", seat, actor);
        StateRoom copy;
        Chance chance = chance_fast(1);
        Error error = {""};
        memcpy(&copy, state, c->game->state_bytes);
        if (game_play(c->game, STATE_IN(copy), seat, move, &chance, NULL, &error) || !error.text[0])
            return contract_fail(c, state, "seat %d's move was taken from seat %d", actor, seat);
        if (memcmp(&copy, state, c->game->state_bytes) != 0) return contract_fail(c, state, "a refused move changed the state");
    }
    return true;
}

static bool check_actor(Contract *c, const State *state, int actor) {
    const Game *game = c->game;
    StateRoom room;
    game->view(state, actor, VIEW_IN(room));
    const State *view = STATE_IN(room);
    int count = contract_moves(c, state, actor, c->moves);
    if (count < 0) return false;
    if (count == 0) return contract_fail(c, state, "seat %d may act, but has no move", actor);
    if (actor >= c->setting->setup.people && count != 1)
        return contract_fail(c, state, "seat %d acts by itself, but has %d moves", actor, count);
    int of_view = contract_moves(c, view, actor, c->others);
    if (of_view < 0) return false;
    if (of_view != count || memcmp(c->moves, c->others, (size_t)count * sizeof *c->moves) != 0)
        return contract_fail(c, state, "seat %d has %d moves, but %d or others from its view", actor, count, of_view);
    if (!no_doubles(c, state, actor, count)) return false;
    for (int i = 0; i < count; i++) {
        if (!game->is_legal(state, actor, c->moves[i]) || !game->is_legal(view, actor, c->moves[i]))
            return contract_fail(c, state, "move %d of seat %d's list is not legal by itself", i, actor);
        if (i >= MOVES_SHOWN) continue;
        Move shown = count <= MOVES_SHOWN ? c->moves[i] : c->moves[below(c, (uint32_t)count)];
        if (!check_move_text(c, state, view, actor, shown)) return false;
    }
    return check_stray_moves(c, state, view, actor, count);
}

/* Partners of the whole match have the same points and win together. */
static bool check_sides(Contract *c, const State *state) {
    const Setup *setup = &c->setting->setup;
    int sides = game_sides(c->game, setup->variant, setup->people), points[SEATS_MAX];
    SeatSet winners = c->game->winners(state);
    c->game->points(state, points);
    for (int seat = sides; seat < setup->people; seat++) {
        int partner = seat - sides;
        if (points[seat] != points[partner] || (winners >> seat & 1) != (winners >> partner & 1))
            return contract_fail(c, state, "seats %d and %d are of one side, but one has more", partner, seat);
    }
    return true;
}

static bool check_actors(Contract *c, const State *state) {
    const Game *game = c->game;
    int seats = game->seats(state);
    SeatSet actors = game->actors(state), winners = game->winners(state), all = (SeatSet)(SEAT_BIT(seats) - 1);
    if (seats < c->setting->setup.people || seats > SEATS_MAX) return contract_fail(c, state, "there are %d seats", seats);
    if (actors & ~all) return contract_fail(c, state, "a seat that is not there may act");
    if (winners & ~all) return contract_fail(c, state, "a seat that is not there has won");
    if (actors && winners) return contract_fail(c, state, "somebody has won, and yet somebody may act");
    if (!actors && !winners) return contract_fail(c, state, "the match is over, but nobody has won");
    if (!check_sides(c, state)) return false;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (!(actors & SEAT_BIT(seat)) ? !check_idle(c, state, seat) : !check_actor(c, state, seat)) return false;
    return true;
}

/* ---- texts */

bool contract_text(Contract *c, const State *state, const char *what) {
    const Game *game = c->game;
    char printed[STATE_TEXT_MAX], again[STATE_TEXT_MAX];
    Text text = text_init(printed, sizeof printed), second = text_init(again, sizeof again);
    StateRoom parsed;
    Error error = {""};
    const char *broken = game->check(state);
    if (broken) return contract_fail(c, state, "%s breaks an invariant: %s", what, broken);
    game->print(state, &text);
    if (text.overflow) return contract_fail(c, state, "%s is too long as text", what);
    if (strpbrk(printed, "\n\r\t") || strstr(printed, "  "))
        return contract_fail(c, state, "%s is not one line of tokens", what);
    memset(&parsed, FILL_OTHER, sizeof parsed);
    if (!game->parse(STATE_IN(parsed), span_of(printed), &error))
        return contract_fail(c, state, "%s does not parse back: %s\n  printed: %s", what, error.text, printed);
    if (memcmp(&parsed, state, game->state_bytes) == 0) return true;
    game->print(STATE_IN(parsed), &second);
    return contract_fail(c, state, "%s does not parse back to the same bytes\n  printed: %s\n  again:   %s", what, printed,
                         again);
}

static size_t token_at(const char *text, size_t near, size_t *length) {
    while (near > 0 && text[near - 1] != ' ') near--;
    *length = strcspn(text + near, " ");
    return near;
}

/* Puts one error into a position's text: another letter, a lost or doubled one, a token lost, doubled or exchanged. */
static void spoil(Contract *c, char *text, size_t capacity) {
    static const char letters[] = "0123456789?-,/=+.:*abcdhsABCDEKQRSTXZ ";
    size_t length = strlen(text), at, size, at_other, size_other;
    char copy[STATE_TEXT_MAX];
    if (length == 0 || 2 * length + 2 > capacity) return;
    snprintf(copy, sizeof copy, "%s", text);
    at = below(c, (uint32_t)length);
    switch (below(c, 7)) {
    case 0: text[at] = letters[below(c, sizeof letters - 1)]; break;
    case 1: memmove(text + at, text + at + 1, length - at); break;
    case 2: memmove(text + at + 1, text + at, length - at + 1); break;
    case 3: /* a token is lost */
        at = token_at(text, at, &size);
        memmove(text + at, text + at + size, length - at - size + 1);
        break;
    case 4: /* a token is given twice */
        at = token_at(text, at, &size);
        snprintf(text + length, capacity - length, " %.*s", (int)size, copy + at);
        break;
    case 5: /* a token's value takes the place of another's */
        at = token_at(copy, at, &size);
        at_other = token_at(copy, below(c, (uint32_t)length), &size_other);
        snprintf(text, capacity, "%.*s%.*s%s", (int)at, copy, (int)size_other, copy + at_other, copy + at + size);
        break;
    default: { /* two letters change places */
        size_t other = below(c, (uint32_t)length);
        text[at] = copy[other];
        text[other] = copy[at];
    }
    }
}

/* From a position that was taken, all can be played that can be played. */
static bool play_on(Contract *c, const State *from) {
    const Game *game = c->game;
    StateRoom room;
    memcpy(&room, from, game->state_bytes);
    State *state = STATE_IN(room);
    Chance chance = chance_fast(c->seed + 1);
    for (int i = 0; i < PLAY_ON_MOVES && !game_over(game, state); i++) {
        SeatSet actors = game->actors(state);
        int actor = 0;
        while (!(actors & SEAT_BIT(actor))) actor++;
        int count = contract_moves(c, state, actor, c->moves);
        if (count < 0) return false;
        if (count == 0) return contract_fail(c, state, "a position was taken in which seat %d has no move", actor);
        game->apply(state, actor, c->moves[below(c, (uint32_t)count)], &chance, NULL);
        const char *broken = game->check(state);
        if (broken) return contract_fail(c, from, "a position was taken from which this comes: %s", broken);
    }
    if (game_over(game, state) && !game->winners(state))
        return contract_fail(c, from, "a position was taken that ends without a winner");
    return true;
}

/* A spoilt position is refused with a line and changes nothing, or it is a proper position. */
static bool check_spoilt(Contract *c, const State *state) {
    const Game *game = c->game;
    char words[STATE_TEXT_MAX];
    StateRoom parsed, before;
    Error error = {""};
    Text text = text_init(words, sizeof words);
    game->print(state, &text);
    for (uint32_t i = 0, errors = 1 + below(c, 3); i < errors; i++) spoil(c, words, sizeof words);
    memset(&parsed, 0xa5, sizeof parsed);
    before = parsed;
    c->tally->texts++;
    fault_watch(words, game, NULL);
    if (!game->parse(STATE_IN(parsed), span_of(words), &error)) {
        fault_watch(c->where, game, state);
        if (!error.text[0] || strpbrk(error.text, "\n\r"))
            return contract_fail(c, state, "refused without a clear line: %s", words);
        return memcmp(&before, &parsed, sizeof parsed) == 0 || contract_fail(c, state, "refused, but changed: %s", words);
    }
    c->tally->texts_taken++;
    bool well = contract_text(c, STATE_IN(parsed), "a position read from text");
    if (well && game->viewer(STATE_IN(parsed)) == VIEWER_WHOLE) well = play_on(c, STATE_IN(parsed));
    fault_watch(c->where, game, state);
    if (!well) report_add(c->report, "read from: %s", words);
    return well;
}

/* ---- views */

static bool same_setup(const Setup *a, const Setup *b) {
    if (a->variant != b->variant || a->people != b->people || a->option_count != b->option_count) return false;
    for (int i = 0; i < a->option_count; i++) {
        const char *value = setup_value(b, a->options[i].key);
        if (!value || strcmp(value, a->options[i].value) != 0) return false;
    }
    return true;
}

/* What is public is the same in `other`, a view or a state drawn from one. */
static bool check_public(Contract *c, const State *state, const State *other, const char *what) {
    const Game *game = c->game;
    Setup setup, other_setup;
    int points[SEATS_MAX] = {0}, other_points[SEATS_MAX] = {0};
    game->describe(state, &setup);
    game->describe(other, &other_setup);
    game->points(state, points);
    game->points(other, other_points);
    if (game->seats(other) != game->seats(state)) return contract_fail(c, state, "%s has other seats", what);
    if (game->actors(other) != game->actors(state)) return contract_fail(c, state, "%s has other actors", what);
    if (game->winners(other) != game->winners(state)) return contract_fail(c, state, "%s has other winners", what);
    if (memcmp(points, other_points, sizeof points) != 0) return contract_fail(c, state, "%s has other points", what);
    if (!same_setup(&setup, &other_setup)) return contract_fail(c, state, "%s describes another table", what);
    return true;
}

/* A state drawn from the view has that very view, and the viewer's moves. */
static bool check_drawn(Contract *c, const State *state, const View *view, int seat) {
    const Game *game = c->game;
    StateRoom one, other, again;
    uint64_t seed = chance_bits(&c->dice);
    Chance first = chance_fast(seed), second = chance_fast(seed);
    memset(&one, FILL_ONE, sizeof one);
    memset(&other, FILL_OTHER, sizeof other);
    memset(&again, FILL_OTHER, sizeof again);
    game->determinize(view, &first, STATE_IN(one));
    game->determinize(view, &second, STATE_IN(other));
    if (memcmp(&one, &other, game->state_bytes) != 0)
        return contract_fail(c, state, "equal chance draws different states from seat %d's view", seat);
    if (game->viewer(STATE_IN(one)) != VIEWER_WHOLE) return contract_fail(c, state, "a state drawn from a view is not whole");
    game->view(STATE_IN(one), seat, VIEW_IN(again));
    bool well = contract_text(c, STATE_IN(one), "a state drawn from a view") &&
                check_public(c, state, STATE_IN(one), "a state drawn from a view");
    if (well && memcmp(&again, view, game->state_bytes) != 0)
        well = contract_fail(c, state, "a state drawn from seat %d's view gives another view", seat);
    if (well && seat != ONLOOKER) {
        int count = contract_moves(c, state, seat, c->moves), drawn = contract_moves(c, STATE_IN(one), seat, c->others);
        if (count < 0 || drawn < 0) return false;
        if (count != drawn || memcmp(c->moves, c->others, (size_t)count * sizeof *c->moves) != 0)
            well = contract_fail(c, state, "a state drawn from seat %d's view gives it other moves", seat);
    }
    if (!well) report_position(c->report, "drawn", game, STATE_IN(one));
    return well;
}

typedef struct Glances {
    int count;
    bool named;
} Glances;

static void count_glance(void *context, const Event *event) {
    Glances *glances = context;
    glances->count++;
    glances->named = strcmp(event->kind, "glance") == 0;
}

/* One event at most, of that kind, and the view stays as it is. */
static bool check_glance(Contract *c, const State *state, const StateRoom *view, int seat) {
    const Game *game = c->game;
    Glances glances = {0, true};
    EventSink sink = {.take = count_glance, .context = &glances};
    StateRoom before = *view;
    if (!game->glance) return true;
    game->glance((const View *)(const void *)view->bytes, &sink);
    if (glances.count > 1 || !glances.named) return contract_fail(c, state, "seat %d has more than one glance", seat);
    return memcmp(&before, view, game->state_bytes) == 0 || contract_fail(c, state, "a glance changed the view");
}

static bool check_view(Contract *c, const State *state, int seat) {
    const Game *game = c->game;
    StateRoom one, other, before;
    char what[40];
    snprintf(what, sizeof what, seat == ONLOOKER ? "the onlooker's view" : "seat %d's view", seat);
    memcpy(&before, state, game->state_bytes);
    memset(&one, FILL_ONE, sizeof one);
    memset(&other, FILL_OTHER, sizeof other);
    game->view(state, seat, VIEW_IN(one));
    game->view(state, seat, VIEW_IN(other));
    if (memcmp(&before, state, game->state_bytes) != 0) return contract_fail(c, state, "viewing changed the state");
    if (memcmp(&one, &other, game->state_bytes) != 0) return contract_fail(c, state, "%s has stray bytes", what);
    if (game->viewer(STATE_IN(one)) != seat) return contract_fail(c, state, "%s says it is another's", what);
    return contract_text(c, STATE_IN(one), what) && check_public(c, state, STATE_IN(one), what) &&
           check_drawn(c, state, VIEW_IN(one), seat) && check_glance(c, state, &one, seat) && check_spoilt(c, STATE_IN(one));
}

/* ---- memory */

static bool check_allocations(Contract *c, const State *state) {
    const Game *game = c->game;
    StateRoom view, drawn, next;
    char words[STATE_TEXT_MAX];
    int points[SEATS_MAX];
    Setup setup;
    Chance chance = chance_fast(c->seed);
    Text text = text_init(words, sizeof words);
    unsigned long before = allocations();
    SeatSet actors = game->actors(state);
    game->describe(state, &setup);
    game->points(state, points);
    game->print(state, &text);
    game->parse(STATE_IN(drawn), span_of(words), NULL);
    game->check(state);
    for (int seat = 0; seat < game->seats(state); seat++) {
        int count = game->legal(state, seat, c->moves);
        game->view(state, seat, VIEW_IN(view));
        game->determinize(VIEW_IN(view), &chance, STATE_IN(drawn));
        if (!(actors & SEAT_BIT(seat)) || count == 0) continue;
        game->is_legal(state, seat, c->moves[count - 1]);
        memcpy(&next, state, game->state_bytes);
        game->apply(STATE_IN(next), seat, c->moves[count - 1], &chance, NULL);
    }
    return allocations() == before || contract_fail(c, state, "the game takes memory from the heap");
}

bool contract_state(Contract *c, const State *state) {
    c->tally->deep++;
    if (c->game->viewer(state) != VIEWER_WHOLE) return contract_fail(c, state, "a full state says it is a view");
    if (!contract_text(c, state, "the state") || !check_actors(c, state)) return false;
    for (int seat = 0; seat < c->game->seats(state); seat++)
        if (!check_view(c, state, seat)) return false;
    for (int i = 0; i < TEXTS_STRAY; i++)
        if (!check_spoilt(c, state)) return false;
    return check_view(c, state, ONLOOKER) && check_allocations(c, state);
}
