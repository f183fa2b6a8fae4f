/* Kills the server again and again while people and bots play, and checks that nothing acknowledged is lost.
 * It does so on a data file, and on a database, whose connections are broken as well.
 * What was acknowledged or shown is there afterwards, a move sent again counts once, and every match goes on to its end and
 * verifies. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/chance.h"
#include "room/limits.h"
#include "tests/server/served.h"
#include "tests/support/database.h"
#include "tests/support/tap.h"

enum { MATCHES = 3, PLAYERS_MAX = 2, ENTRIES_MAX = 4096, SEEN_MAX = 96, MOVE_BYTES = 96 };

typedef struct Player {
    Guest guest;
    char legal[MOVE_BYTES];   /* a move it may make now */
    char pending[MOVE_BYTES]; /* sent, not yet acknowledged */
    unsigned key;             /* of the last one sent */
} Player;

/* What its players have seen of a match: whatever was shown was committed. */
typedef struct Match {
    char id[TABLE_ID_MAX];
    int player_count;
    Player players[PLAYERS_MAX];
    char seen[ENTRIES_MAX][SEEN_MAX]; /* the entry of each number: kind, seat, move */
    int64_t last;                     /* the highest number seen, */
    int64_t told;                     /* and what the server said it is at after a restart */
    bool over;
    int acknowledged;
} Match;

static Served served;
static Match matches[MATCHES];
static Chance chance;

static unsigned dice(unsigned bound) { return chance_below(&chance, bound); }

/* ---- what is seen */

static void note_step(Match *match, const json_t *step) {
    int64_t n = json_integer_value(json_object_get(step, "n"));
    const json_t *entry = json_object_get(step, "entry"), *events = json_object_get(step, "events");
    char words[SEEN_MAX];
    snprintf(words, sizeof words, "%s %lld %s", json_words(entry, "entry"),
             (long long)json_integer_value(json_object_get(entry, "seat")), json_words(json_array_get(events, 0), "move"));
    assert_true(n >= 0 && n < ENTRIES_MAX);
    if (match->seen[n][0] && strcmp(match->seen[n], words) != 0)
        print_message("# %lld was %s, is %s\n", (long long)n, match->seen[n], words);
    if (match->seen[n][0]) assert_string_equal(match->seen[n], words); /* what was once seen never changes */
    strcpy(match->seen[n], words);
    if (n > match->last) match->last = n;
}

static void note_choice(Player *player, const json_t *message) {
    const json_t *legal = json_object_get(message, "legal");
    if (!json_object_get(message, "actors")) return;
    size_t count = json_array_size(legal);
    player->legal[0] = 0;
    if (count)
        snprintf(player->legal, sizeof player->legal, "%s", json_string_value(json_array_get(legal, dice((unsigned)count))));
}

static void note(Match *match, Player *player, const json_t *message) {
    const char *say = json_words(message, "say");
    if (strcmp(say, "entry") == 0) note_step(match, message);
    if (strcmp(say, "history") == 0) {
        size_t i;
        json_t *step;
        json_array_foreach(json_object_get(message, "steps"), i, step) note_step(match, step);
    }
    if (strcmp(say, "table") == 0) match->told = json_integer_value(json_object_get(message, "n"));
    if (strcmp(say, "table") == 0 || strcmp(say, "entry") == 0) {
        note_choice(player, message);
        match->over |= strcmp(json_words(message, "phase"), "over") == 0;
    }
    char key[16];
    snprintf(key, sizeof key, "m%u", player->key);
    if (strcmp(say, "done") == 0 && strcmp(json_words(message, "key"), key) == 0) {
        match->acknowledged += player->pending[0] != 0;
        player->pending[0] = 0;
    }
    if (strcmp(say, "error") == 0) print_message("# %s: %s\n", json_words(message, "code"), player->pending);
    assert_string_not_equal(say, "error");
}

/* Takes everything that has come. */
static void hear(Match *match, Player *player, int milliseconds) {
    guest_listen(&player->guest, milliseconds);
    while (json_array_size(player->guest.inbox)) {
        json_t *message = json_incref(json_array_get(player->guest.inbox, 0));
        json_array_remove(player->guest.inbox, 0);
        note(match, player, message);
        json_decref(message);
    }
}

/* ---- what is done */

static void send_move(Match *match, Player *player) {
    guest_say(&player->guest, "{\"do\":\"move\",\"key\":\"m%u\",\"table\":\"%s\",\"move\":\"%s\"}", player->key, match->id,
              player->pending);
}

static void act(Match *match, Player *player) {
    hear(match, player, 0);
    if (!player->legal[0] || player->pending[0] || match->over || player->guest.over) return;
    strcpy(player->pending, player->legal);
    player->legal[0] = 0;
    player->key++;
    send_move(match, player);
}

