/* Keeps the moves of the current round and plays them again to recover what each seat saw. */
#include "bots/past.h"

#include <string.h>

void past_begin(Past *past, const Game *game, const State *state) {
    memset(past, 0, sizeof *past); /* padding too: it lies in tables, and equal tables are equal bytes */
    if (game->state_bytes <= sizeof past->start) memcpy(past->start, state, game->state_bytes);
}

void past_move(Past *past, const Game *game, const State *after, int actor, Move move, bool round_began) {
    if (game->state_bytes > sizeof past->start) return;
    if (round_began || past->count == PAST_MOVES_MAX) {
        past_begin(past, game, after);
        return;
    }
    past->actors[past->count] = (uint8_t)actor;
    past->moves[past->count++] = move;
}

void past_take_back(Past *past, const Game *game, const State *state, uint32_t moves) {
    if (moves > (uint32_t)past->count) {
        past_begin(past, game, state);
        return;
    }
    past->count -= (int)moves;
    memset(past->actors + past->count, 0, moves * sizeof *past->actors);
    memset(past->moves + past->count, 0, moves * sizeof *past->moves);
}

void past_sights(const Past *past, const Game *game, const ChanceKey *key, int seat, Sights *sights) {
    StateRoom room;
    State *state = STATE_IN(room);
    Chance chance = chance_table(key);
    size_t bytes = game->state_bytes, used = 0;
    sights->view_bytes = bytes;
    memcpy(room.bytes, past->start, past->count ? bytes : 0);
    for (int i = 0; i < past->count; i++) {
        int actor = past->actors[i];
        if (actor == seat) {
            if (used + bytes > sizeof sights->views) memmove(sights->views, sights->views + bytes, used -= bytes);
            game->view(state, seat, (View *)(void *)(sights->views + used));
            used += bytes;
        }
        if (!(game->actors(state) & SEAT_BIT(actor)) || !game->is_legal(state, actor, past->moves[i])) {
            used = 0;
            break;
        }
        game->apply(state, actor, past->moves[i], &chance, NULL);
    }
    sights->count = (int)(used / bytes);
}
