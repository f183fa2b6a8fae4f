/* Starts, watches, restarts and stops the processes behind one port. */
#include "server/processes.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/machine.h"
#include "server/pulse.h"

enum {
    RESTART_PAUSE_MS = 1000, /* between two starts of one process */
    STOP_WAIT_MS = 15000,    /* for handing over and saying goodbye: then a process is killed */
    LOOK_MS = 500,
    TOLD_MAX = 256,
};

typedef struct Process {
    int number;      /* counted from 0 */
    pid_t pid;       /* 0: it does not run */
    int socket;      /* to it; -1: none */
    int64_t started; /* by the monotonic clock, as is */
    int64_t heard;   /* when it last fed its watchdog */
    bool ready;      /* people can come to it */
    bool killed;     /* because it hangs */
    Error complaint; /* why it could not start */
} Process;

typedef struct Processes {
    const ServerSettings *settings;
    Log log;
    LogLimits log_limits;
    Pulse pulse;
    Metrics *metrics;
    char url[URL_MAX];
    int listener, signals;
    sigset_t mask; /* as it was */
    int count;
    Process process[PROCESSES_MAX];
    bool opened, failed, stopping;
    int64_t stop_by;
} Processes;

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- a process */

static void tell_nothing(const char *url) { (void)url; }

/* What the process does; it does not come back. */
static void serve(Processes *processes, const Process *process, int parent) {
    Error error = {""};
    char words[TOLD_MAX];
    Text text = text_init(words, sizeof words);
    ServerPlace place = {process->number, processes->listener, processes->url, parent, processes->metrics};
    ServerSettings settings = *processes->settings;
    for (int i = 0; i < processes->count; i++)
        if (processes->process[i].socket >= 0) close(processes->process[i].socket);
    close(processes->signals);
    pulse_release(&processes->pulse);
    sigprocmask(SIG_SETMASK, &processes->mask, NULL);
    settings.place = &place;
    settings.opened = tell_nothing;
    settings.log.process = process->number + 1;
    if (settings.cluster_port) settings.cluster_port += process->number;
    bool good = server_run(&settings, &error);
    text_format(&text, "STATUS=%s", error.text);
    if (!good && send(parent, words, text.length, MSG_NOSIGNAL) < 0) _exit(1);
    exit(good ? 0 : 1);
}

static bool start(Processes *processes, Process *process) {
    int ends[2];
    process->started = process->heard = milliseconds();
    process->ready = process->killed = false;
    process->complaint = (Error){""};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        serve(processes, process, ends[1]);
    }
    close(ends[1]);
    if (pid > 0) {
        process->pid = pid;
        process->socket = ends[0];
        return true;
    }
    close(ends[0]);
    return false;
}

/* Takes what the process has told: lines of sd_notify(3). */
static void listen_to(Process *process) {
    char words[TOLD_MAX];
    ssize_t length;
    while (process->socket >= 0 && (length = recv(process->socket, words, sizeof words, MSG_DONTWAIT)) > 0) {
        Span line = {words, (size_t)length};
        if (span_is(line, "READY=1")) process->ready = true;
        if (span_is(line, "READY=1") || span_is(line, "WATCHDOG=1")) process->heard = milliseconds();
        if (length > 7 && strncmp(words, "STATUS=", 7) == 0) error_set(&process->complaint, "%.*s", (int)length - 7, words + 7);
    }
}

static void describe_end(const Process *process, int status, Error *error) {
    if (process->complaint.text[0]) *error = process->complaint;
    else if (WIFSIGNALED(status)) error_set(error, "signal %d ended it", WTERMSIG(status));
    else error_set(error, "it ended with status %d", WEXITSTATUS(status));
}

/* ---- all of them */

