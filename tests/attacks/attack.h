/* Attacks on a real server, and how the others at their tables fare meanwhile.
 *
 * An attack is a row of a table: what it prepares, one burst of it, and what must be true after a burst. In `make test` each
 * attack runs one small burst, and only counts, bytes and statuses are checked; the others must have every move acknowledged. In
 * `make soak` the attack runs in a process of its own and is let go and held again in turns, so that whatever else the machine does
 * meets both alike; the times from a move of the others to its acknowledgement are measured, and the processor time of the
 * server's loop. docs/security.md has the figures. */
#ifndef ARALDO_TESTS_ATTACKS_ATTACK_H
#define ARALDO_TESTS_ATTACKS_ATTACK_H

#include "tests/server/served.h"
#include "tests/support/database.h"
#include "tests/support/report.h"

enum { ATTACKERS_MAX = 64, OTHERS_PAIRS = 4, ATTACK_COUNTS = 8 };

typedef struct AttackRun {
    Served served;
    Database database;               /* the server's, where it has a port for other servers */
    Peer peers[ATTACKERS_MAX];       /* the same server, each from an address of its own */
    char sources[ATTACKERS_MAX][24]; /* those addresses */
    Guest attackers[ATTACKERS_MAX];  /* for the attack to use; released after it */
    char table[32], path[96];
    char tables[ATTACKERS_MAX][32];
    long counts[ATTACK_COUNTS]; /* what the burst counts for its check */
    Report report;
} AttackRun;

typedef struct Attack {
    const char *name;
    const char *const *options;      /* of the server, ended by NULL; NULL: none */
    bool cluster;                    /* on a database, with a port for other servers */
    bool (*prepare)(AttackRun *run); /* once, before anybody is measured; may be NULL */
    void (*burst)(AttackRun *run);   /* again and again in a soak */
    void (*rest)(AttackRun *run);    /* before it is held; NULL: its process just stops */
    bool (*holds)(AttackRun *run);   /* after one burst in `make test`; false with report_fail */
} Attack;

/* Each ends with a row without a name. */
extern const Attack room_attacks[], server_attacks[], cluster_attacks[];

/* A guest of the attackers: made and connected. Fails the run if refused. */
bool attacker_arrive(AttackRun *run, int index);
/* A socket to the peer, from its address; -1 if it is refused. */
int attacker_call(const Peer *peer);
/* Says something and waits for the answer to `key`: "" if done, else the code of the error; "closed" if the connection ended. */
const char *attacker_ask(Guest *guest, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
