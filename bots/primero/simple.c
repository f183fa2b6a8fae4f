/* `always-see` and `always-fold` as bots. */
#include "bots/primero/simple.h"

#include "bots/primero/bots.h"
#include "games/primero/primero.h"

static bool plays(const Game *game) { return game == &primero; }

static Move choose(Bot *bot, const View *view, int actor, Chance *chance, Move answer) {
    const Primero *p = primero_of_view(view);
    /* A bid it makes only where somebody else has vied in its place. */
    if (p->step != PRIMERO_STEP_ACT) return greedy_primero(bot, view, actor, chance);
    if (!primero_vied(p)) return primero_move(PRIMERO_MOVE_PASS, 0);
    return primero_refusal(p, actor, answer) ? primero_move(PRIMERO_MOVE_SEE, 0) : answer;
}

static Move always_see(Bot *bot, const View *view, int actor, Chance *chance) {
    return choose(bot, view, actor, chance, primero_move(PRIMERO_MOVE_SEE, 0));
}

static Move always_fold(Bot *bot, const View *view, int actor, Chance *chance) {
    return choose(bot, view, actor, chance, primero_move(PRIMERO_MOVE_FOLD, 0));
}

const BotKind bot_always_see = {.name = "always-see", .plays = plays, .choose = always_see};
const BotKind bot_always_fold = {.name = "always-fold", .plays = plays, .choose = always_fold};
