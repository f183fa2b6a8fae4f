/* Tests the players of Primiera: chitarrella's principles as positions, chances by score, memory, beliefs, every variant. */
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/primiera/beliefs.h"
#include "bots/primiera/habits.h"
#include "bots/primiera/memory.h"
#include "bots/primiera/standing.h"
#include "games/primiera/primiera.h"
#include "tests/support/lines.h"
#include "tests/support/tap.h"

/* ---- principles */

enum { CASE_TEXT_MAX = 1024, DICE = 8 };

typedef struct Principle {
    char name[CASE_TEXT_MAX], position[CASE_TEXT_MAX];
} Principle;

static void copy_span(char *to, Span span) {
    assert_true(span.length < CASE_TEXT_MAX);
    memcpy(to, span.at, span.length);
    to[span.length] = 0;
}

/* The bot must choose one of the moves, whatever its dice. */
static void check_principle(const Principle *principle, int seat, Span moves) {
    StateRoom room, view;
    Error error;
    Span text;
    Move allowed[8], chosen;
    int count = 0;
    Bot *bot = bot_open(&primiera, span_of("chitarrella"), &error);
    assert_non_null(bot);
    if (!primiera.parse(STATE_IN(room), span_of(principle->position), &error)) fail_msg("%s: %s", principle->name, error.text);
    while (span_split(&moves, ' ', &text)) {
        assert_true(count < 8);
        if (!primiera.parse_move(STATE_IN(room), seat, text, &allowed[count++], &error))
            fail_msg("%s: %s", principle->name, error.text);
    }
    primiera.view(STATE_IN(room), seat, VIEW_IN(view));
    for (uint64_t seed = 0; seed < DICE; seed++) {
        Chance chance = chance_fast(seed);
        bool found = false;
        chosen = bot_choose(bot, VIEW_IN(view), seat, &chance);
        for (int i = 0; i < count; i++) found |= allowed[i] == chosen;
        if (found) continue;
        char words[MOVE_TEXT_MAX];
        Text printed = text_init(words, sizeof words);
        primiera.print_move(STATE_IN(room), seat, chosen, &printed);
        fail_msg("%s: it plays %s", principle->name, words);
    }
    bot_free(bot);
}

static void follows_principles(void **unused) {
    (void)unused;
    char *text = file_text("tests/bots/principles/chitarrella.txt");
    Principle principle = {"", ""};
    Span rest, line, key;
    int number = 0, count = 0;
    assert_non_null(text);
    rest = span_of(text);
    while (next_line(&rest, &number, &line)) {
        Span value = line;
        span_split(&value, ':', &key);
        value = span_trim(value);
        if (span_is(key, "case")) {
            copy_span(principle.name, value);
        } else if (span_is(key, "given")) {
            copy_span(principle.position, value);
        } else if (key.length == strlen("plays 0") && !memcmp(key.at, "plays ", 6)) {
            check_principle(&principle, key.at[6] - '0', value);
            count++;
        } else {
            /* A line that goes on with the position. */
            size_t length = strlen(principle.position);
            principle.position[length++] = ' ';
            assert_true(length + line.length < CASE_TEXT_MAX);
            copy_span(principle.position + length, line);
        }
    }
    assert_true(count >= 14);
    free(text);
}

/* ---- the chance to win */

static Primiera between_rounds(int variant, int dealer, const int scores[PRIMIERA_SEATS]) {
    StateRoom room;
    Error error;
    Setup setup = {.variant = variant, .people = primiera.variants[variant].people_max};
    Chance chance = chance_fast(1);
    assert_true(primiera.setup(STATE_IN(room), &setup, &chance, NULL, &error));
    Primiera p = *primiera_of(STATE_IN(room));
    p.dealer = (uint8_t)dealer;
    for (int seat = 0; seat < primiera_seats(&p); seat++)
        p.score[seat] = (uint16_t)scores[variant == CLASSIC ? seat % 2 : seat];
    return p;
}

