/* Player: whoever fills a seat without being a person. So far a bot by name.
 *
 * A player is a handle: copies of it mean the same player, and one of them closes it. */
#ifndef ARALDO_PROGRAM_PLAYER_H
#define ARALDO_PROGRAM_PLAYER_H

#include "bots/bot.h"

/* Who may sit besides bots. */
typedef unsigned Guests;
enum { GUESTS_NONE = 0, GUESTS_PEOPLE = 1 };

typedef struct Player {
    Bot *bot;
} Player;

bool player_open(Player *player, const Game *game, const char *name, Guests guests, Error *error);
void player_close(Player *player);
static inline bool player_sits(const Player *player) { return player->bot != NULL; }
/* A legal move for the seat; false with a clear line if the player has none to give. */
bool player_choose(const Player *player, const Game *game, const State *state, int seat, Chance *dice, Move *move, Error *error);

#endif
