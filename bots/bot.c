/* Opens bots by name, and the `random` bot, which plays any game. */
#include "bots/bot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/greedy.h"
#include "bots/level.h"
#include "bots/plain.h"
#include "bots/registry.h"
#include "core/message.h"

static bool plays_any(const Game *game) {
    (void)game;
    return true;
}

static Move choose_random(Bot *bot, const View *view, int actor, Chance *chance) {
    int count = bot->game->legal(view_state(view), actor, bot->moves);
    assert(count > 0);
    return bot->moves[chance_below(chance, (uint32_t)count)];
}

static const BotKind bot_random = {.name = "random", .plays = plays_any, .choose = choose_random};

/* The kinds that any game may have, and a place among them for those that play one game only. */
static const BotKind *const simple_kinds[] = {&bot_random, &bot_greedy, NULL};
static const BotKind *const thinking_kinds[] = {&bot_plain, &bot_easy, &bot_medium, &bot_strong, NULL};

const BotKind *bot_kind(const Game *game, int index) {
    const BotKind *const *lists[] = {simple_kinds, game_bots(game)->kinds, thinking_kinds};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const BotKind *const *kind = lists[i]; kind && *kind; kind++)
            if ((*kind)->plays(game) && index-- == 0) return *kind;
    return NULL;
}

const BotKind *bot_find(const Game *game, Span name) {
    const BotKind *kind;
    for (int i = 0; (kind = bot_kind(game, i)); i++)
        if (span_is(name, kind->name)) return kind;
    return NULL;
}

Span bot_name_alone(Span name) {
    const char *at = name.length ? memchr(name.at, '@', name.length) : NULL;
    return at ? (Span){name.at, (size_t)(at - name.at)} : name;
}

static Bot *refuse_unknown(const Game *game, Span name, Error *error) {
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    const BotKind *kind;
    for (int i = 0; (kind = bot_kind(game, i)); i++) text_format(&list, "%s%s", i ? ", " : "", kind->name);
    error_say(error, "no bot called '{name}' plays {game}; choose from {known}", WITH("name", span_quote(name).text),
              WITH("game", game->name), WITH("known", known));
    return NULL;
}

static Bot *open_kind(const BotKind *kind, const Game *game, const Budget *budget, Error *error) {
    Bot *bot = calloc(1, sizeof *bot);
    if (bot) {
        *bot = (Bot){.kind = kind, .game = game};
        bot->moves = malloc((size_t)game->moves_max * sizeof *bot->moves);
        if (kind->open) bot->memory = kind->open(game, budget);
        if (bot->moves && (bot->memory || !kind->open)) return bot;
    }
    bot_free(bot);
    error_set(error, "there is not enough memory for a bot");
    return NULL;
}

Bot *bot_open(const Game *game, Span name, Error *error) {
    const BotKind *kind = bot_find(game, name);
    return kind ? open_kind(kind, game, NULL, error) : refuse_unknown(game, name, error);
}

Bot *bot_open_with_budget(const Game *game, Span name, Error *error) {
    Span alone = bot_name_alone(name);
    if (alone.length == name.length) return bot_open(game, name, error);
    const BotKind *kind = bot_find(game, alone);
    Budget budget;
    if (!kind) return refuse_unknown(game, alone, error);
    if (!kind->timed) {
        error_say(error, "{bot} does not think ahead, so it takes no budget", WITH("bot", kind->name));
        return NULL;
    }
    if (!budget_parse((Span){name.at + alone.length + 1, name.length - alone.length - 1}, &budget, error)) return NULL;
    if ((budget.milliseconds || budget.threads > 1) && !kind->timed(game)) {
        error_say(error, "in {game}, {bot} thinks in iterations, on one thread: write {bot}@N", WITH("game", game->name),
                  WITH("bot", kind->name));
        return NULL;
    }
    return open_kind(kind, game, &budget, error);
}

void bot_free(Bot *bot) {
    if (!bot) return;
    free(bot->moves);
    if (bot->memory) bot->kind->close(bot->memory);
    free(bot);
}

Move bot_choose(Bot *bot, const View *view, int actor, Chance *chance) {
    Move move = bot->kind->choose(bot, view, actor, chance);
    assert(bot->game->is_legal(view_state(view), actor, move));
    return move;
}

static bool remembers(const BotKind *kind, const Game *game) { return kind->remembers && kind->remembers(game); }

bool bot_remembers(const Game *game, Span name) {
    const BotKind *kind = bot_find(game, name);
    return kind && remembers(kind, game);
}

void bot_recall(Bot *bot, const Sights *sights, int actor) {
    if (remembers(bot->kind, bot->game)) bot->kind->recall(bot, sights, actor);
}

void bot_catch_up(Bot *bot, const Past *past, const ChanceKey *key, int actor) {
    Sights sights;
    if (!remembers(bot->kind, bot->game)) return;
    past_sights(past, bot->game, key, actor, &sights);
    bot->kind->recall(bot, &sights, actor);
}

bool bot_weigh(Bot *bot, const View *view, int actor, Move asked, Chance *chance, Weighing *weighing) {
    assert(bot->game->is_legal(view_state(view), actor, asked));
    *weighing = (Weighing){.kind = EXPECTS_NOTHING};
    if (bot->kind->weigh) bot->kind->weigh(bot, view, actor, asked, chance, weighing);
    return weighing->kind != EXPECTS_NOTHING;
}

void weighing_sort(Weighing *weighing) {
    for (int i = 1; i < weighing->count; i++) {
        WeighedMove move = weighing->moves[i];
        int at = i;
        for (; at > 0 && weighing->moves[at - 1].value < move.value; at--) weighing->moves[at] = weighing->moves[at - 1];
        weighing->moves[at] = move;
    }
}

Expectation bot_expects(const Bot *bot) {
    return bot->kind->expects ? bot->kind->expects(bot) : (Expectation){.kind = EXPECTS_NOTHING};
}
