/* Tests the store: what was committed is there after reopening and nothing else; no entry is written twice; schemas migrate.
 * The same tests run on a data file and on a real PostgreSQL. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/postgres/schema.h"
#include "store/sqlite/schema.h"
#include "store/store.h"
#include "tests/support/database.h"
#include "tests/support/tap.h"

static char folder[] = "/tmp/araldo-store-XXXXXX";
static char path[DATABASE_URL_MAX]; /* or a URL */
static Database database;
static const TableId table = {"abcdefghijklmnop"};
static const uint8_t secret[ROOM_SECRET_BYTES] = {1, 2, 3};

static Store *open_good(void) {
    Error error = {""};
    Store *store = store_open(path, &error);
    if (!store) print_message("# %s\n", error.text);
    assert_non_null(store);
    return store;
}

static bool on_file(void) { return !store_is_url(path); }

static int fresh_database(void **state) {
    (void)state;
    snprintf(path, sizeof path, "%s", database.url);
    return database_empty(&database) ? 0 : -1;
}

static int fresh(void **state) {
    (void)state;
    snprintf(path, sizeof path, "%s/room.db", folder);
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[DATABASE_URL_MAX + 8];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        remove(name);
    }
    return 0;
}

static bool add_table(Store *store) {
    return store_write(store, &(Write){.kind = WRITE_TABLE, .table = table, .at = 5, .secret = secret});
}

static bool add_entry(Store *store, uint32_t n, const char *text) {
    return store_write(
        store, &(Write){.kind = WRITE_ENTRY, .table = table, .n = n, .at = 10 + n, .text = text, .length = strlen(text)});
}

static size_t entry_count(Store *store) {
    StoredTable read = {0};
    assert_true(store_read_table(store, &table, &read));
    size_t count = read.loaded.entry_count;
    stored_table_release(&read);
    return count;
}

static void test_reopen(void **state) {
    (void)state;
    Store *store = open_good();
    assert_true(add_table(store) && add_entry(store, 0, "{\"entry\":\"create\"}") &&
                add_entry(store, 1, "{\"entry\":\"sit\"}"));
    assert_true(store_write(store, &(Write){.kind = WRITE_SNAPSHOT, .table = table, .n = 1, .text = "{\"s\":1}", .length = 7}));
    assert_true(store_write(store, &(Write){.kind = WRITE_PHASE, .table = table, .phase = 1}));
    assert_true(store_dirty(store));
    assert_true(store_commit(store));
    assert_false(store_dirty(store));
    struct stat file;
    if (on_file()) {
        assert_int_equal(stat(path, &file), 0);
        assert_int_equal(file.st_mode & 0777, 0600); /* secrets and cards are in it */
    }
    store_free(store);

    store = open_good();
    StoredTable read = {0};
    assert_true(store_read_table(store, &table, &read));
    assert_true(read.loaded.found);
    assert_null(read.loaded.snapshot);
    assert_int_equal(read.phase, 1);
    assert_memory_equal(read.loaded.secret, secret, sizeof secret);
    assert_int_equal(read.loaded.entry_count, 2);
    assert_int_equal(read.loaded.entries[1].n, 1);
    assert_int_equal(read.loaded.entries[1].at, 11);
    assert_string_equal(read.loaded.entries[0].text, "{\"entry\":\"create\"}");
    assert_string_equal(read.loaded.entries[1].text, "{\"entry\":\"sit\"}");
    assert_true(store_read_table(store, &(TableId){"nothing"}, &read));
    assert_false(read.loaded.found);
    stored_table_release(&read);
    store_free(store);
}

/* Entries 0 to 9, snapshots after 2, 5 and 8. */
static void test_part(void **state) {
    static const struct {
        int64_t from;
        uint32_t to;
        const char *snapshot;
        uint32_t begins;
        size_t count;
    } parts[] = {
        {0, LOAD_TO_END, NULL, 0, 10}, {2, LOAD_TO_END, NULL, 0, 10},  {3, LOAD_TO_END, "{2}", 3, 7},  {6, 7, "{5}", 6, 2},
        {9, 8, "{8}", 9, 0},           {-1, LOAD_TO_END, "{8}", 9, 1}, {-4, LOAD_TO_END, "{5}", 6, 4},
    };
    (void)state;
    Store *store = open_good();
    StoredTable read = {0};
    assert_true(add_table(store));
    for (uint32_t n = 0; n < 10; n++) {
        char text[8];
        assert_true(add_entry(store, n, "{}"));
        snprintf(text, sizeof text, "{%u}", n);
        if (n % 3 == 2)
            assert_true(
                store_write(store, &(Write){.kind = WRITE_SNAPSHOT, .table = table, .n = n, .text = text, .length = 3}));
    }
    assert_true(store_commit(store));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        assert_true(store_load(store, &(Load){.table = table, .from = parts[i].from, .to = parts[i].to}, &read));
        assert_int_equal(read.loaded.begins, parts[i].begins);
        assert_int_equal(read.loaded.entry_count, parts[i].count);
        for (size_t k = 0; k < parts[i].count; k++) assert_int_equal(read.loaded.entries[k].n, parts[i].begins + k);
        if (parts[i].snapshot) assert_string_equal(read.loaded.snapshot, parts[i].snapshot);
        else assert_null(read.loaded.snapshot);
    }
    stored_table_release(&read);
    store_free(store);
}

