/* Fuzzes moves: bytes before the first newline drive a game, and the rest is parsed as a move.
 * What parses and is legal must be in the list of legal moves, print, and parse back to itself. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool listed(Move move, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

static void try_text(const Game *game, const State *state, int actor, Span text, Move *moves) {
    Move move, again;
    Error error = {""};
    char words[MOVE_TEXT_MAX];
    Text printed = text_init(words, sizeof words);
    if (!game->parse_move(state, actor, text, &move, &error)) {
        if (!error.text[0]) abort();
        return;
    }
    int count = game->legal(state, actor, moves);
    if (game->is_legal(state, actor, move) != listed(move, moves, count)) abort();
    if (!game->is_legal(state, actor, move)) return;
    game->print_move(state, actor, move, &printed);
    if (printed.overflow || !game->parse_move(state, actor, span_of(words), &again, &error) || again != move) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *newline = memchr(data, '\n', size);
    int game_count = 0, variant_count = 0;
    if (!newline || newline - data < 3) return 0;
    while (games[game_count]) game_count++;
    const Game *game = games[data[0] % game_count];
    while (game->variants[variant_count].name) variant_count++;
    Setup setup = {.variant = data[1] % variant_count};
    setup.people = game->variants[setup.variant].people_min;
    Chance chance = chance_fast(data[2]);
    StateRoom room;
    State *state = STATE_IN(room);
    Move *moves = malloc((size_t)game->moves_max * sizeof *moves);
    if (!moves || !game->setup(state, &setup, &chance, NULL, NULL)) abort();
    for (const uint8_t *at = data + 3; at < newline && !game_over(game, state); at++) {
        int actor = __builtin_ctz(game->actors(state)), count = game->legal(state, actor, moves);
        if (!game_play(game, state, actor, moves[*at % count], &chance, NULL, NULL)) abort();
    }
    Span text = {(const char *)newline + 1, size - (size_t)(newline + 1 - data)};
    for (int seat = 0; seat < game->seats(state); seat++) try_text(game, state, seat, text, moves);
    free(moves);
    return 0;
}
