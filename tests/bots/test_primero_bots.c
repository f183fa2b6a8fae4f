/* Tests the players of Primero: legal and repeatable moves, bluffs, beliefs, exchanges.
 * The thinker and plain search play legal moves everywhere, and the same ones from the same dice; the thinker bluffs;
 * beliefs are what Bayes' rule makes of the model; exchanges are the best there are; and the two simple players do what
 * their names say. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/primero/beliefs.h"
#include "bots/bot.h"
#include "bots/primero/bots.h"
#include "bots/primero/policy.h"
#include "games/games.h"
#include "record/log.h"
#include "tests/support/tap.h"

enum {
    ITERATIONS = 40,
    BELIEF_SAMPLES = 3000,
    BELIEF_SAMPLES_SOAK = 100000,
    HANDS = 3,
    HANDS_SOAK = 60,
    MATCHES = 4,
    MATCHES_SOAK = 60,
    BLUFF_DEALS = 40,
    BLUFF_DEALS_SOAK = 800,
    BLUFF_ITERATIONS = 1000,
    BLUFF_ITERATIONS_SOAK = 10000,
    EXPECTED_DEALS = 150,
    EXPECTED_DEALS_SOAK = 6000,
    EXPECTED_ITERATIONS = 600,
    EXPECTED_ITERATIONS_SOAK = 3000,
    EXPECTED_STEP = 6 /* the decision that is judged is one of the first so many of its deal */
};

static int numbers(int usual, int at_length) { return soak() ? at_length : usual; }

static Setup setup_of(int variant, int people, const char *const *options) {
    Setup setup = {.variant = variant, .people = people};
    Error error;
    for (; options && *options; options++) assert_true(setup_option(&setup, span_of(*options), &error));
    return setup;
}

/* ---- the thinker */

static void play_match(void *memory, void *again, const Setup *setup, uint64_t seed) {
    StateRoom room, view;
    State *state = STATE_IN(room);
    Error error;
    Chance chance = chance_fast(seed);
    assert_true(primero.setup(state, setup, &chance, NULL, &error));
    for (uint64_t turn = 0; !game_over(&primero, state); turn++) {
        int actor = __builtin_ctz(primero.actors(state)), coins = primero_of(state)->start * setup->people;
        Chance dice = chance_fast(turn), same = dice;
        primero.view(state, actor, VIEW_IN(view));
        Move move = thinker_primero.choose(memory, VIEW_IN(view), actor, budget_iterations(ITERATIONS), &dice);
        Expectation expected = thinker_primero.expects(memory);
        assert_int_equal(expected.kind, EXPECTS_COINS);
        assert_true(expected.value >= (float)-coins && expected.value <= (float)coins);
        assert_int_equal(move, thinker_primero.choose(again, VIEW_IN(view), actor, budget_iterations(ITERATIONS), &same));
        assert_true(game_play(&primero, state, actor, move, &chance, NULL, &error));
    }
}

/* Whole matches of both forms and all numbers of people, two thinkers with the same dice side by side. */
static void test_thinker_plays_everywhere(void **unused) {
    static const char *const two_deals[] = {"deals=2", NULL};
    static const char *const odd_english[] = {"deals=2", "purse=23", "ante=2", "stake=3", "rest=300", "ties=split", NULL};
    static const char *const odd_italian[] = {"deals=2", "purse=1500", "ante=7", "limit=1000", NULL};
    static const char *const poor[] = {"deals=3", "purse=2", NULL};
    void *memory = thinker_primero.open(&primero, budget_iterations(ITERATIONS)),
         *again = thinker_primero.open(&primero, budget_iterations(ITERATIONS));
    (void)unused;
    assert_non_null(memory);
    assert_non_null(again);
    for (int variant = 0; primero.variants[variant].name; variant++)
        for (int people = 2; people <= PRIMERO_SEATS; people++) {
            Setup setup = setup_of(variant, people, two_deals);
            play_match(memory, again, &setup, (uint64_t)people);
        }
    Setup setups[] = {setup_of(PRIMERO_ENGLISH, 4, odd_english), setup_of(PRIMERO_ITALIAN, 3, odd_italian),
                      setup_of(PRIMERO_ENGLISH, 6, poor), setup_of(PRIMERO_ITALIAN, 6, poor)};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) play_match(memory, again, &setups[i], i);
    thinker_primero.close(memory);
    thinker_primero.close(again);
}

