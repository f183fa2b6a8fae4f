/* Tests what each message costs at worst: entries and bytes read, written and sent, at a table with a long log.
 * The limits are those of the table in docs/room.md. Nothing here is measured in seconds. */
#include "tests/room/scene.h"
#include "tests/support/moved.h"

enum { ROW_BYTES_MAX = 2048 }; /* of a table in a list */
enum { LONG_LOG = 700, SLACK = 8 /* entries one message writes at once, so that a snapshot may come a little late */ };

static uint32_t log_length(void) { return (uint32_t)world_table(&world, id)->count; }

/* Anna leaves and comes back as often as she may. */
static void grow_log(uint32_t length) {
    for (uint32_t i = 0; log_length() < length; i++) {
        client_ask(&world, anna, id, false, "{\"do\":\"%s\",\"table\":\"%s\"}", i % 2 ? "back" : "leave", id);
        world_pass(&world, ENTRY_MS);
        assert_true(i < 2 * length);
    }
}

typedef struct Limit {
    const char *what;
    uint64_t loads, entries_written, bytes_sent;
} Limit;

static void measure(const Limit *limit) {
    world_settle(&world);
    const WorldCost *cost = &world.cost;
    printf("# %-8s %3llu entries read in %llu loads, %5llu bytes; %llu entries, %5llu bytes written; %6llu bytes sent\n",
           limit->what, (unsigned long long)cost->entries_read, (unsigned long long)cost->loads,
           (unsigned long long)cost->bytes_read, (unsigned long long)cost->entries_written,
           (unsigned long long)cost->bytes_written, (unsigned long long)cost->bytes_sent);
    assert_true(cost->loads <= limit->loads);
    assert_true(cost->most_read <= READ_ENTRIES_MAX + SLACK);
    assert_true(cost->bytes_read <= cost->loads * (SNAPSHOT_BYTES_MAX + READ_BYTES_MAX));
    assert_true(cost->entries_written <= limit->entries_written);
    assert_true(cost->bytes_written <= limit->entries_written * ENTRY_BYTES_MAX + SNAPSHOT_BYTES_MAX);
    assert_true(cost->bytes_sent <= limit->bytes_sent);
    world.cost = (WorldCost){0};
}

/* What one client is told at most when it enters. */
enum { TOLD_BYTES_MAX = REPLY_BYTES_MAX + HISTORY_BYTES_MAX };

