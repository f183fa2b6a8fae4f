/* Tests matches that come from a browser: they go on as they stood, and whatever is not such a match is refused. */
#include "tests/room/scene.h"

#include "room/history.h"

enum { SENT_MAX = ARRIVAL_BYTES_MAX };

static char sent[SENT_MAX];
static Arrival arrival;
static Error error;

static const KeptTable *kept(void) { return world_table(&world, id); }

/* Anna's match against bots, some of it taken back, in her room. */
static void a_match(const char *game, const char *variant, const char *seats, int people, int moves) {
    create(anna, game, variant, people, "{}", seats, 0);
    ready(anna);
    for (int i = 0; i < moves; i++) {
        move_first(anna);
        if (i % 4 != 2) continue;
        client_ask(&world, anna, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id);
        world_settle(&world);
    }
}

/* The log as a browser sends it. */
static size_t write_sent(void) {
    char secret[COMMITMENT_HEX];
    Text text = text_init(sent, sizeof sent);
    hex_write(kept()->secret, ROOM_SECRET_BYTES, secret);
    text_format(&text, "{\"table\":\"%s\",\"secret\":\"%s\"}\n", id, secret);
    for (size_t i = 0; i < kept()->count; i++) {
        text_add(&text, kept()->entries[i].text);
        text_char(&text, '\n');
    }
    assert_false(text.overflow);
    return text.length;
}

static bool check(void) {
    arrival_release(&arrival);
    memset(&arrival, 0, sizeof arrival);
    memset(&error, 0, sizeof error);
    arrival.person = bruno->person;
    memcpy(arrival.name, "Bruno", sizeof "Bruno");
    arrival.address = 7;
    return arrival_read(&arrival, span_of(sent), world.now, &error);
}

static void refused(Code code, const char *why) {
    assert_false(check());
    if (!strstr(error.text, why)) print_message("# refused because: %s\n", error.text);
    assert_non_null(strstr(error.text, why));
    assert_string_equal(code_text(arrival.code), code_text(code));
}

/* Replaces the first of some words in what is sent; both are equally long, or the second is shorter. */
static void replace(const char *from, const char *to) {
    char *at = strstr(sent, from);
    size_t old = strlen(from), new = strlen(to);
    assert_non_null(at);
    assert_true(new <= old);
    memcpy(at, to, new);
    memmove(at + new, at + old, strlen(at + old) + 1);
}

static void step_in(void) { room_step(world.room, &(RoomInput){.kind = INPUT_ARRIVAL, .arrival = &arrival}, world.now); }

static void arrive(void) {
    step_in();
    world_pass(&world, 0);
    world_settle(&world);
}

static void goes_on(const char *game, const char *variant, const char *seats, int people) {
    a_match(game, variant, seats, people, 7);
    const Table *before = live();
    char position[STATE_TEXT_MAX], after[STATE_TEXT_MAX];
    Text text = text_init(position, sizeof position);
    before->game->print(table_state(before), &text);
    uint32_t undone = before->undone, turn = before->turn;
    uint8_t key[sizeof before->key];
    memcpy(key, &before->key, sizeof key);
    assert_true(undone > 0);
    write_sent();
    if (!check()) print_message("# %s\n", error.text);
    assert_int_equal(arrival.code, CODE_NONE);
    arrive();
    assert_int_equal(arrival.code, CODE_NONE);
    memcpy(id, arrival.table.text, sizeof id);
    enter(bruno);
    const Table *moved = live();
    text = text_init(after, sizeof after);
    moved->game->print(table_state(moved), &text);
    assert_string_equal(after, position); /* the same cards, the same position, */
    assert_memory_equal(&moved->key, key, sizeof key);
    assert_int_equal(moved->turn, turn);
    assert_int_equal(moved->undone, undone);
    assert_true(moved->moved);
    assert_int_equal(table_seat_of(moved, &bruno->person), 0);
    client_ask(&world, bruno, id, false, "{\"do\":\"undo\",\"table\":\"%s\"}", id); /* and undo by the usual rule */
    world_settle(&world);
    assert_string_equal(bruno->error, "");
    assert_true(live()->turn < turn);
    while (live()->phase == PHASE_PLAYING && live()->turn < turn + 40) move_first(bruno);
    assert_string_equal(bruno->error, "");
    assert_true(world_check(&world));
}

