/* Learns how Primero is played by self-play, and writes bots/primero/model_table.c.
 *   make build/release/tools/learn/primero && build/release/tools/learn/primero MILLIONS SEED > bots/primero/model_table.c
 *
 * Counterfactual regrets by sampling. Each deal has one learner, who plays against copies of the table as it is, and now
 * and then against people who always see or always fold. At every decision of the learner each choice is played out once from
 * the same cards, and what it brings more than the table's own mixture is added to its regret; the table plays each choice in
 * proportion to its regret so far, and what is written is the average of all tables. Then deals among the finished table tell
 * which hands lie behind which doings.
 * Source: Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization" (2009); the mixture
 * of opponents after Johanson, Zinkevich and Bowling, "Computing Robust Counter-Strategies" (2007). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/primero/model.h"
#include "bots/primero/policy.h"

enum {
    EXPLORED_PERCENT = 8,        /* of the learner's own choices */
    PRIZES_PERCENT = 50,         /* of Italian deals begin with carried coins, */
    PRIZES_ENGLISH_PERCENT = 20, /* of English ones with antes */
    DISCOUNTS = 40,
    FINAL_DEALS = 400000,
    VISITS_MIN = 60,          /* of a situation with a hand, */
    SUMMARY_VISITS_MIN = 400, /* and of a summary: what is met less often is not written */
    LINE_LETTERS = 122,
    DEALS_AHEAD = 1000, /* so that a pot that nobody makes is carried on */
};

typedef struct Training {
    Model *model;
    float (*regret)[SLOTS], (*average)[SLOTS];
    Chance chance;
    PrimeroVariant variant; /* that is being learnt */
    uint64_t seed;
} Training;

/* ---- final hands of the English form */

static PrimeroSet draw(const uint8_t *pack, int *next, int count) {
    PrimeroSet set = 0;
    while (count--) set |= PRIMERO_BIT(pack[(*next)++]);
    return set;
}

/* The share of final hands below each value, if all exchange once in each phase as the prospects say. */
static void learn_final_hands(Training *t, bool exchanging) {
    int counts[PRIMERO_VALUES] = {0}, lower = 0;
    uint8_t pack[PRIMERO_CARDS];
    for (int i = 0; i < PRIMERO_CARDS; i++) pack[i] = (uint8_t)i;
    for (int i = 0; i < FINAL_DEALS; i++) {
        int next = 0;
        chance_shuffle(&t->chance, 0, pack, PRIMERO_CARDS);
        PrimeroSet hand = draw(pack, &next, PRIMERO_PACKET);
        for (int phase = 0; phase < 2; phase++) {
            PrimeroSet thrown = exchanging ? prospects_throw(&t->model->prospects[0], hand) : 0;
            hand = (hand & ~thrown) | draw(pack, &next, primero_count(thrown));
            if (phase == 0) hand |= draw(pack, &next, PRIMERO_PACKET);
        }
        counts[primero_hand_value(hand)]++;
    }
    for (int value = 0; value < PRIMERO_VALUES; value++) {
        t->model->beaten[value] = ((float)lower + 0.5f * (float)counts[value]) / FINAL_DEALS;
        lower += counts[value];
    }
}

/* ---- regrets */

static void mixture(const float regret[SLOTS], unsigned mask, float shares[SLOTS]) {
    float sum = 0;
    int count = __builtin_popcount(mask);
    for (int slot = 0; slot < SLOTS; slot++) {
        shares[slot] = (mask >> slot & 1) && regret[slot] > 0 ? regret[slot] : 0;
        sum += shares[slot];
    }
    for (int slot = 0; slot < SLOTS; slot++)
        if (mask >> slot & 1) shares[slot] = sum > 0 ? shares[slot] / sum : 1 / (float)count;
}

static float unit(Chance *chance) { return (float)(chance_bits(chance) >> 40) / (float)(1 << 24); }

static int pick(const float shares[SLOTS], unsigned mask, Chance *chance) {
    float at = unit(chance);
    int last = 0;
    for (; mask; mask &= mask - 1) {
        last = __builtin_ctz(mask);
        at -= shares[last];
        if (at < 0) break;
    }
    return last;
}

static State *state_of(Primero *p) { return (State *)(void *)p; }

/* One move of somebody who plays by the table as it is, or in a style. */
static void step(Training *t, Primero *p, Style style, Chance *chance) {
    Move moves[SLOTS], move;
    float shares[SLOTS];
    if (p->step == PRIMERO_STEP_EXCHANGE) {
        move = primero_move(PRIMERO_MOVE_THROW, model_throw(t->model, p));
    } else if (style != STYLE_MODEL) {
        move = model_style_choose(t->model, p, style);
    } else {
        unsigned mask = model_slots(p, moves);
        int infoset = model_infoset(t->model, p);
        mixture(t->regret[infoset], mask, shares);
        for (int slot = 0; slot < SLOTS; slot++) t->average[infoset][slot] += shares[slot];
        move = moves[pick(shares, mask, chance)];
    }
    primero.apply(state_of(p), p->turn, move, chance, NULL);
}