static void entering_a_long_match(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    move_first(to_act());
    grow_log(LONG_LOG);
    world.cost = (WorldCost){0};
    enter(carla);
    measure(&(Limit){"enter", 1, 0, TOLD_BYTES_MAX});
    client_say(&world, carla, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    measure(&(Limit){"exit", 0, 0, 0});
    for (uint32_t since = 0; since < log_length(); since += 97) {
        client_disconnect(&world, bruno);
        client_known(bruno, id)->n = since;
        client_connect(&world, bruno);
        measure(&(Limit){"enter", 1, 0, 3 * TOLD_BYTES_MAX});
    }
    WorldClient *actor = to_act();
    move_first(actor);
    measure(&(Limit){"move", 0, 2, 2 * ENTRY_TOLD_MAX});
    client_say(&world, anna, "{\"do\":\"talk\",\"key\":\"t\",\"table\":\"%s\",\"phrase\":\"moment\"}", id);
    measure(&(Limit){"talk", 0, 1, 2 * ENTRY_TOLD_MAX});
    client_say(&world, anna, "{\"do\":\"propose\",\"key\":\"p\",\"table\":\"%s\",\"what\":\"end\"}", id);
    measure(&(Limit){"propose", 0, 2, 2 * ENTRY_TOLD_MAX});
    client_say(&world, bruno, "{\"do\":\"vote\",\"key\":\"v\",\"table\":\"%s\",\"yes\":false}", id);
    measure(&(Limit){"vote", 0, 2, 2 * ENTRY_TOLD_MAX});
    client_ask(&world, anna, id, false, "{\"do\":\"rename\",\"name\":\"Anna B\"}");
    measure(&(Limit){"rename", 0, TABLES_PER_PERSON_MAX, 2 * ENTRY_TOLD_MAX});
}

/* ---- every message there is */

static const char *const measured[] = {"hello", "rename", "lobby",   "create", "enter",  "exit",    "sit",    "stand",   "seat",
                                       "swap",  "fill",   "ready",   "move",   "undo",   "hint",    "talk",   "propose", "vote",
                                       "leave", "back",   "rematch", "device", "remove", "replace", "matches"};
_Static_assert(sizeof measured / sizeof *measured == DOS, "a new message has its cost measured here and told in docs/room.md");

static uint64_t done; /* a bit for each of these */

/* Says it with a key, and holds its cost to the limit; two clients are told. */
static void cost_of(WorldClient *client, const char *what, const char *rest, Limit limit) {
    for (size_t i = 0; i < DOS; i++)
        if (strcmp(measured[i], what) == 0) done |= 1ull << i;
    world_settle(&world);
    world.cost = (WorldCost){0};
    client_ask(&world, client, *id ? id : "", false, "{\"do\":\"%s\"%s%s%s%s}", what, *id ? ",\"table\":\"" : "", id,
               *id ? "\"" : "", rest);
    limit.what = what;
    measure(&limit);
    assert_string_equal(client->error, "");
}

/* The same for one that has no key, or concerns no table. */
static void cost_of_saying(WorldClient *client, const char *what, const char *rest, Limit limit) {
    for (size_t i = 0; i < DOS; i++)
        if (strcmp(measured[i], what) == 0) done |= 1ull << i;
    world_settle(&world);
    world.cost = (WorldCost){0};
    client_say(&world, client, "{\"do\":\"%s\"%s}", what, rest);
    limit.what = what;
    measure(&limit);
    assert_string_equal(client->error, "");
}

static void each_message_has_its_cost(void **state) {
    (void)state;
    const Limit told = {"", 0, 1, 2 * ENTRY_TOLD_MAX}, small = {"", 0, 0, 1024};
    char at_table[64];
    done = 0;
    id[0] = 0;
    cost_of_saying(anna, "hello", ",\"version\":1", (Limit){"", 0, 0, REPLY_BYTES_MAX});
    cost_of_saying(anna, "device", "", small);
    cost_of(anna, "create",
            ",\"game\":\"primiera\",\"variant\":\"classic\",\"people\":4,\"options\":{},\"seats\":[\"me\",\"open\","
            "\"open\",\"open\"],\"clock\":0,\"public\":true,\"chat\":false",
            (Limit){"", 1, 10, REPLY_BYTES_MAX});
    cost_of_saying(anna, "lobby", ",\"on\":true", (Limit){"", 1, 0, REPLY_BYTES_MAX});
    cost_of_saying(anna, "lobby", ",\"on\":false", small);
    cost_of(anna, "rename", ",\"name\":\"Anna B\"", (Limit){"", 0, TABLES_PER_PERSON_MAX, 2 * ENTRY_TOLD_MAX});
    memcpy(id, world.tables[0].id.text, sizeof id);
    snprintf(at_table, sizeof at_table, ",\"table\":\"%s\",\"since\":null", id);
    cost_of_saying(bruno, "enter", at_table, (Limit){"", 1, 0, TOLD_BYTES_MAX});
    cost_of(bruno, "sit", ",\"seat\":1", told);
    cost_of(bruno, "stand", "", told);
    cost_of(bruno, "sit", ",\"seat\":1", told);
    cost_of(anna, "swap", ",\"seats\":[0,2]", told);
    cost_of(anna, "seat", ",\"seat\":3,\"to\":\"bot:easy\"", told);
    cost_of(anna, "fill", ",\"level\":\"easy\"", (Limit){"", 0, SEATS_MAX, 2 * SEATS_MAX * ENTRY_TOLD_MAX});
    const char *salted = ",\"on\":true,\"salt\":\"00112233445566778899aabbccddeeff\"";
    cost_of(anna, "ready", salted, told);
    world.room->settings.pace = CLOCK_SECONDS_MAX * 1000; /* no bot moves while something else is measured */
    cost_of(bruno, "ready", salted, (Limit){"", 0, 2, 2 * REPLY_BYTES_MAX});
    cost_of(bruno, "leave", "", told);
    cost_of(bruno, "back", "", told);
    cost_of(bruno, "talk", ",\"phrase\":\"moment\"", told);
    cost_of(anna, "propose", ",\"what\":\"end\"", (Limit){"", 0, 2, 2 * ENTRY_TOLD_MAX});
    cost_of(bruno, "vote", ",\"yes\":true", (Limit){"", 0, 3, 3 * ENTRY_TOLD_MAX});
    cost_of(bruno, "rematch", "", (Limit){"", 1, 10, 2 * REPLY_BYTES_MAX});
    cost_of_saying(bruno, "matches", ",\"before\":null", (Limit){"", 1 + PLAYED_MAX, 0, REPLY_BYTES_MAX});
    snprintf(at_table, sizeof at_table, ",\"table\":\"%s\"", id);
    cost_of_saying(bruno, "exit", at_table, small);
}

/* Alone with a bot, so that it is always soon one's turn. */
static void each_message_alone_has_its_cost(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    world_settle(&world);
    char move[128], hint[64];
    snprintf(move, sizeof move, ",\"move\":\"%s\"", json_string_value(json_array_get(client_known(anna, id)->legal, 0)));
    snprintf(hint, sizeof hint, ",\"table\":\"%s\"", id);
    cost_of_saying(anna, "hint", hint, (Limit){"", 0, 1, ENTRY_TOLD_MAX});
    cost_of(anna, "move", move, (Limit){"", 0, 8, 8 * ENTRY_TOLD_MAX}); /* and the bot's, and what they end */
    cost_of(anna, "undo", "", (Limit){"", 1, 8, 8 * ENTRY_TOLD_MAX});
    cost_of(anna, "remove", "", (Limit){"", 0, 1, 2 * ENTRY_TOLD_MAX});
}

/* A bot takes the seat of a player who keeps the other waiting. */
static void replacing_has_its_cost(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    WorldClient *slow = to_act(), *other = slow == anna ? bruno : anna;
    int seat = table_seat_of(live(), &slow->person);
    char wanted[32];
    client_disconnect(&world, slow);
    world_pass(&world, REPLACE_AWAY_MS);
    world.room->settings.pace = CLOCK_SECONDS_MAX * 1000; /* the bot's own move is not part of it */
    snprintf(wanted, sizeof wanted, ",\"seat\":%d", seat);
    cost_of(other, "replace", wanted, (Limit){"", 0, 2, 2 * ENTRY_TOLD_MAX});
    assert_int_equal(done, (1ull << DOS) - 1); /* with what the two before have measured */
}

/* So many matches against a bot, all of them Anna's and under way. */
static void begin_matches(int count) {
    for (int i = 0; i < count; i++) {
        create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
        ready(anna);
    }
}

/* They leave memory, and their person comes back. */
static void leave_matches(void) {
    client_disconnect(&world, anna);
    world_pass(&world, LINGER_MS);
    world_pass(&world, 0);
    client_forget(anna);
    client_connect(&world, anna);
    world_settle(&world);
    assert_int_equal(world.room->table_count, 0);
}

/* A person with as many tables as one can have, in memory and in the store: of each the last snapshot is read, and what follows. */
static void many_tables_have_their_cost(void **state) {
    (void)state;
    begin_matches(TABLES_PER_PERSON_MAX);
    cost_of_saying(anna, "rename", ",\"key\":\"n\",\"name\":\"Anna B\"",
                   (Limit){"", 0, TABLES_PER_PERSON_MAX, TABLES_PER_PERSON_MAX * ENTRY_TOLD_MAX});
    leave_matches();
    begin_matches(TABLES_PER_PERSON_MAX);
    leave_matches();
    begin_matches(WORLD_TABLES_MAX - 2 * TABLES_PER_PERSON_MAX);
    leave_matches();
    cost_of_saying(anna, "lobby", ",\"on\":true", (Limit){"", 1 + MINE_MAX, 0, REPLY_BYTES_MAX + MINE_MAX * ROW_BYTES_MAX});
    for (int i = 0; i < PLAYED_MAX; i++) {
        memcpy(id, world.tables[i].id.text, sizeof id);
        enter(anna);
        client_ask(&world, anna, id, false, "{\"do\":\"remove\",\"table\":\"%s\"}", id);
        world_settle(&world);
    }
    cost_of_saying(anna, "matches", ",\"before\":null", (Limit){"", 1 + PLAYED_MAX, 0, 2048 + PLAYED_MAX * ROW_BYTES_MAX});
}

/* After a failed commit and after a restart a table is built from its last snapshots. */
static void building_a_long_match(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    grow_log(LONG_LOG);
    world.cost = (WorldCost){0};
    world.faults.fail_commit = 1000;
    client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"oops\"}", id);
    world.faults.fail_commit = 0;
    measure(&(Limit){"again", 1, 0, TOLD_BYTES_MAX});
    world_restart(&world);
    measure(&(Limit){"restart", 1, 0, 0});
}

