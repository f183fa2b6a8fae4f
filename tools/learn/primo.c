/* Learns what a hand of Primo promises and who is likely to win (bots/primo/value.h) from self-play.
 * It writes bots/primo/weights.c.
 *
 *     build/release/tools/learn/primo GAMES > bots/primo/weights.c
 *
 * The quick player plays whole games against itself in all modes but solo, ordinary and extreme. Promises: whenever a
 * seat's turn comes, each length it wanted is worth 1 if a word of it can be laid, else four fifths of what the hand kept
 * then promises, and the weights of the hand kept before move towards that (temporal differences, steps normalised and
 * getting smaller). Chances: after each game the terms of the positions passed move towards who has won (logistic
 * regression). The play improves with the weights. What is written are the means over the second half of the games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/primo/turn.h"

enum {
    SEED = 1000000,
    SAMPLES_MAX = 2048,
    RANDOM_THROWS = 10, /* one turn in so many a card is thrown at random */
    WEIGHTS = sizeof(PrimoWeights) / sizeof(int16_t),
    COLUMNS = 20,
    LIMIT = 32000,
};

static const double patience = 0.8, first_rate = 0.06, first_term_rate = 0.03;

typedef struct Learning {
    double weights[WEIGHTS], sums[WEIGHTS];
    long summed;
    PrimoWeights rounded;
} Learning;

/* A position at the beginning of a turn. */
typedef struct Sample {
    int counts[SEATS_MAX];
    PrimoTerm terms[SEATS_MAX][PRIMO_TERMS_MAX];
} Sample;

/* The hand that a seat kept after its last turn, and the lengths it wanted. */
typedef struct Kept {
    bool there;
    Lengths wanted;
    uint8_t hand[PRIMO_FACES];
} Kept;

static Sample samples[SAMPLES_MAX];

static double *weights_at(Learning *learning, const int16_t *place) {
    return learning->weights + (place - (const int16_t *)&learning->rounded);
}

static void round_weights(const double *weights, double divisor, PrimoWeights *rounded) {
    int16_t *numbers = (int16_t *)rounded;
    for (int i = 0; i < WEIGHTS; i++) {
        double value = weights[i] / divisor * PRIMO_WEIGHT;
        numbers[i] = (int16_t)lround(value < -LIMIT ? -LIMIT : value > LIMIT ? LIMIT : value);
    }
}

/* ---- promises */

/* All places of weights that a hand's promise for the first length sums up; a kind's further copies stand several times. */
static int places_of(const PrimoWeights *weights, const uint8_t hand[PRIMO_FACES], const int16_t *places[64]) {
    int kinds[PRIMO_HAND_MAX + 1], count = 0, cards = 0, held = 0;
    for (int kind = 0; kind < PRIMO_KINDS; kind++) {
        if (hand[kind] == 0) continue;
        cards += hand[kind];
        places[count++] = weights->card[kind][0];
        for (int copy = 1; copy < hand[kind]; copy++) places[count++] = weights->card[kind][1];
        for (int i = 0; i < held; i++) places[count++] = weights->pair[primo_pair(kinds[i], kind)];
        kinds[held++] = kind;
    }
    places[count++] = weights->size[cards < PRIMO_HAND_MAX ? cards : PRIMO_HAND_MAX];
    return count;
}

