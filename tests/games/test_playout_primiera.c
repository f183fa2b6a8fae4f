/* Tests that Primiera's playout plays as random moves through the game interface do.
 * On random positions near the end of a round, with tables full of equal cards and choices, every continuation through the
 * interface is followed and its chance added up; playouts must end with the same piles just as often. Whole rounds are
 * compared by how often each score comes up. With ARALDO_SOAK set, more positions and two million rounds each way. Seeds are
 * fixed, so the outcome does not change from run to run. */
#include <stdlib.h>
#include <string.h>

#include "games/primiera/primiera.h"
#include "tests/support/statistics.h"
#include "tests/support/tap.h"

enum {
    ENDS_MAX = 4096,
    PLAYOUTS = 20000, /* from each position */
    RARE = 5,         /* ends expected less often than this count as one */
    POSITIONS = 100,
    POSITIONS_SOAK = 2000,
    ROUNDS = 20000,
    ROUNDS_SOAK = 2000000,
    POINTS = 24, /* more have never come in a round; a score of more counts as that */
};

/* Of a single position, and of several thousand of them. */
static const double p_least = 0.00001;

static State *state_of(Primiera *p) { return (State *)(void *)p; }

static Primiera begin_classic(Chance *chance) {
    StateRoom room;
    Setup setup = {.variant = CLASSIC, .people = 4, .option_count = 1, .options = {{"target", "999"}}};
    assert_true(primiera.setup(STATE_IN(room), &setup, chance, NULL, NULL));
    return *primiera_of(STATE_IN(room));
}

/* ---- near the end of a round: every way on */

typedef struct End {
    CardSet pile[PRIMIERA_SEATS], swept;
} End;

typedef struct Ends {
    int count;
    End list[ENDS_MAX];
    double chances[ENDS_MAX];
    unsigned reached[ENDS_MAX];
} Ends;

static int ends_find(Ends *ends, const End *end) {
    int at = 0;
    while (at < ends->count && memcmp(&ends->list[at], end, sizeof *end) != 0) at++;
    return at;
}

static End end_of(const Primiera *p) {
    End end = {.swept = p->swept};
    memcpy(end.pile, p->pile, sizeof end.pile);
    return end;
}

/* The interface scores and deals at once after the last card: here it is played by hand. */
static void play_last(Primiera *p, Move move) {
    if (move_takes(move)) {
        p->pile[p->turn] |= move_takes(move) | CARD_BIT(move_card(move));
        p->last = p->turn;
    } else {
        p->table |= CARD_BIT(move_card(move));
    }
    p->table &= ~move_takes(move);
    if (p->last != SEAT_NONE) p->pile[p->last] |= p->table;
}

static void follow(const Primiera *from, int left, double likelihood, Ends *ends) {
    Move moves[PRIMIERA_MOVES_MAX];
    int count = primiera.legal((const State *)(const void *)from, from->turn, moves);
    for (int i = 0; i < count; i++) {
        Primiera p = *from;
        if (left > 1) {
            primiera.apply(state_of(&p), p.turn, moves[i], NULL, NULL);
            follow(&p, left - 1, likelihood / count, ends);
            continue;
        }
        play_last(&p, moves[i]);
        End end = end_of(&p);
        int at = ends_find(ends, &end);
        assert_in_range(at, 0, ENDS_MAX - 1);
        if (at == ends->count) ends->list[ends->count++] = end, ends->chances[at] = 0, ends->reached[at] = 0;
        ends->chances[at] += likelihood / count;
    }
}

/* Some cards in hand, some on the table, the others in piles; now and then all of low ranks, where there are most choices. */
static Primiera random_position(Chance *chance, int *left) {
    Primiera p = begin_classic(chance);
    uint8_t pack[ITALIAN_CARDS];
    for (int i = 0; i < ITALIAN_CARDS; i++) pack[i] = (uint8_t)i;
    chance_shuffle(chance, 0, pack, ITALIAN_CARDS);
    *left = 1 + (int)chance_below(chance, 9);
    p.dealer = (uint8_t)chance_below(chance, PRIMIERA_SEATS);
    p.turn = (uint8_t)((p.dealer + 1 + (36 - *left)) % PRIMIERA_SEATS);
    p.last = (uint8_t)chance_below(chance, PRIMIERA_SEATS);
    memset(p.hand, 0, sizeof p.hand);
    memset(p.row, CARD_NONE, sizeof p.row);
    p.table = 0;
    p.row_count = 0;
    int on_table = (int)chance_below(chance, 9), next = 0;
    for (int i = 0; i < *left; i++) p.hand[(p.turn + i) % PRIMIERA_SEATS] |= CARD_BIT(pack[next++]);
    bool low = chance_below(chance, 2);
    for (; next < ITALIAN_CARDS; next++) {
        bool lies = p.row_count < on_table && !(low && card_rank(pack[next]) > 5);
        if (lies) p.row[p.row_count++] = pack[next], p.table |= CARD_BIT(pack[next]);
        if (!lies) p.pile[next % PRIMIERA_SEATS] |= CARD_BIT(pack[next]);
    }
    const char *broken = primiera.check(state_of(&p));
    if (broken) fail_msg("%s", broken);
    return p;
}