static float play_out(Training *t, const Primero *from, Primero *p, int seat, const Style styles[PRIMERO_SEATS],
                      Chance chance) {
    while (!primero_settled(from, p)) step(t, p, styles[p->turn], &chance);
    return primero_worth(p, seat);
}

/* The learner's decision: every choice is played out, and one of them made. */
static void learn_step(Training *t, const Primero *from, Primero *p, const Style styles[PRIMERO_SEATS]) {
    Move moves[SLOTS];
    float shares[SLOTS], worth[SLOTS], mean = 0;
    int infoset = model_infoset(t->model, p), seat = p->turn;
    unsigned mask = model_slots(p, moves);
    Chance chance = chance_fast(chance_bits(&t->chance));
    mixture(t->regret[infoset], mask, shares);
    for (unsigned rest = mask; rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        Primero copy = *p;
        Chance same = chance;
        primero.apply(state_of(&copy), seat, moves[slot], &same, NULL);
        worth[slot] = play_out(t, from, &copy, seat, styles, same);
        mean += shares[slot] * worth[slot];
    }
    for (unsigned rest = mask; rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        t->regret[infoset][slot] += worth[slot] - mean;
    }
    static const uint8_t nothing[SLOTS];
    bool explores = chance_below(&t->chance, 100) < EXPLORED_PERCENT;
    int chosen = explores ? model_pick(nothing, mask, &t->chance) : pick(shares, mask, &t->chance);
    primero.apply(state_of(p), seat, moves[chosen], &t->chance, NULL);
}

/* A fresh deal, a third of them for two; some with coins carried over from before. */
static void deal(Training *t, Primero *p) {
    Setup setup = {.variant = t->variant};
    char pair[32];
    setup.people = chance_below(&t->chance, 3) == 0 ? 2 : 2 + (int)chance_below(&t->chance, PRIMERO_SEATS - 1);
    snprintf(pair, sizeof pair, "deals=%d", DEALS_AHEAD);
    setup_option(&setup, span_of(pair), NULL);
    primero.setup(state_of(p), &setup, &t->chance, NULL, NULL);
    bool english = p->variant == PRIMERO_ENGLISH;
    if ((int)chance_below(&t->chance, 100) >= (english ? PRIZES_ENGLISH_PERCENT : PRIZES_PERCENT)) return;
    int each = 1 + (int)chance_below(&t->chance, english ? 2 * (uint32_t)p->stake : 2 * p->limit);
    for (int seat = 0; seat < p->people; seat++) {
        p->purse[seat] -= each;
        p->pot += each;
    }
}

/* All play by the table, or all of them always see, or always fold. */
static void some_styles(Training *t, const Primero *p, Style styles[PRIMERO_SEATS]) {
    int percent = (int)chance_below(&t->chance, 100), style = STYLE_MODEL;
    for (; percent >= model_tables_percent(p, (Style)style); style++) percent -= model_tables_percent(p, (Style)style);
    for (int seat = 0; seat < PRIMERO_SEATS; seat++) styles[seat] = (Style)style;
}

static void learn_deal(Training *t) {
    Primero p, from;
    Style styles[PRIMERO_SEATS];
    deal(t, &p);
    from = p;
    int learner = (int)chance_below(&t->chance, p.people);
    some_styles(t, &p, styles);
    styles[learner] = STYLE_MODEL;
    while (!primero_settled(&from, &p)) {
        if (p.turn == learner && p.step != PRIMERO_STEP_EXCHANGE) learn_step(t, &from, &p, styles);
        else step(t, &p, styles[p.turn], &t->chance);
    }
}

/* Later tables count for more: after the k-th part of the deals everything so far is worth k of k + 1. */
static void discount(Training *t, int k) {
    float factor = (float)k / (float)(k + 1);
    int begin = t->variant == PRIMERO_ENGLISH ? 0 : ITALIAN_INFOSETS;
    int end = t->variant == PRIMERO_ENGLISH ? ITALIAN_INFOSETS : MODEL_INFOSETS;
    for (int i = begin; i < end; i++)
        for (int slot = 0; slot < SLOTS; slot++) {
            t->regret[i][slot] *= factor;
            t->average[i][slot] *= factor;
        }
}

/* ---- what doings tell */

typedef struct Counts {
    float classes[MODEL_SUMMARIES][2][MODEL_CLASSES], styles[MODEL_SUMMARIES][STYLES];
} Counts;

static void watch_deal(Training *t, Counts *counts) {
    Primero p, from;
    Style styles[PRIMERO_SEATS];
    deal(t, &p);
    from = p;
    some_styles(t, &p, styles);
    int learner = (int)chance_below(&t->chance, p.people);
    Doings doings = {0};
    styles[learner] = STYLE_MODEL;
    while (!primero_settled(&from, &p)) {
        if (p.turn == learner) doings_follow(&doings, &p);
        for (int seat = 0; seat < p.people && p.turn == learner; seat++) {
            if (seat == learner || !(p.in & SEAT_BIT(seat))) continue;
            int summary = model_summary(&p, seat, &doings);
            counts->classes[summary][style_is_blind(styles[seat])][model_class(t->model, &p, p.hand[seat])]++;
            counts->styles[summary][styles[seat]]++;
        }
        Move move = model_choose(t->model, &p, styles[p.turn], &t->chance);
        primero.apply(state_of(&p), p.turn, move, &t->chance, NULL);
    }
}