static void run_sql(const char *sql);

/* One bit of an entry or snapshot flips on the disk. */
static void test_damage(void **state) {
    static const char *const damages[] = {
        "UPDATE entries SET entry = '{\"entry\":\"sie\"}' WHERE n = 1", "UPDATE snapshots SET snapshot = '{\"s\":2}'",
        "UPDATE tables SET secret = substr(secret, 1, 2)", "UPDATE entries SET n = 3 WHERE n = 1"};
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        if (on_file()) fresh(NULL);
        else fresh_database(NULL);
        Store *store = open_good();
        StoredTable read = {0};
        assert_true(add_table(store) && add_entry(store, 0, "{\"entry\":\"create\"}") &&
                    add_entry(store, 1, "{\"entry\":\"sit\"}"));
        assert_true(
            store_write(store, &(Write){.kind = WRITE_SNAPSHOT, .table = table, .n = 0, .text = "{\"s\":1}", .length = 7}));
        assert_true(store_commit(store));
        store_free(store);
        run_sql(damages[i]);
        store = open_good();
        assert_false(store_load(store, &(Load){.table = table, .from = 1, .to = LOAD_TO_END}, &read));
        assert_true(strlen(store_problem(store)) > 0);
        stored_table_release(&read);
        store_free(store);
    }
}

/* A table of version 1: its snapshot needs the log from the beginning, until there is a whole one. */
static void test_first_version(void **state) {
    (void)state;
    sqlite3 *file;
    Error error = {""};
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_true(schema_migrate(file, 1, &error));
    sqlite3_close(file);
    run_sql(
        "INSERT INTO tables (number, id, secret, phase, created, snapshot_n, snapshot)"
        " VALUES (1, 'abcdefghijklmnop', zeroblob(32), 1, 5, 1, '{old}');"
        "INSERT INTO entries (table_number, n, at, entry) VALUES (1, 0, 5, '{}'), (1, 1, 6, '{}'), (1, 2, 7, '{}')");
    Store *store = open_good();
    StoredTable read = {0};
    Load end = {.table = table, .from = -1, .to = LOAD_TO_END};
    assert_true(store_load(store, &end, &read));
    assert_string_equal(read.loaded.snapshot, "{old}");
    assert_int_equal(read.loaded.begins, 0);
    assert_int_equal(read.loaded.entry_count, 3);
    assert_true(add_entry(store, 3, "{}") &&
                store_write(store, &(Write){.kind = WRITE_SNAPSHOT, .table = table, .n = 3, .text = "{new}", .length = 5}) &&
                add_entry(store, 4, "{}") && store_commit(store));
    assert_true(store_load(store, &end, &read));
    assert_string_equal(read.loaded.snapshot, "{new}");
    assert_int_equal(read.loaded.begins, 4);
    stored_table_release(&read);
    store_free(store);
}

static void test_rollback(void **state) {
    (void)state;
    Store *store = open_good();
    assert_true(add_table(store) && add_entry(store, 0, "{}") && store_commit(store));
    /* A number that is taken spoils the whole turn. */
    assert_true(add_entry(store, 1, "{}"));
    assert_int_equal(add_entry(store, 0, "{\"other\":1}"), !on_file()); /* a database says so at the commit */
    assert_int_equal(add_entry(store, 2, "{}"), !on_file());
    assert_false(store_commit(store));
    assert_true(strlen(store_problem(store)) > 0);
    assert_int_equal(entry_count(store), 1);
    assert_int_equal(store_times(store).failed, 1);
    /* An entry of a table that is not there. */
    store_write(store, &(Write){.kind = WRITE_ENTRY, .table = {"nothing"}, .text = "{}", .length = 2});
    assert_false(store_commit(store));
    /* Given up on purpose; and the store goes on after all of it. */
    assert_true(add_entry(store, 1, "{}"));
    store_rollback(store);
    assert_int_equal(entry_count(store), 1);
    assert_true(add_entry(store, 1, "{}") && store_commit(store));
    assert_int_equal(entry_count(store), 2);
    store_free(store);
}

static void test_uncommitted(void **state) {
    (void)state;
    Store *store = open_good();
    assert_true(add_table(store) && add_entry(store, 0, "{}") && store_commit(store));
    assert_true(add_entry(store, 1, "{}"));
    Error error;
    Store *reader = store_open_reader(path, &error);
    assert_non_null(reader);
    assert_int_equal(entry_count(reader), 1); /* others see it after the commit */
    assert_true(store_commit(store));
    assert_int_equal(entry_count(reader), 2);
    store_free(reader);
    assert_true(add_entry(store, 2, "{}"));
    store_free(store); /* as in a crash */
    store = open_good();
    assert_int_equal(entry_count(store), 2);
    store_free(store);
}