/* Alone, a person takes a move back and makes it again as often as they like; each costs the same. */
static void taking_back_again_and_again(void **state) {
    uint64_t most = 0;
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    for (int i = 0; i < 6; i++) move_first(anna);
    uint32_t turn = live()->turn;
    while (log_length() < LONG_LOG) {
        world.cost = (WorldCost){0};
        client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        world_settle(&world);
        if (world.cost.most_read > most) most = world.cost.most_read;
        assert_int_equal(world.cost.loads, 1);
        move_first(anna);
    }
    printf("# a log of %u entries: at most %llu read for an undo\n", log_length(), (unsigned long long)most);
    assert_true(most <= SNAPSHOT_ENTRIES + SLACK);
    assert_int_equal(live()->turn, turn);
    for (int i = 0; i < 6; i++) {
        client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        world_pass(&world, ENTRY_MS);
        world_settle(&world);
    }
    assert_int_equal(live()->own, 0);
    assert_false(client_known(anna, id)->undo);
}

/* Entries that are not moves have a budget for each person and table. */
static void a_log_grows_slowly(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    world_pass(&world, ENTRIES_BURST * ENTRY_MS);
    uint32_t before = log_length();
    for (int i = 0; i < 3 * ENTRIES_BURST; i++) {
        client_ask(&world, anna, id, false, "{\"do\":\"%s\",\"table\":\"%s\"}", i % 2 ? "back" : "leave", id);
        world_pass(&world, 1000 / MESSAGES_PER_SECOND);
    }
    assert_true(anna->connection != 0);
    assert_string_equal(anna->error, "too-fast");
    assert_in_range(log_length() - before, ENTRIES_BURST, ENTRIES_BURST + 3 * ENTRIES_BURST * 50 / ENTRY_MS + 1);
    for (int i = 0; i < 3; i++)
        client_ask(&world, anna, id, false, "{\"do\":\"%s\",\"table\":\"%s\"}", i % 2 ? "back" : "leave", id);
    world_pass(&world, 50);
    before = log_length();
    client_ask(&world, bruno, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"hurry\"}",
               id); /* his own is untouched */
    world_pass(&world, 50);
    assert_int_equal(log_length(), before + 1);
    client_ask(&world, anna, id, false, "{\"do\":\"rename\",\"name\":\"Anna B\"}");
    world_pass(&world, 50);
    assert_int_equal(log_length(), before + 1);
    world_pass(&world, ENTRY_MS);
    client_ask(&world, anna, id, false, "{\"do\":\"rename\",\"name\":\"Anna B\"}");
    world_pass(&world, 50);
    assert_int_equal(log_length(), before + 2);
}

