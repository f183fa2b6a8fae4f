/* Plays matches through real servers, and checks what their players see. */
#include "tests/server/played.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/tap.h"
#include "tests/support/monotonic.h"

/* ---- what is seen */

static void note_step(Match *match, Player *player, const json_t *step) {
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
    if (n > player->last) player->last = n;
}

static void note_choice(const Match *match, Player *player, const json_t *message) {
    const json_t *legal = json_object_get(message, "legal");
    if (!json_object_get(message, "actors")) return;
    size_t count = json_array_size(legal);
    player->legal[0] = 0;
    if (count)
        snprintf(player->legal, sizeof player->legal, "%s",
                 json_string_value(json_array_get(legal, chance_below(match->chance, (uint32_t)count))));
}

static void note(Match *match, Player *player, const json_t *message) {
    const char *say = json_words(message, "say");
    if (strcmp(say, "entry") == 0) note_step(match, player, message);
    if (strcmp(say, "history") == 0) {
        size_t i;
        json_t *step;
        json_array_foreach(json_object_get(message, "steps"), i, step) note_step(match, player, step);
    }
    if (strcmp(say, "table") == 0) player->told = json_integer_value(json_object_get(message, "n"));
    if (strcmp(say, "table") == 0 || strcmp(say, "entry") == 0) {
        note_choice(match, player, message);
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

void match_act(Match *match, Player *player) {
    hear(match, player, 0);
    if (!player->legal[0] || player->pending[0] || match->over || player->guest.over) return;
    strcpy(player->pending, player->legal);
    player->legal[0] = 0;
    player->key++;
    send_move(match, player);
}

/* A server that is being given up, or has no database just now, refuses. */
static bool connect_patiently(Guest *guest) {
    for (int tries = 0; tries < 100; tries++) {
        if (guest_connect(guest)) return true;
        guest_disconnect(guest);
        poll(NULL, 0, 200);
    }
    return false;
}

/* A new person, who comes in. */
static bool come(Guest *guest, const Peer *peer) {
    for (int tries = 0; tries < 20; tries++) {
        if (guest_init(guest, peer, "Ada")) return connect_patiently(guest);
        guest_release(guest);
        poll(NULL, 0, 500);
    }
    return false;
}

/* Enters the match's table, and waits for it. */
static void enter(Match *match, Player *player) {
    guest_say(&player->guest, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", match->id);
    json_t *table = guest_expect(&player->guest, "table");
    if (table) note(match, player, table);
    json_decref(table);
}

/* Asks for something with a key until it is done, however often the server sends its clients away; the answer, NULL without one. */
static json_t *ask(Match *match, Player *player, const char *text) {
    for (int tries = 0; tries < 20; tries++) {
        guest_say(&player->guest, "%s", text);
        json_t *done = guest_expect(&player->guest, "done");
        if (done || !player->guest.over) return done;
        guest_disconnect(&player->guest);
        assert_true(connect_patiently(&player->guest));
        if (match->id[0]) enter(match, player);
    }
    return NULL;
}

/* Takes the second seat, if it is not the maker, and is ready. */
static void take_seat(Match *match, Player *player) {
    char text[256];
    if (player != &match->players[0]) {
        enter(match, player);
        snprintf(text, sizeof text, "{\"do\":\"sit\",\"key\":\"s\",\"table\":\"%s\",\"seat\":1}", match->id);
        json_decref(ask(match, player, text));
    }
    snprintf(text, sizeof text,
             "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,\"salt\":\"00112233445566778899aabbccddeeff\"}",
             match->id);
    json_t *done = ask(match, player, text);
    assert_non_null(done);
    json_decref(done);
}

void match_open(Match *match, const Peer *first, const Peer *second, Chance *chance) {
    char text[256];
    *match = (Match){.last = -1, .player_count = second ? 2 : 1, .chance = chance};
    for (int i = 0; i < match->player_count; i++) {
        match->players[i].last = -1;
        assert_true(come(&match->players[i].guest, i ? second : first));
    }
    snprintf(text, sizeof text,
             "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
             "\"seats\":[\"me\",\"%s\"],\"clock\":0,\"public\":false,\"chat\":false}",
             second ? "open" : "bot:easy");
    json_t *done = ask(match, &match->players[0], text);
    snprintf(match->id, sizeof match->id, "%s", json_words(done, "table"));
    json_decref(done);
    assert_int_equal(strlen(match->id), TABLE_ID_MAX - 1);
    for (int i = 0; i < match->player_count; i++) take_seat(match, &match->players[i]);
}

void match_come_back(Match *match, Player *player, const Peer *peer) {
    guest_disconnect(&player->guest);
    player->guest.peer = peer;
    player->legal[0] = 0;
    assert_true(connect_patiently(&player->guest));
    int64_t last = player->last;
    player->told = -1;
    if (last < 0) guest_say(&player->guest, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", match->id);
    else guest_say(&player->guest, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":%lld}", match->id, (long long)last);
    for (int wait = 0; wait < 200 && player->told < 0 && !player->guest.over; wait++) hear(match, player, 100);
    if (player->told < 0 && player->guest.over) return; /* that server goes too: the caller tries another */
    if (player->told < last) print_message("# shown up to %lld, now %lld\n", (long long)last, (long long)player->told);
    assert_true(player->told >= last);
    if (player->pending[0]) send_move(match, player);
}

int64_t match_go_on(Match *match, int entries) {
    int64_t began = monotonic_ms(), until = match->last + entries;
    while (match->last < until && !match->over && monotonic_ms() - began < ANSWER_MS)
        for (int k = 0; k < match->player_count; k++) {
            Player *player = &match->players[k];
            poll(NULL, 0, 2);
            if (player->guest.over) match_come_back(match, player, player->guest.peer);
            match_act(match, player);
        }
    if (match->last < until && !match->over)
        for (int k = 0; k < match->player_count; k++)
            print_message("# player %d: legal '%s', pending '%s', connection %s; seen %lld, told %lld\n", k,
                          match->players[k].legal, match->players[k].pending, match->players[k].guest.over ? "over" : "open",
                          (long long)match->last, (long long)match->players[k].told);
    assert_true(match->last >= until || match->over);
    return monotonic_ms() - began;
}

void match_check_seen(const Match *match) {
    for (int64_t n = 1; n <= match->last; n++) assert_true(match->seen[n][0]);
}

void match_check_record(Match *match, const Peer *peer) {
    static char response[RESPONSE_MAX];
    char path[64], command[SERVED_PATH_MAX];
    snprintf(path, sizeof path, "/record/%s.jsonl", match->id);
    assert_int_equal(peer_request(peer, "GET", path, "", "", response, sizeof response), 200);
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

void match_release(Match *match) {
    for (int i = 0; i < match->player_count; i++) guest_release(&match->players[i].guest);
}
