/* Tests of Primo beyond its cases: the deck, the bound on lists of moves, another word list, the greedy player. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "games/primo/primo.h"
#include "lexicon/builder.h"
#include "tests/support/allocations.h"
#include "tests/support/tap.h"

enum { RACKS = 60, RACKS_SOAK = 5000, MATCHES = 12, MATCHES_SOAK = 400, SOLO_CARDS = 81 };

static void parse(const char *position, StateRoom *room) {
    Error error = {""};
    if (!primo.parse(STATE_IN(*room), span_of(position), &error)) fail_msg("%s: %s", position, error.text);
}

/* ---- the deck */

static void test_deck(void **state) {
    (void)state;
    int cards[COLOURS] = {0}, specials = 0, letters = 0;
    for (int face = 0; face < PRIMO_FACES; face++) {
        int count = primo_deck_french.counts[face];
        if (face >= ALPHABET) specials += count;
        else cards[primo_deck_french.colours[face]] += count, letters += count;
    }
    assert_int_equal(letters, 77);
    assert_int_equal(specials, 33);
    assert_int_equal(cards[WHITE], 50);
    assert_int_equal(cards[BLUE], 10);
    assert_int_equal(cards[RED], 10);
    assert_int_equal(cards[BLACK], 7);
}

/* ---- how many moves there can be */

static int count_moves(const char *position, Move *moves) {
    StateRoom room;
    parse(position, &room);
    int count = primo.legal(STATE_IN(room), 0, moves);
    assert_in_range(count, 1, primo.moves_max);
    for (int i = 0; i < count; i += 97) assert_true(primo.is_legal(STATE_IN(room), 0, moves[i]));
    return count;
}

/* The hand that lays most, in each kind of game; in solo four leftovers come with the words, elsewhere four throws. */
static void test_longest_list(void **state) {
    (void)state;
    Move *moves = malloc((size_t)primo.moves_max * sizeof *moves);
    assert_non_null(moves);
    int most = primo_placements_most(primo_lexicon());
    assert_in_range(most, 1, PRIMO_PLACEMENTS_MAX);
    assert_int_equal(count_moves("primo:solo hands=A,E,R,*4 pile=rest", moves), most + 4);
    int plain = count_moves("primo:duel turn=0 drawn=yes hands=A,E,R,*4/- fronts=crayon/- pile=rest", moves);
    int extreme = count_moves("primo:duel extreme=yes turn=0 drawn=yes hands=A,E,R,*4/- fronts=crayon/- pile=rest", moves);
    printf("# at most %d placements of words of 3 to 7 letters, %d of 3 to 6, %d of 4 to 7\n", most, plain - 4, extreme - 4);
    Chance dice = chance_fast(1);
    for (int i = 0; i < (soak() ? RACKS_SOAK : RACKS); i++) {
        char position[80];
        char letters[3] = {(char)('A' + chance_below(&dice, 26)), 'E', (char)('A' + chance_below(&dice, 26))};
        if (letters[0] == letters[2]) continue;
        snprintf(position, sizeof position, "primo:solo hands=%c,%c,%c,*4 pile=rest", letters[0], letters[1], letters[2]);
        assert_in_range(count_moves(position, moves), 1, most + 4);
    }
    free(moves);
}

/* ---- another word list */

static void test_other_words(void **state) {
    (void)state;
    StateRoom room;
    Move move;
    Error error = {""};
    Lexicon *few = lexicon_parse(span_of("Zug\nQuiz\nÄxte\n"), "few", &error);
    assert_non_null(few);
    assert_true(primo_use_lexicon(few, &error));
    parse("primo:duel turn=0 drawn=yes hands=Q,U,I,Z,E,T,L/- fronts=crayon/- pile=rest", &room);
    assert_true(primo.parse_move(STATE_IN(room), 0, span_of("word:quiz"), &move, &error));
    assert_true(primo.is_legal(STATE_IN(room), 0, move));
    assert_false(primo.parse_move(STATE_IN(room), 0, span_of("word:LIE"), &move, &error));
    assert_string_equal(error.text, "that word is not in the dictionary");
    assert_true(primo_use_lexicon(&lexicon_french, &error));
    assert_true(primo.parse_move(STATE_IN(room), 0, span_of("word:LIE"), &move, &error));
    lexicon_free(few);
}

