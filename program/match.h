/* A match with a bot or a person at every seat, from its first deal to its end.
 *
 * The dice of a bot's choice depend on the key, the seat and the number of moves so far, so that equal seeds give equal
 * matches and a saved match continues as if it had never been left. */
#ifndef ARALDO_PROGRAM_MATCH_H
#define ARALDO_PROGRAM_MATCH_H

#include "program/player.h"
#include "record/record.h"

/* The name of a seat that a person fills. */
#define PERSON_NAME "you"

typedef struct Match {
    RecordHeader header; /* game, setup, names and key */
    StateRoom state;
    Player players[SEATS_MAX]; /* empty where a person sits, or nobody */
    Move *moves;               /* room for the game's longest list */
    uint32_t turn;             /* moves so far */
    int actor;                 /* of the last move, */
    Move move;                 /* and the move */
    int failed_seat;           /* whose player gave no move, or -1 */
    Error failure;             /* and why */
} Match;

/* Seats everybody named in `names` ("greedy,random,…"; `you` only if people may play, and so on) and finds out whether the
 * setup is one of the game's. NULL seats the default bot everywhere, at as few seats as the variant allows. */
bool match_init(Match *match, const Game *game, const Setup *setup, const char *names, Guests guests, Error *error);
/* As match_init for a header that was read, names and key included. */
bool match_init_header(Match *match, const RecordHeader *header, Guests guests, Error *error);
void match_release(Match *match);

/* Begins from the key in the header. */
void match_begin(Match *match, EventSink *sink);
/* Is it a person's turn, and whose? -1 if a bot is to act, or nobody. Bots do not wait for people. */
int match_person_to_act(const Match *match);
/* Lets the first player that may act, or a seat that plays by itself, make its move, and returns that seat; -1 if there is
 * none, or if the player gave no move: then `failed_seat` and `failure` say so. */
int match_bot_acts(Match *match, EventSink *sink);
/* The first seat that may act and is not a person's; -1 if there is none. */
int match_player_to_act(const Match *match);
/* A move of a seat, checked. */
bool match_play(Match *match, int actor, Move move, EventSink *sink, Error *error);
/* The dice of one choice. */
Chance match_dice(const ChanceKey *key, uint32_t turn, int seat);
/* A bot's choice for a seat, as it would make it now, dice included. */
Move match_choice(const Match *match, Bot *bot, int seat);
bool match_over(const Match *match);

static inline const State *match_state(const Match *match) { return (const State *)(const void *)match->state.bytes; }

/* Where nobody was named. */
#define SIMULATED_BOT "greedy" /* who sits in a simulation, */
#define OPPONENT_BOT "medium"  /* who plays against a person, */
#define ADVISING_BOT "strong"  /* and who gives hints and answers `go` */
/* The bot of that name, or where it does not play the game the next simpler one. For an adviser that is at least `plain`: NULL
 * where nobody plays the game well enough. */
const char *match_bot(const Game *game, const char *name);

#endif