static void a_match_goes_on(void **state) {
    (void)state;
    goes_on("primiera", "classic", "[\"me\",\"bot:easy\",\"bot:easy\",\"bot:easy\"]", 4);
}

static void royal_flush_goes_on(void **state) {
    (void)state;
    goes_on("royalflush", "standard", "[\"me\",\"bot:easy\"]", 2);
}

static void primero_goes_on(void **state) {
    (void)state;
    goes_on("primero", "english", "[\"me\",\"bot:easy\"]", 2);
}

static void primo_goes_on(void **state) {
    (void)state;
    goes_on("primo", "duel", "[\"me\",\"bot:easy\"]", 2);
}

/* It is the same table, whether the second comes at once or later. */
static void brought_twice_it_is_one(void **state) {
    (void)state;
    a_match("primiera", "two", "[\"me\",\"bot:easy\"]", 2, 3);
    int count = world.table_count;
    write_sent();
    assert_true(check());
    arrive();
    TableId first = arrival.table;
    assert_true(check());
    arrive();
    assert_string_equal(arrival.table.text, first.text);
    assert_int_equal(world.table_count, count + 1);
    assert_int_equal(world.tables[count].create_key, arrival_create_key(&arrival));
}

static void others_than_bots_are_refused(void **state) {
    (void)state;
    two_play("primiera", "two", 0);
    move_first(to_act());
    write_sent();
    refused(CODE_ARRIVAL_WRONG, "entry 1: somebody else did it");
}

static void what_was_tampered_with_is_refused(void **state) {
    (void)state;
    a_match("primiera", "two", "[\"me\",\"bot:easy\"]", 2, 3);
    write_sent();
    replace("\"secret\":", "\"secreT\":");
    refused(CODE_ARRIVAL_WRONG, "secret");
    write_sent();
    char *digit = strstr(sent, "\"secret\":\"") + strlen("\"secret\":\"");
    *digit = *digit == '0' ? '1' : '0'; /* other cards */
    refused(CODE_ARRIVAL_WRONG, "the commitment does not fit the secret");
    write_sent();
    char *salt = strstr(sent, "\"salt\":\"") + strlen("\"salt\":\"");
    *salt = *salt == '0' ? '1' : '0'; /* other cards as well: the moves no longer fit, sooner or later */
    refused(CODE_ARRIVAL_WRONG, "entry ");
    write_sent();
    replace("\"by\":\"bot\"", "\"by\":\"abc\"");
    refused(CODE_ARRIVAL_WRONG, "by");
    write_sent();
    replace("\"seat\":1,\"move\"", "\"seat\":0,\"move\"");
    refused(CODE_ARRIVAL_WRONG, "entry ");
    write_sent();
    strstr(sent, "\"entry\":\"move\"")[1] = 'x';
    refused(CODE_ARRIVAL_WRONG, "");
    sent[0] = 0;
    refused(CODE_ARRIVAL_WRONG, "nothing was sent");
    memcpy(sent, "{}\n", sizeof "{}\n");
    refused(CODE_ARRIVAL_WRONG, "table");
}

/* A bot's moves cannot be claimed for the person, nor the person's seat for another. */
static void a_foreign_seat_is_refused(void **state) {
    (void)state;
    a_match("primiera", "two", "[\"me\",\"bot:easy\"]", 2, 3);
    write_sent();
    char *by = strstr(sent, "\"by\":\"bot\"");
    assert_non_null(by);
    memmove(by + strlen("\"by\":\"person\""), by + strlen("\"by\":\"bot\""), strlen(by + strlen("\"by\":\"bot\"")) + 1);
    memcpy(by, "\"by\":\"person\"", strlen("\"by\":\"person\""));
    refused(CODE_ARRIVAL_WRONG, "is not the person's");
    write_sent();
    char *person = strstr(strstr(sent, "\"entry\":\"ready\""), "\"person\":\"") + strlen("\"person\":\"");
    *person = *person == '0' ? '1' : '0';
    refused(CODE_ARRIVAL_WRONG, "somebody else did it");
}

