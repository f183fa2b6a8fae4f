/* Tests the thinker of Primo: promises against slow sums, sensible letters and chances, legal and obvious moves.
 * Thinker and quick player play legal moves in every setting, and the same ones from the same dice. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/primo/bots.h"
#include "bots/primo/turn.h"
#include "tests/support/settings.h"
#include "tests/support/tap.h"
#include "tests/bots/thinking.h"

enum {
    HANDS = 300,
    HANDS_SOAK = 60000,
    ITERATIONS = 3,
    ITERATIONS_OBVIOUS = 200,
    MOVES = 50,
    QUICK_GAMES = 2,
    QUICK_GAMES_SOAK = 300,
};

static void hand_of(const char *text, uint8_t hand[PRIMO_FACES]) {
    memset(hand, 0, PRIMO_FACES);
    for (; *text; text++) hand[*text == '*' ? STAR : *text - 'A']++;
}

static int promise(const char *text, int length) {
    uint8_t hand[PRIMO_FACES];
    hand_of(text, hand);
    return primo_promise(&primo_learnt, hand, 1u << length);
}

/* The formula as value_primo.h tells it, over all pairs of cards instead of kinds. */
static void promises_add_up(void **unused) {
    (void)unused;
    Chance chance = chance_fast(5);
    for (int i = 0; i < (soak() ? HANDS_SOAK : HANDS); i++) {
        uint8_t hand[PRIMO_FACES] = {0};
        int cards = (int)chance_below(&chance, PRIMO_HAND_MAX), promises[PRIMO_PROMISES], all = 0;
        for (int k = 0; k < cards; k++) hand[chance_below(&chance, PRIMO_KINDS)]++;
        hand[GOMME] = (uint8_t)chance_below(&chance, 2); /* counts for nothing here */
        primo_promises(&primo_learnt, hand, promises);
        for (int at = 0; at < PRIMO_PROMISES; at++) {
            int sum = primo_learnt.size[cards][at];
            for (int a = 0; a < PRIMO_KINDS; a++) {
                for (int copy = 0; copy < hand[a]; copy++) sum += primo_learnt.card[a][copy > 0][at];
                for (int b = a + 1; b < PRIMO_KINDS; b++)
                    if (hand[a] && hand[b]) sum += primo_learnt.pair[primo_pair(a, b)][at];
            }
            assert_int_equal(promises[at], sum);
            if (at != 1) all += sum;
        }
        assert_int_equal(primo_promise(&primo_learnt, hand, lengths_between(3, 7) & ~(1u << 4)), all);
    }
}

/* What anybody who plays with letters knows. */
static void letters_make_sense(void **unused) {
    (void)unused;
    assert_int_equal(primo_pair(25, 26), PRIMO_PAIRS - 1);
    for (int length = 3; length <= 6; length++) {
        assert_true(promise("AEINRT", length) > promise("HJKVWX", length));
        assert_true(promise("AEINRT", length) > promise("NRTSLM", length));
        assert_true(promise("AEINRT", length) > promise("AAEEII", length));
        assert_true(promise("AEINRT", length) > promise("AEI", length));
    }
    for (int length = 5; length <= 7; length++) assert_true(promise("ENRST*", length) > promise("ENRSTW", length));
    assert_true(promise("QUERIS", 6) > promise("QXERIS", 6));
    for (int length = 3; length < 6; length++) assert_true(promise("ART", length) > promise("ART", length + 1));
}

static void parse(const char *position, StateRoom *room) {
    Error error = {.text = ""};
    if (!primo.parse(STATE_IN(*room), span_of(position), &error)) fail_msg("%s: %s", position, error.text);
}

static float chance_of(const char *position, int team) {
    StateRoom room;
    float chances[SEATS_MAX], sum = 0;
    parse(position, &room);
    primo_chances(&primo_learnt, primo_of(STATE_IN(room)), chances);
    for (int seat = 0; seat < SEATS_MAX; seat++) sum += chances[seat];
    assert_true(fabsf(sum - 1) < 0.001f);
    return chances[team];
}

