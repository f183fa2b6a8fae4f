/* What the room tells in situations that no other test brings about: links, idle tables, restarts, rematches, hints with reasons.
 *
 * With the tests of matches, rules and refusals these make the room say everything it can: tests/web/test_protocol.sh compares the
 * transcript with the page's types and fails on a type that never occurred. */
#include "tests/room/scene.h"

/* What a message must contain to be counted. */
static const char *wanted[2];
static int told;

static void listen(World *seen, WorldClient *client, const char *text, size_t length) {
    (void)seen, (void)client, (void)length;
    const char *found = strstr(text, wanted[0]);
    told += found && strstr(found, wanted[1]);
}

/* Counts the messages that contain one text and, later, another. */
static void expect_told(const char *first, const char *then) {
    wanted[0] = first;
    wanted[1] = then;
    told = 0;
    world.look = listen;
}

static void expect_heard(int count) {
    world_settle(&world);
    assert_int_equal(told, count);
}

static void a_link_for_another_device(void **state) {
    (void)state;
    expect_told("\"say\":\"device\"", "\"path\":\"/me/");
    client_say(&world, anna, "{\"do\":\"device\"}");
    expect_heard(1);
}

static void seats_are_given_to_bots_of_each_level(void **state) {
    static const char *const places[] = {"open", "bot:easy", "bot:medium", "bot:strong"};
    (void)state;
    create(anna, "primiera", "heralds", 4, "{}", "[\"me\",\"bot:easy\",\"bot:medium\",\"bot:strong\"]", 0);
    enter(bruno);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        expect_told("\"entry\":\"seat\"", places[i]);
        client_ask(&world, anna, id, false, "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"to\":\"%s\"}", id, places[i]);
        expect_heard(2);
    }
}

/* One bit of each snapshot and of the first entry; the same once more mends them. */
static void flip_bits(void) {
    for (int i = 0; i < world.table_count; i++) {
        KeptTable *kept = &world.tables[i];
        kept->entries[0].text[2] ^= 1;
        for (size_t k = 0; k < kept->snapshot_count; k++) kept->snapshots[k].text[2] ^= 1;
    }
}

/* A match that cannot be read does not vanish from its player's lists without a word. */
static void damaged_tables_are_told_in_the_lists(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    client_ask(&world, anna, id, false, "{\"do\":\"remove\",\"table\":\"%s\"}", id);
    client_disconnect(&world, anna);
    world_pass(&world, LINGER_MS);
    world_pass(&world, 0);
    flip_bits();
    client_forget(anna);
    client_connect(&world, anna);
    for (int i = 0; i < 2; i++) { /* when it is found, and whenever the list is asked for again */
        expect_told("\"say\":\"lobby\"", "\"damaged\":[\"");
        client_say(&world, anna, "{\"do\":\"lobby\",\"on\":true}");
        expect_heard(1);
        client_say(&world, anna, "{\"do\":\"lobby\",\"on\":false}");
    }
    expect_told("\"say\":\"match\"", "\"damaged\":true");
    client_say(&world, anna, "{\"do\":\"matches\",\"before\":null}");
    expect_heard(1);
    assert_int_equal(room_counts(world.room).damaged, 2);
    flip_bits();
}

static void ready_and_seat_are_taken_back(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0);
    sit(bruno, 1);
    ready(bruno);
    expect_told("\"entry\":\"ready\"", "\"on\":false");
    client_ask(&world, bruno, id, false, "{\"do\":\"ready\",\"table\":\"%s\",\"on\":false}", id);
    expect_heard(2);
    expect_told("\"entry\":\"stand\"", "\"seat\":1");
    client_ask(&world, bruno, id, false, "{\"do\":\"stand\",\"table\":\"%s\"}", id);
    expect_heard(2);
}

