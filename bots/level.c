/* `easy`, `medium` and `strong` for every game that has a thinker or a policy. */
#include "bots/level.h"

#include <stdlib.h>

#include "bots/registry.h"

typedef struct Thought {
    const Thinker *thinker;
    Budget budget;
    void *memory; /* the thinker's */
} Thought;

static bool plays(const Game *game) { return game_thinker(game) != NULL; }

static void *open_level(const Game *game, Level level, const Budget *budget) {
    const Thinker *thinker = game_thinker(game);
    Thought *thought = calloc(1, sizeof *thought);
    if (!thought) return NULL;
    *thought = (Thought){.thinker = thinker, .budget = budget ? *budget : budget_iterations(thinker->iterations[level])};
    thought->memory = thinker->open(game, thought->budget);
    if (thought->memory) return thought;
    free(thought);
    return NULL;
}

static void *open_easy(const Game *game, const Budget *budget) { return open_level(game, LEVEL_EASY, budget); }
static void *open_medium(const Game *game, const Budget *budget) { return open_level(game, LEVEL_MEDIUM, budget); }
static void *open_strong(const Game *game, const Budget *budget) { return open_level(game, LEVEL_STRONG, budget); }

static void close_level(void *memory) {
    Thought *thought = memory;
    thought->thinker->close(thought->memory);
    free(thought);
}

static Move choose(Bot *bot, const View *view, int actor, Chance *chance) {
    Thought *thought = bot->memory;
    return thought->thinker->choose(thought->memory, view, actor, thought->budget, chance);
}

static bool remembers(const Game *game) { return game_thinker(game)->recall != NULL; }

static void recall(Bot *bot, const Sights *sights, int actor) {
    Thought *thought = bot->memory;
    thought->thinker->recall(thought->memory, sights, actor);
}

static bool timed(const Game *game) { return game_thinker(game)->timed; }

static Expectation expects(const Bot *bot) {
    const Thought *thought = bot->memory;
    return thought->thinker->expects(thought->memory);
}

static void weigh(Bot *bot, const View *view, int actor, Move asked, Chance *chance, Weighing *weighing) {
    Thought *thought = bot->memory;
    if (thought->thinker->weigh)
        thought->thinker->weigh(thought->memory, view, actor, asked, thought->budget, chance, weighing);
}

#define LEVEL_KIND(called, opens) \
    { \
        .name = called, .plays = plays, .open = opens, .close = close_level, .choose = choose, .remembers = remembers, \
        .recall = recall, .timed = timed, .expects = expects, .weigh = weigh \
    }

const BotKind bot_easy = LEVEL_KIND("easy", open_easy);
const BotKind bot_medium = LEVEL_KIND("medium", open_medium);
const BotKind bot_strong = LEVEL_KIND("strong", open_strong);
