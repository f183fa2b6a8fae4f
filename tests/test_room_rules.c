/* The room's rules one by one: what is refused and with which code, keys, limits, clocks, absence, votes, undo, watchers, rematch,
 * fairness, records, and how much memory a table takes. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "record/replay.h"
#include "room/history.h"
#include "tests/room_world.h"
#include "tests/sanitized.h"
#include "tests/tap.h"

#ifdef SANITIZED
size_t __sanitizer_get_current_allocated_bytes(void);
#endif

enum { TABLE_BYTES_MAX = 8 * 1024 };

static World world;
static Report report;
static Client *anna, *bruno, *carla;
static char id[TABLE_ID_MAX];

static const char *const salts[] = {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"};

static int begin(void **state) {
    (void)state;
    memset(&report, 0, sizeof report);
    world_init(&world, 11, 0, &report);
    world.bot = "greedy";
    anna = world_client(&world, "Anna");
    bruno = world_client(&world, "Bruno");
    carla = world_client(&world, "Carla");
    world_settle(&world);
    return 0;
}

static int end(void **state) {
    (void)state;
    world_check_keys(&world);
    world_release(&world);
    return report.failed ? printf("# %s\n", report.text), 1 : 0;
}

static void create(Client *maker, const char *game, const char *variant, int people, const char *options, const char *seats, int clock) {
    client_ask(&world, maker, "", false,
               "{\"do\":\"create\",\"game\":\"%s\",\"variant\":\"%s\",\"people\":%d,\"options\":%s,\"seats\":%s,\"clock\":%d,"
               "\"public\":true,\"chat\":false}",
               game, variant, people, options, seats, clock);
    world_settle(&world);
    memcpy(id, world.tables[world.table_count - 1].id.text, sizeof id);
}

static void enter(Client *client) {
    client_say(&world, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", id);
    world_settle(&world);
}

static void sit(Client *client, int seat) {
    enter(client);
    client_ask(&world, client, id, false, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d}", id, seat);
}

static void ready(Client *client) {
    client_ask(&world, client, id, false, "{\"do\":\"ready\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", id, salts[client == bruno]);
    world_settle(&world);
}

/* Anna and Bruno at a table for two. */
static void two_play(const char *game, const char *variant, int clock) {
    create(anna, game, variant, 2, "{}", "[\"me\",\"open\"]", clock);
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
}

static const Table *live(void) {
    TableId wanted;
    memcpy(wanted.text, id, sizeof id);
    const RoomTable *at = room_table(world.room, &wanted);
    return at ? &at->table : NULL;
}

static Client *to_act(void) { return table_actors(live()) & 1 ? anna : bruno; }

/* The first legal move, as the client was told. */
static void move_first(Client *client) {
    const Known *known = client_known(client, id);
    char move[MOVE_TEXT_MAX];
    assert_non_null(known->legal);
    snprintf(move, sizeof move, "%s", json_string_value(json_array_get(known->legal, 0)));
    client_ask(&world, client, id, true, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id, move);
    world_settle(&world);
}

static void expect(Client *client, const char *code) {
    world_settle(&world);
    assert_string_equal(client->error, code);
    client->error[0] = 0;
}

/* ---- what is refused */

