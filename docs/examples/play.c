/* A random game of any kind, printed.
 *
 * play [SET-UP [SEED]] */
#include <araldo.h>
#include <stdio.h>

static araldo_move moves[ARALDO_MOVES_MAX];

static int first_of(araldo_seats seats) {
    int seat = 0;
    while (!(seats >> seat & 1)) seat++;
    return seat;
}

int main(int argc, char **argv) {
    araldo_error error = {""};
    araldo_match *match = araldo_match_new(argc > 1 ? argv[1] : "primiera:two", NULL, argc > 2 ? argv[2] : "1", &error);
    araldo_chance *dice = araldo_chance_new(1);
    if (!match || !dice) {
        fprintf(stderr, "play: %s\n", error.text);
        return 2;
    }
    const araldo_state *state = araldo_match_state(match);
    while (araldo_state_actors(state) != 0) {
        int seat = first_of(araldo_state_actors(state));
        int count = araldo_state_legal(state, seat, moves, ARALDO_MOVES_MAX);
        araldo_move move = moves[araldo_chance_below(dice, (uint32_t)count)];
        char text[ARALDO_MOVE_TEXT];
        araldo_move_print(state, seat, move, text, sizeof text);
        printf("seat %d: %s\n", seat, text);
        araldo_match_play(match, seat, move, &error);
    }
    int points[ARALDO_SEATS_MAX];
    araldo_state_points(state, points);
    for (int seat = 0; seat < araldo_state_seats(state); seat++)
        printf("seat %d has %d%s\n", seat, points[seat], araldo_state_winners(state) >> seat & 1 ? " and wins" : "");
    araldo_chance_free(dice);
    araldo_match_free(match);
    return 0;
}
