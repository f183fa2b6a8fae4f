/* The thinker of Primero, English and Italian: it tries its choices on hands its rivals may well hold.
 *
 * Each choice is played out from the same sampled worlds (beliefs.h), everybody going on as the model plays; in three
 * rounds the worse half is dropped. Where choices come out alike the model's mixture decides among them, so that it bluffs as
 * often as the model does and cannot be read. An iteration is one deal played out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/primero/beliefs.h"
#include "bots/primero/bots.h"
#include "bots/primero/policy.h"

enum { CANDIDATES_MAX = 24, ROUNDS = 3, CHECK_WORLDS = 100, AMOUNTS = 4, HEIGHTS = 3 };
/* A bot that thinks for less than this is careless as well: one choice in this many is random. */
enum { CARELESS = 100, CARELESS_ONCE_IN = 5 };

/* Choices within this part of a usual vie of the best, and a part of the error of the estimate, are alike. In the English form
 * the model knows better when to bluff than the beliefs do, and only what is clearly worse is left out. */
static const double ALIKE_VIE[] = {[PRIMERO_ENGLISH] = 0.35, [PRIMERO_ITALIAN] = 0.06}, ALIKE_ERROR = 0.7;
static const double CLEAR_ERRORS = 3; /* so many standard errors from the margin, it is clear on which side a choice is */

typedef struct Candidate {
    Move move;
    double sum; /* of what it is worth, a share of carried coins included: by this it is chosen */
    int count;
    int weight; /* the model's */
    int number; /* stays the same when they are sorted */
    /* What the purse gains or loses, in the last round alone: this is what is expected aloud. In all rounds together a choice
     * that was kept because it was lucky would promise too much. */
    double coins;
    int last_count;
} Candidate;

typedef struct Thoughts {
    Model *model;
    PrimeroBeliefs beliefs;
    Doings doings[PRIMERO_SEATS]; /* of each seat that it plays */
    int count;
    Candidate candidates[CANDIDATES_MAX];
    double products[CANDIDATES_MAX][CANDIDATES_MAX]; /* by number, the lower first: sums over the worlds of both */
    Expectation expectation;
} Thoughts;

/* ---- what to weigh */

static void consider(Thoughts *t, const Primero *p, Move move, int weight) {
    for (int i = 0; i < t->count; i++)
        if (t->candidates[i].move == move) return;
    if (t->count == CANDIDATES_MAX || primero_refusal(p, p->turn, move)) return;
    t->candidates[t->count] = (Candidate){.move = move, .weight = weight, .number = t->count};
    t->count++;
}

/* The model's own choices, and amounts and heights of bids between them. */
static void consider_slots(Thoughts *t, const Primero *p) {
    Move moves[SLOTS];
    unsigned mask = model_slots(p, moves);
    const uint8_t *weights = t->model->weights[model_infoset(t->model, p)];
    for (; mask; mask &= mask - 1) {
        int slot = __builtin_ctz(mask);
        consider(t, p, moves[slot], weights[slot]);
    }
    if (p->variant == PRIMERO_ENGLISH) return;
    if (p->step == PRIMERO_STEP_ACT) {
        for (int i = 0; i < AMOUNTS; i++) {
            int amount = 1 + (p->limit - 1) * i / AMOUNTS;
            consider(t, p, primero_move(primero_vied(p) ? PRIMERO_MOVE_REVIE : PRIMERO_MOVE_VIE, (uint64_t)amount), 0);
        }
        return;
    }
    for (int type = HAND_NUMERUS; type < HAND_TYPES; type++) {
        int floor = primero_value((PrimeroType)type, 0), bid = p->bid > floor ? p->bid : floor;
        for (int i = 0; i < HEIGHTS * 3; i++) {
            bid = primero_next_bid(bid);
            if (i % 3 == 0 && i > 0 && (int)primero_type(bid) == type)
                consider(t, p, primero_move(PRIMERO_MOVE_BID, (uint64_t)bid), 0);
        }
    }
}

static void consider_throws(Thoughts *t, const Primero *p) {
    PrimeroSet hand = p->hand[p->turn], cards = 0;
    consider(t, p, primero_move(PRIMERO_MOVE_THROW, model_throw(t->model, p)), 1);
    do {
        consider(t, p, primero_move(PRIMERO_MOVE_THROW, cards), 0);
        cards = (cards - hand) & hand;
    } while (cards);
}

/* ---- weighing */

static double mean(const Candidate *c) { return c->count ? c->sum / c->count : 0; }

