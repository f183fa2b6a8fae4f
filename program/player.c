/* Player: see player.h. */
#include "program/player.h"

bool player_open(Player *player, const Game *game, const char *name, Guests guests, Error *error) {
    (void)guests;
    *player = (Player){.bot = bot_open(game, span_of(name), error)};
    return player->bot != NULL;
}

void player_close(Player *player) {
    bot_free(player->bot);
    *player = (Player){0};
}

bool player_choose(const Player *player, const Game *game, const State *state, int seat, Chance *dice, Move *move, Error *error) {
    StateRoom view;
    (void)error;
    game->view(state, seat, VIEW_IN(view));
    *move = bot_choose(player->bot, VIEW_IN(view), seat, dice);
    return true;
}