static void test_persons(void **state) {
    (void)state;
    Store *store = open_good();
    StoredPerson person = {.id = {"0123456789abcdef"}, .name = "Zoë", .created = 100}, found;
    TokenHash token = token_hash("token", 5), other = token_hash("tokem", 5);
    StoredSession session = {token, "Firefox, Linux", 100, 100};
    Milliseconds seen;
    assert_true(store_add_person(store, &person) && store_add_session(store, &session, &person.id) && store_commit(store));
    assert_true(store_find_session(store, &token, 100, &found, &seen));
    assert_int_equal(seen, 100);
    assert_string_equal(found.name, "Zoë");
    assert_string_equal(found.id.text, person.id.text);
    assert_false(store_find_session(store, &token, 101, &found, NULL)); /* expired */
    assert_false(store_find_session(store, &other, 0, &found, NULL));
    assert_true(store_see_session(store, &token, 200) && store_commit(store));
    assert_true(store_find_session(store, &token, 101, &found, &seen)); /* it lasts from when it was used */
    assert_int_equal(seen, 200);
    assert_true(store_write(store, &(Write){.kind = WRITE_NAME, .person = person.id, .text = "Ada", .length = 3, .face = 5}) &&
                store_commit(store));
    store_free(store);
    store = open_good();
    assert_true(store_find_session(store, &token, 0, &found, NULL));
    assert_string_equal(found.name, "Ada");
    assert_int_equal(found.face, 5);
    StoredSession listed[SESSIONS_MAX];
    assert_int_equal(store_list_sessions(store, &person.id, 0, listed), 1);
    assert_string_equal(listed[0].device, "Firefox, Linux");
    assert_memory_equal(&listed[0].token, &token, sizeof token);
    assert_int_equal(listed[0].created, 100);
    assert_int_equal(listed[0].seen, 200);
    assert_true(store_end_session(store, &token) && store_commit(store));
    assert_false(store_find_session(store, &token, 0, &found, NULL));
    assert_true(store_see_session(store, &token, 300) && store_commit(store)); /* it stays out */
    assert_int_equal(store_list_sessions(store, &person.id, 0, listed), 0);
    store_free(store);
}

static bool add_result(Store *store, const char *person, int board, int score, Milliseconds at) {
    StoredResult result = {.game = "primiera", .day = 20000, .board = board, .score = score, .at = at};
    snprintf(result.person.text, sizeof result.person.text, "%s", person);
    return store_add_result(store, &result) && store_commit(store);
}

static DealResults results_of(Store *store, const char *person, int board) {
    DealResults results;
    StoredResult wanted = {.game = "primiera", .day = 20000, .board = board};
    snprintf(wanted.person.text, sizeof wanted.person.text, "%s", person);
    assert_true(store_read_results(store, &wanted, &results));
    return results;
}

static DealCounts counts_of(Store *store, const char *person, int first_day, int last_day) {
    static DealCounts counts;
    StoredResult wanted = {.game = "primiera", .day = first_day};
    snprintf(wanted.person.text, sizeof wanted.person.text, "%s", person);
    assert_true(store_count_results(store, &wanted, last_day, &counts));
    return counts;
}

/* Which deals of some days were played, by how many, and what one of them made of it. */
static void test_played_deals(void **state) {
    (void)state;
    Store *store = open_good();
    StoredResult other = {.game = "primo", .day = 20001, .board = 1, .score = 5, .at = 100, .person = {"ada"}};
    assert_int_equal(counts_of(store, "ada", 19990, 20020).count, 0);
    assert_true(add_result(store, "ada", 2, -3, 100) && add_result(store, "zoe", 2, 8, 100));
    assert_true(add_result(store, "zoe", 1, 4, 100));
    assert_true(store_add_result(store, &other) && store_commit(store)); /* of another game */
    DealCounts counts = counts_of(store, "ada", 20000, 20000);
    assert_int_equal(counts.count, 2);
    assert_int_equal(counts.deals[0].day, 20000);
    assert_int_equal(counts.deals[0].board, 1);
    assert_int_equal(counts.deals[0].people, 1);
    assert_false(counts.deals[0].played);
    assert_int_equal(counts.deals[1].board, 2);
    assert_int_equal(counts.deals[1].people, 2);
    assert_true(counts.deals[1].played && counts.deals[1].own == -3);
    assert_int_equal(counts_of(store, "", 19990, 20020).count, 2);
    assert_int_equal(counts_of(store, "", 20001, 20020).count, 0);
    assert_int_equal(counts_of(store, "", 19990, 19999).count, 0);
    store_free(store);
}