static void test_levels_and_plain_open(void **unused) {
    static const char *const names[] = {"easy", "medium", "plain"};
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Error error;
        Bot *bot = bot_open(&primero, span_of(names[i]), &error);
        assert_non_null(bot);
        for (int variant = 0; primero.variants[variant].name; variant++) {
            StateRoom room, view;
            Setup setup = setup_of(variant, 3, NULL);
            Chance chance = chance_fast(7), dice = chance_fast(8);
            assert_true(primero.setup(STATE_IN(room), &setup, &chance, NULL, &error));
            for (int turn = 0; turn < 4; turn++) {
                int actor = __builtin_ctz(primero.actors(STATE_IN(room)));
                primero.view(STATE_IN(room), actor, VIEW_IN(view));
                Move move = bot_choose(bot, VIEW_IN(view), actor, &dice);
                assert_true(game_play(&primero, STATE_IN(room), actor, move, &chance, NULL, &error));
            }
        }
        bot_free(bot);
    }
}

/* ---- what is expected */

typedef struct Gaps {
    double sum, squares;
    int count, folds;
} Gaps;

/* One deal of a table as the model knows them, from the first decision of seat 0 on which the thinker is asked to its end:
 * what the purse gained or lost less what the thinker expected. */
static void judge_deal(void *memory, const Model *model, const Setup *setup, uint64_t seed, Gaps *gaps) {
    StateRoom room, view;
    State *state = STATE_IN(room);
    Error error;
    Chance chance = chance_fast(seed);
    Style style = 0;
    assert_true(primero.setup(state, setup, &chance, NULL, &error));
    const Primero *p = primero_of(state);
    int skip = (int)chance_below(&chance, EXPECTED_STEP), percent = (int)chance_below(&chance, 100), before = 0;
    while (percent >= model_tables_percent(p, style)) percent -= model_tables_percent(p, style++);
    double expected = 0;
    bool asked = false, over = false;
    while (!over) {
        Move move;
        if (p->turn == 0 && !asked && skip-- == 0) {
            asked = true;
            primero.view(state, 0, VIEW_IN(view));
            move = thinker_primero.choose(memory, VIEW_IN(view), 0,
                                          budget_iterations(numbers(EXPECTED_ITERATIONS, EXPECTED_ITERATIONS_SOAK)), &chance);
            expected = (double)thinker_primero.expects(memory).value;
            before = p->purse[0] + p->paid[0];
            if (primero_move_kind(move) == PRIMERO_MOVE_FOLD) {
                gaps->folds++;
                assert_true(expected <= 0);
            }
        } else {
            move = model_choose(model, p, p->turn == 0 ? STYLE_MODEL : style, &chance);
        }
        Primero last = *p;
        assert_true(game_play(&primero, state, p->turn, move, &chance, NULL, &error));
        over = primero_settled(&last, p);
    }
    if (!asked) return;
    double gap = p->purse[0] + (p->phase == PRIMERO_OVER ? 0 : p->ante) - before - expected;
    gaps->sum += gap;
    gaps->squares += gap * gap;
    gaps->count++;
}

