/* Tests what the room tells a bot about the round, so that it chooses as if it had sat at the table all along.
 * It gets the seat's own views as the log has them, through hints, undo, a failed commit and a restart. */
#include "bots/bot.h"
#include "room/history.h"
#include "tests/room/scene.h"

enum { TURNS_MAX = 32 };

/* What a seat has seen on its turns of the round, as its log says. */
typedef struct Turns {
    int count;
    StateRoom views[TURNS_MAX];
} Turns;

static void turns_of(const KeptTable *kept, size_t entry_count, int seat, Turns *turns) {
    static History history;
    StoredEntry *entries = calloc(entry_count, sizeof *entries);
    StateRoom before = {{0}};
    Error error = {""};
    Desk desk = {0};
    assert_true(desk_init(&desk) && entries);
    for (size_t i = 0; i < entry_count; i++)
        entries[i] = (StoredEntry){(uint32_t)i, kept->entries[i].at, kept->entries[i].text, kept->entries[i].length};
    assert_true(history_open(&history, &kept->id, kept->secret, entries, entry_count, true, &desk, &error));
    turns->count = 0;
    while (history_next(&history, &error)) {
        const Table *table = &history.table;
        if (history.entry.kind == ENTRY_MOVE && history.entry.seat == seat) {
            assert_true(turns->count < TURNS_MAX);
            table->game->view(STATE_IN(before), seat, VIEW_IN(turns->views[turns->count++]));
        }
        if (table->game && table->round == history_n(&history)) turns->count = 0;
        before = table->state;
    }
    assert_string_equal(error.text, "");
    history_release(&history);
    desk_release(&desk);
    free(entries);
}

/* ---- choices */

static Bot *sitters[SEATS_MAX]; /* who has sat at each seat all along */
static int choices, others;

static Move choose(Bot *bot, const Ask *ask) {
    Chance dice = chance_stream(&ask->dice, STREAM_BOT, 0);
    return bot_choose(bot, (const View *)(const void *)ask->view.bytes, ask->seat, &dice);
}

static Bot *open_bot(const Ask *ask) {
    Bot *bot = bot_open(ask->game, span_of("medium"), NULL);
    assert_non_null(bot);
    return bot;
}

static void compare_choices(World *unused, const Ask *ask) {
    Bot *guest = open_bot(ask), *stranger = open_bot(ask);
    (void)unused;
    if (!sitters[ask->seat]) sitters[ask->seat] = open_bot(ask);
    Move sits = choose(sitters[ask->seat], ask);
    bot_recall(guest, &ask->sights, ask->seat);
    assert_int_equal(choose(guest, ask), sits);
    others += choose(stranger, ask) != sits;
    choices++;
    bot_free(guest);
    bot_free(stranger);
}

static void bots_choose_as_if_they_sat_there(void **state) {
    (void)state;
    world.bot = NULL;
    world.heed = compare_choices;
    choices = others = 0;
    create(anna, "primiera", "heralds", 4, "{}", "[\"me\",\"bot:medium\",\"bot:medium\",\"bot:medium\"]", 0);
    ready(anna);
    for (int i = 0; i < 13; i++) move_first(anna);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bot_free(sitters[seat]);
        sitters[seat] = NULL;
    }
    printf("# %d of %d choices are others without memory\n", others, choices);
    assert_true(choices > 30 && others > 0);
}

/* ---- what is told */

static int told, hints;
static uint32_t back_beyond; /* the beginning of a round that was taken back: what was before it is not told again */

static void compare_sights(World *unused, const Ask *ask) {
    static Turns turns;
    (void)unused;
    turns_of(world_table(&world, id), ask->n + 1, ask->seat, &turns);
    int missing = turns.count - ask->sights.count;
    assert_true(missing == 0 || (missing > 0 && back_beyond));
    for (int i = 0; i < ask->sights.count; i++)
        assert_memory_equal(sights_view(&ask->sights, i), turns.views[missing + i].bytes, ask->game->state_bytes);
    told += ask->sights.count;
    if (ask->hint_for && ask->sights.count) hints++;
}

