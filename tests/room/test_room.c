/* Tests the room in a simulated world: whole matches of every game under faults, then every way to be refused.
 * People and bots play over connections that fail, with a store that fails and a room that is thrown away. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/setup.h"
#include "tests/room/world.h"
#include "tests/support/settings.h"
#include "tests/support/tap.h"

static const char *last_table(const World *world) { return world->tables[world->table_count - 1].id.text; }

static void make_table(World *world, WorldClient *maker, const Setting *setting, int persons, int clock) {
    char seats[256];
    char options[512];
    Text text = text_init(seats, sizeof seats), more = text_init(options, sizeof options);
    for (int seat = 0; seat < setting->setup.people; seat++)
        text_format(&text, "%s\"%s\"", seat ? "," : "", seat == 0 ? "me" : seat < persons ? "open" : "bot:easy");
    Json json = json_to(&more);
    setup_write_options(&setting->setup, NULL, &json);
    client_ask(world, maker, "", false,
               "{\"do\":\"create\",\"game\":\"%s\",\"variant\":\"%s\",\"people\":%d,\"options\":%s,\"seats\":[%s],\"clock\":%d,"
               "\"public\":true,\"chat\":true,\"hints\":\"announced\"}",
               setting->game->name, setting->game->variants[setting->setup.variant].name, setting->setup.people, options, seats,
               clock);
}

static const char *salt = "00112233445566778899aabbccddeeff";

/* What a person does who plays whatever is legal. */
static void act(World *world, WorldClient *client, const char *id) {
    Known *known = client_known(client, id);
    if (!known || !client->connection || !known->entered) return;
    if (strcmp(known->phase, "waiting") == 0 && known->seat >= 0 && !known->ready)
        client_ask(world, client, id, false, "{\"do\":\"ready\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", id, salt);
    else if (known->legal && json_array_size(known->legal) > 0) {
        const char *move =
            json_string_value(json_array_get(known->legal, world_below(world, (uint32_t)json_array_size(known->legal))));
        char words[MOVE_TEXT_MAX];
        snprintf(words, sizeof words, "%s", move);
        client_ask(world, client, id, true, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id, words);
        world->moves++;
    }
}

/* ---- what leaves the room */

/* Nothing that only the log may know. */
static bool look_at_entry(World *world, const json_t *message, const char *text) {
    static const char *const private[] = {"move", "salt", "position", "key", "quiet", "revision"};
    const json_t *entry = json_object_get(message, "entry");
    for (size_t i = 0; i < sizeof private / sizeof *private; i++)
        if (json_object_get(entry, private[i])) return report_fail(world->report, "%s is told: %.300s", private[i], text);
    return true;
}

static bool look_for_secrets(World *world, const char *text) {
    for (size_t i = 0; i < world->room->table_count; i++) {
        const Table *table = &world->room->list[i]->table;
        char hex[COMMITMENT_HEX];
        if (!table->game || table->phase == PHASE_OVER) continue;
        hex_write(table->secret, ROOM_SECRET_BYTES, hex);
        if (strstr(text, hex)) return report_fail(world->report, "the secret is told: %.300s", text);
        hex_write(table->key.bytes, CHANCE_KEY_BYTES, hex);
        if (table->phase == PHASE_PLAYING && strstr(text, hex))
            return report_fail(world->report, "the key is told: %.300s", text);
        if (strstr(text, salt)) return report_fail(world->report, "a salt is told: %.300s", text);
    }
    return true;
}

/* The view is that of the seat; and a state that differs in nothing but what the seat cannot see is told in the same words. */
static bool look_at_view(World *world, const WorldClient *client, const Table *table, const char *view) {
    static char told[2][REPLY_BYTES_MAX];
    static Table other;
    StateRoom state;
    Error error = {""};
    int seat = table_seat_of(table, &client->person), viewer = seat < 0 ? ONLOOKER : seat;
    if (!table->game->parse(STATE_IN(state), span_of(view), &error))
        return report_fail(world->report, "the view '%s' cannot be read: %s", view, error.text);
    int whose = table->game->viewer(STATE_IN(state));
    if (whose != viewer) return report_fail(world->report, "seat %d is told the view of %d: %s", viewer, whose, view);
    if (table->phase != PHASE_PLAYING || world_below(world, 8) > 0) return true;
    Chance chance = chance_fast(world_below(world, 1u << 30));
    memcpy(&other, table, sizeof other);
    table->game->view(table_state(table), viewer, VIEW_IN(state));
    table->game->determinize(VIEW_IN(state), &chance, STATE_IN(other.state));
    for (int i = 0; i < 2; i++) {
        Text text = text_init(told[i], sizeof told[i]);
        Json json = json_to(&text);
        json_open_object(&json, NULL);
        wire_game(i ? &other : table, viewer, &world->room->desk, &json);
    }
    return strcmp(told[0], told[1]) == 0 || report_fail(world->report, "what seat %d is told depends on hidden cards", viewer);
}

