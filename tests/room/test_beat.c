/* Tests that the moment a bot's move is shown tells nothing about cards, at any pace and load.
 *
 * A room with bots at one table, and a worker whose thoughts take the longer the more moves a seat may choose from. The same
 * match is also played with a worker that mostly needs no time at all: once both have seen the longest thought, every move must
 * be shown at the same moment. Forced moves and hard choices are compared as distributions as well. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "room/inside.h"
#include "tests/support/tap.h"

enum { MOVES = 400, WARM = 20, REMINDED = 4 }; /* reminded: every so many moves both see the longest thought again */

typedef struct Play {
    uint32_t ticket; /* of what the room wants to read; 0: nothing */
    Room *room;
    Milliseconds now, pace, longest; /* of a thought */
    uint32_t queue_max;              /* milliseconds a question may wait for a worker */
    bool thinks;                     /* or answers at once */
    Chance queue;
    TableId table;
    bool has_table, asked;
    Ask ask;
    int legal;                       /* moves the asked seat may choose from */
    Milliseconds answer_at, thought; /* of the question */
    Move *moves;
    int move_count;
    Milliseconds shown[MOVES + 8];
    bool forced[MOVES + 8];
    Chance random;
} Play;

static void take_write(void *context, const Write *write) {
    Play *play = context;
    if (write->kind == WRITE_TABLE) {
        play->table = write->table;
        play->has_table = true;
    }
    if (write->kind != WRITE_ENTRY || !memmem(write->text, write->length, "\"move\"", 6) || play->move_count >= MOVES) return;
    if (!memmem(write->text, write->length, "\"by\":\"bot\"", 10)) return;
    play->forced[play->move_count] = play->legal == 1;
    play->shown[play->move_count++] = play->now;
}

static void take_send(void *context, ConnectionId connection, const char *json, size_t length) {
    (void)context, (void)connection, (void)json, (void)length;
}

static void take_close(void *context, ConnectionId connection, int code) { (void)context, (void)connection, (void)code; }

/* The thought is as long as there is to choose from; that is what must not show. */
static void take_ask(void *context, const Ask *ask) {
    Play *play = context;
    play->ask = *ask;
    play->asked = true;
    play->legal = ask->game->legal(view_state(VIEW_IN(ask->view)), ask->seat, play->moves);
    Milliseconds hard = play->legal == 1 ? 0 : play->longest * (play->legal > 6 ? 6 : play->legal) / 6;
    bool longest = play->move_count < WARM || play->move_count % REMINDED == 0;
    play->thought = longest ? play->longest : play->thinks ? hard : 0;
    Milliseconds waits = play->queue_max ? chance_below(&play->queue, play->queue_max) : 0;
    play->answer_at = play->now + waits + play->thought;
}

static void take_load(void *context, const Load *load) { ((Play *)context)->ticket = load->ticket; }

static void take_damaged(void *context, const char *reason) {
    (void)context;
    fail_msg("%s", reason);
}

static void take_random(void *context, void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)chance_below(&((Play *)context)->random, 256);
}

static void step(Play *play, const RoomInput *input) {
    room_step(play->room, input, play->now);
    room_committed(play->room);
}

static void say(Play *play, const char *format, const char *table) {
    char text[512];
    snprintf(text, sizeof text, format, table);
    step(play, &(RoomInput){.kind = INPUT_MESSAGE, .connection = 1, .text = span_of(text)});
    if (!play->ticket) return;
    Loaded nothing = {.ticket = play->ticket}; /* no message came before */
    play->ticket = 0;
    step(play, &(RoomInput){.kind = INPUT_LOADED, .loaded = &nothing});
}

static void give_answer(Play *play) {
    Chance dice = chance_stream(&play->ask.dice, STREAM_BOT, 0);
    Bot *bot = bot_open(play->ask.game, span_of("random"), NULL);
    Answer answer = {.table = play->ask.table, .n = play->ask.n, .seat = play->ask.seat, .thought = play->thought};
    answer.move = bot_choose(bot, VIEW_IN(play->ask.view), play->ask.seat, &dice);
    bot_free(bot);
    play->asked = false;
    step(play, &(RoomInput){.kind = INPUT_ANSWER, .answer = &answer});
}

static void begin_match(Play *play) {
    static int matches;
    char create[512];
    snprintf(
        create, sizeof create,
        "{\"do\":\"create\",\"key\":\"c%d\",\"game\":\"primiera\",\"variant\":\"classic\",\"people\":4,\"options\":{},"
        "\"seats\":[\"bot:strong\",\"bot:strong\",\"bot:strong\",\"bot:strong\"],\"clock\":0,\"public\":false,\"chat\":false}",
        ++matches);
    say(play, create, "");
    assert_true(play->has_table);
    say(play, "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,\"salt\":\"00112233445566778899aabbccddeeff\"}",
        play->table.text);
}

