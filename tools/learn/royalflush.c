/* Learns what a hand of Royal Flush promises (bots/royalflush/value.h) from self-play, and writes bots/royalflush/weights.c.
 *
 *     build/release/tools/learn/royalflush MATCHES > bots/royalflush/weights.c
 *
 * The quick player plays whole matches against itself, with two to five people, mostly on boards drawn by lot, now and then with
 * a child at the table, and one turn in twenty at random. After each round every state that a seat has left behind is compared
 * with what the round brought after it, and the weights of that state move towards it (least mean squares, the steps normalised
 * and getting smaller). The play improves with the weights. What is written are the means over the second half of the matches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/royalflush/turn.h"

enum {
    SEED = 1000000,
    SAMPLES_MAX = 8192,
    RANDOM_TURNS = 20,
    BOARDS_IN_PLAY = 9,
    WEIGHTS = sizeof(RoyalLearnt) / sizeof(int16_t)
};

static const double first_rate = 0.05, field_scale = 0.01;

/* A RoyalLearnt as numbers: as they are learnt, their sums for the mean, and rounded as the player reads them. */
typedef struct Learning {
    double weights[WEIGHTS], sums[WEIGHTS];
    long summed;
    RoyalLearnt rounded;
} Learning;

/* What a seat left behind after its turn: which weights apply, and how often each. */
typedef struct Sample {
    int seat, held, others_held, count;
    bool many;
    struct {
        size_t at; /* in a RoyalWeights */
        double times;
    } terms[BOARDS_IN_PLAY + 2];
} Sample;

static Sample samples[SAMPLES_MAX];

static size_t offset_in(const RoyalLearnt *learnt, const RoyalWeights *weights) {
    return (size_t)((const int16_t *)weights - (const int16_t *)learnt);
}

static void add_term(Sample *sample, size_t at, double times) {
    sample->terms[sample->count].at = at;
    sample->terms[sample->count++].times = times;
}

static void take_sample(const RoyalFlush *r, int seat, const RoyalWeights *weights, Sample *sample) {
    RoyalStanding standing = royal_standing(r, seat);
    RoyalOutlook outlook = royal_outlook(r);
    int own = royal_own_class(standing.own), others = royal_others_class(standing.others), jokers = r->jokers[seat];
    const int16_t *from = (const int16_t *)weights;
    *sample = (Sample){.seat = seat, .held = royalflush_held(r, seat), .many = standing.many};
    for (int other = 0; other < r->people; other++)
        if (other != seat) sample->others_held += royalflush_held(r, other);
    add_term(sample, (size_t)(&weights->base[standing.own][standing.others] - from), 1);
    add_term(sample, (size_t)(&weights->card[own][others] - from), royal_faces_count(r->hand[seat]) + jokers);
    for (int i = 0; i < outlook.count; i++) {
        RoyalBoard board = (RoyalBoard)outlook.boards[i];
        int missing = royalflush_missing(board, r->hand[seat]) - (board == ROYAL_ROYAL_FLUSH ? 0 : jokers);
        add_term(sample, (size_t)(&weights->parts[own][others][board][missing > 0 ? missing : 0] - from), outlook.values[i]);
    }
}

/* Fields and cards count in tens and move slower than the constant. */
static void learn(double *weights, const Sample *sample, double came, double rate) {
    double expected = 0, norm = 1;
    for (int i = 0; i < sample->count; i++) {
        double times = sample->terms[i].times;
        expected += weights[sample->terms[i].at] * times;
        if (i > 0) norm += times * times * field_scale;
    }
    double step = rate * (came - expected) / norm;
    for (int i = 0; i < sample->count; i++)
        weights[sample->terms[i].at] += i == 0 ? step : step * sample->terms[i].times * field_scale;
}

/* Of a round that is over, with what each seat had before its last turn. */
static void learn_round(Learning *learning, const RoyalFlush *r, const int before[ROYAL_SEATS], int sample_count, double rate) {
    const RoyalLearnt *learnt = &learning->rounded;
    int came[ROYAL_SEATS], sum = 0;
    for (int seat = 0; seat < r->people; seat++) {
        came[seat] = r->score[seat] - before[seat] - (r->phase == ROYAL_OVER ? ROYAL_CHIP_POINTS * r->chips[seat] : 0);
        sum += came[seat];
    }
    for (int i = 0; i < sample_count; i++) {
        const Sample *sample = &samples[i];
        double own = came[sample->seat] - sample->held;
        double others = (double)(sum - came[sample->seat] - sample->others_held) / (r->people - 1);
        learn(learning->weights + offset_in(learnt, &learnt->lead[sample->many]), sample, own - others, rate);
        learn(learning->weights + offset_in(learnt, &learnt->gain[sample->many]), sample, own, rate);
    }
}

static void round_weights(const double *weights, double divisor, RoyalLearnt *learnt) {
    int16_t *rounded = (int16_t *)learnt;
    for (int i = 0; i < WEIGHTS; i++) {
        double value = weights[i] / divisor * ROYAL_POINT;
        rounded[i] = (int16_t)(value < 0 ? value - 0.5 : value + 0.5);
    }
}

static void set_up(State *state, Chance *chance) {
    Setup setup = {.people = 2 + (int)chance_below(chance, ROYAL_SEATS - 1)};
    Error error;
    bool fits = true;
    if (chance_below(chance, 3)) fits &= setup_option(&setup, span_of("boards=random"), &error);
    if (!chance_below(chance, 8)) fits &= setup_option(&setup, span_of("children=0"), &error);
    if (!fits || !royalflush.setup(state, &setup, chance, NULL, &error)) abort();
}

