/* Bots: players that know a view and nothing else.
 *
 * A BotKind is a constant: a name, what it can play, and how it chooses. A Bot is one player of a kind for one game, with
 * all the memory it will ever need, taken when it is opened; choosing allocates nothing. Its dice are a Chance of its own,
 * so that equal seeds give equal choices. */
#ifndef ARALDO_BOTS_BOT_H
#define ARALDO_BOTS_BOT_H

#include "core/game.h"

typedef struct Bot Bot;

/* What a bot expects of the move it has chosen. */
typedef enum {
    EXPECTS_NOTHING, /* it does not say */
    EXPECTS_WIN,     /* the chance to win the match, 0 to 1 */
    EXPECTS_POINTS,  /* points of this round more than the others' */
    EXPECTS_COINS,   /* coins won or lost in this deal */
} ExpectationKind;

typedef struct Expectation {
    ExpectationKind kind;
    float value;
} Expectation;

typedef struct BotKind {
    const char *name;
    bool (*plays)(const Game *game);
    /* Memory of the kind's own, taken when a bot is opened (NULL if there is not enough) and given back; both may be NULL. */
    void *(*open)(const Game *game);
    void (*close)(void *memory);
    Move (*choose)(Bot *bot, const View *view, int actor, Chance *chance);
    /* What the move just chosen is expected to bring; NULL for a kind that never says. */
    Expectation (*expects)(const Bot *bot);
} BotKind;

struct Bot {
    const BotKind *kind;
    const Game *game;
    Move *moves;  /* room for the game's longest list */
    void *memory; /* the kind's */
};

/* Opens a bot by name; NULL with a line that lists the ones that play this game. */
Bot *bot_open(const Game *game, Span name, Error *error);
void bot_free(Bot *bot);
/* A legal move for the actor. */
Move bot_choose(Bot *bot, const View *view, int actor, Chance *chance);

/* What the bot expects of the move it chose last. */
Expectation bot_expects(const Bot *bot);

/* The kinds, ended by NULL. */
extern const BotKind *const bot_kinds[];

#endif
