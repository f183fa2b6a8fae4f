/* Bots: players that know a view and nothing else.
 *
 * A BotKind is a constant: a name, what it can play, and how it chooses. A Bot is one player of a kind for one game, with
 * all the memory it will ever need, taken when it is opened; choosing allocates nothing. Its dice are a Chance of its own,
 * so that equal seeds give equal choices.
 *
 * A bot that sits at a table is asked on each turn of its seat, and may remember what it saw. One that is asked only
 * occasionally, about different tables, is first told what the seat has seen; it then chooses as if it had sat there all
 * along. */
#ifndef ARALDO_BOTS_BOT_H
#define ARALDO_BOTS_BOT_H

#include "bots/budget.h"
#include "bots/past.h"

typedef struct Bot Bot;

/* What a bot expects from the move it has chosen. */
typedef enum {
    EXPECTS_NOTHING, /* it does not say */
    EXPECTS_WIN,     /* the chance to win the match, 0 to 1 */
    EXPECTS_POINTS,  /* points of this round more than the others' */
    EXPECTS_COINS,   /* what the purse gains or loses in this deal after the ante; coins carried over are nobody's */
} ExpectationKind;

typedef struct Expectation {
    ExpectationKind kind;
    float value;
} Expectation;

/* A comparison of a few moves in one position: the bot's favourites and one that was asked about, all tried on the same deals
 * with the same dice. Their worth is in the unit of `kind`. */
enum { WEIGHED_FAVOURITES = 3, WEIGHED_MAX = WEIGHED_FAVOURITES + 1 };

typedef struct WeighedMove {
    Move move;
    float value;
    float error; /* the standard error of how far it is behind the best */
} WeighedMove;

typedef struct Weighing {
    ExpectationKind kind;
    int count; /* best first */
    WeighedMove moves[WEIGHED_MAX];
} Weighing;

typedef struct BotKind {
    const char *name;
    bool (*plays)(const Game *game);
    /* Allocate and free a kind's memory when a bot is opened (NULL if there is not enough) and closed; both may be NULL. A
     * budget of NULL means the kind's default. */
    void *(*open)(const Game *game, const Budget *budget);
    void (*close)(void *memory);
    Move (*choose)(Bot *bot, const View *view, int actor, Chance *chance);
    /* Does having seen the round change its choices? Then `recall` makes it forget, and take in what the actor saw. Both are
     * NULL for a kind that never remembers. */
    bool (*remembers)(const Game *game);
    void (*recall)(Bot *bot, const Sights *sights, int actor);
    /* Can it think by the clock and on several threads, not only in iterations? NULL for a kind without budgets. */
    bool (*timed)(const Game *game);
    /* What the move just chosen is expected to bring; NULL for a kind that never says. */
    Expectation (*expects)(const Bot *bot);
    /* Thinks as `choose` does, then compares its favourites and the asked move; NULL for a kind that cannot. */
    void (*weigh)(Bot *bot, const View *view, int actor, Move asked, Chance *chance, Weighing *weighing);
} BotKind;

struct Bot {
    const BotKind *kind;
    const Game *game;
    Move *moves;  /* room for the game's longest list */
    void *memory; /* the kind's */
};

/* The kind of that name, if it plays the game; NULL otherwise. */
const BotKind *bot_find(const Game *game, Span name);
/* Opens a bot by name; NULL with a line that lists the ones that play this game. */
Bot *bot_open(const Game *game, Span name, Error *error);
/* The same for callers who may decide how long their own machine thinks: a budget may follow the name (budget.h). */
Bot *bot_open_with_budget(const Game *game, Span name, Error *error);
/* The name without the budget behind it. */
Span bot_name_alone(Span name);
void bot_free(Bot *bot);
/* A legal move for the actor. */
Move bot_choose(Bot *bot, const View *view, int actor, Chance *chance);

/* Does having seen the round change the choices of a bot of that name? */
bool bot_remembers(const Game *game, Span name);
/* Call this before a choice for a seat the bot has not been sitting at: it forgets everything else, and has seen just this. */
void bot_recall(Bot *bot, const Sights *sights, int actor);
/* The same for callers that have a Past; nothing is computed for a bot that does not remember. */
void bot_catch_up(Bot *bot, const Past *past, const ChanceKey *key, int actor);
/* What the bot expects from the move it chose last. */
Expectation bot_expects(const Bot *bot);

/* Compares the bot's favourites and the asked move, which is legal. Returns false, with nothing weighed, for a bot that cannot,
 * or a game in which it does not say what it expects. */
bool bot_weigh(Bot *bot, const View *view, int actor, Move asked, Chance *chance, Weighing *weighing);
/* For implementations of `weigh`: sorts the moves, best first. */
void weighing_sort(Weighing *weighing);

/* The kinds that play the game, by number; NULL past the last. */
const BotKind *bot_kind(const Game *game, int index);

#endif