/* The first result of a person counts; boards are apart; what is too old goes, a little at a time. */
static void test_results(void **state) {
    (void)state;
    Store *store = open_good();
    assert_int_equal(results_of(store, "ada", 1).count, 0);
    assert_true(add_result(store, "ada", 1, 3, 100) && add_result(store, "zoe", 1, -2, 200));
    assert_true(add_result(store, "ada", 1, 9, 300)); /* a second try */
    assert_true(add_result(store, "eva", 1, 3, 400) && add_result(store, "ada", 2, 7, 500));
    store_free(store);
    store = open_good();
    DealResults results = results_of(store, "ada", 1);
    assert_int_equal(results.count, 2);
    assert_int_equal(results.scores[0], -2);
    assert_int_equal(results.people[0], 1);
    assert_int_equal(results.scores[1], 3);
    assert_int_equal(results.people[1], 2);
    assert_true(results.played && results.own == 3);
    assert_false(results_of(store, "ida", 1).played);
    assert_true(results_of(store, "ada", 2).own == 7);
    assert_true(store_sweep(store, 250, 0, 0) && store_commit(store));
    results = results_of(store, "ada", 1);
    assert_true(results.count == 1 && !results.played);
    assert_int_equal(results_of(store, "ada", 2).count, 1);
    store_free(store);
}

/* Devices do not pile up: the one that was not seen for longest makes room, and nobody else's does. */
static void test_sessions_are_limited(void **state) {
    (void)state;
    Store *store = open_good();
    StoredPerson ada = {.id = {"0123456789abcdef"}, .name = "Ada", .created = 100},
                 zoe = {.id = {"fedcba9876543210"}, .name = "Zoë", .created = 100}, found;
    StoredSession listed[SESSIONS_MAX];
    StoredSession first = {token_hash("first", 5), "", 1, 1000}, of_zoe = {token_hash("zoe", 3), "", 1, 1};
    assert_true(store_add_person(store, &ada) && store_add_person(store, &zoe));
    assert_true(store_add_session(store, &first, &ada.id) && store_add_session(store, &of_zoe, &zoe.id));
    for (int i = 0; i < 3 * SESSIONS_MAX; i++) {
        StoredSession session = {token_hash(&i, sizeof i), "", 2, 2 + i};
        assert_true(store_add_session(store, &session, &ada.id));
    }
    assert_true(store_commit(store));
    assert_int_equal(store_list_sessions(store, &ada.id, 0, listed), SESSIONS_MAX);
    assert_int_equal(listed[0].seen, 1000);
    assert_int_equal(listed[1].seen, 1 + 3 * SESSIONS_MAX);
    assert_true(store_find_session(store, &first.token, 0, &found, NULL));
    assert_true(store_find_session(store, &of_zoe.token, 0, &found, NULL));
    store_free(store);
}

/* Whose code it was; "" if there is none. The code itself serves as the new cookie. */
static const char *take_device(Store *store, const char *code, Milliseconds now) {
    static TakenDevice taken;
    StoredSession session = {token_hash(code, strlen(code)), "", now, now};
    assert_true(store_take_device(store, code, &session, &taken) && store_commit(store));
    return taken.found ? taken.person.text : "";
}

static void test_device_codes(void **state) {
    (void)state;
    Store *store = open_good();
    StoredPerson person = {.id = {"0123456789abcdef"}, .name = "Ada", .created = 100};
    assert_true(store_add_person(store, &person));
    assert_true(
        store_write(store, &(Write){.kind = WRITE_DEVICE, .person = person.id, .at = 1000, .text = "code", .length = 4}));
    assert_true(
        store_write(store, &(Write){.kind = WRITE_DEVICE, .person = person.id, .at = 1000, .text = "late", .length = 4}));
    assert_true(store_commit(store));
    assert_string_equal(take_device(store, "none", 999), ""); /* a code that is none spoils nothing */
    assert_string_equal(take_device(store, "code", 999), person.id.text);
    StoredPerson found;
    TokenHash token = token_hash("code", 4);
    assert_true(store_find_session(store, &token, 0, &found, NULL));
    assert_string_equal(found.id.text, person.id.text);
    assert_string_equal(take_device(store, "code", 999), ""); /* once */
    assert_string_equal(take_device(store, "late", 1001), "");
    store_free(store);
}

