/* Tests the deals of the day: that everybody has the same, that they can be left and resumed, and that false records are refused. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "teach/daily.h"
#include "tests/support/tap.h"

enum { DAY = 20775, LINES_MAX = 4000 };

static char *lines[LINES_MAX];
static int line_count;

static void keep_line(const char *words) {
    assert_true(line_count < LINES_MAX);
    lines[line_count++] = strdup(words);
}

static void forget_lines(void) {
    while (line_count) free(lines[--line_count]);
}

static void keep_event(void *context, const Event *event) {
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    event_write(context, event, VIEWER_WHOLE, &text);
    keep_line(line);
}

/* The person plays the first legal move, or now and then another; `fresh` opens a new bot for every move. Keeps the record. */
static int play(const DailyDeal *deal, bool fresh) {
    DailyMatch match;
    Error error = {""};
    EventSink sink = {.take = keep_event, .context = (void *)(uintptr_t)deal->game};
    char header[RECORD_LINE_MAX];
    Text text = text_init(header, sizeof header);
    forget_lines();
    keep_line("");
    assert_true(daily_begin(&match, deal, &sink, &error));
    record_header_write(&match.header, &text);
    free(lines[0]);
    lines[0] = strdup(header);
    for (int actor; (actor = daily_actor(&match)) >= 0;) {
        if (fresh) {
            bot_free(match.bot);
            match.bot = bot_open(deal->game, span_of(DAILY_BOT), &error);
        }
        Move move = daily_choice(&match);
        if (actor == DAILY_SEAT) {
            int count = deal->game->legal(daily_state(&match), actor, match.bot->moves);
            move = match.bot->moves[match.turn % 5 ? 0 : count - 1];
        }
        assert_true(daily_play(&match, move, &error));
        assert_true(match.turn < DAILY_MOVES_MAX);
    }
    int score = daily_score(&match);
    daily_release(&match);
    return score;
}

/* The record that was kept, with `changed` instead of its line `at`, if that is not NULL; the first `count` lines of it. */
static bool verify(const DailyDeal *deal, int count, int at, const char *changed, int *score, Error *error) {
    FILE *file = tmpfile();
    for (int i = 0; i < count; i++) fprintf(file, "%s\n", changed && i == at ? changed : lines[i]);
    rewind(file);
    bool good = daily_verify(deal, file, score, error);
    fclose(file);
    return good;
}

static void refuse(const DailyDeal *deal, int count, int at, const char *changed, const char *words) {
    Error error = {""};
    int score = 99;
    assert_false(verify(deal, count, at, changed, &score, &error));
    assert_int_equal(score, 99);
    if (!strstr(error.text, words)) fail_msg("%s instead of %s", error.text, words);
}

static DailyDeal deal_of(const char *game, int board) {
    DailyDeal deal = {.game = game_find(span_of(game), NULL), .day = DAY, .board = board};
    assert_non_null(deal.game);
    return deal;
}

