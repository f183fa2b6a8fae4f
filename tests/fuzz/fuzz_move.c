/* Fuzzes moves: bytes before the first newline choose a position, and the rest is parsed as a move.
 * What parses and is legal must be in the list of legal moves, print, and parse back to itself. Positions are those of random
 * matches, by game, variant and seed; how many bytes follow says how far into the match. They are kept, with their legal moves,
 * because making them takes far longer than parsing a move. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES_MAX = 8, VARIANTS_MAX = 16, SEEDS = 8, STEPS = 64, LONG_SEEDS = 4, LONG_STEP = 5 };

typedef struct Position {
    StateRoom room;
    Move *moves[SEATS_MAX];
    int counts[SEATS_MAX];
} Position;

typedef struct Match {
    Position *positions[STEPS];
    int count;
} Match;

/* ---- positions */

static Position *keep(const Game *game, const State *state, Move *moves) {
    Position *position = calloc(1, sizeof *position);
    if (!position) abort();
    memcpy(STATE_IN(position->room), state, game->state_bytes);
    for (int seat = 0; seat < game->seats(state); seat++) {
        int count = game->legal(state, seat, moves);
        position->moves[seat] = calloc((size_t)count + 1, sizeof *moves);
        if (!position->moves[seat]) abort();
        memcpy(position->moves[seat], moves, (size_t)count * sizeof *moves);
        position->counts[seat] = count;
    }
    return position;
}

/* A match of random moves, with a position after each; of the longer matches, after every few. */
static void play(Match *match, const Game *game, int variant, int seed) {
    Setup setup = {.variant = variant, .people = game->variants[variant].people_min};
    Chance chance = chance_fast((uint64_t)seed);
    StateRoom room;
    State *state = STATE_IN(room);
    Move *moves = malloc((size_t)game->moves_max * sizeof *moves);
    if (!moves || !game->setup(state, &setup, &chance, NULL, NULL)) abort();
    int stride = seed < SEEDS - LONG_SEEDS ? 1 : LONG_STEP;
    for (int step = 0; step < STEPS * stride && !game_over(game, state); step++) {
        if (step % stride == 0) match->positions[match->count++] = keep(game, state, moves);
        int actor = __builtin_ctz(game->actors(state)), count = game->legal(state, actor, moves);
        if (!game_play(game, state, actor, moves[chance_below(&chance, (uint32_t)count)], &chance, NULL, NULL)) abort();
    }
    if (match->count < STEPS) match->positions[match->count++] = keep(game, state, moves);
    free(moves);
}

static const Position *find_position(const uint8_t *choice, size_t length, const Game **game) {
    static Match matches[GAMES_MAX][VARIANTS_MAX][SEEDS];
    int game_count = 0, variant_count = 0;
    while (games[game_count]) game_count++;
    int number = choice[0] % game_count, seed = choice[2] % SEEDS;
    *game = games[number];
    while ((*game)->variants[variant_count].name) variant_count++;
    int variant = choice[1] % variant_count;
    if (number >= GAMES_MAX || variant >= VARIANTS_MAX) abort();
    Match *match = &matches[number][variant][seed];
    if (match->count == 0) play(match, *game, variant, seed);
    return match->positions[(length - 3) % (size_t)match->count];
}

/* ---- moves */

static bool listed(Move move, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

static void try_text(const Game *game, const Position *position, int actor, Span text) {
    const State *state = STATE_IN(position->room);
    Move move, again;
    Error error = {""};
    char words[MOVE_TEXT_MAX];
    Text printed = text_init(words, sizeof words);
    if (!game->parse_move(state, actor, text, &move, &error)) {
        if (!error.text[0]) abort();
        return;
    }
    if (game->is_legal(state, actor, move) != listed(move, position->moves[actor], position->counts[actor])) abort();
    if (!game->is_legal(state, actor, move)) return;
    game->print_move(state, actor, move, &printed);
    if (printed.overflow || !game->parse_move(state, actor, span_of(words), &again, &error) || again != move) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *newline = memchr(data, '\n', size);
    const Game *game;
    if (!newline || newline - data < 3) return 0;
    const Position *position = find_position(data, (size_t)(newline - data), &game);
    Span text = {(const char *)newline + 1, size - (size_t)(newline + 1 - data)};
    for (int seat = 0; seat < game->seats(STATE_IN(position->room)); seat++) try_text(game, position, seat, text);
    return 0;
}