static void open_match(Match *match, int number) {
    match->player_count = number == MATCHES - 1 ? 1 : 2; /* the last is played against a bot */
    match->last = -1;
    for (int i = 0; i < match->player_count; i++) {
        assert_true(guest_init(&match->players[i].guest, &served.peer, "Ada"));
        assert_true(guest_connect(&match->players[i].guest));
    }
    Guest *maker = &match->players[0].guest;
    guest_say(maker,
              "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
              "\"seats\":[\"me\",\"%s\"],"
              "\"clock\":0,\"public\":false,\"chat\":false}",
              match->player_count == 1 ? "bot:easy" : "open");
    json_t *done = guest_expect(maker, "done");
    snprintf(match->id, sizeof match->id, "%s", json_words(done, "table"));
    json_decref(done);
    assert_int_equal(strlen(match->id), TABLE_ID_MAX - 1);
    for (int i = 0; i < match->player_count; i++) {
        Guest *guest = &match->players[i].guest;
        if (i) guest_say(guest, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", match->id);
        if (i) guest_say(guest, "{\"do\":\"sit\",\"key\":\"s\",\"table\":\"%s\",\"seat\":1}", match->id);
        guest_say(guest,
                  "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,\"salt\":\"00112233445566778899aabbccddeeff\"}",
                  match->id);
    }
}

/* After a restart: who comes back is told all it missed, nothing that was seen is gone, and what was not acknowledged is sent
 * again. */
static void come_back(Match *match) {
    for (int i = 0; i < match->player_count; i++) {
        Player *player = &match->players[i];
        int64_t last = match->last;
        guest_disconnect(&player->guest);
        player->legal[0] = 0;
        assert_true(guest_connect(&player->guest));
        match->told = -1;
        guest_say(&player->guest, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":%lld}", match->id, (long long)last);
        for (int wait = 0; wait < 200 && match->told < 0; wait++) hear(match, player, 100);
        if (match->told < last) print_message("# shown up to %lld, now %lld\n", (long long)last, (long long)match->told);
        assert_true(match->told >= last);
        if (player->pending[0]) send_move(match, player);
    }
    for (int64_t n = 1; n <= match->last; n++) assert_true(match->seen[n][0]);
}

static void play_for(int milliseconds) {
    for (int passed = 0; passed < milliseconds; passed += 10) {
        poll(NULL, 0, 10);
        for (int i = 0; i < MATCHES; i++)
            for (int k = 0; k < matches[i].player_count; k++) act(&matches[i], &matches[i].players[k]);
    }
}

static void check_record(Match *match) {
    static char response[RESPONSE_MAX];
    char path[64], command[SERVED_PATH_MAX];
    snprintf(path, sizeof path, "/record/%s.jsonl", match->id);
    assert_int_equal(peer_request(&served.peer, "GET", path, "", "", response, sizeof response), 200);
    const char *body = strstr(response, "\r\n\r\n") + 4;
    snprintf(command, sizeof command, "%s verify - >/dev/null", served_program());
    FILE *verify = popen(command, "w");
    fputs(body, verify);
    assert_int_equal(pclose(verify), 0);
    /* The record's moves are those that were seen, each once and in order. */
    int64_t n = 0;
    int count = 0;
    for (const char *line = body; *line; line = strchr(line, '\n') + 1) {
        json_error_t error;
        json_t *event = json_loadb(line, strcspn(line, "\n"), 0, &error);
        const char *move = json_words(event, "move");
        if (*move) {
            while (n <= match->last && strncmp(match->seen[n], "move", 4) != 0) n++;
            assert_true(n <= match->last);
            assert_string_equal(strrchr(match->seen[n++], ' ') + 1, move);
            count++;
        }
        json_decref(event);
    }
    while (n <= match->last) assert_int_not_equal(strncmp(match->seen[n++], "move", 4), 0);
    assert_true(count >= match->acknowledged);
}

static Database database;

/* Ends the server, or breaks its connections to the database while it commits. */
static void strike(void) {
    if (served.url && dice(2)) {
        database_run(&database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'araldo'");
        return;
    }
    assert_int_equal(served_stop(&served, SIGKILL), -SIGKILL);
    assert_true(served_start(&served, NULL));
}

static void run_kill(const char *url, int rounds) {
    chance = chance_fast((uint64_t)time(NULL));
    memset(matches, 0, sizeof matches);
    served_init(&served);
    served.url = url;
    assert_true(served_start(&served, NULL));
    for (int i = 0; i < MATCHES; i++) open_match(&matches[i], i);
    for (int round = 0; round < rounds; round++) {
        play_for(20 + (int)dice(400));
        strike();
        for (int i = 0; i < MATCHES; i++) come_back(&matches[i]);
    }
    bool over = false;
    for (int wait = 0; wait < 600 && !over; wait++) {
        play_for(200);
        over = true;
        for (int i = 0; i < MATCHES; i++) over &= matches[i].over;
    }
    assert_true(over);
    play_for(100);
    for (int i = 0; i < MATCHES; i++) {
        check_record(&matches[i]);
        for (int k = 0; k < matches[i].player_count; k++) guest_release(&matches[i].players[k].guest);
        assert_true(matches[i].acknowledged > 0);
    }
    assert_int_equal(served_stop(&served, SIGTERM), 0);
    served_release(&served);
}

static void test_kill(void **state) {
    (void)state;
    run_kill(NULL, soak() ? 200 : 8);
}

static void test_kill_on_database(void **state) {
    (void)state;
    assert_true(database_open(&database));
    run_kill(database.url, soak() ? 200 : 6);
    database_release(&database);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kill), cmocka_unit_test(test_kill_on_database)};
    return tap_run("kill", tests, sizeof tests / sizeof *tests);
}
