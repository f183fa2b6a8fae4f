/* Tests that tables leave memory when nobody is at them, and that what the room has is shared out by address.
 * A table that was left goes on where it was; its log suffices. */
#include "tests/room/scene.h"

/* Anna plays with a bot. */
static void anna_plays(int clock) {
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", clock);
    ready(anna);
    move_first(anna);
}

/* ---- leaving memory */

static void an_abandoned_table_leaves_memory(void **state) {
    (void)state;
    anna_plays(0);
    char view[STATE_TEXT_MAX];
    memcpy(view, client_known(anna, id)->view, sizeof view);
    client_disconnect(&world, anna);
    world_pass(&world, LINGER_MS - 1000);
    assert_non_null(live());
    world_pass(&world, 1000);
    world_pass(&world, 0);
    assert_null(live());
    assert_int_equal(world.room->table_count, 0);
    assert_int_equal(room_due(world.room), INT64_MAX);
    const KeptTable *kept = world_table(&world, id);
    assert_int_equal(kept->snapshots[kept->snapshot_count - 1].n, kept->count - 1); /* reading it again is cheap */
    client_connect(&world, anna);
    world_settle(&world);
    assert_string_equal(client_known(anna, id)->view, view);
    move_first(anna);
    assert_string_equal(anna->error, "");
}

static void a_commit_that_fails_keeps_it(void **state) {
    (void)state;
    anna_plays(0);
    client_disconnect(&world, anna);
    world.faults.fail_commit = 1000;
    world_pass(&world, LINGER_MS);
    world.faults.fail_commit = 0;
    assert_true(world.rollbacks > 0);
    world_pass(&world, LINGER_MS);
    world_pass(&world, LINGER_MS);
    assert_null(live());
    client_connect(&world, anna);
    world_settle(&world);
    move_first(anna);
    assert_string_equal(anna->error, "");
}

/* Bots among themselves play while somebody watches. */
static void bots_alone_pause(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{\"target\":\"30\"}", "[\"bot:easy\",\"bot:easy\"]", 0);
    world.room->settings.pace = 900;
    client_say(&world, anna, "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", id, salts[0]);
    for (int i = 0; i < 5; i++) world_pass(&world, 1000);
    uint32_t turn = live()->turn;
    assert_true(turn > 0);
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    turn = live()->turn;
    world.cost = (WorldCost){0};
    for (int i = 0; i < 30; i++) world_pass(&world, 1000);
    assert_int_equal(live()->turn, turn);
    assert_int_equal(world.cost.asks, 0);
    enter(anna);
    assert_true(live()->turn > turn);
}

/* The clock of a player stands still while nobody is there. */
static void clocks_wait_for_somebody(void **state) {
    (void)state;
    two_play("primero", "english", 10);
    int seat = table_seat_of(live(), &to_act()->person);
    uint32_t turn = live()->turn;
    client_disconnect(&world, anna);
    client_disconnect(&world, bruno);
    world_pass(&world, 30000);
    assert_int_equal(live()->turn, turn);
    client_connect(&world, bruno);
    world_pass(&world, 100);
    assert_int_equal(live()->turn, turn);
    assert_in_range(table_deadline(live(), seat) - world.now, 9000, 10000);
    world_pass(&world, 10000);
    world_pass(&world, 0);
    assert_int_equal(live()->turn, turn + 1);
}

/* ---- the list */

static int rows; /* with the id of the table, as changes */

static void count_rows(World *seen, WorldClient *client, const char *text, size_t length) {
    (void)seen, (void)length;
    rows += client == anna && strstr(text, "\"say\":\"lobby\"") && strstr(text, "\"changed\":[{") && strstr(text, id);
}

static void stored_tables_are_listed(void **state) {
    (void)state;
    anna_plays(0);
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    world_pass(&world, LINGER_MS);
    world_pass(&world, 0);
    assert_null(live());
    world.look = count_rows;
    rows = 0;
    client_say(&world, anna, "{\"do\":\"lobby\",\"on\":true}");
    world_settle(&world);
    assert_int_equal(rows, 1);
    assert_null(live()); /* to be listed it need not be in memory */
    client_say(&world, bruno, "{\"do\":\"lobby\",\"on\":true}");
    world_settle(&world);
    assert_int_equal(rows, 1);
    world_pass(&world, IDLE_PLAYING_MS);
    client_say(&world, anna, "{\"do\":\"lobby\",\"on\":false}");
    client_say(&world, anna, "{\"do\":\"lobby\",\"on\":true}");
    world_settle(&world);
    assert_int_equal(rows, 1); /* over, though nobody has said so yet */
}