static int count_rows(const char *sql) {
    sqlite3 *file;
    sqlite3_stmt *statement;
    if (!on_file()) return (int)database_number(&database, sql);
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(file, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(file);
    return count;
}

static int device_count(void) { return count_rows("SELECT count(*) FROM devices"); }

/* Unused links do not pile up: of one person the newest are kept, and those that are too old go. */
static void test_device_links_are_limited(void **state) {
    (void)state;
    Store *store = open_good();
    StoredPerson ada = {.id = {"0123456789abcdef"}, .name = "Ada", .created = 100},
                 zoe = {.id = {"fedcba9876543210"}, .name = "Zoë", .created = 100};
    const Milliseconds lasts = DEVICE_SECONDS * 1000;
    assert_true(store_add_person(store, &ada) && store_add_person(store, &zoe));
    for (int i = 0; i < 50; i++) {
        char code[16];
        snprintf(code, sizeof code, "code%d", i);
        assert_true(store_write(store, &(Write){.kind = WRITE_DEVICE,
                                                .person = i == 20 ? zoe.id : ada.id,
                                                .at = lasts + i,
                                                .text = code,
                                                .length = strlen(code)}));
    }
    assert_true(store_commit(store));
    assert_int_equal(device_count(), DEVICES_MAX + 1);
    assert_string_equal(take_device(store, "code49", 50), ada.id.text);
    assert_string_equal(take_device(store, "code20", 50), zoe.id.text);
    assert_string_equal(take_device(store, "code45", 50), ""); /* replaced */
    Write late = {.kind = WRITE_DEVICE, .person = zoe.id, .at = 3 * lasts, .text = "late", .length = 4};
    assert_true(store_write(store, &late) && store_commit(store));
    assert_int_equal(device_count(), 1);
    store_free(store);
}

/* Thirty tables and people, every third of them old. */
static void test_sweep(void **state) {
    enum { OLD = 1000, NEW = 9000, BEFORE = 5000, ALL = 30 };
    (void)state;
    Store *store = open_good();
    StoredTable read = {0};
    for (int i = 0; i < ALL; i++) {
        TableId id;
        StoredPerson person = {.name = "Ada", .created = OLD};
        char cookie[24];
        snprintf(id.text, sizeof id.text, "table%02d", i);
        snprintf(person.id.text, sizeof person.id.text, "%016d", i);
        snprintf(cookie, sizeof cookie, "cookie%02d", i);
        TokenHash token = token_hash(cookie, strlen(cookie));
        Milliseconds at = i % 3 ? NEW : OLD;
        assert_true(store_write(store, &(Write){.kind = WRITE_TABLE, .table = id, .at = OLD, .secret = secret}));
        assert_true(store_write(store, &(Write){.kind = WRITE_ENTRY, .table = id, .at = OLD, .text = "{}", .length = 2}));
        assert_true(
            store_write(store, &(Write){.kind = WRITE_ENTRY, .table = id, .n = 1, .at = at, .text = "{}", .length = 2}));
        StoredSession session = {token, "", OLD, at};
        assert_true(store_add_person(store, &person) && store_add_session(store, &session, &person.id));
        /* The person of the first old cookie is at a table. */
        if (i == 1)
            assert_true(store_write(store, &(Write){.kind = WRITE_MEMBER, .table = id, .person = {"0000000000000000"}}));
    }
    assert_true(store_commit(store));
    for (int i = 0; i < 4; i++) assert_true(store_sweep(store, 0, 0, 0) && store_commit(store));
    assert_int_equal(count_rows("SELECT count(*) FROM tables"), ALL); /* nothing is that old */
    for (int i = 0; i < 4; i++) assert_true(store_sweep(store, BEFORE, BEFORE, 0) && store_commit(store));
    for (int i = 0; i < ALL; i++) {
        TableId id;
        char cookie[24];
        StoredPerson found;
        snprintf(id.text, sizeof id.text, "table%02d", i);
        snprintf(cookie, sizeof cookie, "cookie%02d", i);
        TokenHash token = token_hash(cookie, strlen(cookie));
        assert_true(store_read_table(store, &id, &read));
        assert_int_equal(read.loaded.found, i % 3 != 0);
        assert_int_equal(read.loaded.entry_count, i % 3 ? 2 : 0);
        assert_int_equal(store_find_session(store, &token, 0, &found, NULL), i % 3 != 0 || i == 0);
    }
    stored_table_release(&read);
    store_free(store);
}

/* Guests who never returned go sooner than those who did, and not while they are at a table. */
static void test_sweep_guests(void **state) {
    const Milliseconds day = 24 * 3600 * 1000;
    const struct {
        Milliseconds created, seen;
        bool member, kept;
    } guests[] = {
        {0, 10, false, false}, {0, day - 1, false, false}, {0, day, false, true},
        {0, 10, true, true},   {0, 40 * day, false, true}, {39 * day, 39 * day, false, true},
    };
    enum { COUNT = sizeof guests / sizeof *guests };
    (void)state;
    Store *store = open_good();
    assert_true(add_table(store));
    for (int i = 0; i < COUNT; i++) {
        StoredPerson person = {.name = "Ada", .created = guests[i].created};
        StoredSession session = {token_hash(&i, sizeof i), "", guests[i].created, guests[i].seen};
        snprintf(person.id.text, sizeof person.id.text, "%016d", i);
        assert_true(store_add_person(store, &person) && store_add_session(store, &session, &person.id));
        if (guests[i].member)
            assert_true(store_write(store, &(Write){.kind = WRITE_MEMBER, .table = table, .person = person.id}));
    }
    assert_true(store_commit(store));
    for (int pass = 0; pass < 2; pass++) { /* 0: nobody */
        assert_true(store_sweep(store, 0, 0, pass ? 30 * day : 0) && store_commit(store));
        for (int i = 0; i < COUNT; i++) {
            TokenHash token = token_hash(&i, sizeof i);
            StoredPerson found;
            assert_int_equal(store_find_session(store, &token, 0, &found, NULL), pass == 0 || guests[i].kept);
        }
    }
    store_free(store);
}

/* A person's matches that are over, the latest first, page after page; those that are not over are another list. */
static void test_played(void **state) {
    enum { ALL = PLAYED_MAX + 5 };
    (void)state;
    Store *store = open_good();
    StoredTable read = {0};
    Load played = {.kind = LOAD_PLAYED, .person = {"0000000000000007"}};
    for (int i = 0; i < ALL; i++) {
        TableId id;
        snprintf(id.text, sizeof id.text, "table%02d", i);
        assert_true(store_write(store, &(Write){.kind = WRITE_TABLE, .table = id, .secret = secret}));
        assert_true(store_write(store, &(Write){.kind = WRITE_MEMBER, .table = id, .person = played.person}));
        if (i != 3) assert_true(store_write(store, &(Write){.kind = WRITE_PHASE, .table = id, .phase = 2}));
    }
    assert_true(store_commit(store));
    assert_true(store_load(store, &played, &read));
    assert_int_equal(read.loaded.id_count, PLAYED_MAX);
    assert_string_equal(read.loaded.ids[0].text, "table24");
    played.table = read.loaded.ids[PLAYED_MAX - 1];
    assert_true(store_load(store, &played, &read));
    assert_int_equal(read.loaded.id_count, ALL - PLAYED_MAX - 1);
    assert_string_equal(read.loaded.ids[0].text, "table04");
    assert_string_equal(read.loaded.ids[1].text, "table02");
    assert_true(store_load(store, &(Load){.kind = LOAD_MINE, .person = played.person}, &read));
    assert_int_equal(read.loaded.id_count, 1);
    assert_true(store_load(store, &(Load){.kind = LOAD_PLAYED, .person = {"0000000000000008"}}, &read));
    assert_int_equal(read.loaded.id_count, 0);
    stored_table_release(&read);
    store_free(store);
}

static void test_list(void **state) {
    (void)state;
    Store *store = open_good();
    for (char letter = 'a'; letter < 'a' + 20; letter++) {
        Write write = {.kind = WRITE_TABLE, .table = {{letter, 0}}, .secret = secret, .phase = letter % 3};
        assert_true(store_write(store, &write));
    }
    assert_true(store_commit(store));
    TableId *ids;
    int count = store_list_tables(store, 2, &ids);
    assert_int_equal(count, 13);
    for (int i = 0; i < count; i++) assert_true(ids[i].text[0] % 3 < 2 && (i == 0 || strcmp(ids[i - 1].text, ids[i].text) < 0));
    free(ids);
    CommitTimes times = store_times(store);
    assert_int_equal(times.count, 1);
    assert_int_equal(times.writes, 20);
    uint64_t sum = 0;
    for (int i = 0; i < COMMIT_BUCKETS; i++) sum += times.counts[i];
    assert_int_equal(sum, 1);
    store_free(store);
}

static void refused(const char *words) {
    Error error = {""};
    Store *store = store_open(path, &error);
    assert_null(store);
    if (!strstr(error.text, words)) print_message("# %s\n", error.text);
    assert_non_null(strstr(error.text, words));
    assert_null(strchr(error.text, '\n'));
}

static void run_sql(const char *sql) {
    sqlite3 *file;
    if (!on_file()) {
        assert_true(database_run(&database, sql));
        return;
    }
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
}

static void test_refused(void **state) {
    (void)state;
    Store *store = open_good();
    refused("in use by another server");
    store_free(store);
    run_sql("PRAGMA user_version = 1000");
    refused("newer program");
    fresh(NULL);
    run_sql("CREATE TABLE other (n)");
    refused("another program");
    fresh(NULL);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 200; i++) fputs("this is no database\n", file);
    fclose(file);
    refused("not a database");
    snprintf(path, sizeof path, "%s/none/room.db", folder);
    refused("cannot write");
}