static void test_names(void **state) {
    (void)state;
    DailyDeal deal;
    Error error;
    char words[DAILY_DAY_TEXT_MAX];
    static const char *const bad[] = {"",           "2026-11-31", "2026-02-29", "2026-1-18",   "1999-12-31",
                                      "2026-11-00", "2026-13-01", "2026-11-1x", "2026-11-181", "20261118"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(daily_read(&deal, span_of("primo"), span_of(bad[i]), span_of("1"), &error));
    assert_true(daily_read(&deal, span_of("primo"), span_of("2026-11-18"), span_of("4"), &error));
    assert_int_equal(deal.day, DAY);
    assert_false(daily_read(&deal, span_of("primo"), span_of("2026-11-18"), span_of("5"), &error));
    assert_false(daily_read(&deal, span_of("primo"), span_of("2026-11-18"), span_of("0"), &error));
    assert_false(daily_read(&deal, span_of("chess"), span_of("2026-11-18"), span_of("1"), &error));
    for (int day = 10957, last; day < 60000; day++) {
        Text text = text_init(words, sizeof words);
        daily_write_day(day, &text);
        assert_true(daily_read_day(span_of(words), &last, &error));
        assert_int_equal(last, day);
    }
}

/* Different deals have different keys, and the key of a deal never changes: results are compared over years. */
static void test_keys(void **state) {
    (void)state;
    char words[CHANCE_KEY_HEX + 1];
    Text text = text_init(words, sizeof words);
    DailyDeal deal = deal_of("primiera", 1);
    ChanceKey key = daily_key(&deal), other;
    chance_key_print(&key, &text);
    assert_string_equal(words, "3fb43510e77e70840570e55de583d85f2eda7338114288cdb4781b630eab1be5");
    for (int board = 2; board <= DAILY_BOARDS; board++) {
        deal.board = board;
        other = daily_key(&deal);
        assert_memory_not_equal(&key, &other, sizeof key);
    }
    deal = deal_of("primo", 1);
    other = daily_key(&deal);
    assert_memory_not_equal(&key, &other, sizeof key);
    deal = (DailyDeal){deal_of("primiera", 1).game, DAY + 1, 1};
    other = daily_key(&deal);
    assert_memory_not_equal(&key, &other, sizeof key);
}

/* People are spread over the boards, and one person over the days. */
static void test_boards(void **state) {
    (void)state;
    int people[DAILY_BOARDS + 1] = {0}, days[DAILY_BOARDS + 1] = {0};
    for (int i = 0; i < 4000; i++) {
        char person[32];
        snprintf(person, sizeof person, "%016x", i * 7919);
        people[daily_board_of(span_of(person), DAY)]++;
        days[daily_board_of(span_of("0123456789abcdef"), DAY + i)]++;
    }
    for (int board = 1; board <= DAILY_BOARDS; board++) {
        assert_in_range(people[board], 850, 1150);
        assert_in_range(days[board], 850, 1150);
    }
}

/* A match that was left after every move goes as one that was not, and both verify. */
static void test_verified(void **state) {
    (void)state;
    for (int i = 0; games[i]; i++) {
        /* Whole matches take their time in the development build: a sample of two games. */
        if (!getenv("ARALDO_SOAK") && i != 0 && strcmp(games[i]->name, "primo") != 0) continue;
        DailyDeal deal = deal_of(games[i]->name, 1 + i % DAILY_BOARDS);
        int score = play(&deal, false), verified = 99, count = line_count;
        Error error = {""};
        if (!verify(&deal, line_count, 0, NULL, &verified, &error)) fail_msg("%s: %s", deal.game->name, error.text);
        assert_int_equal(verified, score);
        size_t bytes = 0;
        for (int line = 0; line < line_count; line++) bytes += strlen(lines[line]) + 1;
        assert_true(bytes < DAILY_RECORD_MAX / 2);
        assert_int_equal(play(&deal, true), score);
        assert_int_equal(line_count, count);
    }
    forget_lines();
}

static int find_line(const char *words, int from) {
    for (int i = from; i < line_count; i++)
        if (strstr(lines[i], words)) return i;
    fail_msg("no line with %s", words);
    return -1;
}

static void test_refused(void **state) {
    (void)state;
    DailyDeal deal = deal_of("primiera", 2), other = deal_of("primiera", 3), tomorrow = {deal.game, DAY + 1, 2};
    play(&deal, false);
    refuse(&other, line_count, 0, NULL, "another deal");
    refuse(&tomorrow, line_count, 0, NULL, "another deal");
    DailyDeal letters = deal_of("primo", 2);
    refuse(&letters, line_count, 0, NULL, "another deal");
    refuse(&deal, 0, 0, NULL, "no record");
    refuse(&deal, line_count - 1, 0, NULL, "line");
    refuse(&deal, line_count / 2, 0, NULL, "line");
    refuse(&deal, line_count, 0, "{}", "line 1");
    refuse(&deal, line_count, find_line("\"move\":", 0), "{\"event\":\"play\",\"seat\":9}", "line");
    keep_line(lines[0]);
    refuse(&deal, line_count, 0, NULL, "something follows");
    forget_lines();
}

/* A bot that plays something else, although it is legal: the record is a good one, but not of this day. */
static void test_other_bots(void **state) {
    (void)state;
    DailyMatch match;
    Error error = {""};
    DailyDeal deal = deal_of("primiera", 2);
    EventSink sink = {.take = keep_event, .context = (void *)(uintptr_t)deal.game};
    char header[RECORD_LINE_MAX];
    Text text = text_init(header, sizeof header);
    forget_lines();
    assert_true(daily_begin(&match, &deal, NULL, &error));
    record_header_write(&match.header, &text);
    daily_release(&match);
    keep_line(header);
    assert_true(daily_begin(&match, &deal, &sink, &error));
    for (bool changed = false; daily_actor(&match) >= 0;) {
        Move move = daily_choice(&match);
        int actor = daily_actor(&match), count = deal.game->legal(daily_state(&match), actor, match.bot->moves);
        for (int i = 0; actor != DAILY_SEAT && !changed && i < count; i++) {
            changed = match.bot->moves[i] != move;
            if (changed) move = match.bot->moves[i];
        }
        assert_true(daily_play(&match, move, &error));
    }
    daily_release(&match);
    refuse(&deal, line_count, 0, NULL, "the bot plays another move");
    forget_lines();
}

static void test_rival(void **state) {
    (void)state;
    Error error = {""};
    int first = 0, second = 1;
    DailyDeal deal = deal_of("primo", 1);
    assert_true(daily_rival(&deal, &first, &error) && daily_rival(&deal, &second, &error));
    assert_int_equal(first, second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),    cmocka_unit_test(test_keys),       cmocka_unit_test(test_boards),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_other_bots), cmocka_unit_test(test_rival),
        cmocka_unit_test(test_verified),
    };
    return tap_run("daily", tests, sizeof tests / sizeof *tests);
}
