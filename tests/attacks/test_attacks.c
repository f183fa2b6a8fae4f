/* Runs the attacks against a real server while others play. In a soak it prints their times as a table. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/attacks/others.h"
#include "tests/support/tap.h"

enum {
    SMALL_MOVES = 3, /* by each pair before, during and after, in `make test` */
    FULL_MOVES = 40, /* in each round of a soak */
    ROUNDS = 15,     /* of each kind */
    SETTLE_MS = 500, /* before a round, for what was sent before it */
    PAUSE_MS = 10,   /* below the limit of messages */
    BURSTS_SMALL = 1,
};
/* Times in a soak: others' p99 may double, where it is more than noise. */
static const double noise_ms = 4, factor_max = 2;

static AttackRun run;
static Others others;

static bool start(const Attack *attack) {
    memset(&run, 0, sizeof run);
    served_init(&run.served);
    if (attack->cluster && !database_open(&run.database)) return report_fail(&run.report, "no database");
    if (attack->cluster) run.served.url = run.database.url;
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
    if (run.database.folder[0]) database_release(&run.database);
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

/* ---- a soak */

/* Says to the attacker's process whether to go on; shared with it. */
static _Atomic bool *going_on;

static void attack_on_and_on(const Attack *attack) {
    bool resting = false;
    for (;;) {
        if (atomic_load(going_on) || !attack->rest) {
            resting = false;
            attack->burst(&run);
            continue;
        }
        if (!resting) attack->rest(&run);
        resting = true;
        poll(NULL, 0, 10);
    }
}

static pid_t start_attacker(const Attack *attack) {
    pid_t process = fork();
    if (process != 0) return process;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);               /* with the processes it starts */
    if (nice(10) < 0) errno = 0; /* attackers have machines of their own: they must not take the server's processors */
    attack_on_and_on(attack);
    return 0;
}

static void hold_attacker(const Attack *attack, pid_t process, bool hold) {
    atomic_store(going_on, !hold);
    if (!attack->rest) kill(-process, hold ? SIGSTOP : SIGCONT);
    poll(NULL, 0, SETTLE_MS);
}

static void end_attacker(pid_t process) {
    kill(-process, SIGKILL);
    waitpid(process, NULL, 0);
}

/* Processor time that the server's loop, its first thread, has used so far. */
static double loop_ms(void) {
    char path[64];
    double nanoseconds = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)run.served.process, (int)run.served.process);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%lf", &nanoseconds) != 1) nanoseconds = 0;
    if (file) fclose(file);
    return nanoseconds / 1e6;
}

static double wall_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Of all rounds of one kind: a round's figures are those of its moves. */
typedef struct Measured {
    double half[ROUNDS], most[ROUNDS];
    double loop, wall;
} Measured;

static bool measure(Measured *measured, int round) {
    double wall = wall_ms(), loop = loop_ms();
    others_forget(&others);
    if (!others_play(&others, FULL_MOVES, PAUSE_MS, &run.report)) return false;
    measured->half[round] = others_percentile(&others, 0.5);
    measured->most[round] = others_percentile(&others, 0.99);
    measured->loop += loop_ms() - loop;
    measured->wall += wall_ms() - wall;
    return true;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Half of the rounds were no worse. */
static double middle(double *figures) {
    qsort(figures, ROUNDS, sizeof *figures, compare);
    return figures[ROUNDS / 2];
}

static void print_measured(Measured *measured) { printf(" %.1f, %.1f |", middle(measured->half), middle(measured->most)); }

/* A row of the table in docs/security.md. */
static void attack_full(const Attack *attack) {
    static Measured quiet, during, after;
    quiet = during = after = (Measured){.loop = 0};
    bool good = start(attack);
    pid_t attacker = good ? start_attacker(attack) : 0;
    for (int round = 0; good && round < ROUNDS; round++) {
        hold_attacker(attack, attacker, true);
        good = measure(&quiet, round);
        hold_attacker(attack, attacker, false);
        good = good && measure(&during, round) && is_healthy();
    }
    if (attacker) end_attacker(attacker);
    for (int round = 0; good && round < ROUNDS; round++) good = measure(&after, round);
    if (good) {
        printf("# | %s |", attack->name);
        print_measured(&quiet);
        print_measured(&during);
        print_measured(&after);
        printf(" %.0f, %.0f |\n", 100 * quiet.loop / quiet.wall, 100 * during.loop / during.wall);
        double before = middle(quiet.most), now = middle(during.most);
        if (now > factor_max * before && now > noise_ms)
            report_fail(&run.report, "others' p99 went from %.1f to %.1f ms", before, now);
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
    const Attack *const lists[] = {room_attacks, server_attacks, cluster_attacks};
    struct CMUnitTest tests[64];
    size_t count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const Attack *attack = lists[i]; attack->name; attack++)
            tests[count++] = (struct CMUnitTest){attack->name, test_attack, NULL, NULL, (void *)(uintptr_t)attack};
    if (soak()) {
        printf(
            "# others' moves, ms (p50, p99), and the loop's processor time, %%: | attack | held | during | after | loop |\n");
        going_on = mmap(NULL, sizeof *going_on, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (going_on == MAP_FAILED) return 1;
    }
    return tap_run("attacks", tests, count);
}
