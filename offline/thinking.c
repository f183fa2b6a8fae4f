/* Lets bots think with a share of their level's iterations, and adapts the share to how long they take. */
#include "offline/thinking.h"

#include <stdlib.h>
#include <string.h>

static const char *const level_names[LEVELS] = {"easy", "medium", "strong"};

static int iterations_of(const OpenBot *open) {
    const int *iterations = open->thinker->iterations;
    int share = iterations[open->level] >> open->halvings;
    return share > iterations[LEVEL_EASY] ? share : iterations[LEVEL_EASY];
}

static bool is_least(const OpenBot *open) { return iterations_of(open) == open->thinker->iterations[LEVEL_EASY]; }

static void set_share(Thinking *thinking, OpenBot *open, int halvings) {
    open->halvings = halvings;
    open->quick = 0;
    const int *iterations = open->thinker->iterations;
    int share = iterations_of(open);
    Level plays = LEVEL_EASY;
    while (iterations[plays] < share) plays++;
    int whole = iterations[plays];
    thinking->share(open->game->name, level_names[open->level], level_names[plays], (share * 100 + whole - 1) / whole);
}

static Move choose(const OpenBot *open, const Ask *ask, int iterations) {
    Chance dice = chance_stream(&ask->dice, STREAM_BOT, 0);
    if (open->thinker->recall) open->thinker->recall(open->memory, &ask->sights, ask->seat);
    return open->thinker->choose(open->memory, VIEW_IN(ask->view), ask->seat, budget_iterations(iterations), &dice);
}

/* How long a thought of so many iterations takes here. */
static int64_t time_of(const Thinking *thinking, const OpenBot *open, const Ask *ask, int iterations) {
    int64_t began = thinking->clock_ms();
    choose(open, ask, iterations);
    return thinking->clock_ms() - began;
}

/* How many halvings the device needs, judged by thoughts that grow from the easiest level's until one can be timed. */
static int measure(const Thinking *thinking, const OpenBot *open, const Ask *ask) {
    const int *iterations = open->thinker->iterations;
    int whole = iterations[open->level], tried = iterations[LEVEL_EASY], halvings = 0;
    time_of(thinking, open, ask, tried); /* the browser compiles what it meets for the first time */
    int64_t took = time_of(thinking, open, ask, tried);
    while (took < TIMED_MS && tried <= whole / TRIED_TIMES) {
        tried *= TRIED_TIMES;
        took = time_of(thinking, open, ask, tried);
    }
    for (int64_t expected = took * whole / tried; expected >> halvings > THOUGHT_AIM_MS; halvings++) continue;
    return halvings;
}

/* A thinker's memory serves all levels of its game; opening it may take longer than a thought. */
static void *memory_for(const Thinking *thinking, const Game *game, const Thinker *thinker) {
    for (int i = 0; i < thinking->count; i++)
        if (thinking->bots[i].game == game) return thinking->bots[i].memory;
    return thinker->open(game, budget_iterations(thinker->iterations[LEVEL_STRONG]));
}

static OpenBot *bot_for(Thinking *thinking, const Ask *ask) {
    Level level = LEVEL_EASY;
    while (level < LEVEL_STRONG && strcmp(level_names[level], ask->bot) != 0) level++;
    for (int i = 0; i < thinking->count; i++)
        if (thinking->bots[i].game == ask->game && thinking->bots[i].level == level) return &thinking->bots[i];
    const Thinker *thinker = thinking->thinker_of(ask->game);
    void *memory = thinking->count < THINKERS_MAX && thinker ? memory_for(thinking, ask->game, thinker) : NULL;
    if (!memory) return NULL;
    OpenBot *open = &thinking->bots[thinking->count++];
    *open = (OpenBot){.game = ask->game, .thinker = thinker, .level = level, .memory = memory, .tries = TRIALS_IN_A_ROW};
    int halvings = level > LEVEL_EASY ? measure(thinking, open, ask) : 0;
    if (halvings) set_share(thinking, open, halvings);
    return open;
}

/* Halves the share before a thought that would take too long, judged by a part of it. */
static void try_first(Thinking *thinking, OpenBot *open, const Ask *ask) {
    if (open->tries == 0 || is_least(open)) return;
    int whole = iterations_of(open), part = whole / TRIAL_PART > 0 ? whole / TRIAL_PART : 1, halvings = open->halvings;
    for (int64_t expected = time_of(thinking, open, ask, part) * whole / part; expected > THOUGHT_AIM_MS; expected /= 2)
        halvings++;
    if (halvings > open->halvings) set_share(thinking, open, halvings);
}

static void adapt(Thinking *thinking, OpenBot *open, Milliseconds thought) {
    if (thought >= TRIAL_FROM_MS) open->tries = TRIALS_IN_A_ROW;
    else if (thought >= TIMED_MS && open->tries > 0) open->tries--; /* a forced move tells nothing */
    open->quick = thought < THOUGHT_QUICK_MS ? open->quick + 1 : 0;
    if (thought > THOUGHT_AIM_MS && !is_least(open)) set_share(thinking, open, open->halvings + 1);
    else if (open->quick >= QUICK_IN_A_ROW && open->halvings > 0) set_share(thinking, open, open->halvings - 1);
}

/* The first legal move: a game goes on even where there is no memory for a bot. */
static Move first_move(const Ask *ask) {
    Move *moves = malloc((size_t)ask->game->moves_max * sizeof *moves);
    int count = moves ? ask->game->legal(view_state(VIEW_IN(ask->view)), ask->seat, moves) : 0;
    Move move = count > 0 ? moves[0] : 0;
    free(moves);
    return move;
}

void thinking_answer(Thinking *thinking, const Ask *ask, Answer *answer) {
    OpenBot *open = bot_for(thinking, ask);
    *answer = (Answer){.table = ask->table, .n = ask->n, .seat = ask->seat, .hint_for = ask->hint_for};
    if (!open) {
        answer->move = first_move(ask);
        return;
    }
    try_first(thinking, open, ask);
    int64_t began = thinking->clock_ms();
    answer->move = choose(open, ask, iterations_of(open));
    Expectation expectation = open->thinker->expects(open->memory);
    answer->thought = thinking->clock_ms() - began;
    answer->expects_kind = (int)expectation.kind;
    answer->expects_value = expectation.value;
    adapt(thinking, open, answer->thought);
}