/* A list of words as nobody speaks them: every three letters, and many of four. */
static void test_too_many_words(void **state) {
    (void)state;
    enum { FOURS = 45000, LINE = 5 };
    char *list = malloc((size_t)(26 * 26 * 26 + FOURS) * LINE + 1), *at = list;
    Error error = {""};
    assert_non_null(list);
    for (int i = 0; i < 26 * 26 * 26; i++) at += sprintf(at, "%c%c%c\n", 'a' + i / 676, 'a' + i / 26 % 26, 'a' + i % 26);
    for (int i = 0; i < FOURS; i++)
        at += sprintf(at, "%c%c%c%c\n", 'a' + i / 17576, 'a' + i / 676 % 26, 'a' + i / 26 % 26, 'a' + i % 26);
    Lexicon *many = lexicon_parse((Span){list, (size_t)(at - list)}, "many", &error);
    assert_non_null(many);
    assert_false(primo_use_lexicon(many, &error));
    assert_non_null(strstr(error.text, "too many short words"));
    assert_ptr_equal(primo_lexicon(), &lexicon_french);
    lexicon_free(many);
    free(list);
}

/* ---- the greedy player */

/* Plays a match, greedy's side against random's; is greedy among the winners? */
static bool play_match(int variant, Bot *greedy, Bot *random, uint64_t seed, int *moves) {
    Setup setup = {.variant = variant, .people = primo_variants[variant].people_max};
    StateRoom room, view;
    State *state = STATE_IN(room);
    Chance chance = chance_fast(seed), dice = chance_fast(~seed);
    int side = (int)(seed % (uint64_t)setup.people);
    assert_true(primo.setup(state, &setup, &chance, NULL, NULL));
    for (*moves = 0; primo.actors(state); ++*moves) {
        int actor = __builtin_ctz(primo.actors(state));
        bool own = !primo_opponents(primo_of(state), actor, side);
        primo.view(state, actor, VIEW_IN(view));
        unsigned long before = allocations();
        Move move = bot_choose(own ? greedy : random, VIEW_IN(view), actor, &dice);
        assert_int_equal(allocations(), before);
        assert_true(game_play(&primo, state, actor, move, &chance, NULL, NULL));
    }
    assert_in_range(*moves, 1, primo.turns_max);
    return primo.winners(state) & SEAT_BIT(side);
}

static void test_greedy(void **state) {
    (void)state;
    Bot *greedy = bot_open(&primo, span_of("greedy"), NULL), *random = bot_open(&primo, span_of("random"), NULL);
    int matches = soak() ? MATCHES_SOAK : MATCHES;
    assert_non_null(greedy);
    assert_non_null(random);
    for (int variant = PRIMO_DUEL; variant < PRIMO_SOLO; variant++) {
        int wins = 0;
        long total = 0;
        for (int i = 0; i < matches; i++) {
            int moves;
            wins += play_match(variant, greedy, random, (uint64_t)i, &moves);
            total += moves;
        }
        printf("# %s: greedy wins %d of %d, %ld moves a match\n", primo_variants[variant].name, wins, matches, total / matches);
        assert_true(4 * wins >= 3 * matches);
    }
    bot_free(greedy);
    bot_free(random);
}

