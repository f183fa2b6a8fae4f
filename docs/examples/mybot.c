/* A bot of your own against one of Araldo's, with a record of the match.
 *
 * mybot [SET-UP [BOT [SEED]]]
 *
 * It deals the cards it cannot see at random, many times; tries each of its moves on every deal, plays on at random, and keeps
 * the move that won most often. It works for every game and needs nothing but its view. */
#include <araldo.h>
#include <stdio.h>

enum { DEALS = 100 };

static araldo_move moves[ARALDO_MOVES_MAX], replies[ARALDO_MOVES_MAX];
static int wins[ARALDO_MOVES_MAX];
static araldo_chance *dice;
static araldo_state *deal, *trial; /* the cards as they may be, and a game played out on them */

static int first_of(araldo_seats seats) {
    int seat = 0;
    while (!(seats >> seat & 1)) seat++;
    return seat;
}

/* Plays at random to the end of the match. Has the seat won? */
static int play_out(araldo_state *state, int seat) {
    while (araldo_state_actors(state) != 0) {
        int actor = first_of(araldo_state_actors(state));
        int count = araldo_state_legal(state, actor, replies, ARALDO_MOVES_MAX);
        araldo_state_apply(state, actor, replies[araldo_chance_below(dice, (uint32_t)count)], dice, NULL);
    }
    return araldo_state_winners(state) >> seat & 1;
}

static araldo_move choose(const araldo_view *view, int seat) {
    int count = araldo_state_legal(araldo_view_state(view), seat, moves, ARALDO_MOVES_MAX), best = 0;
    for (int i = 0; i < count; i++) wins[i] = 0;
    for (int n = 0; count > 1 && n < DEALS; n++) {
        araldo_state_determinize(deal, view, dice, NULL);
        for (int i = 0; i < count; i++) {
            araldo_state_copy(trial, deal);
            araldo_state_apply(trial, seat, moves[i], dice, NULL);
            wins[i] += play_out(trial, seat);
        }
    }
    for (int i = 1; i < count; i++)
        if (wins[i] > wins[best]) best = i;
    return moves[best];
}

/* Seat 0 is ours, the other bot has the rest. */
static bool play_match(araldo_match *match, araldo_bot *other, araldo_view *view, araldo_error *error) {
    const araldo_state *state = araldo_match_state(match);
    while (araldo_state_actors(state) != 0) {
        int seat = first_of(araldo_state_actors(state));
        araldo_move move;
        if (seat == 0) {
            if (!araldo_view_look(view, state, seat, error)) return false;
            move = choose(view, seat);
        } else if (!araldo_match_choose(match, seat, other, &move, NULL, error)) {
            return false;
        }
        if (!araldo_match_play(match, seat, move, error)) return false;
    }
    return araldo_match_save(match, "mybot.jsonl", error);
}

int main(int argc, char **argv) {
    araldo_error error = {""};
    araldo_match *match = araldo_match_new(argc > 1 ? argv[1] : "primiera:two", NULL, argc > 3 ? argv[3] : "1", &error);
    araldo_bot *other =
        match ? araldo_bot_new(araldo_state_game(araldo_match_state(match)), argc > 2 ? argv[2] : "strong", &error) : NULL;
    araldo_view *view = araldo_view_new();
    dice = araldo_chance_new(1);
    deal = araldo_state_new();
    trial = araldo_state_new();
    bool good = other && play_match(match, other, view, &error);
    if (good) {
        int points[ARALDO_SEATS_MAX];
        araldo_state_points(araldo_match_state(match), points);
        printf("mybot has %d, seat 1 has %d: mybot %s\n", points[0], points[1],
               araldo_state_winners(araldo_match_state(match)) & 1 ? "wins" : "loses");
    } else {
        fprintf(stderr, "mybot: %s\n", error.text);
    }
    araldo_state_free(trial);
    araldo_state_free(deal);
    araldo_chance_free(dice);
    araldo_view_free(view);
    araldo_bot_free(other);
    araldo_match_free(match);
    return good ? 0 : 2;
}
