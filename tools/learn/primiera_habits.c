/* Learns the habits of Primiera players (bots/primiera/habits.h) by self-play.
 *
 *     learn/primiera_habits ROUNDS SEED > bots/primiera/habits_table.c
 *
 * plays so many rounds in which everybody plays by habit. After every hundred rounds the worths of all features are changed in
 * favour of what brought more points than usual: a policy gradient (Williams, "Simple statistical gradient-following algorithms", 1992) with
 * steps by Adam (Kingma and Ba, 2015). What is already safe when a card is played, sweeps and the seven of coins, is no merit of
 * that card. A small reward for surprise keeps habits from becoming rules. What it prints is the source of the table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/primiera/habits.h"

/* Turns with a great many moves teach little and are played at random. */
enum { BATCH = 100, MOVES_MAX = 64, TURNS_MAX = 64, VARIANTS = ROBOT + 1 };

static const double SURPRISE = 0.2; /* points for each unit of surprise */
static const double FIRST_RATE = 0.01, LAST_RATE = 0.0005;

typedef struct Learner {
    double worths[HABIT_SETS][HABITS], slopes[HABIT_SETS][HABITS], means[HABIT_SETS][HABITS], squares[HABIT_SETS][HABITS];
    double usual[VARIANTS][PRIMIERA_SEATS]; /* what a place still brings, counted from the dealer */
    int batches;
} Learner;

/* By how much one feature makes the move that was chosen likelier. */
typedef struct Slope {
    uint16_t feature;
    float value;
} Slope;

/* A turn that was played: its slopes, what was safe before it, and how unlikely the move was. */
typedef struct Turn {
    int seat, set, first, count;
    double safe, surprise;
} Turn;

typedef struct Round {
    Turn turns[TURNS_MAX];
    Slope slopes[TURNS_MAX * MOVES_MAX * HABIT_FEATURES_MAX];
    int turn_count, slope_count;
} Round;

/* How far a seat is ahead of those who do not play with it. */
static double ahead(const Primiera *p, int seat, const double points[PRIMIERA_SEATS]) {
    double others = 0;
    int count = 0, seats = primiera_seats(p);
    for (int other = 0; other < seats; other++)
        if (other != seat && other != p->partner[seat]) others += points[other], count++;
    return points[seat] - others / count;
}

/* The same in what nobody can take away: sweeps and the seven of coins. */
static double safe(const Primiera *p, int seat) {
    double points[PRIMIERA_SEATS] = {0};
    for (int i = 0; i < PRIMIERA_SEATS; i++) {
        CardSet pile = p->pile[i];
        if (p->partner[i] != SEAT_NONE) pile |= p->pile[p->partner[i]];
        points[i] = set_count(pile & p->swept) + (int)(pile >> SEVEN_OF_COINS & 1);
    }
    return ahead(p, seat, points);
}

/* Draws a move by the worths as they are and notes its slopes: what it has above the mean of all moves. */
static Move play_turn(const Learner *learner, const Primiera *p, int actor, const Move *moves, int count, Chance *chance,
                      Round *round) {
    static uint16_t features[MOVES_MAX][HABIT_FEATURES_MAX];
    int lengths[MOVES_MAX], chosen = 0;
    double weights[MOVES_MAX], best = -INFINITY, sum = 0;
    const double *worths = learner->worths[p->teams];
    for (int i = 0; i < count; i++) {
        lengths[i] = habits_features(p, actor, moves[i], features[i]);
        weights[i] = 0;
        for (int j = 0; j < lengths[i]; j++) weights[i] += worths[features[i][j]];
        if (weights[i] > best) best = weights[i];
    }
    for (int i = 0; i < count; i++) sum += weights[i] = exp(weights[i] - best);
    double point = (double)(chance_bits(chance) >> 11) * 0x1p-53 * sum;
    while (chosen < count - 1 && point >= weights[chosen]) point -= weights[chosen++];
    Turn *turn = &round->turns[round->turn_count++];
    int seat = p->phase == PRIMIERA_PHASE_LAY ? actor : p->turn;
    *turn = (Turn){.seat = seat,
                   .set = p->teams,
                   .first = round->slope_count,
                   .safe = safe(p, seat),
                   .surprise = -log(weights[chosen] / sum)};
    for (int i = 0; i < count; i++) {
        float value = (float)((i == chosen) - weights[i] / sum);
        for (int j = 0; j < lengths[i]; j++) round->slopes[round->slope_count++] = (Slope){features[i][j], value};
    }
    turn->count = round->slope_count - turn->first;
    return moves[chosen];
}