static void chances_make_sense(void **unused) {
    (void)unused;
    const char *even = "primo:duel turn=0 hands=A,E,I,N,R,T/S,L,O,D,E,U fronts=crayon/crayon pile=rest";
    const char *ahead = "primo:duel turn=0 hands=A,E,I,N,R,T/S,L,O,D,E,U fronts=crayon/crayon words=SEL,MAGE,GITES/- pile=rest";
    const char *blocked = "primo:duel turn=0 hands=A,E,I,N,R,T/S,L,O,D,E,U fronts=crayon,gomme/crayon pile=rest";
    assert_true(chance_of(even, 0) > 0.4f && chance_of(even, 0) < 0.75f);
    assert_true(chance_of(ahead, 0) > 0.85f);
    assert_true(chance_of(blocked, 0) < chance_of(even, 0) - 0.15f);
    assert_true(chance_of("primo:teams turn=0 hands=A,E,I,N,R,T/S,L,O,D,E,U/E,E,C,I,L,S/B,O,R,A,H,E fronts=crayon/crayon/-/- "
                          "words=SEL,MAGE/-/GITES/- pile=rest",
                          0) > 0.7f);
}

/* Two thinkers with the same dice side by side; a few turns of each setting, whole games in the long run. */
static void plays_every_setting(void **unused) {
    (void)unused;
    thinking_plays_settings(&primo, &thinker_primo, ITERATIONS, soak() ? 0 : MOVES);
}

/* The quick player asserts nothing in the release build, where it matters: here every move is checked, and games end soon. */
static void quick_player_is_legal(void **unused) {
    (void)unused;
    const Game *const only[] = {&primo, NULL};
    Settings settings = {.count = 0};
    Error error = {.text = ""};
    assert_true(settings_add_all(&settings, only, &error));
    for (int i = 0; i < settings.count * (soak() ? QUICK_GAMES_SOAK : QUICK_GAMES); i++) {
        StateRoom room, view;
        State *state = STATE_IN(room);
        Chance chance = chance_fast((uint64_t)i + 100);
        assert_true(primo.setup(state, &settings.list[i % settings.count].setup, &chance, NULL, &error));
        while (!game_over(&primo, state)) {
            int actor = __builtin_ctz(primo.actors(state));
            primo.view(state, actor, VIEW_IN(view));
            Move move = primo_quick_choose(&primo_learnt, primo_of(state), actor);
            assert_int_equal(move, primo_quick_choose(&primo_learnt, primo_of_view(VIEW_IN(view)), actor));
            if (!game_play(&primo, state, actor, move, &chance, NULL, &error)) fail_msg("%s", error.text);
        }
        assert_true(primo_of(state)->turns < PRIMO_TURNS_MAX);
    }
    settings_free(&settings);
}

typedef struct Obvious {
    const char *position, *move;
} Obvious;

static const Obvious obvious[] = {
    /* The fourth word wins, with the only letters that are held. */
    {"primo:duel turn=0 drawn=yes hands=T,A,X,I,K,W,gomme/E,L,S,N fronts=crayon/crayon words=SEL,MAGES,GENRES/- pile=rest",
     "word:TAXI"},
    /* So does a word with the top discard. */
    {"primo:duel turn=0 hands=T,A,I,K,W,J/E,L,S,N fronts=crayon/crayon words=SEL,MAGES,GENRES/- thrown=X pile=rest",
     "take+word:TAXI"},
    /* Nothing is written without a Crayon, and words are waiting. */
    {"primo:duel turn=0 drawn=yes hands=S,E,L,A,T,R,crayon/E,L,S,N,O,U pile=rest", "crayon"},
    /* One word short of the end, the opponent is stopped. */
    {"primo:duel turn=0 drawn=yes hands=K,W,H,J,C,D,gomme/E,L,S,N,O,U fronts=crayon/crayon words=-/SEL,MAGES,GENRES pile=rest",
     "gomme:1"},
    /* A star for a letter costs nothing. */
    {"primo:duel turn=0 hands=X,B,C,D,F,G/B,C fronts=crayon/- words=-/TA*XI pile=rest", "star:1:4:3=X"},
    /* Under a Gomme with a Crayon in hand nothing is erased. */
    {"primo:duel turn=0 hands=T,A,X,I,crayon,C/E,L,S,N,O,U fronts=crayon,gomme/crayon words=SEL,JUGE/- pile=rest", "draw"},
};

