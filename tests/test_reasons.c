/* Reasons: in known positions the very sentences, and in random matches of every game sentences without a gap, in every
 * language, each message at least once. */
#include <string.h>

#include "bots/reason.h"
#include "games/games.h"
#include "tests/settings.h"
#include "tests/tap.h"

static void add_name(const void *context, int seat, Text *text) {
    (void)context;
    text_format(text, "Seat %d", seat);
}

static void say(const Game *game, const View *view, int actor, Move move, Language language, Text *text) {
    Reasons reasons;
    reasons_find(game, view, actor, move, &reasons);
    for (int i = 0; i < reasons.count; i++) {
        if (i > 0) text_char(text, ' ');
        reason_write(&reasons.list[i], language, (ReasonNames){NULL, add_name}, text);
    }
}

static void known_positions(void **unused) {
    static const struct {
        const char *position, *move, *words;
    } cases[] = {
        {"primiera:classic dealer=3 turn=0 table=7S,9S,2B hands=7D,1S/3D,3S/4D,5D/8S,10S piles=rest/-/-/- last=0", "7D=7S",
         "It brings the seven of Coins home, a point by itself. What is left sums to 11: nobody can sweep it."},
        {"primiera:classic dealer=3 turn=0 table=5S hands=4D,4S,10S/3D,3S,2D/1D,5D,2S/8S,9S,3C piles=rest/-/-/- last=0", "10S",
         "It takes nothing. What is left sums to 15: nobody can sweep it. You keep the pair of rank 4."},
        {"primiera:classic dealer=3 turn=0 table=5S hands=5D,4S/3D,3S/1D,2D/8S,9S piles=rest/-/-/- last=0", "5D=5S",
         "It takes all that lies there: a sweep, one point."},
        {"primiera:classic dealer=3 turn=0 table=5S,2B hands=5D,4S/2D,3S/1D,6D/8S,9S piles=rest/-/-/- last=0", "5D=5S",
         "It gains 2 cards, 1 coin among them. But a 2 could sweep what is left."},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error = {""};
        StateRoom state, view;
        Move move = 0;
        char words[1024];
        Text text = text_init(words, sizeof words);
        const Game *game = game_of_position(span_of(cases[i].position), &error);
        if (!game || !game->parse(STATE_IN(state), span_of(cases[i].position), &error) ||
            !game->parse_move(STATE_IN(state), 0, span_of(cases[i].move), &move, &error))
            fail_msg("%s: %s", cases[i].position, error.text);
        assert_true(game->is_legal(STATE_IN(state), 0, move));
        game->view(STATE_IN(state), 0, VIEW_IN(view));
        say(game, VIEW_IN(view), 0, move, LANGUAGE_ENGLISH, &text);
        assert_string_equal(words, cases[i].words);
    }
}

enum { MESSAGES_MAX = 64, MESSAGES = 27 /* that the four games have */ };

typedef struct Seen {
    const char *messages[MESSAGES_MAX];
    int count;
} Seen;

static void note(Seen *seen, const Reasons *reasons) {
    for (int i = 0; i < reasons->count; i++) {
        int k = 0;
        while (k < seen->count && strcmp(seen->messages[k], reasons->list[i].message) != 0) k++;
        if (k < seen->count) continue;
        assert_true(seen->count < MESSAGES_MAX);
        seen->messages[seen->count++] = reasons->list[i].message;
    }
}

static void check_move(const Game *game, const View *view, int actor, Move move, Seen *seen) {
    Reasons reasons;
    reasons_find(game, view, actor, move, &reasons);
    note(seen, &reasons);
    for (int language = 0; language < LANGUAGES; language++) {
        char words[2048];
        Text text = text_init(words, sizeof words);
        say(game, view, actor, move, (Language)language, &text);
        assert_false(text.overflow);
        assert_null(strchr(words, '{'));
        assert_true(reasons.count == 0 || text.length > 0);
    }
}

static void random_matches(void **unused) {
    static Move moves[65536];
    Settings settings = {0};
    Error error = {""};
    Seen seen = {.count = 0};
    (void)unused;
    if (!settings_add_all(&settings, games, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < settings.count; i++) {
        const Game *game = settings.list[i].game;
        StateRoom state, view;
        Chance chance = chance_fast(50 + (uint64_t)i);
        assert_true(game->setup(STATE_IN(state), &settings.list[i].setup, &chance, NULL, &error));
        for (int turn = 0; turn < 120 && !game_over(game, STATE_IN(state)); turn++) {
            int actor = __builtin_ctz(game->actors(STATE_IN(state))), count = game->legal(STATE_IN(state), actor, moves);
            game->view(STATE_IN(state), actor, VIEW_IN(view));
            for (int k = 0; k < 3; k++)
                check_move(game, VIEW_IN(view), actor, moves[chance_below(&chance, (uint32_t)count)], &seen);
            game->apply(STATE_IN(state), actor, moves[chance_below(&chance, (uint32_t)count)], &chance, NULL);
        }
    }
    settings_free(&settings);
    if (seen.count != MESSAGES) {
        for (int i = 0; i < seen.count; i++) printf("# %s\n", seen.messages[i]);
        fail_msg("%d messages were seen", seen.count);
    }
}

static void expectations(void **unused) {
    static const struct {
        Expectation expected;
        Language language;
        const char *words;
    } cases[] = {
        {{EXPECTS_WIN, 0.634f}, LANGUAGE_ENGLISH, "The chance to win the match is about 63 %."},
        {{EXPECTS_POINTS, 1.24f}, LANGUAGE_ENGLISH, "The round should bring about +1.2 points more than the others get."},
        {{EXPECTS_COINS, -3.0f}, LANGUAGE_ENGLISH, "The deal should bring about -3.0 coins."},
        {{EXPECTS_COINS, -0.04f}, LANGUAGE_ENGLISH, "The deal should bring about 0.0 coins."},
        {{EXPECTS_COINS, -0.1f}, LANGUAGE_FRENCH, "La donne devrait rapporter environ -0,1 pièces."},
        {{EXPECTS_COINS, 12.3f}, LANGUAGE_GERMAN, "Dieses Spiel sollte etwa +12,3 Münzen bringen."},
    };
    Reason reason;
    (void)unused;
    assert_false(reason_of_expectation((Expectation){EXPECTS_NOTHING, 0}, &reason));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[256];
        Text text = text_init(words, sizeof words);
        assert_true(reason_of_expectation(cases[i].expected, &reason));
        reason_write(&reason, cases[i].language, (ReasonNames){NULL, add_name}, &text);
        assert_string_equal(words, cases[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_positions), cmocka_unit_test(random_matches),
                                       cmocka_unit_test(expectations)};
    return tap_run("reasons", tests, sizeof tests / sizeof *tests);
}