/* Chances add up to one side winning, more points are never worse, and equal scores are about equal. */
static void standings_are_sane(void **unused) {
    (void)unused;
    for (int variant = 0; primiera.variants[variant].name; variant++) {
        int target = variant == HERALDS || variant == ROBOT ? 21 : 11;
        for (int dealer = 0; dealer < primiera.variants[variant].people_max; dealer++) {
            for (int other = 0; other < target; other++) {
                float before = -1, chances[SEATS_MAX];
                for (int own = 0; own < target; own++) {
                    int scores[PRIMIERA_SEATS] = {own, other, other, other};
                    Primiera p = between_rounds(variant, dealer, scores);
                    standing_chances(&p, chances);
                    float sum = 0;
                    for (int seat = 0; seat < primiera_seats(&p); seat++) sum += chances[seat];
                    if (variant == CLASSIC) sum /= 2;
                    assert_true(sum > 0.999f && sum < 1.001f);
                    assert_true(chances[0] > before);
                    before = chances[0];
                    if (own == other) assert_true(chances[0] > 0.6f / (float)primiera_people(&p) && chances[0] < 0.6f);
                }
            }
        }
    }
}

static void standings_know_the_end_and_long_matches(void **unused) {
    (void)unused;
    float chances[SEATS_MAX];
    Primiera p = between_rounds(CLASSIC, 0, (int[PRIMIERA_SEATS]){12, 9});
    p.phase = PRIMIERA_PHASE_OVER;
    standing_chances(&p, chances);
    assert_true(chances[0] == 1 && chances[2] == 1 && chances[1] == 0 && chances[3] == 0);
    p = between_rounds(CLASSIC, 0, (int[PRIMIERA_SEATS]){40, 60});
    p.target = 100;
    standing_chances(&p, chances);
    assert_true(chances[0] < 0.4f && chances[1] > 0.6f);
    p = between_rounds(THREE, 0, (int[PRIMIERA_SEATS]){40, 60, 40});
    p.target = 100;
    standing_chances(&p, chances);
    assert_true(chances[1] > chances[0] && chances[1] > chances[2]);
}

/* ---- memory and beliefs */

typedef struct Truth {
    Move moves[ITALIAN_CARDS];
    uint8_t seats[ITALIAN_CARDS];
    int count;
} Truth;

/* A remembered play is the true one, up to which of two equal cards took the other. */
static bool same_play(const Play *play, Move move, int seat) {
    CardSet remembered = move_takes(play->move) | CARD_BIT(move_card(play->move));
    CardSet real = move_takes(move) | CARD_BIT(move_card(move));
    return play->before.turn == seat && set_ranks(remembered) == set_ranks(real) &&
           !move_takes(play->move) == !move_takes(move);
}

/* Random rounds: each seat, asked only on its turns, remembers nearly everything that was played. */
static void remembers_what_was_played(void **unused) {
    (void)unused;
    int right = 0, all = 0;
    for (int round = 0; round < 100; round++) {
        int variant = round % 5;
        StateRoom room, view;
        State *state = STATE_IN(room);
        Error error;
        Memory memories[PRIMIERA_SEATS] = {{0}};
        Truth truth = {.count = 0};
        Setup setup = {.variant = variant, .people = primiera.variants[variant].people_max};
        Chance chance = chance_fast((uint64_t)round);
        Move moves[PRIMIERA_MOVES_MAX];
        assert_true(primiera.setup(state, &setup, &chance, NULL, &error));
        const Primiera *p = primiera_of(state);
        while (p->round == 1 && p->phase != PRIMIERA_PHASE_OVER) {
            int actor = __builtin_ctz(primiera.actors(state)), count = primiera.legal(state, actor, moves);
            Move move = moves[chance_below(&chance, (uint32_t)count)];
            primiera.view(state, actor, VIEW_IN(view));
            memory_observe(&memories[actor], primiera_of_view(VIEW_IN(view)));
            for (int i = 0; i < memories[actor].count; i++)
                right += same_play(&memories[actor].plays[i], truth.moves[i], truth.seats[i]);
            all += truth.count;
            if (p->phase == PRIMIERA_PHASE_PLAY) {
                int card = p->stock[0]; /* the robot's next, known once it lies open */
                truth.seats[truth.count] = p->turn;
                truth.moves[truth.count++] =
                    move_kind(move) == PRIMIERA_MOVE_TURN
                        ? primiera_move(PRIMIERA_MOVE_PLAY, card, primiera_robot_capture(p->row, p->row_count, card_rank(card)))
                        : move;
            }
            primiera.apply(state, actor, move, &chance, NULL);
        }
    }
    assert_true(all > 50000 && right > all * 97 / 100);
}