static void a_match_that_is_not_under_way_is_refused(void **state) {
    (void)state;
    create(anna, "primiera", "two", 2, "{}", "[\"me\",\"bot:easy\"]", 0);
    write_sent();
    refused(CODE_ARRIVAL_OVER, "not under way");
    ready(anna);
    move_first(anna);
    client_ask(&world, anna, id, false, "{\"do\":\"remove\",\"table\":\"%s\"}", id);
    world_settle(&world);
    write_sent();
    refused(CODE_ARRIVAL_OVER, "not under way");
}

static void what_is_too_long_is_refused(void **state) {
    (void)state;
    a_match("primiera", "two", "[\"me\",\"bot:easy\"]", 2, 1);
    size_t length = write_sent();
    static const char line[] = "{\"entry\":\"clock\",\"at\":1}\n";
    for (int i = 0; i <= ARRIVAL_LINES_MAX; i++, length += sizeof line - 1) memcpy(sent + length, line, sizeof line);
    refused(CODE_ARRIVAL_LONG, "too long");
}

/* Many from one address at once have to wait; others do not. */
static void an_address_has_its_share(void **state) {
    (void)state;
    a_match("primiera", "two", "[\"me\",\"bot:easy\"]", 2, 1);
    write_sent();
    for (int i = 0; i <= ARRIVALS_BURST; i++) {
        char *at = strstr(sent, "\"table\":\"") + strlen("\"table\":\"");
        at[0] = (char)('a' + i);
        assert_true(check());
        step_in();
        assert_string_equal(code_text(arrival.code), i < ARRIVALS_BURST ? "" : "too-fast");
    }
    assert_true(check());
    arrival.address = 8;
    step_in();
    assert_int_equal(arrival.code, CODE_NONE);
    world_settle(&world);
}

/* The record says where it began. */
static void keep_record(void *context, const char *bytes, size_t length) {
    Text *text = context;
    for (size_t i = 0; i < length; i++) text_char(text, bytes[i]);
}

static void its_record_says_so(void **state) {
    (void)state;
    static char record[1 << 18];
    char mark[64];
    a_match("primiera", "two", "[\"me\",\"bot:easy\"]", 2, 3);
    snprintf(mark, sizeof mark, "\"moved\":true,\"undone\":%u", live()->undone);
    write_sent();
    assert_true(check());
    arrive();
    memcpy(id, arrival.table.text, sizeof id);
    enter(bruno);
    while (live()->phase == PHASE_PLAYING) move_first(bruno);
    StoredEntry *entries = calloc(kept()->count, sizeof *entries);
    for (size_t i = 0; i < kept()->count; i++)
        entries[i] =
            (StoredEntry){kept()->entries[i].n, kept()->entries[i].at, kept()->entries[i].text, kept()->entries[i].length};
    Text text = text_init(record, sizeof record);
    bool good =
        history_record(&arrival.table, kept()->secret, entries, kept()->count, (HistoryOut){&text, keep_record}, &error);
    free(entries);
    assert_true(good);
    *strchr(record, '\n') = 0;
    assert_non_null(strstr(record, mark));
}

static int finish(void **state) {
    arrival_release(&arrival);
    memset(&arrival, 0, sizeof arrival);
    return end(state);
}
#define ARRIVES(test) cmocka_unit_test_setup_teardown(test, begin, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        ARRIVES(a_match_goes_on),
        ARRIVES(royal_flush_goes_on),
        ARRIVES(primero_goes_on),
        ARRIVES(primo_goes_on),
        ARRIVES(brought_twice_it_is_one),
        ARRIVES(others_than_bots_are_refused),
        ARRIVES(what_was_tampered_with_is_refused),
        ARRIVES(a_foreign_seat_is_refused),
        ARRIVES(a_match_that_is_not_under_way_is_refused),
        ARRIVES(what_is_too_long_is_refused),
        ARRIVES(an_address_has_its_share),
        ARRIVES(its_record_says_so),
    };
    return tap_run("room_arrival", tests, sizeof tests / sizeof *tests);
}