/* What the thinker expects of its moves is what comes of them on average, in both forms, with and without antes. */
static void test_what_happens_was_expected(void **unused) {
    static const char *const antes[][2] = {{NULL}, {"ante=3", NULL}};
    void *memory = thinker_primero.open(&primero, budget_iterations(numbers(EXPECTED_ITERATIONS, EXPECTED_ITERATIONS_SOAK)));
    Model *model = model_open();
    (void)unused;
    assert_non_null(memory);
    assert_non_null(model);
    int folds = 0;
    for (int form = 0; form < 4; form++) {
        Gaps gaps = {0};
        Setup setup = setup_of(form % 2, 4, antes[form / 2]);
        for (int i = 0; i < numbers(EXPECTED_DEALS, EXPECTED_DEALS_SOAK); i++)
            judge_deal(memory, model, &setup, (uint64_t)i, &gaps);
        double mean = gaps.sum / gaps.count, error = sqrt((gaps.squares / gaps.count - mean * mean) / gaps.count);
        print_message("# %s, ante %d: what happened less what was expected is %.2f ± %.2f coins, %d decisions, %d folds\n",
                      primero.variants[form % 2].name, form / 2 ? 3 : 0, mean, 2 * error, gaps.count, gaps.folds);
        folds += gaps.folds;
        assert_true(fabs(mean) < 3 * error);
    }
    assert_true(folds > 5);
    model_free(model);
    thinker_primero.close(memory);
}

/* ---- what is plain to see */

/* The share of so many dice in which the thinker makes a move of this kind. */
static double share_of(void *memory, const char *position, int seat, PrimeroMoveKind kind, int times) {
    StateRoom room, view;
    Error error;
    int count = 0;
    if (!primero.parse(STATE_IN(room), span_of(position), &error)) fail_msg("%s", error.text);
    primero.view(STATE_IN(room), seat, VIEW_IN(view));
    for (int i = 0; i < times; i++) {
        Chance dice = chance_fast((uint64_t)i);
        count += primero_move_kind(thinker_primero.choose(memory, VIEW_IN(view), seat, budget_iterations(400), &dice)) == kind;
    }
    return (double)count / times;
}

/* Four of a suit are never given up, and never thrown away. */
static void test_thinker_knows_its_hand(void **unused) {
    static const char *const flush =
        "primero:english dealer=1 phase=2 turn=1 acted=0 staked=0 base=1 paid=2/1 hands=Ah,2c,3d,Ks/4h,5h,6h,7h stock=rest";
    static const char *const exchange =
        "primero:english dealer=1 phase=2 step=exchange turn=1 acted=0/1 staked=0/1 base=1 paid=2/2 "
        "hands=Ah,2c,3d,Ks/4h,5h,6h,7h stock=rest";
    void *memory = thinker_primero.open(&primero, budget_iterations(ITERATIONS));
    (void)unused;
    assert_non_null(memory);
    assert_true(share_of(memory, flush, 1, PRIMERO_MOVE_FOLD, 20) == 0);
    StateRoom room, view;
    Error error;
    Chance dice = chance_fast(1);
    assert_true(primero.parse(STATE_IN(room), span_of(exchange), &error));
    primero.view(STATE_IN(room), 1, VIEW_IN(view));
    assert_int_equal(thinker_primero.choose(memory, VIEW_IN(view), 1, budget_iterations(400), &dice),
                     primero_move(PRIMERO_MOVE_THROW, 0));
    thinker_primero.close(memory);
}

/* ---- bluffs */

/* What came of the vies in phase 2: a weak one has a hand of the lower half, or is a bid that the hand does not make. */
typedef struct Bluffs {
    int deals, vies, weak;
    double coins, weak_coins; /* of all deals, and of those with a weak vie; an equal part of those carried on counts */
} Bluffs;

static bool is_weak(const Model *model, const Primero *p, Move move) {
    PrimeroSet hand = p->hand[p->turn];
    if (p->variant == PRIMERO_ITALIAN) return !primero_makes(primero_hand_value(hand), (int)primero_move_what(move));
    return prospects_bucket(&model->prospects[__builtin_popcount(p->in) > 2], hand) < PROSPECTS_BUCKETS / 2;
}

