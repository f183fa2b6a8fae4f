/* Attacks on the server: connections, handshakes, pages and files, below any message of the room. */
#include "tests/attacks/attack.h"

enum { CHURN_CONNECTIONS = 60 };

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

const Attack server_attacks[] = {
    {.name = "connections opened and closed", .burst = churn_connections, .holds = churn_holds},
    {0},
};
