/* Tests the room's rules one by one: keys, limits, clocks, absence, votes, undo, watchers, rematch, fairness, records.
 * Also how much memory a table takes. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "record/replay.h"
#include "room/history.h"
#include "tests/room/scene.h"
#include "tests/support/sanitized.h"

#ifdef SANITIZED
size_t __sanitizer_get_current_allocated_bytes(void);
#endif

enum { TABLE_BYTES_MAX = 8 * 1024 };

/* ---- keys and limits */

static void the_same_key_counts_once(void **state) {
    (void)state;
    const char *text =
        "{\"do\":\"create\",\"key\":\"once\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
        "\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":true,\"chat\":true}";
    for (int i = 0; i < 3; i++) client_say(&world, anna, "%s", text);
    world_settle(&world);
    assert_int_equal(world.table_count, 1);
    memcpy(id, world.tables[0].id.text, sizeof id);
    world_restart(&world);
    anna->known_count = 0;
    client_connect(&world, anna);
    client_say(&world, anna, "%s", text);
    world_settle(&world);
    assert_int_equal(world.table_count, 1);
    assert_true(client_known(anna, id)->entered);
    client_connect(&world, bruno);
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
    WorldClient *first = to_act();
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

static void only_so_many_tables_are_entered(void **state) {
    (void)state;
    for (int i = 0; i < 2 * TABLES_PER_PERSON_MAX; i++) create(i % 2 ? anna : bruno, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_int_equal(world.table_count, TABLES_ENTERED_MAX);
    for (int i = 0; i < TABLES_ENTERED_MAX; i++) {
        memcpy(id, world.tables[i].id.text, sizeof id);
        enter(carla);
    }
    assert_string_equal(carla->error, "");
    world_pass(&world, TABLES_BURST * TABLE_MS);
    client_say(&world, carla, "{\"do\":\"exit\",\"table\":\"%s\"}", world.tables[0].id.text);
    create(carla, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    memcpy(id, world.tables[0].id.text, sizeof id);
    enter(carla);
    expect(carla, "too-many-tables");
    client_say(&world, carla, "{\"do\":\"exit\",\"table\":\"%s\"}", world.tables[1].id.text);
    enter(carla);
    assert_string_equal(carla->error, "");
}

static void floods_are_cut_off(void **state) {
    (void)state;
    for (int i = 0; i < MESSAGES_BURST + 1 && anna->connection; i++)
        client_say(&world, anna, "{\"do\":\"lobby\",\"on\":false}");
    assert_int_equal(anna->connection, 0);
    assert_true(bruno->connection != 0);
    client_connect(&world, anna);
    for (int i = 0; i < 10 * MESSAGES_PER_SECOND; i++) {
        client_say(&world, anna, "{\"do\":\"lobby\",\"on\":false}");
        world_pass(&world, 1000 / MESSAGES_PER_SECOND);
    }
    assert_true(anna->connection != 0);
}

/* Messages that had to wait for a link or a new owner come all at once. The room of the client's socket has counted them. */
static void messages_passed_on_are_no_flood(void **state) {
    (void)state;
    RoomInput lobby = {.kind = INPUT_MESSAGE,
                       .connection = anna->connection,
                       .relayed = true,
                       .text = span_of("{\"do\":\"lobby\",\"on\":false}")};
    for (int i = 0; i < 2 * MESSAGES_BURST; i++) room_step(world.room, &lobby, world.now);
    assert_int_equal(world.closing_count, 0);
    lobby.relayed = false;
    for (int i = 0; i < MESSAGES_BURST; i++) room_step(world.room, &lobby, world.now);
    assert_int_equal(world.closing_count, 0);
    room_step(world.room, &lobby, world.now);
    assert_int_equal(world.closing_count, 1);
}

/* A message that was held up until others had come, and its table had been read again by the same room or another one. */
static void late_messages_count_once(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0);
    uint32_t n = live()->n;
    const char *late = "{\"do\":\"ready\",\"key\":\"late\",\"table\":\"%s\",\"on\":false}";
    client_say(&world, anna, late, id);
    for (int i = 0; i < 2 * KEYS_REMEMBERED; i++) {
        ready(anna);
        world_pass(&world, ENTRY_MS);
    }
    assert_int_equal(live()->n, n + 1 + 2 * KEYS_REMEMBERED);
    world_restart(&world);
    client_connect(&world, anna);
    enter(anna);
    client_say(&world, anna, late, id);
    world_settle(&world);
    assert_int_equal(live()->n, n + 1 + 2 * KEYS_REMEMBERED);
}

/* A long message takes as long to read as several, so it counts as several. */
static void long_messages_count_several_times(void **state) {
    (void)state;
    char junk[MESSAGE_BYTES_MAX];
    int sent = 0;
    memset(junk, '[', sizeof junk - 1);
    junk[sizeof junk - 1] = 0;
    for (; sent < MESSAGES_BURST && anna->connection; sent++) {
        client_say(&world, anna, "%s", junk);
        world_pass(&world, 0);
    }
    assert_in_range(sent, MESSAGES_BURST / 5, MESSAGES_BURST / 4 + 2);
    assert_int_equal(anna->connection, 0);
}

static void limits_hold(void **state) {
    (void)state;
    for (int i = 0; i < TABLES_PER_PERSON_MAX; i++) create(anna, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_int_equal(world.table_count, TABLES_PER_PERSON_MAX);
    create(anna, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_string_equal(anna->error, "too-many-tables");
    assert_int_equal(world.table_count, TABLES_PER_PERSON_MAX);
    world.room->settings.tables_max = TABLES_PER_PERSON_MAX;
    world_pass(&world, TABLE_MS);
    create(bruno, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_string_equal(bruno->error, "room-full");
    for (int i = 1; i < CONNECTIONS_PER_PERSON_MAX; i++)
        room_step(
            world.room,
            &(RoomInput){.kind = INPUT_CONNECT, .connection = 900u + (unsigned)i, .person = carla->person, .name = "Carla"},
            world.now);
    assert_int_equal(world.closing_count, 0);
    room_step(world.room, &(RoomInput){.kind = INPUT_CONNECT, .connection = 990, .person = carla->person, .name = "Carla"},
              world.now);
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

/* A room whose outputs go nowhere, so that what is taken is the room's alone. */
static void ignore_write(void *context, const Write *write) { (void)context, (void)write; }
static void ignore_send(void *context, ConnectionId connection, const char *json, size_t length) {
    (void)context, (void)connection, (void)json, (void)length;
}
static void ignore_close(void *context, ConnectionId connection, int code) { (void)context, (void)connection, (void)code; }
static void ignore_ask(void *context, const Ask *ask) { (void)context, (void)ask; }
static uint32_t load_wanted;
static void keep_load(void *context, const Load *load) {
    (void)context;
    load_wanted = load->ticket;
}
static void count_up(void *context, void *bytes, size_t count) {
    uint64_t *next = context;
    *next += 1;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)(*next >> 5 * (i % 12));
}

static void room_says(Room *room, ConnectionId connection, const char *text, Milliseconds *now) {
    *now += 100;
    room_step(room, &(RoomInput){.kind = INPUT_MESSAGE, .connection = connection, .text = span_of(text)}, *now);
    room_step(room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &(Loaded){.ticket = load_wanted}}, *now);
    room_committed(room);
}

/* With one player who has entered each table, and a match on. */
static void a_table_is_small(void **state) {
    enum { PEOPLE = 8, TABLES = PEOPLE * TABLES_PER_PERSON_MAX };
    uint64_t next = 0;
    Milliseconds now = 1800000000000;
    RoomPort port = {&next, ignore_write, ignore_send, ignore_close, ignore_ask, keep_load, count_up, NULL, NULL};
    RoomSettings settings = {.tables_max = 2 * TABLES, .pace = 900, .grace = GRACE_MS};
    Room *room = room_open(&settings, &port);
    char text[512];
    size_t before = 0;
    (void)state;
    for (int person = 1; person <= PEOPLE; person++) {
        RoomInput connect = {.kind = INPUT_CONNECT, .connection = (ConnectionId)person, .name = "Anna"};
        snprintf(connect.person.text, sizeof connect.person.text, "%016x", person);
        connect.address = (uint64_t)person;
        room_step(room, &connect, now);
        room_says(room, connect.connection, "{\"do\":\"hello\",\"version\":1}", &now);
    }
    for (int i = 0; i < TABLES; i++) {
        ConnectionId connection = (ConnectionId)(i % PEOPLE + 1);
        snprintf(text, sizeof text,
                 "{\"do\":\"create\",\"key\":\"c%d\",\"game\":\"royalflush\",\"variant\":\"\",\"people\":3,\"options\":{},"
                 "\"seats\":[\"me\",\"bot:easy\",\"bot:easy\"],\"clock\":0,\"public\":true,\"chat\":true}",
                 i);
        room_says(room, connection, text, &now);
        snprintf(text, sizeof text, "{\"do\":\"ready\",\"key\":\"r%d\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", i,
                 room->list[room->table_count - 1]->table.id.text, salts[0]);
        room_says(room, connection, text, &now);
        if (i == 0) before = taken(); /* buffers that all tables share have grown */
    }
    size_t each = (taken() - before) / (TABLES - 1);
    printf("# a table takes %zu bytes, %zu of them its own\n", each, sizeof(RoomTable));
    assert_int_equal(room_counts(room).playing, TABLES);
    assert_true(each >= sizeof(RoomTable) && each <= TABLE_BYTES_MAX);
    room_free(room);
}

/* ---- time */

static void clocks_run_out(void **state) {
    (void)state;
    two_play("primero", "english", 10);
    WorldClient *first = to_act();
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
    assert_null(live()); /* nobody has asked for it */
    client_connect(&world, anna);
    Milliseconds came = world.now;
    world_pass(&world, 100);
    assert_in_range(table_deadline(live(), seat), came + 10000, world.now + 10000);
}

static void who_is_away_is_replaced_while_others_wait(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    WorldClient *first = to_act();
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
    assert_null(live());
    client_connect(&world, anna);
    world_settle(&world);
    assert_false(live()->seats[0].absent);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    client_disconnect(&world, anna);
    world_pass(&world, IDLE_PLAYING_MS);
    client_connect(&world, anna);
    world_settle(&world);
    assert_int_equal(live()->phase, PHASE_OVER);
    client_disconnect(&world, anna);
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

/* ---- hints */

static int hints_asked;

static void count_hints(World *unused, const Ask *ask) {
    (void)unused;
    hints_asked += ask->hint_for != 0;
}

/* Anna asks before all have laid their opening cards, and Bruno lays while the bot thinks: it thinks again, and she gets her
 * hint. */
static void a_hint_outlives_what_others_lay(void **state) {
    (void)state;
    create(anna, "primiera", "heralds", 4, "{}", "[\"me\",\"open\",\"bot:easy\",\"bot:easy\"]", 0);
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
    assert_int_equal(table_actors(live()) & 3, 3);
    hints_asked = 0;
    world.heed = count_hints;
    const Known *known = client_known(bruno, id);
    uint64_t before = anna->hints;
    client_say(&world, anna, "{\"do\":\"hint\",\"table\":\"%s\"}", id);
    client_ask(&world, bruno, id, true, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id,
               json_string_value(json_array_get(known->legal, 0)));
    world_settle(&world);
    assert_int_equal(hints_asked, 2);
    assert_int_equal(anna->hints, before + 1);
    assert_string_equal(anna->error, "");
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

/* A player's connection breaks, and the other lets a bot play after a minute. That must not let the other end a match that goes
 * badly: the one who is gone is asked for five minutes. */
static void a_match_does_not_end_behind_anybodys_back(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    WorldClient *gone = to_act(), *other = gone == anna ? bruno : anna;
    int seat = table_seat_of(live(), &gone->person);
    client_disconnect(&world, gone);
    world_pass(&world, REPLACE_AWAY_MS + 1000);
    client_say(&world, other, "{\"do\":\"replace\",\"key\":\"r\",\"table\":\"%s\",\"seat\":%d}", id, seat);
    client_say(&world, other, "{\"do\":\"propose\",\"key\":\"p\",\"table\":\"%s\",\"what\":\"end\"}", id);
    world_settle(&world);
    assert_true(live()->seats[seat].absent);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    assert_true(live()->proposed);
    client_connect(&world, gone);
    world_settle(&world);
    client_say(&world, gone, "{\"do\":\"vote\",\"key\":\"v\",\"table\":\"%s\",\"yes\":false}", id);
    world_settle(&world);
    assert_false(live()->proposed);
    client_say(&world, gone, "{\"do\":\"leave\",\"key\":\"l\",\"table\":\"%s\"}", id);
    client_disconnect(&world, gone);
    client_say(&world, other, "{\"do\":\"propose\",\"key\":\"q\",\"table\":\"%s\",\"what\":\"end\"}", id);
    world_settle(&world);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    for (int i = 0; i < 6; i++) world_pass(&world, 60 * 1000);
    assert_int_equal(live()->phase, PHASE_OVER);
}

/* A page is left open, and nobody sits at it. Once a bot plays there, the others can end the match after five minutes more; whoever
 * comes back in that time is asked as before. */
static void an_open_page_does_not_keep_a_match_going(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    WorldClient *idle = to_act(), *other = idle == anna ? bruno : anna;
    int seat = table_seat_of(live(), &idle->person);
    client_say(&world, other, "{\"do\":\"propose\",\"key\":\"p\",\"table\":\"%s\",\"what\":\"end\"}", id);
    world_pass(&world, REPLACE_HERE_MS + 1000);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    client_say(&world, other, "{\"do\":\"replace\",\"key\":\"r\",\"table\":\"%s\",\"seat\":%d}", id, seat);
    world_settle(&world);
    assert_true(live()->seats[seat].absent);
    world_pass(&world, GRACE_MS / 2);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    client_say(&world, idle, "{\"do\":\"back\",\"key\":\"b\",\"table\":\"%s\"}", id);
    world_pass(&world, GRACE_MS + 1000);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    client_say(&world, idle, "{\"do\":\"leave\",\"key\":\"l\",\"table\":\"%s\"}", id);
    world_pass(&world, GRACE_MS - 1000);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    client_disconnect(&world, idle); /* and its page again, so that the time begins again */
    client_connect(&world, idle);
    world_settle(&world);
    world_pass(&world, GRACE_MS - 20000);
    assert_int_equal(live()->phase, PHASE_PLAYING);
    world_pass(&world, 20000);
    assert_int_equal(live()->phase, PHASE_OVER);
}

/* Nobody can seat a person again who has removed the table. */
static void a_rematch_leaves_out_whoever_removed_the_table(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    client_say(&world, bruno, "{\"do\":\"remove\",\"key\":\"b\",\"table\":\"%s\"}", id);
    client_say(&world, anna, "{\"do\":\"propose\",\"key\":\"p\",\"table\":\"%s\",\"what\":\"end\"}", id);
    world_settle(&world);
    assert_int_equal(live()->phase, PHASE_OVER);
    client_say(&world, anna, "{\"do\":\"rematch\",\"key\":\"r\",\"table\":\"%s\"}", id);
    world_settle(&world);
    assert_int_equal(world.table_count, 2);
    memcpy(id, world.tables[1].id.text, sizeof id);
    assert_true(table_seat_of(live(), &anna->person) >= 0);
    assert_int_equal(table_seat_of(live(), &bruno->person), -1);
}

static void who_comes_back_is_told_what_was_missed(void **state) {
    (void)state;
    two_play("primero", "english", 0);
    WorldClient *second = to_act() == anna ? bruno : anna, *first = to_act();
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
    client_ask(&world, bruno, id, false, "{\"do\":\"rename\",\"name\":\"Bruno il Grande\",\"face\":%d}", FACES_MAX);
    world_settle(&world);
    assert_int_equal(live()->seats[1].face, FACES_MAX);
    client_ask(&world, bruno, id, false, "{\"do\":\"rename\",\"name\":\"Bruno il Grande\"}");
    world_settle(&world);
    assert_int_equal(live()->seats[1].face, FACES_MAX); /* as it was */
    world.faults.fail_commit = 1000;
    client_ask(&world, bruno, id, false, "{\"do\":\"rename\",\"name\":\"Bruno il Piccolo\",\"face\":1}");
    world.faults.fail_commit = 0;
    world_settle(&world);
    assert_string_equal(live()->seats[1].name, "Bruno il Grande");
    assert_int_equal(live()->seats[1].face, FACES_MAX);
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
        WorldClient *client = to_act();
        char before[STATE_TEXT_MAX];
        memcpy(before, client_known(client, id)->view, sizeof before);
        const Known *known = client_known(client, id);
        size_t count = json_array_size(known->legal);
        char move[MOVE_TEXT_MAX];
        snprintf(move, sizeof move, "%s",
                 json_string_value(json_array_get(known->legal, world_below(&world, (uint32_t)count))));
        client_ask(&world, client, id, true, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id, move);
        world_settle(&world);
        WorldClient *other = client == anna ? bruno : anna;
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
static void look_for_table(World *seen, WorldClient *client, const char *text, size_t length) {
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
               "{\"do\":\"create\",\"game\":\"primero\",\"variant\":\"english\",\"people\":2,\"options\":{},\"seats\":[\"me\","
               "\"open\"],"
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
    if (!history_record(&kept->id, secret, entries, kept->count, (HistoryOut){file, take_bytes}, &error))
        fail_msg("%s", error.text);
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
    if (!history_replay(&kept->id, kept->secret, entries, kept->count, eyes, (HistoryOut){file, take_bytes}, &error))
        fail_msg("%s", error.text);
    fclose(file);
    world_transcribe(&world, "replay", (Span){text, length - 1}); /* without its newline */
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
    static const char *const tables[][3] = {{"primiera", "two", "{\"target\":\"3\"}"},
                                            {"primero", "english", "{\"deals\":\"2\"}"},
                                            {"royalflush", "standard", "{}"},
                                            {"primo", "duel", "{}"}};
    Error error = {""};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        create(anna, tables[i][0], tables[i][1], 2, tables[i][2], "[\"me\",\"bot:easy\"]", 0);
        ready(anna);
        const KeptTable *kept = world_table(&world, id);
        StoredEntry *entries = stored(kept);
        assert_false(history_record(&kept->id, kept->secret, entries, kept->count, (HistoryOut){stderr, take_bytes}, &error));
        assert_false(history_replay(&kept->id, kept->secret, entries, kept->count, VIEWER_WHOLE,
                                    (HistoryOut){stderr, take_bytes}, &error));
        free(entries);
        client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"good-luck\"}", id);
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
        check_replay(kept, entries, VIEWER_WHOLE);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(the_same_key_counts_once),
        IN_A_ROOM(only_so_many_tables_are_entered),
        IN_A_ROOM(floods_are_cut_off),
        IN_A_ROOM(messages_passed_on_are_no_flood),
        IN_A_ROOM(late_messages_count_once),
        IN_A_ROOM(long_messages_count_several_times),
        IN_A_ROOM(limits_hold),
        IN_A_ROOM(a_table_is_small),
        IN_A_ROOM(clocks_run_out),
        IN_A_ROOM(time_away_of_the_server_does_not_count),
        IN_A_ROOM(who_is_away_is_replaced_while_others_wait),
        IN_A_ROOM(alone_nobody_is_replaced),
        IN_A_ROOM(bots_keep_their_pace),
        IN_A_ROOM(a_hint_outlives_what_others_lay),
        IN_A_ROOM(a_match_ends_by_agreement),
        IN_A_ROOM(a_match_does_not_end_behind_anybodys_back),
        IN_A_ROOM(an_open_page_does_not_keep_a_match_going),
        IN_A_ROOM(a_rematch_leaves_out_whoever_removed_the_table),
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