static double tail_of(const Ends *ends) {
    unsigned counts[ENDS_MAX + 1] = {0}, weights[ENDS_MAX + 1] = {0};
    int kinds = 1; /* the first is all that are rare */
    for (int i = 0; i < ends->count; i++) {
        int kind = ends->chances[i] * PLAYOUTS < RARE ? 0 : kinds++;
        counts[kind] += ends->reached[i];
        weights[kind] += (unsigned)(ends->chances[i] * 1e9 + 0.5);
    }
    bool any_rare = weights[0] > 0;
    return chi_square_of_counts(counts + !any_rare, weights + !any_rare, kinds - !any_rare, PLAYOUTS);
}

static void test_positions(void **unused) {
    (void)unused;
    static Ends ends;
    Chance chance = chance_fast(2);
    for (int i = 0; i < (soak() ? POSITIONS_SOAK : POSITIONS); i++) {
        int left;
        Primiera from = random_position(&chance, &left);
        ends.count = 0;
        follow(&from, left, 1, &ends);
        for (int played = 0; played < PLAYOUTS; played++) {
            Primiera p = from;
            primiera_playout(&p, &chance);
            End end = end_of(&p);
            int at = ends_find(&ends, &end);
            if (at == ends.count) fail_msg("position %d: a playout ends where no moves lead", i);
            ends.reached[at]++;
        }
        double tail = tail_of(&ends);
        if (tail < p_least) fail_msg("position %d: %d ends, p %g", i, ends.count, tail);
    }
}

/* ---- whole rounds */

static void count_score(unsigned *counts, int first, int second) {
    counts[(first < POINTS ? first : POINTS - 1) * POINTS + (second < POINTS ? second : POINTS - 1)]++;
}

static void rounds_by_interface(int rounds, unsigned *counts, Chance *chance) {
    Move moves[PRIMIERA_MOVES_MAX];
    Primiera p = begin_classic(chance);
    for (int i = 0; i < rounds; i++) {
        memset(p.score, 0, sizeof p.score);
        for (int round = p.round; p.round == round;) {
            int count = primiera.legal(state_of(&p), p.turn, moves);
            primiera.apply(state_of(&p), p.turn, moves[chance_below(chance, (uint32_t)count)], chance, NULL);
        }
        p.round = 1;
        count_score(counts, p.score[0], p.score[1]);
    }
}

static void rounds_by_playout(int rounds, unsigned *counts, Chance *chance) {
    Primiera p = begin_classic(chance);
    for (int i = 0; i < rounds; i++) {
        TeamScore scores[PRIMIERA_SEATS];
        p.dealer = (uint8_t)((p.dealer + 1) % PRIMIERA_SEATS);
        primiera_deal_classic(&p, chance);
        primiera_playout(&p, chance);
        primiera_round_score(&p, scores);
        count_score(counts, scores[0].points, scores[1].points);
    }
}

/* What the counts tell: the mean of a side's points, and the mean square of the difference between the sides. */
static void print_means(const char *name, const unsigned *counts, int rounds) {
    double points = 0, squares = 0;
    for (int i = 0; i < POINTS * POINTS; i++) {
        int first = i / POINTS, second = i % POINTS;
        points += (double)counts[i] * (first + second) / 2;
        squares += (double)counts[i] * (first - second) * (first - second);
    }
    printf("# %s: %d rounds, points %.4f, squared difference %.4f\n", name, rounds, points / rounds, squares / rounds);
}

static void test_rounds(void **unused) {
    (void)unused;
    static unsigned moves[POINTS * POINTS], playouts[POINTS * POINTS];
    int rounds = soak() ? ROUNDS_SOAK : ROUNDS, kinds = 0;
    unsigned rare[2] = {0};
    double statistic = 0;
    Chance chance = chance_fast(3);
    rounds_by_interface(rounds, moves, &chance);
    rounds_by_playout(rounds, playouts, &chance);
    print_means("moves", moves, rounds);
    print_means("playouts", playouts, rounds);
    for (int i = 0; i <= POINTS * POINTS; i++) {
        bool last = i == POINTS * POINTS, counts = last || moves[i] + playouts[i] >= 2 * RARE;
        double a = last ? rare[0] : moves[i], b = last ? rare[1] : playouts[i];
        if (!counts) rare[0] += moves[i], rare[1] += playouts[i];
        if (!counts || a + b == 0) continue;
        statistic += (a - b) * (a - b) / (a + b);
        kinds++;
    }
    double tail = chi_square_tail(statistic, kinds - 1);
    printf("# scores: %d kinds, chi-square %.1f, p %.4f\n", kinds, statistic, tail);
    if (tail < p_least) fail_msg("the scores differ: p %g", tail);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions), cmocka_unit_test(test_rounds)};
    return tap_run("playout_primiera", tests, sizeof tests / sizeof *tests);
}
