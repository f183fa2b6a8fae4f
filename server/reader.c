/* Reads logs on a thread of its own: a queue of loads in, letters out. */
#include "server/reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AGAIN_MS = 200, TRIES_MAX = STORE_LATE_MAX_MS / AGAIN_MS };

struct Reader {
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    pthread_t thread;
    Letter *first, **last; /* LoadedLetters still to be filled */
    Store *store;
    Mailbox *mailbox;
    bool running, stopping;
};

static LoadedLetter *next_load(Reader *reader) {
    pthread_mutex_lock(&reader->mutex);
    while (!reader->first && !reader->stopping) pthread_cond_wait(&reader->asked, &reader->mutex);
    Letter *letter = reader->stopping ? NULL : reader->first;
    if (letter) {
        reader->first = letter->next;
        if (!reader->first) reader->last = &reader->first;
    }
    pthread_mutex_unlock(&reader->mutex);
    return (LoadedLetter *)letter;
}

/* Waits before another try; false if the reader is to stop. */
static bool wait_a_little(Reader *reader) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += AGAIN_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&reader->mutex);
    if (!reader->stopping) pthread_cond_timedwait(&reader->asked, &reader->mutex, &until);
    bool good = !reader->stopping;
    pthread_mutex_unlock(&reader->mutex);
    return good;
}

/* A database that restarts is there again soon: until then a read waits, as a commit does. */
static bool load(Reader *reader, const Load *wanted, StoredTable *table) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        if (store_load(reader->store, wanted, table)) return true;
        if (!store_is_out_of_reach(reader->store) || !wait_a_little(reader)) return false;
    }
    return false;
}

static void *work(void *context) {
    Reader *reader = context;
    for (LoadedLetter *letter = next_load(reader); letter; letter = next_load(reader)) {
        Loaded *loaded = &letter->table.loaded;
        if (!load(reader, &letter->wanted, &letter->table)) {
            error_set(&letter->problem, "%s", store_problem(reader->store));
            *loaded = (Loaded){.table = letter->wanted.table, .ticket = letter->wanted.ticket};
            loaded->problem = letter->problem.text;
            loaded->damaged = store_is_damaged(reader->store);
        }
        mailbox_put(reader->mailbox, &letter->letter);
    }
    return NULL;
}

Reader *reader_open(const char *path, Mailbox *mailbox, Error *error) {
    Reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    pthread_mutex_init(&reader->mutex, NULL);
    pthread_cond_init(&reader->asked, NULL);
    reader->last = &reader->first;
    reader->mailbox = mailbox;
    reader->store = store_open_reader(path, error);
    int problem = reader->store ? pthread_create(&reader->thread, NULL, work, reader) : 0;
    reader->running = reader->store && !problem;
    if (problem) error_set(error, "cannot start a thread for reading: %s", strerror(problem));
    if (reader->running) return reader;
    reader_free(reader);
    return NULL;
}

void reader_free(Reader *reader) {
    if (!reader) return;
    pthread_mutex_lock(&reader->mutex);
    reader->stopping = true;
    pthread_cond_broadcast(&reader->asked);
    pthread_mutex_unlock(&reader->mutex);
    if (reader->running) pthread_join(reader->thread, NULL);
    for (Letter *letter = reader->first, *next; letter; letter = next) {
        next = letter->next;
        reader_letter_free((LoadedLetter *)letter);
    }
    store_free(reader->store);
    pthread_mutex_destroy(&reader->mutex);
    pthread_cond_destroy(&reader->asked);
    free(reader);
}

bool reader_load(Reader *reader, const Load *wanted) {
    LoadedLetter *letter = calloc(1, sizeof *letter);
    if (!letter) return false;
    letter->wanted = *wanted;
    pthread_mutex_lock(&reader->mutex);
    *reader->last = &letter->letter;
    reader->last = &letter->letter.next;
    pthread_cond_signal(&reader->asked);
    pthread_mutex_unlock(&reader->mutex);
    return true;
}

void reader_letter_free(LoadedLetter *letter) {
    stored_table_release(&letter->table);
    free(letter);
}
