/* Tests that a bot asked only now and then chooses as one that sat at the table all along.
 * It is told what its seat saw, whatever it was asked in between, on the server's workers as well; and it is told nothing
 * else. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "games/games.h"
#include "games/primiera/primiera.h"
#include "record/log.h"
#include "server/workers.h"
#include "tests/support/tap.h"

enum { SIGHTS_MAX = SIGHTS_BYTES_MAX / sizeof(Primiera) };

/* A match of Primiera with a bot at each seat that stays there, and what each seat sees on its turns of the round. */
typedef struct Sitting {
    StateRoom state;
    ChanceKey key;
    uint32_t turn;
    int rounds;    /* still to be played */
    uint64_t dice; /* tables with the same cards and other dice are played otherwise */
    int people;
    Bot *bots[PRIMIERA_SEATS];
    Past past;
    int seen[PRIMIERA_SEATS];
    Primiera views[PRIMIERA_SEATS][SIGHTS_MAX];
    EventLog log;
    EventSink sink;
} Sitting;

static Bot *open_bot(const char *name) {
    Error error;
    Bot *bot = bot_open(&primiera, span_of(name), &error);
    assert_non_null(bot);
    return bot;
}

static void sit_down(Sitting *sitting, int variant, uint8_t seed, uint64_t dice, int rounds, const char *bot) {
    Setup setup = {.variant = variant, .people = primiera.variants[variant].people_max};
    Error error;
    memset(sitting, 0, sizeof *sitting);
    sitting->key.bytes[0] = seed;
    sitting->dice = dice;
    sitting->rounds = rounds;
    sitting->people = setup.people;
    sitting->sink = (EventSink){.take = event_log_take, .context = &sitting->log};
    Chance chance = chance_table(&sitting->key);
    assert_true(primiera.setup(STATE_IN(sitting->state), &setup, &chance, NULL, &error));
    past_begin(&sitting->past, &primiera, STATE_IN(sitting->state));
    for (int seat = 0; seat < setup.people; seat++) sitting->bots[seat] = open_bot(bot);
}

static void stand_up(Sitting *sitting) {
    for (int seat = 0; seat < sitting->people; seat++) bot_free(sitting->bots[seat]);
    event_log_release(&sitting->log);
}

static bool goes_on(const Sitting *sitting) {
    return sitting->rounds > 0 && !game_over(&primiera, (const State *)(const void *)sitting->state.bytes);
}

static ChanceKey dice_of(const Sitting *sitting) {
    ChanceKey key = sitting->key;
    key.bytes[8] = (uint8_t)sitting->dice;
    key.bytes[9] = (uint8_t)sitting->turn;
    key.bytes[10] = (uint8_t)(sitting->turn >> 8);
    return key;
}

/* The choice of who sits at the seat and has seen all its turns; or the only one of a seat that plays by itself. */
static Move sitters_choice(Sitting *sitting, int actor) {
    const State *state = STATE_IN(sitting->state);
    Primiera *view = &sitting->views[actor][sitting->seen[actor]];
    ChanceKey key = dice_of(sitting);
    Chance dice = chance_stream(&key, STREAM_BOT, 0);
    if (actor >= sitting->people) {
        Move moves[PRIMIERA_MOVES_MAX];
        assert_int_equal(primiera.legal(state, actor, moves), 1);
        return moves[0];
    }
    primiera.view(state, actor, (View *)(void *)view);
    return bot_choose(sitting->bots[actor], (const View *)(const void *)view, actor, &dice);
}

static void play(Sitting *sitting, int actor, Move move) {
    State *state = STATE_IN(sitting->state);
    Chance chance = chance_table(&sitting->key);
    Error error;
    event_log_clear(&sitting->log);
    assert_true(game_play(&primiera, state, actor, move, &chance, &sitting->sink, &error));
    bool began = event_log_has(&sitting->log, 0, "round");
    past_move(&sitting->past, &primiera, state, actor, move, began);
    sitting->turn++;
    sitting->seen[actor]++;
    assert_true(sitting->seen[actor] < (int)SIGHTS_MAX);
    if (!began) return;
    sitting->rounds--;
    memset(sitting->seen, 0, sizeof sitting->seen);
}