/* ---- writing */

static int column;

static void write_letter(int number) {
    if (column == 0) printf("    \"");
    putchar(number < 0 ? '.' : number < 26 ? 'A' + number : 'a' + number - 26);
    if (++column == LINE_LETTERS) {
        printf("\"\n");
        column = 0;
    }
}

static void end_letters(void) {
    printf("%s;\n", column ? "\"" : "    \"\"");
    column = 0;
}

static float sum_of(const float *numbers, int count, float *largest) {
    float sum = 0;
    *largest = 0;
    for (int i = 0; i < count; i++) {
        sum += numbers[i];
        if (numbers[i] > *largest) *largest = numbers[i];
    }
    return sum;
}

static void take_average(Training *t) {
    for (int i = 0; i < MODEL_INFOSETS; i++) {
        float largest, sum = sum_of(t->average[i], SLOTS, &largest);
        for (int slot = 0; slot < SLOTS && sum >= VISITS_MIN; slot++)
            t->model->weights[i][slot] = (uint8_t)lroundf(51 * t->average[i][slot] / largest);
    }
}

static void write_shares(const float *counts, int count) {
    float largest;
    sum_of(counts, count, &largest);
    for (int i = 0; i < count; i++) write_letter(largest > 0 ? (int)lroundf(51 * sqrtf(counts[i] / largest)) : 0);
}

static void write_table(Training *t, const Counts *counts, const char *millions, const char *seed) {
    printf(
        "/* The model's table for Primero, learnt by self-play and written by `learn/primero %s %s`; model.h says what it "
        "means. */\n"
        "/* clang-format off */\n",
        millions, seed);
    printf("#include \"bots/primero/model.h\"\n\nconst uint16_t model_beaten[PRIMERO_BIDS] = {");
    int value = 0;
    for (int i = 0; i < PRIMERO_BIDS; i++) {
        value = primero_next_bid(value);
        printf("%s%d,", i % 16 ? " " : "\n    ", (int)lroundf(65535 * t->model->beaten[value]));
    }
    printf("\n};\n\nconst char *const model_weights =\n");
    for (int i = 0; i < MODEL_INFOSETS; i++) {
        bool met = false;
        for (int slot = 0; slot < SLOTS; slot++) met |= t->model->weights[i][slot] != 0;
        if (!met) write_letter(-1);
        for (int slot = 0; met && slot < model_letters(i); slot++) write_letter(t->model->weights[i][slot]);
    }
    end_letters();
    printf("\nconst char *const model_beliefs =\n");
    for (int i = 0; i < MODEL_SUMMARIES; i++) {
        float largest;
        if (sum_of(counts->styles[i], STYLES, &largest) < SUMMARY_VISITS_MIN) {
            write_letter(-1);
            continue;
        }
        for (int blind = 0; blind < 2; blind++) write_shares(counts->classes[i][blind], MODEL_CLASSES);
        write_shares(counts->styles[i], STYLES);
    }
    end_letters();
}

static void learn_variant(Training *t, PrimeroVariant variant, long deals, Counts *counts) {
    t->variant = variant;
    t->chance = chance_fast(t->seed + variant); /* neither form depends on how the other is learnt */
    for (int k = 1; k <= DISCOUNTS; k++) {
        for (long i = 0; i < deals / DISCOUNTS; i++) learn_deal(t);
        discount(t, k);
        fprintf(stderr, "\r%s: %d of %d parts", primero_variants[variant].name, k, DISCOUNTS);
    }
    take_average(t);
    for (long i = 0; i < deals / 4; i++) watch_deal(t, counts);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: learn/primero MILLIONS SEED > bots/primero/model_table.c\n");
        return 2;
    }
    double deals = atof(arguments[1]) * 1e6;
    Training t = {.model = calloc(1, sizeof *t.model),
                  .regret = calloc(MODEL_INFOSETS, sizeof *t.regret),
                  .average = calloc(MODEL_INFOSETS, sizeof *t.average),
                  .seed = (uint64_t)strtoull(arguments[2], NULL, 10)};
    t.chance = chance_fast(t.seed);
    Counts *counts = calloc(1, sizeof *counts);
    if (!t.model || !t.regret || !t.average || !counts) return 1;
    for (int round = 0; round < 4; round++) {
        learn_final_hands(&t, round > 0);
        if (!model_prospects(t.model)) return 1;
    }
    learn_variant(&t, PRIMERO_ENGLISH, (long)(deals * 0.4), counts);
    learn_variant(&t, PRIMERO_ITALIAN, (long)(deals * 0.6), counts);
    fprintf(stderr, "\n");
    write_table(&t, counts, arguments[1], arguments[2]);
    return 0;
}
