/* Corrects expected chances by a line through log odds, fitted for each game and size of table. */
#include "teach/chance.h"

#include <math.h>
#include <string.h>

#include "bots/registry.h"

/* Log odds = shift + slope * expected log odds. Fitted by tools/learn/review.c on 17,920 positions, 1,280 for each row; tables that were
 * not sampled take that of a similar one. */
typedef struct Correction {
    const char *game, *variant; /* "" is any */
    int people;                 /* 0: any number */
    double shift, slope;
} Correction;

static const Correction corrections[] = {
    {"primiera", "classic", 0, 0.07, 1.17}, {"primiera", "two", 0, -0.09, 1.22},    {"primiera", "heralds", 0, 0.13, 1.10},
    {"primiera", "three", 0, 0.29, 1.18},   {"primiera", "robot", 0, 0.23, 1.15},   {"royalflush", "", 2, 0.02, 0.94},
    {"royalflush", "", 3, -0.17, 0.89},     {"royalflush", "", 0, -0.22, 0.88},     {"primero", "english", 2, 0.10, 1.97},
    {"primero", "english", 0, 0.16, 1.18},  {"primero", "italian", 2, -0.24, 0.64}, {"primero", "italian", 0, 0.02, 1.52},
    {"primo", "duel", 0, 0.24, 1.08},       {"primo", "", 0, -0.06, 0.89},          {"", "", 0, 0, 1},
};

double chance_expected(const Game *game, const View *view, int seat, ExpectationKind kind, double value) {
    const GameBots *bots = game_bots(game);
    if (kind == EXPECTS_COINS && bots->chance) return bots->chance(view, seat, value);
    return value;
}

static const Correction *correction_of(const Game *game, const View *view) {
    Setup setup;
    const Correction *row = corrections;
    game->describe(view_state(view), &setup);
    for (;; row++) {
        if (*row->game && strcmp(row->game, game->name) != 0) continue;
        if (*row->variant && strcmp(row->variant, game->variants[setup.variant].name) != 0) continue;
        if (!row->people || row->people == setup.people) return row;
    }
}

double chance_to_win(const Game *game, const View *view, int seat, ExpectationKind kind, double value) {
    static const double SURE = 1e-5; /* nothing is surer than this or its opposite */
    const Correction *row = correction_of(game, view);
    double expected = fmin(fmax(chance_expected(game, view, seat, kind, value), SURE), 1 - SURE);
    return 1 / (1 + exp(-row->shift - row->slope * log(expected / (1 - expected))));
}