/* First deals of matches, the thinker at each seat in turn. */
static Bluffs count_bluffs(const Model *model, void *memory, int variant, int people, const char *opponent) {
    PrimeroMoveKind first = variant == PRIMERO_ITALIAN ? PRIMERO_MOVE_BID : PRIMERO_MOVE_VIE,
                    other = first == PRIMERO_MOVE_BID ? PRIMERO_MOVE_BID : PRIMERO_MOVE_REVIE;
    Bluffs bluffs = {.deals = numbers(BLUFF_DEALS, BLUFF_DEALS_SOAK)};
    Setup setup = setup_of(variant, people, NULL);
    Error error;
    Bot *bot = bot_open(&primero, span_of(opponent), &error);
    assert_non_null(bot);
    for (int deal = 0; deal < bluffs.deals; deal++) {
        StateRoom room, view;
        const Primero *p = primero_of(STATE_IN(room));
        Chance chance = chance_fast((uint64_t)(deal / people)), dice = chance_fast((uint64_t)deal);
        bool bluffed = false;
        int seat = deal % people, start;
        assert_true(primero.setup(STATE_IN(room), &setup, &chance, NULL, &error));
        for (start = p->purse[seat]; p->deal == 1;) {
            int turn = p->turn;
            primero.view(STATE_IN(room), turn, VIEW_IN(view));
            Budget budget = budget_iterations(numbers(BLUFF_ITERATIONS, BLUFF_ITERATIONS_SOAK));
            Move move = turn != seat ? bot_choose(bot, VIEW_IN(view), turn, &dice)
                                     : thinker_primero.choose(memory, VIEW_IN(view), turn, budget, &dice);
            PrimeroMoveKind kind = primero_move_kind(move);
            if (turn == seat && p->phase == PRIMERO_PHASE_2 && (kind == first || kind == other)) {
                bluffs.vies++;
                bluffs.weak += is_weak(model, p, move);
                bluffed |= is_weak(model, p, move);
            }
            assert_true(game_play(&primero, STATE_IN(room), turn, move, &chance, NULL, &error));
        }
        double won = (double)primero_worth(p, seat) - start;
        bluffs.coins += won;
        if (bluffed) bluffs.weak_coins += won;
    }
    bot_free(bot);
    printf("# %s, %d people, against %s: %d deals bring %+.0f; of %d vies in phase 2 %d are weak, their deals bring %+.0f\n",
           primero.variants[variant].name, people, opponent, bluffs.deals, bluffs.coins, bluffs.vies, bluffs.weak,
           bluffs.weak_coins);
    return bluffs;
}

/* It bluffs, and that pays against who folds; against who sees it wins all the same. */
static void test_thinker_bluffs(void **unused) {
    static const struct { int variant, people; } cases[] = {{PRIMERO_ENGLISH, 4}, {PRIMERO_ENGLISH, 2}, {PRIMERO_ITALIAN, 2}};
    Model *model = model_open();
    void *memory = thinker_primero.open(&primero, budget_iterations(BLUFF_ITERATIONS_SOAK));
    int count = numbers(1, sizeof cases / sizeof *cases);
    (void)unused;
    assert_non_null(model);
    assert_non_null(memory);
    for (int i = 0; i < count; i++) {
        Bluffs folds = count_bluffs(model, memory, cases[i].variant, cases[i].people, "always-fold");
        assert_true(folds.weak > 0 && folds.weak_coins > 0 && folds.coins > 0);
        if (count == 1) break; /* few deals against who sees prove nothing */
        assert_true(count_bluffs(model, memory, cases[i].variant, cases[i].people, "always-see").coins > 0);
    }
    thinker_primero.close(memory);
    model_free(model);
}

/* ---- beliefs */

/* A position of the English form, and a model by hand: hands of the upper half of the classes do what seat 1 has done always,
 * the others once in four times. */
