/* Learns how scores turn into chances to win a match of Primiera (bots/primiera/standing.h).
 *
 *     learn/primiera_standing BOT ROUNDS SEED > bots/primiera/standing_table.c
 *
 * lets the bot play so many rounds of each variant against itself and keeps what every place in the order scored. Matches
 * are then made of such rounds, drawn at random: for two sides the chances follow by iteration, for more the strengths are
 * fitted to matches played from random scores. What it prints is the source of the tables. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/primiera/standing.h"

enum { SWEEPS = 400, MATCHES = 3000000 };

/* Points of a round by place in the playing order; the dealer is last. */
typedef struct Outcome {
    int8_t points[PRIMIERA_SEATS];
} Outcome;

static Outcome play_round(Bot *bot, int variant, ChanceKey key) {
    StateRoom room, seen;
    State *state = STATE_IN(room);
    const Game *game = &primiera;
    Setup setup = {.variant = variant, .people = game->variants[variant].people_max};
    Chance chance = chance_table(&key), dice = chance_stream(&key, STREAM_BOT, 0), fast = chance_fast(chance_bits(&dice));
    Error error;
    uint8_t order[PRIMIERA_SEATS];
    Outcome outcome = {{0}};
    if (!game->setup(state, &setup, &chance, NULL, &error)) abort();
    const Primiera *p = primiera_of(state);
    int seats = primiera_order(p, order);
    while (p->phase != PRIMIERA_PHASE_OVER && p->round == 1) {
        int actor = __builtin_ctz(game->actors(state));
        game->view(state, actor, VIEW_IN(seen));
        game->apply(state, actor, bot_choose(bot, VIEW_IN(seen), actor, &fast), &chance, NULL);
    }
    for (int i = 0; i < seats; i++) outcome.points[i] = (int8_t)p->score[order[i]];
    return outcome;
}

/* ---- two sides */

/* The chance of the dealer's side, by what it and the other side need. */
typedef double PairTable[NEED_PAIR + 1][NEED_PAIR + 1];

/* What the dealer's side has after a round that leaves these needs; the other side deals next. */
static double after(PairTable dealer_wins, int mine, int theirs) {
    if (mine > 0 && theirs > 0) return 1 - dealer_wins[theirs][mine];
    if (mine == theirs) return 1 - dealer_wins[0][0];
    return mine < theirs;
}

static void print_pair(const char *name, const Outcome *outcomes, int count, int seats) {
    PairTable dealer_wins;
    for (int mine = 0; mine <= NEED_PAIR; mine++)
        for (int theirs = 0; theirs <= NEED_PAIR; theirs++) dealer_wins[mine][theirs] = 0.5;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int mine = 0; mine <= NEED_PAIR; mine++)
            for (int theirs = 0; theirs <= NEED_PAIR; theirs++) {
                if ((mine == 0) != (theirs == 0)) continue;
                double sum = 0;
                for (int i = 0; i < count; i++)
                    sum += after(dealer_wins, mine - outcomes[i].points[seats - 1], theirs - outcomes[i].points[0]);
                dealer_wins[mine][theirs] = sum / count;
            }
    for (int need = 1; need <= NEED_PAIR; need++) dealer_wins[0][need] = 1, dealer_wins[need][0] = 0;
    printf("\nconst PairStanding %s = {{\n", name);
    for (int mine = 0; mine <= NEED_PAIR; mine++) {
        printf("    {");
        for (int theirs = 0; theirs <= NEED_PAIR; theirs++) printf("%s%.4ff", theirs ? ", " : "", dealer_wins[mine][theirs]);
        printf("},\n");
    }
    printf("}};\n");
}

/* ---- more than two */

/* Plays a match on from these needs; returns the winner. The seats stand as in the order of the first round. */
static int finish(const int needs[PRIMIERA_SEATS], int variant, const Outcome *outcomes, int count, Chance *chance) {
    int left[PRIMIERA_SEATS];
    Primiera p = {.variant = (uint8_t)variant, .dealer = (uint8_t)(primiera_variants[variant].people_max - 1)};
    memcpy(left, needs, sizeof left);
    for (;; p.dealer = (uint8_t)((p.dealer + 1) % primiera_people(&p))) {
        const Outcome *outcome = &outcomes[chance_below(chance, (uint32_t)count)];
        uint8_t order[PRIMIERA_SEATS];
        int seats = primiera_order(&p, order), best = 0, equals = 0;
        for (int i = 0; i < seats; i++) left[order[i]] -= outcome->points[i];
        for (int seat = 1; seat < seats; seat++)
            if (left[seat] < left[best]) best = seat;
        for (int seat = 0; seat < seats; seat++) equals += left[seat] == left[best];
        if (left[best] <= 0 && equals == 1) return best;
    }
}