static int gone;

static void count_gone(World *seen, WorldClient *client, const char *text, size_t length) {
    (void)seen, (void)length;
    const char *list = strstr(text, "\"gone\":[\"");
    gone += list && strstr(list, id) ? 1 << (client == anna) : 0;
}

/* A public table that left memory is gone for others, and stays on the list of its own people. */
static void it_stays_on_ones_own_list(void **state) {
    (void)state;
    anna_plays(0);
    client_say(&world, anna, "{\"do\":\"lobby\",\"on\":true}");
    client_say(&world, bruno, "{\"do\":\"lobby\",\"on\":true}");
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    gone = 0;
    world.look = count_gone;
    world_pass(&world, LINGER_MS);
    world_settle(&world);
    assert_null(live());
    assert_int_equal(gone, 1); /* Bruno, once */
}

static void a_new_name_is_shown_on_return(void **state) {
    (void)state;
    anna_plays(0);
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    world_pass(&world, LINGER_MS);
    world_pass(&world, 0);
    client_ask(&world, anna, id, false, "{\"do\":\"rename\",\"name\":\"Anna B\"}");
    enter(anna);
    assert_string_equal(live()->seats[0].name, "Anna B");
}

/* ---- the list, on and off */

static int lists;

static void count_lists(World *seen, WorldClient *client, const char *text, size_t length) {
    (void)seen, (void)client, (void)length;
    lists += strstr(text, "\"mine\":") != NULL;
}

static void toggle(WorldClient *client) {
    client_say(&world, client, "{\"do\":\"lobby\",\"on\":false}");
    client_say(&world, client, "{\"do\":\"lobby\",\"on\":true}");
}

/* An address gets a number of lists at once, then one in a while; whoever asked for one gets it in the end. */
static void lists_have_a_rate(void **state) {
    (void)state;
    carla->address = anna->address;
    client_disconnect(&world, carla);
    client_connect(&world, carla);
    world.look = count_lists;
    lists = 0;
    client_say(&world, anna, "{\"do\":\"lobby\",\"on\":true}");
    client_say(&world, anna, "{\"do\":\"lobby\",\"on\":true}");
    assert_int_equal(lists, 1); /* said twice, told once */
    Source *source = index_find(&world.room->sources, anna->address);
    source->lists.empty = world.now;
    for (int i = 0; i < 80; i++) {
        toggle(i % 2 ? anna : carla);
        world_pass(&world, 50);
    }
    assert_in_range(lists, 20, 1 + 80 * 50 / LIST_MS + 1);
    int before = lists;
    toggle(bruno);
    assert_in_range(lists, before + 1, before + 2); /* from elsewhere at once, and perhaps one whose time has come */
    world_pass(&world, 1000);
    world_pass(&world, 1000);
    assert_int_equal(world.room->lists_waiting, 0);
    assert_in_range(lists, before + 1, before + 3);
    before = lists;
    world_pass(&world, 10000);
    assert_int_equal(lists, before);
}

/* Lists that are asked for together go out a few at a time, so that nobody else's message waits for all of them. */
static void few_lists_go_out_together(void **state) {
    (void)state;
    WorldClient *clients[WORLD_CLIENTS_MAX] = {anna, bruno, carla};
    for (int i = 3; i < WORLD_CLIENTS_MAX; i++) clients[i] = world_client(&world, "Dora");
    world_settle(&world);
    world.look = count_lists;
    lists = 0;
    for (int i = 0; i < WORLD_CLIENTS_MAX; i++) client_say(&world, clients[i], "{\"do\":\"lobby\",\"on\":true}");
    assert_int_equal(lists, LISTS_TOGETHER_MAX);
    assert_int_equal(room_due(world.room), world.now + LISTS_PAUSE_MS);
    world_pass(&world, LISTS_PAUSE_MS);
    assert_int_equal(lists, 2 * LISTS_TOGETHER_MAX);
    assert_int_equal(world.room->lists_waiting, 0);
}