static void bad_messages(void **state) {
    static const struct {
        const char *text, *code;
    } cases[] = {
        {"", "not-json"},
        {"[]", "not-json"},
        {"{\"do\":\"hello\"", "not-json"},
        {"{\"do\":\"lobby\",\"do\":\"lobby\",\"on\":true}", "not-json"},
        {"\xff\xfe", "not-json"},
        {"{}", "bad-message"},
        {"{\"do\":7}", "bad-message"},
        {"{\"do\":\"dance\"}", "unknown-do"},
        {"{\"do\":\"hello\",\"version\":2}", "version"},
        {"{\"do\":\"hello\",\"version\":\"1\"}", "bad-message"},
        {"{\"do\":\"lobby\"}", "bad-message"},
        {"{\"do\":\"lobby\",\"on\":1}", "bad-message"},
        {"{\"do\":\"lobby\",\"on\":true,\"more\":1}", "bad-message"},
        {"{\"do\":\"rename\",\"name\":\"X\"}", "bad-message"},
        {"{\"do\":\"rename\",\"key\":\"\",\"name\":\"X\"}", "bad-message"},
        {"{\"do\":\"rename\",\"key\":\"a b\",\"name\":\"X\"}", "bad-message"},
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\"\"}", "bad-name"},
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\" X\"}", "bad-name"},
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\"a\\u0007b\"}", "bad-name"},
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\"1234567890123456789012345\"}", "bad-name"},
        {"{\"do\":\"enter\",\"table\":\"nowhere\",\"since\":null}", "no-such-table"},
        {"{\"do\":\"enter\",\"table\":\"aaaaaaaaaaaaaaaaaaaaaaaa\",\"since\":null}", "no-such-table"},
        {"{\"do\":\"enter\",\"table\":5,\"since\":null}", "bad-message"},
        {"{\"do\":\"enter\",\"table\":\"x\",\"since\":-1}", "bad-message"},
        {"{\"do\":\"exit\",\"table\":\"x\"}", "no-such-table"},
        {"{\"do\":\"move\",\"key\":\"a\",\"table\":\"x\",\"move\":\"7D\"}", "no-such-table"},
        {"{\"do\":\"sit\",\"key\":\"a\",\"table\":\"x\",\"seat\":6}", "no-such-seat"},
        {"{\"do\":\"sit\",\"key\":\"a\",\"table\":\"x\",\"seat\":1.5}", "bad-message"},
        {"{\"do\":\"seat\",\"key\":\"a\",\"table\":\"x\",\"seat\":1,\"to\":\"me\"}", "bad-seats"},
        {"{\"do\":\"seat\",\"key\":\"a\",\"table\":\"x\",\"seat\":1,\"to\":\"bot:god\"}", "bad-seats"},
        {"{\"do\":\"swap\",\"key\":\"a\",\"table\":\"x\",\"seats\":[1]}", "bad-message"},
        {"{\"do\":\"swap\",\"key\":\"a\",\"table\":\"x\",\"seats\":[1,1]}", "no-such-seat"},
        {"{\"do\":\"fill\",\"key\":\"a\",\"table\":\"x\",\"level\":\"easyy\"}", "bad-seats"},
        {"{\"do\":\"ready\",\"key\":\"a\",\"table\":\"x\",\"on\":true}", "bad-message"},
        {"{\"do\":\"ready\",\"key\":\"a\",\"table\":\"x\",\"on\":true,\"salt\":\"00\"}", "bad-message"},
        {"{\"do\":\"talk\",\"key\":\"a\",\"table\":\"x\"}", "bad-message"},
        {"{\"do\":\"talk\",\"key\":\"a\",\"table\":\"x\",\"phrase\":\"boo\"}", "bad-talk"},
        {"{\"do\":\"talk\",\"key\":\"a\",\"table\":\"x\",\"text\":\"a\\nb\"}", "bad-talk"},
        {"{\"do\":\"talk\",\"key\":\"a\",\"table\":\"x\",\"text\":\"a\\u0000b\"}", "not-json"},
        {"{\"do\":\"propose\",\"key\":\"a\",\"table\":\"x\",\"what\":\"war\"}", "bad-message"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t refused = world.room->counts.refused;
        client_say(&world, anna, "%s", cases[i].text);
        world_settle(&world);
        if (strcmp(anna->error, cases[i].code) != 0) fail_msg("%s: %s instead of %s", cases[i].text, anna->error, cases[i].code);
        assert_int_equal(world.room->counts.refused, refused + 1);
        assert_int_equal(world.table_count, 0);
    }
}

