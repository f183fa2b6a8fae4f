/* Stands in for POSIX threads: there is one thread, so locks hold by themselves and no second thread can be started. */
#ifndef ARALDO_OFFLINE_STANDIN_PTHREAD_H
#define ARALDO_OFFLINE_STANDIN_PTHREAD_H

#include <errno.h>
#include <stddef.h>

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *), void *context) {
    (void)thread, (void)attributes, (void)run, (void)context;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
    (void)attributes;
    return *mutex = 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes) {
    (void)attributes;
    return *condition = 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex) { return *mutex = 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) { return *mutex = 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) { return *mutex = 0; }
static inline int pthread_cond_signal(pthread_cond_t *condition) { return *condition = 0; }
static inline int pthread_cond_broadcast(pthread_cond_t *condition) { return *condition = 0; }
static inline int pthread_cond_destroy(pthread_cond_t *condition) { return *condition = 0; }

static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    (void)condition, (void)mutex;
    return 0;
}

#endif