static double play_out(const Thoughts *t, Candidate *c, const Primero *from, Primero world, const Style styles[PRIMERO_SEATS],
                       Chance chance) {
    int seat = from->turn, before = from->purse[seat] + from->paid[seat];
    world.ante = 0; /* the next deal's would be taken from the purse before it is counted */
    primero.apply((State *)(void *)&world, seat, c->move, &chance, NULL);
    while (!primero_settled(from, &world)) {
        Move move = model_choose(t->model, &world, styles[world.turn], &chance);
        primero.apply((State *)(void *)&world, world.turn, move, &chance, NULL);
    }
    c->coins += world.purse[seat] - before;
    c->last_count++;
    return (double)primero_worth(&world, seat) - before;
}

static double *product(Thoughts *t, const Candidate *a, const Candidate *b) {
    return a->number < b->number ? &t->products[a->number][b->number] : &t->products[b->number][a->number];
}

/* All that are left are tried on the same world with the same dice. */
static void try_world(Thoughts *t, const Primero *view, int active, Chance *chance) {
    Primero world;
    Style styles[PRIMERO_SEATS];
    double worths[CANDIDATES_MAX];
    primero_beliefs_sample(&t->beliefs, chance, &world, styles);
    Chance dice = chance_fast(chance_bits(chance));
    for (int i = 0; i < active; i++) {
        Candidate *c = &t->candidates[i];
        worths[i] = play_out(t, c, view, world, styles, dice);
        c->sum += worths[i];
        c->count++;
        for (int j = 0; j <= i; j++) *product(t, c, &t->candidates[j]) += worths[i] * worths[j];
    }
}

/* The best first; equals keep their order. The library's qsort orders equals as it likes, and another library otherwise. */
static void sort(Candidate *candidates, int count) {
    for (int i = 1; i < count; i++) {
        Candidate moved = candidates[i];
        int place = i;
        for (; place > 0 && mean(&candidates[place - 1]) < mean(&moved); place--) candidates[place] = candidates[place - 1];
        candidates[place] = moved;
    }
}

/* The error of the mean of one, and of the difference of two that were tried on the same worlds. */
static double error_of(Thoughts *t, const Candidate *c) {
    double spread = *product(t, c, c) / c->count - mean(c) * mean(c);
    return sqrt((spread > 0 ? spread : 0) / c->count);
}

static double error_between(Thoughts *t, const Candidate *a, const Candidate *b) {
    double gap = mean(a) - mean(b), squares = *product(t, a, a) + *product(t, b, b) - 2 * *product(t, a, b);
    double spread = squares / a->count - gap * gap;
    return sqrt((spread > 0 ? spread : 0) / a->count);
}

/* Below the best by at most this, a choice is as good. */
static double alike(Thoughts *t, const Primero *p, const Candidate *best) {
    double vie = p->variant == PRIMERO_ENGLISH ? p->stake : p->limit;
    return ALIKE_VIE[p->variant] * vie + ALIKE_ERROR * error_of(t, best);
}

/* Is it plain of every choice whether it is as good as the best, so that more of the same would change nothing? */
static bool is_clear(Thoughts *t, const Primero *p, int active) {
    const Candidate *best = &t->candidates[0];
    for (int i = 1; i < active; i++)
        if (mean(&t->candidates[i]) > mean(best)) best = &t->candidates[i];
    double margin = alike(t, p, best);
    for (int i = 0; i < active; i++) {
        const Candidate *c = &t->candidates[i];
        double beyond = mean(best) - mean(c) - (c->weight ? margin : 0);
        if (c != best && fabs(beyond) <= CLEAR_ERRORS * error_between(t, best, c)) return false;
    }
    return true;
}

static void weigh(Thoughts *t, const Primero *view, int iterations, Chance *chance) {
    int active = t->count;
    memset(t->products, 0, sizeof t->products);
    primero_beliefs_form(&t->beliefs, t->model, view, &t->doings[view->turn], chance);
    if (active == 1) iterations = 0; /* one world, for what to expect */
    for (int round = 0; round < ROUNDS; round++) {
        int worlds = iterations / ROUNDS / active;
        for (int i = 0; i < active; i++) t->candidates[i].coins = t->candidates[i].last_count = 0;
        for (int i = 0; i < worlds || i == 0; i++) {
            try_world(t, view, active, chance);
            if (i % CHECK_WORLDS == CHECK_WORLDS - 1 && is_clear(t, view, active)) break;
        }
        sort(t->candidates, active);
        if (active > 2) active = (active + 1) / 2;
    }
}

