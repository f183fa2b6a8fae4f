/* Runs the attacks against a real server while others play. In a soak it prints their times as a table. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "tests/attacks/others.h"
#include "tests/support/tap.h"

enum {
    SMALL_MOVES = 3,  /* by each pair before, during and after, in `make test` */
    FULL_MOVES = 400, /* in a soak */
    PAUSE_MS = 10,    /* below the limit of messages */
    BURSTS_SMALL = 1,
};
/* Times in a soak: others' p99 may double, where it is more than noise. */
static const double noise_ms = 25, factor_max = 2;

static AttackRun run;
static Others others;

static bool start(const Attack *attack) {
    memset(&run, 0, sizeof run);
    served_init(&run.served);
    if (!served_start(&run.served, attack->options)) return report_fail(&run.report, "the server does not start");
    for (int i = 0; i < ATTACKERS_MAX; i++) {
        snprintf(run.sources[i], sizeof run.sources[i], "127.0.8.%d", i + 1);
        run.peers[i] = run.served.peer;
        run.peers[i].source = run.sources[i];
    }
    return others_open(&others, &run.served.peer, &run.report) && (!attack->prepare || attack->prepare(&run));
}

static void stop(void) {
    for (int i = 0; i < ATTACKERS_MAX; i++)
        if (run.attackers[i].inbox) guest_release(&run.attackers[i]);
    others_release(&others);
    int status = served_stop(&run.served, SIGTERM);
    if (status) report_fail(&run.report, "the server ended with %d", status);
    served_release(&run.served);
}

static bool is_healthy(void) {
    static char response[RESPONSE_MAX];
    int status = 0;
    for (int i = 0; i < 100 && status != 200; i++) { /* a sanitized loop on a busy machine may look stuck for a moment */
        if (i) poll(NULL, 0, 50);
        status = peer_request(&run.served.peer, "GET", "/health", "", "", response, sizeof response);
    }
    return status == 200 || report_fail(&run.report, "/health answers %d", status);
}

/* One burst, and everybody's moves count. */
static void attack_small(const Attack *attack) {
    bool good = start(attack) && others_play(&others, SMALL_MOVES, 0, &run.report);
    for (int i = 0; good && i < BURSTS_SMALL; i++) {
        attack->burst(&run);
        good = others_play(&others, SMALL_MOVES, 0, &run.report) && is_healthy();
    }
    if (good && attack->holds) attack->holds(&run);
    if (good) others_play(&others, SMALL_MOVES, 0, &run.report);
    stop();
}

static pid_t attack_on(const Attack *attack) {
    pid_t process = fork();
    if (process != 0) return process;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nice(10) < 0) errno = 0; /* attackers have machines of their own: they must not take the server's processors */
    for (;;) attack->burst(&run);
}

typedef struct Measured {
    double half, most;
} Measured;

static bool measure(Measured *measured) {
    others_forget(&others);
    if (!others_play(&others, FULL_MOVES, PAUSE_MS, &run.report)) return false;
    *measured = (Measured){others_percentile(&others, 0.5), others_percentile(&others, 0.99)};
    return true;
}

/* The attack goes on in a process of its own; a row of the table in docs/security.md. */
static void attack_full(const Attack *attack) {
    Measured before = {0}, during = {0}, after = {0};
    bool good = start(attack) && measure(&before);
    if (good) {
        pid_t attacker = attack_on(attack);
        good = measure(&during) && is_healthy();
        kill(attacker, SIGKILL);
        waitpid(attacker, NULL, 0);
        good = good && measure(&after);
    }
    if (good) {
        printf("# | %s | %.1f, %.1f | %.1f, %.1f | %.1f, %.1f |\n", attack->name, before.half, before.most, during.half,
               during.most, after.half, after.most);
        if (during.most > noise_ms && during.most > factor_max * before.most)
            report_fail(&run.report, "others' p99 went from %.1f to %.1f ms", before.most, during.most);
    }
    stop();
}

static void test_attack(void **state) {
    const Attack *attack = *state;
    if (soak()) attack_full(attack);
    else attack_small(attack);
    report_require(&run.report);
}

int main(void) {
    const Attack *const lists[] = {room_attacks, server_attacks};
    struct CMUnitTest tests[64];
    size_t count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const Attack *attack = lists[i]; attack->name; attack++)
            tests[count++] = (struct CMUnitTest){attack->name, test_attack, NULL, NULL, (void *)(uintptr_t)attack};
    if (soak()) printf("# others' moves, ms (p50, p99): | attack | before | during | after |\n");
    return tap_run("attacks", tests, count);
}