static void test_refused_database(void **state) {
    (void)state;
    Error error;
    store_free(open_good());
    run_sql("UPDATE araldo SET version = 1000");
    refused("newer program");
    fresh_database(NULL);
    run_sql("CREATE TABLE other (n integer)");
    refused("another program");
    assert_int_equal(count_rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), 1);
    snprintf(path, sizeof path, "postgresql://somebody:secret@/nothing?host=%s", database.folder);
    refused("cannot reach the database");
    assert_null(store_open_reader(path, &error));
    assert_null(strstr(error.text, "secret"));
    snprintf(path, sizeof path, "postgresql://localhost:1/?%%");
    refused("cannot reach the database");
}

/* Of servers that start together on an empty database, one makes the tables. The others, which had found none, see them then. */
static void test_started_together(void **state) {
    Error error = {""};
    (void)state;
    PGconn *first = postgres_connect(path, &error), *second = postgres_connect(path, &error);
    assert_true(first && second);
    assert_false(postgres_is_current(second, &error));
    assert_true(postgres_run(second, "BEGIN", &error)); /* it waits until the first is done */
    assert_true(postgres_migrate(first, POSTGRES_VERSION, &error));
    bool good = postgres_is_current(second, &error);
    if (!good) print_message("# %s\n", error.text);
    assert_true(good);
    PQfinish(first);
    PQfinish(second);
}

