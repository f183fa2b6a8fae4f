/* Runs a duel on all cores, with early stopping and interrupts.
 *
 * Workers take the next deal that is not done, each at a table of its own. The main thread counts what is finished, in
 * order, and so decides on stopping from the same deals whatever the workers' pace. An interrupt is bytes that nobody reads:
 * whoever waits for anything sees them. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "program/arena/file.h"
#include "program/interrupt.h"

enum { PROGRESS_MS = 1000 };

typedef struct Run {
    Duel *duel;
    pthread_mutex_t lock;
    int64_t next; /* the first deal that nobody has taken */
    int64_t played;
    int working; /* workers that are not done */
    atomic_bool stop;
    int finished_fd; /* counts up with every deal and every worker that ends */
} Run;

typedef struct Worker {
    Run *run;
    ArenaTable *table;
    pthread_t thread;
} Worker;

static void tell_finished(const Run *run) {
    uint64_t one = 1;
    while (write(run->finished_fd, &one, sizeof one) < 0 && errno == EINTR) continue;
}

/* The next deal to play, or -1. */
static int64_t take_deal(Run *run) {
    int64_t deals = run->duel->plan->deals, index = -1;
    pthread_mutex_lock(&run->lock);
    while (run->next < deals && run->duel->results[run->next].done) run->next++;
    if (run->next < deals) index = run->next++;
    pthread_mutex_unlock(&run->lock);
    return index;
}

static void *work(void *context) {
    Worker *worker = context;
    Run *run = worker->run;
    const ArenaPlan *plan = run->duel->plan;
    int64_t index;
    while (!atomic_load(&run->stop) && (index = take_deal(run)) >= 0) {
        DealLine line = {.bots = {run->duel->bots[0], run->duel->bots[1]}};
        if (!arena_table_play(worker->table, plan->first + index, &line.result, line.reasons)) break;
        pthread_mutex_lock(&run->lock);
        duel_take_reasons(run->duel, line.reasons);
        run->duel->results[index] = line.result;
        run->played++;
        if (run->duel->file) arena_file_add(run->duel->file, plan, &line);
        pthread_mutex_unlock(&run->lock);
        tell_finished(run);
    }
    pthread_mutex_lock(&run->lock);
    run->working--;
    pthread_mutex_unlock(&run->lock);
    tell_finished(run);
    return NULL;
}

/* Counts the finished deals from the front on, looking where the plan looks; true if there is reason to stop. */
static bool count_deals(Run *run, int *look) {
    Duel *duel = run->duel;
    const Looks *looks = &duel->plan->looks;
    while (duel->counted < duel->plan->deals && duel->results[duel->counted].done) {
        duel->counted++;
        if (duel->counted != looks->after[*look]) continue;
        ++*look;
        if (looks->rule == STOP_AT_END) continue;
        Estimate estimate = duel_estimate(duel, duel->counted);
        if (looks_satisfied(looks, &estimate)) return true;
    }
    return duel->counted == duel->plan->deals;
}

/* What a pair leaves unplayed is no work any more. */
static void leave_rest(Duel *duel) {
    for (int64_t i = duel->counted; i < duel->plan->deals; i++) duel->progress->whole -= !duel->results[i].done;
}

static void oversee(Run *run) {
    Duel *duel = run->duel;
    int64_t before = duel->progress->done;
    int look = 0;
    bool over = false;
    while (!over) {
        struct pollfd fds[2] = {{.fd = run->finished_fd, .events = POLLIN},
                                {.fd = duel->plan->patience.interrupt_fd, .events = POLLIN}};
        uint64_t count;
        poll(fds, 2, PROGRESS_MS);
        if (fds[0].revents && read(run->finished_fd, &count, sizeof count) < 0) continue;
        pthread_mutex_lock(&run->lock);
        bool complete = count_deals(run, &look);
        duel->interrupted = fds[1].revents && !complete;
        over = complete || duel->interrupted || run->working == 0 || (duel->file && duel->file->fault);
        int64_t done = before + run->played;
        pthread_mutex_unlock(&run->lock);
        progress_show(duel->progress, done);
    }
    atomic_store(&run->stop, true);
    progress_end(duel->progress);
}

static bool open_workers(Run *run, Worker *workers, int count, Error *error) {
    const char *const names[2] = {duel_name(run->duel, 0), duel_name(run->duel, 1)};
    for (int i = 0; i < count; i++) {
        workers[i].run = run;
        workers[i].table = arena_table_open(run->duel->plan, names, &run->stop, error);
        if (!workers[i].table) return false;
    }
    for (int i = 0; i < count; i++) {
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            if (i == 0) return error_set(error, "no thread can be started");
            break; /* fewer will do */
        }
        pthread_mutex_lock(&run->lock);
        run->working++;
        pthread_mutex_unlock(&run->lock);
    }
    return true;
}

bool duel_run(Duel *duel, Error *error) {
    Run run = {.duel = duel, .finished_fd = eventfd(0, EFD_CLOEXEC)};
    pthread_mutex_init(&run.lock, NULL);
    int threads = duel->plan->threads;
    Worker *workers = calloc((size_t)threads, sizeof *workers);
    bool good = workers && run.finished_fd >= 0;
    if (!good) error_set(error, "there is not enough memory");
    /* An interruption before everybody is seated keeps what was done before. */
    good = good && (open_workers(&run, workers, threads, error) || interrupted(duel->plan->patience.interrupt_fd));
    if (good) oversee(&run);
    for (int i = 0; workers && i < threads; i++) {
        if (workers[i].thread) pthread_join(workers[i].thread, NULL);
        arena_table_free(workers[i].table);
    }
    leave_rest(duel);
    free(workers);
    pthread_mutex_destroy(&run.lock);
    if (run.finished_fd >= 0) close(run.finished_fd);
    return good;
}
