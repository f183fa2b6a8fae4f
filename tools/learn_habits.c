/* Learns the habits of Primiera players (bots/policy/primiera_habits.h) from a bot that plays against itself.
 *
 *     learn_habits TEACHER ROUNDS SEED > bots/policy/primiera_worths.c
 *
 * plays so many rounds of each variant and fits the worths of all features to what the teacher chose: a conditional logit, by
 * stochastic gradient with steps that shrink as each feature is seen (Duchi, Hazan and Singer, "AdaGrad", 2011). What it prints
 * is the source of the table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/policy/primiera_habits.h"

enum { MOVES_MAX = 24, PASSES = 30, HELD_BACK = 10 };

/* A decision: the features of each move, the chosen one first. Turns with a great many moves teach little and are left out. */
typedef struct Lesson {
    uint8_t set, count;
    uint8_t lengths[MOVES_MAX];
    uint8_t features[MOVES_MAX][HABIT_FEATURES_MAX / 2];
} Lesson;

typedef struct Lessons {
    Lesson *at;
    size_t count, room;
} Lessons;

typedef struct Learner {
    double worths[HABIT_SETS][HABITS];
    double squares[HABIT_SETS][HABITS]; /* sums of the squared steps */
} Learner;

static void add_move(const Primiera *p, int actor, Move move, Lesson *lesson) {
    uint8_t features[HABIT_FEATURES_MAX];
    int length = habits_features(p, actor, move, features);
    if (length > HABIT_FEATURES_MAX / 2) length = HABIT_FEATURES_MAX / 2;
    memcpy(lesson->features[lesson->count], features, (size_t)length);
    lesson->lengths[lesson->count++] = (uint8_t)length;
}

static void add_lesson(Lessons *lessons, const State *state, int actor, const Move *moves, int count, Move chosen) {
    if (count < 2 || count > MOVES_MAX) return;
    if (lessons->count == lessons->room) {
        lessons->room = lessons->room ? 2 * lessons->room : 4096;
        lessons->at = realloc(lessons->at, lessons->room * sizeof *lessons->at);
        if (!lessons->at) abort();
    }
    Lesson *lesson = &lessons->at[lessons->count++];
    *lesson = (Lesson){.set = (uint8_t)habits_set(primiera_of(state))};
    add_move(primiera_of(state), actor, chosen, lesson);
    for (int i = 0; i < count; i++)
        if (moves[i] != chosen) add_move(primiera_of(state), actor, moves[i], lesson);
}

static void watch_round(Bot *teacher, int variant, ChanceKey key, Lessons *lessons) {
    StateRoom room, seen;
    State *state = STATE_IN(room);
    const Game *game = &primiera;
    Setup setup = {.variant = variant, .people = game->variants[variant].people_max};
    Chance chance = chance_table(&key), dice = chance_stream(&key, STREAM_BOT, 0);
    Chance fast = chance_fast(chance_bits(&dice));
    Error error;
    Move moves[PRIMIERA_MOVES_MAX];
    if (!game->setup(state, &setup, &chance, NULL, &error)) abort();
    while (!game_over(game, state) && primiera_of(state)->round == 1) {
        int actor = __builtin_ctz(game->actors(state)), count = game->legal(state, actor, moves);
        game->view(state, actor, VIEW_IN(seen));
        Move move = count > 1 ? bot_choose(teacher, VIEW_IN(seen), actor, &fast) : moves[0];
        add_lesson(lessons, state, actor, moves, count, move);
        game->apply(state, actor, move, &chance, NULL);
    }
}

/* The chance of each move by the worths as they are. */
static void chances(const Learner *learner, const Lesson *lesson, double chance[MOVES_MAX]) {
    double sum = 0, best = -INFINITY;
    for (int i = 0; i < lesson->count; i++) {
        chance[i] = 0;
        for (int j = 0; j < lesson->lengths[i]; j++) chance[i] += learner->worths[lesson->set][lesson->features[i][j]];
        if (chance[i] > best) best = chance[i];
    }
    for (int i = 0; i < lesson->count; i++) sum += chance[i] = exp(chance[i] - best);
    for (int i = 0; i < lesson->count; i++) chance[i] /= sum;
}