/* Exactly the views that the seat had. */
static void look_back(const Sitting *sitting, int actor, Sights *sights) {
    past_sights(&sitting->past, &primiera, &sitting->key, actor, sights);
    assert_int_equal(sights->count, sitting->seen[actor]);
    for (int i = 0; i < sights->count; i++)
        assert_memory_equal(sights_view(sights, i), &sitting->views[actor][i], sizeof(Primiera));
}

/* What a bot chooses that did not sit there. */
static Move guests_choice(const Sitting *sitting, Bot *guest, const Sights *sights, int actor) {
    ChanceKey key = dice_of(sitting);
    Chance dice = chance_stream(&key, STREAM_BOT, 0);
    bot_recall(guest, sights, actor);
    return bot_choose(guest, (const View *)(const void *)&sitting->views[actor][sitting->seen[actor]], actor, &dice);
}

typedef struct Tally {
    int choices, others; /* of these, other ones without memory */
} Tally;

/* One turn at a table, where the guest chooses as who sits there. Told nothing, it has forgotten what it had just seen. */
static void take_turn(Sitting *sitting, Bot *guest, Tally *tally) {
    static const Sights nothing = {.count = 0};
    Sights sights;
    int actor = __builtin_ctz(primiera.actors(STATE_IN(sitting->state)));
    Move move = sitters_choice(sitting, actor);
    if (actor < sitting->people) {
        Expectation expected = bot_expects(sitting->bots[actor]);
        look_back(sitting, actor, &sights);
        assert_int_equal(guests_choice(sitting, guest, &sights, actor), move);
        assert_true(bot_expects(guest).kind == expected.kind && bot_expects(guest).value == expected.value);
        tally->others += guests_choice(sitting, guest, &nothing, actor) != move;
        tally->choices++;
    }
    play(sitting, actor, move);
}

/* One bot is asked about two tables in turn, where the same cards were dealt and are played otherwise: what it has seen of one
 * would pass for a beginning of the other. */
static void chooses_as_if_it_had_sat_there(void **unused) {
    static Sitting tables[2];
    Bot *guest = open_bot("medium");
    Tally tally = {0};
    (void)unused;
    for (int variant = 0; primiera.variants[variant].name; variant++) {
        int rounds = soak() ? 20 : variant == HERALDS ? 2 : 1;
        for (int i = 0; i < 2; i++) sit_down(&tables[i], variant, (uint8_t)(variant + 1), (uint64_t)i, rounds, "medium");
        while (goes_on(&tables[0]) || goes_on(&tables[1]))
            for (int i = 0; i < 2; i++)
                if (goes_on(&tables[i])) take_turn(&tables[i], guest, &tally);
        for (int i = 0; i < 2; i++) stand_up(&tables[i]);
    }
    printf("# %d of %d choices are others without memory\n", tally.others, tally.choices);
    assert_true(tally.others > 0);
    bot_free(guest);
}

/* ---- on the server's workers */

static void ask(Workers *workers, const Sitting *sitting, int table, int actor, const Sights *sights) {
    Ask question = {.seat = actor, .game = &primiera, .dice = dice_of(sitting), .bot = "medium", .n = (uint32_t)table};
    if (sights) question.sights = *sights;
    memcpy(question.view.bytes, &sitting->views[actor][sitting->seen[actor]], sizeof(Primiera));
    workers_ask(workers, &question);
}

/* Waits for so many answers and sorts them by the number of the question. */
static void await(Workers *workers, Mailbox *mailbox, int count, Move *moves) {
    while (count > 0) {
        struct pollfd wake = {.fd = mailbox->wake, .events = POLLIN};
        assert_int_equal(poll(&wake, 1, 60000), 1);
        for (Letter *letter = mailbox_take(mailbox), *next; letter; letter = next, count--) {
            AnswerLetter *reply = (AnswerLetter *)(void *)letter;
            next = letter->next;
            moves[reply->answer.n] = reply->answer.move;
            workers_take_back(workers, reply);
        }
    }
}

