/* Tests what the page is told of reviews, practice and trainers; odds and words are counted a second, plain way. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/primo/primo.h"
#include "teach/odds.h"
#include "teach/page/page.h"
#include "teach/practice.h"
#include "teach/words.h"
#include "tests/support/tap.h"

enum { TOLD_MAX = 1 << 20 };

/* What was told last. */
typedef struct Told {
    size_t length;
    char text[TOLD_MAX];
} Told;

static void hear(void *context, const char *bytes, size_t length) {
    Told *told = context;
    assert_true(told->length + length < sizeof told->text);
    memcpy(told->text + told->length, bytes, length);
    told->length += length;
    told->text[told->length] = 0;
}

static Out out_to(Told *told) {
    told->length = 0;
    told->text[0] = 0;
    return (Out){told, hear};
}

/* One object, from its first brace to its last. */
static bool is_object(const Told *told) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < told->length; i++) {
        char sign = told->text[i];
        if (quoted && sign == '\\') i++;
        else if (sign == '"') quoted = !quoted;
        else if (!quoted && (sign == '{' || sign == '[')) depth++;
        else if (!quoted && (sign == '}' || sign == ']')) depth--;
        if (depth == 0) return i == told->length - 1 && told->text[0] == '{';
    }
    return false;
}

static bool tells(const Told *told, const char *words) { return strstr(told->text, words) != NULL; }

static ChanceKey key_of(uint8_t seed) {
    ChanceKey key = {{seed, 1, 2, 3}};
    return key;
}

/* ---- review */

static const char *const cut =
    "{\"event\":\"header\",\"format\":1,\"game\":\"primiera\",\"variant\":\"two\",\"options\":{},"
    "\"seats\":[\"Rosa\",\"easy\"],\"revision\":1,\"version\":\"0.1.0\"}\n";

static void a_bad_record_is_one_clear_line(void **unused) {
    (void)unused;
    static Told told;
    static const char *const bad[] = {"", "nonsense\n", "{}\n"};
    Error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(page_review_open(span_of(bad[i]), -1, out_to(&told), &error));
        assert_true(*error.text && !strchr(error.text, '\n'));
        assert_false(page_position(span_of(bad[i]), 1, out_to(&told), &error));
    }
    assert_null(page_review_open(span_of(cut), -1, out_to(&told), &error));
    assert_true(*error.text && !strchr(error.text, '\n'));
}

/* ---- practice */

static const char *const levels[] = {"easy", "greedy"};

/* From a fresh deal, whole and as a seat sees it, to the end: the person plays the first legal move that the page was told. */
static void play_on(const Game *game, int variant, int people, bool seen) {
    static Told told;
    Error error;
    ChanceKey key = key_of((uint8_t)(variant + people));
    Setup setup = {.variant = variant, .people = people};
    StateRoom state = {{0}}, view = {{0}};
    Chance chance = chance_table(&key);
    char position[STATE_TEXT_MAX];
    Text text = text_init(position, sizeof position);
    assert_true(game->setup(STATE_IN(state), &setup, &chance, NULL, &error));
    game->view(STATE_IN(state), 1, VIEW_IN(view));
    game->print(seen ? STATE_IN(view) : STATE_IN(state), &text);
    Practice practice;
    if (!practice_init(&practice, span_of(position), PRACTICE_SEAT_ANY, span_of(levels[seen]), &key, &error))
        fail_msg("%s: %s", position, error.text);
    if (seen) assert_int_equal(practice.seat, 1);
    Move *moves = malloc((size_t)game->moves_max * sizeof *moves);
    for (int turn = 0; turn < 300 && !game_over(game, STATE_IN(practice.state)); turn++) {
        int next = practice_next(&practice);
        if (next >= 0) {
            assert_int_not_equal(next, practice.seat);
            practice_bot(&practice, next, NULL);
            continue;
        }
        char move[MOVE_TEXT_MAX];
        Text words = text_init(move, sizeof move);
        assert_true(game->legal(STATE_IN(practice.state), practice.seat, moves) > 0);
        game->print_move(STATE_IN(practice.state), practice.seat, moves[0], &words);
        if (!practice_move(&practice, span_of(move), NULL, &error)) fail_msg("%s", error.text);
        assert_null(game->check(STATE_IN(practice.state)));
    }
    free(moves);
    practice_release(&practice);
    PagePractice *page = page_practice_open(span_of(position), 0, span_of("easy"), &key, out_to(&told), &error);
    assert_non_null(page);
    assert_true(is_object(&told) && tells(&told, game->name));
    if (page_practice_bot(page, out_to(&told), &error)) assert_true(is_object(&told) && tells(&told, "\"events\":["));
    assert_false(page_practice_move(page, span_of("nonsense"), out_to(&told), &error));
    assert_true(*error.text && !strchr(error.text, '\n'));
    page_practice_free(page);
}

static void any_game_goes_on_from_a_position(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        int people;
    } tables[] = {{"primiera:two", 2},    {"primiera:heralds", 4}, {"primiera:robot", 3}, {"royalflush", 2},
                  {"primero:english", 3}, {"primero:italian", 3},  {"primo:duel", 2}};
    Error error;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        int variant = 0;
        const Game *game = game_find_variant(span_of(tables[i].name), &variant, &error);
        play_on(game, variant, tables[i].people, false);
        play_on(game, variant, tables[i].people, true);
    }
}

