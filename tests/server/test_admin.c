/* Tests a data file with a damaged table, against a real server and `araldo admin check`.
 * The table is named with its reason, its player is told, health and figures show it, and everybody else goes on. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/server/served.h"
#include "tests/support/tap.h"

static Served served;
static char output[4096];

/* Runs `araldo admin check` on the data file: the exit status. */
static int check(const char *option) {
    char command[2 * SERVED_PATH_MAX];
    snprintf(command, sizeof command, "%s admin check '%s' %s 2>&1", served_program(), served.data, option);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = 0;
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void run_sql(const char *sql) {
    sqlite3 *database;
    assert_int_equal(sqlite3_open(served.data, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

/* A match with a bot, begun. */
static void make_match(Guest *guest, char table[32]) {
    guest_say(guest,
              "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
              "\"seats\":[\"me\",\"bot:easy\"],\"clock\":0,\"public\":false,\"chat\":false}");
    json_t *told = guest_expect(guest, "table");
    assert_non_null(told);
    snprintf(table, 32, "%s", json_words(told, "table"));
    json_decref(told);
    guest_say(guest, "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,\"salt\":\"%032d\"}", table, 7);
    json_decref(guest_expect(guest, "done"));
    json_decref(guest_expect(guest, "done"));
}

static void enter(Guest *guest, const char *table) {
    guest_say(guest, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", table);
}

static void test_check(void **state) {
    Guest anna, bruno;
    char tables[2][32], line[128], health[2048];
    (void)state;
    served_init(&served);
    assert_true(served_start(&served, NULL));
    assert_true(guest_init(&anna, &served.peer, "Anna") && guest_connect(&anna));
    assert_true(guest_init(&bruno, &served.peer, "Bruno") && guest_connect(&bruno));
    make_match(&anna, tables[0]);
    make_match(&bruno, tables[1]);
    assert_int_equal(check(""), 0); /* beside a running server */
    assert_non_null(strstr(output, "2 tables, 0 damaged"));
    guest_disconnect(&anna);
    guest_disconnect(&bruno);
    assert_int_equal(served_stop(&served, SIGTERM), 0);

    run_sql(
        "UPDATE entries SET entry = replace(entry, 'ready', 'reade') WHERE table_number = 1;"
        "UPDATE snapshots SET snapshot = replace(snapshot, 'playing', 'playinh') WHERE table_number = 1");
    assert_int_equal(check(""), 1);
    snprintf(line, sizeof line, "table %s: the checksum of entry 1 does not fit\n", tables[0]);
    assert_non_null(strstr(output, line));
    assert_non_null(strstr(output, "2 tables, 1 damaged"));
    assert_int_equal(check("--json"), 1);
    snprintf(line, sizeof line, "{\"table\":\"%s\",\"problem\":\"the checksum of entry 1 does not fit\"}\n", tables[0]);
    assert_non_null(strstr(output, line));
    assert_non_null(strstr(output, "\n{\"tables\":2,\"damaged\":1}\n"));

    assert_true(served_start(&served, NULL));
    assert_true(guest_connect(&anna) && guest_connect(&bruno));
    enter(&anna, tables[0]);
    assert_string_equal(guest_expect_error(&anna), "table-damaged");
    enter(&bruno, tables[1]);
    json_t *told = guest_expect(&bruno, "table");
    assert_string_equal(json_words(told, "phase"), "playing");
    json_decref(told);
    for (int i = 0; i < ANSWER_MS / 50 && served_figure(&served, "araldo_tables_damaged") < 1; i++) guest_listen(&bruno, 50);
    assert_true(served_figure(&served, "araldo_tables_damaged") == 1);
    assert_int_equal(peer_request(&served.peer, "GET", "/health", "", "", health, sizeof health), 200);
    assert_non_null(strstr(health, "\"damaged\":1"));
    guest_release(&anna);
    guest_release(&bruno);
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    served_release(&served);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_check)};
    return tap_run("admin", tests, 1);
}