/* Time goes from one thing that happens to the next. */
static void play_match(Play *play) {
    RoomSettings settings = {.tables_max = TABLES_MAX, .pace = play->pace, .grace = GRACE_MS};
    RoomPort port = {play, take_write, take_send, take_close, take_ask, take_load, take_random, take_damaged, NULL};
    play->now = (Milliseconds)1800000000000;
    play->queue = chance_fast(5);
    play->random = chance_fast(6);
    play->moves = malloc((size_t)65536 * sizeof *play->moves);
    play->room = room_open(&settings, &port);
    assert_non_null(play->room);
    step(play, &(RoomInput){.kind = INPUT_CONNECT, .connection = 1, .person = {"00000000000000a1"}, .name = "Anna"});
    say(play, "{\"do\":\"hello\",\"version\":1}", "");
    begin_match(play);
    for (int i = 0; i < 100 * MOVES && play->move_count < MOVES; i++) {
        Milliseconds due = room_due(play->room);
        const RoomTable *at = room_table(play->room, &play->table);
        if (!at || at->table.phase == PHASE_OVER) begin_match(play);
        else if (play->asked && play->answer_at <= due) {
            play->now = play->answer_at;
            give_answer(play);
        } else {
            if (due > play->now) play->now = due;
            step(play, &(RoomInput){.kind = INPUT_TICK});
        }
    }
    assert_int_equal(play->move_count, MOVES);
    room_free(play->room);
    free(play->moves);
}

/* The largest distance between the two distributions of delays. */
static double distance(const Play *play, int *forced_count, int *hard_count) {
    int counts[2] = {0, 0};
    double most = 0;
    for (int i = WARM + 1; i < MOVES; i++) counts[play->forced[i]]++;
    *forced_count = counts[1];
    *hard_count = counts[0];
    for (int k = WARM + 1; k < MOVES; k++) {
        int below[2] = {0, 0};
        Milliseconds bound = play->shown[k] - play->shown[k - 1];
        for (int i = WARM + 1; i < MOVES; i++) below[play->forced[i]] += play->shown[i] - play->shown[i - 1] <= bound;
        double apart = fabs((double)below[0] / counts[0] - (double)below[1] / counts[1]);
        if (apart > most) most = apart;
    }
    return most;
}

static const struct Case {
    Milliseconds pace, longest;
    uint32_t queue_max;
} cases[] = {{0, 40, 0},     {0, 700, 300},     {100, 950, 0},    {100, 30, 2000},  {900, 600, 0},
             {900, 2600, 0}, {900, 2600, 5000}, {900, 1200, 400}, {3000, 7000, 50}, {60000, 9000, 70000}};

static void test_moments(void **state) {
    (void)state;
    static Play slow, quick;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct Case *at = &cases[i];
        slow = quick = (Play){.pace = at->pace, .longest = at->longest, .queue_max = at->queue_max};
        slow.thinks = true;
        play_match(&slow);
        play_match(&quick);
        for (int k = WARM; k < MOVES; k++) {
            Milliseconds one = slow.shown[k] - slow.shown[k - 1], other = quick.shown[k] - quick.shown[k - 1];
            if (one != other)
                print_message("# pace %lld: move %d after %lld or %lld ms\n", (long long)at->pace, k, (long long)one,
                              (long long)other);
            assert_true(one == other);
        }
        int forced, hard;
        double apart = distance(&slow, &forced, &hard);
        assert_true(forced > 20 && hard > 20);
        /* Kolmogorov and Smirnov, one in a thousand; the seeds are fixed. */
        assert_true(apart < 1.95 * sqrt((double)(forced + hard) / ((double)forced * hard)));
    }
}

/* A thought longer than any before shows, once; later ones do not. It is forgotten after a while. */
static void test_allowance(void **state) {
    (void)state;
    static Beat beat;
    const Game *game = (const Game *)&beat; /* only compared */
    Milliseconds now = (Milliseconds)1800000000000;
    assert_int_equal(beat_show(&beat, game, LEVEL_EASY, 900, now - 10, 10, now), now - 10 + 900);
    assert_int_equal(beat_show(&beat, game, LEVEL_EASY, 900, now - 2000, 2000, now), now - 2000 + 2700);
    assert_int_equal(beat_show(&beat, game, LEVEL_EASY, 900, now, 0, now), now + 2700);  /* forced: the same */
    assert_int_equal(beat_show(&beat, game, LEVEL_STRONG, 900, now, 0, now), now + 900); /* another level */
    now += 3 * (Milliseconds)BEAT_WINDOW_MS;
    assert_int_equal(beat_show(&beat, game, LEVEL_EASY, 900, now, 0, now), now + 900);
    assert_true(beat_show(&beat, game, LEVEL_EASY, 900, now - 60000, 60000, now) >= now); /* beyond every allowance: at once */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moments), cmocka_unit_test(test_allowance)};
    return tap_run("beat", tests, sizeof tests / sizeof *tests);
}