/* Alone it leaves few cards over. */
static void test_greedy_solo(void **state) {
    (void)state;
    Bot *greedy = bot_open(&primo, span_of("greedy"), NULL);
    int matches = soak() ? MATCHES_SOAK : MATCHES;
    long laid = 0, words = 0;
    assert_non_null(greedy);
    for (int i = 0; i < matches; i++) {
        Setup setup = {.variant = PRIMO_SOLO, .people = 1};
        StateRoom room, view;
        Chance chance = chance_fast((uint64_t)i);
        int points[SEATS_MAX];
        assert_true(primo.setup(STATE_IN(room), &setup, &chance, NULL, NULL));
        while (primo.actors(STATE_IN(room))) {
            primo.view(STATE_IN(room), 0, VIEW_IN(view));
            Move move = bot_choose(greedy, VIEW_IN(view), 0, &chance);
            assert_true(game_play(&primo, STATE_IN(room), 0, move, &chance, NULL, NULL));
        }
        primo.points(STATE_IN(room), points);
        laid += points[0];
        words += primo_solo_words(primo_of(STATE_IN(room)));
    }
    printf("# solo: greedy lays %ld of %d cards in %ld words\n", laid / matches, SOLO_CARDS, words / matches);
    assert_true(laid >= 70L * matches);
    bot_free(greedy);
}

/* What greedy says of itself: it erases its shortest word, writes the longest, goes for the leader, and so on. */
static void test_greedy_choices(void **state) {
    (void)state;
    static const struct {
        const char *position, *choice;
    } cases[] = {
        {"primo:duel turn=0 hands=T,A,X,I,B,C/E fronts=crayon,gomme/- words=SEL,JUGE/- pile=rest", "erase:3"},
        {"primo:duel turn=0 hands=T,A,X,I,crayon,C/E fronts=crayon,gomme/- words=SEL,JUGE/- pile=rest", "draw"},
        {"primo:duel turn=0 drawn=yes hands=T,A,X,I,S,K,W/E fronts=crayon/- pile=rest", "word:TAXIS"},
        {"primo:duel extreme=yes turn=0 drawn=yes hands=G,A,G,E,X,I,T/E fronts=crayon/- words=SELLE,FINIES/- pile=rest",
         "word:TAXI"},
        {"primo:three turn=0 drawn=yes hands=gomme,B,C,D,F,G,H/E/I fronts=-/crayon/crayon words=-/SEL/SEUL,NEIGE pile=rest",
         "gomme:2"},
        {"primo:duel turn=0 hands=X,B,C,D,F,G/B,C fronts=crayon/- words=-/TA*XI pile=rest", "star:1:4:3=X"},
        {"primo:duel extreme=yes turn=0 hands=X,B,C,D,F,G/B,C fronts=crayon/- words=SEUL/TA*XI pile=rest", "draw"},
        {"primo:teams turn=0 drawn=yes hands=crayon,B,C/D/F/G fronts=crayon/-/-/- pile=rest", "crayon:2"},
        {"primo:duel turn=0 drawn=yes hands=S,E,L,A,T,R,W/E pile=rest", "throw:W"},
        {"primo:four turn=1 hands=A/B/C/D words=TAXI/JUGE/PEUR/ROND vote=4:-/-/-/- proposed=4 pile=rest", "accept"},
    };
    Bot *greedy = bot_open(&primo, span_of("greedy"), NULL);
    assert_non_null(greedy);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        StateRoom room, view;
        char words[MOVE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        Chance dice = chance_fast(1);
        parse(cases[i].position, &room);
        primo.view(STATE_IN(room), 0, VIEW_IN(view));
        primo.print_move(STATE_IN(room), 0, bot_choose(greedy, VIEW_IN(view), 0, &dice), &text);
        if (strcmp(words, cases[i].choice) != 0)
            fail_msg("%s: greedy plays %s, not %s", cases[i].position, words, cases[i].choice);
    }
    bot_free(greedy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deck),           cmocka_unit_test(test_longest_list), cmocka_unit_test(test_other_words),
        cmocka_unit_test(test_too_many_words), cmocka_unit_test(test_greedy),       cmocka_unit_test(test_greedy_solo),
        cmocka_unit_test(test_greedy_choices),
    };
    return tap_run("primo", tests, sizeof tests / sizeof *tests);
}
