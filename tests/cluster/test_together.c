/* Tests what people and hosts notice of two servers on one database, with nothing but --postgres and a port.
 * A cookie is good at both, a table made at one is played at the other, and after kill -9 of either play goes on at the other. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/server/played.h"
#include "tests/support/database.h"
#include "tests/support/tap.h"
#include "tests/support/monotonic.h"

enum { GO_ON_MS = 5000 };

static Database database;
static Served one, other;
static Chance chance;

static int set_up(void **state) {
    (void)state;
    chance = chance_fast(1);
    served_init(&one);
    served_init(&other);
    one.url = other.url = database.url;
    return database_empty(&database) && served_start(&one, NULL) && served_start(&other, NULL) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    served_release(&one);
    served_release(&other);
    return 0;
}

/* Each player is at a server of their own; one of the two servers dies. */
static void lose(Served *dead, int who, Served *left) {
    Match match;
    match_open(&match, &one.peer, &other.peer, &chance);
    match_go_on(&match, 6);
    int64_t began = monotonic_ms();
    assert_int_equal(served_stop(dead, SIGKILL), -SIGKILL);
    match_come_back(&match, &match.players[who], &left->peer);
    match_go_on(&match, 4);
    int64_t took = monotonic_ms() - began;
    print_message("# play went on after %lld ms\n", (long long)took);
    assert_true(took <= GO_ON_MS);
    assert_false(match.players[!who].guest.over); /* the other player keeps the connection */
    match_release(&match);
}

static void test_first_dies(void **state) {
    (void)state;
    lose(&one, 0, &other);
}

static void test_second_dies(void **state) {
    (void)state;
    lose(&other, 1, &one);
}

/* Whoever was not sent away by the server that stops does not even notice. */
static void test_upgrade(void **state) {
    (void)state;
    Match match;
    match_open(&match, &one.peer, &other.peer, &chance);
    match_go_on(&match, 4);
    for (int round = 0; round < 2; round++) {
        Served *stops = round ? &other : &one, *stays = round ? &one : &other;
        assert_int_equal(served_stop(stops, SIGTERM), 0);
        match_come_back(&match, &match.players[round], &stays->peer);
        match_go_on(&match, 2);
        assert_false(match.players[!round].guest.over);
        assert_true(served_start(stops, NULL));
        for (int k = 0; k < 2; k++) match_come_back(&match, &match.players[k], k == round ? &stops->peer : &stays->peer);
    }
    match_release(&match);
}

/* A person's cookie, name and link for another device are the same at both. */
static void test_people(void **state) {
    static char response[RESPONSE_MAX];
    char path[128], headers[128];
    Guest anna, there;
    (void)state;
    assert_true(guest_init(&anna, &one.peer, "Anna") && guest_connect(&anna));
    there = (Guest){.peer = &other.peer, .inbox = json_array()};
    memcpy(there.cookie, anna.cookie, sizeof there.cookie);
    assert_true(guest_connect(&there));
    guest_say(&anna, "{\"do\":\"rename\",\"key\":\"n\",\"name\":\"Annamaria\"}");
    json_decref(guest_expect(&anna, "done"));
    guest_disconnect(&there);
    assert_true(guest_connect_silently(&there));
    guest_say(&there, "{\"do\":\"hello\",\"version\":1}");
    json_t *welcome = guest_expect(&there, "welcome");
    assert_string_equal(json_words(welcome, "name"), "Annamaria");
    json_decref(welcome);
    guest_say(&anna, "{\"do\":\"device\"}");
    json_t *device = guest_expect(&anna, "device");
    snprintf(path, sizeof path, "%s", json_words(device, "path"));
    json_decref(device);
    snprintf(headers, sizeof headers, "Origin: http://127.0.0.1:%d\r\n", other.peer.port);
    assert_int_equal(peer_request(&other.peer, "POST", path, headers, "", response, sizeof response), 204);
    assert_int_equal(peer_request(&other.peer, "POST", path, headers, "", response, sizeof response), 410); /* once */
    guest_release(&anna);
    guest_release(&there);
}