/* What is told from the same writing is still what is there. */
static void lists_are_up_to_date(void **state) {
    (void)state;
    toggle(anna);
    create(bruno, "primo", "duel", 2, "{}", "[\"me\",\"open\"]", 0);
    toggle(anna);
    assert_non_null(strstr(world.room->public_rows, id));
    client_say(&world, anna, "{\"do\":\"lobby\",\"on\":false}");
    create(bruno, "primo", "duel", 2, "{}", "[\"me\",\"open\"]", 0);
    toggle(anna);
    assert_non_null(strstr(world.room->public_rows, id)); /* made while nobody listened */
}

/* ---- shares */

/* Made and left, again and again. */
static void make_and_leave(WorldClient *client, int count) {
    for (int i = 0; i < count; i++) {
        create(client, "primo", "solo", 1, "{}", "[\"me\"]", 0);
        client_say(&world, client, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    }
}

static void abandoned_tables_do_not_fill_the_room(void **state) {
    (void)state;
    world.room->settings.tables_max = 8;
    make_and_leave(anna, 14);
    assert_string_equal(anna->error, "");
    assert_int_equal(world.table_count, 14);
    create(bruno, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_string_equal(bruno->error, "");
    assert_true(world.room->table_count <= 8);
    memcpy(id, world.tables[0].id.text, sizeof id);
    enter(anna);
    assert_non_null(live()); /* what had to go is there again */
}

static void one_address_does_not_fill_the_room(void **state) {
    (void)state;
    carla->address = anna->address;
    client_disconnect(&world, carla);
    client_connect(&world, carla);
    world.room->settings.tables_max = 20;
    for (int i = 0; i < 6; i++) create(i % 2 ? anna : carla, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_int_equal(world.table_count, 4); /* a quarter of what is left */
    assert_string_equal(anna->error, "room-full");
    for (int i = 0; i < 3; i++) create(bruno, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_string_equal(bruno->error, "");
    assert_int_equal(world.table_count, 7);
}

static void tables_are_made_at_a_rate(void **state) {
    (void)state;
    Source *source = NULL;
    create(anna, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    source = index_find(&world.room->sources, anna->address);
    source->making.empty = world.now - 2 * TABLE_MS + 1;
    for (int i = 0; i < 3; i++)
        client_ask(&world, anna, "", false,
                   "{\"do\":\"create\",\"game\":\"primo\",\"variant\":\"solo\",\"people\":1,\"options\":{},\"seats\":[\"me\"],"
                   "\"clock\":0,\"public\":true,\"chat\":false}");
    world_pass(&world, 0);
    world_pass(&world, 0);
    assert_int_equal(world.table_count, 2);
    assert_string_equal(anna->error, "too-fast");
    world_pass(&world, 2 * TABLE_MS);
    create(anna, "primo", "solo", 1, "{}", "[\"me\"]", 0);
    assert_int_equal(world.table_count, 3);
}

/* ---- who is here */

static int heres;

static void count_heres(World *seen, WorldClient *client, const char *text, size_t length) {
    (void)seen, (void)length;
    heres += client == carla && strstr(text, "\"say\":\"here\"") != NULL;
}

static void come_and_go(WorldClient *client) {
    client_say(&world, client, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    client_say(&world, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", id);
}

/* Whoever comes and goes all the time is told of once in a while, and in the end as it is. */
static void coming_and_going_is_told_at_a_rate(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0);
    enter(carla);
    world.look = count_heres;
    heres = 0;
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    assert_int_equal(heres, 1); /* at once */
    client_say(&world, anna, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", id);
    for (int i = 0; i < 40; i++) {
        come_and_go(anna);
        world_pass(&world, 100);
    }
    assert_in_range(heres, 3, 2 + 4000 / HERE_MS);
    int before = heres;
    client_say(&world, anna, "{\"do\":\"exit\",\"table\":\"%s\"}", id);
    world_pass(&world, HERE_MS);
    assert_int_equal(heres, before + 1);
    assert_int_equal(room_here(room_table(world.room, &live()->id)), 0);
    world_pass(&world, 10 * HERE_MS);
    assert_int_equal(heres, before + 1);
}

/* A person's budget at a table is not renewed by others who use up theirs. */
static void budgets_are_not_renewed_by_others(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0);
    TableId wanted;
    memcpy(wanted.text, id, sizeof id);
    RoomTable *at = room_table(world.room, &wanted);
    int spent = 0;
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 3 * ALLOWANCES_MAX; i++) {
            Person person = {.clients = NULL};
            snprintf(person.id.text, sizeof person.id.text, "%016d", i);
            while (room_spend(world.room, at, &person)) spent++;
        }
    assert_int_equal(spent, ALLOWANCES_MAX * ENTRIES_BURST);
}

/* Nor do they take anything from those who play: not by asking for what only players may, and not by sitting down. */
static void budgets_of_players_are_their_own(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0);
    enter(carla);
    for (int i = 0; i < 60; i++) {
        client_ask(&world, carla, id, false, "{\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"hello\"}", id);
        world_pass(&world, 60);
        assert_string_equal(carla->error, "not-seated"); /* never too-fast */
    }
    TableId wanted;
    memcpy(wanted.text, id, sizeof id);
    RoomTable *at = room_table(world.room, &wanted);
    const Person *player = room_person(world.room, &anna->person);
    assert_true(room_spend(world.room, at, player));
    for (int i = 0; i < 3 * ALLOWANCES_MAX; i++) {
        Person person = {.clients = NULL};
        snprintf(person.id.text, sizeof person.id.text, "%016d", i);
        while (room_spend(world.room, at, &person)) continue;
    }
    for (int i = 1; i < ENTRIES_BURST; i++) assert_true(room_spend(world.room, at, player));
    assert_false(room_spend(world.room, at, player));
}

/* ---- reads of the store */

static void enter_other(WorldClient *client, int number) {
    client_say(&world, client, "{\"do\":\"enter\",\"table\":\"abcdefghijkl%04d\",\"since\":null}", number);
}

static int tables_told;

static void count_tables_told(World *seen, WorldClient *client, const char *text, size_t length) {
    (void)seen, (void)length;
    tables_told += client == anna && strstr(text, "\"say\":\"table\"") != NULL;
}

/* Asked again while the first has not been read: told once. */
static void entering_twice_is_read_once(void **state) {
    (void)state;
    anna_plays(0);
    world.look = count_tables_told;
    tables_told = 0;
    Source *source = index_find(&world.room->sources, anna->address);
    source->reading.empty = world.now; /* used up */
    for (int i = 0; i < 10; i++) client_say(&world, anna, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", id);
    assert_int_equal(anna->errors, 0);
    world_pass(&world, READ_MS);
    world_settle(&world);
    assert_int_equal(tables_told, 1);
}

/* An address that has read much waits; somebody from elsewhere does not, and few reads are under way at a time. */
static void the_greedy_wait_for_reads(void **state) {
    (void)state;
    Source *source = index_find(&world.room->sources, anna->address);
    source->reading.empty = world.now - 6 * READ_MS; /* six are left */
    world.cost = (WorldCost){0};
    for (int i = 0; i < 20; i++) enter_other(anna, i);
    assert_int_equal(world.room->reads_out, READS_AT_ONCE);
    for (int i = 0; i < 4; i++) world_pass(&world, 0);
    assert_int_equal(world.cost.loads, 6);
    enter_other(bruno, 0);
    for (int i = 0; i < 4; i++) world_pass(&world, 0);
    assert_int_equal(world.cost.loads, 7); /* at once */
    assert_int_equal(room_due(world.room), world.now + READ_MS);
    for (int i = 0; i < 5; i++) world_pass(&world, READ_MS);
    assert_in_range(world.cost.loads, 11, 12);
    for (int i = 0; i < 20; i++) world_pass(&world, READ_MS);
    world_settle(&world);
    assert_int_equal(world.cost.loads, 21);
    assert_int_equal(room_due(world.room), INT64_MAX);
}

/* Within an address it is shared out by person: one who wants one table does not wait behind one who wants many. */
static void one_address_shares_reads_by_person(void **state) {
    (void)state;
    bruno->address = anna->address;
    client_disconnect(&world, bruno);
    client_connect(&world, bruno);
    world_settle(&world);
    Source *source = index_find(&world.room->sources, anna->address);
    source->reading.empty = world.now;
    for (int i = 0; i < 20; i++) enter_other(anna, i);
    enter_other(bruno, 0);
    for (int i = 0; i < 3; i++) world_pass(&world, READ_MS);
    world_pass(&world, 0);
    assert_string_equal(bruno->error, "no-such-table");
    assert_in_range(anna->errors, 0, 3);
}

/* What waits is bounded, and goes with the client. */
static void reads_do_not_pile_up(void **state) {
    (void)state;
    Source *source = index_find(&world.room->sources, anna->address);
    source->reading.empty = world.now;
    for (int i = 0; i < 3 * MESSAGES_BURST; i++) {
        enter_other(anna, i);
        if (i % 20 == 19) {
            source->reading.empty += 1000; /* a second in which nothing is read */
            world_pass(&world, 1000);
        }
    }
    assert_string_equal(anna->error, "too-fast");
    const Client *client = room_client(world.room, anna->connection);
    assert_in_range(client->reads_waiting, READS_WAITING_MAX, READS_WAITING_MAX + MINE_MAX);
    for (int i = 0; i < 10; i++) {
        toggle(anna);
        source->reading.empty += 1000;
        world_pass(&world, 1000);
    }
    assert_in_range(client->reads_waiting, READS_WAITING_MAX, READS_WAITING_MAX + MINE_MAX + 1);
    client_disconnect(&world, anna);
    assert_null(source->reads);
    assert_int_equal(room_due(world.room), INT64_MAX);
}

/* A page of matches stands for twenty reads more: of pages that are asked for in a hurry, only the last is read. */
static void pages_of_matches_do_not_pile_up(void **state) {
    (void)state;
    for (int i = 0; i < PLAYED_MAX; i++) {
        create(anna, "primiera", "two", 2, "{}", "[\"me\",\"open\"]", 0);
        client_ask(&world, anna, id, false, "{\"do\":\"remove\",\"table\":\"%s\"}", id);
        world_settle(&world);
    }
    world_pass(&world, LISTS_BURST * LIST_MS);
    world_settle(&world);
    Source *source = index_find(&world.room->sources, anna->address);
    const Client *client = room_client(world.room, anna->connection);
    source->reading.empty = world.now; /* used up */
    int most = 0;
    for (int i = 0; i < 30; i++) client_say(&world, anna, "{\"do\":\"matches\",\"before\":null}");
    for (int i = 0; i < 4 * PLAYED_MAX; i++) {
        if (client->reads_waiting > most) most = client->reads_waiting;
        world_pass(&world, READ_MS);
    }
    world_settle(&world);
    assert_string_equal(anna->error, "");
    assert_in_range(most, PLAYED_MAX - READS_AT_ONCE, PLAYED_MAX + 1);
    assert_int_equal(client->reads_waiting, 0);
}

/* ---- bots' time */

/* Bots among themselves, watched by their maker. */
static void bots_play(WorldClient *client, int number) {
    create(client, "primiera", "two", 2, "{}", "[\"bot:strong\",\"bot:strong\"]", 0);
    client_say(&world, client, "{\"do\":\"ready\",\"key\":\"s%d\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", number, id,
               salts[0]);
}

static int asked_here, asked_elsewhere;

static void count_asks(World *seen, const Ask *ask) {
    (void)seen;
    if (strcmp(ask->table.text, id) == 0) asked_here++;
    else asked_elsewhere++;
}

/* Anna and Carla have one address and ten tables of bots; Bruno has one table, and half of the time. */
static void the_greedy_wait_for_bots(void **state) {
    (void)state;
    carla->address = anna->address;
    client_disconnect(&world, carla);
    client_connect(&world, carla);
    world.room->settings.thinkers = 0; /* until all is ready */
    for (int i = 0; i < 10; i++) bots_play(i % 2 ? anna : carla, i);
    bots_play(bruno, 0);
    world.heed = count_asks;
    asked_here = asked_elsewhere = 0;
    world.room->settings.thinkers = 1;
    for (int i = 0; i < 60; i++) world_pass(&world, 10);
    printf("# %d questions of one table, %d of ten from another address\n", asked_here, asked_elsewhere);
    assert_true(asked_here >= 25 && asked_elsewhere >= 25);
    assert_true(room_counts(world.room).queued > 0);
}

/* Within an address it is shared out by person. */
static void one_address_shares_by_person(void **state) {
    (void)state;
    bruno->address = anna->address;
    client_disconnect(&world, bruno);
    client_connect(&world, bruno);
    world.room->settings.thinkers = 0; /* until all is ready */
    for (int i = 0; i < 10; i++) bots_play(anna, i);
    bots_play(bruno, 0);
    world.heed = count_asks;
    asked_here = asked_elsewhere = 0;
    world.room->settings.thinkers = 1;
    for (int i = 0; i < 60; i++) world_pass(&world, 10);
    assert_true(asked_here >= 25 && asked_elsewhere >= 25);
}

/* A longer thought is a larger part of the share. */
static void long_thoughts_cost_more(void **state) {
    (void)state;
    room_note_thought(world.room, LEVEL_STRONG, 1600);
    for (int i = 0; i < 200; i++) room_note_thought(world.room, LEVEL_STRONG, 100);
    world.room->settings.thinkers = 0; /* until all is ready */
    for (int i = 0; i < 4; i++) bots_play(anna, i);
    create(bruno, "primiera", "two", 2, "{}", "[\"bot:easy\",\"bot:easy\"]", 0);
    client_say(&world, bruno, "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,\"salt\":\"%s\"}", id, salts[0]);
    world.heed = count_asks;
    asked_here = asked_elsewhere = 0;
    world.room->settings.thinkers = 1;
    for (int i = 0; i < 20; i++) world_pass(&world, 10);
    printf("# %d easy questions, %d strong ones\n", asked_here, asked_elsewhere);
    assert_true(asked_elsewhere > 0 && asked_here > 2 * asked_elsewhere);
}

/* A question whose turn's commit fails is asked again. */
static void questions_survive_a_failed_commit(void **state) {
    (void)state;
    world.room->settings.thinkers = 0; /* until all is ready */
    bots_play(anna, 0);
    bots_play(bruno, 0);
    world.room->settings.thinkers = 1;
    for (int i = 0; i < 12; i++) {
        world.faults.fail_commit = i % 3 == 0 ? 1000 : 0;
        world_pass(&world, 10);
        if (!anna->connection) client_connect(&world, anna);
        if (!bruno->connection) client_connect(&world, bruno);
    }
    world.faults.fail_commit = 0;
    uint32_t turn = live()->turn;
    for (int i = 0; i < 12; i++) world_pass(&world, 10);
    assert_true(live()->turn > turn + 3);
    memcpy(id, world.tables[0].id.text, sizeof id);
    turn = live()->turn;
    for (int i = 0; i < 12; i++) world_pass(&world, 10);
    assert_true(live()->turn > turn + 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(an_abandoned_table_leaves_memory),
        IN_A_ROOM(a_commit_that_fails_keeps_it),
        IN_A_ROOM(bots_alone_pause),
        IN_A_ROOM(clocks_wait_for_somebody),
        IN_A_ROOM(stored_tables_are_listed),
        IN_A_ROOM(it_stays_on_ones_own_list),
        IN_A_ROOM(a_new_name_is_shown_on_return),
        IN_A_ROOM(lists_have_a_rate),
        IN_A_ROOM(few_lists_go_out_together),
        IN_A_ROOM(lists_are_up_to_date),
        IN_A_ROOM(abandoned_tables_do_not_fill_the_room),
        IN_A_ROOM(one_address_does_not_fill_the_room),
        IN_A_ROOM(tables_are_made_at_a_rate),
        IN_A_ROOM(coming_and_going_is_told_at_a_rate),
        IN_A_ROOM(budgets_are_not_renewed_by_others),
        IN_A_ROOM(budgets_of_players_are_their_own),
        IN_A_ROOM(entering_twice_is_read_once),
        IN_A_ROOM(the_greedy_wait_for_reads),
        IN_A_ROOM(one_address_shares_reads_by_person),
        IN_A_ROOM(reads_do_not_pile_up),
        IN_A_ROOM(pages_of_matches_do_not_pile_up),
        IN_A_ROOM(the_greedy_wait_for_bots),
        IN_A_ROOM(one_address_shares_by_person),
        IN_A_ROOM(long_thoughts_cost_more),
        IN_A_ROOM(questions_survive_a_failed_commit),
    };
    return tap_run("room_shares", tests, sizeof tests / sizeof *tests);
}