static void a_position_that_cannot_be_played_is_one_clear_line(void **unused) {
    (void)unused;
    static Told told;
    static const char *const bad[] = {"", "hello", "primiera:two", "primero:english hands=Ah,Ah,Ah,Ah"};
    Error error;
    ChanceKey key = key_of(1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(page_practice_open(span_of(bad[i]), -1, span_of("easy"), &key, out_to(&told), &error));
        assert_true(*error.text && !strchr(error.text, '\n'));
    }
}

/* ---- trainers */

/* Four cards out of forty by four plain loops. */
static void odds_are_counted_right(void **unused) {
    (void)unused;
    Chance chance = chance_fast(7);
    for (int question = 0; question < 12; question++) {
        Odds odds;
        odds_ask(&odds, &chance);
        PrimeroSet kept = odds.kind == ODDS_DRAW ? odds.hand & ~odds.thrown : 0;
        int drawn = PRIMERO_HAND - primero_count(kept), good = 0, all = 0;
        assert_int_equal(primero_count(odds.hand), PRIMERO_HAND);
        assert_true((odds.thrown & odds.hand) == odds.thrown);
        for (int a = 0; a < PRIMERO_CARDS; a++)
            for (int b = drawn > 1 ? a + 1 : a; b < (drawn > 1 ? PRIMERO_CARDS : a + 1); b++)
                for (int c = drawn > 2 ? b + 1 : b; c < (drawn > 2 ? PRIMERO_CARDS : b + 1); c++)
                    for (int d = drawn > 3 ? c + 1 : c; d < (drawn > 3 ? PRIMERO_CARDS : c + 1); d++) {
                        PrimeroSet cards = PRIMERO_BIT(a) | PRIMERO_BIT(b) | PRIMERO_BIT(c) | PRIMERO_BIT(d);
                        if (cards & odds.hand) continue;
                        int value = primero_hand_value(kept | cards);
                        all++;
                        good += odds.kind == ODDS_DRAW ? (int)primero_type(value) >= (int)odds.goal
                                                       : primero_hand_value(odds.hand) > value;
                    }
        assert_int_equal(odds.all, all);
        assert_int_equal(odds.good, good);
        assert_true(good > 0 && good < all);
    }
}

static void a_question_about_odds_is_told(void **unused) {
    (void)unused;
    static Told told;
    Error error;
    for (uint8_t seed = 0; seed < 6; seed++) {
        ChanceKey key = key_of(seed);
        assert_true(page_odds(&key, out_to(&told), &error));
        assert_true(is_object(&told) && tells(&told, "\"good\":") && tells(&told, "\"fluxus\""));
    }
}

/* Every word of the list is tried against the letters. */
static void the_longest_words_are_found(void **unused) {
    (void)unused;
    Chance chance = chance_fast(3);
    Letters letters;
    int counts[LETTERS_DEALT + 1] = {0};
    letters_deal(&letters, &chance);
    assert_true(letters.longest >= LETTERS_WORTH);
    for (uint32_t i = 0; i < primo_lexicon()->word_count; i++) {
        Spelling word = {0};
        word.length = lexicon_word(primo_lexicon(), i, word.letters);
        if (word.length >= LETTERS_SHORTEST && word.length <= LETTERS_DEALT)
            counts[word.length] += letters_fit(&letters, &word);
    }
    assert_memory_equal(counts, letters.counts, sizeof counts);
}

static void a_word_is_judged(void **unused) {
    (void)unused;
    static Told told;
    Error error;
    ChanceKey key = key_of(9);
    assert_true(page_letters(&key, out_to(&told), &error));
    assert_true(is_object(&told) && tells(&told, "\"words\":[\""));
    assert_true(page_word(span_of("EETTRXS"), span_of("tête"), out_to(&told), &error));
    assert_true(is_object(&told) && tells(&told, "\"known\":true") && tells(&told, "\"length\":4"));
    assert_true(page_word(span_of("EETTRXS"), span_of("têtu"), out_to(&told), &error));
    assert_true(tells(&told, "\"fits\":false"));
    assert_true(page_word(span_of("EETTRXS"), span_of("XTRE"), out_to(&told), &error));
    assert_true(tells(&told, "\"fits\":true,\"known\":false"));
    assert_false(page_word(span_of("ABCDEFGH"), span_of("BAC"), out_to(&told), &error));
    assert_false(page_word(span_of("abc"), span_of("BAC"), out_to(&told), &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_record_is_one_clear_line),
        cmocka_unit_test(any_game_goes_on_from_a_position),
        cmocka_unit_test(a_position_that_cannot_be_played_is_one_clear_line),
        cmocka_unit_test(odds_are_counted_right),
        cmocka_unit_test(a_question_about_odds_is_told),
        cmocka_unit_test(the_longest_words_are_found),
        cmocka_unit_test(a_word_is_judged),
    };
    return tap_run("page", tests, sizeof tests / sizeof *tests);
}
