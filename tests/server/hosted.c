/* Runs a server in a child process, with clocks in memory that it shares with the test. */
#include "tests/server/hosted.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static Milliseconds read_one(clockid_t which) {
    struct timespec now;
    clock_gettime(which, &now);
    return (Milliseconds)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The loop is the child's first thread. */
static ClockReading read_clocks(void *context) {
    HostedClock *clock = context;
    if (syscall(SYS_gettid) == getpid() && atomic_load(&clock->hold)) {
        atomic_store(&clock->held, true);
        while (atomic_load(&clock->hold)) poll(NULL, 0, 1);
        atomic_store(&clock->held, false);
    }
    return (ClockReading){read_one(CLOCK_BOOTTIME) + atomic_load(&clock->steady_ms),
                          read_one(CLOCK_REALTIME) + atomic_load(&clock->wall_ms)};
}

static bool find_file(const char *path, Span *bytes) {
    if (strcmp(path, "web/index.html") != 0) return false;
    *bytes = span_of("<!doctype html>");
    return true;
}

static void tell_address(const char *url) {
    puts(url);
    fflush(stdout);
}

static void run(const Hosted *hosted, Milliseconds pace, int output) {
    ServerSettings settings = {.listen = "127.0.0.1",
                               .data = hosted->served.data,
                               .tables_max = TABLES_MAX,
                               .workers = 1,
                               .pace = pace,
                               .log = {.level = LOG_INFO},
                               .clock = {hosted->clock, read_clocks},
                               .find_file = find_file,
                               .opened = tell_address};
    Error error = {""};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int log = open(hosted->served.log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(output, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    bool good = server_run(&settings, &error);
    if (!good) fprintf(stderr, "%s\n", error.text);
    _exit(good ? 0 : 2);
}

bool hosted_start(Hosted *hosted, Milliseconds pace) {
    int ends[2];
    char line[256] = "";
    served_init(&hosted->served);
    hosted->clock = mmap(NULL, sizeof *hosted->clock, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (hosted->clock == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0) return false;
    hosted->served.process = fork();
    if (hosted->served.process == 0) run(hosted, pace, ends[1]);
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    bool good = fgets(line, sizeof line, output) && strrchr(line, ':') &&
                sscanf(strrchr(line, ':'), ":%d/", &hosted->served.peer.port) == 1;
    fclose(output);
    return good;
}

void hosted_hold(Hosted *hosted) {
    atomic_store(&hosted->clock->hold, true);
    while (!atomic_load(&hosted->clock->held)) poll(NULL, 0, 1); /* it looks at the clock at least once a second */
}

void hosted_let_go(Hosted *hosted) { atomic_store(&hosted->clock->hold, false); }

int hosted_stop(Hosted *hosted) {
    hosted_let_go(hosted);
    int status = served_stop(&hosted->served, SIGTERM);
    if (status) { /* what it said last */
        FILE *file = fopen(hosted->served.log, "r");
        char line[1024];
        while (file && fgets(line, sizeof line, file)) printf("# %s", line);
        if (file) fclose(file);
    }
    served_release(&hosted->served);
    munmap(hosted->clock, sizeof *hosted->clock);
    return status;
}
