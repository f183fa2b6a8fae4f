/* Does the cluster's jobs one after another, on a thread of its own. */
#include "server/keeper.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Keeper {
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    pthread_t thread;
    Nodes *nodes;
    NodeFacts me;
    Mailbox *mailbox;
    const Log *log;
    StoreJob job;
    int writer;
    bool has_job, stopping;
};

static bool take_job(Keeper *keeper, StoreJob *job, int *writer) {
    pthread_mutex_lock(&keeper->mutex);
    while (!keeper->has_job && !keeper->stopping) pthread_cond_wait(&keeper->asked, &keeper->mutex);
    *job = keeper->job;
    *writer = keeper->writer;
    keeper->has_job = false;
    bool stopping = keeper->stopping;
    pthread_mutex_unlock(&keeper->mutex);
    return !stopping;
}

static void *work(void *context) {
    Keeper *keeper = context;
    StoreJob job;
    int writer;
    while (take_job(keeper, &job, &writer)) {
        Error error = {""};
        StoreLetter *letter = calloc(1, sizeof *letter);
        if (!letter) abort(); /* as the room does without memory */
        letter->answer = nodes_do(keeper->nodes, &keeper->me, &job, writer, &error);
        if (!letter->answer.good) log_line(keeper->log, LOG_WARNING, "the database did not answer the cluster: %s", error.text);
        mailbox_put(keeper->mailbox, &letter->letter);
    }
    return NULL;
}

Keeper *keeper_open(Nodes *nodes, const NodeFacts *me, Mailbox *mailbox, const Log *log, Error *error) {
    Keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    pthread_mutex_init(&keeper->mutex, NULL);
    pthread_cond_init(&keeper->asked, NULL);
    keeper->nodes = nodes;
    keeper->me = *me;
    keeper->mailbox = mailbox;
    keeper->log = log;
    int problem = pthread_create(&keeper->thread, NULL, work, keeper);
    if (!problem) return keeper;
    error_set(error, "cannot start a thread for the cluster: %s", strerror(problem));
    free(keeper);
    return NULL;
}

void keeper_ask(Keeper *keeper, const StoreJob *job, int writer) {
    pthread_mutex_lock(&keeper->mutex);
    assert(!keeper->has_job);
    keeper->job = *job;
    keeper->writer = writer;
    keeper->has_job = true;
    pthread_cond_signal(&keeper->asked);
    pthread_mutex_unlock(&keeper->mutex);
}

void keeper_free(Keeper *keeper, Epoch epoch) {
    if (!keeper) return;
    pthread_mutex_lock(&keeper->mutex);
    keeper->stopping = true;
    pthread_cond_broadcast(&keeper->asked);
    pthread_mutex_unlock(&keeper->mutex);
    pthread_join(keeper->thread, NULL);
    nodes_leave(keeper->nodes, epoch);
    nodes_free(keeper->nodes);
    pthread_mutex_destroy(&keeper->mutex);
    pthread_cond_destroy(&keeper->asked);
    free(keeper);
}