static void serve_many_tables(int threads) {
    enum { TABLES = 2 };
    static Sitting tables[TABLES];
    Mailbox mailbox;
    Error error;
    Log log = {.level = LOG_ERROR};
    int others = 0;
    assert_true(mailbox_init(&mailbox));
    Workers *workers = workers_open(threads, &mailbox, &log, &error);
    assert_non_null(workers);
    for (int i = 0; i < TABLES; i++) sit_down(&tables[i], HERALDS, 7, (uint64_t)i, 1, "medium");
    while (goes_on(&tables[0]) && goes_on(&tables[1])) {
        Move chosen[TABLES], answers[2 * TABLES];
        int actors[TABLES], open = 0;
        for (int i = 0; i < TABLES; i++) {
            actors[i] = __builtin_ctz(primiera.actors(STATE_IN(tables[i].state)));
            chosen[i] = sitters_choice(&tables[i], actors[i]);
        }
        for (int k = 0; k < 2 * TABLES; k++) { /* with memory and without, as many at a time as there are threads */
            int i = k / 2;
            Sights sights;
            look_back(&tables[i], actors[i], &sights);
            ask(workers, &tables[i], k % 2 * TABLES + i, actors[i], k % 2 ? NULL : &sights);
            if (++open < threads) continue;
            await(workers, &mailbox, open, answers);
            open = 0;
        }
        await(workers, &mailbox, open, answers);
        for (int i = 0; i < TABLES; i++) {
            assert_int_equal(answers[i], chosen[i]);
            others += answers[TABLES + i] != chosen[i];
            play(&tables[i], actors[i], chosen[i]);
        }
    }
    assert_true(others > 0);
    workers_free(workers);
    mailbox_release(&mailbox);
    for (int i = 0; i < TABLES; i++) stand_up(&tables[i]);
}

static void one_worker_serves_many_tables(void **unused) {
    (void)unused;
    serve_many_tables(1);
}

static void any_worker_serves_any_table(void **unused) {
    (void)unused;
    serve_many_tables(3);
}

/* ---- nobody peeks */

/* The same match, had the others held different cards of those that they have not played: classic, where all are in hands. */
static void deal_otherwise(const Sitting *sitting, int seat, Chance *chance, Past *other) {
    StateRoom view, world;
    const Primiera *now = primiera_of(STATE_IN(sitting->state)), *instead = primiera_of(STATE_IN(world));
    Primiera *start = (Primiera *)(void *)other->start;
    *other = sitting->past;
    primiera.view(STATE_IN(sitting->state), seat, VIEW_IN(view));
    primiera.determinize(VIEW_IN(view), chance, STATE_IN(world));
    for (int i = 0; i < PRIMIERA_SEATS; i++) start->hand[i] = (start->hand[i] & ~now->hand[i]) | instead->hand[i];
}

static void is_told_its_own_views_alone(void **unused) {
    static Sitting table;
    Sights sights, same;
    Past other;
    int different = 0;
    (void)unused;
    for (uint8_t seed = 1; seed <= 3; seed++) {
        Chance chance = chance_fast(seed);
        sit_down(&table, CLASSIC, seed, 0, 2, "easy");
        while (goes_on(&table)) {
            int actor = __builtin_ctz(primiera.actors(STATE_IN(table.state)));
            Move move = sitters_choice(&table, actor);
            look_back(&table, actor, &sights);
            deal_otherwise(&table, actor, &chance, &other);
            different += memcmp(other.start, table.past.start, sizeof other.start) != 0;
            past_sights(&other, &primiera, &table.key, actor, &same);
            assert_int_equal(same.count, sights.count);
            assert_memory_equal(same.views, sights.views, (size_t)sights.count * sights.view_bytes);
            for (int i = 0; i < sights.count; i++)
                assert_int_equal(primiera.viewer(view_state(sights_view(&sights, i))), actor);
            play(&table, actor, move);
        }
        stand_up(&table);
    }
    assert_true(different > 100);
}