static void stop(Processes *processes) {
    if (!processes->stopping) processes->stop_by = milliseconds() + STOP_WAIT_MS;
    processes->stopping = true;
    for (int i = 0; i < processes->count; i++)
        if (processes->process[i].pid && send(processes->process[i].socket, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) continue;
}

/* A process has ended: before all are open, that is the end; afterwards it is started again. */
static void take_end(Processes *processes, Process *process, int status, Error *error) {
    Error reason;
    listen_to(process);
    describe_end(process, status, &reason);
    close(process->socket);
    process->socket = -1;
    process->pid = 0;
    metrics_publish(processes->metrics, process->number, &(Figures){0});
    if (processes->stopping) return;
    if (processes->opened) {
        log_line(&processes->log, LOG_WARNING, "process %d is started again: %s", process->number + 1, reason.text);
        return;
    }
    processes->failed = true;
    *error = reason;
    stop(processes);
}

static void reap(Processes *processes, Error *error) {
    for (int i = 0; i < processes->count; i++) {
        Process *process = &processes->process[i];
        int status;
        if (process->pid && waitpid(process->pid, &status, WNOHANG) == process->pid)
            take_end(processes, process, status, error);
    }
}

static void take_signals(Processes *processes) {
    struct signalfd_siginfo info;
    while (read(processes->signals, &info, sizeof info) == sizeof info)
        if (info.ssi_signo != SIGCHLD) stop(processes);
}

/* One after another at first, because the first of them makes the tables of an empty database; later whichever has ended. */
static void start_missing(Processes *processes, Error *error) {
    int64_t now = milliseconds();
    for (int i = 0; i < processes->count && !processes->stopping; i++) {
        Process *process = &processes->process[i];
        bool due = !process->pid && (!process->started || now - process->started >= RESTART_PAUSE_MS);
        if (due && !start(processes, process)) {
            log_line(&processes->log, LOG_ERROR, "process %d cannot be started: %s", i + 1, strerror(errno));
            if (processes->opened) continue;
            processes->failed = !error_set(error, "a process cannot be started: %s", strerror(errno));
            stop(processes);
        }
        if (!processes->opened && !process->ready) return;
    }
    if (processes->opened || processes->stopping) return;
    processes->opened = true;
    processes->settings->opened(processes->url);
    pulse_notify(&processes->pulse, "READY=1");
}

static void kill_stuck(Processes *processes, int64_t watchdog) {
    int64_t now = milliseconds();
    for (int i = 0; i < processes->count; i++) {
        Process *process = &processes->process[i];
        if (!process->pid || process->killed) continue;
        if (processes->stopping ? now < processes->stop_by : !watchdog || !process->ready || now - process->heard <= watchdog)
            continue;
        log_line(&processes->log, LOG_ERROR, "process %d hangs and is killed", i + 1);
        process->killed = kill(process->pid, SIGKILL) == 0;
    }
}

static bool is_running(const Processes *processes) {
    bool running = !processes->stopping;
    for (int i = 0; i < processes->count; i++) running |= processes->process[i].pid > 0;
    return running;
}

static void await_news(Processes *processes) {
    struct pollfd waits[PROCESSES_MAX + 1] = {{.fd = processes->signals, .events = POLLIN}};
    for (int i = 0; i < processes->count; i++) {
        const Process *process = &processes->process[i];
        waits[i + 1] = (struct pollfd){.fd = process->pid ? process->socket : -1, .events = POLLIN};
    }
    poll(waits, (nfds_t)processes->count + 1, pulse_patience(&processes->pulse, LOOK_MS));
    for (int i = 0; i < processes->count; i++) listen_to(&processes->process[i]);
}

static void look_after(Processes *processes, Error *error) {
    int64_t watchdog = processes->pulse.feed_ms ? pulse_watchdog_ms() : 0;
    bool told = false;
    while (is_running(processes)) {
        start_missing(processes, error);
        await_news(processes);
        take_signals(processes);
        reap(processes, error);
        kill_stuck(processes, watchdog);
        log_catch_up(&processes->log);
        if (processes->stopping && !told) pulse_notify(&processes->pulse, "STOPPING=1");
        told |= processes->stopping;
        pulse_turn_ends(&processes->pulse);
    }
}

static bool open_signals(Processes *processes, Error *error) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP); /* its terminal was closed */
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, &processes->mask);
    processes->signals = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
    return processes->signals >= 0 || error_set(error, "the processes cannot be watched: %s", strerror(errno));
}

bool processes_run(const ServerSettings *settings, int count, Error *error) {
    Processes *processes = calloc(1, sizeof *processes);
    if (!processes) return error_set(error, "there is not enough memory");
    processes->settings = settings;
    processes->count = count;
    processes->signals = -1;
    processes->log = settings->log;
    log_limits_init(&processes->log_limits);
    processes->log.limits = &processes->log_limits;
    for (int i = 0; i < count; i++) processes->process[i] = (Process){.number = i, .socket = -1};
    pulse_init(&processes->pulse, -1);
    processes->metrics = metrics_open(count);
    processes->listener = machine_listen(settings->listen, settings->port, settings->certificate, processes->url, error);
    bool good = processes->listener >= 0 && open_signals(processes, error) &&
                (processes->metrics || error_set(error, "there is not enough memory"));
    if (good) look_after(processes, error);
    good = good && !processes->failed;
    if (processes->listener >= 0) close(processes->listener);
    if (processes->signals >= 0) close(processes->signals);
    metrics_free(processes->metrics);
    pulse_release(&processes->pulse);
    log_limits_release(&processes->log_limits);
    free(processes);
    return good;
}
