/* Prints what bots choose, a line for each position, to be compared between the native build and WebAssembly.
 *   choices GAME LEVEL POSITIONS [SEED]   plays matches of bots until they have chosen so often; then prints how long they thought */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "games/games.h"

enum { MOVE_BYTES_MAX = 256 };

static int64_t thought_ms;

static void print_choice(const Game *game, const State *state, int seat, Move move, const Bot *bot) {
    char words[MOVE_BYTES_MAX];
    Text text = text_init(words, sizeof words);
    game->print_move(state, seat, move, &text);
    printf("%s %d %s %.6f\n", game->name, seat, words, (double)bot_expects(bot).value);
}

/* Plays one match of the variant; how many choices it had, at most `most`. */
static long play(const Game *game, int variant, Bot *const *bots, uint64_t seed, long most) {
    StateRoom room, seen;
    State *state = STATE_IN(room);
    Chance chance = chance_fast(seed);
    Setup setup = {.variant = variant, .people = game->variants[variant].people_min};
    long count = 0;
    if (!game->setup(state, &setup, &chance, NULL, NULL)) return 0;
    for (SeatSet actors; count < most && (actors = game->actors(state)) != 0; count++) {
        int seat = __builtin_ctz(actors);
        game->view(state, seat, VIEW_IN(seen));
        int64_t began = budget_clock_ms();
        Move move = bot_choose(bots[seat], VIEW_IN(seen), seat, &chance);
        thought_ms += budget_clock_ms() - began;
        print_choice(game, state, seat, move, bots[seat]);
        game->apply(state, seat, move, &chance, NULL);
    }
    return count;
}

int main(int argc, char **argv) {
    Error error;
    Bot *bots[SEATS_MAX];
    const Game *game = argc > 3 ? game_find(span_of(argv[1]), &error) : NULL;
    if (!game) {
        fputs("choices GAME LEVEL POSITIONS [SEED]\n", stderr);
        return 2;
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bots[seat] = bot_open(game, span_of(argv[2]), &error);
        if (!bots[seat]) return 2;
    }
    long left = strtol(argv[3], NULL, 10);
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    for (int variant = 0; left > 0; seed++) {
        left -= play(game, variant, bots, seed, left);
        if (!game->variants[++variant].name) variant = 0;
    }
    fprintf(stderr, "%s %s %lld ms\n", argv[1], argv[2], (long long)thought_ms);
    for (int seat = 0; seat < SEATS_MAX; seat++) bot_free(bots[seat]);
    return 0;
}