/* Worlds drawn from beliefs fit the view, and beliefs favour the truth: who leaves the seven of coins has no seven. Seat 2
 * looks on: seat 1 has left it, seats 0 and 3 have not been asked. */
static void believes_what_was_declined(void **unused) {
    (void)unused;
    static const char *const before =
        "primiera:classic dealer=3 turn=0 table=10C,9C,10S hands=7D,9S,2D/7S,4S,3S/6B,6S,5S/8C,6C,8S piles=rest/-/-/- last=0";
    StateRoom room, view, world;
    State *state = STATE_IN(room);
    Error error;
    Move move;
    static const char *const played[] = {"7D", "4S"};
    PrimieraBeliefs *beliefs = beliefs_open(4000);
    Chance chance = chance_fast(5);
    assert_non_null(beliefs);
    assert_true(primiera.parse(state, span_of(before), &error));
    primiera.view(state, 2, VIEW_IN(view));
    beliefs_form(beliefs, VIEW_IN(view), 4000, &chance);
    for (int i = 0; i < 2; i++) {
        assert_true(primiera.parse_move(state, i, span_of(played[i]), &move, &error));
        primiera.apply(state, i, move, &chance, NULL);
    }
    primiera.view(state, 2, VIEW_IN(view));
    beliefs_form(beliefs, VIEW_IN(view), 4000, &chance);
    int believed = 0, uniform = 0;
    for (int i = 0; i < 4000; i++) {
        StateRoom seen;
        beliefs_deal(beliefs, VIEW_IN(view), &chance, STATE_IN(world));
        primiera.view(STATE_IN(world), 2, VIEW_IN(seen));
        assert_memory_equal(&seen, &view, primiera.state_bytes);
        believed += (primiera_of(STATE_IN(world))->hand[1] & RANK_CARDS(7)) != 0;
        primiera.determinize(VIEW_IN(view), &chance, STATE_IN(world));
        uniform += (primiera_of(STATE_IN(world))->hand[1] & RANK_CARDS(7)) != 0;
    }
    assert_true(believed * 3 < uniform * 2);
    beliefs_free(beliefs);
}

/* ---- habits */

static void habits_are_weights(void **unused) {
    (void)unused;
    StateRoom room;
    State *state = STATE_IN(room);
    Error error;
    for (int variant = 0; primiera.variants[variant].name; variant++) {
        Setup setup = {.variant = variant, .people = primiera.variants[variant].people_max};
        Chance chance = chance_fast((uint64_t)variant);
        Move moves[PRIMIERA_MOVES_MAX];
        float weights[PRIMIERA_MOVES_MAX];
        assert_true(primiera.setup(state, &setup, &chance, NULL, &error));
        for (int turn = 0; turn < 200 && !game_over(&primiera, state); turn++) {
            int actor = __builtin_ctz(primiera.actors(state)), count = primiera.legal(state, actor, moves);
            float best = 0;
            habits_weigh(state, actor, moves, count, weights);
            for (int i = 0; i < count; i++) {
                assert_true(weights[i] > 0 && weights[i] <= 1);
                if (weights[i] > best) best = weights[i];
            }
            assert_true(best == 1);
            primiera.apply(state, actor, moves[chance_below(&chance, (uint32_t)count)], &chance, NULL);
        }
    }
}