static void print_many(const char *name, int variant, const Outcome *outcomes, int count, int target) {
    double need_worth[NEED_MANY + 1] = {0}, place_worth[PRIMIERA_SEATS] = {0};
    Chance chance = chance_fast(1);
    Primiera p = {.variant = (uint8_t)variant, .dealer = (uint8_t)(primiera_variants[variant].people_max - 1)};
    uint8_t order[PRIMIERA_SEATS];
    int seats = primiera_order(&p, order);
    for (int match = 0; match < MATCHES; match++) {
        int needs[PRIMIERA_SEATS] = {0};
        double share[PRIMIERA_SEATS], total = 0, rate = 0.02 * pow(0.01, (double)match / MATCHES);
        for (int seat = 0; seat < seats; seat++) needs[seat] = 1 + (int)chance_below(&chance, (uint32_t)target);
        int winner = finish(needs, variant, outcomes, count, &chance);
        for (int i = 0; i < seats; i++) total += share[i] = exp(need_worth[needs[order[i]]] + place_worth[i]);
        for (int i = 0; i < seats; i++) {
            double step = rate * ((order[i] == winner) - share[i] / total);
            need_worth[needs[order[i]]] += step;
            place_worth[i] += step / 4;
        }
    }
    /* Only those who tie for the lead need nothing between two rounds: no worse than needing one. */
    need_worth[0] = need_worth[1];
    printf("\nconst ManyStanding %s = {\n    .longest = %d,\n    .by_need = {", name, target);
    for (int need = 0; need <= target; need++)
        printf("%s%.4ff", need % 11 ? ", " : need ? ",\n                " : "", exp(need_worth[need] - need_worth[target]));
    printf("},\n    .by_place = {");
    for (int i = 0; i < PRIMIERA_SEATS; i++) printf("%s%.4ff", i ? ", " : "", i < seats ? exp(place_worth[i]) : 0.0);
    printf("},\n};\n");
}

int main(int argc, char **argv) {
    Error error;
    ChanceKey series;
    if (argc != 4 || !chance_key_parse(&series, span_of(argv[3]), &error)) {
        fprintf(stderr, "usage: learn/primiera_standing BOT ROUNDS SEED\n");
        return 2;
    }
    Bot *bot = bot_open(&primiera, span_of(argv[1]), &error);
    int rounds = atoi(argv[2]);
    Outcome *outcomes = calloc((size_t)rounds, sizeof *outcomes);
    if (!bot || !outcomes || rounds < 1) {
        fprintf(stderr, "%s\n", bot ? "no rounds" : error.text);
        return 2;
    }
    printf(
        "/* The learnt chances by score in Primiera, written by `learn/primiera_standing %s %d %s`: do not edit. */\n"
        "/* clang-format off */\n",
        argv[1], rounds, argv[3]);
    printf("#include \"bots/primiera/standing.h\"\n");
    for (int variant = 0; primiera.variants[variant].name; variant++) {
        for (int i = 0; i < rounds; i++)
            outcomes[i] = play_round(bot, variant, chance_key_of_game(&series, (uint64_t)(8 * i + variant)));
        switch ((PrimieraVariant)variant) {
        case CLASSIC: print_pair("standing_classic", outcomes, rounds, 4); break;
        case TWO: print_pair("standing_two", outcomes, rounds, 2); break;
        case HERALDS: print_many("standing_heralds", variant, outcomes, rounds, 21); break;
        case THREE: print_many("standing_three", variant, outcomes, rounds, 11); break;
        case ROBOT: print_many("standing_robot", variant, outcomes, rounds, 21); break;
        }
    }
    free(outcomes);
    bot_free(bot);
    return 0;
}