static void believe_by_hand(Model *model, const Primero *view, PrimeroBeliefs *beliefs, float posterior[MODEL_CLASSES]) {
    Chance chance = chance_fast(3), same = chance;
    float sum = 0;
    static const Doings nothing;
    int summary = model_summary(view, 1, &nothing);
    primero_beliefs_form(beliefs, model, view, &nothing, &same); /* for the prior */
    for (int i = 0; i < MODEL_CLASSES; i++) {
        posterior[i] = beliefs->prior[i] * (i >= MODEL_CLASSES / 2 ? 1.0f : 0.25f);
        sum += posterior[i];
    }
    for (int i = 0; i < MODEL_CLASSES; i++) {
        posterior[i] /= sum;
        for (int blind = 0; blind < 2; blind++) model->classes[summary][blind][i] = posterior[i];
    }
    primero_beliefs_form(beliefs, model, view, &nothing, &chance);
}

static void test_beliefs_follow_bayes(void **unused) {
    StateRoom room, seen, again;
    Error error;
    Setup setup = setup_of(PRIMERO_ENGLISH, 3, NULL);
    Chance chance = chance_fast(11);
    Model *model = model_open();
    PrimeroBeliefs beliefs;
    float posterior[MODEL_CLASSES], sum = 0;
    unsigned counts[MODEL_CLASSES] = {0};
    int samples = numbers(BELIEF_SAMPLES, BELIEF_SAMPLES_SOAK);
    (void)unused;
    assert_non_null(model);
    assert_true(primero.setup(STATE_IN(room), &setup, &chance, NULL, &error));
    primero.view(STATE_IN(room), 0, VIEW_IN(seen));
    const Primero *view = primero_of_view(VIEW_IN(seen));
    believe_by_hand(model, view, &beliefs, posterior);
    for (int i = 0; i < MODEL_CLASSES; i++) {
        assert_true(beliefs.shares[0][1][i] >= 0 && beliefs.prior[i] >= 0);
        /* A tenth of a belief keeps to the cards alone. */
        assert_true(fabsf(beliefs.shares[0][1][i] - (0.9f * posterior[i] + 0.1f * beliefs.prior[i])) < 1e-5f);
        sum += beliefs.shares[0][1][i];
    }
    assert_true(fabsf(sum - 1) < 1e-4f);
    for (int i = 0; i < samples; i++) {
        Style styles[PRIMERO_SEATS];
        Primero world;
        primero_beliefs_sample(&beliefs, &chance, &world, styles);
        assert_null(primero.check((const State *)(const void *)&world));
        primero.view((const State *)(const void *)&world, 0, VIEW_IN(again));
        assert_memory_equal(again.bytes, seen.bytes, sizeof(Primero));
        counts[model_class(model, view, world.hand[1])]++;
    }
    /* The prior is itself a sample of some hundreds, so the halves are held to the rule rather than each class. */
    double upper = 0, expected = 0;
    for (int i = MODEL_CLASSES / 2; i < MODEL_CLASSES; i++) {
        upper += (double)counts[i] / samples;
        expected += (double)beliefs.shares[0][1][i];
    }
    assert_true(expected > 0.65);
    assert_true(fabs(upper - expected) < 0.05);
    model_free(model);
}

/* A player who passed in phase 1 is remembered after having seen, for as long as the same deal goes on. */
static void test_passes_are_remembered(void **unused) {
    static const Doings nothing;
    Doings doings = nothing;
    (void)unused;
    Primero p = {
        .people = 3, .deal = 1, .phase = PRIMERO_PHASE_1, .turn = 2, .in = 7, .acted = 3, .stake = 1, .hand = {3, 12, 48}};
    doings_follow(&doings, &p);
    assert_int_equal(doings.waited, 3);
    p.acted = 7, p.staked = 6, p.in = 6;
    doings_follow(&doings, &p);
    p.phase = PRIMERO_PHASE_2, p.acted = p.staked = 0, p.hand[2] = 0xf0; /* the two cards from before, and two more */
    doings_follow(&doings, &p);
    assert_true(doings.waited & SEAT_BIT(1));
    assert_int_not_equal(model_summary(&p, 1, &doings), model_summary(&p, 1, &nothing));
    p.deal = 2;
    doings_follow(&doings, &p);
    assert_int_equal(doings.waited, 0);
    p.deal = 1, p.phase = PRIMERO_PHASE_1, p.acted = 2, p.staked = 0;
    doings_follow(&doings, &p);
    assert_int_equal(doings.waited, 2);
    p.phase = PRIMERO_PHASE_2, p.hand[2] = 0xf00; /* other cards: another match */
    doings_follow(&doings, &p);
    assert_int_equal(doings.waited, 0);
}