enum { ARRIVED_BYTES_MAX = 1 << 20 };

/* A match that comes from a browser is written in one turn, as long as it may be. */
static void bringing_a_long_match(void **state) {
    (void)state;
    static char sent[ARRIVAL_BYTES_MAX];
    static Arrival arrival;
    Error error = {""};
    Text text = text_init(sent, sizeof sent);
    moved_write("primiera:two target=999", ARRIVAL_MOVES_MAX, "abcdefghijklmnop", &text);
    memset(&arrival, 0, sizeof arrival);
    arrival.person = bruno->person;
    memcpy(arrival.name, "Bruno", sizeof "Bruno");
    if (!arrival_read(&arrival, (Span){sent, text.length}, world.now, &error)) fail_msg("%s", error.text);
    world.cost = (WorldCost){0};
    room_step(world.room, &(RoomInput){.kind = INPUT_ARRIVAL, .arrival = &arrival}, world.now);
    assert_int_equal(arrival.code, CODE_NONE);
    world_settle(&world);
    assert_true(world.cost.entries_written > ARRIVAL_MOVES_MAX);
    assert_true(world.cost.bytes_written <= ARRIVED_BYTES_MAX);
    measure(&(Limit){"arrival", 0, ARRIVAL_MOVES_MAX + 4, 0});
    arrival_release(&arrival);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(entering_a_long_match),           IN_A_ROOM(each_message_has_its_cost),
        IN_A_ROOM(each_message_alone_has_its_cost), IN_A_ROOM(replacing_has_its_cost),
        IN_A_ROOM(many_tables_have_their_cost),     IN_A_ROOM(building_a_long_match),
        IN_A_ROOM(taking_back_again_and_again),     IN_A_ROOM(a_log_grows_slowly),
        IN_A_ROOM(bringing_a_long_match),
    };
    return tap_run("room_cost", tests, sizeof tests / sizeof *tests);
}
