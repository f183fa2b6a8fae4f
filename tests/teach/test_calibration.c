/* Tests that the chances a review states come true: predicted against actual, over matches of mixed levels.
 *
 * Matches are played by bots, half of them by equals and half by bots of different levels. Of each a few decisions are reviewed
 * as a person's would be, and the chance stated after the move is held against how the match ended. A soak takes 17,920 positions and
 * sorts them by tenths. With ARALDO_SAMPLES=FILE every position is written there as a line, for tools/learn/review.c; ARALDO_PERCENT is how
 * long the judge thinks. */
#include <math.h>
#include <string.h>

#include "bots/bot.h"
#include "games/games.h"
#include "teach/chance.h"
#include "teach/review.h"
#include "tests/support/tap.h"

enum {
    POSITIONS_A_MATCH = 2,      /* few, because those of one match share its end */
    EVERY = 2,                  /* without a soak: one match at every other table */
    MATCHES_A_TABLE_SOAK = 640, /* 14 tables with 2 positions each make 17,920 */
    TENTHS = 10,
    PERCENT = 25, /* of strong's budget: more thought makes a chance no more or less true in the mean (docs/review.md) */
};

/* The tables that are sampled. */
static const struct Table {
    const char *game, *variant;
    int people;
} tables[] = {
    {"primiera", "classic", 4}, {"primiera", "two", 2},    {"primiera", "heralds", 4}, {"primiera", "three", 3},
    {"primiera", "robot", 3},   {"royalflush", "", 2},     {"royalflush", "", 3},      {"royalflush", "", 4},
    {"primero", "english", 2},  {"primero", "english", 4}, {"primero", "italian", 2},  {"primero", "italian", 4},
    {"primo", "duel", 2},       {"primo", "three", 3},
};
enum { TABLES = sizeof tables / sizeof *tables };

typedef struct Samples {
    int count;
    int in_tenth[TENTHS];
    double predicted[TENTHS], actual[TENTHS], squares;
    FILE *lines; /* or NULL */
} Samples;

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

static const char *level(Chance *dice, bool equal) {
    static const char *const levels[] = {"easy", "medium", "medium", "greedy"};
    return equal ? "medium" : levels[chance_below(dice, sizeof levels / sizeof *levels)];
}

/* Plays a match as its record. */
static void play(FILE *file, const struct Table *table, uint64_t seed) {
    Error error;
    RecordHeader header = {.game = game_find(span_of(table->game), &error), .has_key = true};
    Written written = {header.game, file};
    EventSink sink = {.take = write_event, .context = &written};
    Chance dice = chance_fast(seed), chance;
    Bot *bots[SEATS_MAX] = {0};
    StateRoom state = {{0}}, view;
    char line[RECORD_LINE_MAX];
    Text text = text_init(line, sizeof line);
    header.setup = (Setup){.variant = game_variant(header.game, span_of(table->variant), &error), .people = table->people};
    memcpy(header.key.bytes, &seed, sizeof seed);
    for (int seat = 0; seat < table->people; seat++) {
        const char *name = level(&dice, seed % 2 == 0);
        strcpy(header.names[seat], name);
        assert_non_null(bots[seat] = bot_open(header.game, span_of(name), &error));
    }
    record_header_write(&header, &text);
    fprintf(file, "%s\n", line);
    chance = chance_table(&header.key);
    assert_true(header.game->setup(STATE_IN(state), &header.setup, &chance, &sink, &error));
    while (!game_over(header.game, STATE_IN(state))) {
        int actor = __builtin_ctz(header.game->actors(STATE_IN(state)));
        Bot *bot = bots[actor < table->people ? actor : 0];
        header.game->view(STATE_IN(state), actor, VIEW_IN(view));
        Move move;
        if (actor < table->people) move = bot_choose(bot, VIEW_IN(view), actor, &dice);
        else header.game->legal(STATE_IN(state), actor, bot->moves), move = bot->moves[0];
        header.game->apply(STATE_IN(state), actor, move, &chance, &sink);
    }
    for (int seat = 0; seat < table->people; seat++) bot_free(bots[seat]);
}