/* The database ends the connection: the turn that was under way is taken back or kept, and the store finds its way back. */
static void test_lost(void **state) {
    (void)state;
    Store *store = open_good();
    assert_true(add_table(store) && add_entry(store, 0, "{}") && store_commit(store));
    const char *end = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = 'araldo'";
    run_sql(end);
    for (int wait = 0; wait < 500 && store_is_late(store, 1); wait++) usleep(20000);
    assert_true(add_entry(store, 1, "{}"));
    for (int wait = 0; wait < 500 && store_is_late(store, 1); wait++) usleep(20000);
    assert_true(store_commit(store)); /* what was written while it was away is not lost */
    assert_int_equal(entry_count(store), 2);
    assert_true(add_entry(store, 2, "{}"));
    run_sql(end);
    store_commit(store);
    for (int wait = 0; wait < 500 && store_is_late(store, 1); wait++) usleep(20000);
    store_commit(store);
    size_t count = entry_count(store); /* it happened or not; the log goes on after it */
    assert_true(count == 2 || count == 3);
    assert_true(add_entry(store, (uint32_t)count, "{}") && store_commit(store));
    store_free(store);
}

/* Once another server has taken over, nothing is written any more; nor before the server has registered again. */
static void test_fence(void **state) {
    (void)state;
    Store *store = open_good();
    run_sql("INSERT INTO fences VALUES (7), (8)");
    store_fence(store, 7, false);
    assert_true(add_table(store) && add_entry(store, 0, "{}") && store_commit(store));
    assert_false(store_lost(store));
    run_sql("DELETE FROM fences WHERE epoch = 7");
    assert_true(add_entry(store, 1, "{}"));
    assert_false(store_commit(store));
    assert_true(store_lost(store));
    assert_false(store_lost(store)); /* once */
    assert_true(store_is_late(store, 1));
    assert_true(add_entry(store, 1, "{\"kept\":1}"));
    store_fence(store, 8, false);
    assert_false(store_is_late(store, 1));
    assert_false(store_commit(store)); /* somebody else has acted in between */
    assert_int_equal(entry_count(store), 1);
    assert_true(add_entry(store, 1, "{}") && store_commit(store));
    assert_int_equal(entry_count(store), 2);
    store_free(store);
}

/* A room with everything in it goes to the database and back, and is the same. */
static void test_copy(void **state) {
    (void)state;
    char file[DATABASE_URL_MAX], back[DATABASE_URL_MAX];
    snprintf(file, sizeof file, "%s", path);
    snprintf(back, sizeof back, "%s/back.db", folder);
    remove(back);
    const char *words = "{\"text\":\"tab\\tnew\nline \\\\ Zo\xc3\xab\"}";
    StoredPerson person = {.id = {"0123456789abcdef"}, .name = "Zoë", .created = 100}, found;
    TokenHash token = token_hash("token", 5);
    StoredSession session = {token, "Safari, iPad", 50, 100}, listed[SESSIONS_MAX];
    Store *store = open_good();
    assert_true(store_add_person(store, &person) && store_add_session(store, &session, &person.id));
    assert_true(store_write(store, &(Write){.kind = WRITE_NAME, .person = person.id, .text = "Zoë", .length = 4, .face = 9}) &&
                store_commit(store));
    assert_true(add_table(store) && add_entry(store, 0, words) && add_entry(store, 1, "{}"));
    assert_true(store_write(store, &(Write){.kind = WRITE_SNAPSHOT, .table = table, .n = 0, .text = "{s}", .length = 3}));
    assert_true(store_write(store, &(Write){.kind = WRITE_MEMBER, .table = table, .person = person.id}));
    assert_true(store_commit(store) && add_result(store, person.id.text, 3, -5, 100));
    store_free(store);
    Error error = {""};
    assert_true(database_empty(&database));
    assert_int_equal(store_copy(file, database.url, &error), 1);
    assert_int_equal(store_copy(file, database.url, &error), -1); /* there is one already */
    assert_non_null(strstr(error.text, "already holds a card room"));
    assert_int_equal(store_copy(database.url, back, &error), 1);
    assert_int_equal(store_copy("/nowhere/room.db", back, &error), -1);
    assert_true(database_empty(&database));
    store_free(store_open(database.url, &error));
    assert_true(
        database_run(&database, "INSERT INTO nodes (name, address, port, process, seen) VALUES ('a', '', 0, 0, now())"));
    assert_int_equal(store_copy(file, database.url, &error), -1);
    assert_non_null(strstr(error.text, "in use by a server"));
    snprintf(path, sizeof path, "%s", back);
    StoredTable read = {0};
    store = open_good();
    assert_true(store_find_session(store, &token, 100, &found, NULL));
    assert_string_equal(found.name, "Zoë");
    assert_int_equal(found.face, 9);
    assert_int_equal(store_list_sessions(store, &person.id, 100, listed), 1);
    assert_string_equal(listed[0].device, "Safari, iPad");
    assert_int_equal(listed[0].created, 50);
    assert_true(store_load(store, &(Load){.table = table, .from = 1, .to = LOAD_TO_END}, &read));
    assert_string_equal(read.loaded.snapshot, "{s}");
    assert_true(store_read_table(store, &table, &read));
    assert_memory_equal(read.loaded.secret, secret, sizeof secret);
    assert_string_equal(read.loaded.entries[0].text, words);
    assert_int_equal(read.loaded.entries[1].at, 11);
    assert_true(store_load(store, &(Load){.kind = LOAD_MINE, .person = person.id}, &read));
    assert_int_equal(read.loaded.id_count, 1);
    assert_int_equal(results_of(store, person.id.text, 3).own, -5);
    stored_table_release(&read);
    store_free(store);
}

