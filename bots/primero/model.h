/* The model of Primero play: how often each strength of hand vies, sees, passes, folds and bids in each situation.
 * It was learnt by self-play; the same games also say what a player's actions tell about the hand behind them.
 *
 * Everything here is a function of what a view shows, so that a situation met in play, in a rollout and in training is the
 * same. The table is bots/primero/model_table.c, written by tools/learn/primero.c. */
#ifndef ARALDO_BOTS_PRIMERO_MODEL_H
#define ARALDO_BOTS_PRIMERO_MODEL_H

#include "bots/primero/prospects.h"
#include "core/chance.h"

/* The choices that the table knows. Of the action: these five, where the English form has one raise only. Of the bid: the
 * value of the hand itself, or the lowest bid of a type (its slot is the type). Exchanges follow a rule and are not in it. */
enum { SLOT_FOLD, SLOT_PASS, SLOT_SEE, SLOT_RAISE_LOW, SLOT_RAISE_HIGH, ACT_SLOTS, SLOT_BID_TRUE = 0, SLOTS = HAND_TYPES };

/* A style of play: by the table, or as one of three common kinds of player: one who sees every vie, one who folds to every vie,
 * and one who plays the cards: vies on a good hand, sees when the pot odds justify it, and never bluffs. The first two are
 * blind: what they do says nothing about their hands. */
typedef enum { STYLE_MODEL, STYLE_SEES, STYLE_FOLDS, STYLE_CARDS, STYLES } Style;

static inline bool style_is_blind(Style style) { return style == STYLE_SEES || style == STYLE_FOLDS; }

enum {
    ENGLISH_SITUATIONS = 2 * 384,
    ENGLISH_BUCKETS = PROSPECTS_BUCKETS,
    ITALIAN_SITUATIONS = 3 * 128,
    ITALIAN_BUCKETS = 88, /* 8 without a bid, and 16 for each of five types */
    BID_SITUATIONS = 24,
    BID_BUCKETS = 16,
    ITALIAN_INFOSETS = ENGLISH_SITUATIONS * ENGLISH_BUCKETS, /* where those begin */
    BID_INFOSETS = ITALIAN_INFOSETS + ITALIAN_SITUATIONS * ITALIAN_BUCKETS,
    MODEL_INFOSETS = BID_INFOSETS + BID_SITUATIONS * BID_BUCKETS,

    ENGLISH_SUMMARIES = 1152,
    ITALIAN_SUMMARIES = 2304,
    MODEL_SUMMARIES = ENGLISH_SUMMARIES + ITALIAN_SUMMARIES,
    MODEL_CLASSES = 16, /* of hands, as far as beliefs tell them apart */
    MODEL_RIVALS = 2,   /* prospects against one rival, and against several */
};

typedef struct Model {
    float beaten[PRIMERO_VALUES]; /* by value: the share of final English hands that are lower, and half of the equal ones */
    Prospects prospects[MODEL_RIVALS];
    uint8_t weights[MODEL_INFOSETS][SLOTS]; /* of the choices, by infoset: in any scale */
    /* The share of each class of hands behind a summary, of players who look at their cards and of blind ones, and of each
     * style; all 0 if never met. */
    float classes[MODEL_SUMMARIES][2][MODEL_CLASSES];
    float styles[MODEL_SUMMARIES][STYLES];
} Model;

/* Out of a hundred tables of this form and size that the model learns at, how many have all others playing in this style. With
 * too many folders it learns to bluff no matter what the others do; with too few it does not take their coins. */
static inline int model_tables_percent(const Primero *p, Style style) {
    static const uint8_t percents[2][2][STYLES] = {
        [PRIMERO_ENGLISH] = {{44, 19, 17, 20}, {40, 23, 11, 26}},
        [PRIMERO_ITALIAN] = {{50, 20, 10, 20}, {36, 26, 10, 28}},
    };
    return percents[p->variant][p->people > 2][style];
}

/* The table as it is stored: letters A to Z and a to z are 0 to 51 (model_table.c). */
extern const uint16_t model_beaten[PRIMERO_BIDS]; /* by bids in order, of 65535 */
extern const char *const model_weights;           /* a letter a slot, or a dot where there is nothing */
extern const char *const model_beliefs;           /* the square roots of classes and styles, or a dot */

/* How many letters an infoset has there. */
static inline int model_letters(int infoset) { return infoset < BID_INFOSETS ? ACT_SLOTS : SLOTS; }

/* Reads the stored table and works out the prospects; NULL if there is not enough memory. */
Model *model_open(void);
void model_free(Model *model);
/* The part of it that depends on `beaten`. */
bool model_prospects(Model *model);

/* The legal choices of the player on turn, at the action or the bid, as moves by slot; a bit for each that there is. */
unsigned model_slots(const Primero *p, Move moves[SLOTS]);
/* The infoset of the player on turn, at the action or the bid. */
int model_infoset(const Model *model, const Primero *p);
/* What the player on turn throws. */
PrimeroSet model_throw(const Model *model, const Primero *p);
/* A whole move for the player to move, in this style. */
Move model_choose(const Model *model, const Primero *p, Style style, Chance *chance);
/* The same at the action and the bid, in any style but the model's. */
Move model_style_choose(const Model *model, const Primero *p, Style style);
/* The style's choice by weights: a slot out of those in the mask; uniform where the table has nothing. */
int model_pick(const uint8_t weights[SLOTS], unsigned mask, Chance *chance);

/* What a seat remembers of phase 1: who passed before others acted. Once they have seen, a state or view no longer shows it. */
typedef struct Doings {
    PrimeroSet known; /* the cards that the seat has had */
    int deal;
    SeatSet waited;
} Doings;

/* Takes in the view (or the state) of the player to move; one that does not continue the last is a new deal. */
void doings_follow(Doings *doings, const Primero *p);
/* What everybody can see of a player's actions in this deal, as a number. */
int model_summary(const Primero *p, int seat, const Doings *doings);
/* The class of a hand, seen against the last bid. */
int model_class(const Model *model, const Primero *p, PrimeroSet hand);

#endif
