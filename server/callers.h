/* Callers: connections of HTTP, each with the time by which its request must be complete and its answer taken.
 *
 * libmicrohttpd's own limit is one of silence, so a byte now and then would hold a connection open for ever. Here a request has
 * REQUEST_SECONDS from its connection, or from the last answer, until it is complete, and its answer ANSWER_SECONDS to be
 * taken. The loop disconnects those that are late. WebSockets have limits of their own. */
#ifndef ARALDO_SERVER_CALLERS_H
#define ARALDO_SERVER_CALLERS_H

#include <pthread.h>

#include "room/room.h"

enum {
    REQUEST_SECONDS = 15, /* of silence; and for a whole request */
    ANSWER_SECONDS = 300, /* for the client to take an answer */
};

typedef enum { CALLER_ASKING, CALLER_ANSWERED, CALLER_UPGRADED } CallerState;

typedef struct Caller {
    struct Caller *next, *previous;
    int socket;
    CallerState state;
    Milliseconds since;
    bool cut;
} Caller;

typedef struct Callers {
    pthread_mutex_t mutex;
    Caller *first;
} Callers;

void callers_init(Callers *callers);
void callers_release(Callers *callers);
/* NULL without memory: then the connection has no limit but that of silence. */
Caller *callers_add(Callers *callers, int socket, Milliseconds now);
/* Before the socket is closed. NULL is ignored, here and below. */
void callers_remove(Callers *callers, Caller *caller);
void callers_set(Callers *callers, Caller *caller, CallerState state, Milliseconds now);
/* Shuts the sockets of those that are late; returns how many. */
int callers_cut_late(Callers *callers, Milliseconds now);

#endif
