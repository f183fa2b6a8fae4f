/* Tests the review: nothing hidden reaches the judge, costs and verdicts fit together, and luck is fairly divided. */
#include <string.h>

#include "bots/bot.h"
#include "games/games.h"
#include "record/log.h"
#include "teach/luck.h"
#include "teach/review.h"
#include "tests/support/tap.h"

enum { PERCENT = 2, DECISIONS = 6 };

typedef struct Written {
    const Game *game;
    FILE *file;
} Written;

static void write_event(void *context, const Event *event) {
    const Written *written = context;
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    event_write(written->game, event, VIEWER_WHOLE, &text);
    fprintf(written->file, "%s\n", line);
}

/* A match of bots as its record; `option` may be NULL. */
static FILE *played(const char *name, const char *option, int people, const char *bot_name, uint64_t seed) {
    Error error;
    RecordHeader header = {.has_key = true, .setup = {.people = people}};
    header.game = game_find_variant(span_of(name), &header.setup.variant, &error);
    if (option) assert_true(setup_option(&header.setup, span_of(option), &error));
    memcpy(header.key.bytes, &seed, sizeof seed);
    for (int seat = 0; seat < people; seat++) strcpy(header.names[seat], bot_name);
    FILE *file = tmpfile();
    Written written = {header.game, file};
    EventSink sink = {.take = write_event, .context = &written};
    Chance dice = chance_fast(seed), chance = chance_table(&header.key);
    Bot *bot = bot_open(header.game, span_of(bot_name), &error);
    StateRoom state = {{0}}, view;
    char line[RECORD_LINE_MAX];
    Text text = text_init(line, sizeof line);
    assert_non_null(file);
    assert_non_null(bot);
    record_header_write(&header, &text);
    fprintf(file, "%s\n", line);
    assert_true(header.game->setup(STATE_IN(state), &header.setup, &chance, &sink, &error));
    while (!game_over(header.game, STATE_IN(state))) {
        int actor = __builtin_ctz(header.game->actors(STATE_IN(state)));
        header.game->view(STATE_IN(state), actor, VIEW_IN(view));
        header.game->apply(STATE_IN(state), actor, bot_choose(bot, VIEW_IN(view), actor, &dice), &chance, &sink);
    }
    bot_free(bot);
    rewind(file);
    return file;
}

static Recording recorded(const char *name, const char *option, int people, const char *bot_name, uint64_t seed) {
    Recording recording;
    Error error;
    FILE *file = played(name, option, people, bot_name, seed);
    if (!recording_read(&recording, file, 0, &error)) fail_msg("%s", error.text);
    fclose(file);
    return recording;
}

static const struct {
    const char *name, *option;
    int people;
} tables[] = {
    {"primiera:two", "target=3", 2},   {"primiera:heralds", "target=3", 4}, {"royalflush", NULL, 2},
    {"primero:english", "deals=3", 3}, {"primero:italian", "deals=3", 2},   {"primo:duel", NULL, 2},
};
enum { TABLES = sizeof tables / sizeof *tables };

/* Other cards that the seat cannot see, where the decision was made: the judgement must be the same to the last bit. */
static void the_judge_knows_only_the_view(void **unused) {
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        Recording recording = recorded(tables[i].name, tables[i].option, tables[i].people, "greedy", 3);
        const Game *game = recording_game(&recording);
        Review review;
        Error error;
        Chance chance = chance_fast(5);
        assert_true(review_init(&review, &recording, (SeatSet)-1, PERCENT, &error));
        for (int j = 0; j < DECISIONS; j++) {
            Decision one = review.decisions[chance_below(&chance, (uint32_t)review.count)], other = one;
            StateRoom view, kept = {{0}};
            State *state = (State *)(void *)(recording.states + (size_t)one.index * game->state_bytes);
            review_judge(&review, &one);
            game->view(state, one.seat, VIEW_IN(view));
            memcpy(&kept, state, game->state_bytes);
            game->determinize(VIEW_IN(view), &chance, state);
            review_judge(&review, &other);
            memcpy(state, &kept, game->state_bytes);
            assert_memory_equal(&one, &other, sizeof one);
        }
        review_release(&review);
        recording_release(&recording);
    }
}

static void costs_and_verdicts_fit(void **unused) {
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        Recording recording = recorded(tables[i].name, tables[i].option, tables[i].people, "random", 4);
        Review review;
        Error error;
        const Decision *worst[3];
        assert_true(review_init(&review, &recording, SEAT_BIT(0), PERCENT, &error));
        for (int j = 0; j < 3 * DECISIONS && review_step(&review); j++) {
            const Decision *decision = &review.decisions[j];
            assert_int_equal(decision->seat, 0);
            assert_true(decision->before >= decision->after && decision->after > 0 && decision->before < 1);
            assert_true(decision->cost == decision->before - decision->after);
            assert_true(decision->cost == 0 || decision->best != decision->played);
            if (decision->verdict == VERDICT_ONLY) assert_true(decision->best == decision->played);
        }
        int count = review_costliest(&review, 0, worst, 3);
        for (int j = 1; j < count; j++) assert_true(worst[j - 1]->cost >= worst[j]->cost);
        review_release(&review);
        recording_release(&recording);
    }
}