/* ---- exchanges */

static double worth_of(const Model *model, PrimeroSet hand) { return (double)model->beaten[primero_hand_value(hand)]; }

/* The mean over every draw of the missing cards from those from `first` on. */
static void add_draws(const Model *model, PrimeroSet kept, int missing, PrimeroSet pack, double *sum, long *count) {
    if (missing == 0) {
        *sum += worth_of(model, kept);
        ++*count;
        return;
    }
    for (; pack; pack &= pack - 1) add_draws(model, kept | (pack & -pack), missing - 1, pack & (pack - 1), sum, count);
}

static double exchange_worth(const Model *model, PrimeroSet hand, PrimeroSet thrown) {
    double sum = 0;
    long count = 0;
    add_draws(model, hand & ~thrown, primero_count(thrown), PRIMERO_ALL_CARDS & ~hand, &sum, &count);
    return sum / (double)count;
}

/* One guest asked for every seat, and told what that seat saw of the deal, chooses as those who sit there; told nothing, it
 * sometimes does not. */
static void test_guests_choose_as_who_sat_there(void **unused) {
    (void)unused;
    enum { PEOPLE = 4, DEALS = 12 };
    static Past past;
    static const Sights nothing;
    StateRoom room, view;
    Error error;
    EventLog log = {0};
    EventSink sink = {.take = event_log_take, .context = &log};
    ChanceKey key = {{5}};
    Chance table = chance_table(&key);
    Setup setup = {.people = PEOPLE};
    Bot *sitters[PEOPLE], *guest = bot_open(&primero, span_of("medium"), &error);
    int deals = 0, others = 0;
    while (strcmp(primero.variants[setup.variant].name, "english") != 0) setup.variant++;
    for (int seat = 0; seat < PEOPLE; seat++) sitters[seat] = bot_open(&primero, span_of("medium"), &error);
    assert_true(primero.setup(STATE_IN(room), &setup, &table, NULL, &error));
    past_begin(&past, &primero, STATE_IN(room));
    for (uint64_t turn = 0; deals < DEALS && primero.actors(STATE_IN(room)); turn++) {
        int actor = __builtin_ctz(primero.actors(STATE_IN(room)));
        Chance dice = chance_fast(turn), same = dice, third = dice;
        primero.view(STATE_IN(room), actor, VIEW_IN(view));
        Move move = bot_choose(sitters[actor], VIEW_IN(view), actor, &dice);
        bot_catch_up(guest, &past, &key, actor);
        assert_int_equal(bot_choose(guest, VIEW_IN(view), actor, &same), move);
        bot_recall(guest, &nothing, actor);
        others += bot_choose(guest, VIEW_IN(view), actor, &third) != move;
        event_log_clear(&log);
        assert_true(game_play(&primero, STATE_IN(room), actor, move, &table, &sink, &error));
        bool began = event_log_has(&log, 0, "round");
        past_move(&past, &primero, STATE_IN(room), actor, move, began);
        deals += began;
    }
    print_message("# %d choices differ without memory\n", others);
    assert_true(others > 0);
    for (int seat = 0; seat < PEOPLE; seat++) bot_free(sitters[seat]);
    bot_free(guest);
    event_log_release(&log);
}

