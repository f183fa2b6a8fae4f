/* Tests what the room refuses, with which code, and that a refusal changes nothing. */
#include "tests/room/scene.h"

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
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\"X\",\"face\":25}", "bad-message"},
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\"X\",\"face\":-1}", "bad-message"},
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\"\"}", "bad-name"},
        {"{\"do\":\"rename\",\"key\":\"a\",\"name\":\" \\u200b\\u3164\"}", "bad-name"},
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
        {"{\"do\":\"seat\",\"key\":\"a\",\"table\":\"x\",\"seat\":1,\"to\":\"bot:strong@9999\"}", "bad-seats"},
        {"{\"do\":\"fill\",\"key\":\"a\",\"table\":\"x\",\"level\":\"strong@4x500ms\"}", "bad-seats"},
        {"{\"do\":\"fill\",\"key\":\"a\",\"table\":\"x\",\"level\":\"plain\"}", "bad-seats"},
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
        if (strcmp(anna->error, cases[i].code) != 0)
            fail_msg("%s: %s instead of %s", cases[i].text, anna->error, cases[i].code);
        assert_int_equal(world.room->counts.refused, refused + 1);
        assert_int_equal(world.table_count, 0);
    }
}

static void bad_tables(void **state) {
    static const struct {
        const char *with, *code;
    } cases[] = {
        {"\"game\":\"chess\",\"variant\":\"\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"open\"],\"clock\":0",
         "no-such-game"},
        {"\"game\":\"primiera\",\"variant\":\"x\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"open\"],\"clock\":0",
         "no-such-game"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":3,\"options\":{},\"seats\":[\"me\",\"open\",\"open\"],\"clock\":"
         "0",
         "bad-people"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":9,\"options\":{},\"seats\":[\"me\"],\"clock\":0", "bad-people"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{\"a\":\"b\"},\"seats\":[\"me\",\"open\"],"
         "\"clock\":0",
         "bad-options"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{\"target\":11},\"seats\":[\"me\",\"open\"],"
         "\"clock\":0",
         "bad-options"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{\"target\":\"0\"},\"seats\":[\"me\",\"open\"],"
         "\"clock\":0",
         "bad-options"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\"],\"clock\":0", "bad-seats"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"me\"],\"clock\":0",
         "bad-seats"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\",7],\"clock\":0", "bad-seats"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"open\"],\"clock\":-1",
         "bad-clock"},
        {"\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":[],\"seats\":[\"me\",\"open\"],\"clock\":0",
         "bad-message"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        client_say(&world, anna, "{\"do\":\"create\",\"key\":\"k%zu\",%s,\"public\":true,\"chat\":true}", i, cases[i].with);
        world_settle(&world);
        if (strcmp(anna->error, cases[i].code) != 0)
            fail_msg("%s: %s instead of %s", cases[i].with, anna->error, cases[i].code);
        assert_int_equal(world.table_count, 0);
    }
}

static void hello_comes_first(void **state) {
    (void)state;
    RoomInput connect = {.kind = INPUT_CONNECT, .connection = 900, .person = anna->person, .name = "Anna"};
    uint64_t refused = world.room->counts.refused;
    room_step(world.room, &connect, world.now);
    room_step(world.room,
              &(RoomInput){.kind = INPUT_MESSAGE, .connection = 900, .text = span_of("{\"do\":\"lobby\",\"on\":true}")},
              world.now);
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
    WorldClient *first = to_act(), *second = first == anna ? bruno : anna;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(bad_messages),      IN_A_ROOM(bad_tables),
        IN_A_ROOM(hello_comes_first), IN_A_ROOM(seats_are_arranged_by_the_maker),
        IN_A_ROOM(moves_are_checked),
    };
    return tap_run("room_refusals", tests, sizeof tests / sizeof *tests);
}