/* The best, or one of those that are as good, as often as the model plays it. A bot that has tried too few worlds to tell takes
 * what looks best: so the lower levels err, and bluff by mistake. */
static const Candidate *decide(Thoughts *t, const Primero *p, Chance *chance) {
    const Candidate *best = &t->candidates[0], *good[CANDIDATES_MAX];
    int count = 0, sum = 0;
    if (t->count == 1 || best->count < CHECK_WORLDS) return best;
    double highest = mean(best), margin = alike(t, p, best);
    for (int i = 0; i < t->count; i++) {
        const Candidate *c = &t->candidates[i];
        if (!c->weight || mean(c) < highest - margin) continue;
        good[count++] = c;
        sum += c->weight;
    }
    if (!sum) return best;
    int at = (int)chance_below(chance, (uint32_t)sum);
    for (int i = 0;; i++) {
        if (at < good[i]->weight) return good[i];
        at -= good[i]->weight;
    }
}

static Move choose(void *memory, const View *view, int actor, Budget budget, Chance *chance) {
    Thoughts *t = memory;
    const Primero *p = primero_of_view(view);
    Chance dice = chance_fast(chance_bits(chance)); /* millions of draws a choice */
    t->count = 0;
    doings_follow(&t->doings[actor], p);
    if (p->step == PRIMERO_STEP_EXCHANGE) consider_throws(t, p);
    else consider_slots(t, p);
    weigh(t, p, budget.iterations, &dice);
    const Candidate *chosen = decide(t, p, &dice);
    if (budget.iterations < CARELESS && chance_below(&dice, CARELESS_ONCE_IN) == 0)
        chosen = &t->candidates[chance_below(&dice, (uint32_t)t->count)];
    t->expectation = (Expectation){.kind = EXPECTS_COINS, .value = (float)(chosen->coins / chosen->last_count)};
    return chosen->move;
}

/* Choices that the thinker would mix are worth the same. */
static void read_weighing(Thoughts *t, const Primero *p, Weighing *weighing) {
    const Candidate *best = &t->candidates[0];
    double margin = alike(t, p, best);
    weighing->kind = EXPECTS_COINS;
    weighing->count = t->count;
    for (int i = 0; i < t->count; i++) {
        const Candidate *c = &t->candidates[i];
        bool good = c->weight && mean(c) >= mean(best) - margin;
        weighing->moves[i] =
            (WeighedMove){.move = c->move, .value = (float)mean(good ? best : c), .error = (float)error_between(t, best, c)};
    }
}

static void weigh_moves(void *memory, const View *view, int actor, Move asked, Budget budget, Chance *chance,
                        Weighing *weighing) {
    Thoughts *t = memory;
    const Primero *p = primero_of_view(view);
    choose(memory, view, actor, budget, chance);
    Chance dice = chance_fast(chance_bits(chance));
    Candidate kept[WEIGHED_MAX];
    int count = 0;
    for (int i = 0; i < t->count && count < WEIGHED_FAVOURITES; i++) kept[count++] = t->candidates[i];
    for (int i = count; i < t->count; i++)
        if (t->candidates[i].move == asked) kept[count++] = t->candidates[i];
    t->count = count;
    memcpy(t->candidates, kept, (size_t)count * sizeof *kept);
    for (int i = 0; i < count; i++) t->candidates[i].number = i, t->candidates[i].sum = t->candidates[i].count = 0;
    consider(t, p, asked, 0);
    memset(t->products, 0, sizeof t->products);
    for (int i = 0; i < budget.iterations / t->count || i == 0; i++) try_world(t, p, t->count, &dice);
    sort(t->candidates, t->count);
    read_weighing(t, p, weighing);
}

static void recall(void *memory, const Sights *sights, int actor) {
    Thoughts *t = memory;
    t->doings[actor] = (Doings){0};
    for (int i = 0; i < sights->count; i++) doings_follow(&t->doings[actor], primero_of_view(sights_view(sights, i)));
}

static void *open(const Game *game, Budget budget) {
    (void)game;
    (void)budget;
    Thoughts *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->model = model_open();
    if (t->model) return t;
    free(t);
    return NULL;
}

static void close(void *memory) {
    Thoughts *t = memory;
    model_free(t->model);
    free(t);
}

static Expectation expects(const void *memory) { return ((const Thoughts *)memory)->expectation; }

const Thinker thinker_primero = {.iterations = {8, 220, 10000},
                                 .open = open,
                                 .close = close,
                                 .choose = choose,
                                 .recall = recall,
                                 .expects = expects,
                                 .weigh = weigh_moves};
