/* Keeps the callers in a list and shuts the sockets of those that are late. */
#include "server/callers.h"

#include <stdlib.h>
#include <sys/socket.h>

void callers_init(Callers *callers) {
    pthread_mutex_init(&callers->mutex, NULL);
    callers->first = NULL;
}

void callers_release(Callers *callers) {
    while (callers->first) callers_remove(callers, callers->first);
    pthread_mutex_destroy(&callers->mutex);
}

Caller *callers_add(Callers *callers, int socket, Milliseconds now) {
    Caller *caller = calloc(1, sizeof *caller);
    if (!caller) return NULL;
    *caller = (Caller){.socket = socket, .state = CALLER_ASKING, .since = now};
    pthread_mutex_lock(&callers->mutex);
    caller->next = callers->first;
    if (callers->first) callers->first->previous = caller;
    callers->first = caller;
    pthread_mutex_unlock(&callers->mutex);
    return caller;
}

void callers_remove(Callers *callers, Caller *caller) {
    if (!caller) return;
    pthread_mutex_lock(&callers->mutex);
    if (caller->previous) caller->previous->next = caller->next;
    else callers->first = caller->next;
    if (caller->next) caller->next->previous = caller->previous;
    pthread_mutex_unlock(&callers->mutex);
    free(caller);
}

void callers_set(Callers *callers, Caller *caller, CallerState state, Milliseconds now) {
    if (!caller) return;
    pthread_mutex_lock(&callers->mutex);
    caller->state = state;
    caller->since = now;
    pthread_mutex_unlock(&callers->mutex);
}

static bool is_late(const Caller *caller, Milliseconds now) {
    Milliseconds passed = now - caller->since;
    if (caller->cut || caller->state == CALLER_UPGRADED) return false;
    return passed > 1000 * (Milliseconds)(caller->state == CALLER_ASKING ? REQUEST_SECONDS : ANSWER_SECONDS);
}

int callers_cut_late(Callers *callers, Milliseconds now) {
    int count = 0;
    pthread_mutex_lock(&callers->mutex);
    for (Caller *caller = callers->first; caller; caller = caller->next) {
        if (!is_late(caller, now)) continue;
        caller->cut = true;
        shutdown(caller->socket, SHUT_RDWR); /* the thread of the pages notices, and closes it */
        count++;
    }
    pthread_mutex_unlock(&callers->mutex);
    return count;
}
