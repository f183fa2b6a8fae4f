/* A scene for tests of the room: three people in a world without faults, a table, and what they do there. */
#ifndef ARALDO_TESTS_ROOM_SCENE_H
#define ARALDO_TESTS_ROOM_SCENE_H

#include <stdlib.h>
#include <string.h>

#include "tests/room/world.h"
#include "tests/support/tap.h"

static World world;
static Report report;
static WorldClient *anna, *bruno, *carla;
static char id[TABLE_ID_MAX];

static const char *const salts[] = {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"};

static inline int begin(void **state) {
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

static inline int end(void **state) {
    (void)state;
    world_check_keys(&world);
    world_release(&world);
    return report.failed ? printf("# %s\n", report.text), 1 : 0;
}

static inline void create(WorldClient *maker, const char *game, const char *variant, int people, const char *options,
                          const char *seats, int clock) {
    client_ask(&world, maker, "", false,
               "{\"do\":\"create\",\"game\":\"%s\",\"variant\":\"%s\",\"people\":%d,\"options\":%s,\"seats\":%s,\"clock\":%d,"
               "\"public\":true,\"chat\":false,\"hints\":\"on\"}",
               game, variant, people, options, seats, clock);
    world_settle(&world);
    memcpy(id, world.tables[world.table_count - 1].id.text, sizeof id);
}

static inline void enter(WorldClient *client) {
    client_say(&world, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", id);
    world_settle(&world);
}

static inline void sit(WorldClient *client, int seat) {
    enter(client);
    client_ask(&world, client, id, false, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d}", id, seat);
}

static inline void ready(WorldClient *client) {
    client_ask(&world, client, id, false, "{\"do\":\"ready\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", id,
               salts[client == bruno]);
    world_settle(&world);
}

/* Anna and Bruno at a table for two. */
static inline void two_play(const char *game, const char *variant, int clock) {
    create(anna, game, variant, 2, "{}", "[\"me\",\"open\"]", clock);
    sit(bruno, 1);
    ready(anna);
    ready(bruno);
}

static inline const Table *live(void) {
    TableId wanted;
    memcpy(wanted.text, id, sizeof id);
    const RoomTable *at = room_table(world.room, &wanted);
    return at ? &at->table : NULL;
}

static inline WorldClient *to_act(void) { return table_actors(live()) & 1 ? anna : bruno; }

/* The first legal move, as the client was told. */
static inline void move_first(WorldClient *client) {
    const Known *known = client_known(client, id);
    char move[MOVE_TEXT_MAX];
    assert_non_null(known->legal);
    snprintf(move, sizeof move, "%s", json_string_value(json_array_get(known->legal, 0)));
    client_ask(&world, client, id, true, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id, move);
    world_settle(&world);
}

static inline void expect(WorldClient *client, const char *code) {
    world_settle(&world);
    assert_string_equal(client->error, code);
    client->error[0] = 0;
}

#define IN_A_ROOM(test) cmocka_unit_test_setup_teardown(test, begin, end)

#endif