static void take_sample(Samples *samples, const Recording *recording, const Decision *decision) {
    const Game *game = recording_game(recording);
    bool won = game->winners(recording_state(recording, recording->count)) & SEAT_BIT(decision->seat);
    double predicted = (double)decision->after;
    int tenth = predicted < 1 ? (int)(predicted * TENTHS) : TENTHS - 1;
    samples->count++;
    samples->in_tenth[tenth]++;
    samples->predicted[tenth] += predicted;
    samples->actual[tenth] += won;
    samples->squares += (predicted - won) * (predicted - won);
    if (!samples->lines) return;
    StateRoom view;
    game->view(recording_state(recording, decision->index), decision->seat, VIEW_IN(view));
    const Setup *setup = &recording->header.setup;
    fprintf(samples->lines, "%s %s %d %s %.5f %.5f %d %.5f %.5f\n", game->name, game->variants[setup->variant].name,
            setup->people, recording->header.names[decision->seat], predicted,
            chance_expected(game, VIEW_IN(view), decision->seat, decision->kind, (double)decision->expected), won,
            (double)decision->cost, (double)decision->error);
    fflush(samples->lines);
}

static void sample_match(Samples *samples, const struct Table *table, uint64_t seed) {
    Error error;
    Recording recording;
    Review review;
    int percent = getenv("ARALDO_PERCENT") ? atoi(getenv("ARALDO_PERCENT")) : PERCENT;
    FILE *file = tmpfile();
    assert_non_null(file);
    play(file, table, seed);
    rewind(file);
    if (!recording_read(&recording, file, 0, &error)) fail_msg("%s", error.text);
    if (!review_init(&review, &recording, (SeatSet)-1, percent, &error)) fail_msg("%s", error.text);
    Chance dice = chance_fast(seed + 1);
    for (int i = 0; i < POSITIONS_A_MATCH && review.count > 0; i++) {
        Decision *decision = &review.decisions[chance_below(&dice, (uint32_t)review.count)];
        review_judge(&review, decision);
        take_sample(samples, &recording, decision);
    }
    review_release(&review);
    recording_release(&recording);
    fclose(file);
}

static void print_tenths(const Samples *samples) {
    printf("# %d positions, Brier score %.4f\n", samples->count, samples->squares / samples->count);
    for (int i = 0; i < TENTHS; i++)
        if (samples->in_tenth[i])
            printf("# %3d to %3d %%: %5d positions, predicted %5.1f %%, actual %5.1f %%\n", 10 * i, 10 * i + 10,
                   samples->in_tenth[i], 100 * samples->predicted[i] / samples->in_tenth[i],
                   100 * samples->actual[i] / samples->in_tenth[i]);
}

/* A soak asks each tenth to be within three points; a small sample, the whole to be within luck and better than nothing known. */
static void chances_come_true(void **unused) {
    (void)unused;
    bool soak = getenv("ARALDO_SOAK") != NULL;
    const char *path = getenv("ARALDO_SAMPLES");
    Samples samples = {.lines = path ? fopen(path, "w") : NULL};
    uint64_t first = getenv("ARALDO_SEED") ? strtoull(getenv("ARALDO_SEED"), NULL, 10) : 1;
    int matches = soak ? MATCHES_A_TABLE_SOAK : 1;
    double predicted = 0, actual = 0;
    for (int match = 0; match < matches; match++)
        for (int i = 0; i < TABLES; i += soak ? 1 : EVERY)
            sample_match(&samples, &tables[i], (first * 1000000 + (uint64_t)match) * TABLES + (uint64_t)i);
    if (samples.lines) fclose(samples.lines);
    print_tenths(&samples);
    for (int i = 0; i < TENTHS; i++) {
        predicted += samples.predicted[i];
        actual += samples.actual[i];
        if (soak && fabs(samples.predicted[i] - samples.actual[i]) > 0.03 * samples.in_tenth[i]) fail_msg("tenth %d is off", i);
    }
    assert_true(fabs(predicted - actual) <= 4 * sqrt(0.25 * POSITIONS_A_MATCH * samples.count));
    assert_true(samples.squares / samples.count < 0.25);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(chances_come_true)};
    return tap_run("calibration", tests, sizeof tests / sizeof *tests);
}