static void the_maker_starts_a_match_of_bots(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{\"target\":\"1\"}", "[\"bot:easy\",\"bot:easy\"]", 0);
    expect_told("\"entry\":\"start\"", anna->person.text);
    ready(anna);
    assert_true(told > 0);
}

static void a_table_left_alone_is_closed(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0);
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    world_pass(&world, IDLE_WAITING_MS + 1000);
    world_settle(&world);
    expect_told("\"say\":\"history\"", "\"why\":\"idle\"");
    client_say(&world, anna, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":0}", id);
    expect_heard(1);
}

static void clocks_start_again_after_a_restart(void **state) {
    (void)state;
    two_play("primiera", "two", 60);
    world_restart(&world);
    client_connect(&world, anna);
    world_settle(&world);
    expect_told("\"say\":\"history\"", "\"entry\":\"clock\"");
    client_connect(&world, bruno);
    expect_heard(1);
}

static void whoever_enters_late_finds_the_next_match(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    client_ask(&world, anna, id, false, "{\"do\":\"propose\",\"table\":\"%s\",\"what\":\"end\"}", id);
    client_ask(&world, bruno, id, false, "{\"do\":\"vote\",\"table\":\"%s\",\"yes\":true}", id);
    client_ask(&world, bruno, id, false, "{\"do\":\"rematch\",\"table\":\"%s\"}", id);
    world_settle(&world);
    expect_told("\"say\":\"table\"", "\"rematch\":\"");
    enter(carla);
    assert_int_equal(told, 1);
}

static void talk_is_told_at_its_pace(void **state) {
    (void)state;
    client_ask(
        &world, anna, "", false,
        "{\"do\":\"create\",\"game\":\"primiera\",\"variant\":\"robot\",\"people\":3,\"options\":{},\"seats\":[\"me\",\"open\","
        "\"open\"],\"clock\":0,\"public\":false,\"chat\":true}");
    world_settle(&world);
    memcpy(id, world.tables[0].id.text, sizeof id);
    expect_told("\"say\":\"table\"", "{\"who\":\"robot\"}");
    enter(bruno);
    assert_int_equal(told, 1);
    expect_told("\"entry\":\"talk\"", "\"text\":\"È così\"");
    client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"text\":\"È così\"}", id);
    client_ask(&world, anna, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"hello\"}", id);
    expect_heard(2);
    expect(anna, "too-fast");
}

static void leaving_and_coming_back_is_told(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    expect_told("\"entry\":\"absent\"", anna->person.text);
    client_ask(&world, anna, id, false, "{\"do\":\"leave\",\"table\":\"%s\"}", id);
    expect_heard(2);
    expect_told("\"entry\":\"back\"", anna->person.text);
    client_ask(&world, anna, id, false, "{\"do\":\"back\",\"table\":\"%s\"}", id);
    expect_heard(2);
}

/* Plays with a hint before each move until one contains the wanted texts. */
static void hint_until_told(const char *game, const char *variant, int people, const char *seats) {
    create(anna, game, variant, people, "{}", seats, 0);
    ready(anna);
    for (int i = 0; i < 400 && told == 0 && live() && live()->phase == PHASE_PLAYING; i++) {
        client_say(&world, anna, "{\"do\":\"hint\",\"table\":\"%s\"}", id);
        world_settle(&world);
        if (told == 0) move_first(anna);
    }
    assert_int_equal(told, 1);
}

static void hints_tell_what_is_expected(void **state) {
    (void)state;
    world.bot = "strong@40"; /* few iterations: it matters that it expects something, not what */
    expect_told("\"say\":\"hint\"", "\"kind\":\"win\"");
    hint_until_told("primiera", "two", 2, "[\"me\",\"bot:easy\"]");
    expect_told("\"say\":\"hint\"", "\"kind\":\"points\"");
    hint_until_told("primiera", "two", 2, "[\"me\",\"bot:easy\"]");
    expect_told("\"say\":\"hint\"", "\"kind\":\"coins\"");
    hint_until_told("primero", "english", 2, "[\"me\",\"bot:easy\"]");
}

