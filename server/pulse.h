/* The loop's pulse: since when its current turn has been running, for other threads to see, and systemd's watchdog.
 *
 * The loop marks where a turn begins and ends. A turn that runs for STUCK_MS is stuck: /health says so. Under a systemd unit
 * with Type=notify the loop itself says that it is ready, feeds the watchdog and says that it stops, so a stuck loop starves
 * the watchdog. The protocol is sd_notify(3): datagrams to the socket named in NOTIFY_SOCKET. */
#ifndef ARALDO_SERVER_PULSE_H
#define ARALDO_SERVER_PULSE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { STUCK_MS = 800 };

typedef struct Pulse {
    _Atomic int64_t busy_since_ms; /* by the monotonic clock; 0 while the loop waits for something to do */
    int socket;                    /* to the service manager or the parent; -1: none */
    int64_t feed_ms, fed_ms;       /* how often the watchdog wants to be fed, 0 for never; when it was fed */
} Pulse;

/* Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID. A process of several tells its parent instead, through `parent`, which
 * stays the caller's; -1: there is none. */
void pulse_init(Pulse *pulse, int parent);
void pulse_release(Pulse *pulse);
void pulse_turn_begins(Pulse *pulse);
/* Also feeds the watchdog when it is time. */
void pulse_turn_ends(Pulse *pulse);
/* After this many milliseconds without being fed, the watchdog bites; 0: there is none. */
int64_t pulse_watchdog_ms(void);
/* From any thread. */
bool pulse_is_stuck(const Pulse *pulse);
/* A line of sd_notify: "READY=1", "STOPPING=1". */
void pulse_notify(Pulse *pulse, const char *line);
/* How long the loop may wait without starving the watchdog, at most `wanted`. */
int pulse_patience(const Pulse *pulse, int wanted_ms);

#endif
