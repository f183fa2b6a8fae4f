/* Plays matches of two people each, and measures how long moves take to be acknowledged. */
#include "tests/attacks/others.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static bool answered(Guest *guest, const char *what, Report *report) {
    json_t *done = guest_expect(guest, "done");
    json_decref(done);
    if (!done) return report_fail(report, "the others: no answer to %s%s", what, guest->over ? ": cut off" : "");
    return true;
}

/* A new table, with both of the pair at it and the match begun. */
static bool begin_match(OthersPair *pair, Report *report) {
    int key = ++pair->keys;
    for (int i = 0; i < 2; i++) {
        if (*pair->table) guest_say(&pair->guests[i], "{\"do\":\"exit\",\"table\":\"%s\"}", pair->table);
        json_array_clear(pair->guests[i].inbox);
    }
    guest_say(&pair->guests[0],
              "{\"do\":\"create\",\"key\":\"c%d\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
              "\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":false,\"chat\":false}",
              key);
    json_t *done = guest_expect(&pair->guests[0], "done");
    snprintf(pair->table, sizeof pair->table, "%s", json_words(done, "table"));
    json_decref(done);
    if (!*pair->table) return report_fail(report, "the others: no table (%s)", guest_expect_error(&pair->guests[0]));
    guest_say(&pair->guests[1], "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", pair->table);
    json_decref(guest_expect(&pair->guests[1], "table"));
    guest_say(&pair->guests[1], "{\"do\":\"sit\",\"key\":\"s%d\",\"table\":\"%s\",\"seat\":1}", key, pair->table);
    if (!answered(&pair->guests[1], "sit", report)) return false;
    for (int i = 0; i < 2; i++) {
        guest_say(&pair->guests[i],
                  "{\"do\":\"ready\",\"key\":\"r%d\",\"table\":\"%s\",\"on\":true,"
                  "\"salt\":\"00112233445566778899aabbccddeeff\"}",
                  key, pair->table);
        if (!answered(&pair->guests[i], "ready", report)) return false;
    }
    return true;
}

bool others_open(Others *others, const Peer *peer, Report *report) {
    others->count = 0;
    for (int i = 0; i < OTHERS_PAIRS; i++) {
        OthersPair *pair = &others->pairs[i];
        memset(pair, 0, sizeof *pair);
        snprintf(pair->source, sizeof pair->source, "127.0.9.%d", i + 1);
        pair->peer = *peer;
        pair->peer.source = pair->source;
        for (int k = 0; k < 2; k++)
            if (!guest_init(&pair->guests[k], &pair->peer, k ? "Bob" : "Ada") || !guest_connect(&pair->guests[k]))
                return report_fail(report, "the others are refused");
        if (!begin_match(pair, report)) return false;
    }
    return true;
}

void others_release(Others *others) {
    for (int i = 0; i < OTHERS_PAIRS; i++)
        for (int k = 0; k < 2; k++)
            if (others->pairs[i].guests[k].inbox) guest_release(&others->pairs[i].guests[k]);
}

/* The first legal move in the newest message that has any, "" if it is not this seat's turn; notices the end of the match. */
static void look(Guest *guest, char *move, size_t capacity, bool *over) {
    move[0] = 0;
    for (size_t i = 0; i < json_array_size(guest->inbox); i++) {
        const json_t *message = json_array_get(guest->inbox, i);
        const char *say = json_words(message, "say");
        if (strcmp(say, "entry") != 0 && strcmp(say, "table") != 0) continue;
        const char *legal = json_string_value(json_array_get(json_object_get(message, "legal"), 0));
        snprintf(move, capacity, "%s", legal ? legal : "");
        if (strcmp(json_words(message, "phase"), "over") == 0) *over = true;
    }
}

static bool play_move(Others *others, OthersPair *pair, Report *report) {
    char move[128];
    double until = milliseconds() + ANSWER_MS;
    while (milliseconds() < until) {
        bool over = false;
        for (int i = 0; i < 2; i++) {
            guest_listen(&pair->guests[i], 0);
            look(&pair->guests[i], move, sizeof move, &over);
            if (over || !*move) continue;
            double sent = milliseconds();
            for (int k = 0; k < 2; k++) json_array_clear(pair->guests[k].inbox);
            guest_say(&pair->guests[i], "{\"do\":\"move\",\"key\":\"m%d\",\"table\":\"%s\",\"move\":\"%s\"}", ++pair->keys,
                      pair->table, move);
            if (!answered(&pair->guests[i], "a move", report)) return false;
            if (others->count < OTHERS_MOVES_MAX) others->times_ms[others->count++] = milliseconds() - sent;
            return true;
        }
        if (over && !begin_match(pair, report)) return false;
        guest_listen(&pair->guests[0], 5);
    }
    return report_fail(report, "the others: nobody may move");
}

bool others_play(Others *others, int moves, int pause_ms, Report *report) {
    for (int i = 0; i < moves; i++)
        for (int k = 0; k < OTHERS_PAIRS; k++) {
            if (!play_move(others, &others->pairs[k], report)) return false;
            if (pause_ms) poll(NULL, 0, pause_ms);
        }
    return true;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

double others_percentile(Others *others, double share) {
    if (others->count == 0) return 0;
    qsort(others->times_ms, (size_t)others->count, sizeof *others->times_ms, compare);
    int index = (int)(share * (others->count - 1) + 0.5);
    return others->times_ms[index];
}

void others_forget(Others *others) { others->count = 0; }
