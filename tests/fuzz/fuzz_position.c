/* Fuzzes positions: what parses must hold its invariants, print and parse back, and be playable.
 * It prints as a text that parses to the same bytes. What does not parse changes nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_again(const Game *game, const State *state) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    StateRoom again = {0};
    game->print(state, &text);
    if (text.overflow || !game->parse(STATE_IN(again), span_of(words), NULL)) abort();
    if (memcmp(state, again.bytes, game->state_bytes) != 0) abort();
}

static void play_on(const Game *game, State *state, Move *moves) {
    Chance chance = chance_fast(1);
    for (int i = 0; i < 50 && !game_over(game, state); i++) {
        int actor = __builtin_ctz(game->actors(state)), count = game->legal(state, actor, moves);
        if (count == 0 || !game_play(game, state, actor, moves[chance_below(&chance, (uint32_t)count)], &chance, NULL, NULL))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Span text = {(const char *)data, size};
    StateRoom room, untouched;
    State *state = STATE_IN(room);
    Error error = {""};
    memset(&room, 0x5a, sizeof room);
    untouched = room;
    const Game *game = game_of_position(text, &error);
    if (!game) return 0;
    if (!game->parse(state, text, &error)) {
        if (!error.text[0] || memcmp(&room, &untouched, sizeof room) != 0) abort();
        return 0;
    }
    if (game->check(state)) abort();
    print_again(game, state);
    Move *moves = malloc((size_t)game->moves_max * sizeof *moves);
    int viewer = game->viewer(state);
    if (viewer == VIEWER_WHOLE) {
        for (int seat = 0; seat < game->seats(state); seat++) {
            StateRoom view;
            game->view(state, seat, VIEW_IN(view));
            print_again(game, view_state(VIEW_IN(view)));
        }
        play_on(game, state, moves);
    } else {
        for (int seat = 0; seat < game->seats(state); seat++) game->legal(state, seat, moves);
    }
    free(moves);
    return 0;
}