/* Leaves an empty room behind, of this version. */
static void make_version(int version) {
    Error error = {""};
    if (on_file()) {
        sqlite3 *file;
        fresh(NULL);
        assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
        assert_true(version == 0 || schema_migrate(file, version, &error));
        sqlite3_close(file);
        return;
    }
    fresh_database(NULL);
    PGconn *connection = postgres_connect(path, &error);
    assert_non_null(connection);
    assert_true(version == 0 || postgres_migrate(connection, version, &error));
    PQfinish(connection);
}

/* A room of each earlier version, with rows in it, is brought up and keeps its rows. */
static void test_migrations(void **state) {
    (void)state;
    int newest = on_file() ? SCHEMA_VERSION : POSTGRES_VERSION, devices_since = on_file() ? 6 : 2;
    for (int version = 0; version <= newest; version++) {
        make_version(version);
        if (version > 0) {
            run_sql("INSERT INTO persons (id, name, created) VALUES ('0123456789abcdef', 'Ada', 7)");
            run_sql(on_file() ? "INSERT INTO sessions (hash, person, created) VALUES (zeroblob(32), '0123456789abcdef', 8)"
                              : "INSERT INTO sessions (hash, person, created)"
                                " VALUES (decode(repeat('00', 32), 'hex'), '0123456789abcdef', 8)");
        }
        Store *store = open_good();
        TokenHash token = token_hash("token", 5);
        StoredPerson person = {.id = {"0123456789abcdef"}, .name = "Zoë", .created = 100}, found;
        if (version == 0) assert_true(store_add_person(store, &person));
        StoredSession session = {token, "", 100, 100}, listed[SESSIONS_MAX];
        assert_true(store_add_session(store, &session, &person.id) && store_commit(store));
        assert_true(store_find_session(store, &token, 100, &found, NULL));
        assert_int_equal(store_list_sessions(store, &person.id, 0, listed), version > 0 ? 2 : 1);
        if (version > 0 && version < devices_since)
            assert_int_equal(listed[1].seen, 8);                      /* a cookie from before is as old as it is */
        assert_string_equal(found.name, version > 0 ? "Ada" : "Zoë"); /* people outlive a change of the schema */
        assert_true(add_table(store) && add_entry(store, 0, "{}") && store_commit(store));
        store_free(store);
    }
}

#define ON_BOTH(test) \
    {"file: " #test, test, fresh, NULL, NULL}, { "database: " #test, test, fresh_database, NULL, NULL }

int main(void) {
    if (!mkdtemp(folder) || !database_open(&database)) return 1;
    const struct CMUnitTest tests[] = {
        ON_BOTH(test_reopen),
        ON_BOTH(test_rollback),
        ON_BOTH(test_uncommitted),
        ON_BOTH(test_persons),
        ON_BOTH(test_device_codes),
        ON_BOTH(test_list),
        ON_BOTH(test_part),
        ON_BOTH(test_damage),
        ON_BOTH(test_device_links_are_limited),
        ON_BOTH(test_sweep),
        ON_BOTH(test_sweep_guests),
        ON_BOTH(test_played),
        ON_BOTH(test_sessions_are_limited),
        ON_BOTH(test_results),
        ON_BOTH(test_migrations),
        ON_BOTH(test_played_deals),
        cmocka_unit_test_setup(test_refused, fresh),
        cmocka_unit_test_setup(test_first_version, fresh),
        cmocka_unit_test_setup(test_refused_database, fresh_database),
        cmocka_unit_test_setup(test_started_together, fresh_database),
        cmocka_unit_test_setup(test_lost, fresh_database),
        cmocka_unit_test_setup(test_fence, fresh_database),
        cmocka_unit_test_setup(test_copy, fresh),
    };
    int status = tap_run("store", tests, sizeof tests / sizeof *tests);
    char command[64];
    database_release(&database);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? status : 1;
}