static void test_exchanges_are_the_best(void **unused) {
    Model *model = model_open();
    Chance chance = chance_fast(5);
    uint8_t pack[PRIMERO_CARDS];
    (void)unused;
    assert_non_null(model);
    for (int i = 0; i < PRIMERO_CARDS; i++) pack[i] = (uint8_t)i;
    for (int i = 0; i < numbers(HANDS, HANDS_SOAK); i++) {
        PrimeroSet hand = 0, thrown = 0;
        chance_shuffle(&chance, 0, pack, PRIMERO_CARDS);
        for (int j = 0; j < PRIMERO_HAND; j++) hand |= PRIMERO_BIT(pack[j]);
        double chosen = exchange_worth(model, hand, prospects_throw(&model->prospects[0], hand));
        do {
            assert_true(exchange_worth(model, hand, thrown) <= chosen + 1e-6);
            thrown = (thrown - hand) & hand;
        } while (thrown);
    }
    /* Four of a suit are kept, and nothing ranks above a chorus of sevens. */
    assert_int_equal(prospects_throw(&model->prospects[0], 0x78), 0);
    PrimeroSet sevens = PRIMERO_BIT(6) | PRIMERO_BIT(16) | PRIMERO_BIT(26) | PRIMERO_BIT(36);
    assert_int_equal(prospects_throw(&model->prospects[0], sevens), 0);
    assert_int_equal(prospects_bucket(&model->prospects[0], sevens), PROSPECTS_BUCKETS - 1);
    model_free(model);
}

/* ---- the simple players */

static void hold_to_its_name(const char *name, PrimeroMoveKind answer) {
    Error error;
    Bot *simple = bot_open(&primero, span_of(name), &error), *other = bot_open(&primero, span_of("random"), &error);
    int answers = 0, forced = 0;
    assert_non_null(simple);
    for (int match = 0; match < numbers(MATCHES, MATCHES_SOAK); match++) {
        StateRoom room, view;
        State *state = STATE_IN(room);
        Setup setup = setup_of(match % 2, 2 + match % 3, NULL);
        Chance chance = chance_fast((uint64_t)match), dice = chance_fast(1);
        assert_true(primero.setup(state, &setup, &chance, NULL, &error));
        while (!game_over(&primero, state)) {
            const Primero *p = primero_of(state);
            int actor = p->turn;
            primero.view(state, actor, VIEW_IN(view));
            Move move = bot_choose(actor == 0 ? simple : other, VIEW_IN(view), actor, &dice);
            if (actor == 0 && p->step == PRIMERO_STEP_ACT) {
                bool may = !primero_refusal(p, actor, primero_move(answer, 0));
                PrimeroMoveKind expected = !primero_vied(p) ? PRIMERO_MOVE_PASS : may ? answer : PRIMERO_MOVE_SEE;
                assert_int_equal(primero_move_kind(move), expected);
                answers += primero_vied(p);
                forced += primero_vied(p) && !may;
            }
            assert_true(game_play(&primero, state, actor, move, &chance, NULL, &error));
        }
    }
    assert_true(answers > 5);
    assert_true(answer == PRIMERO_MOVE_SEE ? forced == 0 : forced > 0);
    bot_free(simple);
    bot_free(other);
}

static void test_simple_players(void **unused) {
    (void)unused;
    hold_to_its_name("always-see", PRIMERO_MOVE_SEE);
    hold_to_its_name("always-fold", PRIMERO_MOVE_FOLD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thinker_plays_everywhere),       cmocka_unit_test(test_levels_and_plain_open),
        cmocka_unit_test(test_thinker_knows_its_hand),         cmocka_unit_test(test_thinker_bluffs),
        cmocka_unit_test(test_beliefs_follow_bayes),           cmocka_unit_test(test_passes_are_remembered),
        cmocka_unit_test(test_exchanges_are_the_best),         cmocka_unit_test(test_simple_players),
        cmocka_unit_test(test_guests_choose_as_who_sat_there), cmocka_unit_test(test_what_happens_was_expected),
    };
    return tap_run("primero bots", tests, sizeof tests / sizeof *tests);
}