/* Random play is worse than greedy play, and the review says so. */
static void weak_play_costs_more(void **unused) {
    (void)unused;
    double costs[2] = {0};
    static const char *const names[2] = {"random", "medium"};
    for (int i = 0; i < 2; i++) {
        Recording recording = recorded("primo:duel", NULL, 2, names[i], 6);
        Review review;
        Error error;
        assert_true(review_init(&review, &recording, (SeatSet)-1, PERCENT, &error));
        int count = 0;
        while (count < 30 && review_step(&review)) costs[i] += (double)review.decisions[count++].cost;
        costs[i] /= count;
        review_release(&review);
        recording_release(&recording);
    }
    assert_true(costs[0] > costs[1] + 0.01);
}

/* What one side leads by, the other is behind; and what the match brought is what its scores say. */
static void luck_adds_up(void **unused) {
    (void)unused;
    Recording recording = recorded("primero:english", "deals=3", 2, "greedy", 8);
    Luck luck;
    Error error;
    int points[SEATS_MAX] = {0}, first[SEATS_MAX] = {0};
    assert_true(luck_init(&luck, &recording, &error));
    assert_int_equal(luck.count, 3);
    while (luck_step(&luck)) continue;
    assert_int_equal(luck.done, 3);
    recording_game(&recording)->points(recording_state(&recording, 0), first);
    recording_game(&recording)->points(recording_state(&recording, recording.count), points);
    assert_true(luck.made[0] == (points[0] - first[0]) - (points[1] - first[1]));
    assert_true(luck.made[0] == -luck.made[1] && luck.cards[0] == -luck.cards[1]);
    luck_release(&luck);
    recording_release(&recording);
}

static void refuse(FILE *file, int index, const char *words) {
    Recording recording;
    Error error;
    assert_false(recording_read(&recording, file, index, &error));
    if (!strstr(error.text, words)) fail_msg("%s", error.text);
    fclose(file);
}

/* The first so many lines of a record. */
static FILE *cut(uint64_t seed, int lines) {
    FILE *whole = played("primero:english", "deals=2", 2, "greedy", seed), *part = tmpfile();
    char line[RECORD_LINE_MAX + 2];
    for (int i = 0; i < lines && fgets(line, sizeof line, whole); i++) fputs(line, part);
    fclose(whole);
    rewind(part);
    return part;
}

static void damaged_records_are_refused(void **unused) {
    (void)unused;
    FILE *empty = tmpfile(), *words = tmpfile();
    fputs("nonsense\n", words);
    rewind(words);
    refuse(empty, 0, "the file holds no record");
    refuse(words, 0, "line 1");
    refuse(cut(9, 1), 0, "cut");
    refuse(cut(9, 9), 0, "before the match is over");
    refuse(played("primero:english", "deals=2", 2, "greedy", 9), 1, "there is no game 2 in the file");
}

/* A game for one has nobody to win against. */
static void solo_is_refused(void **unused) {
    (void)unused;
    Recording recording = recorded("primo:solo", NULL, 1, "greedy", 1);
    Review review;
    Error error;
    assert_false(review_init(&review, &recording, SEAT_BIT(0), PERCENT, &error));
    assert_non_null(strstr(error.text, "a game for one"));
    recording_release(&recording);
}

/* Up to a hundred decisions, a seat's review is given no more thought than for sixty; and each more than strong has. */
static void long_matches_take_no_longer(void **unused) {
    (void)unused;
    assert_int_equal(review_percent(0), 100);
    assert_int_equal(review_percent(60), 100);
    assert_int_equal(review_percent(80), 75);
    assert_int_equal(review_percent(1000), 60);
    for (int decisions = 1; decisions <= 100; decisions++) assert_true(decisions * review_percent(decisions) <= 60 * 100);
}

static void people_are_told_from_bots(void **unused) {
    (void)unused;
    Recording recording = recorded("primero:english", "deals=1", 3, "greedy", 2);
    strcpy(recording.header.names[1], "strong@500");
    strcpy(recording.header.names[2], "Ada");
    assert_false(recording_is_person(&recording, 0));
    assert_false(recording_is_person(&recording, 1));
    assert_true(recording_is_person(&recording, 2));
    recording_release(&recording);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_judge_knows_only_the_view), cmocka_unit_test(costs_and_verdicts_fit),
        cmocka_unit_test(weak_play_costs_more),          cmocka_unit_test(luck_adds_up),
        cmocka_unit_test(damaged_records_are_refused),   cmocka_unit_test(solo_is_refused),
        cmocka_unit_test(people_are_told_from_bots),     cmocka_unit_test(long_matches_take_no_longer),
    };
    return tap_run("review", tests, sizeof tests / sizeof *tests);
}