static void bad_tables(void **state) {
    static const struct {
        const char *with, *code;
    } cases[] = {
        {"\"game\":\"chess\",\"variant\":\"\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"open\"],\"clock\":0", "no-such-game"},
        {"\"game\":\"primiera\",\"variant\":\"x\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"open\"],\"clock\":0", "no-such-game"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":3,\"options\":{},\"seats\":[\"me\",\"open\",\"open\"],\"clock\":0", "bad-people"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":9,\"options\":{},\"seats\":[\"me\"],\"clock\":0", "bad-people"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{\"a\":\"b\"},\"seats\":[\"me\",\"open\"],\"clock\":0", "bad-options"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{\"target\":11},\"seats\":[\"me\",\"open\"],\"clock\":0", "bad-options"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{\"target\":\"0\"},\"seats\":[\"me\",\"open\"],\"clock\":0", "bad-options"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\"],\"clock\":0", "bad-seats"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"me\"],\"clock\":0", "bad-seats"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\",7],\"clock\":0", "bad-seats"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"open\"],\"clock\":-1", "bad-clock"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":[],\"seats\":[\"me\",\"open\"],\"clock\":0", "bad-message"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        client_say(&world, anna, "{\"do\":\"create\",\"key\":\"k%zu\",%s,\"public\":true,\"chat\":true}", i, cases[i].with);
        world_settle(&world);
        if (strcmp(anna->error, cases[i].code) != 0) fail_msg("%s: %s instead of %s", cases[i].with, anna->error, cases[i].code);
        assert_int_equal(world.table_count, 0);
    }
}

static void hello_comes_first(void **state) {
    (void)state;
    RoomInput connect = {.kind = INPUT_CONNECT, .connection = 900, .person = anna->person, .name = "Anna"};
    uint64_t refused = world.room->counts.refused;
    room_step(world.room, &connect, world.now);
    room_step(world.room, &(RoomInput){.kind = INPUT_MESSAGE, .connection = 900, .text = span_of("{\"do\":\"lobby\",\"on\":true}")}, world.now);
    assert_int_equal(world.room->counts.refused, refused + 1);
    assert_int_equal(world.room->lobby_count, 0);
    room_step(world.room, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = 900}, world.now);
}

static void seats_are_arranged_by_the_maker(void **state) {
    (void)state;
    create(anna, "primiera", "classic", 4, "{}", "[\"me\",\"open\",\"open\",\"bot:easy\"]", 0);
    client_say(&world, bruno, "{\"do\":\"sit\",\"key\":\"b1\",\"table\":\"%s\",\"seat\":1}", id);
    expect(bruno, "not-entered");
    enter(bruno);
    client_say(&world, bruno, "{\"do\":\"sit\",\"key\":\"b2\",\"table\":\"%s\",\"seat\":0}", id);
    expect(bruno, "seat-taken");
    client_say(&world, bruno, "{\"do\":\"sit\",\"key\":\"b3\",\"table\":\"%s\",\"seat\":5}", id);
    expect(bruno, "no-such-seat");
    client_say(&world, bruno, "{\"do\":\"stand\",\"key\":\"b4\",\"table\":\"%s\"}", id);
    expect(bruno, "not-seated");
    client_say(&world, bruno, "{\"do\":\"fill\",\"key\":\"b5\",\"table\":\"%s\",\"level\":\"easy\"}", id);
    expect(bruno, "not-maker");
    client_say(&world, bruno, "{\"do\":\"move\",\"key\":\"b6\",\"table\":\"%s\",\"move\":\"7D\"}", id);
    expect(bruno, "not-playing");
    client_say(&world, bruno, "{\"do\":\"rematch\",\"key\":\"b7\",\"table\":\"%s\"}", id);
    expect(bruno, "not-over");
    sit(bruno, 1);
    client_say(&world, bruno, "{\"do\":\"sit\",\"key\":\"b8\",\"table\":\"%s\",\"seat\":2}", id);
    expect(bruno, "already-seated");
    client_say(&world, bruno, "{\"do\":\"talk\",\"key\":\"b9\",\"table\":\"%s\",\"text\":\"ciao\"}", id);
    expect(bruno, "chat-off");
    client_say(&world, anna, "{\"do\":\"swap\",\"key\":\"a1\",\"table\":\"%s\",\"seats\":[0,1]}", id);
    world_settle(&world);
    assert_int_equal(table_seat_of(live(), &anna->person), 1);
    client_say(&world, anna, "{\"do\":\"seat\",\"key\":\"a2\",\"table\":\"%s\",\"seat\":0,\"to\":\"open\"}", id);
    world_settle(&world);
    assert_int_equal(table_seat_of(live(), &bruno->person), -1);
    assert_int_equal(client_known(bruno, id)->seat, -1);
    client_say(&world, anna, "{\"do\":\"fill\",\"key\":\"a3\",\"table\":\"%s\",\"level\":\"strong\"}", id);
    world_settle(&world);
    assert_int_equal(live()->seats[2].who, WHO_BOT);
    assert_int_equal(live()->seats[2].level, LEVEL_STRONG);
    ready(anna);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    client_say(&world, anna, "{\"do\":\"seat\",\"key\":\"a4\",\"table\":\"%s\",\"seat\":0,\"to\":\"open\"}", id);
    expect(anna, "already-started");
    client_say(&world, anna, "{\"do\":\"stand\",\"key\":\"a5\",\"table\":\"%s\"}", id);
    expect(anna, "already-started");
}

static void moves_are_checked(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    Client *first = to_act(), *second = first == anna ? bruno : anna;
    uint32_t n = live()->n;
    client_say(&world, second, "{\"do\":\"move\",\"key\":\"m1\",\"table\":\"%s\",\"move\":\"pass\"}", id);
    expect(second, "not-your-turn");
    client_say(&world, first, "{\"do\":\"move\",\"key\":\"m2\",\"table\":\"%s\",\"move\":\"nonsense\"}", id);
    expect(first, "illegal-move");
    client_say(&world, second, "{\"do\":\"hint\",\"table\":\"%s\"}", id);
    expect(second, "not-your-turn");
    client_say(&world, first, "{\"do\":\"vote\",\"key\":\"m3\",\"table\":\"%s\",\"yes\":true}", id);
    expect(first, "no-proposal");
    enter(carla);
    client_say(&world, carla, "{\"do\":\"move\",\"key\":\"m4\",\"table\":\"%s\",\"move\":\"pass\"}", id);
    expect(carla, "not-seated");
    client_say(&world, carla, "{\"do\":\"talk\",\"key\":\"m5\",\"table\":\"%s\",\"phrase\":\"hello\"}", id);
    expect(carla, "not-seated");
    assert_int_equal(live()->n, n);
}

/* ---- keys and limits */

static void the_same_key_counts_once(void **state) {
    (void)state;
    const char *text = "{\"do\":\"create\",\"key\":\"once\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
                       "\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":true,\"chat\":true}";
    for (int i = 0; i < 3; i++) client_say(&world, anna, "%s", text);
    assert_int_equal(world.table_count, 1);
    memcpy(id, world.tables[0].id.text, sizeof id);
    world_restart(&world);
    client_connect(&world, anna);
    client_say(&world, anna, "%s", text);
    assert_int_equal(world.table_count, 1);
    client_connect(&world, bruno);
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
    Client *first = to_act();
    uint64_t done = first->done;
    move_first(first);
    uint32_t n = live()->n;
    client_say(&world, first, "%s", first->sent[(first->sent_next - 1) % CLIENT_SENT_MAX].text);
    world_settle(&world);
    assert_int_equal(live()->n, n);
    assert_int_equal(first->done, done + 2);
    world_restart(&world);
    client_connect(&world, first);
    world_settle(&world);
    client_say(&world, first, "%s", first->sent[(first->sent_next - 1) % CLIENT_SENT_MAX].text);
    assert_int_equal(live()->n, n);
}

static void floods_are_cut_off(void **state) {
    (void)state;
    for (int i = 0; i < MESSAGES_BURST + 1 && anna->connection; i++) client_say(&world, anna, "{\"do\":\"lobby\",\"on\":false}");
    assert_int_equal(anna->connection, 0);
    assert_true(bruno->connection != 0);
    client_connect(&world, anna);
    for (int i = 0; i < 10 * MESSAGES_PER_SECOND; i++) {
        client_say(&world, anna, "{\"do\":\"lobby\",\"on\":false}");
        world_pass(&world, 1000 / MESSAGES_PER_SECOND);
    }
    assert_true(anna->connection != 0);
}

static void limits_hold(void **state) {
    (void)state;
    for (int i = 0; i < TABLES_PER_PERSON_MAX; i++) create(anna, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_int_equal(world.table_count, TABLES_PER_PERSON_MAX);
    create(anna, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_string_equal(anna->error, "too-many-tables");
    assert_int_equal(world.table_count, TABLES_PER_PERSON_MAX);
    world.room->settings.tables_max = TABLES_PER_PERSON_MAX;
    create(bruno, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_string_equal(bruno->error, "room-full");
    for (int i = 1; i < CONNECTIONS_PER_PERSON_MAX; i++)
        room_step(world.room, &(RoomInput){.kind = INPUT_CONNECT, .connection = 900u + (unsigned)i, .person = carla->person, .name = "Carla"},
                  world.now);
    assert_int_equal(world.closing_count, 0);
    room_step(world.room, &(RoomInput){.kind = INPUT_CONNECT, .connection = 990, .person = carla->person, .name = "Carla"}, world.now);
    assert_int_equal(world.closing_count, 1);
    assert_int_equal(world.closing[0], 990);
    world.closing_count = 0;
}

static size_t taken(void) {
#ifdef SANITIZED
    return __sanitizer_get_current_allocated_bytes();
#else
    return mallinfo2().uordblks;
#endif
}

static void a_table_is_small(void **state) {
    (void)state;
    assert_true(sizeof(RoomTable) <= TABLE_BYTES_MAX);
    create(anna, "royalflush", "standard", 5, "{}", "[\"me\",\"bot:easy\",\"bot:easy\",\"bot:easy\",\"bot:easy\"]", 0);
    ready(anna);
    size_t store = 0, before = taken();
    for (int i = 0; i < world.table_count; i++)
        for (size_t k = 0; k < world.tables[i].count; k++) store += world.tables[i].entries[k].length + 1 + sizeof(Kept);
    for (int i = 1; i < 12; i++) {
        create(anna, "royalflush", "standard", 5, "{}", "[\"me\",\"bot:easy\",\"bot:easy\",\"bot:easy\",\"bot:easy\"]", 0);
        ready(anna);
    }
    size_t kept = 0;
    for (int i = 0; i < world.table_count; i++)
        for (size_t k = 0; k < world.tables[i].count; k++) kept += world.tables[i].entries[k].length + 1;
    size_t each = (taken() - before - (kept > store ? kept - store : 0)) / 11;
    printf("# a table: %zu bytes of its own, about %zu with what it and its log in this test's store take\n", sizeof(RoomTable), each);
    assert_true(room_counts(world.room).bytes / 12 <= TABLE_BYTES_MAX);
}

/* ---- time */

static void clocks_run_out(void **state) {
    (void)state;
    two_play("primero", "english", 10);
    Client *first = to_act();
    int seat = table_seat_of(live(), &first->person);
    uint32_t turn = live()->turn;
    Milliseconds left = table_deadline(live(), seat) - world.now;
    assert_true(left > 0 && left <= 10000);
    world_pass(&world, left - 1);
    world_pass(&world, 0);
    assert_int_equal(live()->turn, turn);
    world_pass(&world, 1);
    world_pass(&world, 0);
    assert_int_equal(live()->turn, turn + 1);
    assert_int_equal(live()->seats[seat].missed, 1);
    for (int i = 0; i < 200 && !live()->seats[seat].absent; i++) {
        if (to_act() != first) move_first(to_act());
        else world_pass(&world, 2000);
    }
    assert_true(live()->seats[seat].absent);
    client_say(&world, first, "{\"do\":\"back\",\"key\":\"back\",\"table\":\"%s\"}", id);
    world_settle(&world);
    assert_false(live()->seats[seat].absent);
}

static void time_away_of_the_server_does_not_count(void **state) {
    (void)state;
    two_play("primero", "english", 10);
    int seat = table_seat_of(live(), &to_act()->person);
    world.now += 3600 * 1000;
    world_restart(&world);
    assert_int_equal(table_deadline(live(), seat), world.now + 10000);
}

static void who_is_away_is_replaced_while_others_wait(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    Client *first = to_act();
    int seat = table_seat_of(live(), &first->person);
    client_disconnect(&world, first);
    world_pass(&world, GRACE_MS - 1000);
    assert_false(live()->seats[seat].absent);
    world_pass(&world, 2000);
    world_pass(&world, 0);
    assert_true(live()->seats[seat].absent);
    client_connect(&world, first);
    for (int i = 0; i < 100 && to_act() != first; i++) move_first(to_act());
    assert_true(live()->seats[seat].absent || to_act() == first);
}

static void alone_nobody_is_replaced(void **state) {
    (void)state;
    create(anna, "primero", "english", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    world_settle(&world);
    client_disconnect(&world, anna);
    for (int i = 0; i < 10; i++) world_pass(&world, GRACE_MS);
    assert_false(live()->seats[0].absent);
    world_pass(&world, IDLE_PLAYING_MS);
    world_pass(&world, 0);
    assert_int_equal(world.tables[0].phase, PHASE_OVER);
    assert_null(live());
}

static void bots_keep_their_pace(void **state) {
    (void)state;
    world.room->settings.pace = 900;
    create(anna, "primero", "english", 3, "{}", "[\"me\",\"bot:easy\",\"bot:easy\"]", 0);
    ready(anna);
    for (int i = 0; i < 400 && live() && live()->phase == PHASE_PLAYING; i++) {
        uint32_t turn = live()->turn;
        Milliseconds changed = live()->changed;
        if (table_actors(live()) & 1) {
            world_pass(&world, 137);
            move_first(anna);
        } else {
            world_pass(&world, 100);
            if (live() && live()->turn == turn + 1) assert_true(world.now - changed >= 900);
        }
    }
}

/* ---- agreement, coming back, once more */

static void a_match_ends_by_agreement(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    client_say(&world, anna, "{\"do\":\"propose\",\"key\":\"p1\",\"table\":\"%s\",\"what\":\"end\"}", id);
    client_say(&world, bruno, "{\"do\":\"propose\",\"key\":\"p2\",\"table\":\"%s\",\"what\":\"end\"}", id);
    expect(bruno, "already-proposed");
    client_say(&world, bruno, "{\"do\":\"vote\",\"key\":\"v1\",\"table\":\"%s\",\"yes\":false}", id);
    world_settle(&world);
    assert_false(live()->proposed);
    client_say(&world, bruno, "{\"do\":\"propose\",\"key\":\"p3\",\"table\":\"%s\",\"what\":\"end\"}", id);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    client_say(&world, anna, "{\"do\":\"vote\",\"key\":\"v2\",\"table\":\"%s\",\"yes\":true}", id);
    world_settle(&world);
    assert_int_equal(live()->phase, PHASE_OVER);
    assert_string_equal(client_known(anna, id)->phase, "over");
    client_say(&world, bruno, "{\"do\":\"rematch\",\"key\":\"r1\",\"table\":\"%s\"}", id);
    client_say(&world, anna, "{\"do\":\"rematch\",\"key\":\"r2\",\"table\":\"%s\"}", id);
    world_settle(&world);
    assert_int_equal(world.table_count, 2);
    memcpy(id, world.tables[1].id.text, sizeof id);
    assert_int_equal(table_seat_of(live(), &anna->person), 0);
    assert_int_equal(table_seat_of(live(), &bruno->person), 1);
    assert_string_equal(live()->maker.text, bruno->person.text);
}

static void who_comes_back_is_told_what_was_missed(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    Client *second = to_act() == anna ? bruno : anna, *first = to_act();
    move_first(first);
    client_disconnect(&world, second);
    if (to_act() == first) move_first(first);
    client_say(&world, first, "{\"do\":\"talk\",\"key\":\"t\",\"table\":\"%s\",\"phrase\":\"moment\"}", id);
    client_connect(&world, second);
    world_settle(&world);
    assert_int_equal(second->histories, 1);
    assert_int_equal(client_known(second, id)->n, live()->n - 1);
}

static void names_are_shown_everywhere(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    client_ask(&world, bruno, id, false, "{\"do\":\"rename\",\"name\":\"Bruno il Grande\"}");
    world_settle(&world);
    assert_string_equal(live()->seats[1].name, "Bruno il Grande");
    world.faults.fail_commit = 1000;
    client_ask(&world, bruno, id, false, "{\"do\":\"rename\",\"name\":\"Bruno il Piccolo\"}");
    world.faults.fail_commit = 0;
    world_settle(&world);
    assert_string_equal(live()->seats[1].name, "Bruno il Grande");
    assert_int_equal(bruno->connection, 0);
}

/* ---- taking back */

static void alone_steps_are_taken_back_freely(void **state) {
    static char texts[4][STATE_TEXT_MAX];
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    client_say(&world, anna, "{\"do\":\"undo\",\"key\":\"u0\",\"table\":\"%s\"}", id);
    expect(anna, "not-playing");
    ready(anna);
    client_say(&world, anna, "{\"do\":\"undo\",\"key\":\"u1\",\"table\":\"%s\"}", id);
    expect(anna, "cannot-undo");
    for (int i = 0; i < 4; i++) {
        memcpy(texts[i], client_known(anna, id)->view, STATE_TEXT_MAX);
        move_first(anna);
    }
    for (int i = 3; i >= 0; i--) {
        assert_true(client_known(anna, id)->undo);
        client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        world_settle(&world);
        assert_string_equal(client_known(anna, id)->view, texts[i]);
    }
    assert_int_equal(live()->own, 0);
    assert_true(live()->undone >= 4);
    assert_false(client_known(anna, id)->undo);
}

/* With others a step is taken back only while it is the last and showed nothing. */
static void with_others_only_quiet_steps(void **state) {
    int taken_back = 0, refused = 0;
    (void)state;
    two_play("royalflush", "standard", 0);
    for (int i = 0; i < 300 && live()->phase == PHASE_PLAYING; i++) {
        Client *client = to_act();
        char before[STATE_TEXT_MAX];
        memcpy(before, client_known(client, id)->view, sizeof before);
        const Known *known = client_known(client, id);
        size_t count = json_array_size(known->legal);
        char move[MOVE_TEXT_MAX];
        snprintf(move, sizeof move, "%s", json_string_value(json_array_get(known->legal, world_below(&world, (uint32_t)count))));
        client_ask(&world, client, id, true, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id, move);
        world_settle(&world);
        Client *other = client == anna ? bruno : anna;
        assert_false(client_known(other, id)->undo);
        if (!client_known(client, id)->undo) {
            client_ask(&world, client, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
            world_settle(&world);
            refused++;
            continue;
        }
        uint32_t n = live()->n;
        client_ask(&world, client, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        world_settle(&world);
        assert_int_equal(live()->n, n + 1);
        assert_string_equal(client_known(client, id)->view, before);
        taken_back++;
        move_first(client);
    }
    printf("# %d steps taken back, %d not\n", taken_back, refused);
    assert_true(taken_back > 0 && refused > 0);
}

/* ---- watching */

static void watchers_are_one_round_behind(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    enter(carla);
    const Known *known = client_known(carla, id);
    char view[STATE_TEXT_MAX];
    int rounds = 0;
    memcpy(view, known->view, sizeof view);
    for (int i = 0; i < 400 && live()->phase == PHASE_PLAYING && rounds < 2; i++) {
        uint32_t round = live()->round;
        uint64_t histories = carla->histories;
        move_first(to_act());
        if (live()->round == round && live()->phase == PHASE_PLAYING) {
            assert_string_equal(known->view, view);
            assert_int_equal(carla->histories, histories);
        } else {
            assert_int_equal(carla->histories, histories + 1);
            assert_string_not_equal(known->view, view);
            memcpy(view, known->view, sizeof view);
            rounds++;
        }
    }
    assert_int_equal(rounds, 2);
}

static void the_list_of_tables_updates_itself(void **state) {
    (void)state;
    client_say(&world, carla, "{\"do\":\"lobby\",\"on\":true}");
    world_settle(&world);
    uint64_t letters = carla->letters;
    create(anna, "primo", "duel", 2, "{}", "[\"me\",\"open\"]", 0);
    assert_int_equal(carla->letters, letters + 1);
    sit(bruno, 1);
    world_settle(&world);
    assert_true(carla->letters > letters + 1);
    assert_int_equal(room_lobby_due(world.room), INT64_MAX);
    client_say(&world, carla, "{\"do\":\"lobby\",\"on\":false}");
    letters = carla->letters;
    ready(anna);
    assert_int_equal(carla->letters, letters);
}

/* A private table is told to who has a part in it, and to nobody else: neither that it is there nor that it went. */
static void look_for_table(World *seen, Client *client, const char *text, size_t length) {
    (void)length;
    if (client == carla && seen->table_count > 0 && strstr(text, seen->tables[0].id.text))
        report_fail(seen->report, "a stranger is told of a private table: %.200s", text);
}

static void private_tables_stay_private(void **state) {
    (void)state;
    world.look = look_for_table;
    client_say(&world, carla, "{\"do\":\"lobby\",\"on\":true}");
    client_say(&world, bruno, "{\"do\":\"lobby\",\"on\":true}");
    client_ask(&world, anna, "", false,
               "{\"do\":\"create\",\"game\":\"primero\",\"variant\":\"english\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"open\"],"
               "\"clock\":0,\"public\":false,\"chat\":true}");
    world_settle(&world);
    memcpy(id, world.tables[0].id.text, sizeof id);
    uint64_t letters = bruno->letters;
    sit(bruno, 1);
    world_settle(&world);
    assert_true(bruno->letters >= letters + 3); /* the table, the entry and the row */
    ready(anna);
    ready(bruno);
    client_say(&world, anna, "{\"do\":\"propose\",\"key\":\"p\",\"table\":\"%s\",\"what\":\"end\"}", id);
    client_say(&world, bruno, "{\"do\":\"vote\",\"key\":\"v\",\"table\":\"%s\",\"yes\":true}", id);
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    letters = bruno->letters;
    client_say(&world, bruno, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    world_settle(&world);
    assert_true(bruno->letters > letters); /* it is gone */
    assert_false(report.failed);
}

/* ---- afterwards */

static void take_bytes(void *context, const char *bytes, size_t length) { fwrite(bytes, 1, length, context); }

static StoredEntry *stored(const KeptTable *kept) {
    StoredEntry *entries = calloc(kept->count, sizeof *entries);
    assert_non_null(entries);
    for (size_t i = 0; i < kept->count; i++)
        entries[i] = (StoredEntry){(uint32_t)i, kept->entries[i].at, kept->entries[i].text, kept->entries[i].length};
    return entries;
}

static void check_record(const KeptTable *kept, const StoredEntry *entries) {
    static Replay replay;
    FILE *file = tmpfile();
    Error error = {""};
    uint8_t secret[ROOM_SECRET_BYTES];
    assert_non_null(file);
    memcpy(secret, kept->secret, sizeof secret);
    if (!history_record(&kept->id, secret, entries, kept->count, (HistoryOut){file, take_bytes}, &error)) fail_msg("%s", error.text);
    rewind(file);
    replay_init(&replay, file);
    ReplayStatus status = replay_begin(&replay, NULL);
    while (status == REPLAY_GOES_ON) status = replay_step(&replay, NULL);
    if (status != REPLAY_OVER) fail_msg("the record is not whole: %s", replay.error.text);
    assert_int_equal(replay.seed_broken_line, 0);
    /* Anyone can compute the key again. */
    uint8_t bytes[2][SALT_BYTES];
    const uint8_t *parts[2] = {bytes[0], NULL};
    hex_read(span_of(salts[0]), bytes[0], SALT_BYTES);
    ChanceKey key = fair_key(secret, parts, 2);
    assert_memory_equal(&key, &replay.header.key, sizeof key);
    assert_true(replay.header.has_secret && strcmp(replay.header.salts[0], salts[0]) == 0 && !replay.header.salts[1][0]);
    assert_true(replay.header.undone > 0);
    replay_release(&replay);
    fclose(file);
}

/* What the program says of a file; the fault is put in by whoever calls. */
static void verify(const char *path, const char *wanted) {
    char command[512], said[512] = "";
    snprintf(command, sizeof command, "build/araldo verify %s 2>&1", path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t length = fread(said, 1, sizeof said - 1, pipe);
    said[length] = 0;
    pclose(pipe);
    if (!strstr(said, wanted)) fail_msg("araldo verify says: %s", said);
}

/* The program checks how the seed came about, and notices a salt that was not there. */
static void check_program(const KeptTable *kept, const StoredEntry *entries) {
    char path[] = "/tmp/araldo-room-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w+");
    Error error = {""};
    assert_non_null(file);
    assert_true(history_record(&kept->id, kept->secret, entries, kept->count, (HistoryOut){file, take_bytes}, &error));
    fflush(file);
    verify(path, "fairness: good");
    char header[2048];
    rewind(file);
    assert_non_null(fgets(header, sizeof header, file));
    char *salt = strstr(header, salts[0]);
    assert_non_null(salt);
    fseek(file, salt - header, SEEK_SET);
    fputc('f', file);
    fclose(file);
    verify(path, "fairness: line 1: commitment, secret, salts and seed do not fit together");
    unlink(path);
}

static void check_replay(const KeptTable *kept, const StoredEntry *entries, int eyes) {
    char *text = NULL;
    size_t length = 0;
    Error error = {""};
    FILE *file = open_memstream(&text, &length);
    if (!history_replay(&kept->id, kept->secret, entries, kept->count, eyes, (HistoryOut){file, take_bytes}, &error)) fail_msg("%s", error.text);
    fclose(file);
    json_t *replay = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(replay);
    json_t *steps = json_object_get(replay, "steps");
    assert_true(json_array_size(steps) > 2);
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const char *view = json_string_value(json_object_get(json_array_get(steps, i), "view"));
        StateRoom state;
        if (!view) continue;
        const Game *game = game_of_position(span_of(view), &error);
        assert_non_null(game);
        assert_true(game->parse(STATE_IN(state), span_of(view), &error));
        assert_int_equal(game->viewer(STATE_IN(state)), eyes);
    }
    json_decref(replay);
    free(text);
}

static void records_and_replays(void **state) {
    static const char *const tables[][3] = {{"primiera", "two", "{\"target\":\"3\"}"}, {"primero", "english", "{\"deals\":\"2\"}"},
                                            {"royalflush", "standard", "{}"}, {"primo", "duel", "{}"}};
    Error error = {""};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        create(anna, tables[i][0], tables[i][1], 2, tables[i][2], "[\"me\",\"bot:easy\"]", 0);
        ready(anna);
        const KeptTable *kept = world_table(&world, id);
        StoredEntry *entries = stored(kept);
        assert_false(history_record(&kept->id, kept->secret, entries, kept->count, (HistoryOut){stderr, take_bytes}, &error));
        assert_false(history_replay(&kept->id, kept->secret, entries, kept->count, EVENT_WHOLE, (HistoryOut){stderr, take_bytes}, &error));
        free(entries);
        for (int k = 0; k < 3000 && live()->phase == PHASE_PLAYING; k++) {
            if (k % 7 == 3 && client_known(anna, id)->undo) {
                client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
                world_settle(&world);
            }
            move_first(anna);
        }
        assert_int_equal(kept->phase, PHASE_OVER);
        entries = stored(kept);
        check_record(kept, entries);
        if (i == 0) check_program(kept, entries);
        check_replay(kept, entries, 0);
        check_replay(kept, entries, ONLOOKER);
        check_replay(kept, entries, EVENT_WHOLE);
        free(entries);
    }
}

static void everybody_is_told_of_the_end(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    room_step(world.room, &(RoomInput){.kind = INPUT_SHUTDOWN}, world.now);
    assert_int_equal(world.closing_count, 3);
    world.closing_count = 0;
}

#define IN_A_ROOM(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(bad_messages),
        IN_A_ROOM(bad_tables),
        IN_A_ROOM(hello_comes_first),
        IN_A_ROOM(seats_are_arranged_by_the_maker),
        IN_A_ROOM(moves_are_checked),
        IN_A_ROOM(the_same_key_counts_once),
        IN_A_ROOM(floods_are_cut_off),
        IN_A_ROOM(limits_hold),
        IN_A_ROOM(a_table_is_small),
        IN_A_ROOM(clocks_run_out),
        IN_A_ROOM(time_away_of_the_server_does_not_count),
        IN_A_ROOM(who_is_away_is_replaced_while_others_wait),
        IN_A_ROOM(alone_nobody_is_replaced),
        IN_A_ROOM(bots_keep_their_pace),
        IN_A_ROOM(a_match_ends_by_agreement),
        IN_A_ROOM(who_comes_back_is_told_what_was_missed),
        IN_A_ROOM(names_are_shown_everywhere),
        IN_A_ROOM(alone_steps_are_taken_back_freely),
        IN_A_ROOM(with_others_only_quiet_steps),
        IN_A_ROOM(watchers_are_one_round_behind),
        IN_A_ROOM(the_list_of_tables_updates_itself),
        IN_A_ROOM(private_tables_stay_private),
        IN_A_ROOM(records_and_replays),
        IN_A_ROOM(everybody_is_told_of_the_end),
    };
    return tap_run("room_rules", tests, sizeof tests / sizeof *tests);
}