static void play_match(Learning *learning, uint64_t seed, double rate) {
    StateRoom room;
    State *state = STATE_IN(room);
    RoyalFlush *r = (RoyalFlush *)(void *)state;
    Chance chance = chance_fast(seed);
    int sample_count = 0, round = 1;
    set_up(state, &chance);
    while (r->phase != ROYAL_OVER) {
        int seat = r->turn, before[ROYAL_SEATS];
        for (int i = 0; i < ROYAL_SEATS; i++) before[i] = r->score[i];
        if (r->phase == ROYAL_TURN && chance_below(&chance, RANDOM_TURNS) == 0) {
            Move moves[ROYAL_MOVES_MAX];
            int count = royalflush.legal(state, seat, moves);
            royalflush.apply(state, seat, moves[chance_below(&chance, (uint32_t)count)], &chance, NULL);
        } else {
            royal_quick_play(r, &learning->rounded, &chance);
        }
        if (r->round != round || r->phase == ROYAL_OVER) {
            learn_round(learning, r, before, sample_count, rate);
            sample_count = 0;
            round = r->round;
        } else if (r->turn != seat && sample_count < SAMPLES_MAX) {
            take_sample(r, seat, &learning->rounded.lead[r->people > 2], &samples[sample_count++]);
        }
    }
    round_weights(learning->weights, 1, &learning->rounded);
}

/* Where learning begins: half of a field, less by a third for each missing card; a piece is worth three points. */
static void begin(Learning *learning) {
    RoyalLearnt *learnt = &learning->rounded;
    for (int many = 0; many < 2; many++) {
        for (int own = 1; own <= ROYAL_PIECES; own++)
            for (int others = 1; others <= ROYAL_PIECES; others++) {
                learnt->lead[many].base[own][others] = (int16_t)(3 * ROYAL_POINT * (own - others));
                learnt->gain[many].base[own][others] = (int16_t)(3 * ROYAL_POINT * own);
            }
        int16_t *lead = &learnt->lead[many].parts[0][0][0][0], *gain = &learnt->gain[many].parts[0][0][0][0];
        int count = sizeof learnt->lead->parts / sizeof *lead;
        for (int i = 0; i < count; i++) {
            int missing = i % (ROYAL_WAY_MAX + 1);
            lead[i] = gain[i] = (int16_t)(missing == 0 ? ROYAL_POINT / 2 : lead[i - 1] * 2 / 3);
        }
    }
    for (int i = 0; i < WEIGHTS; i++) learning->weights[i] = (double)((const int16_t *)learnt)[i] / ROYAL_POINT;
}

/* ---- writing */

static void print_numbers(const int16_t *numbers, int count) {
    printf("{");
    for (int i = 0; i < count; i++) printf("%s%d", i ? ", " : "", numbers[i]);
    printf("}");
}

static void print_weights(const RoyalWeights *weights) {
    printf("        {\n            .base = {");
    for (int own = 0; own <= ROYAL_PIECES; own++) {
        printf("%s", own == 0 ? "" : own % 2 == 0 ? ",\n                     " : ", ");
        print_numbers(weights->base[own], ROYAL_PIECES + 1);
    }
    printf("},\n            .card = {");
    for (int own = 0; own < ROYAL_OWN_CLASSES; own++) {
        printf("%s", own ? ", " : "");
        print_numbers(weights->card[own], ROYAL_OTHERS_CLASSES);
    }
    printf("},\n            .parts = {\n");
    for (int own = 0; own < ROYAL_OWN_CLASSES; own++) {
        for (int others = 0; others < ROYAL_OTHERS_CLASSES; others++) {
            printf("                %s{", others ? "" : "{");
            for (int board = 0; board < ROYAL_BOARDS; board++) {
                printf("%s", board == 0 ? "" : board % 2 ? ", " : ",\n                  ");
                print_numbers(weights->parts[own][others][board], ROYAL_WAY_MAX + 1);
            }
            printf("}%s,\n", others == ROYAL_OTHERS_CLASSES - 1 ? "}" : "");
        }
    }
    printf("            },\n        },\n");
}

static void print_learnt(const RoyalLearnt *learnt, long matches) {
    printf(
        "/* The weights for Royal Flush, learnt by `learn/royalflush %ld`, in thousandths of a point; value.h says what they "
        "mean. */\n"
        "/* clang-format off */\n#include \"bots/royalflush/value.h\"\n\n"
        "const RoyalLearnt royal_learnt = {\n",
        matches);
    for (int many = 0; many < 2; many++) {
        if (many == 0) printf("    .lead = {\n");
        print_weights(&learnt->lead[many]);
    }
    printf("    },\n    .gain = {\n");
    for (int many = 0; many < 2; many++) print_weights(&learnt->gain[many]);
    printf("    },\n};\n");
}

int main(int argc, char **argv) {
    static Learning learning;
    long matches = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (matches < 2) {
        fprintf(stderr, "usage: learn/royalflush MATCHES\n");
        return 2;
    }
    begin(&learning);
    for (long match = 0; match < matches; match++) {
        play_match(&learning, (uint64_t)(SEED + match), first_rate / (1 + 15.0 * (double)match / (double)matches));
        if (match < matches / 2) continue;
        for (int i = 0; i < WEIGHTS; i++) learning.sums[i] += learning.weights[i];
        learning.summed++;
    }
    round_weights(learning.sums, (double)learning.summed, &learning.rounded);
    print_learnt(&learning.rounded, matches);
    return 0;
}
