/* Attacks on the port for other servers, by strangers who do not have the cluster's key. */
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/attacks/attack.h"

enum {
    STRANGERS = 120, /* twice as many as there are places, */
    SOURCES = 6,     /* from so many addresses */
    HELLO_BYTES = 4 + 8 + 32,
    HEADER_BYTES = 24,
    SEAL_BYTES = 17,
    CUT_MS = 10000,
};

/* What a stranger says: nothing, half a greeting, bytes that are no greeting, a proof made with another key, and a frame of
 * gigabytes before anything is proved. The first two have to wait for their time to run out, or for others to take their place. */
enum { SAYS_NOTHING, SAYS_HALF, SAYS_JUNK, SAYS_PROOF, SAYS_GIGABYTES, SAYINGS };

static bool prepare_strangers(AttackRun *run) {
    run->counts[2] = (long)database_number(&run->database, "SELECT port FROM nodes");
    return run->counts[2] > 0 || report_fail(&run->report, "no port for other servers");
}

static void say_as(int line, int what) {
    static uint8_t words[HELLO_BYTES + HEADER_BYTES + 4 + SEAL_BYTES];
    randombytes_buf(words, sizeof words);
    if (what != SAYS_JUNK) memcpy(words, "Arl1", 4);
    words[11] = 0x7f; /* a later server than any there is */
    memset(words + HELLO_BYTES + HEADER_BYTES, 0, 4);
    words[HELLO_BYTES + HEADER_BYTES] = SEAL_BYTES;
    if (what == SAYS_GIGABYTES) words[HELLO_BYTES + HEADER_BYTES + 3] = 0x7f;
    if (what != SAYS_NOTHING) send(line, words, what == SAYS_HALF ? HELLO_BYTES / 2 : sizeof words, MSG_NOSIGNAL);
}

/* Whatever it says first, does the server end the connection? */
static bool is_cut(int line) {
    char said[512];
    struct pollfd wanted = {line, POLLIN, 0};
    while (poll(&wanted, 1, CUT_MS) > 0)
        if (recv(line, said, sizeof said, 0) <= 0) return true;
    return false;
}

static void send_strangers(AttackRun *run) {
    int lines[STRANGERS];
    for (int i = 0; i < STRANGERS; i++) {
        Peer peer = run->peers[i % SOURCES];
        peer.port = (int)run->counts[2];
        lines[i] = attacker_call(&peer);
        if (lines[i] >= 0) say_as(lines[i], i % SAYINGS);
    }
    for (int i = 0; i < STRANGERS; i++) {
        if (lines[i] < 0) continue;
        run->counts[0]++;
        if (i % SAYINGS >= SAYS_JUNK) run->counts[1] += !is_cut(lines[i]);
        close(lines[i]);
    }
}

/* All got in, because newcomers take the places of those who wait, and nobody who said something wrong stayed. */
static bool strangers_hold(AttackRun *run) {
    if (run->counts[0] != STRANGERS) return report_fail(&run->report, "only %ld got in", run->counts[0]);
    if (run->counts[1]) return report_fail(&run->report, "%ld were not cut", run->counts[1]);
    double links = served_figure(&run->served, "araldo_cluster_links");
    return links == 0 || report_fail(&run->report, "%g links", links);
}

const Attack cluster_attacks[] = {
    {.name = "strangers at the port for other servers",
     .cluster = true,
     .prepare = prepare_strangers,
     .burst = send_strangers,
     .holds = strangers_hold},
    {0},
};