/* Every turn gets what its seat came out with above what was safe and what is usual. */
static void reward(Learner *learner, const Round *round, const Primiera *before, const Primiera *after) {
    double points[PRIMIERA_SEATS];
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) points[seat] = after->score[seat];
    for (int i = 0; i < round->turn_count; i++) {
        const Turn *turn = &round->turns[i];
        int place = (turn->seat - before->dealer + PRIMIERA_SEATS) % PRIMIERA_SEATS;
        double *usual = &learner->usual[before->variant][place], gain = ahead(before, turn->seat, points) - turn->safe;
        double merit = gain - *usual + SURPRISE * turn->surprise;
        *usual += 0.0005 * (gain - *usual);
        for (int j = turn->first; j < turn->first + turn->count; j++)
            learner->slopes[turn->set][round->slopes[j].feature] += merit * (double)round->slopes[j].value;
    }
}

static void play_round(Learner *learner, int variant, Chance *chance) {
    static Round round;
    static Move moves[PRIMIERA_MOVES_MAX];
    StateRoom room;
    State *state = STATE_IN(room);
    const Game *game = &primiera;
    const Primiera *p = primiera_of(state);
    Setup setup = {.variant = variant, .people = game->variants[variant].people_max};
    Error error;
    Primiera before; /* the last card: its teams are those of the round */
    round.turn_count = round.slope_count = 0;
    if (!game->setup(state, &setup, chance, NULL, &error)) abort();
    do {
        before = *p;
        int actor = __builtin_ctz(game->actors(state)), count = game->legal(state, actor, moves);
        Move move = moves[0];
        if (count > MOVES_MAX) move = moves[chance_below(chance, (uint32_t)count)];
        else if (count > 1) move = play_turn(learner, p, actor, moves, count, chance, &round);
        game->apply(state, actor, move, chance, NULL);
    } while (p->round == 1 && p->phase != PRIMIERA_PHASE_OVER);
    reward(learner, &round, &before, p);
}

static void step(Learner *learner, double rate) {
    const double keep = 0.9, keep_squares = 0.999;
    learner->batches++;
    double mend = 1 - pow(keep, learner->batches), mend_squares = 1 - pow(keep_squares, learner->batches);
    for (int set = 0; set < HABIT_SETS; set++)
        for (int f = 0; f < HABITS; f++) {
            double slope = learner->slopes[set][f] / BATCH - 1e-5 * learner->worths[set][f];
            double *mean = &learner->means[set][f], *square = &learner->squares[set][f];
            *mean = keep * *mean + (1 - keep) * slope;
            *square = keep_squares * *square + (1 - keep_squares) * slope * slope;
            learner->worths[set][f] += rate * (*mean / mend) / (sqrt(*square / mend_squares) + 1e-4);
            learner->slopes[set][f] = 0;
        }
}

static void print_table(const Learner *learner, int rounds, const char *seed) {
    static const char *const sets[HABIT_SETS] = {"TEAMS_OPEN", "TEAMS_ALONE", "TEAMS_PAIRS"};
    printf(
        "/* The learnt worth of each habit, written by `learn/primiera_habits %d %s`: do not edit. */\n"
        "/* clang-format off */\n",
        rounds, seed);
    printf("#include \"bots/primiera/habits.h\"\n\nconst int16_t primiera_habits[HABIT_SETS][HABITS] = {\n");
    for (int set = 0; set < HABIT_SETS; set++) {
        printf("    [%s] = {", sets[set]);
        for (int f = 0; f < HABITS; f++)
            printf("%s%d,", f % 20 ? " " : "\n        ", (int)lrint(learner->worths[set][f] * HABIT_UNIT));
        printf("\n    },\n");
    }
    printf("};\n");
}

int main(int argc, char **argv) {
    static Learner learner;
    /* What is played most is learnt most. */
    static const PrimieraVariant variants[] = {CLASSIC, HERALDS, CLASSIC, HERALDS, CLASSIC, HERALDS, TWO, THREE, ROBOT};
    const int tellings = 20;
    int rounds = argc == 3 ? atoi(argv[1]) : 0;
    char *rest = NULL;
    uint64_t seed = argc == 3 ? strtoull(argv[2], &rest, 10) : 0;
    if (rounds < BATCH * tellings || *rest) {
        fprintf(stderr, "usage: learn/primiera_habits ROUNDS SEED, %d rounds or more\n", BATCH * tellings);
        return 2;
    }
    Chance chance = chance_fast(seed);
    for (int i = 1; i <= rounds; i++) {
        play_round(&learner, (int)variants[(size_t)i % (sizeof variants / sizeof *variants)], &chance);
        if (i % BATCH == 0) step(&learner, FIRST_RATE + (LAST_RATE - FIRST_RATE) * i / rounds);
        if (i % (rounds / tellings) == 0) fprintf(stderr, "%d of %d rounds\n", i, rounds);
    }
    print_table(&learner, rounds, argv[2]);
    return 0;
}
