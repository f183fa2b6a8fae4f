/* Opens bots by name, tells them what a seat has seen, and asks them to choose. */
#include "bots/bot.h"

#include <stdio.h>

#include "games/games.h"
#include "library/inside.h"

const char *araldo_bot_name(const char *game_name, int index) {
    const Game *game = game_find(span_of(game_name), NULL);
    const BotKind *kind = game && index >= 0 ? bot_kind(game, index) : NULL;
    return kind ? kind->name : NULL;
}

araldo_bot *araldo_bot_new(const char *game_name, const char *name, araldo_error *error) {
    const Game *game = game_find(span_of(game_name), error_of(error));
    return game ? (araldo_bot *)(void *)bot_open_with_budget(game, span_of(name), error_of(error)) : NULL;
}

void araldo_bot_free(araldo_bot *bot) { bot_free(bot_of(bot)); }

/* Does the bot play this game, and is it the turn of the seat whose view it is? */
static bool can_choose(const Bot *bot, const araldo_state *seen, Error *error) {
    if (!seen->game) return error_set(error, "the view is empty: look at a state first");
    if (seen->game != bot->game)
        return error_set(error, "this bot plays %s, and the view is of %s", bot->game->name, seen->game->name);
    int seat = seen->game->viewer(state_of(seen));
    if (seat == ONLOOKER) return error_set(error, "this is an onlooker's view: it has no seat to play");
    if (game_over(seen->game, state_of(seen))) return error_set(error, "the game is over");
    return (seen->game->actors(state_of(seen)) & SEAT_BIT(seat)) || error_set(error, "it is not the turn of seat %d", seat);
}

static bool plays_by_itself(const araldo_state *seen, int seat) {
    Setup setup;
    seen->game->describe(state_of(seen), &setup);
    return seat >= setup.people;
}

bool bot_choose_in_view(Bot *bot, const araldo_view *view, Chance *dice, araldo_move *move, araldo_expectation *expectation,
                        Error *error) {
    if (!can_choose(bot, &view->seen, error)) return false;
    const Game *game = view->seen.game;
    int seat = game->viewer(state_of(&view->seen));
    Expectation expected = {.kind = EXPECTS_NOTHING};
    if (plays_by_itself(&view->seen, seat)) {
        game->legal(state_of(&view->seen), seat, bot->moves);
        *move = bot->moves[0];
    } else {
        *move = bot_choose(bot, view_of(view), seat, dice);
        expected = bot_expects(bot);
    }
    if (expectation) *expectation = (araldo_expectation){(araldo_expects)expected.kind, expected.value};
    return true;
}

bool araldo_bot_choose(araldo_bot *bot, const araldo_view *view, araldo_chance *dice, araldo_move *move,
                       araldo_expectation *expectation, araldo_error *error) {
    return bot_choose_in_view(bot_of(bot), view, &dice->chance, move, expectation, error_of(error));
}

/* Is it a view of the game that has a seat? That seat, or -1 with a line that calls the view by its name. */
static int seat_of(const Game *game, const araldo_view *view, const char *name, Error *error) {
    const araldo_state *seen = &view->seen;
    int seat = seen->game == game ? game->viewer(state_of(seen)) : ONLOOKER;
    if (seat != ONLOOKER) return seat;
    error_set(error, "%s is not a view of a seat of %s", name, game->name);
    return -1;
}

bool araldo_bot_recall(araldo_bot *bot, const araldo_view *now, const araldo_view *const *earlier, int count,
                       araldo_error *error) {
    const Game *game = bot_of(bot)->game;
    int fits = (int)(SIGHTS_BYTES_MAX / game->state_bytes), first = count > fits ? count - fits : 0; /* the latest that fit */
    Sights sights = {.count = count - first, .view_bytes = game->state_bytes};
    int seat = seat_of(game, now, "this", error_of(error));
    if (seat < 0) return false;
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "earlier view %d", i);
        int viewer = seat_of(game, earlier[i], name, error_of(error));
        if (viewer < 0) return false;
        if (viewer != seat) return error_set(error_of(error), "%s is of seat %d, not %d", name, viewer, seat);
        if (i >= first) memcpy(sights.views + (size_t)(i - first) * game->state_bytes, view_of(earlier[i]), game->state_bytes);
    }
    bot_recall(bot_of(bot), &sights, seat);
    return true;
}