static void look(World *world, WorldClient *client, const char *text, size_t length) {
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *id = json_string_value(json_object_get(message, "table"));
    const char *view = json_string_value(json_object_get(message, "view"));
    TableId table = {""};
    if (!message) report_fail(world->report, "no JSON: %.200s", text);
    if (id) snprintf(table.text, sizeof table.text, "%s", id);
    const RoomTable *at = id ? room_table(world->room, &table) : NULL;
    look_at_entry(world, message, text);
    look_for_secrets(world, text);
    if (view && at && !at->loading) look_at_view(world, client, &at->table, view);
    json_decref(message);
}

/* ---- whole matches */

typedef struct Cast {
    int persons, watchers, clock;
    Milliseconds pace;
    WorldFaults faults;
    bool mischief; /* talk, hints, undo, votes, leaving */
} Cast;

/* Something other than a move. */
static void make_mischief(World *world, WorldClient *client, const char *id) {
    const Known *known = client_known(client, id);
    if (!known || !known->entered || known->seat < 0 || strcmp(known->phase, "playing") != 0 || client_waits(client) > 2)
        return;
    switch (world_below(world, 40)) {
    case 0: client_ask(world, client, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"oops\"}", id); break;
    case 1: client_ask(world, client, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"text\":\"« È così »\"}", id); break;
    case 2: client_say(world, client, "{\"do\":\"hint\",\"table\":\"%s\"}", id); break;
    case 3:
        if (known->undo) client_ask(world, client, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        break;
    case 4:
        if (!known->proposal)
            client_ask(world, client, id, false, "{\"do\":\"propose\",\"table\":\"%s\",\"what\":\"end\"}", id);
        break;
    case 5: client_ask(world, client, id, false, "{\"do\":\"leave\",\"table\":\"%s\"}", id); break;
    case 6: client_ask(world, client, id, false, "{\"do\":\"back\",\"table\":\"%s\"}", id); break;
    case 7:
        client_ask(world, client, id, false, "{\"do\":\"rename\",\"name\":\"%s %u\"}", client->name, world_below(world, 9));
        break;
    case 8: client_say(world, client, "{\"do\":\"lobby\",\"on\":%s}", world_below(world, 2) ? "true" : "false"); break;
    default: break;
    }
    if (known->proposal) client_ask(world, client, id, false, "{\"do\":\"vote\",\"table\":\"%s\",\"yes\":false}", id);
}

static void seat_everybody(World *world, const Cast *cast, const char *id) {
    for (int i = 1; i < cast->persons; i++) {
        WorldClient *client = &world->clients[i];
        client_say(world, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", id);
        client_ask(world, client, id, false, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d}", id, i);
    }
    for (int i = cast->persons; i < world->client_count; i++)
        client_say(world, &world->clients[i], "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", id);
    world_settle(world);
}

static bool play(World *world, const Setting *setting, const Cast *cast, uint64_t seed, Report *report) {
    static const char *const names[] = {"Anna", "Béatrice", "Carlos", "Dörte", "Emil", "Fay"};
    char id[TABLE_ID_MAX];
    memset(report, 0, sizeof *report);
    world_init(world, seed, cast->pace, report);
    world->bot = "random";
    world->look = look;
    for (int i = 0; i < cast->persons; i++) world_client(world, names[i]);
    for (int i = 0; i < cast->watchers; i++) world_client(world, "Watcher");
    if (cast->mischief && world->client_count < WORLD_CLIENTS_MAX) world_device(world, &world->clients[0]);
    make_table(world, &world->clients[0], setting, cast->persons, cast->clock);
    world_settle(world);
    memcpy(id, last_table(world), sizeof id);
    seat_everybody(world, cast, id);
    world->faults = cast->faults;
    for (int i = 0; i < 60000 && world->tables[0].phase != PHASE_OVER && !report->failed; i++) {
        for (int k = 0; k < world->client_count; k++) {
            WorldClient *client = &world->clients[k];
            if (!client->connection && world_below(world, 4) == 0) {
                client_connect(world, client);
                client_repeat(world, client);
            }
            if (cast->mischief) make_mischief(world, client, id);
            if (client_waits(client) < 3) act(world, client, id);
            else if (world_below(world, 8) == 0) client_repeat(world, client);
        }
        world_pass(world, 40 + world_below(world, 300));
    }
    world->faults = (WorldFaults){0};
    if (world->tables[0].phase != PHASE_OVER)
        report_fail(report, "%s with seed %llu does not end", setting->name, (unsigned long long)seed);
    world_settle(world);
    world_check_keys(world);
    if (report->failed) report_add(report, "%s, seed %llu", setting->name, (unsigned long long)seed);
    return !report->failed;
}

typedef struct Tally {
    uint64_t matches, moves, steps, rollbacks, restarts, letters, hints, histories, undone;
} Tally;

static void play_all(const Cast *cast, uint64_t seed, int every, Tally *tally) {
    static World world;
    static Report report;
    Settings settings = {0};
    Error error = {""};
    if (!settings_add_all(&settings, games, &error)) fail_msg("%s", error.text);
    for (int i = (int)(seed % (uint64_t)every); i < settings.count; i += every) {
        Cast mine = *cast;
        if (mine.persons > settings.list[i].setup.people) mine.persons = settings.list[i].setup.people;
        play(&world, &settings.list[i], &mine, seed + (uint64_t)i, &report);
        tally->matches++;
        tally->steps += world.steps;
        tally->rollbacks += world.rollbacks;
        tally->restarts += world.restarts;
        tally->moves += world.moves;
        for (int k = 0; k < world.client_count; k++) {
            tally->letters += world.clients[k].letters;
            tally->hints += world.clients[k].hints;
            tally->histories += world.clients[k].histories;
        }
        for (size_t k = 0; k < world.tables[0].count; k++)
            tally->undone += strstr(world.tables[0].entries[k].text, "\"undo\"") != NULL;
        report_require(&report);
        world_release(&world);
    }
    settings_free(&settings);
    printf(
        "# %llu matches, %llu moves by people, %llu steps, %llu letters, %llu rollbacks, %llu restarts, %llu hints, %llu "
        "histories, %llu undone\n",
        (unsigned long long)tally->matches, (unsigned long long)tally->moves, (unsigned long long)tally->steps,
        (unsigned long long)tally->letters, (unsigned long long)tally->rollbacks, (unsigned long long)tally->restarts,
        (unsigned long long)tally->hints, (unsigned long long)tally->histories, (unsigned long long)tally->undone);
}

static void matches_with_bots(void **state) {
    Tally tally = {0};
    (void)state;
    play_all(&(Cast){.persons = 1, .watchers = 1}, 100, soak() ? 1 : 7, &tally);
    assert_true(tally.moves > 0);
}

static void matches_of_people(void **state) {
    Tally tally = {0};
    (void)state;
    play_all(&(Cast){.persons = 6, .watchers = 1, .pace = 900, .mischief = true}, 200, soak() ? 1 : 13, &tally);
    assert_true(tally.hints > 0);
}

static void matches_under_faults(void **state) {
    Tally tally = {0};
    (void)state;
    Cast cast = {.persons = 3,
                 .watchers = 1,
                 .pace = 900,
                 .mischief = true,
                 .faults = {.drop = 30, .repeat = 60, .delay_ms = 400, .fail_commit = 20, .restart = 4}};
    for (uint64_t seed = 0; seed < (soak() ? 20u : 1u); seed++) play_all(&cast, 300 + seed, soak() ? 1 : 8, &tally);
    assert_true(tally.rollbacks > 0 && tally.restarts > 0 && tally.histories > 0);
}

static void matches_with_clocks(void **state) {
    Tally tally = {0};
    (void)state;
    Cast cast = {.persons = 2, .clock = 1, .mischief = true, .faults = {.drop = 200, .delay_ms = 900, .restart = 2}};
    play_all(&cast, 400, soak() ? 1 : 11, &tally);
}

/* Another process holds the file now and then, so that a turn takes in many steps before it is committed or taken back; and the
 * machine's clock is set back before the server starts again. */
static void matches_on_a_bad_machine(void **state) {
    Tally tally = {0};
    (void)state;
    Cast cast = {.persons = 3,
                 .watchers = 1,
                 .pace = 900,
                 .clock = 30,
                 .mischief = true,
                 .faults = {.drop = 30, .repeat = 60, .delay_ms = 400, .fail_commit = 60, .restart = 6}};
    cast.faults.late_commit = 500;
    cast.faults.set_back_ms = 2 * 3600 * 1000;
    play_all(&cast, 500, soak() ? 1 : 17, &tally);
    assert_true(tally.rollbacks > 0 && tally.restarts > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_with_bots),        cmocka_unit_test(matches_of_people),
        cmocka_unit_test(matches_under_faults),     cmocka_unit_test(matches_with_clocks),
        cmocka_unit_test(matches_on_a_bad_machine),
    };
    return tap_run("room", tests, sizeof tests / sizeof *tests);
}
