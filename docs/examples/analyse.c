/* The best move in a position: solved, or as the strongest bot sees it.
 *
 * analyse [POSITION [LANGUAGE]]
 *
 * An endgame of Primiera in which every card is known is solved. About anything else the strongest bot is asked, which sees what
 * the seat to move sees, and says what it expects and why. */
#include <araldo.h>
#include <stdio.h>

/* Two cards in each hand, seat 3 to play: one card gives four points away. */
static const char *const endgame =
    "primiera:classic round=1 dealer=2 turn=3 scores=0/0/0/0 table=10S,10C,4D,1S hands=4B,7D/7B,7C/1D,5D/7S,5C "
    "piles=2S,5S,9S,2B,3B,5B,3C,8C,9C,8D/-/3S,4S,6S,8S,6B,8B,2C,4C,6C,2D,3D,6D/1B,9B,10B,1C,9D,10D last=0 target=11 chance=2";

static araldo_solved solved[ARALDO_MOVES_MAX];

static int first_of(araldo_seats seats) {
    int seat = 0;
    while (!(seats >> seat & 1)) seat++;
    return seat;
}

static void print_solution(const araldo_state *state, int seat, int count) {
    for (int i = 0; i < count; i++) {
        char text[ARALDO_MOVE_TEXT];
        araldo_move_print(state, seat, solved[i].move, text, sizeof text);
        printf("%-24s %+d\n", text, solved[i].difference);
    }
}

static bool ask_strong(const araldo_state *state, int seat, const char *language, araldo_error *error) {
    araldo_bot *bot = araldo_bot_new(araldo_state_game(state), "strong", error);
    araldo_view *view = araldo_view_new();
    araldo_chance *dice = araldo_chance_new(1);
    araldo_move move;
    araldo_expectation expectation;
    char text[ARALDO_MOVE_TEXT], reasons[ARALDO_REASONS_TEXT];
    bool good = bot && view && dice && araldo_view_look(view, state, seat, error) &&
                araldo_bot_choose(bot, view, dice, &move, &expectation, error) &&
                araldo_reasons(view, move, &expectation, language, reasons, sizeof reasons, error) >= 0;
    if (good) {
        araldo_move_print(state, seat, move, text, sizeof text);
        printf("%s\n%s\n", text, reasons);
    }
    araldo_chance_free(dice);
    araldo_view_free(view);
    araldo_bot_free(bot);
    return good;
}

int main(int argc, char **argv) {
    araldo_error error = {""};
    araldo_state *state = araldo_state_new();
    const char *position = argc > 1 ? argv[1] : endgame;
    bool good = state && araldo_state_parse(state, position, &error);
    if (good && araldo_state_actors(state) == 0) {
        puts("the match is over");
    } else if (good) {
        int viewer = araldo_state_viewer(state), seat = viewer == ARALDO_WHOLE ? first_of(araldo_state_actors(state)) : viewer;
        int count = araldo_solve(state, solved, ARALDO_MOVES_MAX, NULL);
        if (count >= 0) print_solution(state, seat, count);
        else good = ask_strong(state, seat, argc > 2 ? argv[2] : "en", &error);
    }
    if (!good) fprintf(stderr, "analyse: %s\n", error.text);
    araldo_state_free(state);
    return good ? 0 : 2;
}