static double promise_of(Learning *learning, const uint8_t hand[PRIMO_FACES], int length) {
    const int16_t *places[64];
    int count = places_of(&learning->rounded, hand, places);
    double sum = 0;
    for (int i = 0; i < count; i++) sum += weights_at(learning, places[i])[length - PRIMO_SHORTEST];
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

static void learn_promise(Learning *learning, const uint8_t hand[PRIMO_FACES], int length, double target, double rate) {
    const int16_t *places[64];
    int count = places_of(&learning->rounded, hand, places);
    double sum = 0;
    for (int i = 0; i < count; i++) sum += weights_at(learning, places[i])[length - PRIMO_SHORTEST];
    double step = rate * (target - sum) / count;
    for (int i = 0; i < count; i++) weights_at(learning, places[i])[length - PRIMO_SHORTEST] += step;
}

/* The seat has drawn: what could it lay? */
static void learn_hand(Learning *learning, const Kept *kept, const uint8_t after[PRIMO_FACES], Lengths layable, double rate) {
    for (Lengths rest = kept->wanted; rest; rest &= rest - 1) {
        int length = __builtin_ctz(rest);
        double target = layable >> length & 1 ? 1 : patience * promise_of(learning, after, length);
        learn_promise(learning, kept->hand, length, target, rate);
    }
}

static Lengths layable_of(const uint8_t hand[PRIMO_FACES], Lengths wanted) {
    Rack rack = {.stars = hand[STAR]};
    Lengths layable = 0;
    memcpy(rack.counts, hand, ALPHABET);
    for (Lengths rest = wanted; rest; rest &= rest - 1) {
        WordSearch search;
        word_search_init(&search, primo_lexicon(), &rack, rest & -rest);
        if (word_search_next(&search)) layable |= rest & -rest;
    }
    return layable;
}

/* ---- chances */

static void take_sample(const Learning *learning, const Primo *p, Sample *sample) {
    for (int seat = 0; seat < primo_seats(p); seat++)
        sample->counts[seat] = primo_terms(&learning->rounded, p, seat, sample->terms[seat]);
}

static void learn_sample(Learning *learning, const Primo *p, const Sample *sample, const double won[SEATS_MAX], double rate) {
    double totals[SEATS_MAX] = {0}, sum = 0, *weights = weights_at(learning, learning->rounded.term[primo_table(p)]);
    for (int seat = 0; seat < primo_seats(p); seat++)
        for (int i = 0; i < sample->counts[seat]; i++)
            totals[primo_team(p, seat)] += weights[sample->terms[seat][i].at] * sample->terms[seat][i].times;
    for (int seat = 0; seat < primo_seats(p); seat++)
        if (primo_team(p, seat) == seat) sum += totals[seat] = exp(totals[seat]);
    for (int seat = 0; seat < primo_seats(p); seat++) {
        int team = primo_team(p, seat);
        for (int i = 0; i < sample->counts[seat]; i++)
            weights[sample->terms[seat][i].at] += rate * sample->terms[seat][i].times * (won[team] - totals[team] / sum);
    }
}

static void learn_chances(Learning *learning, const Primo *p, int count, double rate) {
    SeatSet leaders = primo_leaders(p);
    double won[SEATS_MAX] = {0};
    for (int seat = 0; seat < primo_seats(p); seat++)
        if (leaders & SEAT_BIT(seat)) won[primo_team(p, seat)] += 1.0 / __builtin_popcount(leaders);
    for (int i = 0; i < count; i++) learn_sample(learning, p, &samples[i], won, rate);
}

/* ---- games */

static void set_up(State *state, Chance *chance) {
    /* Half of the games are duels; of all games a third is extreme. */
    Setup setup = {.variant = chance_below(chance, 2) ? PRIMO_DUEL : (int)chance_below(chance, PRIMO_SOLO)};
    Error error;
    setup.people = primo_variants[setup.variant].people_max;
    bool fits = chance_below(chance, 3) || setup_option(&setup, span_of("extreme=yes"), &error);
    if (!fits || !primo.setup(state, &setup, chance, NULL, &error)) abort();
}

static Move throw_any(const Primo *p, int actor, Chance *chance) {
    uint8_t faces[PRIMO_FACES];
    int count = 0;
    for (int face = 0; face <= STAR; face++)
        if (p->hand[actor][face]) faces[count++] = (uint8_t)face;
    return count ? primo_move(ACT_THROW, false, 0, primo_data_cards(&faces[chance_below(chance, (uint32_t)count)], 1)) : 0;
}

static void play_game(Learning *learning, uint64_t seed, double part) {
    StateRoom room;
    State *state = STATE_IN(room);
    Primo *p = (Primo *)(void *)state;
    Chance chance = chance_fast(seed);
    Kept kept[SEATS_MAX] = {{0}};
    Lengths layable[SEATS_MAX] = {0};
    int count = 0;
    set_up(state, &chance);
    while (p->phase != PRIMO_OVER) {
        int seat = p->turn;
        if (p->phase == PRIMO_START && count < SAMPLES_MAX) take_sample(learning, p, &samples[count++]);
        if (p->phase == PRIMO_DRAWN) layable[seat] = layable_of(p->hand[seat], kept[seat].wanted);
        Move any = p->phase == PRIMO_DRAWN && chance_below(&chance, RANDOM_THROWS) == 0 ? throw_any(p, seat, &chance) : 0;
        bool drawn = p->phase == PRIMO_DRAWN;
        if (any) primo.apply(state, seat, any, &chance, NULL);
        else primo_quick_play(&learning->rounded, p, &chance);
        if (p->turn == seat && p->phase != PRIMO_OVER) continue;
        if (drawn && kept[seat].there)
            learn_hand(learning, &kept[seat], p->hand[seat], layable[seat], first_rate * (1 - 0.9 * part));
        kept[seat] = (Kept){.there = p->phase != PRIMO_OVER, .wanted = primo_wanted(p, seat)};
        memcpy(kept[seat].hand, p->hand[seat], PRIMO_FACES);
    }
    learn_chances(learning, p, count, first_term_rate * (1 - 0.95 * part));
    round_weights(learning->weights, 1, &learning->rounded);
}

/* ---- writing */

/* Rows of so many numbers each; where `group` is more than 1, so many rows stand together in braces. */
static void write_rows(const char *name, const int16_t *numbers, int rows, int columns, int group) {
    int at = 0, wide = COLUMNS / columns > 0 ? COLUMNS / columns : 1;
    printf("    .%s = {", name);
    for (int row = 0; row < rows; row++) {
        if (row % wide == 0) printf("\n        ");
        printf("%s{", group > 1 && row % group == 0 ? "{" : "");
        for (int i = 0; i < columns; i++, at++)
            printf("%d%s", numbers[at], i + 1 == columns ? "" : i % COLUMNS == COLUMNS - 1 ? ",\n         " : ", ");
        printf("}%s%s", group > 1 && row % group == group - 1 ? "}" : "",
               row % wide == wide - 1 || row + 1 == rows ? "," : ", ");
    }
    printf("\n    },\n");
}

int main(int argc, char **argv) {
    static Learning learning;
    long total = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (total <= 0) return fprintf(stderr, "usage: learn/primo GAMES > bots/primo/weights.c\n"), 2;
    for (long game = 0; game < total; game++) {
        play_game(&learning, (uint64_t)(SEED + game), (double)game / (double)total);
        if (game < total / 2) continue;
        for (int i = 0; i < WEIGHTS; i++) learning.sums[i] += learning.weights[i];
        learning.summed++;
    }
    PrimoWeights means;
    round_weights(learning.sums, (double)learning.summed, &means);
    printf(
        "/* The weights for Primo, learnt by tools/learn/primo.c from %ld games; value.h says what they mean. */\n"
        "/* clang-format off */\n",
        total);
    printf("#include \"bots/primo/value.h\"\n\n");
    printf("const PrimoWeights primo_learnt = {\n");
    write_rows("size", means.size[0], PRIMO_HAND_MAX + 1, PRIMO_PROMISES, 1);
    write_rows("card", means.card[0][0], PRIMO_KINDS * PRIMO_COPIES, PRIMO_PROMISES, PRIMO_COPIES);
    write_rows("pair", means.pair[0], PRIMO_PAIRS, PRIMO_PROMISES, 1);
    write_rows("term", means.term[0], PRIMO_TABLES, PRIMO_TERMS, 1);
    printf("};\n");
    return 0;
}
