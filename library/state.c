/* Creates, copies, prints, parses and plays states, with the chance they are played with. */
#include <stdlib.h>

#include "games/games.h"
#include "library/inside.h"

/* ---- chance */

araldo_chance *araldo_chance_new(uint64_t seed) {
    araldo_chance *chance = malloc(sizeof *chance);
    if (chance) chance->chance = chance_fast(seed);
    return chance;
}

void araldo_chance_free(araldo_chance *chance) { free(chance); }

uint32_t araldo_chance_below(araldo_chance *chance, uint32_t bound) {
    return bound < 2 ? 0 : chance_below(&chance->chance, bound);
}

/* ---- states */

araldo_state *araldo_state_new(void) { return calloc(1, sizeof(araldo_state)); }

void araldo_state_free(araldo_state *state) { free(state); }

void araldo_state_copy(araldo_state *to, const araldo_state *from) {
    if (to == from) return;
    if (from->game) fill_state(to, from->game, from->room.bytes);
    else to->game = NULL;
}

bool araldo_state_setup(araldo_state *state, const char *text, araldo_chance *chance, araldo_error *error) {
    const Game *game;
    Setup setup;
    StateRoom room = {0};
    Chance drawn = chance->chance;
    if (!setup_read(text, &game, &setup, NULL, error_of(error)) || !setup_check(game, &setup, error_of(error))) return false;
    if (!game->setup(STATE_IN(room), &setup, &drawn, NULL, error_of(error))) return false;
    fill_state(state, game, room.bytes);
    chance->chance = drawn;
    return true;
}

bool araldo_state_parse(araldo_state *state, const char *position, araldo_error *error) {
    StateRoom room = {0};
    const Game *game = game_of_position(span_of(position), error_of(error));
    if (!game || !game->parse(STATE_IN(room), span_of(position), error_of(error))) return false;
    fill_state(state, game, room.bytes);
    return true;
}

size_t araldo_state_print(const araldo_state *state, char *buffer, size_t size) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (state->game) state->game->print(state_of(state), &text);
    return text_give(&text, buffer, size);
}

size_t araldo_state_describe(const araldo_state *state, char *buffer, size_t size) {
    char words[ARALDO_SETUP_TEXT];
    Text text = text_init(words, sizeof words);
    Setup setup;
    if (state->game) {
        state->game->describe(state_of(state), &setup);
        text_format(&text, "%s:%s people=%d", state->game->name, state->game->variants[setup.variant].name, setup.people);
        for (int i = 0; i < setup.option_count; i++) text_format(&text, " %s=%s", setup.options[i].key, setup.options[i].value);
    }
    return text_give(&text, buffer, size);
}

const char *araldo_state_game(const araldo_state *state) { return state->game ? state->game->name : NULL; }

int araldo_state_seats(const araldo_state *state) { return state->game ? state->game->seats(state_of(state)) : 0; }

int araldo_state_viewer(const araldo_state *state) { return state->game ? state->game->viewer(state_of(state)) : ARALDO_WHOLE; }

araldo_seats araldo_state_actors(const araldo_state *state) { return state->game ? state->game->actors(state_of(state)) : 0; }

araldo_seats araldo_state_winners(const araldo_state *state) { return state->game ? state->game->winners(state_of(state)) : 0; }

void araldo_state_points(const araldo_state *state, int points[ARALDO_SEATS_MAX]) {
    memset(points, 0, ARALDO_SEATS_MAX * sizeof *points);
    if (state->game) state->game->points(state_of(state), points);
}

/* ---- moves */

/* May the seat act, and does this state, which may be a view, tell how? */
static bool knows_moves(const araldo_state *state, int seat) {
    if (!state->game || seat < 0 || seat >= ARALDO_SEATS_MAX) return false;
    int viewer = state->game->viewer(state_of(state));
    return (viewer == VIEWER_WHOLE || viewer == seat) && (state->game->actors(state_of(state)) & SEAT_BIT(seat));
}

int araldo_state_legal(const araldo_state *state, int seat, araldo_move *moves, int capacity) {
    if (!knows_moves(state, seat)) return 0;
    if (capacity >= state->game->moves_max) return state->game->legal(state_of(state), seat, moves);
    Move *all = malloc((size_t)state->game->moves_max * sizeof *all);
    if (!all) return -1;
    int count = state->game->legal(state_of(state), seat, all), fits = count < capacity ? count : capacity;
    if (fits > 0) memcpy(moves, all, (size_t)fits * sizeof *moves);
    free(all);
    return count;
}

bool araldo_state_is_legal(const araldo_state *state, int seat, araldo_move move) {
    return knows_moves(state, seat) && state->game->is_legal(state_of(state), seat, move);
}

bool araldo_state_apply(araldo_state *state, int seat, araldo_move move, araldo_chance *chance, araldo_error *error) {
    if (!state->game) return error_set(error_of(error), "the state is empty: set it up or parse a position first");
    if (!is_whole(state)) return error_set(error_of(error), "this position is a view: nothing can be played in it");
    return game_play(state->game, STATE_IN(state->room), seat, move, &chance->chance, NULL, error_of(error));
}

size_t araldo_move_print(const araldo_state *state, int seat, araldo_move move, char *buffer, size_t size) {
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (araldo_state_is_legal(state, seat, move)) state->game->print_move(state_of(state), seat, move, &text);
    return text_give(&text, buffer, size);
}

bool araldo_move_parse(const araldo_state *state, int seat, const char *text, araldo_move *move, araldo_error *error) {
    Move read;
    if (!knows_moves(state, seat)) return error_set(error_of(error), "it is not the turn of seat %d", seat);
    if (!state->game->parse_move(state_of(state), seat, span_of(text), &read, error_of(error))) return false;
    if (!state->game->is_legal(state_of(state), seat, read)) return error_set(error_of(error), "that move is not allowed");
    *move = read;
    return true;
}
