/* A player that is not a person: a bot by name, an outside program (`exec:COMMAND`), or the cheat.
 *
 * This is the only place where a player can be handed a state, and only the cheat is; the caller says whether it may play.
 * A player is a handle: copies of it mean the same player, and one of them closes it. */
#ifndef ARALDO_PROGRAM_PLAYER_H
#define ARALDO_PROGRAM_PLAYER_H

#include "bots/bot.h"
#include "bots/cheat.h"
#include "program/outside.h"

/* Players other than bots. */
typedef struct Guests {
    bool people, cheats, programs;
    OutsidePatience patience; /* with programs */
} Guests;

/* One of them, or none where nobody sits. */
typedef struct Player {
    Bot *bot;
    Cheat *cheat;
    Outside *outside;
} Player;

/* Opens a player for a game and setup; a bot may have a budget behind its name (bots/budget.h). `name` must outlive it. */
bool player_open(Player *player, const Game *game, const Setup *setup, const char *name, Guests guests, Error *error);
void player_close(Player *player);
/* Is it the name of an outside program? Each seat of one is a program of its own. */
bool player_is_outside(const char *name);
static inline bool player_sits(const Player *player) { return player->bot || player->cheat || player->outside; }
/* A game begins. */
void player_new_game(const Player *player);
/* A legal move for the seat; false with a clear line if the player has none to give. */
bool player_choose(const Player *player, const Game *game, const State *state, int seat, Chance *dice, Move *move,
                   Error *error);
/* Processor time in nanoseconds that choosing has used: to be read before and after, in the thread that chooses. What further
 * threads of a bot use is not in it. */
uint64_t player_nanoseconds(const Player *player);

#endif