static json_t *list_devices(const Peer *peer, const char *cookie) {
    static char response[RESPONSE_MAX];
    char headers[128];
    snprintf(headers, sizeof headers, "Cookie: araldo=%s\r\n", cookie);
    assert_int_equal(peer_request(peer, "GET", "/devices", headers, "", response, sizeof response), 200);
    json_t *body = json_loads(strstr(response, "\r\n\r\n") + 4, 0, NULL), *devices = json_object_get(body, "devices");
    json_incref(devices);
    json_decref(body);
    return devices;
}

/* Logs out the person's other device, through this server. */
static void log_out_other(const Peer *peer, const char *cookie) {
    static char response[RESPONSE_MAX];
    char path[64] = "", headers[256];
    size_t i;
    json_t *devices = list_devices(peer, cookie), *device;
    assert_int_equal(json_array_size(devices), 2);
    json_array_foreach(devices, i, device) if (json_is_false(json_object_get(device, "here")))
        snprintf(path, sizeof path, "/devices/%s", json_words(device, "id"));
    json_decref(devices);
    snprintf(headers, sizeof headers, "Cookie: araldo=%s\r\nOrigin: http://127.0.0.1:%d\r\n", cookie, peer->port);
    assert_int_equal(peer_request(peer, "POST", path, headers, "", response, sizeof response), 204);
}

/* A device that is logged out at one server loses its connections at the other too, and cannot come back. */
static void test_logged_out(void **state) {
    Guest anna, lost = {.peer = &other.peer, .inbox = json_array()};
    (void)state;
    assert_true(guest_init(&anna, &one.peer, "Anna") && guest_connect(&anna));
    guest_say(&anna, "{\"do\":\"device\"}");
    json_t *device = guest_expect(&anna, "device");
    assert_int_equal(peer_follow(&other.peer, json_words(device, "path"), lost.cookie), 204);
    json_decref(device);
    assert_true(guest_connect(&lost));
    log_out_other(&one.peer, anna.cookie);
    assert_int_equal(guest_expect_close(&lost), 4401);
    guest_disconnect(&lost);
    assert_true(guest_connect_silently(&lost));
    assert_int_equal(guest_expect_close(&lost), 4401);
    guest_say(&anna, "{\"do\":\"lobby\",\"on\":true}");
    json_decref(guest_expect(&anna, "lobby")); /* the person's own is still there */
    guest_release(&anna);
    guest_release(&lost);
}

/* A person has only so many connections at both together. */
static void test_connections(void **state) {
    Guest guests[CONNECTIONS_PER_PERSON_MAX + 1];
    (void)state;
    assert_true(guest_init(&guests[0], &one.peer, "Anna") && guest_connect(&guests[0]));
    for (int i = 1; i <= CONNECTIONS_PER_PERSON_MAX; i++) {
        guests[i] = (Guest){.peer = i < CONNECTIONS_PER_PERSON_MAX ? &one.peer : &other.peer, .inbox = json_array()};
        memcpy(guests[i].cookie, guests[0].cookie, sizeof guests[i].cookie);
        assert_true(i < CONNECTIONS_PER_PERSON_MAX ? guest_connect(&guests[i]) : guest_connect_silently(&guests[i]));
    }
    assert_int_equal(guest_expect_close(&guests[CONNECTIONS_PER_PERSON_MAX]), 4429);
    for (int i = 0; i < CONNECTIONS_PER_PERSON_MAX; i++) {
        guest_listen(&guests[i], 0);
        assert_false(guests[i].over);
        guest_release(&guests[i]);
    }
    guest_release(&guests[CONNECTIONS_PER_PERSON_MAX]);
}

/* The row of a table in what the list says next; NULL if it is not there. */
static json_t *find_row(const json_t *lobby, const char *list, const char *table) {
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(lobby, list), i, row) if (strcmp(json_words(row, "table"), table) == 0) return row;
    return NULL;
}