/* The table of ranks that take a sum says what adding up says. */
static void sums_by_rank(void **unused) {
    (void)unused;
    for (RankSet ranks = 0; ranks < 1024; ranks++)
        assert_int_equal(primiera_sum_ranks[ranks], primiera_sums((CardSet)ranks) & ~ranks);
}

/* Is this the likeliest move there by habit? */
static bool is_habit(const char *position, const char *text) {
    StateRoom room;
    State *state = STATE_IN(room);
    Error error;
    Move moves[PRIMIERA_MOVES_MAX], expected;
    float weights[PRIMIERA_MOVES_MAX];
    assert_true(primiera.parse(state, span_of(position), &error));
    int actor = __builtin_ctz(primiera.actors(state)), count = primiera.legal(state, actor, moves), best = 0;
    assert_true(primiera.parse_move(state, actor, span_of(text), &expected, &error));
    habits_weigh(state, actor, moves, count, weights);
    for (int i = 1; i < count; i++)
        if (weights[i] > weights[best]) best = i;
    return moves[best] == expected;
}

static void habits_are_sensible(void **unused) {
    (void)unused;
    /* The seven of coins is taken. */
    assert_true(is_habit(
        "primiera:classic dealer=3 turn=1 table=10C,9C,10S,7D hands=9S,2D/7S,4S,3S/6B,6S,5S/8C,6C,8S piles=rest/-/-/- last=0",
        "7S=7D"));
    /* A sweep is made, */
    assert_true(
        is_habit("primiera:classic dealer=3 turn=1 table=2C,3C hands=9S,2D/5S,4S,3S/6B,6S,5B/8C,6C,8S piles=rest/-/-/- last=0",
                 "5S=2C+3C"));
    /* and none is offered: 5 on 3 would leave 8, 10 leaves 13. */
    assert_true(
        is_habit("primiera:classic dealer=3 turn=1 table=3D hands=8D/5S,10S/6B,6S/8C,6C piles=rest/-/-/- last=0", "10S"));
}

/* ---- everybody plays everything */

static void play_match(Bot *bot, int variant, uint64_t seed) {
    StateRoom room, view;
    State *state = STATE_IN(room);
    Error error;
    Setup setup = {.variant = variant, .people = primiera.variants[variant].people_max};
    Chance chance = chance_fast(seed), dice = chance_fast(seed + 1);
    assert_true(setup_option(&setup, span_of("target=1"), &error));
    assert_true(primiera.setup(state, &setup, &chance, NULL, &error));
    while (!game_over(&primiera, state)) {
        int actor = __builtin_ctz(primiera.actors(state));
        primiera.view(state, actor, VIEW_IN(view));
        Move move = bot_choose(bot, VIEW_IN(view), actor, &dice);
        Expectation expectation = bot_expects(bot);
        if (expectation.kind == EXPECTS_WIN) assert_true(expectation.value >= 0 && expectation.value <= 1);
        assert_true(game_play(&primiera, state, actor, move, &chance, NULL, &error));
    }
}

static void all_play_all_variants(void **unused) {
    (void)unused;
    static const char *const names[] = {"chitarrella", "easy", "medium"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Error error;
        Bot *bot = bot_open(&primiera, span_of(names[i]), &error);
        assert_non_null(bot);
        for (int variant = 0; primiera.variants[variant].name; variant++) play_match(bot, variant, (uint64_t)variant + 10);
        bot_free(bot);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_principles),
        cmocka_unit_test(standings_are_sane),
        cmocka_unit_test(standings_know_the_end_and_long_matches),
        cmocka_unit_test(remembers_what_was_played),
        cmocka_unit_test(believes_what_was_declined),
        cmocka_unit_test(habits_are_weights),
        cmocka_unit_test(sums_by_rank),
        cmocka_unit_test(habits_are_sensible),
        cmocka_unit_test(all_play_all_variants),
    };
    return tap_run("primiera_bots", tests, sizeof tests / sizeof *tests);
}
