/* Attacks on the server: connections, handshakes, pages and files, below any message of the room. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/attacks/attack.h"

enum { CHURN_CONNECTIONS = 60, REPLAY_CLIENTS = 6, REPLAYS_EACH = 10 };

/* Opens as many connections as an address may have, without a session, and closes them at once. */
static void churn_connections(AttackRun *run) {
    WebSocket *sockets[CHURN_CONNECTIONS];
    int status;
    for (int i = 0; i < CHURN_CONNECTIONS; i++) {
        sockets[i] = websocket_open(&run->peers[0], NULL, NULL, NULL, NULL, &status);
        run->counts[sockets[i] ? 0 : status == 429 ? 1 : 2]++;
    }
    for (int i = 0; i < CHURN_CONNECTIONS; i++)
        if (sockets[i]) websocket_free(sockets[i]);
}

static bool churn_holds(AttackRun *run) {
    if (run->counts[2]) return report_fail(&run->report, "%ld connections neither opened nor refused", run->counts[2]);
    if (run->counts[0] < CHURN_CONNECTIONS / 2) return report_fail(&run->report, "only %ld opened", run->counts[0]);
    return true;
}

/* ---- replays */

/* A match against a bot, played to its end. */
static bool play_match(AttackRun *run) {
    Guest *guest = &run->attackers[0];
    if (!attacker_arrive(run, 0)) return false;
    guest_say(guest,
              "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,"
              "\"options\":{\"target\":\"1\"},\"seats\":[\"me\",\"bot:easy\"],\"clock\":0,\"public\":false,"
              "\"chat\":false}");
    json_t *done = guest_expect(guest, "done");
    snprintf(run->table, sizeof run->table, "%s", json_words(done, "table"));
    json_decref(done);
    guest_say(guest,
              "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,"
              "\"salt\":\"00112233445566778899aabbccddeeff\"}",
              run->table);
    for (int turn = 0; turn < 2000; turn++) {
        json_t *entry = guest_expect(guest, "entry");
        if (!entry) break;
        const char *move = json_string_value(json_array_get(json_object_get(entry, "legal"), 0));
        bool over = strcmp(json_words(entry, "phase"), "over") == 0;
        if (move)
            guest_say(guest, "{\"do\":\"move\",\"key\":\"m%d\",\"table\":\"%s\",\"move\":\"%s\"}", turn, run->table, move);
        json_decref(entry);
        if (over) return true;
        if (move) poll(NULL, 0, 50); /* below the limit of messages */
    }
    return report_fail(&run->report, "the match does not end");
}

/* Six clients fetch the same replay, each from an address of its own, in a process of its own; answers that are neither the
 * replay nor a clear refusal count as bad. */
static void fetch_replays(AttackRun *run) {
    static char response[RESPONSE_MAX];
    pid_t clients[REPLAY_CLIENTS];
    char path[96];
    snprintf(path, sizeof path, "/replay/%s.json?eyes=all", run->table);
    for (int i = 0; i < REPLAY_CLIENTS; i++) {
        clients[i] = fork();
        if (clients[i] != 0) continue;
        int bad = 0;
        for (int k = 0; k < REPLAYS_EACH; k++) {
            int status = peer_request(&run->peers[i], "GET", path, "", "", response, sizeof response);
            bad += status != 200 && status != 429;
        }
        _exit(bad);
    }
    for (int i = 0; i < REPLAY_CLIENTS; i++) {
        int status = 0;
        waitpid(clients[i], &status, 0);
        run->counts[0] += status != 0;
    }
}

/* Each request is made once, given again, or refused. */
static bool replays_hold(AttackRun *run) {
    double made = served_figure(&run->served, "araldo_replays_made_total");
    double all = made + served_figure(&run->served, "araldo_replays_kept_total") +
                 served_figure(&run->served, "araldo_replays_refused_total");
    if (run->counts[0]) return report_fail(&run->report, "%ld clients got something else", run->counts[0]);
    if (made != 1) return report_fail(&run->report, "made %g times", made);
    if (all != REPLAY_CLIENTS * REPLAYS_EACH) return report_fail(&run->report, "%g answers", all);
    return true;
}

const Attack server_attacks[] = {
    {.name = "replays fetched by six clients", .prepare = play_match, .burst = fetch_replays, .holds = replays_hold},
    {.name = "connections opened and closed", .burst = churn_connections, .holds = churn_holds},
    {0},
};
