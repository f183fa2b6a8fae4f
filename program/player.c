/* Opens players by name and asks them for moves. */
#include "program/player.h"

#include <string.h>
#include <time.h>

#include "core/message.h"

bool player_is_outside(const char *name) { return strncmp(name, OUTSIDE_PREFIX, strlen(OUTSIDE_PREFIX)) == 0; }

/* A line that lists the bots goes on with who else may sit. */
static void list_guests(Guests guests, Error *error) {
    char bots[ERROR_TEXT_MAX];
    if (!guests.cheats && !guests.programs) return;
    span_copy(span_of(error->text), bots, sizeof bots);
    error_set(error, "%s%s%s", bots, guests.cheats ? ", " CHEAT_NAME : "",
              guests.programs ? ", " OUTSIDE_PREFIX "PROGRAM" : "");
}

bool player_open(Player *player, const Game *game, const Setup *setup, const char *name, Guests guests, Error *error) {
    *player = (Player){0};
    if (span_is(bot_name_alone(span_of(name)), CHEAT_NAME)) {
        if (strcmp(name, CHEAT_NAME) != 0) return error_set(error, "%s", N_("the cheat takes no budget"));
        if (!guests.cheats) return error_set(error, "%s", N_("the cheat sees all cards: it can only play in sim and arena"));
        player->cheat = cheat_open(game, error);
    } else if (player_is_outside(name)) {
        if (!guests.programs) return error_set(error, "%s", N_("outside programs can only play in sim and arena"));
        player->outside = outside_open(game, setup, name, guests.patience, error);
    } else {
        player->bot = bot_open_with_budget(game, span_of(name), error);
        if (!bot_find(game, bot_name_alone(span_of(name)))) list_guests(guests, error);
    }
    return player_sits(player);
}

void player_close(Player *player) {
    bot_free(player->bot);
    cheat_free(player->cheat);
    outside_free(player->outside);
    *player = (Player){0};
}

void player_new_game(const Player *player) {
    if (player->outside) outside_new_game(player->outside);
}

bool player_choose(const Player *player, const Game *game, const State *state, int seat, Chance *dice, Move *move,
                   Error *error) {
    StateRoom view;
    if (player->cheat) {
        *move = cheat_choose(player->cheat, state, seat, dice);
        return true;
    }
    game->view(state, seat, VIEW_IN(view));
    if (player->outside) return outside_choose(player->outside, VIEW_IN(view), seat, chance_bits(dice), move, error);
    *move = bot_choose(player->bot, VIEW_IN(view), seat, dice);
    return true;
}

uint64_t player_nanoseconds(const Player *player) {
    struct timespec now;
    if (player->outside) return outside_nanoseconds(player->outside);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