static void learn(Learner *learner, const Lesson *lesson) {
    double chance[MOVES_MAX], slope[HABITS] = {0};
    const double rate = 0.1, decay = 1e-5;
    chances(learner, lesson, chance);
    for (int i = 0; i < lesson->count; i++)
        for (int j = 0; j < lesson->lengths[i]; j++) slope[lesson->features[i][j]] += (i == 0) - chance[i];
    for (int f = 0; f < HABITS; f++) {
        if (slope[f] == 0) continue;
        double *worth = &learner->worths[lesson->set][f], step = slope[f] - decay * *worth;
        learner->squares[lesson->set][f] += step * step;
        *worth += rate * step / sqrt(learner->squares[lesson->set][f] + 1e-8);
    }
}

/* How often the likeliest move is the chosen one, and the mean surprise, on lessons held back. */
static void report(const Learner *learner, const Lessons *lessons, int pass) {
    double hits[HABIT_SETS] = {0}, surprise[HABIT_SETS] = {0};
    int count[HABIT_SETS] = {0};
    for (size_t i = 0; i < lessons->count; i += HELD_BACK) {
        const Lesson *lesson = &lessons->at[i];
        double chance[MOVES_MAX];
        bool best = true;
        chances(learner, lesson, chance);
        for (int j = 1; j < lesson->count; j++) best &= chance[j] < chance[0];
        hits[lesson->set] += best;
        surprise[lesson->set] -= log(chance[0]);
        count[lesson->set]++;
    }
    for (int set = 0; set < HABIT_SETS; set++)
        fprintf(stderr, "pass %d set %d: %d lessons held back, guessed %.3f, surprise %.4f\n", pass, set, count[set],
                hits[set] / count[set], surprise[set] / count[set]);
}

static void print_table(const Learner *learner, const char *teacher, int rounds, const char *seed) {
    static const char *const sets[HABIT_SETS] = {"HABITS_ALONE", "HABITS_PAIRED"};
    printf("/* Worths of habits, written by `learn_habits %s %d %s`: do not edit. */\n", teacher, rounds, seed);
    printf("#include \"bots/policy/primiera_habits.h\"\n\nconst int16_t primiera_habits[HABIT_SETS][HABITS] = {\n");
    for (int set = 0; set < HABIT_SETS; set++) {
        printf("    [%s] = {", sets[set]);
        for (int f = 0; f < HABITS; f++)
            printf("%s%d,", f % 16 ? " " : "\n        ", (int)lrint(learner->worths[set][f] * HABIT_UNIT));
        printf("\n    },\n");
    }
    printf("};\n");
}

int main(int argc, char **argv) {
    Error error;
    ChanceKey series;
    if (argc != 4 || !chance_key_parse(&series, span_of(argv[3]), &error)) {
        fprintf(stderr, "learn_habits TEACHER ROUNDS SEED\n");
        return 2;
    }
    Bot *teacher = bot_open(&primiera, span_of(argv[1]), &error);
    if (!teacher) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    int rounds = atoi(argv[2]);
    Lessons lessons = {0};
    Learner learner = {0};
    for (int i = 0; i < rounds; i++)
        for (int variant = 0; primiera.variants[variant].name; variant++)
            watch_round(teacher, variant, chance_key_of_game(&series, (uint64_t)(8 * i + variant)), &lessons);
    Chance chance = chance_fast(1);
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t i = 0; i < lessons.count; i++) {
            size_t pick = chance_below(&chance, (uint32_t)lessons.count);
            if (pick % HELD_BACK) learn(&learner, &lessons.at[pick]);
        }
        if (pass % 10 == 9) report(&learner, &lessons, pass + 1);
    }
    print_table(&learner, argv[1], rounds, argv[3]);
    free(lessons.at);
    bot_free(teacher);
    return 0;
}