static void undo(void) {
    uint32_t round = live()->round;
    client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
    world_settle(&world);
    if (live()->round < round) back_beyond = round;
}

/* Her word cannot be committed: the table is thrown away and read again. */
static void fail_to_talk(void) {
    if (!anna->connection) return;
    world.faults.fail_commit = 1000;
    client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"oops\"}", id);
    world.faults.fail_commit = 0;
    world_settle(&world);
}

static void come_back(void) {
    client_connect(&world, anna);
    enter(anna);
}

/* Anna plays two rounds and a half; bots answer at random, but are asked as players who remember. */
static void play_with_mishaps(const char *variant, int people, const char *seats) {
    world.bot = "random";
    world.heed = compare_sights;
    told = hints = 0;
    back_beyond = 0;
    create(anna, "primiera", variant, people, "{\"target\":\"30\"}", seats, 0);
    ready(anna);
    for (int i = 1, round = 0; round < 3 && i < 200; i++) {
        uint32_t began = live()->round;
        if (i % 3 == 0) {
            client_say(&world, anna, "{\"do\":\"hint\",\"table\":\"%s\"}", id);
            world_settle(&world);
        }
        if (i % 4 == 0) undo();
        if (i % 5 == 0) world_restart(&world);
        if (i % 7 == 0) fail_to_talk();
        if (!anna->connection) come_back();
        move_first(anna);
        if (live()->round > began) round++, back_beyond = 0;
    }
    assert_true(live()->turn > 60 && told > 300 && hints > 5);
    assert_true(live()->undone > 0 && world.restarts > 0 && world.rollbacks > 0);
}

static void four_with_heralds(void **state) {
    (void)state;
    play_with_mishaps("heralds", 4, "[\"me\",\"bot:medium\",\"bot:strong\",\"bot:medium\"]");
}

static void two(void **state) {
    (void)state;
    play_with_mishaps("two", 2, "[\"me\",\"bot:strong\"]");
}

static void three_and_a_robot(void **state) {
    (void)state;
    play_with_mishaps("robot", 3, "[\"me\",\"bot:medium\",\"bot:medium\"]");
}

/* What is farther back than the round that was taken back is not kept; from the next round on all is as ever. */
static void back_to_an_earlier_round(void **state) {
    (void)state;
    play_with_mishaps("two", 2, "[\"me\",\"bot:strong\"]");
    for (uint32_t began = live()->round; live()->round == began;) undo();
    assert_true(back_beyond);
    uint32_t began = live()->round;
    while (live()->round == began) move_first(anna);
    back_beyond = 0;
    for (int i = 0; i < 8; i++) move_first(anna);
}

/* Where bots have nothing to remember nothing is handed over. */
static void compare_nothing(World *unused, const Ask *ask) {
    (void)unused;
    assert_int_equal(ask->sights.count, 0);
    told++;
}

static void nothing_where_nothing_is_remembered(void **state) {
    (void)state;
    world.heed = compare_nothing;
    told = 0;
    create(anna, "royalflush", "standard", 3, "{}", "[\"me\",\"bot:easy\",\"bot:easy\"]", 0);
    ready(anna);
    for (int i = 0; i < 8; i++) move_first(anna);
    create(anna, "primo", "duel", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    for (int i = 0; i < 8 && (table_actors(live()) & 1); i++) move_first(anna);
    assert_true(told > 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(bots_choose_as_if_they_sat_there),
        IN_A_ROOM(four_with_heralds),
        IN_A_ROOM(two),
        IN_A_ROOM(three_and_a_robot),
        IN_A_ROOM(back_to_an_earlier_round),
        IN_A_ROOM(nothing_where_nothing_is_remembered),
    };
    return tap_run("room_recall", tests, sizeof tests / sizeof *tests);
}