static void sees_the_obvious(void **unused) {
    (void)unused;
    void *memory = thinker_primo.open(&primo, budget_iterations(ITERATIONS_OBVIOUS));
    for (size_t i = 0; i < sizeof obvious / sizeof *obvious; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            StateRoom room, view;
            Error error = {.text = ""};
            Move expected;
            Chance dice = chance_fast(seed);
            parse(obvious[i].position, &room);
            if (!primo.parse_move(STATE_IN(room), 0, span_of(obvious[i].move), &expected, &error)) fail_msg("%s", error.text);
            primo.view(STATE_IN(room), 0, VIEW_IN(view));
            Move move = thinker_primo.choose(memory, VIEW_IN(view), 0, budget_iterations(ITERATIONS_OBVIOUS), &dice);
            char text[MOVE_TEXT_MAX];
            Text printed = text_init(text, sizeof text);
            primo.print_move(STATE_IN(room), 0, move, &printed);
            if (move != expected) fail_msg("%s: %s instead of %s", obvious[i].position, text, obvious[i].move);
        }
    thinker_primo.close(memory);
}

/* A beginner's thought misses a word now and then, even the one that wins. */
static void short_thoughts_overlook_words(void **unused) {
    (void)unused;
    enum { THOUGHTS = 60 };
    void *memory = thinker_primo.open(&primo, budget_iterations(ITERATIONS_OBVIOUS));
    const int iterations = thinker_primo.iterations[LEVEL_EASY];
    StateRoom room, view;
    int laid = 0;
    parse(obvious[0].position, &room);
    primo.view(STATE_IN(room), 0, VIEW_IN(view));
    for (uint64_t seed = 0; seed < THOUGHTS; seed++) {
        Chance dice = chance_fast(seed);
        Move move = thinker_primo.choose(memory, VIEW_IN(view), 0, budget_iterations(iterations), &dice);
        assert_true(primo.is_legal(STATE_IN(room), 0, move));
        laid += primo_act(move) == ACT_WORD;
    }
    assert_true(laid > THOUGHTS / 6 && laid < THOUGHTS / 2);
    thinker_primo.close(memory);
}

/* The levels and `plain` open for this game and answer, also where moves are tens of thousands. */
static void levels_answer(void **unused) {
    (void)unused;
    static const char *const names[] = {"plain", "easy", "medium", "strong"};
    StateRoom room, view;
    Error error;
    Chance chance = chance_fast(3);
    parse("primo:duel turn=0 drawn=yes hands=A,E,R,*4/B,C,D,F,G,H fronts=crayon/crayon pile=rest", &room);
    primo.view(STATE_IN(room), 0, VIEW_IN(view));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Bot *bot = bot_open(&primo, span_of(names[i]), &error);
        assert_non_null(bot);
        assert_true(primo.is_legal(STATE_IN(room), 0, bot_choose(bot, VIEW_IN(view), 0, &chance)));
        bot_free(bot);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promises_add_up),
        cmocka_unit_test(letters_make_sense),
        cmocka_unit_test(chances_make_sense),
        cmocka_unit_test(plays_every_setting),
        cmocka_unit_test(quick_player_is_legal),
        cmocka_unit_test(sees_the_obvious),
        cmocka_unit_test(short_thoughts_overlook_words),
        cmocka_unit_test(levels_answer),
    };
    return tap_run("thinker_primo", tests, sizeof tests / sizeof *tests);
}