static void hints_name_players_and_words(void **state) {
    (void)state;
    world.bot = "random";
    expect_told("\"say\":\"hint\"", "{\"seat\":");
    hint_until_told("primiera", "heralds", 4, "[\"me\",\"bot:easy\",\"bot:easy\",\"bot:easy\"]");
    expect_told("\"say\":\"hint\"", "\":{\"message\":");
    hint_until_told("royalflush", "standard", 2, "[\"me\",\"bot:easy\"]");
    expect_told("\"say\":\"hint\"", "\"cards\":{\"cards\":[\"");
    hint_until_told("primero", "english", 2, "[\"me\",\"bot:easy\"]");
    expect_told("\"say\":\"hint\"", "\"letters\":\"");
    hint_until_told("primo", "duel", 2, "[\"me\",\"bot:easy\"]");
}

/* A read of the table's log is done, which began when there were so many entries. */
static void give_old(const Load *load, size_t count) {
    const KeptTable *kept = world_table(&world, id);
    StoredEntry *entries = calloc(count, sizeof *entries);
    assert_non_null(entries);
    for (size_t i = 0; i < count; i++)
        entries[i] = (StoredEntry){(uint32_t)i, kept->entries[i].at, kept->entries[i].text, kept->entries[i].length};
    Loaded loaded = {.table = load->table,
                     .ticket = load->ticket,
                     .found = true,
                     .secret = kept->secret,
                     .entries = entries,
                     .entry_count = count};
    room_step(world.room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &loaded}, world.now);
    free(entries);
}

static void talk(WorldClient *client) {
    world.now += TALK_PAUSE_MS;
    client_say(&world, client, "{\"do\":\"talk\",\"key\":\"t%lld\",\"table\":\"%s\",\"phrase\":\"moment\"}",
               (long long)world.now, id);
}

/* A client that comes back is told all that it missed, also if the table moves on each time that its log is read. */
static void whoever_comes_back_misses_nothing(void **state) {
    char to[32], last[32];
    (void)state;
    two_play("primiera", "two", 0);
    client_disconnect(&world, bruno);
    talk(anna);
    world_settle(&world);
    client_connect(&world, bruno);
    world_settle(&world);
    uint32_t since = live()->n - 2;
    client_say(&world, bruno, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":%u}", id, since);
    for (int round = 0; round < 6; round++) {
        assert_int_equal(world.reading_count, 1);
        Load load = world.reading[--world.reading_count];
        size_t count = world_table(&world, id)->count;
        talk(anna);
        give_old(&load, count);
        client_say(&world, carla, "{\"do\":\"lobby\",\"on\":false}"); /* the turn ends */
    }
    snprintf(to, sizeof to, "\"from\":%u,\"to\":%u,", since + 1, live()->n - 1);
    snprintf(last, sizeof last, "{\"n\":%u,", live()->n - 1);
    expect_told(to, last);
    expect_heard(1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(a_link_for_another_device),
        IN_A_ROOM(seats_are_given_to_bots_of_each_level),
        IN_A_ROOM(damaged_tables_are_told_in_the_lists),
        IN_A_ROOM(ready_and_seat_are_taken_back),
        IN_A_ROOM(the_maker_starts_a_match_of_bots),
        IN_A_ROOM(a_table_left_alone_is_closed),
        IN_A_ROOM(clocks_start_again_after_a_restart),
        IN_A_ROOM(whoever_enters_late_finds_the_next_match),
        IN_A_ROOM(talk_is_told_at_its_pace),
        IN_A_ROOM(leaving_and_coming_back_is_told),
        IN_A_ROOM(hints_tell_what_is_expected),
        IN_A_ROOM(hints_name_players_and_words),
        IN_A_ROOM(whoever_comes_back_misses_nothing),
    };
    return tap_run("room_told", tests, sizeof tests / sizeof *tests);
}
