/* Counts what the room sends in one step when many tables go at once and many people look at the list.
 * Messages and bytes are bounded, and everybody has heard of everything in the end. */
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"
#include "tests/support/tap.h"

enum { TABLES = 60, WATCHERS = 300, FIRST_WATCHER = 1000 };

static Room *room;
static Milliseconds now;
static TableId made[TABLES];
static int made_count, lists, most_lists, gone_told[WATCHERS];
static size_t bytes, most_bytes;
static Load asked[64];
static int asked_count;

static void take_write(void *context, const Write *write) {
    (void)context;
    if (write->kind == WRITE_TABLE) made[made_count++] = write->table;
}

static void take_send(void *context, ConnectionId connection, const char *json, size_t length) {
    (void)context;
    if (strncmp(json, "{\"say\":\"lobby\"", 14) != 0) return;
    lists++;
    bytes += length;
    const char *gone = strstr(json, "\"gone\":[");
    for (int i = 0; gone && connection >= FIRST_WATCHER && i < made_count; i++)
        gone_told[connection - FIRST_WATCHER] += strstr(gone, made[i].text) != NULL;
}

static void take_close(void *context, ConnectionId connection, int code) { (void)context, (void)connection, (void)code; }
static void take_ask(void *context, const Ask *ask) { (void)context, (void)ask; }
static void take_load(void *context, const Load *load) {
    (void)context;
    assert_true(asked_count < (int)(sizeof asked / sizeof *asked));
    asked[asked_count++] = *load;
}
static void take_random(void *context, void *to, size_t count) {
    (void)context;
    for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = (uint8_t)rand();
}
static void take_damaged(void *context, const char *reason) { (void)context, (void)reason; }

static void step(const RoomInput *input) {
    lists = 0;
    bytes = 0;
    room_step(room, input, now);
    if (lists > most_lists) most_lists = lists;
    if (bytes > most_bytes) most_bytes = bytes;
    room_committed(room);
    while (asked_count > 0) { /* the store knows nothing */
        Load load = asked[--asked_count];
        room_step(room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &(Loaded){.table = load.table, .ticket = load.ticket}},
                  now);
        room_committed(room);
    }
}

static void say(ConnectionId connection, const char *text) {
    step(&(RoomInput){.kind = INPUT_MESSAGE, .connection = connection, .text = span_of(text)});
}

static void come(ConnectionId connection) {
    RoomInput input = {.kind = INPUT_CONNECT, .connection = connection, .name = "Anna", .address = connection};
    snprintf(input.person.text, sizeof input.person.text, "%016u", connection);
    step(&input);
    say(connection, "{\"do\":\"hello\",\"version\":1}");
}

/* Time passes as the room wants it to, step by step. */
static void pass(Milliseconds until) {
    for (Milliseconds due; (due = room_due(room)) <= until;) {
        if (due > now) now = due;
        step(&(RoomInput){.kind = INPUT_TICK});
    }
    now = until;
}

/* Everybody is told that the tables are gone, a few people at a time. */
static void many_tables_go_at_once(void **state) {
    RoomPort port = {NULL, take_write, take_send, take_close, take_ask, take_load, take_random, take_damaged, NULL};
    (void)state;
    room = room_open(&(RoomSettings){.tables_max = 2 * TABLES, .thinkers = 1, .grace = GRACE_MS}, &port);
    assert_non_null(room);
    now = 1000000;
    srand(1);
    for (ConnectionId i = 1; i <= TABLES; i++) {
        come(i);
        say(i,
            "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
            "\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":true,\"chat\":false}");
    }
    assert_int_equal(made_count, TABLES);
    for (ConnectionId i = 0; i < WATCHERS; i++) {
        come(FIRST_WATCHER + i);
        say(FIRST_WATCHER + i, "{\"do\":\"lobby\",\"on\":true}");
    }
    pass(now + 5000);
    assert_int_equal(room->lists_waiting, 0);
    assert_in_range(most_lists, 1, LISTS_TOGETHER_MAX * LIST_PARTS);
    assert_true(most_bytes <= LISTS_TOGETHER_BYTES + LOBBY_BYTES_MAX);
    most_lists = 0;
    most_bytes = 0;
    for (ConnectionId i = 1; i <= TABLES; i++) {
        char text[96];
        snprintf(text, sizeof text, "{\"do\":\"remove\",\"key\":\"r\",\"table\":\"%s\"}", made[i - 1].text);
        say(i, text);
    }
    pass(now + 5000);
    for (int i = 0; i < WATCHERS; i++) assert_in_range(gone_told[i], TABLES, 2 * TABLES);
    assert_in_range(most_lists, 1, LISTS_TOGETHER_MAX * LIST_PARTS);
    assert_true(most_bytes <= LISTS_TOGETHER_BYTES + REPLY_BYTES_MAX);
    room_free(room);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_tables_go_at_once)};
    return tap_run("room_wave", tests, sizeof tests / sizeof *tests);
}
