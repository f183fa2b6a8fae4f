/* Plays on from a position, move by move. */
#include "teach/practice.h"

#include <string.h>

#include "games/games.h"

/* What a seat cannot see is drawn. */
static void complete(Practice *practice) {
    const Game *game = practice->game;
    if (game->viewer(STATE_IN(practice->state)) == VIEWER_WHOLE) return;
    StateRoom view = practice->state;
    Chance dice = chance_stream(&practice->key, STREAM_GAME, 0);
    memset(&practice->state, 0, sizeof practice->state);
    game->determinize(VIEW_IN(view), &dice, STATE_IN(practice->state));
}

static int seat_of(const Practice *practice) {
    const State *state = STATE_IN(practice->state);
    int viewer = practice->game->viewer(state);
    if (viewer < practice->people) return viewer;
    SeatSet actors = practice->game->actors(state) & ((1u << practice->people) - 1);
    return actors ? __builtin_ctz(actors) : 0;
}

bool practice_init(Practice *practice, Span position, int seat, Span level, const ChanceKey *key, Error *error) {
    *practice = (Practice){.key = *key};
    State *state = STATE_IN(practice->state);
    if (!(practice->game = game_of_position(position, error)) || !practice->game->parse(state, position, error)) return false;
    Setup setup = {0};
    practice->game->describe(state, &setup);
    practice->people = setup.people;
    if (game_over(practice->game, state)) return error_set(error, "the match is over in this position");
    if (seat < PRACTICE_SEAT_ANY || seat >= setup.people) return error_set(error, "nobody sits at seat %d", seat);
    practice->seat = seat == PRACTICE_SEAT_ANY ? seat_of(practice) : seat;
    complete(practice);
    practice->bot = bot_open(practice->game, level, error);
    return practice->bot != NULL;
}

void practice_release(Practice *practice) {
    bot_free(practice->bot);
    *practice = (Practice){0};
}

int practice_next(const Practice *practice) {
    SeatSet others = practice->game->actors(STATE_IN(practice->state)) & ~SEAT_BIT(practice->seat);
    return others ? __builtin_ctz(others) : -1;
}

void practice_bot(Practice *practice, int actor, EventSink *sink) {
    const Game *game = practice->game;
    State *state = STATE_IN(practice->state);
    Chance chance = chance_table(&practice->key), dice = chance_stream(&practice->key, STREAM_BOT, practice->turns++);
    StateRoom view;
    Move move;
    game->view(state, actor, VIEW_IN(view));
    if (actor < practice->people) move = bot_choose(practice->bot, VIEW_IN(view), actor, &dice);
    else game->legal(state, actor, practice->bot->moves), move = practice->bot->moves[0]; /* it plays by itself */
    game->apply(state, actor, move, &chance, sink);
}

bool practice_move(Practice *practice, Span move, EventSink *sink, Error *error) {
    const Game *game = practice->game;
    State *state = STATE_IN(practice->state);
    Chance chance = chance_table(&practice->key);
    Move parsed;
    return game->parse_move(state, practice->seat, move, &parsed, error) &&
           game_play(game, state, practice->seat, parsed, &chance, sink, error);
}
