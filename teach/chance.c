/* Corrects expected chances by a line through log odds, fitted for each game and size of table. */
#include "teach/chance.h"

#include <math.h>
#include <string.h>

#include "bots/registry.h"

/* Log odds = shift + slope * expected log odds. Fitted by tools/learn/review.c on about 3,000 positions, few for each row, so
 * the rows were then drawn towards the uncorrected line by hand. Italian Primero has the fewest: its rows are the least sure. */
typedef struct Correction {
    const char *game, *variant; /* "" is any */
    int people;                 /* 0: any number */
    double shift, slope;
} Correction;

static const Correction corrections[] = {
    {"primiera", "classic", 0, -0.11, 0.92},
    {"primiera", "two", 0, -0.08, 1.05},
    {"primiera", "heralds", 0, -0.15, 0.80},
    {"primiera", "three", 0, 0.25, 1.40},
    {"primiera", "robot", 0, 0.20, 1.15},
    {"royalflush", "", 2, -0.25, 0.93},
    {"royalflush", "", 0, -0.25, 0.85},
    {"primero", "english", 0, 0.18, 1.12},
    {"primero", "italian", 2, -0.11, 0.66},
    {"primero", "italian", 0, -0.70, 0.90},
    {"primo", "duel", 0, 0.20, 1.30},
    {"primo", "", 0, 0.20, 1.15},
    {"", "", 0, 0, 1},
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
