/* Tests tables whose stored log is damaged: they are set aside with a reason, and everything else goes on. */
#include "tests/room/scene.h"

enum { TRIALS = 150 };

static KeptTable *kept(void) { return (KeptTable *)(uintptr_t)world_table(&world, id); }

/* Anna's match with a bot, some of it taken back, in the store alone. */
static void a_match_with_undo(void) {
    create(anna, "primiera", "two", 2, "{\"target\":\"30\"}", "[\"me\",\"bot:easy\"]", 0);
    ready(anna);
    for (int i = 0; i < 24; i++) {
        move_first(anna);
        if (i % 3 != 2) continue;
        client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        world_settle(&world);
    }
    client_disconnect(&world, anna);
    world_pass(&world, LINGER_MS);
    world_pass(&world, 0);
    assert_null(live());
}

static void forget_snapshots(KeptTable *table) {
    for (size_t i = 0; i < table->snapshot_count; i++) free(table->snapshots[i].text);
    table->snapshot_count = 0;
}

static void a_damaged_table_is_set_aside(void **state) {
    (void)state;
    a_match_with_undo();
    char damaged[TABLE_ID_MAX];
    memcpy(damaged, id, sizeof id);
    create(bruno, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    ready(bruno);
    memcpy(id, damaged, sizeof id);
    forget_snapshots(kept());
    char *text = kept()->entries[5].text;
    text[2] ^= 1;
    client_connect(&world, anna);
    expect(anna, "table-damaged");
    assert_null(live());
    assert_int_equal(room_counts(world.room).damaged, 1);
    assert_true(strlen(world.damage) > 0);
    enter(anna); /* told again, counted once */
    expect(anna, "table-damaged");
    assert_int_equal(room_counts(world.room).damaged, 1);
    memcpy(id, world.tables[1].id.text, sizeof id);
    move_first(bruno);
    assert_string_equal(bruno->error, "");
    text[2] ^= 1;
}

/* Nobody who plays is thrown out because an old entry cannot be read; only what needs it is refused. */
static void a_live_table_goes_on(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    move_first(to_act());
    forget_snapshots(kept());
    char *text = kept()->entries[0].text;
    text[2] ^= 1;
    client_disconnect(&world, bruno);
    world.now += 1000;
    world.steps = 1; /* the world's own comparison would find it */
    client_connect(&world, bruno);
    world_settle(&world);
    assert_true(client_known(bruno, id)->entered);
    text[2] ^= 1;
}

/* One bit anywhere in what is stored: read, or set aside, and played on; never worse. */
static void any_bit_may_flip(void **state) {
    int set_aside = 0;
    (void)state;
    a_match_with_undo();
    for (int trial = 0; trial < TRIALS; trial++) {
        KeptTable *table = kept();
        bool snapshot = world_below(&world, 3) == 0;
        Kept *row = snapshot ? &table->snapshots[world_below(&world, (uint32_t)table->snapshot_count)]
                             : &table->entries[world_below(&world, (uint32_t)table->count)];
        size_t at = world_below(&world, (uint32_t)row->length);
        char was = row->text[at];
        row->text[at] = (char)(was ^ 1 << world_below(&world, 8));
        world.steps = 1; /* not compared with the log, which is damaged */
        world_restart(&world);
        anna->error[0] = 0;
        client_connect(&world, anna);
        world_settle(&world);
        if (room_counts(world.room).damaged) {
            set_aside++;
            assert_string_equal(anna->error, "table-damaged");
        } else if (client_known(anna, id)->legal && live() && live()->phase == PHASE_PLAYING) {
            client_say(&world, anna, "{\"do\":\"hint\",\"table\":\"%s\"}", id);
            world_settle(&world);
        }
        client_disconnect(&world, anna);
        row->text[at] = was;
        memset(&report, 0, sizeof report);
    }
    printf("# %d of %d set aside\n", set_aside, TRIALS);
    assert_true(set_aside > TRIALS / 4);
    world_restart(&world);
    anna->error[0] = 0;
    client_connect(&world, anna);
    world_settle(&world);
    move_first(anna);
    assert_string_equal(anna->error, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(a_damaged_table_is_set_aside),
        IN_A_ROOM(a_live_table_goes_on),
        IN_A_ROOM(any_bit_may_flip),
    };
    return tap_run("room_damage", tests, sizeof tests / sizeof *tests);
}