/* Waits until the list has told the table, or told that it is gone. */
static bool hears_of(Guest *guest, const char *table, bool gone, bool *yours) {
    int64_t began = monotonic_ms();
    while (monotonic_ms() - began < ANSWER_MS) {
        json_t *lobby = guest_expect(guest, "lobby"), *row = NULL, *id;
        size_t i;
        bool told = false;
        for (int list = 0; list < 3 && !row; list++)
            row = find_row(lobby, ((const char *const[]){"mine", "changed", "tables"})[list], table);
        json_array_foreach(json_object_get(lobby, "gone"), i, id) told |= strcmp(json_string_value(id), table) == 0;
        if (row && yours) *yours = json_is_integer(json_object_get(row, "yours"));
        bool done = gone ? told : row != NULL;
        json_decref(lobby);
        if (done) return true;
    }
    return false;
}

/* The list of tables has those of both servers, for everybody and for members. */
static void test_list(void **state) {
    Guest maker, stranger, friend;
    char table[32];
    bool yours = true;
    (void)state;
    assert_true(guest_init(&maker, &one.peer, "Anna") && guest_connect(&maker));
    assert_true(guest_init(&stranger, &other.peer, "Bruno") && guest_connect(&stranger));
    assert_true(guest_init(&friend, &one.peer, "Carla") && guest_connect(&friend));
    guest_say(&stranger, "{\"do\":\"lobby\",\"on\":true}");
    guest_say(&maker,
              "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
              "\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":true,\"chat\":false}");
    json_t *done = guest_expect(&maker, "done");
    snprintf(table, sizeof table, "%s", json_words(done, "table"));
    json_decref(done);
    assert_true(hears_of(&stranger, table, false, &yours)); /* as a change */
    assert_false(yours);
    guest_disconnect(&stranger);
    assert_true(guest_connect(&stranger));
    guest_say(&stranger, "{\"do\":\"lobby\",\"on\":true}");
    assert_true(hears_of(&stranger, table, false, &yours)); /* in the whole list */
    guest_say(&stranger, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", table);
    json_decref(guest_expect(&stranger, "table"));
    guest_say(&stranger, "{\"do\":\"sit\",\"key\":\"s\",\"table\":\"%s\",\"seat\":1}", table);
    json_decref(guest_expect(&stranger, "done"));
    assert_true(hears_of(&stranger, table, false, &yours));
    assert_true(yours);
    guest_disconnect(&stranger);
    guest_disconnect(&maker);
    served_stop(&one, SIGKILL); /* nobody is there any more: it leaves the public list with its server */
    stranger.peer = friend.peer = &other.peer;
    guest_disconnect(&friend);
    assert_true(guest_connect(&stranger));
    guest_say(&stranger, "{\"do\":\"lobby\",\"on\":true}");
    assert_true(hears_of(&stranger, table, false, &yours)); /* a member's own list has it, from the store */
    assert_true(yours);
    guest_release(&maker);
    guest_release(&stranger);
    guest_release(&friend);
}

static void test_refused(void **state) {
    char options[512], key[64] = "/tmp/araldo-key-XXXXXX";
    const char *const named[] = {"--cluster-name", "north", NULL};
    (void)state;
    long long nodes = database_number(&database, "SELECT max(epoch) FROM nodes");
    close(mkstemp(key));
    served_stop(&other, SIGTERM);
    assert_true(served_start(&other, named));
    nodes = database_number(&database, "SELECT max(epoch) FROM nodes");
    snprintf(options, sizeof options, "--postgres '%s' --cluster-name north", database.url);
    assert_true(served_refuses(options, "a server named 'north' is running already"));
    snprintf(options, sizeof options, "--postgres '%s' --cluster-key %s", database.url, key);
    assert_true(served_refuses(options, "at least 32 bytes"));
    FILE *file = fopen(key, "w");
    for (int i = 0; i < 40; i++) fputc('a' + i % 7, file);
    fclose(file);
    assert_true(served_refuses(options, "not that of the other servers"));
    assert_true(served_refuses("--postgres postgresql://nobody@127.0.0.1:1/room", "cannot reach the database"));
    assert_true(served_refuses("--postgres room.db", "--postgres must be a database address"));
    assert_true(served_refuses("--cluster-name north", "only works with --postgres"));
    snprintf(options, sizeof options, "--postgres '%s' --cluster-address 0.0.0.0:7171", database.url);
    assert_true(served_refuses(options, "the other servers cannot reach this one at 0.0.0.0"));
    assert_int_equal(database_number(&database, "SELECT max(epoch) FROM nodes"), nodes); /* nothing has changed */
    remove(key);
}

static int admin(const char *words, char *output, size_t capacity) {
    char command[2048];
    snprintf(command, sizeof command, "%s admin %s 2>&1", served_program(), words);
    FILE *pipe = popen(command, "r");
    output[fread(output, 1, capacity - 1, pipe)] = 0;
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A figure of the cluster as /health of this server tells it; -1 if the server is not well. */
static long long cluster_health(const Served *served, const char *name) {
    static char response[RESPONSE_MAX];
    if (peer_request(&served->peer, "GET", "/health", "", "", response, sizeof response) != 200) return -1;
    json_t *health = json_loads(strstr(response, "\r\n\r\n") + 4, 0, NULL);
    json_t *figure = json_object_get(json_object_get(health, "cluster"), name);
    long long value = json_is_integer(figure) ? json_integer_value(figure) : -1;
    json_decref(health);
    return value;
}

/* Servers and tables are listed, and the room is backed up while it runs. */
static void test_admin(void **state) {
    char words[1024], output[4096];
    Match match;
    (void)state;
    match_open(&match, &one.peer, &other.peer, &chance);
    match_go_on(&match, 2);
    int64_t end = monotonic_ms() + ANSWER_MS; /* the player at the other server than the table's is relayed */
    while (cluster_health(&one, "visitors") + cluster_health(&other, "visitors") < 1 && monotonic_ms() < end) poll(NULL, 0, 50);
    assert_true(cluster_health(&one, "visitors") + cluster_health(&other, "visitors") >= 1);
    assert_true(cluster_health(&one, "lag_ms") >= 0 && cluster_health(&one, "epoch") > 0);
    snprintf(words, sizeof words, "nodes '%s' --json", database.url);
    assert_int_equal(admin(words, output, sizeof output), 0);
    assert_non_null(strstr(output, "\"draining\":false}\n{")); /* two of them */
    snprintf(words, sizeof words, "tables '%s'", database.url);
    assert_int_equal(admin(words, output, sizeof output), 0);
    assert_non_null(strstr(output, match.id));
    snprintf(words, sizeof words, "backup '%s' %s/backup.db", database.url, one.folder);
    assert_int_equal(admin(words, output, sizeof output), 0);
    snprintf(words, sizeof words, "check %s/backup.db", one.folder);
    assert_int_equal(admin(words, output, sizeof output), 0);
    snprintf(words, sizeof words, "drain '%s' nobody", database.url);
    assert_int_equal(admin(words, output, sizeof output), 2);
    snprintf(words, sizeof words, "%s/backup.db", one.folder);
    remove(words);
    match_go_on(&match, 2);
    match_release(&match);
}

/* A server that is drained hands its tables over, and nobody notices; it stays up for its clients. */
static void test_drain(void **state) {
    static char response[RESPONSE_MAX];
    char words[1024], output[4096];
    const char *const named[] = {"--cluster-name", "north", NULL};
    Match match;
    (void)state;
    served_stop(&other, SIGTERM);
    assert_true(served_start(&other, named));
    int64_t end = monotonic_ms() + ANSWER_MS;
    const char *kept = "SELECT count(*) FROM shards WHERE owner = (SELECT epoch FROM nodes WHERE name = 'north')";
    while (database_number(&database, kept) != 128 && monotonic_ms() < end) poll(NULL, 0, 50);
    assert_int_equal(database_number(&database, kept), 128);
    match_open(&match, &one.peer, &other.peer, &chance);
    match_go_on(&match, 2);
    snprintf(words, sizeof words, "drain '%s' north --json", database.url);
    assert_int_equal(admin(words, output, sizeof output), 0);
    assert_string_equal(output, "{\"draining\":true}\n");
    end = monotonic_ms() + ANSWER_MS;
    while (database_number(&database, kept) > 0 && monotonic_ms() < end) match_go_on(&match, 1);
    assert_int_equal(database_number(&database, kept), 0);
    int status = 200;
    for (; status == 200 && monotonic_ms() < end; poll(NULL, 0, 50))
        status = peer_request(&other.peer, "GET", "/health", "", "", response, sizeof response);
    assert_int_equal(status, 503);
    assert_non_null(strstr(response, "draining"));
    match_go_on(&match, 2);
    for (int i = 0; i < 2; i++) assert_false(match.players[i].guest.over);
    snprintf(words, sizeof words, "nodes '%s'", database.url);
    assert_int_equal(admin(words, output, sizeof output), 0);
    assert_non_null(strstr(output, ", draining\n"));
    match_release(&match);
}

/* A backup is put into an empty database, never over a room, and its matches go on. */
static void test_restore(void **state) {
    char words[1024], output[4096], backup[SERVED_PATH_MAX + 32];
    Match match;
    (void)state;
    match_open(&match, &one.peer, &other.peer, &chance);
    match_go_on(&match, 6);
    assert_int_equal(served_stop(&one, SIGTERM), 0);
    assert_int_equal(served_stop(&other, SIGTERM), 0);
    snprintf(backup, sizeof backup, "%s/backup.db", one.folder);
    snprintf(words, sizeof words, "backup '%s' '%s' --json", database.url, backup);
    assert_int_equal(admin(words, output, sizeof output), 0);
    assert_string_equal(output, "{\"tables\":1}\n");
    snprintf(words, sizeof words, "restore '%s' '%s' --json", backup, database.url);
    assert_int_equal(admin(words, output, sizeof output), 2);
    assert_true(database_empty(&database));
    snprintf(words, sizeof words, "restore '%s' '%s' --json", backup, database.url);
    assert_int_equal(admin(words, output, sizeof output), 0);
    assert_string_equal(output, "{\"tables\":1}\n");
    assert_true(served_start(&one, NULL) && served_start(&other, NULL));
    for (int i = 0; i < 2; i++) match_come_back(&match, &match.players[i], i ? &other.peer : &one.peer);
    match_go_on(&match, 4);
    match_release(&match);
    remove(backup);
}

/* A name will do as the address for the others: they are told what it stands for. */
static void test_address(void **state) {
    const char *const named[] = {"--cluster-address", "localhost", NULL};
    (void)state;
    served_stop(&other, SIGTERM);
    assert_true(served_start(&other, named));
    int64_t end = monotonic_ms() + ANSWER_MS;
    while (cluster_health(&one, "links") + cluster_health(&other, "links") != 2 && monotonic_ms() < end) poll(NULL, 0, 50);
    assert_int_equal(cluster_health(&one, "links") + cluster_health(&other, "links"), 2);
}

/* Shards are spread evenly over the servers that there are. */
static void test_spread(void **state) {
    (void)state;
    const char *most = "SELECT max(c) FROM (SELECT count(*) AS c FROM shards GROUP BY owner) counted";
    int64_t began = monotonic_ms();
    while (database_number(&database, most) != 128 && monotonic_ms() - began < ANSWER_MS) poll(NULL, 0, 50);
    assert_int_equal(database_number(&database, most), 128);
    assert_int_equal(served_stop(&one, SIGTERM), 0);
    assert_int_equal(database_number(&database, most), 256); /* handed over before it ended */
    assert_int_equal(database_number(&database, "SELECT count(*) FROM nodes"), 1);
}

#define TOGETHER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    if (!database_open(&database)) return 1;
    const struct CMUnitTest tests[] = {
        TOGETHER(test_people),  TOGETHER(test_logged_out), TOGETHER(test_connections), TOGETHER(test_list),
        TOGETHER(test_spread),  TOGETHER(test_first_dies), TOGETHER(test_second_dies), TOGETHER(test_upgrade),
        TOGETHER(test_refused), TOGETHER(test_admin),      TOGETHER(test_drain),       TOGETHER(test_restore),
        TOGETHER(test_address),
    };
    int status = tap_run("together", tests, sizeof tests / sizeof *tests);
    database_release(&database);
    return status;
}
