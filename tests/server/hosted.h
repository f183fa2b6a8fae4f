/* A server inside a child process of the test, with clocks that the test sets and a loop that it can hold. */
#ifndef ARALDO_TESTS_SERVER_HOSTED_H
#define ARALDO_TESTS_SERVER_HOSTED_H

#include <stdatomic.h>

#include "server/server.h"
#include "tests/server/served.h"

/* Shared with the child. */
typedef struct HostedClock {
    _Atomic int64_t steady_ms, wall_ms; /* added to the system's clocks */
    _Atomic bool hold;                  /* the loop stops at its next look at the clock, */
    _Atomic bool held;                  /* and has stopped */
} HostedClock;

typedef struct Hosted {
    Served served;      /* its folder, process and peer */
    HostedClock *clock; /* of the server */
} Hosted;

/* Starts a server whose bots have this pace. False if it does not start. */
bool hosted_start(Hosted *hosted, Milliseconds pace);
/* Holds the loop within a turn, and lets it go on. */
void hosted_hold(Hosted *hosted);
void hosted_let_go(Hosted *hosted);
/* Stops the server and removes its data; the exit status, or minus the signal that ended it. */
int hosted_stop(Hosted *hosted);

#endif