/* ---- limits */

/* Whole rounds are kept, in every variant, and a seat's views of one fit (look_back). */
static void a_round_fits(void **unused) {
    static Sitting table;
    Sights sights;
    int moves_most = 0, sights_most = 0;
    (void)unused;
    for (int variant = 0; primiera.variants[variant].name; variant++) {
        for (uint8_t seed = 1; seed <= (soak() ? 200 : 20); seed++) {
            sit_down(&table, variant, seed, 0, 2, "random");
            while (goes_on(&table)) {
                int actor = __builtin_ctz(primiera.actors(STATE_IN(table.state)));
                play(&table, actor, sitters_choice(&table, actor));
                if (table.past.count > moves_most) moves_most = table.past.count;
                for (int seat = 0; seat < table.people; seat++) {
                    look_back(&table, seat, &sights);
                    if (sights.count > sights_most) sights_most = sights.count;
                }
            }
            stand_up(&table);
        }
    }
    printf("# at most %d moves and %d views\n", moves_most, sights_most);
    assert_true(moves_most < PAST_MOVES_MAX);
}

/* A past that is full starts over; moves taken back are forgotten, and what lies before it is not known. */
static void a_past_has_bounds(void **unused) {
    static Sitting table;
    Past past;
    Sights sights;
    (void)unused;
    sit_down(&table, CLASSIC, 3, 0, 1, "random");
    const State *state = STATE_IN(table.state);
    for (int i = 0; i < 20; i++) {
        int actor = __builtin_ctz(primiera.actors(state));
        play(&table, actor, sitters_choice(&table, actor));
    }
    past = table.past;
    past_take_back(&past, &primiera, state, 8);
    assert_int_equal(past.count, 12);
    past_sights(&past, &primiera, &table.key, 0, &sights);
    assert_int_equal(sights.count, 3);
    assert_memory_equal(sights_view(&sights, 2), &table.views[0][2], sizeof(Primiera));
    past_take_back(&past, &primiera, state, 13);
    assert_int_equal(past.count, 0);
    assert_memory_equal(past.start, state, primiera.state_bytes);
    past = table.past;
    for (int i = 20; i < PAST_MOVES_MAX; i++) past_move(&past, &primiera, state, 0, 0, false);
    assert_int_equal(past.count, PAST_MOVES_MAX);
    past_move(&past, &primiera, state, 0, 0, false);
    assert_int_equal(past.count, 0);
    stand_up(&table);
}

/* A game whose bots remember has states that a past can hold; bots of the others are told nothing. */
static void who_remembers(void **unused) {
    (void)unused;
    static const char *const levels[] = {"easy", "medium", "strong"};
    for (int i = 0; i < 3; i++)
        assert_true(bot_remembers(&primiera, span_of(levels[i])) && bot_remembers(&primero, span_of(levels[i])));
    assert_false(bot_remembers(&primiera, span_of("greedy")) || bot_remembers(&primero, span_of("greedy")));
    assert_false(bot_remembers(&royalflush, span_of("strong")) || bot_remembers(&primo, span_of("nobody")));
    for (const Game *const *game = games; *game; game++) {
        const BotKind *kind;
        for (int i = 0; (kind = bot_kind(*game, i)); i++)
            if (bot_remembers(*game, span_of(kind->name))) assert_true((*game)->state_bytes <= PAST_STATE_BYTES_MAX);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chooses_as_if_it_had_sat_there),
        cmocka_unit_test(one_worker_serves_many_tables),
        cmocka_unit_test(any_worker_serves_any_table),
        cmocka_unit_test(is_told_its_own_views_alone),
        cmocka_unit_test(a_round_fits),
        cmocka_unit_test(a_past_has_bounds),
        cmocka_unit_test(who_remembers),
    };
    return tap_run("recall", tests, sizeof tests / sizeof *tests);
}
